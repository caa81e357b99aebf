//! What a check has found so far.

use crate::Lint;
use cardwright_script::diagnostic::{Diagnostic, Severity, SourceFile};
use std::ops::Range;

/// The findings of one lint about one card or set.
pub struct Findings {
    lint: &'static Lint,
    found: Vec<Diagnostic>,
}

impl Findings {
    /// No findings of that lint yet.
    pub fn of(lint: &'static Lint) -> Self {
        Findings { lint, found: Vec::new() }
    }

    /// A finding: what is wrong, and where. Add help, notes and related places to what it returns.
    pub fn add(&mut self, file: &SourceFile, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        // The runner sets the severity by the level that is in force.
        self.found.push(Diagnostic::new(self.lint.name, Severity::Warning, message).at(file, span));
        self.found.last_mut().expect("one was just added")
    }

    /// All of them.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.found
    }
}
