//! `bad-number`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Power or toughness that cannot be read.
pub const LINT: Lint = Lint {
    name: "bad-number",
    family: Family::File,
    level: Level::Deny,
    what: "power or toughness that cannot be read",
    why: "Power and toughness are a number, `*`, or a sum like `1+*` (modern 208.2).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = "two"
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
