//! `unplayable-mana`

use super::facts::makes;
use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{CastPermission, Zones};
use cardwright_engine::definition::CardDef;
use cardwright_engine::mana::{Color, ColorSet, ManaCost, ManaSymbol, ManaType};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

/// Cards that nothing can pay for.
pub const LINT: Lint = Lint {
    name: "unplayable-mana",
    family: Family::Set,
    level: Level::Allow,
    what: "a card costs mana that its deck, or the whole library, cannot make",
    why: "It sits in the hand until the game is over.",
    bad: Example(&[(
        "cards/small/cards.toml",
        r#"
[[card]]
name = "Lone Spark"
cost = "{R}"
type = "Instant"

[[card]]
name = "Island"
type = "Basic Land - Island"
"#,
    )]),
    instead: Example(&[(
        "cards/small/cards.toml",
        r#"
[[card]]
name = "Lone Spark"
cost = "{R}"
type = "Instant"

[[card]]
name = "Mountain"
type = "Basic Land - Mountain"
"#,
    )]),
    fix: None,
    check: Check::Set(check),
};

fn check(set: &SetView<'_>, findings: &mut Findings) {
    let all = set.library.cards().iter().fold(ColorSet::empty(), |all, card| all | made_by(&card.definition));
    let any_source = set.library.cards().iter().any(|card| card.definition.front().base.types.is(CardType::Land));
    for card in set.cards.iter().filter(|_| any_source) {
        let Some(cost) = card.raw.front().cost.as_ref() else { continue };
        let missing = missing(&cost.value, all);
        if !missing.is_empty() && !castable_otherwise(&card.definition) {
            let message = format!("nothing in the library makes {} mana", words(&missing));
            let finding = findings.add(&card.raw.file, cost.span.clone(), message);
            finding.help.push(format!("add a land that makes it, or change the cost of `{}`", card.key));
        }
    }
    for deck in set.library.decks() {
        let cards: Vec<_> = deck.entries().filter_map(|entry| Some((entry, set.library.card_by_key(entry.card)?))).collect();
        let sources = cards.iter().fold(ColorSet::empty(), |all, (_, card)| all | made_by(&card.definition));
        for (entry, card) in cards.iter().filter(|(_, card)| card.set == set.set.folder) {
            let Some(cost) = card.raw.front().cost.as_ref() else { continue };
            let missing = missing(&cost.value, sources);
            // What the whole library cannot make has been said.
            if missing.is_empty() || !missing_in(&missing, all).is_empty() || castable_otherwise(&card.definition) {
                continue;
            }
            let message = format!("nothing in this deck makes {} mana for `{}`", words(&missing), card.key);
            let finding = findings.add(&deck.file, entry.span.clone(), message);
            finding.help.push("add lands that make it, or take the card out".to_owned());
            let see = finding.clone().see(&card.raw.file, cost.span.clone(), "its cost");
            *finding = see;
        }
    }
}

fn made_by(card: &CardDef) -> ColorSet {
    card.faces.iter().fold(ColorSet::empty(), |all, face| all | makes(face))
}

/// The colours that a cost needs for sure and that are not among those.
fn missing(cost: &ManaCost, there: ColorSet) -> Vec<Color> {
    let mut missing: Vec<Color> = Vec::new();
    let lacks = |mana: &ManaType| matches!(mana, ManaType::Colored(color) if !there.contains(color.set()));
    for symbol in &cost.symbols {
        match symbol {
            ManaSymbol::Of(mana) if lacks(mana) => missing.extend(color_of(*mana)),
            ManaSymbol::Hybrid(one, other) if lacks(one) && lacks(other) => {
                missing.extend(color_of(*one));
                missing.extend(color_of(*other));
            }
            ManaSymbol::Of(_) | ManaSymbol::Hybrid(..) | ManaSymbol::Generic(_) | ManaSymbol::X => {}
            // Generic mana, life or snow pays these as well.
            ManaSymbol::MonoHybrid(..) | ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..) | ManaSymbol::Snow => {}
        }
    }
    missing.sort_unstable();
    missing.dedup();
    missing
}

fn missing_in(colors: &[Color], there: ColorSet) -> Vec<Color> {
    colors.iter().copied().filter(|color| !there.contains(color.set())).collect()
}

fn color_of(mana: ManaType) -> Option<Color> {
    match mana {
        ManaType::Colored(color) => Some(color),
        ManaType::Colorless => None,
    }
}

fn words(colors: &[Color]) -> String {
    colors.iter().map(|color| color.word()).collect::<Vec<_>>().join(" or ")
}

/// Whether the card says another way to cast it, or does something from the hand or graveyard.
fn castable_otherwise(card: &CardDef) -> bool {
    let mut found = false;
    for face in &card.faces {
        for instance in face.abilities() {
            instance.ability.each(|permission: &CastPermission| found |= permission.cost.is_some());
            // Cycling and its like.
            found |= instance.ability.zones == Zones::Only(ZoneKind::Hand);
        }
    }
    found
}
