//! What happens to spells and abilities on the stack (modern 608.2g, 701.6, 707.10).

use super::{Done, LIMIT, Plan, Resolving};
use crate::ability::{Amount, CastAs, CopyException, Cost, Objects, Origin, Players, Recipients};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{EntryKind, ObjectKind, Recipient, StackEntry};
use crate::question::Purpose;
use crate::run::{Beat, Run, Stop};
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// What the copies of a spell or ability are like.
pub(super) struct Copying<'a> {
    /// What differs (707.9, 707.10f).
    pub(super) except: &'a [CopyException],
    /// Their targets.
    pub(super) targets: NewTargets,
    /// For each of these that it could target one, with that as its target (707.10e).
    pub(super) each: Option<&'a Recipients>,
}

/// Whether the controller of a copy may choose new targets for it (707.10c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NewTargets {
    /// They may.
    MayChoose,
    /// It has those of the original.
    Same,
    /// It has this one.
    This(Recipient),
}

/// What becomes of lands among the cards that are cast as something resolves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lands {
    /// They are played (305.2b).
    ArePlayed,
    /// They are no spells (300.2a).
    Stay,
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
        copying: &Copying<'_>,
    ) -> Beat<Done> {
        let times = self.times_of(resolving, amount)?;
        let originals = self.acted_on(resolving, objects);
        let mut done = Done { fully: !originals.is_empty(), ..Done::default() };
        for player in self.actors(resolving, players) {
            for &original in &originals {
                let targets: SmallVec<[NewTargets; 4]> = match copying.each {
                    None => SmallVec::from_slice(&[copying.targets]),
                    Some(each) => {
                        let mut each = resolving.eval(self).recipients_now(each);
                        each.retain(|to| self.could_target(original, player, *to));
                        each.into_iter().map(NewTargets::This).collect()
                    }
                };
                for targets in targets.into_iter().flat_map(|targets| std::iter::repeat_n(targets, times as usize)) {
                    match self.copy_entry(run, resolving, original, player, copying.except, targets)? {
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
        except: &[CopyException],
        targets: NewTargets,
    ) -> Beat<Option<ObjectId>> {
        let (Some(entry), Some(object)) = (self.entry(original), self.object(original)) else { return Ok(None) };
        let mut entry = entry.clone();
        let kind = match entry.kind {
            EntryKind::Spell => ObjectKind::SpellCopy,
            EntryKind::Ability { .. } => ObjectKind::Ability,
        };
        let (mut def, mut face, face_down, cast) = (object.def, object.face, object.face_down, object.cast().cloned());
        if kind == ObjectKind::SpellCopy && !except.is_empty() {
            // modern 707.2, 707.9: what the original shows, with what is said to differ, is what the copy is.
            def = self.copy_definition(original, except, resolving.scope());
            face = 0;
        }
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
            if let NewTargets::This(target) = targets {
                choice.chosen.iter_mut().for_each(|(chosen, _)| *chosen = target);
            }
        }
        self.stack.retain(|known| known.object != copy);
        self.stack.push(entry);
        self.touch();
        if targets == NewTargets::MayChoose
            && self.targets_anything(copy)
            && self.yes_no(run, player, Some(copy), Purpose::NewTargets)?
        {
            self.choose_new_targets(run, copy, player)?;
        }
        self.announce_targets(run, resolving, copy, &[])?;
        Ok(Some(copy))
    }

    fn targets_anything(&self, object: ObjectId) -> bool {
        self.entry(object).is_some_and(|entry| entry.bindings.targets.iter().any(|choice| !choice.chosen.is_empty()))
    }

    // modern 608.2g, 118.9: one after another, in the order that the player likes; none of several has to be cast.
    pub(super) fn cast_now(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        objects: &Objects,
        (cost, manner, lands): (Option<&Cost>, CastAs, Lands),
    ) -> Beat<Done> {
        let Some(&player) = self.actors(resolving, players).first() else { return Ok(Done::failed()) };
        let mut cards = self.acted_on(resolving, objects);
        let mut done = Done { fully: !cards.is_empty(), ..Done::default() };
        if cards.len() == 1 {
            let card = cards[0];
            done.fully = self.play_during_resolution(run, player, card, (cost, manner, lands))?;
            if done.fully {
                done.objects.push(card);
                done.amount = 1;
            }
            return Ok(done);
        }
        for _ in 0..LIMIT {
            cards.retain(|card| {
                let playable = || lands == Lands::ArePlayed && self.can_play_land_now(player, *card);
                manner != CastAs::ItIs || !self.is_land_card(*card) || playable()
            });
            let chosen = self.choose_among(run, player, resolving.about(), Purpose::Objects, &cards, 0, 1)?;
            let Some(&card) = chosen.first() else { return Ok(done) };
            cards.retain(|other| *other != card);
            if self.play_during_resolution(run, player, card, (cost, manner, lands))? {
                done.objects.push(card);
                done.amount += 1;
            }
        }
        let part = self.loop_part(resolving.entry.unwrap_or(resolving.source));
        Err(Stop::Limit(format!("{part}: an effect casts more than {LIMIT} spells")))
    }

    fn is_land_card(&self, card: ObjectId) -> bool {
        self.object(card).is_some_and(|object| self.considered(object).types.is(CardType::Land))
    }

    /// Casts or plays one card while something resolves. Says whether that could be done.
    fn play_during_resolution(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        card: ObjectId,
        (cost, manner, lands): (Option<&Cost>, CastAs, Lands),
    ) -> Beat<bool> {
        if !self.is_land_card(card) || manner != CastAs::ItIs {
            return self.cast_during_resolution(run, player, card, cost.cloned(), manner);
        }
        // modern 305.2b: what cannot be played is passed over.
        if lands == Lands::Stay || !self.can_play_land_now(player, card) {
            return Ok(false);
        }
        self.play_land(run, player, card)?;
        Ok(true)
    }
}

/// Everything that the entry targets.
pub(super) fn targets_of(entry: &StackEntry) -> SmallVec<[Recipient; 4]> {
    let mut targets = SmallVec::new();
    for (target, _) in entry.bindings.targets.iter().flat_map(|choice| choice.chosen.iter()) {
        if !targets.contains(target) {
            targets.push(*target);
        }
    }
    targets
}

/// The entry's own scope.
pub(super) fn scope_of(entry: &StackEntry) -> Scope<'_> {
    let (source, origin) = match &entry.kind {
        EntryKind::Spell => (entry.object, Origin::Printed),
        EntryKind::Ability { source, ability, .. } => (*source, ability.origin),
    };
    Scope { source, controller: entry.controller, origin, bindings: &entry.bindings }
}
