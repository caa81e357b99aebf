//! What happened this turn and last turn, as far as abilities can ask. It does not grow with the game.

use crate::characteristics::Characteristics;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Moment;
use serde::{Deserialize, Serialize};

/// Events of this turn and the one before.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// The events of this turn that some ability of the game's definitions can ask about, with the step they happened in.
    pub this_turn: Vec<(StepMark, Event)>,
    /// The events of the turn before.
    pub last_turn: Vec<(StepMark, Event)>,
    /// What would have happened this turn and was replaced, of the kinds that abilities count: "the first time" that
    /// something would happen is over then too (614.1a).
    #[serde(default)]
    pub replaced: Vec<Event>,
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

impl Game {
    /// Now.
    pub(crate) fn moment(&self) -> Moment {
        Moment { turn: self.turn.number, events: self.history.this_turn.len() as u32 }
    }
    /// What is remembered of the time after that moment, as far back as last turn.
    pub(crate) fn events_since(&self, since: Moment) -> impl Iterator<Item = &Event> {
        let History { this_turn, last_turn, .. } = &self.history;
        let after = |events: &[(StepMark, Event)], skipped: u32| (skipped as usize).min(events.len());
        let (before, now) = match self.turn.number {
            number if number == since.turn => (&[][..], &this_turn[after(this_turn, since.events)..]),
            number if number == since.turn + 1 => (&last_turn[after(last_turn, since.events)..], &this_turn[..]),
            _ => (&last_turn[..], &this_turn[..]),
        };
        before.iter().chain(now).map(|(_, event)| event)
    }
}

/// The how-manieth step of the turn it is.
pub type StepMark = u16;
