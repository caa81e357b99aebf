//! What people do to a position by hand, without any event: nothing triggers, nothing is replaced.

use crate::ability::MoveCause;
use crate::event::{Enters, Move, Place};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::ObjectKind;
use crate::zone::ZoneKind;

impl Game {
    /// Moves an object to another zone of its owner without any event, and gives back what it has become (400.7). Permanents
    /// count as controlled since before the turn, as those of [`Game::put`]. `None`, and nothing happens, for what is no card
    /// or token, and for a zone that is not one where such objects can be.
    pub fn move_by_hand(&mut self, id: ObjectId, zone: ZoneKind, place: Place) -> Option<ObjectId> {
        let object = self.object(id)?;
        let (owner, from, kind) = (object.owner, object.zone, object.kind);
        let movable = matches!(kind, ObjectKind::Card | ObjectKind::Token);
        if !movable || matches!(zone, ZoneKind::Stack | ZoneKind::Outside) || from == ZoneKind::Outside {
            return None;
        }
        if from == ZoneKind::Battlefield {
            self.remove_from_combat(id);
        }
        let movement = Move {
            object: id,
            became: None,
            from,
            to: zone,
            cause: MoveCause::Effect,
            by: None,
            place,
            enters: (zone == ZoneKind::Battlefield).then(|| Box::new(Enters::under(owner))),
            face_down: false,
            controller: owner,
        };
        let now = self.relocate(&movement)?;
        if zone == ZoneKind::Battlefield
            && let Some(object) = self.object_mut(now)
        {
            object.summoning_sick = false;
            self.give_printed_counters(now);
        }
        Some(now)
    }

    /// Takes an object out of the game without any event: a card, a token, an emblem, a spell or an ability on the stack.
    /// Whether there was one.
    pub fn remove_by_hand(&mut self, id: ObjectId) -> bool {
        let Some(object) = self.object(id) else { return false };
        if object.zone == ZoneKind::Outside {
            return false;
        }
        if object.zone == ZoneKind::Battlefield {
            self.remove_from_combat(id);
        }
        self.forget_by_hand(id);
        self.unsettle();
        self.touch();
        true
    }

    /// How many effects of resolved spells and abilities last (611.2, 603.7).
    pub fn lasting_effects(&self) -> usize {
        self.lasting.len()
    }

    /// How many triggered abilities wait to be put on the stack (603.3).
    pub fn waiting_triggers(&self) -> usize {
        self.waiting.len()
    }

    /// Puts a library into that order, its top card last. Whether the list has exactly the cards of the library.
    pub fn order_library(&mut self, player: PlayerId, order: &[ObjectId]) -> bool {
        let Some(library) = self.players.get_mut(player.index()).map(|player| &mut player.library) else { return false };
        let (mut has, mut wanted) = (library.clone(), order.to_vec());
        has.sort_unstable();
        wanted.sort_unstable();
        if has != wanted {
            return false;
        }
        *library = order.to_vec();
        self.unsettle();
        self.touch();
        true
    }
}
