//! Mana.

use super::Words;
use super::filters::link;
use super::structure::change;
use crate::call::{Call, Made, Trouble};
use crate::text::{TextError, mana_cost};
use crate::value::Value;
use cardwright_engine::ability::{Amount, Effect, ManaProduced, NewMana, Players};
use cardwright_engine::mana::{Color, ManaSymbol, ManaType};

pub(super) fn words(words: &mut Words) {
    words.value("white", "The colour white.", "creatures.of_color(white)", Value::Color(Color::White));
    words.value("blue", "The colour blue.", "creatures.of_color(blue)", Value::Color(Color::Blue));
    words.value("black", "The colour black.", "creatures.of_color(black)", Value::Color(Color::Black));
    words.value("red", "The colour red.", "creatures.of_color(red)", Value::Color(Color::Red));
    words.value("green", "The colour green.", "creatures.of_color(green)", Value::Color(Color::Green));
    words.add(
        "add_mana(symbols, [amount])",
        "Adds this mana, that many times.",
        "activated(\"{T}\", add_mana(\"{G}\"));",
        |call| {
            let mana = symbols(call, 0)?;
            let amount = call.amount_or(1, 1)?;
            added(NewMana::Exactly(mana), amount)
        },
    );
    words.add(
        "add_any_color([amount])",
        "Adds that much mana of one colour of your choice.",
        "activated(\"{T}\", add_any_color());",
        |call| {
            let amount = call.amount_or(0, 1)?;
            added(NewMana::OneOf(Color::ALL.into_iter().map(ManaType::Colored).collect()), amount)
        },
    );
    words.add(
        "add_one_of(symbols, [amount])",
        "Adds that much mana of one of these types.",
        "activated(\"{T}\", add_one_of(\"{R}{G}\"));",
        |call| {
            let mana = symbols(call, 0)?;
            let amount = call.amount_or(1, 1)?;
            added(NewMana::OneOf(mana), amount)
        },
    );
    words.add(
        "add_combination(symbols, amount)",
        "Adds that much mana in any combination of these types.",
        "activated(\"{T}\", add_combination(\"{R}{G}\", 2));",
        |call| {
            let mana = symbols(call, 0)?;
            let amount = call.amount(1)?;
            added(NewMana::Combination(mana), amount)
        },
    );
    words.add(
        "add_chosen_color([amount], [name])",
        "Adds that much mana of the chosen colour.",
        "always(card.as_enters(choose_color())); activated(\"{T}\", add_chosen_color());",
        |call| {
            let amount = call.amount_or(0, 1)?;
            added(NewMana::Linked(link(call, 1, "color")?), amount)
        },
    );
    words.add(
        "add_producible(filter, [amount])",
        "Adds that much mana of any type that one of these lands could produce.",
        "activated(\"{T}\", add_producible(lands.yours));",
        |call| {
            let amount = call.amount_or(1, 1)?;
            added(NewMana::CouldProduce(call.filter(0)?), amount)
        },
    );
    words.add(
        "effect.only_for(filter)",
        "This mana can only be spent on spells that match, or on abilities of what matches.",
        "activated(\"{T}\", add_any_color().only_for(creatures));",
        |call| {
            let filter = call.filter(1)?;
            change(call, "an effect that adds mana", |effect| match effect {
                Effect::AddMana(_, produced) => {
                    produced.only_for = Some(filter);
                    true
                }
                _ => false,
            })
        },
    );
}

fn added(kind: NewMana, amount: Amount) -> Made {
    Ok(Value::effect(Effect::AddMana(Players::You, ManaProduced { kind, amount, only_for: None })))
}

/// Symbols of mana that can be produced.
pub(super) fn symbols(call: &Call, place: usize) -> Result<Vec<ManaType>, Trouble> {
    let text = call.text(place)?.as_str();
    let wrong = |error| Trouble::Text { place, error };
    let cost = mana_cost(text).map_err(|mut errors| wrong(errors.remove(0)))?;
    let mut mana = Vec::new();
    for symbol in cost.symbols {
        match symbol {
            ManaSymbol::Of(kind) => mana.push(kind),
            ManaSymbol::Generic(_) => {
                let help = "write `{C}` for colourless mana";
                return Err(wrong(TextError::new("bad-mana", 0..text.len(), "a number is a cost, not mana to add", help)));
            }
            _ => {
                return Err(wrong(TextError::new(
                    "bad-mana",
                    0..text.len(),
                    "this symbol is a cost, not mana to add",
                    "write like `{R}{G}`",
                )));
            }
        }
    }
    Ok(mana)
}
