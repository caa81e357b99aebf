//! Announcing spells and abilities (modern 601, 602): legal actions, and doing them.

use crate::ability::{Cost, TargetSpec};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Recipient;
use crate::question::Action;
use crate::run::{Beat, Run};

impl Game {
    /// Everything that the player could do with priority now, passing first. Exact: each of them can be completed.
    pub fn legal_actions(&self, player: PlayerId) -> Vec<Action> {
        let _ = player;
        vec![Action::Pass]
    }
    /// What may be chosen for that instance of "target" (115.1), besides what was chosen already.
    pub(crate) fn legal_targets(&self, spec: &TargetSpec, scope: Scope<'_>, already: &[Recipient]) -> Vec<Recipient> {
        let _ = (spec, scope, already);
        Vec::new()
    }
    /// Has the player cast a card while something resolves (608.2g): without paying its mana cost, or for that cost.
    /// Whether it was cast.
    pub(crate) fn cast_during_resolution(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        card: ObjectId,
        cost: Option<Cost>,
    ) -> Beat<bool> {
        let _ = (run, player, card, cost);
        Ok(false)
    }
}
