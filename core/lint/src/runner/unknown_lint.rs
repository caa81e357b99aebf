//! `unknown-lint`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A name that no lint has.
pub const LINT: Lint = Lint {
    name: "unknown-lint",
    family: Family::Lint,
    level: Level::Warn,
    what: "a comment, a card or `cardwright.toml` names a lint that does not exist",
    why: "What is said of it holds for nothing: the finding that it was meant to silence is still reported, or the one that it was \
          meant to make an error is not one.",
    bad: Example(&[(
        EXAMPLE_CARD,
        concat!("\nallow = [\"unused-valeu\"]\n", "name = \"Ashen Vane\"\ncost = \"{2}\"\ntype = \"Artifact\"\n"),
    )]),
    instead: Example(&[(EXAMPLE_CARD, concat!("\n", "name = \"Ashen Vane\"\ncost = \"{2}\"\ntype = \"Artifact\"\n"))]),
    fix: None,
    check: Check::Runner,
};
