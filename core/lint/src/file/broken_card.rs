//! `broken-card`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A card with errors that something needs.
pub const LINT: Lint = Lint {
    name: "broken-card",
    family: Family::File,
    level: Level::Deny,
    what: "a deck or a script names a card that has errors",
    why: "A card with errors is not in the library until they are mended.",
    bad: Example(&[
        (
            EXAMPLE_CARD,
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
toughness = 1
"#,
        ),
        (
            "decks/embers.toml",
            r#"name = "Embers"
[main]
"Cinder Imp" = 4
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
            "decks/embers.toml",
            r#"name = "Embers"
[main]
"Cinder Imp" = 4
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
