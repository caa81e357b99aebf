//! The grammar of effects, on effects made here.

use crate::speech::Speech;
use crate::{Lexicon, Style};
use cardwright_engine::ability::*;
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::ids::{TargetSlot, Var};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use std::sync::Arc;

struct Nothing;

impl Lexicon for Nothing {
    fn reminder(&self, _: Symbol, _: &str) -> Option<String> {
        None
    }
    fn definition(&self, _: Symbol) -> Option<Arc<CardDef>> {
        None
    }
}

fn said(targets: Vec<TargetSpec>, effect: Effect) -> String {
    let face = Face { base: Characteristics { name: "Tin Gull".into(), ..Characteristics::default() }, ..Face::default() };
    let body = Body::Plain(Mode { targets, effect, ..Mode::default() });
    Speech::new(&face, &Nothing, Style::default()).body(&body)
}
fn creatures() -> Filter {
    Filter::Type(CardType::Creature)
}
fn target() -> TargetSpec {
    TargetSpec::one(creatures(), Players::None)
}
const T: Objects = Objects::Target(TargetSlot(0));
fn player() -> TargetSpec {
    TargetSpec::one(Filter::Never, Players::Each)
}
const P: Players = Players::Target(TargetSlot(0));
fn number(number: i32) -> Amount {
    Amount::Fixed(number)
}
fn draw(who: Players, amount: i32) -> Effect {
    Effect::Draw(who, number(amount))
}
fn exile(objects: Objects) -> Effect {
    Effect::Move(objects, Destination::to(ZoneKind::Exile), MoveCause::Effect)
}
fn back(objects: Objects) -> Effect {
    Effect::Move(objects, Destination::to(ZoneKind::Battlefield), MoveCause::Effect)
}
fn damage(amount: i32, to: Recipients) -> Effect {
    Effect::Damage { amount: number(amount), to, source: Objects::This }
}
fn sacrifice() -> Effect {
    Effect::SacrificeChoice(Players::You, creatures().and(Filter::Other), number(1))
}

#[test]
fn players_agree_with_what_they_do() {
    for (targets, effect, text) in [
        (vec![], draw(Players::You, 2), "Draw two cards."),
        (vec![player()], draw(P, 1), "Target player draws a card."),
        (vec![], Effect::SacrificeChoice(Players::Opponents, creatures(), number(1)), "Each opponent sacrifices a creature."),
        (
            vec![player()],
            Effect::Sequence(vec![draw(P, 2), Effect::LoseLife(P, number(2))]),
            "Target player draws two cards and loses 2 life.",
        ),
        (
            vec![],
            Effect::Sequence(vec![draw(Players::You, 1), Effect::LoseLife(Players::You, number(1))]),
            "You draw a card and you lose 1 life.",
        ),
        (
            vec![],
            Effect::May(Players::Opponents, Box::new(draw(Players::Opponents, 1)), Box::default()),
            "Each opponent may draw a card.",
        ),
        (
            vec![player()],
            Effect::May(Players::You, Box::new(draw(P, 1)), Box::default()),
            "You may have target player draw a card.",
        ),
    ] {
        assert_eq!(said(targets, effect), text);
    }
}

#[test]
fn what_was_named_is_named_shorter() {
    let var = Var(1);
    let then = |second: Effect| Effect::Then(Box::new(exile(T)), var, Box::new(second));
    let end_step = EventPattern::from(Pattern::Begins(StepKind::End, Players::Each));
    let later = |effect: Effect| {
        let body = Body::plain(effect);
        let on = TriggerOn::Event(end_step.clone());
        let triggered = Triggered { on, event: Var(2), condition: Condition::Always, body, per_turn: None, uncounterable: false };
        Effect::Delayed(Box::new(triggered), None)
    };
    for (effect, text) in [
        (Effect::Destroy(T, true), "Destroy target creature. It can't be regenerated."),
        (Effect::Destroy(Objects::All(Box::new(creatures())), true), "Destroy all creatures. They can't be regenerated."),
        (
            Effect::Sequence(vec![Effect::Tap(T), Effect::SkipUntap(T)]),
            "Tap target creature. It doesn't untap during its controller's next untap step.",
        ),
        (
            Effect::Sequence(vec![Effect::Destroy(T, false), Effect::LoseLife(Players::ControllerOf(Box::new(T)), number(2))]),
            "Destroy target creature. Its controller loses 2 life.",
        ),
        (then(back(Objects::Var(var))), "Exile target creature, then return it to the battlefield under its owner's control."),
        (
            then(later(back(Objects::Var(var)))),
            "Exile target creature. Return that card to the battlefield under its owner's control at the beginning of the next end step.",
        ),
        (
            Effect::If(
                Condition::TurnOf(Players::You),
                Box::new(damage(5, Recipients::objects(T))),
                Box::new(damage(2, Recipients::objects(T))),
            ),
            "Tin Gull deals 2 damage to target creature. If it's your turn, it deals 5 damage to that creature instead.",
        ),
        (
            Effect::Sequence(vec![damage(2, Recipients::objects(T)), damage(2, Recipients::players(Players::You))]),
            "Tin Gull deals 2 damage to target creature and 2 damage to you.",
        ),
    ] {
        assert_eq!(said(vec![target()], effect), text);
    }
}

#[test]
fn choices_say_what_depends_on_them() {
    let yes = || Box::new(draw(Players::You, 1));
    let may = |effect: Effect| Effect::May(Players::You, Box::new(effect), Box::default());
    let body = Body::Plain(Mode { targets: vec![target()], effect: Effect::Destroy(T, false), ..Mode::default() });
    for (effect, text) in [
        (
            may(Effect::IfDone(Box::new(sacrifice()), yes(), Box::default())),
            "You may sacrifice another creature. If you do, draw a card.",
        ),
        (
            Effect::May(
                Players::You,
                Box::new(Effect::IfDone(Box::new(sacrifice()), yes(), Box::default())),
                Box::new(Effect::LoseLife(Players::You, number(2))),
            ),
            "You may sacrifice another creature. If you do, draw a card. Otherwise, you lose 2 life.",
        ),
        (
            may(Effect::WhenDone(Box::new(sacrifice()), Box::new(body))),
            "You may sacrifice another creature. When you do, destroy target creature.",
        ),
        (
            Effect::Pay(
                Players::You,
                Cost::one(CostPart::Life(number(2))),
                Box::default(),
                Box::new(Effect::Sacrifice(Players::You, Objects::This)),
            ),
            "Sacrifice Tin Gull unless you pay 2 life.",
        ),
        (
            Effect::Pay(Players::Opponents, Cost::one(CostPart::Life(number(2))), Box::default(), yes()),
            "Draw a card unless each opponent pays 2 life.",
        ),
        (
            Effect::Pay(Players::You, Cost::one(CostPart::Life(number(2))), yes(), Box::default()),
            "You may pay 2 life. If you do, draw a card.",
        ),
        (Effect::FlipCoin(Players::You, Var(3), yes(), Box::default()), "Flip a coin. If you win the flip, draw a card."),
    ] {
        assert_eq!(said(vec![], effect), text);
    }
}

#[test]
fn what_is_done_joins_what_was_done() {
    let top = || Objects::TopOfLibrary(Box::new(Players::You), Box::new(number(1)));
    let hand = Effect::Move(top(), Destination::to(ZoneKind::Hand), MoveCause::Effect);
    let land = Filter::Type(CardType::Land);
    let either = Effect::If(Condition::Matches(top(), land), Box::new(back(top())), Box::new(hand));
    let sacrificed = Effect::Sacrifice(Players::You, Objects::This);
    let lose = |who: Players, amount: i32| Effect::LoseLife(who, number(amount));
    for (effect, text) in [
        (
            Effect::Sequence(vec![Effect::Reveal(top()), either]),
            "Reveal the top card of your library. If it's a land card, put it onto the battlefield. Otherwise, put it into your hand.",
        ),
        (Effect::Sequence(vec![sacrificed.clone(), draw(Players::You, 3)]), "Sacrifice Tin Gull and draw three cards."),
        (
            Effect::Pay(
                Players::You,
                Cost::one(CostPart::Life(number(1))),
                Box::default(),
                Box::new(Effect::Sequence(vec![sacrificed, lose(Players::You, 3)])),
            ),
            "Sacrifice Tin Gull and you lose 3 life unless you pay 1 life.",
        ),
        (Effect::Sequence(vec![Effect::Scry(Players::You, number(2)), draw(Players::You, 1)]), "Scry 2, then draw a card."),
        (
            Effect::Sequence(vec![lose(Players::Opponents, 1), Effect::GainLife(Players::You, number(1))]),
            "Each opponent loses 1 life and you gain 1 life.",
        ),
        (
            Effect::Sequence(vec![
                Effect::SacrificeChoice(Players::Each, creatures(), number(1)),
                Effect::GainLife(Players::You, Amount::Count(Box::new(creatures()))),
            ]),
            "Each player sacrifices a creature. Then you gain 1 life for each creature on the battlefield.",
        ),
        (
            Effect::Together(vec![
                damage(2, Recipients::objects(Objects::All(Box::new(creatures())))),
                damage(2, Recipients::players(Players::Each)),
            ]),
            "Tin Gull deals 2 damage to each creature and each player.",
        ),
        (
            Effect::Damage {
                amount: Amount::If(Box::new(Condition::TurnOf(Players::You)), Box::new(number(3)), Box::new(number(1))),
                to: Recipients::players(Players::Opponents),
                source: Objects::This,
            },
            "Tin Gull deals 1 damage to each opponent. If it's your turn, it deals 3 damage to each opponent instead.",
        ),
        (
            Effect::Discard(Players::You, Amount::HandSize(Box::new(Players::You)), Filter::Any, ChooseHow::Choose),
            "Discard your hand.",
        ),
    ] {
        assert_eq!(said(vec![], effect), text);
    }
}

#[test]
fn what_is_chosen_is_named_where_it_is_used() {
    let graveyard = creatures().and(Filter::Zone(ZoneKind::Graveyard)).and(Filter::ControlledBy(Box::new(Players::You)));
    let choose = |filter: Filter, max: i32, inner: Effect| {
        let from = ChooseFrom {
            chooser: Players::You,
            from: Objects::All(Box::new(filter)),
            min: number(max),
            max: number(max),
            how: ChooseHow::Choose,
        };
        Effect::Choose(Box::new(from), Var(1), Box::new(inner))
    };
    let to_hand = Effect::Move(Objects::Var(Var(1)), Destination::to(ZoneKind::Hand), MoveCause::Effect);
    for (effect, text) in [
        (choose(graveyard, 1, to_hand), "Return a creature card from your graveyard to your hand."),
        (choose(creatures(), 2, Effect::Tap(Objects::Var(Var(1)))), "Tap two creatures."),
        (
            Effect::ForEach(
                Objects::All(Box::new(creatures().and(Filter::Tapped))),
                Var(1),
                Box::new(Effect::LoseLife(Players::ControllerOf(Box::new(Objects::Var(Var(1)))), number(1))),
            ),
            "For each tapped creature, that creature's controller loses 1 life.",
        ),
    ] {
        assert_eq!(said(vec![], effect), text);
    }
}
