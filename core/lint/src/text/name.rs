//! The name of a card in its text, rightly written or not.

use std::ops::Range;

/// Marks that other programs write for the name of the card.
pub(crate) const STAND_INS: [&str; 6] = ["CARDNAME", "CARD_NAME", "THISCARD", "~this~", "@", "~"];

/// Where a text has a misspelling of the name: as many words as the name, the letters nearly the same.
pub(crate) fn misspelt(text: &str, name: &str) -> Vec<Range<usize>> {
    let wanted: Vec<&str> = name.split(' ').collect();
    let allowed = name.chars().count() / 6;
    // Short names are too near to other words.
    if allowed == 0 || (wanted.len() == 1 && name.chars().count() < 7) {
        return Vec::new();
    }
    let words = word_places(text);
    let mut found: Vec<Range<usize>> = Vec::new();
    for window in words.windows(wanted.len()) {
        let span = window[0].start..without_possessive(text, &window[window.len() - 1]);
        let said = &text[span.clone()];
        let first = said.chars().next().is_some_and(char::is_uppercase) || wanted.len() > 1;
        if said == name || !first || found.last().is_some_and(|last| last.end > span.start) || said.contains(['\n', '.', ':']) {
            continue;
        }
        let lengths = said.chars().count().abs_diff(name.chars().count()) <= allowed;
        // The first word and the last must be near by themselves: "Bell of Dawn" is not "Bell of Dusk".
        let word_by_word = || {
            said.split(' ').zip(&wanted).all(|(word, wanted)| {
                strsim::osa_distance(&word.to_lowercase(), &wanted.to_lowercase()) <= (wanted.chars().count() / 4).max(1)
            })
        };
        if lengths && word_by_word() && strsim::osa_distance(&said.to_lowercase(), &name.to_lowercase()) <= allowed {
            found.push(span);
        }
    }
    found
}

/// Where a text writes a stand-in for the name.
pub(crate) fn stand_ins(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let mut found: Vec<(Range<usize>, &'static str)> = Vec::new();
    for mark in STAND_INS {
        for (at, _) in text.match_indices(mark) {
            let span = at..at + mark.len();
            let letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
            let alone = !letter(text[..at].chars().next_back()) && !letter(text[span.end..].chars().next());
            if alone && !found.iter().any(|(other, _)| other.start < span.end && span.start < other.end) {
                found.push((span, mark));
            }
        }
    }
    found
}

fn without_possessive(text: &str, word: &Range<usize>) -> usize {
    let said = &text[word.clone()];
    let stem = said.strip_suffix("'s").or_else(|| said.strip_suffix("’s")).unwrap_or(said);
    word.start + stem.trim_end_matches(['\'', '’', ',', '-']).len()
}

/// Words with the commas and hyphens that names have inside.
fn word_places(text: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '-' | ',');
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                places.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_misspelt() {
        for (text, name, found) in [
            ("When Gale Wardne enters", "Gale Warden", vec!["Gale Wardne"]),
            ("When gale warden enters", "Gale Warden", vec!["gale warden"]),
            ("Gale Wadren's power", "Gale Warden", vec!["Gale Wadren"]),
            ("When Gale Warden enters", "Gale Warden", vec![]),
            ("When Pale Garden enters", "Gale Warden", vec![]),
            ("Floodlien enters", "Floodline", vec!["Floodlien"]),
            ("Impp enters", "Imp", vec![]),
            ("Of Fuse with Three Knots, draw", "Fuse with Three Knots", vec![]),
            ("Of Fuse with Tree Knots, draw", "Fuse with Three Knots", vec!["Fuse with Tree Knots"]),
        ] {
            let said: Vec<&str> = misspelt(text, name).into_iter().map(|span| &text[span]).collect();
            assert_eq!(said, found, "{text}");
        }
    }

    #[test]
    fn stand_ins_stand_alone() {
        let text = "When CARDNAME enters, ~ deals ~this~ damage. A~B";
        let said: Vec<&str> = stand_ins(text).into_iter().map(|(_, mark)| mark).collect();
        assert_eq!(said, ["CARDNAME", "~this~", "~"]);
    }
}
