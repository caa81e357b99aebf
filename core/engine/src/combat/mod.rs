//! Combat (modern 506-511).

use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Recipient;
use crate::question::{Answer, Refusal};
use crate::run::{Beat, Run};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The state of a combat phase.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Combat {
    /// The attacking creatures.
    pub attackers: SmallVec<[Attacker; 4]>,
    /// Creatures that were dealt or have dealt damage in the first combat damage step (510.4).
    pub dealt_first: SmallVec<[ObjectId; 4]>,
    /// Whether there was a first combat damage step (510.4).
    pub had_first_step: bool,
}

/// An attacking creature.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Attacker {
    /// The creature.
    pub id: ObjectId,
    /// The player or permanent it attacks (508.1b).
    pub defender: Recipient,
    /// The player who is defending against it (508.5).
    pub defending_player: PlayerId,
    /// Whether it was blocked, even if no blocker is left (509.1h). `None` before blocks are declared.
    pub blocked: Option<bool>,
    /// Its blockers in damage assignment order (509.2).
    pub blockers: SmallVec<[ObjectId; 2]>,
}

/// The legal declarations of attackers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AttackOptions {
    /// The creatures that can attack, each with what it can attack.
    pub candidates: Vec<(ObjectId, Vec<Recipient>)>,
}

/// The legal declarations of blockers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BlockOptions {
    /// The creatures that can block, each with the attackers it can block.
    pub candidates: Vec<(ObjectId, Vec<ObjectId>)>,
}

/// The legal divisions of one creature's combat damage.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DamageOptions {
    /// The damage to divide.
    pub total: u32,
    /// The recipients in order, each with what is lethal to it.
    pub among: Vec<(Recipient, u32)>,
}

impl AttackOptions {
    /// The only legal declaration, if there is exactly one.
    pub fn only_answer(&self) -> Option<Answer> {
        self.candidates.is_empty().then(|| Answer::Attacks(Vec::new()))
    }
    /// Whether the declaration is legal (508.1).
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check(&self, game: &Game, attacks: &[(ObjectId, Recipient)]) -> Result<(), Refusal> {
        let _ = (game, attacks);
        Ok(())
    }
}
impl BlockOptions {
    /// The only legal declaration, if there is exactly one.
    pub fn only_answer(&self) -> Option<Answer> {
        self.candidates.is_empty().then(|| Answer::Blocks(Vec::new()))
    }
    /// Whether the declaration is legal (509.1).
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check(&self, game: &Game, blocks: &[(ObjectId, ObjectId)]) -> Result<(), Refusal> {
        let _ = (game, blocks);
        Ok(())
    }
}
impl DamageOptions {
    /// The only legal division, if there is exactly one.
    pub fn only_answer(&self) -> Option<Answer> {
        None
    }
    /// Whether the division is legal (510.1).
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check(&self, parts: &[u32]) -> Result<(), Refusal> {
        let _ = parts;
        Ok(())
    }
}

impl Game {
    /// The turn-based action of the declare attackers step (508.1).
    pub(crate) fn declare_attackers(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let _ = run;
        Ok(())
    }
    /// The turn-based action of the declare blockers step (509.1).
    pub(crate) fn declare_blockers(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let _ = run;
        Ok(())
    }
    /// Whether there is an additional combat damage step (510.4).
    pub(crate) fn needs_first_damage_step(&self) -> bool {
        false
    }
    /// The turn-based action of a combat damage step (510.1-510.2).
    pub(crate) fn combat_damage(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let _ = run;
        Ok(())
    }
    /// An effect makes an attacker become blocked (509.1h). The event that is to happen, unless it was blocked already.
    pub(crate) fn become_blocked(&mut self, attacker: ObjectId) -> Option<crate::event::Event> {
        let found = self.combat.as_mut()?.attackers.iter_mut().find(|known| known.id == attacker)?;
        (found.blocked.replace(true) != Some(true)).then_some(crate::event::Event::BecomeBlocked { attacker })
    }
    /// Takes an object out of combat (506.4).
    pub(crate) fn remove_from_combat(&mut self, id: ObjectId) {
        let _ = id;
    }
}
