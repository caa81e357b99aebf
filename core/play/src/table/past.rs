//! Going back: positions to look at, lines of play, undo.

use super::change::{self, Notice};
use super::journal::Frame;
use super::line::{By, Done, Given, Line, PastError};
use super::log::MarkKind;
use super::replay::Peek;
use super::{Change, LogLine, Table};
use cardwright_engine::ability::StepKind;
use cardwright_engine::definition::Definitions;
use cardwright_engine::game::Game;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::question::Question;
use cardwright_engine::run::{Run, Stop};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// With which texts a game goes on from the past.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Text {
    /// With the definitions that the game has now.
    AsOfNow,
    /// With those that it had then.
    AsItWas,
}

/// The number of a line of play. It stays the same as long as there is the line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BranchId(pub u32);

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Its number.
    pub id: BranchId,
    /// Its name.
    pub name: String,
    /// How many beats it has.
    pub beats: usize,
    /// The beat from which on it is another than the line that is being played.
    pub from_beat: usize,
    /// The turn in which it ends.
    pub turn: u32,
    /// Whether it is the one that is being played.
    pub is_current: bool,
}

/// A mark on the scrubber: a beat, or something done between beats.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'t> {
    /// The beat that it is; for what was done between beats, the one that came next.
    pub beat: usize,
    /// The turn, as the beat began.
    pub turn: u32,
    /// Whose turn it was.
    pub active: PlayerId,
    /// The step.
    pub step: StepKind,
    /// What it was about.
    pub kind: MarkKind,
    /// Who was the first to decide something in it, and whether that was a person.
    pub decided: Option<(PlayerId, By)>,
    line: Option<&'t LogLine>,
}

impl<'t> Mark<'t> {
    /// What it was about in the words of that reader; empty if there is nothing to say.
    pub fn label(&self, reader: Option<PlayerId>) -> &'t str {
        let text = self.line.map_or("", |line| line.text(reader));
        text.trim_start_matches(['=', '-', '*', ' '])
    }
}

/// The game as it was before a beat, for looking only.
#[derive(Clone, Debug)]
pub struct Position {
    /// The beat.
    pub beat: usize,
    /// The game.
    pub game: Game,
    /// How many lines the log had.
    pub log_length: usize,
    /// Who was the first to decide something in the beat.
    pub decided: Option<PlayerId>,
}

/// What a table keeps of its past.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Lines of play.
    pub lines: usize,
    /// Entries of the record, each counted once.
    pub entries: usize,
    /// Copies of the game, each counted once.
    pub copies: usize,
    /// The bytes of the copies, about: what the state takes when it is written.
    pub copy_bytes: usize,
    /// The bytes of the logs, about.
    pub log_bytes: usize,
}

/// More lines than anybody looks through: the oldest that nobody has named goes then.
const MOST_LINES: usize = 64;

impl Table {
    /// The game as it was before that beat, for looking. The game that is being played goes on undisturbed.
    ///
    /// # Errors
    /// If the game has not come so far, or the past does not play again (a script of then is gone).
    pub fn position(&self, beat: usize) -> Result<Position, PastError> {
        let entry = self.line.entry_of(beat)?;
        let played = self.line.entries.get(entry);
        let decided = match played {
            Some(played) => played.answers().first().map(|given| given.player),
            None => self.given.first().map(|given| given.player).or(self.waiting.as_ref().map(|question| question.player)),
        };
        Ok(Position {
            beat,
            game: self.line.game_at(entry)?,
            log_length: played.map_or(self.line.log.len(), |played| played.log_before()),
            decided,
        })
    }

    /// The question that comes next, to whomever it is put, with the game as it is asked. `None` if nobody is asked anything in
    /// the beat that is next. Nothing is played by it.
    pub fn next_question(&self) -> Option<(Game, Question)> {
        let mut game = self.game.clone();
        let mut peek = Peek::new(&self.given, &self.offers);
        drop(game.beat(&mut Run::new(&mut peek)));
        peek.open.map(|question| (game, question))
    }

    /// A mark for each beat and each change between beats, oldest first.
    pub fn marks(&self) -> impl ExactSizeIterator<Item = Mark<'_>> {
        let mut beat = 0;
        self.line.entries.iter().map(move |entry| {
            let mark = Mark {
                beat,
                turn: entry.turn,
                active: entry.active,
                step: entry.step,
                kind: entry.kind,
                decided: entry.answers().first().map(|given| (given.player, given.by)),
                line: entry.label.as_deref(),
            };
            beat += usize::from(matches!(entry.done, Done::Beat(_)));
            mark
        })
    }

    /// Goes back to before that beat and plays on from there. What came after is kept as a line of its own.
    ///
    /// # Errors
    /// If the game has not come so far, or the past does not play again. Nothing changes then.
    pub fn go_to(&mut self, beat: usize, text: Text) -> Result<(), PastError> {
        let entry = self.line.entry_of(beat)?;
        self.go_to_entry(entry, text, Vec::new())
    }

    /// Goes back to before the beat of that number, or stays if there is none, and plays on from there with the definitions
    /// of now.
    ///
    /// # Errors
    /// If the past cannot be played again. Nothing changes then.
    pub fn rewind(&mut self, beat: usize) -> Result<(), Stop> {
        self.go_to(beat.min(self.beats()), Text::AsOfNow).map_err(|error| match error {
            PastError::Beat { stop, .. } => stop,
            other => Stop::Limit(other.to_string()),
        })
    }

    /// Goes back by one decision of a person: of that player, if one is named. What was changed by hand since then is taken
    /// back first.
    ///
    /// # Errors
    /// If there is nothing to go back to, or the past does not play again.
    pub fn undo(&mut self, player: Option<PlayerId>, text: Text) -> Result<(), PastError> {
        let theirs = |given: &Given| given.by == By::Person && player.is_none_or(|player| given.player == player);
        if let Some(last) = self.given.iter().rposition(theirs) {
            self.keep_given(last);
            self.again.forget();
            return Ok(());
        }
        for (at, entry) in self.line.entries.iter().enumerate().rev() {
            match &entry.done {
                Done::Change(Change::Arrange { .. } | Change::TakeText(_)) => return self.go_to_entry(at, text, Vec::new()),
                Done::Change(Change::Adopt(..) | Change::Said(_)) => {}
                Done::Beat(answers) => {
                    if let Some(last) = answers.iter().rposition(theirs) {
                        let kept = answers[..last].to_vec();
                        return self.go_to_entry(at, text, kept);
                    }
                }
            }
        }
        Err(PastError::NothingBefore)
    }

    fn go_to_entry(&mut self, entry: usize, text: Text, given: Vec<Given>) -> Result<(), PastError> {
        if entry >= self.line.entries.len() {
            self.take_back();
            return Ok(());
        }
        let game = self.line.game_at(entry)?;
        let now = self.game.definitions().clone();
        let turn = game.turn().number;
        self.keep_given(0);
        let (id, name) = (self.next_line, format!("Line {} from turn {turn}", self.next_line + 1));
        self.cut(entry, game, id, name);
        self.adopt_silently(text, &now);
        if self.line.entries.len() == entry {
            // Only answers to the very same texts can be taken for given.
            self.given = given;
            self.write_given();
        }
        Ok(())
    }

    /// The line that is being played is left as it was before that entry, and another begins there.
    pub(super) fn cut(&mut self, entry: usize, game: Game, id: u32, name: String) {
        self.write(&Frame::Cut { entry: entry as u32, id, name: name.clone() });
        let cut = self.line.cut(entry);
        let left = std::mem::replace(&mut self.line, cut);
        if self.is_part_of_another(&left) {
            // Nothing of it would be lost: it goes on under its own name.
        } else {
            self.line.id = id;
            self.line.name = name;
            self.line.named = false;
            self.next_line = self.next_line.max(id + 1);
            self.others.push(left);
            self.forget_a_line();
        }
        self.arrive(game);
    }

    fn is_part_of_another(&self, line: &Line) -> bool {
        !line.named && line.given.is_empty() && self.others.iter().any(|other| line.shared(other) == line.entries.len())
    }

    fn forget_a_line(&mut self) {
        if self.others.len() > MOST_LINES
            && let Some(oldest) = self.others.iter().position(|line| !line.named)
        {
            self.others.remove(oldest);
        }
    }

    /// The game is another now.
    pub(super) fn arrive(&mut self, game: Game) {
        self.game = game;
        self.pinned.take();
        self.given.clear();
        self.written = 0;
        self.shown = None;
        self.waiting = None;
        self.again.forget();
        self.over = self.game.outcome();
        self.decisions = self.line.entries.iter().map(|entry| entry.decisions).sum();
    }

    /// The definitions of `now` are taken over, if that is wanted and they differ. It is recorded, but not worth a line.
    fn adopt_silently(&mut self, text: Text, now: &Arc<Definitions>) {
        if text == Text::AsItWas {
            return;
        }
        let news = change::difference(&self.game, now);
        if !news.is_empty() {
            // Adopting fails for no definitions.
            drop(self.redo(Change::Adopt(Notice::Silent, news)));
        }
    }

    /// All lines of play, oldest first.
    pub fn branches(&self) -> Vec<Branch> {
        let mut lines: Vec<&Line> = self.others.iter().chain([&self.line]).collect();
        lines.sort_by_key(|line| line.id);
        let branch = |line: &Line| Branch {
            id: BranchId(line.id),
            name: line.name.clone(),
            beats: line.beats.len(),
            from_beat: line.beat_of(line.shared(&self.line)),
            turn: line.entries.last().map_or(line.start().turn().number, |last| last.turn),
            is_current: line.id == self.line.id,
        };
        lines.into_iter().map(branch).collect()
    }

    /// Goes on with another line of play where it was left. The one that was being played is kept.
    ///
    /// # Errors
    /// If there is no such line, or it does not play again. Nothing changes then.
    pub fn switch_to(&mut self, branch: BranchId, text: Text) -> Result<(), PastError> {
        if branch.0 == self.line.id {
            return Ok(());
        }
        let Some(at) = self.others.iter().position(|line| line.id == branch.0) else {
            return Err(PastError::NoSuchBranch(branch.0));
        };
        let game = self.others[at].game_at(self.others[at].entries.len())?;
        let now = self.game.definitions().clone();
        self.write(&Frame::Switch(branch.0));
        let mut next = self.others.remove(at);
        let given = std::mem::take(&mut next.given);
        let mut left = std::mem::replace(&mut self.line, next);
        left.given = std::mem::take(&mut self.given);
        let is_start_of_it = left.shared(&self.line) == left.entries.len() && !left.named && left.given.is_empty();
        if !is_start_of_it && !self.is_part_of_another(&left) {
            self.others.push(left);
            self.forget_a_line();
        }
        let entries = self.line.entries.len();
        self.arrive(game);
        // The journal has them with the line.
        self.written = given.len();
        self.given = given;
        self.adopt_silently(text, &now);
        if self.line.entries.len() > entries {
            self.keep_given(0);
        }
        Ok(())
    }

    /// Gives a line of play another name.
    ///
    /// # Errors
    /// If there is no such line.
    pub fn rename(&mut self, branch: BranchId, name: &str) -> Result<(), PastError> {
        let line = std::iter::once(&mut self.line).chain(&mut self.others).find(|line| line.id == branch.0);
        let Some(line) = line else { return Err(PastError::NoSuchBranch(branch.0)) };
        line.name = name.to_owned();
        line.named = true;
        self.write(&Frame::Rename { id: branch.0, name: name.to_owned() });
        Ok(())
    }

    /// What the past takes.
    pub fn memory(&self) -> Memory {
        let mut memory = Memory { lines: 1 + self.others.len(), ..Memory::default() };
        let mut seen = std::collections::BTreeSet::new();
        for line in self.others.iter().chain([&self.line]) {
            memory.entries += line.entries.iter().filter(|entry| seen.insert(Arc::as_ptr(entry).addr())).count();
            for copy in line.copies.iter().filter(|copy| seen.insert(Arc::as_ptr(&copy.game).addr())).collect::<Vec<_>>() {
                memory.copies += 1;
                memory.copy_bytes += copy.game().state_bytes().len();
            }
            for log in line.log.iter().filter(|log| seen.insert(Arc::as_ptr(log).addr())).collect::<Vec<_>>() {
                memory.log_bytes += log.bytes();
            }
        }
        memory
    }
}
