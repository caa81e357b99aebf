//! Replacement and prevention effects.

use crate::testing::gull;
use cardwright_engine::ability::*;
use cardwright_engine::ids::Var;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

const EVENT: Var = Var(0);
fn replaced(pattern: Pattern, instead: Instead) -> Replacement {
    Replacement {
        pattern: pattern.into(),
        event: EVENT,
        condition: Condition::Always,
        optional: None,
        instead,
        uses: Uses::Unlimited,
    }
}
fn changed(pattern: Pattern, change: EventChange) -> Replacement {
    replaced(pattern, Instead::Change(vec![change]))
}
fn enters(what: Filter) -> Pattern {
    Pattern::Moves { what, from: None, to: Some(ZoneKind::Battlefield), cause: None }
}
fn dies(what: Filter) -> Pattern {
    Pattern::Moves { what, from: Some(ZoneKind::Battlefield), to: Some(ZoneKind::Graveyard), cause: None }
}
fn to_you(by: Filter) -> Pattern {
    Pattern::Damage { by, to_objects: Filter::Never, to_players: Players::You, kind: DamageKind::Any }
}
fn twice() -> Amount {
    Amount::Product(Box::new(Amount::EventAmount(EVENT)), Box::new(Amount::Fixed(2)))
}
fn exile() -> EventChange {
    EventChange::To(Box::new(Destination::to(ZoneKind::Exile)))
}

#[test]
fn what_happens_instead() {
    let creatures = Filter::Type(CardType::Creature);
    let lands = Filter::Type(CardType::Land);
    let counters = |amount| EventChange::Counters("charge".into(), amount);
    for (replacement, said) in [
        (changed(enters(Filter::This), EventChange::Tapped), "Tin Gull enters tapped"),
        (changed(enters(lands), EventChange::Tapped), "lands enter tapped"),
        (changed(enters(Filter::This), counters(Amount::Fixed(3))), "Tin Gull enters with three charge counters on it"),
        (
            changed(enters(creatures.clone()), counters(Amount::Fixed(1))),
            "each creature enters with an additional charge counter on it",
        ),
        (changed(dies(creatures), exile()), "if a creature would die, exile it instead"),
        (replaced(Pattern::Draws(Players::You), Instead::Nothing), "if you would draw a card, skip that draw instead"),
        (
            changed(Pattern::GainsLife(Players::You), EventChange::Amount(twice())),
            "if you would gain life, you gain twice that much life instead",
        ),
        (
            changed(Pattern::CreatesToken(Players::You, Filter::Any), EventChange::Amount(twice())),
            "if one or more tokens would be created under your control, twice that many of those tokens are created instead",
        ),
        (
            changed(to_you(Filter::Permanent), EventChange::Prevent(Amount::Fixed(1))),
            "if a permanent would deal damage to you, prevent 1 of that damage",
        ),
        (
            Replacement {
                condition: Condition::Not(Box::new(Condition::Exists(Filter::Token))),
                ..changed(enters(Filter::This), EventChange::Tapped)
            },
            "Tin Gull enters tapped unless there is a token on the battlefield",
        ),
    ] {
        let written = gull(|speech| speech.replacement_statement(&replacement).said());
        assert_eq!(written, said);
    }
}

#[test]
fn what_is_prevented_this_turn() {
    let all = || changed(to_you(Filter::Any), EventChange::PreventAll);
    for (replacement, said) in [
        (all(), "prevent all damage that would be dealt to you this turn"),
        (
            Replacement { uses: Uses::Damage(Amount::Fixed(3)), ..all() },
            "prevent the next 3 damage that would be dealt to you this turn",
        ),
        (
            Replacement { uses: Uses::Times(Amount::Fixed(1)), ..all() },
            "the next time damage would be dealt to you this turn, prevent that damage",
        ),
        (
            Replacement {
                uses: Uses::Times(Amount::Fixed(2)),
                ..changed(to_you(Filter::Any), EventChange::Redirect(Recipients::objects(Objects::This)))
            },
            "the next two times damage would be dealt to you this turn, that damage is dealt to Tin Gull instead",
        ),
    ] {
        assert_eq!(gull(|speech| speech.lasting_replacement(&replacement, &Duration::EndOfTurn)), said);
    }
}
