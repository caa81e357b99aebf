//! The journal: a file that holds everything that happens at a table, written as it happens.
//!
//! It begins with a mark and a format, then come frames: the start of the game, and one for each answer, each beat that was
//! played, each change between beats, each going back. A frame is written at once, so that whenever the program ends, all
//! that was answered is there; a frame that was torn off is dropped when the file is opened. Each frame has a checksum that
//! also covers the frames before it: what was damaged is found. Of a game whose cards have callbacks it also has the scripts that
//! answer them, so that it opens when they have changed.

use super::change::Change;
use super::line::{Done, Given, Offered, PastError};
use super::log::{LogLine, Narrator};
use super::replay::Replay;
use super::scripts::{Reading, Written};
use super::{ChangeError, Seat, Table};
use crate::bots::{self, UnknownBot};
use crate::catalog::{FaceScript, Shared};
use crate::caught::caught;
use crate::words::Names;
use cardwright_engine::game::Game;
use cardwright_engine::host::HostError;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::run::{Run, Stop};
use cardwright_engine::save::StateHash;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Every journal begins with it; the format follows.
const MARK: &[u8] = b"cardwright journal\n";
/// Grows with every change of the format.
const FORMAT: u8 = 3;
/// The oldest format that is read: before it games were laid out otherwise.
const OLDEST: u8 = 3;
/// Length, its complement, checksum.
const HEAD: usize = 16;

/// What a game began with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start {
    game: Vec<u8>,
    seed: u64,
    players: Vec<String>,
    reader: Option<u8>,
    log: Vec<LogLine>,
    /// The bot of each seat, by name; `None` for a person.
    pub bots: Vec<Option<String>>,
}

/// What a frame says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Frame {
    /// The game begins.
    Start(Box<Start>),
    /// An answer to the beat that is being played.
    Answer(Given),
    /// The beat was played with the answers so far; the state after it.
    Beat(Option<StateHash>),
    /// Something was done between beats.
    Change(Change),
    /// Only so many of the answers so far are kept.
    Keep(u32),
    /// Another line of play begins before that entry.
    Cut { entry: u32, id: u32, name: String },
    /// Another line of play goes on.
    Switch(u32),
    /// A line of play is renamed.
    Rename { id: u32, name: String },
    /// A person is offered that from now on.
    Offer(PlayerId, Offered),
    /// These scripts answer callbacks from now on; what all scripts share only where it is another than before.
    Scripts { shared: Option<Arc<Shared>>, faces: Vec<FaceScript> },
}

/// Why a journal cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The disk refuses.
    #[error("`{path}`: {error}")]
    Disk {
        /// Which file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Another program has it.
    #[error("`{0}` is in use: another program plays that game")]
    InUse(String),
    /// It is no journal.
    #[error("this is not the journal of a game")]
    NotAJournal,
    /// It was written by another version.
    #[error(
        "the journal has format {0}, but this version reads formats {OLDEST} to {FORMAT}: play it with the version that wrote it"
    )]
    OtherFormat(u8),
    /// It was damaged.
    #[error("the journal is damaged at byte {at}: {what}")]
    Damaged {
        /// Where.
        at: usize,
        /// What is wrong there.
        what: String,
    },
    /// A seat's bot is not known.
    #[error(transparent)]
    NoBot(#[from] UnknownBot),
    /// A beat does not play with the answers that it had.
    #[error("beat {beat} does not play again: {stop}")]
    Beat {
        /// Which.
        beat: usize,
        /// Why.
        stop: Stop,
    },
    /// A script that answers while the game runs is not as it was, and the journal does not have it.
    #[error(
        "beat {beat} does not play again: a script of the cards answers while the game runs, and that script has changed since: \
         {error}. Put the script back as it was when the game was played, from your version control or a copy, then open the \
         journal again"
    )]
    Script {
        /// Which beat.
        beat: usize,
        /// Whose script it is, and what is wrong.
        error: HostError,
    },
    /// A beat plays otherwise.
    #[error("beat {beat} comes out otherwise than it was played: the game is not the same any more")]
    Differs {
        /// Which.
        beat: usize,
    },
    /// Going back does not work any more.
    #[error(transparent)]
    Past(#[from] PastError),
    /// A change between beats cannot be made again.
    #[error("what was done to the game before beat {beat} cannot be done again: {error}")]
    Change {
        /// Before which.
        beat: usize,
        /// Why.
        error: ChangeError,
    },
    /// The engine failed: a fault of ours.
    #[error("the engine failed while the game was played again: {0}")]
    Failed(String),
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    sum: Sum,
    scripts: Written,
    trouble: Option<JournalError>,
}

type Sum = [u8; 8];

/// A journal that was opened: the table as it was, and the journal to go on with.
pub struct Opened {
    /// The table, with everything that was answered. [`Table::attach`] the journal to it to go on writing.
    pub table: Table,
    /// The journal.
    pub journal: Journal,
    /// The bot of each seat, by name; `None` for a person.
    pub bots: Vec<Option<String>>,
    /// How many bytes of a torn last frame were dropped.
    pub torn: usize,
}

impl Journal {
    /// A new journal of that table, with what has been played in its present line so far. [`Table::attach`] it to write on.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    pub fn create(path: &Path, table: &Table, bots: &[Option<String>]) -> Result<Journal, JournalError> {
        let record = Record::of(table, bots, None)?;
        let disk = |error| JournalError::Disk { path: path.display().to_string(), error };
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(disk)?;
        lock(&file, path)?;
        file.write_all(&record.bytes).map_err(disk)?;
        Ok(Journal { file, path: path.to_owned(), sum: record.sum, scripts: record.scripts, trouble: None })
    }

    /// Opens a journal and plays what is in it, up to the last answer. A torn last frame is taken off the file.
    ///
    /// # Errors
    /// If it is no journal, is damaged, in use, or does not play again.
    pub fn open(path: &Path) -> Result<Opened, JournalError> {
        let disk = |error| JournalError::Disk { path: path.display().to_string(), error };
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(disk)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut file, &mut bytes).map_err(disk)?;
        let read = read(&bytes)?;
        file.set_len(read.used as u64).map_err(disk)?;
        file.seek(SeekFrom::Start(read.used as u64)).map_err(disk)?;
        let journal = Journal { file, path: path.to_owned(), sum: read.sum, scripts: read.scripts, trouble: None };
        Ok(Opened { table: read.table, journal, bots: read.bots, torn: bytes.len() - read.used })
    }

    /// The bot of each seat of a journal's game, by name, without playing the game.
    ///
    /// # Errors
    /// If it is no journal, or cannot be read.
    pub fn bots(path: &Path) -> Result<Vec<Option<String>>, JournalError> {
        let bytes = std::fs::read(path).map_err(|error| JournalError::Disk { path: path.display().to_string(), error })?;
        let mut frames = Frames::new(&bytes)?;
        let at = frames.at;
        match frames.next()? {
            Some(Frame::Start(start)) => Ok(start.bots),
            _ => Err(JournalError::Damaged { at, what: "it does not begin with the start of a game".to_owned() }),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why it could not be written, if so. Nothing is written any more then.
    pub fn trouble(&self) -> Option<&JournalError> {
        self.trouble.as_ref()
    }

    /// Writes a change, and before it the scripts that it needs.
    fn append_change(&mut self, change: &Change) {
        for frame in self.scripts.missing(change.definitions()) {
            self.append(&frame);
        }
        self.append(&Frame::Change(change.clone()));
    }

    fn append(&mut self, frame: &Frame) {
        if self.trouble.is_some() {
            return;
        }
        let mut bytes = Vec::new();
        let sum = framed(&mut bytes, self.sum, frame);
        // One write: whatever ends the program, the frame is there or it is torn at the end of the file.
        match self.file.write_all(&bytes) {
            Ok(()) => self.sum = sum,
            Err(error) => self.trouble = Some(JournalError::Disk { path: self.path.display().to_string(), error }),
        }
    }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.display().to_string())),
        // Not every file system has locks.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

fn summed(before: Sum, payload: &[u8]) -> Sum {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&before).update(payload);
    let mut sum = [0; 8];
    sum.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    sum
}

fn framed(into: &mut Vec<u8>, before: Sum, frame: &Frame) -> Sum {
    // Writing to memory fails for no value of this type.
    let payload = postcard::to_stdvec(frame).unwrap_or_default();
    let sum = summed(before, &payload);
    let length = payload.len() as u32;
    into.extend(length.to_le_bytes());
    into.extend((!length).to_le_bytes());
    into.extend(sum);
    into.extend(payload);
    sum
}

/// The frames of a file, one after the other.
struct Frames<'b> {
    bytes: &'b [u8],
    at: usize,
    sum: Sum,
}

impl<'b> Frames<'b> {
    fn new(bytes: &'b [u8]) -> Result<Self, JournalError> {
        let rest = bytes.strip_prefix(MARK).ok_or(JournalError::NotAJournal)?;
        match rest.first() {
            None => Err(JournalError::NotAJournal),
            Some(format) if (OLDEST..=FORMAT).contains(format) => Ok(Frames { bytes, at: MARK.len() + 1, sum: Sum::default() }),
            Some(&other) => Err(JournalError::OtherFormat(other)),
        }
    }

    /// The next frame; `None` at the end, or where the last one is torn off.
    fn next(&mut self) -> Result<Option<Frame>, JournalError> {
        let rest = &self.bytes[self.at..];
        let damaged = |what: &str| JournalError::Damaged { at: self.at, what: what.to_owned() };
        let number = |at: usize| -> Option<u32> { Some(u32::from_le_bytes(rest.get(at..at + 4)?.try_into().ok()?)) };
        let (Some(length), Some(guard)) = (number(0), number(4)) else { return Ok(None) };
        if length != !guard {
            // A disk that lost its last blocks leaves zeros.
            let nothing = rest.iter().all(|byte| *byte == 0);
            return if nothing { Ok(None) } else { Err(damaged("no frame begins here")) };
        }
        let end = HEAD.saturating_add(length as usize);
        let (Some(sum), Some(payload)) = (rest.get(8..HEAD), rest.get(HEAD..end)) else { return Ok(None) };
        let expected = summed(self.sum, payload);
        if expected != sum {
            return Err(damaged("the checksum is another"));
        }
        let frame = match postcard::take_from_bytes::<Frame>(payload) {
            Ok((frame, [])) => frame,
            Ok(_) => return Err(damaged("a frame is longer than what it says")),
            Err(error) => return Err(damaged(&error.to_string())),
        };
        self.at += end;
        self.sum = expected;
        Ok(Some(frame))
    }
}

/// What was read.
pub(super) struct Read {
    pub table: Table,
    pub bots: Vec<Option<String>>,
    /// How many of the bytes are whole frames.
    pub used: usize,
    sum: Sum,
    scripts: Written,
}

/// Reads a journal and plays it.
pub(super) fn read(bytes: &[u8]) -> Result<Read, JournalError> {
    let mut frames = Frames::new(bytes)?;
    let first = frames.at;
    let Some(Frame::Start(start)) = frames.next()? else {
        return Err(JournalError::Damaged { at: first, what: "it does not begin with the start of a game".to_owned() });
    };
    let bots = start.bots.clone();
    let mut table = begin(*start, first)?;
    let mut scripts = Reading::new();
    loop {
        let at = frames.at;
        let Some(frame) = frames.next()? else { break };
        caught(|| table.replay(frame, &mut scripts)).map_err(JournalError::Failed)?.map_err(|error| match error {
            JournalError::Damaged { what, .. } => JournalError::Damaged { at, what },
            other => other,
        })?;
    }
    table.written = table.given.len();
    Ok(Read { table, bots, used: frames.at, sum: frames.sum, scripts: scripts.written.clone() })
}

fn begin(start: Start, at: usize) -> Result<Table, JournalError> {
    let game = Game::load(&start.game).map_err(|error| JournalError::Damaged { at, what: error.to_string() })?;
    let seat = |bot: &Option<String>| match bot {
        None => Ok(Seat::Person),
        Some(name) => bots::by_name(name, 0).map(Seat::Bot),
    };
    let seats = start.bots.iter().map(seat).collect::<Result<Vec<_>, _>>()?;
    let names = Names { players: start.players, reader: start.reader.map(PlayerId) };
    let mut table = Table::new(game, seats, names, start.seed);
    table.line.log = start.log.into_iter().map(Arc::new).collect();
    Ok(table)
}

/// A game's record as the bytes of a journal: of the line that is being played.
pub(super) struct Record {
    pub bytes: Vec<u8>,
    sum: Sum,
    scripts: Written,
}

impl Record {
    /// The record of a table up to before that entry, or up to now with the answers to the beat that waits.
    pub fn of(table: &Table, bots: &[Option<String>], up_to: Option<usize>) -> Result<Record, JournalError> {
        let line = &table.line;
        let before = line.entries.first().map_or(line.log.len(), |first| first.log_before());
        let mut log: Vec<Arc<LogLine>> = if line.entries.is_empty() { line.log.clone() } else { line.cut(0).log };
        log.truncate(before);
        let start = Start {
            game: line.start().save(),
            seed: table.seed,
            players: table.names.players.clone(),
            reader: table.names.reader.map(|reader| reader.0),
            log: log.iter().map(|line| (**line).clone()).collect(),
            bots: bots.to_vec(),
        };
        let mut bytes = MARK.to_vec();
        bytes.push(FORMAT);
        let mut sum = framed(&mut bytes, Sum::default(), &Frame::Start(Box::new(start)));
        let mut game = line.start();
        let mut scripts = Written::default();
        for frame in scripts.missing(game.definitions().iter().map(|(_, definition)| definition)) {
            sum = framed(&mut bytes, sum, &frame);
        }
        let end = up_to.unwrap_or(line.entries.len()).min(line.entries.len());
        let known = line.entries[..end].iter().all(|entry| entry.hash.is_some() || !matches!(entry.done, Done::Beat(_)));
        for (at, entry) in line.entries[..end].iter().enumerate() {
            if !known {
                line.play(&mut game, at)?;
            }
            for given in entry.answers() {
                sum = framed(&mut bytes, sum, &Frame::Answer(given.clone()));
            }
            let frame = match &entry.done {
                Done::Beat(_) => Frame::Beat(entry.hash.or_else(|| Some(game.state_hash()))),
                Done::Change(change) => {
                    for frame in scripts.missing(change.definitions()) {
                        sum = framed(&mut bytes, sum, &frame);
                    }
                    Frame::Change(change.clone())
                }
            };
            sum = framed(&mut bytes, sum, &frame);
        }
        if up_to.is_none() {
            for (offered, seat) in table.offers.iter().zip(0..) {
                sum = framed(&mut bytes, sum, &Frame::Offer(PlayerId(seat), *offered));
            }
            for given in &table.given {
                sum = framed(&mut bytes, sum, &Frame::Answer(given.clone()));
            }
        }
        Ok(Record { bytes, sum, scripts })
    }
}

impl Table {
    /// Writes everything that happens from now on to the journal.
    pub fn attach(&mut self, journal: Journal) {
        self.written = self.given.len();
        self.journal = Some(journal);
    }

    /// The journal, if the table has one.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    pub(super) fn write(&mut self, frame: &Frame) {
        if let Some(journal) = &mut self.journal {
            journal.append(frame);
        }
    }

    /// Writes a change, and before it the scripts that it needs.
    pub(super) fn write_change(&mut self, change: &Change) {
        if let Some(journal) = &mut self.journal {
            journal.append_change(change);
        }
    }

    /// Writes the answers that were given since the last time.
    pub(super) fn write_given(&mut self) {
        if let Some(journal) = &mut self.journal {
            for given in &self.given[self.written.min(self.given.len())..] {
                journal.append(&Frame::Answer(given.clone()));
            }
        }
        self.written = self.given.len();
    }

    /// Does what a frame says.
    fn replay(&mut self, frame: Frame, scripts: &mut Reading) -> Result<(), JournalError> {
        let beat = self.beats();
        match frame {
            Frame::Start(_) => return Err(JournalError::Damaged { at: 0, what: "a second game begins".to_owned() }),
            Frame::Answer(given) => self.given.push(given),
            Frame::Beat(hash) => return self.replay_beat(hash),
            Frame::Change(Change::Said(text)) => self.say(text),
            Frame::Change(change) => {
                self.redo(change).map_err(|error| JournalError::Change { beat, error })?;
            }
            Frame::Keep(count) => self.given.truncate(count as usize),
            Frame::Cut { entry, id, name } => {
                let entry = entry as usize;
                if entry > self.line.entries.len() {
                    return Err(JournalError::Damaged { at: 0, what: "it goes back to what was not played".to_owned() });
                }
                let game = self.line.game_at(entry)?;
                self.cut(entry, game, id, name);
            }
            Frame::Switch(id) => self.switch_to(super::BranchId(id), super::Text::AsItWas)?,
            Frame::Offer(player, offered) => self.set_offered(player, offered),
            Frame::Scripts { shared, faces } => scripts.install(shared, faces, &self.game),
            Frame::Rename { id, name } => self.rename(super::BranchId(id), &name)?,
        }
        Ok(())
    }

    fn replay_beat(&mut self, hash: Option<StateHash>) -> Result<(), JournalError> {
        let beat = self.beats();
        let before = self.game.clone();
        let mut narrator = Narrator::new(&self.names, before.players().len(), beat as u32);
        let mut replay = Replay::new(&self.given);
        let mut run = Run::new(&mut replay).watched(&mut narrator);
        let result = self.game.beat(&mut run);
        let decisions = run.decisions;
        let complete = replay.is_done();
        if let Err(stop) = result {
            self.game = before;
            return Err(match stop {
                Stop::Host(error) => JournalError::Script { beat, error },
                stop => JournalError::Beat { beat, stop },
            });
        }
        if !complete || hash.is_some_and(|hash| hash != self.game.state_hash()) {
            self.game = before;
            return Err(JournalError::Differs { beat });
        }
        self.over = self.game.outcome();
        self.finish(&before, narrator, decisions, hash);
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{FORMAT, Frame, Frames, HEAD, MARK, Sum, framed, summed};

    /// The journal without the scripts in it.
    pub fn without_scripts(journal: &[u8]) -> Vec<u8> {
        let mut frames = Frames::new(journal).unwrap();
        let mut bytes = [MARK, &[FORMAT]].concat();
        let mut sum = Sum::default();
        while let Some(frame) = frames.next().unwrap() {
            if !matches!(frame, Frame::Scripts { .. }) {
                sum = framed(&mut bytes, sum, &frame);
            }
        }
        bytes
    }

    /// A journal with another frame of these bytes, checksum and all.
    pub fn with_frame(journal: &[u8], payload: &[u8]) -> Vec<u8> {
        let mut bytes = journal.to_vec();
        let mut frames = Frames::new(journal).unwrap();
        while frames.next().unwrap().is_some() {}
        let sum = summed(frames.sum, payload);
        let length = payload.len() as u32;
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(sum);
        bytes.extend(payload);
        assert_eq!(bytes.len(), journal.len() + HEAD + payload.len());
        bytes
    }
}
