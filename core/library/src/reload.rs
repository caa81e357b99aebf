//! Reloading: what changed on the disk, and what that changed in the library.

use crate::assemble::assemble;
use crate::compile::Compiler;
use crate::library::Library;
use crate::loader::Workspace;
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What happened to a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It plays differently.
    Changed,
    /// Its file is gone. Games that have it keep it; new games do not get it.
    Removed,
    /// Its files have errors now. It stays as it was, if it ever was.
    Broken,
    /// Its errors are gone. Whether it also plays differently, the definitions tell.
    Mended,
}

/// A card that changed.
#[derive(Clone, Debug)]
pub struct CardChange {
    /// Its key.
    pub key: Symbol,
    /// Its name; for a card that could never be read, the path of its file.
    pub name: Symbol,
    /// What happened.
    pub kind: ChangeKind,
    /// What it was in play.
    pub before: Option<Arc<CardDef>>,
    /// What it is in play.
    pub after: Option<Arc<CardDef>>,
}

/// What a reload did.
#[derive(Clone, Debug)]
pub struct ReloadReport {
    /// The new version, already published.
    pub library: Arc<Library>,
    /// The files whose content changed.
    pub files: Vec<Arc<str>>,
    /// The cards that changed, by key.
    pub changed: Vec<CardChange>,
    /// Everything that is wrong now, also what was wrong before.
    pub diagnostics: Vec<Diagnostic>,
    /// How many cards were compiled.
    pub compiled: usize,
    /// How long it took from reading to the finished library.
    pub compile_time: Duration,
}

impl<C: Compiler> Workspace<C> {
    /// Reads the files or folders again that may have changed. Without any new content nothing happens.
    pub fn reload(&mut self, paths: impl IntoIterator<Item = PathBuf>) -> Option<ReloadReport> {
        let start = Instant::now();
        let paths: BTreeSet<Arc<str>> = paths.into_iter().flat_map(|path| self.sources.paths_at(&path)).collect();
        self.reload_files(paths, start)
    }

    /// Tries out what the library would be if files said something else. The disk stays as it is, and counts no more for these files.
    pub fn suppose<'t>(&mut self, texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> Option<ReloadReport> {
        let start = Instant::now();
        let paths: Vec<Arc<str>> = texts.into_iter().map(|(path, text)| self.sources.replace(path, text)).collect();
        self.reload_files(paths, start)
    }

    /// Tries out what the library would be if just these files said something else: whatever was supposed before counts no more, and
    /// the disk does again.
    pub fn suppose_only<'t>(&mut self, texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> Option<ReloadReport> {
        let start = Instant::now();
        let mut paths: BTreeSet<Arc<str>> = self.sources.forget_texts().into_iter().collect();
        paths.extend(texts.into_iter().map(|(path, text)| self.sources.replace(path, text)));
        self.reload_files(paths, start)
    }

    /// Reads every file again: for when it is not known what changed.
    pub fn reload_all(&mut self) -> Option<ReloadReport> {
        let start = Instant::now();
        let paths = self.sources.all_paths();
        self.reload_files(paths, start)
    }

    fn reload_files(&mut self, paths: impl IntoIterator<Item = Arc<str>>, start: Instant) -> Option<ReloadReport> {
        let touched: BTreeSet<Arc<str>> = paths.into_iter().filter(|path| self.sources.refresh(path)).collect();
        if touched.is_empty() {
            return None;
        }
        let compiled = self.take_over(&touched);
        let library = Arc::new(assemble(self, self.library.version + 1));
        let before = std::mem::replace(&mut self.library, library.clone());
        Some(ReloadReport {
            changed: changes(&before, &library),
            diagnostics: library.diagnostics.clone(),
            library,
            files: touched.into_iter().collect(),
            compiled,
            compile_time: start.elapsed(),
        })
    }
}

fn changes(before: &Library, now: &Library) -> Vec<CardChange> {
    let keys: BTreeSet<Symbol> = [&before.by_key, &now.by_key]
        .into_iter()
        .flat_map(|keys| keys.keys())
        .chain(before.failed.symmetric_difference(&now.failed))
        .copied()
        .collect();
    keys.into_iter().filter_map(|key| change(before, now, key)).collect()
}

fn change(before: &Library, now: &Library, key: Symbol) -> Option<CardChange> {
    let is_broken = |library: &Library| library.last_good.contains(&key) || library.failed.contains(&key);
    let (old, new) = (before.card_by_key(key), now.card_by_key(key));
    let kind = match (old, new) {
        (_, _) if !is_broken(before) && is_broken(now) => ChangeKind::Broken,
        (_, Some(_)) if is_broken(before) && !is_broken(now) => ChangeKind::Mended,
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Removed,
        (Some(old), Some(new)) if !old.plays_like(new) => ChangeKind::Changed,
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let definition = |card: Option<&Arc<crate::library::LibraryCard>>| card.map(|card| card.definition.clone());
    Some(CardChange { key, name: key, kind, before: definition(old), after: definition(new) })
}

#[cfg(test)]
mod tests;
