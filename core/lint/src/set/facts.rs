//! What the lints of sets ask about a set and its cards.

use crate::SetView;
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Ability, Callback, CostChange, Effect, NewMana};
use cardwright_engine::definition::Face;
use cardwright_engine::mana::{Color, ColorSet, ManaType};
use cardwright_engine::types::{BASIC_LAND_TYPES, CardType};
use cardwright_library::LibraryCard;
use cardwright_script::diagnostic::SourceFile;
use std::ops::Range;

/// Where findings about a whole set point: the name in its `set.toml`, or its first card if it has no such file.
pub(super) fn set_place(set: &SetView<'_>) -> Option<(SourceFile, Range<usize>)> {
    let path = format!("cards/{}/set.toml", set.set.folder);
    if let Some(file) = set.library.files().iter().find(|file| *file.path == *path) {
        let line = file.text.lines().next().unwrap_or_default();
        let name = file.text.find("name").map_or(0..line.len(), |at| {
            let rest = &file.text[at..];
            at..at + rest.find('\n').unwrap_or(rest.len())
        });
        return Some((file.clone(), name));
    }
    let first = set.cards.first()?;
    Some((first.raw.file.clone(), first.raw.name().span.clone()))
}

/// The colour of a card of exactly one colour.
pub(super) fn only_color(card: &LibraryCard) -> Option<Color> {
    let colors = card.definition.front().base.colors;
    if colors.count() == 1 { colors.colors().next() } else { None }
}

/// Whether its front is a card of that type.
pub(super) fn is(card: &LibraryCard, card_type: CardType) -> bool {
    card.definition.front().base.types.is(card_type)
}

/// The colours of mana that a face can make: by its types, and by its abilities.
pub(super) fn makes(face: &Face) -> ColorSet {
    let types = BASIC_LAND_TYPES.iter().filter(|(word, _)| face.base.types.subtypes.iter().any(|own| own.as_str() == *word));
    let mut colors: ColorSet = types.map(|(_, color)| *color).collect();
    for instance in face.abilities() {
        instance.ability.each(|effect: &Effect| {
            if let Effect::AddMana(_, produced) = effect {
                colors |= of_mana(&produced.kind);
            }
        });
        // "As though it were mana of any color".
        instance.ability.each(|change: &CostChange| {
            if let CostChange::PayWith(..) = change {
                colors = ColorSet::all();
            }
        });
    }
    colors
}

fn of_mana(mana: &NewMana) -> ColorSet {
    match mana {
        NewMana::Exactly(types) | NewMana::OneOf(types) | NewMana::Combination(types) => types
            .iter()
            .filter_map(|mana| match mana {
                ManaType::Colored(color) => Some(*color),
                ManaType::Colorless => None,
            })
            .collect(),
        // Whatever it comes to in a game.
        NewMana::Linked(_) | NewMana::CouldProduce(_) => ColorSet::all(),
    }
}

/// What an ability is, in one line: two abilities that say the same have the same line. There is none where a script decides.
pub(super) fn ability_line(ability: &Ability, owner: &str) -> Option<String> {
    let mut calls_back = false;
    ability.each(|_: &Callback| calls_back = true);
    // Tokens are known by the name of their card; what they are called is no matter.
    (!calls_back).then(|| format!("{:?} {:?}", ability.zones, ability.kind).replace(owner, "this"))
}

/// The line without its numbers.
pub(super) fn without_numbers(line: &str) -> String {
    let mut out = String::new();
    for letter in line.chars() {
        match letter {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            '-' => {}
            letter => out.push(letter),
        }
    }
    out
}

/// The line without the words for colours and basic land types.
pub(super) fn without_colors(line: &str) -> String {
    let mut out = line.to_owned();
    for (word, color) in BASIC_LAND_TYPES {
        let name = format!("{color:?}");
        out = out.replace(&name, "Color").replace(word, "Basic").replace(color.word(), "color");
    }
    // Sets of colours are written by the names of their flags.
    for color in Color::ALL {
        out = out.replace(&color.word().to_uppercase(), "COLOR");
    }
    out
}

/// "a, b and c".
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}
