//! The scenario language: tests of cards and rules that authors and we write alike.
//!
//! A scenario is a Rhai closure that gets a table. Everything that happens there happens in the real engine: actions are
//! taken from the legal ones, questions are answered with what the scenario prepared, and a question that nobody prepared an
//! answer for fails the scenario. Start at [`Runner`]; the words that scenarios use are registered in `language`.

mod answers;
mod cards;
mod combat;
mod drive;
mod fail;
mod files;
mod language;
mod rules;
mod runner;
mod setting;
mod stage;
mod value;

pub use fail::Fail;
pub use files::{ScenarioFile, find, is_scenario_file, usual_places};
pub(crate) use language::{Maker, NewFace};
pub use rules::{Coverage, RuleBook, RulesError, Section};
pub use runner::{Ground, Outcome, Report, Runner, Scenario, run_all};
