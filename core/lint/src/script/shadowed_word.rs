//! `shadowed-word`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A name that hides a word.
pub const LINT: Lint = Lint {
    name: "shadowed-word",
    family: Family::Script,
    level: Level::Warn,
    what: "a variable, a parameter or a function that is called like a word of the vocabulary",
    why: "From there on the word means something else. A reader who knows the vocabulary reads the script wrongly, and so \
          does its author half a year later.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
let creatures = target(creatures.opponents);
spell(destroy(creatures));
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
let victim = target(creatures.opponents);
spell(destroy(victim));
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
