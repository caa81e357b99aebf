//! What cards have players do before the decks are shuffled to start the game (modern 103.2, 607.2n, 607.2p).

use super::Stage;
use crate::ability::{AbilityBody, Effect, Origin, Rule, StaticPart};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Bindings;
use crate::perform::Resolving;
use crate::run::{Beat, Run};

impl Game {
    /// Whether any card of the decks has something to do then.
    pub(crate) fn has_before_game(&self) -> bool {
        self.objects.iter().any(|object| {
            self.face(object).base.abilities.iter().any(|instance| match &instance.ability.kind {
                AbilityBody::Static(says) => says.parts.iter().any(|part| matches!(part, StaticPart::Rule(Rule::BeforeGame(_)))),
                _ => false,
            })
        })
    }

    /// One player's cards do it; after the last player the game goes on as any other.
    pub(super) fn before_game(&mut self, run: &mut Run<'_>, player: PlayerId) -> Beat<()> {
        let mut todo: Vec<(ObjectId, Origin, Effect)> = Vec::new();
        for &id in self.player(player).library.iter().rev().chain(&self.command) {
            let mine = self.object(id).is_some_and(|object| object.owner == player);
            for active in self.own_rules(id).filter(|_| mine) {
                if let Rule::BeforeGame(effect) = active.rule {
                    todo.push((id, active.scope.origin, (**effect).clone()));
                }
            }
        }
        for (card, origin, effect) in todo {
            let mut resolving = Resolving::new(card, player, origin, None, Bindings::default());
            self.perform(run, &mut resolving, &effect)?;
        }
        let next = PlayerId((player.0 + 1) % self.players.len() as u8);
        if next != self.turn.first {
            self.turn.stage = Stage::BeforeGame(next);
            return Ok(());
        }
        // Nothing triggers before the game.
        self.waiting.clear();
        for seat in 0..self.players.len() as u8 {
            self.shuffle_library(PlayerId(seat));
            self.draw_opening_hand(PlayerId(seat));
        }
        self.turn.stage = Stage::Mulligan(self.turn.first);
        Ok(())
    }
}
