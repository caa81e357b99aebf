//! `duplicate-keyword`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Two keywords of one name.
pub const LINT: Lint = Lint {
    name: "duplicate-keyword",
    family: Family::Script,
    level: Level::Deny,
    what: "two files define the same keyword",
    why: "Which of the two a card has would depend on the order of the files.",
    bad: Example(&[
        (
            "cards/example/keywords/smoulder.rhai",
            r#"keyword_ability("smoulder", || always(card.get(+1, +0)));
"#,
        ),
        (
            "cards/example/keywords/glow.rhai",
            r#"keyword_ability("smoulder", || always(card.get(+0, +1)));
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
            "cards/example/keywords/glow.rhai",
            r#"keyword_ability("glow", || always(card.get(+0, +1)));
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
keywords = ["smoulder", "glow"]
"#,
        ),
    ]),
    fix: None,
    check: Check::Loading,
};
