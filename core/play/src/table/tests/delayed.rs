//! Delayed triggered abilities can be asked after they have triggered, and while they wait.

use super::{Chance, Sitting, names, seats};
use crate::table::{Status, Table};
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, Body, Condition, Effect, Mode, Origin, Pattern, Players,
    TriggerOn, Triggered, Zones,
};
use cardwright_engine::definition::{CardDef, Definitions, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId, Var};
use cardwright_engine::mana::ManaCost;
use cardwright_engine::question::{Action, Answer, Ask};
use cardwright_engine::types::CardType;
use cardwright_engine::why::Heard;
use cardwright_engine::zone::ZoneKind;
use std::sync::Arc;

/// "When an opponent next draws a card, you gain 1 life", as an instant for nothing.
fn promise() -> Arc<CardDef> {
    let gain = Effect::GainLife(Players::You, Amount::Fixed(1));
    let trigger = Triggered {
        on: TriggerOn::Event(Pattern::Draws(Players::Opponents).into()),
        event: Var(0),
        condition: Condition::Always,
        body: Body::plain(gain),
        per_turn: None,
        uncounterable: false,
    };
    let mode = Mode { effect: Effect::Delayed(Box::new(trigger), None), ..Mode::default() };
    let ability = Ability::new(Zones::Usual, AbilityBody::Spell(Body::Plain(mode)));
    let mut face = Face::default();
    face.base.name = "Promise".into();
    face.base.cost = Some(ManaCost::generic(0));
    face.base.types.types.insert(CardType::Instant.set());
    face.base.abilities.push(AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed });
    Arc::new(CardDef { key: "Promise".into(), faces: vec![face], ..CardDef::default() })
}

/// Plays on until that is so; the first player casts the promise as soon as it can be cast.
fn play_until(table: &mut Table, is_so: impl Fn(&Table) -> bool) {
    let mut chance = Chance::new(1);
    for _ in 0..400 {
        if is_so(table) {
            return;
        }
        if let Some(question) = table.waiting().cloned()
            && let Ask::Priority(actions) = &question.ask
        {
            let casts = |action: &Action| matches!(action, Action::Cast { .. });
            let cast = actions.iter().position(casts).filter(|_| question.player == PlayerId(0));
            let pass = actions.iter().position(|action| *action == Action::Pass).unwrap();
            table.answer(Answer::Action(cast.unwrap_or(pass) as u32)).unwrap();
        } else if matches!(table.advance(), Status::Waiting(_)) && !matches!(table.waiting().unwrap().ask, Ask::Priority(_)) {
            chance.step(table);
        }
    }
    panic!("it does not come to that");
}

// modern:603.7
#[test]
fn why_a_delayed_trigger_came_and_did_not_yet() {
    let mut definitions = Definitions::new();
    let def = definitions.insert(promise());
    let mut game = Game::empty(Arc::new(definitions), Arc::default(), 2, 1);
    game.put(def, PlayerId(0), ZoneKind::Hand);
    for player in [PlayerId(0), PlayerId(1)] {
        for _ in 0..30 {
            game.put(def, player, ZoneKind::Library);
        }
    }
    let mut table = Table::new(game, seats(Sitting::People), names(), 1);
    let held = table.game().zone(ZoneKind::Hand, PlayerId(0))[0];
    let graveyard = |table: &Table| table.game().zone(ZoneKind::Graveyard, PlayerId(0)).to_vec();
    play_until(&mut table, |table| !graveyard(table).is_empty());
    let card: ObjectId = graveyard(&table)[0];
    let asked = table.why_delayed(table.game(), card, 0, None).unwrap();
    assert_eq!(asked.len(), 1);
    assert!(asked[0].findings.is_empty() && !asked[0].has_triggered());
    assert!(table.why_delayed(table.game(), held, 0, None).unwrap().is_empty());
    // The opponent draws: it has triggered and is no more, and can still be asked.
    play_until(&mut table, |table| table.game().player(PlayerId(0)).life > 20);
    assert_eq!(table.game().delayed_triggers().filter(|(source, _)| *source == asked[0].source).count(), 0);
    let after = table.why_delayed(table.game(), card, 0, None).unwrap();
    assert_eq!(after[0].which, asked[0].which);
    assert!(after[0].findings.iter().any(|finding| finding.heard == Heard::Triggered(1)), "{:?}", after[0].findings);
    // Of what makes no such abilities nothing is asked.
    let other = table.game().zone(ZoneKind::Library, PlayerId(1))[0];
    assert!(table.why_delayed(table.game(), other, 0, None).unwrap().is_empty());
}
