//! Opening: which files make a card, and what they say.

use super::paths::{LibraryFile, PathError};
use super::save::{self, SaveError};
use super::text::{ABSENT, with_feeds};
use super::{EditService, highlight};
use cardwright_engine::symbol::Symbol;
use cardwright_library::files::{DecodedCard, RawCard, RawFace, RawScript, decode_card_file};
use cardwright_library::sources::Role;
use cardwright_library::{Library, LibraryCard};
use cardwright_script::diagnostic::{SourceFile, nearest};
use std::ops::Range;
use std::sync::Arc;

/// The files of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardFiles {
    /// Its key.
    pub key: Symbol,
    /// The card file first, then its script files in the order in which it names them.
    pub documents: Vec<Document>,
    /// Its faces and tokens.
    pub parts: Vec<Part>,
    /// The lines of the card in its file, counted from 1, if the file has several cards.
    pub lines: Option<Range<usize>>,
    /// The keywords it uses, with the files that define them.
    pub keywords: Vec<(Symbol, Arc<str>)>,
}

/// A file in the editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its path in the library.
    pub path: Arc<str>,
    /// What it is for.
    pub role: Role,
    /// What it says, with line feeds.
    pub text: String,
    /// What its bytes are known by, for saving.
    pub hash: String,
    /// Whether it lies on the disk.
    pub on_disk: OnDisk,
}

/// Whether a file lies on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDisk {
    /// It does.
    Yes,
    /// It comes with the program: saving it makes one in the library, which takes its place.
    BuiltIn,
}

/// A face or token of a card, with the place where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Which of them.
    pub kind: PartKind,
    /// Its name.
    pub name: String,
    /// The line of its name in the card file, counted from 1.
    pub line: usize,
    /// Its script file, if it has one of its own.
    pub script: Option<String>,
}

/// A part of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// A face.
    Face,
    /// A token that its scripts make.
    Token,
}

/// Why something is not opened or saved.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no such card.
    #[error("there is no card `{0}`{1}")]
    NoCard(String, String),
    /// There is no such file.
    #[error("there is no file `{0}` in the library")]
    NoFile(String),
    /// The path is none that the editor opens.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The file cannot be read or written.
    #[error(transparent)]
    Disk(#[from] SaveError),
}

impl EditService {
    /// The files of the card with that key, or of the card that a token belongs to.
    ///
    /// # Errors
    /// If there is no such card, or its file cannot be read.
    pub fn open(&self, key: &str) -> Result<CardFiles, OpenError> {
        let library = self.library();
        let card = find(&library, key).ok_or_else(|| no_card(&library, key))?;
        let document = self.open_file(card.path())?;
        let file = SourceFile::new(&document.path, &document.text);
        let decoded = decode_card_file(&file).cards;
        let count = decoded.len();
        let raw = raw_now(decoded, card);
        let raw = raw.as_ref().unwrap_or(&card.raw);
        let lines = (count > 1).then(|| lines_of(&document.text, raw.name().span.start));
        let mut documents = vec![document];
        for script in raw.script_files() {
            let path = format!("scripts/{}", script.value);
            // One that is missing is among the findings; there may be two faces with one script.
            if !documents.iter().any(|known| *known.path == *path)
                && let Ok(document) = self.open_file(&path)
            {
                documents.push(document);
            }
        }
        let part = |face: &RawFace, kind| Part {
            kind,
            name: face.name.value.clone(),
            line: file.place(face.name.span.start).line,
            script: match &face.script {
                Some(RawScript::File(path)) => Some(format!("scripts/{}", path.value)),
                Some(RawScript::Inline(_)) | None => None,
            },
        };
        let faces = raw.faces.iter().map(|face| part(face, PartKind::Face));
        let parts = faces.chain(raw.tokens.iter().map(|token| part(token, PartKind::Token))).collect();
        let keywords =
            card.uses.keywords.iter().filter_map(|keyword| Some((*keyword, keyword_file(&library, *keyword)?))).collect();
        Ok(CardFiles { key: card.key, documents, parts, lines, keywords })
    }

    /// A file under `cards/` or `scripts/`.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn open_file(&self, path: &str) -> Result<Document, OpenError> {
        let file = self.root.file(path)?;
        match save::read(&file)? {
            Some(disk) => {
                Ok(Document { path: file.path.clone(), role: file.role, text: disk.text, hash: disk.hash, on_disk: OnDisk::Yes })
            }
            None => built_in(&self.library(), &file).ok_or_else(|| OpenError::NoFile(path.to_owned())),
        }
    }
}

/// A file that comes with the program.
fn built_in(library: &Library, file: &LibraryFile) -> Option<Document> {
    let path = format!("{} (built in)", file.path);
    let text = with_feeds(&library.files().iter().find(|known| *known.path == *path)?.text).into_owned();
    Some(Document { path: file.path.clone(), role: file.role, text, hash: ABSENT.to_owned(), on_disk: OnDisk::BuiltIn })
}

fn find<'l>(library: &'l Library, key: &str) -> Option<&'l Arc<LibraryCard>> {
    let symbol = Symbol::new(key);
    let has_part = |card: &&Arc<LibraryCard>| {
        card.tokens.iter().any(|token| token.key == symbol) || card.definition.faces.iter().any(|face| face.base.name == symbol)
    };
    library.card_by_key(symbol).or_else(|| library.cards().iter().find(has_part))
}

fn no_card(library: &Library, key: &str) -> OpenError {
    let near = nearest(key, library.cards().iter().map(|card| card.key.as_str()));
    OpenError::NoCard(key.to_owned(), near.map_or_else(String::new, |near| format!("; did you mean `{near}`?")))
}

/// What the file says of the card now: the one of its name, or the only one.
fn raw_now(decoded: Vec<DecodedCard>, card: &LibraryCard) -> Option<RawCard> {
    let only = decoded.len() == 1;
    let mut cards = decoded.into_iter().filter_map(|decoded| decoded.card);
    cards.find(|raw| only || raw.name().value == card.key.as_str())
}

/// The lines of the table `[[card]]` that a byte stands in, counted from 1.
fn lines_of(text: &str, byte: usize) -> Range<usize> {
    let heads: Vec<usize> =
        highlight::heads(text).into_iter().filter(|(_, head)| head == "card").map(|(start, _)| start).collect();
    let start = heads.iter().rev().find(|start| **start <= byte).copied().unwrap_or(0);
    let end = heads.iter().find(|start| **start > byte).copied().unwrap_or(text.len());
    let line = |byte: usize| text[..byte].matches('\n').count() + 1;
    line(start)..line(text[..end].trim_end().len()) + 1
}

/// The file that defines a keyword, by its name.
fn keyword_file(library: &Library, keyword: Symbol) -> Option<Arc<str>> {
    let said = format!("\"{keyword}\"");
    let defines = |file: &&SourceFile| file.text.contains(&said) && file.text.contains("_ability(");
    let stem = format!("/{}.rhai", keyword.as_str().replace(' ', "-"));
    let files = library.keyword_files();
    let plain = |file: &SourceFile| -> Arc<str> { file.path.strip_suffix(" (built in)").unwrap_or(&file.path).into() };
    let named = files.iter().filter(defines).find(|file| plain(file).ends_with(&stem));
    named.or_else(|| files.iter().find(defines)).map(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Standing;
    use crate::edit::testing::TestFolder;
    use cardwright_library::LibraryCompiler;
    use std::path::Path;

    struct Loaded(Arc<Library>);

    impl Standing for Loaded {
        fn library(&self) -> Arc<Library> {
            self.0.clone()
        }
    }

    fn service(folder: &Path) -> Arc<EditService> {
        let library = cardwright_library::load(folder, LibraryCompiler::new()).unwrap();
        EditService::new(folder, Loaded(library)).unwrap()
    }

    #[test]
    fn a_card_is_its_file_with_its_scripts() {
        let folder = TestFolder::new();
        folder.write(
            "cards/e/lance.toml",
            "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nkeywords = [\"flash\"]\nscript = \"e/lance.rhai\"\n\n[[token]]\nname = \"Spark\"\ntype = \"Creature - Elemental\"\npower = 1\ntoughness = 1\n",
        );
        folder.write("scripts/e/lance.rhai", "spell(damage(3, target(any_target)));\r\n");
        let service = service(folder.path());
        let card = service.open("Ember Lance").unwrap();
        let paths: Vec<&str> = card.documents.iter().map(|document| &*document.path).collect();
        assert_eq!(paths, ["cards/e/lance.toml", "scripts/e/lance.rhai"]);
        assert_eq!(card.documents[1].text, "spell(damage(3, target(any_target)));\n");
        assert_eq!(card.lines, None);
        let parts: Vec<(PartKind, &str, usize)> =
            card.parts.iter().map(|part| (part.kind, part.name.as_str(), part.line)).collect();
        assert_eq!(parts, [(PartKind::Face, "Ember Lance", 1), (PartKind::Token, "Spark", 8)]);
        assert_eq!(card.keywords, [("flash".into(), "scripts/keywords/flash.rhai".into())]);
        assert_eq!(service.open("Ember Lance/Spark").unwrap().key, card.key);
        let error = service.open("Ember Lanse").unwrap_err();
        assert_eq!(error.to_string(), "there is no card `Ember Lanse`; did you mean `Ember Lance`?");
    }

    #[test]
    fn a_card_among_others_has_its_lines() {
        let folder = TestFolder::new();
        let card = |name: &str| format!("[[card]]\nname = \"{name}\"\ncost = \"{{R}}\"\ntype = \"Artifact\"\n\n");
        folder.write("cards/e/all.toml", &format!("# three\n{}{}{}", card("One"), card("Two"), card("Three")));
        let service = service(folder.path());
        let lines = |name: &str| service.open(name).unwrap().lines;
        assert_eq!((lines("One"), lines("Two"), lines("Three")), (Some(2..6), Some(7..11), Some(12..16)));
        // The file as it is counts, not as it was loaded.
        folder.write("cards/e/all.toml", &format!("# three\n# more\n{}{}", card("Two"), card("Three")));
        assert_eq!(lines("Two"), Some(3..7));
    }

    #[test]
    fn files_that_come_with_the_program_are_opened_and_saved_as_the_librarys_own() {
        let folder = TestFolder::new();
        folder.write("cards/e/set.toml", "name = \"E\"\n");
        let service = service(folder.path());
        let flying = service.open_file("scripts/keywords/flying.rhai").unwrap();
        assert_eq!((flying.on_disk, flying.hash.as_str(), flying.role), (OnDisk::BuiltIn, ABSENT, Role::Keyword));
        assert!(flying.text.contains("\"flying\""));
        let saved =
            service.save(&flying.path, &format!("// mine\n{}", flying.text), &flying.hash, super::super::OnConflict::Refuse);
        assert!(matches!(saved.unwrap(), super::super::Saved::Written { .. }));
        assert_eq!(service.open_file("scripts/keywords/flying.rhai").unwrap().on_disk, OnDisk::Yes);
        assert!(matches!(service.open_file("scripts/keywords/none.rhai"), Err(OpenError::NoFile(_))));
        assert!(matches!(service.open_file("../a.toml"), Err(OpenError::Path(_))));
        assert!(service.save("../a.toml", "x", ABSENT, super::super::OnConflict::Overwrite).is_err());
    }

    #[test]
    fn every_card_of_the_starter_set_is_opened() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let service = service(&root);
        let library = service.library();
        for card in library.cards() {
            let files = service.open(card.key.as_str()).unwrap();
            assert_eq!(files.documents.len(), 1 + card.raw.script_files().count(), "{}", card.key);
            assert_eq!(files.keywords.len(), card.uses.keywords.len(), "{}", card.key);
        }
    }
}
