//! Saving: a file is written whole or not at all, and never over what somebody else has written in the meantime.

use super::paths::LibraryFile;
use super::text::{ABSENT, DiffLine, DiskText, compare, with_feeds};
use cardwright_library::sources::LARGEST_FILE;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is to happen if the file is not what the editor began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnConflict {
    /// Nothing is written.
    Refuse,
    /// It is written over.
    Overwrite,
}

/// What saving came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saved {
    /// The file says this now.
    Written {
        /// What the editor begins with from now on.
        hash: String,
    },
    /// The file said so already: nothing was written.
    Same {
        /// What the editor begins with from now on.
        hash: String,
    },
    /// The file is not what the editor began with: nothing was written.
    Conflict(Conflict),
}

/// A file that somebody else has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// What it says now; empty if it is gone.
    pub theirs: String,
    /// What that is known by.
    pub hash: String,
    /// What it says and what was to be saved, compared.
    pub diff: Vec<DiffLine>,
}

/// Why a file cannot be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// It is too large.
    #[error("the text is larger than a megabyte: no file of a library may be, since loading refuses it")]
    TooLarge,
    /// It is not text.
    #[error("`{0}` is not UTF-8 text: convert it before it is edited, so that nothing is lost")]
    NotText(String),
    /// It may not be written.
    #[error("`{0}` is write-protected: allow writing to it, then save again")]
    ReadOnly(String),
    /// The disk refuses.
    #[error("cannot {doing} `{path}`: {reason}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: String,
        /// The operating system's reason.
        reason: io::Error,
    },
}

impl SaveError {
    pub(super) fn io(doing: &'static str, file: &LibraryFile) -> impl FnOnce(io::Error) -> SaveError {
        let path = file.path.to_string();
        move |reason| SaveError::Io { doing, path, reason }
    }
}

/// What a file says; none if it is not there.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn read(file: &LibraryFile) -> Result<Option<DiskText>, SaveError> {
    let io = |reason| SaveError::io("read", file)(reason);
    let facts = match fs::metadata(&file.full) {
        Ok(facts) => facts,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
    };
    if !facts.is_file() {
        return Err(io(io::Error::other("it is no file")));
    }
    if facts.len() > LARGEST_FILE {
        return Err(SaveError::TooLarge);
    }
    let bytes = fs::read(&file.full).map_err(io)?;
    DiskText::of(&bytes).map(Some).ok_or_else(|| SaveError::NotText(file.path.to_string()))
}

/// Saves a text. `base` is the hash of what the editor began with.
///
/// # Errors
/// If the text is too large, or the file cannot be read or written. Then it is as it was.
pub fn save(file: &LibraryFile, text: &str, base: &str, on_conflict: OnConflict) -> Result<Saved, SaveError> {
    if text.len() as u64 > LARGEST_FILE {
        return Err(SaveError::TooLarge);
    }
    let before = read(file)?;
    let hash_now = before.as_ref().map_or(ABSENT, |disk| disk.hash.as_str());
    if hash_now != base && on_conflict == OnConflict::Refuse {
        let theirs = before.as_ref().map(|disk| disk.text.clone()).unwrap_or_default();
        // Two who wrote the same do not disagree.
        if before.is_none() || theirs != with_feeds(text) {
            let diff = compare(&theirs, &with_feeds(text));
            return Ok(Saved::Conflict(Conflict { theirs, hash: hash_now.to_owned(), diff }));
        }
    }
    let new = match &before {
        Some(disk) => disk.saved(text),
        None => with_feeds(text).into_owned(),
    };
    if new.len() as u64 > LARGEST_FILE {
        return Err(SaveError::TooLarge);
    }
    let hash = super::text::hash(new.as_bytes());
    if hash == hash_now {
        return Ok(Saved::Same { hash });
    }
    replace(file, new.as_bytes())?;
    Ok(Saved::Written { hash })
}

/// Writes another file beside it, which then takes its name at once.
fn replace(file: &LibraryFile, bytes: &[u8]) -> Result<(), SaveError> {
    let io = |reason| SaveError::io("write", file)(reason);
    let folder = file.full.parent().ok_or_else(|| io(io::ErrorKind::NotFound.into()))?;
    let permissions = match fs::metadata(&file.full) {
        Ok(facts) if facts.permissions().readonly() => return Err(SaveError::ReadOnly(file.path.to_string())),
        Ok(facts) => Some(facts.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(io)?;
            None
        }
        Err(error) => return Err(io(error)),
    };
    let (other, path) = beside(folder, &file.full).map_err(io)?;
    let unfinished = Unfinished(Some(path));
    let mut other = other;
    other.write_all(bytes).map_err(io)?;
    if let Some(permissions) = permissions {
        other.set_permissions(permissions).map_err(io)?;
    }
    // What takes the name must be on the disk: after a crash there is the old file or the new one.
    other.sync_all().map_err(io)?;
    drop(other);
    unfinished.take_name(&file.full).map_err(io)
}

/// A new file in the folder, of a name that no library counts among its own.
fn beside(folder: &Path, full: &Path) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = full.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".{name}.{}-{count}.saving", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// A file that is deleted unless it takes its name.
struct Unfinished(Option<PathBuf>);

impl Unfinished {
    fn take_name(mut self, name: &Path) -> io::Result<()> {
        if let Some(path) = &self.0 {
            fs::rename(path, name)?;
        }
        self.0 = None;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            drop(fs::remove_file(path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::paths::Root;
    use crate::edit::testing::TestFolder;
    use crate::edit::text::{Side, hash};

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_save_over_what_the_editor_knows_is_written() {
        let folder = TestFolder::new();
        let full = folder.write("cards/a/x.toml", "one\r\ntwo\r\n");
        folder.write("cards/a/y.toml", "other");
        let file = Root::new(folder.path()).unwrap().file("cards/a/x.toml").unwrap();
        let begun = read(&file).unwrap().unwrap();
        assert_eq!(begun.text, "one\ntwo\n");
        let saved = save(&file, "one\n2\n", &begun.hash, OnConflict::Refuse).unwrap();
        assert_eq!(fs::read(&full).unwrap(), b"one\r\n2\r\n");
        assert_eq!(saved, Saved::Written { hash: hash(b"one\r\n2\r\n") });
        let Saved::Written { hash } = saved else { panic!() };
        assert!(matches!(save(&file, "one\n2\n", &hash, OnConflict::Refuse).unwrap(), Saved::Same { .. }));
        assert!(matches!(save(&file, "three\n", &hash, OnConflict::Refuse).unwrap(), Saved::Written { .. }));
        assert_eq!(names(full.parent().unwrap()), ["x.toml", "y.toml"], "nothing is left behind");
        assert_eq!(fs::read(folder.path().join("cards/a/y.toml")).unwrap(), b"other");
    }

    #[test]
    fn what_somebody_else_wrote_is_not_written_over_unasked() {
        let folder = TestFolder::new();
        let full = folder.write("cards/a/x.toml", "one\n");
        let file = Root::new(folder.path()).unwrap().file("cards/a/x.toml").unwrap();
        let base = read(&file).unwrap().unwrap().hash;
        fs::write(&full, "theirs\n").unwrap();
        let Saved::Conflict(conflict) = save(&file, "ours\n", &base, OnConflict::Refuse).unwrap() else { panic!("no conflict") };
        assert_eq!(fs::read(&full).unwrap(), b"theirs\n", "nothing was written");
        assert_eq!((conflict.theirs.as_str(), conflict.hash.as_str()), ("theirs\n", hash(b"theirs\n").as_str()));
        let sides: Vec<Side> = conflict.diff.iter().map(|line| line.side).collect();
        assert_eq!(sides, [Side::Theirs, Side::Ours]);
        // The same text is no conflict; nor is one that was merged by hand.
        assert!(matches!(save(&file, "theirs\n", &base, OnConflict::Refuse).unwrap(), Saved::Same { .. }));
        assert!(matches!(save(&file, "both\n", &conflict.hash, OnConflict::Refuse).unwrap(), Saved::Written { .. }));
        assert!(matches!(save(&file, "ours\n", &base, OnConflict::Overwrite).unwrap(), Saved::Written { .. }));
        assert_eq!(fs::read(&full).unwrap(), b"ours\n");
    }

    #[test]
    fn a_deleted_file_is_a_conflict_and_a_new_one_is_made() {
        let folder = TestFolder::new();
        let full = folder.write("cards/a/x.toml", "one\n");
        let root = Root::new(folder.path()).unwrap();
        let file = root.file("cards/a/x.toml").unwrap();
        let base = read(&file).unwrap().unwrap().hash;
        fs::remove_file(&full).unwrap();
        let gone = save(&file, "one\n", &base, OnConflict::Refuse).unwrap();
        assert!(matches!(&gone, Saved::Conflict(conflict) if conflict.hash == ABSENT), "{gone:?}");
        assert!(!full.exists());
        let new = root.file("scripts/keywords/new.rhai").unwrap();
        assert!(matches!(save(&new, "x\n", ABSENT, OnConflict::Refuse).unwrap(), Saved::Written { .. }));
        assert_eq!(fs::read(&new.full).unwrap(), b"x\n");
        // Somebody else made it first.
        assert!(matches!(save(&new, "y\n", ABSENT, OnConflict::Refuse).unwrap(), Saved::Conflict(_)));
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = TestFolder::new();
        let full = folder.write("cards/a/x.toml", "one\n");
        fs::set_permissions(&full, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("cards/a/link.toml");
        symlink(&full, &link).unwrap();
        let root = Root::new(folder.path()).unwrap();
        let file = root.file("cards/a/link.toml").unwrap();
        let base = read(&file).unwrap().unwrap().hash;
        save(&file, "two\n", &base, OnConflict::Refuse).unwrap();
        assert_eq!(fs::metadata(&full).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "the link is still one");
        assert_eq!(fs::read(&full).unwrap(), b"two\n");
        fs::set_permissions(&full, fs::Permissions::from_mode(0o440)).unwrap();
        let error = save(&file, "three\n", &base, OnConflict::Overwrite).unwrap_err();
        assert!(matches!(error, SaveError::ReadOnly(_)), "{error}");
        assert_eq!(fs::read(&full).unwrap(), b"two\n");
    }

    #[test]
    fn what_cannot_be_edited_is_refused() {
        let folder = TestFolder::new();
        let full = folder.write("cards/a/x.toml", "one\n");
        let file = Root::new(folder.path()).unwrap().file("cards/a/x.toml").unwrap();
        let base = read(&file).unwrap().unwrap().hash;
        let large = "a".repeat(LARGEST_FILE as usize + 1);
        assert!(matches!(save(&file, &large, &base, OnConflict::Overwrite).unwrap_err(), SaveError::TooLarge));
        assert_eq!(fs::read(&full).unwrap(), b"one\n");
        fs::write(&full, [0xFF, b'a']).unwrap();
        assert!(matches!(read(&file).unwrap_err(), SaveError::NotText(_)));
        assert!(save(&file, "x", &base, OnConflict::Overwrite).is_err(), "what cannot be read is not written over");
    }
}
