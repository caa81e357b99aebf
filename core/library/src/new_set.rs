//! A new library that works at once: a set of two cards, with a scenario, a deck and a page that says how to go on.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Why a library was not made. Then nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum NewSetError {
    /// There is something already.
    #[error("`{}` is already there and not empty: name a folder that is new", .0.display())]
    Taken(PathBuf),
    /// The name of the folder gives no name for a set.
    #[error("`{}` gives no name for a set: use letters and digits, like `river-tales`", .0.display())]
    NoName(PathBuf),
    /// The disk refuses.
    #[error("cannot write `{}`: {reason}", path.display())]
    Io {
        /// What was being written.
        path: PathBuf,
        /// The operating system's reason.
        reason: io::Error,
    },
}

/// Every file, by path and text. `@slug@`, `@name@` and `@code@` stand for those of the set.
const FILES: [(&str, &str); 9] = [
    ("README.md", include_str!("new_set/README.md")),
    ("cards/@slug@/set.toml", include_str!("new_set/set.toml")),
    ("cards/@slug@/spark-lesson.toml", include_str!("new_set/spark-lesson.toml")),
    ("cards/@slug@/spark-lesson.rhai", include_str!("new_set/spark-lesson.test.rhai")),
    ("cards/@slug@/eager-apprentice.toml", include_str!("new_set/eager-apprentice.toml")),
    ("cards/@slug@/mountain.toml", include_str!("new_set/mountain.toml")),
    ("scripts/@slug@/spark-lesson.rhai", include_str!("new_set/spark-lesson.rhai")),
    ("scripts/@slug@/eager-apprentice.rhai", include_str!("new_set/eager-apprentice.rhai")),
    ("decks/@slug@.toml", include_str!("new_set/deck.toml")),
];

/// Makes a library in a folder that is new or empty, and returns the files it wrote, relative to it. The set is named after the
/// folder.
pub fn new_set(folder: &Path) -> Result<Vec<PathBuf>, NewSetError> {
    let io_error = |path: &Path| {
        let path = path.to_owned();
        move |reason| NewSetError::Io { path, reason }
    };
    let slug = slug(folder).ok_or_else(|| NewSetError::NoName(folder.to_owned()))?;
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(NewSetError::Taken(folder.to_owned()));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(_) => return Err(NewSetError::Taken(folder.to_owned())),
    }
    // Everything is written beside it and then takes its name at once: a full disk leaves no half of a library.
    let unfinished = folder.with_file_name(format!(".{slug}.unfinished-{}", std::process::id()));
    let written = write_all(&unfinished, &slug).and_then(|files| {
        fs::rename(&unfinished, folder).map_err(io_error(folder))?;
        Ok(files)
    });
    if written.is_err() {
        drop(fs::remove_dir_all(&unfinished));
    }
    written
}

fn write_all(folder: &Path, slug: &str) -> Result<Vec<PathBuf>, NewSetError> {
    let mut files = Vec::new();
    for (path, text) in FILES {
        let path = PathBuf::from(fill(path, slug));
        let full = folder.join(&path);
        let written = full.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&full, fill(text, slug)));
        written.map_err(|reason| NewSetError::Io { path: full, reason })?;
        files.push(path);
    }
    Ok(files)
}

fn fill(text: &str, slug: &str) -> String {
    let name: Vec<String> = slug.split('-').map(capitalized).collect();
    let code: String = slug.chars().filter(|letter| *letter != '-').take(3).collect();
    text.replace("@slug@", slug).replace("@name@", &name.join(" ")).replace("@code@", &code.to_uppercase())
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The name of a folder in small letters and digits, with `-` between words.
fn slug(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?.to_lowercase();
    let words: Vec<&str> = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{LineCompiler, TestFolder};
    use cardwright_script::diagnostic::Diagnostic;

    #[test]
    fn a_new_library_loads_without_a_word() {
        let folder = TestFolder::new();
        let made = folder.path().join("River Tales");
        let files = new_set(&made).unwrap();
        assert_eq!(files.len(), FILES.len());
        // The keywords are those that come with the program, which this test does not rely on.
        fs::create_dir_all(made.join("scripts/keywords")).unwrap();
        fs::write(made.join("scripts/keywords/haste.rhai"), "haste now").unwrap();
        let library = crate::load(&made, LineCompiler::default()).unwrap();
        assert_eq!(library.diagnostics().iter().map(Diagnostic::one_line).collect::<Vec<_>>(), [""; 0]);
        let set = library.set("river-tales").unwrap();
        assert_eq!((set.facts.name.as_str(), set.facts.code.as_str()), ("River Tales", "RIV"));
        let deck = library.deck("river-tales").unwrap();
        assert_eq!(deck.size(), 60);
        assert!(library.is_playable(deck));
    }

    #[test]
    fn nothing_is_overwritten() {
        let folder = TestFolder::new();
        let kept = folder.write("mine/notes.txt", "keep");
        let error = new_set(&folder.path().join("mine")).unwrap_err();
        assert!(matches!(error, NewSetError::Taken(_)), "{error}");
        assert!(matches!(new_set(&kept).unwrap_err(), NewSetError::Taken(_)));
        assert_eq!(fs::read_to_string(kept).unwrap(), "keep");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
        fs::create_dir(folder.path().join("empty")).unwrap();
        new_set(&folder.path().join("empty")).unwrap();
        assert!(matches!(new_set(&folder.path().join("---")).unwrap_err(), NewSetError::NoName(_)));
    }
}
