//! Questions about tiny boards.

use super::testing::*;
use super::*;
use crate::ability::{
    Amount, Comparison, Condition, DamageKind, EventPattern, Filter, MoveCause, Objects, Occurrence, Pattern, Period, Players,
    Rounding, Stat, TriggerOn,
};
use crate::event::{Enters, Event, EventKind, Move, Place};
use crate::ids::Var;
use crate::object::{More, Recipient, TargetChoice};
use crate::types::CardType;
use crate::zone::ZoneKind;

fn movement(object: ObjectId, from: ZoneKind, to: ZoneKind) -> Move {
    Move {
        object,
        became: None,
        from,
        to,
        cause: MoveCause::Effect,
        by: None,
        place: Place::Top,
        enters: (to == ZoneKind::Battlefield).then(|| Box::new(Enters::under(A))),
        face_down: false,
        controller: A,
    }
}
fn moves(what: Filter, from: Option<ZoneKind>, to: Option<ZoneKind>) -> EventPattern {
    Pattern::Moves { what, from, to, cause: None }.into()
}

#[test]
fn filters_speak_of_the_battlefield_unless_they_name_a_zone() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let grave = game.place(creature("Old bear", 2, 2), B, ZoneKind::Graveyard);
    let eval = game.ask_as(bear, A);
    assert_eq!(eval.all(&creatures()).as_slice(), &[bear]);
    assert_eq!(eval.all(&creatures().and(Filter::Zone(ZoneKind::Graveyard))).as_slice(), &[grave]);
    let either = Filter::Or(vec![Filter::Zone(ZoneKind::Graveyard), Filter::Zone(ZoneKind::Battlefield)]);
    assert_eq!(eval.count(&creatures().and(either)), 2);
    assert!(eval.matches(&creatures(), grave), "what is asked about by id may be anywhere");
    assert!(eval.matches(&Filter::This, bear) && eval.matches(&Filter::Other, grave));
    assert!(!eval.exists(&creatures().and(Filter::Other)));
}

// modern:702.26b
#[test]
fn what_is_phased_out_never_matches() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.objects[bear.slot()].phased_out = true;
    game.touch();
    let eval = game.ask_as(bear, A);
    assert!(!eval.matches(&Filter::Any, bear));
    assert!(!eval.exists(&creatures()));
}

// modern:608.2h
#[test]
fn what_is_gone_is_read_as_last_known() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.counter(bear, "+1/+1", 3);
    let grave = game.bury(bear);
    let eval = game.ask_as(bear, A);
    assert_eq!(eval.amount(&Amount::Total(Stat::Power, Box::new(Objects::This))), 5);
    assert!(eval.matches(&Filter::Zone(ZoneKind::Battlefield), bear));
    assert_eq!(eval.current(bear), None, "an ability that does not follow it finds nothing");
    let moved = Event::Move(Move { became: Some(grave), ..movement(bear, ZoneKind::Battlefield, ZoneKind::Graveyard) });
    let var = Var(1);
    let bindings = Bindings { values: vec![(var, Value::Event(Box::new(moved)))], ..Bindings::default() };
    let eval = game.eval(Scope { bindings: &bindings, ..Scope::bare(bear, A, Origin::Printed) });
    assert_eq!(eval.objects(&Objects::EventObject(var)).as_slice(), &[bear]);
    assert_eq!(eval.objects_now(&Objects::EventObject(var)).as_slice(), &[grave]);
}

// modern:608.2b
#[test]
fn illegal_targets_are_left_out() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let cub = game.permanent_of(creature("Cub", 1, 1));
    let choice = TargetChoice {
        chosen: SmallVec::from_iter([(Recipient::Object(bear), 0), (Recipient::Object(cub), 0), (Recipient::Player(B), 0)]),
        illegal: SmallVec::from_iter([0]),
    };
    let bindings = Bindings { targets: vec![TargetChoice::default(), choice], first_target: 1, ..Bindings::default() };
    let eval = game.eval(Scope { bindings: &bindings, ..Scope::bare(bear, A, Origin::Printed) });
    let slot = crate::ids::TargetSlot(0);
    assert_eq!(eval.objects(&Objects::Target(slot)).as_slice(), &[cub]);
    assert_eq!(eval.players(&Players::Target(slot)).as_slice(), &[B]);
    assert_eq!(eval.recipients(&crate::ability::Recipients::target(slot)).len(), 2);
}

// modern:101.4
#[test]
fn players_come_in_turn_order() {
    let mut game = game(4);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.turn.active = PlayerId(2);
    game.players[3].lost = Some(crate::event::LossReason::Life);
    let eval = game.ask_as(bear, A);
    assert_eq!(eval.players(&Players::Each).as_slice(), &[PlayerId(2), PlayerId(0), PlayerId(1)]);
    assert_eq!(eval.players(&Players::Opponents).as_slice(), &[PlayerId(2), PlayerId(1)]);
    let all_but_active = Players::Except(Box::new(Players::Each), Box::new(Players::Active));
    assert_eq!(eval.players(&all_but_active).as_slice(), &[PlayerId(0), PlayerId(1)]);
    let var = Var(7);
    let poor = crate::ability::PlayerFilter::Compare(
        var,
        Box::new(Amount::Life(Box::new(Players::Var(var)))),
        Comparison::Less,
        Box::new(Amount::Fixed(20)),
    );
    let among = Players::Among(Box::new(Players::Each), Box::new(poor));
    assert!(eval.players(&among).is_empty());
    game.players[1].life = 3;
    assert_eq!(game.ask_as(bear, A).players(&among).as_slice(), &[PlayerId(1)]);
}

// modern:107.1a
#[test]
fn amounts_are_rounded_and_stay_in_range() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let eval = game.ask_as(bear, A);
    let half = |number, rounding| Amount::Divided(Box::new(Amount::Fixed(number)), 2, rounding);
    assert_eq!(eval.amount(&half(7, Rounding::Up)), 4);
    assert_eq!(eval.amount(&half(7, Rounding::Down)), 3);
    assert_eq!(eval.amount(&Amount::Sum(vec![Amount::Fixed(i32::MAX), Amount::Fixed(1)])), i32::MAX);
    assert_eq!(eval.amount(&Amount::Divided(Box::new(Amount::Fixed(7)), 0, Rounding::Up)), 0);
}

// modern:208.3
#[test]
fn a_permanent_that_is_no_creature_has_no_power() {
    let mut game = game(2);
    let mut wagon = card("Wagon", &[CardType::Artifact]);
    (wagon.0.base.power, wagon.0.base.toughness) = (Some(3), Some(3));
    let in_hand = game.place(wagon.clone(), A, ZoneKind::Hand);
    let wagon = game.permanent_of(wagon);
    let any_power = Filter::Stat(Stat::Power, Comparison::AtLeast, Box::new(Amount::Fixed(0)));
    let eval = game.ask_as(wagon, A);
    assert!(!eval.matches(&any_power, wagon));
    assert!(eval.matches(&any_power, in_hand));
}

// modern:607.2
#[test]
fn linked_abilities_remember_by_origin() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let key = LinkKey(3);
    let memory =
        vec![(Origin::Printed, key, Memory::Number(4)), (Origin::Granted(crate::ids::Timestamp(9)), key, Memory::Number(5))];
    game.objects[bear.slot()].more = Some(Box::new(More { memory, ..More::default() }));
    assert_eq!(game.ask_as(bear, A).amount(&Amount::Linked(key)), 4);
    let other = Scope::bare(bear, A, Origin::Granted(crate::ids::Timestamp(9)));
    assert_eq!(game.eval(other).amount(&Amount::Linked(key)), 5);
    game.bury(bear);
    assert_eq!(game.ask_as(bear, A).amount(&Amount::Linked(key)), 4);
}

// modern:603.10a
#[test]
fn departures_look_back_and_arrivals_do_not() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let dies = moves(creatures(), Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard));
    let arrives = moves(creatures().and(Filter::Zone(ZoneKind::Graveyard)), None, Some(ZoneKind::Graveyard));
    let before = movement(bear, ZoneKind::Battlefield, ZoneKind::Graveyard);
    assert!(game.ask_as(bear, A).matches_event(&dies, &Event::Move(before.clone())));
    assert!(dies.looks_back(&Event::Move(before.clone())) && !arrives.looks_back(&Event::Move(before.clone())));
    let became = Some(game.bury(bear));
    let after = Event::Move(Move { became, ..before });
    let eval = game.ask_as(bear, A);
    assert!(eval.matches_event(&dies, &after) && eval.matches_event(&arrives, &after));
    let this_dies = moves(Filter::This, Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard));
    assert!(eval.matches_event(&this_dies, &after));
}

// modern:614.12
#[test]
fn what_is_about_to_enter_is_read_as_it_would_be() {
    let mut game = game(2);
    let banner = game.permanent_of(card("Banner", &[CardType::Enchantment]).always(creatures(), vec![grow(1, 1)]));
    let bear = game.place(creature("Bear", 2, 2), A, ZoneKind::Hand);
    let strong = Filter::Stat(Stat::Power, Comparison::AtLeast, Box::new(Amount::Fixed(3)));
    let enters = Event::Move(movement(bear, ZoneKind::Hand, ZoneKind::Battlefield));
    let eval = game.ask_as(banner, A);
    assert!(eval.matches_event(&moves(strong, None, Some(ZoneKind::Battlefield)), &enters));
    let mine = creatures().and(Filter::Zone(ZoneKind::Battlefield)).and(Filter::ControlledBy(Box::new(Players::You)));
    assert!(eval.matches_event(&moves(mine.clone(), None, Some(ZoneKind::Battlefield)), &enters));
    assert!(!game.ask_as(banner, B).matches_event(&moves(mine, None, Some(ZoneKind::Battlefield)), &enters));
}

#[test]
fn damage_and_history() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let hit = Event::Damage { source: bear, to: Recipient::Player(B), amount: 2, combat: true };
    game.history.this_turn.push((0, hit.clone()));
    let pattern = |kind| {
        EventPattern::from(Pattern::Damage { by: creatures(), to_objects: Filter::Never, to_players: Players::Opponents, kind })
    };
    let eval = game.ask_as(bear, A);
    assert!(eval.matches_event(&pattern(DamageKind::Combat), &hit));
    assert!(!eval.matches_event(&pattern(DamageKind::Noncombat), &hit));
    assert!(eval.holds(&Condition::Happened(Box::new(pattern(DamageKind::Any)), Period::ThisTurn, 1)));
    assert!(!eval.holds(&Condition::Happened(Box::new(pattern(DamageKind::Any)), Period::ThisTurn, 2)));
    assert!(!game.ask_as(bear, B).holds(&Condition::Happened(Box::new(pattern(DamageKind::Any)), Period::ThisTurn, 1)));
    let much = Pattern::Where(
        Box::new(Pattern::Damage { by: Filter::Any, to_objects: Filter::Any, to_players: Players::Each, kind: DamageKind::Any }),
        Var(4),
        Box::new(Condition::Compare(Amount::EventAmount(Var(4)), Comparison::AtLeast, Amount::Fixed(2))),
    );
    assert!(eval.matches_event(&much.into(), &hit));
}

#[test]
fn the_second_of_a_turn() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let gain = |amount| Event::GainLife { player: A, amount };
    let pattern = EventPattern { any: vec![Pattern::GainsLife(Players::You)], occurrence: Occurrence::Nth(2) };
    game.history.this_turn = vec![(0, gain(1)), (0, Event::GainLife { player: B, amount: 1 }), (1, gain(2)), (1, gain(3))];
    let eval = game.ask_as(bear, A);
    let turn = &game.history.this_turn;
    assert!(!eval.occurrence_holds(&pattern, &gain(1), turn));
    assert!(eval.occurrence_holds(&pattern, &gain(2), turn));
    assert!(!eval.occurrence_holds(&pattern, &gain(3), turn));
    let not_first = EventPattern { occurrence: Occurrence::ExceptFirstOfStep, ..pattern };
    assert!(!eval.occurrence_holds(&not_first, &gain(2), turn));
    assert!(eval.occurrence_holds(&not_first, &gain(3), turn));
}

#[test]
fn patterns_know_their_kinds() {
    let pattern =
        EventPattern { any: vec![Pattern::Draws(Players::You), Pattern::Destroyed(Filter::Any)], occurrence: Occurrence::Each };
    let kinds = pattern.kinds();
    assert!(kinds.has(EventKind::Draw) && kinds.has(EventKind::Destroy) && !kinds.has(EventKind::Move));
    assert_eq!(kinds.places().collect::<Vec<_>>(), vec![EventKind::Destroy as usize, EventKind::Draw as usize]);
    let _ = TriggerOn::Event(pattern);
}
