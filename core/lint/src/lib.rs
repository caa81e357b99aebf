//! Lint: what is wrong, doubtful or odd in cards, their scripts and texts.
//!
//! Loading already reports what makes a card unusable. Lint looks *into* what was loaded: abilities are data. A [`Lint`] is one
//! file with its own page: what, why, a case that fires, one that does not. [`ALL`] lists them; a [`Linter`] runs them over a library
//! and over its next versions, and judges what they find by levels and suppressions.
//! What comes out are the same [`Diagnostic`](cardwright_script::diagnostic::Diagnostic)s that loading makes, so that the command
//! line, a language server and the workbench show one thing.

mod ability;
mod comments;
mod control;
mod file;
mod findings;
mod judge;
mod lexicon;
mod lint;
mod linter;
mod mend;
mod page;
mod registry;
mod rehearsal;
mod runner;
mod script;
mod set;
mod text;
mod view;

pub use control::Selector;
pub use file::slug::slug;
pub use findings::Findings;
pub use lexicon::LibraryLexicon;
pub use lint::{Check, EXAMPLE_CARD, Example, Family, Level, Lint, Remedy};
pub use linter::{Linter, Report, Settings, Silenced, SilencedBy, Warnings, run, run_with};
pub use mend::{Mended, Refused, mend};
pub use page::{example_findings, index, markdown, page, silencing};
pub use registry::{ALL, by_name};
pub use text::{Comparison, Difference, DifferenceKind, comparisons, edition};
pub use view::{CardView, FaceView, LibraryView, Looked, SetView};
