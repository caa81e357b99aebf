//! Turns: the schedule of phases and steps (modern 500-514), and the beat.

mod beat;
mod before;
mod loops;
mod moments;
mod schedule;
mod steps;

pub use loops::LoopPart;
pub(crate) use steps::scope_of;

use crate::ability::{Daylight, Effect, Origin, StepKind};
use crate::ids::{ObjectId, PlayerId};
use crate::object::Bindings;
use crate::perform::Resolving;
use crate::pipeline::Afterwards;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Where the game is in its turn, and what is scheduled.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The how-manieth turn of the game, from 1; 0 before the first.
    pub number: u32,
    /// Whose turn it is.
    pub active: PlayerId,
    /// The step or phase.
    pub step: StepKind,
    /// Who has priority, if anybody.
    pub priority: Option<PlayerId>,
    /// What the next beat does.
    pub(crate) stage: Stage,
    /// How many players have passed in a row (117.4).
    pub(crate) passes: u8,
    /// The steps still to come in this turn, the next one last.
    pub(crate) upcoming: SmallVec<[Planned; 14]>,
    /// What of this turn has been.
    pub(crate) past: Past,
    /// Whose turn the one before was, if there was one.
    pub(crate) previous: Option<PlayerId>,
    /// The players in the game as the turn began, in turn order: they make up the ranges of influence (801.2c).
    pub(crate) seats: SmallVec<[PlayerId; 8]>,
    /// Whether it is day or night (728).
    pub(crate) daylight: Daylight,
    /// Who took the last regular turn: extra turns do not change whose turn comes after (500.7).
    pub(crate) regular: PlayerId,
    /// Extra turns, the next one last (500.7).
    pub(crate) extra_turns: SmallVec<[PlayerId; 1]>,
    /// Steps that players will skip, and how many of them (500.11, 614.10).
    pub(crate) skips: SmallVec<[(PlayerId, StepKind, u32); 1]>,
    /// Turns that players will skip.
    pub(crate) skip_turns: SmallVec<[(PlayerId, u32); 1]>,
    /// Who has the first turn of the game (103.8).
    pub(crate) first: PlayerId,
    /// Mulligans taken by each player (103.5).
    pub(crate) mulligans: SmallVec<[u8; 4]>,
    /// What is done first in the next step that begins: what took the place of skipped ones (614.10b).
    pub(crate) first_things: Vec<FirstThing>,
    /// What goes on since a player last did anything but pass (104.4b).
    pub(crate) unbroken: loops::Unbroken,
    /// Actions of players in this step.
    pub(crate) actions: u32,
    /// The latest of them, once there are suspiciously many.
    pub(crate) acted: Vec<(LoopPart, u32)>,
}

/// An effect that waits for the next step that begins (614.10b).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct FirstThing {
    source: ObjectId,
    controller: PlayerId,
    origin: Origin,
    bindings: Bindings,
    effect: Effect,
}

impl From<Afterwards> for FirstThing {
    fn from(Afterwards { resolving, effect, of: _ }: Afterwards) -> Self {
        let Resolving { source, controller, origin, bindings, .. } = resolving;
        FirstThing { source, controller, origin, bindings, effect }
    }
}

impl FirstThing {
    /// As something to perform.
    pub(crate) fn into_parts(self) -> (Resolving, Effect) {
        (Resolving::new(self.source, self.controller, self.origin, None, self.bindings), self.effect)
    }
}

/// A step, or a phase without steps, that is still to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Planned {
    /// Which one. Main phases find out as they begin whether they are the first (505.1a).
    pub step: StepKind,
    /// Whether its phase begins with it.
    pub opens: bool,
}

/// What of a turn has been: enough to tell "before" and "after" (503.2, 506.7). Sets of steps have a bit for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Past {
    /// Steps that have begun; of combat, those of the turn's first combat phase (506.7d).
    pub begun: u16,
    /// Steps that have ended, likewise.
    pub ended: u16,
    /// Steps that have begun in the present or latest combat phase (506.7c).
    pub combat: u16,
    /// How many combat phases have begun.
    pub combats: u16,
    /// The latest step in the order of an ordinary turn that has begun.
    pub furthest: Option<StepKind>,
    /// Whether the first main phase has been, or was skipped (505.1a).
    pub main: bool,
    /// Whether it has been said that the turn begins.
    pub announced: bool,
}

/// What the next beat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Players do what cards of theirs say before the decks are shuffled, this one next (607.2n, 607.2p).
    BeforeGame(PlayerId),
    /// Players decide on mulligans, this one next (103.5).
    Mulligan(PlayerId),
    /// The step begins: its turn-based actions.
    Begin,
    /// Somebody has priority.
    Priority,
    /// The top entry of the stack resolves.
    Resolve,
    /// The step ends.
    End,
}

/// What a beat has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The game goes on.
    Goes,
    /// The game is over.
    Over(crate::game::Outcome),
}

impl Turn {
    /// Before the first turn, mulligans to be decided.
    pub(crate) fn before_first(first: PlayerId, players: u8) -> Self {
        Turn {
            number: 0,
            active: first,
            step: StepKind::Untap,
            priority: None,
            stage: Stage::Mulligan(first),
            passes: 0,
            upcoming: SmallVec::new(),
            past: Past::default(),
            previous: None,
            seats: (0..players).map(PlayerId).collect(),
            daylight: Daylight::Neither,
            regular: first,
            extra_turns: SmallVec::new(),
            skips: SmallVec::new(),
            skip_turns: SmallVec::new(),
            first,
            mulligans: SmallVec::from_elem(0, players as usize),
            first_things: Vec::new(),
            unbroken: loops::Unbroken::default(),
            actions: 0,
            acted: Vec::new(),
        }
    }

    /// That step of that player's turn, its turn-based actions done.
    pub(crate) fn place(&mut self, player: PlayerId, number: u32, step: StepKind) {
        self.number = number;
        self.active = player;
        self.regular = player;
        self.step = step;
        self.stage = Stage::Priority;
        self.priority = Some(player);
        self.passes = 0;
        self.upcoming = schedule::steps_after(step);
        self.past = Past::up_to(step);
    }

    pub(crate) fn player_left(&mut self, player: PlayerId) {
        self.extra_turns.retain(|other| *other != player);
        self.skips.retain(|(other, _, _)| *other != player);
        self.skip_turns.retain(|(other, _)| *other != player);
    }

    /// modern 500.11: skipping a combat phase skips all its steps.
    fn skip_combat(&mut self) {
        while self.upcoming.last().is_some_and(|next| !next.opens) {
            self.upcoming.pop();
        }
    }

    /// Whether it is day or night (728).
    pub fn daylight(&self) -> Daylight {
        self.daylight
    }
    /// Whether it is one of a combat phase's steps (506.1).
    pub fn in_combat(&self) -> bool {
        is_combat(self.step)
    }

    /// Whether it is a main phase (505).
    pub fn in_main_phase(&self) -> bool {
        matches!(self.step, StepKind::PrecombatMain | StepKind::PostcombatMain)
    }
}

/// Whether the step belongs to a combat phase (506.1).
pub(crate) fn is_combat(step: StepKind) -> bool {
    matches!(
        step,
        StepKind::BeginCombat
            | StepKind::DeclareAttackers
            | StepKind::DeclareBlockers
            | StepKind::FirstCombatDamage
            | StepKind::CombatDamage
            | StepKind::EndCombat
    )
}
