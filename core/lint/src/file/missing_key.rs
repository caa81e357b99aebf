//! `missing-key`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A key that must be there.
pub const LINT: Lint = Lint {
    name: "missing-key",
    family: Family::File,
    level: Level::Deny,
    what: "a key that must be there is missing",
    why: "Every card has a name and a type, a creature has power and toughness, and what is of a type \
          that brings a printed number has that number: a planeswalker loyalty, a battle defense (modern 208.1, 209.1, 210.1).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
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
