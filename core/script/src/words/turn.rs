//! The order of the turn, and the end of the game.

use super::Words;
use crate::call::Call;
use crate::value::Value;
use cardwright_engine::ability::{Effect, Objects, Players, TurnChange};

pub(super) fn words(words: &mut Words) {
    let turn = |change: TurnChange| Ok(Value::effect(Effect::Turn(change)));
    words.add("extra_turn([amount])", "You take an extra turn after this one.", "spell(extra_turn());", move |call| {
        let amount = call.amount_or(0, 1)?;
        turn(TurnChange::ExtraTurn(Players::You, amount))
    });
    words.add(
        "extra_combat()",
        "There is an additional combat phase after this phase.",
        "when(card.attacks, extra_combat());",
        move |_| turn(TurnChange::ExtraCombat { then_main: false }),
    );
    words.add(
        "extra_combat_and_main()",
        "There is an additional combat phase after this phase, followed by an additional main phase.",
        "spell([untap(creatures.attacked_this_turn), extra_combat_and_main()]);",
        move |_| turn(TurnChange::ExtraCombat { then_main: true }),
    );
    words.add("extra_step(step)", "There is an additional step of that kind.", "spell(extra_step(upkeep));", move |call| {
        turn(TurnChange::ExtraStep(super::conditions::step(call, 0)?))
    });
    words.add(
        "skip_next(step, [amount])",
        "You skip your next such steps or phases.",
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
            call.bound(0, vec![])?;
            let abilities = call.shop.take_abilities(from);
            Ok(Value::effect(Effect::Emblem(Players::You, abilities)))
        },
    );
}
