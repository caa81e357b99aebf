//! A library as the commands use it: opened from a folder, its definitions and decks ready for games, and a script host for
//! each thread that runs one.

mod games;
mod hosts;
mod scripts;

pub use cardwright_library::LibraryCompiler;
pub use games::DeckError;
pub use hosts::install_host;
pub(crate) use hosts::{install_scripts, known_scripts, prepare_callbacks};
pub(crate) use scripts::{FaceScript, Scripts, Shared, callbacks};

use crate::scenario::Runner;
use cardwright_engine::ruleset::Ruleset;
use cardwright_library::{Library, LibraryError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A library that commands work with.
#[derive(Clone)]
pub struct Catalog {
    /// Its newest version.
    pub library: Arc<Library>,
}

/// Why a library cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// No folder was named, and none was found.
    #[error("there is no library here: name its folder with --library, or make one with `cardwright new FOLDER`")]
    NotFound,
    /// It cannot be opened.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// It has no such ruleset, or it is broken.
    #[error("{0}")]
    Ruleset(String),
}

/// The folder of the library: the one that was named; or else this folder or one above it that has `cards/`; or else the one
/// that the program was built from.
///
/// # Errors
/// If there is none of them.
pub fn find_root(named: Option<&Path>) -> Result<PathBuf, CatalogError> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let here = std::env::current_dir().unwrap_or_default();
    if let Some(found) = here.ancestors().find(|folder| folder.join("cards").is_dir()) {
        return Ok(found.to_owned());
    }
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).filter(|folder| folder.join("cards").is_dir());
    built_from.map(Path::to_owned).ok_or(CatalogError::NotFound)
}

impl Catalog {
    /// Opens the library in that folder.
    ///
    /// # Errors
    /// If there is none. What is wrong with its files is among its diagnostics.
    pub fn open(root: &Path) -> Result<Self, CatalogError> {
        Ok(Catalog { library: cardwright_library::load(root, LibraryCompiler::new())? })
    }

    /// The ruleset of that name.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn ruleset(&self, name: &str) -> Result<Arc<Ruleset>, CatalogError> {
        let Some(file) = self.library.ruleset(name) else {
            if name == "modern" {
                return Ok(Arc::new(Ruleset::default()));
            }
            let known: Vec<String> = self.rulesets().iter().map(|ruleset| ruleset.name.clone()).collect();
            return Err(CatalogError::Ruleset(format!("there is no ruleset `{name}`: there are {}", known.join(", "))));
        };
        toml::from_str::<Ruleset>(&file.text)
            .map(Arc::new)
            .map_err(|error| CatalogError::Ruleset(format!("{}: {}", file.path, error.message())))
    }

    /// All rulesets that can be read, `modern` first.
    pub fn rulesets(&self) -> Vec<Arc<Ruleset>> {
        let mut names: Vec<&str> = self.library.ruleset_names().collect();
        names.sort_by_key(|name| (*name != "modern", *name));
        if !names.contains(&"modern") {
            names.insert(0, "modern");
        }
        names.into_iter().filter_map(|name| self.ruleset(name).ok()).collect()
    }

    /// A runner of scenarios for this thread.
    pub fn runner(&self) -> Runner {
        hosts::runner(self)
    }
}
