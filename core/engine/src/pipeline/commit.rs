//! The commit of a batch: triggers that look back, the changes themselves, triggers that look at what is, history.

use super::Batch;
use crate::ability::{DamageRule, MoveCause};
use crate::characteristics::Characteristics;
use crate::continuous::Lasting;
use crate::event::{Event, Move};
use crate::game::{Game, Outcome};
use crate::history::PastLook;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{ObjectKind, Recipient, TapState, Value};
use crate::perform::Resolving;
use crate::run::{Beat, Note, Run};
use crate::symbol::Symbol;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Commits events that happen at the same time. Returns what must happen right after (610.3).
    pub(super) fn commit(
        &mut self,
        run: &mut Run<'_>,
        cause: Option<&mut Resolving>,
        events: &mut SmallVec<[Event; 2]>,
    ) -> Beat<Batch> {
        let leavers = self.leavers(events);
        // modern 603.10: abilities that look back are matched against the game as it was before the whole batch.
        let waiting = self.waiting.len();
        self.match_triggers(run, events, Look::Back)?;
        let mut due = self.due(events, Look::Back);
        let looks = self.looks_before(events);
        for event in events.iter_mut() {
            self.change(event);
        }
        let exiled = self.leave_game(&leavers);
        // modern 104.1: the game is over at once.
        if events.iter().any(|event| matches!(event, Event::Lose { .. })) {
            self.end_if_decided();
        }
        // What enters with counters is seen to do so; that they are put on it shows nothing new.
        let shown = events.len();
        arrived_with_counters(events);
        self.follow_moved(waiting, events);
        if let Some(cause) = cause {
            // modern 400.7j: the effect that moved an object can find it in a public zone.
            for event in events.iter() {
                if let Event::Move(Move { object, became: Some(new), to, .. }) = event {
                    cause.bindings.moved.push((*object, *new));
                    // modern 607.1d
                    if *to == ZoneKind::Battlefield
                        && cause.source != *object
                        && let Some(more) = self.more_of(*new)
                    {
                        more.put_by = Some((cause.source, cause.origin));
                    }
                }
            }
        }
        self.remember_looks(looks);
        self.unsettle();
        for event in events.iter() {
            if self.is_history(event) {
                let step = self.history.step;
                self.look_at(event);
                self.history.this_turn.push((step, event.clone()));
            }
        }
        if run.observer.is_some() {
            for event in &events[..shown] {
                run.note(self, Note::Happened(event));
            }
        }
        self.match_triggers(run, events, Look::Ahead)?;
        // modern 610.3b: what triggered now counts from here on what happens.
        let now = self.moment();
        self.waiting.iter_mut().skip(waiting).for_each(|waiting| waiting.bindings.since = Some(now));
        due.extend(self.due(events, Look::Ahead));
        let mut returning = self.end_what_is_due(&due);
        returning.extend(exiled);
        self.check_combat();
        Ok(returning)
    }

    /// Abilities that triggered on a move before it was made find the object where it went (modern 400.7, 603.6).
    fn follow_moved(&mut self, first: usize, events: &[Event]) {
        for waiting in self.waiting.iter_mut().skip(first) {
            for event in events {
                let Event::Move(Move { object, became: Some(new), .. }) = event else { continue };
                let speaks = |known: &Event| known.object() == Some(*object);
                let triggered_on = waiting.bindings.values.iter().any(|(_, value)| match value {
                    Value::Event(known) => speaks(known),
                    Value::Events(known) => known.iter().any(speaks),
                    _ => false,
                });
                if triggered_on {
                    waiting.bindings.moved.push((*object, *new));
                }
            }
        }
    }

    /// Events worth remembering: those of the kinds that some ability of the game can count, and casts, which rules count.
    fn is_history(&self, event: &Event) -> bool {
        matches!(event, Event::Cast { .. } | Event::Attack { .. } | Event::Damage { .. } | Event::Reveal { .. })
            || self.defs.asked().has(event.kind())
    }

    /// modern 608.2i: what an ability asks about the past is answered by how things were then. What has left is last known as
    /// it was.
    fn look_at(&mut self, event: &Event) {
        if !self.defs.asked().has(event.kind()) {
            return;
        }
        let place = self.history.this_turn.len() as u32;
        let moved = |id| if let Event::Move(movement) = event { movement.became } else { id };
        for id in [moved(event.object()), event.source()].into_iter().flatten() {
            let Some(object) = self.permanent(id) else { continue };
            let look = PastLook {
                event: place,
                object: id,
                controller: self.controller_of(object),
                characteristics: Box::new(self.characteristics_of(object).clone()),
            };
            self.history.looks_this_turn.push(look);
        }
    }

    /// How several permanents look that leave together: each is last known as it was before any of them left (603.10,
    /// 608.2h).
    fn looks_before(&self, events: &[Event]) -> SmallVec<[(ObjectId, Option<Box<Characteristics>>, PlayerId); 1]> {
        let leaving = || {
            events.iter().filter_map(|event| match event {
                Event::Move(movement) if movement.from == ZoneKind::Battlefield => self.permanent(movement.object),
                _ => None,
            })
        };
        if leaving().nth(1).is_none() {
            return SmallVec::new();
        }
        leaving()
            .map(|object| {
                let characteristics = self.characteristics_of(object);
                let altered = !std::ptr::eq(characteristics, self.base(object));
                (object.id, altered.then(|| Box::new(characteristics.clone())), self.controller_of(object))
            })
            .collect()
    }
    fn remember_looks(&mut self, looks: SmallVec<[(ObjectId, Option<Box<Characteristics>>, PlayerId); 1]>) {
        for (id, characteristics, controller) in looks {
            if let Some((_, last)) = self.last_known.iter_mut().rev().find(|(known, _)| *known == id) {
                last.characteristics = characteristics;
                last.controller = controller;
            }
        }
    }

    /// Changes the state as the event says.
    fn change(&mut self, event: &mut Event) {
        match event {
            Event::Move(movement) => self.change_zone(movement),
            Event::Damage { source, to: Recipient::Object(id), amount, .. } => self.mark_damage(*source, *id, *amount),
            Event::GainLife { player, amount } => {
                let life = &mut self.players[player.index()].life;
                *life = life.saturating_add(i32::try_from(*amount).unwrap_or(i32::MAX));
                self.touch_lightly();
            }
            Event::LoseLife { player, amount } => {
                let life = &mut self.players[player.index()].life;
                *life = life.saturating_sub(i32::try_from(*amount).unwrap_or(i32::MAX));
                self.touch_lightly();
            }
            Event::Tap { object, .. } => self.set_tapped(*object, TapState::Tapped),
            Event::Untap { object } => self.set_tapped(*object, TapState::Untapped),
            Event::PutCounters { on, kind, amount } => self.put_counters(*on, *kind, *amount),
            Event::RemoveCounters { on, kind, amount, left } => {
                *amount = self.remove_counters(*on, *kind, *amount);
                *left = Some(match on {
                    Recipient::Object(id) => self.object(*id).map_or(0, |object| object.counter(*kind)),
                    Recipient::Player(player) => self.player(*player).counter(*kind),
                });
            }
            Event::Designate { object, name, number } => {
                if let Some(object) = self.object_mut(*object) {
                    object.designate(*name, *number);
                }
                self.touch();
            }
            Event::AddMana { player, mana, .. } => {
                for mana in mana.drain(..) {
                    self.players[player.index()].pool.add(mana);
                }
            }
            Event::Attach { object, to } => {
                let (object, to) = (*object, *to);
                let timestamp = self.tick();
                if let Some(object) = self.object_mut(object) {
                    object.attached_to = Some(to);
                    // modern 613.7e
                    object.timestamp = timestamp;
                }
                self.touch();
            }
            Event::Unattach { object, from: _ } => {
                if let Some(object) = self.object_mut(*object) {
                    object.attached_to = None;
                }
                self.touch();
            }
            Event::Counter { object, .. } => {
                let id = *object;
                if self.object(id).is_some_and(|object| object.kind == ObjectKind::Ability) {
                    self.end_object(id);
                }
            }
            Event::Turned { object, face_down } => {
                let timestamp = self.tick();
                let face_down = *face_down;
                if let Some(object) = self.object_mut(*object) {
                    object.face_down = face_down;
                    // modern 613.7f
                    object.timestamp = timestamp;
                }
                self.touch();
            }
            Event::Transform { object } => self.turn_over(*object),
            Event::Daylight { now } => {
                self.turn.daylight = *now;
                self.touch_lightly();
            }
            Event::Phase { object, out, with } => self.phase(*object, *out, *with),
            Event::Lose { player, why } => self.players[player.index()].lost = Some(*why),
            Event::Win { player } => self.outcome = Some(Outcome::Won(*player)),
            Event::Damage { .. }
            | Event::Prevented { .. }
            | Event::PayLife { .. }
            | Event::Act { .. }
            | Event::Destroy { .. }
            | Event::Draw { .. }
            | Event::CreateTokens { .. }
            | Event::Cast { .. }
            | Event::Activated { .. }
            | Event::Targeted { .. }
            | Event::Attack { .. }
            | Event::AttackDeclared { .. }
            | Event::Attacked { .. }
            | Event::AttacksAlone { .. }
            | Event::BlocksAlone { .. }
            | Event::BlockedBy { .. }
            | Event::BlockCount { .. }
            | Event::Block { .. }
            | Event::BecomeBlocked { .. }
            | Event::BecomeUnblocked { .. }
            | Event::Begin { .. }
            | Event::TurnBegin { .. }
            | Event::ControlChanged { .. }
            | Event::Shuffle { .. }
            | Event::Search { .. }
            | Event::Reveal { .. }
            | Event::Resolved { .. }
            | Event::Told { .. }
            | Event::RollToVisit { .. }
            | Event::Coin { .. }
            | Event::Custom { .. } => self.touch_lightly(),
        }
    }

    fn change_zone(&mut self, movement: &mut Move) {
        if (movement.cause, movement.to) == (MoveCause::LeftGame, ZoneKind::Outside) {
            movement.controller = self.controller(movement.object);
            return self.take_out_of_the_game(movement.object);
        }
        if movement.from == ZoneKind::Battlefield {
            movement.controller = self.controller(movement.object);
        }
        movement.became = self.relocate(movement);
        self.remove_from_combat(movement.object);
        let (Some(new), Some(enters)) = (movement.became, movement.enters.as_deref()) else { return };
        if movement.from == ZoneKind::Stack {
            self.shields_follow(movement.object, new);
        }
        if movement.to == ZoneKind::Battlefield {
            movement.controller = enters.controller;
            if let Some(being) = enters.being.as_deref() {
                self.be(new, being);
            }
            if let Some(defender) = enters.attacking.first() {
                self.put_attacking(new, *defender);
            }
            if let Some(attacker) = enters.blocking.first() {
                self.put_blocking(new, *attacker, enters.block_place);
            }
        }
    }

    /// modern 609.7a: what was said of a spell as a source of damage goes for the permanent that it becomes.
    fn shields_follow(&mut self, spell: ObjectId, permanent: ObjectId) {
        for lasting in &mut self.lasting {
            if !matches!(lasting.what, Lasting::Replacement { .. }) {
                continue;
            }
            for (_, value) in &mut lasting.bindings.values {
                if let Value::Objects(objects) = value
                    && objects.contains(&spell)
                {
                    objects.push(permanent);
                }
            }
            for (target, _) in lasting.bindings.targets.iter_mut().flat_map(|choice| &mut choice.chosen) {
                if *target == Recipient::Object(spell) {
                    *target = Recipient::Object(permanent);
                }
            }
        }
    }

    /// modern 120.3e, 120.6: damage stays marked until the cleanup step.
    fn mark_damage(&mut self, source: ObjectId, id: ObjectId, amount: u32) {
        if !self.characteristics(id).types.is(CardType::Creature) {
            return;
        }
        let fatal = self.damage_rules_for(source).any(|active| match active.rule {
            DamageRule::Lethal(filter) => self.eval(active.scope).matches(filter, source),
            _ => false,
        });
        let marks = self.counters_instead(source).is_none();
        if let Some(object) = self.object_mut(id) {
            if marks {
                object.damage = object.damage.saturating_add(amount);
            }
            object.fatally_damaged |= fatal;
        }
        self.touch_lightly();
    }

    fn set_tapped(&mut self, id: ObjectId, state: TapState) {
        if let Some(object) = self.object_mut(id) {
            object.tapped = state;
        }
        self.touch_lightly();
    }

    fn put_counters(&mut self, on: Recipient, kind: Symbol, amount: u32) {
        if let Recipient::Object(id) = on
            && self.defs.counter_gives(kind).is_some()
        {
            // modern 613.7c
            let time = self.tick();
            if let Some(object) = self.object_mut(id) {
                object.set_counter_time(kind, time);
            }
        }
        let counters = match on {
            Recipient::Object(id) => match self.object_mut(id) {
                Some(object) => &mut object.counters,
                None => return,
            },
            Recipient::Player(player) => &mut self.players[player.index()].counters,
        };
        match counters.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count = count.saturating_add(amount),
            None => counters.push((kind, amount)),
        }
        self.touch();
    }

    /// Removes up to that many; says how many.
    fn remove_counters(&mut self, on: Recipient, kind: Symbol, amount: u32) -> u32 {
        let counters = match on {
            Recipient::Object(id) => match self.object_mut(id) {
                Some(object) => &mut object.counters,
                None => return 0,
            },
            Recipient::Player(player) => &mut self.players[player.index()].counters,
        };
        let Some((_, count)) = counters.iter_mut().find(|(known, _)| *known == kind) else { return 0 };
        let removed = amount.min(*count);
        *count -= removed;
        counters.retain(|(_, count)| *count > 0);
        self.touch();
        removed
    }

    fn turn_over(&mut self, id: ObjectId) {
        let faces = self.object(id).map_or(1, |object| self.defs.get(object.def).faces.len());
        let timestamp = self.tick();
        if faces > 1
            && let Some(object) = self.object_mut(id)
        {
            object.face ^= 1;
            // modern 613.7g
            object.timestamp = timestamp;
            object.more_mut().turned_over = Some(timestamp);
        }
        self.touch();
    }
}

/// Which triggers are matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// Those that look back in time, before the change.
    Back,
    /// All others, after it.
    Ahead,
}

/// modern 122.6: an object that enters with counters has them put on it.
fn arrived_with_counters(events: &mut SmallVec<[Event; 2]>) {
    for place in 0..events.len() {
        let Event::Move(Move { became: Some(on), to: ZoneKind::Battlefield, enters: Some(enters), .. }) = &events[place] else {
            continue;
        };
        let (on, counters) = (Recipient::Object(*on), enters.counters.clone());
        events.extend(counters.into_iter().map(|(kind, amount)| Event::PutCounters { on, kind, amount }));
    }
}
