//! The effects that take part in one calculation (modern 613), and gathering them.

use super::entries::{Entry, Indexed, each_entry, usual_zone_of};
use super::reads::EffectInfo;
use super::run::Running;
use crate::ability::{Ability, AbilityBody, AbilityInstance, AbilityRef, Change, Filter, Origin, StaticPart};
use crate::continuous::{Lasting, LastingEffect};
use crate::eval::{Eval, ObjectList, Scope, zone_bit};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Timestamp};
use crate::layers::Derived;
use crate::object::{Bindings, Object};
use smallvec::SmallVec;
use std::ops::Deref;
use std::rc::Rc;

/// Where an effect comes from.
#[derive(Clone)]
pub(super) enum Held<'g> {
    /// A static ability of its object.
    Static(AbilityRef),
    /// A spell or ability that resolved.
    Lasting(&'g LastingEffect),
    /// Counters of a kind that gives abilities, on that object (122.1b).
    Counters([ObjectId; 1], &'g [Change]),
}

impl Held<'_> {
    /// The static ability.
    pub fn ability(&self) -> Option<&Ability> {
        match self {
            Held::Static(ability) => Some(ability.deref()),
            Held::Lasting(_) | Held::Counters(..) => None,
        }
    }
}

/// The objects that each part of an effect changes, once determined (613.6). Effects that speak of the same ones share them.
pub(super) type Sets = SmallVec<[Option<Rc<ObjectList>>; 1]>;

/// An effect in the calculation.
#[derive(Clone)]
pub(super) struct Live<'g> {
    pub held: Held<'g>,
    pub source: ObjectId,
    pub origin: Origin,
    /// Its timestamp (613.7), then what keeps effects of one object in order (613.7a).
    pub order: (Timestamp, Timestamp, u16),
    pub info: EffectInfo,
    pub sets: Sets,
    /// Whether it has begun to apply (613.6).
    pub started: bool,
    /// Whether it has been dealt with in the layer at hand.
    pub done: bool,
    /// Whether the latest gathering found it.
    pub found: bool,
}

/// The objects that a part speaks of.
pub(super) enum Affects<'l> {
    Locked(&'l [ObjectId]),
    Matching(&'l Filter),
}

impl<'g> Live<'g> {
    /// How many parts it has.
    fn count(held: &Held<'_>) -> usize {
        match held.ability().map(|ability| &ability.kind) {
            Some(AbilityBody::Static(effect)) => effect.parts.len(),
            _ => 1,
        }
    }
    /// What a part affects and changes; `None` if the part is of another sort.
    pub fn part(&self, index: usize) -> Option<(Affects<'_>, &[Change])> {
        match &self.held {
            Held::Lasting(lasting) => match &lasting.what {
                Lasting::Objects { affected, changes } => Some((Affects::Locked(affected), changes)),
                Lasting::Matching { filter, changes } => Some((Affects::Matching(filter), changes)),
                _ => None,
            },
            Held::Counters(object, changes) => Some((Affects::Locked(object), changes)),
            held => match &held.ability()?.kind {
                AbilityBody::Static(effect) => match effect.parts.get(index)? {
                    StaticPart::Continuous { affects, changes } => Some((Affects::Matching(affects), changes)),
                    _ => None,
                },
                _ => None,
            },
        }
    }
    /// "You" of a static ability is whoever controls its object on that board.
    pub fn controller(&self, game: &Game, board: &Derived) -> PlayerId {
        match self.held {
            Held::Lasting(lasting) => lasting.controller,
            _ => game.object(self.source).map_or(PlayerId(0), |object| board.controller(object)),
        }
    }
    /// Whose it is.
    pub fn eval<'a>(&self, game: &'a Game, board: &'a Derived) -> Eval<'a>
    where
        'g: 'a,
    {
        let controller = self.controller(game, board);
        let bindings: &'a Bindings = match self.held {
            Held::Lasting(lasting) => &lasting.bindings,
            Held::Static(_) | Held::Counters(..) => Bindings::EMPTY,
        };
        game.eval_on(Scope { source: self.source, controller, origin: self.origin, bindings }, board)
    }
    /// Whence abilities come that it grants.
    pub fn grants_as(&self) -> Origin {
        Origin::Granted(self.order.0)
    }
    /// Whether it is there on that board: has begun to apply, or its object has the ability.
    pub fn exists(&self, game: &Game, board: &Derived) -> bool {
        if self.started {
            return true;
        }
        let Some(ability) = self.held.ability() else { return true };
        game.object(self.source).is_some_and(|object| {
            let abilities = &board.characteristics(game, object).abilities;
            abilities.iter().any(|instance| instance.origin == self.origin && std::ptr::eq(&*instance.ability, ability))
        })
    }
}

impl Running<'_, '_> {
    /// Effects of spells and abilities that resolved.
    pub fn gather_lasting(&mut self) {
        let game = self.game;
        for lasting in &game.lasting {
            let changes = match &lasting.what {
                Lasting::Objects { changes, .. } | Lasting::Matching { changes, .. } => changes,
                _ => continue,
            };
            let mut info = EffectInfo::of_changes(changes);
            if let Lasting::Matching { filter, .. } = &lasting.what {
                info.finds = super::reads::Reads::of(filter);
                info.reads |= info.finds;
            }
            self.effects.push(Live {
                held: Held::Lasting(lasting),
                source: lasting.source,
                origin: lasting.origin,
                // As it was created (613.7b).
                order: (lasting.timestamp, Timestamp::default(), 0),
                info,
                sets: Sets::from_iter([None]),
                started: false,
                done: false,
                found: true,
            });
        }
    }

    /// Counters that give abilities are effects of layer 6, each kind with its timestamp (122.1b, 613.1f, 613.7c).
    pub fn gather_counters(&mut self) {
        let game = self.game;
        if !game.defs.counters_give() {
            return;
        }
        for &id in game.battlefield.iter().chain(&game.exile) {
            let Some(object) = game.object(id).filter(|object| !object.counters.is_empty()) else { continue };
            for (kind, _) in &object.counters {
                let Some(changes) = game.defs.counter_gives(*kind) else { continue };
                self.effects.push(Live {
                    held: Held::Counters([id], changes),
                    source: id,
                    origin: Origin::Printed,
                    order: (object.counter_time(*kind), Timestamp::default(), 0),
                    info: EffectInfo::of_changes(changes),
                    sets: Sets::from_iter([None]),
                    started: false,
                    done: false,
                    found: true,
                });
            }
        }
    }

    /// Finds the effects of static abilities that function now, keeping those that have begun to apply (613.6).
    pub fn gather(&mut self) {
        self.gather_again = false;
        self.shared.clear();
        for effect in &mut self.effects {
            effect.found = !matches!(effect.held, Held::Static(_));
        }
        // In the first gathering there is nothing to find again.
        let first = self.effects.iter().all(|effect| effect.found);
        let game = self.game;
        game.each_with_abilities(
            game.defs.anywhere().effects,
            |def| game.defs.zones(def).effects,
            |object| {
                let own = self.board.changed.altered(object).is_none_or(|altered| !altered.abilities_changed);
                if let (true, Some(index)) = (own, game.face_index(object)) {
                    let abilities = &game.base(object).abilities;
                    index.entries.iter().for_each(|entry| add(&mut self.effects, first, object, abilities, *entry));
                }
            },
        );
        for altered in self.board.changed.altered.iter().flatten().filter(|altered| altered.abilities_changed) {
            let Some(object) = game.object(altered.id).filter(|object| !object.phased_out) else { continue };
            let abilities = &altered.characteristics.abilities;
            each_entry(game.defs.types(), &altered.characteristics, usual_zone_of(object, &altered.characteristics), |entry| {
                add(&mut self.effects, first, object, abilities, entry);
            });
        }
        if self.watch.is_some() {
            self.note_vanished();
        }
        self.effects.retain(|effect| effect.found || effect.started);
        self.effects.sort_by_key(|effect| effect.order);
    }
}

fn add(effects: &mut Vec<Live<'_>>, first: bool, object: &Object, abilities: &[AbilityInstance], entry: Entry) {
    let Indexed::Effect(info) = entry.what else { return };
    if entry.zones & zone_bit(object.zone) == 0 {
        return;
    }
    let Some(instance) = abilities.get(usize::from(entry.ability)) else { return };
    let known = effects.iter_mut().filter(|_| !first).find(|effect| {
        !effect.found
            && effect.source == object.id
            && effect.origin == instance.origin
            && effect.held.ability().is_some_and(|ability| std::ptr::eq(ability, &*instance.ability))
    });
    if let Some(known) = known {
        known.found = true;
        return;
    }
    // The later of the object's timestamp and that of the effect that gave the ability (613.7a).
    let granted = instance.origin.granted().unwrap_or_default();
    let held = Held::Static(instance.ability.clone());
    effects.push(Live {
        sets: std::iter::repeat_n(None, Live::count(&held)).collect(),
        held,
        source: object.id,
        origin: instance.origin,
        order: (object.timestamp.max(granted), granted, entry.ability),
        info,
        started: false,
        done: false,
        found: true,
    });
}
