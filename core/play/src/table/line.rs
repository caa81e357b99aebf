//! What has been played: the entries of a game's record, one line of play, and the copies that make going back quick.
//!
//! Lines share what they have in common: entries, log lines and copies are counted references, a line that branches off costs
//! a list of them.

use super::change::{self, Change, ChangeError};
use super::log::{self, LogLine, MarkKind};
use super::replay;
use cardwright_engine::ability::StepKind;
use cardwright_engine::game::Game;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::question::Answer;
use cardwright_engine::run::Stop;
use cardwright_engine::save::StateHash;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// A copy of the game is kept every so many entries; what lies between is played again when going back.
const CLOSE: usize = 16;
/// How many entries back copies lie that close.
const RECENT: usize = 512;
/// Further back they lie so far apart,
const APART: usize = 64;
/// up to here,
const LONG_AGO: usize = 4096;
/// and beyond it so far.
const FAR_APART: usize = 256;

/// Who gave an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum By {
    /// A person.
    Person,
    /// A bot.
    Bot,
}

/// What was among the actions that were offered with priority. The answer is a place in their list, so it must be known for playing
/// again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Offered {
    /// Costs are paid with mana abilities anyway, so activating them is not.
    #[default]
    WithoutMana,
    /// Activating mana abilities by hand too (605.3a).
    WithMana,
}

/// An answer that was given.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Given {
    /// Who was asked.
    pub player: PlayerId,
    /// Who answered.
    pub by: By,
    /// What was offered.
    pub offered: Offered,
    /// What.
    pub answer: Answer,
}

/// What an entry of the record is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Done {
    /// A beat, with its answers in order.
    Beat(Vec<Given>),
    /// Something that was done to the game between beats.
    Change(Change),
}

/// An entry of the record.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub done: Done,
    /// The turn, whose it is, and the step as it began.
    pub turn: u32,
    pub active: PlayerId,
    pub step: StepKind,
    pub kind: MarkKind,
    /// The line that says what it was about.
    pub label: Option<Arc<LogLine>>,
    /// The length of the log before it, and the line at its end that its first line dropped.
    pub log_start: usize,
    pub dropped: Option<Arc<LogLine>>,
    /// The state after it, if anybody wanted to know.
    pub hash: Option<StateHash>,
    pub decisions: u64,
}

impl Entry {
    /// The length of the log as it was before.
    pub fn log_before(&self) -> usize {
        self.log_start + usize::from(self.dropped.is_some())
    }
    /// The answers of a beat.
    pub fn answers(&self) -> &[Given] {
        match &self.done {
            Done::Beat(answers) => answers,
            Done::Change(_) => &[],
        }
    }
}

/// Why a part of the past cannot be had again.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PastError {
    /// The game has not come so far.
    #[error("there is no beat {beat}: the game has {beats}")]
    NoSuchBeat {
        /// The number that was asked for.
        beat: usize,
        /// How many there are.
        beats: usize,
    },
    /// No line of play has that number.
    #[error("there is no line of play {0}")]
    NoSuchBranch(u32),
    /// There is nothing before.
    #[error("there is nothing to go back to")]
    NothingBefore,
    /// A beat does not play again as it was played.
    #[error("beat {beat} does not play again: {stop}")]
    Beat {
        /// Which.
        beat: usize,
        /// Why.
        stop: Stop,
    },
    /// A change between beats cannot be made again.
    #[error("what was done to the game before beat {beat} cannot be done again: {error}")]
    Change {
        /// Before which.
        beat: usize,
        /// Why.
        error: ChangeError,
    },
}

/// A copy of the game as it was before an entry.
#[derive(Clone, Debug)]
pub(super) struct Copied {
    pub entry: usize,
    /// Behind a lock, which nobody ever waits for, because tables go from thread to thread and a game works things out when
    /// it is looked at.
    pub game: Arc<Mutex<Game>>,
}

impl Copied {
    fn new(entry: usize, game: &Game) -> Self {
        Copied { entry, game: Arc::new(Mutex::new(game.clone())) }
    }
    /// The game.
    pub fn game(&self) -> Game {
        self.game.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One line of play, from the start of the game.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub id: u32,
    pub name: String,
    /// Whether a person gave it its name.
    pub named: bool,
    pub entries: Vec<Arc<Entry>>,
    /// The places of the beats among the entries.
    pub beats: Vec<u32>,
    pub copies: Vec<Copied>,
    pub log: Vec<Arc<LogLine>>,
    /// Answers to the beat that had not been played to its end when the line was left.
    pub given: Vec<Given>,
}

impl Line {
    /// The first line, with nothing played.
    pub fn new(start: &Game) -> Self {
        Line {
            id: 0,
            name: "Line 1".to_owned(),
            named: false,
            entries: Vec::new(),
            beats: Vec::new(),
            copies: vec![Copied::new(0, start)],
            log: Vec::new(),
            given: Vec::new(),
        }
    }

    /// The game that it began with.
    pub fn start(&self) -> Game {
        self.copies[0].game()
    }

    /// Adds an entry; `before` is the game as it was.
    pub fn push(&mut self, mut entry: Entry, before: &Game, lines: Vec<LogLine>) {
        let at = self.entries.len();
        if at.is_multiple_of(CLOSE) && self.copies.last().is_none_or(|copy| copy.entry < at) {
            self.thin(at);
            self.copies.push(Copied::new(at, before));
        }
        let label = entry.label.take();
        let mut lines = lines.into_iter().map(Arc::new);
        entry.log_start = self.log.len();
        if let Some(first) = lines.next() {
            entry.dropped = log::push(&mut self.log, first);
            entry.log_start -= usize::from(entry.dropped.is_some());
        }
        lines.for_each(|line| drop(log::push(&mut self.log, line)));
        entry.label = label;
        if matches!(entry.done, Done::Beat(_)) {
            self.beats.push(at as u32);
        }
        self.entries.push(Arc::new(entry));
    }

    /// Lets go of copies that lie too close for how long ago they were made.
    fn thin(&mut self, at: usize) {
        self.copies.retain(|copy| {
            let ago = at - copy.entry;
            copy.entry == 0
                || ago <= RECENT
                || (ago <= LONG_AGO && copy.entry.is_multiple_of(APART))
                || copy.entry.is_multiple_of(FAR_APART)
        });
    }

    /// The entry of that beat; of the beat after the last, what is next.
    pub fn entry_of(&self, beat: usize) -> Result<usize, PastError> {
        match self.beats.get(beat) {
            Some(entry) => Ok(*entry as usize),
            None if beat == self.beats.len() => Ok(self.entries.len()),
            None => Err(PastError::NoSuchBeat { beat, beats: self.beats.len() }),
        }
    }

    /// The beat that an entry is or comes before.
    pub fn beat_of(&self, entry: usize) -> usize {
        self.beats.partition_point(|at| (*at as usize) < entry)
    }

    /// The game as it was before that entry.
    pub fn game_at(&self, entry: usize) -> Result<Game, PastError> {
        let entry = entry.min(self.entries.len());
        let copy = self.copies.iter().rev().find(|copy| copy.entry <= entry).unwrap_or(&self.copies[0]);
        let mut game = copy.game();
        for at in copy.entry..entry {
            self.play(&mut game, at)?;
        }
        Ok(game)
    }

    /// Plays an entry again.
    pub fn play(&self, game: &mut Game, at: usize) -> Result<(), PastError> {
        let beat = || self.beat_of(at);
        match &self.entries[at].done {
            Done::Beat(answers) => replay::beat(game, answers).map_err(|stop| PastError::Beat { beat: beat(), stop }),
            Done::Change(made) => change::apply(game, made).map_err(|error| PastError::Change { beat: beat(), error }),
        }
    }

    /// The line as it was before that entry.
    pub fn cut(&self, entry: usize) -> Line {
        let mut log = self.log.clone();
        for undone in self.entries[entry..].iter().rev() {
            log.truncate(undone.log_start);
            log.extend(undone.dropped.clone());
        }
        Line {
            id: self.id,
            name: self.name.clone(),
            named: self.named,
            entries: self.entries[..entry].to_vec(),
            beats: self.beats.iter().copied().filter(|at| (*at as usize) < entry).collect(),
            copies: self.copies.iter().filter(|copy| copy.entry <= entry).cloned().collect(),
            log,
            given: Vec::new(),
        }
    }

    /// How many entries two lines have in common.
    pub fn shared(&self, other: &Line) -> usize {
        self.entries.iter().zip(&other.entries).take_while(|(one, two)| Arc::ptr_eq(one, two)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_thin_out_with_age() {
        let game = Game::empty(Arc::default(), Arc::default(), 2, 1);
        let mut line = Line::new(&game);
        for _ in 0..20_000 {
            let entry = Entry {
                done: Done::Beat(Vec::new()),
                turn: 1,
                active: PlayerId(0),
                step: StepKind::Upkeep,
                kind: MarkKind::Passed,
                label: None,
                log_start: 0,
                dropped: None,
                hash: None,
                decisions: 0,
            };
            line.push(entry, &game, Vec::new());
        }
        // 32 close ones, 56 further back, and one for each 256 beats of the rest.
        assert!(line.copies.len() <= 32 + 57 + 20_000 / FAR_APART, "{}", line.copies.len());
        let gaps: Vec<usize> = line.copies.windows(2).map(|pair| pair[1].entry - pair[0].entry).collect();
        assert!(gaps.iter().all(|gap| *gap <= FAR_APART), "{gaps:?}");
        assert!(gaps.iter().rev().take(RECENT / CLOSE - 1).all(|gap| *gap == CLOSE), "{gaps:?}");
    }
}
