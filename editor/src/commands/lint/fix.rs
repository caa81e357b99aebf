//! `--fix` and `--diff`: mends what can be mended without changing what a card does.
//!
//! Every change is tried in memory first, and what games would see is compared. Files are written at the end, each as a whole.

use super::paths::Paths;
use crate::catalog::LibraryCompiler;
use crate::commands::Done;
use anyhow::{Context, Result};
use cardwright_engine::symbol::Symbol;
use cardwright_library::{Library, LibraryCard, Workspace};
use cardwright_lint::Linter;
use cardwright_script::diagnostic::{Diagnostic, Edit, Fix};
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Mending one thing can show another; it must come to an end.
const ROUNDS: usize = 5;

/// Mends the files, says on the standard error stream what was done, and gives back the library as it is then.
///
/// # Errors
/// If the library cannot be opened or a file cannot be written.
pub(super) fn fix(root: &Path, paths: &Paths, linter: &mut Linter) -> Result<Arc<Library>> {
    let mending = Mending::of(root, paths, linter)?;
    mending.say_refused();
    let mut written = 0;
    for (path, text) in mending.changed() {
        match replace(&mending.before, root, path, text)? {
            Written::Yes => written += 1,
            Written::ChangedMeanwhile => eprintln!("warning: {path} has been changed meanwhile: it is left as it is"),
        }
    }
    if mending.applied > 0 {
        let (findings, files) = (crate::words::count(mending.applied, "finding"), crate::words::count(written, "file"));
        eprintln!("mended {findings} in {files}");
    }
    Ok(mending.workspace.library().clone())
}

/// Shows what `fix` would write.
///
/// # Errors
/// If the library cannot be opened.
pub(super) fn diff(root: &Path, paths: &Paths, linter: &mut Linter) -> Result<Done> {
    let mending = Mending::of(root, paths, linter)?;
    mending.say_refused();
    let mut out = std::io::stdout().lock();
    for (path, text) in mending.changed() {
        let old = mending.text_before(path);
        let (from, to) = (format!("a/{path}"), format!("b/{path}"));
        write!(out, "{}", TextDiff::from_lines(old, text).unified_diff().header(&from, &to))?;
    }
    let broken = paths.shown(linter.run(&mending.before, None).findings).iter().any(Diagnostic::is_error);
    Ok(if broken { Done::Problems } else { Done::Fine })
}

/// A library that is being mended in memory.
struct Mending {
    workspace: Workspace<LibraryCompiler>,
    /// What it was.
    before: Arc<Library>,
    /// The files that say something else by now.
    texts: BTreeMap<Arc<str>, String>,
    /// The fixes that would have changed what a card does: what they mend, where, and which card.
    refused: Vec<(String, Symbol)>,
    /// How many were applied.
    applied: usize,
}

impl Mending {
    fn of(root: &Path, paths: &Paths, linter: &mut Linter) -> Result<Mending> {
        let workspace = Workspace::open(root, LibraryCompiler::tracing())?;
        let before = workspace.library().clone();
        let mut mending = Mending { workspace, before, texts: BTreeMap::new(), refused: Vec::new(), applied: 0 };
        for _ in 0..ROUNDS {
            let found = paths.shown(linter.run(mending.workspace.library(), None).findings);
            if !mending.round(found) {
                break;
            }
        }
        Ok(mending)
    }

    /// Applies the fixes that do not get in each other's way. Whether there were any.
    fn round(&mut self, found: Vec<Diagnostic>) -> bool {
        let current = self.workspace.library().clone();
        let mut chosen: Vec<(Diagnostic, Fix)> = Vec::new();
        for finding in found {
            let Some(fix) = finding.fix.clone() else { continue };
            let is_refused = self.refused.iter().any(|(known, _)| *known == title(&finding));
            let is_free = || chosen.iter().all(|(_, other)| !collide(other, &fix));
            if !is_refused && fix.edits.iter().all(|edit| is_on_disk(&current, edit)) && is_free() {
                chosen.push((finding, fix));
            }
        }
        if chosen.is_empty() {
            return false;
        }
        let fixes: Vec<&Fix> = chosen.iter().map(|(_, fix)| fix).collect();
        let Some(changed) = self.try_out(&current, &fixes) else { return self.accept(&current, &fixes) };
        // Some card would change: its files' fixes are tried one by one, the others are fine.
        let files = files_of(&self.before, &changed);
        let (doubtful, mut good): (Vec<_>, Vec<_>) =
            chosen.iter().partition(|(_, fix)| fix.edits.iter().any(|edit| files.contains(&edit.file.path)));
        for one in doubtful {
            let fixes: Vec<&Fix> = good.iter().chain([&one]).map(|(_, fix)| fix).collect();
            match self.try_out(&current, &fixes).and_then(|changed| changed.first().copied()) {
                Some(card) => self.refused.push((title(&one.0), card)),
                None => good.push(one),
            }
        }
        let fixes: Vec<&Fix> = good.iter().map(|(_, fix)| fix).collect();
        let left = self.try_out(&current, &fixes);
        debug_assert!(left.is_none(), "what is good alone is good together");
        self.accept(&current, &fixes);
        // Without those that were refused others may find room.
        true
    }

    /// Lets the library be what it is with these fixes. The cards that would do something else.
    fn try_out(&mut self, current: &Library, fixes: &[&Fix]) -> Option<Vec<Symbol>> {
        let mut texts = texts(current, fixes);
        // A file that an earlier attempt changed and this one does not says again what it said.
        for path in self.workspace.library().files().iter().map(|file| file.path.clone()) {
            if let (false, Some(text)) = (texts.contains_key(&path), text_of(current, &path))
                && text_of(self.workspace.library(), &path) != Some(text)
            {
                texts.insert(path, text.to_owned());
            }
        }
        self.workspace.suppose(texts.iter().map(|(path, text)| (&**path, text.as_str())));
        let changed = changed(&self.before, self.workspace.library());
        (!changed.is_empty()).then_some(changed)
    }

    fn accept(&mut self, current: &Library, fixes: &[&Fix]) -> bool {
        self.applied += fixes.len();
        self.texts.extend(texts(current, fixes));
        !fixes.is_empty()
    }

    fn text_before(&self, path: &str) -> &str {
        text_of(&self.before, path).unwrap_or_default()
    }

    fn changed(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.texts.iter().map(|(path, text)| (&**path, text.as_str()));
        texts.filter(|(path, text)| self.text_before(path) != *text)
    }

    fn say_refused(&self) {
        for (title, card) in &self.refused {
            eprintln!("warning: not mended, since `{card}` would then do something else: {title}");
        }
    }
}

fn text_of<'l>(library: &'l Library, path: &str) -> Option<&'l str> {
    let files = library.files();
    let at = files.binary_search_by(|file| (*file.path).cmp(path)).ok()?;
    files.get(at).map(|file| &*file.text)
}

/// What a finding is known by from round to round.
fn title(finding: &Diagnostic) -> String {
    let place = finding.primary().map(|label| {
        let place = label.file.place(label.span.start);
        format!("{}:{}: ", label.file.path, place.line)
    });
    format!("{}{} [{}]", place.unwrap_or_default(), finding.message, finding.code)
}

/// Whether an edit is about a file as it is now: not about a script without places, nor one that comes with the program.
fn is_on_disk(library: &Library, edit: &Edit) -> bool {
    text_of(library, &edit.file.path) == Some(&*edit.file.text)
}

fn collide(a: &Fix, b: &Fix) -> bool {
    let touch = |a: &Edit, b: &Edit| a.file.path == b.file.path && a.span.start <= b.span.end && b.span.start <= a.span.end;
    a.edits.iter().any(|one| b.edits.iter().any(|other| touch(one, other)))
}

/// The texts of the files with the fixes applied.
fn texts(library: &Library, fixes: &[&Fix]) -> BTreeMap<Arc<str>, String> {
    let mut by_file: BTreeMap<Arc<str>, Vec<&Edit>> = BTreeMap::new();
    for edit in fixes.iter().flat_map(|fix| &fix.edits) {
        by_file.entry(edit.file.path.clone()).or_default().push(edit);
    }
    let mut texts = BTreeMap::new();
    for (path, mut edits) in by_file {
        let mut text = text_of(library, &path).unwrap_or_default().to_owned();
        // From the end, so that the places before stay.
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        for edit in edits {
            text.replace_range(edit.span.clone(), &edit.with);
        }
        texts.insert(path, text);
    }
    texts
}

/// The cards that do something else than before. One that had errors did nothing.
fn changed(before: &Library, now: &Library) -> Vec<Symbol> {
    let was_good = |card: &&Arc<LibraryCard>| !before.is_last_good(card.key);
    let is_same = |card: &LibraryCard| {
        let now = now.card_by_key(card.key).filter(|card| !now.is_last_good(card.key));
        now.is_some_and(|now| now.plays_like(card))
    };
    before.cards().iter().filter(was_good).filter(|card| !is_same(card)).map(|card| card.key).collect()
}

/// The files in which these cards are written.
fn files_of(library: &Library, cards: &[Symbol]) -> BTreeSet<Arc<str>> {
    let cards = cards.iter().filter_map(|key| library.card_by_key(*key));
    cards
        .flat_map(|card| card.scripts.iter().flatten().map(|script| script.file.path.clone()).chain([card.path().clone()]))
        .collect()
}

enum Written {
    Yes,
    ChangedMeanwhile,
}

/// Writes a file if it still says what it said. A reader sees the old text or the new one, never half of it.
fn replace(before: &Library, root: &Path, path: &str, text: &str) -> Result<Written> {
    // What a link points to is changed, not the link.
    let file = root.join(path);
    let file = file.canonicalize().with_context(|| format!("cannot write `{path}`"))?;
    let cannot = || format!("cannot write `{path}`");
    if std::fs::read(&file).with_context(cannot)? != text_of(before, path).unwrap_or_default().as_bytes() {
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
