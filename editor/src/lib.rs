//! The author's tool as a library: bots, the table, the scenario language, and the commands that the binary runs.

pub mod bots;
pub mod catalog;
mod caught;
pub mod commands;
pub mod measure;
pub mod rehearsal;
pub mod scenario;
pub mod table;
pub mod words;
