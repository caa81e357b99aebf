//! `duplicate-number`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Two cards of one number.
pub const LINT: Lint = Lint {
    name: "duplicate-number",
    family: Family::File,
    level: Level::Deny,
    what: "two cards of a set with the same collector number",
    why: "The collector number says which card of its set a card is.",
    bad: Example(&[
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
number = 7
"#,
        ),
        (
            "cards/example/other.toml",
            r#"
name = "Ashen Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
number = 7
"#,
        ),
    ]),
    instead: Example(&[
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
number = 7
"#,
        ),
        (
            "cards/example/other.toml",
            r#"
name = "Ashen Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
number = 8
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
