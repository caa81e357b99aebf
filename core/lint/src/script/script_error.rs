//! `script-error`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A script that fails.
pub const LINT: Lint = Lint {
    name: "script-error",
    family: Family::Script,
    level: Level::Deny,
    what: "a script fails as it is run",
    why: "The script runs once, when the card is loaded, and builds its abilities. Where it fails, they are not complete.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
if creatures.yours.count > 3 { spell(draw(1)); }
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(if_(creatures.yours.count > 3, draw(1)));
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
