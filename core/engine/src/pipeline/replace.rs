//! What replacement and prevention effects do to an event (modern 614, 615).

use super::settle::Applicable;
use super::{Afterwards, Applied, Flow, Remembering};
use crate::ability::{Amount, CopySource, Destination, Effect, EventChange, Instead, LibraryPosition, Players};
use crate::event::{Enters, Event, Move, Place};
use crate::game::Game;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// Whether an event is still to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It is, perhaps changed.
    Goes,
    /// It has been replaced, or wholly prevented.
    Gone,
}

impl Game {
    /// Applies one replacement effect to the event.
    pub(super) fn apply_replacement(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        mut chosen: Applicable,
        applied: &Applied,
        flow: &mut Flow,
    ) -> Beat<Fate> {
        chosen.resolving.applied = applied.clone();
        if let Some(players) = &chosen.replacement.optional {
            let decider = chosen.resolving.eval(self).players(players).first().copied().unwrap_or(chosen.resolving.controller);
            if !self.yes_no(run, decider, Some(chosen.resolving.source), Purpose::May)? {
                return Ok(Fate::Goes);
            }
        }
        if chosen.left.is_some() && chosen.shield().is_none() {
            // modern 615.8: damage dealt at one time is one time.
            if !matches!(event, Event::Damage { .. }) {
                self.use_up(chosen.key, 1);
            } else if !flow.used.contains(&chosen.key) {
                flow.used.push(chosen.key);
            }
        }
        match std::mem::replace(&mut chosen.replacement.instead, Instead::Nothing) {
            Instead::Nothing if matches!(event, Event::Damage { .. }) => self.prevent(run, event, u32::MAX, &mut chosen, flow),
            Instead::Nothing => Ok(Fate::Gone),
            Instead::Do(effect) => {
                flow.afterwards.push(Afterwards { resolving: chosen.resolving, effect: *effect, of: None });
                Ok(Fate::Gone)
            }
            Instead::Change(changes) => {
                chosen.speak_of(event);
                chosen.prevents =
                    changes.iter().any(|change| matches!(change, EventChange::Prevent(_) | EventChange::PreventAll));
                let mut fate = Fate::Goes;
                // modern 615.5: the rest of the effect goes on though nothing may be left of the event.
                for change in &changes {
                    if self.apply_change(run, event, change, &mut chosen, flow)? == Fate::Gone {
                        fate = Fate::Gone;
                    }
                }
                Ok(fate)
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
    ) -> Beat<Fate> {
        match change {
            // What follows in the same effect speaks of what the damage would have been.
            EventChange::Prevent(amount) => {
                let most = self.amount_for(chosen, amount);
                return self.prevent(run, event, most, chosen, flow);
            }
            EventChange::PreventAll => return self.prevent(run, event, u32::MAX, chosen, flow),
            EventChange::Amount(amount) => {
                let now = self.amount_for(chosen, amount);
                set_amount(event, now);
                if event.amount() == 0 {
                    return Ok(Fate::Gone);
                }
            }
            EventChange::Mana(kind) => {
                if let Event::AddMana { mana, .. } = event {
                    mana.iter_mut().for_each(|mana| mana.mana = *kind);
                }
            }
            EventChange::Tokens(token) => {
                let made = self.token_definitions(run, &chosen.resolving, token)?.first().copied();
                if let (Event::CreateTokens { def, .. }, Some(made)) = (&mut *event, made) {
                    *def = made;
                }
            }
            EventChange::To(destination) => self.send_elsewhere(event, destination, chosen, flow),
            EventChange::Tapped => enters_of(event, |enters| enters.tapped = true),
            EventChange::Counters(kind, amount) => {
                let amount = self.amount_for(chosen, amount);
                enters_of(event, |enters| add_counters(&mut enters.counters, *kind, amount));
            }
            EventChange::PrintedCounters(word) => {
                let printed = match event {
                    Event::Move(movement) => self.number_on_arrival(movement, *word),
                    _ => 0,
                };
                enters_of(event, |enters| add_counters(&mut enters.counters, *word, printed));
            }
            EventChange::UnderControl(players) => {
                if let Some(player) = chosen.resolving.eval(self).players(players).first().copied() {
                    enters_of(event, |enters| enters.controller = player);
                    if let Event::Move(movement) = event {
                        movement.controller = player;
                    }
                }
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
                    flow.as_itself = Some(def).filter(|_| event.object() == Some(original));
                    enters_of(event, |enters| enters.copy = Some(def));
                }
            }
            EventChange::Transformed => {
                // modern 701.28: only a card with another face.
                let faces = match event {
                    Event::Move(movement) => {
                        self.object(movement.object).map_or(1, |object| self.defs.get(object.def).faces.len())
                    }
                    _ => 1,
                };
                if faces > 1 {
                    enters_of(event, |enters| enters.face = 1);
                }
            }
            EventChange::Redirect(recipients) => self.redirect(run, event, recipients, chosen, flow)?,
            EventChange::First(effect) => return self.do_first(run, event, effect, chosen, flow),
            EventChange::Also(effect) => {
                self.do_also(effect, chosen, event, flow);
                return Ok(Fate::Goes);
            }
        }
        chosen.speak_of(event);
        Ok(Fate::Goes)
    }

    /// The further part of an effect comes right after the event; that of a prevention effect once for all damage that is dealt
    /// at one time (615.5, 615.13).
    fn do_also(&self, effect: &Effect, chosen: &Applicable, event: &Event, flow: &mut Flow) {
        let of = matches!(event, Event::Damage { .. }).then_some(chosen.key).filter(|_| chosen.prevents);
        let known = flow.afterwards.iter_mut().find(|known| of.is_some() && known.of == of && known.effect == *effect);
        match known {
            Some(known) => chosen.join(&mut known.resolving),
            None => {
                let resolving = chosen.resolving.clone();
                flow.afterwards.push(Afterwards { resolving, effect: effect.clone(), of });
            }
        }
    }

    /// "As this enters, ...": does it, and changes the event as it says (614.1c, 614.13).
    fn do_first(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        effect: &Effect,
        chosen: &mut Applicable,
        flow: &mut Flow,
    ) -> Beat<Fate> {
        let mut resolving = chosen.resolving.clone();
        if let Event::Turned { object, face_down: false } = event {
            resolving.turning_up = Some(*object);
        }
        self.perform(run, &mut resolving, effect)?;
        let mut fate = Fate::Goes;
        for (changes, bindings) in std::mem::take(&mut resolving.changes) {
            let known = std::mem::replace(&mut chosen.resolving.bindings, bindings);
            for change in &changes {
                if self.apply_change(run, event, change, chosen, flow)? == Fate::Gone {
                    fate = Fate::Gone;
                }
            }
            chosen.resolving.bindings = known;
        }
        Ok(fate)
    }

    /// The number of that word printed on the face that something shows as it enters.
    fn number_on_arrival(&self, movement: &Move, word: Symbol) -> u32 {
        let Some(object) = self.object(movement.object) else { return 0 };
        let (copy, face) = movement.enters.as_deref().map_or((None, 0), |enters| (enters.copy, enters.face));
        let faces = &self.defs.get(copy.unwrap_or(object.def)).faces;
        let face = faces.get(usize::from(face)).unwrap_or(&faces[0]);
        face.base.numbers.get(word).and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
    }

    fn amount_for(&self, chosen: &Applicable, amount: &Amount) -> u32 {
        chosen.resolving.eval(self).amount(amount).max(0) as u32
    }

    /// The object goes to another place than it would have.
    fn send_elsewhere(&self, event: &mut Event, to: &Destination, chosen: &Applicable, flow: &mut Flow) {
        let Event::Move(movement) = event else { return };
        let object = movement.object;
        let owner = self.object(object).map_or(movement.controller, |object| object.owner);
        movement.to = to.zone;
        movement.face_down = to.face_down;
        movement.place = match &to.position {
            LibraryPosition::Top | LibraryPosition::Shuffled => Place::Top,
            LibraryPosition::Bottom | LibraryPosition::BottomRandom => Place::Bottom,
            LibraryPosition::FromTop(amount) => Place::FromTop(self.amount_for(chosen, amount)),
        };
        movement.enters = None;
        if to.zone == ZoneKind::Battlefield {
            let entering = &to.entering;
            let said = entering.under.as_ref().and_then(|who| chosen.resolving.eval(self).players(who).first().copied());
            let mut enters = Enters::under(said.unwrap_or(owner));
            enters.tapped = entering.tapped;
            enters.face_down = entering.face_down;
            enters.face = u8::from(entering.transformed);
            for (kind, amount) in &entering.counters {
                add_counters(&mut enters.counters, *kind, self.amount_for(chosen, amount));
            }
            movement.controller = enters.controller;
            movement.enters = Some(Box::new(enters));
        }
        if to.position == LibraryPosition::Shuffled {
            let mut resolving = chosen.resolving.clone();
            resolving.controller = owner;
            flow.afterwards.push(Afterwards { resolving, effect: Effect::Shuffle(Players::You), of: None });
        }
        if let Some(key) = to.remember {
            // modern 614.14: an ability linked to this one finds it.
            let (source, origin) = (chosen.resolving.source, chosen.resolving.origin);
            flow.remembering.push(Remembering { object, to: to.zone, source, origin, key });
        }
    }
}

/// Changes how something enters the battlefield, or the tokens that are created.
fn enters_of(event: &mut Event, change: impl FnOnce(&mut Enters)) {
    match event {
        Event::Move(movement) if movement.to == ZoneKind::Battlefield => {
            let controller = movement.controller;
            change(movement.enters.get_or_insert_with(|| Box::new(Enters::under(controller))));
        }
        Event::CreateTokens { how, .. } => change(how),
        _ => {}
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
        | Event::PayLife { amount, .. }
        | Event::Act { amount, .. }
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
