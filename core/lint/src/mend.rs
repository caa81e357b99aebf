//! Mending: applies the fixes of findings, as long as they leave what cards do.
//!
//! Everything is tried in memory first, and what games would see is compared. Whoever asks writes the files.

use crate::Linter;
use cardwright_engine::symbol::Symbol;
use cardwright_library::compile::Compiler;
use cardwright_library::{Library, LibraryCard, Workspace};
use cardwright_script::diagnostic::{Diagnostic, Edit, Fix};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Mending one thing can show another; it must come to an end.
const ROUNDS: usize = 5;

/// What mending came to.
#[derive(Clone, Default, Debug)]
pub struct Mended {
    /// The library as it was.
    pub before: Arc<Library>,
    /// The library as it would be.
    pub after: Arc<Library>,
    /// The files that would say something else, and what they would say.
    pub texts: BTreeMap<Arc<str>, String>,
    /// The fixes that were not applied.
    pub refused: Vec<Refused>,
    /// How many were applied.
    pub applied: usize,
}

/// A fix that would have changed what a card does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The finding, with its place.
    pub finding: String,
    /// The card.
    pub card: Symbol,
}

impl Mended {
    /// What a file said before.
    pub fn text_before(&self, path: &str) -> &str {
        text_of(&self.before, path).unwrap_or_default()
    }
}

/// Applies the fixes of the wanted findings in memory, until there are none left. The workspace is what it would be afterwards.
pub fn mend<C: Compiler>(workspace: &mut Workspace<C>, linter: &mut Linter, wanted: impl Fn(&Diagnostic) -> bool) -> Mended {
    let before = workspace.library().clone();
    let mut mending = Mending { workspace, mended: Mended { after: before.clone(), before, ..Mended::default() } };
    for _ in 0..ROUNDS {
        let mut found = linter.run(mending.workspace.library(), None).findings;
        found.retain(&wanted);
        if !mending.round(found) {
            break;
        }
    }
    let Mending { workspace, mut mended } = mending;
    mended.after = workspace.library().clone();
    let before = mended.before.clone();
    mended.texts.retain(|path, text| text_of(&before, path) != Some(text));
    mended
}

struct Mending<'w, C> {
    workspace: &'w mut Workspace<C>,
    mended: Mended,
}

impl<C: Compiler> Mending<'_, C> {
    /// Applies the fixes that do not get in each other's way. Whether there were any.
    fn round(&mut self, found: Vec<Diagnostic>) -> bool {
        let current = self.workspace.library().clone();
        let mut chosen: Vec<(String, Fix)> = Vec::new();
        for finding in found {
            let title = title(&finding);
            let Some(fix) = finding.fix else { continue };
            let is_refused = self.mended.refused.iter().any(|refused| refused.finding == title);
            let is_free = || chosen.iter().all(|(_, other)| !collide(other, &fix));
            if !is_refused && fix.edits.iter().all(|edit| is_as_read(&current, edit)) && is_free() {
                chosen.push((title, fix));
            }
        }
        if chosen.is_empty() {
            return false;
        }
        let fixes: Vec<&Fix> = chosen.iter().map(|(_, fix)| fix).collect();
        let changed = self.try_out(&current, &fixes);
        if changed.is_empty() {
            self.accept(&current, &fixes);
            return true;
        }
        // The fixes in the files of cards that would change are tried one by one; the others are fine.
        let files = files_of(&self.mended.before, &changed);
        let is_doubtful = |fix: &Fix| fix.edits.iter().any(|edit| files.contains(&edit.file.path));
        let (doubtful, mut good): (Vec<&(String, Fix)>, Vec<&(String, Fix)>) =
            chosen.iter().partition(|(_, fix)| is_doubtful(fix));
        for one in doubtful {
            let fixes: Vec<&Fix> = good.iter().chain([&one]).map(|(_, fix)| fix).collect();
            match self.try_out(&current, &fixes).first() {
                Some(card) => self.mended.refused.push(Refused { finding: one.0.clone(), card: *card }),
                None => good.push(one),
            }
        }
        let fixes: Vec<&Fix> = good.iter().map(|(_, fix)| fix).collect();
        // A shared file can change cards that it does not belong to.
        if let Some(card) = self.try_out(&current, &fixes).first().copied() {
            self.mended.refused.extend(good.iter().map(|(title, _)| Refused { finding: title.clone(), card }));
            self.try_out(&current, &[]);
            return true;
        }
        self.accept(&current, &fixes);
        // Without those that were refused others may find room.
        true
    }

    /// Lets the library be what it is with these fixes. The cards that would do something else.
    fn try_out(&mut self, current: &Library, fixes: &[&Fix]) -> Vec<Symbol> {
        let mut texts = texts(current, fixes);
        // A file that an earlier attempt changed and this one does not says again what it said.
        for file in self.workspace.library().files() {
            let said = text_of(current, &file.path).filter(|said| **said != *file.text);
            if let (Some(said), false) = (said, texts.contains_key(&file.path)) {
                texts.insert(file.path.clone(), said.to_owned());
            }
        }
        self.workspace.suppose(texts.iter().map(|(path, text)| (&**path, text.as_str())));
        changed(&self.mended.before, self.workspace.library())
    }

    fn accept(&mut self, current: &Library, fixes: &[&Fix]) {
        self.mended.applied += fixes.len();
        self.mended.texts.extend(texts(current, fixes));
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

/// Whether an edit is about a file as it was read: not about a script without places, nor one that comes with the program.
fn is_as_read(library: &Library, edit: &Edit) -> bool {
    !edit.file.path.ends_with(" (built in)") && text_of(library, &edit.file.path) == Some(&*edit.file.text)
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

#[cfg(test)]
mod tests;
