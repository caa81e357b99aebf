//! What it is that fails where something may not be done.

use super::WhyNot;
use super::maker::Maker;
use super::target::TargetPlace;
use crate::ability::{Condition, StepKind};
use crate::ids::PlayerId;
use crate::payment::TotalCost;

/// Why a player may not do something now, with what it is that fails.
#[derive(Clone, PartialEq, Debug)]
pub struct Obstacle {
    /// Why.
    pub why: WhyNot,
    /// What fails, as far as it can be told.
    pub what: Option<Fails>,
}

/// What fails.
#[derive(Clone, PartialEq, Debug)]
pub enum Fails {
    /// That effect forbids it.
    Forbidden(Maker),
    /// This part of a condition.
    Condition(Condition),
    /// The time.
    Time(WrongTime),
    /// Instances of "target" for which there are too few legal targets.
    Targets(Vec<TooFewTargets>),
    /// This cost.
    Cost(TotalCost),
}

/// Why it is not the time for what can be done only in one's own main phase with an empty stack (307.1, 117.1a): the first thing
/// that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrongTime {
    /// It is that player's turn.
    TurnOf(PlayerId),
    /// It is no main phase.
    Step(StepKind),
    /// There is something on the stack.
    Stack,
}

/// An instance of "target" for which there are too few legal targets (601.2c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFewTargets {
    /// Which.
    pub place: TargetPlace,
    /// How many there have to be.
    pub needed: u32,
    /// How many there are.
    pub legal: u32,
}
