//! `no-mana-cost`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A card that cannot be cast.
pub const LINT: Lint = Lint {
    name: "no-mana-cost",
    family: Family::File,
    level: Level::Warn,
    what: "a card without a mana cost, which nobody can cast",
    why: "Only lands go without a mana cost. Everything else without one has a cost that cannot be paid (modern 202.1b, 118.6).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
type = "Creature - Imp"
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
