//! The one pipeline for everything that happens (modern 614-616, 603.2, 603.10):
//! propose, prohibited?, replace or prevent, commit the batch, match triggers, remember.

use crate::event::Event;
use crate::game::Game;
use crate::layers::ReplacementKey;
use crate::perform::Resolving;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// Events proposed to happen at the same time.
pub type Batch = SmallVec<[Event; 2]>;

/// The replacement effects that have already been applied to an event (614.5). What an event is replaced by inherits them.
pub type Applied = SmallVec<[ReplacementKey; 2]>;

/// What came of a batch.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Happened {
    /// The events that were committed, as they happened.
    pub events: SmallVec<[Event; 2]>,
    /// Whether each proposed event happened or was replaced by something (not prohibited, not impossible).
    pub fully: bool,
}

impl Game {
    /// Lets a batch of simultaneous events happen. `cause` is the resolving spell or ability, for self-replacement
    /// effects and for following what it moves.
    pub(crate) fn happen(&mut self, run: &mut Run<'_>, cause: Option<&mut Resolving>, batch: Batch) -> Beat<Happened> {
        let _ = (run, cause, batch);
        Ok(Happened::default())
    }
    /// Lets one event happen.
    pub(crate) fn happen_one(&mut self, run: &mut Run<'_>, cause: Option<&mut Resolving>, event: Event) -> Beat<Happened> {
        self.happen(run, cause, SmallVec::from_iter([event]))
    }
    /// Whether nothing prohibits the event now (614.17, 101.2).
    pub(crate) fn may_happen(&self, event: &Event) -> bool {
        let _ = event;
        true
    }
}
