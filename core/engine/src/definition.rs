//! Definitions: what cards, tokens and emblems are before any game begins. Shared by all games, never changed in one.

use crate::ability::AbilityInstance;
use crate::characteristics::Characteristics;
use crate::ids::DefId;
use crate::symbol::Symbol;
use derive_visitor::{Drive, DriveMut, Event, Visitor, VisitorMut};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A printed power or toughness: its number (0 for `*`, modern 208.2a) and how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PrintedPt {
    /// The number; what `*` stands for is said by an ability.
    pub value: i32,
    /// As printed: "2", "*", "1+*".
    pub text: Symbol,
}

impl PrintedPt {
    /// A plain number.
    pub fn number(value: i32) -> Self {
        PrintedPt { value, text: Symbol::new(&value.to_string()) }
    }
}

/// One face of a card or token.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Face {
    /// Its printed characteristics (modern 109.3), abilities included.
    pub base: Characteristics,
    /// How power is printed, if at all.
    pub power: Option<PrintedPt>,
    /// How toughness is printed, if at all.
    pub toughness: Option<PrintedPt>,
}

impl Drive for Face {
    fn drive<V: Visitor>(&self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        for instance in &self.base.abilities {
            instance.ability.drive(visitor);
        }
        visitor.visit(self, Event::Exit);
    }
}
impl DriveMut for Face {
    fn drive_mut<V: VisitorMut>(&mut self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        for instance in &mut self.base.abilities {
            instance.ability.drive_mut(visitor);
        }
        visitor.visit(self, Event::Exit);
    }
}

impl Face {
    /// Its abilities.
    pub fn abilities(&self) -> &[AbilityInstance] {
        &self.base.abilities
    }
}

/// What kind of thing a definition defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum DefKind {
    /// A card.
    #[default]
    Card,
    /// A token (modern 111).
    Token,
    /// An emblem (modern 114).
    Emblem,
}

/// A card, token or emblem.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CardDef {
    /// Its unique name in the library: the card's name for cards, "card name/token name" for tokens of one card.
    pub key: Symbol,
    /// What it is.
    pub kind: DefKind,
    /// Its faces: one or more, the front first.
    pub faces: Vec<Face>,
    /// The content hash of the files it was read from.
    pub version: u64,
}

impl CardDef {
    /// The front face.
    pub fn front(&self) -> &Face {
        &self.faces[0]
    }
    /// The front face's name.
    pub fn name(&self) -> Symbol {
        self.front().base.name
    }
}

/// The definitions that a game uses, by dense id.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Definitions {
    table: Vec<Arc<CardDef>>,
    by_key: BTreeMap<Symbol, DefId>,
}

impl Definitions {
    /// No definitions.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a definition or replaces the one of the same key, which keeps its id. A definition without a face is given an
    /// empty one.
    pub fn insert(&mut self, definition: Arc<CardDef>) -> DefId {
        let definition = if definition.faces.is_empty() {
            let mut fixed = (*definition).clone();
            fixed.faces.push(Face::default());
            Arc::new(fixed)
        } else {
            definition
        };
        match self.by_key.get(&definition.key) {
            Some(&id) => {
                self.table[id.index()] = definition;
                id
            }
            None => {
                let id = DefId(self.table.len() as u32);
                self.by_key.insert(definition.key, id);
                self.table.push(definition);
                id
            }
        }
    }
    /// The definition.
    pub fn get(&self, id: DefId) -> &Arc<CardDef> {
        &self.table[id.index()]
    }
    /// The id of the definition with that key.
    pub fn find(&self, key: Symbol) -> Option<DefId> {
        self.by_key.get(&key).copied()
    }
    /// All of them, by id.
    pub fn iter(&self) -> impl Iterator<Item = (DefId, &Arc<CardDef>)> {
        self.table.iter().enumerate().map(|(index, definition)| (DefId(index as u32), definition))
    }
    /// How many.
    pub fn len(&self) -> usize {
        self.table.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
}
