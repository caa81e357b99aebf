//! `unknown-option`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// An option that does not exist.
pub const LINT: Lint = Lint {
    name: "unknown-option",
    family: Family::Script,
    level: Level::Deny,
    what: "an option that the word does not have",
    why: "Options stand in `#{ ... }`. One that is not known would be ignored, and the card would do something else than it \
          says.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(destroy(target(creatures, #{ upto: 2 })));
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
spell(destroy(target(creatures, #{ up_to: 2 })));
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
