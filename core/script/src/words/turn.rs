//! The order of the turn, and the end of the game.

use super::Words;
use crate::call::{Call, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{Daylight, Effect, Objects, PhaseKind, Players, StepPlace, TurnChange};

pub(super) fn words(words: &mut Words) {
    let turn = |change: TurnChange| Ok(Value::effect(Effect::Turn(change)));
    words.add("extra_turn([amount])", "You take an extra turn after this one.", "spell(extra_turn());", move |call| {
        let amount = call.amount_or(0, 1)?;
        turn(TurnChange::ExtraTurn(Players::You, amount))
    });
    extra_phases_and_steps(words);
    words.add(
        "skip_next(step, [amount])",
        "You skip your next such steps or phases; `combat` is the whole phase.",
        "spell(skip_next(combat).by(target(players)));",
        move |call| {
            let amount = call.amount_or(1, 1)?;
            turn(TurnChange::SkipStep(Players::You, super::conditions::step(call, 0)?, amount))
        },
    );
    words.add("skip_turn([amount])", "You skip your next turn.", "spell([draw(4), skip_turn()]);", move |call| {
        let amount = call.amount_or(0, 1)?;
        turn(TurnChange::SkipTurn(Players::You, amount))
    });
    words.add("end_turn()", "The turn ends.", "spell(end_turn());", move |_| turn(TurnChange::EndTurn));
    for (name, meaning, example, now) in [
        ("become_day()", "It becomes day.", "when(card.enters, become_day());", Daylight::Day),
        ("become_night()", "It becomes night.", "spell(become_night());", Daylight::Night),
    ] {
        words.add(name, meaning, example, move |_| Ok(Value::effect(Effect::BecomeDaylight(now))));
    }
    words.add("win_game()", "You win the game.", "when(you.life >= 50, win_game());", |_| {
        Ok(Value::effect(Effect::Win(Players::You)))
    });
    words.add("lose_game()", "You lose the game.", "spell([extra_turn(), when(end_step.yours, lose_game())]);", |_| {
        Ok(Value::effect(Effect::Lose(Players::You)))
    });
    words.add("draw_game()", "The game is a draw.", "spell(draw_game());", |_| Ok(Value::effect(Effect::DrawGame)));
    words.add(
        "flip_coin(won, [lost])",
        "You flip a coin: what happens if you win the flip, and if you lose it.",
        "spell(flip_coin(draw(2), discard(1)));",
        |call| {
            let name = call.shop.var();
            let lost = if call.has(1) { call.effect(1)? } else { Effect::Nothing };
            Ok(Value::effect(Effect::FlipCoin(Players::You, name, Box::new(call.effect(0)?), Box::new(lost))))
        },
    );
    words.add(
        "announce(word, [things])",
        "An action of an author's own making happens; `you.perform(word)` waits for it.",
        "activated(\"{1}\", announce(\"brew\")); when(you.perform(\"brew\"), draw(1));",
        |call: &mut Call| {
            let objects = if call.has(1) { call.objects(1)? } else { Objects::This };
            Ok(Value::effect(Effect::Announce(call.text(0)?, Players::You, objects)))
        },
    );
    words.add(
        "emblem(closure)",
        "You get an emblem with the abilities that the closure says.",
        "loyalty(-7, emblem(|| always(creatures.yours.get(+2, +2))));",
        |call| {
            let from = call.shop.work.borrow().drafts.len();
            let Given::Closure(_) = call.given(0) else {
                return Err(Trouble::argument(
                    0,
                    "a closure like `|| always(creatures.yours.get(+1, +1))`",
                    call.given(0).kind(),
                ));
            };
            call.bound(0, vec![])?;
            let abilities = call.shop.take_abilities(from);
            if abilities.is_empty() {
                return Err(Trouble::argument(0, "a closure that says abilities", "one that says none"));
            }
            Ok(Value::effect(Effect::Emblem(Players::You, abilities)))
        },
    );
}

/// Without `.by(...)` there is an additional one; a player who "gets" it has it only in a turn of theirs (modern 500.10a).
fn extra_phases_and_steps(words: &mut Words) {
    use PhaseKind::{Beginning, Combat, Main};
    for (name, meaning, example, phases) in [
        (
            "extra_combat([amount])",
            "There is an additional combat phase after this phase; with `.by(you)`: you get it.",
            "when(card.attacks, extra_combat());",
            &[Combat][..],
        ),
        (
            "extra_combat_and_main([amount])",
            "There is an additional combat phase after this phase, followed by an additional main phase.",
            "spell([untap(creatures.attacked_this_turn), extra_combat_and_main()]);",
            &[Combat, Main],
        ),
        (
            "extra_main_phase([amount])",
            "There is an additional main phase after this phase.",
            "spell(extra_main_phase());",
            &[Main],
        ),
        (
            "extra_beginning_phase([amount])",
            "There is an additional beginning phase after this phase; with `.by(you)`: you get it.",
            "when(second_main_phase.yours, extra_beginning_phase().by(you));",
            &[Beginning],
        ),
    ] {
        let phases = phases.to_vec();
        words.add(name, meaning, example, move |call| {
            let amount = call.amount_or(0, 1)?;
            Ok(Value::effect(Effect::Turn(TurnChange::ExtraPhases { phases: phases.clone(), amount, gets: None })))
        });
    }
    let step = |call: &Call, place: StepPlace, amount: usize| {
        let amount = call.amount_or(amount, 1)?;
        let step = super::conditions::step(call, 0)?;
        Ok(Value::effect(Effect::Turn(TurnChange::ExtraStep { step, place, amount, gets: None })))
    };
    words.add(
        "extra_step(step, [amount])",
        "There is an additional step of that kind after this step; with `.by(you)`: you get it.",
        "when(upkeep.yours.first, extra_step(upkeep).by(you));",
        move |call| step(call, StepPlace::ThisStep, 1),
    );
    words.add(
        "extra_step_after_phase(step, [amount])",
        "There is an additional step of that kind after this phase, in a phase with nothing else in it.",
        "when(card.deals_combat_damage(players), |e| extra_step_after_phase(upkeep, e.amount).by(you));",
        move |call| step(call, StepPlace::ThisPhase, 1),
    );
    words.add(
        "extra_step_before(step, other, [amount])",
        "There is an additional step of that kind before the next other one of this turn.",
        "spell(extra_step_before(upkeep, draw_step));",
        move |call| {
            let other = super::conditions::step(call, 1)?;
            step(call, StepPlace::Before(other), 2)
        },
    );
    words.add(
        "extra_step_after(step, other, [amount])",
        "There is an additional step of that kind after the next other one of this turn.",
        "spell(extra_step_after(end_step, end_step));",
        move |call| {
            let other = super::conditions::step(call, 1)?;
            step(call, StepPlace::After(other), 2)
        },
    );
}
