//! How long an effect lasts (modern 611.2), and when a statement holds.

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{Duration, Players};

/// Registers a duration for statements, and for abilities that are part of an effect.
macro_rules! lasting {
    ($words:ident, $($name:literal, $arguments:literal, $meaning:literal, $example:literal, $build:expr;)*) => {
        $(
            $words.add(concat!("statement.", $name, $arguments), $meaning, $example, |call| lasts(call, $build));
            $words.add(concat!("ability.", $name, $arguments), concat!("For an ability inside an effect: ", $meaning), concat!("spell(instead(you.is_dealt_damage, nothing).", $name, ");"), |call| lasts(call, $build));
        )*
    };
}

pub(super) fn words(words: &mut Words) {
    lasting! { words,
        "until_end_of_turn", "", "Until end of turn.", "spell(target(creatures).get(+2, +2).until_end_of_turn);", |_| Ok(Duration::EndOfTurn);
        "until_end_of_combat", "", "Until end of combat.", "when(card.blocks, card.get(+2, +0).until_end_of_combat);", |_| Ok(Duration::EndOfCombat);
        "until_your_next_turn", "", "Until your next turn.", "spell(creatures.opponents.get(-1, -0).until_your_next_turn);", |_| Ok(Duration::UntilTurnOf(Players::You));
        "until_end_of_your_next_turn", "", "Until the end of your next turn.", "spell(may_play(all(cards.yours.in_exile)).until_end_of_your_next_turn);", |_| Ok(Duration::UntilEndOfNextTurnOf(Players::You));
        "forever", "", "For the rest of the game.", "spell(target(creatures).get(+1, +1).forever);", |_| Ok(Duration::Forever);
    }
    words.add(
        "statement.until_turn_of(players)",
        "Until the next turn of these players.",
        "let t = target(creatures); spell(t.cant_attack.until_turn_of(t.controller));",
        |call| {
            let players = call.players(1)?;
            set(call, Duration::UntilTurnOf(players))
        },
    );
    for (signature, meaning) in [
        ("statement.lasts_until(pattern)", "Until that happens: something leaves, a step begins."),
        ("ability.lasts_until(pattern)", "For an ability inside an effect: until that happens."),
    ] {
        words.add(signature, meaning, "when(card.enters, gain_control(target(artifacts)).lasts_until(card.leaves));", |call| {
            let pattern = call.pattern(1)?;
            set(call, Duration::Until(pattern))
        });
    }
    words.add(
        "statement.as_long_as(condition)",
        "For as long as it holds: of an effect, once and for all; of a static ability, whenever it does.",
        "spell(gain_control(target(creatures)).as_long_as(card.are(permanents.tapped)));",
        |call| {
            let condition = call.condition(1)?;
            match call.given(0) {
                Given::Value(Value::Statement(mut statement)) => {
                    statement.duration = Some(Duration::While(condition));
                    Ok(Value::Statement(statement))
                }
                other => Err(Trouble::argument(0, "a statement", other.kind())),
            }
        },
    );
    words.add(
        "statement.only_if(condition)",
        "Only if it holds.",
        "always(card.enters_tapped.only_if(lands.yours.count <= 2));",
        |call| only_if(call, false),
    );
    words.add(
        "statement.unless(condition)",
        "Only if it does not hold.",
        "always(card.enters_tapped.unless(lands.yours.other.count >= 2));",
        |call| only_if(call, true),
    );
}

fn lasts(call: &Call, build: fn(&Call) -> Result<Duration, Trouble>) -> Made {
    let duration = build(call)?;
    set(call, duration)
}

fn set(call: &Call, duration: Duration) -> Made {
    match call.given(0) {
        Given::Value(Value::Statement(mut statement)) => {
            statement.duration = Some(duration);
            Ok(Value::Statement(statement))
        }
        Given::Value(Value::Ability(handle)) => {
            call.shop.with_draft(handle, |draft| draft.duration = Some(duration));
            Ok(Value::Ability(handle))
        }
        other => Err(Trouble::argument(0, "a statement", other.kind())),
    }
}

fn only_if(call: &mut Call, negated: bool) -> Made {
    let event = match call.given(0) {
        Given::Value(Value::Statement(statement)) => super::replacements::event_of(&statement),
        _ => None,
    };
    let condition = call.bound_condition(1, event.map(Value::Event).into_iter().collect())?;
    let condition = if negated { condition.negate() } else { condition };
    match call.given(0) {
        Given::Value(Value::Statement(mut statement)) => {
            // A replacement effect asks as the event is about to happen.
            if !super::replacements::narrow(&mut statement, &condition) {
                statement.condition = std::mem::take(&mut statement.condition).and(condition);
            }
            Ok(Value::Statement(statement))
        }
        other => Err(Trouble::argument(0, "a statement", other.kind())),
    }
}
