//! Cards in other players' graveyards, treated as though they were in one's own (modern 609.4, 609.4a).

use crate::ability::{CastFrom, CastPermission, PlayerRule};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::zone::ZoneKind;

impl Game {
    /// Whether the permission lets the player cast or play the card as though it were in their own graveyard. Both count:
    /// that it is treated so, and what may be done with cards there (609.4a).
    pub(super) fn permits_as_own(&self, player: PlayerId, id: ObjectId, active: &Active<'_, CastPermission>) -> bool {
        let permission = active.rule;
        if permission.from != CastFrom::Zone(ZoneKind::Graveyard) || !self.is_graveyard_as_own(player, id) {
            return false;
        }
        // What the card says of itself speaks of its owner, who the player is taken for.
        let own = active.scope.source == id;
        let controller = if own { player } else { active.scope.controller };
        let eval = self.eval(Scope { controller, ..active.scope });
        eval.players(&permission.who).contains(&player)
            && eval.matches_as_owned(&permission.what, id, player)
            && eval.holds(&permission.condition)
    }

    /// Whether the player treats the card in another player's graveyard as though it were in their own.
    fn is_graveyard_as_own(&self, player: PlayerId, id: ObjectId) -> bool {
        let there = |object: &crate::object::Object| object.zone == ZoneKind::Graveyard && object.owner != player;
        self.object(id).is_some_and(there)
            && self.player_rules().any(|active| match active.rule {
                PlayerRule::GraveyardAsOwn(players, filter) => {
                    let eval = self.eval(active.scope);
                    eval.players(players).contains(&player) && eval.matches_there(filter, id)
                }
                _ => false,
            })
    }
}
