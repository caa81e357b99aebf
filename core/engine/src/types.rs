//! Supertypes, subtypes and type lines (modern 205).

pub use crate::card_type::{CardType, CardTypes, OwnType};
use crate::symbol::Symbol;
use bitflags::bitflags;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! word_sets {
    ($(#[$doc:meta])* $one:ident, $set:ident: $bits:ty { $($name:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
        #[allow(missing_docs)]
        pub enum $one { $($name),* }

        impl $one {
            /// All of them, in declaration order.
            pub const ALL: &[$one] = &[$($one::$name),*];
            /// The word on a type line.
            pub fn word(self) -> &'static str { match self { $($one::$name => $word),* } }
            /// The one that this word names, in any case.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word().eq_ignore_ascii_case(word))
            }
            /// The set with this one alone.
            pub fn set(self) -> $set { $set::from_bits_truncate(1 << self as u32) }
        }

        bitflags! {
            #[doc = concat!("A set of [`", stringify!($one), "`].")]
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
            pub struct $set: $bits {
                /// Every member.
                const ALL_BITS = <$bits>::MAX;
            }
        }
        impl $set {
            /// The members in declaration order.
            pub fn members(self) -> impl Iterator<Item = $one> {
                $one::ALL.iter().copied().filter(move |one| self.contains(one.set()))
            }
        }
        impl FromIterator<$one> for $set {
            fn from_iter<T: IntoIterator<Item = $one>>(items: T) -> Self {
                items.into_iter().fold($set::empty(), |set, one| set | one.set())
            }
        }
    };
}

word_sets! {
    /// A supertype (modern 205.4a).
    Supertype, Supertypes: u8 {
        Basic = "Basic", Legendary = "Legendary", Ongoing = "Ongoing", Snow = "Snow", World = "World",
    }
}

/// The five basic land types with the mana each gives (modern 305.6).
pub const BASIC_LAND_TYPES: [(&str, crate::mana::Color); 5] = [
    ("Plains", crate::mana::Color::White),
    ("Island", crate::mana::Color::Blue),
    ("Swamp", crate::mana::Color::Black),
    ("Mountain", crate::mana::Color::Red),
    ("Forest", crate::mana::Color::Green),
];

/// A type line: supertypes, card types and subtypes (modern 205).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct TypeLine {
    /// "Legendary", "Basic"...
    pub supertypes: Supertypes,
    /// "Creature", "Land"...
    pub types: CardTypes,
    /// "Goblin", "Forest", "Aura"... in printed order, each once.
    pub subtypes: Vec<Symbol>,
    /// Whether the object is every creature type.
    pub every_creature_type: bool,
}

impl TypeLine {
    /// Whether it has the card type.
    pub fn is(&self, card_type: CardType) -> bool {
        self.types.has(card_type)
    }
    /// Whether it has the subtype.
    pub fn has_subtype(&self, subtype: Symbol) -> bool {
        self.subtypes.contains(&subtype)
    }
    /// Adds a subtype unless it is there.
    pub fn add_subtype(&mut self, subtype: Symbol) {
        if !self.has_subtype(subtype) {
            self.subtypes.push(subtype);
        }
    }
}

impl fmt::Display for TypeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.supertypes.members().map(Supertype::word).chain(self.types.members().map(CardType::word));
        f.write_str(&words.collect::<Vec<_>>().join(" "))?;
        if !self.subtypes.is_empty() {
            let subtypes: Vec<_> = self.subtypes.iter().map(|subtype| subtype.as_str()).collect();
            write!(f, " - {}", subtypes.join(" "))?;
        }
        Ok(())
    }
}
