//! `unknown-ruleset`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A ruleset that is not there.
pub const LINT: Lint = Lint {
    name: "unknown-ruleset",
    family: Family::File,
    level: Level::Deny,
    what: "a set names a ruleset that is not there",
    why: "The ruleset says by which edition of the rules the set is played. Without it the set would silently be played by \
          the default.",
    bad: Example(&[
        (
            "cards/example/set.toml",
            r#"name = "Example"
ruleset = "modren"
"#,
        ),
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
    ]),
    instead: Example(&[
        (
            "cards/example/set.toml",
            r#"name = "Example"
ruleset = "modern"
"#,
        ),
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
    ]),
    fix: None,
    check: Check::Loading,
};
