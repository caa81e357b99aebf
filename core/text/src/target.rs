//! Targets: "target creature you control", "up to two target players", "any target".

use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ids::TargetSlot;

impl Speech<'_> {
    /// What was chosen for that instance of "target": in full the first time, then "that creature" or "it".
    pub(crate) fn target(&mut self, slot: TargetSlot) -> Noun {
        Noun::thing(format!("⟦{slot:?}⟧"))
    }
}
