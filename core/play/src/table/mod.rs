//! The interactive table: one game with people and bots in its seats.
//!
//! A person's answer comes when it comes. Until then the beat is unwound and the game stands where the beat began; when the
//! answer is there, the beat runs again with the answers so far. New definitions are adopted between beats, and positions are
//! changed by hand between beats. All of it is recorded, so that the table can go back to any beat, keep what came after as a
//! line of its own, and write everything to disk as it happens.

mod again;
mod arrange;
mod capsule;
mod change;
mod diff;
mod inquire;
mod journal;
mod line;
mod log;
mod past;
mod pins;
mod puzzle;
mod replay;
mod rerun;
mod save;
mod scripts;
#[cfg(test)]
mod tests;

pub use arrange::{Arrangement, Placement, Refused, Side, Since};
pub use capsule::{Capsule, CapsuleError, EXTENSION as CAPSULE_EXTENSION, Source};
pub use change::ChangeError;
pub use diff::changes;
pub use journal::{Journal, JournalError, Opened, Start};
pub use line::{By, Given, Offered, PastError};
pub use log::{LineKind, LogLine, MarkKind, Narrator, append, is_step};
pub use past::{Branch, BranchId, Mark, Memory, Position, Text};
pub use pins::{CannotTake, Pinned};
pub use puzzle::{EXTENSION as PUZZLE_EXTENSION, Puzzle, PuzzleError, PuzzlePermanent, PuzzlePlayer};
pub use rerun::{Difference, Ends, Rerun};
pub use save::{SaveError, SavedTable};

use crate::bots::Bot;
use crate::catalog::prepare_callbacks;
use crate::caught::caught;
use crate::words::Names;
use cardwright_engine::definition::CardDef;
use cardwright_engine::game::{Game, Outcome};
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::question::{Answer, Decider, NotYet, Question, Refusal};
use cardwright_engine::run::{Run, Stop};
use cardwright_engine::save::StateHash;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::turn::Progress;
use change::{Change, Notice};
use journal::Frame;
use line::{Done, Entry, Line};
use std::cell::OnceCell;
use std::sync::Arc;

/// Who sits there.
pub enum Seat {
    /// Somebody who answers through [`Table::answer`].
    Person,
    /// A bot.
    Bot(Box<dyn Bot>),
}

/// Where the table stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Status {
    /// A beat has been played; there may be more at once.
    Goes,
    /// A person has to answer.
    Waiting(Question),
    /// The game is over.
    Over(Outcome),
    /// The beat cannot be played: a script fails, or a limit was reached. A mended script, or going back, helps.
    Stuck(Stop),
}

/// One game with its seats, log and past.
pub struct Table {
    game: Game,
    names: Names,
    seats: Vec<Seat>,
    seed: u64,
    /// What has been played.
    line: Line,
    /// Other lines that were played from some point on.
    others: Vec<Line>,
    /// The number of the next line.
    next_line: u32,
    /// The answers of the beat that waits.
    given: Vec<Given>,
    /// How many of them are in the journal.
    written: usize,
    /// The half-done state of the beat that waits, for showing, and what happened in it.
    shown: Option<(Game, Vec<LogLine>)>,
    waiting: Option<Question>,
    decisions: u64,
    over: Option<Outcome>,
    again: again::Again,
    journal: Option<Journal>,
    /// What each seat's person is offered with priority.
    offers: Vec<Offered>,
    /// What keeps an older text, once it was asked for; empty again whenever the game is another.
    pinned: OnceCell<Vec<Pinned>>,
}

impl Table {
    /// A table for a game that begins.
    pub fn new(game: Game, seats: Vec<Seat>, names: Names, seed: u64) -> Self {
        prepare_callbacks(game.definitions().iter().map(|(_, definition)| definition));
        Table {
            over: game.outcome(),
            line: Line::new(&game),
            others: Vec::new(),
            next_line: 1,
            game,
            names,
            seats,
            seed,
            given: Vec::new(),
            written: 0,
            shown: None,
            waiting: None,
            decisions: 0,
            again: again::Again::default(),
            journal: None,
            offers: Vec::new(),
            pinned: OnceCell::new(),
        }
    }

    /// The game at rest: as it was when the beat began that is being played.
    pub fn game(&self) -> &Game {
        &self.game
    }
    /// The game to show: half-done while somebody has to answer.
    pub fn shown(&self) -> &Game {
        self.shown.as_ref().map_or(&self.game, |(game, _)| game)
    }
    /// What players are called, and whose eyes read.
    pub fn names(&self) -> &Names {
        &self.names
    }
    /// The lines of the log so far, the beat that waits included.
    pub fn lines(&self) -> impl Iterator<Item = &LogLine> {
        let waiting = self.shown.iter().flat_map(|(_, lines)| lines);
        self.line.log.iter().map(|line| &**line).chain(waiting)
    }
    /// The log so far in the words of one reader; `None` sees everything.
    pub fn log_for(&self, reader: Option<PlayerId>) -> impl Iterator<Item = &str> {
        self.lines().map(move |line| line.text(reader))
    }
    /// The log so far in the words of the table's own reader.
    pub fn log(&self) -> impl Iterator<Item = &str> {
        self.log_for(self.names.reader)
    }
    /// How many lines the log has so far, the beat that waits included.
    pub fn log_length(&self) -> usize {
        self.line.log.len() + self.shown.as_ref().map_or(0, |(_, lines)| lines.len())
    }
    /// How many beats have been played.
    pub fn beats(&self) -> usize {
        self.line.beats.len()
    }
    /// How many decisions were made in them.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }
    /// Adds a line to the log.
    pub fn say(&mut self, line: impl Into<String>) {
        let text = line.into();
        let line = LogLine::plain(self.beats() as u32, LineKind::Said, text.clone(), Vec::new());
        // Nothing happens to the game by it, so the beat that waits goes on.
        let entry = new_entry(&self.game, Done::Change(Change::Said(text)), MarkKind::Said, None);
        self.record(entry, &self.game.clone(), vec![line]);
    }

    /// Plays one beat, as far as the answers reach.
    pub fn advance(&mut self) -> Status {
        if let Some(outcome) = self.over {
            return Status::Over(outcome);
        }
        if let Some(question) = &self.waiting {
            return Status::Waiting(question.clone());
        }
        let beat = self.beats();
        if self.given.is_empty() {
            for (seat, place) in self.seats.iter_mut().zip(1_u64..) {
                if let Seat::Bot(bot) = seat {
                    bot.reseed(self.seed ^ (beat as u64).wrapping_mul(0x2545_f491_4f6c_dd1d) ^ (place << 56));
                }
            }
        }
        let before = self.game.clone();
        let mut narrator = Narrator::new(&self.names, before.players().len(), beat as u32);
        let mut decider =
            TableDecider { seats: &mut self.seats, given: &mut self.given, used: 0, open: None, offers: &self.offers };
        let mut run = Run::new(&mut decider).watched(&mut narrator);
        // A fault of ours must not leave a game behind that is half something else.
        let failed = |why: String| Err(Stop::Limit(format!("the engine failed, which is a fault of ours: {why}")));
        let result = caught(|| self.game.beat(&mut run)).unwrap_or_else(failed);
        let decisions = run.decisions;
        let open = decider.open.take();
        self.write_given();
        match result {
            Ok(progress) => {
                let hash = self.journal.is_some().then(|| self.game.state_hash());
                self.finish(&before, narrator, decisions, hash);
                match progress {
                    Progress::Goes => Status::Goes,
                    Progress::Over(outcome) => {
                        self.over = Some(outcome);
                        Status::Over(outcome)
                    }
                }
            }
            Err(stop) => {
                let half_done = std::mem::replace(&mut self.game, before);
                match (stop, open) {
                    (Stop::NotYet, Some(question)) => {
                        self.shown = Some((half_done, narrator.lines));
                        self.waiting = Some(question.clone());
                        Status::Waiting(question)
                    }
                    (stop, _) => {
                        self.shown = None;
                        Status::Stuck(stop)
                    }
                }
            }
        }
    }

    /// The beat is played to its end.
    fn finish(&mut self, before: &Game, narrator: Narrator, decisions: u64, hash: Option<StateHash>) {
        let answers = std::mem::take(&mut self.given);
        self.written = 0;
        self.shown = None;
        self.waiting = None;
        self.decisions += decisions;
        let label = narrator.label.and_then(|at| narrator.lines.get(at)).cloned().map(Arc::new);
        let mut entry = new_entry(before, Done::Beat(answers), narrator.kind, label);
        (entry.decisions, entry.hash) = (decisions, hash);
        self.record(entry, before, narrator.lines);
    }

    fn record(&mut self, entry: Entry, before: &Game, lines: Vec<LogLine>) {
        self.pinned.take();
        match &entry.done {
            Done::Beat(_) => self.write(&Frame::Beat(entry.hash)),
            Done::Change(change) => self.write_change(change),
        }
        self.line.push(entry, before, lines);
    }

    /// Plays until somebody has to answer, the game is over, or nothing goes any more.
    pub fn advance_all(&mut self) -> Status {
        loop {
            match self.advance() {
                Status::Goes => {}
                status => return status,
            }
        }
    }

    /// Says whether activating mana abilities by hand is among what a person is offered. The beat that waits begins anew.
    pub fn offer(&mut self, player: PlayerId, offered: Offered) {
        if player.index() < self.game.players().len() && self.offered(player) != offered {
            self.take_back();
            self.set_offered(player, offered);
            self.write(&Frame::Offer(player, offered));
        }
    }
    fn set_offered(&mut self, player: PlayerId, offered: Offered) {
        let seats = self.game.players().len();
        self.offers.resize(seats, Offered::default());
        if let Some(known) = self.offers.get_mut(player.index()) {
            *known = offered;
        }
    }
    /// Whether activating mana abilities by hand is among what the person in that seat is offered.
    pub fn offered(&self, player: PlayerId) -> Offered {
        self.offers.get(player.index()).copied().unwrap_or_default()
    }

    /// The question that waits.
    pub fn waiting(&self) -> Option<&Question> {
        self.waiting.as_ref()
    }

    /// Answers the question that waits. The beat that it belongs to is played on with [`Table::advance`].
    ///
    /// # Errors
    /// If nothing waits or the answer is not legal; then it still waits.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refusal> {
        let Some(question) = &self.waiting else {
            return Err(Refusal::new("modern:601.2", "nobody is asked anything"));
        };
        let shown = self.shown.as_ref().map_or(&self.game, |(game, _)| game);
        question.ask.check(shown, &answer)?;
        self.again.remember(shown, question, &answer);
        let player = question.player;
        self.give(player, answer);
        Ok(())
    }

    fn give(&mut self, player: PlayerId, answer: Answer) {
        let offered = self.offered(player);
        self.given.push(Given { player, by: By::Person, offered, answer });
        self.waiting = None;
        self.write_given();
    }

    /// Begins a shortcut (modern 732.2): the cycle of answers that has just been gone through twice, so many times more.
    /// [`Table::answer_again`] then gives its answers. Says how many answers the cycle has; 0 if there is none.
    pub fn repeat(&mut self, times: usize) -> usize {
        self.again.begin(times)
    }
    /// Gives the answer of a shortcut to the question that waits. `Some(Ok(()))` if it did; `Some(Err(done))` if the question
    /// is another than before, after so many whole repetitions; `None` if no shortcut is under way.
    pub fn answer_again(&mut self) -> Option<Result<(), usize>> {
        let question = self.waiting.as_ref()?;
        let shown = self.shown.as_ref().map_or(&self.game, |(game, _)| game);
        match self.again.answer(shown, question)? {
            Ok(answer) => {
                let player = question.player;
                self.give(player, answer);
                Some(Ok(()))
            }
            Err(done) => Some(Err(done)),
        }
    }

    /// Takes back the answers of the beat that waits: it begins anew.
    pub fn take_back(&mut self) {
        self.keep_given(0);
    }

    /// Takes back the answers of the beat that waits but for the first `count`.
    fn keep_given(&mut self, count: usize) {
        if self.given.len() > count {
            self.given.truncate(count);
            if self.written > count {
                self.written = count;
                self.write(&Frame::Keep(count as u32));
            }
        }
        self.shown = None;
        self.waiting = None;
    }

    /// Adopts definitions: those of known keys replace the old, new ones are added. Returns what changed, in words, one line
    /// for each card; the same lines are in the log. What is on the stack finishes as it was announced.
    pub fn adopt<'d>(&mut self, definitions: impl IntoIterator<Item = &'d Arc<CardDef>>) -> Vec<String> {
        let news = change::news(&self.game, definitions);
        if news.is_empty() {
            return Vec::new();
        }
        let said = change::in_words(&self.game, &news).into_iter().map(|(text, _)| text).collect();
        // Adopting fails for no definitions.
        drop(self.redo(Change::Adopt(Notice::Said, news)));
        said
    }

    /// Changes the position by hand (the sandbox), between beats: the answers to the beat that waits are taken back. Cards
    /// that the game does not know yet come from `library`, which gives the definitions that a card needs. Gives back for each
    /// change what the object that it speaks of has become.
    ///
    /// # Errors
    /// If one of the changes cannot be made. Nothing has changed then.
    pub fn arrange(
        &mut self,
        changes: Vec<Arrangement>,
        library: impl Fn(Symbol) -> Vec<Arc<CardDef>>,
    ) -> Result<Vec<Option<ObjectId>>, Refused> {
        let unknown = changes.iter().filter_map(|change| match change {
            Arrangement::Put { card, .. } if self.game.definitions().find(*card).is_none() => Some(*card),
            _ => None,
        });
        let mut definitions: Vec<Arc<CardDef>> = Vec::new();
        for definition in unknown.flat_map(library) {
            let known = self.game.definitions().find(definition.key).is_some();
            if !known && definitions.iter().all(|other| other.key != definition.key) {
                definitions.push(definition);
            }
        }
        let change = Change::Arrange { definitions, changes };
        self.redo(change).map_err(|error| match error {
            ChangeError::Refused(refused) => refused,
            ChangeError::Text(other) => Refused::Impossible(other.to_string()),
        })
    }

    /// Makes a change and writes the lines that it is worth. Gives back what the objects have become that it speaks of.
    fn redo(&mut self, change: Change) -> Result<Vec<Option<ObjectId>>, ChangeError> {
        let (mut lines, mut touched) = (Vec::new(), Vec::new());
        let beat = self.beats() as u32;
        match &change {
            Change::Adopt(Notice::Silent, _) | Change::Said(_) => {}
            Change::Adopt(Notice::Said, news) => {
                let said = change::in_words(&self.game, news);
                let line = |(text, key): &(String, Symbol)| LogLine::plain(beat, LineKind::Edit, format!("* {text}"), vec![*key]);
                lines.extend(said.iter().map(line));
            }
            Change::Arrange { definitions, changes } => {
                let mut trial = self.game.clone();
                change::adopt(&mut trial, definitions);
                for one in changes {
                    let line =
                        log::for_all_eyes(&trial, &self.names, (beat, LineKind::Arranged), &arrange::objects(one), |names| {
                            Some(arrange::in_words(&trial, names, one))
                        });
                    lines.extend(line);
                    touched.extend(arrange::arrange(&mut trial, std::slice::from_ref(one))?);
                }
            }
            Change::TakeText(entry) => {
                let write = |names: &Names| Some(format!("* {} takes its card's new text", names.object(&self.game, *entry)));
                lines.extend(log::for_all_eyes(&self.game, &self.names, (beat, LineKind::Edit), &[*entry], write));
            }
        }
        self.change(change, lines)?;
        Ok(touched)
    }

    /// Makes a change between beats and records it.
    fn change(&mut self, change: Change, lines: Vec<LogLine>) -> Result<(), ChangeError> {
        let mut game = self.game.clone();
        change::apply(&mut game, &change)?;
        prepare_callbacks(change.definitions());
        // Answers given to the old text or the old position may not fit the new one: the beat begins anew.
        self.keep_given(0);
        let before = std::mem::replace(&mut self.game, game);
        let kind = match &change {
            Change::Adopt(..) | Change::TakeText(_) => MarkKind::Edited,
            Change::Arrange { .. } => MarkKind::Arranged,
            Change::Said(_) => MarkKind::Said,
        };
        let label = lines.first().cloned().map(Arc::new);
        let entry = new_entry(&self.game, Done::Change(change), kind, label);
        self.record(entry, &before, lines);
        self.over = self.game.outcome();
        Ok(())
    }
}

/// An entry of the record; `game` is as it was before.
fn new_entry(game: &Game, done: Done, kind: MarkKind, label: Option<Arc<LogLine>>) -> Entry {
    let turn = game.turn();
    Entry {
        done,
        turn: turn.number,
        active: turn.active,
        step: turn.step,
        kind,
        label,
        log_start: 0,
        dropped: None,
        hash: None,
        decisions: 0,
    }
}

/// Answers from what was given, then from the bots; what a person has to say stays open.
struct TableDecider<'t> {
    seats: &'t mut Vec<Seat>,
    given: &'t mut Vec<Given>,
    used: usize,
    open: Option<Question>,
    offers: &'t [Offered],
}

impl Decider for TableDecider<'_> {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        if let Some(given) = self.given.get(self.used) {
            self.used += 1;
            return Ok(given.answer.clone());
        }
        match self.seats.get_mut(question.player.index()) {
            Some(Seat::Bot(bot)) => {
                let answer = bot.decide(game, question)?;
                let offered = Offered::WithoutMana;
                self.given.push(Given { player: question.player, by: By::Bot, offered, answer: answer.clone() });
                self.used += 1;
                Ok(answer)
            }
            Some(Seat::Person) | None => {
                self.open = Some(question.clone());
                Err(NotYet)
            }
        }
    }
    fn offers_mana_abilities(&self, player: PlayerId) -> bool {
        let offered = match self.given.get(self.used) {
            Some(given) => given.offered,
            None => self.offers.get(player.index()).copied().unwrap_or_default(),
        };
        offered == Offered::WithMana
    }
}
