//! Saving, loading, hashing and checking a game.

use crate::definition::Definitions;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{EntryKind, More, Object};
use crate::ruleset::Ruleset;
use crate::zone::ZoneKind;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The first byte of a saved game: the version of the format.
const FORMAT: u8 = 1;

/// A saved game that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Another program's file, or one of another version.
    #[error("this is not a saved game of format {FORMAT}")]
    Format,
    /// Damaged.
    #[error("the saved game is damaged: {0}")]
    Damaged(#[from] postcard::Error),
    /// Well-formed, but no possible state.
    #[error("the saved game is not a possible state: {0}")]
    Impossible(String),
}

#[derive(Serialize, Deserialize)]
struct Saved {
    definitions: Arc<Definitions>,
    ruleset: Arc<Ruleset>,
    game: Game,
}

/// A fingerprint of a game's whole state: equal states have equal hashes, on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StateHash([u8; 16]);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The object without how often its abilities were used.
fn without_counting(object: &Object) -> Object {
    let mut object = object.clone();
    if let Some(more) = object.more.as_deref_mut() {
        more.used.clear();
        more.resolved.clear();
        if *more == More::default() {
            object.more = None;
        }
    }
    object
}

impl Game {
    /// The game as bytes, with its definitions and ruleset: complete in itself. Empty only if memory runs out.
    pub fn save(&self) -> Vec<u8> {
        let saved = Saved { definitions: self.defs.clone(), ruleset: self.ruleset.clone(), game: self.clone() };
        let mut bytes = vec![FORMAT];
        bytes.extend(postcard::to_allocvec(&saved).unwrap_or_default());
        bytes
    }

    /// The saved game.
    ///
    /// # Errors
    /// If the bytes are no saved game, or none of a possible state.
    pub fn load(bytes: &[u8]) -> Result<Game, LoadError> {
        let Some((&FORMAT, rest)) = bytes.split_first() else { return Err(LoadError::Format) };
        let saved: Saved = postcard::from_bytes(rest)?;
        let mut game = saved.game;
        game.defs = saved.definitions;
        game.ruleset = saved.ruleset;
        game.check_invariants().map_err(LoadError::Impossible)?;
        Ok(game)
    }

    /// The state in bytes, without definitions: what is hashed.
    pub fn state_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// The position in bytes, for asking whether anything has happened to it: without that object and what is on the stack
    /// because of it, and without what only keeps the books (clock, chance, history, priority).
    pub fn position_bytes(&self, without: ObjectId) -> Vec<u8> {
        let others = |ids: &[ObjectId]| ids.iter().copied().filter(|id| id.slot() != without.slot()).collect::<Vec<_>>();
        let mut players = self.players.clone();
        for player in &mut players {
            for zone in [&mut player.library, &mut player.hand, &mut player.graveyard] {
                zone.retain(|id| id.slot() != without.slot());
            }
        }
        let public = [&self.battlefield, &self.exile, &self.command].map(|zone| others(zone));
        let objects: Vec<_> = public.iter().flatten().filter_map(|id| self.object(*id)).map(without_counting).collect();
        let stack: Vec<_> = self.stack.iter().filter(|entry| entry.object.slot() != without.slot()).collect();
        let turn = &self.turn;
        let plans = (&turn.upcoming, &turn.extra_turns, &turn.skips, &turn.skip_turns, &turn.first_things, turn.daylight);
        let parts = (players, public, objects, stack, &self.lasting, &self.waiting, &self.combat, plans, self.outcome);
        postcard::to_allocvec(&parts).unwrap_or_default()
    }

    /// The fingerprint of the state.
    pub fn state_hash(&self) -> StateHash {
        let hash = blake3::hash(&self.state_bytes());
        let mut short = [0; 16];
        short.copy_from_slice(&hash.as_bytes()[..16]);
        StateHash(short)
    }

    /// Checks what must hold between beats: each object in exactly one zone, ids unique, stack entries with objects and
    /// controllers, attachments to something, counters positive.
    ///
    /// # Errors
    /// Says what does not hold.
    pub fn check_invariants(&self) -> Result<(), String> {
        let mut seen = vec![0u8; self.objects.len()];
        let mut visit = |id: ObjectId, zone: ZoneKind, owner: Option<PlayerId>| -> Result<(), String> {
            let object = self.objects.get(id.slot()).ok_or_else(|| format!("{id} in the {} has no slot", zone.word()))?;
            if object.id != id {
                return Err(format!("{id} in the {} is stale: now {}", zone.word(), object.id));
            }
            if object.zone != zone {
                return Err(format!("{id} is listed in the {} but says {}", zone.word(), object.zone.word()));
            }
            if owner.is_some_and(|owner| owner != object.owner) {
                return Err(format!("{id} is in the {} of another player than its owner", zone.word()));
            }
            if object.def.index() >= self.defs.len() || object.card.index() >= self.defs.len() {
                return Err(format!("{id} has no definition"));
            }
            seen[id.slot()] += 1;
            Ok(())
        };
        for player in &self.players {
            for (list, zone) in
                [(&player.library, ZoneKind::Library), (&player.hand, ZoneKind::Hand), (&player.graveyard, ZoneKind::Graveyard)]
            {
                list.iter().try_for_each(|&id| visit(id, zone, Some(player.id)))?;
            }
        }
        for (list, zone) in
            [(&self.battlefield, ZoneKind::Battlefield), (&self.exile, ZoneKind::Exile), (&self.command, ZoneKind::Command)]
        {
            list.iter().try_for_each(|&id| visit(id, zone, None))?;
        }
        for entry in &self.stack {
            visit(entry.object, ZoneKind::Stack, None)?;
            if entry.controller.index() >= self.players.len() {
                return Err(format!("{} on the stack has no controller", entry.object));
            }
            if let EntryKind::Ability { source, .. } = &entry.kind
                && source.slot() >= self.objects.len()
            {
                return Err(format!("{} on the stack has no source", entry.object));
            }
        }
        for (slot, object) in self.objects.iter().enumerate() {
            let expected = u8::from(object.zone != ZoneKind::Outside);
            if seen[slot] != expected {
                return Err(format!("{} ({}) is in {} zones", object.id, object.zone.word(), seen[slot]));
            }
            if object.counters.iter().any(|(_, amount)| *amount == 0) {
                return Err(format!("{} has counters of a kind but none of them", object.id));
            }
            if object.owner.index() >= self.players.len() || object.controller.index() >= self.players.len() {
                return Err(format!("{} has no owner or controller", object.id));
            }
        }
        if self.turn.active.index() >= self.players.len() {
            return Err("there is no active player".to_owned());
        }
        if self.outcome.is_none() {
            self.check_leavers()?;
        }
        if let Some(combat) = &self.combat {
            for attacker in &combat.attackers {
                if self.outcome.is_none() && self.object(attacker.id).is_none() {
                    return Err(format!("{} attacks but is gone", attacker.id));
                }
            }
        }
        Ok(())
    }

    /// Of a player who has left, nothing is left behind (800.4a).
    fn check_leavers(&self) -> Result<(), String> {
        let gone = |player: PlayerId| !self.player(player).is_playing();
        if let Some(object) = self.objects.iter().find(|object| object.zone != ZoneKind::Outside && gone(object.owner)) {
            return Err(format!("{} is in the {} but its owner has left", object.id, object.zone.word()));
        }
        if let Some(entry) = self.stack.iter().find(|entry| gone(entry.controller)) {
            return Err(format!("{} is on the stack but its controller has left", entry.object));
        }
        if let Some(object) = self.permanents().find(|object| self.settled && gone(self.controller_of(object))) {
            return Err(format!("{} is controlled by a player who has left", object.id));
        }
        if self.turn.extra_turns.iter().any(|player| gone(*player)) {
            return Err("a player who has left has an extra turn".to_owned());
        }
        Ok(())
    }
}
