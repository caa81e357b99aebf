//! What happens to spells and abilities on the stack (modern 115.7, 608.2g, 701.6, 707.10).

use super::{Done, LIMIT, Plan, Resolving};
use crate::ability::{Amount, Cost, Objects, Origin, Players, TargetSpec};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{EntryKind, ObjectKind, Recipient, StackEntry};
use crate::question::Purpose;
use crate::run::{Beat, Run, Stop};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// Whether the controller of a copy may choose new targets for it (707.10c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NewTargets {
    /// They may.
    MayChoose,
    /// It has those of the original.
    Same,
}

impl Game {
    // modern 701.6a
    pub(super) fn plan_counter(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let mut objects = self.acted_on(resolving, objects);
        objects.retain(|object| self.entry(*object).is_some());
        plan.lacks(objects.is_empty());
        let by = resolving.source;
        plan.batch.extend(objects.into_iter().map(|object| Event::Counter { object, by }));
    }

    // modern 707.10: copies are put onto the stack, not cast or activated.
    pub(super) fn copy_stack(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        objects: &Objects,
        players: &Players,
        amount: &Amount,
        targets: NewTargets,
    ) -> Beat<Done> {
        let times = self.times_of(resolving, amount)?;
        let originals = self.acted_on(resolving, objects);
        let mut done = Done { fully: !originals.is_empty(), ..Done::default() };
        for player in self.actors(resolving, players) {
            for &original in &originals {
                for _ in 0..times {
                    match self.copy_entry(run, resolving, original, player, targets)? {
                        Some(copy) => {
                            done.objects.push(copy);
                            done.amount += 1;
                        }
                        None => done.fully = false,
                    }
                }
            }
        }
        Ok(done)
    }

    fn copy_entry(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        original: ObjectId,
        player: PlayerId,
        targets: NewTargets,
    ) -> Beat<Option<ObjectId>> {
        let (Some(entry), Some(object)) = (self.entry(original), self.object(original)) else { return Ok(None) };
        let mut entry = entry.clone();
        let kind = match entry.kind {
            EntryKind::Spell => ObjectKind::SpellCopy,
            EntryKind::Ability { .. } => ObjectKind::Ability,
        };
        let (def, face, face_down, cast) = (object.def, object.face, object.face_down, object.cast().cloned());
        let copy = self.create_object(kind, def, player, ZoneKind::Stack);
        if let Some(object) = self.object_mut(copy) {
            object.controller = player;
            object.face = face;
            object.face_down = face_down;
            // It was not cast, but the choices made in casting are copied: X, costs that were paid (707.10).
            if let Some(mut cast) = cast {
                cast.from = None;
                object.more_mut().cast = Some(cast);
            }
        }
        entry.object = copy;
        entry.controller = player;
        for choice in &mut entry.bindings.targets {
            choice.illegal.clear();
        }
        self.stack.retain(|known| known.object != copy);
        self.stack.push(entry);
        self.touch();
        if targets == NewTargets::MayChoose
            && self.targets_anything(copy)
            && self.yes_no(run, player, Some(copy), Purpose::NewTargets)?
        {
            self.retarget(run, copy, player)?;
        }
        self.announce_targets(run, resolving, copy, &[])?;
        Ok(Some(copy))
    }

    fn targets_anything(&self, object: ObjectId) -> bool {
        self.entry(object).is_some_and(|entry| entry.bindings.targets.iter().any(|choice| !choice.chosen.is_empty()))
    }

    /// Things that have become targets of the entry and were not before (115.10).
    fn announce_targets(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, by: ObjectId, before: &[Recipient]) -> Beat<()> {
        let targets = self.entry(by).map(targets_of).unwrap_or_default();
        let new = targets.into_iter().filter(|target| !before.contains(target));
        let batch: crate::pipeline::Batch = new.map(|target| Event::Targeted { target, by }).collect();
        if !batch.is_empty() {
            self.happen(run, Some(resolving), batch)?;
        }
        Ok(())
    }

    // modern 115.7d: each target may be changed or left as it is.
    pub(super) fn change_targets(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        objects: &Objects,
        players: &Players,
    ) -> Beat<Done> {
        let Some(&player) = self.actors(resolving, players).first() else { return Ok(Done::failed()) };
        let mut done = Done::nothing();
        for object in self.acted_on(resolving, objects) {
            if !self.targets_anything(object) {
                done.fully = false;
                continue;
            }
            let before = self.entry(object).map(targets_of).unwrap_or_default();
            self.retarget(run, object, player)?;
            self.announce_targets(run, resolving, object, &before)?;
            done.objects.push(object);
            done.amount += 1;
        }
        Ok(done)
    }

    /// Asks for the targets of an entry anew: the same number for each instance of "target", the present ones among the
    /// options even if they are illegal (115.7d, 707.10c).
    fn retarget(&mut self, run: &mut Run<'_>, object: ObjectId, player: PlayerId) -> Beat<()> {
        let Some(entry) = self.entry(object) else { return Ok(()) };
        let mut entry = entry.clone();
        let modes = self.entry_modes(&entry);
        let mut first = 0;
        for mode in &modes {
            entry.bindings.first_target = first as u16;
            for (instance, spec) in mode.targets.iter().enumerate() {
                self.retarget_instance(run, &mut entry, player, first + instance, spec)?;
            }
            first += mode.targets.len();
        }
        entry.bindings.first_target = 0;
        if let Some(known) = self.stack.iter_mut().find(|known| known.object == object) {
            *known = entry;
        }
        self.touch_lightly();
        Ok(())
    }

    fn retarget_instance(
        &self,
        run: &mut Run<'_>,
        entry: &mut StackEntry,
        player: PlayerId,
        instance: usize,
        spec: &TargetSpec,
    ) -> Beat<()> {
        let count = entry.bindings.targets.get(instance).map_or(0, |choice| choice.chosen.len());
        for place in 0..count {
            let targets = &entry.bindings.targets;
            let chosen = &targets[instance].chosen;
            let (present, _) = chosen[place];
            // modern 601.2c: not the same thing twice for one instance of "target", nor what must be another.
            let mut already: SmallVec<[Recipient; 4]> = SmallVec::new();
            already.extend(chosen.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, (to, _))| *to));
            for slot in &spec.other_than {
                let other = targets.get(usize::from(entry.bindings.first_target) + usize::from(slot.0));
                already.extend(other.into_iter().flat_map(|other| other.chosen.iter().map(|(to, _)| *to)));
            }
            let mut options: SmallVec<[Recipient; 8]> = SmallVec::from_slice(&[present]);
            let legal = self.legal_targets(spec, scope_of(entry), &already);
            options.extend(legal.into_iter().filter(|to| *to != present && !already.contains(to)));
            let choices = options.iter().map(|to| super::zones::option_of(*to)).collect();
            let answer = self.choose_one(run, player, Some(entry.object), Purpose::NewTargets, choices)?;
            if let Some(new) = answer.map(|answer| options[answer]).filter(|new| *new != present) {
                let choice = &mut entry.bindings.targets[instance];
                choice.chosen[place].0 = new;
                choice.illegal.retain(|illegal| usize::from(*illegal) != place);
            }
        }
        Ok(())
    }

    // modern 608.2g, 118.9: one after another, in the order that the player likes; none of several has to be cast.
    pub(super) fn cast_now(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        objects: &Objects,
        cost: Option<&Cost>,
    ) -> Beat<Done> {
        let Some(&player) = self.actors(resolving, players).first() else { return Ok(Done::failed()) };
        let mut cards = self.acted_on(resolving, objects);
        let mut done = Done { fully: !cards.is_empty(), ..Done::default() };
        if cards.len() == 1 {
            let card = cards[0];
            done.fully = self.cast_during_resolution(run, player, card, cost.cloned())?;
            if done.fully {
                done.objects.push(card);
                done.amount = 1;
            }
            return Ok(done);
        }
        for _ in 0..LIMIT {
            let chosen = self.choose_among(run, player, resolving.about(), Purpose::Objects, &cards, 0, 1)?;
            let Some(&card) = chosen.first() else { return Ok(done) };
            cards.retain(|other| *other != card);
            if self.cast_during_resolution(run, player, card, cost.cloned())? {
                done.objects.push(card);
                done.amount += 1;
            }
        }
        let part = self.loop_part(resolving.entry.unwrap_or(resolving.source));
        Err(Stop::Limit(format!("{part}: an effect casts more than {LIMIT} spells")))
    }
}

/// Everything that the entry targets.
fn targets_of(entry: &StackEntry) -> SmallVec<[Recipient; 4]> {
    let mut targets = SmallVec::new();
    for (target, _) in entry.bindings.targets.iter().flat_map(|choice| choice.chosen.iter()) {
        if !targets.contains(target) {
            targets.push(*target);
        }
    }
    targets
}

/// The entry's own scope.
fn scope_of(entry: &StackEntry) -> Scope<'_> {
    let (source, origin) = match &entry.kind {
        EntryKind::Spell => (entry.object, Origin::Printed),
        EntryKind::Ability { source, ability, .. } => (*source, ability.origin),
    };
    Scope { source, controller: entry.controller, origin, bindings: &entry.bindings }
}
