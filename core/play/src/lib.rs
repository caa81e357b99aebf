//! Games being played: people and bots at a table, scenarios, rehearsals, and what happens in words.

pub mod bots;
pub mod catalog;
pub mod caught;
pub mod rehearsal;
pub mod scenario;
pub mod table;
pub mod words;
