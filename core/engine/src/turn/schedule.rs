//! The order of turns and steps, and effects that change it (modern 500.7-500.11).

use super::{Past, Planned, Stage};
use crate::ability::{MoveCause, PhaseKind, PlayerRule, StepKind, StepPlace, TurnChange};
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

/// Extra turns, phases and steps that one effect can add: a guard against numbers no game means.
const EXTRA_AT_ONCE: u32 = 100;

impl PhaseKind {
    /// Its steps in order (501.1, 506.1, 512.1); a main phase stands for itself (505.2).
    pub(super) fn steps(self) -> &'static [StepKind] {
        match self {
            PhaseKind::Beginning => &STEPS[0..3],
            PhaseKind::Main => &[StepKind::PostcombatMain],
            PhaseKind::Combat => &STEPS[4..9],
            PhaseKind::Ending => &STEPS[10..12],
        }
    }
    /// The phase that such a step usually belongs to.
    pub(super) fn of(step: StepKind) -> PhaseKind {
        match step {
            StepKind::Untap | StepKind::Upkeep | StepKind::Draw => PhaseKind::Beginning,
            StepKind::PrecombatMain | StepKind::PostcombatMain => PhaseKind::Main,
            StepKind::End | StepKind::Cleanup => PhaseKind::Ending,
            StepKind::BeginCombat
            | StepKind::DeclareAttackers
            | StepKind::DeclareBlockers
            | StepKind::FirstCombatDamage
            | StepKind::CombatDamage
            | StepKind::EndCombat => PhaseKind::Combat,
        }
    }
}

fn planned(step: StepKind) -> Planned {
    let opens = matches!(
        step,
        StepKind::Untap | StepKind::PrecombatMain | StepKind::BeginCombat | StepKind::PostcombatMain | StepKind::End
    );
    Planned { step, opens }
}

/// What comes after that step in an ordinary turn, the next one last.
pub(super) fn steps_after(step: StepKind) -> SmallVec<[Planned; 14]> {
    let place = match step {
        StepKind::FirstCombatDamage => 6,
        step => STEPS.iter().position(|other| *other == step).unwrap_or(STEPS.len() - 1),
    };
    STEPS[place + 1..].iter().rev().copied().map(planned).collect()
}

impl Game {
    /// Goes on to the next step that is not skipped, or to the next turn.
    pub(super) fn advance(&mut self) {
        loop {
            let Some(Planned { mut step, opens }) = self.turn.upcoming.pop() else {
                self.next_turn();
                continue;
            };
            if PhaseKind::of(step) == PhaseKind::Main {
                // modern 505.1a: only the first main phase of the turn is precombat.
                step = if self.turn.past.main { StepKind::PostcombatMain } else { StepKind::PrecombatMain };
                self.turn.past.main = true;
            }
            if self.skips(step) {
                if step == StepKind::BeginCombat {
                    self.turn.skip_combat();
                }
                continue;
            }
            if step == StepKind::CombatDamage
                && self.combat.as_ref().is_some_and(|combat| !combat.had_first_step)
                && self.needs_first_damage_step()
            {
                // modern 510.4: an additional combat damage step comes first.
                self.turn.upcoming.push(Planned { step: StepKind::CombatDamage, opens: false });
                step = StepKind::FirstCombatDamage;
            }
            self.turn.step = step;
            self.turn.past.begin(step, opens);
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
        self.turn.previous = (self.turn.number > 0).then_some(self.turn.active);
        self.turn.number += 1;
        self.turn.active = player;
        self.turn.upcoming = STEPS.iter().rev().copied().map(planned).collect();
        self.turn.past = Past::default();
        self.turn.seats = self.players_from(PlayerId(0)).collect();
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
                    for _ in 0..amount.min(EXTRA_AT_ONCE) {
                        self.turn.extra_turns.push(player);
                    }
                }
            }
            TurnChange::ExtraPhases { phases, gets, .. } => {
                if self.may_get(gets.is_some(), players) {
                    for _ in 0..amount.min(EXTRA_AT_ONCE) {
                        self.add_phases(phases);
                    }
                }
            }
            TurnChange::ExtraStep { step, place, gets, .. } => {
                if self.may_get(gets.is_some(), players) {
                    for _ in 0..amount.min(EXTRA_AT_ONCE) {
                        self.add_step(*step, *place);
                    }
                }
            }
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

    /// modern 500.10a: what a player gets in a turn that is not theirs is not added.
    fn may_get(&self, somebody: bool, players: &[PlayerId]) -> bool {
        !somebody || players.contains(&self.turn.active)
    }

    /// Adds these phases in order right after the present one (500.8).
    fn add_phases(&mut self, phases: &[PhaseKind]) {
        let at = self.end_of_phase();
        let added = phases.iter().rev().flat_map(|phase| phase.steps().iter().rev().copied().map(planned));
        self.turn.upcoming.insert_many(at, added.collect::<SmallVec<[Planned; 8]>>());
    }

    /// Adds a step to a phase (500.9), or, where the phase is none that has such steps, a phase with nothing but it (500.10).
    fn add_step(&mut self, step: StepKind, place: StepPlace) {
        let native = PhaseKind::of(self.turn.step) == PhaseKind::of(step) && PhaseKind::of(step) != PhaseKind::Main;
        let next = |upcoming: &[Planned], other: StepKind| upcoming.iter().rposition(|planned| planned.step == other);
        match place {
            StepPlace::ThisStep if native => self.turn.upcoming.push(Planned { step, opens: false }),
            StepPlace::ThisStep | StepPlace::ThisPhase => {
                let at = self.end_of_phase();
                self.turn.upcoming.insert(at, Planned { step, opens: true });
            }
            StepPlace::Before(other) => {
                if let Some(at) = next(&self.turn.upcoming, other) {
                    // It takes over the beginning of the phase from the step that it precedes.
                    let opens = std::mem::replace(&mut self.turn.upcoming[at].opens, false);
                    self.turn.upcoming.insert(at + 1, Planned { step, opens });
                }
            }
            StepPlace::After(other) => {
                if let Some(at) = next(&self.turn.upcoming, other) {
                    self.turn.upcoming.insert(at, Planned { step, opens: false });
                }
            }
        }
    }

    /// The place in the schedule right after the current phase.
    fn end_of_phase(&self) -> usize {
        let upcoming = &self.turn.upcoming;
        upcoming.len() - upcoming.iter().rev().take_while(|planned| !planned.opens).count()
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
        self.turn.upcoming = smallvec![Planned { step: StepKind::Cleanup, opens: true }];
        self.turn.stage = Stage::End;
        self.turn.priority = None;
        Ok(())
    }
}
