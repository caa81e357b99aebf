//! `empty-keyword`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A keyword without abilities.
pub const LINT: Lint = Lint {
    name: "empty-keyword",
    family: Family::Script,
    level: Level::Warn,
    what: "a keyword that stands for no ability",
    why: "A card with the keyword would have nothing from it. Where other abilities only ask for the keyword, \
          `always(marker)` says so.",
    bad: Example(&[
        (
            "cards/example/keywords/smoulder.rhai",
            r#"keyword_ability("smoulder", || ());
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
            "cards/example/keywords/smoulder.rhai",
            r#"keyword_ability("smoulder", || always(marker));
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
keywords = ["smoulder"]
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
