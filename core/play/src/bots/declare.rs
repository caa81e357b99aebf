//! Legal combat declarations at random, by the helpers of the engine.

use super::rng::Rng;
use cardwright_engine::combat::{AttackOptions, BlockOptions, DamageOptions};
use cardwright_engine::question::Answer;

/// Attacks at random.
pub fn attackers(rng: &mut Rng, options: &AttackOptions) -> Answer {
    Answer::Attacks(options.random(&mut |bound| rng.below(bound)))
}

/// Blocks at random.
pub fn blockers(rng: &mut Rng, options: &BlockOptions) -> Answer {
    Answer::Blocks(options.random(&mut |bound| rng.below(bound)))
}

/// A division of combat damage at random.
pub fn damage(rng: &mut Rng, options: &DamageOptions) -> Answer {
    Answer::Division(options.random(&mut |bound| rng.below(bound)))
}
