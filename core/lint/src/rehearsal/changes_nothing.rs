//! `changes-nothing`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A spell or ability that resolves without a trace.
pub const LINT: Lint = Lint {
    name: "changes-nothing",
    family: Family::Rehearsal,
    level: Level::Warn,
    what: "a spell or ability resolved several times in rehearsals and never changed anything",
    why: "What resolves without a trace on every board has conditions that never hold, or speaks of things that it cannot find or \
          that already are what it makes them. Players pay for nothing.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Lullaby of Weights"
cost = "{1}{U}"
type = "Sorcery"
script = '''
spell(tap(creatures.opponents.tapped));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Lullaby of Weights"
cost = "{1}{U}"
type = "Sorcery"
script = '''
spell(tap(creatures.opponents.untapped));
'''
"#,
    )]),
    fix: None,
    check: Check::Rehearsal,
};
