//! How permanents enter: replacement effects of an event that everybody knows (modern 614.1c-d, 614.12).

use super::Words;
use super::replacements::plain;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{EventChange, Instead, Pattern, Replacement};
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    words.add(
        "things.enters_tapped",
        "It enters tapped.",
        "always(card.enters_tapped.unless(lands.yours.other.count >= 2));",
        |call| entering(call, EventChange::Tapped),
    );
    words.add(
        "things.enters_with(amount, kind)",
        "It enters with so many counters.",
        "always(card.enters_with(x, \"+1/+1\"));",
        |call| {
            let change = EventChange::Counters(crate::host::keywords::counter_kind(call, 2)?, call.amount(1)?);
            entering(call, change)
        },
    );
    words.add(
        "things.enters_with_number(name)",
        "It enters with as many counters of that name as the number that is printed on it.",
        "card_type(\"Relic\", #{ number: \"charge\" }, || always(card.enters_with_number(\"charge\")));",
        |call| {
            let change = EventChange::PrintedCounters(call.text(1)?);
            entering(call, change)
        },
    );
    words.add(
        "things.enters_under(players)",
        "It enters under the control of that player.",
        "always(card.enters_under(opponents));",
        |call| {
            let change = EventChange::UnderControl(call.players(1)?);
            entering(call, change)
        },
    );
    words.add(
        "things.enters_as(copy)",
        "It may enter as that copy.",
        "always(card.enters_as(copy_of_chosen(creatures)));",
        |call| match call.given(1) {
            Given::Value(Value::Copy(copy)) => entering(call, EventChange::AsCopy(copy)),
            other => Err(Trouble::argument(1, "a copy like `copy_of_chosen(creatures)`", other.kind())),
        },
    );
    words.add(
        "things.enters_transformed",
        "It enters with its other face up, if it has one.",
        "always(creatures.yours.enters_transformed);",
        |call| entering(call, EventChange::Transformed),
    );
    words.add(
        "things.as_enters(effect)",
        "As it enters, this happens first: a choice, a payment. `arriving_tapped` and its like in it say how it enters.",
        "always(card.as_enters(pay_or(cost().life(2), arriving_tapped)));",
        |call| {
            let change = EventChange::First(Box::new(call.effect(1)?));
            entering(call, change)
        },
    );
    words.add(
        "things.as_turned_face_up(effect)",
        "As it is turned face up, this happens first.",
        "always(card.as_turned_face_up(put_counters(1, \"+1/+1\", card)));",
        |call| {
            let change = EventChange::First(Box::new(call.effect(1)?));
            let event = call.shop.var();
            let pattern = Pattern::TurnsFaceUp(call.filter(0)?);
            let replacement = Replacement { instead: Instead::Change(vec![change]), ..plain(pattern.into(), event) };
            Ok(Value::replacement(replacement))
        },
    );
}

fn entering(call: &Call, change: EventChange) -> Made {
    let pattern = Pattern::Moves { what: call.filter(0)?, from: None, to: Some(ZoneKind::Battlefield), cause: None };
    let event = call.shop.var();
    let replacement = Replacement { instead: Instead::Change(vec![change]), ..plain(pattern.into(), event) };
    Ok(Value::replacement(replacement))
}
