//! Callbacks: for the rare ability that no word can say. A callback reads the game and returns values of this vocabulary;
//! it never changes anything.

use super::Words;
use crate::call::{Call, Trouble};
use crate::host::callbacks;
use crate::value::{Given, Value};

pub(super) fn words(words: &mut Words) {
    words.add("script(closure)", "A callback, as an effect, number, condition or filter. It is called during the game with `g`, the game; as a filter also with the object asked about. Stand-ins from outside mean their objects.", "when(card.enters, script(|g| if g.count(creatures.yours) > 3 { draw(2) } else { draw(1) }));", |call| {
        let Given::Closure(closure) = call.given(0) else {
            return Err(Trouble::argument(0, "a closure like `|g| draw(1)`", call.given(0).kind()));
        };
        Ok(callbacks::keep(call.shop, closure))
    });
    words.add(
        "game.count(what)",
        "How many objects or players these are, now.",
        "script(|g| g.count(creatures.yours))",
        |call| {
            let live = live(call)?;
            let amount = match call.players(1) {
                Ok(players) => cardwright_engine::ability::Amount::CountPlayers(Box::new(players)),
                Err(_) => match call.given(1) {
                    Given::Value(Value::Filter(filter)) => cardwright_engine::ability::Amount::Count(Box::new(filter)),
                    _ => cardwright_engine::ability::Amount::CountOf(Box::new(call.objects(1)?)),
                },
            };
            Ok(live.worked_out(Value::Amount(amount)))
        },
    );
    words.add("game.number(amount)", "The number, now.", "script(|g| g.number(you.life) > 10)", |call| {
        let live = live(call)?;
        Ok(live.worked_out(Value::Amount(call.amount(1)?)))
    });
    words.add("game.holds(condition)", "Whether it holds, now.", "script(|g| g.holds(your_turn))", |call| {
        let live = live(call)?;
        Ok(live.worked_out(Value::Condition(call.condition(1)?)))
    });
    words.add(
        "game.objects(things)",
        "These objects one by one, as a list.",
        "script(|g| { let most = 0; for c in g.objects(creatures.yours) { if c.power > most { most = c.power; } } most })",
        |call| {
            let live = live(call)?;
            let objects = call.objects(1)?;
            Ok(live.objects(call.shop, &objects))
        },
    );
    words.add(
        "game.players(players)",
        "These players one by one, as a list.",
        "script(|g| { let all = 0; for p in g.players(opponents) { all += p.life; } all })",
        |call| {
            let live = live(call)?;
            let players = call.players(1)?;
            Ok(live.players(call.shop, &players))
        },
    );
}

fn live(call: &Call) -> Result<std::rc::Rc<callbacks::Live>, Trouble> {
    call.shop
        .live
        .borrow()
        .clone()
        .ok_or_else(|| Trouble::other("the game can only be read while a callback runs", "write this inside `script(|g| ...)`"))
}
