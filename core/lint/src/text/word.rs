//! Rules text as words that can be compared: without what is only a matter of writing.

use std::ops::Range;

/// A word of a text: what it counts as, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    /// Lower case, straight quotes, numbers as digits, American spelling; the card itself is [`SELF`].
    pub counts_as: String,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Whether a sentence ends behind it.
    pub ends_sentence: bool,
}

/// What the name of the card and "this creature" count as.
pub(crate) const SELF: &str = "~";

/// Splits a text into words. Reminders in parentheses, quotes and other punctuation are no words.
pub(crate) fn words(text: &str, names: &[&str]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if let Some(name) = names.iter().find(|name| begins_with_name(text, at, name)) {
            let end = at + name.len();
            let possessive = ["'s", "’s"].into_iter().find(|ending| text[end..].starts_with(ending)).map_or(0, str::len);
            let counts_as = if possessive > 0 { "~'s".to_owned() } else { SELF.to_owned() };
            words.push(Word { counts_as, span: at..end + possessive, ends_sentence: false });
            at = end + possessive;
            continue;
        }
        match first {
            '(' => at += text[at..].find(')').map_or(text.len() - at, |close| close + 1),
            '{' => at = symbols(text, at, &mut words),
            '.' => {
                end_sentence(&mut words);
                at += 1;
            }
            _ if is_of_word(first) => {
                let length = text[at..].find(|letter| !is_of_word(letter)).unwrap_or(text.len() - at);
                push_word(text, at..at + length, &mut words);
                at += length;
            }
            _ => at += first.len_utf8(),
        }
    }
    name_itself(&mut words);
    words
}

fn end_sentence(words: &mut [Word]) {
    if let Some(last) = words.last_mut() {
        last.ends_sentence = true;
    }
}

fn begins_with_name(text: &str, at: usize, name: &str) -> bool {
    if name.is_empty() || !text[at..].starts_with(name) {
        return false;
    }
    let alone = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
    alone(text[..at].chars().next_back()) && alone(text[at + name.len()..].chars().next())
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '-' | '−' | '–' | '+' | '/' | '*')
}

/// Neighbouring symbols are one word, so that "2R" can be compared with "{2}{R}".
fn symbols(text: &str, from: usize, words: &mut Vec<Word>) -> usize {
    let (mut at, mut counts_as) = (from, String::new());
    while text[at..].starts_with('{') {
        let Some(close) = text[at..].find('}') else { break };
        let inside = text[at + 1..at + close].to_lowercase();
        counts_as.push_str(match inside.as_str() {
            "tap" => "t",
            "untap" => "q",
            inside => inside,
        });
        at += close + 1;
    }
    if at == from {
        return from + 1;
    }
    words.push(Word { counts_as, span: from..at, ends_sentence: false });
    at
}

fn push_word(text: &str, span: Range<usize>, words: &mut Vec<Word>) {
    // Quotes around words and lonely dashes are punctuation.
    let inner = text[span.clone()].trim_start_matches(['\'', '’']).trim_end_matches(['\'', '’', '-', '–', '/']);
    let plural_possessive = text[span.clone()].ends_with("s'") || text[span.clone()].ends_with("s’");
    if !inner.contains(char::is_alphanumeric) {
        return;
    }
    let lead = text[span.clone()].find(inner).unwrap_or(0);
    let start = span.start + lead;
    let mut counts_as = standard(inner);
    if plural_possessive {
        counts_as.push('\'');
    }
    words.push(Word { counts_as, span: start..start + inner.len(), ends_sentence: false });
}

/// How a word is written for comparison.
fn standard(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'").replace(['−', '–'], "-");
    let number = NUMBERS.iter().position(|number| *number == lower);
    match number {
        Some(number) => number.to_string(),
        None => SPELLINGS.iter().find(|(other, _)| *other == lower).map_or(lower, |(_, usual)| (*usual).to_owned()),
    }
}

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Spellings that are no difference: of the other side of the ocean, and with contractions.
const SPELLINGS: [(&str, &str); 22] = [
    ("colour", "color"),
    ("colours", "colors"),
    ("coloured", "colored"),
    ("colourless", "colorless"),
    ("colour's", "color's"),
    ("multicoloured", "multicolored"),
    ("defence", "defense"),
    ("honour", "honor"),
    ("armour", "armor"),
    ("centre", "center"),
    ("grey", "gray"),
    ("artefact", "artifact"),
    ("artefacts", "artifacts"),
    ("cancelled", "canceled"),
    ("travelling", "traveling"),
    ("cannot", "can't"),
    ("that'll", "that"),
    ("they're", "they"),
    ("it's", "it"),
    ("towards", "toward"),
    ("afterwards", "afterward"),
    ("onto", "onto"),
];

/// "This creature", "this spell": the card itself.
fn name_itself(words: &mut Vec<Word>) {
    let mut place = 0;
    while place + 1 < words.len() {
        let next = words[place + 1].counts_as.as_str();
        let (kind, possessive) = next.strip_suffix("'s").map_or((next, false), |kind| (kind, true));
        if words[place].counts_as == "this" && !words[place].ends_sentence && THIS.contains(&kind) {
            let with = words.remove(place + 1);
            let word = &mut words[place];
            word.counts_as = if possessive { "~'s".to_owned() } else { SELF.to_owned() };
            word.span.end = with.span.end;
            word.ends_sentence = with.ends_sentence;
        }
        place += 1;
    }
}

/// What a card calls itself by.
pub(crate) const THIS: [&str; 15] = [
    "creature",
    "permanent",
    "spell",
    "card",
    "land",
    "artifact",
    "enchantment",
    "planeswalker",
    "battle",
    "token",
    "aura",
    "equipment",
    "vehicle",
    "saga",
    "emblem",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        words(text, &["Gale Warden"]).iter().map(|word| word.counts_as.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_only_writing_does_not_count() {
        for (one, other) in [
            ("When Gale Warden enters, draw two cards.", "When this creature enters,  draw 2 cards"),
            ("−2: Draw.", "-2: Draw."),
            ("Flying (It flies.)", "flying"),
            ("{2}{R}, {T}: Draw.", "2R, T: Draw"),
            ("A creature’s colour.", "A creature's color."),
            ("Gale Warden’s power", "this creature's power"),
            ("Choose one —\n• Draw.", "Choose one -\n- Draw."),
            ("has \"{T}: Add {G}.\"", "has “{T}: Add {G}.”"),
        ] {
            assert_eq!(said(one), said(other));
        }
        for (one, other) in
            [("Gale Wardens", "Gale Warden"), ("this turn", "this creature"), ("+1/+1", "-1/-1"), ("can't", "can")]
        {
            assert_ne!(said(one), said(other));
        }
    }

    #[test]
    fn words_know_their_places() {
        let text = "'Tis (no) \"{2}{R}\". Opponents' cards—go.";
        let found: Vec<&str> = words(text, &[]).iter().map(|word| &text[word.span.clone()]).collect();
        assert_eq!(found, ["Tis", "{2}{R}", "Opponents", "cards", "go"]);
    }
}
