//! `missing-cycle-member`

use super::facts::{ability_line, listed, makes, set_place, without_colors, without_numbers};
use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_engine::mana::{Color, ColorSet};
use cardwright_engine::types::CardType;
use cardwright_library::LibraryCard;
use std::collections::{BTreeMap, BTreeSet};

/// A cycle of which one colour, or pair of colours, is missing.
pub const LINT: Lint = Lint {
    name: "missing-cycle-member",
    family: Family::Set,
    level: Level::Allow,
    what: "four cards of the same shape in four colours, or pairs of colours, and none for the fifth",
    why: "Cards that are alike but for their colour are read as a cycle, and the fifth is looked for.",
    bad: Example(&[
        ("cards/small/set.toml", "name = \"Small\"\n"),
        (
            "cards/small/cards.toml",
            r#"
[[card]]
name = "White Charm"
cost = "{W}"
type = "Instant"
script = 'spell(creatures.white.get(+1, +1).until_end_of_turn);'

[[card]]
name = "Blue Charm"
cost = "{U}"
type = "Instant"
script = 'spell(creatures.blue.get(+1, +1).until_end_of_turn);'

[[card]]
name = "Black Charm"
cost = "{B}"
type = "Instant"
script = 'spell(creatures.black.get(+1, +1).until_end_of_turn);'

[[card]]
name = "Red Charm"
cost = "{R}"
type = "Instant"
script = 'spell(creatures.red.get(+1, +1).until_end_of_turn);'
"#,
        ),
    ]),
    instead: Example(&[
        ("cards/small/set.toml", "name = \"Small\"\n"),
        (
            "cards/small/cards.toml",
            r#"
[[card]]
name = "White Charm"
cost = "{W}"
type = "Instant"
script = 'spell(creatures.white.get(+1, +1).until_end_of_turn);'

[[card]]
name = "Blue Charm"
cost = "{U}"
type = "Instant"
script = 'spell(creatures.blue.get(+1, +1).until_end_of_turn);'

[[card]]
name = "Black Charm"
cost = "{B}"
type = "Instant"
script = 'spell(creatures.black.get(+1, +1).until_end_of_turn);'

[[card]]
name = "Red Charm"
cost = "{R}"
type = "Instant"
script = 'spell(creatures.red.get(+1, +1).until_end_of_turn);'

[[card]]
name = "Green Charm"
cost = "{G}"
type = "Instant"
script = 'spell(creatures.green.get(+1, +1).until_end_of_turn);'
"#,
        ),
    ]),
    fix: None,
    check: Check::Set(check),
};

/// The cycles that sets have: of colours, of neighbours on the wheel of colours, of opposites.
fn wheels() -> [Vec<ColorSet>; 3] {
    let at = |place: usize| Color::ALL[place % 5].set();
    [
        (0..5).map(at).collect(),
        (0..5).map(|place| at(place) | at(place + 1)).collect(),
        (0..5).map(|place| at(place) | at(place + 2)).collect(),
    ]
}

fn check(set: &SetView<'_>, findings: &mut Findings) {
    let mut shapes: BTreeMap<String, Vec<(&LibraryCard, ColorSet)>> = BTreeMap::new();
    for card in set.cards {
        let (Some(shape), Some(colors)) = (shape(card), colors(card)) else { continue };
        shapes.entry(shape).or_default().push((card, colors));
    }
    let Some((file, span)) = set_place(set) else { return };
    for cards in shapes.values() {
        for wheel in wheels() {
            let members: Vec<&(&LibraryCard, ColorSet)> = cards.iter().filter(|(_, colors)| wheel.contains(colors)).collect();
            let there: BTreeSet<u8> = members.iter().map(|(_, colors)| colors.bits()).collect();
            // Two of one colour make it no cycle.
            if there.len() != 4 || members.len() != 4 {
                continue;
            }
            let Some(missing) = wheel.iter().find(|colors| !there.contains(&colors.bits())) else { continue };
            let words: Vec<String> = missing.colors().map(|color| color.word().to_owned()).collect();
            let names: Vec<String> = members.iter().map(|(card, _)| format!("`{}`", card.key)).collect();
            let message = format!("the cycle of {} has no {} member", listed(&names), words.join("-and-"));
            let finding = findings.add(&file, span.clone(), message);
            let what = if missing.count() == 1 { words[0].clone() } else { listed(&words) };
            finding.help.push(format!("write a {what} card like them"));
            let mut with_places = finding.clone();
            for (card, _) in members {
                with_places = with_places.see(&card.raw.file, card.raw.name().span.clone(), "");
            }
            *finding = with_places;
        }
    }
}

/// The colours that a card stands for: its own, or for a land those of its mana.
fn colors(card: &LibraryCard) -> Option<ColorSet> {
    let front = card.definition.front();
    let colors = if front.base.types.is(CardType::Land) { makes(front) } else { front.base.colors };
    Some(colors).filter(|colors| (1..=2).contains(&colors.count()))
}

/// What a card is but for its colours and numbers.
fn shape(card: &LibraryCard) -> Option<String> {
    let front = card.definition.front();
    let basic = front.base.types.supertypes.contains(cardwright_engine::types::Supertype::Basic.set());
    let said: Option<Vec<String>> = front
        .abilities()
        .iter()
        .map(|instance| match instance.ability.keyword {
            Some(keyword) => Some(format!("{} {}", keyword.name, keyword.argument)),
            None => ability_line(&instance.ability, card.key.as_str()),
        })
        .collect();
    // Creatures with nothing but keywords are alike by chance.
    let only_keywords = front.abilities().iter().all(|instance| instance.ability.keyword.is_some());
    let said = said.filter(|_| !only_keywords && !basic)?;
    let types: Vec<&str> = front.base.types.types.members().map(|card_type| card_type.word()).collect();
    let same = without_colors(&without_numbers(&said.join(" ")));
    Some(format!("{:?} {types:?} {} {same}", card.raw.rarity, front.base.mana_value(0)))
}
