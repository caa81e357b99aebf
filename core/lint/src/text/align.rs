//! Two lists of words side by side: what is the same, and what differs.

use super::word::Word;
use std::ops::Range;

/// Words of the old list in whose place the new one has others. One of both may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hunk {
    /// The words of the old list.
    pub old: Range<usize>,
    /// The words of the new list.
    pub new: Range<usize>,
    /// Whether it stands at the beginning of a sentence of the old list.
    pub after_sentence: bool,
}

/// How much alike two lists are, from 0 to 1.
pub(crate) fn likeness(old: &[Word], new: &[Word]) -> f64 {
    // Words that occur anywhere are an upper bound, and cheap.
    let shared = old.iter().filter(|word| new.iter().any(|other| other.counts_as == word.counts_as)).count();
    let total = (old.len() + new.len()).max(1) as f64;
    if 2.0 * shared as f64 / total < 0.4 {
        return 0.0;
    }
    let table = lengths(old, new);
    2.0 * f64::from(table[0]) / total
}

/// The length of the longest common part of every two ends of the lists.
fn lengths(old: &[Word], new: &[Word]) -> Vec<u16> {
    let width = new.len() + 1;
    let mut table = vec![0_u16; (old.len() + 1) * width];
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            table[row * width + column] = match old[row].counts_as == new[column].counts_as {
                true => table[(row + 1) * width + column + 1] + 1,
                false => table[(row + 1) * width + column].max(table[row * width + column + 1]),
            };
        }
    }
    table
}

/// What differs, in order. Differences with a single word between them are one.
pub(crate) fn hunks(old: &[Word], new: &[Word]) -> Vec<Hunk> {
    let (width, table) = (new.len() + 1, lengths(old, new));
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < old.len() || column < new.len() {
        if row < old.len() && column < new.len() && old[row].counts_as == new[column].counts_as {
            row += 1;
            column += 1;
            continue;
        }
        let skip_old =
            column == new.len() || (row < old.len() && table[(row + 1) * width + column] >= table[row * width + column + 1]);
        let (next_row, next_column) = if skip_old { (row + 1, column) } else { (row, column + 1) };
        match hunks.last_mut().filter(|last| row - last.old.end <= 1 && (row == last.old.end || joins(old, last, row))) {
            Some(last) => {
                last.old.end = next_row;
                last.new.end = next_column;
            }
            None => hunks.push(Hunk {
                old: row..next_row,
                new: column..next_column,
                after_sentence: row.checked_sub(1).is_none_or(|before| old[before].ends_sentence),
            }),
        }
        (row, column) = (next_row, next_column);
    }
    hunks
}

/// Whether the one word since the last difference belongs to the phrase that differs. Not where a sentence ends.
fn joins(old: &[Word], last: &Hunk, row: usize) -> bool {
    !old[row - 1].ends_sentence && last.old.end.checked_sub(1).is_none_or(|end| !old[end].ends_sentence)
}

/// Whether the difference is one of wording: without articles, pronouns and what only joins, both say the same.
pub(crate) fn is_wording(old: &[Word], new: &[Word]) -> bool {
    // "You draw a card" is an order as well.
    if let ([], [you]) | ([you], []) = (old, new)
        && you.counts_as == "you"
    {
        return true;
    }
    let mut one = content(old);
    let mut other = content(new);
    one.sort_unstable();
    other.sort_unstable();
    one == other
}

fn content(words: &[Word]) -> Vec<&str> {
    let mut content = Vec::new();
    let mut place = 0;
    while let Some(word) = words.get(place) {
        let next = words.get(place + 1).map(|next| bare(&next.counts_as));
        place += 1;
        // "That creature", "those cards": a pronoun of two words.
        if matches!(word.counts_as.as_str(), "that" | "those" | "the") && next.is_some_and(|next| THINGS.contains(&next)) {
            place += 1;
            continue;
        }
        let bare = bare(&word.counts_as);
        if !JOINING.contains(&bare) && !bare.is_empty() {
            content.push(bare);
        }
    }
    content
}

/// Without possessives and the endings of verbs and plurals; the words for all alike.
fn bare(word: &str) -> &str {
    let word = word.trim_end_matches('\'');
    let word = word.strip_suffix("'s").unwrap_or(word);
    match word {
        "all" | "every" => "each",
        "cannot" => "can't",
        "has" => "have",
        "does" => "do",
        "dies" => "die",
        _ => word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word),
    }
}

/// Words that say nothing by themselves.
const JOINING: [&str; 35] = [
    "~",
    "a",
    "an",
    "the",
    "it",
    "its",
    "itself",
    "they",
    "them",
    "their",
    "themselve",
    "themselves",
    "that",
    "those",
    "these",
    "this",
    "thi",
    "who",
    "which",
    "whose",
    "then",
    "so",
    "also",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "there",
    "as",
    "of",
    "in",
    "for",
    "to",
];

/// What a pronoun of two words may speak of.
const THINGS: [&str; 13] = [
    "creature",
    "permanent",
    "card",
    "player",
    "opponent",
    "spell",
    "ability",
    "land",
    "token",
    "source",
    "artifact",
    "enchantment",
    "object",
];

#[cfg(test)]
mod tests {
    use super::super::word::words;
    use super::*;

    fn differ(old: &str, new: &str) -> Vec<(String, String)> {
        let (a, b) = (words(old, &[]), words(new, &[]));
        let said = |words: &[Word]| words.iter().map(|word| word.counts_as.as_str()).collect::<Vec<_>>().join(" ");
        hunks(&a, &b).into_iter().map(|hunk| (said(&a[hunk.old]), said(&b[hunk.new]))).collect()
    }

    #[test]
    fn the_phrase_that_differs_is_found() {
        for (old, new, phrases) in [
            ("Draw a card.", "Draw a card.", vec![]),
            ("Draw two cards.", "Draw three cards.", vec![("2", "3")]),
            (
                "It deals 2 damage to target creature you control.",
                "It deals 2 damage to any target.",
                vec![("target creature you control", "any target")],
            ),
            ("It gets +1/+1.", "It gets +1/+1 until end of turn.", vec![("", "until end of turn")]),
            ("Draw a card. You gain 2 life.", "Draw a card.", vec![("you gain 2 life", "")]),
        ] {
            let phrases: Vec<(String, String)> = phrases.into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
            assert_eq!(differ(old, new), phrases, "{old}");
        }
    }

    #[test]
    fn other_words_for_the_same_are_wording() {
        let same = |old: &str, new: &str| is_wording(&words(old, &["Imp"]), &words(new, &["Imp"]));
        for (old, new) in
            [("it", "Imp"), ("that creature", "it"), ("all creatures", "each creature"), ("its owner's", "their owners'")]
        {
            assert!(same(old, new), "{old} {new}");
        }
        for (old, new) in
            [("a", "two"), ("each player", "that player"), ("may", ""), ("you control", ""), ("target creature", "it")]
        {
            assert!(!same(old, new), "{old} {new}");
        }
    }
}
