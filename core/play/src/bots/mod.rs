//! Bots: deciders that play by themselves. They see what the player they answer for may see, and no more.

mod declare;
mod harm;
mod random;
mod rng;
mod sensible;
#[cfg(test)]
mod tests;
mod worth;

pub use random::RandomBot;
pub use rng::Rng;
pub use sensible::SensibleBot;

use cardwright_engine::game::Game;
use cardwright_engine::question::{Answer, Decider, NotYet, Question};

/// A decider that plays by itself.
pub trait Bot: Decider + Send + Send {
    /// Starts its chance anew from the seed.
    fn reseed(&mut self, seed: u64);
}

/// The bots by the names that commands know them by.
pub const NAMES: [&str; 2] = ["random", "simple"];

/// A bot by its name, with its own chance.
///
/// # Errors
/// If no bot has that name.
pub fn by_name(name: &str, seed: u64) -> Result<Box<dyn Bot>, UnknownBot> {
    match name {
        "random" => Ok(Box::new(RandomBot::new(seed))),
        "simple" => Ok(Box::new(SensibleBot::new(seed))),
        other => Err(UnknownBot(other.to_owned())),
    }
}

/// No bot has that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no bot `{0}`: the bots are random and simple")]
pub struct UnknownBot(pub String);

/// One decider for each seat, as one decider.
pub struct Seats(pub Vec<Box<dyn Bot>>);

impl Decider for Seats {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        match self.0.get_mut(question.player.index()) {
            Some(seat) => seat.decide(game, question),
            None => Err(NotYet),
        }
    }
}
