//! Lint: what is wrong, doubtful or odd in cards, their scripts and texts.
//!
//! Loading already reports what makes a card unusable. Lint looks *into* what was loaded: abilities are data. A [`Lint`] is one
//! file with its own page: what, why, a case that fires, one that does not. [`registry::ALL`] lists them; [`run`] runs them over a library.
//! What comes out are the same [`Diagnostic`](cardwright_script::diagnostic::Diagnostic)s that loading makes, so that the command
//! line, a language server and the workbench show one thing.

mod ability;
mod file;
mod findings;
mod lint;
mod registry;
mod run;
mod script;
mod set;
mod text;
mod view;

pub use findings::Findings;
pub use lint::{Check, EXAMPLE_CARD, Example, Family, Level, Lint};
pub use registry::{ALL, by_name};
pub use run::{run, run_with};
pub use view::{CardView, FaceView, SetView};
