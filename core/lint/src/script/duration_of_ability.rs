//! `duration-of-ability`

use crate::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};

/// An ability that ends.
pub const LINT: Lint = Lint {
    name: "duration-of-ability",
    family: Family::Script,
    level: Level::Deny,
    what: "an ability of a card is given a duration",
    why: "A card has its abilities as long as it is that card. Only what an effect brings about lasts for a time (modern \
          611.2, 611.3).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = '''
always(creatures.yours.get(+1, +1)).until_end_of_turn;
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
when(card.enters, creatures.yours.get(+1, +1).until_end_of_turn);
'''
"#,
    )]),
    fix: None,
    check: Check::Loading,
};
