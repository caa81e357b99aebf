//! Words that are nearly a rules term or a creature type, and nothing else.

use super::word::Word;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

fn list(text: &'static str) -> BTreeSet<&'static str> {
    text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect()
}

static TERMS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| list(include_str!("../../data/rules-terms.txt")));
static TYPES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| list(include_str!("../../data/creature-types.txt")));
static NEAR: LazyLock<BTreeSet<&str>> = LazyLock::new(|| list(include_str!("../../data/near-words.txt")));

thread_local! {
    /// Texts repeat their words: each is looked at once.
    static SEEN: RefCell<BTreeMap<(Sort, String), Option<&'static str>>> = RefCell::default();
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Term,
    Type,
}

/// No more words are remembered than this: texts may be anything.
const MOST_SEEN: usize = 20_000;

fn remembered(sort: Sort, word: &str, find: impl FnOnce() -> Option<&'static str>) -> Option<&'static str> {
    let key = (sort, word.to_owned());
    if let Some(known) = SEEN.with_borrow(|seen| seen.get(&key).copied()) {
        return known;
    }
    let found = find();
    SEEN.with_borrow_mut(|seen| {
        if seen.len() >= MOST_SEEN {
            seen.clear();
        }
        seen.insert(key, found);
    });
    found
}

/// The rules term that a word in lower case is a misspelling of.
pub(crate) fn term(word: &str) -> Option<&'static str> {
    if word.len() < 5 || TERMS.contains(word) || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    remembered(Sort::Term, word, || only_nearest(word, TERMS.iter().copied()))
}

/// Whether a word looks like a misspelt creature type, told without a library.
pub(crate) fn maybe_type(word: &str) -> bool {
    remembered(Sort::Type, word, || creature_type(word, &BTreeSet::new()).map(|_| "")).is_some()
}

/// The creature type that a word is a misspelling of. `others` are types that the library knows besides.
pub(crate) fn creature_type<'l>(word: &str, others: &BTreeSet<&'l str>) -> Option<&'l str> {
    let lower = word.to_lowercase();
    let known = |word: &str| TYPES.contains(word) || others.iter().any(|other| other.eq_ignore_ascii_case(word));
    if lower.len() < 4 || !lower.chars().all(char::is_alphabetic) || known(&lower) {
        return None;
    }
    let singulars = singulars(&lower);
    if singulars.iter().any(|word| known(word)) || NEAR.contains(lower.as_str()) {
        return None;
    }
    let candidates: Vec<&'l str> = TYPES.iter().copied().chain(others.iter().copied()).collect();
    std::iter::once(&lower).chain(&singulars).find_map(|word| only_nearest(word, candidates.iter().copied()))
}

fn singulars(word: &str) -> Vec<String> {
    let endings = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"), ("es", ""), ("s", ""), ("en", "")];
    endings.iter().filter_map(|(many, one)| Some(format!("{}{one}", word.strip_suffix(many)?))).collect()
}

/// The one candidate that is near enough, unless the word is an English word of its own.
fn only_nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.filter(|candidate| candidate.len() >= 4) {
        let allowed = if candidate.len() < 8 { 1 } else { 2 };
        if candidate.len().abs_diff(word.len()) > allowed {
            continue;
        }
        let distance = strsim::osa_distance(word, &candidate.to_lowercase());
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.filter(|_| !NEAR.contains(word)).map(|(_, candidate)| candidate)
}

/// The words with misspelt terms as what they were meant to be, so that a text is not blamed twice for one letter.
pub(crate) fn corrected(mut words: Vec<Word>) -> Vec<Word> {
    for word in &mut words {
        if let Some(meant) = term(&word.counts_as) {
            word.counts_as = meant.to_owned();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_found_and_english_is_left_alone() {
        for (word, meant) in [
            ("trampel", Some("trample")),
            ("battelfield", Some("battlefield")),
            ("batlefeild", Some("battlefield")),
            ("creatrue", Some("creature")),
            ("oponent", Some("opponent")),
            ("libary", Some("library")),
            ("sacrifise", Some("sacrifice")),
            ("creator", None),
            ("clocks", None),
            ("feature", None),
            ("trample", None),
            ("warden", None),
        ] {
            assert_eq!(term(word), meant, "{word}");
        }
    }

    #[test]
    fn types_are_known_or_near() {
        let others = BTreeSet::from(["Reedman"]);
        for (word, meant) in [
            ("Gobiln", Some("goblin")),
            ("Gobilns", Some("goblin")),
            ("Zombei", Some("zombie")),
            ("Reedmna", Some("Reedman")),
            ("Goblins", None),
            ("Elves", None),
            ("Wolves", None),
            ("Barb", None),
            ("Widget", None),
        ] {
            assert_eq!(creature_type(word, &others), meant, "{word}");
        }
    }
}
