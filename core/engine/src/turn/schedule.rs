//! The order of turns and steps, and effects that change it (modern 500.7-500.11).

use super::{Stage, is_combat};
use crate::ability::{MoveCause, PlayerRule, StepKind, TurnChange};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::ObjectKind;
use crate::pipeline::Batch;
use crate::run::{Beat, Run};
use crate::zone::ZoneKind;
use smallvec::{SmallVec, smallvec};

/// The steps of an ordinary turn in order (500.1).
const STEPS: [StepKind; 12] = [
    StepKind::Untap,
    StepKind::Upkeep,
    StepKind::Draw,
    StepKind::PrecombatMain,
    StepKind::BeginCombat,
    StepKind::DeclareAttackers,
    StepKind::DeclareBlockers,
    StepKind::CombatDamage,
    StepKind::EndCombat,
    StepKind::PostcombatMain,
    StepKind::End,
    StepKind::Cleanup,
];

/// The steps of a combat phase, the last one first.
const COMBAT_BACKWARDS: [StepKind; 5] =
    [StepKind::EndCombat, StepKind::CombatDamage, StepKind::DeclareBlockers, StepKind::DeclareAttackers, StepKind::BeginCombat];

/// What comes after that step in an ordinary turn, the next one last.
pub(super) fn steps_after(step: StepKind) -> SmallVec<[StepKind; 14]> {
    let place = match step {
        StepKind::FirstCombatDamage => 6,
        step => STEPS.iter().position(|other| *other == step).unwrap_or(STEPS.len() - 1),
    };
    STEPS[place + 1..].iter().rev().copied().collect()
}

impl Game {
    /// Goes on to the next step that is not skipped, or to the next turn.
    pub(super) fn advance(&mut self) {
        loop {
            let Some(mut step) = self.turn.upcoming.pop() else {
                self.next_turn();
                continue;
            };
            if self.skips(step) {
                if step == StepKind::BeginCombat {
                    // modern 500.11: skipping a combat phase skips all its steps.
                    while self.turn.upcoming.last().is_some_and(|next| is_combat(*next)) {
                        self.turn.upcoming.pop();
                    }
                }
                continue;
            }
            if step == StepKind::CombatDamage
                && self.combat.as_ref().is_some_and(|combat| !combat.had_first_step)
                && self.needs_first_damage_step()
            {
                // modern 510.4: an additional combat damage step comes first.
                self.turn.upcoming.push(StepKind::CombatDamage);
                step = StepKind::FirstCombatDamage;
            }
            self.turn.step = step;
            self.turn.stage = Stage::Begin;
            self.turn.priority = None;
            self.turn.passes = 0;
            self.turn.unbroken = super::loops::Unbroken::default();
            self.turn.actions = 0;
            self.turn.acted = Vec::new();
            self.history.step += 1;
            self.touch_lightly();
            return;
        }
    }

    fn skips(&mut self, step: StepKind) -> bool {
        let active = self.turn.active;
        if self.player_rules().any(|rule| match rule.rule {
            PlayerRule::SkipStep(players, skipped) => {
                *skipped == step && self.eval(rule.scope).players(players).contains(&active)
            }
            _ => false,
        }) {
            return true;
        }
        // modern 614.10a: each effect that skips is used up by one step.
        let skips = &mut self.turn.skips;
        let Some(found) = skips.iter_mut().find(|(player, skipped, left)| *player == active && *skipped == step && *left > 0)
        else {
            return false;
        };
        found.2 -= 1;
        skips.retain(|(_, _, left)| *left > 0);
        true
    }

    /// Whose turn comes next, and its schedule (500.7, 103.7).
    fn next_turn(&mut self) {
        let player = loop {
            let player = match self.turn.extra_turns.pop() {
                Some(player) => player,
                None => {
                    let count = self.players.len() as u8;
                    let mut next = self.turn.regular;
                    if self.turn.number > 0 {
                        next = PlayerId((next.0 + 1) % count);
                        while !self.player(next).is_playing() {
                            next = PlayerId((next.0 + 1) % count);
                        }
                    }
                    self.turn.regular = next;
                    next
                }
            };
            let Some(skip) = self.turn.skip_turns.iter_mut().find(|(skipping, left)| *skipping == player && *left > 0) else {
                break player;
            };
            skip.1 -= 1;
            if self.turn.number == 0 {
                break player;
            }
        };
        self.turn.number += 1;
        self.turn.active = player;
        self.turn.upcoming = STEPS.iter().rev().copied().collect();
        self.start_turn(player);
    }

    /// An effect changes the schedule.
    pub(crate) fn turn_change(&mut self, run: &mut Run<'_>, players: &[PlayerId], change: &TurnChange, amount: i32) -> Beat<()> {
        let amount = u32::try_from(amount).unwrap_or(0);
        match change {
            TurnChange::ExtraTurn(..) => {
                // modern 500.7: added one at a time in turn order; the most recently created turn is taken first.
                let in_order: SmallVec<[PlayerId; 4]> =
                    self.players_from_active().filter(|player| players.contains(player)).collect();
                for player in in_order {
                    for _ in 0..amount.min(100) {
                        self.turn.extra_turns.push(player);
                    }
                }
            }
            TurnChange::ExtraCombat { then_main } => {
                // modern 500.8: added directly after this phase.
                let at = self.end_of_phase();
                let mut added: SmallVec<[StepKind; 6]> = smallvec![];
                if *then_main {
                    added.push(StepKind::PostcombatMain);
                }
                added.extend(COMBAT_BACKWARDS);
                for (offset, step) in added.into_iter().enumerate() {
                    self.turn.upcoming.insert(at + offset, step);
                }
            }
            // modern 500.9: directly after the current step.
            TurnChange::ExtraStep(step) => self.turn.upcoming.push(*step),
            TurnChange::SkipStep(_, step, _) => {
                for player in players {
                    self.turn.skips.push((*player, *step, amount));
                }
            }
            TurnChange::SkipTurn(..) => {
                for player in players {
                    self.turn.skip_turns.push((*player, amount));
                }
            }
            TurnChange::EndTurn => self.end_the_turn(run)?,
        }
        Ok(())
    }

    /// The place in the schedule right after the current phase.
    fn end_of_phase(&self) -> usize {
        // What else of the phase is to come: steps of the same sort, up to where another combat phase begins.
        let same_phase = |step: StepKind| match self.turn.step {
            StepKind::Untap | StepKind::Upkeep | StepKind::Draw => matches!(step, StepKind::Upkeep | StepKind::Draw),
            StepKind::PrecombatMain | StepKind::PostcombatMain => false,
            StepKind::End | StepKind::Cleanup => matches!(step, StepKind::End | StepKind::Cleanup),
            _ => is_combat(step) && step != StepKind::BeginCombat,
        };
        let upcoming = &self.turn.upcoming;
        upcoming.len() - upcoming.iter().rev().take_while(|step| same_phase(**step)).count()
    }

    /// modern 724.1: what waits to be put on the stack is forgotten, everything on the stack is exiled, combat ends, the next
    /// step is cleanup.
    fn end_the_turn(&mut self, run: &mut Run<'_>) -> Beat<()> {
        self.waiting.clear();
        let entries: SmallVec<[ObjectId; 4]> = self.stack.iter().map(|entry| entry.object).collect();
        let mut batch = Batch::new();
        for id in entries {
            match self.object(id).map(|object| object.kind) {
                Some(ObjectKind::Card) => {
                    batch.push(Event::Move(self.movement(id, ZoneKind::Exile, MoveCause::Effect, None)));
                }
                // Abilities and copies of spells cease to exist.
                Some(_) => self.end_object(id),
                None => {}
            }
        }
        self.happen(run, None, batch)?;
        self.end_combat();
        self.turn.upcoming = smallvec![StepKind::Cleanup];
        self.turn.stage = Stage::End;
        self.turn.priority = None;
        Ok(())
    }
}
