//! `missing-face`

use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Effect, Objects};
use cardwright_script::trace::Made;

/// A face that is not there.
pub const LINT: Lint = Lint {
    name: "missing-face",
    family: Family::File,
    level: Level::Warn,
    what: "the card speaks of its other face and has none",
    why: "Only a card with two faces can be turned to the other one: of any other, the instruction is ignored (modern 701.28).",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = '''
when(upkeep.yours, transform(card));
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
when(upkeep.yours, transform(card));
'''

[[face]]
name = "Cinder Fiend"
type = "Creature - Demon"
colors = ["red"]
power = 4
toughness = 4
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    if card.card.raw.faces.len() > 1 {
        return;
    }
    for face in card.faces().filter(|face| !face.is_token) {
        for (index, ability) in face.abilities() {
            let mut turned = Vec::new();
            ability.each(|effect: &Effect| {
                if matches!(effect, Effect::Transform(Objects::This)) {
                    turned.push(Made::Effect(effect.clone()));
                }
            });
            for part in turned {
                let (file, span) = face.place(index, &part);
                let message = format!("`{}` has no other face to turn to", face.raw.name.value);
                findings.add(&file, span, message).help.push("write the other face under `[[face]]`".to_owned());
            }
        }
    }
}
