//! The lints of the family `rehearsal`: what shows only when a card is played. Only their pages are here; the editor plays.

mod changes_nothing;
mod never_fires;
mod rehearsal_error;

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[rehearsal_error::LINT, never_fires::LINT, changes_nothing::LINT];
