//! What is done to a game between beats: new texts, and what people change by hand. All of it is recorded.

use super::arrange::{self, Arrangement, Refused};
use super::diff::changes;
use cardwright_engine::definition::{CardDef, Definitions};
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whether new texts are worth lines of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Notice {
    /// They are: somebody has changed a card.
    Said,
    /// They are not: the game has gone back, and its texts have been said before.
    Silent,
}

/// Something that is done between beats.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum Change {
    /// These definitions are new or take the place of those with their keys.
    Adopt(Notice, Vec<Arc<CardDef>>),
    /// Somebody changes the position by hand, with the definitions that the game needs for it.
    Arrange { definitions: Vec<Arc<CardDef>>, changes: Vec<Arrangement> },
    /// A spell or ability on the stack takes the new text.
    TakeText(ObjectId),
    /// Somebody says something.
    Said(String),
}

impl Change {
    /// The definitions that it brings.
    pub fn definitions(&self) -> &[Arc<CardDef>] {
        match self {
            Change::Adopt(_, definitions) | Change::Arrange { definitions, .. } => definitions,
            Change::TakeText(_) | Change::Said(_) => &[],
        }
    }
}

/// Why a change cannot be made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ChangeError {
    /// The position cannot be changed so.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The spell or ability does not take the new text.
    #[error(transparent)]
    Text(#[from] super::pins::CannotTake),
}

/// Makes the change. If it cannot be made, the game may be half-changed: try it on a copy.
pub(super) fn apply(game: &mut Game, change: &Change) -> Result<(), ChangeError> {
    match change {
        Change::Adopt(_, definitions) => adopt(game, definitions),
        Change::Arrange { definitions, changes } => {
            adopt(game, definitions);
            arrange::arrange(game, changes)?;
        }
        Change::TakeText(entry) => super::pins::take(game, *entry)?,
        Change::Said(_) => {}
    }
    Ok(())
}

pub(super) fn adopt(game: &mut Game, definitions: &[Arc<CardDef>]) {
    if definitions.is_empty() {
        return;
    }
    let mut table: Definitions = (**game.definitions()).clone();
    for definition in definitions {
        table.insert(definition.clone());
    }
    game.adopt(Arc::new(table));
}

/// Which of these definitions the game does not have so.
pub(super) fn news<'d>(game: &Game, definitions: impl IntoIterator<Item = &'d Arc<CardDef>>) -> Vec<Arc<CardDef>> {
    let known = game.definitions();
    // Compared in the form in which games have them.
    let mut prepared = Definitions::new();
    let differs = |definition: &&Arc<CardDef>| match known.find(definition.key) {
        None => true,
        Some(id) => {
            let old = known.get(id);
            let id = prepared.insert((*definition).clone());
            let new = prepared.get(id);
            old.faces != new.faces || old.kind != new.kind
        }
    };
    definitions.into_iter().filter(differs).cloned().collect()
}

/// Where definitions differ, those of `wanted`. What was made during a game is nobody's text.
pub(super) fn difference(game: &Game, wanted: &Definitions) -> Vec<Arc<CardDef>> {
    news(game, wanted.iter().map(|(_, definition)| definition).filter(|definition| !definition.is_made()))
}

/// What changes with these definitions, in words, one line for each card that the game knew, with its key.
pub(super) fn in_words(game: &Game, definitions: &[Arc<CardDef>]) -> Vec<(String, cardwright_engine::symbol::Symbol)> {
    let known = game.definitions();
    let line = |definition: &Arc<CardDef>| {
        let words = changes(known.get(known.find(definition.key)?), definition);
        (!words.is_empty()).then(|| (format!("{}: {}", definition.name(), words.join(", ")), definition.key))
    };
    definitions.iter().filter_map(line).collect()
}
