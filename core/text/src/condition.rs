//! Conditions as clauses behind "if" and "as long as".

use crate::speech::Speech;
use cardwright_engine::ability::Condition;

impl Speech<'_> {
    /// "you control three or more creatures", "it's your turn".
    pub(crate) fn condition(&mut self, condition: &Condition) -> String {
        format!("⟦{condition:?}⟧")
    }
}
