//! What a scenario can ask of a card: `bear.pt`, `bear.zone`, `bear.has("flying")`.

use super::{Answered, CardRef, Seat};
use crate::scenario::fail::Fail;
use crate::scenario::stage::Stage;
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::object::{Object, Recipient};
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, Supertype};
use cardwright_engine::zone::ZoneKind;
use rhai::{Array, Dynamic, Engine};

pub(super) fn register(engine: &mut Engine) {
    characteristics(engine);
    status(engine);
    combat(engine);
    set_up(engine);
}

fn read<T>(card: &CardRef, ask: impl FnOnce(&Characteristics) -> T) -> T {
    let stage = card.stage.borrow();
    ask(stage.game.characteristics(stage.id(card.handle)))
}

/// Asks the object; what has left and become nothing answers with what it last was.
fn object<T: Default>(card: &CardRef, ask: impl FnOnce(&Stage, &Object) -> T) -> T {
    let stage = card.stage.borrow();
    let id = stage.id(card.handle);
    let object = stage.game.object(id).or_else(|| stage.game.last_known(id).map(|last| &last.object));
    object.map(|object| ask(&stage, object)).unwrap_or_default()
}

/// What a permanent that is no creature has of it is none, whatever is printed (modern 208.3).
fn power_and_toughness(
    card: &CardRef,
    ask: impl FnOnce(&Characteristics) -> (Option<i32>, Option<i32>),
) -> (Option<i32>, Option<i32>) {
    let on_battlefield = object(card, |_, object| object.zone == ZoneKind::Battlefield);
    read(card, |is| if on_battlefield && !is.types.is(CardType::Creature) { (None, None) } else { ask(is) })
}

fn both(numbers: (Option<i32>, Option<i32>)) -> Dynamic {
    match numbers {
        (Some(power), Some(toughness)) => Dynamic::from(format!("{power}/{toughness}")),
        _ => Dynamic::UNIT,
    }
}

fn number(number: Option<i32>) -> Dynamic {
    number.map_or(Dynamic::UNIT, |number| i64::from(number).into())
}

fn characteristics(engine: &mut Engine) {
    engine.register_get("name", |card: &mut CardRef| read(card, |is| is.name.to_string()));
    engine.register_get("power", |card: &mut CardRef| number(power_and_toughness(card, |is| (is.power, None)).0));
    engine.register_get("toughness", |card: &mut CardRef| number(power_and_toughness(card, |is| (None, is.toughness)).1));
    engine.register_get("pt", |card: &mut CardRef| both(power_and_toughness(card, |is| (is.power, is.toughness))));
    engine.register_get("base_pt", |card: &mut CardRef| both(power_and_toughness(card, |is| is.base_pt)));
    engine.register_get("types", |card: &mut CardRef| read(card, |is| is.types.to_string()));
    // `is` alone is a word that Rhai keeps for itself.
    engine.register_fn("is_a", |card: &mut CardRef, word: &str| -> Answered<bool> { Ok(read(card, |is| is_of_type(is, word))) });
    engine.register_get("colors", |card: &mut CardRef| {
        read(card, |is| is.colors.colors().map(|color| Dynamic::from(color.word().to_owned())).collect::<Array>())
    });
    engine.register_get("cost", |card: &mut CardRef| {
        read(card, |is| is.cost.as_ref().map_or(Dynamic::UNIT, |cost| cost.to_string().into()))
    });
    engine.register_get("mana_value", |card: &mut CardRef| {
        let x = object(card, |_, object| object.cast().map_or(0, |cast| cast.x.max(0) as u32));
        let on_stack = object(card, |_, object| object.zone == ZoneKind::Stack);
        read(card, |is| i64::from(is.mana_value(if on_stack { x } else { 0 })))
    });
    engine.register_fn("has", |card: &mut CardRef, keyword: &str| read(card, |is| is.has_keyword(Symbol::new(keyword))));
    engine.register_get("keywords", |card: &mut CardRef| {
        read(card, |is| {
            let mut words: Vec<String> =
                is.abilities.iter().filter_map(|instance| instance.ability.keyword).map(|keyword| keyword.to_string()).collect();
            words.dedup();
            words.into_iter().map(Dynamic::from).collect::<Array>()
        })
    });
    engine.register_get("ability_count", |card: &mut CardRef| read(card, |is| is.abilities.len() as i64));
}

fn is_of_type(is: &Characteristics, word: &str) -> bool {
    let types = &is.types;
    CardType::from_word(word).is_some_and(|one| types.is(one))
        || Supertype::from_word(word).is_some_and(|one| types.supertypes.contains(one.set()))
        || types.has_subtype(Symbol::new(word))
}

fn seat(card: &CardRef, player: cardwright_engine::ids::PlayerId) -> Seat {
    Seat { stage: card.stage.clone(), player }
}

fn status(engine: &mut Engine) {
    engine.register_get("zone", |card: &mut CardRef| {
        let stage = card.stage.borrow();
        let zone = stage.game.object(stage.id(card.handle)).map_or(ZoneKind::Outside, |object| object.zone);
        zone.word().to_owned()
    });
    engine.register_get("controller", |card: &mut CardRef| {
        let player = {
            let stage = card.stage.borrow();
            stage.game.controller(stage.id(card.handle))
        };
        seat(card, player)
    });
    engine.register_get("owner", |card: &mut CardRef| {
        let player = object(card, |_, object| Some(object.owner));
        player.map_or(Dynamic::UNIT, |player| Dynamic::from(seat(card, player)))
    });
    engine.register_get("damage", |card: &mut CardRef| object(card, |_, object| i64::from(object.damage)));
    engine.register_fn("counters", |card: &mut CardRef, kind: &str| {
        object(card, |_, object| i64::from(object.counter(Symbol::new(kind))))
    });
    engine.register_fn("designation", |card: &mut CardRef, name: &str| {
        object(card, |_, object| i64::from(object.designation(Symbol::new(name)).unwrap_or(0)))
    });
    engine.register_get("loyalty", |card: &mut CardRef| {
        object(card, |_, object| i64::from(object.counter(Symbol::new("loyalty"))))
    });
    for name in ["is_tapped", "tapped"] {
        engine.register_get(name, |card: &mut CardRef| object(card, |_, object| object.is_tapped()));
    }
    engine.register_get("is_face_down", |card: &mut CardRef| object(card, |_, object| object.face_down));
    engine.register_get("is_phased_out", |card: &mut CardRef| object(card, |_, object| object.phased_out));
    engine.register_get("is_sick", |card: &mut CardRef| object(card, |_, object| object.summoning_sick));
    engine.register_get("is_token", |card: &mut CardRef| {
        object(card, |_, object| object.kind == cardwright_engine::object::ObjectKind::Token)
    });
    engine.register_get("x", |card: &mut CardRef| object(card, |_, object| object.cast().map_or(0, |cast| i64::from(cast.x))));
    engine.register_get("attached_to", |card: &mut CardRef| {
        let host = object(card, |_, object| object.attached_to);
        recipient(card, host)
    });
    engine.register_get("attachments", |card: &mut CardRef| -> Array {
        let found: Vec<_> = {
            let stage = card.stage.borrow();
            let id = stage.id(card.handle);
            stage
                .game
                .permanents()
                .filter(|object| object.attached_to == Some(Recipient::Object(id)))
                .map(|object| object.id)
                .collect()
        };
        found.into_iter().map(|id| recipient(card, Some(Recipient::Object(id)))).collect()
    });
    // What the targets of a spell or ability on the stack are.
    engine.register_get("targets", |card: &mut CardRef| -> Array {
        let targets: Vec<Recipient> = {
            let stage = card.stage.borrow();
            let entry = stage.game.entry(stage.id(card.handle));
            entry
                .map(|entry| entry.bindings.targets.iter().flat_map(|one| one.chosen.iter().map(|(target, _)| *target)).collect())
                .unwrap_or_default()
        };
        targets.into_iter().map(|target| recipient(card, Some(target))).collect()
    });
    // The id of the present incarnation: it differs after every change of zones (400.7).
    engine.register_get("current", |card: &mut CardRef| {
        let stage = card.stage.borrow();
        stage.id(card.handle).to_string()
    });
}

fn recipient(card: &CardRef, recipient: Option<Recipient>) -> Dynamic {
    match recipient {
        Some(Recipient::Object(id)) => {
            let handle = card.stage.borrow_mut().handle(id);
            Dynamic::from(CardRef { stage: card.stage.clone(), handle })
        }
        Some(Recipient::Player(player)) => Dynamic::from(seat(card, player)),
        None => Dynamic::UNIT,
    }
}

fn combat(engine: &mut Engine) {
    engine.register_get("is_attacking", |card: &mut CardRef| {
        in_combat(card, |stage, id| {
            stage.game.combat().is_some_and(|combat| combat.attackers.iter().any(|attacker| attacker.id == id))
        })
    });
    // What it attacks now: a player, a planeswalker or battle, or nothing (506.4c).
    engine.register_get("attacked", |card: &mut CardRef| {
        let attacked = {
            let stage = card.stage.borrow();
            let id = stage.id(card.handle);
            stage.game.combat().and_then(|combat| combat.attacks(id))
        };
        recipient(card, attacked)
    });
    engine.register_get("protector", |card: &mut CardRef| {
        let player = object(card, |_, object| object.protector());
        player.map_or(Dynamic::UNIT, |player| Dynamic::from(seat(card, player)))
    });
    // The creatures that block it, in damage assignment order.
    engine.register_get("blockers", |card: &mut CardRef| -> Array {
        let ids: Vec<_> = {
            let stage = card.stage.borrow();
            let id = stage.id(card.handle);
            stage.game.combat().map(|combat| combat.blocked_by(id).to_vec()).unwrap_or_default()
        };
        ids.into_iter().map(|id| recipient(card, Some(Recipient::Object(id)))).collect()
    });
    // A blocker stays one though what it blocks has left combat (506.4).
    engine.register_get("is_blocking", |card: &mut CardRef| {
        in_combat(card, |stage, id| stage.game.combat().is_some_and(|combat| combat.is_blocking(id)))
    });
    engine.register_get("is_blocked", |card: &mut CardRef| {
        in_combat(card, |stage, id| {
            let combat = stage.game.combat();
            combat
                .is_some_and(|combat| combat.attackers.iter().any(|attacker| attacker.id == id && attacker.blocked == Some(true)))
        })
    });
}

fn in_combat(card: &CardRef, ask: impl FnOnce(&Stage, cardwright_engine::ids::ObjectId) -> bool) -> bool {
    let stage = card.stage.borrow();
    ask(&stage, stage.id(card.handle))
}

fn set_up(engine: &mut Engine) {
    engine.register_fn("attach_to", |card: &mut CardRef, host: Dynamic| -> Answered<()> {
        let mut stage = card.stage.borrow_mut();
        let host = super::recipient(&stage, &host)?;
        let id = stage.id(card.handle);
        stage.game.arrange(Arrange::Attached(id, host));
        Ok(())
    });
    engine.register_fn("put_counters", |card: &mut CardRef, kind: &str, amount: i64| -> Answered<()> {
        let mut stage = card.stage.borrow_mut();
        let id = stage.id(card.handle);
        let amount = u32::try_from(amount).map_err(|_| Fail::wrong("counters are counted from 0"))?;
        stage.game.arrange(Arrange::Counters(id, Symbol::new(kind), amount));
        Ok(())
    });
}
