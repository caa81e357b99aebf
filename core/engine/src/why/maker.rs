//! Who says something: the object, and where its library says so.

use crate::ability::{Ability, AbilityBody, AbilityRef, Change, Origin, Rule, StaticPart};
use crate::continuous::{Lasting, LastingEffect};
use crate::definition::CardDef;
use crate::eval::Scope;
use crate::game::{Game, Presence};
use crate::ids::{DefId, ObjectId, PlayerId, Timestamp};
use crate::symbol::Symbol;
use derive_visitor::{Drive, visitor_enter_fn};
use std::mem::{Discriminant, discriminant};

/// Where a library says something. With it the library finds the file and the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaidIn {
    /// The definition, by its key ([`CardDef::key`]).
    pub key: Symbol,
    /// Its face.
    pub face: u8,
    /// The ability's place on that face; of an ability that another one gives, the place of the one that gives it. `None` where
    /// it cannot be told which ability it is.
    pub ability: Option<u16>,
}

/// How something came to say what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Manner {
    /// A static ability that is printed on its object, or on what that entered as a copy of (604).
    Printed,
    /// A static ability that the copy effect with this timestamp gave its object (707).
    Copied(Timestamp),
    /// A static ability that an effect gave its object (613.1f).
    Granted {
        /// The timestamp of the effect.
        timestamp: Timestamp,
        /// The object that the effect comes from, where that can be told.
        by: Option<ObjectId>,
    },
    /// A spell or ability that has resolved, or an effect of that timestamp otherwise (611.2).
    Resolved(Timestamp),
    /// Counters on the object, by kind and number (122.1).
    Counters(Vec<(Symbol, u32)>),
    /// An ability that this player has (613.10).
    OfPlayer(PlayerId),
    /// The rules themselves.
    Rules,
}

/// Who says something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maker {
    /// The object whose effect or rule it is; it may have left since. `None` for the rules themselves.
    pub source: Option<ObjectId>,
    /// How it came to say it.
    pub manner: Manner,
    /// Where the library says it, where that can be told.
    pub said_in: Option<SaidIn>,
    /// The keyword that the ability belongs to, if it belongs to one (702).
    pub keyword: Option<Symbol>,
}

impl Maker {
    /// The rules themselves.
    pub fn rules() -> Self {
        Maker { source: None, manner: Manner::Rules, said_in: None, keyword: None }
    }
}

/// The definition was made during the game, for a copy or a token that a script describes.
fn is_made(definition: &CardDef) -> bool {
    definition.key.as_str().starts_with('~')
}

fn contains(ability: &Ability, wanted: &Ability) -> bool {
    let mut found = false;
    ability.drive(&mut visitor_enter_fn(|inner: &AbilityRef| found |= std::ptr::eq(&**inner, wanted) || **inner == *wanted));
    found
}

/// Where the definition says the ability: as one of its own, or inside one of its own.
fn place_in(definition: &CardDef, wanted: &Ability) -> Option<SaidIn> {
    let at = |face: usize, ability: usize| SaidIn { key: definition.key, face: face as u8, ability: Some(ability as u16) };
    let own = |face: &crate::definition::Face| {
        let same = |says: &Ability| std::ptr::eq(says, wanted);
        let abilities = face.abilities();
        let place = abilities.iter().position(|instance| same(&instance.ability));
        place.or_else(|| abilities.iter().position(|instance| *instance.ability == *wanted))
    };
    let faces = || definition.faces.iter().enumerate();
    let found = faces().find_map(|(place, face)| Some(at(place, own(face)?)));
    found.or_else(|| {
        faces().find_map(|(place, face)| {
            let inside = face.abilities().iter().position(|instance| contains(&instance.ability, wanted))?;
            Some(at(place, inside))
        })
    })
}

/// The kinds of changes that an ability can make.
fn changes_of(ability: &Ability) -> Vec<Discriminant<Change>> {
    let mut found = Vec::new();
    ability.drive(&mut visitor_enter_fn(|change: &Change| found.push(discriminant(change))));
    found
}

impl Game {
    fn definition_of(&self, id: ObjectId) -> Option<(DefId, u8)> {
        match self.presence(id) {
            Presence::Present(object) => Some((object.def, object.face)),
            Presence::Gone(last) => Some((last.object.def, last.object.face)),
            Presence::Forgotten => None,
        }
    }

    /// The definition of the library that stands behind the object: of a copy, that of what it copies.
    pub(crate) fn printed_in(&self, id: ObjectId) -> Option<SaidIn> {
        let (def, face) = self.definition_of(id)?;
        let definition = self.definition(def);
        if !is_made(definition) {
            return Some(SaidIn { key: definition.key, face, ability: None });
        }
        let name = definition.name();
        let mut others = self.defs.iter().filter(|(_, other)| !is_made(other));
        let named = others.find_map(|(_, other)| {
            let face = other.faces.iter().position(|face| face.base.name == name && !name.is_empty())?;
            Some(SaidIn { key: other.key, face: face as u8, ability: None })
        });
        named.or(Some(SaidIn { key: definition.key, face, ability: None }))
    }

    /// Where the library says an ability of that object, which that other object may have given it.
    fn said_in(&self, source: ObjectId, giver: Option<ObjectId>, ability: &Ability) -> Option<SaidIn> {
        let near = giver.into_iter().chain([source]).filter_map(|id| self.printed_in(id)?.key.into());
        let near: Vec<Symbol> = near.collect();
        let known = |key: &Symbol| self.defs.find(*key).map(|def| self.definition(def)).filter(|found| !is_made(found));
        let first = near.iter().filter_map(known).find_map(|definition| place_in(definition, ability));
        let all = || self.defs.iter().map(|(_, definition)| &**definition);
        first
            .or_else(|| all().filter(|definition| !is_made(definition)).find_map(|definition| place_in(definition, ability)))
            .or_else(|| all().filter(|definition| is_made(definition)).find_map(|definition| place_in(definition, ability)))
    }

    /// The object whose effect has that timestamp.
    fn giver(&self, timestamp: Timestamp) -> Option<ObjectId> {
        let lasting = self.lasting.iter().find(|lasting| lasting.timestamp == timestamp).map(|lasting| lasting.source);
        let live = |object: &&crate::object::Object| object.zone != crate::zone::ZoneKind::Outside;
        lasting.or_else(|| self.objects.iter().filter(live).find(|object| object.timestamp == timestamp).map(|object| object.id))
    }

    /// Who says an ability of that object, which is at that place among those it has.
    pub(crate) fn maker_of_ability(&self, source: ObjectId, origin: Origin, ability: &Ability, place: u16) -> Maker {
        let (manner, giver) = match origin {
            Origin::Printed => (Manner::Printed, None),
            Origin::OfType => (Manner::Rules, None),
            Origin::Copied(timestamp) => (Manner::Copied(timestamp), None),
            Origin::Granted(timestamp) => {
                let by = self.giver(timestamp);
                (Manner::Granted { timestamp, by }, by)
            }
        };
        let said_in = self.said_in(source, giver, ability).or_else(|| {
            // What a text-changing effect has rewritten stands where it stood (612).
            let printed = self.printed_in(source).filter(|_| origin == Origin::Printed)?;
            Some(SaidIn { ability: Some(place), ..printed })
        });
        Maker { source: Some(source), manner, said_in, keyword: ability.keyword.map(|keyword| keyword.name) }
    }

    /// Who made an effect that lasts.
    pub(crate) fn maker_of_lasting(&self, lasting: &LastingEffect) -> Maker {
        let changes = match &lasting.what {
            Lasting::Objects { changes, .. } | Lasting::Matching { changes, .. } | Lasting::NextSpell { changes, .. } => {
                changes.as_slice()
            }
            _ => &[],
        };
        Maker {
            source: Some(lasting.source),
            manner: Manner::Resolved(lasting.timestamp),
            said_in: self.which_resolved(lasting.source, changes),
            keyword: None,
        }
    }
    /// Which ability of the object makes such changes as it resolves. What an effect says is fixed as it begins, so that only
    /// the kinds of its changes are compared; where several abilities make such changes, which it was is not known any more.
    fn which_resolved(&self, source: ObjectId, changes: &[Change]) -> Option<SaidIn> {
        let printed = self.printed_in(source)?;
        let definition = self.definition(self.defs.find(printed.key)?);
        let face = definition.faces.get(usize::from(printed.face))?;
        let acts = || {
            let abilities = face.abilities().iter().enumerate();
            abilities.filter(|(_, instance)| !matches!(instance.ability.kind, AbilityBody::Static(_)))
        };
        let such = |(_, instance): &(usize, &crate::ability::AbilityInstance)| {
            let known = changes_of(&instance.ability);
            changes.iter().all(|change| known.contains(&discriminant(change)))
        };
        let only = |mut found: Vec<usize>| if found.len() == 1 { found.pop() } else { None };
        let place = only(acts().filter(such).map(|(place, _)| place).collect())
            .or_else(|| only(acts().map(|(place, _)| place).collect()));
        Some(SaidIn { ability: place.map(|place| place as u16), ..printed })
    }

    /// Who says a rule in force, which is told by its identity.
    pub(crate) fn maker_of_rule(&self, scope: Scope<'_>, is_it: &dyn Fn(&Rule) -> bool) -> Maker {
        let says = |ability: &Ability| match &ability.kind {
            AbilityBody::Static(fixed) => fixed.parts.iter().any(|part| matches!(part, StaticPart::Rule(rule) if is_it(rule))),
            _ => false,
        };
        let abilities = self.abilities(scope.source);
        if let Some(place) = abilities.iter().position(|instance| says(&instance.ability)) {
            let instance = &abilities[place];
            return self.maker_of_ability(scope.source, instance.origin, &instance.ability, place as u16);
        }
        if let Some((player, ability)) = self.abilities_of_players().find(|(_, ability)| says(ability)) {
            return Maker {
                source: Some(scope.source),
                manner: Manner::OfPlayer(player),
                said_in: self.said_in(scope.source, None, ability),
                keyword: ability.keyword.map(|keyword| keyword.name),
            };
        }
        let lasting = self.lasting.iter().find(|lasting| matches!(&lasting.what, Lasting::Rule(rule) if is_it(rule)));
        match lasting {
            Some(lasting) => self.maker_of_lasting(lasting),
            None => Maker {
                source: Some(scope.source),
                manner: Manner::Printed,
                said_in: self.printed_in(scope.source),
                keyword: None,
            },
        }
    }
}
