//! Objects that are not on the battlefield yet, read as they would exist there (modern 614.12).

use super::Eval;
use super::seen::Seen;
use crate::ability::{Duration, Filter};
use crate::continuous::{Lasting, LastingEffect};
use crate::event::{Being, Enters, Move};
use crate::game::Game;
use crate::ids::{DefId, ObjectId, PlayerId};
use crate::layers::Derived;
use crate::object::{Bindings, Object, ObjectKind, TapState};
use crate::zone::ZoneKind;
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::sync::Arc;

impl Game {
    /// The game with that board standing for the finished characteristics.
    pub(super) fn with_board(&self, board: &Derived) -> Game {
        let game = Game { derived: OnceCell::new(), ..self.clone() };
        let _ = game.derived.set(Arc::new(board.clone()));
        game
    }

    /// The game as it would be with the object on the battlefield, its id kept (modern 614.12). Replacement effects that
    /// have already changed the event count; continuous effects that exist, and those of the object itself, apply.
    pub(crate) fn as_if_entered(&self, movement: &Move) -> Game {
        let mut game = self.clone();
        let timestamp = game.tick();
        if let Some(object) = game.objects.get_mut(movement.object.slot()) {
            enter(object, movement.enters.as_deref(), movement.controller);
            object.timestamp = timestamp;
            if !game.battlefield.contains(&movement.object) {
                game.battlefield.push(movement.object);
            }
        }
        if let Some(being) = movement.enters.as_deref().and_then(|enters| enters.being.as_deref()) {
            game.be(movement.object, being);
        }
        game.touch();
        game
    }

    /// What just enters is what the effect that puts it there says (611.2e), for good (611.2a).
    pub(crate) fn be(&mut self, object: ObjectId, being: &Being) {
        let timestamp = self.tick();
        let what = Lasting::Objects { affected: SmallVec::from_slice(&[object]), changes: being.changes.clone() };
        self.lasting.push(LastingEffect {
            what,
            source: being.source,
            controller: being.controller,
            origin: being.origin,
            bindings: Bindings::default(),
            timestamp,
            duration: Duration::Forever,
            turn: self.turn.number,
        });
        self.touch();
    }
}

impl Game {
    /// The game as it would be with the face-down permanent turned face up (modern 614.1e).
    pub(crate) fn as_if_turned_up(&self, id: ObjectId) -> Game {
        let mut game = self.clone();
        if let Some(object) = game.object_mut(id) {
            object.face_down = false;
        }
        game.touch();
        game
    }
}

fn enter(object: &mut Object, how: Option<&Enters>, controller: PlayerId) {
    object.zone = ZoneKind::Battlefield;
    object.controller = how.map_or(controller, |how| how.controller);
    object.phased_out = false;
    object.damage = 0;
    object.tapped = TapState::Untapped;
    object.counters.clear();
    if let Some(how) = how {
        object.face = how.face;
        object.face_down = how.face_down;
        object.attached_to = how.attached_to;
        object.counters.extend(how.counters.iter().copied());
        if how.tapped {
            object.tapped = TapState::Tapped;
        }
        if let Some(def) = how.copy {
            object.def = def;
            object.face = 0;
        }
    }
}

impl Eval<'_> {
    /// Whether something about to enter the battlefield matches, as it would be there.
    pub(super) fn matches_entering(&self, what: &Filter, movement: &Move) -> bool {
        let Some(object) = self.game.object(movement.object) else { return false };
        let mut object = object.clone();
        enter(&mut object, movement.enters.as_deref(), movement.controller);
        // While layers are being applied, no finished board exists to look at.
        let is_as_it_is = movement.enters.as_deref().is_none_or(|enters| enters.being.is_none());
        if self.board.is_some() || (is_as_it_is && self.game.enters_unchanged(&object, what)) {
            let base = self.game.base(&object);
            let seen = Seen { id: movement.object, object: &object, last: None, pretend: Some((base, object.controller)) };
            return self.test(what, &seen);
        }
        let game = self.game.as_if_entered(movement);
        Eval { game: &game, scope: self.scope, board: None, locals: self.locals, looks: &[] }.matches(what, movement.object)
    }

    /// Whether a token about to be created matches.
    pub(super) fn matches_token(&self, what: &Filter, player: PlayerId, def: DefId, how: &Enters) -> bool {
        if *what == Filter::Any {
            return true;
        }
        // A slot that no object has.
        let id = ObjectId::new(u32::MAX, 0);
        let mut object = Object {
            id,
            kind: ObjectKind::Token,
            def,
            card: def,
            face: 0,
            owner: player,
            controller: player,
            zone: ZoneKind::Battlefield,
            tapped: TapState::Untapped,
            face_down: false,
            phased_out: false,
            summoning_sick: true,
            held_by: player,
            damage: 0,
            fatally_damaged: false,
            attached_to: None,
            timestamp: self.game.clock,
            entered_turn: self.game.turn.number,
            entered: (crate::ability::MoveCause::Effect, ZoneKind::Outside),
            counters: SmallVec::new(),
            more: None,
        };
        enter(&mut object, Some(how), player);
        let base = self.game.base(&object);
        self.test(what, &Seen { id, object: &object, last: None, pretend: Some((base, object.controller)) })
    }
}
