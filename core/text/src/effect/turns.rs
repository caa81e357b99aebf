//! The order of the turn: extra and skipped turns, phases and steps.

use super::act::{Act, Actor, Glue, Line, Piece};
use crate::amount::Quantity;
use crate::sentence::{listed, number_word, with_article};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, Daylight, PhaseKind, Players, StepPlace, TurnChange};
use cardwright_engine::types::CardType;

impl Speech<'_> {
    pub(super) fn turn(&mut self, change: &TurnChange) -> Piece {
        match change {
            TurnChange::ExtraTurn(players, amount) => {
                let actor = self.actor(players);
                let turns = self.number_of(amount, "extra turn", "extra turns").whole();
                Piece::act(Act::regular(actor, "take", format!("{turns} after this one")))
            }
            TurnChange::ExtraPhases { phases, amount, gets } => {
                let mut words = phases.iter().map(|phase| format!("additional {} phase", phase_word(*phase)));
                let first = words.next().unwrap_or_default();
                let others: Vec<String> = words.map(|phase| with_article(&phase)).collect();
                let several = self.number_of(amount, &first, &format!("{first}s"));
                let mut what = several.whole();
                if !others.is_empty() {
                    what = format!("{what} followed by {}", listed(&others, "and"));
                }
                // A sorcery is cast in a main phase.
                let sorcery = self.face.base.types.types.has(CardType::Sorcery);
                let front = if sorcery { "after this main phase" } else { "after this phase" };
                let many = !matches!(amount, Amount::Fixed(1));
                self.there_is(what, many, front, gets.as_ref())
            }
            TurnChange::ExtraStep { step, place, amount, gets } => {
                let step = step_word(self.step(*step));
                let what = self.number_of(amount, &format!("additional {step}"), &format!("additional {step}s")).whole();
                let front = match place {
                    StepPlace::ThisStep => "after this step".to_owned(),
                    StepPlace::ThisPhase => "after this phase".to_owned(),
                    StepPlace::Before(other) => format!("before this turn's next {}", step_word(self.step(*other))),
                    StepPlace::After(other) => format!("after this turn's next {}", step_word(self.step(*other))),
                };
                let many = !matches!(amount, Amount::Fixed(1));
                self.there_is(what, many, &front, gets.as_ref())
            }
            TurnChange::SkipStep(players, step, amount) => {
                let actor = self.actor(players);
                let next = self.next_ones(amount, self.whole_step(*step));
                let their = actor.their();
                Piece::act(Act::regular(actor, "skip", format!("{their} next {next}")))
            }
            TurnChange::SkipTurn(players, amount) => {
                let actor = self.actor(players);
                let next = self.next_ones(amount, "turn");
                let their = actor.their();
                Piece::act(Act::regular(actor, "skip", format!("{their} next {next}")).saying_you())
            }
            TurnChange::EndTurn => Piece::act(Act::regular(Actor::You, "end", "the turn")),
        }
    }
    fn there_is(&mut self, what: String, many: bool, front: &str, gets: Option<&Players>) -> Piece {
        match gets {
            Some(players) => {
                let actor = self.actor(players);
                Piece::act(Act::regular(actor, "get", format!("{what} {front}")).saying_you())
            }
            None => {
                let are = if many { "are" } else { "is" };
                Piece { glue: Glue::Sentence, line: Line::Fronted(front.to_owned(), format!("there {are} {what}")) }
            }
        }
    }
    /// "turn", "two turns", "X turns"
    fn next_ones(&mut self, amount: &Amount, what: &str) -> String {
        match self.quantity(amount) {
            Quantity::Number(1) => what.to_owned(),
            Quantity::Number(number) => format!("{} {what}s", number_word(number)),
            _ => format!("{} {what}s", self.value(amount)),
        }
    }
}

fn phase_word(phase: PhaseKind) -> &'static str {
    match phase {
        PhaseKind::Beginning => "beginning",
        PhaseKind::Main => "main",
        PhaseKind::Combat => "combat",
        PhaseKind::Ending => "ending",
    }
}

/// "upkeep step" for "upkeep".
fn step_word(step: &str) -> String {
    if step.ends_with("step") || step.ends_with("phase") { step.to_owned() } else { format!("{step} step") }
}

pub(super) fn daylight(daylight: Daylight) -> Piece {
    Piece::text(match daylight {
        Daylight::Day => "it becomes day",
        Daylight::Night => "it becomes night",
        Daylight::Neither => "it becomes neither day nor night",
    })
}
