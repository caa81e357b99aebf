//! `--baseline`: findings that are known, so that only new ones are reported.
//!
//! A finding is known again by its lint, its file and the text of its line, counted where there are several alike: that survives lines
//! that move.

use crate::commands::{Done, write_whole};
use anyhow::{Context, Result};
use cardwright_lint::{Check, Level, by_name};
use cardwright_script::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// One known finding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    file: String,
    lint: String,
    /// The line where it is, without the blanks around it.
    line: String,
    /// Which of those that are alike, from 1.
    nth: u32,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}, at `{}`", self.lint, self.file, self.line)
    }
}

/// The file.
#[derive(Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Baseline {
    findings: Vec<Entry>,
}

impl Baseline {
    /// # Errors
    /// If it cannot be read.
    pub fn read(file: &Path) -> Result<Baseline> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read the baseline `{}`; `--write-baseline` makes one", file.display()))?;
        serde_json::from_str(&text).with_context(|| format!("`{}` is no baseline", file.display()))
    }

    /// The findings that it does not know, those that it knows, and its entries that were to be found and were not.
    pub fn compare(
        self,
        findings: Vec<Diagnostic>,
        is_judged: impl Fn(&str, &str) -> bool,
    ) -> (Vec<Diagnostic>, Vec<Diagnostic>, Vec<Entry>) {
        let mut left: BTreeMap<Entry, ()> = self.findings.into_iter().map(|entry| (entry, ())).collect();
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for (finding, entry) in with_entries(findings) {
            match entry.and_then(|entry| left.remove(&entry)) {
                Some(()) => known.push(finding),
                None => new.push(finding),
            }
        }
        let stale = left.into_keys().filter(|entry| is_judged(&entry.lint, &entry.file)).collect();
        (new, known, stale)
    }
}

/// Writes a baseline of these findings. Errors that were found while loading are not among them: they are never reported less.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write(file: &Path, findings: &[Diagnostic]) -> Result<Done> {
    let mut entries: Vec<Entry> = with_entries(findings.to_vec()).filter_map(|(_, entry)| entry).collect();
    entries.sort();
    let left = findings.len() - entries.len();
    let mut text = serde_json::to_string_pretty(&Baseline { findings: entries })?;
    text.push('\n');
    write_whole(file, text.as_bytes()).with_context(|| format!("cannot write the baseline `{}`", file.display()))?;
    if left > 0 {
        eprintln!("note: {} found while loading: no baseline holds these", crate::words::count(left, "error"));
        return Ok(Done::Problems);
    }
    Ok(Done::Fine)
}

/// Each finding with what it is known by, if it may be known at all.
fn with_entries(findings: Vec<Diagnostic>) -> impl Iterator<Item = (Diagnostic, Option<Entry>)> {
    let mut alike: BTreeMap<(String, String, String), u32> = BTreeMap::new();
    findings.into_iter().map(move |finding| {
        let entry = entry(&finding).map(|mut entry| {
            let nth = alike.entry((entry.file.clone(), entry.lint.clone(), entry.line.clone())).or_default();
            *nth += 1;
            entry.nth = *nth;
            entry
        });
        (finding, entry)
    })
}

fn entry(finding: &Diagnostic) -> Option<Entry> {
    let is_fixed = match by_name(finding.code) {
        Some(lint) => matches!(lint.check, Check::Loading) && lint.level == Level::Deny,
        None => finding.is_error(),
    };
    let label = finding.primary().filter(|_| !is_fixed)?;
    let text = &label.file.text;
    let start = text[..label.span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or_default().trim().to_owned();
    Some(Entry { file: label.file.path.to_string(), lint: finding.code.to_owned(), line, nth: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_script::diagnostic::SourceFile;

    fn findings(text: &str) -> Vec<Diagnostic> {
        let file = SourceFile::new("cards/a/a.toml", text);
        let places = text.match_indices("idle").map(|(at, _)| at);
        places.map(|at| Diagnostic::warning("unused-value", "x").at(&file, at..at + 4)).collect()
    }

    fn baseline(text: &str) -> Baseline {
        Baseline { findings: with_entries(findings(text)).filter_map(|(_, entry)| entry).collect() }
    }

    #[test]
    fn findings_are_known_again_where_lines_have_moved() {
        let (new, known, stale) =
            baseline("let a = idle;\n").compare(findings("\n\n  let a = idle;\nlet b = idle;\n"), |_, _| true);
        assert_eq!((new.len(), known.len(), stale.len()), (1, 1, 0));
        assert_eq!(new[0].primary().map(|label| label.span.start), Some(26));
    }

    #[test]
    fn one_more_of_the_same_is_new_and_one_less_is_stale() {
        let (new, known, _) = baseline("idle\n").compare(findings("idle\nidle\n"), |_, _| true);
        assert_eq!((new.len(), known.len()), (1, 1));
        let (new, known, stale) = baseline("idle\nidle\n").compare(findings("idle\n"), |_, _| true);
        assert_eq!((new.len(), known.len(), stale.len()), (0, 1, 1));
        let (.., stale) = baseline("idle\n").compare(Vec::new(), |_, path| path != "cards/a/a.toml");
        assert_eq!(stale, []);
    }

    #[test]
    fn errors_of_loading_are_never_known() {
        let file = SourceFile::new("cards/a/a.toml", "x");
        let error = Diagnostic::error("no-such-lint", "x").at(&file, 0..1);
        assert!(entry(&error).is_none());
    }
}
