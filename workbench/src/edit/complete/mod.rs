//! Completion: what could stand where somebody types, and what the words there mean.

mod matching;
mod script;
mod toml;

use super::highlight::{Language, TomlPlace, toml_place};
use super::vocabulary::Vocabulary;
use cardwright_library::Library;
use cardwright_script::WordKind;
use cardwright_script::lexer::{Token, tokens};
use matching::ranked;
use std::ops::Range;

/// What could stand at a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completions {
    /// The bytes of what is there of it, which it takes the place of.
    pub span: Range<usize>,
    /// What could stand there, the likeliest first.
    pub items: Vec<Item>,
}

/// One thing that could stand there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What the list shows.
    pub label: String,
    /// What is inserted.
    pub insert: String,
    /// Where in that the caret goes, in bytes.
    pub caret: usize,
    /// What it is.
    pub kind: ItemKind,
    /// With its parameters; empty if it has none.
    pub signature: String,
    /// What it means.
    pub doc: String,
    /// A script that uses it; may be empty.
    pub example: String,
}

/// What can be completed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ItemKind {
    /// A name that the script has given.
    Name,
    /// A word of the vocabulary.
    Word(WordKind),
    /// A keyword of cards: `flying`.
    Keyword,
    /// A token of the card.
    Token,
    /// A key of the file.
    Key,
    /// A value that a key can have.
    Value,
    /// A card.
    Card,
    /// A file.
    File,
}

impl ItemKind {
    /// How the list calls it.
    pub fn word(self) -> &'static str {
        match self {
            ItemKind::Name => "name",
            ItemKind::Word(WordKind::Value) => "word",
            ItemKind::Word(WordKind::Function) => "function",
            ItemKind::Word(WordKind::Property) => "property",
            ItemKind::Word(WordKind::Method) => "method",
            ItemKind::Keyword => "keyword",
            ItemKind::Token => "token",
            ItemKind::Key => "key",
            ItemKind::Value => "value",
            ItemKind::Card => "card",
            ItemKind::File => "file",
        }
    }
}

impl Item {
    /// Something that is inserted as it is shown.
    pub(super) fn plain(label: impl Into<String>, kind: ItemKind) -> Self {
        let label = label.into();
        Item {
            insert: label.clone(),
            caret: label.len(),
            label,
            kind,
            signature: String::new(),
            doc: String::new(),
            example: String::new(),
        }
    }

    pub(super) fn with_doc(mut self, doc: impl Into<String>) -> Self {
        self.doc = doc.into();
        self
    }
}

/// No list is longer: nobody reads more.
const MOST: usize = 40;

/// What could stand at a byte of a text.
pub fn complete(vocabulary: &Vocabulary, library: &Library, path: &str, text: &str, offset: usize) -> Completions {
    let offset = boundary(text, offset);
    let (span, candidates) = match Language::of(path) {
        Language::Script => script::candidates(vocabulary, library, path, text, 0..text.len(), offset),
        Language::Toml => match toml_place(text, offset) {
            TomlPlace::Script(script) => script::candidates(vocabulary, library, path, text, script, offset),
            place => toml::candidates(vocabulary, library, path, text, offset, place),
        },
    };
    let typed = text.get(span.start..offset).unwrap_or_default();
    Completions { items: ranked(candidates, typed, MOST), span }
}

/// What a word means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The bytes of the word.
    pub span: Range<usize>,
    /// What it can mean here, the likeliest first.
    pub items: Vec<Item>,
}

/// What the word at a byte of a text means, if it is one.
pub fn explain(vocabulary: &Vocabulary, path: &str, text: &str, offset: usize) -> Option<Explained> {
    let offset = boundary(text, offset);
    let script = match Language::of(path) {
        Language::Script => 0..text.len(),
        Language::Toml => match toml_place(text, offset) {
            TomlPlace::Script(script) => script,
            place => return toml::explain(vocabulary, text, offset, place),
        },
    };
    let said = text.get(script.clone())?;
    let at = offset.checked_sub(script.start)?;
    let (token, span) = tokens(said).find(|(_, span)| span.start <= at && at <= span.end && !span.is_empty())?;
    let word = said.get(span.clone())?;
    let in_file = script.start + span.start..script.start + span.end;
    match token {
        Token::Text => {
            let keyword = word.trim_matches(['"', '`']);
            let reminder = toml::keyword_items(vocabulary).into_iter().find(|item| item.label == keyword)?;
            Some(Explained { span: in_file, items: vec![reminder] })
        }
        Token::Word => {
            let receivers = script::receivers_before(vocabulary, said, span.start);
            let items = script::meanings(vocabulary, word, receivers);
            (!items.is_empty()).then_some(Explained { span: in_file, items })
        }
        _ => None,
    }
}

/// The nearest place before that lies between characters.
fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests;
