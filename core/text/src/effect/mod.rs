//! Effects as sentences.

use crate::speech::Speech;
use cardwright_engine::ability::{Body, Effect, TokenSpec};

impl Speech<'_> {
    /// What a spell or ability does: its modes, or the sentences of its effect. With capitals and full stops; several sentences
    /// are one paragraph, modes have lines of their own that begin with "•".
    pub(crate) fn body(&mut self, body: &Body) -> String {
        format!("⟦{body:?}⟧")
    }
    /// The effect as sentences, with capitals and full stops.
    pub(crate) fn effect(&mut self, effect: &Effect) -> String {
        format!("⟦{effect:?}⟧")
    }
    /// The effect as a clause inside a sentence, without capital and full stop: behind "you may", "unless", "instead".
    pub(crate) fn inline_effect(&mut self, effect: &Effect) -> String {
        format!("⟦{effect:?}⟧")
    }
    /// A token with its size, colours, types and abilities, without article: "1/1 white Soldier creature token with flying".
    pub(crate) fn token(&mut self, token: &TokenSpec) -> String {
        format!("⟦{token:?}⟧")
    }
}
