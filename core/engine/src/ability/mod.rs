//! Abilities as data (modern 113, 602-604): what scripts build and the engine runs.
//!
//! Nothing here acts. Every piece is a plain value that can be saved, compared, looked into by lint, written out as rules
//! text and rewritten by text-changing effects (modern 612): walk it with `derive_visitor`.

mod amount;
mod change;
mod condition;
mod cost;
mod effect;
mod filter;
mod pattern;
mod replacement;
mod rule;
mod target;
mod walk;

pub use amount::{Amount, Rounding, Stat};
pub use change::{Change, CopyException, Duration, PtChange, TypeChange, WordSort};
pub use condition::{Comparison, Condition, Daylight, Moment, Period};
pub use cost::{Cost, CostPart, CostTag};
pub use effect::{
    AttackOn, ChooseFrom, ChooseHow, CopyOf, CopySource, Destination, Effect, Entering, LibraryPosition, ManaProduced, NewMana,
    PhaseKind, Remembered, Retarget, SearchTo, StepPlace, TokenSpec, TurnChange,
};
pub use filter::{AbilityKind, Extreme, Filter, Objects, PlayerFilter, Players, Recipients};
pub use pattern::{DamageKind, EventPattern, MoveCause, Occurrence, Pattern, StepKind};
pub use replacement::{EventChange, Instead, Replacement, Uses};
pub use rule::{
    AbilitySort, AttackRule, BlockRule, CastAs, CastFrom, CastPermission, CostChange, DamageRule, PlayerRule, Prohibition, Rule,
    StandIn, TargetRule, Timing,
};
pub use target::{Body, Mode, TargetSpec};
pub use walk::{Visit, Walk};

use crate::ids::{Timestamp, Var};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use derive_visitor::{Drive, DriveMut, Event, Visitor, VisitorMut};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// One ability of an object (modern 113.1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Ability {
    /// The keyword ability it belongs to, if any: its word and its written argument ("{2}", "red").
    pub keyword: Option<Keyword>,
    /// The zones in which it functions (modern 113.6).
    pub zones: Zones,
    /// What it is.
    pub kind: AbilityBody,
    /// Where its script says it.
    #[drive(skip)]
    #[serde(default)]
    pub line: Line,
}

impl Ability {
    /// An ability that no keyword stands for and no script says.
    pub fn new(zones: Zones, kind: AbilityBody) -> Self {
        Ability { keyword: None, zones, kind, line: Line::default() }
    }
}

/// A line of a card's script, counted from 1; 0 if it comes from no script. Where an ability is written is no part of what it
/// says: all lines are equal.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub struct Line(pub u32);

impl PartialEq for Line {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Line {}

/// The keyword that stands for an ability (modern 702). One keyword may stand for several abilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Keyword {
    /// The word itself, in lower case.
    pub name: Symbol,
    /// What stands behind the word, as written; empty if nothing does.
    pub argument: Symbol,
}

/// As it is written: the word, and what stands behind it.
impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_str())?;
        if self.argument.is_empty() { Ok(()) } else { write!(f, " {}", self.argument) }
    }
}

/// Where an ability functions (modern 113.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Zones {
    /// Where the rules put it when nothing else is said: abilities of permanents on the battlefield, of spells on the
    /// stack, of emblems in the command zone (113.6).
    Usual,
    /// In this zone only (113.6b).
    Only(ZoneKind),
    /// In every zone, also outside the game: characteristic-defining abilities (113.6a, 604.3) and casting restrictions and permissions (113.6d-e).
    Everywhere,
}

/// The kinds of abilities (modern 113.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum AbilityBody {
    /// What a spell does as it resolves (113.3a).
    Spell(Body),
    /// "cost: effect" (113.3b, 602).
    Activated(Activated),
    /// "when/whenever/at" (113.3c, 603).
    Triggered(Triggered),
    /// Simply true while it functions (113.3d, 604).
    Static(Static),
}

/// An activated ability (modern 602).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Activated {
    /// Everything before the colon.
    pub cost: Cost,
    /// Everything after it.
    pub body: Body,
    /// Who may activate it; its object's controller unless it says otherwise (602.1).
    pub by: Players,
    /// When it may be activated.
    pub timing: Timing,
    /// "Activate only if ..." (602.5).
    pub condition: Condition,
    /// "Activate only once each turn" (602.5b): how often in a turn.
    pub per_turn: Option<u8>,
    /// Whether it is a loyalty ability (606).
    pub loyalty: bool,
    /// Whether it cannot be countered while it is on the stack (602.1b).
    pub uncounterable: bool,
}

/// A triggered ability (modern 603).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Triggered {
    /// What sets it off.
    pub on: TriggerOn,
    /// The name by which the rest refers to the event.
    pub event: Var,
    /// The intervening "if": checked as it triggers and again as it resolves (603.4). [`Condition::Always`] for none.
    pub condition: Condition,
    /// What it does.
    pub body: Body,
    /// "This ability triggers only once each turn": how often in a turn.
    pub per_turn: Option<u8>,
    /// Whether it cannot be countered while it is on the stack (603.1a).
    pub uncounterable: bool,
}

/// What a triggered ability waits for (modern 603.1, 603.2, 603.8).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum TriggerOn {
    /// An event.
    Event(EventPattern),
    /// A state of the game (603.8): triggers once, then not again until it has left the stack.
    State(Condition),
}

/// A static ability (modern 604).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Static {
    /// "As long as ...".
    pub condition: Condition,
    /// What it makes true: all parts belong to one effect, whose set of objects is shared by its layers (613.6).
    pub parts: Vec<StaticPart>,
    /// Whether it defines characteristics of its own object (604.3, 613.3).
    pub characteristic_defining: bool,
}

/// One part of a static ability's effect.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum StaticPart {
    /// Changes characteristics or control of the objects that match (611.3, 613).
    Continuous {
        /// The objects.
        affects: Filter,
        /// What changes.
        changes: Vec<Change>,
    },
    /// Changes the rules of the game (613.11).
    Rule(Rule),
    /// Replaces or prevents events (614, 615).
    Replacement(Replacement),
}

/// A shared ability. Compares by content; the same address answers at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AbilityRef(Arc<Ability>);

impl AbilityRef {
    /// Shares an ability.
    pub fn new(ability: Ability) -> Self {
        AbilityRef(Arc::new(ability))
    }
    /// Whether both are the same piece of memory.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
impl Deref for AbilityRef {
    type Target = Ability;
    fn deref(&self) -> &Ability {
        &self.0
    }
}
impl PartialEq for AbilityRef {
    fn eq(&self, other: &Self) -> bool {
        self.same(other) || *self.0 == *other.0
    }
}
impl Drive for AbilityRef {
    fn drive<V: Visitor>(&self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        self.0.as_ref().drive(visitor);
        visitor.visit(self, Event::Exit);
    }
}
impl DriveMut for AbilityRef {
    fn drive_mut<V: VisitorMut>(&mut self, visitor: &mut V) {
        visitor.visit(self, Event::Enter);
        Arc::make_mut(&mut self.0).drive_mut(visitor);
        visitor.visit(self, Event::Exit);
    }
}

/// Where an object got an ability from. Linked abilities are linked only among those of one origin (modern 607.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// It is printed on the object, or on what it entered the battlefield as a copy of.
    Printed,
    /// The copy effect with this timestamp made it part of the copiable values. In everything but links it is like a printed
    /// one.
    Copied(Timestamp),
    /// The effect with this timestamp gave it.
    Granted(Timestamp),
    /// The object has it as long as it has a type that brings it (305.6, 306.5b), or it is a law of a type.
    OfType,
}

impl Origin {
    /// Whether it is part of the object's copiable values (707.2).
    pub fn is_copiable(self) -> bool {
        !matches!(self, Origin::Granted(_))
    }
    /// When the effect began that gave it, if one did.
    pub fn granted(self) -> Option<Timestamp> {
        match self {
            Origin::Granted(timestamp) => Some(timestamp),
            Origin::Printed | Origin::Copied(_) | Origin::OfType => None,
        }
    }
}

/// An ability as an object has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AbilityInstance {
    /// What it says.
    pub ability: AbilityRef,
    /// Where it comes from.
    pub origin: Origin,
}

/// A reference to a script callback: what the host needs to find it. Never a closure (the game stays plain data).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Callback {
    /// The card or keyword whose script holds it.
    pub owner: Symbol,
    /// The content hash of that script.
    pub version: u64,
    /// Which callback of the script, counted in the order of making.
    pub place: u16,
    /// The values its stand-ins refer to, handed to it in this order.
    pub arguments: Vec<Var>,
}
