//! `duplicate-name`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Two cards of one name.
pub const LINT: Lint = Lint {
    name: "duplicate-name",
    family: Family::File,
    level: Level::Deny,
    what: "two cards with the same name",
    why: "A card is known by its name: decks and scripts could not tell the two apart, so the second is left out of the library.",
    bad: Example(&[
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
        (
            "cards/example/other.toml",
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
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
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
