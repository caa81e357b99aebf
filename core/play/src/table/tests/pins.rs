//! What is on the stack finishes as it was announced, unless somebody wants it otherwise.

use super::rerun::{cast, duel, lance, pass};
use crate::table::{CannotTake, Seat, Status, Table, Text};
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Activated, Amount, Body, Condition, Cost, CostPart, Effect, Filter, Mode,
    Objects, Origin, Players, Recipients, TargetSpec, Timing, Zones,
};
use cardwright_engine::definition::{CardDef, Definitions, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{PlayerId, TargetSlot};
use cardwright_engine::mana::ManaCost;
use cardwright_engine::question::{Action, Answer, Ask};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use std::sync::Arc;

#[test]
fn a_spell_keeps_the_text_that_it_was_cast_with() {
    let mut table = duel(3);
    cast(&mut table);
    table.adopt([&lance(5, 0)]);
    let pinned = table.pinned();
    assert_eq!(pinned.len(), 1);
    assert_eq!(
        (pinned[0].key.as_str(), &pinned[0].changes[..], pinned[0].fits),
        ("Ember Lance", &["damage 3 -> 5".to_owned()][..], Ok(()))
    );
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 17, "as it was announced");
    assert!(table.pinned().is_empty());
    // The card itself has the new text.
    cast(&mut table);
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 12);
}

#[test]
fn a_spell_takes_the_new_text_if_somebody_says_so() {
    let mut table = duel(3);
    cast(&mut table);
    table.adopt([&lance(5, 0)]);
    assert!(std::ptr::eq(table.pinned(), table.pinned()), "it is worked out once");
    let entry = table.pinned()[0].entry;
    table.adopt_on_stack(entry).unwrap();
    assert!(table.pinned().is_empty());
    assert_eq!(table.adopt_on_stack(entry), Err(CannotTake::SameText));
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 15);
    // It is part of the record.
    let end = table.game().state_hash();
    let beats = table.beats();
    table.go_to(0, Text::AsItWas).unwrap();
    table.switch_to(crate::table::BranchId(0), Text::AsItWas).unwrap();
    assert_eq!((table.game().state_hash(), table.beats()), (end, beats));
    table.go_to(beats, Text::AsItWas).unwrap();
}

#[test]
fn a_new_text_that_does_not_fit_is_refused_in_words() {
    let mut table = duel(3);
    cast(&mut table);
    // Two instances of "target" where there was one.
    let mut two = (*lance(3, 0)).clone();
    let instance = &mut two.faces[0].base.abilities[0];
    let mut ability = (*instance.ability).clone();
    if let AbilityBody::Spell(Body::Plain(mode)) = &mut ability.kind {
        mode.targets.push(mode.targets[0].clone());
    }
    instance.ability = AbilityRef::new(ability);
    table.adopt([&Arc::new(two)]);
    let pinned = table.pinned();
    assert_eq!(pinned[0].fits, Err(CannotTake::TargetCount));
    let before = table.game().state_hash();
    let refused = table.adopt_on_stack(pinned[0].entry).unwrap_err();
    assert_eq!(refused.to_string(), "the new text takes another number of targets than were chosen");
    assert_eq!(table.game().state_hash(), before);
    pass(&mut table, 2);
    table.advance();
    assert_eq!(table.game().player(PlayerId(1)).life, 17);
}

/// "{0}: Whirring Post deals so much damage to target player", and whatever else it can do.
fn post(damage: i32, more: &[i32]) -> Arc<CardDef> {
    let ability = |damage: i32| {
        let effect =
            Effect::Damage { amount: Amount::Fixed(damage), to: Recipients::target(TargetSlot(0)), source: Objects::This };
        let targets = vec![TargetSpec::one(Filter::Never, Players::Each)];
        let activated = Activated {
            cost: Cost { parts: vec![CostPart::Mana(ManaCost::generic(0))] },
            body: Body::Plain(Mode { targets, effect, ..Mode::default() }),
            by: Players::You,
            timing: Timing::Usual,
            condition: Condition::Always,
            per_turn: None,
            loyalty: false,
            uncounterable: false,
        };
        let ability = Ability::new(Zones::Usual, AbilityBody::Activated(activated));
        AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed }
    };
    let mut face = Face::default();
    face.base.name = "Whirring Post".into();
    face.base.types.types.insert(CardType::Artifact.set());
    face.base.abilities.extend(std::iter::once(damage).chain(more.iter().copied()).map(ability));
    Arc::new(CardDef { key: "Whirring Post".into(), faces: vec![face], ..CardDef::default() })
}

/// A table with a post whose ability is on the stack.
fn activated() -> Table {
    let mut definitions = Definitions::new();
    let def = definitions.insert(post(1, &[]));
    let mut game = Game::empty(Arc::new(definitions), Arc::default(), 2, 1);
    game.put(def, PlayerId(0), ZoneKind::Battlefield);
    let mut table = Table::new(game, vec![Seat::Person, Seat::Person], super::names(), 1);
    loop {
        let Status::Waiting(question) = table.advance_all() else { panic!("nobody is asked") };
        match &question.ask {
            Ask::Priority(actions) => {
                let at = actions.iter().position(|action| matches!(action, Action::Activate { .. })).unwrap();
                table.answer(Answer::Action(at as u32)).unwrap();
            }
            Ask::Choose { options, .. } => {
                table.answer(Answer::Chosen([options.len() as u32 - 1].into_iter().collect())).unwrap();
                table.advance();
                assert_eq!(table.game().stack().len(), 1);
                return table;
            }
            other => panic!("{other:?}"),
        }
    }
}

fn life_after(mut table: Table) -> i32 {
    while !table.game().stack().is_empty() {
        if let Status::Waiting(_) = table.advance() {
            table.answer(Answer::Action(0)).unwrap();
        }
    }
    table.game().player(PlayerId(1)).life
}

#[test]
fn an_ability_keeps_its_text_or_takes_the_new_one() {
    let mut table = activated();
    assert!(table.pinned().is_empty());
    table.adopt([&post(2, &[7])]);
    let pinned = table.pinned();
    assert_eq!((&pinned[0].changes[..], pinned[0].fits), (&["damage 1 -> 2".to_owned()][..], Ok(())));
    table.adopt_on_stack(pinned[0].entry).unwrap();
    assert!(table.pinned().is_empty());
    assert_eq!(life_after(table), 18);

    let mut table = activated();
    table.adopt([&post(2, &[])]);
    assert_eq!(life_after(table), 19, "as it was activated");

    // Its source may be gone: what the card says is known all the same.
    let mut table = activated();
    let source = table.game().battlefield()[0];
    table.adopt([&post(3, &[])]);
    table.arrange(vec![crate::table::Arrangement::Remove { object: source }], |_| Vec::new()).unwrap();
    let entry = table.pinned()[0].entry;
    table.adopt_on_stack(entry).unwrap();
    assert_eq!(life_after(table), 17);
}

#[test]
fn an_ability_that_is_gone_from_its_card_cannot_take_a_new_text() {
    let mut table = activated();
    let mut bare = (*post(1, &[])).clone();
    bare.faces[0].base.abilities.clear();
    table.adopt([&Arc::new(bare)]);
    let pinned = table.pinned();
    assert_eq!(pinned[0].fits, Err(CannotTake::NoAbility));
    assert_eq!(table.adopt_on_stack(pinned[0].entry), Err(CannotTake::NoAbility));
    assert_eq!(life_after(table), 19);
}
