//! What the rules say of every object of a type, as data: `scripts/types` says it, one file for each type.
//!
//! A type brings *abilities*, which an object has as long as it has the type, and can lose like any other (modern 305.6, 306.5b,
//! 310.11b); and *laws*, which are no abilities: they hold of the object whatever happens to its abilities (306.8, 310.6, 704.5).

use crate::ability::{AbilityInstance, AbilityRef, Origin};
use crate::card_type::{CardType, CardTypes};
use crate::characteristics::Characteristics;
use crate::definition::CardDef;
use crate::symbol::Symbol;
use crate::types::TypeLine;
use serde::{Deserialize, Serialize};

/// What a definition of a type says besides the abilities that the type brings, which are those of its face.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TypeFacts {
    /// Of a subtype, the card types one of which the object has to have as well (205.3d). Empty for a card type.
    pub of: CardTypes,
    /// The number that cards of the type have printed on them, which on the battlefield is that of the counters of the same name
    /// (306.5, 310.4).
    pub number: Option<Symbol>,
    /// What holds of every object of the type: static abilities, of which only rules are read.
    pub laws: Vec<AbilityRef>,
}

/// Where laws begin among the places of an object's abilities: no object has so many abilities.
pub(crate) const FIRST_LAW: u16 = 1 << 15;

/// A type as the table has it.
#[derive(Clone, PartialEq, Debug)]
struct TypeRule {
    word: Word,
    number: Option<Symbol>,
    abilities: Vec<AbilityRef>,
    /// The places of its laws.
    laws: std::ops::Range<u16>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Word {
    Type(CardType),
    Subtype(Symbol, CardTypes),
}

impl TypeRule {
    fn is_of(&self, types: &TypeLine) -> bool {
        match self.word {
            Word::Type(card_type) => types.is(card_type),
            Word::Subtype(word, of) => (of.is_empty() || types.types.intersects(of)) && types.has_subtype(word),
        }
    }
}

/// All types of which something is said, those of subtypes first: what a subtype says comes before what its card type says.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TypeTable {
    rules: Vec<TypeRule>,
    laws: Vec<AbilityInstance>,
    /// The card types and the card types of subtypes of which something is said: whatever has none of them is passed over.
    concerned: CardTypes,
}

impl TypeTable {
    /// The table of these definitions of types.
    pub fn of<'d>(definitions: impl Iterator<Item = &'d CardDef>) -> Self {
        let mut table = TypeTable::default();
        let mut found: Vec<(&CardDef, &TypeFacts)> = definitions.filter_map(|one| Some((one, one.of_type.as_deref()?))).collect();
        found.sort_by_key(|(definition, facts)| (facts.of.is_empty(), definition.name()));
        for (definition, facts) in found {
            let name = definition.name();
            let word = match CardType::from_word(name.as_str()) {
                Some(card_type) if facts.of.is_empty() => Word::Type(card_type),
                _ => Word::Subtype(name, facts.of),
            };
            table.concerned |= match word {
                Word::Type(card_type) => card_type.set(),
                Word::Subtype(_, of) if of.is_empty() => CardTypes::ALL_BITS,
                Word::Subtype(_, of) => of,
            };
            let first = FIRST_LAW + table.laws.len() as u16;
            let said = facts.laws.iter().map(|ability| AbilityInstance { ability: ability.clone(), origin: Origin::OfType });
            table.laws.extend(said);
            let laws = first..FIRST_LAW + table.laws.len() as u16;
            let abilities = definition.front().abilities().iter().map(|instance| instance.ability.clone()).collect();
            table.rules.push(TypeRule { word, number: facts.number, abilities, laws });
        }
        table
    }

    fn rules_for<'a>(&'a self, types: &'a TypeLine) -> impl Iterator<Item = &'a TypeRule> {
        let concerned = types.types.intersects(self.concerned);
        let rules = if concerned { self.rules.as_slice() } else { &[] };
        rules.iter().filter(move |rule| rule.is_of(types))
    }
    /// The laws that hold of an object with these types, with their places.
    pub fn laws_for<'a>(&'a self, types: &'a TypeLine) -> impl Iterator<Item = (u16, &'a AbilityInstance)> {
        self.rules_for(types).flat_map(move |rule| rule.laws.clone().filter_map(move |place| Some((place, self.law(place)?))))
    }
    /// The law in that place.
    pub fn law(&self, place: u16) -> Option<&AbilityInstance> {
        self.laws.get(usize::from(place.checked_sub(FIRST_LAW)?))
    }
    /// Whether the same laws hold of both.
    pub fn same_laws(&self, one: &TypeLine, other: &TypeLine) -> bool {
        one == other || self.laws_for(one).map(|(place, _)| place).eq(self.laws_for(other).map(|(place, _)| place))
    }
    /// Whether objects with these types have that number, as far as the types know of it (306.5).
    pub fn has_number(&self, types: &TypeLine, number: Symbol) -> bool {
        let mut known = self.rules.iter().filter(|rule| rule.number == Some(number)).peekable();
        known.peek().is_none() || known.any(|rule| rule.is_of(types))
    }

    /// Makes the abilities that types bring agree with the type line. One that the object has anyway counts.
    pub fn settle(&self, characteristics: &mut Characteristics) {
        let Characteristics { types, abilities, .. } = characteristics;
        let wanted = |ability: &AbilityRef| self.rules_for(types).any(|rule| rule.abilities.contains(ability));
        abilities.retain(|instance| instance.origin != Origin::OfType || wanted(&instance.ability));
        for ability in self.rules_for(types).flat_map(|rule| &rule.abilities) {
            if !abilities.iter().any(|instance| instance.ability == *ability) {
                abilities.push(AbilityInstance { ability: ability.clone(), origin: Origin::OfType });
            }
        }
    }
    /// Whether [`TypeTable::settle`] would change something.
    pub fn is_settled(&self, characteristics: &Characteristics) -> bool {
        let Characteristics { types, abilities, .. } = characteristics;
        let mut wanted = self.rules_for(types).flat_map(|rule| &rule.abilities);
        let strange = |instance: &&AbilityInstance| {
            instance.origin == Origin::OfType && !self.rules_for(types).any(|rule| rule.abilities.contains(&instance.ability))
        };
        wanted.all(|ability| abilities.iter().any(|instance| instance.ability == *ability))
            && !abilities.iter().any(|instance| strange(&instance))
    }
}
