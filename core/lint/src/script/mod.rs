//! The lints of the family `script`, each in a file of its own.

mod unused_value;

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[unused_value::LINT];
