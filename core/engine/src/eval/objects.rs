//! Particular objects.

use super::{Eval, LocalValue, ObjectList};
use crate::ability::{Objects, Recipients};
use crate::event::{Event, Move};
use crate::ids::{ObjectId, TargetSlot};
use crate::object::{EntryKind, Memory, Recipient, TargetChoice, Value};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl<'a> Eval<'a> {
    /// The objects, each once, by the ids under which the ability knows them.
    pub fn objects(&self, objects: &Objects) -> ObjectList {
        let mut found = ObjectList::new();
        self.find(objects, &mut found);
        found
    }
    /// The objects that an ability can act on: followed to where they are now (modern 400.7), without those that are gone.
    pub fn objects_now(&self, objects: &Objects) -> ObjectList {
        let mut found = ObjectList::new();
        for id in self.objects(objects) {
            if let Some(now) = self.current(id) {
                push(&mut found, now);
                if now != id {
                    self.parts_now(id, now, &mut found);
                }
            }
        }
        found
    }
    /// Who finds what a merged permanent has become finds all that it has become (modern 608.3d).
    fn parts_now(&self, id: ObjectId, now: ObjectId, found: &mut ObjectList) {
        let zone = self.game.object(now).map(|object| object.zone);
        let more = self.game.last_known(id).and_then(|last| last.object.more.as_ref());
        for part in more.iter().flat_map(|more| &more.merged).filter_map(|part| part.object) {
            let went = part.next();
            if self.game.object(went).map(|object| object.zone) == zone {
                push(found, went);
            }
        }
    }
    /// Objects and players.
    pub fn recipients(&self, recipients: &Recipients) -> SmallVec<[Recipient; 4]> {
        let mut found: SmallVec<[Recipient; 4]> = self.objects(&recipients.objects).into_iter().map(Recipient::Object).collect();
        if let Some(players) = &recipients.players {
            found.extend(self.players(players).into_iter().map(Recipient::Player));
        }
        found
    }

    /// The same with objects followed to where they are now, without those that are gone.
    pub fn recipients_now(&self, recipients: &Recipients) -> SmallVec<[Recipient; 4]> {
        let mut found: SmallVec<[Recipient; 4]> =
            self.objects_now(&recipients.objects).into_iter().map(Recipient::Object).collect();
        if let Some(players) = &recipients.players {
            found.extend(self.players(players).into_iter().map(Recipient::Player));
        }
        found
    }

    /// Whether the object is one of these, without making a list where that can be told at once.
    pub(super) fn is_one_of(&self, objects: &Objects, id: ObjectId) -> bool {
        match objects {
            Objects::None => false,
            Objects::This => id == self.scope.source,
            Objects::Target(slot) => self.targets(*slot).any(|target| target == Recipient::Object(id)),
            Objects::All(filter) => self.is_among_all(filter, id),
            Objects::Union(all) => all.iter().any(|objects| self.is_one_of(objects, id)),
            Objects::Among(objects, filter) => self.is_one_of(objects, id) && self.matches(filter, self.traced(id)),
            Objects::Host(objects) if **objects == Objects::This => {
                self.see(self.scope.source).is_some_and(|seen| seen.host() == Some(id))
            }
            _ => {
                let found = self.objects(objects);
                // modern 400.7j: what this ability moved itself is found as what it has become.
                let followed = |old: &ObjectId| self.game.object(*old).is_none() && self.current(*old) == Some(id);
                found.contains(&id) || !self.scope.bindings.moved.is_empty() && found.iter().any(followed)
            }
        }
    }

    /// What was chosen for an instance of "target", without what has become illegal (modern 608.2b).
    pub(super) fn targets(&self, slot: TargetSlot) -> impl Iterator<Item = Recipient> + use<'a> {
        let bindings = self.scope.bindings;
        let choice: Option<&'a TargetChoice> = bindings.targets.get(usize::from(bindings.first_target) + usize::from(slot.0));
        choice.into_iter().flat_map(|choice| {
            let chosen = choice.chosen.iter().enumerate();
            chosen
                .filter(|(index, _)| !choice.illegal.iter().any(|illegal| usize::from(*illegal) == *index))
                .map(|(_, (target, _))| *target)
        })
    }

    fn find(&self, objects: &Objects, found: &mut ObjectList) {
        match objects {
            Objects::None => {}
            Objects::This => push(found, self.scope.source),
            Objects::Target(slot) => self.targets(*slot).filter_map(Recipient::object).for_each(|id| push(found, id)),
            Objects::Var(var) => {
                if let Some(LocalValue::Object(id)) = self.local(*var) {
                    push(found, id);
                } else if let Some(ids) = self.bound(*var).find_map(|value| match value {
                    Value::Objects(ids) => Some(ids),
                    _ => None,
                }) {
                    ids.iter().for_each(|&id| push(found, id));
                }
            }
            Objects::EventObject(var) => {
                self.events(*var).into_iter().filter_map(happened_to).for_each(|id| push(found, id));
            }
            Objects::EventSource(var) => {
                self.events(*var).into_iter().filter_map(Event::source).for_each(|id| push(found, id));
            }
            Objects::All(filter) => self.all(filter).into_iter().for_each(|id| push(found, id)),
            Objects::Host(of) => {
                for id in self.objects(of) {
                    if let Some(host) = self.see(id).and_then(|seen| seen.host()) {
                        push(found, host);
                    }
                }
            }
            Objects::Attachments(of) => {
                for id in self.objects(of) {
                    match self.game.last_known(id) {
                        Some(last) if self.game.object(id).is_none() => last.attachments.iter().for_each(|&id| push(found, id)),
                        _ => self.attachments(id).for_each(|id| push(found, id)),
                    }
                }
            }
            Objects::Linked(key) => {
                if let Some(Memory::Objects(ids)) = self.memory(*key) {
                    ids.iter().for_each(|&id| push(found, id));
                }
            }
            Objects::Paid(tag) => self.paid(*tag, found),
            Objects::PutBy(of) => {
                for id in self.objects(of) {
                    self.put_by(id).into_iter().for_each(|(maker, _)| push(found, maker));
                }
            }
            Objects::Most(of, var, amount, which) => {
                let all = self.objects(of);
                let numbers = || all.iter().map(|&id| self.with_object(*var, id, |eval| eval.amount(amount)));
                // modern 609.5: all that are tied.
                if let Some(most) = which.of(numbers()) {
                    all.iter().zip(numbers()).filter(|(_, number)| *number == most).for_each(|(&id, _)| push(found, id));
                }
            }
            Objects::TopOfLibrary(players, amount) => {
                let count = self.amount(amount).max(0) as usize;
                for player in self.players(players) {
                    self.game.top_cards(player, count).into_iter().for_each(|id| push(found, id));
                }
            }
            Objects::DamageSources => self.find_damage_sources(found),
            Objects::TopOfGraveyard(players) => {
                for player in self.players(players) {
                    self.game.player(player).graveyard.last().into_iter().for_each(|&id| push(found, id));
                }
            }
            Objects::SourceOf(of) => {
                for id in self.objects(of) {
                    match self.game.entry(id).map(|entry| &entry.kind) {
                        Some(EntryKind::Ability { source, .. }) => push(found, *source),
                        // A spell, or anything else, is its own source (113.7).
                        _ => push(found, id),
                    }
                }
            }
            Objects::Union(all) => all.iter().for_each(|objects| self.find(objects, found)),
            Objects::Among(of, filter) => {
                self.objects(of).into_iter().filter(|&id| self.matches(filter, self.traced(id))).for_each(|id| push(found, id));
            }
        }
    }

    // modern 609.7a
    fn find_damage_sources(&self, found: &mut ObjectList) {
        let game = self.game;
        game.permanents().for_each(|object| push(found, object.id));
        for entry in game.stack() {
            match &entry.kind {
                EntryKind::Spell => push(found, entry.object),
                EntryKind::Ability { source, .. } => push(found, *source),
            }
            let targets = entry.bindings.targets.iter().flat_map(|choice| &choice.chosen);
            targets.filter_map(|(target, _)| target.object()).for_each(|id| push(found, id));
        }
        let face_up = |id: &&ObjectId| game.object(**id).is_some_and(|object| !object.face_down);
        game.command().iter().filter(face_up).for_each(|&id| push(found, id));
    }
}

impl Eval<'_> {
    /// What was used to pay: for this spell or ability, or for the permanent that has this ability as it was cast (modern
    /// 607.2q).
    fn paid(&self, tag: crate::ability::CostTag, found: &mut ObjectList) {
        let here = self.scope.bindings.paid_with.iter().filter(|(known, _)| *known == tag);
        here.for_each(|(_, id)| push(found, *id));
        if !found.is_empty() {
            return;
        }
        let Some(cast) = self.source_cast() else { return };
        for (_, id, became) in cast.with.iter().filter(|(known, ..)| *known == tag) {
            // A card that is in exile for it is spoken of as it is there; a permanent as it last was (608.2h).
            let was_permanent = self.game.last_known(*id).is_some_and(|last| last.object.zone == ZoneKind::Battlefield);
            let exiled = became.filter(|now| self.game.object(*now).is_some_and(|object| object.zone == ZoneKind::Exile));
            push(found, if was_permanent { *id } else { exiled.unwrap_or(*id) });
        }
    }
}

fn push(found: &mut ObjectList, id: ObjectId) {
    if !found.contains(&id) {
        found.push(id);
    }
}

/// What "it" is in the event: of what enters the battlefield the permanent, whatever it was before (modern 603.6a); of what else
/// moves the object that it was (603.10a).
fn happened_to(event: &Event) -> Option<ObjectId> {
    match event {
        Event::Move(Move { to: ZoneKind::Battlefield, became: Some(permanent), .. }) => Some(*permanent),
        event => event.object(),
    }
}
