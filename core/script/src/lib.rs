//! The Rhai host: the authors' vocabulary, each word building a piece of engine data.

pub mod diagnostic;
pub mod text;
