//! Events: "Whenever Bellows Imp attacks", "a creature would die", "a creature died this turn".

use crate::speech::Speech;
use cardwright_engine::ability::{EventPattern, Period, StepKind};
use cardwright_engine::ids::Var;

impl Speech<'_> {
    /// The condition of a triggered ability, with "When", "Whenever" or "At", without a comma behind it. What it names is
    /// known under the name of the event from then on.
    pub(crate) fn trigger(&mut self, pattern: &EventPattern, event: Var) -> String {
        let _ = event;
        format!("Whenever ⟦{pattern:?}⟧")
    }
    /// "a creature you control would die": behind "if" in replacement effects.
    pub(crate) fn would(&mut self, pattern: &EventPattern, event: Var) -> String {
        let _ = event;
        format!("⟦{pattern:?}⟧")
    }
    /// "a creature died this turn": behind "if".
    pub(crate) fn happened(&mut self, pattern: &EventPattern, period: Period) -> String {
        let _ = period;
        format!("⟦{pattern:?}⟧")
    }
    /// "creature that died this turn": what is counted, behind "for each" or "the number of ...s".
    pub(crate) fn happening(&mut self, pattern: &EventPattern, period: Period) -> String {
        self.happened(pattern, period)
    }
    /// A step or phase: "upkeep", "declare attackers step", "combat".
    pub(crate) fn step(&self, step: StepKind) -> &'static str {
        let _ = step;
        "⟦step⟧"
    }
}
