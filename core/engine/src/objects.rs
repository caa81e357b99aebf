//! Making and removing objects.

use crate::game::Game;
use crate::ability::MoveCause;
use crate::ids::{DefId, ObjectId, PlayerId};
use crate::object::{Object, ObjectKind, TapState};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// A new object in that zone. The stack's entry is the caller's to push.
    pub(crate) fn create_object(&mut self, kind: ObjectKind, def: DefId, owner: PlayerId, zone: ZoneKind) -> ObjectId {
        let timestamp = self.tick();
        let (slot, generation) = match self.free.pop() {
            Some(slot) => (slot, self.objects[slot as usize].id.generation() + 1),
            None => (self.objects.len() as u32, 0),
        };
        let id = ObjectId::new(slot, generation);
        let object = Object {
            id,
            kind,
            def,
            face: 0,
            owner,
            controller: owner,
            zone,
            tapped: TapState::Untapped,
            face_down: false,
            phased_out: false,
            summoning_sick: true,
            damage: 0,
            fatally_damaged: false,
            attached_to: None,
            timestamp,
            entered_turn: self.turn.number,
            entered: (MoveCause::Effect, ZoneKind::Outside),
            counters: SmallVec::new(),
            more: None,
        };
        match self.objects.get_mut(slot as usize) {
            Some(place) => *place = object,
            None => self.objects.push(object),
        }
        let player = &mut self.players[owner.index()];
        match zone {
            ZoneKind::Library => player.library.push(id),
            ZoneKind::Hand => player.hand.push(id),
            ZoneKind::Graveyard => player.graveyard.push(id),
            ZoneKind::Battlefield => self.battlefield.push(id),
            ZoneKind::Exile => self.exile.push(id),
            ZoneKind::Command => self.command.push(id),
            ZoneKind::Stack | ZoneKind::Outside => {}
        }
        id
    }
}
