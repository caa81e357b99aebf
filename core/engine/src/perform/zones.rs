//! Moving objects between zones (modern 400, 401.4, 406, 610.3, 701.12).

use super::{After, Plan, Resolving};
use crate::ability::{Destination, Entering, EventPattern, LibraryPosition, MoveCause, Objects, Players};
use crate::eval::ObjectList;
use crate::event::{Enters, Event, Move, Place};
use crate::game::Game;
use crate::ids::{DefId, ObjectId, PlayerId};
use crate::object::{ObjectKind, Recipient};
use crate::question::{Choice, Purpose};
use crate::run::{Beat, Run};
use crate::symbol::known;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// What is about to enter the battlefield.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arriving {
    /// A card, or another object that exists.
    Card(ObjectId),
    /// A token of that definition.
    Token(DefId),
}

/// How an object arrives, or that it cannot.
pub(super) enum Arrival {
    /// So.
    As(Enters),
    /// It stays where it is.
    Stays,
}

impl Game {
    /// A move in the plainest way.
    pub(super) fn plain_move(&self, resolving: &Resolving, object: ObjectId, to: ZoneKind, cause: MoveCause) -> Event {
        let from = self.object(object).map_or(ZoneKind::Outside, |object| object.zone);
        Event::Move(Move {
            object,
            became: None,
            from,
            to,
            cause,
            by: Some(resolving.source),
            place: Place::Top,
            enters: None,
            face_down: false,
            controller: self.controller(object),
        })
    }

    /// The top cards of a library, the topmost first; as many as there are.
    pub(crate) fn top_cards(&self, player: PlayerId, count: usize) -> ObjectList {
        // modern 614.13c: a card that is about to enter from there is left out.
        self.player(player).library.iter().rev().copied().filter(|card| !self.is_entering(*card)).take(count).collect()
    }

    /// Puts cards that are in that library in their place in it, the first of them highest. No object changes zones.
    pub(crate) fn arrange_library(&mut self, owner: PlayerId, cards: &[ObjectId], place: Place) {
        let library = &mut self.players[owner.index()].library;
        let present: ObjectList = cards.iter().copied().filter(|card| library.contains(card)).collect();
        library.retain(|card| !present.contains(card));
        let at = match place {
            Place::Top => library.len(),
            Place::Bottom => 0,
            Place::FromTop(depth) => library.len().saturating_sub(depth as usize),
        };
        library.splice(at..at, present.into_iter().rev());
        self.touch_lightly();
    }

    /// Plans to move the objects there.
    pub(super) fn plan_move(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        mut objects: ObjectList,
        to: &Destination,
        cause: MoveCause,
        plan: &mut Plan,
    ) -> Beat<()> {
        let all = objects.len();
        objects.retain(|id| self.can_move(*id, to));
        plan.lacks(objects.is_empty() || objects.len() < all);
        match to.zone {
            ZoneKind::Library => return self.plan_into_library(run, resolving, objects, &to.position, cause, plan),
            ZoneKind::Battlefield => {
                let mut arriving = ObjectList::new();
                for object in objects {
                    let Some(owner) = self.object(object).map(|known| known.owner) else { continue };
                    match self.arrival(run, resolving, &to.entering, Arriving::Card(object), owner)? {
                        Arrival::As(enters) => {
                            let mut event = self.plain_move(resolving, object, ZoneKind::Battlefield, cause);
                            if let Event::Move(movement) = &mut event {
                                movement.enters = Some(Box::new(enters));
                            }
                            plan.push(event);
                            arriving.push(object);
                        }
                        Arrival::Stays => plan.lacks(true),
                    }
                }
                objects = arriving;
            }
            _ => {
                for &object in &objects {
                    let mut event = self.plain_move(resolving, object, to.zone, cause);
                    if let Event::Move(movement) = &mut event {
                        movement.face_down = to.face_down;
                    }
                    plan.push(event);
                }
            }
        }
        self.plan_arrived(resolving, objects, to, plan);
        Ok(())
    }

    // modern 607.2a, 406.3: the source remembers; whoever hid a card that they could see may go on looking at it.
    fn plan_arrived(&self, resolving: &Resolving, objects: ObjectList, to: &Destination, plan: &mut Plan) {
        let seen_by = (to.face_down && to.zone == ZoneKind::Exile).then(|| {
            let from_hand = objects.first().and_then(|id| self.object(*id)).filter(|object| object.zone == ZoneKind::Hand);
            from_hand.map_or(resolving.controller, |object| object.owner)
        });
        if seen_by.is_some() || to.remember.is_some() {
            let remember = to.remember.map(|key| (resolving.origin, key));
            plan.after.push(After::Arrived { objects, zone: to.zone, remember, seen_by });
        }
    }

    /// Whether the object can move there at all.
    fn can_move(&self, id: ObjectId, to: &Destination) -> bool {
        let Some(object) = self.object(id) else { return false };
        if object.phased_out {
            return false; // modern 702.26b
        }
        match object.kind {
            ObjectKind::Ability | ObjectKind::Emblem => return false,
            // modern 111.8: a token that has left the battlefield goes nowhere any more.
            ObjectKind::Token if object.zone != ZoneKind::Battlefield => return false,
            ObjectKind::Token | ObjectKind::SpellCopy if to.zone == ZoneKind::Battlefield => return false,
            _ => {}
        }
        if to.zone != ZoneKind::Battlefield || to.entering.face_down {
            return true;
        }
        // modern 304.4, 307.4: they stay where they are.
        let types = if to.entering.transformed {
            match self.definition(object.def).faces.get(1) {
                Some(face) => &face.base.types,
                None => return false, // modern 701.28
            }
        } else {
            &self.characteristics_of(object).types
        };
        !types.is(CardType::Instant) && !types.is(CardType::Sorcery)
    }

    // modern 401.4: several cards put in one place of a library at the same time are ordered by their owner.
    fn plan_into_library(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        objects: ObjectList,
        position: &LibraryPosition,
        cause: MoveCause,
        plan: &mut Plan,
    ) -> Beat<()> {
        let owners: SmallVec<[PlayerId; 4]> = self.players_from_active().collect();
        for owner in owners {
            let own: ObjectList =
                objects.iter().copied().filter(|id| self.object(*id).is_some_and(|object| object.owner == owner)).collect();
            if own.is_empty() {
                continue;
            }
            let own = self.library_order(run, resolving, owner, &own, position)?;
            let place = self.library_place(resolving, position);
            let (inside, outside): (ObjectList, ObjectList) =
                own.iter().copied().partition(|id| self.object(*id).is_some_and(|object| object.zone == ZoneKind::Library));
            // Each goes above the one before it, or at the bottom below it; the first in the order is the highest.
            let order: ObjectList = match place {
                Place::Bottom => outside,
                Place::Top | Place::FromTop(_) => outside.into_iter().rev().collect(),
            };
            for object in order {
                let mut event = self.plain_move(resolving, object, ZoneKind::Library, cause);
                if let Event::Move(movement) = &mut event {
                    movement.place = place;
                }
                plan.push(event);
            }
            // A card that is in the library already changes its place but not its zone.
            if !inside.is_empty() {
                plan.after.push(After::Arrange { owner, cards: inside, place });
            }
            if matches!(position, LibraryPosition::Shuffled) {
                plan.after.push(After::Shuffle(owner));
            }
        }
        Ok(())
    }

    /// The order in which cards go to a place of a library, the highest first.
    pub(super) fn library_order(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        owner: PlayerId,
        cards: &[ObjectId],
        position: &LibraryPosition,
    ) -> Beat<ObjectList> {
        match position {
            LibraryPosition::Top | LibraryPosition::Bottom | LibraryPosition::FromTop(_) => {
                self.order_objects(run, owner, resolving.about(), cards)
            }
            LibraryPosition::BottomRandom => Ok(self.random_pick(cards, cards.len())),
            LibraryPosition::Shuffled => Ok(ObjectList::from_slice(cards)),
        }
    }
    pub(super) fn library_place(&self, resolving: &Resolving, position: &LibraryPosition) -> Place {
        match position {
            LibraryPosition::Top | LibraryPosition::Shuffled => Place::Top,
            LibraryPosition::Bottom | LibraryPosition::BottomRandom => Place::Bottom,
            LibraryPosition::FromTop(amount) => Place::FromTop(self.count_of(resolving, amount)),
        }
    }

    /// How something enters the battlefield: a card, or a token that is about to be created.
    pub(super) fn arrival(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        entering: &Entering,
        arriving: Arriving,
        usual: PlayerId,
    ) -> Beat<Arrival> {
        let said = entering.under.as_ref().and_then(|players| self.actors(resolving, players).first().copied());
        let controller = said.unwrap_or(usual);
        let mut enters = Enters::under(controller);
        enters.tapped = entering.tapped;
        enters.face_down = entering.face_down;
        enters.face = u8::from(entering.transformed);
        if !entering.being.is_empty() {
            enters.being = self.being(run, resolving, &entering.being)?;
        }
        for (kind, amount) in &entering.counters {
            let amount = self.count_of(resolving, amount);
            if amount > 0 {
                enters.counters.push((*kind, amount));
            }
        }
        if let Some(on) = &entering.attacking {
            enters.attacking = self.what_to_attack(resolving, on);
        }
        if let Some(attackers) = &entering.blocking {
            enters.blocking = self.permanents_of(resolving, attackers).into_iter().collect();
        }
        if let Some(to) = &entering.attached_to {
            let mut hosts = self.hosts(resolving, to);
            let (there, object) = self.as_if_arrived(arriving, &enters);
            hosts.retain(|host| there.can_attach(object, *host));
            let options = hosts.iter().map(|host| option_of(*host)).collect();
            let chosen = self.choose_one(run, controller, resolving.about(), Purpose::AttachTo, options)?;
            enters.attached_to = chosen.map(|place| hosts[place]);
            // modern 303.4i: an Aura that cannot be attached stays where it is; anything else comes alone.
            if there.characteristics(object).types.has_subtype(*known::AURA) && enters.attached_to.is_none() {
                return Ok(Arrival::Stays);
            }
        }
        Ok(Arrival::As(enters))
    }

    /// The game with what arrives on the battlefield, to look at it there (303.4i), and as what it is there.
    fn as_if_arrived(&self, arriving: Arriving, enters: &Enters) -> (Game, ObjectId) {
        match arriving {
            Arriving::Card(object) => {
                let mut movement = self.movement(object, ZoneKind::Battlefield, MoveCause::Effect, None);
                movement.controller = enters.controller;
                movement.enters = Some(Box::new(enters.clone()));
                (self.as_if_entered(&movement), object)
            }
            Arriving::Token(def) => {
                let mut game = self.clone();
                let token = game.create_object(ObjectKind::Token, def, enters.controller, ZoneKind::Outside);
                let mut movement = game.movement(token, ZoneKind::Battlefield, MoveCause::Effect, None);
                movement.controller = enters.controller;
                movement.enters = Some(Box::new(enters.clone()));
                (game.as_if_entered(&movement), token)
            }
        }
    }

    // modern 610.3a-b: if what ends it has happened already, nothing moves.
    pub(super) fn plan_exile_until(&self, resolving: &Resolving, objects: &Objects, until: &EventPattern, plan: &mut Plan) {
        let objects = self.permanents_of(resolving, objects);
        if objects.is_empty() || self.is_over_already(resolving, until) {
            plan.lacks(true);
            return;
        }
        for &object in &objects {
            plan.push(self.plain_move(resolving, object, ZoneKind::Exile, MoveCause::Effect));
        }
        plan.after.push(After::Return { objects, until: until.clone() });
    }

    /// Whether what something is to last until has happened before it could begin (610.3a-b, 610.4b-c, 611.2b): the source
    /// has left the battlefield, or it happened since the spell or ability was put onto the stack or triggered.
    pub(super) fn is_over_already(&self, resolving: &Resolving, until: &EventPattern) -> bool {
        if until.is_leaving_of_this() {
            return self.object(resolving.source).is_none_or(|object| object.zone != ZoneKind::Battlefield);
        }
        // That it was cast or activated itself is not what it waits for.
        let is_own = |event: &Event| match event {
            Event::Cast { spell, .. } => Some(*spell) == resolving.entry,
            Event::Activated { ability, .. } => Some(*ability) == resolving.entry,
            _ => false,
        };
        let eval = resolving.eval(self);
        let since = resolving.bindings.since;
        since.is_some_and(|since| self.events_since(since).any(|event| !is_own(event) && eval.matches_event(until, event)))
    }

    // modern 702.26a, 610.4
    pub(super) fn plan_phase_out(&self, resolving: &Resolving, objects: &Objects, until: Option<&EventPattern>, plan: &mut Plan) {
        let objects = self.permanents_of(resolving, objects);
        if objects.is_empty() || until.is_some_and(|until| self.is_over_already(resolving, until)) {
            plan.lacks(true);
            return;
        }
        plan.batch.extend(objects.iter().map(|object| Event::Phase { object: *object, out: true, with: None }));
        if let Some(until) = until {
            plan.after.push(After::PhaseIn { objects, until: until.clone() });
        }
    }
    /// Of what is phased out only an effect that speaks of phasing can speak (702.26b).
    pub(super) fn plan_phase_in(&self, resolving: &Resolving, objects: &Objects, plan: &mut Plan) {
        let out: crate::eval::ObjectList = match objects {
            Objects::All(filter) => {
                let eval = resolving.eval(self);
                let is_meant = |id: &ObjectId| self.phased(*id).is_some() && eval.matches_phased(filter, *id);
                self.battlefield.iter().copied().filter(is_meant).collect()
            }
            objects => {
                let objects = resolving.eval(self).objects_now(objects);
                objects.into_iter().filter(|id| self.phased(*id).is_some()).collect()
            }
        };
        plan.lacks(out.is_empty());
        plan.batch.extend(out.into_iter().map(|object| Event::Phase { object, out: false, with: None }));
    }

    // modern 701.12: both zones' cards move at once.
    pub(super) fn plan_exchange_zones(
        &self,
        resolving: &Resolving,
        players: &Players,
        one: ZoneKind,
        other: ZoneKind,
        plan: &mut Plan,
    ) {
        for player in self.actors(resolving, players) {
            for (from, to) in [(one, other), (other, one)] {
                let cards = self.zone(from, player).iter().copied();
                let own = cards.filter(|card| self.object(*card).is_some_and(|object| object.owner == player));
                plan.batch.extend(own.map(|card| self.plain_move(resolving, card, to, MoveCause::Effect)));
            }
        }
    }
}

/// A recipient as an option of a choice.
pub(super) fn option_of(recipient: Recipient) -> Choice {
    match recipient {
        Recipient::Object(object) => Choice::Object(object),
        Recipient::Player(player) => Choice::Player(player),
    }
}
