//! Players: who, and what they have.

use super::Words;
use crate::value::Value;
use cardwright_engine::ability::{Amount, Comparison, Condition, Extreme, PlayerFilter, Players};

pub(super) fn words(words: &mut Words) {
    words.value("you", "The controller of the ability.", "you.life", Value::Players(Players::You));
    words.value(
        "opponents",
        "Your opponents; as a target, one of them.",
        "when(card.enters, lose_life(1).by(opponents));",
        Value::Players(Players::Opponents),
    );
    words.value(
        "players",
        "Every player; as a target, one of them.",
        "spell(draw(2).by(target(players)));",
        Value::Players(Players::Each),
    );
    words.value(
        "active_player",
        "The player whose turn it is.",
        "when(end_step, damage(1, active_player));",
        Value::Players(Players::Active),
    );
    words.add(
        "players.next_in_turn_order",
        "The next player in turn order, to the left of that player.",
        "when(upkeep.yours, lose_life(1).by(you.next_in_turn_order));",
        |call| Ok(Value::Players(Players::NextAfter(Box::new(call.players(0)?)))),
    );
    words.add(
        "players.teammates",
        "The other players of their team; nobody for who plays alone.",
        "spell(gain_life(3).by(you.teammates));",
        |call| Ok(Value::Players(Players::TeammatesOf(Box::new(call.players(0)?)))),
    );
    words.add("players.except(players)", "These players without those.", "players.except(active_player)", |call| {
        let others = call.players(1)?;
        Ok(Value::Players(Players::Except(Box::new(call.players(0)?), Box::new(others))))
    });
    words.add(
        "players.who(closure)",
        "Those of these players for whom it holds; the closure is called once, with a stand-in.",
        "spell(lose_life(2).by(opponents.who(|p| p.hand_size >= 4)));",
        |call| {
            let name = call.shop.var();
            let condition = call.bound_condition(1, vec![Value::Players(Players::Var(name))])?;
            let players = Box::new(call.players(0)?);
            let filter = match condition {
                Condition::Compare(left, comparison, right) => {
                    PlayerFilter::Compare(name, Box::new(left), comparison, Box::new(right))
                }
                Condition::PlayerIs(Players::Var(var), others) if var == name => PlayerFilter::Is(Box::new(others)),
                // Anything else is a number that is 1 or 0.
                other => PlayerFilter::Compare(
                    name,
                    Box::new(Amount::If(Box::new(other), Box::new(Amount::Fixed(1)), Box::new(Amount::Fixed(0)))),
                    Comparison::Equal,
                    Box::new(Amount::Fixed(1)),
                ),
            };
            Ok(Value::Players(Players::Among(players, Box::new(filter))))
        },
    );
    for (name, meaning, example, which) in [
        (
            "players.with_most(closure)",
            "Those of these players with the greatest such number, all that are tied; the closure is called once, with a stand-in.",
            "spell(lose_life(2).by(opponents.with_most(|p| p.life)));",
            Extreme::Greatest,
        ),
        (
            "players.with_least(closure)",
            "Those of these players with the least such number, all that are tied; the closure is called once, with a stand-in.",
            "spell(draw(1).by(players.with_least(|p| p.hand_size)));",
            Extreme::Least,
        ),
    ] {
        words.add(name, meaning, example, move |call| {
            let name = call.shop.var();
            let amount = call.bound_amount(1, vec![Value::Players(Players::Var(name))])?;
            Ok(Value::Players(Players::Most(Box::new(call.players(0)?), name, Box::new(amount), which)))
        });
    }
    words.add("players.life", "Their life.", "always(card.get(you.life, 0));", |call| {
        Ok(Value::Amount(Amount::Life(Box::new(call.players(0)?))))
    });
    words.add("players.hand_size", "How many cards they have in hand.", "when(you.hand_size == 0, sacrifice(card));", |call| {
        Ok(Value::Amount(Amount::HandSize(Box::new(call.players(0)?))))
    });
    words.add("players.library_size", "How many cards are in their library.", "you.library_size", |call| {
        Ok(Value::Amount(Amount::LibrarySize(Box::new(call.players(0)?))))
    });
    words.add("players.count", "How many players they are.", "spell(gain_life(opponents.count));", |call| {
        Ok(Value::Amount(Amount::CountPlayers(Box::new(call.players(0)?))))
    });
    words.add("players.counters(kind)", "How many counters of that kind they have.", "opponents.counters(\"poison\")", |call| {
        Ok(Value::Amount(Amount::PlayerCounters(Box::new(call.players(0)?), call.text(1)?)))
    });
}
