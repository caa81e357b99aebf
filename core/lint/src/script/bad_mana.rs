//! `bad-mana`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Mana that cannot be added.
pub const LINT: Lint = Lint {
    name: "bad-mana",
    family: Family::Script,
    level: Level::Deny,
    what: "a symbol of a cost where mana is added",
    why: "Only the five colours and colourless can be added to a mana pool. A number is an amount of mana of any kind, which \
          can be paid and not made (modern 107.4b).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Dull Stone"
cost = "{2}"
type = "Artifact"
script = '''
activated(cost("{T}"), add_mana("{1}"));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Dull Stone"
cost = "{2}"
type = "Artifact"
script = '''
activated(cost("{T}"), add_mana("{C}"));
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
