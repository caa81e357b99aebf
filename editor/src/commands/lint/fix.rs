//! `--fix` and `--diff`: mends what can be mended without changing what a card does, or shows how.

use super::Options;
use super::paths::Paths;
use crate::catalog::LibraryCompiler;
use crate::commands::Done;
use anyhow::{Context, Result};
use cardwright_library::{Library, Workspace};
use cardwright_lint::{Linter, Mended, mend};
use cardwright_script::diagnostic::Diagnostic;
use similar::TextDiff;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Mends the files, says on the standard error stream what was done, and gives back the library as it is then.
///
/// # Errors
/// If the library cannot be opened or a file cannot be written.
pub(super) fn fix(root: &Path, paths: &Paths, options: &Options, linter: &mut Linter) -> Result<Arc<Library>> {
    let mut workspace = Workspace::open(root, LibraryCompiler::tracing())?;
    let mended = mend(&mut workspace, linter, |finding| is_wanted(finding, paths, options));
    say_refused(&mended);
    let mut written = 0;
    for (path, text) in &mended.texts {
        match replace(root, path, mended.text_before(path), text)? {
            Written::Yes => written += 1,
            Written::ChangedMeanwhile => eprintln!("warning: {path} has been changed meanwhile: it is left as it is"),
        }
    }
    if mended.applied > 0 {
        let (findings, files) = (crate::words::count(mended.applied, "finding"), crate::words::count(written, "file"));
        eprintln!("mended {findings} in {files}");
    }
    Ok(mended.after)
}

/// Shows what `fix` would write.
///
/// # Errors
/// If the library cannot be opened.
pub(super) fn diff(root: &Path, paths: &Paths, options: &Options, linter: &mut Linter) -> Result<Done> {
    let mut workspace = Workspace::open(root, LibraryCompiler::tracing())?;
    let mended = mend(&mut workspace, linter, |finding| is_wanted(finding, paths, options));
    say_refused(&mended);
    let mut out = std::io::stdout().lock();
    for (path, text) in &mended.texts {
        let (from, to) = (format!("a/{path}"), format!("b/{path}"));
        write!(out, "{}", TextDiff::from_lines(mended.text_before(path), text).unified_diff().header(&from, &to))?;
    }
    let found = paths.shown(linter.run(&mended.before, None).findings);
    Ok(if found.iter().any(Diagnostic::is_error) { Done::Problems } else { Done::Fine })
}

fn is_wanted(finding: &Diagnostic, paths: &Paths, options: &Options) -> bool {
    paths.has(finding) && finding.fix.as_ref().is_some_and(|fix| options.applies(fix))
}

fn say_refused(mended: &Mended) {
    for refused in &mended.refused {
        eprintln!("warning: not mended, since `{}` would then do something else: {}", refused.card, refused.finding);
    }
}

enum Written {
    Yes,
    ChangedMeanwhile,
}

/// Writes a file if it still says what it said. A reader sees the old text or the new one, never half of it.
fn replace(root: &Path, path: &str, before: &str, text: &str) -> Result<Written> {
    let cannot = || format!("cannot write `{path}`");
    // What a link points to is changed, not the link.
    let file = root.join(path).canonicalize().with_context(cannot)?;
    if std::fs::read(&file).with_context(cannot)? != before.as_bytes() {
        return Ok(Written::ChangedMeanwhile);
    }
    let unfinished = file.with_file_name(format!(".{}.tmp", std::process::id()));
    let write = || -> std::io::Result<()> {
        std::fs::write(&unfinished, text)?;
        std::fs::set_permissions(&unfinished, std::fs::metadata(&file)?.permissions())?;
        std::fs::rename(&unfinished, &file)
    };
    write().inspect_err(|_| drop(std::fs::remove_file(&unfinished))).with_context(cannot)?;
    Ok(Written::Yes)
}
