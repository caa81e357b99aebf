//! The rules engine of Cardwright: zones, stack, priority, layers and events over plain data.
//!
//! It plays the game; start at [`game::Game`] and [`game::Game::beat`]. **Invariants:** it knows no card, no keyword ability, no
//! script, no file and no clock. The same seed and the same answers give the same game. A beat that fails is undone by
//! going on from the copy made before it.

pub mod ability;
mod actions;
mod announce;
pub mod announced;
mod by_hand;
mod card_type;
pub mod characteristics;
pub mod combat;
pub mod continuous;
pub mod definition;
pub mod eval;
pub mod event;
pub mod game;
pub mod history;
pub mod host;
pub mod ids;
pub mod layers;
pub mod mana;
pub mod merge;
pub mod object;
mod objects;
pub mod payment;
pub mod perform;
pub mod phasing;
pub mod pipeline;
pub mod player;
pub mod question;
mod resolve;
pub mod ruleset;
pub mod run;
pub mod save;
pub mod setup;
mod state_based;
pub mod symbol;
pub mod turn;
pub mod type_rules;
pub mod types;
pub mod view;
pub mod why;
pub mod zone;
