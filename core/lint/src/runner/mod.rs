//! The lints of the family `lint`: about what is said to lint itself. The runner finds them.

pub(crate) mod bad_config;
pub(crate) mod unknown_lint;
pub(crate) mod unused_suppression;

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[bad_config::LINT, unknown_lint::LINT, unused_suppression::LINT];
