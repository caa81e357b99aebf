//! `unknown-token`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A token that nobody defines.
pub const LINT: Lint = Lint {
    name: "unknown-token",
    family: Family::Script,
    level: Level::Deny,
    what: "a script makes a token that neither the card nor its set defines",
    why: "A token is defined in the card file under `[[token]]`, or in the script with `token(#{ ... })`. One that is not \
          defined cannot be made.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(create_token("Cinder"));
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
spell(create_token("Cinder"));
'''

[[token]]
name = "Cinder"
type = "Creature - Elemental"
power = 1
toughness = 1
colors = ["red"]
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
