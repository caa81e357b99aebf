//! `bad-type-line`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A type line that cannot be read.
pub const LINT: Lint = Lint {
    name: "bad-type-line",
    family: Family::File,
    level: Level::Deny,
    what: "a type line that cannot be read",
    why: "The type line decides how a card is played. A type that does not exist, or a subtype without the dash before it, \
          would make it another card.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Craeture - Imp"
power = 2
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
