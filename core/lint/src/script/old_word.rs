//! `old-word`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;

/// A word that is called otherwise now.
pub const LINT: Lint = Lint {
    name: "old-word",
    family: Family::Script,
    level: Level::Warn,
    what: "a word by the name that it had before",
    why: "The old name still works, but the vocabulary no longer speaks of it: nobody who reads the reference understands \
          the script.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
spell(reveal_until(creatures, to_hand, to_bottom_random));
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
spell(reveal_until(creatures, to_hand, to_bottom_at_random));
'''
"#,
    )]),
    fix: Some(Remedy { does: "replaces the word by what it is called now", assumes: Assumes::Nothing }),
    check: Check::Loading,
};
