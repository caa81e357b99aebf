//! The author's tool as a library: what is measured, and the commands that the binary runs.

pub mod commands;
pub mod measure;

pub use cardwright_play::{bots, catalog, rehearsal, scenario, table, words};
