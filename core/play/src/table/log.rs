//! The log of a game in words. It belongs to the table: the game itself keeps none.

use crate::words::{self, Names};
use cardwright_engine::game::Game;
use cardwright_engine::run::{Note, Observer};

/// Writes down what happens.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    /// What players are called and who reads.
    pub names: Names,
    /// The lines, oldest first.
    pub lines: Vec<String>,
}

impl Narrator {
    /// A narrator for those names.
    pub fn new(names: Names) -> Self {
        Narrator { names, lines: Vec::new() }
    }
}

impl Observer for Narrator {
    fn note(&mut self, game: &Game, note: Note<'_>) {
        if let Some(line) = words::note(game, &self.names, &note) {
            self.lines.push(line);
        }
    }
}
