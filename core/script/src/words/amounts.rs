//! Numbers. Sums, differences, products and comparisons are written with operators.

use super::Words;
use crate::call::{Call, Trouble};
use crate::coerce;
use crate::value::{Given, Value};
use cardwright_engine::ability::{Amount, CostTag, Period, Rounding};

pub(super) fn words(words: &mut Words) {
    words.value("x", "The X of the cost.", "spell(damage(x, target(any_target)));", Value::Amount(Amount::X));
    words.add(
        "half_rounded_up(amount)",
        "Half of it, rounded up.",
        "activated(cost(\"{T}\").life(half_rounded_up(you.life)), draw(3));",
        |call| halved(call, Rounding::Up),
    );
    words.add(
        "half_rounded_down(amount)",
        "Half of it, rounded down.",
        "spell(lose_life(half_rounded_down(you.life)));",
        |call| halved(call, Rounding::Down),
    );
    words.add("amount.divided_by(number)", "Divided by that number, rounded down.", "you.life.divided_by(5)", |call| {
        let by = call.small_number(1)?.max(1);
        Ok(Value::Amount(Amount::Divided(Box::new(call.amount(0)?), by.into(), Rounding::Down)))
    });
    words.add("lowest_of(list)", "The lowest of these numbers.", "lowest_of([you.life, 5])", |call| {
        Ok(Value::Amount(Amount::Lowest(list(call)?)))
    });
    words.add("highest_of(list)", "The highest of these numbers.", "highest_of([creatures.count, 1])", |call| {
        Ok(Value::Amount(Amount::Highest(list(call)?)))
    });
    words.add(
        "number_if(condition, amount, amount)",
        "The first number if it holds, the second if not.",
        "spell(damage(number_if(creatures.yours.exist, 4, 2), target(any_target)));",
        |call| {
            let (condition, yes, no) = (call.condition(0)?, call.amount(1)?, call.amount(2)?);
            Ok(Value::Amount(Amount::If(Box::new(condition), Box::new(yes), Box::new(no))))
        },
    );
    words.add(
        "times_paid(tag)",
        "How often the cost with that tag was paid.",
        "always(card.optional_cost(\"feast\", \"{1}\", 5)); spell(draw(times_paid(\"feast\")));",
        |call| Ok(Value::Amount(Amount::TimesPaid(CostTag(call.text(0)?)))),
    );
    words.add("times_happened(pattern)", "How often that happened this turn.", "times_happened(creatures.dies)", |call| {
        Ok(Value::Amount(Amount::Happened(Box::new(call.pattern(0)?), Period::ThisTurn)))
    });
    words.add(
        "times_happened_last_turn(pattern)",
        "How often that happened in the turn before.",
        "times_happened_last_turn(you.cast(spells))",
        |call| Ok(Value::Amount(Amount::Happened(Box::new(call.pattern(0)?), Period::LastTurn))),
    );
}

fn halved(call: &Call, rounding: Rounding) -> Result<Value, Trouble> {
    Ok(Value::Amount(Amount::Divided(Box::new(call.amount(0)?), 2, rounding)))
}

fn list(call: &Call) -> Result<Vec<Amount>, Trouble> {
    match call.given(0) {
        Given::List(list) => list
            .into_iter()
            .map(|item| {
                let found = item.kind();
                coerce::amount(item).ok_or_else(|| Trouble::argument(0, "a list of numbers", found))
            })
            .collect(),
        other => Err(Trouble::argument(0, "a list of numbers", other.kind())),
    }
}
