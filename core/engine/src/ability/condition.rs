//! Yes-or-no questions in ability data.

use super::{Amount, Callback, CostTag, EventPattern, Filter, Objects, Players, StepKind};
use crate::ids::LinkKey;
use crate::symbol::Symbol;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// A condition, checked when the ability needs it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Condition {
    /// Yes.
    #[default]
    Always,
    /// No.
    Never,
    /// All hold.
    And(Vec<Condition>),
    /// One holds.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// The amounts compare so.
    Compare(Amount, Comparison, Amount),
    /// Something matches.
    Exists(Filter),
    /// There are such objects and all of them match; last-known where they are gone.
    Matches(Objects, Filter),
    /// The first players are all among the second.
    PlayerIs(Players, Players),
    /// It is a turn of one of these players.
    TurnOf(Players),
    /// It is that step or phase.
    During(StepKind),
    /// It is before or after that point of the turn, or during combat. "During combat" together with a point means that point
    /// of the present combat phase (506.7c).
    When(Moment),
    /// It is day, night or neither (728).
    Daylight(Daylight),
    /// At least that many such events happened.
    Happened(Box<EventPattern>, Period, u16),
    /// The tagged additional or alternative cost was paid for this (601.2b).
    Paid(CostTag),
    /// The object was cast (rather than put onto the battlefield).
    WasCast(Objects),
    /// The word was chosen or remembered under the link ("the chosen mode").
    ChosenWord(LinkKey, Symbol),
    /// A triggered ability of such an object has triggered and not left the stack yet (309.6, 310.7, 312.7, 314.6).
    Unresolved(Filter),
    /// The callback says so.
    Script(Callback),
}

impl Condition {
    /// Both must hold.
    pub fn and(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Always, condition) | (condition, Condition::Always) => condition,
            (Condition::And(mut all), condition) => {
                all.push(condition);
                Condition::And(all)
            }
            (a, b) => Condition::And(vec![a, b]),
        }
    }
    /// Either may hold.
    pub fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Or(mut any), condition) => {
                any.push(condition);
                Condition::Or(any)
            }
            (a, b) => Condition::Or(vec![a, b]),
        }
    }
    /// The opposite.
    pub fn negate(self) -> Condition {
        match self {
            Condition::Always => Condition::Never,
            Condition::Never => Condition::Always,
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Comparison {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≤
    AtMost,
    /// >
    Greater,
    /// ≥
    AtLeast,
}

impl Comparison {
    /// Whether `a` and `b` compare so.
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}

/// A point or stretch of the turn (503.2, 506.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Moment {
    /// During a combat phase.
    InCombat,
    /// Before attackers or blockers are declared, or before that step; of combat in the turn's first combat phase.
    Before(StepKind),
    /// After attackers or blockers were declared, or after that step; [`StepKind::BeginCombat`] stands for all of combat.
    After(StepKind),
}

/// What day and night are to the game (728).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Daylight {
    /// Neither.
    #[default]
    Neither,
    /// Day.
    Day,
    /// Night.
    Night,
}

/// A stretch of the game's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Period {
    /// This turn.
    ThisTurn,
    /// The turn before this one.
    LastTurn,
    /// This step.
    ThisStep,
}
