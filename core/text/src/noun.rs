//! Nouns: what a sentence speaks of, with all that the rest of the sentence has to know to agree with it.

/// One or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    One,
    Many,
}

/// Who is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Person {
    /// "you"
    You,
    /// A player: "they", "that player's".
    Player,
    /// A thing: "it", "its".
    Thing,
}

/// A noun phrase: "target creature you control", "each opponent", "Gale Warden", "it".
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Noun {
    pub text: String,
    pub number: Number,
    pub person: Person,
}

impl Noun {
    pub(crate) fn thing(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), number: Number::One, person: Person::Thing }
    }
    pub(crate) fn things(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), number: Number::Many, person: Person::Thing }
    }
    pub(crate) fn player(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), number: Number::One, person: Person::Player }
    }
    pub(crate) fn players(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), number: Number::Many, person: Person::Player }
    }
    pub(crate) fn you() -> Noun {
        Noun { text: "you".to_owned(), number: Number::One, person: Person::You }
    }
    pub(crate) fn is_you(&self) -> bool {
        self.person == Person::You
    }
    /// The verb that agrees with it: `one` of "it deals", `many` of "they deal" and "you deal".
    pub(crate) fn verb<'v>(&self, one: &'v str, many: &'v str) -> &'v str {
        if self.number == Number::Many || self.is_you() { many } else { one }
    }
    /// "its controller", "your hand", "each opponent's", "those creatures'".
    pub(crate) fn possessive(&self) -> String {
        match self.text.as_str() {
            "you" => "your".to_owned(),
            "it" => "its".to_owned(),
            "they" | "them" => "their".to_owned(),
            text if self.number == Number::Many && text.ends_with('s') => format!("{text}'"),
            text => format!("{text}'s"),
        }
    }
    /// What stands for it once it has been named and is the subject: "it", "they", "you".
    pub(crate) fn pronoun(&self) -> Noun {
        let text = match (self.person, self.number) {
            (Person::You, _) => "you",
            (Person::Thing, Number::One) => "it",
            (Person::Player, _) | (Person::Thing, Number::Many) => "they",
        };
        Noun { text: text.to_owned(), number: if text == "they" { Number::Many } else { Number::One }, person: self.person }
    }
    /// Behind a verb or preposition: "they" becomes "them".
    pub(crate) fn object(&self) -> String {
        if self.text == "they" { "them".to_owned() } else { self.text.clone() }
    }
    /// With "that" or "those" before it: "that creature", "those cards".
    pub(crate) fn that(&self) -> Noun {
        let text = match self.number {
            Number::One => format!("that {}", self.text),
            Number::Many => format!("those {}", self.text),
        };
        Noun { text, ..self.clone() }
    }
    /// Whether it is a pronoun: "it", "they", "you".
    pub(crate) fn is_pronoun(&self) -> bool {
        matches!(self.text.as_str(), "it" | "they" | "them" | "you")
    }
    /// The same as an object of a verb: "it", "them", "you".
    pub(crate) fn pronoun_object(&self) -> &'static str {
        match (self.person, self.number) {
            (Person::You, _) => "you",
            (Person::Thing, Number::One) => "it",
            (Person::Player, _) | (Person::Thing, Number::Many) => "them",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree() {
        for (noun, verb, possessive, pronoun, object) in [
            (Noun::thing("target creature"), "deals", "target creature's", "it", "it"),
            (Noun::things("those creatures"), "deal", "those creatures'", "they", "them"),
            (Noun::player("each opponent"), "deals", "each opponent's", "they", "them"),
            (Noun::you(), "deal", "your", "you", "you"),
            (Noun::thing("it"), "deals", "its", "it", "it"),
            (Noun::things("they"), "deal", "their", "they", "them"),
            (Noun::thing("Chest of Cups"), "deals", "Chest of Cups's", "it", "it"),
        ] {
            assert_eq!(noun.verb("deals", "deal"), verb);
            assert_eq!(noun.possessive(), possessive);
            assert_eq!(noun.pronoun().text, pronoun);
            assert_eq!(noun.pronoun_object(), object);
        }
    }
}
