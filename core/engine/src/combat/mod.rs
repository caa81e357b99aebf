//! Combat (modern 506-511): who attacks and blocks, legal declarations, combat damage.
//!
//! The state lives in [`Combat`]. A declaration is one value, checked as a whole against data that was worked out from
//! the rules in force ([`AttackOptions`], [`BlockOptions`], [`DamageOptions`]): deciders and tests need no rules to judge one.

mod attack_options;
mod attackers;
mod bands;
mod block_limits;
mod block_options;
mod blockers;
mod by_effect;
mod costs;
mod damage;
mod damage_options;
mod flow;
mod membership;
mod solver;
#[cfg(test)]
mod tests;
mod together;
mod why;

pub use attack_options::{AtMost, AttackConstraints, AttackOptions};
pub use block_options::{AttackerLimits, BlockConstraints, BlockOptions, BlockPair, BlockerLimits};
pub use costs::{CombatCost, Toll, Tolls};
pub use damage_options::{DamageOptions, Spread};

use crate::event::Event;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Recipient;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The state of a combat phase.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Combat {
    /// The attacking creatures, in the order of their declaration.
    pub attackers: SmallVec<[Attacker; 4]>,
    /// The blocking creatures, in the order of their declaration.
    pub blockers: SmallVec<[Blocker; 4]>,
    /// Whether blockers were declared in this phase: what attacks from then on is unblocked at once (509.1h).
    pub blocks_declared: bool,
    /// Creatures that dealt damage in the first combat damage step, or could have: they had a rule to do so as it
    /// began (510.4).
    pub dealt_first: SmallVec<[ObjectId; 4]>,
    /// Whether there was a first combat damage step (510.4).
    pub had_first_step: bool,
    /// Attackers that were removed from combat, with the player who was defending against them (508.5).
    pub removed: SmallVec<[(ObjectId, PlayerId); 1]>,
    /// The one defending player, if not every opponent is one (506.2a, 507.1).
    pub defending: Option<PlayerId>,
    /// Creatures that some effect required to attack as attackers were declared (506.6).
    pub had_to_attack: SmallVec<[ObjectId; 2]>,
    /// Attackers that were declared as one group: what blocks one of them blocks all (508.1e).
    pub bands: SmallVec<[SmallVec<[ObjectId; 4]>; 1]>,
    /// What is to be said of blocks that came about otherwise than by declaration (509.5c-d).
    pub(crate) unsaid: SmallVec<[Event; 1]>,
    /// The numbers of blockers and of blocked creatures as last said (509.5e): creature, whether it blocks, how many.
    pub(crate) counted: SmallVec<[(ObjectId, bool, u32); 4]>,
}

/// An attacking creature.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Attacker {
    /// The creature.
    pub id: ObjectId,
    /// The player or permanent it attacks (508.1b), or attacked until that was removed from combat.
    pub defender: Recipient,
    /// Whether what it attacked was removed from combat, so that it attacks nothing (506.4c).
    pub defender_gone: bool,
    /// The player who is defending against it (508.5).
    pub defending_player: PlayerId,
    /// Whether it was blocked, even if no blocker is left (509.1h). `None` before blocks are declared.
    pub blocked: Option<bool>,
    /// Its blockers in damage assignment order (509.2).
    pub blockers: SmallVec<[ObjectId; 2]>,
}

/// A blocking creature.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Blocker {
    /// The creature.
    pub id: ObjectId,
    /// Who controlled it as it began to block.
    pub controller: PlayerId,
    /// The attackers it blocks in damage assignment order (509.3). It is blocking even if none is left (509.1g).
    pub attackers: SmallVec<[ObjectId; 2]>,
}

impl Attacker {
    /// What it attacks, if anything (506.4c).
    pub fn attacks(&self) -> Option<Recipient> {
        (!self.defender_gone).then_some(self.defender)
    }
}

impl Combat {
    /// The attacking creature with that id.
    pub fn attacker(&self, id: ObjectId) -> Option<&Attacker> {
        self.attackers.iter().find(|attacker| attacker.id == id)
    }
    /// The blocking creature with that id.
    pub fn blocker(&self, id: ObjectId) -> Option<&Blocker> {
        self.blockers.iter().find(|blocker| blocker.id == id)
    }
    /// Whether it is an attacking creature (508.1k).
    pub fn is_attacking(&self, id: ObjectId) -> bool {
        self.attacker(id).is_some()
    }
    /// Whether it is a blocking creature (509.1g).
    pub fn is_blocking(&self, id: ObjectId) -> bool {
        self.blocker(id).is_some()
    }
    /// The creatures that block that attacker now, in damage assignment order.
    pub fn blocked_by(&self, attacker: ObjectId) -> &[ObjectId] {
        self.attacker(attacker).map_or(&[], |attacker| &attacker.blockers)
    }
    /// The attackers that this creature blocks now, in damage assignment order.
    pub fn blocked_with(&self, blocker: ObjectId) -> &[ObjectId] {
        self.blocker(blocker).map_or(&[], |blocker| &blocker.attackers)
    }
    /// Whether one of the two blocks the other.
    pub fn face_each_other(&self, a: ObjectId, b: ObjectId) -> bool {
        self.blocked_by(a).contains(&b) || self.blocked_by(b).contains(&a)
    }
    /// What the creature attacks, if it attacks anything.
    pub fn attacks(&self, attacker: ObjectId) -> Option<Recipient> {
        self.attacker(attacker).and_then(Attacker::attacks)
    }
    /// Whether something attacks that player or permanent.
    pub fn is_attacked(&self, what: Recipient) -> bool {
        self.attackers.iter().any(|attacker| attacker.attacks() == Some(what))
    }
    /// Whether anything attacked in this phase, declared or not, even if it was removed since: if not, there are no declare
    /// blockers and combat damage steps (508.8).
    pub fn had_attackers(&self) -> bool {
        !self.attackers.is_empty() || !self.removed.is_empty()
    }
    /// The defending player with respect to that creature, also after it was removed from this combat (508.5).
    pub fn defending_player(&self, attacker: ObjectId) -> Option<PlayerId> {
        let now = self.attacker(attacker).map(|attacker| attacker.defending_player);
        now.or_else(|| self.removed.iter().rev().find(|(id, _)| *id == attacker).map(|(_, player)| *player))
    }
    fn attacker_mut(&mut self, id: ObjectId) -> Option<&mut Attacker> {
        self.attackers.iter_mut().find(|attacker| attacker.id == id)
    }
}
