//! `unknown-keyword`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A keyword that nobody defines.
pub const LINT: Lint = Lint {
    name: "unknown-keyword",
    family: Family::File,
    level: Level::Deny,
    what: "a keyword that no file defines",
    why: "A keyword is a file of its own, of the program or of the set. One that is not known would do nothing.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
keywords = ["flyng"]
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
keywords = ["flying"]
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
