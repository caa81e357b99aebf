//! Resolving spells and abilities (modern 608).

use crate::ability::Mode;
use crate::game::Game;
use crate::object::StackEntry;

impl Game {
    /// The modes that an entry of the stack follows, in order (700.2).
    pub(crate) fn entry_modes(&self, entry: &StackEntry) -> Vec<Mode> {
        let _ = entry;
        Vec::new()
    }
}
