//! What objects remember for their linked abilities (modern 607).

use super::{Done, Resolving};
use crate::ability::{Filter, Origin, Players, Remembered};
use crate::definition::DefKind;
use crate::game::Game;
use crate::ids::{LinkKey, ObjectId, PlayerId};
use crate::mana::Color;
use crate::object::{BeforeGame, Memory, More};
use crate::question::{Choice, Purpose};
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::types::CardType;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Subtypes of other card types, which a creature that is also of such a type can have (205.3g-k).
const OTHER_SUBTYPES: [&str; 42] = [
    "Adventure",
    "Arcane",
    "Attraction",
    "Aura",
    "Background",
    "Blood",
    "Cartouche",
    "Case",
    "Cave",
    "Class",
    "Clue",
    "Contraption",
    "Curse",
    "Desert",
    "Equipment",
    "Food",
    "Forest",
    "Fortification",
    "Gate",
    "Gold",
    "Incubator",
    "Island",
    "Lair",
    "Lesson",
    "Locus",
    "Map",
    "Mine",
    "Mountain",
    "Plains",
    "Power-Plant",
    "Powerstone",
    "Role",
    "Room",
    "Rune",
    "Saga",
    "Shard",
    "Shrine",
    "Swamp",
    "Tower",
    "Trap",
    "Treasure",
    "Vehicle",
];

impl Game {
    /// What the object, or what is last known of it, remembers under the link for abilities of that origin (607.5).
    pub(crate) fn memory_of(&self, object: ObjectId, origin: Origin, key: LinkKey) -> Option<&Memory> {
        let more = match self.object(object) {
            Some(object) => object.more.as_deref(),
            None => self.last_known(object)?.object.more.as_deref(),
        };
        let entry = more?.memory.iter().find(|(known, link, _)| (*known, *link) == (origin, key));
        entry.map(|(_, _, memory)| memory)
    }
    // An object that has left goes on remembering, for its abilities on the stack and its leaves-the-battlefield triggers.
    fn memories_mut(&mut self, id: ObjectId) -> Option<&mut More> {
        if self.object(id).is_some() {
            return self.object_mut(id).map(|object| object.more_mut());
        }
        let known = self.last_known.iter_mut().rev().find(|(known, _)| *known == id);
        known.map(|(_, last)| last.object.more_mut())
    }
    /// Remembers that in place of whatever was remembered under the link.
    pub(crate) fn set_memory(&mut self, object: ObjectId, origin: Origin, key: LinkKey, memory: Memory) {
        if self.turn.number == 0 {
            // modern 607.2n, 607.2p: what is chosen and exiled before the game is known all through it.
            let slot = object.slot() as u32;
            let shared = matches!(memory, Memory::Objects(_));
            match self.before_game.iter_mut().find(|known| known.key == key && (shared || known.slot == slot)) {
                Some(known) => known.memory = memory,
                None => self.before_game.push(BeforeGame { slot, key, memory }),
            }
            return self.touch();
        }
        let Some(more) = self.memories_mut(object) else { return };
        match more.memory.iter_mut().find(|(known, link, _)| (*known, *link) == (origin, key)) {
            Some((_, _, known)) => *known = memory,
            None => more.memory.push((origin, key, memory)),
        }
        self.touch();
    }
    /// Remembers these objects besides those remembered under the link.
    pub(crate) fn remember_more(&mut self, object: ObjectId, origin: Origin, key: LinkKey, objects: &[ObjectId]) {
        if objects.is_empty() {
            return;
        }
        let before = || self.before_game.iter().find(|known| known.key == key).map(|known| &known.memory);
        let known = if self.turn.number == 0 { before() } else { self.memory_of(object, origin, key) };
        let mut all = match known {
            Some(Memory::Objects(known)) => known.clone(),
            _ => SmallVec::new(),
        };
        all.extend_from_slice(objects);
        self.set_memory(object, origin, key, Memory::Objects(all));
    }

    pub(super) fn forget(&mut self, resolving: &Resolving, key: LinkKey) -> Done {
        if let Some(more) = self.memories_mut(resolving.source) {
            more.memory.retain(|(origin, link, _)| (*origin, *link) != (resolving.origin, key));
            self.touch();
        }
        Done::nothing()
    }

    pub(super) fn remember(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        key: LinkKey,
        what: &Remembered,
    ) -> Beat<Done> {
        let about = resolving.about();
        let memory = match what {
            Remembered::Objects(objects) => Some(Memory::Objects(SmallVec::from_slice(&self.acted_on(resolving, objects)))),
            Remembered::Players(players) => Some(Memory::Players(SmallVec::from_slice(&self.actors(resolving, players)))),
            Remembered::Number(amount) => Some(Memory::Number(resolving.eval(self).amount(amount))),
            Remembered::ChosenNumber(players, min, max) => match self.chooser(resolving, players) {
                Some(player) => {
                    let eval = resolving.eval(self);
                    let (min, max) = (eval.amount(min), eval.amount(max));
                    Some(Memory::Number(self.choose_number(run, player, about, Purpose::Word, min, max)?))
                }
                None => None,
            },
            Remembered::ChosenColor(players) => match self.chooser(resolving, players) {
                Some(player) => {
                    let options = Color::ALL.into_iter().map(Choice::Color).collect();
                    let chosen = self.choose_one(run, player, about, Purpose::Color, options)?;
                    chosen.map(|place| Memory::Color(Color::ALL[place]))
                }
                None => None,
            },
            Remembered::ChosenPlayer(players, among) => {
                let chosen = self.chosen_player(run, resolving, players, among)?;
                chosen.map(|player| Memory::Players(SmallVec::from_slice(&[player])))
            }
            Remembered::ChosenCreatureType(players) => {
                self.chosen_word(run, resolving, players, Purpose::CreatureType, |game| game.creature_types())?
            }
            Remembered::ChosenName(players, filter) => {
                self.chosen_word(run, resolving, players, Purpose::Name, |game| game.card_names(filter))?
            }
            Remembered::ChosenWord(players, words) => {
                self.chosen_word(run, resolving, players, Purpose::Word, |_| words.clone())?
            }
            Remembered::Color(color) => Some(Memory::Color(*color)),
        };
        let Some(memory) = memory else { return Ok(Done::failed()) };
        self.set_memory(resolving.source, resolving.origin, key, memory);
        Ok(Done::nothing())
    }

    fn chooser(&self, resolving: &Resolving, players: &Players) -> Option<PlayerId> {
        self.actors(resolving, players).first().copied()
    }
    fn chosen_word(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        players: &Players,
        purpose: Purpose,
        words: impl FnOnce(&Game) -> Vec<Symbol>,
    ) -> Beat<Option<Memory>> {
        let Some(player) = self.chooser(resolving, players) else { return Ok(None) };
        let words = words(self);
        let options = words.iter().map(|word| Choice::Word(*word)).collect();
        let chosen = self.choose_one(run, player, resolving.about(), purpose, options)?;
        Ok(chosen.map(|place| Memory::Word(words[place])))
    }

    /// The creature types that occur on the game's definitions, in alphabetical order (205.3m).
    pub(crate) fn creature_types(&self) -> Vec<Symbol> {
        let faces = self.defs.iter().flat_map(|(_, definition)| &definition.faces);
        let creatures = faces.filter(|face| {
            let types = &face.base.types;
            types.is(CardType::Creature) || types.is(CardType::Kindred)
        });
        let words: BTreeSet<Symbol> = creatures.flat_map(|face| face.base.types.subtypes.iter().copied()).collect();
        words.into_iter().filter(|word| !OTHER_SUBTYPES.contains(&word.as_str())).collect()
    }
    /// The names of the game's cards whose printed characteristics match, in alphabetical order (201.4).
    pub(crate) fn card_names(&self, filter: &Filter) -> Vec<Symbol> {
        let cards = self.defs.iter().filter(|(_, definition)| definition.kind == DefKind::Card);
        let faces = cards.flat_map(|(_, definition)| &definition.faces);
        let names: BTreeSet<Symbol> = faces.filter(|face| prints(filter, &face.base)).map(|face| face.base.name).collect();
        names.into_iter().collect()
    }
}

/// Whether printed characteristics match. What only an object in a game can tell does not exclude a card.
fn prints(filter: &Filter, card: &crate::characteristics::Characteristics) -> bool {
    match filter {
        Filter::Never => false,
        Filter::And(all) => all.iter().all(|filter| prints(filter, card)),
        Filter::Or(any) => any.iter().any(|filter| prints(filter, card)),
        Filter::Not(inner) => !prints(inner, card) || !printed(inner),
        Filter::Type(card_type) => card.types.is(*card_type),
        Filter::Supertype(supertype) => card.types.supertypes.contains(supertype.set()),
        Filter::Subtype(subtype) => card.types.has_subtype(*subtype),
        Filter::Color(color) => card.colors.contains(color.set()),
        Filter::Colorless => card.colors.is_empty(),
        Filter::Monocolored => card.colors.count() == 1,
        Filter::Multicolored => card.colors.count() > 1,
        Filter::Keyword(keyword) => card.has_keyword(*keyword),
        Filter::Permanent => !card.types.types.intersection(crate::types::CardTypes::PERMANENT).is_empty(),
        _ => true,
    }
}

/// Whether print alone answers the filter.
fn printed(filter: &Filter) -> bool {
    match filter {
        Filter::And(all) | Filter::Or(all) => all.iter().all(printed),
        Filter::Not(inner) => printed(inner),
        Filter::Any
        | Filter::Never
        | Filter::Type(_)
        | Filter::Supertype(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::Colorless
        | Filter::Monocolored
        | Filter::Multicolored
        | Filter::Keyword(_)
        | Filter::Permanent => true,
        _ => false,
    }
}
