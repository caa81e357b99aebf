//! Figures about files: loading a thousand cards, reloading one, and the way from a saved file to its effect in a game.

use super::figures::Figure;
use crate::catalog::{Catalog, LibraryCompiler};
use crate::table::Table;
use crate::words::Names;
use cardwright_engine::definition::Definitions;
use cardwright_engine::game::Game;
use cardwright_library::loader::Workspace;
use cardwright_library::{LiveLibrary, WatchOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, io};

/// How often a card is saved for each figure.
pub(super) const ROUNDS: u32 = 15;

/// Why files cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The library has no cards to make a thousand of.
    #[error("the library has no cards")]
    NoCards,
    /// The temporary folder refuses.
    #[error("cannot write the cards to measure with: {0}")]
    Io(#[from] io::Error),
    /// The copy cannot be opened.
    #[error(transparent)]
    Library(#[from] cardwright_library::LibraryError),
    /// A saved file is never seen.
    #[error("a saved file was not noticed within five seconds")]
    Unnoticed,
}

/// A folder that is deleted at the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// A folder for one measurement. It is made when something is written.
    pub fn new(name: &str) -> Self {
        Folder(env::temp_dir().join(format!("cardwright-bench-{name}-{}", std::process::id())))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The figures of a library of so many cards: those of the catalog, renamed.
///
/// # Errors
/// If there are no cards, or files cannot be written or watched.
pub fn library(catalog: &Catalog, count: usize) -> Result<[Figure; 3], FilesError> {
    let folder = Folder::new("files");
    let changing = copies(catalog, count, &folder.0)?;
    let mut loads = Vec::new();
    for _ in 0..5 {
        let begun = Instant::now();
        let library = cardwright_library::load(&folder.0, LibraryCompiler::new())?;
        loads.push(begun.elapsed());
        drop(library);
    }
    Ok([
        Figure::new("load_1000_cards_ms", milliseconds(median(loads)), "ms"),
        Figure::new("reload_one_card_ms", milliseconds(reload(&folder.0, &changing)?), "ms"),
        Figure::new("save_to_effect_ms", milliseconds(save_to_effect(&folder.0, &changing)?), "ms"),
    ])
}

pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

pub(super) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The card that is saved again and again, and what its file says with that cost.
pub(super) struct Changing {
    path: PathBuf,
    name: String,
}

impl Changing {
    /// Its path in the library.
    pub fn path_in(&self, folder: &Path) -> String {
        self.path.strip_prefix(folder).unwrap_or(&self.path).to_string_lossy().replace('\\', "/")
    }

    fn save(&self, round: u32) -> io::Result<()> {
        self.save_with(round, "")
    }

    /// Saves it with more in its script.
    pub fn save_with(&self, round: u32, more: &str) -> io::Result<()> {
        let text = format!(
            "name = \"{}\"\ncost = \"{{{}}}{{R}}\"\ntype = \"Instant\"\nscript = '''\n{more}spell(damage({}, target(any_target)));\n'''\n",
            self.name,
            1 + round % 5,
            1 + round % 7
        );
        // As editors do it: the new file takes the place of the old one.
        let other = self.path.with_extension("toml.new~");
        fs::write(&other, text)?;
        fs::rename(other, &self.path)
    }
}

/// Writes a library of `count` cards.
pub(super) fn copies(catalog: &Catalog, count: usize, folder: &Path) -> Result<Changing, FilesError> {
    let library = &catalog.library;
    let mut files: Vec<(&str, &str)> = library.cards().iter().map(|card| (&*card.raw.file.path, &*card.raw.file.text)).collect();
    files.dedup();
    if files.is_empty() {
        return Err(FilesError::NoCards);
    }
    let scripts = library.root().join("scripts");
    if scripts.is_dir() {
        copy_folder(&scripts, &folder.join("scripts"))?;
    }
    let mut made = 1;
    for copy in 1.. {
        let set = folder.join(format!("cards/copy{copy}"));
        fs::create_dir_all(&set)?;
        fs::write(set.join("set.toml"), format!("name = \"Copy {copy}\"\ncode = \"C{copy}\"\n"))?;
        for (place, (path, text)) in files.iter().enumerate() {
            if made >= count {
                let path = folder.join("cards/copy1/changing.toml");
                let changing = Changing { path, name: "Changing Spark".to_owned() };
                changing.save(0)?;
                return Ok(changing);
            }
            let (renamed, cards) = rename(text, copy);
            let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".toml")).unwrap_or("card");
            // Cards of several sets may have files of one name.
            let taken = set.join(format!("{name}-{copy}.toml"));
            let file = if taken.exists() { set.join(format!("{name}-{copy}-{place}.toml")) } else { taken };
            fs::write(file, renamed)?;
            made += cards;
        }
    }
    Err(FilesError::NoCards)
}

/// A card file with its cards renamed, and how many there are: their texts say the new names. Tokens keep theirs, scripts call them so.
fn rename(text: &str, copy: usize) -> (String, usize) {
    let (mut out, mut cards, mut in_token, mut in_text) = (String::with_capacity(text.len() + 64), 0, false, false);
    let mut own: Option<&str> = None;
    for line in text.lines() {
        if line.trim_start().starts_with("[[") {
            in_token = line.contains("token");
        }
        let named = line.strip_prefix("name").map(str::trim_end).and_then(|rest| rest.strip_suffix('"')).filter(|_| !in_token);
        let quotes = line.matches("'''").count() + line.matches("\"\"\"").count();
        let is_text = in_text || line.strip_prefix("text").is_some_and(|rest| rest.trim_start().starts_with('='));
        in_text = if in_text { quotes % 2 == 0 } else { is_text && quotes % 2 == 1 };
        match (named, own) {
            (Some(rest), _) => {
                cards += 1;
                own = rest.split_once('"').map(|(_, name)| name);
                out.push_str(&format!("name{rest} {copy}\"\n"));
            }
            (None, Some(name)) if is_text => {
                out.push_str(&line.replace(name, &format!("{name} {copy}")));
                out.push('\n');
            }
            (None, _) => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    (out, cards.max(1))
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// How long it takes to read and compile one saved card and to publish the library, without waiting for the disk to report it.
fn reload(folder: &Path, changing: &Changing) -> Result<Duration, FilesError> {
    let mut workspace = Workspace::open(folder, LibraryCompiler::new())?;
    let mut times = Vec::new();
    for round in 1..=ROUNDS {
        changing.save(round)?;
        let begun = Instant::now();
        let report = workspace.reload([changing.path.clone()]);
        times.push(begun.elapsed());
        drop(report);
    }
    Ok(median(times))
}

/// How long it takes from saving a card until a game that has it plays by the new text: noticing, waiting until it is quiet,
/// compiling, publishing, adopting.
fn save_to_effect(folder: &Path, changing: &Changing) -> Result<Duration, FilesError> {
    let live = LiveLibrary::open(folder, WatchOptions::default(), LibraryCompiler::new)?;
    let key = cardwright_engine::symbol::Symbol::new(&changing.name);
    let mut definitions = Definitions::new();
    for definition in live.current().definitions_for([key]) {
        definitions.insert(definition);
    }
    let game = Game::empty(Arc::new(definitions), Arc::default(), 2, 1);
    let mut table = Table::new(game, Vec::new(), Names::default(), 1);
    let mut times = Vec::new();
    for round in ROUNDS + 1..=2 * ROUNDS {
        std::thread::sleep(Duration::from_millis(40));
        drop(live.take_reports());
        let begun = Instant::now();
        changing.save(round)?;
        loop {
            let reports = live.wait_for_reports(Duration::from_secs(5).saturating_sub(begun.elapsed()));
            if reports.is_empty() {
                return Err(FilesError::Unnoticed);
            }
            let adopted = reports.iter().any(|report| !table.adopt(&report.library.definitions_for([key])).is_empty());
            if adopted {
                break;
            }
        }
        times.push(begun.elapsed());
    }
    Ok(median(times))
}

#[cfg(test)]
mod tests {
    use super::rename;

    #[test]
    fn cards_are_renamed_and_tokens_keep_their_names() {
        let text = "name = \"Bell\"\n[[token]]\nname = \"Monk\"\n";
        assert_eq!(rename(text, 3), ("name = \"Bell 3\"\n[[token]]\nname = \"Monk\"\n".to_owned(), 1));
        let text = "name = \"Bell\"\ntype = \"Bell\"\ntext = '''\nBell rings.\n'''\nflavor = \"Bell\"\n";
        assert_eq!(rename(text, 2).0, text.replace("= \"Bell\"\ntype", "= \"Bell 2\"\ntype").replace("Bell r", "Bell 2 r"));
    }
}
