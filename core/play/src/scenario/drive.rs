//! Driving the engine from a scenario: beats are played until the place that the scenario means.

use super::answers::{ActionAnswers, Asked, answer_for};
use super::combat::Planned;
use super::fail::Fail;
use super::stage::Stage;
use super::value::Prepared;
use crate::words;
use cardwright_engine::ability::StepKind;
use cardwright_engine::event::Event;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::question::{Action, Answer, Ask, Decider, NotYet, Question};
use cardwright_engine::run::{Note, Observer, Run, Stop};
use std::collections::VecDeque;

/// More beats than any scenario needs between two of its lines.
const MOST_BEATS: usize = 4000;

/// What a beat is played for.
pub(super) enum Plan<'p> {
    /// To find out who has priority: the beat stops there.
    Look,
    /// Whoever has priority passes.
    Pass,
    /// That player leaves, without a beat.
    Concede(PlayerId),
    /// The player takes the action that is picked from the legal ones.
    Act(PlayerId, &'p dyn Fn(&Game, &[Action]) -> Result<u32, Fail>),
}

/// What came of a beat.
#[derive(Debug)]
pub(super) enum Played {
    /// It was played.
    Done,
    /// It stopped at that player's priority: state-based actions and triggers are done, nobody has acted.
    AtPriority(PlayerId, Vec<Action>),
}

/// Who answers for the scenario.
struct ScenarioDecider<'s> {
    plan: Plan<'s>,
    answers: &'s mut ActionAnswers,
    combat: &'s mut Planned,
    tracked: &'s [ObjectId],
    names: &'s words::Names,
    wills: &'s mut [VecDeque<Prepared>],
    asked: &'s mut Vec<String>,
    stopped: Option<(PlayerId, Vec<Action>)>,
    fail: Option<Fail>,
}

impl ScenarioDecider<'_> {
    fn answer(&mut self, game: &Game, question: &Question) -> Result<Answer, Option<Fail>> {
        if let Ask::Priority(actions) = &question.ask {
            return match &self.plan {
                Plan::Look => {
                    self.stopped = Some((question.player, actions.clone()));
                    Err(None)
                }
                Plan::Pass | Plan::Concede(_) => Ok(Answer::Action(0)),
                Plan::Act(player, _) if *player != question.player => {
                    self.stopped = Some((question.player, actions.clone()));
                    Err(None)
                }
                Plan::Act(_, pick) => pick(game, actions).map(Answer::Action).map_err(Some),
            };
        }
        if let Some(declared) = self.combat.answer(game, self.names, question) {
            return declared.map_err(Some);
        }
        let asked = Asked { game, names: self.names, tracked: self.tracked, question };
        if let Some(answer) = self.answers.answer(&asked) {
            return answer.map_err(Some);
        }
        if let Some(answer) = question.ask.only_answer() {
            return Ok(answer);
        }
        let seat = question.player.index();
        if let Some(prepared) = self.wills.get(seat).and_then(|queue| queue.front()) {
            let answer = answer_for(&asked, prepared).map_err(|reason| {
                Some(Fail::wrong(format!(
                    "the prepared answer does not fit: {reason}\n  asked: {}",
                    words::question(game, self.names, question)
                )))
            })?;
            self.wills[seat].pop_front();
            return Ok(answer);
        }
        if let Some(answer) = super::answers::by_default(game, question) {
            return Ok(answer);
        }
        Err(Some(Fail::wrong(format!("nobody answered: {}", words::question(game, self.names, question)))))
    }
}

impl Decider for ScenarioDecider<'_> {
    fn offers_mana_abilities(&self, _player: PlayerId) -> bool {
        true
    }

    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        let answer = self.answer(game, question).and_then(|answer| match question.ask.check(game, &answer) {
            Ok(()) => Ok(answer),
            Err(refusal) => Err(Some(Fail::refused(format!("{} ({})", refusal.reason, refusal.rule)))),
        });
        match answer {
            Ok(answer) => {
                if !matches!(question.ask, Ask::Priority(_)) && question.ask.only_answer().is_none() {
                    let line = format!(
                        "{} -> {}",
                        words::question(game, self.names, question),
                        words::answer(game, self.names, question, &answer)
                    );
                    self.asked.push(line);
                }
                Ok(answer)
            }
            Err(fail) => {
                self.fail = fail;
                Err(NotYet)
            }
        }
    }
    fn asks_trivial(&self) -> bool {
        true
    }
}

/// Writes down what happens and where objects go.
struct Recorder<'s> {
    names: &'s words::Names,
    moved: Vec<(ObjectId, ObjectId)>,
    log: Vec<String>,
}

impl Observer for Recorder<'_> {
    fn note(&mut self, game: &Game, note: Note<'_>) {
        if let Note::Happened(Event::Move(movement)) = &note
            && let Some(became) = movement.became
        {
            self.moved.push((movement.object, became));
        }
        if let Some(line) = words::note(game, self.names, &note) {
            self.log.push(line);
        }
    }
}

impl Stage {
    /// Plays one beat. If it fails, the game is as it was before it.
    pub(super) fn play_beat(
        &mut self,
        plan: Plan<'_>,
        answers: &mut ActionAnswers,
        combat: &mut Planned,
    ) -> Result<Played, Fail> {
        let before = self.snapshot();
        let mut recorder = Recorder { names: &self.names, moved: Vec::new(), log: Vec::new() };
        let plan_to_leave = if let Plan::Concede(player) = plan { Some(player) } else { None };
        let mut decider = ScenarioDecider {
            plan,
            answers,
            combat,
            tracked: &self.tracked,
            names: &self.names,
            wills: &mut self.wills,
            asked: &mut self.asked,
            stopped: None,
            fail: None,
        };
        let mut run = Run::new(&mut decider).watched(&mut recorder);
        let result = match plan_to_leave {
            Some(player) => self.game.concede(&mut run, player),
            None => self.game.beat(&mut run).map(drop),
        };
        let (stopped, fail) = (decider.stopped.take(), decider.fail.take());
        let Recorder { moved, log, .. } = recorder;
        let played = match (result, stopped) {
            (Ok(_), _) => Played::Done,
            // Before somebody is asked to act, state-based actions and triggers have been seen to (117.5). Doing that again is
            // doing nothing, so this is as good a place to rest as between two beats.
            (Err(_), Some((player, actions))) => Played::AtPriority(player, actions),
            (Err(stop), None) => {
                let fail = match (fail, stop) {
                    (Some(fail), _) => fail,
                    (None, Stop::Illegal(refusal)) => Fail::refused(format!("{} ({})", refusal.reason, refusal.rule)),
                    (None, other) => Fail::wrong(other.to_string()),
                };
                self.undo(before, &fail);
                return Err(fail);
            }
        };
        for (from, to) in moved {
            for tracked in &mut self.tracked {
                if *tracked == from {
                    *tracked = to;
                }
            }
        }
        crate::table::append(&mut self.log, log);
        self.game.check_invariants().map_err(|broken| Fail::wrong(format!("the engine is in an impossible state: {broken}")))?;
        Ok(played)
    }

    fn plain_beat(&mut self, plan: Plan<'_>) -> Result<Played, Fail> {
        self.play_beat(plan, &mut ActionAnswers::default(), &mut Planned::default())
    }

    /// Plays until somebody has priority, and says who and what they may do. `None` if the game is over.
    pub fn settle(&mut self) -> Result<Option<(PlayerId, Vec<Action>)>, Fail> {
        for _ in 0..MOST_BEATS {
            if self.game.outcome().is_some() {
                return Ok(None);
            }
            if let Played::AtPriority(player, actions) = self.plain_beat(Plan::Look)? {
                return Ok(Some((player, actions)));
            }
        }
        Err(Fail::wrong("nobody gets priority any more"))
    }

    /// Who has priority now.
    pub fn with_priority(&mut self) -> Result<PlayerId, Fail> {
        match self.settle()? {
            Some((player, _)) => Ok(player),
            None => Err(Fail::wrong("the game is over")),
        }
    }

    /// Lets the players before that one pass until that one has priority. Nothing may resolve or end by it.
    pub(super) fn give_priority(&mut self, player: PlayerId) -> Result<(), Fail> {
        for _ in 0..self.game.players().len() {
            let holder = self.with_priority()?;
            if holder == player {
                return Ok(());
            }
            let place = (self.game.turn().number, self.game.turn().step, self.game.stack().len());
            self.plain_beat(Plan::Pass)?;
            self.settle()?;
            if place != (self.game.turn().number, self.game.turn().step, self.game.stack().len()) {
                break;
            }
        }
        let name = self.player_name(player);
        Err(Fail::refused(format!("{name} does not get priority: the others pass and the game goes on without {name}")))
    }

    /// The player with priority passes.
    pub fn pass(&mut self, player: Option<PlayerId>) -> Result<(), Fail> {
        let holder = self.with_priority()?;
        if let Some(player) = player
            && player != holder
        {
            let (who, has) = (self.player_name(player), self.player_name(holder));
            return Err(Fail::refused(format!("{who} cannot pass: {has} has priority")));
        }
        self.plain_beat(Plan::Pass)?;
        self.settle().map(drop)
    }

    /// The player leaves the game.
    pub fn concede(&mut self, player: PlayerId) -> Result<(), Fail> {
        self.settle()?;
        self.plain_beat(Plan::Concede(player))?;
        self.settle().map(drop)
    }

    /// All pass until the top of the stack has resolved.
    pub fn resolve(&mut self) -> Result<(), Fail> {
        self.settle()?;
        let Some(top) = self.game.stack().last().map(|entry| entry.object) else {
            return Err(Fail::wrong("there is nothing on the stack to resolve"));
        };
        for _ in 0..MOST_BEATS {
            if self.game.outcome().is_some() || self.game.entry(top).is_none() {
                self.settle()?;
                return Ok(());
            }
            self.plain_beat(Plan::Pass)?;
        }
        Err(Fail::wrong("the top of the stack never resolves"))
    }

    /// All pass until the stack is empty.
    pub fn resolve_all(&mut self) -> Result<(), Fail> {
        for _ in 0..MOST_BEATS {
            self.settle()?;
            if self.game.outcome().is_some() || self.game.stack().is_empty() {
                return Ok(());
            }
            self.resolve()?;
        }
        Err(Fail::wrong("the stack never becomes empty"))
    }

    /// All pass once: the top of the stack resolves, or the step ends.
    pub fn pass_all(&mut self) -> Result<(), Fail> {
        self.settle()?;
        if !self.game.stack().is_empty() {
            return self.resolve();
        }
        let place = |game: &Game| (game.turn().number, game.step_of_turn());
        let before = place(&self.game);
        self.until("this step never ends", |game| place(game) != before || !game.stack().is_empty())?;
        self.settle().map(drop)
    }

    /// Everybody passes until the game is in that step (of that player's turn).
    pub fn go_to(&mut self, step: StepKind, player: Option<PlayerId>) -> Result<(), Fail> {
        let there = |game: &Game| game.turn().step == step && player.is_none_or(|player| game.turn().active == player);
        self.until(&format!("the {} never comes", words::step(step)), there)?;
        // Nobody gets priority there: what follows would already be another step.
        if !matches!(step, StepKind::Untap | StepKind::Cleanup) {
            self.settle()?;
            if !there(&self.game) && self.game.outcome().is_none() {
                return Err(Fail::wrong(format!("nobody gets priority in the {}", words::step(step))));
            }
        }
        Ok(())
    }

    /// Everybody passes until the next turn has begun.
    pub fn next_turn(&mut self) -> Result<(), Fail> {
        let number = self.game.turn().number;
        self.until("the turn never ends", |game| game.turn().number > number)?;
        self.settle().map(drop)
    }

    /// Everybody passes until it is so.
    fn until(&mut self, otherwise: &str, there: impl Fn(&Game) -> bool) -> Result<(), Fail> {
        for _ in 0..MOST_BEATS {
            if there(&self.game) || self.game.outcome().is_some() {
                return Ok(());
            }
            self.plain_beat(Plan::Pass)?;
        }
        Err(Fail::wrong(otherwise))
    }

    /// The player takes the action that is picked; whatever is asked on the way is answered from `answers` first.
    pub(super) fn act(
        &mut self,
        player: PlayerId,
        mut answers: ActionAnswers,
        pick: &dyn Fn(&Game, &[Action]) -> Result<u32, Fail>,
    ) -> Result<(), Fail> {
        self.give_priority(player)?;
        match self.play_beat(Plan::Act(player, pick), &mut answers, &mut Planned::default())? {
            Played::Done => {}
            Played::AtPriority(other, _) => {
                return Err(Fail::refused(format!("{} has priority", self.player_name(other))));
            }
        }
        answers.leftover()?;
        self.settle().map(drop)
    }

    /// Plays on, passing, until the combat declaration that is planned has been made.
    pub(super) fn declare(&mut self, mut planned: Planned, otherwise: &str) -> Result<super::stage::Snapshot, Fail> {
        // Nothing is played before: the next beat may be the declaration itself.
        let turn = self.game.turn().number;
        for _ in 0..MOST_BEATS {
            let before = self.snapshot();
            self.play_beat(Plan::Pass, &mut ActionAnswers::default(), &mut planned)?;
            if planned.made {
                self.settle()?;
                return Ok(before);
            }
            if self.game.turn().number != turn || self.game.outcome().is_some() {
                break;
            }
        }
        Err(Fail::refused(otherwise))
    }
}
