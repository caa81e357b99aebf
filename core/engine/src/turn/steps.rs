//! The turn-based actions of each step, the beginning of turns and the end of steps (modern 502-514, 703).

use super::{Planned, Stage};
use crate::ability::{Daylight, Duration, Filter, PlayerRule, Players, Rule, StepKind};
use crate::continuous::LastingEffect;
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::pipeline::Batch;
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::ruleset::{DefendingPlayers, UnspentMana};
use crate::run::{Beat, Note, Run};
use crate::symbol::known;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Bookkeeping of a new turn, before its untap step.
    pub(crate) fn start_turn(&mut self, player: PlayerId) {
        std::mem::swap(&mut self.history.last_turn, &mut self.history.this_turn);
        self.history.this_turn.clear();
        self.history.replaced.clear();
        self.history.looks_last_turn = std::mem::take(&mut self.history.looks_this_turn);
        self.history.step = 0;
        for player in &mut self.players {
            player.lands_played = 0;
        }
        for object in &mut self.objects {
            if let Some(more) = &mut object.more {
                more.used.clear();
                more.resolved.clear();
            }
        }
        // modern 302.6: what its controller has controlled since the turn began can attack.
        for index in 0..self.battlefield.len() {
            let id = self.battlefield[index];
            if self.controller(id) == player {
                self.objects[id.slot()].summoning_sick = false;
            }
        }
        let number = self.turn.number;
        // modern 800.4k: the turn of a player who has left would have begun by now.
        let begun = self.turns_begun_with(player);
        self.expire(|game, lasting| match &lasting.duration {
            Duration::UntilTurnOf(players) => {
                lasting.turn < number && begun.iter().any(|player| game.is_lasting_player(lasting, players, *player))
            }
            // Nor is there an end of a turn that nobody takes.
            Duration::UntilEndOfNextTurnOf(players) => {
                let left = &begun[1..];
                lasting.turn < number && left.iter().any(|player| game.is_lasting_player(lasting, players, *player))
            }
            _ => false,
        });
        self.forget_old();
        self.touch_lightly();
    }

    fn players_of(&self, lasting: &LastingEffect, players: &Players) -> crate::eval::PlayerList {
        self.eval(scope_of(lasting)).players(players)
    }

    /// Whether an effect speaks of the player, who may have left the game.
    fn is_lasting_player(&self, lasting: &LastingEffect, players: &Players, player: PlayerId) -> bool {
        self.eval(scope_of(lasting)).is_player_in(players, player)
    }

    /// Ends lasting effects.
    pub(crate) fn expire(&mut self, over: impl Fn(&Game, &LastingEffect) -> bool) {
        if self.lasting.is_empty() {
            return;
        }
        let keep: SmallVec<[bool; 16]> = self.lasting.iter().map(|lasting| !over(self, lasting)).collect();
        if keep.iter().all(|keep| *keep) {
            return;
        }
        let mut keep = keep.into_iter();
        self.lasting.retain(|_| keep.next().unwrap_or(true));
        self.unsettle();
        self.touch();
    }

    /// Ends effects that last "for as long as" what no longer holds (611.2b).
    pub(crate) fn end_conditional_effects(&mut self) {
        if self.lasting.iter().any(|lasting| matches!(lasting.duration, Duration::While(_))) {
            self.expire(|game, lasting| match &lasting.duration {
                Duration::While(condition) => !game.eval(scope_of(lasting)).goes_on(condition),
                _ => false,
            });
        }
    }

    /// The turn-based actions as a step begins. Sets what the next beat does.
    pub(super) fn begin_step(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let active = self.turn.active;
        let step = self.turn.step;
        self.turn.stage = Stage::Priority;
        self.turn.priority = Some(active);
        self.turn.passes = 0;
        // Also if the untap step was left out; an added beginning phase begins no turn.
        if !self.turn.past.announced {
            if !self.step_begins(run, Event::TurnBegin { player: active })? {
                // modern 614.10: something else in place of the turn.
                self.turn.upcoming.clear();
                self.advance();
                return Ok(());
            }
            self.turn.past.announced = true;
        }
        if step != StepKind::Cleanup && !self.step_begins(run, Event::Begin { step, player: active })? {
            // modern 614.10, 500.11: or of the step, or with its beginning of the combat phase.
            if step == StepKind::BeginCombat {
                self.turn.skip_combat();
            }
            self.advance();
            return Ok(());
        }
        match step {
            StepKind::Untap => {
                self.untap_step(run)?;
                let active = self.turn.active;
                self.expire(|game, lasting| match &lasting.duration {
                    Duration::ThroughUntapStepOf(players) => game.players_of(lasting, players).contains(&active),
                    _ => false,
                });
            }
            StepKind::Draw => {
                // modern 103.8a: in a two-player game, who begins skips the first draw step's draw, not that of an added one.
                if self.turn.number > 1 || self.players.len() > 2 || self.turn.past.has_ended(StepKind::Draw) {
                    self.happen_one(run, None, Event::Draw { player: active })?;
                }
                self.turn_based_actions(run)?;
            }
            StepKind::PrecombatMain => {
                self.turn_based_actions(run)?;
                self.first_main_phase(run)?;
            }
            StepKind::BeginCombat => {
                self.begin_combat();
                self.choose_defending_player(run)?;
                self.turn_based_actions(run)?;
            }
            StepKind::DeclareAttackers => self.declare_attackers(run)?,
            StepKind::DeclareBlockers => self.declare_blockers(run)?,
            StepKind::FirstCombatDamage | StepKind::CombatDamage => self.combat_damage(run)?,
            StepKind::Cleanup => self.cleanup_step(run)?,
            StepKind::Upkeep | StepKind::EndCombat | StepKind::PostcombatMain | StepKind::End => self.turn_based_actions(run)?,
        }
        Ok(())
    }

    /// modern 502: phasing, then untapping. Nobody gets priority.
    fn untap_step(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let active = self.turn.active;
        self.turn.stage = Stage::End;
        self.turn.priority = None;
        let phasing = self.phasing_of(active);
        if !phasing.is_empty() {
            self.happen(run, None, phasing)?;
        }
        self.sun_and_moon(run)?;
        let tapped: SmallVec<[ObjectId; 16]> = self
            .battlefield
            .iter()
            .copied()
            .filter(|id| {
                let object = &self.objects[id.slot()];
                object.is_tapped() && !object.phased_out && self.controller_of(object) == active
            })
            .collect();
        if tapped.is_empty() {
            return Ok(());
        }
        let mut batch = Batch::new();
        let mut may_stay: Vec<ObjectId> = Vec::new();
        for id in tapped {
            if self.rule_on(id, |rule| if let Rule::DoesNotUntap(filter) = rule { Some(filter) } else { None }) {
                continue;
            }
            if self.rule_on(id, |rule| if let Rule::MayStayTapped(filter) = rule { Some(filter) } else { None }) {
                may_stay.push(id);
            }
            batch.push(Event::Untap { object: id });
        }
        if !may_stay.is_empty() {
            let options: Vec<Choice> = may_stay.iter().copied().map(Choice::Object).collect();
            let max = options.len() as u32;
            let ask = Ask::Choose { purpose: Purpose::StayTapped, options, min: 0, max, ordered: false };
            if let Answer::Chosen(chosen) = self.ask(run, active, None, ask)? {
                let stay: Vec<ObjectId> = chosen.iter().map(|&index| may_stay[index as usize]).collect();
                batch.retain(|event| event.object().is_none_or(|id| !stay.contains(&id)));
            }
        }
        self.keep_to_untap_limits(run, active, &mut batch)?;
        // modern 502.3: all at the same time.
        self.happen(run, None, batch)?;
        Ok(())
    }

    /// Of what no more than so many may untap, the player chooses which do (502.3).
    fn keep_to_untap_limits(&mut self, run: &mut Run<'_>, player: PlayerId, batch: &mut Batch) -> Beat<()> {
        let limits: SmallVec<[(usize, SmallVec<[ObjectId; 8]>); 1]> = self
            .player_rules()
            .filter_map(|active| match active.rule {
                PlayerRule::UntapsAtMost(players, amount, filter) => {
                    let eval = self.eval(active.scope);
                    let all = batch.iter().filter_map(Event::object).filter(|id| eval.matches(filter, *id));
                    let most = eval.amount(amount).max(0) as usize;
                    eval.is_player_in(players, player).then(|| (most, all.collect()))
                }
                _ => None,
            })
            .collect();
        for (most, mut concerned) in limits {
            concerned.retain(|id| batch.iter().any(|event| event.object() == Some(*id)));
            let Some(stay) = concerned.len().checked_sub(most).filter(|stay| *stay > 0) else { continue };
            let options: Vec<Choice> = concerned.iter().copied().map(Choice::Object).collect();
            let stay = stay as u32;
            let ask = Ask::Choose { purpose: Purpose::StayTapped, options, min: stay, max: stay, ordered: false };
            if let Answer::Chosen(chosen) = self.ask(run, player, None, ask)? {
                let stay: SmallVec<[ObjectId; 8]> = chosen.iter().map(|&index| concerned[index as usize]).collect();
                batch.retain(|event| event.object().is_none_or(|id| !stay.contains(&id)));
            }
        }
        Ok(())
    }

    /// Whether some rule of a kind speaks of the object.
    pub(crate) fn rule_on(&self, id: ObjectId, filter_of: impl Fn(&Rule) -> Option<&Filter>) -> bool {
        self.rules().any(|active| filter_of(active.rule).is_some_and(|filter| self.eval(active.scope).matches(filter, id)))
    }

    /// modern 502.2: day turns to night after a turn in which its player cast nothing, night to day after one with two spells
    /// or more. As long as it is neither, nothing is checked.
    fn sun_and_moon(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let (Some(before), true) = (self.turn.previous, self.turn.daylight != Daylight::Neither) else { return Ok(()) };
        let cast = |(_, event): &&(_, Event)| matches!(event, Event::Cast { player, .. } if *player == before);
        let spells = self.history.last_turn.iter().filter(cast).count();
        let now = match self.turn.daylight {
            Daylight::Day if spells == 0 => Daylight::Night,
            Daylight::Night if spells >= 2 => Daylight::Day,
            _ => return Ok(()),
        };
        self.happen_one(run, None, Event::Daylight { now })?;
        Ok(())
    }

    /// What types say is done as the step begins (703), for each of their objects and all at once, like the lore counters of
    /// Sagas (505.4).
    fn turn_based_actions(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let (active, step) = (self.turn.active, self.turn.step);
        let mut due = self.due_actions(|rule| match rule {
            Rule::TurnBased(of, players, effect) if *of == step => Some((Some(players), effect)),
            _ => None,
        });
        due.retain(|action| action.of.as_ref().is_none_or(|players| players.contains(&active)));
        self.take_actions(run, due, &mut Batch::new())?;
        Ok(())
    }

    /// modern 505.5: with an Attraction, the active player rolls to visit.
    fn first_main_phase(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let active = self.turn.active;
        let visits = self.permanents().any(|object| {
            self.controller_of(object) == active && self.characteristics_of(object).types.has_subtype(*known::ATTRACTION)
        });
        if visits {
            let result = self.random_index(6) + 1;
            self.happen_one(run, None, Event::RollToVisit { player: active, result })?;
        }
        Ok(())
    }

    /// modern 507.1: where not every opponent is a defending player, one of them becomes it now.
    fn choose_defending_player(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let active = self.turn.active;
        let mut opponents: SmallVec<[PlayerId; 4]> =
            self.opponents(active).filter(|opponent| self.is_in_range(active, *opponent)).collect();
        let chosen = match self.ruleset.defending_players {
            DefendingPlayers::Opponents => return Ok(()),
            // modern 800.4j: nobody attacks in the turn of a player who has left.
            _ if !self.player(active).is_playing() => return Ok(()),
            DefendingPlayers::Chosen => self.choose_player(run, active, None, &opponents)?,
            // modern 803.1a-b: in turn order the next one sits on the left.
            DefendingPlayers::Left => opponents.drain(..).next(),
            DefendingPlayers::Right => opponents.pop(),
        };
        if let (Some(combat), Some(player)) = (&mut self.combat, chosen) {
            combat.defending = Some(player);
        }
        Ok(())
    }

    /// The maximum hand size of a player (402.2). `None` for no maximum.
    pub fn hand_size_limit(&self, player: PlayerId) -> Option<u32> {
        self.hand_size_with(player, &mut |_, _| {}).map(|size| size.max(0) as u32)
    }
    /// The same, with each effect that changes it and what it comes to with that.
    pub(crate) fn hand_size_with(
        &self,
        player: PlayerId,
        note: &mut dyn FnMut(Active<'_, PlayerRule>, Option<i32>),
    ) -> Option<i32> {
        let mut size = Some(i32::from(self.ruleset.hand_size));
        // modern 613.11: in the order of their timestamps.
        for active in self.player_rules() {
            let eval = self.eval(active.scope);
            match active.rule {
                PlayerRule::NoHandSize(players) if eval.players(players).contains(&player) => size = None,
                PlayerRule::SetHandSize(players, amount) if eval.players(players).contains(&player) => {
                    size = Some(eval.amount(amount));
                }
                PlayerRule::HandSize(players, amount) if eval.players(players).contains(&player) => {
                    size = size.map(|size| size.saturating_add(eval.amount(amount)));
                }
                _ => continue,
            }
            note(active, size);
        }
        size
    }

    /// modern 514.1-514.3.
    fn cleanup_step(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let active = self.turn.active;
        if let Some(limit) = self.hand_size_limit(active) {
            let hand = self.player(active).hand.clone();
            let over = (hand.len() as u32).saturating_sub(limit);
            if over > 0 {
                let options = hand.iter().copied().map(Choice::Object).collect();
                let ask = Ask::Choose { purpose: Purpose::Discard, options, min: over, max: over, ordered: false };
                if let Answer::Chosen(chosen) = self.ask(run, active, None, ask)? {
                    let batch = chosen
                        .iter()
                        .map(|&index| {
                            Event::Move(self.movement(
                                hand[index as usize],
                                ZoneKind::Graveyard,
                                crate::ability::MoveCause::Discard,
                                None,
                            ))
                        })
                        .collect();
                    self.happen(run, None, batch)?;
                }
            }
        }
        // modern 514.2: damage wears off and effects "until end of turn" end at the same time.
        let mut damaged = false;
        for index in 0..self.battlefield.len() {
            let object = &mut self.objects[self.battlefield[index].slot()];
            damaged |= object.damage > 0;
            object.damage = 0;
            object.fatally_damaged = false;
        }
        if damaged {
            self.touch_lightly();
        }
        let number = self.turn.number;
        self.expire(|game, lasting| match &lasting.duration {
            Duration::EndOfTurn => true,
            Duration::UntilEndOfNextTurnOf(players) => {
                lasting.turn < number && game.players_of(lasting, players).contains(&active)
            }
            _ => false,
        });
        // modern 514.3: nobody gets priority unless something happens.
        if self.settle(run)? {
            // modern 514.3a: then another cleanup step follows.
            self.turn.upcoming.push(Planned { step: StepKind::Cleanup, opens: false });
        } else {
            self.turn.stage = Stage::End;
            self.turn.priority = None;
        }
        Ok(())
    }

    /// The end of a step or phase (500.4-500.5).
    pub(super) fn end_step(&mut self) {
        self.turn.past.end(self.turn.step);
        if self.turn.step == StepKind::DeclareAttackers && self.combat.as_ref().is_none_or(|combat| !combat.had_attackers()) {
            // modern 508.8
            self.turn.upcoming.retain_next_combat();
        }
        let phase_ends = self.turn.upcoming.last().is_none_or(|next| next.opens);
        // modern 511.3; also if the end of combat step was left out.
        if phase_ends && self.turn.in_combat() {
            self.end_combat();
            self.expire(|_, lasting| lasting.duration == Duration::EndOfCombat);
        }
        for index in 0..self.players.len() {
            if self.players[index].pool.is_empty() {
                continue;
            }
            let player = self.players[index].id;
            let kept = self.rules().any(|active| match active.rule {
                Rule::KeepMana(players) => self.eval(active.scope).players(players).contains(&player),
                _ => false,
            });
            if kept {
                continue;
            }
            match self.ruleset.unspent_mana {
                UnspentMana::Empties => self.players[index].pool.clear(),
                UnspentMana::Burns => {
                    // classic 300.3: at the end of a phase, not of a step.
                    if phase_ends {
                        let lost = self.players[index].pool.total() as i32;
                        self.players[index].pool.clear();
                        self.players[index].life -= lost;
                        self.unsettle();
                    }
                }
            }
        }
        self.advance();
    }

    /// Draws an opening hand without events (103.5): nothing triggers before the game.
    pub(crate) fn draw_opening_hand(&mut self, player: PlayerId) {
        for _ in 0..self.ruleset.starting_hand {
            let Some(&top) = self.player(player).library.last() else { break };
            let movement = self.movement(top, ZoneKind::Hand, crate::ability::MoveCause::Draw, None);
            self.relocate(&movement);
        }
    }

    /// One player's mulligan decision (103.5).
    pub(super) fn mulligan(&mut self, run: &mut Run<'_>, player: PlayerId) -> Beat<()> {
        let taken = self.turn.mulligans[player.index()];
        let may = taken < self.ruleset.starting_hand && self.player(player).is_playing();
        let keep = !may || self.yes_no(run, player, None, Purpose::KeepHand)?;
        if !keep {
            self.turn.mulligans[player.index()] = taken + 1;
            for id in self.player(player).hand.clone() {
                let movement = self.movement(id, ZoneKind::Library, crate::ability::MoveCause::Effect, None);
                self.relocate(&movement);
            }
            self.shuffle_library(player);
            self.draw_opening_hand(player);
            run.note(self, Note::Mulligan(player));
            return Ok(());
        }
        // modern 103.5c: with more than two players the first mulligan is free.
        let taken = taken.saturating_sub(u8::from(self.players.len() > 2));
        if taken > 0 {
            let hand = self.player(player).hand.clone();
            let count = u32::from(taken).min(hand.len() as u32);
            let options = hand.iter().copied().map(Choice::Object).collect();
            let ask = Ask::Choose { purpose: Purpose::BottomAfterMulligan, options, min: count, max: count, ordered: true };
            if let Answer::Chosen(chosen) = self.ask(run, player, None, ask)? {
                for index in chosen {
                    let mut movement =
                        self.movement(hand[index as usize], ZoneKind::Library, crate::ability::MoveCause::Effect, None);
                    movement.place = crate::event::Place::Bottom;
                    self.relocate(&movement);
                }
            }
        }
        let count = self.players.len() as u8;
        let next = PlayerId((player.0 + 1) % count);
        if next == self.turn.first {
            self.last_known.clear();
            self.advance();
        } else {
            self.turn.stage = Stage::Mulligan(next);
        }
        Ok(())
    }
}

/// The scope of a lasting effect.
pub(crate) fn scope_of(lasting: &LastingEffect) -> Scope<'_> {
    Scope { source: lasting.source, controller: lasting.controller, origin: lasting.origin, bindings: &lasting.bindings }
}

/// Dropping the steps of a combat without attackers.
trait Upcoming {
    fn retain_next_combat(&mut self);
}
impl Upcoming for SmallVec<[Planned; 14]> {
    /// modern 508.8: no declare blockers and combat damage steps.
    fn retain_next_combat(&mut self) {
        let left_out = |next: &Planned| !next.opens && matches!(next.step, StepKind::DeclareBlockers | StepKind::CombatDamage);
        while self.last().is_some_and(left_out) {
            self.pop();
        }
    }
}
