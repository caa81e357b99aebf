//! Going through the objects whose abilities may function, skipping fast over those that have none that matter.

use super::entries::{FaceIndex, ZoneBits};
use crate::eval::zone_bit;
use crate::game::Game;
use crate::ids::ObjectId;
use crate::object::{Object, ObjectKind};
use crate::zone::ZoneKind;

/// The zones beside the battlefield.
const BEYOND: [ZoneKind; 6] =
    [ZoneKind::Stack, ZoneKind::Command, ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Exile, ZoneKind::Library];

impl Game {
    /// The entries of the object's own face; `None` if it shows no face.
    pub(super) fn face_index(&self, object: &Object) -> Option<&FaceIndex> {
        if object.face_down || object.kind == ObjectKind::Ability {
            return None;
        }
        let faces = self.defs.index(object.def);
        faces.get(object.face as usize).or_else(|| faces.first())
    }

    /// Visits the objects with abilities of their own that function where they are: of `zones`, which says for each
    /// definition where some of its abilities do, and for all of them together.
    pub(super) fn each_with_abilities(
        &self,
        anywhere: ZoneBits,
        zones: impl Fn(crate::ids::DefId) -> ZoneBits,
        mut visit: impl FnMut(&Object),
    ) {
        let mut look = |id: ObjectId, bit: ZoneBits| {
            if let Some(object) = self.objects.get(id.slot())
                && zones(object.def) & bit != 0
                && !object.phased_out
                && !object.face_down
                && object.kind != ObjectKind::Ability
            {
                visit(object);
            }
        };
        let bit = zone_bit(ZoneKind::Battlefield);
        if anywhere & bit != 0 {
            self.battlefield.iter().for_each(|&id| look(id, bit));
        }
        for zone in BEYOND {
            let bit = zone_bit(zone);
            if anywhere & bit == 0 {
                continue;
            }
            match zone {
                ZoneKind::Stack => self.stack.iter().for_each(|entry| look(entry.object, bit)),
                ZoneKind::Command => self.command.iter().for_each(|&id| look(id, bit)),
                ZoneKind::Exile => self.exile.iter().for_each(|&id| look(id, bit)),
                _ => {
                    for player in self.players.iter().filter(|player| player.is_playing()) {
                        self.zone(zone, player.id).iter().for_each(|&id| look(id, bit));
                    }
                }
            }
        }
    }
}
