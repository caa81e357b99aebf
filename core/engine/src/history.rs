//! What happened this turn and last turn, as far as abilities can ask. It does not grow with the game.

use crate::event::Event;
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
}

/// The how-manieth step of the turn it is.
pub type StepMark = u16;
