//! Where games are kept while they are played: a journal for each, in the library's own folder for such things.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder in a library's root for what the program keeps there.
const FOLDER: &str = ".cardwright/games";
/// The ending of journals.
const ENDING: &str = "cwgame";
/// How many games are kept.
const KEPT: usize = 20;

/// A file for a new game that does not exist yet. The oldest games go when there are too many.
///
/// # Errors
/// If the folder cannot be made.
pub fn new_file(root: &Path) -> std::io::Result<PathBuf> {
    let folder = root.join(FOLDER);
    fs::create_dir_all(&folder)?;
    // What is kept here is nobody's source.
    let ignore = root.join(".cardwright/.gitignore");
    if !ignore.exists() {
        fs::write(ignore, "*\n")?;
    }
    let games = kept(root);
    for old in games.iter().rev().skip(KEPT - 1) {
        // Somebody else may have deleted it, or play it.
        drop(fs::remove_file(old));
    }
    let last = games.last().and_then(|path| number(path)).unwrap_or(0);
    Ok(folder.join(format!("{:05}.{ENDING}", last + 1)))
}

/// The game that was begun last.
pub fn newest(root: &Path) -> Option<PathBuf> {
    kept(root).pop()
}

/// The games in a library, in the order in which they were begun.
fn kept(root: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root.join(FOLDER)) else { return Vec::new() };
    let mut games: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| number(path).is_some()).collect();
    games.sort_by_key(|path| number(path));
    games
}

fn number(path: &Path) -> Option<u32> {
    if path.extension()?.to_str()? != ENDING {
        return None;
    }
    path.file_stem()?.to_str()?.parse().ok()
}
