//! Starting a game (modern 103), and setting up any position for a scenario.

use crate::ability::StepKind;
use crate::definition::Definitions;
use crate::game::Game;
use crate::ids::{DefId, ObjectId, PlayerId};
use crate::ruleset::Ruleset;
use crate::zone::ZoneKind;
use std::sync::Arc;

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The definitions that the game can use: cards of the decks, tokens.
    pub definitions: Arc<Definitions>,
    /// The edition of the rules.
    pub ruleset: Arc<Ruleset>,
    /// One deck for each player, in turn order.
    pub decks: Vec<Vec<DefId>>,
    /// All chance of the game follows from it.
    pub seed: u64,
}

impl Game {
    /// A game ready for its first beat: decks shuffled, hands not yet drawn (mulligans are beats; 103.5). Who begins is
    /// decided by the seed.
    pub fn new(setup: Setup) -> Game {
        let _ = setup;
        unimplemented_yet()
    }
    /// An empty table for a position to be set up by hand: nobody has cards, it is the first player's precombat main
    /// phase of turn 1 and that player is about to receive priority.
    pub fn empty(definitions: Arc<Definitions>, ruleset: Arc<Ruleset>, players: u8, seed: u64) -> Game {
        let _ = (definitions, ruleset, players, seed);
        unimplemented_yet()
    }
    /// Puts a new object into a zone without any event; for setting up positions. Cards put into a library go on top.
    pub fn put(&mut self, def: DefId, owner: PlayerId, zone: ZoneKind) -> ObjectId {
        let _ = (def, owner, zone);
        unimplemented_yet()
    }
    /// Changes what a position needs; for setting up.
    pub fn arrange(&mut self, change: Arrange) {
        let _ = change;
    }
}

/// A change to a position that is being set up.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Arrange {
    Life(PlayerId, i32),
    Counters(ObjectId, crate::symbol::Symbol, u32),
    PlayerCounters(PlayerId, crate::symbol::Symbol, u32),
    Tapped(ObjectId, bool),
    /// Whether it came under control this turn (302.6); objects put on the battlefield by hand did not.
    SummoningSick(ObjectId, bool),
    Attached(ObjectId, crate::object::Recipient),
    Damage(ObjectId, u32),
    Controller(ObjectId, PlayerId),
    FaceDown(ObjectId, bool),
    /// Floating mana.
    Mana(PlayerId, Vec<crate::mana::ManaType>),
    /// Whose turn it is, the turn's number and the step; its turn-based actions are taken as done, its active player is
    /// about to receive priority.
    Step(PlayerId, u32, StepKind),
    LandsPlayed(PlayerId, u8),
    /// Replaces the table of definitions (a scenario that defines cards on the spot, a reload).
    Definitions(Arc<Definitions>),
}

fn unimplemented_yet() -> ! {
    unreachable!("setup")
}
