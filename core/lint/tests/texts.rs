//! The comparison of texts, tried on every shipped card: a word that is taken out of a text, or doubled, is missed, and what is
//! proposed makes the text right again.

mod common;

use cardwright_library::{Library, LibraryCard, LibraryCompiler, load};
use cardwright_lint::{Comparison, comparisons};
use cardwright_text::Style;
use std::sync::Arc;

/// The card with another text on its front.
fn saying(card: &LibraryCard, text: &str) -> LibraryCard {
    let mut raw = (*card.raw).clone();
    if let Some(said) = &mut raw.faces[0].text {
        said.value = text.to_owned();
    }
    LibraryCard { raw: Arc::new(raw), ..card.clone() }
}

fn compared(library: &Library, card: &LibraryCard) -> Comparison {
    comparisons(library, card, Style::default()).swap_remove(0)
}

/// The text with everything done that the differences propose.
fn mended(text: &str, comparison: &Comparison) -> String {
    let mut edits: Vec<_> = comparison.differences.iter().filter_map(|difference| difference.edit.clone()).collect();
    edits.sort_by_key(|(part, _)| std::cmp::Reverse((part.start, part.end)));
    let mut text = text.to_owned();
    for (part, with) in edits {
        text.replace_range(part, &with);
    }
    text
}

#[test]
fn a_word_too_few_or_too_many_is_noticed_and_mended() {
    let library = load(&common::repository(), LibraryCompiler::new()).expect("the repository is a library");
    let (mut tried, mut wrong) = (0, Vec::new());
    for (place, card) in library.cards().iter().enumerate() {
        let Some(said) = &card.raw.front().text else { continue };
        let before = compared(&library, card);
        if !before.differences.is_empty() || said.value.contains('(') {
            continue;
        }
        let words: Vec<&str> = said.value.split(' ').collect();
        // Another word of each card, so that all places of a sentence have their turn.
        let at = place * 7 % words.len();
        let without = [&words[..at], &words[at + 1..]].concat().join(" ");
        let doubled = [&words[..=at], &words[at..]].concat().join(" ");
        for changed in [without, doubled] {
            // Line breaks are no words; a name of two words is no word either.
            if changed.trim().is_empty() || !words[at].contains(char::is_alphanumeric) || words[at].contains('\n') {
                continue;
            }
            tried += 1;
            let found = compared(&library, &saying(card, &changed));
            let again = mended(&changed, &found);
            let after = compared(&library, &saying(card, &again));
            if found.differences.is_empty()
                || found.differences.iter().all(|difference| difference.edit.is_some()) && !after.differences.is_empty()
            {
                wrong.push(format!("{}\n  {changed}\n  {again}\n  {:?}", card.key, after.differences));
            }
        }
    }
    assert!(tried > 800, "only {tried} texts were tried");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
