//! Effects at work: each kind proposes events, which the pipeline lets happen (modern 608.2, 609, 610).
//!
//! An action is first *prepared*: its choices are made and its events gathered in a [`Plan`], while the game does not
//! change. Then the plan is carried out as one simultaneous batch. That is how several players' or objects' actions come to
//! happen at once with all choices before them (101.4, 608.2e-f): their plans are gathered in one.

mod cards;
pub(crate) mod chance;
mod choices;
mod combat;
pub(crate) mod copies;
mod damage_life;
mod lasting;
mod library;
pub(crate) mod mana;
pub(crate) mod memory;
pub(crate) mod permanents;
mod possible;
mod repeated;
mod retarget;
mod stack;
mod structure;
#[cfg(test)]
mod tests;
mod turns;
mod values;
mod zones;

pub(crate) use repeated::asks_how_often;

use crate::ability::{Amount, CastAs, Effect, EventChange, EventPattern, MoveCause, Objects, Origin, Players};
use crate::eval::{Eval, ObjectList, PlayerList, Scope};
use crate::event::{Act, Event, EventKind};
use crate::game::Game;
use crate::ids::{LinkKey, ObjectId, PlayerId};
use crate::layers::ReplacementKey;
use crate::object::Bindings;
use crate::pipeline::{Applied, Batch, SelfReplacements};
use crate::run::{Beat, Run, Stop};
use crate::zone::ZoneKind;
use smallvec::SmallVec;
use stack::Lands;

/// How often one effect may do a thing over and over before the beat is stopped: far beyond what a game can mean.
const LIMIT: u32 = 10_000;

/// A spell or ability while it resolves, or whatever else performs an effect.
#[derive(Clone, Debug)]
pub struct Resolving {
    /// Its source.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// Where the source has the ability from.
    pub origin: Origin,
    /// Its entry on the stack, if it has one.
    pub entry: Option<ObjectId>,
    /// Targets, X, bound names. Performing binds more.
    pub bindings: Bindings,
    /// Replacement effects already applied to the event that this stands in for (614.5).
    pub applied: Applied,
    /// Self-replacement effects of what it does just now (614.15).
    pub own: SelfReplacements,
    /// What is to change in the event before which it acts ([`Effect::ChangeEvent`]), with what was known as it was said.
    pub changes: Vec<(Vec<EventChange>, Bindings)>,
    /// The permanent that is about to be turned face up, if it acts before that (303.4k, 614.1e).
    pub turning_up: Option<ObjectId>,
}

impl Resolving {
    /// A spell or ability that has not replaced anything.
    pub fn new(source: ObjectId, controller: PlayerId, origin: Origin, entry: Option<ObjectId>, bindings: Bindings) -> Self {
        Resolving {
            source,
            controller,
            origin,
            entry,
            bindings,
            applied: Applied::new(),
            own: SelfReplacements::new(),
            changes: Vec::new(),
            turning_up: None,
        }
    }
    /// As a scope for evaluation.
    pub fn scope(&self) -> Scope<'_> {
        Scope { source: self.source, controller: self.controller, origin: self.origin, bindings: &self.bindings }
    }
    /// As an evaluation.
    pub fn eval<'a>(&'a self, game: &'a Game) -> Eval<'a> {
        game.eval(self.scope())
    }
    /// The object that its questions are about.
    pub(crate) fn about(&self) -> Option<ObjectId> {
        Some(self.entry.unwrap_or(self.source))
    }
}

/// What an effect did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Done {
    /// Whether all of it could be done ("if you do").
    pub fully: bool,
    /// The objects it affected, by the ids they had before.
    pub objects: SmallVec<[ObjectId; 4]>,
    /// The amount: damage dealt, life gained, cards drawn...
    pub amount: i32,
}

impl Done {
    /// Nothing was to be done, and that was done.
    pub(crate) fn nothing() -> Self {
        Done { fully: true, ..Done::default() }
    }
    /// It could not be done.
    pub(crate) fn failed() -> Self {
        Done::default()
    }
    /// Both of them.
    pub(crate) fn and(&mut self, other: Done) {
        self.fully &= other.fully;
        self.objects.extend(other.objects);
        self.amount = self.amount.saturating_add(other.amount);
    }
}

/// Events that are about to be proposed together, and what follows once they have happened.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The events.
    pub(crate) batch: Batch,
    /// What follows, in order.
    pub(crate) after: SmallVec<[After; 1]>,
    /// Whether some part of what the effect says cannot be done (609.3).
    pub(crate) lacking: bool,
}

impl Plan {
    pub(crate) fn push(&mut self, event: Event) {
        self.batch.push(event);
    }
    pub(crate) fn lacks(&mut self, lacking: bool) {
        self.lacking |= lacking;
    }
}

/// What follows a batch.
#[derive(Debug)]
pub(crate) enum After {
    /// Those of these objects that arrived in the zone are remembered by the source (607), and the player may look at them
    /// though they are face down (406.3).
    Arrived { objects: ObjectList, zone: ZoneKind, remember: Option<(Origin, LinkKey)>, seen_by: Option<PlayerId> },
    /// Those of these that arrived in exile come back when it happens (610.3).
    Return { objects: ObjectList, until: EventPattern },
    /// Those of these that phased out phase in when it happens (610.4).
    PhaseIn { objects: ObjectList, until: EventPattern },
    /// These cards of that library go to that place of it, the first of them highest.
    Arrange { owner: PlayerId, cards: ObjectList, place: crate::event::Place },
    /// The library is shuffled.
    Shuffle(PlayerId),
}

impl Game {
    /// Performs an effect.
    pub(crate) fn perform(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, effect: &Effect) -> Beat<Done> {
        if is_batchable(effect) {
            let mut plan = Plan::default();
            self.prepare(run, resolving, effect, &mut plan)?;
            return self.carry_out(run, resolving, plan);
        }
        match effect {
            Effect::Sequence(effects) => self.sequence(run, resolving, effects),
            Effect::Together(effects) => self.together(run, resolving, effects),
            Effect::If(condition, yes, no) => {
                let chosen = if resolving.eval(self).holds(condition) { yes } else { no };
                self.perform(run, resolving, chosen)
            }
            Effect::May(players, yes, no) => self.may(run, resolving, players, yes, no),
            Effect::Pay(players, cost, paid, unpaid) => self.may_pay(run, resolving, players, cost, paid, unpaid),
            Effect::ForEach(objects, var, body) => self.for_each(run, resolving, objects, *var, body),
            Effect::ForEachPlayer(players, var, body) => self.for_each_player(run, resolving, players, *var, body),
            Effect::Repeat(amount, body) => self.repeat(run, resolving, amount, body),
            Effect::Then(first, var, second) => self.first_then(run, resolving, first, *var, second),
            Effect::IfDone(first, then, otherwise) => {
                let done = self.perform(run, resolving, first)?;
                let next = if done.fully { then } else { otherwise };
                self.then_also(run, resolving, done, next)
            }
            Effect::Choose(choice, var, body) => self.choose_then(run, resolving, choice, *var, body),
            Effect::ChoosePlayer(chooser, among, var, body) => {
                self.choose_player_then(run, resolving, chooser, among, *var, body)
            }
            Effect::ChooseEffect(chooser, effects) => self.choose_effect(run, resolving, chooser, effects),
            Effect::Let(var, amount, body) => self.let_amount(run, resolving, *var, amount, body),
            Effect::LetObjects(var, objects, body) => self.let_objects(run, resolving, *var, objects, body),
            Effect::WhenDone(first, body) => self.when_done(run, resolving, first, body),
            Effect::WhenEach(first, var, body) => self.when_each(run, resolving, first, *var, body),
            Effect::PayTimes(players, cost, var, then) => self.pay_times(run, resolving, players, cost, *var, then),
            Effect::Delayed(trigger, duration) => Ok(self.delayed(resolving, trigger, duration.as_ref())),
            Effect::Script(callback) => self.script(run, resolving, callback),

            Effect::Continuous(objects, changes, duration) => self.continuous(run, resolving, objects, changes, duration),
            Effect::ContinuousAll(filter, changes, duration) => self.continuous_all(run, resolving, filter, changes, duration),
            Effect::NextSpell(players, filter, changes, duration) => {
                Ok(self.wait_for_spell(resolving, players, filter, changes, duration))
            }
            Effect::Rule(rule, duration) => Ok(self.lasting_rule(resolving, rule, duration)),
            Effect::Replace(replacement, duration) => Ok(self.lasting_replacement(resolving, replacement, duration)),
            Effect::ReplaceDivided { to, var, replacement, duration } => {
                Ok(self.shields_for_targets(resolving, *to, *var, replacement, duration))
            }
            Effect::SelfReplacing(effect, replacements) => {
                let known = resolving.own.len();
                for replacement in replacements {
                    let key = ReplacementKey::Own(self.tick());
                    resolving.own.push((key, replacement.clone()));
                }
                let done = self.perform(run, resolving, effect);
                resolving.own.truncate(known);
                done
            }
            Effect::ChangeEvent(changes) => {
                resolving.changes.push((changes.clone(), resolving.bindings.clone()));
                Ok(Done::nothing())
            }
            Effect::Remember(key, what) => self.remember(run, resolving, *key, what),
            Effect::Forget(key) => Ok(self.forget(resolving, *key)),

            Effect::ExchangeLife(one, other) => self.exchange_life(run, resolving, one, other),
            Effect::ExchangeValues(one, other) => self.exchange_values(run, resolving, one, other),
            Effect::Draw(players, amount) => self.draw(run, resolving, players, amount),
            Effect::Search { who, filter, min, max, to, different_names, reveal, whose, also } => {
                let (different_names, reveal) = (*different_names, *reveal);
                let wanted = library::Wanted { filter, min, max, to, different_names, reveal, also };
                self.search(run, resolving, who, whose.as_ref(), &wanted)
            }
            Effect::Scry(players, amount) => self.scry(run, resolving, players, amount),
            Effect::Surveil(players, amount) => self.surveil(run, resolving, players, amount),
            Effect::Dig { who, look, filter, min, max, to, rest, reveal } => {
                let dig = library::DigFor { look, filter, min, max, to, rest, reveal: *reveal };
                self.dig(run, resolving, who, &dig)
            }
            Effect::RevealUntil { who, filter, to, rest } => self.reveal_until(run, resolving, who, filter, to, rest),

            Effect::ExchangeControl(one, other) => self.exchange_control(run, resolving, one, other),
            Effect::Regenerate(objects) => Ok(self.regeneration_shields(resolving, objects)),
            Effect::Regenerated(objects) => self.regenerated(run, resolving, objects),
            Effect::RemoveFromCombat(objects) => Ok(self.out_of_combat(resolving, objects)),
            Effect::BecomeBlocked(objects) => self.make_blocked(run, resolving, objects),
            Effect::BecomeUnblocked(objects) => Ok(self.make_unblocked(resolving, objects)),
            Effect::BecomeAttacking(objects, on) => self.become_attacking(run, resolving, objects, on),
            Effect::BecomeBlocking(objects, attackers) => self.become_blocking(run, resolving, objects, attackers),
            Effect::AttackInstead(players, objects, on) => self.choose_other_attack(run, resolving, players, objects, on),
            Effect::SetProtector(objects, players) => Ok(self.change_protector(resolving, objects, players)),

            Effect::CopyStack(objects, players, amount, retarget, except, each) => {
                let targets = if *retarget { stack::NewTargets::MayChoose } else { stack::NewTargets::Same };
                let copying = stack::Copying { except, targets, each: each.as_deref() };
                self.copy_stack(run, resolving, objects, players, amount, &copying)
            }
            Effect::ChangeTargets(objects, players, how, to) => {
                self.change_targets(run, resolving, objects, players, *how, to.as_ref())
            }
            Effect::CastNow(players, objects, cost, manner) => {
                self.cast_now(run, resolving, players, objects, (cost.as_ref(), *manner, Lands::Stay))
            }
            Effect::PlayNow(players, objects, cost) => {
                self.cast_now(run, resolving, players, objects, (cost.as_ref(), CastAs::ItIs, Lands::ArePlayed))
            }

            Effect::Turn(change) => self.change_turn_order(run, resolving, change),
            Effect::SkipUntap(objects) => Ok(self.skip_untap(resolving, objects)),
            Effect::DrawGame => Ok(self.draw_game()),
            Effect::FlipCoin(players, var, won, lost) => self.flip_coin(run, resolving, players, *var, won, lost),
            Effect::Emblem(players, abilities) => Ok(self.emblem(resolving, players, abilities)),

            // The batchable kinds were carried out above.
            Effect::Nothing
            | Effect::Damage { .. }
            | Effect::DividedDamage { .. }
            | Effect::DividedCounters { .. }
            | Effect::GainLife(..)
            | Effect::LoseLife(..)
            | Effect::SetLife(..)
            | Effect::Fight(..)
            | Effect::Discard(..)
            | Effect::Mill(..)
            | Effect::Destroy(..)
            | Effect::Sacrifice(..)
            | Effect::SacrificeChoice(..)
            | Effect::Move(..)
            | Effect::ExileUntil(..)
            | Effect::Shuffle(..)
            | Effect::Reveal(..)
            | Effect::ExchangeZones(..)
            | Effect::Tap(..)
            | Effect::Untap(..)
            | Effect::PutCounters(..)
            | Effect::RemoveCounters(..)
            | Effect::Designate(..)
            | Effect::MoveCounters(..)
            | Effect::CreateTokens { .. }
            | Effect::Attach(..)
            | Effect::Unattach(..)
            | Effect::TurnFaceDown(..)
            | Effect::TurnFaceUp(..)
            | Effect::Transform(..)
            | Effect::PhaseOut(..)
            | Effect::PhaseOutUntil(..)
            | Effect::PhaseIn(..)
            | Effect::Counter(..)
            | Effect::AddMana(..)
            | Effect::BecomeDaylight(_)
            | Effect::Win(..)
            | Effect::Lose(..)
            | Effect::Tell(..)
            | Effect::Announce(..) => Ok(Done::nothing()),
        }
    }

    /// Makes the choices of a batchable effect and adds its events to the plan, without changing the game.
    pub(crate) fn prepare(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, effect: &Effect, plan: &mut Plan) -> Beat<()> {
        match effect {
            Effect::Damage { amount, to, source } => self.plan_damage(resolving, amount, to, source, plan),
            Effect::DividedCounters { to, kind } => self.plan_divided_counters(resolving, *to, *kind, plan),
            Effect::DividedDamage { to, source } => self.plan_divided_damage(resolving, *to, source, plan),
            Effect::GainLife(players, amount) => self.plan_gain_life(resolving, players, amount, plan),
            Effect::LoseLife(players, amount) => self.plan_lose_life(resolving, players, amount, plan),
            Effect::SetLife(players, amount) => self.plan_set_life(resolving, players, amount, plan),
            Effect::Fight(one, other) => self.plan_fight(resolving, one, other, plan),
            Effect::Discard(players, amount, filter, how) => {
                self.plan_discard(run, resolving, players, amount, filter, *how, plan)?;
            }
            Effect::Mill(players, amount) => self.plan_mill(resolving, players, amount, plan),
            Effect::Destroy(objects, beyond_regeneration) => self.plan_destroy(resolving, objects, !beyond_regeneration, plan),
            Effect::Sacrifice(players, objects) => self.plan_sacrifice(resolving, players, objects, plan),
            Effect::SacrificeChoice(players, filter, amount) => {
                self.plan_sacrifice_choice(run, resolving, players, filter, amount, plan)?;
            }
            Effect::Move(objects, to, cause) => {
                let objects = self.acted_on(resolving, objects);
                self.plan_move(run, resolving, objects, to, *cause, plan)?;
            }
            Effect::ExileUntil(objects, until) => self.plan_exile_until(resolving, objects, until, plan),
            Effect::Shuffle(players) => {
                plan.batch.extend(self.actors(resolving, players).into_iter().map(|player| Event::Shuffle { player }));
            }
            Effect::Reveal(objects) => {
                plan.batch.extend(
                    self.acted_on(resolving, objects)
                        .into_iter()
                        .map(|object| Event::Reveal { object, by: Some(resolving.source) }),
                );
            }
            Effect::ExchangeZones(players, one, other) => self.plan_exchange_zones(resolving, players, *one, *other, plan),
            Effect::Tap(objects) => self.plan_tap(resolving, objects, plan),
            Effect::Untap(objects) => self.plan_untap(resolving, objects, plan),
            Effect::PutCounters(to, kind, amount) => self.plan_put_counters(resolving, to, *kind, amount, plan),
            Effect::RemoveCounters(from, kind, amount) => self.plan_remove_counters(resolving, from, *kind, amount, plan),
            Effect::Designate(objects, name, number) => self.plan_designate(resolving, objects, *name, number, plan),
            Effect::MoveCounters(from, to, kind, amount) => {
                self.plan_move_counters(run, resolving, from, to, *kind, amount, plan)?;
            }
            Effect::CreateTokens { who, token, amount, entering } => {
                self.plan_tokens(run, resolving, who, token, amount, entering, plan)?;
            }
            Effect::Attach(objects, to) => self.plan_attach(run, resolving, objects, to, plan)?,
            Effect::Unattach(objects) => self.plan_unattach(resolving, objects, plan),
            Effect::TurnFaceDown(objects) => self.plan_turn_down(resolving, objects, plan),
            Effect::TurnFaceUp(objects) => self.plan_turn_up(resolving, objects, plan),
            Effect::Transform(objects) => self.plan_transform(resolving, objects, plan),
            Effect::PhaseOut(objects) => self.plan_phase_out(resolving, objects, None, plan),
            Effect::PhaseOutUntil(objects, until) => self.plan_phase_out(resolving, objects, Some(until), plan),
            Effect::PhaseIn(objects) => self.plan_phase_in(resolving, objects, plan),
            Effect::Counter(objects) => self.plan_counter(resolving, objects, plan),
            Effect::AddMana(players, produced) => self.plan_mana(run, resolving, players, produced, plan)?,
            Effect::BecomeDaylight(now) => {
                // modern 728.1: as it becomes what it is already, nothing happens.
                plan.lacks(self.turn.daylight == *now);
                plan.batch.extend((self.turn.daylight != *now).then_some(Event::Daylight { now: *now }));
            }
            Effect::Win(players) => {
                plan.batch.extend(self.actors(resolving, players).into_iter().map(|player| Event::Win { player }));
            }
            Effect::Lose(players) => {
                let why = crate::event::LossReason::Effect;
                plan.batch.extend(self.actors(resolving, players).into_iter().map(|player| Event::Lose { player, why }));
            }
            Effect::Tell(key, objects) => self.plan_tell(resolving, *key, objects, plan),
            Effect::Announce(word, players, objects) => self.plan_announce(resolving, *word, players, objects, plan),
            structural => self.prepare_structure(run, resolving, structural, plan)?,
        }
        Ok(())
    }

    /// Lets a plan happen, and what follows it.
    pub(crate) fn carry_out(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, plan: Plan) -> Beat<Done> {
        let Plan { batch, after, lacking } = plan;
        let mut done = Done { fully: !lacking, ..Done::default() };
        let mut events = SmallVec::new();
        if !batch.is_empty() {
            let mut kinds = SmallVec::<[EventKind; 4]>::new();
            for event in &batch {
                if !kinds.contains(&event.kind()) {
                    kinds.push(event.kind());
                }
            }
            let happened = self.happen(run, Some(&mut *resolving), batch)?;
            done.fully &= happened.fully;
            measure(&mut done, &kinds, &happened.events);
            self.shuffle_as_said(&happened.events);
            events = happened.events;
        }
        for step in after {
            self.afterwards(run, resolving, step, &events)?;
        }
        Ok(done)
    }

    fn afterwards(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, step: After, events: &[Event]) -> Beat<()> {
        match step {
            After::Arrived { objects, zone, remember, seen_by } => {
                let arrived = arrivals(events, &objects, zone);
                if let Some(player) = seen_by {
                    for &card in &arrived {
                        if let Some(object) = self.object_mut(card) {
                            object.more_mut().seen_by.push(player);
                        }
                    }
                }
                if let Some((origin, key)) = remember {
                    self.remember_more(resolving.source, origin, key, &arrived);
                }
            }
            After::Return { objects, until } => {
                let exiled = arrivals(events, &objects, ZoneKind::Exile);
                self.return_when(resolving, exiled, until);
            }
            After::PhaseIn { objects, until } => self.phase_in_when(resolving, &objects, until),
            After::Arrange { owner, cards, place } => self.arrange_library(owner, &cards, place),
            After::Shuffle(player) => {
                self.shuffle_now(run, resolving, player)?;
            }
        }
        Ok(())
    }

    /// Has a player shuffle their library.
    fn shuffle_now(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, player: PlayerId) -> Beat<()> {
        let happened = self.happen_one(run, Some(resolving), Event::Shuffle { player })?;
        self.shuffle_as_said(&happened.events);
        Ok(())
    }
    fn shuffle_as_said(&mut self, events: &[Event]) {
        for event in events {
            if let Event::Shuffle { player } = event {
                self.shuffle_library(*player);
            }
        }
    }

    /// The objects that the effect can act on now.
    fn acted_on(&self, resolving: &Resolving, objects: &Objects) -> ObjectList {
        let mut objects = resolving.eval(self).objects_now(objects);
        // modern 702.26b: what is phased out is treated as though it did not exist.
        objects.retain(|id| self.object(*id).is_none_or(|object| !object.phased_out));
        objects
    }
    /// Those of them that are permanents, phased in.
    fn permanents_of(&self, resolving: &Resolving, objects: &Objects) -> ObjectList {
        let mut objects = self.acted_on(resolving, objects);
        objects.retain(|id| self.permanent(*id).is_some());
        objects
    }
    /// The players that the effect can act on now, in turn order from the active player: those who left are not among them.
    fn actors(&self, resolving: &Resolving, players: &Players) -> PlayerList {
        let mut players = resolving.eval(self).players(players);
        players.retain(|player| self.player(*player).is_playing());
        players
    }
    /// The amount, where a negative one counts as 0 (107.1b).
    fn count_of(&self, resolving: &Resolving, amount: &Amount) -> u32 {
        resolving.eval(self).amount(amount).max(0) as u32
    }
    /// The same for something done one by one.
    fn times_of(&self, resolving: &Resolving, amount: &Amount) -> Beat<u32> {
        let times = self.count_of(resolving, amount);
        if times > LIMIT {
            let part = self.loop_part(resolving.entry.unwrap_or(resolving.source));
            return Err(Stop::Limit(format!("{part}: an effect does something {times} times, more than {LIMIT}")));
        }
        Ok(times)
    }
}

/// Whether the effect is nothing but actions that can be prepared together and happen at once.
pub(crate) fn is_batchable(effect: &Effect) -> bool {
    match effect {
        Effect::Nothing
        | Effect::Damage { .. }
        | Effect::DividedDamage { .. }
        | Effect::DividedCounters { .. }
        | Effect::GainLife(..)
        | Effect::LoseLife(..)
        | Effect::SetLife(..)
        | Effect::Fight(..)
        | Effect::Discard(..)
        | Effect::Mill(..)
        | Effect::Destroy(..)
        | Effect::Sacrifice(..)
        | Effect::SacrificeChoice(..)
        | Effect::Move(..)
        | Effect::ExileUntil(..)
        | Effect::Shuffle(..)
        | Effect::Reveal(..)
        | Effect::ExchangeZones(..)
        | Effect::Tap(..)
        | Effect::Untap(..)
        | Effect::PutCounters(..)
        | Effect::RemoveCounters(..)
        | Effect::Designate(..)
        | Effect::MoveCounters(..)
        | Effect::CreateTokens { .. }
        | Effect::Attach(..)
        | Effect::Unattach(..)
        | Effect::TurnFaceDown(..)
        | Effect::TurnFaceUp(..)
        | Effect::Transform(..)
        | Effect::PhaseOut(..)
        | Effect::PhaseOutUntil(..)
        | Effect::PhaseIn(..)
        | Effect::Counter(..)
        | Effect::AddMana(..)
        | Effect::BecomeDaylight(_)
        | Effect::Win(..)
        | Effect::Lose(..)
        | Effect::Tell(..)
        | Effect::Announce(..) => true,

        Effect::Together(effects) | Effect::ChooseEffect(_, effects) => effects.iter().all(is_batchable),
        Effect::If(_, yes, no) | Effect::May(_, yes, no) => is_batchable(yes) && is_batchable(no),
        Effect::ForEach(_, _, body)
        | Effect::ForEachPlayer(_, _, body)
        | Effect::Choose(_, _, body)
        | Effect::ChoosePlayer(_, _, _, body)
        | Effect::Let(_, _, body)
        | Effect::LetObjects(_, _, body) => is_batchable(body),

        // Draws are one by one (121.2); the others have several steps, act on rules or last.
        Effect::Sequence(_)
        | Effect::Pay(..)
        | Effect::Repeat(..)
        | Effect::Then(..)
        | Effect::IfDone(..)
        | Effect::WhenDone(..)
        | Effect::WhenEach(..)
        | Effect::PayTimes(..)
        | Effect::Delayed(..)
        | Effect::Script(_)
        | Effect::Continuous(..)
        | Effect::ContinuousAll(..)
        | Effect::NextSpell(..)
        | Effect::Rule(..)
        | Effect::Replace(..)
        | Effect::ReplaceDivided { .. }
        | Effect::SelfReplacing(..)
        | Effect::ChangeEvent(_)
        | Effect::Remember(..)
        | Effect::Forget(_)
        | Effect::ExchangeLife(..)
        | Effect::ExchangeValues(..)
        | Effect::Draw(..)
        | Effect::Search { .. }
        | Effect::Scry(..)
        | Effect::Surveil(..)
        | Effect::Dig { .. }
        | Effect::RevealUntil { .. }
        | Effect::ExchangeControl(..)
        | Effect::Regenerate(_)
        | Effect::Regenerated(_)
        | Effect::RemoveFromCombat(_)
        | Effect::BecomeBlocked(_)
        | Effect::BecomeUnblocked(_)
        | Effect::BecomeAttacking(..)
        | Effect::BecomeBlocking(..)
        | Effect::AttackInstead(..)
        | Effect::SetProtector(..)
        | Effect::CopyStack(..)
        | Effect::ChangeTargets(..)
        | Effect::CastNow(..)
        | Effect::PlayNow(..)
        | Effect::Turn(_)
        | Effect::DrawGame
        | Effect::FlipCoin(..)
        | Effect::SkipUntap(_)
        | Effect::Emblem(..) => false,
    }
}

/// Those of the objects that came to the zone, as what they have become.
fn arrivals(events: &[Event], objects: &[ObjectId], zone: ZoneKind) -> ObjectList {
    let arrived = |event: &Event| match event {
        Event::Move(movement) if movement.to == zone && objects.contains(&movement.object) => movement.became,
        _ => None,
    };
    events.iter().filter_map(arrived).collect()
}

/// Reads off what happened: of the kinds that were proposed, not of what followed from them.
fn measure(done: &mut Done, kinds: &[EventKind], events: &[Event]) {
    for event in events {
        let object = match event {
            // Tokens come from nowhere: the objects affected are those that have arrived.
            Event::Move(movement) if movement.from == ZoneKind::Outside => {
                if !kinds.contains(&EventKind::CreateTokens) {
                    continue;
                }
                movement.became.or(Some(movement.object))
            }
            // What was milled counts, not what was asked for.
            Event::Act { act: Act::Mill, .. } => continue,
            Event::Move(movement) if movement.cause == MoveCause::Mill && kinds.contains(&EventKind::Act) => {
                done.amount = done.amount.saturating_add(1);
                Some(movement.object)
            }
            Event::Move(movement) if movement.cause == MoveCause::Draw && kinds.contains(&EventKind::Draw) => {
                Some(movement.object)
            }
            event if kinds.contains(&event.kind()) => {
                let amount = i32::try_from(event.amount()).unwrap_or(i32::MAX);
                done.amount = done.amount.saturating_add(amount);
                event.object()
            }
            _ => continue,
        };
        if let Some(object) = object
            && !done.objects.contains(&object)
        {
            done.objects.push(object);
        }
    }
}
