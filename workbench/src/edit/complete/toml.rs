//! Completion in card files, sets and rulesets.

use super::{Explained, Item, ItemKind};
use crate::edit::highlight::TomlPlace;
use crate::edit::vocabulary::Vocabulary;
use cardwright_engine::mana::Color;
use cardwright_engine::types::{CardType, Supertype};
use cardwright_library::Library;
use cardwright_library::files::Rarity;
use cardwright_library::sources::{Role, role};
use cardwright_lint::{ALL, Level};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A key with what it holds, and what is inserted for it.
type Key = (&'static str, &'static str, &'static str);

/// The keys of a face.
const FACE: [Key; 13] = [
    ("name", "The name.", "name = \"|\""),
    ("cost", "The mana cost, in symbols.", "cost = \"{|}\""),
    ("type", "The type line.", "type = \"|\""),
    ("power", "The power of a creature.", "power = |"),
    ("toughness", "The toughness of a creature.", "toughness = |"),
    ("loyalty", "The loyalty a planeswalker enters with.", "loyalty = |"),
    ("defense", "The defense a battle enters with.", "defense = |"),
    ("keywords", "Its keywords, in order.", "keywords = [\"|\"]"),
    ("text", "The rules text, for players.", "text = \"|\""),
    ("flavor", "The flavor text.", "flavor = \"|\""),
    ("script", "Its abilities: a script that ends with `;`, or the path of one under `scripts/`.", "script = '''\n|\n'''"),
    ("colors", "The colours of a token, or a colour indicator.", "colors = [\"|\"]"),
    ("artist", "Who drew it.", "artist = \"|\""),
];

/// The keys of a card on top of those of its front face.
const CARD: [Key; 3] = [
    ("rarity", "How often it is found.", "rarity = \"|\""),
    ("number", "Its collector number.", "number = |"),
    ("allow", "Lints that are silent about this card.", "allow = [\"|\"]"),
];

/// The keys of a set.
const SET: [Key; 3] = [
    ("name", "The name of the set.", "name = \"|\""),
    ("code", "A few capitals that stand for it.", "code = \"|\""),
    ("ruleset", "The rules it is played by.", "ruleset = \"|\""),
];

/// What could stand at a byte of a text, and the bytes of what is there of it.
pub(super) fn candidates(
    vocabulary: &Vocabulary,
    library: &Library,
    path: &str,
    text: &str,
    offset: usize,
    place: TomlPlace,
) -> (Range<usize>, Vec<Item>) {
    match place {
        TomlPlace::Key { span, table } => {
            let own = table_around(text, offset);
            let there = lines_of_keys(&text[own.clone()], span.start.saturating_sub(own.start));
            let keys: Vec<Key> = match (role(path), table.as_str()) {
                (Some(Role::Set), "") => SET.to_vec(),
                (Some(Role::Card), "" | "card") => FACE.iter().chain(&CARD).copied().collect(),
                (Some(Role::Card), "face" | "token") => FACE.to_vec(),
                (Some(Role::Card), "lint") => return (span, lint_items(true)),
                _ => Vec::new(),
            };
            // A token has no mana cost.
            let impossible = if table == "token" { "cost" } else { "" };
            let missing = keys.into_iter().filter(|(key, ..)| !there.contains(key) && *key != impossible);
            (span, missing.map(key_item).collect())
        }
        TomlPlace::Value { key, table, string } => {
            let items = values(vocabulary, library, path, &key, &table, text, &string, offset);
            match string {
                Some(string) => {
                    let start = part_start(&key, text, &string, offset);
                    let end = part_end(&key, text, &string, offset);
                    (start..end, items)
                }
                // Outside of quotes a text brings its own.
                None => {
                    let start = word_start(text, offset);
                    let lists = matches!(key.as_str(), "keywords" | "colors" | "allow");
                    let opened = text[..start].trim_end().ends_with(['[', ',']);
                    (start..offset, items.into_iter().map(|item| quoted(item, lists && !opened)).collect())
                }
            }
        }
        TomlPlace::Script(_) | TomlPlace::Other => (offset..offset, Vec::new()),
    }
}

fn key_item((key, doc, insert): Key) -> Item {
    let caret = insert.find('|').unwrap_or(insert.len());
    Item {
        label: key.to_owned(),
        insert: insert.replacen('|', "", 1),
        caret,
        kind: ItemKind::Key,
        signature: String::new(),
        doc: doc.to_owned(),
        example: String::new(),
    }
}

fn quoted(mut item: Item, in_list: bool) -> Item {
    item.insert = if in_list { format!("[\"{}\"]", item.insert) } else { format!("\"{}\"", item.insert) };
    item.caret = item.insert.len();
    item
}

/// The bytes from the head of the table around a byte to the next head.
fn table_around(text: &str, offset: usize) -> Range<usize> {
    let heads = crate::edit::highlight::heads(text);
    let start = heads.iter().rev().find(|(start, _)| *start <= offset).map_or(0, |(start, _)| *start);
    let end = heads.iter().find(|(start, _)| *start > offset).map_or(text.len(), |(start, _)| *start);
    start..end
}

/// The keys that lines of a table begin with, but for the line that is being written.
fn lines_of_keys(table: &str, own: usize) -> BTreeSet<&str> {
    let mut at = 0;
    let mut keys = BTreeSet::new();
    for line in table.split_inclusive('\n') {
        let here = at..at + line.len();
        at = here.end;
        if let Some((key, _)) = line.split_once('=')
            && !(here.start <= own && own < here.end)
        {
            keys.insert(key.trim());
        }
    }
    keys
}

/// Where the word begins that ends at a byte.
fn word_start(text: &str, offset: usize) -> usize {
    let before = &text[..offset];
    before.trim_end_matches(|letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_')).len()
}

/// Where what is being written begins in a string: a type line is written word by word.
fn part_start(key: &str, text: &str, string: &Range<usize>, offset: usize) -> usize {
    let before = text.get(string.start..offset).unwrap_or_default();
    match key {
        "type" => offset - (before.len() - before.rfind(' ').map_or(0, |blank| blank + 1)),
        _ => string.start,
    }
}

fn part_end(key: &str, text: &str, string: &Range<usize>, offset: usize) -> usize {
    let after = text.get(offset..string.end).unwrap_or_default();
    match key {
        "type" => offset + after.find(' ').unwrap_or(after.len()),
        _ => string.end,
    }
}

#[allow(clippy::too_many_arguments)] // All of it says where the value stands.
fn values(
    vocabulary: &Vocabulary,
    library: &Library,
    path: &str,
    key: &str,
    table: &str,
    text: &str,
    string: &Option<Range<usize>>,
    offset: usize,
) -> Vec<Item> {
    let plain = |words: &[&str]| words.iter().map(|word| Item::plain(*word, ItemKind::Value)).collect();
    match (role(path), key) {
        (Some(Role::Card), _) if table == "lint" => plain(&Level::ALL.map(Level::word)),
        (Some(Role::Card), "rarity") => plain(&Rarity::ALL.map(Rarity::word)),
        (Some(Role::Card), "colors") => plain(&Color::ALL.map(Color::word)),
        (Some(Role::Card), "keywords") => keyword_items(vocabulary),
        (Some(Role::Card), "allow") => lint_items(false),
        (Some(Role::Card), "type") => {
            let line = string.as_ref().and_then(|string| text.get(string.start..offset)).unwrap_or_default();
            if line.contains(" - ") || line.contains('—') {
                return subtype_items(library);
            }
            let supertypes = Supertype::ALL.iter().map(|one| one.word());
            let types = CardType::ALL.iter().map(|one| one.word());
            types.chain(supertypes).map(|word| Item::plain(word, ItemKind::Value)).collect()
        }
        (Some(Role::Card), "script") => {
            let set = path.split('/').nth(1).unwrap_or_default();
            let own = format!("scripts/{set}/");
            let files = library.files().iter().filter(|file| file.path.starts_with(&own));
            files.filter_map(|file| file.path.strip_prefix("scripts/")).map(|path| Item::plain(path, ItemKind::File)).collect()
        }
        (Some(Role::Set), "ruleset") => library.ruleset_names().map(|name| Item::plain(name, ItemKind::Value)).collect(),
        _ => Vec::new(),
    }
}

/// The keywords of the library, with their reminder texts.
pub(super) fn keyword_items(vocabulary: &Vocabulary) -> Vec<Item> {
    let item = |(name, reminder): &(String, Option<String>)| {
        Item::plain(name.as_str(), ItemKind::Keyword).with_doc(reminder.clone().unwrap_or_default())
    };
    vocabulary.keywords.iter().map(item).collect()
}

/// The subtypes that cards of the library have, the most frequent saying so.
pub(super) fn subtype_items(library: &Library) -> Vec<Item> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for card in library.cards() {
        for face in card.raw.faces.iter().chain(&card.raw.tokens) {
            for subtype in &face.types.value.subtypes {
                *counts.entry(subtype.as_str()).or_default() += 1;
            }
        }
    }
    let said = |count: usize| if count == 1 { "on one card".to_owned() } else { format!("on {count} cards") };
    counts.into_iter().map(|(name, count)| Item::plain(name, ItemKind::Value).with_doc(said(count))).collect()
}

/// The cards of the library, as texts name them.
pub(super) fn quoted_card_items(library: &Library) -> Vec<Item> {
    let item = |card: &std::sync::Arc<cardwright_library::LibraryCard>| {
        Item::plain(card.key.as_str(), ItemKind::Card).with_doc(card.raw.front().types.value.to_string())
    };
    library.cards().iter().map(item).collect()
}

fn lint_items(as_keys: bool) -> Vec<Item> {
    let lints = ALL.iter().flat_map(|family| family.iter());
    lints
        .map(|lint| {
            let mut item = Item::plain(lint.name, if as_keys { ItemKind::Key } else { ItemKind::Value }).with_doc(lint.what);
            if as_keys {
                item.insert = format!("{} = \"\"", lint.name);
                item.caret = item.insert.len() - 1;
            }
            item
        })
        .collect()
}

/// What a key or keyword at a byte of a text means.
pub(super) fn explain(vocabulary: &Vocabulary, text: &str, offset: usize, place: TomlPlace) -> Option<Explained> {
    match place {
        TomlPlace::Key { span, .. } => {
            let key = text.get(span.clone())?;
            let known = FACE.iter().chain(&CARD).find(|(name, ..)| *name == key)?;
            Some(Explained { span, items: vec![Item::plain(key, ItemKind::Key).with_doc(known.1)] })
        }
        TomlPlace::Value { key, string: Some(span), .. } if key == "keywords" && span.contains(&offset) => {
            let said = text.get(span.clone())?;
            let item = keyword_items(vocabulary).into_iter().find(|item| {
                said.strip_prefix(item.label.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            })?;
            Some(Explained { span, items: vec![item] })
        }
        _ => None,
    }
}
