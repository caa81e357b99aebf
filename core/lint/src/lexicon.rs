//! What the writer of rules text looks up, from a library.

use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_library::Library;
use cardwright_text::Lexicon;
use std::sync::Arc;

/// A library as the writer of rules text reads it.
#[derive(Clone, Copy)]
pub struct LibraryLexicon<'l>(pub &'l Library);

impl Lexicon for LibraryLexicon<'_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        self.0.reminder(keyword, argument)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.0.definition(key).cloned()
    }
}
