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

use crate::ability::{Effect, Origin};
use crate::continuous::{Lasting, LastingEffect};
use crate::event::{Event, Move};
use crate::game::Game;
use crate::ids::{LinkKey, ObjectId, Timestamp};
use crate::layers::ReplacementKey;
use crate::object::{Memory, Value};
use crate::perform::Resolving;
use crate::run::{Beat, Run};
use crate::zone::ZoneKind;
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

/// What an object remembers for its linked abilities (607).
type Memories = Vec<(Origin, LinkKey, Memory)>;

/// A batch on its way through the pipeline.
#[derive(Debug, Default)]
struct Flow {
    ready: SmallVec<[Event; 2]>,
    afterwards: Vec<Afterwards>,
    /// What is to be remembered where it has arrived, and by what ability (607.2b).
    remembered: SmallVec<[(ObjectId, Origin, LinkKey, ObjectId); 1]>,
    failed: bool,
}

impl Game {
    /// Lets a batch of simultaneous events happen. `cause` is the resolving spell or ability, for self-replacement
    /// effects and for following what it moves.
    pub(crate) fn happen(&mut self, run: &mut Run<'_>, mut cause: Option<&mut Resolving>, batch: Batch) -> Beat<Happened> {
        let mut flow = Flow::default();
        let begun = self.clock;
        let entering = self.memories_of_entering(&batch);
        let inherited = cause.as_ref().map(|cause| cause.applied.clone()).unwrap_or_default();
        for event in batch {
            self.settle_event(run, event, inherited.clone(), &mut flow)?;
        }
        let mut happened = Happened { events: SmallVec::new(), fully: !flow.failed };
        if !flow.ready.is_empty() {
            let returning = self.commit(run, cause.as_deref_mut(), flow.ready, &mut happened)?;
            self.delayed_follow(begun, &happened.events);
            self.forget_on_entering(entering, &happened.events);
            for batch in returning {
                // modern 610.3: right after the event, before anything else.
                self.happen(run, None, batch)?;
            }
        }
        for (source, origin, key, object) in flow.remembered {
            let arrived = happened.events.iter().find_map(|event| match event {
                Event::Move(movement) if movement.object == object => movement.became,
                _ => None,
            });
            self.remember_more(source, origin, key, arrived.as_slice());
        }
        for Afterwards { mut resolving, effect } in flow.afterwards {
            self.perform(run, &mut resolving, &effect)?;
            if let Some(cause) = cause.as_deref_mut() {
                cause.bindings.moved.append(&mut resolving.bindings.moved);
            }
        }
        Ok(happened)
    }

    /// What cards that are about to enter from anywhere but the stack remember where they are.
    fn memories_of_entering(&self, batch: &[Event]) -> SmallVec<[(ObjectId, Memories); 1]> {
        let remembers = |event: &Event| match event {
            Event::Move(Move { object, to: ZoneKind::Battlefield, from, .. }) if *from != ZoneKind::Stack => {
                let memory = &self.object(*object)?.more.as_ref()?.memory;
                (!memory.is_empty()).then(|| (*object, memory.clone()))
            }
            _ => None,
        };
        batch.iter().filter_map(remembers).collect()
    }
    /// modern 400.7: the permanent is a new object and knows nothing of that, only what was chosen as it entered.
    fn forget_on_entering(&mut self, known: SmallVec<[(ObjectId, Memories); 1]>, events: &[Event]) {
        for (card, memories) in known {
            let entered = events.iter().find_map(|event| match event {
                Event::Move(movement) if movement.object == card => movement.became,
                _ => None,
            });
            if let Some(more) = entered.and_then(|id| self.more_of(id)) {
                more.memory.retain(|memory| !memories.contains(memory));
                self.touch();
            }
        }
    }

    /// modern 608.3g: a delayed ability that was made as its source entered is one of the permanent.
    fn delayed_follow(&mut self, begun: Timestamp, events: &[Event]) {
        let fresh = |lasting: &LastingEffect| lasting.timestamp > begun && matches!(lasting.what, Lasting::Delayed { .. });
        if !self.lasting.iter().any(fresh) {
            return;
        }
        for event in events {
            let Event::Move(movement) = event else { continue };
            if let (ZoneKind::Battlefield, Some(now)) = (movement.to, movement.became) {
                let made = self.lasting.iter_mut().filter(|lasting| fresh(&**lasting) && lasting.source == movement.object);
                made.for_each(|lasting| lasting.source = now);
            }
        }
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
