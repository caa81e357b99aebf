//! `syntax-error`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A script that cannot be read.
pub const LINT: Lint = Lint {
    name: "syntax-error",
    family: Family::Script,
    level: Level::Deny,
    what: "a script that cannot be read",
    why: "A bracket that is not closed, a comma that is missing: nothing of the script can be run, so the card has none of \
          its abilities.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(damage(3, target(any_target));
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
spell(damage(3, target(any_target)));
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
