//! `never-fires`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// An ability that nothing fires.
pub const LINT: Lint = Lint {
    name: "never-fires",
    family: Family::Rehearsal,
    level: Level::Note,
    what: "no rehearsal could cast, activate, trigger or apply an ability",
    why: "Rehearsals have mana without end, boards with what the card's own filters ask for, and make happen what its abilities \
          wait for. An ability that none of them could fire may ask for what never comes together. Some abilities are only too \
          rare for small games: then allow this for the card.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Glutted Wyrm"
cost = "{4}{G}"
type = "Creature - Wyrm"
power = 4
toughness = 4
script = '''
when(upkeep.yours, draw(1)).only_if(you.life >= 400);
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Glutted Wyrm"
cost = "{4}{G}"
type = "Creature - Wyrm"
power = 4
toughness = 4
script = '''
when(upkeep.yours, draw(1)).only_if(you.life >= 25);
'''
"#,
    )]),
    fix: None,
    check: Check::Rehearsal,
};
