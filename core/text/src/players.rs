//! Players as nouns.

use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ability::{PlayerFilter, Players};

impl Speech<'_> {
    /// The players as a noun: "you", "each opponent", "target player", "that player", "its controller".
    pub(crate) fn players(&mut self, players: &Players) -> Noun {
        match players {
            Players::You => Noun::you(),
            other => Noun::player(format!("⟦{other:?}⟧")),
        }
    }
    /// The players where a rule speaks of each one of them: "a player", "an opponent", "you".
    pub(crate) fn any_player(&mut self, players: &Players) -> Noun {
        self.players(players)
    }
    /// What is true of a player, behind "who": "controls more creatures than you".
    pub(crate) fn player_quality(&mut self, filter: &PlayerFilter) -> String {
        format!("⟦{filter:?}⟧")
    }
}
