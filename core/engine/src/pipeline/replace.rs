//! What replacement and prevention effects do to an event (modern 614, 615).

use super::settle::Applicable;
use super::{Afterwards, Applied, Flow, bound};
use crate::ability::{CopySource, EventChange, Instead, Prohibition};
use crate::event::{Enters, Event};
use crate::game::Game;
use crate::ids::Var;
use crate::layers::ReplacementKey;
use crate::object::Bindings;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Applies one replacement effect to the event. Says whether the event is still to happen.
    pub(super) fn apply_replacement(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        mut chosen: Applicable,
        applied: &Applied,
        flow: &mut Flow,
    ) -> Beat<bool> {
        chosen.resolving.applied = applied.clone();
        if let Some(players) = &chosen.replacement.optional {
            let decider = chosen.resolving.eval(self).players(players).first().copied().unwrap_or(chosen.resolving.controller);
            if !self.yes_no(run, decider, Some(chosen.resolving.source), Purpose::May)? {
                return Ok(true);
            }
        }
        let limited_damage = matches!(chosen.replacement.uses, crate::ability::Uses::Damage(_));
        if chosen.left.is_some() && !limited_damage {
            self.use_up(chosen.key, 1);
        }
        let var = chosen.replacement.event;
        match &chosen.replacement.instead {
            Instead::Nothing => {
                if matches!(event, Event::Damage { .. }) {
                    return self.prevent(run, event, u32::MAX, &mut chosen, flow);
                }
                Ok(false)
            }
            Instead::Do(effect) => {
                flow.afterwards.push(Afterwards { resolving: chosen.resolving, effect: (**effect).clone() });
                Ok(false)
            }
            Instead::Change(changes) => {
                for change in changes.clone() {
                    rebind(&mut chosen.resolving.bindings, var, event);
                    if !self.apply_change(run, event, &change, &mut chosen, flow)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn apply_change(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        change: &EventChange,
        chosen: &mut Applicable,
        flow: &mut Flow,
    ) -> Beat<bool> {
        match change {
            EventChange::Amount(amount) => {
                let now = chosen.resolving.eval(self).amount(amount).max(0) as u32;
                set_amount(event, now);
                Ok(event.amount() > 0)
            }
            EventChange::Prevent(amount) => {
                let most = match chosen.left {
                    Some(left) if matches!(chosen.replacement.uses, crate::ability::Uses::Damage(_)) => left,
                    _ => chosen.resolving.eval(self).amount(amount).max(0) as u32,
                };
                self.prevent(run, event, most, chosen, flow)
            }
            EventChange::PreventAll => {
                // modern 615.7: a shield of so much damage prevents no more than is left of it.
                let shield = chosen.left.filter(|_| matches!(chosen.replacement.uses, crate::ability::Uses::Damage(_)));
                self.prevent(run, event, shield.unwrap_or(u32::MAX), chosen, flow)
            }
            EventChange::To(zone) => {
                if let Event::Move(movement) = event {
                    movement.to = *zone;
                    if *zone != ZoneKind::Battlefield {
                        movement.enters = None;
                    }
                }
                Ok(true)
            }
            EventChange::Remember(key) => {
                if let Some(object) = event.object() {
                    flow.remembered.push((chosen.resolving.source, chosen.resolving.origin, *key, object));
                }
                Ok(true)
            }
            EventChange::Tapped => {
                self.enters_of(event, |enters| enters.tapped = true);
                Ok(true)
            }
            EventChange::Counters(kind, amount) => {
                let amount = chosen.resolving.eval(self).amount(amount).max(0) as u32;
                let kind = *kind;
                self.enters_of(event, |enters| add_counters(&mut enters.counters, kind, amount));
                Ok(true)
            }
            EventChange::UnderControl(players) => {
                if let Some(player) = chosen.resolving.eval(self).players(players).first().copied() {
                    self.enters_of(event, |enters| enters.controller = player);
                }
                Ok(true)
            }
            EventChange::AsCopy(copy) => {
                // modern 614.12a: the choices are made before the permanent enters, by who will control it.
                let mut resolving = chosen.resolving.clone();
                resolving.controller = self.affected_player(event);
                let original = match &copy.original {
                    CopySource::Object(objects) => resolving.eval(self).objects(objects).first().copied(),
                    CopySource::Choose(filter) => {
                        let mut options = resolving.eval(self).all(filter);
                        options.retain(|id| Some(*id) != event.object());
                        self.choose_among(run, resolving.controller, event.object(), Purpose::Copy, &options, 0, 1)?
                            .first()
                            .copied()
                    }
                };
                if let Some(original) = original {
                    let def = self.copy_definition(original, &copy.except, resolving.scope());
                    self.enters_of(event, |enters| enters.copy = Some(def));
                }
                Ok(true)
            }
            EventChange::Redirect(recipients) => {
                let target = chosen.resolving.eval(self).recipients(recipients).first().copied();
                if let (Event::Damage { to, .. }, Some(target)) = (&mut *event, target) {
                    // modern 614.9: redirected only to what can be dealt damage.
                    if self.is_damageable(target) {
                        *to = target;
                    }
                }
                Ok(true)
            }
            EventChange::First(effect) => {
                let mut resolving = chosen.resolving.clone();
                self.perform(run, &mut resolving, effect)?;
                Ok(true)
            }
            EventChange::Also(effect) => {
                let resolving = chosen.resolving.clone();
                flow.afterwards.push(Afterwards { resolving, effect: effect.clone().as_ref().clone() });
                Ok(true)
            }
        }
    }

    /// Prevents up to that much of the damage (615). What follows in the same effect sees the prevented amount (615.5).
    fn prevent(
        &mut self,
        _run: &mut Run<'_>,
        event: &mut Event,
        most: u32,
        chosen: &mut Applicable,
        flow: &mut Flow,
    ) -> Beat<bool> {
        let _ = flow;
        let Event::Damage { amount, .. } = *event else { return Ok(true) };
        let unpreventable = self.prohibitions().any(|active| match active.rule {
            Prohibition::PreventDamage(pattern) => self.eval(active.scope).matches_event(pattern, event),
            _ => false,
        });
        // modern 615.12: such effects still apply, but prevent nothing; a shield is not used up.
        let prevented = if unpreventable { 0 } else { amount.min(most) };
        if prevented > 0 && matches!(chosen.replacement.uses, crate::ability::Uses::Damage(_)) {
            self.use_up(chosen.key, prevented);
        }
        let mut record = event.clone();
        set_amount(&mut record, prevented);
        rebind(&mut chosen.resolving.bindings, chosen.replacement.event, &record);
        set_amount(event, amount - prevented);
        if amount == prevented {
            // The rest of the same effect still happens.
            if let Instead::Change(changes) = &chosen.replacement.instead {
                for change in changes {
                    if let EventChange::Also(effect) = change {
                        flow.afterwards.push(Afterwards { resolving: chosen.resolving.clone(), effect: (**effect).clone() });
                    }
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    fn use_up(&mut self, key: ReplacementKey, amount: u32) {
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

    fn enters_of(&self, event: &mut Event, change: impl FnOnce(&mut Enters)) {
        match event {
            Event::Move(movement) if movement.to == ZoneKind::Battlefield => {
                let controller = movement.controller;
                change(movement.enters.get_or_insert_with(|| Box::new(Enters::under(controller))));
            }
            Event::CreateTokens { how, .. } => change(how),
            _ => {}
        }
    }
}

fn rebind(bindings: &mut Bindings, var: Var, event: &Event) {
    match bindings.values.iter_mut().rev().find(|(name, _)| *name == var) {
        Some((_, value)) => *value = bound(event),
        None => bindings.values.push((var, bound(event))),
    }
}

pub(super) fn add_counters(counters: &mut SmallVec<[(Symbol, u32); 1]>, kind: Symbol, amount: u32) {
    if amount == 0 {
        return;
    }
    match counters.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, count)) => *count += amount,
        None => counters.push((kind, amount)),
    }
}

fn set_amount(event: &mut Event, now: u32) {
    match event {
        Event::Damage { amount, .. }
        | Event::GainLife { amount, .. }
        | Event::LoseLife { amount, .. }
        | Event::PutCounters { amount, .. }
        | Event::RemoveCounters { amount, .. }
        | Event::CreateTokens { amount, .. } => *amount = now,
        Event::AddMana { mana, .. } => {
            if let Some(first) = mana.first().cloned() {
                mana.resize(now as usize, first);
            }
        }
        _ => {}
    }
}
