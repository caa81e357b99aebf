//! From the text of a file to facts with places: card files, `set.toml` and decks.
//!
//! Tables are walked by hand, since every key and value must keep its place, and one mistake must not hide the next. What is
//! found is collected as diagnostics; a value that could not be read is simply absent.

mod card;
mod card_rules;
mod deck;
mod printed;
mod set;
mod table;

pub use card::{CardLevel, CardLint, DecodedCard, DecodedFile, Rarity, RawCard, RawFace, RawScript, decode_card_file};
pub(crate) use card_rules::numbers_fit;
pub use deck::{Deck, DeckEntry, decode_deck};
pub use set::{RawSet, decode_set};
pub use table::{Spanned, Text};
