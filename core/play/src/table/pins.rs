//! Spells and abilities that finish as they were announced, while their cards have another text.

use super::diff;
use super::{Change, Table};
use cardwright_engine::announced::Announced;
pub use cardwright_engine::announced::CannotTake;
use cardwright_engine::game::{Game, Presence};
use cardwright_engine::ids::ObjectId;
use cardwright_engine::object::EntryKind;
use cardwright_engine::symbol::Symbol;

/// An entry of the stack that keeps an older text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pinned {
    /// The object on the stack.
    pub entry: ObjectId,
    /// The key of its card.
    pub key: Symbol,
    /// What the card's text changes, in words.
    pub changes: Vec<String>,
    /// Whether it could take the new text.
    pub fits: Result<(), CannotTake>,
}

impl Table {
    /// The entries of the stack whose cards have another text by now, bottom first.
    pub fn pinned(&self) -> &[Pinned] {
        let all = || {
            let game = self.game();
            game.stack().iter().filter_map(|entry| pinned(game, entry.object)).collect()
        };
        // Everybody at the table asks; it stays so until the game is another.
        self.pinned.get_or_init(all)
    }

    /// One entry of the stack takes the text that its card has now. The beat that waits begins anew.
    ///
    /// # Errors
    /// If what was chosen for it does not fit the new text. Nothing has changed then.
    pub fn adopt_on_stack(&mut self, entry: ObjectId) -> Result<(), CannotTake> {
        match self.redo(Change::TakeText(entry)) {
            Ok(_) => Ok(()),
            Err(super::ChangeError::Text(error)) => Err(error),
            Err(super::ChangeError::Refused(_)) => Err(CannotTake::SameText),
        }
    }
}

pub(super) fn take(game: &mut Game, entry: ObjectId) -> Result<(), CannotTake> {
    game.take_new_text(entry)
}

fn pinned(game: &Game, object: ObjectId) -> Option<Pinned> {
    let announced = game.announced(object)?;
    let card = match &game.entry(object)?.kind {
        EntryKind::Spell => game.object(object)?.card,
        EntryKind::Ability { source, .. } => match game.presence(*source) {
            Presence::Present(source) => source.card,
            Presence::Gone(last) => last.object.card,
            Presence::Forgotten => return None,
        },
    };
    let changes = match &announced {
        Announced::Spell(kept, card) => diff::changes(game.definition(*kept), game.definition(*card)),
        Announced::Ability(kept, Some(now)) => diff::ability_changes(kept, now),
        Announced::Ability(_, None) => vec!["the ability is gone".to_owned()],
    };
    let fits = game.clone().take_new_text(object);
    Some(Pinned { entry: object, key: game.definition(card).key, changes, fits })
}
