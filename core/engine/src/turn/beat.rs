//! The beat, priority (modern 117), and questions.

use super::{Progress, Stage};
use crate::game::Game;
use crate::host;
use crate::ids::{ObjectId, PlayerId};
use crate::question::{Action, Answer, Ask, Choice, Purpose, Question};
use crate::run::{Beat, Note, Run, Stop};

impl Game {
    /// Performs one beat: a turn-based action, one priority decision with all that it starts, the resolution of one stack
    /// entry, or a combat declaration. Between beats the state is complete and at rest.
    ///
    /// # Errors
    /// If an answer is missing or illegal, or a script fails. The state is then half-done and fit for showing only: go on
    /// from a copy made before the beat.
    pub fn beat(&mut self, run: &mut Run<'_>) -> Beat<Progress> {
        if self.outcome.is_none() {
            match self.turn.stage {
                Stage::BeforeGame(player) => self.before_game(run, player)?,
                Stage::Mulligan(player) => self.mulligan(run, player)?,
                Stage::Begin => self.begin_step(run)?,
                Stage::Priority => self.priority(run)?,
                Stage::Resolve => {
                    if self.look_for_loops(run)? {
                        self.resolve_top(run)?;
                        self.turn.passes = 0;
                        // modern 117.3b
                        if self.turn.stage == Stage::Resolve {
                            self.turn.stage = Stage::Priority;
                            self.turn.priority = Some(self.next_playing(self.turn.active));
                        }
                    }
                }
                Stage::End => self.end_step(),
            }
            if let Some(error) = host::take_failure() {
                return Err(Stop::Host(error));
            }
        }
        Ok(self.outcome.map_or(Progress::Goes, Progress::Over))
    }

    /// That player, or the next one still in the game.
    pub(crate) fn next_playing(&self, player: PlayerId) -> PlayerId {
        self.players_from(player).next().unwrap_or(player)
    }

    /// One priority decision (117.5): first state-based actions and triggers, then the player acts or passes.
    fn priority(&mut self, run: &mut Run<'_>) -> Beat<()> {
        self.settle(run)?;
        if self.outcome.is_some() {
            return Ok(());
        }
        let mut player = self.turn.priority.unwrap_or(self.turn.active);
        if !self.player(player).is_playing() {
            // modern 800.4a: the next one in turn order has priority, unless all others have passed.
            if self.turn.passes > 0 && self.all_have_passed() {
                self.passed_around();
                return Ok(());
            }
            player = self.next_playing(player);
            self.turn.priority = Some(player);
        }
        let actions = self.actions(player, run.decider.offers_mana_abilities(player));
        let question = Question { player, about: None, ask: Ask::Priority(actions) };
        let action = match (self.put_question(run, &question)?, &question.ask) {
            (Answer::Action(index), Ask::Priority(actions)) => actions.get(index as usize).copied().unwrap_or(Action::Pass),
            _ => Action::Pass,
        };
        if action == Action::Pass {
            return self.pass(player);
        }
        self.count_action()?;
        self.turn.passes = 0;
        self.act(run, player, action)
        // modern 117.3c: who acted has priority again.
    }

    fn pass(&mut self, player: PlayerId) -> Beat<()> {
        self.turn.passes += 1;
        if self.all_have_passed() {
            self.passed_around();
            return Ok(());
        }
        // modern 117.3d
        let next = PlayerId((player.0 + 1) % self.players.len() as u8);
        self.turn.priority = Some(self.next_playing(next));
        Ok(())
    }

    fn all_have_passed(&self) -> bool {
        usize::from(self.turn.passes) >= self.players.iter().filter(|player| player.is_playing()).count()
    }

    /// All players have passed in a row (117.4).
    fn passed_around(&mut self) {
        self.turn.passes = 0;
        self.turn.priority = None;
        self.turn.stage = if self.stack.is_empty() { Stage::End } else { Stage::Resolve };
    }

    /// Asks a player. Trivial questions are answered without asking.
    pub(crate) fn ask(&self, run: &mut Run<'_>, player: PlayerId, about: Option<ObjectId>, ask: Ask) -> Beat<Answer> {
        self.put_question(run, &Question { player, about, ask })
    }
    /// Puts a question. Trivial ones are answered without asking.
    fn put_question(&self, run: &mut Run<'_>, question: &Question) -> Beat<Answer> {
        let passed_on;
        let question = if self.player(question.player).is_playing() {
            question
        } else {
            // modern 800.4h: what a player who has left would choose, the next one in turn order chooses.
            passed_on = Question { player: self.next_playing(question.player), ..question.clone() };
            &passed_on
        };
        if !run.decider.asks_trivial()
            && let Some(answer) = question.ask.only_answer()
        {
            return Ok(answer);
        }
        let answer = run.decider.decide(self, question).map_err(|_| Stop::NotYet)?;
        question.ask.check(self, &answer)?;
        run.decisions += 1;
        run.note(self, Note::Answered(question, &answer));
        Ok(answer)
    }

    /// A yes-or-no question.
    pub(crate) fn yes_no(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: Option<ObjectId>,
        purpose: Purpose,
    ) -> Beat<bool> {
        let optional = matches!(purpose, Purpose::May | Purpose::MayPay);
        if optional && let Some(answer) = self.shortcut_answer(player, about) {
            return Ok(answer);
        }
        let options = vec![Choice::Answer(true), Choice::Answer(false)];
        let ask = Ask::Choose { purpose, options, min: 1, max: 1, ordered: false };
        let yes = matches!(self.ask(run, player, about, ask)?, Answer::Chosen(chosen) if chosen.first() == Some(&0));
        if yes && optional {
            self.note_willing(player, about);
        }
        Ok(yes)
    }
}
