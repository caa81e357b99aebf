//! `unused-suppression`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;

/// A suppression that suppresses nothing.
pub const LINT: Lint = Lint {
    name: "unused-suppression",
    family: Family::Lint,
    level: Level::Warn,
    what: "a comment or a key of a card silences a lint that finds nothing there, or one that cannot be silenced",
    why: "It would silence the next, real finding without anybody having decided that. Errors that are found while loading stay \
          errors whatever is said of them: the card cannot be played.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Idle Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 1
toughness = 1
script = '''
// lint: allow(unused-value): the harm comes later
let harm = damage(2, target(any_target));
when(card.enters, [harm, draw(1)]);
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Idle Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 1
toughness = 1
script = '''
let harm = damage(2, target(any_target));
when(card.enters, [harm, draw(1)]);
'''
"#,
    )]),
    fix: Some(Remedy { does: "takes the suppression out", assumes: Assumes::Nothing }),
    check: Check::Runner,
};
