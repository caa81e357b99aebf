//! `duplicate-effect`

use super::facts::{ability_line, without_numbers};
use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_library::LibraryCard;
use std::collections::BTreeMap;

/// Two cards that do the same.
pub const LINT: Lint = Lint {
    name: "duplicate-effect",
    family: Family::Set,
    level: Level::Allow,
    what: "two cards of the set do the same, or the same but for numbers",
    why: "The second one adds nothing that the first does not have. It may be meant so, for a common effect at two costs.",
    bad: Example(&[(
        "cards/small/cards.toml",
        r#"
[[card]]
name = "First Spark"
cost = "{R}"
type = "Instant"
script = 'spell(damage(2, target(any_target)));'

[[card]]
name = "Second Spark"
cost = "{1}{R}"
type = "Instant"
script = 'spell(damage(3, target(any_target)));'
"#,
    )]),
    instead: Example(&[(
        "cards/small/cards.toml",
        r#"
[[card]]
name = "First Spark"
cost = "{R}"
type = "Instant"
script = 'spell(damage(2, target(any_target)));'

[[card]]
name = "Second Spark"
cost = "{1}{R}"
type = "Instant"
script = 'spell(damage(3, target(creatures)));'
"#,
    )]),
    fix: None,
    check: Check::Set(check),
};

fn check(set: &SetView<'_>, findings: &mut Findings) {
    let mut first: BTreeMap<String, (&LibraryCard, String)> = BTreeMap::new();
    for card in set.cards {
        let Some(line) = line(card) else { continue };
        match first.get(&without_numbers(&line)) {
            None => drop(first.insert(without_numbers(&line), (card, line))),
            Some((other, theirs)) => {
                let how = if *theirs == line { "the same as" } else { "the same, but for numbers, as" };
                let name = card.raw.name();
                let message = format!("`{}` does {how} `{}`", name.value, other.key);
                let finding = findings.add(&card.raw.file, name.span.clone(), message);
                finding.help.push("let one of them do more, or something else".to_owned());
                let see = finding.clone().see(&other.raw.file, other.raw.name().span.clone(), "this one");
                *finding = see;
            }
        }
    }
}

/// What the abilities of a card's faces say, types included. None for cards with nothing but keywords and for lands with mana
/// alone: those are alike by nature.
fn line(card: &LibraryCard) -> Option<String> {
    let mut said = Vec::new();
    let mut own = false;
    for face in &card.definition.faces {
        said.push(format!("{:?} {:?}", face.base.types.types, face.base.types.supertypes));
        for instance in face.abilities() {
            let keyword = instance.ability.keyword;
            own |= keyword.is_none() && !only_mana(instance);
            said.push(match keyword {
                Some(keyword) => format!("{} {}", keyword.name, keyword.argument),
                None => ability_line(&instance.ability, card.key.as_str())?,
            });
        }
    }
    own.then(|| said.join("\n"))
}

fn only_mana(instance: &cardwright_engine::ability::AbilityInstance) -> bool {
    use cardwright_engine::ability::{AbilityBody, Effect};
    matches!(&instance.ability.kind, AbilityBody::Activated(activated)
        if activated.body.modes().iter().all(|mode| matches!(mode.effect, Effect::AddMana(..))))
}
