//! The Rhai host: the authors' vocabulary, each word building a piece of engine data.
//!
//! A card's script runs once, when the card is loaded. It does not act on a game: every word returns a value, and the script puts abilities
//! together out of them. Start at [`ScriptHost::compile`]; the words are in `words/`, one file for each topic.

mod assemble;
mod call;
mod coerce;
pub mod diagnostic;
mod host;
/// The words of a script with their places, for editors.
pub mod lexer {
    pub use crate::host::lexer::{Token, tokens};
}
mod reference;
mod shop;
pub mod text;
pub mod trace;
mod value;
mod words;

pub use host::{CardScript, Compiled, Guest, KeywordUse, ScriptHost, ScriptRunner, ScriptSource, Takes, script_version};
pub use reference::{WordDoc, markdown};
pub use shop::Uses;
pub use words::WordKind;
