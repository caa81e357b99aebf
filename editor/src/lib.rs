//! The author's tool as a library: bots, the table, the scenario language. The binary adds the command line.

pub mod bots;
pub mod scenario;
pub mod table;
pub mod words;
