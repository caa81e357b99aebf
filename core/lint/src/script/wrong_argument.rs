//! `wrong-argument`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// An argument of the wrong kind.
pub const LINT: Lint = Lint {
    name: "wrong-argument",
    family: Family::Script,
    level: Level::Deny,
    what: "a word is given something that it does not take",
    why: "Every word says what it takes. Another kind of value, too many of them or too few, and the ability cannot be built.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(damage(target(any_target), 3));
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
