//! The workbench: a game in the browser while its cards change.

pub mod edit;
