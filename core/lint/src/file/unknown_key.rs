//! `unknown-key`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A key that means nothing.
pub const LINT: Lint = Lint {
    name: "unknown-key",
    family: Family::File,
    level: Level::Deny,
    what: "a key that means nothing here",
    why: "A key that is not known is ignored: a misspelt `toughness` would leave the creature without any. So it is an \
          error, and the nearest key is named.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughnes = 1
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
