//! Numbers in words: "two cards", "X cards, where X is ...", "a +1/+1 counter for each ...".

use crate::speech::Speech;
use cardwright_engine::ability::Amount;

/// A number as a sentence can use it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Quantity {
    /// A number that is known.
    Number(i32),
    /// The X of the announcement.
    X,
    /// "that many", "that much"
    That,
    /// "twice that many", "half that many"...: stands before the noun as it is, `many` and `much` as the noun wants.
    Of(String),
    /// So many for each of these: the factor and "creature you control".
    ForEach(i32, String),
    /// "the number of creatures you control", "its power": said as "equal to ..." or "X ..., where X is ...".
    Equal(String),
}

impl Speech<'_> {
    /// What kind of number it is.
    pub(crate) fn quantity(&mut self, amount: &Amount) -> Quantity {
        match amount {
            Amount::Fixed(number) => Quantity::Number(*number),
            Amount::X => Quantity::X,
            other => Quantity::Equal(format!("⟦{other:?}⟧")),
        }
    }
    /// So many of what can be counted, with what has to follow: ("two cards", ""), ("X cards", ", where X is its power"),
    /// ("a card", " for each creature you control").
    pub(crate) fn counted(&mut self, amount: &Amount, one: &str, many: &str) -> (String, String) {
        match self.quantity(amount) {
            Quantity::Number(1) => (crate::sentence::with_article(one), String::new()),
            Quantity::Number(number) => (format!("{} {many}", crate::sentence::number_word(number)), String::new()),
            Quantity::X => (format!("X {many}"), String::new()),
            other => (format!("⟦{other:?}⟧ {many}"), String::new()),
        }
    }
    /// So much of what is written in figures (life, damage): ("3", ""), ("X", ", where X is ..."), ("that much", ""), with the
    /// alternative "damage equal to ..." left to the caller through [`Speech::quantity`].
    pub(crate) fn figure(&mut self, amount: &Amount) -> (String, String) {
        match self.quantity(amount) {
            Quantity::Number(number) => (number.to_string(), String::new()),
            Quantity::X => ("X".to_owned(), String::new()),
            other => (format!("⟦{other:?}⟧"), String::new()),
        }
    }
}
