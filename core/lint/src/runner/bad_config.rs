//! `bad-config`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Configuration of lint that cannot be followed.
pub const LINT: Lint = Lint {
    name: "bad-config",
    family: Family::Lint,
    level: Level::Deny,
    what: "`cardwright.toml`, a card's `[lint]` table or a `lint:` comment says something that lint cannot follow",
    why: "Lint would do something else than its author believes: a level that is misspelt is no level, so the library would be \
          checked less strictly, or more, than it says. Errors found while loading cannot be lowered: such a card cannot be played.",
    bad: Example(&[("cardwright.toml", "[lint]\nunused-value = \"error\"\n"), (EXAMPLE_CARD, CARD)]),
    instead: Example(&[("cardwright.toml", "[lint]\nunused-value = \"deny\"\n"), (EXAMPLE_CARD, CARD)]),
    fix: None,
    check: Check::Runner,
};

const CARD: &str = r#"
name = "Ashen Vane"
cost = "{2}"
type = "Artifact"
"#;
