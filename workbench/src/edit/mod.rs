//! The card beside the board: its files, edited in place, looked at by lint while somebody types.
//!
//! An [`EditService`] does everything that needs no browser: opening and saving files, colouring, lint, completion, previews, scenarios.
//! [`routes`](routes::routes) lets a browser ask it, [`pane`] is the page's part. What takes long happens on threads of its own; the
//! game's thread is never waited for.

pub mod complete;
mod create;
mod desk;
pub mod highlight;
mod open;
pub mod pane;
mod paths;
mod preview;
pub mod routes;
mod save;
mod scenarios;
#[cfg(test)]
mod testing;
mod text;
mod vocabulary;

pub use create::NewCardError;
pub use desk::{Attempt, Checked, DeskError};
pub use open::{CardFiles, Document, OnDisk, OpenError, Part, PartKind};
pub use paths::PathError;
pub use preview::{Agreement, FacePreview, Phrase, Preview, Version, preview};
pub use save::{Conflict, OnConflict, SaveError, Saved};
pub use scenarios::{Mention, Mentions, Subject, Trial, TrialError};
pub use text::{ABSENT, DiffLine, Side, Units, compare};
pub use vocabulary::{Receivers, Stands, Vocabulary, WordEntry};

use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_library::editor_link::EditorLink;
use cardwright_library::{Library, LiveLibrary};
use desk::Desk;
use paths::Root;
use scenarios::Trials;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the editor has to know of the table beside it.
pub trait Standing: Send + Sync + 'static {
    /// The newest version of the library, as the disk has it.
    fn library(&self) -> Arc<Library>;

    /// The card or token as the game in play has it: what an edit is compared with.
    fn in_play(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.library().definition(key).cloned()
    }
}

impl Standing for LiveLibrary {
    fn library(&self) -> Arc<Library> {
        self.current()
    }
}

impl<S: Standing> Standing for Arc<S> {
    fn library(&self) -> Arc<Library> {
        (**self).library()
    }
    fn in_play(&self, key: Symbol) -> Option<Arc<CardDef>> {
        (**self).in_play(key)
    }
}

/// What changes about a card, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardWords {
    /// The card, by its key.
    pub card: Symbol,
    /// What changes: "damage 3 -> 4".
    pub words: Vec<String>,
}

/// The editor of one library.
pub struct EditService {
    root: Root,
    standing: Arc<dyn Standing>,
    desk: Desk,
    trials: Trials,
    vocabulary: Mutex<Option<(Arc<Library>, Arc<Vocabulary>)>>,
    /// Whoever saves holds this, so that looking and writing are not torn apart by another tab.
    saving: Mutex<()>,
}

impl EditService {
    /// An editor for the library in that folder.
    ///
    /// # Errors
    /// If there is no such folder, or the system gives no thread.
    pub fn new(folder: &Path, standing: impl Standing) -> io::Result<Arc<Self>> {
        let root = Root::new(folder)?;
        let standing: Arc<dyn Standing> = Arc::new(standing);
        let desk = Desk::new(root.folder().to_owned(), standing.clone())?;
        Ok(Arc::new(EditService {
            trials: Trials::new(root.folder().to_owned()),
            root,
            standing,
            desk,
            vocabulary: Mutex::new(None),
            saving: Mutex::new(()),
        }))
    }

    /// The newest version of the library, as the disk has it.
    pub fn library(&self) -> Arc<Library> {
        self.standing.library()
    }

    /// What can be written in the scripts of the library.
    pub fn vocabulary(&self) -> Arc<Vocabulary> {
        let library = self.library();
        let mut kept = self.vocabulary.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((known, vocabulary)) if Arc::ptr_eq(known, &library) => vocabulary.clone(),
            _ => {
                let vocabulary = Arc::new(Vocabulary::of(&library));
                *kept = Some((library, vocabulary.clone()));
                vocabulary
            }
        }
    }

    /// A text in pieces, each with its class.
    pub fn highlight(&self, path: &str, text: &str) -> Vec<highlight::Piece> {
        let vocabulary = self.vocabulary();
        highlight::highlight(text, highlight::Language::of(path), &|name| vocabulary.knows(name))
    }

    /// Tries a text out against the library, and waits for what comes of it.
    ///
    /// # Errors
    /// If a newer request of the same tab came, or the library cannot be opened.
    pub fn check(&self, attempt: Attempt) -> Result<Checked, DeskError> {
        self.desk.check(attempt)
    }

    /// The same without waiting.
    pub fn ask(&self, attempt: Attempt) -> tokio::sync::oneshot::Receiver<Result<Checked, DeskError>> {
        self.desk.ask(attempt)
    }

    /// What could stand at a byte of a text.
    pub fn complete(&self, path: &str, text: &str, offset: usize) -> complete::Completions {
        complete::complete(&self.vocabulary(), &self.library(), path, text, offset)
    }

    /// What the word at a byte of a text means.
    pub fn explain(&self, path: &str, text: &str, offset: usize) -> Option<complete::Explained> {
        complete::explain(&self.vocabulary(), path, text, offset)
    }

    /// Saves a text over what the editor began with.
    ///
    /// # Errors
    /// If the path is none of the library, or the file cannot be read or written.
    pub fn save(&self, path: &str, text: &str, base: &str, on_conflict: OnConflict) -> Result<Saved, OpenError> {
        let file = self.root.file(path)?;
        let _held = self.hold();
        Ok(save::save(&file, text, base, on_conflict)?)
    }

    fn hold(&self) -> MutexGuard<'_, ()> {
        self.saving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address that opens a file in the author's own editor.
    pub fn editor_link(&self, path: &str, line: usize) -> Result<String, PathError> {
        let file = self.root.file(path)?;
        let library = self.library();
        let link = library.config().map(|config| EditorLink::of_config(&config.text)).unwrap_or_default();
        Ok(link.to(&file.full, line, 1))
    }

    /// The scenarios that mention a card or keyword.
    pub fn mentions(&self, subject: &Subject) -> Mentions {
        self.trials.mentions(&self.library(), subject)
    }

    /// Runs scenarios with the library as it is on the disk, and waits for them.
    ///
    /// # Errors
    /// If they take too long.
    pub fn run_scenarios(&self, wanted: &[Mention]) -> Result<Vec<Trial>, TrialError> {
        self.trials.run(&self.library(), wanted)
    }
}

#[cfg(test)]
mod tests {
    use cardwright_library::render::{Style, render_all};
    use cardwright_library::{LibraryCompiler, Workspace};

    #[test]
    fn lint_says_what_is_wrong_with_the_address_of_an_editor() {
        let card = "name = \"Lamp-Post Gossip\"\ncost = \"{1}{U}\"\ntype = \"Creature - Human\"\npower = 1\ntoughness = 2\n";
        let found = |config: &str| {
            let texts = [("cardwright.toml", config), ("cards/e/lamp-post-gossip.toml", card)];
            let workspace = Workspace::in_memory(texts, LibraryCompiler::tracing());
            let mut found = cardwright_lint::run(workspace.library());
            found.retain(|finding| finding.code == "bad-config");
            render_all(&found, Style::Plain)
        };
        assert_eq!(found("[workbench]\neditor = \"ed://{path}:{line}:{column}\"\n"), "");
        let wrong = found("[workbench]\neditor = \"vscode://file/{pth}:{line}\"\ncolour = \"dark\"\n");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/lint/bad-config/editor-with-unknown-placeholder.out");
        assert_eq!(wrong.trim_end(), std::fs::read_to_string(path).unwrap().trim_end());
        assert!(found("[workbench]\neditor = 3\n").contains("`editor` must be a text in quotes"));
        assert!(found("workbench = 3\n").contains("`workbench` must be a table"));
        assert!(found("[workbensh]\n").contains("did you mean `[workbench]`?"));
    }
}
