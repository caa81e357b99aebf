//! The state of a game: plain data, complete and at rest between beats.

use crate::ability::AbilityInstance;
use crate::characteristics::Characteristics;
use crate::combat::Combat;
use crate::continuous::{LastingEffect, WaitingTrigger};
use crate::definition::{CardDef, Definitions, Face};
use crate::history::History;
use crate::ids::{DefId, ObjectId, PlayerId, Timestamp};
use crate::layers::Derived;
use crate::object::{LastKnown, Object, StackEntry};
use crate::player::Player;
use crate::ruleset::Ruleset;
use crate::turn::Turn;
use crate::zone::ZoneKind;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use std::sync::Arc;

/// A game. Cloning copies the state; definitions are shared.
///
/// Serialising a `Game` leaves out the definitions and the ruleset, which are the library's: [`Game::save`] keeps all three.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Game {
    #[serde(skip)]
    pub(crate) defs: Arc<Definitions>,
    #[serde(skip)]
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) players: Vec<Player>,
    pub(crate) objects: Vec<Object>,
    /// Slots that can be used again.
    pub(crate) free: Vec<u32>,
    pub(crate) battlefield: Vec<ObjectId>,
    pub(crate) exile: Vec<ObjectId>,
    pub(crate) command: Vec<ObjectId>,
    /// Bottom first.
    pub(crate) stack: Vec<StackEntry>,
    pub(crate) turn: Turn,
    pub(crate) combat: Option<Combat>,
    pub(crate) lasting: Vec<LastingEffect>,
    pub(crate) waiting: Vec<WaitingTrigger>,
    pub(crate) history: History,
    pub(crate) last_known: Vec<(ObjectId, LastKnown)>,
    pub(crate) clock: Timestamp,
    pub(crate) rng: ChaCha8Rng,
    pub(crate) outcome: Option<Outcome>,
    /// Tokens and copies that left their zone and cease to exist at the next check (704.5d-e).
    pub(crate) ceasing: Vec<ObjectId>,
    /// What is about to enter the battlefield while effects on how it enters apply (614.13a); empty between beats.
    #[serde(skip)]
    pub(crate) entering: smallvec::SmallVec<[ObjectId; 2]>,
    /// What cards remember from before the game (607.2n, 607.2p).
    pub(crate) before_game: Vec<crate::object::BeforeGame>,
    /// Whether nothing has happened since state-based actions were last found to have nothing to do (704.3).
    pub(crate) settled: bool,
    /// Worked out from the rest when asked for; thrown away when something it depends on changes.
    #[serde(skip)]
    pub(crate) derived: OnceCell<Arc<Derived>>,
}

/// How a game ended (modern 104).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// That player won, and with them their team.
    Won(PlayerId),
    /// Nobody did (104.4).
    Draw,
}

/// Whether an id still names an object.
#[derive(Clone, Copy, Debug)]
pub enum Presence<'a> {
    /// It does.
    Present(&'a Object),
    /// It has changed zones; this is what is known of it.
    Gone(&'a LastKnown),
    /// Nothing is known any more.
    Forgotten,
}

impl Game {
    /// The players in turn order, those who have left included.
    pub fn players(&self) -> &[Player] {
        &self.players
    }
    /// One player.
    pub fn player(&self, player: PlayerId) -> &Player {
        &self.players[player.index()]
    }
    /// The definitions in play.
    pub fn definitions(&self) -> &Arc<Definitions> {
        &self.defs
    }
    /// The edition of the rules.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }
    /// The permanents in the order in which they came, phased-out ones included.
    pub fn battlefield(&self) -> &[ObjectId] {
        &self.battlefield
    }
    /// The permanents that are phased in.
    pub fn permanents(&self) -> impl Iterator<Item = &Object> {
        self.battlefield.iter().map(|id| &self.objects[id.slot()]).filter(|object| !object.phased_out)
    }
    /// The cards in exile.
    pub fn exile(&self) -> &[ObjectId] {
        &self.exile
    }
    /// The objects in the command zone.
    pub fn command(&self) -> &[ObjectId] {
        &self.command
    }
    /// The stack, bottom first.
    pub fn stack(&self) -> &[StackEntry] {
        &self.stack
    }
    /// The entry of the stack with that object.
    pub fn entry(&self, object: ObjectId) -> Option<&StackEntry> {
        self.stack.iter().find(|entry| entry.object == object)
    }
    /// The turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }
    /// Combat, during a combat phase.
    pub fn combat(&self) -> Option<&Combat> {
        self.combat.as_ref()
    }
    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
    /// The object, if the id is current.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.slot()).filter(|object| object.id == id)
    }
    pub(crate) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id.slot()).filter(|object| object.id == id)
    }
    /// What the id names now (modern 400.7, 608.2h).
    pub fn presence(&self, id: ObjectId) -> Presence<'_> {
        match self.object(id) {
            Some(object) => Presence::Present(object),
            None => self.last_known(id).map_or(Presence::Forgotten, Presence::Gone),
        }
    }
    /// What is known of an object that has left.
    pub fn last_known(&self, id: ObjectId) -> Option<&LastKnown> {
        self.last_known.iter().rev().find(|(known, _)| *known == id).map(|(_, last)| last)
    }
    /// The permanent, if it is one and phased in.
    pub fn permanent(&self, id: ObjectId) -> Option<&Object> {
        self.object(id).filter(|object| object.zone == ZoneKind::Battlefield && !object.phased_out)
    }
    /// The definition of an object.
    pub fn definition(&self, def: DefId) -> &CardDef {
        self.defs.get(def)
    }
    pub(crate) fn face(&self, object: &Object) -> &Face {
        let faces = &self.defs.get(object.def).faces;
        faces.get(object.face as usize).unwrap_or(&faces[0])
    }
    /// The object's current characteristics (modern 613). For a stale id, its last-known ones; an empty set if forgotten.
    pub fn characteristics(&self, id: ObjectId) -> &Characteristics {
        match self.presence(id) {
            Presence::Present(object) => self.characteristics_of(object),
            Presence::Gone(last) => last.characteristics.as_deref().unwrap_or_else(|| self.base(&last.object)),
            Presence::Forgotten => self.layers_nothing(),
        }
    }
    /// The abilities that the object has now.
    pub fn abilities(&self, id: ObjectId) -> &[AbilityInstance] {
        &self.characteristics(id).abilities
    }
    /// Who controls the object now; for a stale id, who did last. Objects in zones without control: their owner (108.4).
    pub fn controller(&self, id: ObjectId) -> PlayerId {
        match self.presence(id) {
            Presence::Present(object) => self.controller_of(object),
            Presence::Gone(last) => last.controller,
            Presence::Forgotten => PlayerId(0),
        }
    }
    /// The next timestamp (613.7).
    pub(crate) fn tick(&mut self) -> Timestamp {
        self.clock.0 += 1;
        self.clock
    }
    /// The players still in the game in turn order, beginning with the active player (101.4).
    pub fn players_from_active(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.players_from(self.turn.active)
    }
    /// The players still in the game in turn order from that one.
    pub fn players_from(&self, first: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        let count = self.players.len();
        (0..count)
            .map(move |step| &self.players[(first.index() + step) % count])
            .filter(|player| player.is_playing())
            .map(|player| player.id)
    }
    /// The opponents of a player who are still in the game, in turn order (102.2, 102.3).
    pub fn opponents(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        self.players_from(player).filter(move |other| self.are_opponents(player, *other))
    }
    /// Whether they are opponents: not of one team (102.2, 102.3).
    pub fn are_opponents(&self, one: PlayerId, other: PlayerId) -> bool {
        self.player(one).team != self.player(other).team
    }
    /// Whether they are team mates: of one team, and not the same player (102.3).
    pub fn are_teammates(&self, one: PlayerId, other: PlayerId) -> bool {
        one != other && !self.are_opponents(one, other)
    }
    /// Whether any players play as a team.
    pub fn has_teams(&self) -> bool {
        self.players.iter().any(|one| self.players.iter().any(|other| self.are_teammates(one.id, other.id)))
    }
    /// The players who have won: with its player a whole team, those included who had left before (104.2d).
    pub fn winners(&self) -> impl Iterator<Item = PlayerId> + '_ {
        let won = match self.outcome {
            Some(Outcome::Won(player)) => Some(self.player(player).team),
            Some(Outcome::Draw) | None => None,
        };
        self.players.iter().filter(move |player| Some(player.team) == won).map(|player| player.id)
    }
    /// Whether a player is within a player's range of influence (801.2), if the game has such ranges: so many seats away. Seats
    /// of players who left before this turn do not count (801.2c).
    pub fn is_in_range(&self, of: PlayerId, player: PlayerId) -> bool {
        let Some(range) = self.ruleset.range_of_influence else { return true };
        let seats = &self.turn.seats;
        let place = |player| seats.iter().position(|seat| *seat == player);
        let (Some(from), Some(to)) = (place(of), place(player)) else { return false };
        let way = from.abs_diff(to);
        way.min(seats.len() - way) <= usize::from(range)
    }
    /// The objects of a zone: of that player where each has one.
    pub fn zone(&self, zone: ZoneKind, player: PlayerId) -> &[ObjectId] {
        let owner = &self.players[player.index()];
        match zone {
            ZoneKind::Library => &owner.library,
            ZoneKind::Hand => &owner.hand,
            ZoneKind::Graveyard => &owner.graveyard,
            ZoneKind::Battlefield => &self.battlefield,
            ZoneKind::Exile => &self.exile,
            ZoneKind::Command => &self.command,
            ZoneKind::Stack | ZoneKind::Outside => &[],
        }
    }
}
