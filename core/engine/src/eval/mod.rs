//! Evaluation of ability data against a game: filters, objects, players, amounts, conditions, event patterns.
//!
//! Everything here only reads. While continuous effects are being applied (modern 613) the same questions are asked of
//! the board in the making: nothing in this module may then look at the finished characteristics of the game.

mod amount;
mod casting;
mod condition;
mod entering;
mod failing;
mod failing_event;
mod filter;
mod kinds;
mod objects;
mod pattern;
mod players;
mod search;
mod seen;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use kinds::EventKinds;
pub(crate) use pattern::Dealt;
pub(crate) use search::zone_bit;

use crate::ability::{CostTag, Origin};
use crate::event::Event;
use crate::game::{Game, Presence};
use crate::ids::{LinkKey, ObjectId, PlayerId, Var};
use crate::layers::Derived;
use crate::object::{Bindings, CastInfo, Memory, Value};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// Objects found.
pub type ObjectList = SmallVec<[ObjectId; 4]>;
/// Players found.
pub type PlayerList = SmallVec<[PlayerId; 4]>;

/// Whose ability it is that asks: what "this", "you" and the bound names mean.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The ability's source ("this").
    pub source: ObjectId,
    /// The ability's controller ("you").
    pub controller: PlayerId,
    /// Where the source has the ability from, for links (607).
    pub origin: Origin,
    /// Targets, X, bound names.
    pub bindings: &'a Bindings,
}

impl Scope<'_> {
    /// A scope in which nothing is bound.
    pub fn bare(source: ObjectId, controller: PlayerId, origin: Origin) -> Scope<'static> {
        Scope { source, controller, origin, bindings: Bindings::EMPTY }
    }
}

/// An evaluation. `board` is the working state while layers are being applied; otherwise the game's own is used.
#[derive(Clone, Copy, Debug)]
pub struct Eval<'a> {
    /// The game.
    pub game: &'a Game,
    /// Whose question.
    pub scope: Scope<'a>,
    /// Characteristics in the making (613), if any.
    pub board: Option<&'a Derived>,
    /// Names bound for the time of this evaluation only; they hide those of the scope.
    locals: Option<&'a Local<'a>>,
    /// Objects that are looked at as they were when an event of the past happened (608.2i).
    looks: &'a [crate::history::PastLook],
}

/// A name bound while one question is answered, without touching the bindings.
#[derive(Clone, Copy, Debug)]
struct Local<'a> {
    var: Var,
    value: LocalValue<'a>,
    outer: Option<&'a Local<'a>>,
}

#[derive(Clone, Copy, Debug)]
enum LocalValue<'a> {
    Object(ObjectId),
    Player(PlayerId),
    Event(&'a Event),
}

impl Game {
    /// Evaluates ability data for that scope.
    pub fn eval<'a>(&'a self, scope: Scope<'a>) -> Eval<'a> {
        Eval { game: self, scope, board: None, locals: None, looks: &[] }
    }
    /// Evaluates it on a board in the making.
    pub(crate) fn eval_on<'a>(&'a self, scope: Scope<'a>, board: &'a Derived) -> Eval<'a> {
        Eval { game: self, scope, board: Some(board), locals: None, looks: &[] }
    }
}

impl<'a> Eval<'a> {
    /// Asks with the event bound to the name.
    pub(crate) fn with_event<T>(&self, var: Var, event: &Event, ask: impl FnOnce(&Eval<'_>) -> T) -> T {
        self.with(var, LocalValue::Event(event), ask)
    }
    /// Asks with the object bound to the name.
    pub(crate) fn with_object<T>(&self, var: Var, object: ObjectId, ask: impl FnOnce(&Eval<'_>) -> T) -> T {
        self.with(var, LocalValue::Object(object), ask)
    }
    /// Asks with the player bound to the name.
    pub(crate) fn with_player<T>(&self, var: Var, player: PlayerId, ask: impl FnOnce(&Eval<'_>) -> T) -> T {
        self.with(var, LocalValue::Player(player), ask)
    }
    fn with<T>(&self, var: Var, value: LocalValue<'_>, ask: impl FnOnce(&Eval<'_>) -> T) -> T {
        let local = Local { var, value, outer: self.locals };
        ask(&Eval { locals: Some(&local), ..*self })
    }
    fn local(&self, var: Var) -> Option<LocalValue<'a>> {
        let mut next = self.locals;
        while let Some(local) = next {
            if local.var == var {
                return Some(local.value);
            }
            next = local.outer;
        }
        None
    }
    /// The values bound to the name, the latest first. One name may hold objects and a number at once.
    fn bound(&self, var: Var) -> impl Iterator<Item = &'a Value> {
        self.scope.bindings.values.iter().rev().filter(move |(name, _)| *name == var).map(|(_, value)| value)
    }
    /// The events bound to the name: one, or those of a batch.
    fn events(&self, var: Var) -> SmallVec<[&'a Event; 1]> {
        if let Some(LocalValue::Event(event)) = self.local(var) {
            return SmallVec::from_iter([event]);
        }
        self.bound(var)
            .find_map(|value| match value {
                Value::Event(event) => Some(SmallVec::from_iter([&**event])),
                Value::Events(events) => Some(events.iter().collect()),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// What an ability that acts finds where it looks for the object: the object itself, or what it has become if the
    /// ability may follow it (modern 400.7); nothing if it is gone. Filters and amounts read the old id instead, through
    /// last-known information (608.2h).
    pub fn current(&self, id: ObjectId) -> Option<ObjectId> {
        let mut id = id;
        // An object is followed through a few zones at most; the bound keeps a malformed table from looping.
        for _ in 0..8 {
            if self.game.object(id).is_some() {
                return Some(id);
            }
            id = self.followed(id)?;
        }
        None
    }
    /// The object as it can be looked at: what it has become where nothing is kept of what it was, as of a card that came from a
    /// library.
    fn traced(&self, id: ObjectId) -> ObjectId {
        match self.game.presence(id) {
            Presence::Forgotten => self.current(id).unwrap_or(id),
            _ => id,
        }
    }
    fn followed(&self, id: ObjectId) -> Option<ObjectId> {
        let bindings = self.scope.bindings;
        if let Some((_, to)) = bindings.moved.iter().rev().find(|(from, _)| *from == id) {
            return Some(*to);
        }
        let became = |event: &Event| match event {
            Event::Move(movement) if movement.object == id => movement.became,
            _ => None,
        };
        let mut next = self.locals;
        while let Some(local) = next {
            if let LocalValue::Event(event) = local.value
                && let Some(to) = became(event)
            {
                return Some(to);
            }
            next = local.outer;
        }
        let followed = bindings.values.iter().rev().find_map(|(_, value)| match value {
            Value::Event(event) => became(event),
            Value::Events(events) => events.iter().find_map(became),
            _ => None,
        });
        followed.or_else(|| self.fallen_aura(id))
    }
    /// An ability that triggered as the enchanted permanent left finds its Aura in the graveyard (modern 603.6e).
    fn fallen_aura(&self, id: ObjectId) -> Option<ObjectId> {
        if id != self.scope.source {
            return None;
        }
        let last = self.game.last_known(id)?;
        let Some(crate::object::Recipient::Object(host)) = last.object.attached_to else { return None };
        let left = |event: &Event| matches!(event, Event::Move(movement) if movement.object == host);
        let about_it = self.scope.bindings.values.iter().any(|(_, value)| match value {
            Value::Event(event) => left(event),
            Value::Events(events) => events.iter().any(left),
            _ => false,
        });
        let now = last.became.filter(|_| about_it)?;
        self.game.object(now).is_some_and(|object| object.zone == crate::zone::ZoneKind::Graveyard).then_some(now)
    }

    /// What a linked ability of the source remembered under the key (modern 607.2, 607.5); of what created the source or put
    /// it onto the battlefield, if that is where the partner is (607.1d); or before the game (607.2n, 607.2p).
    pub(crate) fn memory(&self, key: LinkKey) -> Option<&'a Memory> {
        let own = self.memory_on(self.scope.source, self.scope.origin, key);
        own.or_else(|| {
            let (maker, origin) = self.put_by(self.scope.source)?;
            self.memory_on(maker, origin, key)
        })
        .or_else(|| self.memory_of_before(key))
    }
    fn memory_on(&self, source: ObjectId, origin: Origin, key: LinkKey) -> Option<&'a Memory> {
        let on = |object: &'a crate::object::Object| {
            let mut of_origin = object.more.as_ref()?.memory.iter().rev().filter(|(known, _, _)| *known == origin);
            of_origin.find(|(_, link, _)| *link == key).map(|(_, _, memory)| memory)
        };
        match self.game.presence(source) {
            Presence::Present(object) => on(object),
            // Something remembered as the object entered (614.1c) may lie on the permanent that it has become. What a
            // permanent has become is another object (400.7).
            Presence::Gone(last) => on(&last.object).or_else(|| {
                let entered = last.became.filter(|_| last.object.zone != ZoneKind::Battlefield);
                on(self.game.permanent(entered?)?)
            }),
            Presence::Forgotten => None,
        }
    }
    // Objects are found by every card with the link, which is every card of that name (607.2n); all else by the card that
    // chose (607.2p).
    fn memory_of_before(&self, key: LinkKey) -> Option<&'a Memory> {
        let slot = self.scope.source.slot() as u32;
        let mut known = self.game.before_game.iter().filter(|known| known.key == key);
        known.find(|known| known.slot == slot || matches!(known.memory, Memory::Objects(_))).map(|known| &known.memory)
    }
    /// What created the object or put it onto the battlefield.
    pub(crate) fn put_by(&self, id: ObjectId) -> Option<(ObjectId, Origin)> {
        self.see(id)?.object.more.as_ref()?.put_by
    }

    /// How the source was cast, if it was; also as last known.
    fn source_cast(&self) -> Option<&'a CastInfo> {
        match self.game.presence(self.scope.source) {
            Presence::Present(object) => object.cast(),
            Presence::Gone(last) => last.object.cast(),
            Presence::Forgotten => None,
        }
    }
    /// How often the tagged cost was paid: for this spell or ability, or for the source as it was cast (601.2b, 607.2).
    fn times_paid(&self, tag: CostTag) -> u32 {
        let of =
            |paid: &[(CostTag, u8)]| paid.iter().filter(|(known, _)| *known == tag).map(|(_, times)| u32::from(*times)).sum();
        let here: u32 = of(&self.scope.bindings.paid);
        if here > 0 { here } else { self.source_cast().map_or(0, |cast| of(&cast.paid)) }
    }

    /// Asks a script callback. While layers are being applied, the host is shown a copy of the game on which the board
    /// so far stands for the finished characteristics.
    fn call<T: Default>(
        &self,
        callback: &crate::ability::Callback,
        question: impl FnOnce(&dyn crate::host::Host, &Game, Scope<'_>) -> Result<T, crate::host::HostError>,
    ) -> T {
        let bindings = self.locals.map(|_| self.with_locals_bound());
        let scope = Scope { bindings: bindings.as_ref().unwrap_or(self.scope.bindings), ..self.scope };
        match self.board {
            None => crate::host::ask(callback, |host| question(host, self.game, scope)),
            Some(board) => {
                let snapshot = self.game.with_board(board);
                crate::host::ask(callback, |host| question(host, &snapshot, scope))
            }
        }
    }
    fn with_locals_bound(&self) -> Bindings {
        let mut bindings = self.scope.bindings.clone();
        let mut locals = SmallVec::<[&Local<'_>; 4]>::new();
        let mut next = self.locals;
        while let Some(local) = next {
            locals.push(local);
            next = local.outer;
        }
        bindings.values.extend(locals.iter().rev().map(|local| {
            let value = match local.value {
                LocalValue::Object(object) => Value::Objects(SmallVec::from_iter([object])),
                LocalValue::Player(player) => Value::Players(SmallVec::from_iter([player])),
                LocalValue::Event(event) => Value::Event(Box::new(event.clone())),
            };
            (local.var, value)
        }));
        bindings
    }
}
