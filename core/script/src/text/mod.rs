//! The small languages of card texts: mana costs, ability costs, type lines, keyword lines, power and toughness.
//!
//! Each is lexed with `logos` and answers with engine data or with [`TextError`]s that mark what is wrong and say what to
//! write instead. Nothing here knows which keywords exist: callers pass the names.

pub mod keyword_line;
pub mod mana_cost;
pub mod printed_number;
mod symbols;
pub mod type_line;

use crate::diagnostic::{Diagnostic, SourceFile, nearest};
use std::ops::Range;

pub use keyword_line::{KeywordLine, keyword_line};
pub use mana_cost::{CostSymbol, ability_cost, mana_cost};
pub use printed_number::{PrintedNumber, power_toughness, printed_number};
pub use type_line::type_line;

/// A mistake in one of the small languages. Spans count from the beginning of the text that was given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// The stable kebab-case name of this kind of trouble.
    pub code: &'static str,
    /// The bytes that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead; may be empty.
    pub help: String,
}

impl TextError {
    /// A mistake at `span`.
    pub fn new(code: &'static str, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        TextError { code, span, message: message.into(), help: help.into() }
    }

    /// The diagnostic for a text that begins at byte `offset` of the file.
    pub fn diagnostic(&self, file: &SourceFile, offset: usize) -> Diagnostic {
        self.diagnostic_at(file, self.span.start + offset..self.span.end + offset)
    }

    /// The diagnostic with a span of the caller's, for texts that do not stand in the file as they are.
    pub fn diagnostic_at(&self, file: &SourceFile, span: Range<usize>) -> Diagnostic {
        let trouble = Diagnostic::error(self.code, self.message.clone()).at(file, span);
        if self.help.is_empty() { trouble } else { trouble.help(self.help.clone()) }
    }
}

/// The value, or every mistake that was found: at least one.
pub type Parsed<T> = Result<T, Vec<TextError>>;

/// The value unless there are mistakes.
fn parsed<T>(value: T, errors: Vec<TextError>) -> Parsed<T> {
    if errors.is_empty() { Ok(value) } else { Err(errors) }
}

/// No text of these languages is longer; more is refused before it is lexed.
const LONGEST: usize = 400;

fn refuse_long(code: &'static str, text: &str, what: &str) -> Result<(), Vec<TextError>> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    Err(vec![TextError::new(
        code,
        0..text.len(),
        format!("{what} of {} bytes is too long", text.len()),
        format!("keep it under {LONGEST} bytes"),
    )])
}

/// "did you mean ...?", or `otherwise`.
fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    match nearest(word, known) {
        Some(word) => format!("did you mean `{word}`?"),
        None => otherwise.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_answered_with_spans_within_it() {
        let pieces = ["{", "}", "1", "R", "/", "P", "T", ",", " ", "-", "—", "*", "+", "é", "Creature", "ward", "from"];
        let count = pieces.len();
        for number in 0..count * count * count {
            let text = [pieces[number % count], pieces[number / count % count], pieces[number / count / count]].concat();
            let errors = [
                mana_cost(&text).err(),
                ability_cost(&text).err(),
                type_line(&text).err(),
                keyword_line(&text, ["ward"]).err(),
                printed_number(&text).err(),
                power_toughness(&text).err(),
            ];
            for error in errors.into_iter().flatten().flatten() {
                assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
            }
        }
    }
}
