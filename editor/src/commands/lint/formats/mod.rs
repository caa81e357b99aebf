//! How findings are written: for people, and for programs.

mod github;
mod sarif;

use super::Shown;
use cardwright_library::Library;
use cardwright_library::render::{Style, render_all, summary};
use cardwright_script::diagnostic::{Assumes, Diagnostic, SourceFile};
use clap::ValueEnum;
use std::io::{self, Write};

/// For whom findings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::commands) enum Format {
    /// With the source line, for people
    Human,
    /// One line each, for people and editors
    Concise,
    /// A list with every place and fix
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands, which GitHub shows in a change
    Github,
}

impl Format {
    /// Whether people read it.
    pub fn is_for_people(self) -> bool {
        matches!(self, Format::Human | Format::Concise)
    }
}

/// Writes what is shown.
pub(super) fn write(out: &mut impl Write, format: Format, library: &Library, shown: &Shown, style: Style) -> io::Result<()> {
    match format {
        Format::Human => human(out, library, shown, style),
        Format::Concise => shown.findings.iter().try_for_each(|finding| writeln!(out, "{}", concise(finding))),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &shown.findings)?;
            writeln!(out)
        }
        Format::Sarif => {
            serde_json::to_writer_pretty(&mut *out, &sarif::log(shown))?;
            writeln!(out)
        }
        Format::Github => shown.findings.iter().try_for_each(|finding| writeln!(out, "{}", github::command(finding))),
    }
}

fn human(out: &mut impl Write, library: &Library, shown: &Shown, style: Style) -> io::Result<()> {
    write!(out, "{}", render_all(&shown.findings, style))?;
    if shown.findings.is_empty() {
        let cards = crate::words::count(library.cards().len(), "card");
        return writeln!(out, "{cards}: {}", summary(&shown.findings));
    }
    let fixable = |assumes| {
        let fixes = shown.findings.iter().filter_map(|finding| finding.fix.as_ref());
        fixes.filter(|fix| fix.assumes == assumes).count()
    };
    let (safe, texts) = (fixable(Assumes::Nothing), fixable(Assumes::ScriptIsRight));
    if safe > 0 {
        writeln!(out, "{safe} of them can be mended by `--fix`; `--diff` shows how")?;
    }
    if texts > 0 {
        writeln!(out, "{texts} of them can be mended by `--fix-texts`, if the scripts are what is meant")?;
    }
    Ok(())
}

fn concise(finding: &Diagnostic) -> String {
    let place = finding.primary().map(|label| {
        let place = label.file.place(label.span.start);
        format!("{}:{}:{}: ", label.file.path, place.line, place.column)
    });
    let line = format!("{}{}[{}]: {}", place.unwrap_or_default(), finding.severity.word(), finding.code, finding.message);
    line.replace(['\n', '\r'], " ")
}

/// The path of a file on the disk, and whether places count in it: a script whose escapes blur the places counts for itself.
fn on_disk(file: &SourceFile) -> (&str, Option<&SourceFile>) {
    let counted = Some(file).filter(|file| !file.text.is_empty());
    match file.path.strip_suffix(" (script)") {
        Some(path) => (path, None),
        None => (file.path.strip_suffix(" (built in)").unwrap_or(&file.path), counted),
    }
}
