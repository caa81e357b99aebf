//! Beginnings of steps and turns: "at the beginning of your upkeep".

use super::Outlook;
use super::happening::ordinal;
use crate::noun::Noun;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{EventPattern, Occurrence, Pattern, Players, StepKind};
use cardwright_engine::ids::Var;

impl Speech<'_> {
    /// "at the beginning of each player's upkeep", if the pattern waits for a step or turn.
    pub(super) fn at(&mut self, pattern: &EventPattern, event: Var, outlook: Outlook) -> Option<String> {
        let [one] = &pattern.any[..] else { return None };
        let (step, players) = match one {
            Pattern::Begins(step, players) => (Some(*step), players),
            Pattern::TurnBegins(players) => (None, players),
            _ => return None,
        };
        let nth = match pattern.occurrence {
            Occurrence::Nth(number) => Some(number),
            Occurrence::Each | Occurrence::Batch | Occurrence::ExceptFirstOfStep => None,
        };
        let whose = match players {
            Players::You => "your".to_owned(),
            Players::Each if outlook.player => "each player's".to_owned(),
            Players::Each if outlook.once && step == Some(StepKind::End) => "the".to_owned(),
            Players::Each => "each".to_owned(),
            Players::Opponents => "each opponent's".to_owned(),
            players => self.players(players).possessive(),
        };
        let known = if *players == Players::You { Noun::you() } else { Noun::player("player") };
        self.mentioned(Referent::EventPlayer(event), known);
        let on_turn = if whose == "each" || whose == "the" { String::new() } else { format!(" on {whose} turn") };
        Some(match (step, nth) {
            (None, _) => format!("at the beginning of {whose} turn"),
            (Some(StepKind::EndCombat), None) => format!("at end of combat{on_turn}"),
            (Some(StepKind::BeginCombat), None) if whose == "each" => "at the beginning of each combat".to_owned(),
            (Some(StepKind::BeginCombat), None) => format!("at the beginning of combat{on_turn}"),
            (Some(StepKind::PostcombatMain), None) if whose != "each" => {
                format!("at the beginning of each of {whose} postcombat main phases")
            }
            (Some(step), None) if let Some(who) = whose.strip_suffix("'s").filter(|who| who.contains("'s ")) => {
                format!("at the beginning of the {} of {who}", self.step(step))
            }
            (Some(step), None) => format!("at the beginning of {whose} {}", self.step(step)),
            (Some(step), Some(number)) => {
                let whose = if whose == "each" || whose == "the" { "the".to_owned() } else { whose };
                format!("at the beginning of {whose} {} {} each turn", ordinal(i32::from(number)), self.step(step))
            }
        })
    }
    /// The next time only: "at the beginning of the next end step".
    pub(super) fn next_time(&mut self, pattern: &EventPattern, event: Var) -> Option<String> {
        let [one] = &pattern.any[..] else { return None };
        let (step, players) = match one {
            Pattern::Begins(step, players) => (Some(*step), players),
            Pattern::TurnBegins(players) => (None, players),
            _ => return None,
        };
        let whose = match players {
            Players::Each => "the".to_owned(),
            Players::You => "your".to_owned(),
            Players::Opponents => "an opponent's".to_owned(),
            players => self.players(players).possessive(),
        };
        let known = if *players == Players::You { Noun::you() } else { Noun::player("player") };
        self.mentioned(Referent::EventPlayer(event), known);
        Some(match step {
            None => format!("at the beginning of {whose} next turn"),
            Some(StepKind::EndCombat) if whose == "the" => "at end of combat".to_owned(),
            Some(StepKind::EndCombat) => format!("at end of combat on {whose} next turn"),
            Some(StepKind::BeginCombat) if whose == "the" => "at the beginning of the next combat".to_owned(),
            Some(StepKind::BeginCombat) => format!("at the beginning of combat on {whose} next turn"),
            Some(StepKind::Upkeep) if whose == "the" => "at the beginning of the next turn's upkeep".to_owned(),
            Some(step) => format!("at the beginning of {whose} next {}", self.step(step)),
        })
    }
}
