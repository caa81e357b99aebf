//! Interned words: card names, subtypes, keyword names, kinds of counters.
//!
//! A [`Symbol`] compares by address, orders and hashes by its text, so that no order of interning can leak into a game.

use derive_visitor::{Drive, DriveMut, Event, Visitor, VisitorMut};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// An interned word. Copying and comparing for equality cost as much as for an address.
#[derive(Clone, Copy)]
pub struct Symbol(&'static str);

impl Symbol {
    /// The symbol for `text`. Distinct words are kept for the life of the process.
    pub fn new(text: &str) -> Self {
        let mut words = WORDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = words.get(text) {
            return Symbol(known);
        }
        let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
        words.insert(kept);
        Symbol(kept)
    }

    /// The word itself.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// Whether this is the empty word (a face-down object has no name, modern 708.2a).
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

impl Default for Symbol {
    fn default() -> Self {
        Symbol::new("")
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Symbol {}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other { Ordering::Equal } else { self.0.cmp(other.0) }
    }
}
impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
impl From<&str> for Symbol {
    fn from(text: &str) -> Self {
        Symbol::new(text)
    }
}
impl Serialize for Symbol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}
impl<'de> Deserialize<'de> for Symbol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Symbol::new(&text))
    }
}
impl Drive for Symbol {
    fn drive<V: Visitor>(&self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        visitor.visit(self, Event::Exit);
    }
}
impl DriveMut for Symbol {
    fn drive_mut<V: VisitorMut>(&mut self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        visitor.visit(self, Event::Exit);
    }
}

/// The words that rules themselves speak of, interned once: they are asked for with every check of the game's state.
pub(crate) mod known {
    use super::Symbol;
    use std::sync::LazyLock;

    macro_rules! known {
        ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
            $($(#[$doc])* pub(crate) static $name: LazyLock<Symbol> = LazyLock::new(|| Symbol::new($text));)*
        };
    }
    known! {
        /// modern 303.4
        AURA = "Aura";
        /// modern 505.5
        ATTRACTION = "Attraction";
        /// modern 104.3d
        POISON = "poison";
        /// modern 122.3
        PLUS_ONE = "+1/+1";
        /// modern 122.3
        MINUS_ONE = "-1/-1";
        /// The tag of a cost of nothing (118.9).
        FREE = "free";
    }
}
