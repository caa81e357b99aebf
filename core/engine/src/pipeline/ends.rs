//! Lasting effects that an event ends: what was moved or phased out "until" it comes back (modern 610.3, 610.4), and a
//! continuous effect that lasts "until" it is over (611.2a).

use super::Batch;
use super::commit::Look;
use crate::ability::{Duration, EventPattern, MoveCause};
use crate::continuous::{Lasting, LastingEffect};
use crate::event::Event;
use crate::game::Game;
use crate::ids::Timestamp;
use crate::phasing::PhasedHow;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// The event that ends the effect, if one does.
fn ended_by(lasting: &LastingEffect) -> Option<&EventPattern> {
    match (&lasting.what, &lasting.duration) {
        (Lasting::Return { until, .. } | Lasting::PhaseIn { until, .. }, _) => Some(until),
        (_, Duration::Until(until)) => Some(until),
        _ => None,
    }
}

impl Game {
    /// The effects that these events end, by timestamp. Events that look back are matched before the change, when the
    /// objects that leave can still be seen.
    pub(super) fn due(&self, events: &[Event], look: Look) -> SmallVec<[Timestamp; 2]> {
        let mut due = SmallVec::new();
        for lasting in &self.lasting {
            let Some(until) = ended_by(lasting) else { continue };
            let eval = self.eval(crate::turn::scope_of(lasting));
            let ends = |event: &Event| until.looks_back(event) == (look == Look::Back) && eval.matches_event(until, event);
            if events.iter().any(ends) {
                due.push(lasting.timestamp);
            }
        }
        due
    }

    /// Ends them, and says what comes back: all at the same time (610.3d, 610.4d).
    pub(super) fn end_what_is_due(&mut self, due: &[Timestamp]) -> Batch {
        let mut batch = Batch::new();
        if due.is_empty() {
            return batch;
        }
        for lasting in self.lasting.iter().filter(|lasting| due.contains(&lasting.timestamp)) {
            match &lasting.what {
                Lasting::Return { objects, .. } => {
                    for &id in objects {
                        if self.object(id).is_some_and(|object| object.zone == ZoneKind::Exile) {
                            // modern 610.3c: under its owner's control.
                            batch.push(Event::Move(self.movement(id, ZoneKind::Battlefield, MoveCause::Effect, None)));
                        }
                    }
                }
                Lasting::PhaseIn { objects, .. } => {
                    for &id in objects {
                        // modern 610.4a: not what has phased in meanwhile, even if it is out again.
                        if self.phased(id).is_some_and(|phased| phased.how == PhasedHow::Until(lasting.timestamp)) {
                            batch.push(Event::Phase { object: id, out: false, with: None });
                        }
                    }
                }
                _ => {}
            }
        }
        self.lasting.retain(|lasting| !due.contains(&lasting.timestamp));
        self.unsettle();
        self.touch();
        batch
    }
}
