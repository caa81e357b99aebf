//! The files of a library: which belong to it, what each is for, and what they said when they were last read.

use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use ignore::WalkBuilder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// The folders of a library.
pub const FOLDERS: [&str; 3] = ["cards", "scripts", "decks"];

/// The file at the root of a library that configures tools.
pub const CONFIG: &str = "cardwright.toml";

/// The scripts that come with the program, by their paths in a library.
static BASE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/base_scripts.rs"));

/// No file of a library is larger; more is refused unread.
pub const LARGEST_FILE: u64 = 1 << 20;

/// What a file of a library is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// `cards/<set>/<card>.toml`.
    Card,
    /// `cards/<set>/set.toml`.
    Set,
    /// `decks/<deck>.toml`.
    Deck,
    /// `scripts/<set>/<card>.rhai`: the abilities of a card.
    Script,
    /// `scripts/prelude/<words>.rhai`: words for all scripts.
    Prelude,
    /// `scripts/keywords/<keyword>.rhai`, or `cards/<set>/keywords/<keyword>.rhai`.
    Keyword,
    /// `scripts/rulesets/<ruleset>.toml`.
    Ruleset,
    /// `cardwright.toml`: how strictly lint looks at this library.
    Config,
    /// A test, written beside what it tests: any other `.rhai` under `cards/`, and `<name>.test.rhai` everywhere.
    Scenario,
}

/// What the file at a path is for, if it belongs to a library at all. Paths are relative to the root, with `/`.
pub fn role(path: &str) -> Option<Role> {
    let parts: Vec<&str> = path.split('/').collect();
    let name = parts.last()?;
    if parts.iter().any(|part| part.is_empty() || part.starts_with('.')) || name.starts_with('#') {
        return None;
    }
    let (is_toml, is_rhai) = (name.ends_with(".toml"), name.ends_with(".rhai"));
    let role = match parts[..] {
        _ if name.ends_with(".test.rhai") => Role::Scenario,
        ["cards", _, "set.toml"] => Role::Set,
        ["cards", _, "keywords", ..] if is_rhai => Role::Keyword,
        ["cards", ..] if is_toml && *name != "set.toml" => Role::Card,
        ["cards", ..] if is_rhai => Role::Scenario,
        ["decks", ..] if is_toml => Role::Deck,
        ["scripts", "keywords", ..] if is_rhai => Role::Keyword,
        ["scripts", "prelude", ..] if is_rhai => Role::Prelude,
        ["scripts", "rulesets", ..] if is_toml => Role::Ruleset,
        ["scripts", _, ..] if is_rhai => Role::Script,
        [CONFIG] => Role::Config,
        _ => return None,
    };
    Some(role)
}

/// The set folder that a file under `cards/` lies in; empty if in none.
pub(crate) fn set_folder(path: &str) -> &str {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["cards", folder, _, ..] => folder,
        _ => "",
    }
}

/// A file as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub role: Role,
    pub file: SourceFile,
    pub hash: blake3::Hash,
    /// Why it could not be read.
    pub problem: Option<Diagnostic>,
    /// Characters in it that are not what they look like.
    pub letters: Vec<Diagnostic>,
}

/// The files of one library, in the order of their paths.
#[derive(Debug)]
pub(crate) struct Sources {
    root: PathBuf,
    base: &'static [(&'static str, &'static str)],
    storage: Storage,
    /// Texts that stand for what the disk holds.
    texts: BTreeMap<Arc<str>, Arc<str>>,
    files: BTreeMap<Arc<str>, Source>,
}

/// Where files are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Storage {
    /// In the folder.
    Disk,
    /// Nowhere: there is only what was given as text.
    Memory,
}

impl Sources {
    /// The library in that folder. Nothing is read yet.
    pub fn new(root: &Path) -> Self {
        // The repository that the program was built from has its scripts on the disk: a keyword deleted there is gone.
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize();
        let base = if home.is_ok_and(|home| home == root) { &[] } else { BASE };
        Sources { root: root.to_owned(), base, storage: Storage::Disk, texts: BTreeMap::new(), files: BTreeMap::new() }
    }

    /// A library of texts that lies in no folder.
    pub fn in_memory() -> Self {
        Sources { root: PathBuf::new(), base: BASE, storage: Storage::Memory, texts: BTreeMap::new(), files: BTreeMap::new() }
    }

    /// From now on a file says this, whatever the disk says.
    pub fn replace(&mut self, path: &str, text: &str) -> Arc<str> {
        let path: Arc<str> = path.into();
        self.texts.insert(path.clone(), text.into());
        path
    }

    /// From now on the disk counts again for every file. Those for which it did not count; a library in memory has nothing else.
    pub fn forget_texts(&mut self) -> Vec<Arc<str>> {
        match self.storage {
            Storage::Disk => std::mem::take(&mut self.texts).into_keys().collect(),
            Storage::Memory => Vec::new(),
        }
    }

    /// Every file that was read, in the order of their paths.
    pub fn all(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.values().map(|source| &source.file)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn get(&self, path: &str) -> Option<&Source> {
        self.files.get(path)
    }

    /// The files with a role.
    pub fn of(&self, role: Role) -> impl Iterator<Item = (&Arc<str>, &Source)> {
        self.files.iter().filter(move |(_, source)| source.role == role)
    }

    /// What is odd about the characters of the files.
    pub fn odd_letters(&self) -> impl Iterator<Item = &Diagnostic> {
        self.files.values().flat_map(|source| &source.letters)
    }

    /// Every path at which there is a file, now or when it was last read.
    pub fn all_paths(&self) -> Vec<Arc<str>> {
        let mut paths: Vec<Arc<str>> = self.files.keys().cloned().collect();
        paths.extend(self.base.iter().map(|(path, _)| Arc::from(*path)));
        paths.push(CONFIG.into());
        paths.extend(self.texts.keys().cloned());
        if self.storage == Storage::Disk {
            for folder in FOLDERS {
                self.walk(&self.root.join(folder), &mut paths);
            }
        }
        paths.sort();
        paths.dedup();
        paths
    }

    /// The paths that a report about `path` is about: the file, or everything in or formerly in the folder.
    pub fn paths_at(&self, path: &Path) -> Vec<Arc<str>> {
        let Some(relative) = self.relative(path) else { return Vec::new() };
        let mut paths = Vec::new();
        if role(&relative).is_some() {
            paths.push(relative.clone());
        }
        let inside: Arc<str> = format!("{relative}/").into();
        paths.extend(
            self.files.range(inside.clone()..).map(|(path, _)| path.clone()).take_while(|path| path.starts_with(&*inside)),
        );
        if path.is_dir() && FOLDERS.iter().any(|folder| *relative == **folder || relative.starts_with(&format!("{folder}/"))) {
            self.walk(path, &mut paths);
        }
        paths
    }

    fn relative(&self, path: &Path) -> Option<Arc<str>> {
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        let parts: Option<Vec<&str>> = relative.components().map(|part| part.as_os_str().to_str()).collect();
        parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join("/").into())
    }

    fn walk(&self, folder: &Path, paths: &mut Vec<Arc<str>>) {
        // What is hidden is an editor's or a tool's. What version control ignores is still the author's.
        for entry in WalkBuilder::new(folder).standard_filters(false).hidden(true).follow_links(true).build().flatten() {
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                paths.extend(self.relative(entry.path()).filter(|path| role(path).is_some()));
            }
        }
    }

    /// Reads a file again. Whether its content is another than before, or it is new or gone.
    pub fn refresh(&mut self, path: &Arc<str>) -> bool {
        let now = self.read(path);
        match (self.files.get(path), now) {
            (None, None) => false,
            (Some(_), None) => self.files.remove(path).is_some(),
            (before, Some(now)) => {
                let changed = before.is_none_or(|before| before.hash != now.hash);
                if changed {
                    self.files.insert(path.clone(), now);
                }
                changed
            }
        }
    }

    fn bytes(&self, path: &Arc<str>) -> Result<Vec<u8>, Unread> {
        match (self.texts.get(path), self.storage) {
            (Some(text), _) => Ok(text.as_bytes().to_vec()),
            (None, Storage::Disk) => read_bytes(&self.root.join(&**path)),
            (None, Storage::Memory) => Err(Unread::Gone),
        }
    }

    fn read(&self, path: &Arc<str>) -> Option<Source> {
        let role = role(path).filter(|role| *role != Role::Scenario)?;
        let source = |file: SourceFile| Source {
            role,
            hash: blake3::hash(file.text.as_bytes()),
            file,
            problem: None,
            letters: Vec::new(),
        };
        match self.bytes(path) {
            Ok(bytes) => Some(match String::from_utf8(bytes) {
                Ok(text) => {
                    let file = SourceFile { path: path.clone(), text: text.into() };
                    Source { letters: crate::letters::check(&file), ..source(file) }
                }
                Err(error) => {
                    let bytes = error.as_bytes();
                    let file = SourceFile { path: path.clone(), text: String::from_utf8_lossy(bytes).into() };
                    let problem = Diagnostic::encoding(&file, crate::letters::first_unreadable(&file.text));
                    Source { hash: blake3::hash(bytes), problem: Some(problem), ..source(file) }
                }
            }),
            Err(Unread::Gone) => {
                let (_, text) = self.base.iter().find(|(base, _)| *base == &**path)?;
                Some(source(SourceFile::new(&format!("{path} (built in)"), text)))
            }
            Err(unread) => {
                let problem = match &unread {
                    Unread::TooLarge(size) => Diagnostic::too_large_file(path, *size, LARGEST_FILE),
                    Unread::Gone => Diagnostic::unreadable_file(path, "it is gone"),
                    Unread::Refused(error) => Diagnostic::unreadable_file(path, &error.to_string()),
                };
                Some(Source {
                    role,
                    hash: blake3::hash(format!("unreadable: {}", problem.message).as_bytes()),
                    file: SourceFile::unread(path),
                    problem: Some(problem),
                    letters: Vec::new(),
                })
            }
        }
    }
}

/// Why a file is not read.
enum Unread {
    /// There is no such file.
    Gone,
    /// It has so many bytes, more than [`LARGEST_FILE`].
    TooLarge(u64),
    /// The operating system refuses.
    Refused(io::Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Unread::Gone,
            _ => Unread::Refused(error),
        }
    }
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Unread> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(Unread::Gone);
    }
    if metadata.len() > LARGEST_FILE {
        return Err(Unread::TooLarge(metadata.len()));
    }
    Ok(fs::read(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_places() {
        for (path, expected) in [
            ("cards/ember/cinder-pup.toml", Some(Role::Card)),
            ("cards/loose.toml", Some(Role::Card)),
            ("cards/ember/set.toml", Some(Role::Set)),
            ("cards/ember/cinder-pup.rhai", Some(Role::Scenario)),
            ("cards/ember/keywords/smoulder.rhai", Some(Role::Keyword)),
            ("cards/ember/keywords/smoulder.test.rhai", Some(Role::Scenario)),
            ("scripts/keywords/flying.rhai", Some(Role::Keyword)),
            ("scripts/prelude/words.rhai", Some(Role::Prelude)),
            ("scripts/rulesets/modern.toml", Some(Role::Ruleset)),
            ("scripts/ember/cinder-pup.rhai", Some(Role::Script)),
            ("decks/embers.toml", Some(Role::Deck)),
            ("cards/ember/.cinder-pup.toml.swp", None),
            ("cards/ember/.#cinder-pup.toml", None),
            ("cards/ember/#cinder-pup.toml", None),
            ("cards/ember/cinder-pup.toml~", None),
            ("cards/ember/notes.md", None),
            ("cardwright.toml", Some(Role::Config)),
            ("cards/cardwright.toml", Some(Role::Card)),
            ("editor/src/main.rs", None),
        ] {
            assert_eq!(role(path), expected, "{path}");
        }
        assert_eq!(set_folder("cards/ember/deep/x.toml"), "ember");
        assert_eq!(set_folder("cards/x.toml"), "");
    }
}
