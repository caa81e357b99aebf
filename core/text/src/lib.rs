//! Rules text: what abilities say in plain rules English, written from their data.
//!
//! Every piece of ability data has a function here that says it: filters and particular objects as nouns ([`noun`]), effects as
//! sentences, costs, conditions, events and rules as clauses. [`rules_text`] writes a whole face, one [`Paragraph`] for each
//! ability or line of keywords. Matches over ability data have no `_` arm: a new kind of effect does not compile until it can be said.

mod abilities;
mod amount;
mod change;
mod condition;
mod cost;
mod effect;
mod filter;
mod keywords;
mod noun;
mod objects;
mod pattern;
mod piece;
mod players;
mod replacement;
mod rule;
mod sentence;
mod speech;
mod statics;
mod target;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod words;

use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use std::ops::Range;
use std::sync::Arc;

pub use abilities::rules_text;
pub use piece::Pieces;

/// The edition whose wording is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// Today's templating (2024).
    #[default]
    Modern,
    /// The wording of 1999: "comes into play", "in play", "bury", "tap: add", "removed from the game".
    Classic,
}

/// How text is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// The edition's wording.
    pub edition: Edition,
    /// Whether keywords are followed by their reminder text.
    pub reminders: bool,
}

/// What the writer has to look up: files of keywords and definitions of tokens.
pub trait Lexicon {
    /// The reminder text of a keyword with that argument, without parentheses.
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String>;
    /// The definition with that key: what a token is.
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>>;
}

/// One paragraph of rules text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paragraph {
    /// What it says.
    pub text: String,
    /// The abilities of the face that it says, by their places.
    pub abilities: Range<usize>,
}

/// The paragraphs as a card shows them, one a line.
pub fn joined(paragraphs: &[Paragraph]) -> String {
    paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect::<Vec<_>>().join("\n")
}
