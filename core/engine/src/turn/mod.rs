//! Turns: the schedule of phases and steps (modern 500-514), and the beat.

use crate::ability::{StepKind, TurnChange};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::question::{Answer, Ask, Choice, Purpose, Question};
use crate::run::{Beat, Note, Run, Stop};
use serde::{Deserialize, Serialize};

/// Where the game is in its turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The how-manieth turn of the game, from 1; 0 before the first.
    pub number: u32,
    /// Whose turn it is.
    pub active: PlayerId,
    /// The step or phase.
    pub step: StepKind,
    /// Who has priority, if anybody.
    pub priority: Option<PlayerId>,
}

/// What a beat has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The game goes on.
    Goes,
    /// The game is over.
    Over(crate::game::Outcome),
}

impl Game {
    /// Performs one beat: a turn-based action, one priority decision with all that it starts, the resolution of one stack
    /// entry, or a combat declaration. Between beats the state is complete and at rest.
    ///
    /// # Errors
    /// If an answer is missing or illegal, or a script fails. The state is then half-done and fit for showing only: go on
    /// from a copy made before the beat.
    pub fn beat(&mut self, run: &mut Run<'_>) -> Beat<Progress> {
        let _ = run;
        Ok(Progress::Goes)
    }

    /// Changes the order of turns, phases or steps (500.7-500.11) for those players, that many times.
    pub(crate) fn turn_change(&mut self, players: &[PlayerId], change: &TurnChange, amount: i32) {
        let _ = (players, change, amount);
    }

    /// Asks yes or no.
    pub(crate) fn yes_no(&self, run: &mut Run<'_>, player: PlayerId, about: Option<ObjectId>, purpose: Purpose) -> Beat<bool> {
        let options = vec![Choice::Answer(true), Choice::Answer(false)];
        let answer = self.ask(run, player, about, Ask::Choose { purpose, options, min: 1, max: 1, ordered: false })?;
        Ok(matches!(answer, Answer::Chosen(chosen) if chosen.first() == Some(&0)))
    }

    /// Asks a player. Trivial questions are answered without asking.
    pub(crate) fn ask(&self, run: &mut Run<'_>, player: PlayerId, about: Option<ObjectId>, ask: Ask) -> Beat<Answer> {
        if !run.decider.asks_trivial() {
            if let Some(answer) = ask.only_answer() {
                return Ok(answer);
            }
        }
        let question = Question { player, about, ask };
        let answer = run.decider.decide(self, &question).map_err(|_| Stop::NotYet)?;
        question.ask.check(self, &answer)?;
        run.decisions += 1;
        run.note(self, Note::Answered(&question, &answer));
        Ok(answer)
    }
}
