//! `rehearsal-error`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// Something fails as the card is played.
pub const LINT: Lint = Lint {
    name: "rehearsal-error",
    family: Family::Rehearsal,
    level: Level::Deny,
    what: "a game with the card fails: a callback errs, or something goes on without end",
    why: "A callback runs in the middle of a game. If it fails there, the game stops where it is, and its players can only go \
          back. Loading cannot find that, since it does not run callbacks: rehearsal does, on boards with much and with nothing \
          on them.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Even Shares"
cost = "{2}{W}"
type = "Sorcery"
script = '''
spell(script(|g| gain_life(12 / g.count(creatures.yours.of("Phoenix")))));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Even Shares"
cost = "{2}{W}"
type = "Sorcery"
script = '''
spell(script(|g| gain_life(12 / (1 + g.count(creatures.yours.of("Phoenix"))))));
'''
"#,
    )]),
    fix: None,
    check: Check::Rehearsal,
};
