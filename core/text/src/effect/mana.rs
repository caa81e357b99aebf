//! Mana: "add {G}", "add one mana of any color".

use super::act::{Act, Piece};
use crate::amount::Quantity;
use crate::filter::{Article, Head};
use crate::sentence::{listed, number_word};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, ManaProduced, NewMana, Pattern, Players};
use cardwright_engine::mana::{Color, ManaType};

impl Speech<'_> {
    pub(super) fn add_mana(&mut self, players: &Players, mana: &ManaProduced) -> Vec<Piece> {
        let actor = self.actor(players);
        let what = self.mana(&mana.kind, &mana.amount);
        // What is made when something else makes mana comes on top of it.
        let additional = self.on.as_ref().is_some_and(|on| matches!(on.any.as_slice(), [Pattern::TapsForMana(_)]));
        let what = match what.strip_prefix("one mana ") {
            Some(rest) if additional => format!("an additional one mana {rest}"),
            _ if additional => format!("an additional {what}"),
            _ => what,
        };
        let mut pieces = vec![Piece::act(Act::regular(actor, "add", what))];
        if let Some(filter) = &mana.only_for {
            let spells = self.filter_of(filter, Article::Many, Head::Spell).text;
            pieces.push(Piece::text(format!("spend this mana only to cast {spells}")));
        }
        pieces
    }
    fn mana(&mut self, kind: &NewMana, amount: &Amount) -> String {
        let symbols = |mana: &[ManaType]| mana.iter().map(symbol).collect::<String>();
        let quantity = self.quantity(amount);
        match kind {
            NewMana::Exactly(mana) => amounted(&symbols(mana), quantity),
            NewMana::OneOf(mana) if is_any_color(mana) => match quantity {
                Quantity::Number(1) => "one mana of any color".to_owned(),
                other => format!("{} of any one color", mana_words(other)),
            },
            NewMana::OneOf(mana) => {
                let count = if let Quantity::Number(number) = quantity { usize::try_from(number).unwrap_or(1) } else { 1 };
                let each: Vec<String> = mana.iter().map(|one| symbol(one).repeat(count)).collect();
                let choice = listed(&each, "or");
                if let Quantity::Number(_) = quantity { choice } else { format!("{} of one of {choice}", mana_words(quantity)) }
            }
            NewMana::Combination(mana) if is_any_color(mana) => format!("{} in any combination of colors", mana_words(quantity)),
            NewMana::Combination(mana) => {
                let each: Vec<String> = mana.iter().map(symbol).collect();
                format!("{} in any combination of {}", mana_words(quantity), listed(&each, "and/or"))
            }
            NewMana::Linked(_) => format!("{} of the chosen color", mana_words(quantity)),
            NewMana::CouldProduce(filter) => {
                let lands = self.filter(filter, Article::A).text;
                format!("{} of any type that {lands} could produce", mana_words(quantity))
            }
        }
    }
}

/// "{G}"
fn symbol(mana: &ManaType) -> String {
    format!("{{{}}}", mana.letter())
}

fn is_any_color(mana: &[ManaType]) -> bool {
    mana.len() == 5 && Color::ALL.iter().all(|color| mana.contains(&ManaType::Colored(*color)))
}

/// "one mana", "X mana", "that much mana"
fn mana_words(quantity: Quantity) -> String {
    match quantity {
        Quantity::Number(number) => format!("{} mana", number_word(number)),
        Quantity::X => "X mana".to_owned(),
        Quantity::That => "that much mana".to_owned(),
        Quantity::Of(text) => format!("{} mana", text.replace('~', "much")),
        Quantity::ForEach(number, each) => format!("{} mana for each {each}", number_word(number)),
        Quantity::Equal(text) => format!("an amount of mana equal to {text}"),
    }
}

/// Symbols so many times: "{G}{G}", "{G} for each creature you control".
fn amounted(symbols: &str, quantity: Quantity) -> String {
    match quantity {
        Quantity::Number(number @ 1..=6) => symbols.repeat(number.unsigned_abs() as usize),
        Quantity::Number(number) => format!("{} {symbols}", number_word(number)),
        Quantity::X => format!("X {symbols}"),
        Quantity::That => format!("that much {symbols}"),
        Quantity::Of(text) => format!("{} {symbols}", text.replace('~', "much")),
        Quantity::ForEach(number, each) => {
            format!("{} for each {each}", symbols.repeat(usize::try_from(number).unwrap_or(1)))
        }
        Quantity::Equal(text) => format!("an amount of {symbols} equal to {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mana_is_written_in_symbols() {
        for (quantity, said) in [
            (Quantity::Number(1), "{G}"),
            (Quantity::Number(3), "{G}{G}{G}"),
            (Quantity::ForEach(1, "elk".to_owned()), "{G} for each elk"),
            (Quantity::Equal("its power".to_owned()), "an amount of {G} equal to its power"),
        ] {
            assert_eq!(amounted("{G}", quantity), said);
        }
    }
}
