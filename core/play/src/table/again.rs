//! Shortcuts (modern 732.2): what a person has just done twice, done so many times more.

use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::question::{Action, Answer, Ask, Choice, Question};
use cardwright_engine::symbol::Symbol;
use smallvec::SmallVec;

/// The longest cycle of answers that is looked for.
const LONGEST: usize = 40;
/// How many answers are kept.
const KEPT: usize = 4 * LONGEST;

/// What an answer meant. The same thing done again has other numbers: objects are told by what they are called.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Meaning {
    Pass,
    Act(Kind, Symbol, u16),
    Choose(Vec<Chosen>),
    Exactly(Answer),
}
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    Land,
    Cast,
    Activate,
    TurnFaceUp,
}
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Chosen {
    Object(Symbol),
    Other(Choice),
}

/// What a person has answered, and what is still to be done again.
#[derive(Clone, Debug, Default)]
pub(super) struct Again {
    said: Vec<Meaning>,
    cycle: Vec<Meaning>,
    /// The next of the cycle, counted on over all repetitions.
    next: usize,
    repetitions: usize,
}

impl Again {
    /// Remembers an answer.
    pub fn remember(&mut self, game: &Game, question: &Question, answer: &Answer) {
        if self.said.len() >= KEPT {
            self.said.drain(..KEPT / 2);
        }
        self.said.push(meaning(game, question, answer));
    }
    /// Forgets everything: the past is another now.
    pub fn forget(&mut self) {
        *self = Again::default();
    }
    /// Begins to do the last cycle so many times more. Says how many answers it has; 0 if nothing was done twice in a row.
    pub fn begin(&mut self, repetitions: usize) -> usize {
        let said = &self.said;
        let acts = |part: &[Meaning]| part.iter().any(|meaning| matches!(meaning, Meaning::Act(..)));
        let found = (1..=LONGEST.min(said.len() / 2)).find(|length| {
            let (before, last) = (&said[said.len() - 2 * length..said.len() - length], &said[said.len() - length..]);
            before == last && acts(last)
        });
        let Some(length) = found else { return 0 };
        self.cycle = said[said.len() - length..].to_vec();
        self.next = 0;
        self.repetitions = repetitions;
        length
    }
    /// How many whole repetitions are done, if any are under way.
    pub fn done(&self) -> Option<usize> {
        (!self.cycle.is_empty()).then(|| self.next / self.cycle.len())
    }
    /// The answer that is due, if one is. `Err` if the question is another than before: the shortcut ends there.
    pub fn answer(&mut self, game: &Game, question: &Question) -> Option<Result<Answer, usize>> {
        let done = self.done()?;
        if done >= self.repetitions {
            self.cycle.clear();
            return None;
        }
        let meant = &self.cycle[self.next % self.cycle.len()];
        match answer(game, question, meant) {
            Some(answer) => {
                self.next += 1;
                Some(Ok(answer))
            }
            None => {
                self.cycle.clear();
                Some(Err(done))
            }
        }
    }
}

fn name(game: &Game, id: ObjectId) -> Symbol {
    game.characteristics(id).name
}

fn act(game: &Game, action: &Action) -> Meaning {
    match *action {
        Action::Pass => Meaning::Pass,
        Action::PlayLand(id) => Meaning::Act(Kind::Land, name(game, id), 0),
        Action::Cast { card, way, face } => Meaning::Act(Kind::Cast, name(game, card), u16::from(way) << 8 | u16::from(face)),
        Action::Activate { source, ability } => Meaning::Act(Kind::Activate, name(game, source), ability),
        Action::TurnFaceUp(id) => Meaning::Act(Kind::TurnFaceUp, name(game, id), 0),
    }
}

fn choice(game: &Game, choice: &Choice) -> Chosen {
    match *choice {
        Choice::Object(id) => Chosen::Object(name(game, id)),
        Choice::Ability { source, .. } => Chosen::Object(name(game, source)),
        other => Chosen::Other(other),
    }
}

/// What an answer means.
pub(super) fn meaning(game: &Game, question: &Question, answer: &Answer) -> Meaning {
    match (&question.ask, answer) {
        (Ask::Priority(actions), Answer::Action(index)) => {
            actions.get(*index as usize).map_or(Meaning::Pass, |action| act(game, action))
        }
        (Ask::Choose { options, .. }, Answer::Chosen(chosen)) => {
            let known = chosen.iter().filter_map(|index| options.get(*index as usize));
            Meaning::Choose(known.map(|option| choice(game, option)).collect())
        }
        _ => Meaning::Exactly(answer.clone()),
    }
}

/// The answer to this question that means that.
pub(super) fn answer(game: &Game, question: &Question, meant: &Meaning) -> Option<Answer> {
    let answer = match (&question.ask, meant) {
        (Ask::Priority(actions), meant) => Answer::Action(actions.iter().position(|action| act(game, action) == *meant)? as u32),
        (Ask::Choose { options, .. }, Meaning::Choose(wanted)) => {
            let mut chosen: SmallVec<[u32; 4]> = SmallVec::new();
            for wanted in wanted {
                let fits = |(index, option): (usize, &Choice)| {
                    (choice(game, option) == *wanted && !chosen.contains(&(index as u32))).then_some(index as u32)
                };
                chosen.push(options.iter().enumerate().find_map(fits)?);
            }
            Answer::Chosen(chosen)
        }
        (Ask::Choose { .. }, _) => return None,
        (_, Meaning::Exactly(answer)) => answer.clone(),
        _ => return None,
    };
    question.ask.check(game, &answer).ok()?;
    Some(answer)
}
