//! The one pipeline for everything that happens (modern 614-616, 603.2, 603.10):
//! propose, prohibited?, replace or prevent, commit the batch, match triggers, remember.
//!
//! `settle` takes one proposed event through prohibitions and replacement effects (`replace` applies one of them, `prevent`
//! does for damage) and takes it apart into what it consists of (a destruction into a move, damage into its results);
//! `commit` changes the state; `triggers` matches abilities.

mod commit;
mod ends;
mod inquiry;
mod leaving;
mod parts;
mod prevent;
mod replace;
mod settle;
mod triggers;

use crate::ability::{Effect, Origin, Replacement};
use crate::continuous::{Lasting, LastingEffect};
use crate::event::{Event, Move};
use crate::game::Game;
use crate::ids::{DefId, LinkKey, ObjectId, PlayerId, Timestamp};
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

/// Self-replacement effects of a spell or ability while it does what they change (614.15).
pub type SelfReplacements = SmallVec<[(ReplacementKey, Replacement); 1]>;

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
pub(crate) struct Afterwards {
    pub(crate) resolving: Resolving,
    pub(crate) effect: Effect,
    /// The prevention effect whose further part it is, which is done once for all damage that it prevents at one time (615.5).
    pub(crate) of: Option<ReplacementKey>,
}

/// An object that its replacement effect's source is to remember once it has arrived (614.14, 607.2b).
#[derive(Debug)]
struct Remembering {
    object: ObjectId,
    to: ZoneKind,
    source: ObjectId,
    origin: Origin,
    key: LinkKey,
}

/// What an object remembers for its linked abilities (607).
type Memories = Vec<(Origin, LinkKey, Memory)>;

/// A batch on its way through the pipeline.
#[derive(Debug, Default)]
struct Flow {
    ready: SmallVec<[Event; 2]>,
    /// The rest of the batch, the next event last.
    later: Batch,
    afterwards: Vec<Afterwards>,
    /// What causes the batch, if it has self-replacement effects (614.15).
    own: Option<Box<Resolving>>,
    /// What an object that enters as a copy of itself with other values enters as.
    as_itself: Option<DefId>,
    /// Effects for "the next time" that were applied to damage: all damage dealt at once is one time (615.8).
    used: SmallVec<[ReplacementKey; 1]>,
    /// What each prevention effect has prevented of the batch (615.13).
    prevented: SmallVec<[(ReplacementKey, Event); 1]>,
    remembering: Vec<Remembering>,
    failed: bool,
}

impl Game {
    /// Lets a batch of simultaneous events happen. `cause` is the resolving spell or ability, for self-replacement
    /// effects and for following what it moves.
    pub(crate) fn happen(&mut self, run: &mut Run<'_>, mut cause: Option<&mut Resolving>, batch: Batch) -> Beat<Happened> {
        let begun = self.clock;
        let entering = self.memories_of_entering(&batch);
        let mut flow = Flow::default();
        self.settle_batch(run, cause.as_deref(), batch, &mut flow)?;
        let mut happened = Happened { events: flow.ready, fully: !flow.failed };
        if !happened.events.is_empty() {
            let returning = self.commit(run, cause.as_deref_mut(), &mut happened.events)?;
            self.delayed_follow(begun, &happened.events);
            self.forget_on_entering(entering, &happened.events);
            for memory in flow.remembering {
                let became = happened.events.iter().find_map(|event| match event {
                    Event::Move(Move { object, to, became, .. }) if (*object, *to) == (memory.object, memory.to) => *became,
                    _ => None,
                });
                self.remember_more(memory.source, memory.origin, memory.key, became.as_slice());
            }
            if !returning.is_empty() {
                // modern 610.3, 610.4: right after the event, before anything else.
                self.happen(run, None, returning)?;
            }
            // modern 603.8: a state is seen at any time, also in the middle of a resolution.
            if !self.state_triggers().is_empty() {
                self.queue_state_triggers();
            }
        }
        for Afterwards { mut resolving, effect, of: _ } in flow.afterwards {
            // modern 400.7: what the event moved is found where it went.
            resolving.bindings.moved.extend(happened.events.iter().filter_map(|event| match event {
                Event::Move(Move { object, became: Some(new), .. }) => Some((*object, *new)),
                _ => None,
            }));
            let known = resolving.bindings.moved.len();
            self.perform(run, &mut resolving, &effect)?;
            if let Some(cause) = cause.as_deref_mut() {
                cause.bindings.moved.extend(resolving.bindings.moved.drain(known..));
            }
        }
        Ok(happened)
    }

    /// Takes a batch through prohibitions and replacement effects. Nothing has happened then but what comes before.
    fn settle_batch(&mut self, run: &mut Run<'_>, cause: Option<&Resolving>, mut batch: Batch, flow: &mut Flow) -> Beat<()> {
        let inherited = cause.map(|cause| cause.applied.clone()).unwrap_or_default();
        flow.own = cause.filter(|cause| !cause.own.is_empty()).map(|cause| Box::new(cause.clone()));
        // modern 614.13a: what enters at the same time is out of reach for effects on how it enters.
        let known = self.entering.len();
        for event in &batch {
            if let Event::Move(Move { object, to: ZoneKind::Battlefield, .. }) = event {
                self.entering.push(*object);
            }
        }
        // modern 616.1, 101.4: the affected players choose in turn order.
        if batch.len() > 1 {
            let (active, count) = (self.turn.active.index(), self.players.len());
            batch.sort_by_key(|event| (self.affected_player(event).index() + count - active) % count);
        }
        batch.reverse();
        flow.later = batch;
        while let Some(event) = flow.later.pop() {
            self.settle_event(run, event, inherited.clone(), flow)?;
        }
        self.entering.truncate(known);
        for key in flow.used.drain(..) {
            self.use_up(key, 1);
        }
        flow.ready.extend(flow.prevented.drain(..).map(|(_, event)| event));
        Ok(())
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
                let made = self.lasting.iter_mut().filter(|lasting| fresh(lasting) && lasting.source == movement.object);
                made.for_each(|lasting| lasting.source = now);
            }
        }
    }

    /// Lets one event happen.
    pub(crate) fn happen_one(&mut self, run: &mut Run<'_>, cause: Option<&mut Resolving>, event: Event) -> Beat<Happened> {
        self.happen(run, cause, SmallVec::from_iter([event]))
    }

    /// Whether a step, phase or turn begins, or is skipped by what replaces its beginning (614.10). What is done in its place
    /// waits for the next one that begins (614.10b).
    pub(crate) fn step_begins(&mut self, run: &mut Run<'_>, event: Event) -> Beat<bool> {
        let mut flow = Flow::default();
        self.settle_batch(run, None, SmallVec::from_iter([event]), &mut flow)?;
        if flow.ready.is_empty() {
            self.turn.first_things.extend(flow.afterwards.into_iter().map(crate::turn::FirstThing::from));
            return Ok(false);
        }
        if let Some(Event::TurnBegin { player }) = flow.ready.first() {
            self.start_turn(*player);
        }
        for first in std::mem::take(&mut self.turn.first_things) {
            let (mut resolving, effect) = first.into_parts();
            self.perform(run, &mut resolving, &effect)?;
        }
        let returning = self.commit(run, None, &mut flow.ready)?;
        if !returning.is_empty() {
            self.happen(run, None, returning)?;
        }
        for Afterwards { mut resolving, effect, of: _ } in flow.afterwards {
            self.perform(run, &mut resolving, &effect)?;
        }
        Ok(true)
    }

    /// The object among those that an effect on how something enters cannot choose (614.13a).
    pub(crate) fn is_entering(&self, object: ObjectId) -> bool {
        self.entering.contains(&object)
    }

    /// The card that the player would draw. A card that is about to enter from there is left out (614.13c).
    pub(crate) fn card_to_draw(&self, player: PlayerId) -> Option<ObjectId> {
        self.player(player).library.iter().rev().copied().find(|card| !self.is_entering(*card))
    }
}

/// The event as a bound value.
fn bound(event: &Event) -> Value {
    Value::Event(Box::new(event.clone()))
}
