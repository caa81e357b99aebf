//! Particular objects and recipients as nouns: by name or target the first time, then "it" or "that creature".

use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ability::{Objects, Recipients};

impl Speech<'_> {
    /// The objects as a noun, and remembers that they were named.
    pub(crate) fn objects(&mut self, objects: &Objects) -> Noun {
        Noun::thing(format!("⟦{objects:?}⟧"))
    }
    /// Objects, players or both: "any target", "each opponent", "target creature".
    pub(crate) fn recipients(&mut self, recipients: &Recipients) -> Noun {
        Noun::thing(format!("⟦{recipients:?}⟧"))
    }
    /// The object that has the ability, by its name or as "it" where that is clear.
    pub(crate) fn this(&mut self) -> Noun {
        Noun::thing(self.face.base.name.to_string())
    }
}
