//! Filters as nouns ("creatures you control") and as qualities ("is attacking").

use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ability::Filter;

/// What stands before a noun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Article {
    /// "a creature you control", "another creature"
    A,
    /// "creature you control": something else stands before it ("target", "each", "that many").
    One,
    /// "creatures you control", "other creatures"
    Many,
    /// "each creature you control", "each other creature"
    Each,
}

impl Speech<'_> {
    /// What the filter describes, as a noun. Permanents on the battlefield unless the filter names another zone.
    pub(crate) fn filter(&mut self, filter: &Filter, article: Article) -> Noun {
        let _ = article;
        Noun::thing(format!("⟦{filter:?}⟧"))
    }
    /// The filter as something that is true of a thing, behind "is" or "isn't": "a creature", "tapped", "red".
    pub(crate) fn quality(&mut self, filter: &Filter) -> String {
        format!("⟦{filter:?}⟧")
    }
}
