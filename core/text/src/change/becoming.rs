//! Types, colours and base power and toughness together: "becomes a 3/3 blue Elemental creature with flying".

use super::become_word;
use crate::noun::{Noun, Person};
use crate::sentence::{listed, with_article};
use crate::speech::{Referent, Speech};
use crate::words::plural;
use cardwright_engine::ability::{Amount, TypeChange};
use cardwright_engine::characteristics::NamesOf;
use cardwright_engine::ids::Var;
use cardwright_engine::mana::ColorSet;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{BASIC_LAND_TYPES, CardType, CardTypes, Supertypes, TypeLine};

/// What something becomes.
#[derive(Clone, Default)]
pub(super) struct Becoming {
    types: TypeChange,
    pub colors: Option<ColorSet>,
    pub more_colors: ColorSet,
    pub chosen_color: bool,
    pub base: Option<(Option<Amount>, Option<Amount>)>,
    pub name: Option<Symbol>,
    /// Keywords: "with flying and haste".
    pub with: Vec<String>,
}

impl Becoming {
    pub fn types(&mut self, more: &TypeChange) {
        let types = &mut self.types;
        types.set_types = more.set_types.or(types.set_types);
        types.add_types |= more.add_types;
        types.remove_types |= more.remove_types;
        types.add_supertypes |= more.add_supertypes;
        types.remove_supertypes |= more.remove_supertypes;
        types.set_subtypes = more.set_subtypes.clone().or(types.set_subtypes.take());
        types.add_subtypes.extend(more.add_subtypes.iter().copied());
        types.remove_creature_types |= more.remove_creature_types;
        types.every_creature_type |= more.every_creature_type;
        types.add_linked_subtype = more.add_linked_subtype.or(types.add_linked_subtype);
    }
    /// Whether it says a size and a card type, so that keywords stand behind them.
    pub fn makes_creature(&self) -> bool {
        let creature = CardType::Creature.set();
        self.types.add_types.contains(creature) || self.types.set_types.is_some_and(|types| types.contains(creature))
    }
}

impl Speech<'_> {
    /// The predicates that say it, and a sentence behind them.
    pub(super) fn becoming(&mut self, becoming: &Becoming, subject: &Noun, lasting: bool) -> (Vec<String>, Option<String>) {
        let (one, many) = become_word(lasting);
        let is = subject.verb(one, many);
        let mut said = Vec::new();
        let mut after = None;
        let types = &becoming.types;
        let other = |what: &str| format!(" in addition to {} other {what}", subject.pronoun().possessive());
        let added_type = !types.add_types.is_empty() || !types.add_subtypes.is_empty();
        let set_type = types.set_types.is_some() || types.set_subtypes.is_some();
        let mut base_said = becoming.base.is_none();
        let mut colors_said = becoming.colors.is_none() && becoming.more_colors.is_empty();
        if set_type || added_type {
            let creature = becoming.makes_creature();
            let size = becoming.base.as_ref().filter(|_| creature).and_then(fixed_size);
            base_said |= size.is_some();
            colors_said = true;
            let colors = color_words(becoming.colors.unwrap_or(becoming.more_colors), becoming.colors.is_some());
            let mut words: Vec<String> = size.into_iter().chain(colors).collect();
            words.extend(types.add_supertypes.members().map(|one| one.word().to_lowercase()));
            let subtypes = types.set_subtypes.iter().flatten().chain(&types.add_subtypes);
            words.extend(subtypes.map(Symbol::to_string));
            let own = self.types_of(subject);
            let kept = creature
                && !set_type
                && becoming.more_colors.is_empty()
                && (becoming.base.is_some() || types.add_subtypes.is_empty());
            if kept && !lasting {
                words.extend(card_types(own.difference(CardType::Creature.set() | CardType::Land.set())));
            }
            words.extend(card_types(types.set_types.unwrap_or(types.add_types)));
            let what = words.join(" ");
            let what = if super::is_many(subject) { plural(&what) } else { with_article(&what) };
            let mut text = format!("{is} {what}");
            if let Some((power, toughness)) = becoming.base.as_ref().filter(|_| !base_said) {
                let size = self.base_pt(power.as_ref(), toughness.as_ref());
                let size = if creature { size.replace("base ", "") } else { size };
                text.push_str(&format!(" with {size}"));
                base_said = true;
            }
            if !becoming.with.is_empty() {
                text.push_str(&format!(" with {}", listed(&becoming.with, "and")));
            }
            if let Some(name) = becoming.name {
                text.push_str(&format!(" named {name}"));
            }
            if !set_type && !kept {
                let land = types.add_types.is_empty() && types.add_subtypes.iter().all(|one| is_land_type(*one));
                let sort = if land { "land types" } else { "types" };
                let sort = if becoming.more_colors.is_empty() { sort.to_owned() } else { format!("colors and {sort}") };
                text.push_str(&other(&sort));
            } else if kept && (lasting || own.has(CardType::Land)) {
                let still = card_types(own.difference(types.add_types));
                if lasting && !still.is_empty() {
                    after = Some(format!("{} still {}", be(&subject.pronoun()), kind(&still, super::is_many(subject))));
                } else if own.has(CardType::Land) {
                    text.push_str(if super::is_many(subject) { " that are still lands" } else { " that's still a land" });
                }
            }
            said.push(text);
        } else if let Some(name) = becoming.name {
            said.push(format!("{is} named {name}"));
        }
        if becoming.chosen_color {
            said.push(format!("{is} the chosen color"));
        }
        if !colors_said {
            match becoming.colors {
                Some(colors) => said.push(format!("{is} {}", color_words(colors, true).unwrap_or_default())),
                None => {
                    let colors = color_words(becoming.more_colors, false).unwrap_or_default();
                    said.push(format!("{is} {colors}{}", other("colors")));
                }
            }
        }
        if let Some((power, toughness)) = becoming.base.as_ref().filter(|_| !base_said) {
            let size = self.base_pt(power.as_ref(), toughness.as_ref());
            said.push(format!("{} {size}", subject.verb("has", "have")));
        }
        self.type_rest(types, subject, lasting, added_type || set_type, &mut said);
        (said, after)
    }
    fn type_rest(&self, types: &TypeChange, subject: &Noun, lasting: bool, supertypes_said: bool, said: &mut Vec<String>) {
        let (one, many) = become_word(lasting);
        let is = subject.verb(one, many);
        if types.remove_creature_types {
            said.push(format!("{} all creature types", subject.verb("loses", "lose")));
        }
        if types.every_creature_type {
            said.push(format!("{} every creature type", subject.verb("is", "are")));
        }
        if types.add_linked_subtype.is_some() {
            let its = subject.pronoun().possessive();
            said.push(format!("{is} the chosen type in addition to {its} other types"));
        }
        if !types.add_supertypes.is_empty() && !supertypes_said {
            said.push(format!("{is} {}", supertype_words(types.add_supertypes)));
        }
        if !types.remove_supertypes.is_empty() {
            said.push(format!("{} {}", subject.verb("isn't", "aren't"), supertype_words(types.remove_supertypes)));
        }
        if !types.remove_types.is_empty() {
            let kinds = kind(&card_types(types.remove_types), super::is_many(subject));
            said.push(format!("{} {kinds}", subject.verb("isn't", "aren't")));
        }
    }
    /// The card types that the words of the noun say.
    fn types_of(&self, subject: &Noun) -> CardTypes {
        // "It" is what was named last.
        let last = self.mentions.iter().rev().find(|mention| {
            mention.referent != Referent::Var(Var::AFFECTED)
                && mention.kind.person == Person::Thing
                && mention.kind.number == subject.number
        });
        let other = last.filter(|mention| subject.is_pronoun() && mention.referent != Referent::This);
        let own = subject.text == self.face.base.name.as_str() || subject.is_pronoun() || subject.text.starts_with("this ");
        if own && other.is_none() {
            return self.face.base.types.types;
        }
        let words = other.map_or(&subject.text, |mention| &mention.kind.text).replace("noncreature", "").replace("nonland", "");
        let says = |one: &CardType| {
            let word = one.word().to_lowercase();
            words.split([' ', ',']).any(|said| said == word || said == plural(&word))
        };
        CardType::ALL.iter().copied().filter(says).collect()
    }
}

/// "2/2", if both are plain numbers.
fn fixed_size((power, toughness): &(Option<Amount>, Option<Amount>)) -> Option<String> {
    match (power, toughness) {
        (Some(Amount::Fixed(power)), Some(Amount::Fixed(toughness))) => Some(format!("{power}/{toughness}")),
        (Some(Amount::X), Some(Amount::X)) => Some("X/X".to_owned()),
        _ => None,
    }
}

fn color_words(colors: ColorSet, set: bool) -> Option<String> {
    if colors.is_empty() {
        return set.then(|| "colorless".to_owned());
    }
    if colors.count() == 5 {
        return Some("all colors".to_owned());
    }
    Some(listed(&colors.colors().map(|color| color.word().to_owned()).collect::<Vec<_>>(), "and"))
}

fn card_types(types: CardTypes) -> Vec<String> {
    types.members().map(|one| one.word().to_lowercase()).collect()
}

fn supertype_words(types: Supertypes) -> String {
    listed(&types.members().map(|one| one.word().to_lowercase()).collect::<Vec<_>>(), "or")
}

/// "a land", "artifacts"
fn kind(words: &[String], many: bool) -> String {
    let words = words.join(" ");
    if many { plural(&words) } else { with_article(&words) }
}

fn be(pronoun: &Noun) -> String {
    crate::sentence::capital(&format!("{}{}", pronoun.text, pronoun.verb("'s", "'re")))
}

fn is_land_type(subtype: Symbol) -> bool {
    BASIC_LAND_TYPES.iter().any(|(word, _)| *word == subtype.as_str())
}

/// "this creature", "this land".
pub(super) fn this_word(types: &TypeLine) -> &'static str {
    match types.types {
        types if types.has(CardType::Creature) => "this creature",
        types if types.has(CardType::Land) => "this land",
        types if types.has(CardType::Artifact) => "this artifact",
        types if types.has(CardType::Enchantment) => "this enchantment",
        types if types.has(CardType::Planeswalker) => "this planeswalker",
        _ => "this permanent",
    }
}

/// "nonlegendary creature cards"
pub(super) fn cards_named(names: &NamesOf) -> String {
    let mut words: Vec<String> = names.without.members().map(|one| format!("non{}", one.word().to_lowercase())).collect();
    words.extend(card_types(names.types));
    format!("{} cards", words.join(" ")).trim_start().to_owned()
}
