//! Costs: "{1}{R}, {T}, Sacrifice another creature".

use crate::speech::Speech;
use cardwright_engine::ability::Cost;

impl Speech<'_> {
    /// Before the colon of an activated ability: each part with a capital.
    pub(crate) fn cost(&mut self, cost: &Cost) -> String {
        format!("⟦{cost:?}⟧")
    }
    /// Inside a sentence, as what somebody does: "pay {2}", "sacrifice a creature", "pay {1} and discard a card".
    pub(crate) fn paying(&mut self, cost: &Cost) -> String {
        format!("⟦{cost:?}⟧")
    }
}
