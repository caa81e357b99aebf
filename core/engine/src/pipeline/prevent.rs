//! Prevention and redirection of damage, shields included (modern 614.9, 615).

use super::replace::Fate;
use super::settle::Applicable;
use super::{Flow, bound};
use crate::ability::{Prohibition, Recipients, Uses};
use crate::event::{Event, Hit};
use crate::game::Game;
use crate::layers::ReplacementKey;
use crate::object::Value;
use crate::perform::Resolving;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

impl Applicable {
    /// The damage that is left of a shield of so much damage (615.7).
    pub(super) fn shield(&self) -> Option<u32> {
        self.left.filter(|_| matches!(self.replacement.uses, Uses::Damage(_)))
    }

    /// The event that the rest of the effect speaks of.
    pub(super) fn speak_of(&mut self, event: &Event) {
        let var = self.replacement.event;
        let values = &mut self.resolving.bindings.values;
        match values.iter_mut().rev().find(|(name, value)| *name == var && matches!(value, Value::Event(_))) {
            Some((_, value)) => *value = bound(event),
            None => values.push((var, bound(event))),
        }
    }

    /// Has the rest of the effect, which is done once, speak also of this event and of what was prevented of it.
    pub(super) fn join(&self, all: &mut Resolving) {
        let var = self.replacement.event;
        let said = |wanted: fn(&Value) -> bool| {
            let values = self.resolving.bindings.values.iter().rev();
            values.filter(|(name, _)| *name == var).map(|(_, value)| value).find(|value| wanted(value))
        };
        let (event, number) = (said(|value| matches!(value, Value::Event(_))), said(|value| matches!(value, Value::Number(_))));
        for (_, value) in all.bindings.values.iter_mut().filter(|(name, _)| *name == var) {
            match (value, event, number) {
                (Value::Events(events), Some(Value::Event(event)), _) => events.push((**event).clone()),
                (value @ Value::Event(_), Some(Value::Event(event)), _) => {
                    if let Value::Event(first) = &*value {
                        *value = Value::Events(vec![(**first).clone(), (**event).clone()]);
                    }
                }
                (Value::Number(sum), _, Some(Value::Number(more))) => *sum = sum.saturating_add(*more),
                _ => {}
            }
        }
    }

    /// That much was prevented; the same name stands for the event and for this number (615.5).
    fn count_prevented(&mut self, amount: u32) {
        let var = self.replacement.event;
        let more = i32::try_from(amount).unwrap_or(i32::MAX);
        let values = &mut self.resolving.bindings.values;
        match values.iter_mut().rev().find(|(name, value)| *name == var && matches!(value, Value::Number(_))) {
            Some((_, Value::Number(number))) => *number = number.saturating_add(more),
            _ => values.push((var, Value::Number(more))),
        }
    }
}

impl Game {
    /// Prevents up to that much of the damage (615). What else the effect does can ask for the amount that it would have been
    /// and for the amount prevented (615.5).
    pub(super) fn prevent(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        most: u32,
        chosen: &mut Applicable,
        flow: &mut Flow,
    ) -> Beat<Fate> {
        let Event::Damage { source, to, amount, combat } = *event else { return Ok(Fate::Goes) };
        // modern 615.12: such effects still apply, but prevent nothing; a shield is not used up.
        if !self.is_preventable(event) {
            chosen.count_prevented(0);
            return Ok(Fate::Goes);
        }
        let prevented = match chosen.shield() {
            Some(left) => self.share_of_shield(run, event, left.min(most), chosen, flow)?,
            None => amount.min(most),
        };
        chosen.count_prevented(prevented);
        if prevented == 0 {
            return Ok(Fate::Goes);
        }
        let hit = Hit { source, to, amount: prevented, combat };
        match flow.prevented.iter_mut().find(|(key, _)| *key == chosen.key) {
            Some((_, Event::Prevented { hits, .. })) => hits.push(hit),
            _ => {
                let hits = SmallVec::from_iter([hit]);
                flow.prevented.push((chosen.key, Event::Prevented { effect: chosen.resolving.source, hits }));
            }
        }
        set_damage(event, amount - prevented);
        Ok(if amount == prevented { Fate::Gone } else { Fate::Goes })
    }

    fn is_preventable(&self, event: &Event) -> bool {
        !self.prohibitions().any(|active| match active.rule {
            Prohibition::PreventDamage(pattern) => self.eval(active.scope).matches_event(pattern, event),
            _ => false,
        })
    }

    /// How much of this damage a shield takes, which it then no longer has (615.7). Where it cannot take all that is dealt at
    /// the same time, the affected player divides it.
    fn share_of_shield(
        &mut self,
        run: &mut Run<'_>,
        event: &Event,
        left: u32,
        chosen: &mut Applicable,
        flow: &Flow,
    ) -> Beat<u32> {
        let amount = event.amount();
        let eval = chosen.resolving.eval(self);
        let wanted_later = flow
            .later
            .iter()
            .filter(|other| {
                matches!(other, Event::Damage { .. })
                    && eval.matches_event(&chosen.replacement.pattern, other)
                    && self.is_preventable(other)
            })
            .fold(0, |sum: u32, other| sum.saturating_add(other.amount()));
        let least = left.saturating_sub(wanted_later).min(amount);
        let most = left.min(amount);
        let share = if least < most {
            let chooser = self.affected_player(event);
            self.choose_number(run, chooser, event.source(), Purpose::Prevention, least as i32, most as i32)? as u32
        } else {
            most
        };
        if share > 0 {
            self.use_up(chosen.key, share);
            chosen.left = Some(left - share);
        }
        Ok(share)
    }

    /// Has the damage, or what a shield covers of it, dealt to another recipient (614.9).
    pub(super) fn redirect(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        recipients: &Recipients,
        chosen: &mut Applicable,
        flow: &mut Flow,
    ) -> Beat<()> {
        let target = chosen.resolving.eval(self).recipients(recipients).first().copied();
        // Redirected only to what can be dealt damage; else the effect does nothing.
        let Some(target) = target.filter(|target| self.is_damageable(*target)) else { return Ok(()) };
        let Event::Damage { source, amount, combat, .. } = *event else { return Ok(()) };
        let share = match chosen.shield() {
            Some(left) => self.share_of_shield(run, event, left, chosen, flow)?,
            None => amount,
        };
        if share < amount {
            let redirected = Event::Damage { source, to: target, amount: share, combat };
            set_damage(event, amount - share);
            // modern 614.5: what has applied to all of it does not apply to the part again.
            let applied = chosen.resolving.applied.clone();
            return self.settle_event(run, redirected, applied, flow);
        }
        if let Event::Damage { to, .. } = event {
            *to = target;
        }
        Ok(())
    }

    /// Counts down the uses or the damage left of a lasting effect.
    pub(super) fn use_up(&mut self, key: ReplacementKey, amount: u32) {
        let ReplacementKey::Lasting(timestamp) = key else { return };
        for lasting in &mut self.lasting {
            if lasting.timestamp == timestamp
                && let crate::continuous::Lasting::Replacement { left: Some(left), .. } = &mut lasting.what
            {
                *left = left.saturating_sub(amount);
            }
        }
        self.lasting.retain(|lasting| {
            lasting.timestamp != timestamp
                || !matches!(&lasting.what, crate::continuous::Lasting::Replacement { left: Some(0), .. })
        });
        self.touch();
    }

    /// A shield for each target of an instance that divides, as large as the target's share (615.7, 601.2d).
    pub(crate) fn shields_for_targets(
        &mut self,
        resolving: &mut Resolving,
        to: crate::ids::TargetSlot,
        var: crate::ids::Var,
        replacement: &crate::ability::Replacement,
        duration: &crate::ability::Duration,
    ) -> crate::perform::Done {
        let place = usize::from(resolving.bindings.first_target) + usize::from(to.0);
        let mut done = crate::perform::Done { fully: true, ..crate::perform::Done::default() };
        let Some(choice) = resolving.bindings.targets.get(place).cloned() else { return done };
        for (index, &(target, share)) in choice.chosen.iter().enumerate() {
            if choice.illegal.contains(&(index as u8)) {
                done.fully = false;
                continue;
            }
            let value = match target {
                crate::object::Recipient::Object(object) => Value::Objects(SmallVec::from_iter([object])),
                crate::object::Recipient::Player(player) => Value::Players(SmallVec::from_iter([player])),
            };
            let uses = Uses::Damage(crate::ability::Amount::Fixed(i32::try_from(share).unwrap_or(i32::MAX)));
            let shield = crate::ability::Replacement { uses, ..replacement.clone() };
            let known = resolving.bindings.values.len();
            resolving.bindings.values.push((var, value));
            let one = self.lasting_replacement(resolving, &shield, duration);
            resolving.bindings.values.truncate(known);
            done.fully &= one.fully;
        }
        done
    }
}

fn set_damage(event: &mut Event, now: u32) {
    if let Event::Damage { amount, .. } = event {
        *amount = now;
    }
}
