//! State-based actions (modern 704), and the one place where they and triggers repeat until nothing is left to do (117.5).

use crate::ability::{MoveCause, Rule, TargetRule, TriggerOn};
use crate::continuous::WaitingTrigger;
use crate::event::{Event, LossReason};
use crate::game::{Game, Outcome};
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Bindings, EntryKind, Object, Recipient};
use crate::pipeline::Batch;
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::ruleset::LegendRule;
use crate::run::{Beat, Run};
use crate::symbol::known;
use crate::types::{CardType, Supertype};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// Rounds of state-based actions before it counts as a loop that no player can end (104.4b).
const ROUND_LIMIT: u32 = 500;

impl Game {
    /// State-based actions, then triggers onto the stack, again and again until neither is left (117.5, 704.3). Says
    /// whether there was anything to do.
    pub(crate) fn settle(&mut self, run: &mut Run<'_>) -> Beat<bool> {
        if self.settled && self.waiting.is_empty() && self.state_triggers().is_empty() && !self.has_news_of_blocks() {
            return Ok(false);
        }
        let mut did = false;
        let mut rounds = 0;
        loop {
            if self.has_news_of_blocks() {
                self.say_news_of_blocks(run)?;
            }
            self.end_conditional_effects();
            self.notice_new_controllers(run)?;
            while let Some(about) = self.state_based_actions(run)? {
                did = true;
                rounds += 1;
                if rounds > ROUND_LIMIT {
                    self.endless_state_based_actions(run, &about);
                }
                if self.outcome.is_some() {
                    return Ok(true);
                }
                self.end_conditional_effects();
                self.notice_new_controllers(run)?;
            }
            self.queue_state_triggers();
            if !self.put_triggers(run)? {
                self.settled = true;
                return Ok(did);
            }
            did = true;
        }
    }

    /// Permanents whose controller is another than when this was last looked at: because of an effect that applies by itself, or
    /// of one that has ended. Effects that resolve say so at once.
    fn notice_new_controllers(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let batch: Batch = self
            .battlefield
            .iter()
            .filter_map(|&object| {
                let known = &self.objects[object.slot()];
                let (from, to) = (known.held_by, self.controller_of(known));
                if from == to {
                    return None;
                }
                // modern 800.4c: it came under the control of a player who is gone, and nobody else has it now.
                if !self.player(to).is_playing() {
                    let away = || Event::Move(self.movement(object, ZoneKind::Exile, MoveCause::LeftGame, None));
                    return (!known.phased_out).then(away);
                }
                Some(Event::ControlChanged { object, from, to })
            })
            .collect();
        for event in &batch {
            if let Event::ControlChanged { object, to, .. } = event {
                self.change_hands(*object, *to);
            }
        }
        if !batch.is_empty() {
            self.happen(run, None, batch)?;
        }
        Ok(())
    }

    /// modern 302.6, 506.4c: who comes to control a permanent cannot attack with it at once, and it leaves combat.
    pub(crate) fn change_hands(&mut self, id: ObjectId, to: PlayerId) {
        if let Some(object) = self.object_mut(id) {
            object.summoning_sick = true;
            object.held_by = to;
        }
        self.remove_from_combat(id);
    }

    /// Performs all applicable state-based actions at the same time (704.3). If there were any, says what they were about.
    fn state_based_actions(&mut self, run: &mut Run<'_>) -> Beat<Option<SmallVec<[ObjectId; 4]>>> {
        let mut batch = Batch::new();
        self.losing_players(&mut batch);
        self.dying_permanents(&mut batch);
        self.stray_attachments(&mut batch);
        self.counters_that_cancel(&mut batch);
        let ceased = self.cease();
        let legends = self.legend_rule(run, &mut batch)?;
        let protected = self.protectors(run, &mut batch)?;
        let due = self.due_actions(|rule| if let Rule::StateBased(_, effect) = rule { Some((None, effect)) } else { None });
        if batch.is_empty() && due.is_empty() {
            return Ok((ceased || legends || protected).then(SmallVec::new));
        }
        let mut about: SmallVec<[ObjectId; 4]> = batch.iter().filter_map(Event::object).collect();
        about.extend(due.iter().map(|action| action.resolving.source));
        let acted = self.take_actions(run, due, &mut batch)?;
        self.end_if_decided();
        Ok((acted || ceased || legends || protected).then_some(about))
    }

    /// modern 704.5a-c
    fn losing_players(&mut self, batch: &mut Batch) {
        let poison = *known::POISON;
        for index in 0..self.players.len() {
            let player = &mut self.players[index];
            if !player.is_playing() {
                continue;
            }
            let why = if player.life <= 0 {
                Some(LossReason::Life)
            } else if player.drew_from_empty {
                Some(LossReason::EmptyLibrary)
            } else if !player.counters.is_empty() && player.counter(poison) >= self.ruleset.poison {
                Some(LossReason::Poison)
            } else {
                None
            };
            player.drew_from_empty = false;
            let player = player.id;
            if let Some(why) = why {
                let event = Event::Lose { player, why };
                if self.may_happen(&event) {
                    batch.push(event);
                }
            }
        }
    }

    /// modern 704.5f-i, 704.5v
    fn dying_permanents(&self, batch: &mut Batch) {
        for object in self.permanents() {
            let id = object.id;
            let characteristics = self.characteristics_of(object);
            let types = &characteristics.types;
            if types.is(CardType::Creature) {
                let toughness = characteristics.toughness.unwrap_or(0);
                if toughness <= 0 {
                    batch.push(Event::Move(self.movement(id, ZoneKind::Graveyard, MoveCause::StateBased, None)));
                    continue;
                }
                let lethal = object.damage >= toughness as u32 || object.fatally_damaged;
                if lethal {
                    let event = Event::Destroy { object: id, source: None, regenerable: true };
                    if self.may_happen(&event) {
                        batch.push(event);
                    }
                    continue;
                }
            }
        }
    }

    /// modern 310.10, 704.5w-x: a battle that is not attacked and has no proper protector gets one, or is put into the
    /// graveyard.
    fn protectors(&mut self, run: &mut Run<'_>, batch: &mut Batch) -> Beat<bool> {
        let mut chosen = false;
        for (battle, possible) in self.unprotected_battles() {
            if batch.iter().any(|event| event.object() == Some(battle)) {
                continue;
            }
            match self.choose_player(run, self.controller(battle), Some(battle), &possible)? {
                Some(player) => {
                    self.set_protector(battle, player);
                    chosen = true;
                }
                None => batch.push(Event::Move(self.movement(battle, ZoneKind::Graveyard, MoveCause::StateBased, None))),
            }
        }
        Ok(chosen)
    }

    /// modern 704.5m-p
    fn stray_attachments(&self, batch: &mut Batch) {
        let aura = *known::AURA;
        for object in self.permanents() {
            let types = &self.characteristics_of(object).types;
            let is_aura = types.is(CardType::Enchantment) && types.has_subtype(aura);
            if object.attached_to.is_none() && !is_aura {
                continue;
            }
            let legal = object.attached_to.is_some_and(|to| self.is_attached_legally(object.id, to));
            if is_aura && !legal {
                batch.push(Event::Move(self.movement(object.id, ZoneKind::Graveyard, MoveCause::StateBased, None)));
            } else if object.attached_to.is_some() && (!legal || self.attaches_nowhere(object)) {
                batch.push(Event::Unattach { object: object.id, from: object.attached_to });
            }
        }
    }

    /// Whether an Aura, Equipment or Fortification may be attached to that (303.4c, 301.5c).
    pub(crate) fn is_attached_legally(&self, attachment: ObjectId, to: Recipient) -> bool {
        let fits_type = match to {
            Recipient::Player(player) => self.player(player).is_playing(),
            Recipient::Object(host) => {
                let there = host != attachment
                    && self.object(host).is_some_and(|host| !host.phased_out || self.objects[attachment.slot()].phased_out);
                there && self.may_attach(attachment, host)
            }
        };
        if !fits_type {
            return false;
        }
        let mut limited = false;
        for active in self.own_rules(attachment) {
            if let Rule::Target(TargetRule::AttachesTo(filter, players)) = active.rule {
                limited = true;
                let eval = self.eval(active.scope);
                let fits = match to {
                    Recipient::Object(host) => eval.matches(filter, host),
                    Recipient::Player(player) => players.as_ref().is_some_and(|players| eval.players(players).contains(&player)),
                };
                if !fits {
                    return false;
                }
            }
        }
        // modern 704.5p: what is no Aura, Equipment or Fortification is attached to nothing.
        limited
    }

    /// Whether it cannot be attached to anything: a creature, unless it says otherwise (301.5c, 303.4d), or by a law (310.9).
    fn attaches_nowhere(&self, object: &Object) -> bool {
        let despite =
            || self.own_rules(object.id).any(|active| matches!(active.rule, Rule::Target(TargetRule::AttachesAsCreature)));
        (self.characteristics_of(object).types.is(CardType::Creature) && !despite())
            || self.laws(object.id).any(|law| matches!(law.rule, Rule::Target(TargetRule::AttachesNowhere)))
    }

    /// modern 704.5q
    fn counters_that_cancel(&self, batch: &mut Batch) {
        let (plus, minus) = (*known::PLUS_ONE, *known::MINUS_ONE);
        for object in self.permanents() {
            if object.counters.len() < 2 {
                continue;
            }
            let amount = object.counter(plus).min(object.counter(minus));
            if amount > 0 {
                for kind in [plus, minus] {
                    batch.push(Event::RemoveCounters { on: Recipient::Object(object.id), kind, amount, left: None });
                }
            }
        }
    }

    /// modern 704.5d-e: tokens outside the battlefield and copies outside the stack cease to exist.
    fn cease(&mut self) -> bool {
        let ceasing = std::mem::take(&mut self.ceasing);
        let any = !ceasing.is_empty();
        for id in ceasing {
            self.end_object(id);
        }
        any
    }

    /// modern 704.5j-k. Says whether anything was asked for by it.
    fn legend_rule(&mut self, run: &mut Run<'_>, batch: &mut Batch) -> Beat<bool> {
        let legendary: SmallVec<[ObjectId; 8]> = self
            .permanents()
            .filter(|object| self.characteristics_of(object).types.supertypes.contains(Supertype::Legendary.set()))
            .map(|object| object.id)
            .collect();
        let mut done: SmallVec<[ObjectId; 4]> = SmallVec::new();
        for &id in &legendary {
            if done.contains(&id) {
                continue;
            }
            let controller = self.controller(id);
            let same: SmallVec<[ObjectId; 4]> = legendary
                .iter()
                .copied()
                .filter(|&other| {
                    self.controller(other) == controller
                        && self.share_a_name(self.characteristics(id), self.characteristics(other))
                        && !self.rule_on(other, |rule| if let Rule::NoLegendRule(filter) = rule { Some(filter) } else { None })
                })
                .collect();
            done.extend(same.iter().copied());
            if same.len() < 2 {
                continue;
            }
            let stays = self.which_legend_stays(run, controller, &same)?;
            for &other in same.iter().filter(|&&other| other != stays) {
                batch.push(Event::Move(self.movement(other, ZoneKind::Graveyard, MoveCause::StateBased, None)));
            }
        }
        self.world_rule(batch);
        Ok(false)
    }

    fn which_legend_stays(&self, run: &mut Run<'_>, controller: PlayerId, same: &[ObjectId]) -> Beat<ObjectId> {
        match self.ruleset.legend_rule {
            LegendRule::OldestStays => {
                Ok(same.iter().copied().min_by_key(|id| self.objects[id.slot()].timestamp).unwrap_or(same[0]))
            }
            LegendRule::ControllerChooses => {
                let options = same.iter().copied().map(Choice::Object).collect();
                let ask = Ask::Choose { purpose: Purpose::LegendRule, options, min: 1, max: 1, ordered: false };
                Ok(match self.ask(run, controller, None, ask)? {
                    Answer::Chosen(chosen) => chosen.first().map_or(same[0], |&index| same[index as usize]),
                    _ => same[0],
                })
            }
        }
    }

    /// modern 704.5k: of several world permanents the newest stays.
    fn world_rule(&self, batch: &mut Batch) {
        let worlds: SmallVec<[ObjectId; 2]> = self
            .permanents()
            .filter(|object| self.characteristics_of(object).types.supertypes.contains(Supertype::World.set()))
            .map(|object| object.id)
            .collect();
        if worlds.len() < 2 {
            return;
        }
        let newest = worlds.iter().map(|id| self.objects[id.slot()].timestamp).max();
        for id in worlds {
            if Some(self.objects[id.slot()].timestamp) != newest {
                batch.push(Event::Move(self.movement(id, ZoneKind::Graveyard, MoveCause::StateBased, None)));
            }
        }
    }

    /// Ends the game if at most one player or one team is left (104.2a, 104.2d, 104.4a).
    pub(crate) fn end_if_decided(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        let mut playing = self.players.iter().filter(|player| player.is_playing());
        self.outcome = match playing.next() {
            None => Some(Outcome::Draw),
            Some(winner) => playing.all(|other| other.team == winner.team).then_some(Outcome::Won(winner.id)),
        };
    }

    /// State triggers whose state holds and that are not already waiting or on the stack (603.8).
    pub(crate) fn queue_state_triggers(&mut self) {
        let mut found: SmallVec<[WaitingTrigger; 1]> = SmallVec::new();
        for active in self.state_triggers() {
            let crate::ability::AbilityBody::Triggered(triggered) = &active.instance.ability.kind else { continue };
            let TriggerOn::State(condition) = &triggered.on else { continue };
            let pending = self.is_on_its_way(active.source, active.index);
            let scope = crate::eval::Scope::bare(active.source, active.controller, active.instance.origin);
            if !pending && self.eval(scope).holds(condition) {
                found.push(WaitingTrigger {
                    source: active.source,
                    controller: active.controller,
                    ability: active.instance.clone(),
                    index: active.index,
                    bindings: Bindings::default(),
                });
            }
        }
        self.waiting.extend(found);
        self.queue_delayed_state_triggers();
    }

    /// Whether an ability that waits for a state has triggered and has not left the stack yet (603.8).
    pub(crate) fn is_on_its_way(&self, source: ObjectId, index: u16) -> bool {
        let same = |of: ObjectId, place: u16| of == source && place == index;
        self.waiting.iter().any(|waiting| same(waiting.source, waiting.index))
            || self.stack.iter().any(|entry| match &entry.kind {
                EntryKind::Ability { source, index, .. } => same(*source, *index),
                EntryKind::Spell => false,
            })
    }

    /// Delayed triggered abilities that wait for a state (603.7, 603.8).
    fn queue_delayed_state_triggers(&mut self) {
        let mut place = 0;
        while place < self.lasting.len() {
            let lasting = &self.lasting[place];
            let crate::continuous::Lasting::Delayed { trigger, once: true } = &lasting.what else {
                place += 1;
                continue;
            };
            let scope = crate::eval::Scope {
                source: lasting.source,
                controller: lasting.controller,
                origin: lasting.origin,
                bindings: &lasting.bindings,
            };
            let holds = matches!(&trigger.on, TriggerOn::State(condition) if self.eval(scope).holds(condition));
            if !holds {
                place += 1;
                continue;
            }
            self.waiting.push(WaitingTrigger {
                source: lasting.source,
                controller: lasting.controller,
                ability: lasting.delayed_ability(trigger),
                index: u16::MAX,
                bindings: lasting.bindings.clone(),
            });
            // modern 603.7b
            self.lasting.remove(place);
        }
    }
}
