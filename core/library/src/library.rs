//! A library as it is published: sets, cards, decks and what is wrong with them. It never changes; a reload makes another, which
//! shares what is the same.

use crate::compile::{ScriptText, Uses};
use crate::files::{Deck, RawCard, RawSet};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::trace::Trace;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A card of a library.
#[derive(Clone, Debug)]
pub struct LibraryCard {
    /// Its key: the name of its front face.
    pub key: Symbol,
    /// The folder of its set, under `cards/`; empty if it lies in none.
    pub set: Arc<str>,
    /// What games use.
    pub definition: Arc<CardDef>,
    /// The tokens that it defines.
    pub tokens: Vec<Arc<CardDef>>,
    /// What its file says: rarity, number, texts, places.
    pub raw: Arc<RawCard>,
    /// The script of each face, then of each token.
    pub scripts: Vec<Option<ScriptText>>,
    /// How the script of each face, then of each token, built its abilities, if the compiler notes that.
    pub traces: Vec<Option<Arc<Trace>>>,
    /// What it uses.
    pub uses: Uses,
    /// How many callbacks it has.
    pub callbacks: usize,
}

impl LibraryCard {
    /// The path of its file.
    pub fn path(&self) -> &Arc<str> {
        &self.raw.file.path
    }

    /// This, with the definitions of `before` where they say the same.
    pub(crate) fn sharing_with(mut self, before: Option<&LibraryCard>) -> Self {
        let Some(before) = before else { return self };
        share(&mut self.definition, Some(&before.definition));
        for token in &mut self.tokens {
            let same_key = before.tokens.iter().find(|other| other.key == token.key);
            share(token, same_key);
        }
        self
    }

    /// Whether games would see no difference.
    pub fn plays_like(&self, other: &LibraryCard) -> bool {
        same_but_for_version(&self.definition, &other.definition)
            && self.tokens.len() == other.tokens.len()
            && self.tokens.iter().zip(&other.tokens).all(|(own, other)| same_but_for_version(own, other))
    }
}

fn share(new: &mut Arc<CardDef>, old: Option<&Arc<CardDef>>) {
    if let Some(old) = old.filter(|old| same_but_for_version(new, old)) {
        *new = old.clone();
    }
}

fn same_but_for_version(a: &Arc<CardDef>, b: &Arc<CardDef>) -> bool {
    Arc::ptr_eq(a, b) || (a.key == b.key && a.kind == b.kind && a.faces == b.faces)
}

/// A set of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardSet {
    /// The name of its folder under `cards/`.
    pub folder: Arc<str>,
    /// What its `set.toml` says, or the defaults.
    pub facts: RawSet,
}

/// One version of a library.
#[derive(Clone, Debug, Default)]
pub struct Library {
    pub(crate) root: PathBuf,
    pub(crate) version: u64,
    pub(crate) sets: Vec<Arc<CardSet>>,
    pub(crate) cards: Vec<Arc<LibraryCard>>,
    pub(crate) by_key: BTreeMap<Symbol, usize>,
    pub(crate) tokens: BTreeMap<Symbol, Arc<CardDef>>,
    pub(crate) decks: Vec<Arc<Deck>>,
    pub(crate) unplayable: BTreeSet<Arc<str>>,
    pub(crate) last_good: BTreeSet<Symbol>,
    pub(crate) failed: BTreeSet<Symbol>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) preludes: Vec<SourceFile>,
    pub(crate) keyword_files: Vec<SourceFile>,
    pub(crate) keywords: Vec<Symbol>,
    pub(crate) counters: BTreeMap<Symbol, Arc<CardDef>>,
    pub(crate) types: Vec<Arc<CardDef>>,
    pub(crate) reminders: BTreeMap<Symbol, Symbol>,
    pub(crate) rulesets: BTreeMap<String, SourceFile>,
    pub(crate) files: Vec<SourceFile>,
    pub(crate) config: Option<SourceFile>,
}

impl Library {
    /// The folder that it was read from.
    pub fn root(&self) -> &Path {
        &self.root
    }
    /// Counts up from 1 with every change.
    pub fn version(&self) -> u64 {
        self.version
    }
    /// The sets, by folder.
    pub fn sets(&self) -> &[Arc<CardSet>] {
        &self.sets
    }
    /// The set in that folder.
    pub fn set(&self, folder: &str) -> Option<&Arc<CardSet>> {
        self.sets.iter().find(|set| &*set.folder == folder)
    }
    /// The cards, in the order of their files.
    pub fn cards(&self) -> &[Arc<LibraryCard>] {
        &self.cards
    }
    /// The card of that name.
    pub fn card(&self, name: &str) -> Option<&Arc<LibraryCard>> {
        self.card_by_key(Symbol::new(name))
    }
    /// The card with that key.
    pub fn card_by_key(&self, key: Symbol) -> Option<&Arc<LibraryCard>> {
        self.by_key.get(&key).map(|&index| &self.cards[index])
    }
    /// The card or token with that key.
    pub fn definition(&self, key: Symbol) -> Option<&Arc<CardDef>> {
        self.card_by_key(key).map(|card| &card.definition).or_else(|| self.tokens.get(&key))
    }
    /// Everything that games with these cards can need: what is said of types, the cards, the tokens they make, the cards they name, and so on. In the
    /// order of the keys; unknown ones are left out.
    pub fn definitions_for(&self, keys: impl IntoIterator<Item = Symbol>) -> Vec<Arc<CardDef>> {
        let mut waiting: Vec<Symbol> = keys.into_iter().collect();
        let mut found: BTreeMap<Symbol, Arc<CardDef>> = BTreeMap::new();
        while let Some(key) = waiting.pop() {
            let Some(definition) = self.definition(key) else { continue };
            if found.insert(key, definition.clone()).is_none()
                && let Some(card) = self.card_by_key(key)
            {
                waiting.extend(card.tokens.iter().map(|token| token.key));
                waiting.extend(card.uses.tokens.iter().chain(&card.uses.cards));
            }
        }
        // Whatever keyword is spoken of, a counter of that kind may come about (modern 122.1b).
        let keywords: BTreeSet<Symbol> =
            found.keys().filter_map(|key| self.card_by_key(*key)).flat_map(|card| card.uses.keywords.iter().copied()).collect();
        let counters = keywords.iter().filter_map(|keyword| self.counters.get(keyword).cloned());
        // What the rules say of types is known before what has them.
        self.types.iter().cloned().chain(found.into_values()).chain(counters.collect::<Vec<_>>()).collect()
    }
    /// What is said of card types and subtypes.
    pub fn types(&self) -> &[Arc<CardDef>] {
        &self.types
    }
    /// The kinds of counters that give abilities, by kind.
    pub fn counters(&self) -> impl Iterator<Item = &Arc<CardDef>> {
        self.counters.values()
    }
    /// The decks, in the order of their files.
    pub fn decks(&self) -> &[Arc<Deck>] {
        &self.decks
    }
    /// The deck of that id or name.
    pub fn deck(&self, name: &str) -> Option<&Arc<Deck>> {
        let by_id = self.decks.iter().find(|deck| &*deck.id == name);
        by_id.or_else(|| self.decks.iter().find(|deck| deck.name.eq_ignore_ascii_case(name)))
    }
    /// Whether every card of a deck is here.
    pub fn is_playable(&self, deck: &Deck) -> bool {
        !self.unplayable.contains(&deck.id)
    }
    /// Whether the files of a card have errors, so that it is what it was before.
    pub fn is_last_good(&self, key: Symbol) -> bool {
        self.last_good.contains(&key)
    }
    /// What is wrong, in the order of files and places.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
    /// Whether anything is wrong that is worse than a warning.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
    /// The keywords that cards can use.
    pub fn keywords(&self) -> &[Symbol] {
        &self.keywords
    }
    /// The reminder text of a keyword with that argument, as its file says it, without parentheses.
    pub fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        let text = self.reminders.get(&keyword)?.as_str();
        let Some((before, rest)) = text.split_once('<') else { return Some(text.to_owned()) };
        let mut written = before.to_owned();
        for part in rest.split('<') {
            written.push_str(argument);
            written.push_str(part.split_once('>').map_or(part, |(_, behind)| behind));
        }
        Some(written)
    }
    /// The prelude files in use: a script host on another thread learns them first.
    pub fn preludes(&self) -> &[SourceFile] {
        &self.preludes
    }
    /// The keyword files in use: a script host on another thread learns them after the prelude.
    pub fn keyword_files(&self) -> &[SourceFile] {
        &self.keyword_files
    }
    /// A file of `scripts/rulesets/`, by its name without `.toml`.
    pub fn ruleset(&self, name: &str) -> Option<&SourceFile> {
        self.rulesets.get(name)
    }
    /// Every file that was read, in the order of their paths; those that come with the program too.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }
    /// `cardwright.toml`, if there is one.
    pub fn config(&self) -> Option<&SourceFile> {
        self.config.as_ref()
    }
    /// The names of all rulesets.
    pub fn ruleset_names(&self) -> impl Iterator<Item = &str> {
        self.rulesets.keys().map(String::as_str)
    }
}
