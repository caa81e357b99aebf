//! Saved tables: the game with whatever is needed to go on as if nothing had been.

use super::line::Given;
use super::{LogLine, Seat, Table};
use crate::words::Names;
use cardwright_engine::game::Game;
use cardwright_engine::ids::PlayerId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Grows with every change of the format.
const FORMAT: u32 = 3;

/// Every save begins with it.
const MARK: &[u8] = b"cardwright save\n";

/// A table on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedTable {
    format: u32,
    game: Vec<u8>,
    seed: u64,
    beats: u64,
    given: Vec<Given>,
    log: Vec<LogLine>,
    players: Vec<String>,
    reader: Option<u8>,
    /// The bot of each seat, by name; `None` for a person.
    pub bots: Vec<Option<String>>,
}

/// Why a save cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// It is not a save at all.
    #[error("this is not a saved game")]
    NotASave,
    /// It was written by another version.
    #[error("the save has format {0}, but this version reads format {FORMAT}")]
    OtherFormat(u32),
    /// It is cut off or damaged.
    #[error("the save is damaged: {0}")]
    Damaged(String),
}

impl SavedTable {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        // Writing to memory fails for no value of this type.
        bytes.extend(postcard::to_stdvec(self).unwrap_or_default());
        bytes
    }

    /// A save from the bytes of a file.
    ///
    /// # Errors
    /// If they are no save, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SaveError> {
        let rest = bytes.strip_prefix(MARK).ok_or(SaveError::NotASave)?;
        let (format, _) = postcard::take_from_bytes::<u32>(rest).map_err(|error| SaveError::Damaged(error.to_string()))?;
        if format != FORMAT {
            return Err(SaveError::OtherFormat(format));
        }
        postcard::from_bytes(rest).map_err(|error| SaveError::Damaged(error.to_string()))
    }
}

impl Table {
    /// The table as it can be written to disk. Going back beyond this moment is not part of it.
    pub fn save(&self, bots: Vec<Option<String>>) -> SavedTable {
        SavedTable {
            format: FORMAT,
            game: self.game.save(),
            seed: self.seed,
            beats: self.beats() as u64,
            given: self.given.clone(),
            log: self.line.log.iter().map(|line| (**line).clone()).collect(),
            players: self.names.players.clone(),
            reader: self.names.reader.map(|reader| reader.0),
            bots,
        }
    }

    /// The table that was saved, with `seats` in the order of [`SavedTable::bots`].
    ///
    /// # Errors
    /// If the game in it is damaged.
    pub fn resume(saved: SavedTable, seats: Vec<Seat>) -> Result<Self, SaveError> {
        let game = Game::load(&saved.game).map_err(|error| SaveError::Damaged(error.to_string()))?;
        let names = Names { players: saved.players, reader: saved.reader.map(PlayerId) };
        // Another seed for the bots: the beats before are not played again.
        let mut table = Table::new(game, seats, names, saved.seed.wrapping_add(saved.beats << 20));
        table.given = saved.given;
        table.line.log = saved.log.into_iter().map(Arc::new).collect();
        Ok(table)
    }
}
