//! Characteristics of objects (modern 109.3).

use crate::ability::AbilityInstance;
use crate::mana::{ColorSet, ManaCost};
use crate::symbol::Symbol;
use crate::types::{CardTypes, Supertypes, TypeLine};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What an object is, at one moment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Characteristics {
    /// Its name (201).
    pub name: Symbol,
    /// Its mana cost (202); lands and most tokens have none.
    pub cost: Option<ManaCost>,
    /// Its colours (105).
    pub colors: ColorSet,
    /// Its types (205).
    pub types: TypeLine,
    /// Its power, if it has one (208).
    pub power: Option<i32>,
    /// Its toughness, if it has one (208).
    pub toughness: Option<i32>,
    /// The numbers that are printed on it besides: loyalty (209), defense (210), hand and life modifier (211, 212), or what an
    /// author's card type brings.
    pub numbers: Numbers,
    /// Its abilities in order (113).
    pub abilities: Vec<AbilityInstance>,
    /// Base power and toughness after layer 7b (208.4b), for what asks for the base.
    pub base_pt: (Option<i32>, Option<i32>),
    /// The mana cost that its mana value is worked out from where it has none itself: of the back face of a card that
    /// transforms, that of the front (202.3b).
    #[serde(default)]
    pub valued_as: Option<ManaCost>,
    /// The names that it has besides its own (612.7).
    #[serde(default)]
    pub also_named: Option<NamesOf>,
}

/// Printed numbers by their words: "loyalty", "defense"...
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Numbers(SmallVec<[(Symbol, i16); 1]>);

impl Numbers {
    /// The number of that word.
    pub fn get(&self, word: Symbol) -> Option<i16> {
        self.0.iter().find(|(known, _)| *known == word).map(|(_, number)| *number)
    }
    /// Prints a number, in place of one of the same word.
    pub fn set(&mut self, word: Symbol, number: i16) {
        match self.0.iter_mut().find(|(known, _)| *known == word) {
            Some((_, known)) => *known = number,
            None => self.0.push((word, number)),
        }
    }
    /// All of them, in the order in which they are printed.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, i16)> + '_ {
        self.0.iter().copied()
    }
}

/// The number alone that is printed with that word, if any.
impl From<Option<(Symbol, i16)>> for Numbers {
    fn from(number: Option<(Symbol, i16)>) -> Self {
        Numbers(number.into_iter().collect())
    }
}

/// The names of all cards of some sort: those of all these types and none of these supertypes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NamesOf {
    /// The types that such a card has.
    pub types: CardTypes,
    /// The supertypes that it has not.
    pub without: Supertypes,
}

impl NamesOf {
    /// Whether a card with these printed characteristics is of the sort.
    pub fn covers(&self, card: &Characteristics) -> bool {
        card.types.types.contains(self.types) && !card.types.supertypes.intersects(self.without)
    }
}

impl Characteristics {
    /// The mana value with X as `x` (202.3).
    pub fn mana_value(&self, x: u32) -> u32 {
        self.cost.as_ref().or(self.valued_as.as_ref()).map_or(0, |cost| cost.mana_value(x))
    }
    /// Whether it has that keyword ability.
    pub fn has_keyword(&self, keyword: Symbol) -> bool {
        self.abilities.iter().any(|instance| instance.ability.keyword.is_some_and(|word| word.name == keyword))
    }
}
