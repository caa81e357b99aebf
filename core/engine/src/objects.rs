//! Making, moving and ending objects: the raw changes behind zone events (modern 400.7, 111.7, 608.2h).

use crate::ability::MoveCause;
use crate::event::{Enters, Move, Place};
use crate::game::Game;
use crate::ids::{DefId, ObjectId, PlayerId};
use crate::object::{LastKnown, More, Object, ObjectKind, Recipient, TapState};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// A new object in a zone, without any event.
    pub(crate) fn create_object(&mut self, kind: ObjectKind, def: DefId, owner: PlayerId, zone: ZoneKind) -> ObjectId {
        let timestamp = self.tick();
        let fresh = |id| Object {
            id,
            kind,
            def,
            card: def,
            face: 0,
            owner,
            controller: owner,
            zone,
            tapped: TapState::Untapped,
            face_down: false,
            phased_out: false,
            summoning_sick: zone == ZoneKind::Battlefield,
            held_by: owner,
            damage: 0,
            fatally_damaged: false,
            attached_to: None,
            timestamp,
            entered_turn: 0,
            entered: (MoveCause::Effect, ZoneKind::Outside),
            counters: SmallVec::new(),
            more: None,
        };
        let id = match self.free.pop() {
            Some(slot) => {
                let id = ObjectId::new(slot, self.objects[slot as usize].id.generation() + 1);
                self.objects[slot as usize] = fresh(id);
                id
            }
            None => {
                let id = ObjectId::new(self.objects.len() as u32, 0);
                self.objects.push(fresh(id));
                id
            }
        };
        self.objects[id.slot()].entered_turn = self.turn.number;
        self.enter_zone(id, owner, zone, Place::Top);
        if zone != ZoneKind::Stack && zone != ZoneKind::Outside {
            self.touch();
        }
        id
    }

    /// The object ceases to exist (111.7, 707.10a, 608.2n for abilities). Its slot is used again.
    pub(crate) fn end_object(&mut self, id: ObjectId) {
        let Some(object) = self.object(id) else { return };
        let (owner, zone) = (object.owner, object.zone);
        self.leave_zone(id, owner, zone);
        let object = &mut self.objects[id.slot()];
        // Nothing finds it any more under the id that it had.
        object.id = ObjectId::new(id.slot() as u32, id.generation() + 1);
        object.zone = ZoneKind::Outside;
        object.more = None;
        object.counters.clear();
        object.attached_to = None;
        self.free.push(id.slot() as u32);
        if zone != ZoneKind::Stack {
            self.touch();
        }
    }

    fn owned_zone(&mut self, owner: PlayerId, zone: ZoneKind) -> Option<&mut Vec<ObjectId>> {
        let player = &mut self.players[owner.index()];
        match zone {
            ZoneKind::Library => Some(&mut player.library),
            ZoneKind::Hand => Some(&mut player.hand),
            ZoneKind::Graveyard => Some(&mut player.graveyard),
            ZoneKind::Battlefield => Some(&mut self.battlefield),
            ZoneKind::Exile => Some(&mut self.exile),
            ZoneKind::Command => Some(&mut self.command),
            ZoneKind::Stack | ZoneKind::Outside => None,
        }
    }

    pub(crate) fn leave_zone(&mut self, id: ObjectId, owner: PlayerId, zone: ZoneKind) {
        if zone == ZoneKind::Stack {
            self.stack.retain(|entry| entry.object != id);
        } else if let Some(list) = self.owned_zone(owner, zone) {
            // The top of a library and the newest cards are the likeliest to leave.
            if let Some(place) = list.iter().rposition(|other| *other == id) {
                list.remove(place);
            }
        }
    }

    fn enter_zone(&mut self, id: ObjectId, owner: PlayerId, zone: ZoneKind, place: Place) {
        let Some(list) = self.owned_zone(owner, zone) else { return };
        match (zone, place) {
            (ZoneKind::Library, Place::Bottom) => list.insert(0, id),
            (ZoneKind::Library, Place::FromTop(depth)) => {
                let at = list.len().saturating_sub(depth as usize);
                list.insert(at, id);
            }
            _ => list.push(id),
        }
    }

    /// Moves an object to another zone: it becomes a new object (400.7), and what it was stays known under the old id
    /// (608.2h). Returns the new id.
    pub(crate) fn relocate(&mut self, movement: &Move) -> Option<ObjectId> {
        let old = movement.object;
        let from = self.object(old)?.zone;
        // modern 400.3: it goes to the corresponding zone of its owner.
        let owner = self.objects[old.slot()].owner;
        if from != ZoneKind::Library && from != ZoneKind::Outside {
            self.remember_last(old, from);
        }
        self.leave_zone(old, owner, from);
        let parts = self.more_of_if_any(old).map(|more| std::mem::take(&mut more.merged)).unwrap_or_default();
        let id = ObjectId::new(old.slot() as u32, old.generation() + 1);
        let timestamp = self.tick();
        let turn = self.turn.number;
        let arriving = movement.to == ZoneKind::Battlefield;
        let object = &mut self.objects[old.slot()];
        object.id = id;
        object.zone = movement.to;
        object.timestamp = timestamp;
        object.entered_turn = turn;
        object.entered = (movement.cause, from);
        object.tapped = TapState::Untapped;
        object.phased_out = false;
        object.damage = 0;
        object.fatally_damaged = false;
        object.attached_to = None;
        object.counters.clear();
        object.face_down = movement.face_down;
        object.def = object.card;
        object.controller = owner;
        object.summoning_sick = arriving;
        if movement.to != ZoneKind::Stack && !arriving {
            object.face = 0;
        }
        // modern 400.7a-d: a permanent knows how the spell that became it was cast, and what was chosen as it entered.
        let keeps = arriving || movement.to == ZoneKind::Stack;
        if let (true, Some(more)) = (keeps, object.more.as_deref_mut()) {
            more.used.clear();
            more.resolved.clear();
            more.seen_by.clear();
            more.phased = None;
            more.counter_times.clear();
            more.put_by = None;
            more.turned_over = None;
            more.protector = None;
            if from != ZoneKind::Stack {
                more.cast = None;
            }
        } else {
            object.more = None;
        }
        if let (true, Some(enters)) = (arriving, movement.enters.as_deref()) {
            apply_enters(object, enters);
        } else if movement.to == ZoneKind::Stack {
            object.controller = movement.controller;
        }
        object.held_by = object.controller;
        // modern 613.7c: those it enters with are as old as it is there.
        if !object.counters.is_empty() {
            let kinds: SmallVec<[Symbol; 2]> = object.counters.iter().map(|(kind, _)| *kind).collect();
            for kind in kinds.into_iter().filter(|kind| self.defs.counter_gives(*kind).is_some()) {
                object.set_counter_time(kind, timestamp);
            }
        }
        let copied = matches!(object.kind, ObjectKind::Token | ObjectKind::SpellCopy);
        if arriving && copied {
            // modern 608.3f: a copy of a permanent spell becomes a token as it resolves.
            object.kind = ObjectKind::Token;
        } else if copied && movement.to != ZoneKind::Stack {
            self.ceasing.push(id);
        }
        if arriving && from == ZoneKind::Stack {
            // modern 400.7a: what changed the spell goes on changing the permanent.
            for lasting in &mut self.lasting {
                if let crate::continuous::Lasting::Objects { affected, .. } = &mut lasting.what {
                    affected.iter_mut().filter(|affected| **affected == old).for_each(|affected| *affected = id);
                }
            }
        }
        self.enter_zone(id, owner, movement.to, movement.place);
        if let Some((_, last)) = self.last_known.iter_mut().rev().find(|(known, _)| *known == old) {
            last.became = Some(id);
        }
        if !parts.is_empty() {
            self.part_ways(&parts, movement);
        }
        self.unsettle();
        self.touch();
        Some(id)
    }

    /// A spell leaves the stack to be part of a permanent (608.3d): it is in no zone, and known as what it has become.
    pub(crate) fn leave_for(&mut self, spell: ObjectId, into: ObjectId) -> Option<ObjectId> {
        let owner = self.object(spell)?.owner;
        self.remember_last(spell, ZoneKind::Stack);
        self.leave_zone(spell, owner, ZoneKind::Stack);
        let id = ObjectId::new(spell.slot() as u32, spell.generation() + 1);
        let object = &mut self.objects[spell.slot()];
        object.id = id;
        object.zone = ZoneKind::Outside;
        object.more = None;
        if let Some((_, last)) = self.last_known.iter_mut().rev().find(|(known, _)| *known == spell) {
            last.became = Some(into);
        }
        Some(id)
    }

    fn more_of_if_any(&mut self, id: ObjectId) -> Option<&mut More> {
        self.object_mut(id).and_then(|object| object.more.as_deref_mut())
    }

    /// Keeps what is known of an object that is about to leave a zone.
    fn remember_last(&mut self, id: ObjectId, zone: ZoneKind) {
        let object = &self.objects[id.slot()];
        let characteristics = self.characteristics_of(object);
        let printed = &self.face(object).base;
        let characteristics = (!std::ptr::eq(characteristics, printed)).then(|| Box::new(characteristics.clone()));
        let attachments = if zone == ZoneKind::Battlefield {
            self.battlefield
                .iter()
                .copied()
                .filter(|other| self.objects[other.slot()].attached_to == Some(Recipient::Object(id)))
                .collect()
        } else {
            SmallVec::new()
        };
        let combat = self.combat.as_ref();
        let last = LastKnown {
            object: object.clone(),
            characteristics,
            controller: self.controller_of(object),
            became: None,
            attachments,
            attacking: combat
                .and_then(|combat| combat.attackers.iter().find(|attacker| attacker.id == id))
                .map(|attacker| attacker.defender),
            defending: combat.and_then(|combat| combat.defending_player(id)),
            blocking: combat.is_some_and(|combat| combat.is_blocking(id)),
            turn: self.turn.number,
        };
        self.last_known.push((id, last));
    }

    /// Ends an object that people take out of the game by hand. What it was stays known: abilities of it may be on the stack
    /// (113.7a).
    pub(crate) fn forget_by_hand(&mut self, id: ObjectId) {
        if let Some(zone) = self.object(id).map(|object| object.zone)
            && zone != ZoneKind::Library
        {
            self.remember_last(id, zone);
        }
        self.ceasing.retain(|other| *other != id);
        self.end_object(id);
    }

    /// Forgets what nothing can ask about any more: what left before last turn, unless a lasting effect, a stack entry or
    /// a memory speaks of it.
    pub(crate) fn forget_old(&mut self) {
        let horizon = self.turn.number.saturating_sub(1);
        if self.last_known.first().is_none_or(|(_, last)| last.turn >= horizon) {
            return;
        }
        let mut kept: Vec<ObjectId> = Vec::new();
        for lasting in &self.lasting {
            kept.push(lasting.source);
            collect_ids(&lasting.bindings, &mut kept);
        }
        for entry in &self.stack {
            if let crate::object::EntryKind::Ability { source, .. } = &entry.kind {
                kept.push(*source);
            }
            collect_ids(&entry.bindings, &mut kept);
        }
        for object in &self.objects {
            let Some(more) = &object.more else { continue };
            for (_, _, memory) in &more.memory {
                if let crate::object::Memory::Objects(ids) = memory {
                    kept.extend(ids);
                }
            }
            kept.extend(more.put_by.map(|(source, _)| source));
            kept.extend(more.cast.iter().flat_map(|cast| &cast.with).map(|(_, id, _)| *id));
        }
        self.last_known.retain(|(id, last)| last.turn >= horizon || kept.contains(id));
    }

    /// Marks that something happened since state-based actions were last checked (704.3).
    pub(crate) fn unsettle(&mut self) {
        self.settled = false;
    }

    /// Where an object's definition says it goes by itself on the stack: its own memory, made if missing.
    pub(crate) fn more_of(&mut self, id: ObjectId) -> Option<&mut More> {
        self.object_mut(id).map(Object::more_mut)
    }
}

fn collect_ids(bindings: &crate::object::Bindings, into: &mut Vec<ObjectId>) {
    use crate::object::Value;
    for (_, value) in &bindings.values {
        match value {
            Value::Objects(ids) => into.extend(ids),
            Value::Event(event) => into.extend(event.object().into_iter().chain(event.source())),
            Value::Events(events) => {
                into.extend(events.iter().flat_map(|event| event.object().into_iter().chain(event.source())))
            }
            Value::Players(_) | Value::Number(_) => {}
        }
    }
    into.extend(bindings.targets.iter().flat_map(|target| &target.chosen).filter_map(|(target, _)| target.object()));
    into.extend(bindings.moved.iter().map(|(from, _)| *from));
    into.extend(bindings.paid_with.iter().map(|(_, id)| *id));
}

fn apply_enters(object: &mut Object, enters: &Enters) {
    object.controller = enters.controller;
    object.held_by = enters.controller;
    object.tapped = if enters.tapped { TapState::Tapped } else { TapState::Untapped };
    object.counters = enters.counters.clone();
    object.attached_to = enters.attached_to;
    object.face_down = enters.face_down;
    if enters.protector.is_some() {
        object.more_mut().protector = enters.protector;
    }
    if enters.face != 0 {
        object.face = enters.face;
    }
    if let Some(copy) = enters.copy {
        object.def = copy;
        object.face = 0;
    }
}
