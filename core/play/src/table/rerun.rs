//! Again with the new text: the same answers once more, with the definitions that the game has now.
//!
//! Both games are played side by side, as they were and as they are now, and every question is put, also those with only one
//! answer: a card that has become cheaper makes questions where there were none. An answer is taken by what it meant, not by
//! its number in a list.

use super::again::{self, Meaning};
use super::change::{self, Change, ChangeError, Notice};
use super::journal::Frame;
use super::line::{By, Done, Given, Line, Offered, PastError};
use super::log::{self, LineKind, LogLine, MarkKind, Narrator};
use super::{Table, new_entry};
use crate::words::{self, Names};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::question::{Action, Answer, Ask, Choice, Decider, NotYet, Question, Refusal};
use cardwright_engine::run::{Note, Observer, Run, Stop};
use std::collections::VecDeque;
use std::mem::discriminant;

/// The first beat in which something happened otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Which beat.
    pub beat: usize,
    /// In which turn.
    pub turn: u32,
    /// What was written in the log with the text of then.
    pub then: Vec<LogLine>,
    /// What is written with the text of now.
    pub now: Vec<LogLine>,
}

impl Difference {
    /// What happened with the text of then, as that reader reads it.
    pub fn then_for(&self, reader: Option<PlayerId>) -> impl Iterator<Item = &str> {
        self.then.iter().map(move |line| line.text(reader))
    }
    /// What happens with the text of now, as that reader reads it.
    pub fn now_for(&self, reader: Option<PlayerId>) -> impl Iterator<Item = &str> {
        self.now.iter().map(move |line| line.text(reader))
    }
}

/// How a game ended that was played again.
#[derive(Clone, PartialEq, Debug)]
pub enum Ends {
    /// All answers fit, to the end.
    AtTheEnd,
    /// The game is over before the answers are.
    GameOver {
        /// After so many beats.
        beat: usize,
    },
    /// An answer is not possible any more.
    Refused {
        /// In which beat.
        beat: usize,
        /// Who gave it.
        player: PlayerId,
        /// The question, for all eyes.
        question: Box<LogLine>,
        /// The answer, for all eyes.
        answer: Box<LogLine>,
        /// Why.
        why: Refusal,
    },
    /// Something is asked that was not asked then.
    Unanswered {
        /// In which beat.
        beat: usize,
        /// Who is asked.
        player: PlayerId,
        /// The question, for all eyes.
        question: Box<LogLine>,
    },
    /// A beat cannot be played: a script fails, or a limit was reached.
    Stuck {
        /// Which beat.
        beat: usize,
        /// Why.
        stop: Stop,
    },
    /// What was changed by hand cannot be changed so any more.
    ByHand {
        /// Before which beat.
        beat: usize,
        /// Why.
        error: ChangeError,
    },
}

/// A game played again with the texts of now.
pub struct Rerun {
    /// The beat from which on.
    pub from: usize,
    /// How many beats were played in all, those before it included.
    pub beats: usize,
    /// Where it first differs; `None` if everything is the same as far as it goes.
    pub difference: Option<Difference>,
    /// How it ends.
    pub ends: Ends,
    at: usize,
    made: Line,
    game: Game,
    given: Vec<Given>,
}

impl Rerun {
    /// Whether everything is as it was, to the end.
    pub fn is_the_same(&self) -> bool {
        self.difference.is_none() && self.ends == Ends::AtTheEnd
    }
    /// How it ends, in words, as that reader reads them.
    pub fn ending(&self, reader: Option<PlayerId>) -> String {
        match &self.ends {
            Ends::AtTheEnd => format!("all answers fit, to beat {}", self.beats),
            Ends::GameOver { beat } => format!("the game is over after beat {beat}: the answers that come after it are left"),
            Ends::Refused { beat, question, answer, why, .. } => format!(
                "in beat {beat} an answer is not possible any more: {}\n  to: {}\n  why: {why}",
                answer.text(reader),
                question.text(reader)
            ),
            Ends::Unanswered { beat, question, .. } => {
                format!("in beat {beat} something is asked that was not asked then: {}", question.text(reader))
            }
            Ends::Stuck { beat, stop } => format!("beat {beat} cannot be played: {stop}"),
            Ends::ByHand { beat, error } => format!("what was changed by hand before beat {beat} cannot be: {error}"),
        }
    }
    /// The game as it stands at the end.
    pub fn game(&self) -> &Game {
        &self.game
    }
}

/// A question as it was put then, and what the answer meant.
struct Asked {
    question: Question,
    meant: Meaning,
    answer: Answer,
    by: By,
    offered: Offered,
    exactly: Exact,
    was_trivial: Trivial,
}

#[derive(Clone, Copy, PartialEq)]
enum Trivial {
    Yes,
    No,
}

/// What an answer was, by ids: as long as nothing differs, the same things have the same ids.
enum Exact {
    Action(Action),
    Chosen(Vec<Choice>),
    Other,
}

fn exactly(question: &Question, answer: &Answer) -> Exact {
    match (&question.ask, answer) {
        (Ask::Priority(actions), Answer::Action(index)) => {
            actions.get(*index as usize).map_or(Exact::Other, |action| Exact::Action(*action))
        }
        (Ask::Choose { options, .. }, Answer::Chosen(chosen)) => {
            Exact::Chosen(chosen.iter().filter_map(|index| options.get(*index as usize)).copied().collect())
        }
        _ => Exact::Other,
    }
}

/// Plays a beat as it was and writes down what was asked.
struct Then<'a> {
    answers: std::slice::Iter<'a, Given>,
    asked: VecDeque<Asked>,
}

impl Decider for Then<'_> {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        let (answer, by, offered, was_trivial) = match question.ask.only_answer() {
            Some(answer) => (answer, By::Bot, Offered::default(), Trivial::Yes),
            None => {
                let given = self.answers.next().ok_or(NotYet)?;
                (given.answer.clone(), given.by, given.offered, Trivial::No)
            }
        };
        self.asked.push_back(Asked {
            question: question.clone(),
            meant: again::meaning(game, question, &answer),
            exactly: exactly(question, &answer),
            answer: answer.clone(),
            by,
            offered,
            was_trivial,
        });
        Ok(answer)
    }
    fn offers_mana_abilities(&self, _player: PlayerId) -> bool {
        self.answers.as_slice().first().is_some_and(|given| given.offered == Offered::WithMana)
    }
    fn asks_trivial(&self) -> bool {
        true
    }
}

/// Gives the same answers.
struct Now {
    asked: VecDeque<Asked>,
    given: Vec<Given>,
    open: Option<Open>,
    names: Names,
    beat: u32,
}

enum Open {
    Refused { player: PlayerId, question: Box<LogLine>, answer: Box<LogLine>, why: Refusal },
    Unanswered { player: PlayerId, question: Box<LogLine> },
}

impl Now {
    fn in_words(&self, game: &Game, write: impl Fn(&Names) -> String) -> Box<LogLine> {
        let place = (self.beat, LineKind::Event);
        let line = log::for_all_eyes(game, &self.names, place, &[], |names| Some(write(names)));
        Box::new(line.unwrap_or_else(|| LogLine::plain(self.beat, LineKind::Event, String::new(), Vec::new())))
    }

    fn same_kind(question: &Question, asked: &Question) -> bool {
        let purpose = |ask: &Ask| match ask {
            Ask::Choose { purpose, .. } | Ask::Number { purpose, .. } | Ask::Divide { purpose, .. } => Some(*purpose),
            _ => None,
        };
        question.player == asked.player
            && discriminant(&question.ask) == discriminant(&asked.ask)
            && purpose(&question.ask) == purpose(&asked.ask)
    }
}

/// The answer to the question that is what was answered then.
fn the_same(game: &Game, question: &Question, asked: &Asked) -> Result<Answer, Refusal> {
    let by_ids = match (&question.ask, &asked.exactly) {
        (Ask::Priority(actions), Exact::Action(action)) => {
            actions.iter().position(|other| other == action).map(|index| Answer::Action(index as u32))
        }
        (Ask::Choose { options, .. }, Exact::Chosen(chosen)) => {
            let place = |choice: &Choice| options.iter().position(|other| other == choice).map(|index| index as u32);
            chosen.iter().map(place).collect::<Option<_>>().map(Answer::Chosen)
        }
        (_, Exact::Other) => Some(asked.answer.clone()),
        _ => None,
    };
    let legal = |answer: &Answer| question.ask.check(game, answer);
    match by_ids.map(|answer| legal(&answer).map(|()| answer)) {
        Some(Ok(answer)) => Ok(answer),
        Some(Err(why)) => again::answer(game, question, &asked.meant).ok_or(why),
        None => again::answer(game, question, &asked.meant)
            .ok_or_else(|| Refusal::new("modern:601.2", "that is not among the possibilities any more")),
    }
}

impl Decider for Now {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        let only = question.ask.only_answer();
        // What was asked then and left no choice need not be asked now.
        while self
            .asked
            .front()
            .is_some_and(|asked| asked.was_trivial == Trivial::Yes && !Self::same_kind(question, &asked.question))
        {
            self.asked.pop_front();
        }
        let asked = match self.asked.front() {
            Some(asked) if Self::same_kind(question, &asked.question) => self.asked.pop_front(),
            _ => None,
        };
        let Some(asked) = asked else {
            if let Some(only) = only {
                return Ok(only);
            }
            let words = self.in_words(game, |names| words::question(game, names, question));
            self.open = Some(Open::Unanswered { player: question.player, question: words });
            return Err(NotYet);
        };
        match the_same(game, question, &asked) {
            Ok(answer) => {
                if only.is_none() {
                    let by = if asked.was_trivial == Trivial::Yes { By::Person } else { asked.by };
                    self.given.push(Given { player: question.player, by, offered: asked.offered, answer: answer.clone() });
                }
                Ok(answer)
            }
            Err(_) if only.is_some() && asked.was_trivial == Trivial::Yes => only.ok_or(NotYet),
            Err(why) => {
                let player = question.player;
                let answer = self.in_words(game, |names| words::answer(game, names, &asked.question, &asked.answer));
                let question = self.in_words(game, |names| words::question(game, names, question));
                self.open = Some(Open::Refused { player, question, answer, why });
                Err(NotYet)
            }
        }
    }
    fn offers_mana_abilities(&self, _player: PlayerId) -> bool {
        self.asked.front().is_some_and(|asked| asked.offered == Offered::WithMana)
    }
    fn asks_trivial(&self) -> bool {
        true
    }
}

/// A narrator that hears nothing of questions without a choice.
struct Watch(Narrator);

impl Observer for Watch {
    fn note(&mut self, game: &Game, note: Note<'_>) {
        if let Note::Answered(question, _) = &note
            && question.ask.only_answer().is_some()
        {
            return;
        }
        self.0.note(game, note);
    }
}

/// Everything that is seen of a state, but nothing of what only definitions say.
fn seen(game: &Game) -> Vec<u8> {
    let turn = game.turn();
    let when = (turn.number, turn.active, turn.step, turn.priority, game.outcome());
    let zones = (game.players(), game.battlefield(), game.exile(), game.command());
    let stack: Vec<_> =
        game.stack().iter().map(|entry| (entry.object, entry.controller, &entry.modes, &entry.bindings.targets)).collect();
    let everywhere = game.players().iter().flat_map(|player| player.library.iter().chain(&player.hand).chain(&player.graveyard));
    let everywhere = everywhere.chain(game.battlefield()).chain(game.exile()).chain(game.command());
    let objects: Vec<_> = everywhere
        .filter_map(|id| game.object(*id))
        .map(|object| {
            let state = (object.tapped, object.face_down, object.phased_out, object.summoning_sick, object.damage);
            (object.id, object.owner, object.zone, state, object.attached_to, &object.counters)
        })
        .collect();
    // What effects make of permanents; what is printed on them is not what happened.
    let permanents: Vec<_> = game
        .permanents()
        .map(|object| {
            let (is, printed) = (game.characteristics(object.id), &game.definition(object.def).front().base);
            let more = |now: Option<i32>, printed: Option<i32>| now.zip(printed).map(|(now, printed)| now - printed);
            (game.controller(object.id), more(is.power, printed.power), more(is.toughness, printed.toughness))
        })
        .collect();
    postcard::to_stdvec(&(when, zones, stack, objects, permanents)).unwrap_or_default()
}

/// What everybody sees of what is there, a line each: what to compare where the same things happened.
fn standing(game: &Game, names: &Names) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut place = |id: ObjectId| {
        let Some(object) = game.permanent(id).filter(|object| !object.face_down) else { return };
        let is = game.characteristics(id);
        let mut line = format!("{} is", is.name);
        match is.power.zip(is.toughness) {
            Some((power, toughness)) => line.push_str(&format!(" {power}/{toughness}")),
            None => line.push_str(" there"),
        }
        if object.is_tapped() {
            line.push_str(", tapped");
        }
        for (kind, amount) in &object.counters {
            line.push_str(&format!(", with {amount} {kind}"));
        }
        if object.damage > 0 {
            line.push_str(&format!(", with {} damage", object.damage));
        }
        lines.push(line);
    };
    game.battlefield().iter().for_each(|id| place(*id));
    for player in game.players() {
        lines.push(format!("{} has {} life", names.player(player.id), player.life));
    }
    lines
}

impl Table {
    /// Plays the same answers again from that beat (0 is the start), with the definitions that the game has now, on a copy.
    ///
    /// # Errors
    /// If the game has not come so far, or the past does not play again as it was.
    pub fn again_with_new_text(&self, from: usize) -> Result<Rerun, PastError> {
        let at = self.line.entry_of(from)?;
        let mut then = self.line.game_at(at)?;
        let mut game = then.clone();
        let mut made = self.line.cut(at);
        let news = change::difference(&game, self.game.definitions());
        if !news.is_empty() {
            let change = Change::Adopt(Notice::Silent, news);
            let before = game.clone();
            change::apply(&mut game, &change).map_err(|error| PastError::Change { beat: from, error })?;
            made.push(new_entry(&before, Done::Change(change), MarkKind::Edited, None), &before, Vec::new());
        }
        let mut rerun = Rerun { from, beats: from, difference: None, ends: Ends::AtTheEnd, at, made, game, given: Vec::new() };
        for (place, entry) in self.line.entries.iter().enumerate().skip(at) {
            let ended = match &entry.done {
                Done::Beat(answers) => self.beat_again(&mut rerun, &mut then, answers)?,
                Done::Change(change) => {
                    self.line.play(&mut then, place)?;
                    self.change_again(&mut rerun, change, place)
                }
            };
            if let Some(ends) = ended {
                rerun.ends = ends;
                break;
            }
        }
        if rerun.ends == Ends::AtTheEnd {
            rerun.given.clone_from(&self.given);
        }
        rerun.beats = rerun.made.beats.len();
        Ok(rerun)
    }

    fn beat_again(&self, rerun: &mut Rerun, then: &mut Game, answers: &[Given]) -> Result<Option<Ends>, PastError> {
        let beat = rerun.made.beats.len();
        let players = then.players().len();
        if rerun.game.outcome().is_some() {
            return Ok(Some(Ends::GameOver { beat }));
        }
        let mut replay = Then { answers: answers.iter(), asked: VecDeque::new() };
        let mut watch = Watch(Narrator::new(&self.names, players, beat as u32));
        then.beat(&mut Run::new(&mut replay).watched(&mut watch)).map_err(|stop| PastError::Beat { beat, stop })?;
        let lines_then = watch.0.lines;

        let before = rerun.game.clone();
        let mut now = Now { asked: replay.asked, given: Vec::new(), open: None, names: self.names.clone(), beat: beat as u32 };
        let mut watch = Watch(Narrator::new(&self.names, players, beat as u32));
        let result = rerun.game.beat(&mut Run::new(&mut now).watched(&mut watch));
        let narrator = watch.0;
        if rerun.difference.is_none() && (result.is_err() || lines_then != narrator.lines || seen(then) != seen(&rerun.game)) {
            let turn = before.turn().number;
            let (mut were, mut are) = (lines_then, narrator.lines.clone());
            if were == are && result.is_ok() {
                // The same happened, to things that are not the same.
                let (before, after) = (standing(then, &self.names), standing(&rerun.game, &self.names));
                let told = |of: &[String], not: &[String]| -> Vec<LogLine> {
                    let differs = of.iter().filter(|one| !not.contains(one));
                    differs.map(|one| LogLine::plain(beat as u32, LineKind::Event, one.clone(), Vec::new())).collect()
                };
                were.extend(told(&before, &after));
                are.extend(told(&after, &before));
            }
            rerun.difference = Some(Difference { beat, turn, then: were, now: are });
        }
        match result {
            Ok(_) => {
                let label = narrator.label.and_then(|at| narrator.lines.get(at)).cloned().map(std::sync::Arc::new);
                let decisions = now.given.len() as u64;
                let mut entry = new_entry(&before, Done::Beat(now.given), narrator.kind, label);
                (entry.decisions, entry.hash) = (decisions, Some(rerun.game.state_hash()));
                rerun.made.push(entry, &before, narrator.lines);
                Ok(None)
            }
            Err(stop) => {
                rerun.game = before;
                rerun.given = now.given;
                Ok(Some(match now.open {
                    Some(Open::Refused { player, question, answer, why }) => {
                        Ends::Refused { beat, player, question, answer, why }
                    }
                    Some(Open::Unanswered { player, question }) => Ends::Unanswered { beat, player, question },
                    None => Ends::Stuck { beat, stop },
                }))
            }
        }
    }

    fn change_again(&self, rerun: &mut Rerun, change: &Change, place: usize) -> Option<Ends> {
        let entry = &self.line.entries[place];
        let change = match change {
            // The texts of now have been there from the beginning.
            Change::Adopt(..) => return None,
            Change::TakeText(object) if rerun.game.announced(*object).is_none() => return None,
            Change::Arrange { changes, .. } => Change::Arrange { definitions: Vec::new(), changes: changes.clone() },
            other => other.clone(),
        };
        let before = rerun.game.clone();
        let end = self.line.entries.get(place + 1).map_or(self.line.log.len(), |next| next.log_before());
        let lines = self.line.log[entry.log_start..end.max(entry.log_start)].iter().map(|line| (**line).clone()).collect();
        if let Err(error) = change::apply(&mut rerun.game, &change) {
            rerun.game = before;
            return Some(Ends::ByHand { beat: rerun.made.beats.len(), error });
        }
        rerun.made.push(new_entry(&before, Done::Change(change), entry.kind, entry.label.clone()), &before, lines);
        None
    }

    /// Goes on with a game that was played again. What was being played is kept as a line of its own.
    ///
    /// # Errors
    /// If the table has gone back behind where the two part since.
    pub fn keep(&mut self, rerun: Rerun) -> Result<(), PastError> {
        let Rerun { at, mut made, game, given, from, .. } = rerun;
        if self.line.shared(&made) < at {
            return Err(PastError::NoSuchBeat { beat: from, beats: self.line.beat_of(self.line.shared(&made)) });
        }
        let turn = made.entries.get(at).map_or(game.turn().number, |entry| entry.turn);
        let start = self.line.game_at(at)?;
        self.keep_given(0);
        let id = self.next_line;
        self.cut(at, start, id, format!("Line {} with the new text from turn {turn}", id + 1));
        (made.id, made.named) = (self.line.id, self.line.named);
        made.name.clone_from(&self.line.name);
        for entry in &made.entries[at..] {
            for given in entry.answers() {
                self.write(&Frame::Answer(given.clone()));
            }
            match &entry.done {
                Done::Beat(_) => self.write(&Frame::Beat(entry.hash)),
                Done::Change(change) => self.write_change(change),
            }
        }
        self.line = made;
        self.arrive(game);
        self.given = given;
        self.write_given();
        Ok(())
    }
}
