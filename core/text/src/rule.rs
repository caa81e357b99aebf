//! Changes to the rules of the game: "Creatures can't attack", "You have no maximum hand size", "costs {1} less to cast".

use crate::speech::Speech;
use cardwright_engine::ability::Rule;

impl Speech<'_> {
    /// A sentence without its full stop.
    pub(crate) fn rule(&mut self, rule: &Rule) -> String {
        format!("⟦{rule:?}⟧")
    }
}
