//! No silent no-op: for every word of the vocabulary, what an author can get wrong about it is reported, and at the right place.
//!
//! The cases are made from the words' own examples: the word misspelt, each argument of another kind, each argument forgotten.

use crate::{compile, host, said};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::{ScriptHost, WordDoc, WordKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// Values of kinds that hardly any word takes. The first is taken by none.
const STRANGERS: [&str; 6] = ["'q'", "#{ qqq: 1 }", "cost(\"{9}\")", "to_hand", "upkeep.yours", "(|| 'q')"];

/// Words whose arguments are looked at only when a game calls them: rehearsal finds what is wrong there.
const IN_GAMES: &str = "Callbacks";

#[test]
fn a_misspelt_word_is_marked() {
    let host = host();
    let known: BTreeSet<&str> = host.reference().iter().map(|word| word.name).collect();
    let mut silent = Vec::new();
    for word in host.reference() {
        let Some(at) = occurrence(&word) else {
            silent.push(format!("{}: is not in its example", word.signature));
            continue;
        };
        for wrong in misspellings(word.name).into_iter().filter(|wrong| !known.contains(wrong.as_str())) {
            let script = replaced(word.example, at.clone(), &wrong);
            let marked = at.start..at.start + wrong.len();
            let found = diagnostics(&host, &script);
            let right = |trouble: &Diagnostic| trouble.code == "unknown-word" && span(trouble) == Some(marked.clone());
            if !found.iter().any(right) {
                silent.push(format!("{}: `{wrong}` in `{script}`:\n  {}", word.signature, said(&found)));
            }
        }
    }
    assert!(silent.is_empty(), "{} silent:\n{}", silent.len(), silent.join("\n"));
}

#[test]
fn an_argument_of_another_kind_is_marked() {
    let host = host();
    let mut silent = Vec::new();
    let all = host.reference();
    for word in all.iter().filter(|word| word.topic != IN_GAMES) {
        let Some(at) = occurrence(word) else { continue };
        let Some((arguments, end)) = arguments(word.example, at.end) else { continue };
        let mut places: Vec<(Range<usize>, &str)> = arguments.iter().map(|argument| (argument.clone(), "")).collect();
        // What may be left out, and is left out in the example.
        if arguments.len() < parameters(word).count() {
            places.push((end..end, if arguments.is_empty() { "" } else { ", " }));
        }
        for (place, (argument, before)) in places.into_iter().enumerate() {
            let (mut refused, mut tried) = (0, 0);
            for stranger in STRANGERS {
                // To the language `word(it, ...)` and `it.word(...)` are one: the stranger would make it a word of its own kind.
                if place == 0 && word.kind == WordKind::Function && is_received(&all, word.name, stranger) {
                    continue;
                }
                tried += 1;
                let script = replaced(word.example, argument.clone(), &format!("{before}{stranger}"));
                let start = argument.start + before.len();
                let found = diagnostics(&host, &script);
                let errors: Vec<&Diagnostic> = found.iter().filter(|trouble| trouble.is_error()).collect();
                let marked = |trouble: &&Diagnostic| span(trouble).is_some_and(|span| span == (start..start + stranger.len()));
                let inside = |trouble: &&Diagnostic| {
                    span(trouble).is_some_and(|span| start <= span.start && span.end <= start + stranger.len())
                };
                refused += usize::from(!errors.is_empty());
                // In a closure and in a map of options the mistake itself is marked.
                let closure = stranger.contains("||") || stranger.starts_with("#{");
                // Their closures are called when all keywords are known: then the name of the keyword is marked.
                let called_later =
                    stranger.contains("||") && ["keyword_ability", "player_ability", "card_type", "subtype"].contains(&word.name);
                if errors.is_empty() && stranger == STRANGERS[0] {
                    silent.push(format!("{}: takes `{script}`", word.signature));
                } else if !errors.is_empty()
                    && !errors.iter().any(|trouble| marked(trouble) || closure && inside(trouble) || called_later)
                {
                    silent.push(format!("{}: `{script}` is marked elsewhere:\n  {}", word.signature, said(&found)));
                }
            }
            if refused * 2 < tried {
                silent.push(format!("{}: takes nearly anything at {argument:?} of `{}`", word.signature, word.example));
            }
        }
    }
    assert!(silent.is_empty(), "{} silent:\n{}", silent.len(), silent.join("\n"));
}

#[test]
fn a_forgotten_argument_is_reported_at_the_word() {
    let host = host();
    let mut silent = Vec::new();
    let all = host.reference();
    for word in &all {
        let Some(at) = occurrence(word) else { continue };
        let Some((given, end)) = arguments(word.example, at.end) else { continue };
        let required = parameters(word).filter(|parameter| !parameter.starts_with('[')).count();
        // With one less it may be another word of that name, which then complains about what it is given.
        let receivers = |word: &WordDoc| usize::from(matches!(word.kind, WordKind::Property | WordKind::Method));
        let count = receivers(word) + required - usize::from(required > 0);
        let other = all.iter().any(|other| {
            let least = parameters(other).filter(|parameter| !parameter.starts_with('[')).count();
            let takes = receivers(other) + least..=receivers(other) + parameters(other).count();
            other.name == word.name && other.kind != WordKind::Property && takes.contains(&count)
        });
        for forgotten in 0..required.min(given.len()) {
            let left: Vec<&str> = (0..given.len())
                .filter(|place| *place != forgotten)
                .take(required - 1)
                .map(|place| &word.example[given[place].clone()])
                .collect();
            let script = replaced(word.example, at.end..end, &format!("({}", left.join(", ")));
            let found = diagnostics(&host, &script);
            let call = at.start..script.len();
            let at_word = |span: Range<usize>| span == at || other && call.contains(&span.start) && call.contains(&span.end);
            if !found.iter().any(|trouble| trouble.is_error() && span(trouble).is_some_and(at_word)) {
                silent.push(format!("{}: `{script}`:\n  {}", word.signature, said(&found)));
            }
        }
    }
    assert!(silent.is_empty(), "{} silent:\n{}", silent.len(), silent.join("\n"));
}

#[test]
fn what_stands_before_the_point_is_looked_at() {
    let host = host();
    let mut silent = Vec::new();
    let behind = |word: &WordDoc| matches!(word.kind, WordKind::Property | WordKind::Method) && word.topic != IN_GAMES;
    for word in host.reference().into_iter().filter(behind) {
        let Some(at) = occurrence(&word) else { continue };
        let end = arguments(word.example, at.end).map_or(at.end, |(_, close)| close + 1);
        // A number is no filter, no event, no cost; where it is taken, a letter is not.
        for stranger in ["'q'", "true"] {
            let before = word.example[..at.start].rfind(';').map_or("", |end| &word.example[..end + 1]);
            let script = format!("{before} let wrong = {stranger}.{};", &word.example[at.start..end]);
            let start = script.len() - 1 - (end - at.start);
            let found = diagnostics(&host, &script);
            let marked = |trouble: &&Diagnostic| trouble.is_error() && span(trouble) == Some(start..start + at.len());
            let about_itself = |trouble: &Diagnostic| trouble.is_error() && span(trouble).is_some_and(|span| span.start < start);
            if found.iter().find(marked).is_none() && !found.iter().any(about_itself) {
                silent.push(format!("{}: `{script}`:\n  {}", word.signature, said(&found)));
            }
        }
    }
    assert!(silent.is_empty(), "{} silent:\n{}", silent.len(), silent.join("\n"));
}

#[test]
fn options_are_looked_at_one_by_one() {
    let host = host();
    let mut silent = Vec::new();
    let mut seen = 0;
    for word in host.reference() {
        for (key, value) in options(word.example) {
            seen += 1;
            let wrong = misspellings(&word.example[key.clone()]).remove(0);
            let script = replaced(word.example, key.clone(), &wrong);
            let found = diagnostics(&host, &script);
            let marked = key.start..key.start + wrong.len();
            if !found.iter().any(|trouble| trouble.code == "unknown-option" && span(trouble) == Some(marked.clone())) {
                silent.push(format!("{}: `{script}`:\n  {}", word.signature, said(&found)));
            }
            let script = replaced(word.example, value.clone(), "'q'");
            let found = diagnostics(&host, &script);
            let marked = value.start..value.start + 3;
            if !found.iter().any(|trouble| trouble.is_error() && span(trouble) == Some(marked.clone())) {
                silent.push(format!("{}: `{script}`:\n  {}", word.signature, said(&found)));
            }
        }
    }
    assert!(seen > 20, "{seen} options in all examples");
    assert!(silent.is_empty(), "{} silent:\n{}", silent.len(), silent.join("\n"));
}

/// The options in a script: the name and the value of each.
fn options(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices("#{") {
        // A map is read as a call whose arguments are its options.
        let as_call = format!("{}({}", &text[..open + 1], &text[open + 2..]);
        let close = as_call[open..].find('}').map_or(as_call.len(), |at| open + at);
        let as_call = format!("{})", &as_call[..close]);
        let Some((parts, _)) = arguments(&as_call, open + 1) else { continue };
        for part in parts {
            let Some(colon) = text[part.clone()].find(':') else { continue };
            found.push((part.start..part.start + colon, trimmed(text, part.start + colon + 1..part.end)));
        }
    }
    found
}

/// The parameters of a word as its signature has them.
fn parameters(word: &WordDoc) -> impl Iterator<Item = &'static str> + use<> {
    let inside = word.signature.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    inside.split(',').map(str::trim).filter(|parameter| !parameter.is_empty())
}

/// Whether a word of that name can stand behind such a value.
fn is_received(all: &[WordDoc], name: &str, stranger: &str) -> bool {
    let receivers: &[&str] = match stranger {
        "to_hand" => &["destination"],
        "upkeep.yours" => &["step", "pattern"],
        _ if stranger.starts_with("cost") => &["cost"],
        _ => &[],
    };
    let receiver = |word: &WordDoc| word.signature.split('.').next().is_some_and(|receiver| receivers.contains(&receiver));
    all.iter().any(|word| word.name == name && word.kind == WordKind::Method && receiver(word))
}

/// What is said about an example. Some are files of keywords or types.
fn diagnostics(host: &ScriptHost, script: &str) -> Vec<Diagnostic> {
    let keyword = ["keyword_ability", "player_ability"].iter().any(|word| script.contains(&word[..9]));
    // However `card_type` and `subtype` are misspelt.
    let of_type = ["card_", "cardt", "car_d", "sub", "sut"].iter().any(|begin| script.starts_with(begin));
    if !keyword && !of_type || script.starts_with("keyword(") {
        return compile(host, script).diagnostics;
    }
    let mut host = ScriptHost::new();
    let mut found = host.add_keyword(&SourceFile::new("test.rhai", script));
    found.extend(host.check_keywords());
    found.extend(host.check_types());
    found
}

fn span(trouble: &Diagnostic) -> Option<Range<usize>> {
    trouble.primary().map(|label| label.span.clone())
}

fn replaced(text: &str, span: Range<usize>, with: &str) -> String {
    format!("{}{with}{}", &text[..span.start], &text[span.end..])
}

/// One letter dropped, two in the wrong order, one twice.
fn misspellings(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    let mut dropped = letters.clone();
    dropped.remove(middle);
    let mut swapped = letters.clone();
    let other = middle.saturating_sub(1);
    swapped.swap(other, middle);
    let mut doubled = letters.clone();
    doubled.insert(middle, letters[middle]);
    let mut all: Vec<String> = [dropped, swapped, doubled].into_iter().map(String::from_iter).collect();
    // `_` alone is no name, and what begins with a digit neither.
    all.retain(|one| one != word && one.starts_with(|first: char| first.is_ascii_alphabetic()));
    all
}

/// Where the word stands in its example, as the kind of word that it is.
fn occurrence(word: &WordDoc) -> Option<Range<usize>> {
    let text = word.example;
    let inside = in_quotes(text);
    text.match_indices(word.name).map(|(at, _)| at..at + word.name.len()).find(|span| {
        let before = text[..span.start].chars().next_back();
        let after = text[span.end..].chars().next();
        let whole = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric() && letter != '_');
        let right_kind = match word.kind {
            WordKind::Value => before != Some('.') && after != Some('('),
            WordKind::Function => before != Some('.') && after == Some('('),
            WordKind::Property => before == Some('.') && after != Some('('),
            WordKind::Method => before == Some('.') && after == Some('('),
        };
        whole(before) && whole(after) && right_kind && !inside[span.start]
    })
}

/// For each byte whether it is inside of quotes.
fn in_quotes(text: &str) -> Vec<bool> {
    let mut inside = false;
    text.bytes()
        .map(|byte| {
            if byte == b'"' {
                inside = !inside;
            }
            inside
        })
        .collect()
}

/// The arguments of the call whose parenthesis opens at `open`, and where it closes.
fn arguments(text: &str, open: usize) -> Option<(Vec<Range<usize>>, usize)> {
    text[open..].strip_prefix('(')?;
    let quoted = in_quotes(text);
    let (mut depth, mut bars) = (0, false);
    let mut parts = Vec::new();
    let mut start = open + 1;
    for (at, byte) in text.bytes().enumerate().skip(open + 1).filter(|(at, _)| !quoted[*at]) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' if depth == 0 => {
                parts.push(start..at);
                let parts = parts.into_iter().map(|part| trimmed(text, part)).filter(|part| !part.is_empty()).collect();
                return Some((parts, at));
            }
            b')' | b']' | b'}' => depth -= 1,
            // The bars of a closure hide the commas between them.
            b'|' if depth == 0 && (bars || text[start..at].trim().is_empty()) => bars = !bars,
            b',' if depth == 0 && !bars => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let part = &text[span.clone()];
    let start = span.start + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}
