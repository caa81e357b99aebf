//! Card types (modern 205.2, 300): those of the rules, and those that authors have made up.

use crate::symbol::Symbol;
use bitflags::bitflags;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::{PoisonError, RwLock};

macro_rules! card_types {
    ($($name:ident = $word:literal),* $(,)?) => {
        /// A card type (modern 300.1). `Kindred` was once called tribal.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
        #[allow(missing_docs)]
        pub enum CardType {
            $($name,)*
            /// One that the rules do not know: a type file has made it up.
            Own(#[drive(skip)] OwnType),
        }

        impl CardType {
            /// Those of the rules, in alphabetical order (300.1).
            pub const ALL: &[CardType] = &[$(CardType::$name),*];
            /// The word on a type line.
            pub fn word(self) -> &'static str {
                match self {
                    $(CardType::$name => $word,)*
                    CardType::Own(own) => own.word().as_str(),
                }
            }
            const fn place(self) -> u32 {
                let rules: &[CardType] = CardType::ALL;
                match self {
                    CardType::Own(OwnType(place)) => rules.len() as u32 + place as u32,
                    $(CardType::$name => Place::$name as u32,)*
                }
            }
        }
        /// The places of the bits.
        #[derive(Clone, Copy)]
        enum Place { $($name),* }
    };
}

card_types! {
    Artifact = "Artifact", Battle = "Battle", Conspiracy = "Conspiracy", Creature = "Creature", Dungeon = "Dungeon",
    Enchantment = "Enchantment", Instant = "Instant", Kindred = "Kindred", Land = "Land", Phenomenon = "Phenomenon",
    Plane = "Plane", Planeswalker = "Planeswalker", Scheme = "Scheme", Sorcery = "Sorcery", Vanguard = "Vanguard",
}

impl CardType {
    /// The one that this word names, in any case: of the rules, or made up and known by now.
    pub fn from_word(word: &str) -> Option<Self> {
        let of_the_rules = Self::ALL.iter().copied().find(|one| one.word().eq_ignore_ascii_case(word));
        of_the_rules.or_else(|| OwnType::known().find(|own| own.word().as_str().eq_ignore_ascii_case(word)).map(CardType::Own))
    }
    /// The set with this one alone.
    pub const fn set(self) -> CardTypes {
        CardTypes::from_bits_retain(1 << self.place())
    }
    /// Whether objects of this type can be permanents (modern 110.4).
    pub fn is_permanent(self) -> bool {
        CardTypes::PERMANENT.contains(self.set())
    }
}

bitflags! {
    /// A set of [`CardType`].
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct CardTypes: u32 {
        /// Every member.
        const ALL_BITS = u32::MAX;
    }
}

/// The bits of the types that the rules know.
const OF_THE_RULES: u32 = (1 << CardType::ALL.len()) - 1;

impl CardTypes {
    /// The types of permanents (modern 110.4). Types that authors make up are among them.
    pub const PERMANENT: CardTypes = CardTypes::from_bits_retain(
        CardType::Artifact.set().bits()
            | CardType::Battle.set().bits()
            | CardType::Creature.set().bits()
            | CardType::Enchantment.set().bits()
            | CardType::Land.set().bits()
            | CardType::Planeswalker.set().bits()
            | !OF_THE_RULES,
    );
    /// The types of cards that are no part of a deck and spend the whole game in the command zone, or outside the game (modern
    /// 309.2, 311.2, 312.2, 313.2, 314.2, 315.3).
    pub const COMMAND: CardTypes = CardTypes::from_bits_retain(
        CardType::Conspiracy.set().bits()
            | CardType::Dungeon.set().bits()
            | CardType::Phenomenon.set().bits()
            | CardType::Plane.set().bits()
            | CardType::Scheme.set().bits()
            | CardType::Vanguard.set().bits(),
    );
    /// Whether this set has the type.
    pub const fn has(self, card_type: CardType) -> bool {
        self.contains(card_type.set())
    }
    /// The members: those of the rules in alphabetical order, then those of authors.
    pub fn members(self) -> impl Iterator<Item = CardType> {
        let own =
            (CardType::ALL.len() as u32..u32::BITS).map(|place| CardType::Own(OwnType(place as u8 - CardType::ALL.len() as u8)));
        CardType::ALL.iter().copied().chain(own).filter(move |one| self.contains(one.set()))
    }
}

impl FromIterator<CardType> for CardTypes {
    fn from_iter<T: IntoIterator<Item = CardType>>(items: T) -> Self {
        items.into_iter().fold(CardTypes::empty(), |set, one| set | one.set())
    }
}

/// How a set is written: by words where they are an author's, since the places of these differ from one run of the program to the
/// next.
#[derive(Serialize, Deserialize)]
struct Written(u16, Vec<OwnType>);

impl Serialize for CardTypes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut own: Vec<OwnType> = Vec::new();
        if self.bits() > OF_THE_RULES {
            own.extend(self.members().filter_map(|one| if let CardType::Own(own) = one { Some(own) } else { None }));
            own.sort_by_key(|own| own.word());
        }
        Written((self.bits() & OF_THE_RULES) as u16, own).serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for CardTypes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written(bits, own) = Written::deserialize(deserializer)?;
        let rules = CardTypes::from_bits_retain(u32::from(bits) & OF_THE_RULES);
        Ok(own.into_iter().fold(rules, |set, own| set | CardType::Own(own).set()))
    }
}

/// A card type that a type file has made up. It is a type of permanents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnType(u8);

/// By their words, so that what was heard of first shows nowhere.
impl Ord for OwnType {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.word().cmp(&other.word())
    }
}
impl PartialOrd for OwnType {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The words, in the order in which they were first heard.
static OWN: RwLock<Vec<Symbol>> = RwLock::new(Vec::new());

impl OwnType {
    /// How many there can be in one run of the program.
    pub const LIMIT: usize = u32::BITS as usize - CardType::ALL.len();

    /// The type of that name, known from now on. `None` if there are [`OwnType::LIMIT`] others.
    pub fn named(word: Symbol) -> Option<Self> {
        if let Some(known) = Self::known().find(|own| own.word() == word) {
            return Some(known);
        }
        let mut words = OWN.write().unwrap_or_else(PoisonError::into_inner);
        let place = words.iter().position(|known| *known == word).unwrap_or_else(|| {
            words.push(word);
            words.len() - 1
        });
        (place < Self::LIMIT).then_some(OwnType(place as u8))
    }
    /// Those that are known.
    pub fn known() -> impl Iterator<Item = Self> {
        let count = OWN.read().unwrap_or_else(PoisonError::into_inner).len();
        (0..count.min(Self::LIMIT)).map(|place| OwnType(place as u8))
    }
    /// Its word.
    pub fn word(self) -> Symbol {
        OWN.read().unwrap_or_else(PoisonError::into_inner).get(usize::from(self.0)).copied().unwrap_or_default()
    }
}

impl Serialize for OwnType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.word().serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for OwnType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = Symbol::deserialize(deserializer)?;
        OwnType::named(word).ok_or_else(|| serde::de::Error::custom(format!("too many card types of authors: {word}")))
    }
}
