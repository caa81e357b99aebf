//! `outside-a-set`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A card without a set.
pub const LINT: Lint = Lint {
    name: "outside-a-set",
    family: Family::File,
    level: Level::Warn,
    what: "a card file that lies in no set",
    why: "A card belongs to the set of its folder, which says by which rules it is played and what its collector numbers count.",
    bad: Example(&[(
        "cards/stray-imp.toml",
        r#"
name = "Cinder Imp"
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
