//! `spell-on-permanent`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// A spell ability of a permanent.
pub const LINT: Lint = Lint {
    name: "spell-on-permanent",
    family: Family::Script,
    level: Level::Warn,
    what: "`spell(...)` on a card that becomes a permanent",
    why: "A permanent spell has no spell ability: as it resolves it enters the battlefield, and what `spell` says is never \
          done (modern 113.3a, 608.3).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = '''
spell(draw(1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = '''
when(card.enters, draw(1));
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
