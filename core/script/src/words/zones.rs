//! Moving objects between zones, and how they arrive.

use super::Words;
use super::filters::link;
use super::structure::change;
use crate::call::{Call, Made};
use crate::value::{Given, Value};
use cardwright_engine::ability::{
    AttackOn, CastAs, Destination, Effect, Entering, Filter, LibraryPosition, MoveCause, Objects, Players,
};
use cardwright_engine::zone::ZoneKind;

pub(super) fn words(words: &mut Words) {
    words.add("destroy(things)", "Destroys these.", "spell(destroy(target(creatures)));", |call| {
        Ok(Value::effect(Effect::Destroy(call.objects(0)?, false)))
    });
    words.add(
        "effect.cant_be_regenerated",
        "What is destroyed cannot be regenerated.",
        "spell(destroy(target(creatures)).cant_be_regenerated);",
        |call| {
            change(call, "`destroy`", |effect| match effect {
                Effect::Destroy(_, forbidden) => {
                    *forbidden = true;
                    true
                }
                _ => false,
            })
        },
    );
    words.add(
        "sacrifice(what, [amount])",
        "You sacrifice these particular objects, those that you control; of a filter, you choose one to sacrifice, or so many.",
        "when(card.enters, sacrifice(creatures).by(opponents));",
        |call| {
            let objects = match call.given(0) {
                Given::Value(Value::Filter(filter)) if filter != Filter::This => {
                    return Ok(Value::effect(Effect::SacrificeChoice(Players::You, filter, call.amount_or(1, 1)?)));
                }
                _ => call.objects(0)?,
            };
            Ok(Value::effect(Effect::Sacrifice(Players::You, objects)))
        },
    );
    let to = |destination: fn() -> Destination| move |call: &mut Call| moved(call, destination());
    words.add("exile(things)", "Exiles these.", "spell(exile(target(creatures)));", to(|| Destination::to(ZoneKind::Exile)));
    words.add(
        "return_to_hand(things)",
        "Puts these into their owners' hands.",
        "spell(return_to_hand(target(creatures)));",
        to(|| Destination::to(ZoneKind::Hand)),
    );
    words.add(
        "return_to_battlefield(things)",
        "Puts these onto the battlefield, under their owners' control if nothing else is said.",
        "spell(return_to_battlefield(target(creatures.yours.in_graveyard)));",
        to(|| Destination::to(ZoneKind::Battlefield)),
    );
    words.add(
        "put_onto_battlefield(things)",
        "Puts these onto the battlefield, under their owners' control if nothing else is said.",
        "spell(choose(lands.yours.in_hand, |l| put_onto_battlefield(l).tapped));",
        to(|| Destination::to(ZoneKind::Battlefield)),
    );
    words.add(
        "put_into_graveyard(things)",
        "Puts these into their owners' graveyards.",
        "spell(put_into_graveyard(top_cards(2)));",
        to(|| Destination::to(ZoneKind::Graveyard)),
    );
    words.add(
        "put_on_top(things)",
        "Puts these on top of their owners' libraries.",
        "spell(put_on_top(target(creatures)));",
        to(|| library(LibraryPosition::Top)),
    );
    words.add(
        "put_on_bottom(things)",
        "Puts these on the bottom of their owners' libraries.",
        "spell(put_on_bottom(target(creatures)));",
        to(|| library(LibraryPosition::Bottom)),
    );
    words.add(
        "shuffle_into_library(things)",
        "Shuffles these into their owners' libraries.",
        "spell(shuffle_into_library(target(permanents)));",
        to(|| library(LibraryPosition::Shuffled)),
    );
    words.add(
        "put_from_top(things, amount)",
        "Puts these into their owners' libraries, that many cards from the top.",
        "spell(put_from_top(target(creatures), 2));",
        |call| {
            let amount = call.amount(1)?;
            moved(call, library(LibraryPosition::FromTop(amount)))
        },
    );
    words.add("move_to(things, destination)", "Moves these there.", "spell(move_to(target(creatures), to_exile));", |call| {
        let destination = call.destination(1)?;
        moved(call, destination)
    });
    words.add(
        "exile_until(things, pattern)",
        "Exiles these until that happens, then returns them.",
        "when(card.enters, exile_until(target(creatures.opponents), card.leaves));",
        |call| {
            let pattern = call.pattern(1)?;
            Ok(Value::effect(Effect::ExileUntil(call.objects(0)?, Box::new(pattern))))
        },
    );
    words.add(
        "exchange_hand_and_graveyard(players)",
        "These players swap hand and graveyard.",
        "spell(exchange_hand_and_graveyard(you));",
        |call| Ok(Value::effect(Effect::ExchangeZones(call.players(0)?, ZoneKind::Hand, ZoneKind::Graveyard))),
    );
    destinations(words);
    arrival(words);
}

fn library(position: LibraryPosition) -> Destination {
    Destination { position, ..Destination::to(ZoneKind::Library) }
}

fn moved(call: &Call, destination: Destination) -> Made {
    Ok(Value::effect(Effect::Move(call.objects(0)?, destination, MoveCause::Effect)))
}

fn destinations(words: &mut Words) {
    let mut to =
        |name, meaning, example, destination| words.value(name, meaning, example, Value::Destination(Box::new(destination)));
    to("to_hand", "Into the hand.", "spell(search(lands.basic, to_hand));", Destination::to(ZoneKind::Hand));
    to(
        "to_battlefield",
        "Onto the battlefield.",
        "spell(search(lands.basic, to_battlefield));",
        Destination::to(ZoneKind::Battlefield),
    );
    to(
        "to_graveyard",
        "Into the graveyard.",
        "instead(creatures.is_exiled, goes(to_graveyard));",
        Destination::to(ZoneKind::Graveyard),
    );
    to(
        "to_exile",
        "Into exile.",
        "instead(cards.opponents.is_put_into_graveyard, goes(to_exile));",
        Destination::to(ZoneKind::Exile),
    );
    to("to_top", "On top of the library.", "spell(search(creatures, to_top));", library(LibraryPosition::Top));
    to(
        "to_bottom",
        "On the bottom of the library.",
        "spell(look_at_top(2, #{ to: to_hand, rest: to_bottom }));",
        library(LibraryPosition::Bottom),
    );
    to(
        "to_bottom_at_random",
        "On the bottom of the library in a random order.",
        "spell(reveal_until(lands, to_hand, to_bottom_at_random));",
        library(LibraryPosition::BottomRandom),
    );
    to(
        "to_library_shuffled",
        "Shuffled into the library.",
        "spell(move_to(target(permanents), to_library_shuffled));",
        library(LibraryPosition::Shuffled),
    );
}

/// Changes how something arrives: of a destination, of an effect that moves, of created tokens.
fn arriving(call: &Call, alter: impl FnOnce(&mut Entering)) -> Made {
    if let Given::Value(Value::Destination(mut destination)) = call.given(0) {
        alter(&mut destination.entering);
        return Ok(Value::Destination(destination));
    }
    change(call, "something that is put onto the battlefield", |effect| match entering(effect) {
        Some(entering) => {
            alter(entering);
            true
        }
        None => false,
    })
}

fn transformed(call: &mut Call) -> Made {
    fn casting(effect: &mut Effect) -> Option<&mut CastAs> {
        match effect {
            Effect::CastNow(.., manner) => Some(manner),
            Effect::May(_, inner, _) => casting(inner),
            _ => None,
        }
    }
    if let Given::Value(Value::Effect(mut effect)) = call.given(0)
        && let Some(manner) = casting(&mut effect)
    {
        *manner = CastAs::OtherFace;
        return Ok(Value::Effect(effect));
    }
    arriving(call, |entering| entering.transformed = true)
}

fn entering(effect: &mut Effect) -> Option<&mut Entering> {
    match effect {
        Effect::Move(_, destination, _) => Some(&mut destination.entering),
        Effect::CreateTokens { entering, .. } => Some(entering),
        Effect::May(_, inner, _) | Effect::Then(inner, ..) | Effect::IfDone(inner, ..) => entering(inner),
        _ => None,
    }
}

/// Registers a property or method of effects and destinations.
macro_rules! arrival {
    ($words:ident, $name:literal, $arguments:literal, $meaning:literal, $example:literal, $build:expr) => {
        $words.add(concat!("effect.", $name, $arguments), $meaning, $example, $build);
        $words.add(concat!("destination.", $name, $arguments), $meaning, $example, $build);
    };
}

fn arrival(words: &mut Words) {
    arrival!(words, "tapped", "", "It arrives tapped.", "spell(search(lands.basic, to_battlefield.tapped));", |call| arriving(
        call,
        |entering| entering.tapped = true
    ));
    arrival!(
        words,
        "under",
        "(players)",
        "It arrives under the control of that player.",
        "spell(return_to_battlefield(target(creatures.in_graveyard)).under(you));",
        |call| {
            let players = call.players(1)?;
            arriving(call, |entering| entering.under = Some(players))
        }
    );
    arrival!(
        words,
        "attacking",
        "(players)",
        "It arrives attacking one of these players, planeswalkers or battles.",
        "spell(put_onto_battlefield(target(creatures.yours.in_graveyard)).tapped.attacking(opponents));",
        |call| {
            let whom = call.recipients(1)?;
            arriving(call, |entering| entering.attacking = Some(AttackOn::OneOf(whom)))
        }
    );
    arrival!(
        words,
        "attacking",
        "",
        "It arrives attacking; its controller chooses what.",
        "spell(put_onto_battlefield(target(creatures.yours.in_hand)).tapped.attacking);",
        |call| arriving(call, |entering| entering.attacking = Some(AttackOn::Anything))
    );
    arrival!(
        words,
        "blocking",
        "",
        "It arrives blocking an attacker that its controller chooses.",
        "spell(put_onto_battlefield(target(creatures.yours.in_graveyard)).blocking);",
        |call| arriving(call, |entering| entering.blocking = Some(Objects::All(Box::new(Filter::Attacking))))
    );
    arrival!(
        words,
        "blocking",
        "(things)",
        "It arrives blocking one of these attackers.",
        "let t = target(creatures.attacking); spell(put_onto_battlefield(target(creatures.yours.in_graveyard)).blocking(t));",
        |call| {
            let attackers = call.objects(1)?;
            arriving(call, |entering| entering.blocking = Some(attackers))
        }
    );
    arrival!(
        words,
        "with_counters",
        "(amount, kind)",
        "It arrives with so many counters.",
        "spell(return_to_battlefield(target(creatures.yours.in_graveyard)).with_counters(1, \"+1/+1\"));",
        |call| {
            let counters = (crate::host::keywords::counter_kind(call, 2)?, call.amount(1)?);
            arriving(call, |entering| entering.counters.push(counters))
        }
    );
    arrival!(
        words,
        "attached_to",
        "(recipients)",
        "It arrives attached to one of these.",
        "spell(return_to_battlefield(target(permanents.of(\"Aura\").in_graveyard)).attached_to(creatures.yours));",
        |call| {
            let to = call.recipients(1)?;
            arriving(call, |entering| entering.attached_to = Some(to))
        }
    );
    arrival!(
        words,
        "transformed",
        "",
        "It arrives with its other face up; what is cast is cast so.",
        "when(card.dies, return_to_battlefield(card).transformed);",
        transformed
    );
    arrival!(
        words,
        "which_is",
        "(closure)",
        "It is so from the moment it arrives, before anything looks at it; the closure is called once, with a stand-in for it, and says changes of it.",
        "spell(return_to_battlefield(target(creatures.yours.in_graveyard)).which_is(|c| c.becomes_also(\"Enchantment\")));",
        |call| {
            let changes = super::modify::changes_of_each(call, 1)?;
            arriving(call, |entering| entering.being.extend(changes))
        }
    );
    arrival!(words, "face_down", "", "It goes face down.", "spell(exile(top_cards(1)).face_down);", |call| match call.given(0) {
        Given::Value(Value::Destination(mut destination)) => {
            set_face_down(&mut destination);
            Ok(Value::Destination(destination))
        }
        _ => change(call, "an effect that moves cards", |effect| match effect {
            Effect::Move(_, destination, _) => {
                set_face_down(destination);
                true
            }
            _ => false,
        }),
    });
    arrival!(
        words,
        "remember",
        "([name])",
        "The card remembers what was moved; `remembered(name)` is it.",
        "when(card.enters, exile(target(creatures.opponents)).remember());",
        |call| {
            let key = link(call, 1, "exiled")?;
            match call.given(0) {
                Given::Value(Value::Destination(mut destination)) => {
                    destination.remember = Some(key);
                    Ok(Value::Destination(destination))
                }
                _ => change(call, "an effect that moves cards", |effect| match effect {
                    Effect::Move(_, destination, _) => {
                        destination.remember = Some(key);
                        true
                    }
                    _ => false,
                }),
            }
        }
    );
}

fn set_face_down(destination: &mut Destination) {
    if destination.zone == ZoneKind::Battlefield {
        destination.entering.face_down = true;
    } else {
        destination.face_down = true;
    }
}
