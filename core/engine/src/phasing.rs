//! Phasing (modern 702.26, 502.1, 610.4): who phases out and in with whom, and when.

use crate::ability::Rule;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Timestamp};
use crate::object::Recipient;
use crate::pipeline::Batch;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How a permanent phased out, for as long as it is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PhasedOut {
    /// Who controlled it then: it phases in during that player's untap step (702.26a).
    pub under: PlayerId,
    /// What brings it back.
    pub how: PhasedHow,
}

/// What brings back what is phased out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PhasedHow {
    /// It phased out directly: the untap step brings it back.
    Directly,
    /// It phased out with what it was attached to, and comes back with that (702.26g).
    With(ObjectId),
    /// The end of the effect with that timestamp brings it back (610.4).
    Until(Timestamp),
}

impl Game {
    /// How the permanent phased out, if it is out.
    pub(crate) fn phased(&self, id: ObjectId) -> Option<PhasedOut> {
        let object = self.object(id).filter(|object| object.phased_out)?;
        let known = object.more.as_ref().and_then(|more| more.phased);
        // One that a table was set up with.
        Some(known.unwrap_or(PhasedOut { under: object.controller, how: PhasedHow::Directly }))
    }

    /// modern 502.1, 702.26a: what phases out and in as that player's untap step begins, all at the same time.
    pub(crate) fn phasing_of(&self, active: PlayerId) -> Batch {
        let mut batch = Batch::new();
        for said in self.rules() {
            let Rule::PhasesEachUntapStep(filter) = said.rule else { continue };
            for id in self.eval(said.scope).all(filter) {
                let event = Event::Phase { object: id, out: true, with: None };
                if self.controller(id) == active && !batch.contains(&event) {
                    batch.push(event);
                }
            }
        }
        let begun = self.turns_begun_with(active);
        for &id in &self.battlefield {
            let Some(phased) = self.phased(id) else { continue };
            // modern 610.4a: what is out until something happens does not come back here; 702.26g: nor does what is out
            // with something else by itself.
            if phased.how == PhasedHow::Directly && begun.contains(&phased.under) {
                batch.push(Event::Phase { object: id, out: false, with: None });
            }
        }
        batch
    }

    /// The player whose turn begins, and those before them who have left the game: their turns would have begun (800.4k,
    /// 702.26p).
    pub(crate) fn turns_begun_with(&self, player: PlayerId) -> SmallVec<[PlayerId; 2]> {
        let mut begun: SmallVec<[PlayerId; 2]> = SmallVec::from_slice(&[player]);
        let count = self.players.len();
        for step in 1..count {
            let before = &self.players[(player.index() + count - step) % count];
            if before.is_playing() {
                break;
            }
            begun.push(before.id);
        }
        begun
    }

    /// What phases along with a permanent: what is attached to it, and what is attached to that (702.26g).
    pub(crate) fn phases_along(&self, host: ObjectId, out: bool) -> SmallVec<[(ObjectId, ObjectId); 2]> {
        let mut found: SmallVec<[(ObjectId, ObjectId); 2]> = SmallVec::new();
        let mut hosts: SmallVec<[ObjectId; 4]> = SmallVec::from_slice(&[host]);
        while let Some(host) = hosts.pop() {
            for &id in &self.battlefield {
                let Some(object) = self.object(id) else { continue };
                let goes = if out {
                    !object.phased_out && object.attached_to == Some(Recipient::Object(host))
                } else {
                    self.phased(id).is_some_and(|phased| phased.how == PhasedHow::With(host))
                };
                if goes && !found.iter().any(|(known, _)| *known == id) {
                    found.push((id, host));
                    hosts.push(id);
                }
            }
        }
        found
    }

    /// Changes the state as a phasing event says (702.26b-d): the object stays what and where it is.
    pub(crate) fn phase(&mut self, id: ObjectId, out: bool, with: Option<ObjectId>) {
        let under = self.controller(id);
        let Some(object) = self.object_mut(id) else { return };
        object.phased_out = out;
        if out {
            object.more_mut().phased = Some(PhasedOut { under, how: with.map_or(PhasedHow::Directly, PhasedHow::With) });
            // modern 506.4
            self.remove_from_combat(id);
        } else if let Some(more) = object.more.as_deref_mut() {
            more.phased = None;
        }
        self.touch();
    }

    /// Adds a phasing event to those that are about to happen, with what phases along (702.26g). What would phase out both
    /// directly and indirectly does so indirectly (702.26h).
    pub(crate) fn add_phasing(&self, object: ObjectId, out: bool, ready: &mut Batch) {
        let is_it =
            |event: &Event, id: ObjectId| matches!(event, Event::Phase { object, out: way, .. } if *object == id && *way == out);
        if !ready.iter().any(|event| is_it(event, object)) {
            ready.push(Event::Phase { object, out, with: None });
        }
        for (along, host) in self.phases_along(object, out) {
            match ready.iter_mut().find(|event| is_it(event, along)) {
                Some(Event::Phase { with, .. }) => *with = Some(host),
                _ => ready.push(Event::Phase { object: along, out, with: Some(host) }),
            }
        }
    }
}
