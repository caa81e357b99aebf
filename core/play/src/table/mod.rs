//! The interactive table: one game with people and bots in its seats.
//!
//! A person's answer comes when it comes. Until then the beat is unwound and the game stands where the beat began; when the
//! answer is there, the beat runs again with the answers so far. New definitions are adopted between beats. The table keeps
//! the answers of every beat, so that it can go back to any of them.

mod again;
mod diff;
mod log;
mod replay;
mod save;

pub use diff::changes;
pub use log::Narrator;
pub use save::{SaveError, SavedTable};

use crate::bots::Bot;
use crate::words::Names;
use cardwright_engine::definition::{CardDef, Definitions};
use cardwright_engine::game::{Game, Outcome};
use cardwright_engine::question::{Answer, Decider, NotYet, Question, Refusal};
use cardwright_engine::run::{Run, Stop};
use cardwright_engine::setup::Arrange;
use cardwright_engine::turn::Progress;
use std::sync::Arc;

/// A copy of the game is kept every so many beats; what lies between is played again when going back.
const BEATS_PER_COPY: usize = 16;

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

/// A beat that has been played.
#[derive(Clone, Debug)]
struct PlayedBeat {
    answers: Vec<Answer>,
    log_length: usize,
}

/// A copy of the game as it was before some beat.
#[derive(Clone, Debug)]
struct Copied {
    beat: usize,
    game: Game,
}

/// One game with its seats, log and past.
pub struct Table {
    game: Game,
    names: Names,
    seats: Vec<Seat>,
    seed: u64,
    log: Vec<String>,
    beats: Vec<PlayedBeat>,
    copies: Vec<Copied>,
    /// Definitions that came into play before the beat of that number.
    adoptions: Vec<(usize, Arc<Definitions>)>,
    /// The answers of the beat that waits.
    given: Vec<Answer>,
    /// The half-done state of the beat that waits, for showing, and what happened in it.
    shown: Option<(Game, Vec<String>)>,
    waiting: Option<Question>,
    decisions: u64,
    over: Option<Outcome>,
    again: again::Again,
}

impl Table {
    /// A table for a game that begins.
    pub fn new(game: Game, seats: Vec<Seat>, names: Names, seed: u64) -> Self {
        Table {
            over: game.outcome(),
            game,
            names,
            seats,
            seed,
            log: Vec::new(),
            beats: Vec::new(),
            copies: Vec::new(),
            adoptions: Vec::new(),
            given: Vec::new(),
            shown: None,
            waiting: None,
            decisions: 0,
            again: again::Again::default(),
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
    /// The log so far, the beat that waits included.
    pub fn log(&self) -> impl Iterator<Item = &str> {
        let waiting = self.shown.iter().flat_map(|(_, lines)| lines);
        self.log.iter().chain(waiting).map(String::as_str)
    }
    /// How many beats have been played.
    pub fn beats(&self) -> usize {
        self.beats.len()
    }
    /// How many decisions were made in them.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }
    /// Adds a line to the log.
    pub fn say(&mut self, line: impl Into<String>) {
        self.log.push(line.into());
    }

    /// Plays one beat, as far as the answers reach.
    pub fn advance(&mut self) -> Status {
        if let Some(outcome) = self.over {
            return Status::Over(outcome);
        }
        if let Some(question) = &self.waiting {
            return Status::Waiting(question.clone());
        }
        let beat = self.beats.len();
        if self.given.is_empty() {
            for (seat, place) in self.seats.iter_mut().zip(1_u64..) {
                if let Seat::Bot(bot) = seat {
                    bot.reseed(self.seed ^ (beat as u64).wrapping_mul(0x2545_f491_4f6c_dd1d) ^ (place << 56));
                }
            }
        }
        let before = self.game.clone();
        let mut narrator = Narrator::new(self.names.clone());
        let mut decider = TableDecider { seats: &mut self.seats, given: &mut self.given, used: 0, open: None };
        let mut run = Run::new(&mut decider).watched(&mut narrator);
        let result = self.game.beat(&mut run);
        let decisions = run.decisions;
        let open = decider.open.take();
        match result {
            Ok(progress) => {
                if beat.is_multiple_of(BEATS_PER_COPY) {
                    self.copies.push(Copied { beat, game: before });
                }
                self.beats.push(PlayedBeat { answers: std::mem::take(&mut self.given), log_length: self.log.len() });
                append(&mut self.log, narrator.lines);
                self.shown = None;
                self.decisions += decisions;
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

    /// Plays until somebody has to answer, the game is over, or nothing goes any more.
    pub fn advance_all(&mut self) -> Status {
        loop {
            match self.advance() {
                Status::Goes => {}
                status => return status,
            }
        }
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
        self.given.push(answer);
        self.waiting = None;
        Ok(())
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
                self.given.push(answer);
                self.waiting = None;
                Some(Ok(()))
            }
            Err(done) => Some(Err(done)),
        }
    }

    /// Takes back the answers of the beat that waits: it begins anew.
    pub fn take_back(&mut self) {
        self.given.clear();
        self.shown = None;
        self.waiting = None;
    }

    /// Adopts definitions: those of known keys replace the old, new ones are added. Returns what changed, in words, one line
    /// for each card; the same lines are in the log. What is on the stack finishes as it was announced.
    pub fn adopt<'d>(&mut self, definitions: impl IntoIterator<Item = &'d Arc<CardDef>>) -> Vec<String> {
        let mut table = (**self.game.definitions()).clone();
        let mut said = Vec::new();
        let mut changed = false;
        for definition in definitions {
            match table.find(definition.key).map(|id| table.get(id).clone()) {
                Some(old) if old.faces == definition.faces && old.kind == definition.kind => {}
                Some(old) => {
                    let words = changes(&old, definition);
                    if !words.is_empty() {
                        said.push(format!("{}: {}", definition.name(), words.join(", ")));
                    }
                    table.insert(definition.clone());
                    changed = true;
                }
                None => {
                    table.insert(definition.clone());
                    changed = true;
                }
            }
        }
        if changed {
            self.take_over(Arc::new(table));
            self.log.extend(said.iter().map(|line| format!("* {line}")));
        }
        said
    }

    fn take_over(&mut self, definitions: Arc<Definitions>) {
        self.adoptions.push((self.beats.len(), definitions.clone()));
        self.game.arrange(Arrange::Definitions(definitions));
        // Answers given to the old text may not fit the new one: the beat begins anew.
        self.take_back();
    }

    /// Goes back to before the beat of that number and plays on from there with the definitions of now.
    ///
    /// # Errors
    /// If the past cannot be played again, which would be a fault of the engine. Nothing changes then.
    pub fn rewind(&mut self, beat: usize) -> Result<(), Stop> {
        let beat = beat.min(self.beats.len());
        let Some(copy) = self.copies.iter().rev().find(|copy| copy.beat <= beat) else {
            self.take_back();
            return Ok(());
        };
        let now = self.game.definitions().clone();
        let mut game = copy.game.clone();
        for number in copy.beat..beat {
            for (_, definitions) in self.adoptions.iter().filter(|(at, _)| *at == number) {
                game.arrange(Arrange::Definitions(definitions.clone()));
            }
            replay::beat(&mut game, &self.beats[number].answers)?;
        }
        if let Some(played) = self.beats.get(beat) {
            self.log.truncate(played.log_length);
        }
        self.beats.truncate(beat);
        self.copies.retain(|copy| copy.beat < beat);
        self.adoptions.retain(|(at, _)| *at < beat);
        self.game = game;
        self.again.forget();
        self.over = self.game.outcome();
        self.take_over(now);
        Ok(())
    }
}

/// Adds lines to a log. A step in which nothing happened is not worth its line.
pub fn append(log: &mut Vec<String>, lines: Vec<String>) {
    for line in lines {
        if is_step(&line) || line.starts_with("== ") {
            log.pop_if(|last| is_step(last));
        }
        log.push(line);
    }
}

/// Whether the line only says that a step begins.
pub fn is_step(line: &str) -> bool {
    line.starts_with("- ")
}

/// Answers from what was given, then from the bots; what a person has to say stays open.
struct TableDecider<'t> {
    seats: &'t mut Vec<Seat>,
    given: &'t mut Vec<Answer>,
    used: usize,
    open: Option<Question>,
}

impl Decider for TableDecider<'_> {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        if let Some(answer) = self.given.get(self.used) {
            self.used += 1;
            return Ok(answer.clone());
        }
        match self.seats.get_mut(question.player.index()) {
            Some(Seat::Bot(bot)) => {
                let answer = bot.decide(game, question)?;
                self.given.push(answer.clone());
                self.used += 1;
                Ok(answer)
            }
            Some(Seat::Person) | None => {
                self.open = Some(question.clone());
                Err(NotYet)
            }
        }
    }
}
