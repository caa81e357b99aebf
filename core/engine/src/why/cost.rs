//! Why something costs what it costs.

use super::maker::Maker;
use crate::ability::{Cost, CostTag};
use crate::mana::{Color, ManaCost};
use crate::payment::TotalCost;

/// Everything that makes up a total cost, in the order in which it is worked out (601.2f), with X as 0 and nothing chosen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CostAccount {
    /// What makes it up.
    pub lines: Vec<CostLine>,
    /// What may be paid besides, by choice (601.2b).
    pub optional: Vec<OptionalCost>,
    /// What is to be paid: what the last line leaves.
    pub total: TotalCost,
}

/// One thing that makes up a cost.
#[derive(Clone, PartialEq, Debug)]
pub struct CostLine {
    /// What it does.
    pub does: CostStep,
    /// Whose it is.
    pub by: Option<Maker>,
    /// The cost so far, with this.
    pub after: TotalCost,
}

/// What happens to a cost on the way.
#[derive(Clone, PartialEq, Debug)]
pub enum CostStep {
    /// It begins as the mana cost (202.1, 601.2f).
    ManaCost,
    /// It begins as an alternative cost (118.9).
    Alternative(CostTag),
    /// It begins as what the ability says before the colon (602.1).
    OfAbility,
    /// Something is to be paid besides for the permission to cast it so (601.3c).
    Permission(CostTag),
    /// Something is to be paid besides (601.2b, 118.8).
    Additional(Cost),
    /// It costs more (118.7).
    Increase(Cost),
    /// It costs that much mana of these kinds less (118.7).
    ReduceMana(ManaCost),
    /// It costs that much generic mana less (118.7).
    Reduce(u32),
    /// It costs at least that much mana.
    AtLeast(u32),
    /// Mana of that colour in it may be paid with life (602.1e).
    LifeFor(Color),
}

impl CostStep {
    /// The rule that says so, by its id in the ledger.
    pub fn rule(&self) -> &'static str {
        match self {
            CostStep::ManaCost | CostStep::AtLeast(_) => "modern:601.2f",
            CostStep::Alternative(_) => "modern:118.9",
            CostStep::OfAbility => "modern:602.2b",
            CostStep::Permission(_) => "modern:601.3c",
            CostStep::Additional(_) => "modern:118.8",
            CostStep::Increase(_) | CostStep::ReduceMana(_) | CostStep::Reduce(_) => "modern:118.7",
            CostStep::LifeFor(_) => "modern:602.1e",
        }
    }
}

/// A cost that may be paid by choice.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionalCost {
    /// The name under which the spell knows that it was paid.
    pub tag: CostTag,
    /// What.
    pub cost: Cost,
    /// How often at most; as often as wanted if nothing is said.
    pub times: Option<u8>,
    /// Whose it is.
    pub by: Maker,
}
