//! Matching triggered abilities against events (modern 603.2, 603.4, 603.10), and the triggers that resolve at once (605.4).

use super::commit::Look;
use crate::ability::{EventPattern, Occurrence, Pattern, Rule, TriggerOn, Triggered};
use crate::continuous::{Lasting, LastingEffect, WaitingTrigger};
use crate::eval::{Dealt, Scope};
use crate::event::Event;
use crate::game::Game;
use crate::ids::ObjectId;
use crate::layers::{Active, ActiveTrigger};
use crate::object::{Bindings, Value};
use crate::payment::is_mana_trigger;
use crate::perform::Resolving;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// The place of a delayed triggered ability among those of its source: none.
pub(super) const DELAYED: u16 = u16::MAX;

/// Why an ability does not trigger by an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unheard {
    /// It is matched before the event, or after it, and not now (603.10).
    OtherLook,
    /// It waits for other events.
    OtherEvent,
    /// Not all players see its source (603.2g).
    NeverSeen,
    /// It is one occurrence with an event before it (603.2c).
    Together,
    /// It is not the how-manieth one that the ability waits for.
    OtherTime,
    /// The intervening "if" does not hold (603.4).
    Condition,
    /// A rule keeps it from triggering (614.17).
    Stopped,
}

impl Game {
    /// Matches all triggered abilities against the batch and queues those that trigger.
    pub(super) fn match_triggers(&mut self, run: &mut Run<'_>, events: &[Event], look: Look) -> Beat<()> {
        if let Some(inquiry) = run.inquiry.as_deref_mut() {
            crate::host::aside(self, || self.inquire(inquiry, events, look));
        }
        let mut triggered: SmallVec<[WaitingTrigger; 2]> = SmallVec::new();
        for (place, event) in events.iter().enumerate() {
            for active in self.triggers(event.kind()) {
                let crate::ability::AbilityBody::Triggered(ability) = &active.instance.ability.kind else { continue };
                let TriggerOn::Event(pattern) = &ability.on else { continue };
                // What it does not hear of does not matter here; an inquiry says why.
                let _ = self
                    .hears(active, pattern, event, look)
                    .and_then(|scope| self.trigger(active, ability, pattern, scope, events, place, look, &mut triggered));
            }
            self.match_delayed(events, place, look, &mut triggered);
        }
        if triggered.is_empty() {
            return Ok(());
        }
        for waiting in triggered {
            if let Some(limit) = per_turn(&waiting) {
                // "Triggers only once each turn".
                let used = self.count_use(waiting.source, waiting.ability.origin, waiting.index);
                if used > limit {
                    continue;
                }
            }
            let crate::ability::AbilityBody::Triggered(ability) = &waiting.ability.ability.kind else { continue };
            if is_mana_trigger(ability) {
                // modern 605.4a: it resolves at once, without the stack; what it asks for is asked again (603.4).
                let scope = Scope {
                    source: waiting.source,
                    controller: waiting.controller,
                    origin: waiting.ability.origin,
                    bindings: &waiting.bindings,
                };
                if !self.eval(scope).holds(&ability.condition) {
                    continue;
                }
                let effect = ability.body.modes().first().map(|mode| mode.effect.clone()).unwrap_or_default();
                let mut resolving =
                    Resolving::new(waiting.source, waiting.controller, waiting.ability.origin, None, waiting.bindings.clone());
                self.perform(run, &mut resolving, &effect)?;
                continue;
            }
            self.waiting.push(waiting);
        }
        Ok(())
    }

    /// Whether the ability hears of the event: it waits for such an event at this moment, and is there to be seen. Whose the
    /// ability is then.
    pub(super) fn hears(
        &self,
        active: &ActiveTrigger,
        pattern: &EventPattern,
        event: &Event,
        look: Look,
    ) -> Result<Scope<'static>, Unheard> {
        // modern 603.10: whether it looks back is a matter of what the ability waits for.
        if pattern.looks_back(event) != (look == Look::Back) {
            return Err(Unheard::OtherLook);
        }
        let controller = match event {
            // modern 603.10d: who had control of the object just before has its ability.
            Event::ControlChanged { object, from, .. } if *object == active.source && loses_control(pattern) => *from,
            _ => active.controller,
        };
        let scope = Scope::bare(active.source, controller, active.instance.origin);
        if !self.eval(scope).matches_event(pattern, event) {
            return Err(Unheard::OtherEvent);
        }
        if self.is_ever_seen(active.source, event) { Ok(scope) } else { Err(Unheard::NeverSeen) }
    }

    /// One match: checks how often it counts and the intervening "if", and queues it as often as it triggers.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn trigger(
        &self,
        active: &ActiveTrigger,
        ability: &Triggered,
        pattern: &EventPattern,
        scope: Scope<'_>,
        events: &[Event],
        place: usize,
        look: Look,
        triggered: &mut SmallVec<[WaitingTrigger; 2]>,
    ) -> Result<(), Unheard> {
        let event = &events[place];
        let unattached = pattern.any.iter().any(is_unattaching).then(|| self.unattaching(event)).flatten();
        let event = unattached.as_ref().unwrap_or(event);
        let value = match pattern.occurrence {
            Occurrence::Each => {
                let eval = self.eval(scope);
                match eval.dealt_at_once(pattern, events, place) {
                    Dealt::Before => return Err(Unheard::Together),
                    Dealt::Together(all) => Value::Events(all),
                    Dealt::Alone => Value::Event(Box::new(eval.heard(pattern, event))),
                }
            }
            Occurrence::Batch => {
                let again = triggered.iter().any(|other| {
                    other.source == active.source && other.index == active.index && other.ability.origin == active.instance.origin
                });
                if again {
                    return Err(Unheard::Together);
                }
                let eval = self.eval(scope);
                Value::Events(
                    events[place..]
                        .iter()
                        .filter(|other| pattern.looks_back(other) == (look == Look::Back) && eval.matches_event(pattern, other))
                        .cloned()
                        .collect(),
                )
            }
            Occurrence::Nth(_) | Occurrence::ExceptFirstOfStep => {
                let eval = self.eval(scope);
                let holds = match look {
                    Look::Back => eval.occurrence_to_come(pattern, event, &events[..place]),
                    Look::Ahead => eval.occurrence_holds(pattern, event, &self.history.this_turn),
                };
                if !holds {
                    return Err(Unheard::OtherTime);
                }
                Value::Event(Box::new(event.clone()))
            }
        };
        let mut bindings = Bindings::default();
        bindings.values.push((ability.event, value));
        if let Event::Move(movement) = event {
            // modern 400.7: an ability that triggers on a move to a public zone can find what the object became there.
            if let Some(new) = movement.became {
                bindings.moved.push((movement.object, new));
            }
        }
        // modern 603.4
        let scope = Scope { bindings: &bindings, ..scope };
        if !self.eval(scope).holds(&ability.condition) {
            return Err(Unheard::Condition);
        }
        if self.keeps_from_triggering(active.source, event).is_some() {
            return Err(Unheard::Stopped);
        }
        let times = 1 + self.extra_triggers(active.source, event);
        let waiting = WaitingTrigger {
            source: active.source,
            controller: scope.controller,
            ability: active.instance.clone(),
            index: active.index,
            bindings,
        };
        for _ in 1..times {
            triggered.push(waiting.clone());
        }
        triggered.push(waiting);
        Ok(())
    }

    /// Becoming unattached as an event of its own, whatever it is part of: with what it was attached to (603.10c).
    fn unattaching(&self, event: &Event) -> Option<Event> {
        let object = event.object()?;
        let from = Some(self.unattached_from(event)?);
        Some(Event::Unattach { object, from })
    }

    /// Whether all players can see the source of an ability that triggers on its own move, at least before or after it
    /// (603.2g).
    fn is_ever_seen(&self, source: ObjectId, event: &Event) -> bool {
        let Event::Move(movement) = event else { return true };
        if source != movement.object && Some(source) != movement.became {
            return true;
        }
        let hidden_before = movement.from.is_hidden();
        let hidden_after = movement.to.is_hidden() || movement.to == crate::zone::ZoneKind::Exile && movement.face_down;
        if !(hidden_before && hidden_after) {
            return true;
        }
        let shown = |(_, known): &(crate::history::StepMark, Event)| matches!(known, Event::Reveal { object, .. } if *object == movement.object);
        self.history.this_turn.iter().any(shown)
    }

    /// The rule that keeps abilities of that source from triggering by the event: it is as though it had not happened for them,
    /// and nothing can make them trigger more often (614.17).
    pub(super) fn keeps_from_triggering(&self, source: ObjectId, event: &Event) -> Option<Active<'_, Rule>> {
        self.rules().find(|active| match active.rule {
            Rule::NoTriggers(filter, pattern) => {
                let eval = self.eval(active.scope);
                eval.matches_event(pattern, event) && eval.matches(filter, source)
            }
            _ => false,
        })
    }

    /// How many additional times an ability of that source triggers (603.2d).
    fn extra_triggers(&self, source: ObjectId, event: &Event) -> usize {
        self.rules()
            .map(|active| match active.rule {
                Rule::ExtraTriggers(filter, pattern, amount) => {
                    let eval = self.eval(active.scope);
                    let applies = eval.matches(filter, source) && eval.matches_event(pattern, event);
                    if applies { eval.amount(amount).max(0) as usize } else { 0 }
                }
                _ => 0,
            })
            .sum()
    }

    /// Delayed triggered abilities (603.7).
    fn match_delayed(&mut self, events: &[Event], place: usize, look: Look, triggered: &mut SmallVec<[WaitingTrigger; 2]>) {
        let mut index = 0;
        while index < self.lasting.len() {
            let lasting = &self.lasting[index];
            let Lasting::Delayed { trigger, once } = &lasting.what else {
                index += 1;
                continue;
            };
            let Ok(bindings) = self.hears_delayed(lasting, trigger, events, place, look) else {
                index += 1;
                continue;
            };
            triggered.push(WaitingTrigger {
                source: lasting.source,
                controller: lasting.controller,
                ability: lasting.delayed_ability(trigger),
                index: DELAYED,
                bindings,
            });
            // modern 603.7b: once, unless it has a duration.
            if *once {
                self.lasting.remove(index);
            } else {
                index += 1;
            }
        }
    }

    /// Whether a delayed triggered ability triggers by the event, and what it knows then.
    pub(super) fn hears_delayed(
        &self,
        lasting: &LastingEffect,
        trigger: &Triggered,
        events: &[Event],
        place: usize,
        look: Look,
    ) -> Result<Bindings, Unheard> {
        let event = &events[place];
        let TriggerOn::Event(pattern) = &trigger.on else { return Err(Unheard::OtherEvent) };
        if pattern.looks_back(event) != (look == Look::Back) {
            return Err(Unheard::OtherLook);
        }
        let scope = lasting.scope();
        let eval = self.eval(scope);
        if !pattern.kinds().has(event.kind()) || !eval.matches_event(pattern, event) {
            return Err(Unheard::OtherEvent);
        }
        let in_time = match look {
            Look::Back => eval.occurrence_to_come(pattern, event, &events[..place]),
            Look::Ahead => eval.occurrence_holds(pattern, event, &self.history.this_turn),
        };
        if !in_time {
            return Err(Unheard::OtherTime);
        }
        if self.keeps_from_triggering(lasting.source, event).is_some() {
            return Err(Unheard::Stopped);
        }
        let value = match eval.dealt_at_once(pattern, events, place) {
            _ if pattern.occurrence == Occurrence::Batch => Value::Events(events[place..].to_vec()),
            Dealt::Before => return Err(Unheard::Together),
            Dealt::Together(all) => Value::Events(all),
            Dealt::Alone => Value::Event(Box::new(event.clone())),
        };
        let mut bindings = lasting.bindings.clone();
        bindings.values.push((trigger.event, value));
        if let Event::Move(movement) = event {
            bindings.moved.extend(movement.became.map(|new| (movement.object, new)));
        }
        if !self.eval(Scope { bindings: &bindings, ..scope }).holds(&trigger.condition) {
            return Err(Unheard::Condition);
        }
        Ok(bindings)
    }

    /// Counts one more use this turn of an ability; returns the count.
    pub(crate) fn count_use(&mut self, source: ObjectId, origin: crate::ability::Origin, index: u16) -> u8 {
        let Some(more) = self.more_of(source) else { return 1 };
        match more.used.iter_mut().find(|(of, place, _)| *of == origin && *place == index) {
            Some((_, _, count)) => {
                *count = count.saturating_add(1);
                *count
            }
            None => {
                more.used.push((origin, index, 1));
                1
            }
        }
    }

    /// How often an ability was used this turn.
    pub(crate) fn uses(&self, source: ObjectId, origin: crate::ability::Origin, index: u16) -> u8 {
        self.object(source)
            .and_then(|object| object.more.as_ref())
            .and_then(|more| more.used.iter().find(|(of, place, _)| *of == origin && *place == index))
            .map_or(0, |(_, _, count)| *count)
    }
}

fn is_unattaching(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Unattached(..) => true,
        Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) => is_unattaching(inner),
        _ => false,
    }
}

fn loses_control(pattern: &EventPattern) -> bool {
    fn one(pattern: &Pattern) -> bool {
        match pattern {
            Pattern::LosesControl(..) => true,
            Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) => one(inner),
            _ => false,
        }
    }
    pattern.any.iter().any(one)
}

fn per_turn(waiting: &WaitingTrigger) -> Option<u8> {
    match &waiting.ability.ability.kind {
        crate::ability::AbilityBody::Triggered(ability) => ability.per_turn,
        _ => None,
    }
}
