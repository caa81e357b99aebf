//! `keyword-in-card`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A keyword defined in a card.
pub const LINT: Lint = Lint {
    name: "keyword-in-card",
    family: Family::Script,
    level: Level::Deny,
    what: "a card defines a keyword",
    why: "A keyword belongs to no card: it is a file of its own, which all cards of the set can use.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = '''
keyword_ability("smoulder", || always(card.get(+1, +0)));
'''
"#,
    )]),
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
