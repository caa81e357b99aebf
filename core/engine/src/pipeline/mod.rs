//! The one pipeline for everything that happens (modern 614-616, 603.2, 603.10):
//! propose, prohibited?, replace or prevent, commit the batch, match triggers, remember.
//!
//! `settle` takes one proposed event through prohibitions and replacement effects and takes it apart into what it consists
//! of (a destruction into a move, damage into its results); `commit` changes the state; `triggers` matches abilities.

mod commit;
mod parts;
mod replace;
mod settle;
mod triggers;

use crate::ability::Effect;
use crate::event::Event;
use crate::game::Game;
use crate::layers::ReplacementKey;
use crate::object::Value;
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

/// An effect to perform right after the batch: what an event was replaced by, or what goes with it (614.6, 615.5).
#[derive(Debug)]
struct Afterwards {
    resolving: Resolving,
    effect: Effect,
}

/// A batch on its way through the pipeline.
#[derive(Debug, Default)]
struct Flow {
    ready: SmallVec<[Event; 2]>,
    afterwards: Vec<Afterwards>,
    failed: bool,
}

impl Game {
    /// Lets a batch of simultaneous events happen. `cause` is the resolving spell or ability, for self-replacement
    /// effects and for following what it moves.
    pub(crate) fn happen(&mut self, run: &mut Run<'_>, mut cause: Option<&mut Resolving>, batch: Batch) -> Beat<Happened> {
        let mut flow = Flow::default();
        let inherited = cause.as_ref().map(|cause| cause.applied.clone()).unwrap_or_default();
        for event in batch {
            self.settle_event(run, event, inherited.clone(), &mut flow)?;
        }
        let mut happened = Happened { events: SmallVec::new(), fully: !flow.failed };
        if !flow.ready.is_empty() {
            let returning = self.commit(run, cause.as_deref_mut(), flow.ready, &mut happened)?;
            for batch in returning {
                // modern 610.3: right after the event, before anything else.
                self.happen(run, None, batch)?;
            }
            // modern 603.8: a state is seen at any time, also in the middle of a resolution.
            if !self.state_triggers().is_empty() {
                self.queue_state_triggers();
            }
        }
        for Afterwards { mut resolving, effect } in flow.afterwards {
            self.perform(run, &mut resolving, &effect)?;
            if let Some(cause) = cause.as_deref_mut() {
                cause.bindings.moved.append(&mut resolving.bindings.moved);
            }
        }
        Ok(happened)
    }

    /// Lets one event happen.
    pub(crate) fn happen_one(&mut self, run: &mut Run<'_>, cause: Option<&mut Resolving>, event: Event) -> Beat<Happened> {
        self.happen(run, cause, SmallVec::from_iter([event]))
    }
}

/// The event as a bound value.
fn bound(event: &Event) -> Value {
    Value::Event(Box::new(event.clone()))
}
