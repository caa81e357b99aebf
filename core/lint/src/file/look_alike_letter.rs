//! `look-alike-letter`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A letter of another script.
pub const LINT: Lint = Lint {
    name: "look-alike-letter",
    family: Family::File,
    level: Level::Warn,
    what: "a letter of another script inside of a word",
    why: "A Cyrillic or Greek letter that looks like a Latin one makes another word of it: a card is not found by its name, \
          a subtype is one that no other card has.",
    bad: Example(&[(
        EXAMPLE_CARD,
        "\nname = \"\u{421}inder Imp\"\ncost = \"{1}{R}\"\ntype = \"Creature - Imp\"\npower = 2\ntoughness = 1\n",
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
