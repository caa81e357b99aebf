//! Events as triggers, as what would happen, and as what has happened.

use crate::testing::gull;
use cardwright_engine::ability::*;
use cardwright_engine::ids::Var;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

fn creatures() -> Filter {
    Filter::Type(CardType::Creature)
}
fn of(players: Players) -> Filter {
    Filter::ControlledBy(Box::new(players))
}
fn moves(what: Filter, from: Option<ZoneKind>, to: Option<ZoneKind>, cause: Option<MoveCause>) -> Pattern {
    Pattern::Moves { what, from, to, cause }
}
fn dies(what: Filter) -> Pattern {
    moves(what, Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard), None)
}
fn damage(by: Filter, to_objects: Filter, to_players: Players) -> Pattern {
    Pattern::Damage { by, to_objects, to_players, kind: DamageKind::Any }
}
fn at(occurrence: Occurrence, pattern: Pattern) -> EventPattern {
    EventPattern { any: vec![pattern], occurrence }
}
fn triggered(on: EventPattern, effect: Effect) -> Triggered {
    Triggered {
        on: TriggerOn::Event(on),
        event: Var(0),
        condition: Condition::Always,
        body: Body::plain(effect),
        per_turn: None,
        uncounterable: false,
    }
}
const EVENT: Var = Var(0);

#[test]
fn what_happens_once_is_when_and_the_rest_whenever() {
    let batch = |pattern| at(Occurrence::Batch, pattern);
    for (pattern, said) in [
        (moves(Filter::This, None, Some(ZoneKind::Battlefield), None).into(), "When Tin Gull enters"),
        (dies(Filter::This).into(), "When Tin Gull dies"),
        (dies(creatures().and(of(Players::You)).and(Filter::Other)).into(), "Whenever another creature you control dies"),
        (dies(Filter::Type(CardType::Artifact)).into(), "Whenever an artifact is put into a graveyard from the battlefield"),
        (batch(dies(creatures())), "Whenever one or more creatures die"),
        (Pattern::Attacks(Filter::This, Players::Each).into(), "Whenever Tin Gull attacks"),
        (Pattern::Attacks(creatures(), Players::You).into(), "Whenever a creature attacks you"),
        (at(Occurrence::Nth(2), Pattern::Casts(Players::You, Filter::Spell)), "Whenever you cast your second spell each turn"),
        (at(Occurrence::Nth(1), Pattern::GainsLife(Players::You)), "Whenever you gain life for the first time each turn"),
        (Pattern::Draws(Players::Opponents).into(), "Whenever an opponent draws a card"),
        (batch(Pattern::CreatesToken(Players::You, Filter::Any)), "Whenever you create one or more tokens"),
        (damage(Filter::Any, Filter::Never, Players::You).into(), "Whenever you're dealt damage"),
        (damage(Filter::This, Filter::Never, Players::Each).into(), "Whenever Tin Gull deals damage to a player"),
        (
            moves(Filter::Permanent.and(of(Players::You)), Some(ZoneKind::Battlefield), None, Some(MoveCause::Sacrifice)).into(),
            "Whenever you sacrifice a permanent",
        ),
        (Pattern::Begins(StepKind::Upkeep, Players::You).into(), "At the beginning of your upkeep"),
        (Pattern::Begins(StepKind::BeginCombat, Players::You).into(), "At the beginning of combat on your turn"),
        (Pattern::Begins(StepKind::EndCombat, Players::Each).into(), "At end of combat"),
        (
            EventPattern {
                any: vec![moves(Filter::This, None, Some(ZoneKind::Battlefield), None), dies(Filter::This)],
                occurrence: Occurrence::Each,
            },
            "When Tin Gull enters or dies",
        ),
    ] {
        assert_eq!(gull(|speech| speech.trigger(&pattern, EVENT)), said);
    }
}

#[test]
fn what_an_ability_does_decides_how_its_event_is_said() {
    let upkeep = || EventPattern::from(Pattern::Begins(StepKind::Upkeep, Players::Each));
    let lose = |who| Effect::LoseLife(who, Amount::Fixed(1));
    let targeted = || EventPattern::from(Pattern::Targeted(Filter::This, Filter::Any));
    for (ability, said) in [
        (triggered(upkeep(), lose(Players::You)), "At the beginning of each upkeep"),
        (triggered(upkeep(), lose(Players::EventPlayer(EVENT))), "At the beginning of each player's upkeep"),
        (triggered(targeted(), lose(Players::You)), "Whenever Tin Gull becomes the target of a spell or ability"),
        (
            triggered(targeted(), Effect::Sacrifice(Players::You, Objects::This)),
            "When Tin Gull becomes the target of a spell or ability",
        ),
        (
            triggered(Pattern::IsAttacked(Players::You, Filter::Never, Players::Each).into(), lose(Players::EventPlayer(EVENT))),
            "Whenever a player attacks you",
        ),
    ] {
        assert_eq!(gull(|speech| speech.trigger_of(&ability)), said);
    }
}

#[test]
fn what_would_happen() {
    for (pattern, said) in [
        (dies(creatures().and(of(Players::Opponents))), "a creature an opponent controls would die"),
        (Pattern::Draws(Players::You), "you would draw a card"),
        (damage(of(Players::You), Filter::Never, Players::Opponents), "a source you control would deal damage to an opponent"),
        (damage(Filter::Any, creatures(), Players::None), "damage would be dealt to a creature"),
        (
            Pattern::PutsCounters(creatures().and(of(Players::You)), Some("+1/+1".into())),
            "one or more +1/+1 counters would be put on a creature you control",
        ),
        (Pattern::CreatesToken(Players::You, Filter::Any), "one or more tokens would be created under your control"),
        (
            moves(creatures().and(of(Players::Opponents)), None, Some(ZoneKind::Battlefield), None),
            "a creature would enter under an opponent's control",
        ),
        (
            moves(Filter::Not(Box::new(Filter::Token)), None, Some(ZoneKind::Graveyard), None),
            "a card would be put into a graveyard from anywhere",
        ),
    ] {
        assert_eq!(gull(|speech| speech.would(&pattern.into(), EVENT)), said);
    }
}

#[test]
fn what_happened_and_what_did_not() {
    for (pattern, did, not) in [
        (dies(creatures()), "a creature died this turn", "no creatures died this turn"),
        (Pattern::GainsLife(Players::You), "you gained life this turn", "you didn't gain life this turn"),
        (Pattern::Attacks(Filter::This, Players::Each), "Tin Gull attacked this turn", "Tin Gull didn't attack this turn"),
        (Pattern::Casts(Players::Each, Filter::Spell), "a player cast a spell this turn", "no spells were cast this turn"),
    ] {
        let pattern = EventPattern::from(pattern);
        assert_eq!(gull(|speech| speech.happened(&pattern, Period::ThisTurn)), did);
        assert_eq!(gull(|speech| speech.never_happened(&pattern, Period::ThisTurn)), not);
    }
    let counted = |pattern: Pattern| gull(|speech| speech.happening(&pattern.into(), Period::LastTurn));
    assert_eq!(counted(dies(creatures())), "creature that died last turn");
    assert_eq!(counted(Pattern::Casts(Players::You, Filter::Spell)), "spell you cast last turn");
}
