//! Tiny positions for unit tests, put together by hand.

use crate::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Body, Change, Condition, Duration, Effect, EventPattern, Filter, Origin,
    PtChange, Static, StaticPart, TriggerOn, Triggered, Zones,
};
use crate::characteristics::Characteristics;
use crate::continuous::{Lasting, LastingEffect};
use crate::definition::{CardDef, DefKind, Definitions, Face};
use crate::eval::{Eval, Scope};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Timestamp, Var};
use crate::mana::ColorSet;
use crate::object::{Bindings, LastKnown};
use crate::ruleset::Ruleset;
use crate::symbol::Symbol;
use crate::types::{CardType, TypeLine};
use crate::zone::ZoneKind;
use smallvec::SmallVec;
use std::sync::Arc;

pub(crate) const A: PlayerId = PlayerId(0);
pub(crate) const B: PlayerId = PlayerId(1);

/// An empty game.
pub(crate) fn game(players: u8) -> Game {
    Game::empty(Arc::new(Definitions::new()), Arc::new(Ruleset::default()), players, 1)
}

/// A card in the making.
#[derive(Clone)]
pub(crate) struct Card(pub Face);

pub(crate) fn card(name: &str, types: &[CardType]) -> Card {
    Card(Face {
        base: Characteristics {
            name: name.into(),
            types: TypeLine { types: types.iter().copied().collect(), ..TypeLine::default() },
            ..Characteristics::default()
        },
        ..Face::default()
    })
}
pub(crate) fn creature(name: &str, power: i32, toughness: i32) -> Card {
    let mut card = card(name, &[CardType::Creature]);
    (card.0.base.power, card.0.base.toughness) = (Some(power), Some(toughness));
    card
}

impl Card {
    pub fn subtype(mut self, subtype: &str) -> Self {
        self.0.base.types.add_subtype(subtype.into());
        self
    }
    pub fn colors(mut self, colors: ColorSet) -> Self {
        self.0.base.colors = colors;
        self
    }
    pub fn ability(mut self, ability: Ability) -> Self {
        self.0.base.abilities.push(AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed });
        self
    }
    pub fn always(self, affects: Filter, changes: Vec<Change>) -> Self {
        self.ability(always(affects, changes))
    }
}

/// "These have ..." as a static ability.
pub(crate) fn always(affects: Filter, changes: Vec<Change>) -> Ability {
    fixed(Zones::Usual, false, Condition::Always, StaticPart::Continuous { affects, changes })
}
pub(crate) fn defining(changes: Vec<Change>) -> Ability {
    fixed(Zones::Everywhere, true, Condition::Always, StaticPart::Continuous { affects: Filter::This, changes })
}
pub(crate) fn fixed(zones: Zones, characteristic_defining: bool, condition: Condition, part: StaticPart) -> Ability {
    Ability::new(zones, AbilityBody::Static(Static { condition, parts: vec![part], characteristic_defining }))
}
pub(crate) fn when(on: impl Into<EventPattern>) -> Ability {
    Ability::new(
        Zones::Usual,
        AbilityBody::Triggered(Triggered {
            on: TriggerOn::Event(on.into()),
            event: Var(0),
            condition: Condition::Always,
            body: Body::plain(Effect::Nothing),
            per_turn: None,
            uncounterable: false,
        }),
    )
}
pub(crate) fn word(name: &str) -> Ability {
    use crate::ability::{Keyword, Rule};
    let mut ability = fixed(Zones::Usual, false, Condition::Always, StaticPart::Rule(Rule::Marker));
    ability.keyword = Some(Keyword { name: name.into(), argument: "".into() });
    ability
}
pub(crate) fn grow(power: i32, toughness: i32) -> Change {
    Change::Pt(PtChange::Modify(power.into(), toughness.into()))
}
pub(crate) fn set(power: i32, toughness: i32) -> Change {
    Change::Pt(PtChange::Set(Some(power.into()), Some(toughness.into())))
}
pub(crate) fn creatures() -> Filter {
    Filter::Type(CardType::Creature)
}

impl Game {
    /// Adds a definition.
    pub(crate) fn define(&mut self, card: Card) -> crate::ids::DefId {
        let key = Symbol::new(&format!("{} {}", card.0.base.name, self.defs.len()));
        let definition = CardDef { key, kind: DefKind::Card, faces: vec![card.0], version: 0, of_type: None };
        Arc::make_mut(&mut self.defs).insert(Arc::new(definition))
    }
    /// Puts a card somewhere, as its owner's.
    pub(crate) fn place(&mut self, card: Card, owner: PlayerId, zone: ZoneKind) -> ObjectId {
        let def = self.define(card);
        let id = self.put(def, owner, zone);
        self.touch();
        id
    }
    pub(crate) fn permanent_of(&mut self, card: Card) -> ObjectId {
        self.place(card, A, ZoneKind::Battlefield)
    }
    /// An effect of a spell that has resolved.
    pub(crate) fn lasts(&mut self, affected: &[ObjectId], changes: Vec<Change>) -> Timestamp {
        let timestamp = self.tick();
        self.lasting.push(LastingEffect {
            what: Lasting::Objects { affected: affected.iter().copied().collect(), changes },
            source: affected[0],
            controller: A,
            origin: Origin::Printed,
            bindings: Bindings::default(),
            timestamp,
            duration: Duration::EndOfTurn,
            turn: 1,
        });
        self.touch();
        timestamp
    }
    /// Moves an object to the graveyard, keeping what was known of it.
    pub(crate) fn bury(&mut self, id: ObjectId) -> ObjectId {
        let object = self.objects[id.slot()].clone();
        let new = ObjectId::new(id.slot() as u32, id.generation() + 1);
        let last = LastKnown {
            characteristics: Some(Box::new(self.characteristics(id).clone())),
            controller: self.controller(id),
            became: Some(new),
            attachments: SmallVec::new(),
            attacking: None,
            defending: None,
            blocking: false,
            turn: 1,
            object,
        };
        self.last_known.push((id, last));
        self.battlefield.retain(|known| *known != id);
        let object = &mut self.objects[id.slot()];
        object.id = new;
        object.zone = ZoneKind::Graveyard;
        let owner = object.owner;
        self.players[owner.index()].graveyard.push(new);
        self.touch();
        new
    }
    pub(crate) fn counter(&mut self, id: ObjectId, kind: &str, amount: u32) {
        self.objects[id.slot()].counters.push((kind.into(), amount));
        self.touch();
    }
    pub(crate) fn pt(&self, id: ObjectId) -> (i32, i32) {
        let characteristics = self.characteristics(id);
        (characteristics.power.unwrap_or(-99), characteristics.toughness.unwrap_or(-99))
    }
    /// An evaluation for that player, with that object as the source.
    pub(crate) fn ask_as(&self, source: ObjectId, player: PlayerId) -> Eval<'_> {
        self.eval(Scope::bare(source, player, Origin::Printed))
    }
}
