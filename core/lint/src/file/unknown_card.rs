//! `unknown-card`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A card that is not there.
pub const LINT: Lint = Lint {
    name: "unknown-card",
    family: Family::File,
    level: Level::Deny,
    what: "a deck or a script names a card that the library does not have",
    why: "A deck with an unknown card cannot be played, and a script that asks for one finds nothing.",
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
            "decks/embers.toml",
            r#"name = "Embers"
[main]
"Cinder Impp" = 4
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
