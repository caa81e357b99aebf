//! `unknown-word`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A word that nobody knows.
pub const LINT: Lint = Lint {
    name: "unknown-word",
    family: Family::Script,
    level: Level::Deny,
    what: "a word that is not in the vocabulary",
    why: "What is not known cannot do anything. The nearest word is named where there is one; the vocabulary is in \
          `docs/vocabulary.md`.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(damge(3, target(any_target)));
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
