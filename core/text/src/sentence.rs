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
    let lower = noun.to_lowercase();
    let consonant = ["uni", "one", "use", "eu"].iter().any(|start| lower.starts_with(start));
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u', '8']) && !consonant
        || ["x/", "11/", "18/"].iter().any(|start| lower.starts_with(start))
        || lower == "x";
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_follow_the_sound() {
        for (noun, said) in [
            ("creature", "a creature"),
            ("artifact", "an artifact"),
            ("untapped creature", "an untapped creature"),
            ("Unicorn", "a Unicorn"),
            ("8/8 creature", "an 8/8 creature"),
            ("1/1 creature", "a 1/1 creature"),
            ("+1/+1 counter", "a +1/+1 counter"),
            ("X/X creature", "an X/X creature"),
        ] {
            assert_eq!(with_article(noun), said);
        }
    }

    #[test]
    fn lists_have_a_comma_before_the_word_from_three_on() {
        let items = |text: &str| listed(&text.split(' ').map(str::to_owned).collect::<Vec<_>>(), "or");
        assert_eq!(items("a"), "a");
        assert_eq!(items("a b"), "a or b");
        assert_eq!(items("a b c"), "a, b, or c");
    }

    #[test]
    fn sentences_end_once() {
        assert_eq!(sentence("draw a card"), "Draw a card.");
        assert_eq!(sentence("it has \"Draw a card.\""), "It has \"Draw a card.\"");
        assert_eq!(sentence(""), "");
    }
}
