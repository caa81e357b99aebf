//! Time: looking back, playing on from there, lines of play.
//!
//! The designer looks; guests stay where the game is. While the past is looked at, the game waits for the designer's answers only.

use super::{Refused, Room, SeatKind};
use cardwright_engine::game::Game;
use cardwright_play::table::{BranchId, Capsule, Puzzle, Status, Text};
use serde::Deserialize;

/// The past as the designer looks at it.
#[derive(Clone, Debug)]
pub struct Looking {
    /// Before which beat.
    pub beat: usize,
    /// The game as it was.
    pub game: Game,
    /// How many lines the log had.
    pub log_length: usize,
}

/// What a designer wants of time.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Journey {
    /// To look at the game as it was before that beat.
    Look(usize),
    /// One beat back or on from what is looked at.
    Step(i64),
    /// To look at the game as it is.
    Now,
    /// To play on from before that beat.
    PlayOn {
        /// The beat.
        beat: usize,
        /// With which texts of the cards.
        text: Text,
    },
    /// One decision back.
    Undo,
    /// To go on with another line of play.
    Switch(u32),
    /// To give the same answers again from that beat on, with the cards as they are now.
    Again(usize),
    /// To go on with what came of that.
    KeepAgain,
    /// To forget it.
    DropAgain,
    /// To name a line of play.
    Rename {
        /// Which.
        line: u32,
        /// Its new name.
        name: String,
    },
}

/// Names of lines stand on a page.
const LONGEST_NAME: usize = 60;
/// What is said in a report is read by people.
const LONGEST_NOTE: usize = 10_000;

impl Room {
    /// What somebody needs to see this moment again: the record, the cards and their files, and what they say of it. Of the past, if that is
    /// looked at.
    ///
    /// # Errors
    /// If the past does not play again.
    pub fn capsule(&self, note: &str) -> Result<Vec<u8>, Refused> {
        let beat = self.looking.as_ref().map(|looking| looking.beat);
        let note: String = note.chars().take(LONGEST_NOTE).collect();
        Capsule::of(&self.table, &self.bots(), &self.library, &note, beat).map(|capsule| capsule.to_bytes()).map_err(refused)
    }

    /// The position as the text of a puzzle file: of the past, if that is looked at.
    pub fn puzzle(&self) -> String {
        let game = self.looking.as_ref().map_or(self.table.game(), |looking| &looking.game);
        let (puzzle, left_out) = Puzzle::of(game);
        puzzle.to_text(&left_out)
    }

    fn bots(&self) -> Vec<Option<String>> {
        let bot = |seat: &SeatKind| match seat {
            SeatKind::Bot(name) => Some(name.clone()),
            SeatKind::Person | SeatKind::Guest => None,
        };
        self.seats.iter().map(bot).collect()
    }

    /// Goes through time.
    ///
    /// # Errors
    /// If there is no such time, or it does not play again. Nothing changes then.
    pub fn travel(&mut self, journey: Journey) -> Result<(), Refused> {
        let beats = self.table.beats();
        match journey {
            Journey::Look(beat) if beat >= beats => self.looking = None,
            Journey::Look(beat) => {
                let position = self.table.position(beat).map_err(refused)?;
                self.looking = Some(Looking { beat, game: position.game, log_length: position.log_length });
            }
            Journey::Step(step) => {
                let from = self.looking.as_ref().map_or(beats, |looking| looking.beat) as i64;
                let to = from.saturating_add(step).clamp(0, beats as i64) as usize;
                return self.travel(Journey::Look(to));
            }
            Journey::Now => self.looking = None,
            Journey::PlayOn { beat, text } => {
                self.table.go_to(beat, text).map_err(refused)?;
                self.arrived();
            }
            Journey::Undo => {
                // The last decision that anybody made, also a guest's: who tries cards out goes back over both sides of the table.
                self.table.undo(None, Text::AsOfNow).map_err(refused)?;
                self.arrived();
            }
            Journey::Switch(line) => {
                self.table.switch_to(BranchId(line), Text::AsOfNow).map_err(refused)?;
                self.arrived();
            }
            Journey::Again(beat) => self.rerun = Some(self.table.again_with_new_text(beat).map_err(refused)?),
            Journey::KeepAgain => {
                let rerun = self.rerun.take().ok_or_else(|| Refused::Illegal("nothing was played again".to_owned()))?;
                self.table.keep(rerun).map_err(refused)?;
                self.arrived();
            }
            Journey::DropAgain => self.rerun = None,
            Journey::Rename { line, name } => {
                let name: String = name.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
                if name.is_empty() {
                    return Err(Refused::Illegal("a line needs a name".to_owned()));
                }
                self.table.rename(BranchId(line), &name).map_err(refused)?;
            }
        }
        Ok(())
    }

    /// The game is at another time now.
    fn arrived(&mut self) {
        self.looking = None;
        self.rerun = None;
        self.status = Status::Goes;
        for stops in &mut self.stops {
            stops.until = None;
        }
    }
}

fn refused(error: impl std::fmt::Display) -> Refused {
    Refused::Illegal(error.to_string())
}
