//! Card files, sets and decks: loading, diagnostics, watching and hot reload.
//!
//! A library is a folder with `cards/`, `scripts/` and `decks/`, each optional; the scripts that come with the program lie under
//! it and are replaced file by file. [`loader::Workspace`] loads one and reloads parts of it, [`watch::LiveLibrary`] does so
//! whenever a file is saved. What comes out is a [`library::Library`]: an immutable version with everything that is good, and a
//! diagnostic for everything that is not.

mod assemble;
pub mod compile;
pub mod editor_link;
pub mod files;
mod letters;
pub mod library;
pub mod loader;
pub mod new_set;
pub mod reload;
pub mod render;
pub mod scripted;
mod shared;
pub mod sources;
#[cfg(test)]
mod testing;
mod units;
pub mod watch;

pub use library::{CardSet, Library, LibraryCard};
pub use loader::{LibraryError, Workspace, load};
pub use reload::{CardChange, ChangeKind, ReloadReport};
pub use scripted::LibraryCompiler;
pub use watch::{LiveLibrary, WatchOptions};
