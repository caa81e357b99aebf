//! From decks to games.

use super::{Catalog, CatalogError};
use cardwright_engine::definition::Definitions;
use cardwright_engine::game::Game;
use cardwright_engine::ids::DefId;
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::setup::Setup;
use cardwright_engine::symbol::Symbol;
use cardwright_library::files::Deck;
use std::sync::Arc;

/// Why decks cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// There is no such deck.
    #[error("there is no deck `{0}`{1}")]
    Unknown(String, String),
    /// Some of its cards are not in the library.
    #[error("the deck `{deck}` cannot be played: {card} is not in the library")]
    Incomplete {
        /// The deck.
        deck: String,
        /// The first card that is missing.
        card: Symbol,
    },
    /// There are no decks at all.
    #[error("the library has no decks: write one under decks/, or name a library with --library")]
    None,
    /// The ruleset is missing or broken.
    #[error(transparent)]
    Ruleset(#[from] CatalogError),
}

impl Catalog {
    /// The decks of these names, in order, repeated from the first for more players. Without names, the first decks of the
    /// library.
    ///
    /// # Errors
    /// If one does not exist, or the library has none.
    pub fn decks(&self, names: &[String], players: usize) -> Result<Vec<Arc<Deck>>, DeckError> {
        let chosen: Vec<Arc<Deck>> = if names.is_empty() {
            self.library.decks().iter().filter(|deck| self.library.is_playable(deck)).cloned().collect()
        } else {
            names.iter().map(|name| self.deck(name)).collect::<Result<_, _>>()?
        };
        if chosen.is_empty() {
            return Err(DeckError::None);
        }
        Ok(chosen.iter().cycle().take(players).cloned().collect())
    }

    /// The deck of that name.
    ///
    /// # Errors
    /// If there is none, or one of its cards is missing.
    pub fn deck(&self, name: &str) -> Result<Arc<Deck>, DeckError> {
        let Some(deck) = self.library.deck(name) else {
            let ids: Vec<&str> = self.library.decks().iter().map(|deck| &*deck.id).collect();
            let hint = match cardwright_script::diagnostic::nearest(name, ids.iter().copied()) {
                Some(near) => format!("; did you mean `{near}`?"),
                None if ids.is_empty() => String::new(),
                None => format!(": there are {}", ids.join(", ")),
            };
            return Err(DeckError::Unknown(name.to_owned(), hint));
        };
        match deck.cards().find(|card| self.library.card_by_key(*card).is_none()) {
            Some(card) => Err(DeckError::Incomplete { deck: deck.name.clone(), card }),
            None => Ok(deck.clone()),
        }
    }

    /// What games with these decks begin with; the seed is filled in for each.
    pub fn setup(&self, decks: &[Arc<Deck>], ruleset: Arc<Ruleset>, seed: u64) -> Setup {
        let mut definitions = Definitions::new();
        for definition in self.library.definitions_for(decks.iter().flat_map(|deck| deck.cards())) {
            definitions.insert(definition);
        }
        let ids = |deck: &Arc<Deck>| -> Vec<DefId> { deck.cards().filter_map(|card| definitions.find(card)).collect() };
        let decks = decks.iter().map(ids).collect();
        Setup { definitions: Arc::new(definitions), ruleset, decks, teams: Vec::new(), seed }
    }

    /// A game with these decks.
    ///
    /// # Errors
    /// If the ruleset is missing or broken.
    pub fn game(&self, decks: &[Arc<Deck>], ruleset: &str, seed: u64) -> Result<Game, DeckError> {
        Ok(Game::new(&self.setup(decks, self.ruleset(ruleset)?, seed)))
    }

    /// Every definition of the library: what scenarios can name.
    pub fn all_definitions(&self) -> Definitions {
        let mut definitions = Definitions::new();
        for of_type in self.library.types() {
            definitions.insert(of_type.clone());
        }
        for card in self.library.cards() {
            definitions.insert(card.definition.clone());
            for token in &card.tokens {
                definitions.insert(token.clone());
            }
        }
        for counter in self.library.counters() {
            definitions.insert(counter.clone());
        }
        definitions
    }
}
