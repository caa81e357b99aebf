//! What counts as what: a filter where objects are needed means all that match, a list of effects is a sequence, and so on.

use crate::shop::{At, Workshop};
use crate::text::{CostSymbol, TextError, ability_cost};
use crate::value::{AbilityHandle, Given, Part, Statement, Value, Who};
use cardwright_engine::ability::{
    AbilityBody, Amount, Change, Comparison, Condition, Cost, CostPart, Destination, Duration, Effect, EventPattern, Filter,
    Objects, Occurrence, Pattern, Players, PtChange, Recipients, StaticPart, Uses,
};
use cardwright_engine::mana::ManaCost;

pub(crate) fn amount(given: Given) -> Option<Amount> {
    match given {
        Given::Number(number) => i32::try_from(number).ok().map(Amount::Fixed),
        Given::Value(Value::Amount(amount)) => Some(amount),
        Given::Value(Value::Linked(link)) => Some(Amount::Linked(link)),
        Given::Value(Value::Script(callback, targets)) if targets.is_empty() => Some(Amount::Script(*callback)),
        _ => None,
    }
}

pub(crate) fn condition(given: Given) -> Option<Condition> {
    match given {
        Given::Bool(true) => Some(Condition::Always),
        Given::Bool(false) => Some(Condition::Never),
        Given::Value(Value::Condition(condition)) => Some(condition),
        Given::Value(Value::Script(callback, targets)) if targets.is_empty() => Some(Condition::Script(*callback)),
        _ => None,
    }
}

pub(crate) fn filter(given: Given) -> Option<Filter> {
    match given {
        Given::Value(Value::Filter(filter)) => Some(filter),
        Given::Value(Value::Objects(Objects::This)) => Some(Filter::This),
        Given::Value(Value::Objects(Objects::All(filter))) => Some(*filter),
        Given::Value(Value::Script(callback, targets)) if targets.is_empty() => Some(Filter::Script(*callback)),
        Given::List(list) => {
            list.into_iter().map(filter).collect::<Option<Vec<_>>>().map(|all| all.into_iter().fold(Filter::Never, Filter::or))
        }
        other => objects(other).map(|objects| Filter::Is(Box::new(objects))),
    }
}

pub(crate) fn objects(given: Given) -> Option<Objects> {
    match given {
        Given::Value(value) => match value {
            Value::Objects(objects) => Some(objects),
            Value::Filter(Filter::This) => Some(Objects::This),
            Value::Filter(filter) => Some(Objects::All(Box::new(filter))),
            Value::Target(slot) => Some(Objects::Target(slot)),
            Value::Event(var) => Some(Objects::EventObject(var)),
            Value::Done(var) => Some(Objects::Var(var)),
            Value::Linked(link) => Some(Objects::Linked(link)),
            _ => None,
        },
        Given::List(list) => list.into_iter().map(objects).collect::<Option<Vec<_>>>().map(Objects::Union),
        _ => None,
    }
}

pub(crate) fn players(given: Given) -> Option<Players> {
    match given {
        Given::Value(value) => match value {
            Value::Players(players) => Some(players),
            Value::Target(slot) => Some(Players::Target(slot)),
            Value::Event(var) => Some(Players::EventPlayer(var)),
            Value::Done(var) => Some(Players::Var(var)),
            Value::Linked(link) => Some(Players::Linked(link)),
            _ => None,
        },
        Given::List(list) => list.into_iter().map(players).collect::<Option<Vec<_>>>().map(Players::Union),
        _ => None,
    }
}

pub(crate) fn recipients(given: Given) -> Option<Recipients> {
    match given {
        Given::Value(Value::Target(slot)) => Some(Recipients::target(slot)),
        Given::Value(Value::Either(filter, players)) => {
            Some(Recipients { objects: Objects::All(Box::new(filter)), players: Some(players) })
        }
        Given::Value(Value::Players(players)) => Some(Recipients::players(players)),
        Given::Value(Value::Event(var)) => {
            Some(Recipients { objects: Objects::EventObject(var), players: Some(Players::EventPlayer(var)) })
        }
        Given::Value(Value::Linked(link)) => {
            Some(Recipients { objects: Objects::Linked(link), players: Some(Players::Linked(link)) })
        }
        Given::List(list) => {
            let all = list.into_iter().map(recipients).collect::<Option<Vec<_>>>()?;
            let (mut objects, mut players) = (Vec::new(), Vec::new());
            for one in all {
                if one.objects != Objects::None {
                    objects.push(one.objects);
                }
                players.extend(one.players);
            }
            let players = (!players.is_empty()).then_some(Players::Union(players));
            Some(Recipients { objects: Objects::Union(objects), players })
        }
        other => objects(other).map(Recipients::objects),
    }
}

pub(crate) fn pattern(given: Given) -> Option<EventPattern> {
    match given {
        Given::Value(Value::Pattern(pattern)) => Some(pattern),
        Given::Value(Value::Step(step, players)) => Some(Pattern::Begins(step, players).into()),
        Given::List(list) => {
            let all = list.into_iter().map(pattern).collect::<Option<Vec<_>>>()?;
            let occurrence = all.first().map_or(Occurrence::Each, |first| first.occurrence);
            Some(EventPattern { any: all.into_iter().flat_map(|pattern| pattern.any).collect(), occurrence })
        }
        _ => None,
    }
}

pub(crate) fn destination(given: Given) -> Option<Destination> {
    match given {
        Given::Value(Value::Destination(destination)) => Some(*destination),
        _ => None,
    }
}

pub(crate) fn effect(shop: &Workshop, at: At, given: Given) -> Option<Effect> {
    match given {
        Given::Nothing => Some(Effect::Nothing),
        Given::List(list) => {
            let mut effects = list.into_iter().map(|item| effect(shop, at, item)).collect::<Option<Vec<_>>>()?;
            Some(if effects.len() == 1 { effects.remove(0) } else { Effect::Sequence(effects) })
        }
        Given::Value(Value::Effect(effect)) => Some(*effect),
        // How something enters, said inside `as_enters`.
        Given::Value(Value::Changes(changes)) => Some(Effect::ChangeEvent(changes)),
        Given::Value(Value::Statement(statement)) => Some(statement_effect(shop, at, *statement)),
        Given::Value(Value::Script(callback, targets)) => {
            let effect = Effect::Script(*callback);
            Some(
                targets
                    .into_iter()
                    .fold(effect, |effect, (slot, name)| Effect::LetObjects(name, Objects::Target(slot), Box::new(effect))),
            )
        }
        Given::Value(Value::Modes(modes)) => {
            // A choice on resolution, where no announcement asks for it.
            Some(Effect::ChooseEffect(Players::You, modes.modes.into_iter().map(|mode| mode.effect).collect()))
        }
        Given::Value(Value::Ability(handle)) => ability_effect(shop, at, handle),
        _ => None,
    }
}

/// What a resolving spell or ability makes true for a while.
fn statement_effect(shop: &Workshop, at: At, statement: Statement) -> Effect {
    let Statement { parts, condition, duration } = statement;
    let passing = parts.iter().any(|part| match part {
        Part::Continuous { changes, .. } => {
            changes.iter().any(|change| matches!(change, Change::Pt(PtChange::Modify(..)) | Change::AddKeyword(..)))
        }
        // What waits for the next time is over then.
        Part::Replacement(replacement) => !matches!(replacement.uses, Uses::Times(_)),
        Part::Rule(_) => true,
    });
    if duration.is_none() && passing {
        let help = "add `.until_end_of_turn`, or `.forever` if that is meant";
        shop.remark(at, "no-duration", "this says not how long it lasts", help);
    }
    // modern 611.2a: without a stated duration it lasts until the game ends.
    let duration = duration.unwrap_or(Duration::Forever);
    let mut effects: Vec<Effect> = parts
        .into_iter()
        .map(|part| {
            let duration = duration.clone();
            match part {
                Part::Continuous { who: Who::Matching(Filter::This), changes } => {
                    Effect::Continuous(Objects::This, changes, duration)
                }
                Part::Continuous { who: Who::Matching(filter), changes } => Effect::ContinuousAll(filter, changes, duration),
                Part::Continuous { who: Who::These(objects), changes } => Effect::Continuous(objects, changes, duration),
                Part::Continuous { who: Who::NextSpell(players, filter), changes } => {
                    Effect::NextSpell(players, filter, changes, duration)
                }
                Part::Rule(rule) => Effect::Rule(rule, duration),
                Part::Replacement(replacement) => Effect::Replace(replacement, duration),
            }
        })
        .collect();
    let effect = if effects.len() == 1 { effects.remove(0) } else { Effect::Sequence(effects) };
    match condition {
        Condition::Always => effect,
        condition => Effect::If(condition, Box::new(effect), Box::default()),
    }
}

/// `when(...)` inside an effect is a delayed triggered ability (modern 603.7); `instead(...)` and `always(...)` are effects with a duration.
fn ability_effect(shop: &Workshop, at: At, handle: AbilityHandle) -> Option<Effect> {
    let draft = shop.take_draft(handle)?;
    let duration = draft.duration;
    match draft.ability.kind {
        AbilityBody::Triggered(triggered) => {
            let specs = shop.work.borrow().targets.clone();
            let own = |slot| draft.own_targets.contains(&slot);
            Some(crate::assemble::delayed(triggered, duration, &specs, &own, &mut || shop.var()))
        }
        AbilityBody::Static(fixed) => {
            let parts = fixed.parts.into_iter().map(|part| match part {
                StaticPart::Continuous { affects, changes } => Part::Continuous { who: Who::Matching(affects), changes },
                StaticPart::Rule(rule) => Part::Rule(Box::new(rule)),
                StaticPart::Replacement(replacement) => Part::Replacement(Box::new(replacement)),
            });
            let statement = Statement { parts: parts.collect(), condition: fixed.condition, duration };
            Some(statement_effect(shop, at, statement))
        }
        AbilityBody::Spell(_) | AbilityBody::Activated(_) => None,
    }
}

/// The symbols of a cost: `{1}{R}, {T}`.
pub(crate) fn cost_text(text: &str) -> Result<Cost, TextError> {
    let symbols = ability_cost(text).map_err(|errors| {
        errors.into_iter().next().unwrap_or_else(|| TextError::new("bad-cost", 0..text.len(), "this is no cost", ""))
    })?;
    let mut cost = Cost::default();
    let mut mana = Vec::new();
    for symbol in symbols {
        match symbol {
            CostSymbol::Mana(symbol) => mana.push(symbol),
            CostSymbol::Tap => cost.parts.push(CostPart::TapThis),
            CostSymbol::Untap => cost.parts.push(CostPart::UntapThis),
        }
    }
    if !mana.is_empty() {
        cost.parts.insert(0, CostPart::Mana(ManaCost::new(mana)));
    }
    Ok(cost)
}

/// A comparison: `at_least(3)`, or a number for equality.
pub(crate) fn comparison(given: Given) -> Option<(Comparison, Amount)> {
    match given {
        Given::Value(Value::Compare(comparison, amount)) => Some((comparison, amount)),
        other => amount(other).map(|amount| (Comparison::Equal, amount)),
    }
}
