//! What checks look at: a card with its files, or a set with its cards.

use crate::file::slug::{slug, stem};
use cardwright_engine::ability::Ability;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::symbol::Symbol;
use cardwright_library::compile::ScriptText;
use cardwright_library::files::RawFace;
use cardwright_library::{CardSet, Library, LibraryCard};
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::trace::{Made, Trace};
use cardwright_text::Lexicon;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// The library of a card or set. What a check looks at in it is noted: what it found must then be found anew when that changes, not only
/// when the card does.
#[derive(Clone, Copy)]
pub struct LibraryView<'l> {
    library: &'l Library,
    looked: &'l Cell<Looked>,
    called: &'l Called,
}

/// The cards of a library by what they, their faces and tokens and their files are called, written as file names are. Made when it
/// is asked for first, once for a run.
#[derive(Default)]
pub(crate) struct Called(OnceCell<BTreeMap<String, usize>>);

impl Called {
    fn find(&self, library: &Library, name: &str) -> Option<usize> {
        let names = self.0.get_or_init(|| {
            let mut names = BTreeMap::new();
            for (place, card) in library.cards().iter().enumerate() {
                let faces = card.raw.faces.iter().chain(&card.raw.tokens).map(|face| slug(&face.name.value));
                for name in faces.chain([stem(card.path()).to_owned()]) {
                    names.entry(name).or_insert(place);
                }
            }
            names
        });
        names.get(name).copied()
    }
}

/// What of a library was looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Looked {
    /// Nothing.
    #[default]
    Nothing,
    /// Its keywords, which seldom change.
    Keywords,
    /// Whatever is in it.
    Anything,
}

impl<'l> LibraryView<'l> {
    pub(crate) fn new(library: &'l Library, looked: &'l Cell<Looked>, called: &'l Called) -> Self {
        LibraryView { library, looked, called }
    }

    /// Notes that this was looked at.
    pub fn note(self, looked: Looked) {
        self.looked.set(self.looked.get().max(looked));
    }

    /// The library itself.
    pub fn get(self) -> &'l Library {
        self.note(Looked::Anything);
        self.library
    }

    /// The first card that has that name, or a face, token or file of that name, as file names are written: `ember-lance`.
    pub fn called(self, name: &str) -> Option<&'l Arc<LibraryCard>> {
        self.called.find(self.get(), name).map(|place| &self.library.cards()[place])
    }

    /// The keywords that cards can use.
    pub fn keywords(self) -> &'l [Symbol] {
        self.note(Looked::Keywords);
        self.library.keywords()
    }

    /// The number of this version of it, which says nothing of what is in it.
    pub fn version(self) -> u64 {
        self.library.version()
    }
}

impl Deref for LibraryView<'_> {
    type Target = Library;
    fn deref(&self) -> &Library {
        self.get()
    }
}

impl Lexicon for LibraryView<'_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        self.note(Looked::Keywords);
        self.library.reminder(keyword, argument)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.get().definition(key).cloned()
    }
}

/// A card as checks see it.
#[derive(Clone, Copy)]
pub struct CardView<'l> {
    /// The library that it belongs to.
    pub library: LibraryView<'l>,
    /// The card.
    pub card: &'l LibraryCard,
    /// The ruleset of its set.
    pub ruleset: &'l Ruleset,
}

/// A face or token of a card.
#[derive(Clone, Copy)]
pub struct FaceView<'l> {
    /// The card.
    pub card: &'l LibraryCard,
    /// What games use.
    pub face: &'l Face,
    /// What the card file says.
    pub raw: &'l RawFace,
    /// Its script, if it has one.
    pub script: Option<&'l ScriptText>,
    /// How the script built the abilities.
    pub trace: Option<&'l Trace>,
    /// Whether it is a token of the card.
    pub is_token: bool,
}

/// A set as checks see it.
#[derive(Clone, Copy)]
pub struct SetView<'l> {
    /// The library that it belongs to.
    pub library: LibraryView<'l>,
    /// The set.
    pub set: &'l CardSet,
    /// Its cards, in the order of their files.
    pub cards: &'l [Arc<LibraryCard>],
    /// Its ruleset.
    pub ruleset: &'l Ruleset,
}

impl<'l> CardView<'l> {
    /// Its faces, then the tokens that its file defines.
    pub fn faces(&self) -> impl Iterator<Item = FaceView<'l>> + use<'l> {
        let card = self.card;
        let faces = card.definition.faces.iter().zip(&card.raw.faces).map(|pair| (pair, false));
        let tokens = card.tokens.iter().map(|token| token.front()).zip(&card.raw.tokens).map(|pair| (pair, true));
        faces.chain(tokens).enumerate().map(move |(place, ((face, raw), is_token))| FaceView {
            card,
            face,
            raw,
            script: card.scripts.get(place).and_then(Option::as_ref),
            trace: card.traces.get(place).and_then(Option::as_deref),
            is_token,
        })
    }
}

impl<'l> FaceView<'l> {
    /// The abilities that its script made (not those of keywords in its list), each with where it begins to be said.
    pub fn scripted(&self) -> impl Iterator<Item = (usize, &'l Ability)> + use<'l> {
        let from = self.trace.map_or(usize::MAX, |trace| trace.first_scripted);
        self.face.abilities().iter().map(|instance| &*instance.ability).enumerate().skip(from)
    }

    /// All its abilities by place.
    pub fn abilities(&self) -> impl Iterator<Item = (usize, &'l Ability)> + use<'l> {
        self.face.abilities().iter().map(|instance| &*instance.ability).enumerate()
    }

    /// Where an ability is said: the word of its statement (`when`, `always`...), or the keyword in the card file.
    pub fn ability_place(&self, ability: usize) -> (SourceFile, Range<usize>) {
        let said = self.trace.and_then(|trace| trace.abilities.get(ability)).cloned().flatten();
        match (said, self.script) {
            (Some(place), _) => place,
            (None, Some(script)) => (script.file.clone(), script.span.clone()),
            (None, None) => (self.card.raw.file.clone(), self.raw.name.span.clone()),
        }
    }

    /// Where a part of an ability was built: the word that made it, with its arguments. The statement of the ability if that
    /// cannot be told.
    pub fn place(&self, ability: usize, part: &Made) -> (SourceFile, Range<usize>) {
        let found = self.trace.and_then(|trace| trace.place(ability, part));
        found.unwrap_or_else(|| self.ability_place(ability))
    }
}
