//! How much and how many, as effects say it: "3 damage", "damage equal to its power", "two cards", "a card for each ...".

use crate::amount::Quantity;
use crate::sentence::{number_word, with_article};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, Objects};

/// A number of something, in two parts: what follows may stand behind other words.
pub(crate) struct Measured {
    /// "3 damage", "a +1/+1 counter", "cards equal to its power"
    pub text: String,
    /// " for each creature you control", ", where X is its power"; empty if nothing follows.
    pub tail: String,
}

impl Measured {
    fn plain(text: String) -> Measured {
        Measured { text, tail: String::new() }
    }
    /// Both parts, one behind the other.
    pub(crate) fn whole(&self) -> String {
        format!("{}{}", self.text, self.tail)
    }
}

impl Speech<'_> {
    /// So much of what is written in figures: "3 damage", "that much life".
    pub(crate) fn measured(&mut self, amount: &Amount, what: &str) -> Measured {
        if let Some((half, rounded)) = self.part_of_life(amount, what) {
            return Measured { text: half, tail: format!(", {rounded}") };
        }
        if let Some((first, each)) = self.plus_for_each(amount, what) {
            return Measured { text: first, tail: each };
        }
        // "You lose 1 life for each card discarded this way."
        if let Amount::EventAmount(var) | Amount::Var(var) = amount
            && let Some(each) = self.each(&Amount::CountOf(Box::new(Objects::Var(*var))))
        {
            return Measured { text: format!("1 {what}"), tail: format!(" for each {each}") };
        }
        match self.quantity(amount) {
            Quantity::Number(number) => Measured::plain(format!("{number} {what}")),
            Quantity::X => Measured::plain(format!("X {what}")),
            Quantity::That => Measured::plain(format!("that much {what}")),
            Quantity::Of(text) => Measured::plain(much_of(&text, what)),
            Quantity::ForEach(number, each) => Measured { text: format!("{number} {what}"), tail: format!(" for each {each}") },
            Quantity::Equal(text) => Measured::plain(format!("{what} equal to {text}")),
        }
    }
    /// "2 life, plus 2 life for each ...".
    fn plus_for_each(&mut self, amount: &Amount, what: &str) -> Option<(String, String)> {
        let Amount::Sum(parts) = amount else { return None };
        let [Amount::Fixed(first), more] = parts.as_slice() else { return None };
        match self.quantity(more) {
            Quantity::ForEach(number, each) => {
                Some((format!("{first} {what}"), format!(", plus {number} {what} for each {each}")))
            }
            _ => None,
        }
    }
    /// So many of what can be counted: "two cards", "that many cards", "cards equal to its power".
    pub(crate) fn many(&mut self, amount: &Amount, one: &str, many: &str) -> Measured {
        match self.quantity(amount) {
            Quantity::Equal(text) => Measured::plain(format!("{many} equal to {text}")),
            other => counted(other, one, many),
        }
    }
    /// The same where other words stand between: "a number of tokens" ... "equal to its power".
    pub(crate) fn number_of(&mut self, amount: &Amount, one: &str, many: &str) -> Measured {
        match self.quantity(amount) {
            Quantity::Equal(text) => Measured { text: format!("a number of {many}"), tail: format!(" equal to {text}") },
            other => counted(other, one, many),
        }
    }
    /// "twice", "three times", "X times".
    pub(crate) fn so_often(&mut self, amount: &Amount) -> Measured {
        match self.quantity(amount) {
            Quantity::Number(1) => Measured::plain("once".to_owned()),
            Quantity::Number(2) => Measured::plain("twice".to_owned()),
            other => counted(other, "time", "times"),
        }
    }
}

fn much_of(text: &str, what: &str) -> String {
    match text.split_once('~') {
        Some((front, rest)) => format!("{front}much {what}{rest}"),
        None => format!("{text} {what}"),
    }
}

fn many_of(text: &str) -> String {
    let text = text.strip_suffix(" plus 1").map_or_else(|| text.to_owned(), |start| format!("{start} plus one"));
    text.replace('~', "many")
}

fn counted(quantity: Quantity, one: &str, many: &str) -> Measured {
    match quantity {
        Quantity::Number(1) => Measured::plain(with_article(one)),
        Quantity::Number(number) => Measured::plain(format!("{} {many}", number_word(number))),
        Quantity::X => Measured::plain(format!("X {many}")),
        Quantity::That => Measured::plain(format!("that many {many}")),
        Quantity::Of(text) => Measured::plain(format!("{} {many}", many_of(&text))),
        Quantity::ForEach(1, each) => Measured { text: with_article(one), tail: format!(" for each {each}") },
        Quantity::ForEach(number, each) => {
            Measured { text: format!("{} {many}", number_word(number)), tail: format!(" for each {each}") }
        }
        Quantity::Equal(text) => Measured { text: format!("a number of {many}"), tail: format!(" equal to {text}") },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_things_agree_with_their_number() {
        for (quantity, said) in [
            (Quantity::Number(1), "an egg"),
            (Quantity::Number(2), "two eggs"),
            (Quantity::X, "X eggs"),
            (Quantity::That, "that many eggs"),
            (Quantity::Of("twice that ~".to_owned()), "twice that many eggs"),
            (Quantity::ForEach(1, "nest".to_owned()), "an egg for each nest"),
            (Quantity::ForEach(3, "nest".to_owned()), "three eggs for each nest"),
        ] {
            assert_eq!(counted(quantity, "egg", "eggs").whole(), said);
        }
        assert_eq!(much_of("that ~ plus 1", "life"), "that much life plus 1");
    }
}
