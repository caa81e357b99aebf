//! The lints of the family `text`, each in a file of its own; and what they share: a text as words ([`word`]), compared with the
//! text that is written from the abilities ([`compare`]).

mod ability_without_text;
mod align;
mod bad_symbol;
mod compare;
mod compared;
mod misspelt_term;
mod misspelt_type;
mod name;
mod no_text;
mod punctuation;
mod reminder_text;
mod said;
mod self_name;
mod spelling;
mod templating;
mod text_differs;
mod text_without_ability;
mod word;
mod wording;
mod wordings;

use crate::Lint;

pub use compare::{Comparison, Difference, Kind as DifferenceKind, compare, edition};

/// All of them.
pub static LINTS: &[Lint] = &[
    text_differs::LINT,
    text_without_ability::LINT,
    ability_without_text::LINT,
    wording::LINT,
    no_text::LINT,
    self_name::LINT,
    templating::LINT,
    misspelt_term::LINT,
    misspelt_type::LINT,
    bad_symbol::LINT,
    reminder_text::LINT,
    punctuation::LINT,
];
