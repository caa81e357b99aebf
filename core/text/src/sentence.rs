//! Sentences: clauses put together, joined as the genre does.

use crate::noun::Noun;

/// One clause: who does what. Without a subject it is an instruction to the controller: "draw a card".
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clause {
    /// Who; `None` for "you" as it is left out in instructions.
    pub subject: Option<Noun>,
    /// The verb with all behind it, agreeing with the subject: "draws a card", "deals 3 damage to any target".
    pub predicate: String,
}

impl Clause {
    /// An instruction to "you": "draw a card".
    pub(crate) fn you(predicate: impl Into<String>) -> Clause {
        Clause { subject: None, predicate: predicate.into() }
    }
    /// Somebody or something does it.
    pub(crate) fn of(subject: Noun, predicate: impl Into<String>) -> Clause {
        Clause { subject: Some(subject), predicate: predicate.into() }
    }
    /// Without a capital and a full stop.
    pub(crate) fn said(&self) -> String {
        match &self.subject {
            None => self.predicate.clone(),
            Some(subject) => format!("{} {}", subject.text, self.predicate),
        }
    }
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// With a capital letter and a full stop, unless it ends with a quotation or parenthesis that has one.
pub(crate) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.is_empty() || text.ends_with(['.', ')']) || text.ends_with(".\"") { text } else { format!("{text}.") }
}

/// "a", "a and b", "a, b, and c".
pub(crate) fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} {word} {two}"),
        [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
    }
}

/// "two" for 2: numbers up to twenty are words, larger ones figures.
pub(crate) fn number_word(number: i32) -> String {
    const WORDS: [&str; 21] = [
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
    usize::try_from(number).ok().and_then(|index| WORDS.get(index)).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// "a creature", "an artifact".
pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) || noun.starts_with("un") && !noun.starts_with("uni");
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
