//! The part that is named is one that fails, and something is named exactly where nothing matches.

use super::*;
use crate::ability::{Amount, Comparison, Condition, EventPattern, MoveCause, Occurrence, Pattern, PlayerFilter, Stat};
use crate::event::{Event, Move, Place};
use crate::object::Recipient;
use crate::why::{EventMismatch, Mismatch};

fn filters() -> Vec<Filter> {
    let white = Filter::Color(Color::White);
    let small = Filter::Stat(Stat::Power, Comparison::AtMost, Box::new(Amount::Fixed(2)));
    vec![
        creatures(),
        creatures().and(white.clone()),
        creatures().and(white.clone().negate()).and(small.clone()),
        Filter::Or(vec![lands(), creatures().and(small.clone())]),
        Filter::Not(Box::new(Filter::Or(vec![lands(), white.clone(), Filter::Tapped]))),
        Filter::Not(Box::new(Filter::And(vec![creatures(), small]))),
        Filter::And(vec![Filter::Or(vec![creatures()]), Filter::Other, Filter::ControlledBy(Box::new(Players::You))]),
        Filter::Never,
        Filter::Any,
        Filter::Zone(ZoneKind::Graveyard).and(creatures()),
        Filter::Keyword("marked".into()),
    ]
}
fn board() -> (Game, Vec<ObjectId>) {
    let mut game = game(3);
    let mut ids = vec![
        game.permanent_of(creature("Bear", 2, 2).colors(ColorSet::WHITE)),
        game.permanent_of(creature("Giant", 5, 5).ability(word("marked"))),
        game.place(creature("Theirs", 1, 1), B, ZoneKind::Battlefield),
        game.place(land("Wood"), C, ZoneKind::Battlefield),
        game.place(creature("Fallen", 1, 1), A, ZoneKind::Graveyard),
        game.place(creature("Away", 1, 1), A, ZoneKind::Battlefield),
    ];
    let away = ids[5];
    game.objects[away.slot()].phased_out = true;
    let gone = game.permanent_of(creature("Gone", 3, 3));
    game.bury(gone);
    ids.push(gone);
    game.touch();
    (game, ids)
}

#[test]
fn a_part_is_named_exactly_where_a_filter_fails() {
    let (game, ids) = board();
    let eval = game.ask_as(ids[0], A);
    for filter in filters() {
        for &id in &ids {
            let why = eval.why_not_matching(&filter, id);
            assert_eq!(why.is_none(), eval.matches(&filter, id), "{filter:?} of {id}");
            if let Some(Mismatch::Part(part)) = &why {
                assert!(!eval.matches(part, id), "{part:?} of {filter:?} holds of {id}");
                assert!(!matches!(part, Filter::And(_)), "only one part is named");
            }
            let all = eval.all(&filter).contains(&id);
            assert_eq!(eval.why_not_among(&filter, id).is_none(), all, "{filter:?} of {id}");
        }
    }
}

#[test]
fn the_first_part_that_fails_is_named() {
    let (game, ids) = board();
    let eval = game.ask_as(ids[0], A);
    let filter = creatures().and(Filter::Tapped).and(Filter::Color(Color::White));
    assert_eq!(eval.why_not_matching(&filter, ids[3]), Some(Mismatch::Part(creatures())));
    assert_eq!(eval.why_not_matching(&filter, ids[1]), Some(Mismatch::Part(Filter::Tapped)));
    let none = Filter::Not(Box::new(Filter::Or(vec![lands(), Filter::Color(Color::White)])));
    assert_eq!(eval.why_not_matching(&none, ids[0]), Some(Mismatch::Part(Filter::Color(Color::White).negate())));
    assert_eq!(eval.why_not_matching(&creatures(), ids[5]), Some(Mismatch::PhasedOut));
    assert_eq!(eval.why_not_among(&creatures(), ids[4]), Some(Mismatch::Zone(ZoneKind::Graveyard)));
}

#[test]
fn the_part_of_a_condition() {
    let (game, ids) = board();
    let eval = game.ask_as(ids[0], A);
    let life = |number| Condition::Compare(Amount::Life(Box::new(Players::You)), Comparison::AtLeast, Amount::Fixed(number));
    let both = Condition::And(vec![life(1), Condition::Exists(creatures()), life(99)]);
    assert_eq!(eval.why_not_holding(&both), Some(life(99)));
    assert_eq!(eval.why_not_holding(&life(1)), None);
    let neither = Condition::Not(Box::new(Condition::Or(vec![life(99), life(1)])));
    assert_eq!(eval.why_not_holding(&neither), Some(Condition::Not(Box::new(life(1)))));
}

fn died(object: ObjectId) -> Event {
    Event::Move(Move {
        object,
        became: None,
        from: ZoneKind::Battlefield,
        to: ZoneKind::Graveyard,
        cause: MoveCause::Destroy,
        by: None,
        place: Place::Top,
        enters: None,
        face_down: false,
        controller: A,
    })
}

// modern:603.2
#[test]
fn the_part_of_an_event() {
    let (game, ids) = board();
    let (bear, giant, theirs) = (ids[0], ids[1], ids[2]);
    let eval = game.ask_as(bear, A);
    let dies = |what| {
        EventPattern::from(Pattern::Moves { what, from: Some(ZoneKind::Battlefield), to: Some(ZoneKind::Graveyard), cause: None })
    };
    let white = creatures().and(Filter::Color(Color::White));
    let lacks = |part| Mismatch::Part(part);
    assert_eq!(
        eval.why_not_event(&dies(white.clone()), &died(giant)),
        EventMismatch::Object { object: Some(giant), lacks: lacks(Filter::Color(Color::White)) }
    );
    let exiled = Pattern::Moves { what: Filter::Any, from: None, to: Some(ZoneKind::Exile), cause: None };
    assert_eq!(eval.why_not_event(&exiled.into(), &died(giant)), EventMismatch::To(ZoneKind::Graveyard));
    assert_eq!(eval.why_not_event(&Pattern::Draws(Players::You).into(), &died(giant)), EventMismatch::Kind);
    let draw = Event::Draw { player: B };
    assert_eq!(
        eval.why_not_event(&Pattern::Draws(Players::You).into(), &draw),
        EventMismatch::Player { player: Some(B), meant: Players::You }
    );
    // Of two objects the one that does not fit is named.
    let hurts = |by, to| {
        EventPattern::from(Pattern::Damage {
            by,
            to_objects: to,
            to_players: Players::None,
            kind: crate::ability::DamageKind::Any,
        })
    };
    let hit = Event::Damage { source: theirs, to: Recipient::Object(giant), amount: 1, combat: false };
    assert_eq!(
        eval.why_not_event(&hurts(creatures(), white.clone()), &hit),
        EventMismatch::Object { object: Some(giant), lacks: lacks(Filter::Color(Color::White)) }
    );
    assert_eq!(
        eval.why_not_event(&hurts(white, creatures()), &hit),
        EventMismatch::Object { object: Some(theirs), lacks: lacks(Filter::Color(Color::White)) }
    );
    let combat = Pattern::Damage {
        by: Filter::Any,
        to_objects: Filter::Any,
        to_players: Players::Each,
        kind: crate::ability::DamageKind::Combat,
    };
    assert_eq!(eval.why_not_event(&combat.into(), &hit), EventMismatch::Otherwise);
    // What is said of the event besides.
    let much = Condition::Compare(Amount::EventAmount(crate::ids::Var(7)), Comparison::AtLeast, Amount::Fixed(5));
    let heavy =
        Pattern::Where(Box::new(hurts(Filter::Any, Filter::Any).any.remove(0)), crate::ids::Var(7), Box::new(much.clone()));
    assert_eq!(eval.why_not_event(&heavy.into(), &hit), EventMismatch::Condition(much));
    let whose = Pattern::WherePlayer(Box::new(Pattern::Draws(Players::Each)), PlayerFilter::Is(Box::new(Players::You)));
    assert!(matches!(eval.why_not_event(&whose.into(), &draw), EventMismatch::Player { player: Some(B), .. }));
    let _: Occurrence = Occurrence::Each;
}
