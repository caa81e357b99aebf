//! One game between bots, as fast as it goes.

use crate::bots::Seats;
use cardwright_engine::game::{Game, Outcome};
use cardwright_engine::ids::PlayerId;
use cardwright_engine::run::{Run, Stop};
use cardwright_engine::turn::Progress;
use cardwright_play::caught::caught;
use std::cell::Cell;

/// A game with more turns than this is stopped: something goes round in circles.
const MOST_TURNS: u32 = 2_000;
/// The same for beats: a turn that never ends.
const MOST_BEATS: u64 = 500_000;

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Who has won: one player, a whole team, or nobody.
    pub winners: Vec<PlayerId>,
    /// In which turn.
    pub turns: u32,
    /// After how many decisions.
    pub decisions: u64,
    /// After how many beats.
    pub beats: u64,
    /// The game as it ended.
    pub game: Game,
}

/// Why a game could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Trouble {
    /// A beat failed.
    #[error("turn {turn}, beat {beat}: {stop}")]
    Stopped {
        /// In which turn.
        turn: u32,
        /// In which beat.
        beat: u64,
        /// Why.
        stop: Stop,
    },
    /// The state is one that cannot be.
    #[error("turn {turn}, after beat {beat}: {broken}")]
    Broken {
        /// In which turn.
        turn: u32,
        /// After which beat.
        beat: u64,
        /// What is wrong.
        broken: String,
    },
    /// The engine itself failed: a fault of ours.
    #[error("turn {turn}, beat {beat}: the engine failed: {message}")]
    Failed {
        /// In which turn.
        turn: u32,
        /// In which beat.
        beat: u64,
        /// What it said.
        message: String,
    },
    /// It does not end.
    #[error("no end after turn {turn} and {beat} beats")]
    Endless {
        /// In which turn.
        turn: u32,
        /// After how many beats.
        beat: u64,
    },
}

/// Plays a game to its end; with `check`, the invariants of the state are looked at after every beat. A game in which the engine
/// panics is in trouble like any other: the games after it are played.
///
/// # Errors
/// If a beat fails, the state is impossible, or the game does not end.
pub fn play_game(game: Game, seats: &mut Seats, check: bool) -> Result<Played, Trouble> {
    let reached = Cell::new((0, 0));
    caught(|| play_on(game, seats, check, &reached)).unwrap_or_else(|message| {
        let (turn, beat) = reached.get();
        Err(Trouble::Failed { turn, beat, message })
    })
}

fn play_on(mut game: Game, seats: &mut Seats, check: bool, reached: &Cell<(u32, u64)>) -> Result<Played, Trouble> {
    let mut run = Run::new(seats);
    let mut beat = 0;
    loop {
        reached.set((game.turn().number, beat));
        let progress = game.beat(&mut run).map_err(|stop| Trouble::Stopped { turn: game.turn().number, beat, stop })?;
        beat += 1;
        let turn = game.turn().number;
        if check {
            game.check_invariants().map_err(|broken| Trouble::Broken { turn, beat, broken })?;
        }
        match progress {
            Progress::Over(outcome) => {
                let winners = game.winners().collect();
                return Ok(Played { outcome, winners, turns: turn, decisions: run.decisions, beats: beat, game });
            }
            Progress::Goes if turn > MOST_TURNS || beat > MOST_BEATS => return Err(Trouble::Endless { turn, beat }),
            Progress::Goes => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_engine::question::{Answer, Decider, NotYet, Question};
    use std::sync::Arc;

    /// A bot that stumbles at its first question.
    struct Stumbles;
    impl Decider for Stumbles {
        fn decide(&mut self, _: &Game, _: &Question) -> Result<Answer, NotYet> {
            panic!("stumbled")
        }
    }
    impl crate::bots::Bot for Stumbles {
        fn reseed(&mut self, _: u64) {}
    }

    #[test]
    fn a_panic_is_a_trouble_of_one_game() {
        let setup = cardwright_engine::setup::Setup {
            definitions: Arc::default(),
            ruleset: Arc::default(),
            decks: vec![Vec::new(), Vec::new()],
            teams: Vec::new(),
            seed: 1,
        };
        let seats: Vec<Box<dyn crate::bots::Bot>> = vec![Box::new(Stumbles), Box::new(Stumbles)];
        let result = play_game(Game::new(&setup), &mut Seats(seats), false);
        assert!(matches!(&result, Err(Trouble::Failed { message, .. }) if message == "stumbled"), "{result:?}");
    }
}
