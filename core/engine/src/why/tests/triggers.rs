//! Why an ability did not trigger: asked while the events happen, changing nothing.

use super::*;
use crate::ability::{
    Ability, AbilityBody, Amount, Comparison, Condition, EventPattern, MoveCause, Occurrence, Pattern, Rule, StaticPart,
    TriggerOn, Zones,
};
use crate::ability::{Duration, Effect, Origin, Triggered};
use crate::continuous::{Lasting, LastingEffect};
use crate::event::Event;
use crate::object::Bindings;
use crate::question::{Answer, Decider, NotYet, Question};
use crate::run::Run;
use crate::why::{EventMismatch, Heard, Mismatch, TriggerInquiry, Whereabouts, WhyNotTriggered};

struct Silent;
impl Decider for Silent {
    fn decide(&mut self, _: &Game, _: &Question) -> Result<Answer, NotYet> {
        Err(NotYet)
    }
}

/// Lets the batches happen with the inquiry and without: the same must come of it.
fn happen(game: &mut Game, inquiry: &mut TriggerInquiry, batches: Vec<Vec<Event>>) {
    let mut plain = game.clone();
    for batch in batches {
        let mut silent = Silent;
        let mut run = Run::new(&mut silent).asking(inquiry);
        game.happen(&mut run, None, batch.iter().cloned().collect()).expect("nothing is asked");
        plain.happen(&mut Run::new(&mut Silent), None, batch.into_iter().collect()).expect("nothing is asked");
    }
    assert_eq!(plain.waiting, game.waiting, "an inquiry changes nothing");
}
fn inquiry(game: &Game, source: ObjectId) -> TriggerInquiry {
    game.trigger_inquiry(source, 0).expect("a triggered ability")
}
fn only(inquiry: &TriggerInquiry) -> &Heard {
    let [finding] = inquiry.findings.as_slice() else { panic!("{:#?}", inquiry.findings) };
    &finding.heard
}
fn dies(what: Filter) -> Ability {
    when(Pattern::Moves { what, from: Some(ZoneKind::Battlefield), to: Some(ZoneKind::Graveyard), cause: None })
}
fn death(game: &Game, id: ObjectId) -> Event {
    Event::Move(game.movement(id, ZoneKind::Graveyard, MoveCause::Destroy, None))
}
fn gains(player: crate::ids::PlayerId) -> Event {
    Event::GainLife { player, amount: 1 }
}

// modern:603.2
#[test]
fn it_heard_of_nothing_or_of_the_wrong_object() {
    let mut game = game(2);
    let mourner = game.permanent_of(creature("Mourner", 1, 1).ability(dies(yours(creatures()))));
    let theirs = game.place(creature("Theirs", 1, 1), B, ZoneKind::Battlefield);
    let mut nothing = inquiry(&game, mourner);
    happen(&mut game, &mut nothing, vec![vec![gains(A)]]);
    assert!(nothing.findings.is_empty());
    assert_eq!(nothing.others, 1);
    let mut asked = inquiry(&game, mourner);
    let event = death(&game, theirs);
    happen(&mut game, &mut asked, vec![vec![event]]);
    let lacks = Mismatch::Part(Filter::ControlledBy(Box::new(Players::You)));
    assert_eq!(*only(&asked), Heard::Not(WhyNotTriggered::Event(EventMismatch::Object { object: Some(theirs), lacks })));
    assert!(!asked.has_triggered());
}

// modern:603.10a
#[test]
fn it_sees_what_dies_at_the_same_time_and_nothing_later() {
    let mut game = game(2);
    let mourner = game.permanent_of(creature("Mourner", 1, 1).ability(dies(creatures().and(Filter::Other))));
    let [one, two] = ["One", "Two"].map(|name| game.permanent_of(creature(name, 1, 1)));
    let mut asked = inquiry(&game, mourner);
    let (together, later) = (vec![death(&game, mourner), death(&game, one)], vec![death(&game, two)]);
    happen(&mut game, &mut asked, vec![together, later]);
    let heard: Vec<_> = asked.findings.iter().map(|finding| finding.heard.clone()).collect();
    assert_eq!(
        heard,
        [
            Heard::Not(WhyNotTriggered::Event(EventMismatch::Object {
                object: Some(mourner),
                lacks: Mismatch::Part(Filter::Other),
            })),
            Heard::Triggered(1),
            Heard::Not(WhyNotTriggered::NotFunctioning(Whereabouts::Left)),
        ]
    );
    assert_eq!(game.waiting.len(), 1);
}

fn changed(ability: Ability, change: impl FnOnce(&mut crate::ability::Triggered)) -> Ability {
    let mut ability = ability;
    if let AbilityBody::Triggered(triggered) = &mut ability.kind {
        change(triggered);
    }
    ability
}

// modern:603.4
#[test]
fn the_part_of_its_if_that_fails_is_named() {
    let mut game = game(2);
    let rich = Condition::Compare(Amount::Life(Box::new(Players::You)), Comparison::AtLeast, Amount::Fixed(50));
    let ability = changed(when(Pattern::GainsLife(Players::You)), |triggered| {
        triggered.condition = Condition::And(vec![Condition::Exists(creatures()), rich.clone()]);
    });
    let saint = game.permanent_of(creature("Saint", 1, 1).ability(ability));
    let mut asked = inquiry(&game, saint);
    happen(&mut game, &mut asked, vec![vec![gains(A)], vec![gains(B)]]);
    let (finding, why) = asked.nearest().expect("it heard of something");
    assert_eq!(*why, WhyNotTriggered::Condition(rich));
    assert_eq!(finding.event, gains(A));
    assert_eq!(
        asked.findings[1].heard,
        Heard::Not(WhyNotTriggered::Event(EventMismatch::Player { player: Some(B), meant: Players::You }))
    );
}

#[test]
fn once_each_turn_is_once_each_turn() {
    let mut game = game(2);
    let ability = changed(when(Pattern::GainsLife(Players::Each)), |triggered| triggered.per_turn = Some(1));
    let saint = game.permanent_of(creature("Saint", 1, 1).ability(ability));
    let mut asked = inquiry(&game, saint);
    happen(&mut game, &mut asked, vec![vec![gains(A), gains(B)], vec![gains(A)]]);
    let heard: Vec<_> = asked.findings.iter().map(|finding| finding.heard.clone()).collect();
    let used = Heard::Not(WhyNotTriggered::UsedUp(1));
    assert_eq!(heard, [Heard::Triggered(1), used.clone(), used]);
    assert_eq!(game.waiting.len(), 1);
}

// modern:603.2c
#[test]
fn one_or_more_is_once_for_a_batch() {
    let mut game = game(2);
    let pattern = EventPattern { any: vec![Pattern::GainsLife(Players::Each)], occurrence: Occurrence::Batch };
    let saint = game.permanent_of(creature("Saint", 1, 1).ability(when(pattern)));
    let mut asked = inquiry(&game, saint);
    happen(&mut game, &mut asked, vec![vec![gains(A), gains(B)]]);
    let heard: Vec<_> = asked.findings.iter().map(|finding| finding.heard.clone()).collect();
    assert_eq!(heard, [Heard::Triggered(1), Heard::Not(WhyNotTriggered::Together)]);
}

// modern:614.17
#[test]
fn what_keeps_it_from_triggering_is_named() {
    let mut game = game(2);
    let hush = Rule::NoTriggers(creatures(), Pattern::GainsLife(Players::Each).into());
    let hush = game.place(
        enchantment("Hush").ability(fixed(Zones::Usual, false, Condition::Always, StaticPart::Rule(hush))),
        B,
        ZoneKind::Battlefield,
    );
    let saint = game.permanent_of(creature("Saint", 1, 1).ability(when(Pattern::GainsLife(Players::You))));
    let mut asked = inquiry(&game, saint);
    happen(&mut game, &mut asked, vec![vec![gains(A)]]);
    let Heard::Not(WhyNotTriggered::Stopped(by)) = only(&asked) else { panic!("{:?}", asked.findings) };
    assert_eq!(by.source, Some(hush));
}

// modern:113.6, 613.1f
#[test]
fn an_ability_that_was_lost_or_does_not_function_there() {
    let mut game = game(2);
    let saint = || creature("Saint", 1, 1).ability(when(Pattern::GainsLife(Players::You)));
    let silent = game.permanent_of(saint());
    let in_hand = game.place(saint(), A, ZoneKind::Hand);
    let (mut first, mut second) = (inquiry(&game, silent), inquiry(&game, in_hand));
    game.lasts(&[silent], vec![Change::RemoveAllAbilities]);
    happen(&mut game, &mut first, vec![vec![gains(A)]]);
    happen(&mut game, &mut second, vec![vec![gains(A)]]);
    assert_eq!(*only(&first), Heard::Not(WhyNotTriggered::NotFunctioning(Whereabouts::Without)));
    assert_eq!(*only(&second), Heard::Not(WhyNotTriggered::NotFunctioning(Whereabouts::In(ZoneKind::Hand))));
    assert!(game.waiting.is_empty());
}

// modern:603.8
#[test]
fn a_state_that_is_not_there() {
    let mut game = game(2);
    let poor = Condition::Compare(Amount::Life(Box::new(Players::You)), Comparison::AtMost, Amount::Fixed(5));
    let ability = changed(when(Pattern::GainsLife(Players::You)), |triggered| triggered.on = TriggerOn::State(poor.clone()));
    let pauper = game.permanent_of(creature("Pauper", 1, 1).ability(ability));
    assert_eq!(game.why_not_triggered_by_state(pauper, 0), Some(WhyNotTriggered::State(poor)));
    game.players[0].life = 3;
    assert_eq!(game.why_not_triggered_by_state(pauper, 0), None);
    game.queue_state_triggers();
    assert_eq!(game.why_not_triggered_by_state(pauper, 0), Some(WhyNotTriggered::OnItsWay));
    assert_eq!(game.why_not_triggered_by_state(pauper, 3), Some(WhyNotTriggered::NoSuchAbility));
}

/// A delayed triggered ability of that object, made now.
fn delay(game: &mut Game, source: ObjectId, trigger: Ability, once: bool) -> crate::ids::Timestamp {
    let AbilityBody::Triggered(trigger) = trigger.kind else { panic!("a triggered ability") };
    let timestamp = game.tick();
    game.lasting.push(LastingEffect {
        what: Lasting::Delayed { trigger: Box::new(trigger), once },
        source,
        controller: A,
        origin: Origin::Printed,
        bindings: Bindings::default(),
        timestamp,
        duration: Duration::Forever,
        turn: 1,
    });
    game.touch();
    timestamp
}

// modern:603.7, 603.7b
#[test]
fn a_delayed_trigger_is_asked_like_any_other() {
    let mut game = game(2);
    let witch = game.permanent_of(creature("Witch", 1, 1));
    let [one, two] = ["One", "Two"].map(|name| game.permanent_of(creature(name, 1, 1)));
    let theirs = game.place(creature("Theirs", 1, 1), B, ZoneKind::Battlefield);
    let made = delay(&mut game, witch, dies(yours(creatures())), true);
    assert_eq!(game.delayed_triggers().collect::<Vec<_>>(), [(witch, made)]);
    let mut asked = game.delayed_trigger_inquiry(made).expect("it waits");
    assert_eq!((asked.source, asked.controller), (witch, A));
    let (other, both) = (vec![death(&game, theirs)], vec![death(&game, one), death(&game, two)]);
    happen(&mut game, &mut asked, vec![vec![gains(A)], other]);
    assert!(game.waiting.is_empty());
    happen(&mut game, &mut asked, vec![both, vec![gains(B)]]);
    let heard: Vec<_> = asked.findings.iter().map(|finding| finding.heard.clone()).collect();
    let lacks = Mismatch::Part(Filter::ControlledBy(Box::new(Players::You)));
    assert_eq!(
        heard,
        [
            Heard::Not(WhyNotTriggered::Event(EventMismatch::Object { object: Some(theirs), lacks })),
            Heard::Triggered(1),
            Heard::Not(WhyNotTriggered::Over),
        ]
    );
    assert_eq!((asked.others, game.waiting.len()), (2, 1));
    assert_eq!(game.delayed_triggers().count(), 0);
    assert_eq!(game.delayed_trigger_inquiry(made), None);
}

// modern:603.4, 603.7b, 614.17
#[test]
fn what_keeps_a_delayed_trigger_is_named() {
    let mut game = game(2);
    let witch = game.permanent_of(creature("Witch", 1, 1));
    let condition = Condition::Exists(Filter::Type(crate::types::CardType::Artifact));
    let trigger = changed(when(Pattern::GainsLife(Players::Each)), |triggered| triggered.condition = condition.clone());
    let made = delay(&mut game, witch, trigger, false);
    let mut asked = game.delayed_trigger_inquiry(made).expect("it waits");
    happen(&mut game, &mut asked, vec![vec![gains(A)]]);
    assert_eq!(*only(&asked), Heard::Not(WhyNotTriggered::Condition(condition)));
    game.permanent_of(card("Relic", &[crate::types::CardType::Artifact]));
    happen(&mut game, &mut asked, vec![vec![gains(A)], vec![gains(B)]]);
    let heard: Vec<_> = asked.findings[1..].iter().map(|finding| finding.heard.clone()).collect();
    assert_eq!(heard, [Heard::Triggered(1), Heard::Triggered(1)]);
    let hush = Rule::NoTriggers(creatures(), Pattern::GainsLife(Players::Each).into());
    let hush = fixed(Zones::Usual, false, Condition::Always, StaticPart::Rule(hush));
    let hush = game.place(enchantment("Hush").ability(hush), B, ZoneKind::Battlefield);
    happen(&mut game, &mut asked, vec![vec![gains(A)]]);
    let Heard::Not(WhyNotTriggered::Stopped(by)) = &asked.findings[3].heard else { panic!("{:?}", asked.findings) };
    assert_eq!(by.source, Some(hush));
}

#[test]
fn who_can_delay_is_known() {
    let mut game = game(2);
    let AbilityBody::Triggered(later) = dies(creatures()).kind else { panic!("a triggered ability") };
    let first = changed(when(Pattern::GainsLife(Players::You)), |triggered: &mut Triggered| {
        triggered.body = crate::ability::Body::plain(Effect::Delayed(Box::new(later), None));
    });
    let witch = game.permanent_of(creature("Witch", 1, 1).ability(first));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    assert!(game.can_delay(witch) && !game.can_delay(bear));
}
