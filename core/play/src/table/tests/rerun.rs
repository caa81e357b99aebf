//! Again with the new text.

use super::{Chance, Sitting, by_hand, facts, names, table};
use crate::bots::Rng;
use crate::table::{Ends, Seat, Status, Table, Text};
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, Body, Change, Condition, Effect, Filter, Mode, Objects, Origin,
    Players, PtChange, Recipients, Static, StaticPart, TargetSpec, Zones,
};
use cardwright_engine::definition::{CardDef, Definitions, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{PlayerId, TargetSlot};
use cardwright_engine::mana::ManaCost;
use cardwright_engine::question::{Action, Answer, Ask};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use std::sync::Arc;

/// "Ember Lance deals so much damage to target player", for nothing or for so much mana.
pub(super) fn lance(damage: i32, cost: u16) -> Arc<CardDef> {
    let effect = Effect::Damage { amount: Amount::Fixed(damage), to: Recipients::target(TargetSlot(0)), source: Objects::This };
    let targets = vec![TargetSpec::one(Filter::Never, Players::Each)];
    let body = Body::Plain(Mode { targets, effect, ..Mode::default() });
    let ability = Ability::new(Zones::Usual, AbilityBody::Spell(body));
    let mut face = Face::default();
    face.base.name = "Ember Lance".into();
    face.base.cost = Some(ManaCost::generic(cost));
    face.base.types.types.insert(CardType::Instant.set());
    face.base.abilities.push(AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed });
    Arc::new(CardDef { key: "Ember Lance".into(), faces: vec![face], ..CardDef::default() })
}

/// Two people, each with so many lances in hand and a library that does not run out.
pub(super) fn duel(damage: i32) -> Table {
    let mut definitions = Definitions::new();
    let def = definitions.insert(lance(damage, 0));
    let mut game = Game::empty(Arc::new(definitions), Arc::default(), 2, 1);
    for player in [PlayerId(0), PlayerId(1)] {
        for _ in 0..3 {
            game.put(def, player, ZoneKind::Hand);
        }
        for _ in 0..40 {
            game.put(def, player, ZoneKind::Library);
        }
    }
    Table::new(game, vec![Seat::Person, Seat::Person], names(), 1)
}

/// Casts a lance at the other player; the first player's is cast as the game begins.
pub(super) fn cast(table: &mut Table) {
    loop {
        let Status::Waiting(question) = table.advance_all() else { panic!("nobody is asked") };
        match &question.ask {
            Ask::Priority(actions) if table.game().stack().is_empty() => {
                let at = actions.iter().position(|action| matches!(action, Action::Cast { .. })).unwrap();
                table.answer(Answer::Action(at as u32)).unwrap();
            }
            Ask::Choose { options, .. } => {
                let other = options.len() as u32 - 1;
                table.answer(Answer::Chosen([other].into_iter().collect())).unwrap();
                table.advance();
                return;
            }
            other => panic!("{other:?}"),
        }
    }
}

pub(super) fn pass(table: &mut Table, times: usize) {
    for _ in 0..times {
        let Status::Waiting(_) = table.advance_all() else { panic!("nobody is asked") };
        table.answer(Answer::Action(0)).unwrap();
        table.advance();
    }
}

#[test]
fn with_the_same_text_nothing_differs() {
    for seed in 0..4 {
        let mut table = table(seed, Sitting::PersonAndBot);
        let mut chance = Chance::new(seed);
        chance.play_to(&mut table, 120);
        by_hand(&mut table, &mut Rng::new(seed)).unwrap();
        chance.play_to(&mut table, 300);
        let rerun = table.again_with_new_text(0).unwrap();
        assert!(rerun.is_the_same(), "seed {seed}: {:?} {:?}", rerun.difference, rerun.ends);
        assert_eq!(rerun.game().state_hash(), table.game().state_hash());
        let rerun = table.again_with_new_text(table.beats() / 2).unwrap();
        assert!(rerun.is_the_same(), "seed {seed}");
    }
}

/// "Marching Drummer gets so much", a 1/1.
fn drummer(more: i32) -> Arc<CardDef> {
    let changes = vec![Change::Pt(PtChange::Modify(Amount::Fixed(more), Amount::Fixed(more)))];
    let parts = vec![StaticPart::Continuous { affects: Filter::This, changes }];
    let says = Static { condition: Condition::Always, parts, characteristic_defining: false };
    let ability = Ability::new(Zones::Usual, AbilityBody::Static(says));
    let mut face = Face::default();
    face.base.name = "Marching Drummer".into();
    face.base.types.types.insert(CardType::Creature.set());
    (face.base.power, face.base.toughness) = (Some(1), Some(1));
    face.base.abilities.push(AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed });
    Arc::new(CardDef { key: "Marching Drummer".into(), faces: vec![face], ..CardDef::default() })
}

#[test]
fn what_stands_differently_is_said_where_the_same_happens() {
    let mut definitions = Definitions::new();
    let def = definitions.insert(drummer(1));
    let mut game = Game::empty(Arc::new(definitions), Arc::default(), 2, 1);
    game.put(def, PlayerId(0), ZoneKind::Battlefield);
    let mut table = Table::new(game, vec![Seat::Person, Seat::Person], names(), 1);
    // The first thing that anybody is asked is whether it attacks.
    let Status::Waiting(_) = table.advance_all() else { panic!("nobody is asked") };
    table.answer(Answer::Attacks(Vec::new())).unwrap();
    table.advance();
    table.adopt([&drummer(2)]);
    let rerun = table.again_with_new_text(0).unwrap();
    let difference = rerun.difference.unwrap();
    assert!(difference.then_for(None).any(|line| line == "Marching Drummer is 2/2"), "{difference:?}");
    assert!(difference.now_for(None).any(|line| line == "Marching Drummer is 3/3"));
}

#[test]
fn a_new_number_differs_where_it_first_matters() {
    let mut table = duel(3);
    cast(&mut table);
    pass(&mut table, 2);
    // The beat in which the lance resolves is the next one; what was before is the same with any number.
    let matters = table.beats();
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 17);
    cast(&mut table);
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 14);
    table.adopt([&lance(4, 0)]);
    let rerun = table.again_with_new_text(0).unwrap();
    let difference = rerun.difference.as_ref().unwrap();
    assert_eq!(difference.beat, matters);
    for reader in [None, Some(PlayerId(0)), Some(PlayerId(1))] {
        assert!(difference.then_for(reader).any(|line| line == "Ember Lance deals 3 damage to Ben"));
        assert!(difference.now_for(reader).any(|line| line == "Ember Lance deals 4 damage to Ben"));
    }
    assert_eq!(rerun.ends, Ends::AtTheEnd);
    assert_eq!(rerun.game().player(PlayerId(1)).life, 12);
    // From after the first one, the second is the first that matters.
    let later = table.again_with_new_text(matters + 1).unwrap();
    assert!(later.difference.unwrap().beat > matters);
    // It can be gone on with; what was played is kept.
    let before = facts(&table);
    table.keep(rerun).unwrap();
    assert_eq!(table.game().player(PlayerId(1)).life, 12);
    assert!(table.log().any(|line| line == "Ember Lance deals 4 damage to Ben"));
    cast(&mut table);
    let first = table.branches().iter().find(|branch| !branch.is_current).unwrap().id;
    table.switch_to(first, Text::AsItWas).unwrap();
    assert_eq!(facts(&table), before);
}

#[test]
fn an_answer_that_became_illegal_is_told() {
    let mut table = duel(3);
    cast(&mut table);
    pass(&mut table, 2);
    table.advance();
    table.adopt([&lance(3, 2)]);
    let rerun = table.again_with_new_text(0).unwrap();
    let Ends::Refused { beat: 0, player: PlayerId(0), answer, .. } = &rerun.ends else { panic!("{:?}", rerun.ends) };
    assert!(answer.text(None).contains("cast Ember Lance"), "{answer:?}");
    assert_eq!(rerun.difference.as_ref().unwrap().beat, 0);
    table.keep(rerun).unwrap();
    assert_eq!((table.beats(), table.game().player(PlayerId(1)).life), (0, 20));
}

#[test]
fn the_journal_has_what_was_kept() {
    let path = std::env::temp_dir().join(format!("cardwright-kept-{}", std::process::id()));
    drop(std::fs::remove_file(&path));
    let mut table = duel(3);
    table.attach(crate::table::Journal::create(&path, &table, &[None, None]).unwrap());
    cast(&mut table);
    pass(&mut table, 2);
    table.advance();
    table.adopt([&lance(4, 0)]);
    let rerun = table.again_with_new_text(0).unwrap();
    table.keep(rerun).unwrap();
    cast(&mut table);
    let (expected, lines) = (facts(&table), table.branches());
    drop(table);
    let opened = crate::table::Journal::open(&path).unwrap();
    assert_eq!(facts(&opened.table), expected);
    assert_eq!(opened.table.branches(), lines);
    std::fs::remove_file(&path).unwrap();
}
