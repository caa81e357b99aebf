//! Continuous changes and how long they last: "gets +1/+1 and gains flying until end of turn".

use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ability::{Change, CopyException, Duration};

impl Speech<'_> {
    /// What becomes of the subject: "gets +1/+1 and gains flying" ("has" where `lasting` is not set: static abilities).
    pub(crate) fn changes(&mut self, changes: &[Change], subject: &Noun, lasting: bool) -> String {
        let _ = (subject, lasting);
        format!("⟦{changes:?}⟧")
    }
    /// "until end of turn"; empty for what lasts for the rest of the game.
    pub(crate) fn duration(&mut self, duration: &Duration) -> String {
        format!("⟦{duration:?}⟧")
    }
    /// ", except it's 1/1 and has flying": empty for no exceptions.
    pub(crate) fn exceptions(&mut self, except: &[CopyException]) -> String {
        format!("⟦{except:?}⟧")
    }
}
