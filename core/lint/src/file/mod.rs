//! The lints of the family `file`, each in a file of its own.

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[];
