//! `invalid-toml`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A file that is no TOML.
pub const LINT: Lint = Lint {
    name: "invalid-toml",
    family: Family::File,
    level: Level::Deny,
    what: "the file is not TOML",
    why: "Card files, sets and decks are TOML. Where that is broken, nothing in the file can be read for certain, and the \
          card keeps its last good version or is absent.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp
cost = "{1}{R}"
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
