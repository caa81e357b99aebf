//! Which files the editor may touch: those of the library, and nothing else.

use cardwright_library::sources::{Role, role};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// Why a path is not opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PathError {
    /// It is no path of a file that belongs to a library.
    #[error("`{0}` is no file of a library: the editor opens `.toml` and `.rhai` files under `cards/` and `scripts/`")]
    NotOfALibrary(String),
    /// It leads out of the library.
    #[error("`{0}` leads out of the library: the editor opens only what lies in it")]
    Outside(String),
    /// The disk does not tell.
    #[error("cannot look at `{path}`: {reason}")]
    Unreadable {
        /// The path.
        path: String,
        /// The operating system's reason.
        reason: String,
    },
}

/// The folder of a library, with its links resolved.
#[derive(Clone, Debug)]
pub struct Root(PathBuf);

/// A file of the library that may be read and written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryFile {
    /// Its path in the library, with `/`.
    pub path: Arc<str>,
    /// Where it lies, with links resolved; or would lie.
    pub full: PathBuf,
    /// What it is for.
    pub role: Role,
}

impl Root {
    /// The library in that folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn new(folder: &Path) -> io::Result<Self> {
        folder.canonicalize().map(Root)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The file at a path of the library, whether it is there or not.
    ///
    /// # Errors
    /// If it does not belong to a library, or lies somewhere else by way of a link.
    pub fn file(&self, path: &str) -> Result<LibraryFile, PathError> {
        let role = plain(path)?;
        let wanted = self.0.join(path);
        let unreadable = |error: io::Error| PathError::Unreadable { path: path.to_owned(), reason: error.to_string() };
        // A link at the end is followed; where nothing is there yet, the folders above say where it would be.
        let full = match wanted.canonicalize() {
            Ok(full) => full,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if fs::symlink_metadata(&wanted).is_ok() {
                    return Err(PathError::Outside(path.to_owned()));
                }
                self.missing(&wanted).map_err(unreadable)?
            }
            Err(error) => return Err(unreadable(error)),
        };
        let inside = full.strip_prefix(&self.0).ok().and_then(Path::to_str).map(|inside| inside.replace('\\', "/"));
        // A link inside the library must not lead to a file that is none of its own either.
        match inside {
            Some(inside) if plain(&inside).is_ok() => Ok(LibraryFile { path: path.into(), full, role }),
            _ => Err(PathError::Outside(path.to_owned())),
        }
    }

    /// Where a file would be that is not there: in the nearest folder that is.
    fn missing(&self, wanted: &Path) -> io::Result<PathBuf> {
        for folder in wanted.ancestors().skip(1) {
            match folder.canonicalize() {
                Ok(full) => {
                    let rest = wanted.strip_prefix(folder).map_err(io::Error::other)?;
                    return Ok(full.join(rest));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(folder).is_err() => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::NotFound.into())
    }
}

/// What the file at a path is for, if it is one of those that the editor opens and the path says so without detours.
fn plain(path: &str) -> Result<Role, PathError> {
    let not_of_a_library = || PathError::NotOfALibrary(shown(path));
    if path.contains(['\\', ':']) || path.chars().any(char::is_control) || path.len() > 400 {
        return Err(not_of_a_library());
    }
    if path.starts_with('/') || path.split('/').any(|part| matches!(part, "." | "..")) {
        return Err(PathError::Outside(shown(path)));
    }
    if !(path.starts_with("cards/") || path.starts_with("scripts/")) {
        return Err(not_of_a_library());
    }
    role(path).ok_or_else(not_of_a_library)
}

/// A path as a message says it.
fn shown(path: &str) -> String {
    let mut shown: String = path.chars().map(|letter| if letter.is_control() { '?' } else { letter }).take(100).collect();
    if shown.len() < path.len() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::testing::TestFolder;

    #[test]
    fn files_of_a_library_are_found_whether_they_are_there_or_not() {
        let folder = TestFolder::new();
        folder.write("cards/ember/lance.toml", "x");
        let root = Root::new(folder.path()).unwrap();
        let file = root.file("cards/ember/lance.toml").unwrap();
        assert_eq!((file.role, file.full.as_path()), (Role::Card, &*folder.path().join("cards/ember/lance.toml")));
        let new = root.file("scripts/deep/er/new.rhai").unwrap();
        assert_eq!((new.role, new.full.as_path()), (Role::Script, &*folder.path().join("scripts/deep/er/new.rhai")));
    }

    #[test]
    fn nothing_else_is_found() {
        let folder = TestFolder::new();
        folder.write("cards/ember/lance.toml", "x");
        folder.write("secret.toml", "x");
        let root = Root::new(folder.path()).unwrap();
        for path in [
            "",
            "/",
            "/etc/passwd",
            "cards",
            "cards/",
            "cards/ember",
            "cards/../secret.toml",
            "cards/ember/../../secret.toml",
            "cards/./ember/lance.toml",
            "../x/cards/a.toml",
            "..",
            "cards\\ember\\lance.toml",
            "C:/cards/a.toml",
            "cards/a:b.toml",
            "cards/ember/lance.toml\0",
            "cards/ember/lance.toml\n",
            "cards/ember/.hidden.toml",
            "cards/.git/a.toml",
            "cards/ember/notes.md",
            "cards/ember/lance.toml~",
            "cards/ember/lance.png",
            "scripts/a.sh",
            "cards//lance.toml",
            "secret.toml",
            "decks/a.toml",
            "%2e%2e/cards/a.toml",
            "file:///cards/a.toml",
        ] {
            assert!(root.file(path).is_err(), "{path:?}");
        }
        assert!(root.file(&format!("cards/{}.toml", "a".repeat(5_000))).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        use std::os::unix::fs::symlink;
        let (folder, other) = (TestFolder::new(), TestFolder::new());
        let secret = other.write("secret.toml", "x");
        let own_secret = folder.write("private/key.toml", "x");
        let card = folder.write("cards/ember/lance.toml", "x");
        symlink(&secret, folder.path().join("cards/ember/out.toml")).unwrap();
        symlink(other.path(), folder.path().join("cards/far")).unwrap();
        symlink(&own_secret, folder.path().join("cards/ember/own.toml")).unwrap();
        symlink(folder.path().join("nowhere.toml"), folder.path().join("cards/ember/dangling.toml")).unwrap();
        symlink(other.path().join("none"), folder.path().join("cards/gone")).unwrap();
        symlink(&card, folder.path().join("cards/ember/same.toml")).unwrap();
        let root = Root::new(folder.path()).unwrap();
        for path in [
            "cards/ember/out.toml",
            "cards/far/secret.toml",
            "cards/far/new.toml",
            "cards/ember/own.toml",
            "cards/ember/dangling.toml",
            "cards/gone/new.toml",
        ] {
            assert!(root.file(path).is_err(), "{path}");
        }
        assert_eq!(root.file("cards/ember/same.toml").unwrap().full, card, "a link to another card is that card");
    }
}
