//! What the writer of rules text looks up, found in a library.

use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_library::Library;
use cardwright_text::Lexicon;
use std::sync::Arc;

/// The words of a library: the reminders of its keyword files and its tokens.
#[derive(Clone, Copy)]
pub struct LibraryWords<'l>(pub &'l Library);

impl Lexicon for LibraryWords<'_> {
    /// A keyword file says it in its comment: `//! reminder: [cost], Discard this card: Draw a card.` `[cost]`, `[amount]` and
    /// `[quality]` stand for what the keyword takes.
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        let defines = format!("keyword_ability(\"{keyword}\"");
        let file = self.0.keyword_files().iter().find(|file| file.text.contains(&defines))?;
        let line = file.text.lines().find_map(|line| line.strip_prefix("//! reminder:"))?;
        let said = ["[cost]", "[amount]", "[quality]"].iter().fold(line.trim().to_owned(), |said, place| said.replace(place, argument));
        Some(said)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.0.definition(key).cloned()
    }
}
