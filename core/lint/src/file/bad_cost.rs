//! `bad-cost`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A mana cost that cannot be read.
pub const LINT: Lint = Lint {
    name: "bad-cost",
    family: Family::File,
    level: Level::Deny,
    what: "a cost that cannot be read",
    why: "A cost is symbols in braces, `{2}{R}`. What is no symbol cannot be paid.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "1R"
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
