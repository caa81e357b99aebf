//! `no-effect`

use super::walk::{self, Site, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Body, Effect, EventChange, Mode, Objects, Players};
use cardwright_script::trace::{Made, Step};

/// An effect that never does anything.
pub const LINT: Lint = Lint {
    name: "no-effect",
    family: Family::Ability,
    level: Level::Deny,
    what: "an effect can never do anything",
    why: "A choice between nothing and nothing, a loop around nothing, an ability that resolves and changes nothing: the card looks as \
          if it did something.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Idle Envoy"
cost = "{1}{U}"
type = "Creature - Human"
power = 1
toughness = 2
script = '''
when(card.enters, may([]));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Idle Envoy"
cost = "{1}{U}"
type = "Creature - Human"
power = 1
toughness = 2
script = '''
when(card.enters, may(draw(1)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(String, &'static str, Option<&Step>)> = Vec::new();
        walk::each(site.ability, |body: &Body| {
            if let Body::Plain(Mode { effect, .. }) = body
                && is_inert(effect)
                && !matches!(
                    effect,
                    Effect::If(..) | Effect::May(..) | Effect::Repeat(..) | Effect::ForEach(..) | Effect::Pay(..)
                )
            {
                found.push(("this ability does nothing".to_owned(), "say what happens, or delete it", None));
            }
        });
        for (effect, (message, help)) in walk::outermost(site.ability, |effect: &Effect| hollow(effect)) {
            found.push((message.to_owned(), help, of_effect(&site, &effect)));
        }
        walk::each(site.ability, |change: &EventChange| {
            if let EventChange::Also(effect) | EventChange::First(effect) = change
                && is_inert(effect)
            {
                let step = site.step_where(|step| matches!(&step.made, Made::Changes(changes) if changes.contains(change)));
                found.push(("this adds nothing to the event".to_owned(), "say what else happens, or delete it", step));
            }
        });
        for (message, help, step) in found {
            let (file, span) = step.map_or_else(|| site.statement(), |step| site.whole(Some(step)));
            findings.add(&file, span, message).help.push(help.to_owned());
        }
    }
}

fn of_effect<'l>(site: &Site<'l>, effect: &Effect) -> Option<&'l Step> {
    site.step(&Made::Effect(effect.clone())).or_else(|| {
        let word = match effect {
            Effect::If(..) => "if_",
            Effect::May(..) => "may",
            _ => return None,
        };
        site.step_where(|step| step.word == word)
    })
}

/// What is hollow about a structure, and what to do.
fn hollow(effect: &Effect) -> Option<(&'static str, &'static str)> {
    match effect {
        Effect::If(_, yes, no) if is_inert(yes) && is_inert(no) => {
            Some(("nothing happens whether the condition holds or not", "say what happens, or delete it"))
        }
        Effect::If(_, yes, no) if yes == no => {
            Some(("the same happens whether the condition holds or not", "leave the condition out, or change one of the two"))
        }
        Effect::May(_, yes, no) if is_inert(yes) && is_inert(no) => {
            Some(("this asks a player whether to do nothing", "say what may be done"))
        }
        Effect::Pay(_, _, yes, no) if is_inert(yes) && is_inert(no) => {
            Some(("nothing happens whether this is paid or not", "say what happens for it"))
        }
        Effect::Repeat(_, inner) if is_inert(inner) => Some(("nothing is repeated here", "say what is repeated")),
        Effect::ForEach(Objects::None, ..) | Effect::ForEachPlayer(Players::None, ..) => {
            Some(("there is nothing to do this for", "name what it is done for"))
        }
        Effect::ForEach(_, _, inner) | Effect::ForEachPlayer(_, _, inner) if is_inert(inner) => {
            Some(("nothing is done for each of these", "say what is done for each: the closure has to yield it"))
        }
        Effect::Choose(_, _, inner) | Effect::ChoosePlayer(_, _, _, inner) if is_inert(inner) => {
            Some(("nothing is done with what is chosen", "say what is done with it: the closure has to yield it"))
        }
        Effect::Fight(a, b) if a == b && is_one(a) => Some(("this creature would fight itself", "name the other creature")),
        Effect::ExchangeControl(a, b) if a == b => Some(("this is exchanged for itself", "name what it is exchanged for")),
        Effect::ExchangeLife(a, b) if a == b => Some(("a life total is exchanged for itself", "name the other player")),
        Effect::ExchangeValues(a, b) if a == b => Some(("a number is exchanged for itself", "name the other number")),
        Effect::MoveCounters(from, to, ..) if from == to => {
            Some(("the counters stay where they are", "name the other object, with `another_target(...)`"))
        }
        Effect::Attach(what, to) if *what == to.objects => Some(("nothing is attached to itself", "name what it is attached to")),
        Effect::ChooseEffect(_, effects) if effects.iter().all(is_inert) => {
            Some(("there is nothing to choose from", "say what can be chosen"))
        }
        Effect::Delayed(triggered, _) if triggered.body.modes().iter().all(|mode| is_inert(&mode.effect)) => {
            Some(("nothing happens then", "say what happens then"))
        }
        _ => None,
    }
}

/// Whether these objects are one and the same wherever they are named.
fn is_one(objects: &Objects) -> bool {
    matches!(objects, Objects::This | Objects::Target(_) | Objects::Var(_) | Objects::EventObject(_))
}

/// Whether the effect certainly does nothing, whatever the game is like.
fn is_inert(effect: &Effect) -> bool {
    match effect {
        Effect::Nothing => true,
        Effect::Sequence(parts) | Effect::Together(parts) => parts.iter().all(is_inert),
        Effect::If(_, yes, no) | Effect::May(_, yes, no) | Effect::Pay(_, _, yes, no) => is_inert(yes) && is_inert(no),
        Effect::ForEach(_, _, inner)
        | Effect::ForEachPlayer(_, _, inner)
        | Effect::Repeat(_, inner)
        | Effect::Let(_, _, inner)
        | Effect::LetObjects(_, _, inner) => is_inert(inner),
        Effect::Then(first, _, second) => is_inert(first) && is_inert(second),
        Effect::IfDone(first, yes, no) => is_inert(first) && is_inert(yes) && is_inert(no),
        Effect::ChooseEffect(_, effects) => effects.iter().all(is_inert),
        Effect::Continuous(_, changes, _) | Effect::ContinuousAll(_, changes, _) => changes.is_empty(),
        _ => false,
    }
}
