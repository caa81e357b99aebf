//! `no-duration`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// An effect without an end.
pub const LINT: Lint = Lint {
    name: "no-duration",
    family: Family::Script,
    level: Level::Warn,
    what: "an effect changes something and does not say for how long",
    why: "Without a stated duration it lasts until the game ends (modern 611.2a). That is rarely meant, and if it is, \
          `.forever` says so.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(target(creatures).get(+2, +0));
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
spell(target(creatures).get(+2, +0).until_end_of_turn);
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
