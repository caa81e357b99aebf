//! `redundant-keyword`

use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::AbilityBody;

/// A keyword that a card has twice.
pub const LINT: Lint = Lint {
    name: "redundant-keyword",
    family: Family::Ability,
    level: Level::Warn,
    what: "a card has the same keyword twice, to no effect",
    why: "Of a keyword that is simply true, like flying, a second instance is redundant (702). Usually it stands both in `keywords` and in \
          the script, or another one was meant.",
    bad: Example(&[
        ("scripts/keywords/soaring.rhai", SOARING),
        (
            EXAMPLE_CARD,
            r#"
name = "Twice Aloft"
cost = "{2}{U}"
type = "Creature - Bird"
power = 2
toughness = 1
keywords = ["soaring"]
script = '''
keyword("soaring");
'''
"#,
        ),
    ]),
    instead: Example(&[
        ("scripts/keywords/soaring.rhai", SOARING),
        (
            EXAMPLE_CARD,
            r#"
name = "Twice Aloft"
cost = "{2}{U}"
type = "Creature - Bird"
power = 2
toughness = 1
keywords = ["soaring"]
"#,
        ),
    ]),
    fix: None,
    check: Check::Card(check),
};

const SOARING: &str = "keyword_ability(\"soaring\", || always(card.cant_be_blocked));\n";

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for face in card.faces() {
        let mut said: Vec<usize> = Vec::new();
        let abilities: Vec<_> = face.abilities().collect();
        for (index, ability) in &abilities {
            let Some(keyword) = ability.keyword.filter(|_| matches!(ability.kind, AbilityBody::Static(_))) else { continue };
            let earlier = abilities.iter().take_while(|(other, _)| other < index).find(|(_, other)| other == ability);
            let Some((first, _)) = earlier else { continue };
            let (place, other) = (face.ability_place(*index), face.ability_place(*first));
            // One keyword may stand for two abilities that say the same.
            if place == other || said.contains(&place.1.start) {
                continue;
            }
            said.push(place.1.start);
            let finding = findings.add(&place.0, place.1, format!("this card has `{}` already", keyword.name));
            *finding = finding.clone().see(&other.0, other.1, "here");
            finding.help.push("delete one of the two".to_owned());
            finding.notes.push(format!("modern 702: a second instance of {} changes nothing", keyword.name));
        }
    }
}
