//! Telling an inquiry why its ability triggers or not: with the very functions that match triggers (modern 603.2).

use super::commit::Look;
use super::triggers::{DELAYED, Unheard};
use crate::ability::{Ability, AbilityBody, EventPattern, TriggerOn, Triggered};
use crate::continuous::{Lasting, WaitingTrigger};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::{Game, Presence};
use crate::ids::{ObjectId, Timestamp};
use crate::layers::ActiveTrigger;
use crate::object::Value;
use crate::why::{EventMismatch, Finding, Heard, TriggerInquiry, Whereabouts, WhichTrigger, WhyNotTriggered};
use smallvec::SmallVec;

impl Game {
    /// Tells the inquiry of a batch that is about to be matched.
    pub(super) fn inquire(&self, inquiry: &mut TriggerInquiry, events: &[Event], look: Look) {
        let place_of_it = match inquiry.which {
            WhichTrigger::Place(place) => place,
            WhichTrigger::Delayed(made) => return self.inquire_delayed(inquiry, made, events, look),
        };
        let asked = inquiry.instance.ability.clone();
        let AbilityBody::Triggered(ability) = &asked.kind else { return };
        let TriggerOn::Event(pattern) = &ability.on else { return };
        let mut triggered: SmallVec<[WaitingTrigger; 2]> = SmallVec::new();
        for (place, event) in events.iter().enumerate() {
            if !pattern.kinds().has(event.kind()) {
                // Each event is matched twice.
                inquiry.others += u32::from(look == Look::Ahead);
                continue;
            }
            let same = |active: &&ActiveTrigger| active.source == inquiry.source && active.instance.ability == asked;
            let all = || self.triggers(event.kind()).iter().filter(same);
            let active = all().find(|active| active.index == place_of_it).or_else(|| all().next());
            let heard = match active {
                Some(active) => self.hear(active, (ability, pattern), events, place, look, &mut triggered),
                None => self.overhear(inquiry, pattern, event, look),
            };
            if let Some(heard) = heard {
                self.note_finding(inquiry, event, heard);
            }
        }
    }

    fn note_finding(&self, inquiry: &mut TriggerInquiry, event: &Event, heard: Heard) {
        let (turn, step) = (self.turn.number, self.turn.step);
        inquiry.findings.push(Finding { event: event.clone(), turn, step, heard });
    }

    /// The same for a delayed ability: it waits from its making until it has triggered or its time is up (603.7b).
    fn inquire_delayed(&self, inquiry: &mut TriggerInquiry, made: Timestamp, events: &[Event], look: Look) {
        let asked = inquiry.instance.ability.clone();
        let AbilityBody::Triggered(ability) = &asked.kind else { return };
        let TriggerOn::Event(pattern) = &ability.on else { return };
        let mut lasting = self.lasting.iter().find(|lasting| lasting.timestamp == made);
        let mut triggered: u32 = 0;
        for (place, event) in events.iter().enumerate() {
            if !pattern.kinds().has(event.kind()) {
                inquiry.others += u32::from(look == Look::Ahead);
                continue;
            }
            let Some(waits) = lasting else {
                // Before it was made nobody expects anything of it.
                if made <= self.clock && pattern.looks_back(event) == (look == Look::Back) {
                    let scope = Scope::bare(inquiry.source, inquiry.controller, inquiry.instance.origin);
                    if self.eval(scope).matches_event(pattern, event) {
                        self.note_finding(inquiry, event, Heard::Not(WhyNotTriggered::Over));
                    }
                }
                continue;
            };
            let scope = waits.scope();
            let why = match self.hears_delayed(waits, ability, events, place, look) {
                Ok(_) => {
                    let used = u32::from(self.uses(waits.source, waits.origin, DELAYED)) + triggered;
                    if matches!(waits.what, Lasting::Delayed { once: true, .. }) {
                        lasting = None;
                    }
                    match ability.per_turn {
                        Some(limit) if used >= u32::from(limit) => WhyNotTriggered::UsedUp(limit),
                        _ => {
                            triggered += 1;
                            self.note_finding(inquiry, event, Heard::Triggered(1));
                            continue;
                        }
                    }
                }
                Err(unheard) => match self.said_of(unheard, ability, pattern, scope, event) {
                    Some(why) => why,
                    None => continue,
                },
            };
            self.note_finding(inquiry, event, Heard::Not(why));
        }
    }

    /// What kept an ability from hearing of an event; nothing if the event is not matched at this moment.
    fn said_of(
        &self,
        unheard: Unheard,
        ability: &Triggered,
        pattern: &EventPattern,
        scope: Scope<'_>,
        event: &Event,
    ) -> Option<WhyNotTriggered> {
        Some(match unheard {
            Unheard::OtherLook => return None,
            Unheard::OtherEvent => WhyNotTriggered::Event(self.eval(scope).why_not_event(pattern, event)),
            Unheard::NeverSeen => WhyNotTriggered::NeverSeen,
            Unheard::Together => WhyNotTriggered::Together,
            Unheard::OtherTime => WhyNotTriggered::OtherTime(pattern.occurrence),
            Unheard::Condition => {
                let mut bindings = scope.bindings.clone();
                bindings.values.push((ability.event, Value::Event(Box::new(event.clone()))));
                let failing = self.eval(Scope { bindings: &bindings, ..scope }).why_not_holding(&ability.condition);
                WhyNotTriggered::Condition(failing.unwrap_or_else(|| ability.condition.clone()))
            }
            Unheard::Stopped => {
                let active = self.keeps_from_triggering(scope.source, event)?;
                WhyNotTriggered::Stopped(self.maker_of_rule(active.scope, &|rule| std::ptr::eq(rule, active.rule)))
            }
        })
    }

    /// What an event comes to for an ability that functions; nothing if the event is not matched at this moment.
    fn hear(
        &self,
        active: &ActiveTrigger,
        (ability, pattern): (&Triggered, &EventPattern),
        events: &[Event],
        place: usize,
        look: Look,
        triggered: &mut SmallVec<[WaitingTrigger; 2]>,
    ) -> Option<Heard> {
        let event = &events[place];
        let before = triggered.len();
        let heard = self
            .hears(active, pattern, event, look)
            .and_then(|scope| self.trigger(active, ability, pattern, scope, events, place, look, triggered));
        let scope = Scope::bare(active.source, active.controller, active.instance.origin);
        let why = match heard {
            Ok(()) => {
                let times = (triggered.len() - before) as u32;
                let used = u32::from(self.uses(active.source, active.instance.origin, active.index)) + before as u32;
                return Some(match ability.per_turn {
                    Some(limit) if used >= u32::from(limit) => Heard::Not(WhyNotTriggered::UsedUp(limit)),
                    Some(limit) => Heard::Triggered(times.min(u32::from(limit) - used)),
                    None => Heard::Triggered(times),
                });
            }
            Err(unheard) => self.said_of(unheard, ability, pattern, scope, event)?,
        };
        Some(Heard::Not(why))
    }

    /// What it comes to for one that does not function now.
    fn overhear(&self, inquiry: &TriggerInquiry, pattern: &EventPattern, event: &Event, look: Look) -> Option<Heard> {
        if pattern.looks_back(event) != (look == Look::Back) {
            return None;
        }
        let scope = Scope::bare(inquiry.source, inquiry.controller, inquiry.instance.origin);
        let eval = self.eval(scope);
        Some(Heard::Not(if eval.matches_event(pattern, event) {
            WhyNotTriggered::NotFunctioning(self.whereabouts(inquiry.source, &inquiry.instance.ability))
        } else {
            let mismatch: EventMismatch = eval.why_not_event(pattern, event);
            WhyNotTriggered::Event(mismatch)
        }))
    }

    /// Why an ability of the object does not function (113.6).
    pub(crate) fn whereabouts(&self, source: ObjectId, ability: &Ability) -> Whereabouts {
        match self.presence(source) {
            Presence::Forgotten => Whereabouts::NotThere,
            Presence::Gone(_) => Whereabouts::Left,
            Presence::Present(object) if object.phased_out => Whereabouts::PhasedOut,
            Presence::Present(object) => {
                let has = self.characteristics_of(object).abilities.iter().any(|instance| *instance.ability == *ability);
                if has { Whereabouts::In(object.zone) } else { Whereabouts::Without }
            }
        }
    }
}
