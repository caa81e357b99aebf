//! Changing targets and choosing new ones (modern 115.7, 707.10c).

use super::stack::{scope_of, targets_of};
use super::{Done, Resolving};
use crate::ability::{Mode, Objects, Players, Recipients, Retarget, TargetSpec};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Recipient, StackEntry};
use crate::question::Purpose;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// How many sets of targets are tried to find out whether a choice leaves a legal one: more than any spell has.
const TRIALS: u32 = 20_000;

/// One target of an entry.
struct Place<'m> {
    /// The instance of "target", over all modes.
    instance: usize,
    /// Which of its targets.
    index: usize,
    /// What the instance says.
    spec: &'m TargetSpec,
    /// The instance with which its mode begins.
    first: usize,
    /// The target so far.
    before: Recipient,
    /// Whether that was still legal.
    was_legal: bool,
}

/// What the targets are changed to, and how.
struct Wanted<'a> {
    how: Retarget,
    /// Only to these.
    only: Option<&'a [Recipient]>,
}

impl Game {
    pub(super) fn change_targets(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        objects: &Objects,
        players: &Players,
        how: Retarget,
        to: Option<&Recipients>,
    ) -> Beat<Done> {
        let Some(&player) = self.actors(resolving, players).first() else { return Ok(Done::failed()) };
        let only: Option<SmallVec<[Recipient; 4]>> = to.map(|to| resolving.eval(self).recipients_now(to));
        let wanted = Wanted { how, only: only.as_deref() };
        let mut done = Done::nothing();
        for object in self.acted_on(resolving, objects) {
            let before = self.entry(object).map(targets_of).unwrap_or_default();
            if before.is_empty() || !self.retarget(run, object, player, &wanted)? {
                done.fully = false;
                continue;
            }
            self.announce_targets(run, resolving, object, &before)?;
            done.objects.push(object);
            done.amount += 1;
        }
        Ok(done)
    }

    /// New targets for a copy, as far as its controller wants them (707.10c).
    pub(super) fn choose_new_targets(&mut self, run: &mut Run<'_>, object: ObjectId, player: PlayerId) -> Beat<()> {
        self.retarget(run, object, player, &Wanted { how: Retarget::ChooseNew, only: None })?;
        Ok(())
    }

    /// Asks for the targets of an entry anew: the same number for each instance of "target". Only the final set has to be
    /// legal (115.7e). Says whether it could be done.
    fn retarget(&mut self, run: &mut Run<'_>, object: ObjectId, player: PlayerId, wanted: &Wanted<'_>) -> Beat<bool> {
        let Some(entry) = self.entry(object) else { return Ok(false) };
        let mut entry = entry.clone();
        let modes = self.entry_modes(&entry);
        let places = self.places(&entry, &modes);
        // modern 115.7b: only one of them.
        let mut open: SmallVec<[usize; 4]> = (0..places.len()).collect();
        if wanted.how == Retarget::One {
            open.retain(|place| self.completes(&mut entry.clone(), &places, &[*place], wanted, &mut 0));
            if open.len() > 1 {
                let options = open.iter().map(|place| super::zones::option_of(places[*place].before)).collect();
                let chosen = self.choose_one(run, player, Some(object), Purpose::NewTargets, options)?;
                open = chosen.map(|chosen| open[chosen]).into_iter().collect();
            }
        }
        if open.is_empty() || !self.completes(&mut entry.clone(), &places, &open, wanted, &mut 0) {
            // modern 115.7a: then none of them is changed.
            return Ok(false);
        }
        for (at, &place) in open.iter().enumerate() {
            let here = &places[place];
            let mut options = self.new_targets_for(&entry, here, wanted);
            options.retain(|option| {
                let mut trial = entry.clone();
                trial.bindings.targets[here.instance].chosen[here.index].0 = *option;
                self.completes(&mut trial, &places, &open[at + 1..], wanted, &mut 0)
            });
            let choices = options.iter().map(|to| super::zones::option_of(*to)).collect();
            let chosen = self.choose_one(run, player, Some(object), Purpose::NewTargets, choices)?;
            if let Some(new) = chosen.map(|chosen| options[chosen]) {
                entry.bindings.targets[here.instance].chosen[here.index].0 = new;
            }
        }
        for choice in &mut entry.bindings.targets {
            choice.illegal.clear();
        }
        if let Some(known) = self.stack.iter_mut().find(|known| known.object == object) {
            *known = entry;
        }
        self.touch_lightly();
        Ok(true)
    }

    /// Whether a copy of the entry under that player's control could have that as the target of every instance (707.10e).
    pub(super) fn could_target(&self, object: ObjectId, player: PlayerId, target: Recipient) -> bool {
        let Some(entry) = self.entry(object) else { return false };
        let mut entry = entry.clone();
        entry.controller = player;
        let modes = self.entry_modes(&entry);
        let places = self.places(&entry, &modes);
        !places.is_empty() && places.iter().all(|place| self.is_legal_in(&entry, place, target))
    }

    fn places<'m>(&self, entry: &StackEntry, modes: &'m [Mode]) -> Vec<Place<'m>> {
        let mut places = Vec::new();
        let mut first = 0;
        for mode in modes {
            for (offset, spec) in mode.targets.iter().enumerate() {
                let instance = first + offset;
                let chosen = entry.bindings.targets.get(instance).map_or(&[][..], |choice| choice.chosen.as_slice());
                for (index, (before, _)) in chosen.iter().enumerate() {
                    let mut place = Place { instance, index, spec, first, before: *before, was_legal: false };
                    place.was_legal = self.is_legal_in(entry, &place, *before);
                    places.push(place);
                }
            }
            first += mode.targets.len();
        }
        places
    }

    /// Whether that is a legal target there, besides all others that the entry has.
    fn is_legal_in(&self, entry: &StackEntry, place: &Place<'_>, target: Recipient) -> bool {
        let mut bindings = entry.bindings.clone();
        bindings.first_target = place.first as u16;
        let scope = crate::eval::Scope { bindings: &bindings, ..scope_of(entry) };
        // modern 115.5
        target != Recipient::Object(entry.object) && self.is_legal_target(place.spec, scope, target)
    }

    /// What could be put in the place, the target so far first if it may stay.
    fn new_targets_for(&self, entry: &StackEntry, place: &Place<'_>, wanted: &Wanted<'_>) -> SmallVec<[Recipient; 8]> {
        let mut bindings = entry.bindings.clone();
        bindings.first_target = place.first as u16;
        let scope = crate::eval::Scope { bindings: &bindings, ..scope_of(entry) };
        let mut legal = self.legal_targets(place.spec, scope, &[]);
        // modern 115.5
        legal.retain(|target| *target != Recipient::Object(entry.object));
        // modern 115.7d: it may be left as it is even if it is illegal.
        let stays = wanted.how == Retarget::ChooseNew;
        let mut found: SmallVec<[Recipient; 8]> = stays.then_some(place.before).into_iter().collect();
        found.extend(legal.into_iter().filter(|to| *to != place.before && wanted.only.is_none_or(|only| only.contains(to))));
        found
    }

    /// Whether what is still open can be filled so that the final set is legal (115.7e).
    fn completes(
        &self,
        entry: &mut StackEntry,
        places: &[Place<'_>],
        open: &[usize],
        wanted: &Wanted<'_>,
        trials: &mut u32,
    ) -> bool {
        *trials += 1;
        if *trials > TRIALS {
            return true;
        }
        let Some((&next, rest)) = open.split_first() else { return self.is_legal_set(entry, places) };
        let here = &places[next];
        let before = entry.bindings.targets[here.instance].chosen[here.index].0;
        for option in self.new_targets_for(entry, here, wanted) {
            entry.bindings.targets[here.instance].chosen[here.index].0 = option;
            if self.completes(entry, places, rest, wanted, trials) {
                return true;
            }
        }
        entry.bindings.targets[here.instance].chosen[here.index].0 = before;
        false
    }

    /// Whether all targets that were changed are legal, and no other has become illegal by it.
    fn is_legal_set(&self, entry: &StackEntry, places: &[Place<'_>]) -> bool {
        let now = |place: &Place<'_>| entry.bindings.targets[place.instance].chosen[place.index].0;
        places.iter().all(|place| {
            let target = now(place);
            let changed = target != place.before;
            if !changed && !place.was_legal {
                return true;
            }
            // modern 601.2c: not the same thing twice for one instance of "target", nor what must be another.
            let clashes = |other: &Place<'_>| {
                let same = other.instance == place.instance && other.index != place.index;
                let another = place.spec.other_than.iter().any(|slot| place.first + usize::from(slot.0) == other.instance);
                (same || another) && now(other) == target
            };
            let one_controller = !place.spec.same_controller
                || places.iter().filter(|other| other.instance == place.instance).all(|other| {
                    let holder = |target: Recipient| target.object().map(|id| self.controller(id));
                    holder(now(other)) == holder(target)
                });
            self.is_legal_in(entry, place, target) && one_controller && !places.iter().any(clashes)
        })
    }

    /// Things that have become targets of the entry and were not before (115.10).
    pub(super) fn announce_targets(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        by: ObjectId,
        before: &[Recipient],
    ) -> Beat<()> {
        let targets = self.entry(by).map(targets_of).unwrap_or_default();
        let new = targets.into_iter().filter(|target| !before.contains(target));
        let batch: crate::pipeline::Batch = new.map(|target| Event::Targeted { target, by }).collect();
        if !batch.is_empty() {
            self.happen(run, Some(resolving), batch)?;
        }
        Ok(())
    }
}
