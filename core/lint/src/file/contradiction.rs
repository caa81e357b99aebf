//! `contradiction`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Two lines that exclude each other.
pub const LINT: Lint = Lint {
    name: "contradiction",
    family: Family::File,
    level: Level::Deny,
    what: "two lines of a file that cannot both be right",
    why: "An instant with power, a land with a mana cost: one of the lines is a mistake, and the card would not be what it \
          says (modern 208, 305).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
power = 2
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
