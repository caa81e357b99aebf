//! Points of a turn: "before attackers are declared", "after combat" (modern 503.2, 506.7).

use super::{Past, is_combat};
use crate::ability::{Moment, StepKind};
use crate::game::Game;

fn bit(step: StepKind) -> u16 {
    1 << step as u16
}

/// Steps that come before that one in an ordinary turn.
fn earlier(step: StepKind) -> u16 {
    // The first of two combat damage steps is a combat damage step (510.4).
    let step = if step == StepKind::CombatDamage { StepKind::FirstCombatDamage } else { step };
    bit(step) - 1
}

impl Past {
    /// As if an ordinary turn had come to that step.
    pub(super) fn up_to(step: StepKind) -> Past {
        let combat = bit(StepKind::BeginCombat) - 1;
        let begun = earlier(step) | bit(step);
        Past {
            begun,
            ended: earlier(step),
            combat: begun & !combat,
            combats: u16::from(step >= StepKind::BeginCombat),
            furthest: Some(step),
            main: step >= StepKind::PrecombatMain,
            announced: true,
        }
    }

    /// A step begins, and with it perhaps a phase.
    pub(super) fn begin(&mut self, step: StepKind, opens: bool) {
        if is_combat(step) {
            if opens {
                self.combats = self.combats.saturating_add(1);
                self.combat = 0;
            }
            self.combat |= bit(step);
        }
        if self.counts(step) {
            self.begun |= bit(step);
        }
        self.furthest = self.furthest.max(Some(step));
    }

    /// A step ends.
    pub(super) fn end(&mut self, step: StepKind) {
        if self.counts(step) {
            self.ended |= bit(step);
        }
    }

    /// Whether such a step has ended in this turn; of combat, in its first combat phase.
    pub(super) fn has_ended(&self, step: StepKind) -> bool {
        self.ended & bit(step) != 0
    }

    // modern 506.7d: of several combat phases the first one counts.
    fn counts(&self, step: StepKind) -> bool {
        !is_combat(step) || self.combats <= 1
    }

    fn reached(&self, step: StepKind) -> bool {
        let step = if step == StepKind::CombatDamage { StepKind::FirstCombatDamage } else { step };
        self.furthest.is_some_and(|furthest| furthest >= step)
    }
}

impl Game {
    /// The how-manieth step of the turn it is: tells several steps of one kind apart.
    pub fn step_of_turn(&self) -> u16 {
        self.history.step
    }

    /// Whether it is that moment; `in_combat` if "during combat" is said along with it (506.7c).
    pub(crate) fn is_at(&self, moment: Moment, in_combat: bool) -> bool {
        let past = &self.turn.past;
        match moment {
            Moment::InCombat => self.turn.in_combat(),
            // modern 506.7c: in any of the turn's combat phases.
            Moment::Before(step) if in_combat => self.turn.in_combat() && past.combat & !earlier(step) == 0,
            Moment::After(step) if in_combat => {
                let begun = past.combat & bit(step) != 0;
                self.turn.in_combat() && begun && (is_declared(step) || self.turn.step > step)
            }
            // modern 506.7a-b, d, e: a point that never comes is passed when something later begins.
            Moment::Before(step) => !past.reached(step),
            // modern 506.7d
            Moment::After(StepKind::BeginCombat) => {
                past.combats > 1 || (past.combats == 1 && !self.turn.in_combat()) || past.furthest > Some(StepKind::EndCombat)
            }
            Moment::After(step) if is_declared(step) => past.begun & bit(step) != 0,
            Moment::After(step) if is_combat(step) => past.ended & bit(step) != 0,
            // modern 503.2; a step that was left out is passed when something later begins.
            Moment::After(step) => past.ended & bit(step) != 0 || (past.begun & bit(step) == 0 && past.furthest > Some(step)),
        }
    }
}

/// Attackers and blockers have been declared as soon as their step has begun (506.7a-b); other steps are over at their end.
fn is_declared(step: StepKind) -> bool {
    matches!(step, StepKind::DeclareAttackers | StepKind::DeclareBlockers)
}
