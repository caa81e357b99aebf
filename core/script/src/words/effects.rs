//! Damage, life, and cards in hand and library.

use super::Words;
use super::filters::in_zone;
use super::structure::change;
use crate::call::{Call, Made, Options, Trouble};
use crate::value::{Given, Value};
use cardwright_engine::ability::{
    Amount, ChooseHow, Destination, Effect, Filter, LibraryPosition, Objects, Players, SearchTo, Stat,
};
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    words.add(
        "damage(amount, to)",
        "This deals that much damage to each of these.",
        "spell(damage(3, target(any_target)));",
        |call| {
            let to = call.recipients(1)?;
            Ok(Value::effect(Effect::Damage { amount: call.amount(0)?, to, source: Objects::This }))
        },
    );
    words.add(
        "divided_damage(target)",
        "This deals damage to the targets as it was divided among them.",
        "spell(divided_damage(divided(4, any_target)));",
        |call| match call.given(0) {
            Given::Value(Value::Target(to)) => Ok(Value::effect(Effect::DividedDamage { to, source: Objects::This })),
            other => Err(Trouble::argument(0, "a target like `divided(4, any_target)`", other.kind())),
        },
    );
    let life =
        |make: fn(Players, Amount) -> Effect| move |call: &mut Call| Ok(Value::effect(make(Players::You, call.amount(0)?)));
    words.add("gain_life(amount)", "You gain that much life.", "spell(gain_life(4));", life(Effect::GainLife));
    words.add(
        "lose_life(amount)",
        "You lose that much life.",
        "when(card.enters, lose_life(2).by(opponents));",
        life(Effect::LoseLife),
    );
    words.add("set_life(amount)", "Your life total becomes that.", "spell(set_life(10));", life(Effect::SetLife));
    words.add(
        "exchange_life(players, players)",
        "Two players exchange life totals.",
        "spell(exchange_life(you, target(opponents)));",
        |call| {
            let second = call.players(1)?;
            Ok(Value::effect(Effect::ExchangeLife(call.players(0)?, second)))
        },
    );
    words.add(
        "exchange_values(amount, amount)",
        "Two values are exchanged: a life total, a creature's power, its toughness.",
        "activated(\"{T}\", exchange_values(you.life, card.toughness));",
        |call| {
            let exchangeable = |place: usize| -> Result<Amount, Trouble> {
                match call.amount(place)? {
                    amount @ (Amount::Life(_) | Amount::Total(Stat::Power | Stat::Toughness, _)) => Ok(amount),
                    _ => Err(Trouble::argument(place, "a life total, power or toughness, like `card.power`", "another number")),
                }
            };
            let second = exchangeable(1)?;
            Ok(Value::effect(Effect::ExchangeValues(exchangeable(0)?, second)))
        },
    );
    words.add(
        "fight(things, things)",
        "These creatures deal damage equal to their power to each other.",
        "spell(fight(target(creatures.yours), target(creatures.opponents)));",
        |call| {
            let second = call.objects(1)?;
            Ok(Value::effect(Effect::Fight(call.objects(0)?, second)))
        },
    );
    words.add("draw(amount)", "You draw that many cards.", "spell(draw(2));", life(Effect::Draw));
    words.add(
        "discard(amount, [filter])",
        "You discard that many cards, of those that match.",
        "when(card.enters, discard(1).by(opponents));",
        |call| {
            let filter = if call.has(1) { call.filter(1)? } else { Filter::Any };
            Ok(Value::effect(Effect::Discard(Players::You, call.amount(0)?, filter, ChooseHow::Choose)))
        },
    );
    words.add(
        "effect.at_random",
        "What is discarded is chosen at random.",
        "spell(discard(1).by(target(opponents)).at_random);",
        |call| choosing(call, ChooseHow::Random),
    );
    words.add(
        "effect.chosen_by_you",
        "You look and choose what is discarded.",
        "spell(discard(1, cards.nonland).by(target(opponents)).chosen_by_you);",
        |call| choosing(call, ChooseHow::ControllerChooses),
    );
    words.add(
        "mill(amount)",
        "You put that many cards from the top of your library into your graveyard.",
        "spell(mill(4).by(target(players)));",
        life(Effect::Mill),
    );
    words.add(
        "scry(amount)",
        "You look at the top cards and put any of them on the bottom.",
        "when(card.enters, scry(2));",
        life(Effect::Scry),
    );
    words.add(
        "surveil(amount)",
        "You look at the top cards and put any of them into the graveyard.",
        "when(card.enters, surveil(2));",
        life(Effect::Surveil),
    );
    words.add("shuffle_library()", "You shuffle your library.", "spell(shuffle_library().by(target(players)));", |_| {
        Ok(Value::effect(Effect::Shuffle(Players::You)))
    });
    words.add("reveal(things)", "Reveals these cards.", "spell(reveal(top_cards(1)));", |call| {
        Ok(Value::effect(Effect::Reveal(call.objects(0)?)))
    });
    words.add("search(filter, to, [options])", "Searches the library for a card that matches, puts it there and shuffles. A list of destinations takes one card each, of as many as `up_to` or `count` say (`#{ up_to: 2 }` for two). Options: `up_to`, `count`, `different_names`, `hidden`, `of` (players whose libraries are searched), `also_in` (a list of zones that are searched too: `[\"graveyard\", \"hand\"]`).", "spell(search(lands.basic, to_battlefield.tapped));", search);
    words.add("look_at_top(amount, options)", "Looks at the top cards: `take` so many (or `up_to`) of those that match `of` and put them `to`, the `rest` elsewhere; `reveal` what is taken.", "spell(look_at_top(3, #{ take: 1, to: to_hand, rest: to_bottom }));", |call| {
        let options = call.options(1, &["take", "up_to", "of", "to", "rest", "reveal"])?;
        let up_to = options.amount("up_to")?;
        let max = up_to.clone().or(options.amount("take")?).unwrap_or(Amount::Fixed(1));
        let min = if up_to.is_some() { Amount::Fixed(0) } else { max.clone() };
        Ok(Value::effect(Effect::Dig {
            who: Players::You,
            look: call.amount(0)?,
            filter: options.filter("of")?.unwrap_or_default(),
            min,
            max,
            to: options.destination("to")?.unwrap_or_else(|| Destination::to(ZoneKind::Hand)),
            rest: options.destination("rest")?.unwrap_or_else(bottom),
            reveal: options.flag("reveal")?,
        }))
    });
    words.add(
        "reveal_until(filter, to, rest)",
        "Reveals cards from the top until one matches; it goes to one place, the others to another.",
        "spell(reveal_until(creatures, to_battlefield, to_bottom_at_random));",
        |call| {
            let (to, rest) = (call.destination(1)?, call.destination(2)?);
            Ok(Value::effect(Effect::RevealUntil {
                who: Players::You,
                filter: in_zone(call.filter(0)?, ZoneKind::Library),
                to,
                rest,
            }))
        },
    );
}

fn bottom() -> Destination {
    Destination { position: LibraryPosition::Bottom, ..Destination::to(ZoneKind::Library) }
}

fn choosing(call: &Call, choose: ChooseHow) -> Made {
    change(call, "`discard`", |effect| match effect {
        Effect::Discard(_, _, _, how) => {
            *how = choose;
            true
        }
        _ => false,
    })
}

/// The zones that are searched besides the library.
fn searched_too(options: &Options) -> Result<Vec<ZoneKind>, Trouble> {
    let wrong = || {
        Trouble::argument(2, "a list of zones like `[\"graveyard\", \"hand\"]` for `also_in`", "something else")
            .of_option(2, "also_in")
    };
    let zone = |given: Given| match given {
        Given::Text(text) if text == "graveyard" => Ok(ZoneKind::Graveyard),
        Given::Text(text) if text == "hand" => Ok(ZoneKind::Hand),
        _ => Err(wrong()),
    };
    match options.get("also_in") {
        None => Ok(Vec::new()),
        Some(Given::List(list)) => list.into_iter().map(zone).collect(),
        Some(one) => Ok(vec![zone(one)?]),
    }
}

fn search(call: &mut Call) -> Made {
    let options = call.options(2, &["up_to", "count", "different_names", "hidden", "of", "also_in"])?;
    let to = match call.given(1) {
        Given::List(list) => {
            let last = list.len().saturating_sub(1);
            list.into_iter()
                .enumerate()
                .map(|(place, item)| {
                    let found = item.kind();
                    let to = crate::coerce::destination(item).ok_or_else(|| Trouble::argument(1, "destinations", found))?;
                    Ok(SearchTo { count: (place < last).then_some(Amount::Fixed(1)), to })
                })
                .collect::<Result<Vec<_>, Trouble>>()?
        }
        _ => vec![SearchTo { count: None, to: call.destination(1)? }],
    };
    let up_to = options.amount("up_to")?;
    let max = up_to.clone().or(options.amount("count")?).unwrap_or(Amount::Fixed(to.len() as i32));
    // Who searches a hidden zone for something described may fail to find it (701.23b).
    let filter = call.filter(0)?;
    let min = if up_to.is_some() { Amount::Fixed(0) } else { max.clone() };
    let plain = filter == Filter::Any;
    Ok(Value::effect(Effect::Search {
        who: Players::You,
        filter,
        min,
        max,
        to,
        different_names: options.flag("different_names")?,
        reveal: !plain && !options.flag("hidden")?,
        whose: options.players("of")?,
        also: searched_too(&options)?,
    }))
}
