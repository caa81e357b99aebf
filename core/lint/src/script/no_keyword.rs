//! `no-keyword`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A keyword file without a keyword.
pub const LINT: Lint = Lint {
    name: "no-keyword",
    family: Family::Script,
    level: Level::Warn,
    what: "a file of keywords that defines none",
    why: "The file does nothing, and the keyword that it is named after is not known.",
    bad: Example(&[
        (
            "cards/example/keywords/smoulder.rhai",
            r#"fn smoulder() { card.get(+1, +0) }
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
            r#"keyword_ability("smoulder", || always(card.get(+1, +0)));
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
