//! Loading: everything that is known of a library's files, and how a change goes through it.
//!
//! A [`Workspace`] belongs to the thread that compiles. What it publishes is a [`Library`], which any thread may hold. Loading is
//! a change of every file; a reload is a change of few.

use crate::assemble::assemble;
use crate::compile::Compiler;
use crate::files::{Deck, RawSet, decode_deck, decode_set};
use crate::library::Library;
use crate::shared::{Reach, Shared};
use crate::sources::{FOLDERS, Role, Sources, set_folder};
use crate::units::{CardFile, Unit};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a library cannot be opened at all. Whatever is wrong inside of one is a [`Diagnostic`].
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// There is no such folder.
    #[error("cannot open the library `{}`: {reason}", path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// The operating system's reason.
        reason: std::io::Error,
    },
    /// The folder holds none of a library's folders.
    #[error("{}", .0.one_line())]
    NotALibrary(Box<Diagnostic>),
    /// The folder cannot be watched.
    #[error("cannot watch the library for changes: {0}")]
    Watch(#[from] notify::Error),
    /// The thread that compiles has ended.
    #[error("the loading thread has ended unexpectedly")]
    Ended,
}

/// A deck file with its last good version.
#[derive(Default, Debug)]
pub(crate) struct DeckState {
    pub good: Option<Arc<Deck>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A `set.toml`.
#[derive(Debug)]
pub(crate) struct SetState {
    pub file: SourceFile,
    pub facts: RawSet,
    pub diagnostics: Vec<Diagnostic>,
}

/// A library with everything needed to load it again in part.
#[derive(Debug)]
pub struct Workspace<C> {
    pub(crate) compiler: C,
    pub(crate) sources: Sources,
    pub(crate) shared: Shared,
    pub(crate) card_files: BTreeMap<Arc<str>, CardFile>,
    pub(crate) sets: BTreeMap<Arc<str>, SetState>,
    pub(crate) decks: BTreeMap<Arc<str>, DeckState>,
    pub(crate) library: Arc<Library>,
}

/// Loads the library in a folder once.
pub fn load(root: &Path, compiler: impl Compiler) -> Result<Arc<Library>, LibraryError> {
    Ok(Workspace::open(root, compiler)?.library().clone())
}

impl<C: Compiler> Workspace<C> {
    /// Loads the library in a folder. Errors in its files do not keep it from being opened: they are its diagnostics.
    pub fn open(root: &Path, compiler: C) -> Result<Self, LibraryError> {
        let unreadable = |reason| LibraryError::Unreadable { path: root.to_owned(), reason };
        let full = root.canonicalize().map_err(unreadable)?;
        if !FOLDERS.iter().any(|folder| full.join(folder).is_dir()) {
            return Err(LibraryError::NotALibrary(Box::new(Diagnostic::not_a_library(&root.display().to_string()))));
        }
        Ok(Workspace::read(Sources::new(&full), compiler))
    }

    /// A library of these texts by path, which lies in no folder: for trying something out. The scripts that come with the program
    /// are part of it.
    pub fn in_memory<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>, compiler: C) -> Self {
        let mut sources = Sources::in_memory();
        for (path, text) in texts {
            sources.replace(path, text);
        }
        Workspace::read(sources, compiler)
    }

    fn read(sources: Sources, compiler: C) -> Self {
        let mut workspace = Workspace {
            compiler,
            sources,
            shared: Shared::default(),
            card_files: BTreeMap::new(),
            sets: BTreeMap::new(),
            decks: BTreeMap::new(),
            library: Arc::new(Library::default()),
        };
        let touched = workspace.sources.all_paths().into_iter().filter(|path| workspace.sources.refresh(path)).collect();
        workspace.take_over(&touched);
        workspace.library = Arc::new(assemble(&workspace, 1));
        workspace
    }

    /// The newest version.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Takes over files whose content has changed, and compiles what changed with them. How many cards were compiled.
    pub(crate) fn take_over(&mut self, touched: &BTreeSet<Arc<str>>) -> usize {
        let reach = self.shared.learn(&self.sources, touched, &mut self.compiler);
        if reach == Reach::All {
            let unread = |file: &CardFile| file.units.iter().flat_map(|unit| &unit.decoding).any(Diagnostic::is_error);
            let again: Vec<Arc<str>> =
                self.card_files.iter().filter(|(_, file)| unread(file)).map(|(path, _)| path.clone()).collect();
            again.iter().for_each(|path| self.card_file(path));
        }
        for path in touched {
            match crate::sources::role(path) {
                Some(Role::Card) => self.card_file(path),
                Some(Role::Set) => self.set_file(path),
                Some(Role::Deck) => self.deck_file(path),
                Some(
                    Role::Script | Role::Prelude | Role::Keyword | Role::Type | Role::Ruleset | Role::Config | Role::Scenario,
                )
                | None => {}
            }
        }
        let scripts: Vec<&Arc<str>> = touched.iter().filter(|path| crate::sources::role(path) == Some(Role::Script)).collect();
        let mut compiled = 0;
        for (path, file) in &mut self.card_files {
            let file_touched = touched.contains(path);
            for unit in &mut file.units {
                if file_touched || reaches(&reach, unit) || scripts.iter().any(|script| unit.uses_script(script)) {
                    unit.compile(&self.sources, &self.shared, &mut self.compiler);
                    compiled += 1;
                }
            }
        }
        compiled
    }

    fn card_file(&mut self, path: &Arc<str>) {
        match self.sources.get(path) {
            Some(source) => self.card_files.entry(path.clone()).or_default().decode(source),
            None => {
                self.card_files.remove(path);
            }
        }
    }

    fn set_file(&mut self, path: &Arc<str>) {
        let Some(source) = self.sources.get(path) else {
            self.sets.remove(path);
            return;
        };
        let (facts, mut diagnostics) = decode_set(&source.file, set_folder(path));
        if let Some(problem) = &source.problem {
            diagnostics = vec![problem.clone()];
        }
        // A set file with errors keeps the facts that it had.
        let last = self.sets.remove(path).map(|state| state.facts);
        let broken = diagnostics.iter().any(Diagnostic::is_error);
        let facts = last.filter(|_| broken).unwrap_or(facts);
        self.sets.insert(path.clone(), SetState { file: source.file.clone(), facts, diagnostics });
    }

    fn deck_file(&mut self, path: &Arc<str>) {
        let Some(source) = self.sources.get(path) else {
            self.decks.remove(path);
            return;
        };
        let id = path.strip_prefix("decks/").and_then(|id| id.strip_suffix(".toml")).unwrap_or(path);
        let (deck, diagnostics) = match &source.problem {
            Some(problem) => (None, vec![problem.clone()]),
            None => decode_deck(&source.file, id),
        };
        let state = self.decks.entry(path.clone()).or_default();
        state.diagnostics = diagnostics;
        if let Some(deck) = deck {
            state.good = Some(Arc::new(deck));
        }
    }
}

/// Whether a change of keywords or prelude concerns a card. A card with errors may be waiting for just this change.
fn reaches(reach: &Reach, unit: &Unit) -> bool {
    match reach {
        Reach::Nobody => false,
        Reach::All => true,
        Reach::Users(keywords) => !unit.current || unit.uses.keywords.iter().any(|keyword| keywords.contains(keyword)),
        Reach::Everybody => !unit.current || unit.uses.prelude || !unit.uses.keywords.is_empty(),
    }
}

#[cfg(test)]
mod tests;
