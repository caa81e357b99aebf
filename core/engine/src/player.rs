//! Players (modern 102).

use crate::event::LossReason;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::ManaPool;
use crate::symbol::Symbol;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The players who win and lose together (modern 102.3): those of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TeamId(pub u8);

/// A player with the zones that belong to them. Libraries are kept bottom first: the top card is the last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Their seat.
    pub id: PlayerId,
    /// Their team (102.3): one of their own if they play for themselves.
    pub team: TeamId,
    /// Life total (119).
    pub life: i32,
    /// Their library, bottom first.
    pub library: Vec<ObjectId>,
    /// Their hand.
    pub hand: Vec<ObjectId>,
    /// Their graveyard, oldest first.
    pub graveyard: Vec<ObjectId>,
    /// Mana pool (106.4).
    pub pool: ManaPool,
    /// Counters on the player (122.1), poison among them.
    pub counters: SmallVec<[(Symbol, u32); 1]>,
    /// Lands played this turn (305.2).
    pub lands_played: u8,
    /// Tried to draw from an empty library since the last check (704.5b).
    pub drew_from_empty: bool,
    /// Has left the game, and why (104.3, 800.4).
    pub lost: Option<LossReason>,
}

impl Player {
    /// A player with nothing but life.
    pub fn new(id: PlayerId, life: i32) -> Self {
        Player {
            id,
            team: TeamId(id.0),
            life,
            library: Vec::new(),
            hand: Vec::new(),
            graveyard: Vec::new(),
            pool: ManaPool::default(),
            counters: SmallVec::new(),
            lands_played: 0,
            drew_from_empty: false,
            lost: None,
        }
    }
    /// How many counters of that kind.
    pub fn counter(&self, kind: Symbol) -> u32 {
        self.counters.iter().find(|(known, _)| *known == kind).map_or(0, |(_, amount)| *amount)
    }
    /// Whether they are still in the game.
    pub fn is_playing(&self) -> bool {
        self.lost.is_none()
    }
}
