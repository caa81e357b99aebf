//! A new card: a small file that loads at once.

use super::EditService;
use super::paths::PathError;
use cardwright_library::sources::Role;
use cardwright_lint::slug;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};

/// Why no card was made.
#[derive(Debug, thiserror::Error)]
pub enum NewCardError {
    /// There is no such set.
    #[error("there is no set `{0}`: there are {1}")]
    NoSet(String, String),
    /// The name is no name of a card.
    #[error("`{0}` is no name of a card: write a line of letters, at most {LONGEST} of them")]
    NoName(String),
    /// A card has that name, or its file is there.
    #[error("{0}: give the new card another name")]
    Taken(String),
    /// The path is none of the library.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The disk refuses.
    #[error("cannot write `{path}`: {reason}")]
    Io {
        /// The file.
        path: String,
        /// The operating system's reason.
        reason: io::Error,
    },
}

const LONGEST: usize = 80;

impl EditService {
    /// Writes the file of a new card, and returns its path in the library.
    ///
    /// # Errors
    /// If the set is unknown, the name taken or none, or the disk refuses. Then nothing was written.
    pub fn new_card(&self, set: &str, name: &str) -> Result<String, NewCardError> {
        let library = self.library();
        if library.set(set).is_none() {
            let known: Vec<&str> = library.sets().iter().map(|set| &*set.folder).collect();
            return Err(NewCardError::NoSet(set.to_owned(), known.join(", ")));
        }
        let name = name.trim();
        let slug = slug(name);
        let is_name = !slug.is_empty() && name.chars().count() <= LONGEST && !name.chars().any(char::is_control);
        if !is_name {
            return Err(NewCardError::NoName(name.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect()));
        }
        let same = |card: &str| card.eq_ignore_ascii_case(name);
        if let Some(card) = library.cards().iter().find(|card| same(card.key.as_str())) {
            return Err(NewCardError::Taken(format!("there is a card `{}` in {}", card.key, card.path())));
        }
        let path = format!("cards/{set}/{slug}.toml");
        let file = self.root.file(&path)?;
        if file.role != Role::Card {
            return Err(NewCardError::Taken(format!("`{path}` is the file of the set itself")));
        }
        let numbers: BTreeSet<u32> = library
            .cards()
            .iter()
            .filter(|card| *card.set == *set)
            .filter_map(|card| Some(card.raw.number.as_ref()?.value))
            .collect();
        let number = numbers.last().map_or(1, |last| last + 1);
        let text = text(name, number);
        let _held = self.hold();
        let io_error = |reason: io::Error| NewCardError::Io { path: path.clone(), reason };
        let mut written = match OpenOptions::new().write(true).create_new(true).open(&file.full) {
            Ok(written) => written,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(NewCardError::Taken(format!("`{path}` is already there")));
            }
            Err(error) => return Err(io_error(error)),
        };
        if let Err(error) = written.write_all(text.as_bytes()) {
            drop(written);
            drop(fs::remove_file(&file.full));
            return Err(io_error(error));
        }
        Ok(path)
    }
}

/// A creature that every rule allows, for the author to change.
fn text(name: &str, number: u32) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "name      = \"{name}\"\ncost      = \"{{1}}{{W}}\"\ntype      = \"Creature - Human\"\npower     = 2\ntoughness = 2\nrarity    = \"common\"\nnumber    = {number}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::testing::TestFolder;
    use cardwright_library::{LibraryCompiler, LiveLibrary, WatchOptions};
    use std::sync::Arc;

    fn service(folder: &TestFolder) -> Arc<EditService> {
        let live = LiveLibrary::open(folder.path(), WatchOptions::default(), LibraryCompiler::new).unwrap();
        EditService::new(folder.path(), live).unwrap()
    }

    #[test]
    fn a_new_card_loads_without_a_word() {
        let folder = TestFolder::new();
        folder.write("cards/e/set.toml", "name = \"Embers\"\n");
        folder.write("cards/e/one.toml", "name = \"One\"\ntype = \"Land\"\nnumber = 7\n");
        let service = service(&folder);
        let path = service.new_card("e", " Señor Ash, the \"Baker\" ").unwrap();
        assert_eq!(path, "cards/e/senor-ash-the-baker.toml");
        let library = cardwright_library::load(folder.path(), LibraryCompiler::tracing()).unwrap();
        let card = library.card("Señor Ash, the \"Baker\"").unwrap();
        assert_eq!((card.raw.number.as_ref().unwrap().value, &**card.path()), (8, path.as_str()));
        let about: Vec<String> = cardwright_lint::run(&library)
            .iter()
            .filter(|finding| finding.primary().is_some_and(|label| *label.file.path == *path))
            .map(ToString::to_string)
            .collect();
        assert_eq!(about, [""; 0]);
    }

    #[test]
    fn nothing_that_is_there_is_touched() {
        let folder = TestFolder::new();
        folder.write("cards/e/set.toml", "name = \"Embers\"\n");
        folder.write("cards/e/one.toml", "name = \"One\"\ntype = \"Land\"\n");
        let other = folder.write("cards/e/two.toml", "name = \"Other\"\ntype = \"Land\"\n");
        let service = service(&folder);
        let refused = |set: &str, name: &str| service.new_card(set, name).unwrap_err().to_string();
        assert_eq!(refused("e", "one"), "there is a card `One` in cards/e/one.toml: give the new card another name");
        assert_eq!(refused("e", "Two"), "`cards/e/two.toml` is already there: give the new card another name");
        assert_eq!(fs::read_to_string(&other).unwrap(), "name = \"Other\"\ntype = \"Land\"\n");
        assert_eq!(refused("f", "Three"), "there is no set `f`: there are e");
        for set in ["", "..", "../e", "e/../e", "e/"] {
            assert!(matches!(service.new_card(set, "Three"), Err(NewCardError::NoSet(..))), "{set}");
        }
        for name in ["", "   ", "***", "a\nb", &"a".repeat(81)] {
            assert!(matches!(service.new_card("e", name), Err(NewCardError::NoName(_))), "{name}");
        }
        // What would be a path is only a name.
        assert_eq!(service.new_card("e", "../../Three").unwrap(), "cards/e/three.toml");
        assert_eq!(service.new_card("e", "Set").ok(), None, "`set.toml` is the set's own file");
    }
}
