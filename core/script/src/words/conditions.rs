//! Conditions. `&`, `|` and `!` combine them; numbers are compared with `==`, `<`, `>=` and the like.

use super::Words;
use crate::call::{Call, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{Condition, CostTag, Daylight, Moment, Period, Players, StepKind};

pub(super) fn words(words: &mut Words) {
    words.value(
        "your_turn",
        "It is your turn.",
        "as_long_as(your_turn, card.get(+2, +0));",
        Value::Condition(Condition::TurnOf(Players::You)),
    );
    words.add(
        "players.turn",
        "It is the turn of one of these players.",
        "as_long_as(opponents.turn, card.gains(\"flying\"));",
        |call| Ok(Value::Condition(Condition::TurnOf(call.players(0)?))),
    );
    words.add(
        "players.are(players)",
        "These players are among those.",
        "when(upkeep, |e| draw(1).by(e.player)).only_if(|e| e.player.are(opponents));",
        |call| {
            // A target may be an object or a player; what it is compared with tells.
            if matches!(call.given(1), Given::Value(Value::Filter(_))) {
                return are(call);
            }
            let others = call.players(1)?;
            Ok(Value::Condition(Condition::PlayerIs(call.players(0)?, others)))
        },
    );
    words.add("during(step)", "It is that step or phase.", "activated(\"{1}\", draw(1)).only_if(during(upkeep));", |call| {
        Ok(Value::Condition(during(step(call, 0)?)))
    });
    words.add(
        "before(step)",
        "It is before attackers or blockers are declared, or before that step or phase: in the turn's first combat phase, or with `during(combat)` in the present one.",
        "activated(\"{1}\", tap(target(creatures))).only_if(during(combat) & before(blockers_step));",
        |call| Ok(Value::Condition(Condition::When(Moment::Before(step(call, 0)?)))),
    );
    words.add(
        "after(step)",
        "Attackers or blockers have been declared, or that step or phase is over: in the turn's first combat phase, or with `during(combat)` in the present one.",
        "activated(\"{1}\", draw(1)).only_if(your_turn & after(upkeep));",
        |call| Ok(Value::Condition(Condition::When(Moment::After(step(call, 0)?)))),
    );
    for (name, meaning, example, daylight) in [
        ("day", "It is day.", "as_long_as(day, card.get(+1, +1));", Daylight::Day),
        ("night", "It is night.", "as_long_as(night, card.gains(\"flying\"));", Daylight::Night),
        (
            "neither_day_nor_night",
            "It is neither day nor night.",
            "when(card.enters, become_day()).only_if(neither_day_nor_night);",
            Daylight::Neither,
        ),
    ] {
        words.value(name, meaning, example, Value::Condition(Condition::Daylight(daylight)));
    }
    words.add("filter.exist", "There is one that matches.", "as_long_as(artifacts.yours.exist, card.get(+1, +1));", |call| {
        Ok(Value::Condition(Condition::Exists(call.filter(0)?)))
    });
    words.add(
        "things.are(filter)",
        "These objects exist and all match; last-known where they are gone.",
        "when(creatures.dies, |e| draw(1)).only_if(|e| e.object.are(creatures.of(\"Goblin\")));",
        are,
    );
    words.add(
        "things.was_cast",
        "It was cast rather than put onto the battlefield.",
        "when(card.enters, draw(1)).only_if(card.was_cast);",
        |call| Ok(Value::Condition(Condition::WasCast(call.objects(0)?))),
    );
    words.add(
        "was_paid(tag)",
        "The optional, alternative or additional cost with that tag was paid.",
        "always(card.optional_cost(\"feast\", \"{2}\")); spell(if_(was_paid(\"feast\"), draw(2)));",
        |call| Ok(Value::Condition(Condition::Paid(CostTag(call.text(0)?)))),
    );
    words.add(
        "happened(pattern, [number])",
        "That happened this turn, or at least so often.",
        "when(end_step.yours, draw(1)).only_if(happened(creatures.dies));",
        |call| happened(call, Period::ThisTurn),
    );
    words.add(
        "happened_last_turn(pattern, [number])",
        "That happened in the turn before.",
        "when(upkeep, draw(1)).only_if(!happened_last_turn(players.cast(spells)));",
        |call| happened(call, Period::LastTurn),
    );
    words.add(
        "word_chosen(word, [name])",
        "That word was chosen.",
        "always(card.as_enters(choose_word([\"north\", \"south\"]))); as_long_as(word_chosen(\"north\"), card.get(+1, +0));",
        |call| {
            let word = call.text(0)?;
            let link = super::filters::link(call, 1, "word")?;
            Ok(Value::Condition(Condition::ChosenWord(link, word)))
        },
    );
}

fn are(call: &mut Call) -> Result<Value, Trouble> {
    let filter = call.filter(1)?;
    Ok(Value::Condition(Condition::Matches(call.objects(0)?, filter)))
}

fn happened(call: &mut Call, period: Period) -> Result<Value, Trouble> {
    let least = if call.has(1) { call.small_number(1)?.into() } else { 1 };
    Ok(Value::Condition(Condition::Happened(Box::new(call.pattern(0)?), period, least)))
}

/// Whether it is that step; `combat` stands for the whole phase.
pub(super) fn during(step: StepKind) -> Condition {
    match step {
        StepKind::BeginCombat => Condition::When(Moment::InCombat),
        step => Condition::During(step),
    }
}

/// The kind of a step.
pub(super) fn step(call: &Call, place: usize) -> Result<StepKind, Trouble> {
    match call.given(place) {
        Given::Value(Value::Step(step, _)) => Ok(step),
        other => Err(Trouble::argument(place, "a step like `upkeep`", other.kind())),
    }
}
