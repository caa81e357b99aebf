//! Effects that last, as the game keeps them (modern 611, 603.7, 614.4): those that came from resolutions. Effects of
//! static abilities are not kept anywhere; they are found on the objects that have them.

use crate::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Change, Duration, EventPattern, Filter, Origin, Players, Replacement,
    Rule, Triggered, Zones,
};
use crate::eval::Scope;
use crate::ids::{ObjectId, PlayerId, Timestamp};
use crate::object::Bindings;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a lasting effect does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Lasting {
    /// Changes characteristics or control of objects; the set was locked as it began (611.2c).
    Objects {
        /// The locked set.
        affected: SmallVec<[ObjectId; 2]>,
        /// What changes.
        changes: Vec<Change>,
    },
    /// Changes characteristics of whatever matches (only what 611.2c does not lock).
    Matching {
        /// Which objects.
        filter: Filter,
        /// What changes.
        changes: Vec<Change>,
    },
    /// Changes the rules.
    Rule(Box<Rule>),
    /// Replaces or prevents.
    Replacement {
        /// What.
        replacement: Box<Replacement>,
        /// Uses or damage left, where limited.
        left: Option<u32>,
    },
    /// Waits for the next spell that matches and that one of these players casts, then changes that spell (611.2f).
    NextSpell {
        /// Whose.
        players: Players,
        /// Which spell.
        filter: Filter,
        /// What changes.
        changes: Vec<Change>,
    },
    /// Waits for an event once, or for its duration (603.7).
    Delayed {
        /// What it waits for and does.
        trigger: Box<Triggered>,
        /// Whether it is over once it has triggered.
        once: bool,
    },
    /// Phases in what it phased out when the event happens (610.4).
    PhaseIn {
        /// The permanents.
        objects: SmallVec<[ObjectId; 2]>,
        /// The event.
        until: EventPattern,
    },
    /// Returns exiled objects when the event happens (610.3).
    Return {
        /// The objects in exile.
        objects: SmallVec<[ObjectId; 2]>,
        /// The event.
        until: EventPattern,
    },
}

/// An effect that lasts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LastingEffect {
    /// What it does.
    pub what: Lasting,
    /// The source of the spell or ability that made it.
    pub source: ObjectId,
    /// The controller of that spell or ability.
    pub controller: PlayerId,
    /// Where the ability came from, for links.
    pub origin: Origin,
    /// What was known as it was made.
    pub bindings: Bindings,
    /// When it was made (613.7b); also its identity.
    pub timestamp: Timestamp,
    /// How long it lasts.
    pub duration: Duration,
    /// The turn in which it was made, for "until your next turn".
    pub turn: u32,
}

impl LastingEffect {
    /// Whose words these are.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope { source: self.source, controller: self.controller, origin: self.origin, bindings: &self.bindings }
    }
    /// The delayed triggered ability as one that is put on the stack (603.7).
    pub(crate) fn delayed_ability(&self, trigger: &Triggered) -> AbilityInstance {
        let ability = Ability::new(Zones::Usual, AbilityBody::Triggered(trigger.clone()));
        AbilityInstance { ability: AbilityRef::new(ability), origin: self.origin }
    }
}

/// A triggered ability that waits to be put on the stack (603.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WaitingTrigger {
    /// Its source.
    pub source: ObjectId,
    /// Who will control it (603.3a).
    pub controller: PlayerId,
    /// The ability.
    pub ability: crate::ability::AbilityInstance,
    /// Its place among the source's abilities.
    pub index: u16,
    /// The event and whatever else is bound.
    pub bindings: Bindings,
}
