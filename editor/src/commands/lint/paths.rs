//! The part of a library that is reported on.

use anyhow::{Context, Result};
use cardwright_script::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};

/// The named files and folders as the library shows them: relative to its root. None means everything.
pub(super) struct Paths(Vec<String>);

impl Paths {
    /// # Errors
    /// If one is not there, or not in the library.
    pub fn of(root: &Path, paths: &[PathBuf]) -> Result<Paths> {
        let full_root = root.canonicalize().with_context(|| format!("cannot open the library `{}`", root.display()))?;
        let relative = |path: &PathBuf| -> Result<String> {
            let full = [path.clone(), root.join(path)].iter().find_map(|path| path.canonicalize().ok());
            let full = full.with_context(|| format!("there is no file or folder `{}`", path.display()))?;
            let relative =
                full.strip_prefix(&full_root).with_context(|| format!("`{}` is not in the library", path.display()))?;
            Ok(relative.to_string_lossy().replace('\\', "/"))
        };
        paths.iter().map(relative).collect::<Result<_>>().map(Paths)
    }

    /// Whether any are named.
    pub fn is_some(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether a file is among them.
    pub fn has_path(&self, path: &str) -> bool {
        let holds = |one: &String| {
            let rest = path.strip_prefix(one.as_str());
            one.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || rest.starts_with(" ("))
        };
        self.0.is_empty() || self.0.iter().any(holds)
    }

    /// Whether a finding is about one of them.
    pub fn has(&self, finding: &Diagnostic) -> bool {
        self.has_path(finding.primary().map_or("", |label| &*label.file.path))
    }

    /// The findings that are about one of them.
    pub fn shown(&self, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
        findings.retain(|finding| self.has(finding));
        findings
    }
}
