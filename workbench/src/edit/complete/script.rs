//! Completion in scripts.

use super::toml::{keyword_items, quoted_card_items, subtype_items};
use super::{Item, ItemKind};
use crate::edit::highlight::KEYWORDS;
use crate::edit::vocabulary::{Receivers, Stands, Vocabulary, WordEntry};
use cardwright_library::Library;
use cardwright_library::sources::{Role, role};
use cardwright_script::WordKind;
use cardwright_script::lexer::{Token, tokens};
use std::collections::BTreeSet;
use std::ops::Range;

/// Words whose texts are names of keywords.
const OF_KEYWORDS: [&str; 9] =
    ["having", "having_any", "without", "gains", "loses", "keyword", "has", "gains_one_of", "with_keywords"];

/// Words whose texts are subtypes.
const OF_SUBTYPES: [&str; 4] = ["of", "becomes", "is_a", "gains_type"];

/// The words of scenarios that stand alone.
const OF_SCENARIOS: [(&str, &str); 9] = [
    ("scenario", "Tells a scenario: its name, options, and a closure that gets the table."),
    ("expect", "Expects the first to be the second."),
    ("expect_true", "Expects this to be so."),
    ("expect_false", "Expects this not to be so."),
    ("refuses", "Expects an action to be refused, for a reason that contains these words."),
    ("fail", "Fails the scenario with these words."),
    ("choose", "An answer: these are chosen."),
    ("order", "An answer: they come in this order."),
    ("division", "An answer: it is divided like this."),
];

/// What could stand at a byte of a script, which is a part of a text; and the bytes of what is there of it.
pub(super) fn candidates(
    vocabulary: &Vocabulary,
    library: &Library,
    path: &str,
    text: &str,
    script: Range<usize>,
    offset: usize,
) -> (Range<usize>, Vec<Item>) {
    let said = text.get(script.clone()).unwrap_or_default();
    let at = offset.saturating_sub(script.start).min(said.len());
    let in_file = |span: Range<usize>| script.start + span.start..script.start + span.end;
    let nothing = (offset..offset, Vec::new());
    if is_in_comment(said, at) {
        return nothing;
    }
    let all: Vec<(Token, Range<usize>)> = tokens(said).collect();
    let touching = all.iter().position(|(_, span)| span.start < at && at <= span.end);
    match touching.map(|place| (place, &all[place])) {
        Some((place, (Token::Text, span))) => {
            let literal = &said[span.clone()];
            let closed = literal.len() > 1 && literal.ends_with(['"', '`']);
            if closed && at == span.end {
                return nothing;
            }
            let inside = span.start + 1..span.end - usize::from(closed);
            let items = in_text(vocabulary, library, path, said, &all, place);
            (in_file(inside), items)
        }
        Some((_, (Token::Number | Token::Char, _))) => nothing,
        Some((place, (Token::Word, span))) => {
            let items = word_items(vocabulary, path, said, &all, place, span.start);
            (in_file(span.clone()), items)
        }
        _ => {
            let place = all.iter().position(|(_, span)| span.start >= at).unwrap_or(all.len());
            (offset..offset, word_items(vocabulary, path, said, &all, place, at))
        }
    }
}

fn is_in_comment(said: &str, at: usize) -> bool {
    let before = said.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    // `//` in a text is no comment.
    let end_of_tokens = tokens(line).map(|(_, span)| span.end).last().unwrap_or(0);
    if line[end_of_tokens.min(line.len())..].trim_start().starts_with("//") {
        return true;
    }
    before.rfind("/*").is_some_and(|open| {
        !before[open..].contains("*/") && !tokens(said).any(|(token, span)| token == Token::Text && span.contains(&open))
    })
}

/// The words that could stand in that place of the tokens, at that byte.
fn word_items(
    vocabulary: &Vocabulary,
    path: &str,
    said: &str,
    all: &[(Token, Range<usize>)],
    place: usize,
    start: usize,
) -> Vec<Item> {
    let is_scenario = role(path) == Some(Role::Scenario);
    let behind_point = place.checked_sub(1).is_some_and(|before| &said[all[before].1.clone()] == ".");
    if behind_point {
        let receivers = receivers_before(vocabulary, said, start);
        let mut items: Vec<Item> =
            vocabulary.words().iter().filter(|word| is_said_of(word, receivers.as_ref())).map(item).collect();
        if receivers.is_none() {
            items.extend(behind_points(said, all, place));
        }
        return items;
    }
    let free = vocabulary.words().iter().filter(|word| word.receiver.is_none()).map(item);
    let names = names_given(said, all, place).into_iter().map(|name| Item::plain(name, ItemKind::Name));
    let scenarios = OF_SCENARIOS.iter().filter(|_| is_scenario).map(|(name, doc)| call(name, "", doc));
    names.chain(free).chain(scenarios).collect()
}

/// Whether a word stands behind the point of such a value; of a value that is not known every word may.
fn is_said_of(word: &WordEntry, receivers: Option<&Receivers>) -> bool {
    match (&word.receiver, receivers) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(receiver), Some(receivers)) => receivers.contains(receiver.as_str()),
    }
}

/// What a word means behind such a value, or alone.
pub(super) fn meanings(vocabulary: &Vocabulary, name: &str, receivers: Option<Receivers>) -> Vec<Item> {
    let all: Vec<&WordEntry> = vocabulary.named(name).collect();
    let fitting: Vec<Item> = all.iter().filter(|word| is_said_of(word, receivers.as_ref())).map(|word| item(word)).collect();
    let alone = || all.iter().filter(|word| word.receiver.is_none()).map(|word| item(word));
    match (fitting.is_empty(), receivers) {
        (false, Some(_)) => fitting,
        // Without a point before it the word stands alone.
        (_, None) if alone().next().is_some() => alone().collect(),
        _ => all.iter().map(|word| item(word)).collect(),
    }
}

fn item(word: &WordEntry) -> Item {
    let calls = matches!(word.kind, WordKind::Function | WordKind::Method);
    let empty = word.signature.ends_with("()");
    let (insert, caret) = match (calls, empty) {
        (false, _) => (word.name.clone(), word.name.len()),
        (true, true) => (format!("{}()", word.name), word.name.len() + 2),
        (true, false) => (format!("{}()", word.name), word.name.len() + 1),
    };
    Item {
        label: word.name.clone(),
        insert,
        caret,
        kind: ItemKind::Word(word.kind),
        signature: word.signature.clone(),
        doc: word.meaning.clone(),
        example: word.example.clone(),
    }
}

fn call(name: &str, signature: &str, doc: &str) -> Item {
    Item {
        label: name.to_owned(),
        insert: format!("{name}()"),
        caret: name.len() + 1,
        kind: ItemKind::Word(WordKind::Function),
        signature: signature.to_owned(),
        doc: doc.to_owned(),
        example: String::new(),
    }
}

/// What can be said of the value before the point before that byte. None if there is no point, or the value is not known.
pub(super) fn receivers_before(vocabulary: &Vocabulary, said: &str, start: usize) -> Option<Receivers> {
    let all: Vec<(Token, Range<usize>)> = tokens(said).take_while(|(_, span)| span.end <= start).collect();
    let point = all.len().checked_sub(1).filter(|last| &said[all[*last].1.clone()] == ".")?;
    yielded(vocabulary, said, &all, point.checked_sub(1)?, DEEPEST)
}

/// Names that stand for names that stand for names...: no script goes further.
const DEEPEST: usize = 6;

/// What can be said of the expression that ends with that token.
fn yielded(vocabulary: &Vocabulary, said: &str, all: &[(Token, Range<usize>)], end: usize, depth: usize) -> Option<Receivers> {
    let depth = depth.checked_sub(1)?;
    let says = |place: usize| all.get(place).map_or("", |(_, span)| &said[span.clone()]);
    match all.get(end)?.0 {
        Token::Number => Some(BTreeSet::from(["amount"])),
        Token::Close => {
            let open = opening(all, end)?;
            match open.checked_sub(1).filter(|before| all[*before].0 == Token::Word && says(open) == "(") {
                Some(word) if !KEYWORDS.contains(&says(word)) => {
                    vocabulary.yields(says(word), Stands::at(said, all[word].1.start)).cloned()
                }
                // What stands in brackets alone, or a list, is what it ends with.
                _ => yielded(vocabulary, said, all, end.checked_sub(1).filter(|last| *last > open)?, depth),
            }
        }
        Token::Word => {
            let name = says(end);
            let behind_point = end.checked_sub(1).is_some_and(|before| says(before) == ".");
            if !behind_point {
                if let Some(value) = given(said, all, end) {
                    return yielded(vocabulary, said, all, value, depth);
                }
                if is_parameter(said, all, end) {
                    return Some(BTreeSet::from(["event", "done", "things", "players", "game", "amount"]));
                }
            }
            vocabulary.yields(name, if behind_point { Stands::BehindPoint } else { Stands::Alone }).cloned()
        }
        Token::Text | Token::Char | Token::Open | Token::Comma | Token::Other => None,
    }
}

fn opening(all: &[(Token, Range<usize>)], close: usize) -> Option<usize> {
    let mut depth = 0usize;
    for place in (0..=close).rev() {
        match all[place].0 {
            Token::Close => depth += 1,
            Token::Open => {
                depth -= 1;
                if depth == 0 {
                    return Some(place);
                }
            }
            _ => {}
        }
    }
    None
}

/// The last token of what `let` gives the name at that token, as written last before it.
fn given(said: &str, all: &[(Token, Range<usize>)], name: usize) -> Option<usize> {
    let says = |place: usize| all.get(place).map_or("", |(_, span)| &said[span.clone()]);
    let wanted = says(name);
    let start = (0..name)
        .rev()
        .find(|place| matches!(says(*place), "let" | "const") && says(place + 1) == wanted && says(place + 2) == "=")?;
    let mut depth = 0usize;
    for (place, (token, _)) in all.iter().enumerate().take(name).skip(start + 3) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Other if depth == 0 && says(place) == ";" => return (place > start + 3).then_some(place - 1),
            _ => {}
        }
    }
    None
}

/// Whether that name is a parameter of a closure before it.
fn is_parameter(said: &str, all: &[(Token, Range<usize>)], name: usize) -> bool {
    let says = |place: usize| all.get(place).map_or("", |(_, span)| &said[span.clone()]);
    (0..name).any(|place| {
        says(place) == says(name)
            && place.checked_sub(1).is_some_and(|before| matches!(says(before), "|" | ","))
            && matches!(says(place + 1), "|" | ",")
            && (0..place).rev().take(8).any(|bar| says(bar) == "|")
    })
}

/// The names that a script has given before that token: by `let`, as parameters, as functions.
fn names_given(said: &str, all: &[(Token, Range<usize>)], before: usize) -> BTreeSet<String> {
    let says = |place: usize| all.get(place).map_or("", |(_, span)| &said[span.clone()]);
    let mut names = BTreeSet::new();
    let mut bars = false;
    for (place, (token, _)) in all.iter().enumerate().take(before) {
        let is_name = *token == Token::Word && !KEYWORDS.contains(&says(place));
        let introduced = place.checked_sub(1).is_some_and(|before| matches!(says(before), "let" | "const" | "fn"));
        if says(place) == "|" {
            bars = !bars;
        }
        if is_name && (introduced || bars && matches!(says(place + 1), "|" | ",")) {
            names.insert(says(place).to_owned());
        }
    }
    names
}

/// Words that stand behind points elsewhere in the script: of a language that is not in the vocabulary.
fn behind_points(said: &str, all: &[(Token, Range<usize>)], own: usize) -> Vec<Item> {
    let mut found = BTreeSet::new();
    for (place, pair) in all.windows(2).enumerate() {
        if &said[pair[0].1.clone()] == "." && pair[1].0 == Token::Word && place + 1 != own {
            found.insert(said[pair[1].1.clone()].to_owned());
        }
    }
    found.into_iter().map(|name| Item::plain(name, ItemKind::Name)).collect()
}

/// What could stand in the text that is that token: by the word that takes it.
fn in_text(
    vocabulary: &Vocabulary,
    library: &Library,
    path: &str,
    said: &str,
    all: &[(Token, Range<usize>)],
    text: usize,
) -> Vec<Item> {
    let mut depth = 0usize;
    let mut taker = "";
    for place in (0..text).rev() {
        match all[place].0 {
            Token::Close => depth += 1,
            Token::Open if depth > 0 => depth -= 1,
            // A list within the brackets of a word belongs to it.
            Token::Open if &said[all[place].1.clone()] == "(" => {
                taker = place.checked_sub(1).map_or("", |word| &said[all[word].1.clone()]);
                break;
            }
            _ => {}
        }
    }
    if OF_KEYWORDS.contains(&taker) {
        return keyword_items(vocabulary);
    }
    if OF_SUBTYPES.contains(&taker) {
        return subtype_items(library);
    }
    if taker == "named" || role(path) == Some(Role::Scenario) {
        return quoted_card_items(library);
    }
    if taker.contains("token") {
        let own = library
            .cards()
            .iter()
            .filter(|card| &**card.path() == path || card.scripts.iter().flatten().any(|script| &*script.file.path == path));
        let tokens = own.flat_map(|card| card.raw.tokens.iter()).map(|token| token.name.value.clone());
        return tokens.map(|name| Item::plain(name, ItemKind::Token)).collect();
    }
    Vec::new()
}
