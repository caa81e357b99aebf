//! How well what somebody has typed fits what could be meant.

use super::{Item, ItemKind};

/// The candidates that fit what is typed, the best first.
pub(super) fn ranked(candidates: Vec<Item>, typed: &str, most: usize) -> Vec<Item> {
    let mut fitting: Vec<(u32, Item)> =
        candidates.into_iter().filter_map(|item| Some((distance(typed, &item.label)?, item))).collect();
    let nearness = |kind: ItemKind| u8::from(kind != ItemKind::Name);
    fitting.sort_by(|(a, one), (b, other)| {
        (a, nearness(one.kind), one.label.len() * usize::from(!typed.is_empty()), &one.label).cmp(&(
            b,
            nearness(other.kind),
            other.label.len() * usize::from(!typed.is_empty()),
            &other.label,
        ))
    });
    // What was guessed is only of use where nothing begins so.
    if fitting.first().is_some_and(|(best, _)| *best < GUESSED) {
        fitting.retain(|(distance, _)| *distance < GUESSED);
    }
    let mut items: Vec<Item> = fitting.into_iter().map(|(_, item)| item).collect();
    items.dedup_by(|one, other| one.label == other.label && one.signature == other.signature);
    items.truncate(most);
    items
}

/// From here on it is a guess at a misspelt word.
const GUESSED: u32 = 4;

/// How far what is typed is from a word; none if it is nothing like it.
fn distance(typed: &str, word: &str) -> Option<u32> {
    if word.starts_with(typed) {
        return Some(0);
    }
    let (typed, word) = (typed.to_lowercase(), word.to_lowercase());
    if word.starts_with(&typed) {
        return Some(1);
    }
    if word.split(['_', ' ', '-', '/']).skip(1).any(|part| part.starts_with(&typed)) {
        return Some(2);
    }
    if typed.len() > 1 && word.contains(&typed) {
        return Some(3);
    }
    let letters = typed.chars().count();
    // What is typed may be the beginning of the word only.
    let beginning: String = word.chars().take(letters).collect();
    let near = strsim::osa_distance(&typed, &beginning).min(strsim::osa_distance(&typed, &word));
    let slips = (letters > 2 && near <= letters / 3).then_some(near as u32);
    let short = (letters > 2 && is_within(&typed, &word)).then_some(2);
    Some(GUESSED + slips.into_iter().chain(short).min()?)
}

/// Whether all letters come in that order, the first at the beginning.
fn is_within(typed: &str, word: &str) -> bool {
    let mut letters = word.chars();
    typed.chars().next() == word.chars().next() && typed.chars().all(|letter| letters.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(typed: &str, words: &[&str]) -> Vec<String> {
        let items = words.iter().map(|word| Item::plain(*word, ItemKind::Value)).collect();
        ranked(items, typed, 10).into_iter().map(|item| item.label).collect()
    }

    #[test]
    fn what_begins_so_comes_first() {
        assert_eq!(
            found("dam", &["combat_damage", "damaged", "damage", "Damp", "fadama"]),
            ["damage", "damaged", "Damp", "combat_damage", "fadama"]
        );
        assert_eq!(found("", &["b", "a"]), ["a", "b"]);
    }

    #[test]
    fn a_slip_is_forgiven_where_nothing_begins_so() {
        assert_eq!(found("craetures", &["creatures", "cards"]), ["creatures"]);
        assert_eq!(found("damgae", &["damage", "draw"]), ["damage"]);
        assert_eq!(found("flyign", &["flying", "first strike"]), ["flying"]);
        assert!(found("xyz", &["damage", "creatures"]).is_empty());
        assert_eq!(found("cntrl", &["controller", "cost"]), ["controller"]);
    }
}
