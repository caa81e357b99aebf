//! What events consist of: a destruction is a move, damage has results, something that enters arrives in a certain way.

use super::replace::add_counters;
use super::settle::with_event;
use super::{Afterwards, Applied, Flow};
use crate::ability::{AbilityBody, DamageRule, Effect, MoveCause, Prohibition, Rule, StaticPart, TargetRule};
use crate::definition::Face;
use crate::eval::Scope;
use crate::event::{Act, Enters, Event, EventKind, Move, Place};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{ObjectKind, Recipient};
use crate::perform::Resolving;
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::run::{Beat, Run};
use crate::symbol::{Symbol, known};
use crate::types::{CardType, TypeLine};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// The most tokens that one effect creates: a guard against numbers no game means.
const TOKENS_AT_ONCE: u32 = 1_000;

impl Game {
    /// Takes an event that will happen apart into what it consists of.
    pub(super) fn take_apart(&mut self, run: &mut Run<'_>, event: Event, applied: Applied, flow: &mut Flow) -> Beat<()> {
        match event {
            Event::Destroy { object, source, .. } => {
                let movement = self.movement(object, ZoneKind::Graveyard, MoveCause::Destroy, source);
                flow.ready.push(event);
                self.settle_event(run, Event::Move(movement), applied, flow)
            }
            Event::Counter { object, by } => {
                flow.ready.push(event);
                if self.object(object).is_some_and(|object| object.kind != ObjectKind::Ability) {
                    let movement = self.movement(object, ZoneKind::Graveyard, MoveCause::Counter, Some(by));
                    self.settle_event(run, Event::Move(movement), applied, flow)?;
                }
                Ok(())
            }
            Event::Draw { player } => {
                let Some(top) = self.card_to_draw(player) else {
                    // modern 104.3c, 704.5b: nothing is drawn; the loss comes with the next check.
                    self.players[player.index()].drew_from_empty = true;
                    self.unsettle();
                    flow.failed = true;
                    return Ok(());
                };
                flow.ready.push(event);
                let movement = self.movement(top, ZoneKind::Hand, MoveCause::Draw, None);
                self.settle_event(run, Event::Move(movement), applied, flow)
            }
            Event::PayLife { player, amount } => {
                // modern 119.4: paying life is losing it.
                flow.ready.push(event);
                self.settle_event(run, Event::LoseLife { player, amount }, applied, flow)
            }
            Event::Act { act: Act::Mill, player, amount, by } => {
                flow.ready.push(event);
                for card in self.top_cards(player, amount as usize) {
                    let movement = self.movement(card, ZoneKind::Graveyard, MoveCause::Mill, Some(by));
                    self.settle_event(run, Event::Move(movement), applied.clone(), flow)?;
                }
                Ok(())
            }
            Event::CreateTokens { player, def, amount, ref how } => {
                let how = how.clone();
                flow.ready.push(event);
                for _ in 0..amount.min(TOKENS_AT_ONCE) {
                    let token = self.create_object(ObjectKind::Token, def, player, ZoneKind::Outside);
                    let mut movement = self.movement(token, ZoneKind::Battlefield, MoveCause::Effect, None);
                    movement.from = ZoneKind::Outside;
                    movement.controller = how.controller;
                    movement.enters = Some(how.clone());
                    self.settle_event(run, Event::Move(movement), applied.clone(), flow)?;
                }
                Ok(())
            }
            Event::Damage { source, to, amount, .. } => {
                let results = self.damage_results(source, to, amount, &event, flow);
                flow.ready.push(event);
                for result in results {
                    self.settle_event(run, result, applied.clone(), flow)?;
                }
                Ok(())
            }
            Event::Move(mut movement) if movement.to == ZoneKind::Battlefield => {
                if self.prepare_arrival(run, &mut movement)? {
                    self.counters_on_arrival(run, &mut movement, &applied, flow)?;
                    flow.ready.push(Event::Move(movement));
                } else {
                    flow.failed = true;
                }
                Ok(())
            }
            Event::Phase { object, out, .. } => {
                self.add_phasing(object, out, &mut flow.ready);
                Ok(())
            }
            event => {
                flow.ready.push(event);
                Ok(())
            }
        }
    }

    /// The results of damage besides marking it (120.3).
    fn damage_results(
        &self,
        source: ObjectId,
        to: Recipient,
        amount: u32,
        event: &Event,
        flow: &mut Flow,
    ) -> SmallVec<[Event; 2]> {
        let mut results: SmallVec<[Event; 2]> = SmallVec::new();
        let mut as_counters = None;
        let mut done: SmallVec<[(ObjectId, &Effect); 2]> = SmallVec::new();
        for active in self.damage_rules_for(source) {
            let eval = self.eval(active.scope);
            match (active.rule, to) {
                (DamageRule::Also(filter, var, effect), _) if eval.matches(filter, source) => {
                    // What damage also does is no triggered ability: to have it twice over adds nothing (modern 120.3f).
                    let says: (ObjectId, &Effect) = (active.scope.source, effect);
                    if done.contains(&says) {
                        continue;
                    }
                    done.push(says);
                    let Scope { source, controller, origin, bindings } = active.scope;
                    let resolving = Resolving::new(source, controller, origin, None, with_event(bindings, *var, event));
                    flow.afterwards.push(Afterwards { resolving, effect: Effect::clone(effect), of: None });
                }
                (DamageRule::AsCountersOnPlayers(filter, kind), Recipient::Player(_)) if eval.matches(filter, source) => {
                    as_counters = Some(*kind)
                }
                _ => {}
            }
        }
        match (to, as_counters) {
            // modern 120.3b
            (Recipient::Player(_), Some(kind)) => results.push(Event::PutCounters { on: to, kind, amount }),
            // modern 120.3a
            (Recipient::Player(player), None) => results.push(Event::LoseLife { player, amount }),
            (Recipient::Object(id), _) => {
                let types = &self.characteristics(id).types;
                // modern 120.3c, 120.3h
                for law in self.laws(id) {
                    if let Rule::Damage(DamageRule::RemovesCounters(kind)) = law.rule {
                        let amount = amount.min(self.object(id).map_or(0, |object| object.counter(*kind)));
                        results.push(Event::RemoveCounters { on: to, kind: *kind, amount, left: None });
                    }
                }
                if types.is(CardType::Creature) {
                    // modern 120.3d
                    if let Some(kind) = self.counters_instead(source) {
                        results.push(Event::PutCounters { on: to, kind, amount });
                    }
                }
            }
        }
        results
    }

    /// The kind of counters that damage from the source puts on creatures instead of being marked (120.3d).
    pub(super) fn counters_instead(&self, source: ObjectId) -> Option<Symbol> {
        self.damage_rules_for(source).find_map(|active| match active.rule {
            DamageRule::AsCountersOnCreatures(filter, kind) if self.eval(active.scope).matches(filter, source) => Some(*kind),
            _ => None,
        })
    }

    /// A move of the object from where it is, in the plainest way.
    pub(crate) fn movement(&self, object: ObjectId, to: ZoneKind, cause: MoveCause, by: Option<ObjectId>) -> Move {
        let from = self.object(object).map_or(ZoneKind::Outside, |object| object.zone);
        let place = Place::Top;
        Move {
            object,
            became: None,
            from,
            to,
            cause,
            by,
            place,
            enters: None,
            face_down: false,
            controller: self.controller(object),
        }
    }

    /// The last touches to something about to enter the battlefield. Says whether it does.
    fn prepare_arrival(&mut self, run: &mut Run<'_>, movement: &mut Move) -> Beat<bool> {
        let Some(object) = self.object(movement.object) else { return Ok(false) };
        let (def, owner) = (object.def, object.owner);
        let mut enters = movement.enters.take().unwrap_or_else(|| Box::new(Enters::under(owner)));
        let definition = self.defs.get(enters.copy.unwrap_or(def)).clone();
        let face = definition.faces.get(enters.face as usize).unwrap_or(&definition.faces[0]);
        // modern 304.4, 307.4: instants and sorceries stay where they are.
        if !enters.face_down && face.base.types.types.intersects(CardType::Instant.set() | CardType::Sorcery.set()) {
            return Ok(false);
        }
        if !enters.face_down {
            let aura = face.base.types.is(CardType::Enchantment) && face.base.types.has_subtype(*known::AURA);
            if aura && enters.attached_to.is_none() {
                // modern 303.4f-g: its controller chooses what it enchants; with nothing to enchant it stays.
                let options = self.attachable(movement.object, enters.controller, face);
                if options.is_empty() {
                    return Ok(false);
                }
                enters.attached_to =
                    self.choose_recipient(run, enters.controller, movement.object, Purpose::AttachTo, options)?;
            }
        }
        let types = (!enters.face_down).then_some(&face.base.types);
        self.choose_place_in_combat(run, movement.object, types, &mut enters)?;
        movement.controller = enters.controller;
        movement.enters = Some(enters);
        self.withhold_counters(movement);
        Ok(true)
    }

    /// What it attacks or blocks as it enters, as its controller chooses (508.4, 509.7), and who protects a battle (310.8a).
    fn choose_place_in_combat(
        &mut self,
        run: &mut Run<'_>,
        object: ObjectId,
        types: Option<&TypeLine>,
        enters: &mut Enters,
    ) -> Beat<()> {
        if let Some(possible) = types.and_then(|types| self.possible_protectors(types, object, enters.controller))
            && enters.protector.is_none()
        {
            enters.protector = self.choose_player(run, enters.controller, Some(object), &possible)?;
        }
        // modern 506.3b: under the control of anybody but the attacking player it attacks nothing.
        if enters.controller != self.turn.active {
            enters.attacking.clear();
        }
        if !enters.attacking.is_empty() {
            let chosen = self.choose_attacked(run, enters.controller, object, &enters.attacking)?;
            enters.attacking = chosen.into_iter().collect();
        }
        if !enters.blocking.is_empty() {
            let defends = |attacker: &ObjectId| {
                let attacker = self.combat().and_then(|combat| combat.attacker(*attacker));
                attacker.is_some_and(|one| one.defending_player == enters.controller && one.attacks().is_some())
            };
            let possible: SmallVec<[ObjectId; 4]> = enters.blocking.iter().copied().filter(defends).collect();
            let chosen = self.choose_blocked(run, enters.controller, object, &possible)?;
            enters.blocking = chosen.into_iter().collect();
            if let Some(attacker) = chosen {
                // modern 509.7: the active player puts it in the order of the attacker's blockers.
                enters.block_place = self.ask_block_place(run, attacker)?;
            }
        }
        Ok(())
    }

    /// Lets effects that change how many counters are put on it change those that it enters with (modern 122.6a, 616.1g).
    fn counters_on_arrival(&mut self, run: &mut Run<'_>, movement: &mut Move, applied: &Applied, flow: &mut Flow) -> Beat<()> {
        if movement.enters.as_ref().is_none_or(|enters| enters.counters.is_empty())
            || self.replacements(EventKind::PutCounters, None).next().is_none()
        {
            return Ok(());
        }
        let counters = movement.enters.as_mut().map(|enters| std::mem::take(&mut enters.counters)).unwrap_or_default();
        for (kind, amount) in counters {
            let event = Event::PutCounters { on: Recipient::Object(movement.object), kind, amount };
            let amount = self.settle_on_arrival(run, event, movement, applied.clone(), flow)?;
            if let Some(enters) = movement.enters.as_mut() {
                add_counters(&mut enters.counters, kind, amount);
            }
        }
        Ok(())
    }

    /// What an object could be attached to that shows that face: whatever fits all that it says of it (303.4f, 702.5c).
    fn attachable(&self, object: ObjectId, controller: PlayerId, face: &Face) -> Vec<Recipient> {
        let mut limits = Vec::new();
        for instance in face.abilities() {
            let AbilityBody::Static(ability) = &instance.ability.kind else { continue };
            let eval = self.eval(Scope::bare(object, controller, instance.origin));
            limits.extend(ability.parts.iter().filter_map(|part| match part {
                StaticPart::Rule(Rule::Target(TargetRule::AttachesTo(filter, players))) => Some((eval, filter, players)),
                _ => None,
            }));
        }
        let Some((first, filter, players)) = limits.first() else { return Vec::new() };
        let objects =
            first.all(filter).into_iter().filter(|id| *id != object && self.may_attach(object, *id)).map(Recipient::Object);
        let players = players.iter().flat_map(|players| first.players(players)).map(Recipient::Player);
        let fits = |to: &Recipient| {
            limits[1..].iter().all(|(eval, filter, players)| match *to {
                Recipient::Object(id) => eval.matches(filter, id),
                Recipient::Player(player) => players.as_ref().is_some_and(|players| eval.players(players).contains(&player)),
            })
        };
        objects.chain(players).filter(fits).collect()
    }

    /// Whether no rule forbids the attachment (702.16c-d and its like).
    pub(crate) fn may_attach(&self, attachment: ObjectId, to: ObjectId) -> bool {
        !self.target_rules().any(|active| match active.rule {
            TargetRule::CantAttach(what, attached) => {
                let eval = self.eval(active.scope);
                eval.matches(what, to) && eval.matches(attached, attachment)
            }
            _ => false,
        })
    }

    pub(crate) fn choose_recipient(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        purpose: Purpose,
        among: Vec<Recipient>,
    ) -> Beat<Option<Recipient>> {
        let options = among
            .iter()
            .map(|recipient| match recipient {
                Recipient::Object(id) => Choice::Object(*id),
                Recipient::Player(player) => Choice::Player(*player),
            })
            .collect();
        match self.ask(run, player, Some(about), Ask::Choose { purpose, options, min: 1, max: 1, ordered: false })? {
            Answer::Chosen(chosen) => Ok(chosen.first().map(|&index| among[index as usize])),
            _ => Ok(None),
        }
    }

    /// modern 614.17d: it enters without the counters that could not be put on it there.
    fn withhold_counters(&self, movement: &mut Move) {
        let has_counters = movement.enters.as_deref().is_some_and(|enters| !enters.counters.is_empty());
        let asks =
            |rule: &Prohibition| matches!(rule, Prohibition::Event(pattern) if pattern.kinds().has(EventKind::PutCounters));
        if !has_counters || !self.prohibitions().any(|active| asks(active.rule)) {
            return;
        }
        let there = self.as_if_entered(movement);
        let on = Recipient::Object(movement.object);
        if let Some(enters) = movement.enters.as_deref_mut() {
            enters.counters.retain(|(kind, amount)| there.may_happen(&Event::PutCounters { on, kind: *kind, amount: *amount }));
        }
    }
}
