//! `line-without-effect`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A line that does nothing.
pub const LINT: Lint = Lint {
    name: "line-without-effect",
    family: Family::Script,
    level: Level::Warn,
    what: "a line of a script builds something and drops it",
    why: "Words act on nothing by themselves: they build a part of an ability. A line that is not `spell`, `when`, \
          `activated` or `always` adds nothing to the card.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ember Lance"
cost = "{1}{R}"
type = "Instant"
script = '''
damage(3, target(any_target));
spell(draw(1));
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
spell([damage(3, target(any_target)), draw(1)]);
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
