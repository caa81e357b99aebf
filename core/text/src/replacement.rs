//! Replacement and prevention effects: "If ... would ..., ... instead", "Prevent the next 3 damage ...", "enters tapped".

use crate::speech::Speech;
use cardwright_engine::ability::Replacement;

impl Speech<'_> {
    /// One sentence or several, without the duration and without a full stop at the end.
    pub(crate) fn replacement(&mut self, replacement: &Replacement) -> String {
        format!("⟦{replacement:?}⟧")
    }
}
