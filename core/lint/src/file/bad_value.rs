//! `bad-value`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A value out of bounds.
pub const LINT: Lint = Lint {
    name: "bad-value",
    family: Family::File,
    level: Level::Deny,
    what: "a value of the right kind that cannot stand here",
    why: "The value is empty, out of bounds, or none of those that are possible: a rarity that does not exist, a number \
          below zero, a path that leads out of the library.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
rarity = "epic"
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
rarity = "rare"
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
