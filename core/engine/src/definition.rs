//! Definitions: what cards, tokens and emblems are before any game begins. Shared by all games, never changed in one.

use crate::ability::{AbilityBody, AbilityInstance, AbilityRef, CastAs, CastFrom, Change, Origin, Rule, StaticPart};
use crate::characteristics::Characteristics;
use crate::eval::EventKinds;
use crate::ids::DefId;
use crate::layers::entries::{FaceIndex, ZoneBits};
use crate::layers::reads::Concerns;
use crate::layers::subtypes;
use crate::symbol::Symbol;
use crate::type_rules::{TypeFacts, TypeTable};
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
    /// A kind of counter that gives abilities to what it is on (modern 122.1b). The definition's key is
    /// [`CardDef::counter_key`] of the kind, its face's abilities are those that the counter gives.
    Counter,
    /// A card type or subtype (modern 205.2, 205.3), with what the rules say of it: [`CardDef::of_type`]. Its face's name is the
    /// word, its face's abilities are those that the type brings.
    Type,
}

/// How keys of definitions begin that were made during a game: copies, emblems, spells kept as they were announced.
const MADE: char = '~';

/// What stands in the keys of spells kept as they were announced.
const ANNOUNCED: &str = "/announced ";

/// How keys of kinds of counters begin. No card is called so.
const COUNTER_KEY: &str = "counter: ";

/// How keys of types begin. No card is called so.
const TYPE_KEY: &str = "type: ";

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
    /// What the rules say of it, if it is a type.
    pub of_type: Option<Box<TypeFacts>>,
}

impl CardDef {
    /// The key of the definition of a kind of counter.
    pub fn counter_key(kind: Symbol) -> Symbol {
        Symbol::new(&format!("{COUNTER_KEY}{kind}"))
    }
    /// The definition of a kind of counter that gives these abilities (modern 122.1b).
    pub fn counter(kind: Symbol, abilities: Vec<AbilityInstance>, version: u64) -> Self {
        let base = Characteristics { name: kind, abilities, ..Characteristics::default() };
        let faces = vec![Face { base, ..Face::default() }];
        CardDef { key: CardDef::counter_key(kind), kind: DefKind::Counter, faces, version, of_type: None }
    }
    /// The key of the definition of a card type or subtype.
    pub fn type_key(word: Symbol) -> Symbol {
        Symbol::new(&format!("{TYPE_KEY}{word}"))
    }
    /// The definition of a card type or subtype that brings these abilities.
    pub fn of_type(word: Symbol, abilities: Vec<AbilityRef>, facts: TypeFacts, version: u64) -> Self {
        let abilities = abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::OfType }).collect();
        let base = Characteristics { name: word, abilities, ..Characteristics::default() };
        let faces = vec![Face { base, ..Face::default() }];
        CardDef { key: CardDef::type_key(word), kind: DefKind::Type, faces, version, of_type: Some(Box::new(facts)) }
    }
    /// Whether it was made during a game and is in no library.
    pub fn is_made(&self) -> bool {
        self.key.as_str().starts_with(MADE)
    }
    /// Whether it is the text of a spell that was announced before its card got another.
    pub fn is_as_announced(&self) -> bool {
        self.is_made() && self.key.as_str().contains(ANNOUNCED)
    }
    /// The same under a key of its own that follows from its content: for a spell that finishes as it was announced.
    pub(crate) fn as_announced(&self) -> CardDef {
        let content = postcard::to_stdvec(&(self.kind, &self.faces)).unwrap_or_default();
        let hash = blake3::hash(&content).to_hex();
        CardDef { key: Symbol::new(&format!("{MADE}{}{ANNOUNCED}{}", self.name(), &hash[..16])), ..self.clone() }
    }
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
#[serde(from = "Table", into = "Table")]
pub struct Definitions {
    table: Vec<Arc<CardDef>>,
    by_key: BTreeMap<Symbol, DefId>,
    /// What the abilities of each face put into the index of functioning abilities.
    indexes: Vec<Arc<[FaceIndex]>>,
    /// Where abilities of each definition function that have to be looked for.
    zones: Vec<FunctionZones>,
    anywhere: FunctionZones,
    concerns: Concerns,
    /// What kinds of counters give, by kind: one change each.
    counters: BTreeMap<Symbol, [Change; 1]>,
    types: TypeTable,
}

/// The zones in which abilities of a definition function that have to be looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct FunctionZones {
    /// Triggers, rules, replacements, effects.
    pub any: ZoneBits,
    /// Effects on characteristics and control.
    pub effects: ZoneBits,
}

/// How definitions are written.
#[derive(Serialize, Deserialize)]
struct Table {
    table: Vec<Arc<CardDef>>,
}

impl From<Table> for Definitions {
    fn from(written: Table) -> Self {
        let mut definitions = Definitions::new();
        for definition in written.table {
            definitions.insert(definition);
        }
        definitions
    }
}
impl From<Definitions> for Table {
    fn from(definitions: Definitions) -> Self {
        Table { table: definitions.table }
    }
}

/// The definition in the form in which games read it: with a face, base power and toughness, and the mana abilities that
/// come with basic land types (modern 305.6).
/// The mana cost of the front face, which the back face's mana value is worked out from (202.3b); `None` of a card of which
/// either face may be played, whose faces have each its own.
fn front_cost(definition: &CardDef) -> Option<crate::mana::ManaCost> {
    let front = definition.faces.first()?;
    let either = front.base.abilities.iter().any(|instance| match &instance.ability.kind {
        AbilityBody::Static(fixed) => fixed.parts.iter().any(|part| match part {
            StaticPart::Rule(Rule::Cast(permission)) => {
                permission.manner == CastAs::OtherFace && permission.from == CastFrom::Usual && permission.cost.is_none()
            }
            _ => false,
        }),
        _ => false,
    });
    front.base.cost.clone().filter(|_| !either)
}

fn prepared(definition: Arc<CardDef>, types: &TypeTable) -> Arc<CardDef> {
    if definition.kind == DefKind::Type {
        return definition;
    }
    let is_ready = |face: &Face| {
        let base = &face.base;
        base.base_pt == (base.power, base.toughness)
            && (base.power.is_some() || face.power.is_none())
            && (base.toughness.is_some() || face.toughness.is_none())
            && !subtypes::needs_intrinsic(base, types)
    };
    let front_cost = front_cost(&definition);
    let valued = definition.faces.iter().skip(1).all(|face| face.base.cost.is_some() || face.base.valued_as == front_cost);
    if !definition.faces.is_empty() && valued && definition.faces.iter().all(is_ready) {
        return definition;
    }
    let mut definition = Arc::unwrap_or_clone(definition);
    if definition.faces.is_empty() {
        definition.faces.push(Face::default());
    }
    for face in definition.faces.iter_mut().skip(1).filter(|face| face.base.cost.is_none()) {
        face.base.valued_as.clone_from(&front_cost);
    }
    for face in &mut definition.faces {
        let base = &mut face.base;
        base.power = base.power.or(face.power.map(|printed| printed.value));
        base.toughness = base.toughness.or(face.toughness.map(|printed| printed.value));
        base.base_pt = (base.power, base.toughness);
        subtypes::settle_intrinsic(base, types);
    }
    Arc::new(definition)
}

impl Definitions {
    /// No definitions.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a definition or replaces the one of the same key, which keeps its id. A definition without a face is given an
    /// empty one; lands get the mana abilities of their basic land types (modern 305.6).
    pub fn insert(&mut self, definition: Arc<CardDef>) -> DefId {
        if definition.kind == DefKind::Type {
            return self.insert_type(definition);
        }
        let definition = prepared(definition, &self.types);
        if definition.kind == DefKind::Counter {
            let kind = definition.name();
            let abilities = definition.front().base.abilities.iter().map(|instance| instance.ability.clone());
            self.counters.insert(kind, [Change::AddKeyword(kind, abilities.collect())]);
        }
        let faces = FaceIndex::of(&definition, &self.types);
        let zones = faces.iter().fold(FunctionZones::default(), |zones, face| FunctionZones {
            any: zones.any | face.zones,
            effects: zones.effects | face.effects,
        });
        self.anywhere.any |= zones.any;
        self.anywhere.effects |= zones.effects;
        for face in &definition.faces {
            self.concerns = self.concerns.and(Concerns::of(face));
        }
        match self.by_key.get(&definition.key) {
            Some(&id) => {
                self.table[id.index()] = definition;
                self.indexes[id.index()] = faces.into();
                self.zones[id.index()] = zones;
                id
            }
            None => {
                let id = DefId(self.table.len() as u32);
                self.by_key.insert(definition.key, id);
                self.table.push(definition);
                self.indexes.push(faces.into());
                self.zones.push(zones);
                id
            }
        }
    }
    /// Adds a type, or what is now said of it: all other definitions are looked at anew.
    fn insert_type(&mut self, definition: Arc<CardDef>) -> DefId {
        let known = self.find(definition.key);
        if let Some(known) = known.filter(|known| self.table[known.index()] == definition) {
            return known;
        }
        let id = known.unwrap_or(DefId(self.table.len() as u32));
        match self.table.get_mut(id.index()) {
            Some(place) => *place = definition,
            None => {
                self.by_key.insert(definition.key, id);
                self.table.push(definition);
                self.indexes.push(Arc::from([]));
                self.zones.push(FunctionZones::default());
            }
        }
        let types = self.table.iter().filter(|definition| definition.kind == DefKind::Type);
        self.types = TypeTable::of(types.map(|definition| &**definition));
        let others = self.table.iter().filter(|definition| definition.kind != DefKind::Type).cloned();
        others.collect::<Vec<_>>().into_iter().for_each(|other| _ = self.insert(other));
        id
    }
    /// What the rules say of types.
    pub(crate) fn types(&self) -> &TypeTable {
        &self.types
    }
    /// Whether objects with these types have that number (306.5, 310.4).
    pub fn has_number(&self, types: &crate::types::TypeLine, number: Symbol) -> bool {
        self.types.has_number(types, number)
    }
    /// The definition.
    pub fn get(&self, id: DefId) -> &Arc<CardDef> {
        &self.table[id.index()]
    }
    /// What the abilities of its faces put into the index.
    pub(crate) fn index(&self, id: DefId) -> &[FaceIndex] {
        &self.indexes[id.index()]
    }
    /// Where its abilities function.
    pub(crate) fn zones(&self, id: DefId) -> FunctionZones {
        self.zones[id.index()]
    }
    /// Where abilities of any definition function.
    pub(crate) fn anywhere(&self) -> FunctionZones {
        self.anywhere
    }
    /// The kinds of events whose history some ability asks about.
    pub fn asked(&self) -> EventKinds {
        self.concerns.history
    }
    /// Whether some ability says that objects can't have a keyword.
    pub(crate) fn deny_keywords(&self) -> bool {
        self.concerns.denied_keywords
    }
    /// Whether some ability gives objects abilities that replace events.
    pub(crate) fn grant_replacements(&self) -> bool {
        self.concerns.granted_replacements
    }
    /// What counters of that kind give to the object that they are on (122.1b), if anything.
    pub(crate) fn counter_gives(&self, kind: Symbol) -> Option<&[Change]> {
        self.counters.get(&kind).map(|changes| changes.as_slice())
    }
    /// Whether any kind of counter gives abilities.
    pub(crate) fn counters_give(&self) -> bool {
        !self.counters.is_empty()
    }
    /// Whether some ability gives abilities to players, or takes them away.
    pub(crate) fn give_players_abilities(&self) -> bool {
        self.concerns.abilities_of_players
    }
    /// What some ability of the game speaks of.
    pub(crate) fn concerns(&self) -> Concerns {
        self.concerns
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
