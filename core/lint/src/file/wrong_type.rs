//! `wrong-type`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A value of the wrong kind.
pub const LINT: Lint = Lint {
    name: "wrong-type",
    family: Family::File,
    level: Level::Deny,
    what: "a value of the wrong kind, such as a text where a number belongs",
    why: "A value of the wrong kind cannot be used, and guessing what was meant would hide the next mistake.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = true
toughness = 1
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
