//! Prohibitions, replacement and prevention effects (modern 101.2, 614-616), and what events consist of.

use super::{Afterwards, Applied, Flow, bound};
use crate::ability::{CopySource, DamageRule, Effect, EventChange, Instead, MoveCause, Prohibition, TargetRule};
use crate::eval::Scope;
use crate::event::{Enters, Event, Move, Place};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Var};
use crate::layers::{ActiveReplacement, ReplacementKey};
use crate::object::{Bindings, ObjectKind, Recipient};
use crate::perform::Resolving;
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// A replacement effect that could apply, copied out of the state so that the state can change.
#[derive(Clone, Debug)]
struct Applicable {
    key: ReplacementKey,
    replacement: crate::ability::Replacement,
    resolving: Resolving,
    left: Option<u32>,
}

impl Game {
    /// Whether nothing prohibits the event now (614.17, 101.2).
    pub(crate) fn may_happen(&self, event: &Event) -> bool {
        let kind = event.kind();
        !self.prohibitions().any(|active| match active.rule {
            Prohibition::Event(pattern) => pattern.kinds().has(kind) && self.eval(active.scope).matches_event(pattern, event),
            Prohibition::Sacrifice(filter) => match event {
                Event::Move(movement) if movement.cause == MoveCause::Sacrifice => {
                    self.eval(active.scope).matches(filter, movement.object)
                }
                _ => false,
            },
            Prohibition::Countered(filter) => match event {
                Event::Counter { object, .. } => self.eval(active.scope).matches(filter, *object),
                _ => false,
            },
            Prohibition::Lose(players) => match event {
                Event::Lose { player, .. } => self.eval(active.scope).players(players).contains(player),
                _ => false,
            },
            Prohibition::Win(players) => match event {
                Event::Win { player } => self.eval(active.scope).players(players).contains(player),
                _ => false,
            },
            Prohibition::Search(players) => match event {
                Event::Search { player, .. } => self.eval(active.scope).players(players).contains(player),
                _ => false,
            },
            _ => false,
        })
    }

    /// Takes one proposed event through prohibitions and replacements into `flow.ready`.
    pub(super) fn settle_event(
        &mut self,
        run: &mut Run<'_>,
        mut event: Event,
        mut applied: Applied,
        flow: &mut Flow,
    ) -> Beat<()> {
        loop {
            if !self.event_is_possible(&event) || !self.may_happen(&event) {
                flow.failed = true;
                return Ok(());
            }
            let applicable = self.applicable(&event, &applied);
            let Some(chosen) = self.choose_replacement(run, &event, applicable)? else { break };
            applied.push(chosen.key);
            if !self.apply_replacement(run, &mut event, chosen, &applied, flow)? {
                return Ok(());
            }
        }
        self.take_apart(run, event, applied, flow)
    }

    /// Whether the event makes sense now; what cannot happen does not (609.3).
    fn event_is_possible(&self, event: &Event) -> bool {
        match event {
            Event::Move(movement) => self.object(movement.object).is_some_and(|object| object.zone == movement.from),
            Event::Destroy { object, .. } => self.permanent(*object).is_some(),
            Event::Tap { object, .. } => self.permanent(*object).is_some_and(|object| !object.is_tapped()),
            Event::Untap { object } => self.permanent(*object).is_some_and(|object| object.is_tapped()),
            Event::Damage { to, amount, .. } => *amount > 0 && self.is_damageable(*to),
            Event::GainLife { player, amount } | Event::LoseLife { player, amount } => {
                *amount > 0 && self.player(*player).is_playing()
            }
            Event::PutCounters { on, amount, .. } => *amount > 0 && self.is_there(*on),
            Event::RemoveCounters { on, kind, amount } => {
                *amount > 0
                    && match on {
                        Recipient::Object(id) => self.object(*id).is_some_and(|object| object.counter(*kind) > 0),
                        Recipient::Player(player) => self.player(*player).counter(*kind) > 0,
                    }
            }
            Event::Draw { player } | Event::Lose { player, .. } | Event::Win { player } => self.player(*player).is_playing(),
            Event::Attach { object, to } => self.permanent(*object).is_some() && self.is_there(*to),
            Event::CreateTokens { amount, .. } => *amount > 0,
            _ => true,
        }
    }

    fn is_there(&self, recipient: Recipient) -> bool {
        match recipient {
            Recipient::Object(id) => self.object(id).is_some(),
            Recipient::Player(player) => self.player(player).is_playing(),
        }
    }

    /// The replacement effects that could apply to the event and have not (616.1, 614.5).
    fn applicable(&self, event: &Event, applied: &Applied) -> SmallVec<[Applicable; 1]> {
        let fits = |active| self.fits(event, applied, active);
        match event {
            // modern 614.12: what enters is looked at as it would be there.
            Event::Move(movement) => self.replacements_for_move(movement).filter_map(fits).collect(),
            _ => self.replacements(event.kind(), None).filter_map(fits).collect(),
        }
    }

    fn fits(&self, event: &Event, applied: &Applied, active: ActiveReplacement<'_>) -> Option<Applicable> {
        if applied.contains(&active.key) || active.left == Some(0) {
            return None;
        }
        if !self.eval(active.scope).matches_event(&active.replacement.pattern, event) {
            return None;
        }
        if let Event::Destroy { object, regenerable, .. } = event {
            // modern 701.19c: "can't be regenerated" makes shields not apply.
            if Game::is_regeneration(active.replacement) && (!regenerable || !self.can_be_regenerated(*object)) {
                return None;
            }
        }
        let bindings = with_event(active.scope.bindings, active.replacement.event, event);
        let resolving = Resolving::new(active.scope.source, active.scope.controller, active.scope.origin, None, bindings);
        if !resolving.eval(self).holds(&active.replacement.condition) {
            return None;
        }
        Some(Applicable { key: active.key, replacement: active.replacement.clone(), resolving, left: active.left })
    }

    /// The affected player, or the controller of the affected object, decides which applies first (616.1).
    fn choose_replacement(
        &mut self,
        run: &mut Run<'_>,
        event: &Event,
        mut applicable: SmallVec<[Applicable; 1]>,
    ) -> Beat<Option<Applicable>> {
        if applicable.is_empty() {
            return Ok(None);
        }
        // modern 616.1a-d: self-replacement first, then control, then copies.
        let rank = |one: &Applicable| match &one.replacement.instead {
            _ if one.replacement.self_replacement => 0,
            Instead::Change(changes) if changes.iter().any(|change| matches!(change, EventChange::UnderControl(_))) => 1,
            Instead::Change(changes) if changes.iter().any(|change| matches!(change, EventChange::AsCopy(_))) => 2,
            _ => 3,
        };
        let best = applicable.iter().map(rank).min().unwrap_or(3);
        applicable.retain(|one| rank(one) == best);
        if applicable.len() > 1 {
            let chooser = self.affected_player(event);
            let options =
                applicable.iter().zip(0..).map(|(one, index)| Choice::Ability { source: one.resolving.source, index }).collect();
            let ask = Ask::Choose { purpose: Purpose::Replacement, options, min: 1, max: 1, ordered: false };
            let index = match self.ask(run, chooser, event.object(), ask)? {
                Answer::Chosen(chosen) => chosen.first().copied().unwrap_or(0) as usize,
                _ => 0,
            };
            applicable.swap(0, index);
        }
        applicable.truncate(1);
        Ok(applicable.pop())
    }

    /// Who is affected by an event, and so orders what replaces it (616.1).
    pub(crate) fn affected_player(&self, event: &Event) -> PlayerId {
        let player = match event {
            Event::Move(movement) => match movement.enters.as_deref() {
                Some(enters) => enters.controller,
                None => self.controller(movement.object),
            },
            Event::Damage { to, .. } | Event::PutCounters { on: to, .. } | Event::RemoveCounters { on: to, .. } => match *to {
                Recipient::Object(id) => self.controller(id),
                Recipient::Player(player) => player,
            },
            _ => match (event.player(), event.object()) {
                (Some(player), _) => player,
                (None, Some(object)) => self.controller(object),
                (None, None) => self.turn.active,
            },
        };
        if self.player(player).is_playing() { player } else { self.turn.active }
    }

    /// Applies one replacement effect to the event. Says whether the event is still to happen.
    fn apply_replacement(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        mut chosen: Applicable,
        applied: &Applied,
        flow: &mut Flow,
    ) -> Beat<bool> {
        chosen.resolving.applied = applied.clone();
        if let Some(players) = &chosen.replacement.optional {
            let decider = chosen.resolving.eval(self).players(players).first().copied().unwrap_or(chosen.resolving.controller);
            if !self.yes_no(run, decider, Some(chosen.resolving.source), Purpose::May)? {
                return Ok(true);
            }
        }
        let limited_damage = matches!(chosen.replacement.uses, crate::ability::Uses::Damage(_));
        if chosen.left.is_some() && !limited_damage {
            self.use_up(chosen.key, 1);
        }
        let var = chosen.replacement.event;
        match &chosen.replacement.instead {
            Instead::Nothing => {
                if matches!(event, Event::Damage { .. }) {
                    return self.prevent(run, event, u32::MAX, &mut chosen, flow);
                }
                Ok(false)
            }
            Instead::Do(effect) => {
                flow.afterwards.push(Afterwards { resolving: chosen.resolving, effect: (**effect).clone() });
                Ok(false)
            }
            Instead::Change(changes) => {
                for change in changes.clone() {
                    rebind(&mut chosen.resolving.bindings, var, event);
                    if !self.apply_change(run, event, &change, &mut chosen, flow)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn apply_change(
        &mut self,
        run: &mut Run<'_>,
        event: &mut Event,
        change: &EventChange,
        chosen: &mut Applicable,
        flow: &mut Flow,
    ) -> Beat<bool> {
        match change {
            EventChange::Amount(amount) => {
                let now = chosen.resolving.eval(self).amount(amount).max(0) as u32;
                set_amount(event, now);
                Ok(event.amount() > 0)
            }
            EventChange::Prevent(amount) => {
                let most = match chosen.left {
                    Some(left) if matches!(chosen.replacement.uses, crate::ability::Uses::Damage(_)) => left,
                    _ => chosen.resolving.eval(self).amount(amount).max(0) as u32,
                };
                self.prevent(run, event, most, chosen, flow)
            }
            EventChange::PreventAll => self.prevent(run, event, u32::MAX, chosen, flow),
            EventChange::To(zone) => {
                if let Event::Move(movement) = event {
                    movement.to = *zone;
                    if *zone != ZoneKind::Battlefield {
                        movement.enters = None;
                    }
                }
                Ok(true)
            }
            EventChange::Tapped => {
                self.enters_of(event, |enters| enters.tapped = true);
                Ok(true)
            }
            EventChange::Counters(kind, amount) => {
                let amount = chosen.resolving.eval(self).amount(amount).max(0) as u32;
                let kind = *kind;
                self.enters_of(event, |enters| add_counters(&mut enters.counters, kind, amount));
                Ok(true)
            }
            EventChange::UnderControl(players) => {
                if let Some(player) = chosen.resolving.eval(self).players(players).first().copied() {
                    self.enters_of(event, |enters| enters.controller = player);
                }
                Ok(true)
            }
            EventChange::AsCopy(copy) => {
                // modern 614.12a: the choices are made before the permanent enters, by who will control it.
                let mut resolving = chosen.resolving.clone();
                resolving.controller = self.affected_player(event);
                let original = match &copy.original {
                    CopySource::Object(objects) => resolving.eval(self).objects(objects).first().copied(),
                    CopySource::Choose(filter) => {
                        let mut options = resolving.eval(self).all(filter);
                        options.retain(|id| Some(*id) != event.object());
                        self.choose_among(run, resolving.controller, event.object(), Purpose::Copy, &options, 0, 1)?
                            .first()
                            .copied()
                    }
                };
                if let Some(original) = original {
                    let def = self.copy_definition(original, &copy.except, resolving.scope());
                    self.enters_of(event, |enters| enters.copy = Some(def));
                }
                Ok(true)
            }
            EventChange::Redirect(recipients) => {
                let target = chosen.resolving.eval(self).recipients(recipients).first().copied();
                if let (Event::Damage { to, .. }, Some(target)) = (&mut *event, target) {
                    // modern 614.9: redirected only to what can be dealt damage.
                    if self.is_damageable(target) {
                        *to = target;
                    }
                }
                Ok(true)
            }
            EventChange::First(effect) => {
                let mut resolving = chosen.resolving.clone();
                self.perform(run, &mut resolving, effect)?;
                Ok(true)
            }
            EventChange::Also(effect) => {
                let resolving = chosen.resolving.clone();
                flow.afterwards.push(Afterwards { resolving, effect: effect.clone().as_ref().clone() });
                Ok(true)
            }
        }
    }

    /// Prevents up to that much of the damage (615). What follows in the same effect sees the prevented amount (615.5).
    fn prevent(
        &mut self,
        _run: &mut Run<'_>,
        event: &mut Event,
        most: u32,
        chosen: &mut Applicable,
        flow: &mut Flow,
    ) -> Beat<bool> {
        let _ = flow;
        let Event::Damage { amount, .. } = *event else { return Ok(true) };
        let unpreventable = self.prohibitions().any(|active| match active.rule {
            Prohibition::PreventDamage(pattern) => self.eval(active.scope).matches_event(pattern, event),
            _ => false,
        });
        // modern 615.12: such effects still apply, but prevent nothing; a shield is not used up.
        let prevented = if unpreventable { 0 } else { amount.min(most) };
        if prevented > 0 && matches!(chosen.replacement.uses, crate::ability::Uses::Damage(_)) {
            self.use_up(chosen.key, prevented);
        }
        let mut record = event.clone();
        set_amount(&mut record, prevented);
        rebind(&mut chosen.resolving.bindings, chosen.replacement.event, &record);
        set_amount(event, amount - prevented);
        if amount == prevented {
            // The rest of the same effect still happens.
            if let Instead::Change(changes) = &chosen.replacement.instead {
                for change in changes {
                    if let EventChange::Also(effect) = change {
                        flow.afterwards.push(Afterwards { resolving: chosen.resolving.clone(), effect: (**effect).clone() });
                    }
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    fn use_up(&mut self, key: ReplacementKey, amount: u32) {
        let ReplacementKey::Lasting(timestamp) = key else { return };
        for lasting in &mut self.lasting {
            if lasting.timestamp == timestamp {
                if let crate::continuous::Lasting::Replacement { left: Some(left), .. } = &mut lasting.what {
                    *left = left.saturating_sub(amount);
                }
            }
        }
        self.lasting.retain(|lasting| {
            lasting.timestamp != timestamp
                || !matches!(&lasting.what, crate::continuous::Lasting::Replacement { left: Some(0), .. })
        });
        self.touch();
    }

    fn enters_of(&self, event: &mut Event, change: impl FnOnce(&mut Enters)) {
        match event {
            Event::Move(movement) if movement.to == ZoneKind::Battlefield => {
                let controller = movement.controller;
                change(movement.enters.get_or_insert_with(|| Box::new(Enters::under(controller))));
            }
            Event::CreateTokens { how, .. } => change(how),
            _ => {}
        }
    }

    /// Takes an event that will happen apart into what it consists of.
    fn take_apart(&mut self, run: &mut Run<'_>, event: Event, applied: Applied, flow: &mut Flow) -> Beat<()> {
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
                let Some(&top) = self.player(player).library.last() else {
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
                    flow.ready.push(Event::Move(movement));
                } else {
                    flow.failed = true;
                }
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
        for active in self.damage_rules() {
            let eval = self.eval(active.scope);
            match (active.rule, to) {
                (DamageRule::Also(filter, var, effect), _) if eval.matches(filter, source) => {
                    let resolving = Resolving {
                        source: active.scope.source,
                        controller: active.scope.controller,
                        origin: active.scope.origin,
                        entry: None,
                        bindings: with_event(active.scope.bindings, *var, event),
                        applied: Applied::new(),
                    };
                    flow.afterwards.push(Afterwards { resolving, effect: Effect::clone(effect) });
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
                for (card_type, word) in [(CardType::Planeswalker, "loyalty"), (CardType::Battle, "defense")] {
                    if types.is(card_type) {
                        let kind = Symbol::new(word);
                        let amount = amount.min(self.object(id).map_or(0, |object| object.counter(kind)));
                        results.push(Event::RemoveCounters { on: to, kind, amount });
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
        self.damage_rules().find_map(|active| match active.rule {
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
            // modern 306.5b, 310.4b
            for (word, amount) in [("loyalty", face.base.loyalty), ("defense", face.base.defense)] {
                if let Some(amount) = amount {
                    add_counters(&mut enters.counters, Symbol::new(word), u32::from(amount));
                }
            }
            let aura = face.base.types.is(CardType::Enchantment) && face.base.types.has_subtype(Symbol::new("Aura"));
            if aura && enters.attached_to.is_none() {
                // modern 303.4f-g: its controller chooses what it enchants; with nothing to enchant it stays.
                let options = self.attachable(movement.object, enters.controller, enters.copy.unwrap_or(def));
                if options.is_empty() {
                    return Ok(false);
                }
                enters.attached_to =
                    self.choose_recipient(run, enters.controller, movement.object, Purpose::AttachTo, options)?;
            }
        }
        movement.controller = enters.controller;
        movement.enters = Some(enters);
        Ok(true)
    }

    /// What an object of that definition could be attached to (303.4, 301.5c).
    fn attachable(&self, object: ObjectId, controller: PlayerId, def: crate::ids::DefId) -> Vec<Recipient> {
        let mut found = Vec::new();
        for instance in self.defs.get(def).front().abilities() {
            let crate::ability::AbilityBody::Static(ability) = &instance.ability.kind else { continue };
            for part in &ability.parts {
                let crate::ability::StaticPart::Rule(crate::ability::Rule::Target(TargetRule::AttachesTo(filter, players))) =
                    part
                else {
                    continue;
                };
                let eval = self.eval(Scope::bare(object, controller, instance.origin));
                found.extend(
                    eval.all(filter)
                        .into_iter()
                        .filter(|id| *id != object && self.may_attach(object, *id))
                        .map(Recipient::Object),
                );
                if let Some(players) = players {
                    found.extend(eval.players(players).into_iter().map(Recipient::Player));
                }
            }
        }
        found
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
}

/// The most tokens that one effect creates: a guard against numbers no game means.
const TOKENS_AT_ONCE: u32 = 1_000;

fn with_event(bindings: &Bindings, var: Var, event: &Event) -> Bindings {
    let mut bindings = bindings.clone();
    bindings.values.push((var, bound(event)));
    bindings
}

fn rebind(bindings: &mut Bindings, var: Var, event: &Event) {
    match bindings.values.iter_mut().rev().find(|(name, _)| *name == var) {
        Some((_, value)) => *value = bound(event),
        None => bindings.values.push((var, bound(event))),
    }
}

fn add_counters(counters: &mut SmallVec<[(Symbol, u32); 1]>, kind: Symbol, amount: u32) {
    if amount == 0 {
        return;
    }
    match counters.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, count)) => *count += amount,
        None => counters.push((kind, amount)),
    }
}

fn set_amount(event: &mut Event, now: u32) {
    match event {
        Event::Damage { amount, .. }
        | Event::GainLife { amount, .. }
        | Event::LoseLife { amount, .. }
        | Event::PutCounters { amount, .. }
        | Event::RemoveCounters { amount, .. }
        | Event::CreateTokens { amount, .. } => *amount = now,
        Event::AddMana { mana, .. } => {
            if let Some(first) = mana.first().cloned() {
                mana.resize(now as usize, first);
            }
        }
        _ => {}
    }
}
