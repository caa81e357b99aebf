//! Effects out of effects: order, choice, repetition, and who does what.

use super::Words;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{Amount, Comparison, Condition, Effect, Objects, Players, Remembered};
use cardwright_engine::ids::Var;

pub(super) fn words(words: &mut Words) {
    words.value(
        "nothing",
        "Nothing happens. In `instead`: the event is skipped.",
        "instead(you.draw, nothing);",
        Value::Effect(Box::default()),
    );
    words.add(
        "together(list)",
        "All at the same time, choices first.",
        "spell(together([lose_life(2).by(opponents), gain_life(2)]));",
        |call| match call.given(0) {
            Given::List(list) => {
                let effects = list.into_iter().map(|item| call.effect_of(0, item)).collect::<Result<Vec<_>, _>>()?;
                Ok(Value::effect(Effect::Together(effects)))
            }
            other => Err(Trouble::argument(0, "a list of effects", other.kind())),
        },
    );
    words.add("may(effect)", "You may do it.", "when(card.enters, may(destroy(target(artifacts))));", |call| {
        Ok(Value::effect(Effect::May(Players::You, Box::new(call.effect(0)?), Box::default())))
    });
    words.add(
        "may_pay(cost, effect)",
        "You may pay the cost; if you do, the effect happens.",
        "when(card.enters, may_pay(\"{2}\", draw(1)));",
        |call| {
            let effect = call.effect(1)?;
            Ok(Value::effect(Effect::Pay(Players::You, call.cost(0)?, Box::new(effect), Box::default())))
        },
    );
    words.add(
        "pay_or(cost, effect)",
        "The effect happens unless you pay the cost.",
        "when(upkeep.yours, pay_or(\"{1}\", sacrifice(card)));",
        |call| {
            let effect = call.effect(1)?;
            Ok(Value::effect(Effect::Pay(Players::You, call.cost(0)?, Box::default(), Box::new(effect))))
        },
    );
    words.add(
        "if_(condition, effect, [otherwise])",
        "If it holds, the effect happens; if not, the other one.",
        "spell(if_(creatures.yours.count >= 3, draw(2), draw(1)));",
        |call| {
            let condition = call.condition(0)?;
            let otherwise = if call.has(2) { call.effect(2)? } else { Effect::Nothing };
            Ok(Value::effect(Effect::If(condition, Box::new(call.effect(1)?), Box::new(otherwise))))
        },
    );
    words.add(
        "effect.otherwise(effect)",
        "What happens if the condition does not hold, the cost is not paid, or the choice is no.",
        "when(upkeep.yours, may_pay(\"{2}\", draw(1)).otherwise(sacrifice(card)));",
        |call| {
            let other = call.effect(1)?;
            change(call, "an effect with a choice or a condition", |effect| match effect {
                Effect::If(_, _, otherwise)
                | Effect::May(_, _, otherwise)
                | Effect::Pay(_, _, _, otherwise)
                | Effect::IfDone(_, _, otherwise) => {
                    **otherwise = other;
                    true
                }
                _ => false,
            })
        },
    );
    words.add(
        "effect.if_you_do(effect)",
        "If all of the first could be done, also the second.",
        "when(card.enters, may(sacrifice(creatures.yours.other)).if_you_do(draw(2)));",
        |call| {
            let second = Box::new(call.effect(1)?);
            Ok(Value::effect(match call.effect(0)? {
                Effect::May(who, first, otherwise) => {
                    Effect::May(who, Box::new(Effect::IfDone(first, second, Box::default())), otherwise)
                }
                first => Effect::IfDone(Box::new(first), second, Box::default()),
            }))
        },
    );
    words.add(
        "effect.then(effect)",
        "Afterwards the second; a closure is called once, with a stand-in for what the first did.",
        "spell(draw(2).then(discard(1)));",
        |call| {
            let name = call.shop.var();
            let second = call.bound(1, vec![Value::Done(name)])?;
            let uses_it = matches!(call.given(1), Given::Closure(_));
            let second = call.effect_of(1, second)?;
            let first = call.effect(0)?;
            Ok(Value::effect(match (first, uses_it) {
                (first, true) => Effect::Then(Box::new(first), name, Box::new(second)),
                (Effect::Sequence(mut all), false) => {
                    all.push(second);
                    Effect::Sequence(all)
                }
                (first, false) => Effect::Sequence(vec![first, second]),
            }))
        },
    );
    words.add(
        "effect.when_done(effect)",
        "When the first was done, a triggered ability with targets of its own.",
        "when(card.enters, may(sacrifice(creatures.yours.other)).when_done(damage(3, target(any_target))));",
        when_done,
    );
    words.add(
        "effect.when_each(closure)",
        "For each thing that it was done to, a triggered ability with targets of its own; the closure is called once, with a stand-in for that thing.",
        "spell(sacrifice(creatures.yours).by(players).when_each(|c| draw(1)));",
        when_each,
    );
    words.add(
        "on_resolution(number, effect)",
        "When this ability resolves for that many time in a turn, a triggered ability with targets of its own.",
        "activated(\"{1}\", [card.get(+1, +0).until_end_of_turn, on_resolution(3, draw(1))]);",
        |call| {
            let number = call.amount(0)?;
            let (body, _) = call.body(1, vec![])?;
            let specs = call.shop.work.borrow().targets.clone();
            let shop = call.shop;
            let reflexive = crate::assemble::reflexive(Effect::Nothing, body, &specs, &|_| true, &mut || shop.var());
            let times = Condition::Compare(Amount::Var(Var::RESOLVED), Comparison::Equal, number);
            Ok(Value::effect(Effect::If(times, Box::new(reflexive), Box::default())))
        },
    );
    words.value(
        "times_resolved",
        "The how-manieth time it is this turn that this ability resolves.",
        "activated(\"{1}\", if_(times_resolved == 2, draw(1)));",
        Value::Amount(Amount::Var(Var::RESOLVED)),
    );
    words.add(
        "may_pay_any_times(cost, effect)",
        "You may pay the cost any number of times; if you do, the effect happens once. A closure is called once, with a stand-in for the number.",
        "when(card.enters, may_pay_any_times(\"{1}\", |n| put_counters(n, \"+1/+1\", card)));",
        |call| {
            let name = call.shop.var();
            let effect = call.bound_effect(1, vec![Value::Amount(Amount::Var(name))])?;
            Ok(Value::effect(Effect::PayTimes(Players::You, call.cost(0)?, name, Box::new(effect))))
        },
    );
    words.add(
        "for_each(things, closure)",
        "For each of these objects or players; the closure is called once, with a stand-in for it. Actions happen all at once.",
        "spell(for_each(creatures, |c| damage(c.power, c.controller).by(c)));",
        |call| {
            let name = call.shop.var();
            if let Ok(players) = call.players(0)
                // What can be either is objects here.
                && !matches!(call.given(0), Given::Value(Value::Target(_) | Value::Done(_) | Value::Linked(_)))
            {
                let effect = call.bound_effect(1, vec![Value::Players(Players::Var(name))])?;
                return Ok(Value::effect(Effect::ForEachPlayer(players, name, Box::new(effect))));
            }
            let objects = call.objects(0)?;
            let effect = call.bound_effect(1, vec![Value::Objects(Objects::Var(name))])?;
            Ok(Value::effect(Effect::ForEach(objects, name, Box::new(effect))))
        },
    );
    words.add(
        "repeat(amount, effect)",
        "That many times, one after another.",
        "spell(repeat(x, create_token(token(#{ name: \"Goblin\", type: \"Creature - Goblin\", pt: \"1/1\", colors: [red] }))));",
        |call| {
            let effect = call.effect(1)?;
            Ok(Value::effect(Effect::Repeat(call.amount(0)?, Box::new(effect))))
        },
    );
    words.add(
        "fix(amount, closure)",
        "Counts the number once; the closure is called once, with a stand-in for it.",
        "spell(fix(you.hand_size, |n| [discard(n), draw(n)]));",
        |call| {
            let name = call.shop.var();
            let effect = call.bound_effect(1, vec![Value::Amount(cardwright_engine::ability::Amount::Var(name))])?;
            Ok(Value::effect(Effect::Let(name, call.amount(0)?, Box::new(effect))))
        },
    );
    words.add(
        "effect.by(who)",
        "These players do it or decide it, in place of you; damage: these objects deal it.",
        "when(card.enters, lose_life(2).by(opponents));",
        by,
    );
}

/// Changes the effect before the point, or says what it would have to be.
pub(super) fn change(call: &Call, needed: &str, change: impl FnOnce(&mut Effect) -> bool) -> Made {
    let mut effect = call.effect(0)?;
    if change(&mut effect) {
        Ok(Value::effect(effect))
    } else {
        Err(Trouble::other(format!("`{}` is said of {needed}", call.word.name), ""))
    }
}

fn when_done(call: &mut Call) -> Made {
    let first = call.effect(0)?;
    // Stand-ins that the first effect does not speak of are targets of the reflexive ability (modern 603.12).
    let of_first = crate::assemble::stand_ins(&first);
    let (body, _) = call.body(1, vec![Value::Done(Var::DONE)])?;
    let specs = call.shop.work.borrow().targets.clone();
    let own = |slot| !of_first.contains(&slot);
    let shop = call.shop;
    Ok(Value::effect(match first {
        Effect::May(who, first, otherwise) => {
            let inner = crate::assemble::reflexive(*first, body, &specs, &own, &mut || shop.var());
            Effect::May(who, Box::new(inner), otherwise)
        }
        Effect::Pay(who, cost, first, otherwise) => {
            let inner = crate::assemble::reflexive(*first, body, &specs, &own, &mut || shop.var());
            Effect::Pay(who, cost, Box::new(inner), otherwise)
        }
        first => crate::assemble::reflexive(first, body, &specs, &own, &mut || shop.var()),
    }))
}

fn when_each(call: &mut Call) -> Made {
    let first = call.effect(0)?;
    let of_first = crate::assemble::stand_ins(&first);
    let name = call.shop.var();
    let (body, _) = call.body(1, vec![Value::Objects(Objects::Var(name))])?;
    let specs = call.shop.work.borrow().targets.clone();
    let shop = call.shop;
    let reflexive = crate::assemble::reflexive(first, body, &specs, &|slot| !of_first.contains(&slot), &mut || shop.var());
    // Whatever binds the outer targets stays around it.
    fn each(effect: Effect, name: Var) -> Effect {
        match effect {
            Effect::WhenDone(first, body) => Effect::WhenEach(first, name, body),
            Effect::LetObjects(var, objects, inner) => Effect::LetObjects(var, objects, Box::new(each(*inner, name))),
            Effect::ForEachPlayer(players, var, inner) => Effect::ForEachPlayer(players, var, Box::new(each(*inner, name))),
            other => other,
        }
    }
    Ok(Value::effect(each(reflexive, name)))
}

fn by(call: &mut Call) -> Made {
    let mut effect = call.effect(0)?;
    set_actor(call, &mut effect)?;
    Ok(Value::effect(effect))
}

fn set_actor(call: &Call, effect: &mut Effect) -> Result<(), Trouble> {
    let who = match effect {
        Effect::Damage { source, .. } | Effect::DividedDamage { source, .. } => {
            *source = call.objects(1)?;
            return Ok(());
        }
        Effect::Then(first, ..)
        | Effect::IfDone(first, ..)
        | Effect::WhenDone(first, _)
        | Effect::WhenEach(first, ..)
        | Effect::SelfReplacing(first, _) => return set_actor(call, first),
        Effect::LetObjects(_, _, inner) | Effect::Let(_, _, inner) | Effect::Repeat(_, inner) => return set_actor(call, inner),
        // Control goes to these players (layer 2).
        Effect::Continuous(_, changes, _) | Effect::ContinuousAll(_, changes, _) => match changes.as_mut_slice() {
            [cardwright_engine::ability::Change::Control(who)] => who,
            _ => return Err(nobody(call)),
        },
        Effect::GainLife(who, _)
        | Effect::LoseLife(who, _)
        | Effect::SetLife(who, _)
        | Effect::Draw(who, _)
        | Effect::Discard(who, ..)
        | Effect::Mill(who, _)
        | Effect::Sacrifice(who, _)
        | Effect::SacrificeChoice(who, ..)
        | Effect::Search { who, .. }
        | Effect::Shuffle(who)
        | Effect::Scry(who, _)
        | Effect::Surveil(who, _)
        | Effect::Dig { who, .. }
        | Effect::RevealUntil { who, .. }
        | Effect::ExchangeZones(who, ..)
        | Effect::CreateTokens { who, .. }
        | Effect::CopyStack(_, who, ..)
        | Effect::ChangeTargets(_, who, ..)
        | Effect::AttackInstead(who, ..)
        | Effect::SetProtector(_, who)
        | Effect::CastNow(who, ..)
        | Effect::PlayNow(who, ..)
        | Effect::AddMana(who, _)
        | Effect::Win(who)
        | Effect::Lose(who)
        | Effect::FlipCoin(who, ..)
        | Effect::Announce(_, who, _)
        | Effect::Emblem(who, _)
        | Effect::May(who, ..)
        | Effect::Pay(who, ..)
        | Effect::PayTimes(who, ..)
        | Effect::ChoosePlayer(who, ..)
        | Effect::ChooseEffect(who, _) => who,
        Effect::Choose(from, ..) => &mut from.chooser,
        Effect::Remember(
            _,
            Remembered::ChosenNumber(who, ..)
            | Remembered::ChosenColor(who)
            | Remembered::ChosenPlayer(who, _)
            | Remembered::ChosenCreatureType(who)
            | Remembered::ChosenName(who, _)
            | Remembered::ChosenWord(who, _),
        ) => who,
        Effect::Turn(turn) => {
            use cardwright_engine::ability::TurnChange;
            match turn {
                TurnChange::ExtraTurn(who, _) | TurnChange::SkipStep(who, ..) | TurnChange::SkipTurn(who, _) => who,
                TurnChange::ExtraPhases { gets, .. } | TurnChange::ExtraStep { gets, .. } => {
                    *gets = Some(call.players(1)?);
                    return Ok(());
                }
                TurnChange::EndTurn => return Err(nobody(call)),
            }
        }
        _ => return Err(nobody(call)),
    };
    *who = call.players(1)?;
    Ok(())
}

fn nobody(_: &Call) -> Trouble {
    Trouble::other("no player does this effect", "write `.by(...)` at the part that a player does")
}
