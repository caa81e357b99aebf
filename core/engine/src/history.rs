//! What happened this turn and last turn, as far as abilities can ask. It does not grow with the game.

use crate::characteristics::Characteristics;
use crate::event::Event;
use crate::ids::{ObjectId, PlayerId};
use serde::{Deserialize, Serialize};

/// Events of this turn and the one before.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// The events of this turn that some ability of the game's definitions can ask about, with the step they happened in.
    pub this_turn: Vec<(StepMark, Event)>,
    /// The events of the turn before.
    pub last_turn: Vec<(StepMark, Event)>,
    /// Tells the steps of a turn apart.
    pub step: StepMark,
    /// How the objects of events of this turn looked then, by the place of the event (608.2i).
    pub looks_this_turn: Vec<PastLook>,
    /// How those of the turn before looked.
    pub looks_last_turn: Vec<PastLook>,
}

/// How an object looked as something happened to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PastLook {
    /// The place of the event in its turn.
    pub event: u32,
    /// The object.
    pub object: ObjectId,
    /// Who controlled it.
    pub controller: PlayerId,
    /// What it was.
    pub characteristics: Box<Characteristics>,
}

/// The how-manieth step of the turn it is.
pub type StepMark = u16;
