//! `script-limit`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A script without an end.
pub const LINT: Lint = Lint {
    name: "script-limit",
    family: Family::Script,
    level: Level::Deny,
    what: "a script does too much, or builds too much",
    why: "The script of a card only describes it, in a few hundred steps. One that counts to a million has a loop that does \
          not end, and would stop the game of everybody.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
let n = 0;
while n >= 0 { n += 1; }
spell(draw(n));
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
spell(draw(2));
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
