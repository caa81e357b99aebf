//! Paying costs (modern 118, 601.2f-h): the total cost, what can be paid, mana abilities, the payment solver.

use crate::ability::{Activated, CostPart, CostTag};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::ManaCost;
use crate::run::{Beat, Run};

/// A locked total cost (601.2f): X and all changes are in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TotalCost {
    /// Mana, without X symbols.
    pub mana: ManaCost,
    /// Everything else, in order.
    pub parts: Vec<CostPart>,
}

/// What is being paid for: decides which restricted mana may be spent (106.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaidFor {
    /// Casting that spell.
    Spell(ObjectId),
    /// Activating an ability of that object.
    Ability(ObjectId),
    /// Something else: a cost asked for by an effect or by combat.
    Other,
}

/// What was used to pay.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Payment {
    /// Objects sacrificed, discarded, exiled... by tag.
    pub with: Vec<(CostTag, ObjectId)>,
    /// Mana spent, by type.
    pub mana: [u16; 6],
}

impl Game {
    /// Whether the player could pay all of it now, with mana abilities (118.3).
    pub(crate) fn can_pay(&self, player: PlayerId, cost: &TotalCost, scope: Scope<'_>, paid_for: PaidFor) -> bool {
        let _ = (player, cost, scope, paid_for);
        false
    }
    /// The greatest X (at most `limit`) for which [`Game::can_pay`] says yes to `cost` with that much more generic mana
    /// for each of `x_count` symbols.
    pub(crate) fn greatest_x(&self, player: PlayerId, cost: &TotalCost, x_count: u32, scope: Scope<'_>, paid_for: PaidFor) -> u32 {
        let _ = (player, cost, x_count, scope, paid_for);
        0
    }
    /// Activates mana abilities as needed and pays (601.2g-h). Asks for what must be chosen.
    pub(crate) fn pay(&mut self, run: &mut Run<'_>, player: PlayerId, cost: &TotalCost, scope: Scope<'_>, paid_for: PaidFor) -> Beat<Payment> {
        let _ = (run, player, cost, scope, paid_for);
        Ok(Payment::default())
    }
    /// Activates a mana ability (605.3): pays, and resolves at once.
    pub(crate) fn activate_mana_ability(&mut self, run: &mut Run<'_>, player: PlayerId, source: ObjectId, index: u16) -> Beat<()> {
        let _ = (run, player, source, index);
        Ok(())
    }
}

/// Whether an activated ability is a mana ability: no target, could add mana, not a loyalty ability (605.1a).
pub fn is_mana_ability(ability: &Activated) -> bool {
    let _ = ability;
    false
}
pub use crate::stubs::{ManaPotential,is_mana_trigger};
