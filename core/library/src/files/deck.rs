//! Deck files: card names with how many of each.

use super::table::{Table, parse};
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use std::ops::Range;
use std::sync::Arc;

/// Some copies of a card in a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckEntry {
    /// The card.
    pub card: Symbol,
    /// How many.
    pub count: u32,
    /// Where the name stands in the deck file.
    pub span: Range<usize>,
}

/// A deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// Its file.
    pub file: SourceFile,
    /// What commands call it: its path under `decks/`, without `.toml`.
    pub id: Arc<str>,
    /// The name that players see.
    pub name: String,
    /// How it wants to be played.
    pub description: Option<String>,
    /// The cards it starts with, in the order of the file.
    pub main: Vec<DeckEntry>,
    /// The sideboard.
    pub sideboard: Vec<DeckEntry>,
}

impl Deck {
    /// How many cards it starts with.
    pub fn size(&self) -> u32 {
        self.main.iter().map(|entry| entry.count).sum()
    }

    /// The cards it starts with, one by one.
    pub fn cards(&self) -> impl Iterator<Item = Symbol> {
        self.main.iter().flat_map(|entry| std::iter::repeat_n(entry.card, entry.count as usize))
    }

    /// Every entry, those of the sideboard last.
    pub fn entries(&self) -> impl Iterator<Item = &DeckEntry> {
        self.main.iter().chain(&self.sideboard)
    }
}

const KEYS: [&str; 4] = ["name", "description", "main", "sideboard"];

/// More copies of one card than any deck needs.
const MOST: i64 = 500;

/// Decodes a deck file. Whether its cards exist is not known here. There is no deck where something is wrong.
pub fn decode_deck(file: &SourceFile, id: &str) -> (Option<Deck>, Vec<Diagnostic>) {
    let mut out = Vec::new();
    let (document, _) = parse(file, &mut out);
    let table = Table::new(file, document.get_ref(), document.span());
    table.only(&KEYS, &mut out);
    let name = table.filled("name", &mut out).map_or_else(|| id.to_owned(), |name| name.value);
    if !table.has("name") {
        out.push(Diagnostic::missing_key(file, 0..0, "name", "name = \"Quick Embers\""));
    }
    let description = table.string("description", &mut out).map(|text| text.value);
    let main = entries(&table, "main", &mut out);
    let sideboard = entries(&table, "sideboard", &mut out);
    if !table.has("main") {
        out.push(Diagnostic::missing_key(file, 0..0, "main", "[main]"));
    } else if main.is_empty() && out.is_empty() {
        let help = "write lines like `\"Ember Lance\" = 4`";
        out.push(Diagnostic::bad_value(file, table.key_span("main"), "the deck has no cards", help));
    }
    let deck = Deck { file: file.clone(), id: id.into(), name, description, main, sideboard };
    (out.is_empty().then_some(deck), out)
}

fn entries(table: &Table<'_>, key: &str, out: &mut Vec<Diagnostic>) -> Vec<DeckEntry> {
    let Some(part) = table.table(key, out) else { return Vec::new() };
    let mut entries = Vec::new();
    for (card, value) in part.entries() {
        if let Some(count) = part.integer_value(&card.value, value, 1..MOST + 1, out) {
            entries.push(DeckEntry { card: Symbol::new(&card.value), count: count.value as u32, span: card.span });
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_lists_its_cards_in_order() {
        let text = "name = \"Embers\"\n[main]\n\"Ember Lance\" = 2\n\"Cinder Pup\" = 1\n[sideboard]\nAsh = 1\n";
        let (deck, errors) = decode_deck(&SourceFile::new("decks/embers.toml", text), "embers");
        assert_eq!(errors, []);
        let deck = deck.unwrap();
        let names: Vec<&str> = deck.cards().map(Symbol::as_str).collect();
        assert_eq!(names, ["Ember Lance", "Ember Lance", "Cinder Pup"]);
        assert_eq!((deck.size(), deck.sideboard.len()), (3, 1));
    }

    #[test]
    fn bad_counts_and_missing_parts_are_reported() {
        let file = SourceFile::new("d.toml", "name = \"x\"\n[main]\n\"Ember Lance\" = 0\nAsh = \"4\"\n");
        let (deck, errors) = decode_deck(&file, "d");
        assert_eq!(deck, None);
        let lines: Vec<String> = errors.iter().map(Diagnostic::one_line).collect();
        assert_eq!(
            lines,
            [
                "error[bad-value]: `Ember Lance` is out of bounds\n  d.toml:3:17   write a number from 1 to 500",
                "error[wrong-type]: `Ash` must be a whole number, not a text\n  d.toml:4:7   write `Ash = 4`, without quotes",
            ]
        );
        let (_, errors) = decode_deck(&SourceFile::new("d.toml", ""), "d");
        assert_eq!(errors.len(), 2);
    }
}
