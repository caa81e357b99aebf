//! Zones (modern 400).

use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// The kinds of zones (modern 400.1). Library, hand and graveyard exist once for each player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
#[allow(missing_docs)]
pub enum ZoneKind {
    Library,
    Hand,
    Battlefield,
    Graveyard,
    Stack,
    Exile,
    Command,
    /// Outside the game, or nowhere any more (111.7, 400.11).
    Outside,
}

impl ZoneKind {
    /// Whether each player has one.
    pub fn is_owned(self) -> bool {
        matches!(self, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard)
    }
    /// Whether its cards are normally hidden (modern 400.2).
    pub fn is_hidden(self) -> bool {
        matches!(self, ZoneKind::Library | ZoneKind::Hand)
    }
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            ZoneKind::Library => "library",
            ZoneKind::Hand => "hand",
            ZoneKind::Battlefield => "battlefield",
            ZoneKind::Graveyard => "graveyard",
            ZoneKind::Stack => "stack",
            ZoneKind::Exile => "exile",
            ZoneKind::Command => "command zone",
            ZoneKind::Outside => "outside the game",
        }
    }
}
