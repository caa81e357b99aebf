//! Players who leave the game (modern 800.4): what goes with them, what ends, and what is exiled.

use super::Batch;
use crate::ability::MoveCause;
use crate::continuous::Lasting;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::ObjectKind;
use crate::run::{Beat, Run};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// The players who leave at once.
pub(super) type Leavers = SmallVec<[PlayerId; 1]>;

impl Game {
    /// The players who lose with these events while the game goes on without them. That what they own leaves the battlefield is
    /// added to the events: it is seen (603.6c), and ends what lasts until then (610.3).
    pub(super) fn leavers(&self, events: &mut SmallVec<[Event; 2]>) -> Leavers {
        let mut leavers = Leavers::new();
        for event in events.iter() {
            if let Event::Lose { player, .. } = event
                && self.player(*player).is_playing()
                && !leavers.contains(player)
            {
                leavers.push(*player);
            }
        }
        let mut others = self.players.iter().filter(|player| player.is_playing() && !leavers.contains(&player.id));
        let first = others.next();
        if leavers.is_empty() || others.all(|other| first.is_some_and(|first| first.team == other.team)) {
            // With one side left the game is over (104.2a); the table stays as it is to look at.
            return Leavers::new();
        }
        let moves = |events: &[Event], id| events.iter().any(|event| matches!(event, Event::Move(known) if known.object == id));
        for object in self.permanents().filter(|object| leavers.contains(&object.owner)) {
            if !moves(events, object.id) {
                events.push(Event::Move(self.movement(object.id, ZoneKind::Outside, MoveCause::LeftGame, None)));
            }
        }
        leavers
    }

    /// They leave (800.4a): what they own goes with them, effects that gave them control of something end, what they control on
    /// the stack ceases to exist. What they still control then, though others own it, is to be exiled.
    pub(super) fn leave_game(&mut self, leavers: &Leavers) -> Batch {
        let mut exiled = Batch::new();
        if leavers.is_empty() {
            return exiled;
        }
        let theirs = |object: &&crate::object::Object| leavers.contains(&object.owner) && object.zone != ZoneKind::Outside;
        let owned: Vec<ObjectId> = self.objects.iter().filter(theirs).map(|object| object.id).collect();
        for id in owned {
            self.take_out_of_the_game(id);
        }
        self.waiting.retain(|waiting| !leavers.contains(&waiting.controller));
        // modern 800.4d: their delayed triggered abilities would not be put on the stack. What only brings something back uses
        // no stack and goes on (610.3, 610.4); what changes something, too (800.4k).
        self.lasting.retain(|lasting| !leavers.contains(&lasting.controller) || !matches!(lasting.what, Lasting::Delayed { .. }));
        self.touch();
        let on_stack: SmallVec<[ObjectId; 4]> =
            self.stack.iter().filter(|entry| leavers.contains(&entry.controller)).map(|entry| entry.object).collect();
        let mut exile = |game: &Game, id| exiled.push(Event::Move(game.movement(id, ZoneKind::Exile, MoveCause::LeftGame, None)));
        for id in on_stack {
            // A card of another player is exiled, anything else is no more.
            match self.object(id).map(|object| object.kind) {
                Some(ObjectKind::Card) => exile(self, id),
                _ => self.end_object(id),
            }
        }
        for object in self.permanents().filter(|object| leavers.contains(&self.controller_of(object))) {
            exile(self, object.id);
        }
        for player in leavers {
            self.pass_no_more(*player);
            self.turn.player_left(*player);
        }
        exiled
    }

    /// The object leaves the game with its owner. It stays known: others may have abilities of it on the stack (608.2h).
    pub(super) fn take_out_of_the_game(&mut self, id: ObjectId) {
        self.remove_from_combat(id);
        self.forget_by_hand(id);
        self.touch();
    }

    /// One who has passed in this round of passing does not count any more (117.4).
    fn pass_no_more(&mut self, leaver: PlayerId) {
        let Some(holder) = self.turn.priority else { return };
        let count = self.players.len();
        let mut passed = self.turn.passes;
        for step in 1..count {
            let before = &self.players[(holder.index() + count - step) % count];
            if passed == 0 {
                return;
            }
            if before.id == leaver {
                self.turn.passes -= 1;
                return;
            }
            passed -= u8::from(before.is_playing());
        }
    }

    /// A player concedes (104.3a): they lose at once, whatever says that they cannot, and leave the game. To be called between
    /// beats.
    ///
    /// # Errors
    /// If a question that this raises has no answer.
    pub fn concede(&mut self, run: &mut Run<'_>, player: PlayerId) -> Beat<()> {
        if self.outcome.is_some() || !self.player(player).is_playing() {
            return Ok(());
        }
        let why = crate::event::LossReason::Concession;
        let returning = self.commit(run, None, &mut SmallVec::from_iter([Event::Lose { player, why }]))?;
        if !returning.is_empty() {
            self.happen(run, None, returning)?;
        }
        self.end_if_decided();
        self.unsettle();
        Ok(())
    }
}
