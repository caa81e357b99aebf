//! Targets, choices on resolution, and what is remembered for later (modern 115, 608.2d, 607).

use super::Words;
use super::filters::link;
use crate::call::{Call, Made, Options, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{Amount, ChooseFrom, ChooseHow, Effect, Filter, Objects, Players, Remembered, TargetSpec};
use cardwright_engine::types::CardType;

pub(super) fn words(words: &mut Words) {
    targets(words);
    on_resolution(words);
    remembered(words);
}

const TARGET_OPTIONS: &[&str] = &["up_to", "count", "at_least", "chosen_by", "same_controller"];

fn targets(words: &mut Words) {
    let any = Filter::Type(CardType::Creature).or(Filter::Type(CardType::Planeswalker)).or(Filter::Type(CardType::Battle));
    words.value(
        "any_target",
        "A creature, player, planeswalker or battle.",
        "spell(damage(3, target(any_target)));",
        Value::Either(any, Players::Each),
    );
    words.add("target(what, [options])", "A target, chosen as the ability is announced. Options: `up_to`, `count`, `at_least`, `chosen_by`, `same_controller`. Using the same value twice means the same target.", "let t = target(creatures, #{ up_to: 2 }); spell(tap(t));", |call| {
        let spec = target_spec(call)?;
        Ok(Value::Target(call.shop.target(spec)))
    });
    words.add(
        "another_target(what, other, [options])",
        "A target that must differ from the other one.",
        "let a = target(creatures.yours); let b = another_target(creatures, a); spell(fight(a, b));",
        |call| {
            let others: Vec<_> = match call.given(1) {
                Given::Value(Value::Target(slot)) => vec![slot],
                Given::List(list) => list
                    .into_iter()
                    .map(|item| match item {
                        Given::Value(Value::Target(slot)) => Ok(slot),
                        other => Err(Trouble::argument(1, "targets", other.kind())),
                    })
                    .collect::<Result<_, _>>()?,
                other => return Err(Trouble::argument(1, "a target", other.kind())),
            };
            let options = call.options(2, TARGET_OPTIONS)?;
            let mut spec = described(call, &options)?;
            spec.other_than = others;
            Ok(Value::Target(call.shop.target(spec)))
        },
    );
    words.add(
        "divided(amount, what, [options])",
        "Any number of targets, among which the amount is divided as you choose, at least 1 each. Options as for `target`.",
        "spell(divided_damage(divided(x, any_target)));",
        |call| {
            let amount = call.amount(0)?;
            let options = call.options(2, TARGET_OPTIONS)?;
            let (objects, players) = targetable(call, 1)?;
            let mut spec = TargetSpec::one(objects, players);
            // At least 1 each: there cannot be more targets than that (601.2d).
            spec.max = amount.clone();
            spec.divided = Some(amount);
            restrict(&mut spec, &options)?;
            Ok(Value::Target(call.shop.target(spec)))
        },
    );
}

fn target_spec(call: &Call) -> Result<TargetSpec, Trouble> {
    let options = call.options(1, TARGET_OPTIONS)?;
    described(call, &options)
}

fn described(call: &Call, options: &Options) -> Result<TargetSpec, Trouble> {
    let (objects, players) = targetable(call, 0)?;
    let mut spec = TargetSpec::one(objects, players);
    restrict(&mut spec, options)?;
    Ok(spec)
}

fn restrict(spec: &mut TargetSpec, options: &Options) -> Result<(), Trouble> {
    if let Some(count) = options.amount("count")? {
        spec.min = count.clone();
        spec.max = count;
    }
    if let Some(most) = options.amount("up_to")? {
        spec.min = Amount::Fixed(0);
        spec.max = most;
    }
    if let Some(least) = options.amount("at_least")? {
        spec.min = least;
    }
    if let Some(chooser) = options.players("chosen_by")? {
        spec.chooser = chooser;
    }
    spec.same_controller = options.flag("same_controller")?;
    Ok(())
}

/// What may be targeted: objects, players or both.
fn targetable(call: &Call, place: usize) -> Result<(Filter, Players), Trouble> {
    match call.given(place) {
        Given::Value(Value::Players(players)) => Ok((Filter::Never, players)),
        Given::Value(Value::Either(filter, players)) => Ok((filter, players)),
        _ => Ok((call.filter(place)?, Players::None)),
    }
}

fn on_resolution(words: &mut Words) {
    words.add("choose(what, closure, [options])", "Chooses on resolution, without targeting. Options: `up_to`, `count`, `any_number`, `by`, `at_random`. The closure is called once, with a stand-in for what is chosen.", "spell(choose(creatures.yours, |c| put_counters(1, \"+1/+1\", c)));", |call| {
        let options = call.options(2, &["up_to", "count", "at_least", "any_number", "by", "at_random"])?;
        let name = call.shop.var();
        let (mut min, mut max) = (Amount::Fixed(1), Amount::Fixed(1));
        if let Some(count) = options.amount("count")? {
            (min, max) = (count.clone(), count);
        }
        if let Some(most) = options.amount("up_to")? {
            (min, max) = (Amount::Fixed(0), most);
        }
        if options.flag("any_number")? {
            (min, max) = (Amount::Fixed(0), Amount::Fixed(i32::MAX));
        }
        if let Some(least) = options.amount("at_least")? {
            min = least;
        }
        let chooser = options.players("by")?.unwrap_or_default();
        let how = if options.flag("at_random")? { ChooseHow::Random } else { ChooseHow::Choose };
        let from = call.objects(0)?;
        let effect = call.bound_effect(1, vec![Value::Objects(Objects::Var(name))])?;
        let from = ChooseFrom { chooser, from, min, max, how };
        Ok(Value::effect(Effect::Choose(Box::new(from), name, Box::new(effect))))
    });
    words.add(
        "choose_player(players, closure)",
        "Chooses one of these players on resolution.",
        "spell(choose_player(opponents, |p| discard(1).by(p)));",
        |call| {
            let name = call.shop.var();
            let effect = call.bound_effect(1, vec![Value::Players(Players::Var(name))])?;
            Ok(Value::effect(Effect::ChoosePlayer(Players::You, call.players(0)?, name, Box::new(effect))))
        },
    );
    words.add(
        "choose_effect(list)",
        "Chooses one of these effects on resolution.",
        "when(upkeep, |e| choose_effect([lose_life(2).by(e.player), discard(1).by(e.player)]).by(e.player));",
        |call| match call.given(0) {
            Given::List(list) => {
                let effects = list.into_iter().map(|item| call.effect_of(0, item)).collect::<Result<Vec<_>, _>>()?;
                Ok(Value::effect(Effect::ChooseEffect(Players::You, effects)))
            }
            other => Err(Trouble::argument(0, "a list of effects", other.kind())),
        },
    );
}

fn remember(link: cardwright_engine::ids::LinkKey, what: Remembered) -> Made {
    Ok(Value::effect(Effect::Remember(link, what)))
}

fn remembered(words: &mut Words) {
    words.add(
        "choose_color([name])",
        "You choose a colour; `.of_chosen_color()` asks for it.",
        "always(card.as_enters(choose_color()));",
        |call| remember(link(call, 0, "color")?, Remembered::ChosenColor(Players::You)),
    );
    words.add(
        "choose_creature_type([name])",
        "You choose a creature type; `.of_chosen_type()` asks for it.",
        "always(card.as_enters(choose_creature_type()));",
        |call| remember(link(call, 0, "type")?, Remembered::ChosenCreatureType(Players::You)),
    );
    words.add(
        "choose_card_name(filter, [name])",
        "You choose the name of a card that matches; `.of_chosen_name()` asks for it.",
        "always(card.as_enters(choose_card_name(cards.nonland)));",
        |call| {
            let filter = call.filter(0)?;
            remember(link(call, 1, "name")?, Remembered::ChosenName(Players::You, filter))
        },
    );
    words.add(
        "choose_word(words, [name])",
        "You choose one of these words; `word_chosen(...)` asks for it.",
        "always(card.as_enters(choose_word([\"north\", \"south\"])));",
        |call| {
            let list = call.texts(0)?;
            remember(link(call, 1, "word")?, Remembered::ChosenWord(Players::You, list))
        },
    );
    words.add(
        "choose_number(least, most, [name])",
        "You choose a number; `remembered(name)` is it.",
        "always(card.as_enters(choose_number(1, 5, \"n\")));",
        |call| {
            let (least, most) = (call.amount(0)?, call.amount(1)?);
            remember(link(call, 2, "number")?, Remembered::ChosenNumber(Players::You, least, most))
        },
    );
    words.add("choose_and_remember_player(players, [name])", "You choose one of these players; `remembered(name)` is who.", "always(card.as_enters(choose_and_remember_player(opponents, \"foe\"))); when(upkeep.of(remembered(\"foe\")), |e| lose_life(1).by(e.player));", |call| {
        let players = call.players(0)?;
        remember(link(call, 1, "player")?, Remembered::ChosenPlayer(Players::You, players))
    });
    words.add(
        "remember(what, [name])",
        "The card remembers these objects, players or this number; `remembered(name)` is what.",
        "when(card.enters, remember(you.life, \"life\"));",
        |call| {
            let link = link(call, 1, "exiled")?;
            let what = match call.given(0) {
                Given::Value(Value::Players(players)) => Remembered::Players(players),
                Given::Value(Value::Target(slot)) if call.shop.targets_players(slot) => {
                    Remembered::Players(Players::Target(slot))
                }
                Given::Value(Value::Color(color)) => Remembered::Color(color),
                given @ (Given::Number(_) | Given::Value(Value::Amount(_))) => {
                    drop(given);
                    Remembered::Number(call.amount(0)?)
                }
                _ => Remembered::Objects(call.objects(0)?),
            };
            remember(link, what)
        },
    );
    words.add(
        "tell(name, [things])",
        "Tells the card's other abilities that it was done this way, with these objects; `told(name)` waits for it.",
        "instead(you.draw.first, |e| draw(1).then(|d| [reveal(d), tell(\"shown\", d)])); when(told(\"shown\"), gain_life(1));",
        |call| {
            let objects = if call.has(1) { call.objects(1)? } else { Objects::None };
            Ok(Value::effect(Effect::Tell(link(call, 0, "told")?, objects)))
        },
    );
    words.add("forget([name])", "The card forgets what it remembers under that name.", "when(upkeep.yours, forget());", |call| {
        Ok(Value::effect(Effect::Forget(link(call, 0, "exiled")?)))
    });
}
