//! `bad-keyword`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A keyword with a wrong argument.
pub const LINT: Lint = Lint {
    name: "bad-keyword",
    family: Family::File,
    level: Level::Deny,
    what: "a keyword with something missing, or too much, behind it",
    why: "Some keywords take a cost, a number or a quality, others nothing. With the wrong thing behind it a keyword says \
          nothing.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
keywords = ["cycling"]
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
keywords = ["cycling {2}"]
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
