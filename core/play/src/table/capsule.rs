//! Capsules: "report this". One file with a game's record up to a moment, the files of its cards as they were, and what the
//! reporter says.

use super::journal::{self, JournalError, Record};
use super::{PastError, Table};
use crate::catalog::{Catalog, CatalogError};
use cardwright_engine::game::Game;
use cardwright_engine::save::StateHash;
use cardwright_engine::symbol::Symbol;
use cardwright_library::Library;
use cardwright_script::diagnostic::SourceFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, io};

/// Every capsule begins with it; the format and a checksum of the rest follow.
const MARK: &[u8] = b"cardwright capsule\n";
/// Grows with every change of the format.
const FORMAT: u8 = 2;
const SUM: usize = 32;
/// How the names of capsules end.
pub const EXTENSION: &str = "cwcapsule";

/// A file of the library as it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Source {
    /// Its path in the library.
    pub path: String,
    /// What it said.
    pub text: String,
    /// The hash of the text (BLAKE3).
    pub hash: [u8; 32],
}

/// A report of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Capsule {
    /// What the reporter says.
    pub note: String,
    /// The version of the program that wrote it.
    pub program: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The keys of the cards of the game.
    pub cards: Vec<Symbol>,
    /// The files that they come from: cards, scripts, keywords, preludes.
    pub sources: Vec<Source>,
    /// The record, as a journal.
    record: Vec<u8>,
    /// The game as it stood at the end of the record, complete.
    position: Vec<u8>,
}

/// Why a capsule cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CapsuleError {
    /// The disk refuses.
    #[error("`{path}`: {error}")]
    Disk {
        /// Which file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// It is no capsule.
    #[error("this is not a capsule: capsules are written by `report` at a table")]
    NotACapsule,
    /// It was written by another version.
    #[error("the capsule has format {0}, but this version reads format {FORMAT}: replay it with the version that wrote it")]
    OtherFormat(u8),
    /// It was damaged.
    #[error("the capsule is damaged: {0}")]
    Damaged(String),
    /// Its game does not play again.
    #[error(transparent)]
    Record(#[from] JournalError),
    /// The past of the table cannot be had.
    #[error(transparent)]
    Past(#[from] PastError),
    /// The files in it are no library.
    #[error("the cards in the capsule cannot be read: {0}")]
    Library(#[from] CatalogError),
}

impl Capsule {
    /// A capsule of that table: up to before that beat, or up to now.
    ///
    /// # Errors
    /// If the table has not come so far, or its past does not play again.
    pub fn of(
        table: &Table,
        bots: &[Option<String>],
        library: &Library,
        note: &str,
        up_to: Option<usize>,
    ) -> Result<Self, CapsuleError> {
        let entry = up_to.map(|beat| table.line.entry_of(beat)).transpose()?;
        let game = match entry {
            Some(entry) => table.line.game_at(entry)?,
            None => table.game.clone(),
        };
        let definitions = game.definitions().iter().filter(|(_, definition)| !definition.is_made());
        let cards: Vec<Symbol> = definitions.map(|(_, definition)| definition.key).collect();
        Ok(Capsule {
            note: note.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: game.ruleset().name.clone(),
            sources: sources(library, &cards),
            cards,
            record: Record::of(table, bots, entry)?.bytes,
            position: game.save(),
        })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing to memory fails for no value of this type.
        let payload = postcard::to_stdvec(self).unwrap_or_default();
        let mut bytes = MARK.to_vec();
        bytes.push(FORMAT);
        bytes.extend(blake3::hash(&payload).as_bytes());
        bytes.extend(payload);
        bytes
    }

    /// A capsule from the bytes of a file.
    ///
    /// # Errors
    /// If they are none, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CapsuleError> {
        let rest = bytes.strip_prefix(MARK).ok_or(CapsuleError::NotACapsule)?;
        let (format, rest) = rest.split_first().ok_or(CapsuleError::NotACapsule)?;
        if *format != FORMAT {
            return Err(CapsuleError::OtherFormat(*format));
        }
        let damaged = |what: &str| CapsuleError::Damaged(what.to_owned());
        let (sum, payload) = rest.split_at_checked(SUM).ok_or_else(|| damaged("it ends too early"))?;
        if blake3::hash(payload).as_bytes() != sum {
            return Err(damaged("the checksum is another"));
        }
        let (capsule, rest) =
            postcard::take_from_bytes::<Capsule>(payload).map_err(|error| CapsuleError::Damaged(error.to_string()))?;
        if !rest.is_empty() {
            return Err(damaged("it is longer than what it says"));
        }
        if let Some(source) =
            capsule.sources.iter().find(|source| blake3::hash(source.text.as_bytes()).as_bytes() != &source.hash)
        {
            return Err(CapsuleError::Damaged(format!("`{}` is not what it was", source.path)));
        }
        Ok(capsule)
    }

    /// Writes it to a file that does not exist yet, or takes the place of an older capsule.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn write(&self, path: &Path) -> Result<(), CapsuleError> {
        let disk = |error| CapsuleError::Disk { path: path.display().to_string(), error };
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(format!(".{}.tmp", std::process::id()));
        let unfinished = PathBuf::from(unfinished);
        fs::write(&unfinished, self.to_bytes()).map_err(disk)?;
        fs::rename(&unfinished, path).inspect_err(|_| drop(fs::remove_file(&unfinished))).map_err(disk)
    }

    /// Reads one from a file.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub fn read(path: &Path) -> Result<Self, CapsuleError> {
        let bytes = fs::read(path).map_err(|error| CapsuleError::Disk { path: path.display().to_string(), error })?;
        Capsule::from_bytes(&bytes)
    }

    /// Plays the game again and gives back the table as it was. Every beat must come out as it was played, and the end as it
    /// was seen. Cards whose scripts have callbacks need those scripts: install [`Capsule::library`] first.
    ///
    /// # Errors
    /// If it does not play again as it was played.
    pub fn replay(&self) -> Result<(Table, Vec<Option<String>>), CapsuleError> {
        let read = journal::read(&self.record)?;
        if read.used != self.record.len() {
            return Err(CapsuleError::Damaged("its record is torn".to_owned()));
        }
        let expected = self.position()?.state_hash();
        if read.table.game().state_hash() != expected {
            return Err(JournalError::Differs { beat: read.table.beats() }.into());
        }
        Ok((read.table, read.bots))
    }

    /// The game as it stood at the end of the record.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn position(&self) -> Result<Game, CapsuleError> {
        Game::load(&self.position).map_err(|error| CapsuleError::Damaged(error.to_string()))
    }

    /// The fingerprint of the game as it stood.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn hash(&self) -> Result<StateHash, CapsuleError> {
        self.position().map(|game| game.state_hash())
    }

    /// The cards as they were, as a library of their own. Its files are written to a temporary folder that is gone again when
    /// this returns.
    ///
    /// # Errors
    /// If a path in the capsule leads out of a library, or the files cannot be written or read.
    pub fn library(&self) -> Result<Catalog, CapsuleError> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("cardwright-capsule-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder(env::temp_dir().join(name));
        let disk = |path: &Path, error| CapsuleError::Disk { path: path.display().to_string(), error };
        fs::create_dir_all(folder.0.join("cards")).map_err(|error| disk(&folder.0, error))?;
        for source in &self.sources {
            let inside = Path::new(&source.path);
            let safe = !source.path.contains('\\') && inside.components().all(|part| matches!(part, Component::Normal(_)));
            if !safe || source.path.is_empty() {
                return Err(CapsuleError::Damaged(format!("`{}` is no path in a library", source.path)));
            }
            let path = folder.0.join(inside);
            let parent = path.parent().unwrap_or(&folder.0);
            fs::create_dir_all(parent).and_then(|()| fs::write(&path, &source.text)).map_err(|error| disk(&path, error))?;
        }
        Ok(Catalog::open(&folder.0)?)
    }
}

/// A folder that is deleted at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The files that these cards come from, with those that all scripts share.
fn sources(library: &Library, cards: &[Symbol]) -> Vec<Source> {
    let mut files: BTreeMap<&str, &SourceFile> = BTreeMap::new();
    for file in library.preludes().iter().chain(library.keyword_files()) {
        files.insert(&file.path, file);
    }
    for card in cards.iter().filter_map(|key| library.card_by_key(*key)) {
        files.insert(&card.raw.file.path, &card.raw.file);
        for script in card.scripts.iter().flatten() {
            files.insert(&script.file.path, &script.file);
        }
    }
    let source = |file: &SourceFile| Source {
        path: file.path.to_string(),
        text: file.text.to_string(),
        hash: *blake3::hash(file.text.as_bytes()).as_bytes(),
    };
    files.into_values().map(source).collect()
}
