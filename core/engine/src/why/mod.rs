//! Why things are as they are, and why something cannot be done: typed, worked out by the same functions that say how it is
//! and whether it can.

mod account;
mod combat;
mod cost;
mod difference;
mod maker;
mod obstacle;
mod target;
#[cfg(test)]
mod tests;
mod trigger;

pub use account::{Account, HandSizeStep, Layer, Mismatch, Missed, NotApplied, PlayerHas, Start, Step};
pub use combat::{Fight, WhyNotFight};
pub use cost::{CostAccount, CostLine, CostStep, OptionalCost};
pub use difference::{Changed, Difference, State};
pub use maker::{Maker, Manner, SaidIn};
pub use obstacle::{Fails, Obstacle, TooFewTargets, WrongTime};
pub use target::{TargetPlace, WhyNotTarget};
pub use trigger::{EventMismatch, Finding, Heard, TriggerInquiry, Whereabouts, WhichTrigger, WhyNotTriggered};

use crate::ids::ObjectId;
use serde::{Deserialize, Serialize};

/// Why a player may not do something now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WhyNot {
    /// There is no such card, or no such ability, where it would have to be (601.3, 602.2).
    NotThere,
    /// No rule and no effect lets this player cast or play it from where it is, or it is not theirs to use (601.3, 602.2).
    NoPermission,
    /// It is no land, or it is one: lands are played, other cards are cast (305.9, 601.1a).
    WrongKind,
    /// It has no mana cost, and nothing lets it be cast for another (118.6).
    NoManaCost,
    /// It is not the time for it: not the player's main phase with an empty stack, or whatever it says (117.1a, 307.1, 602.5d).
    NotNow,
    /// That object says that it cannot be done (101.2).
    Prohibited(ObjectId),
    /// As many lands were played this turn as may be (305.2).
    LandsPlayed,
    /// It was activated as often this turn as may be (602.5b, 606.3).
    UsedUp,
    /// A condition that it sets itself does not hold (602.5).
    ConditionFails,
    /// Something that it must target, or a mode that it must have, cannot be chosen (601.2c, 700.2a).
    NoTarget,
    /// Some part of the cost cannot be paid (118.3); refined by [`crate::game::Game::why_not`].
    CannotPay,
    /// There is not enough mana of the right kind (118.3).
    NotEnoughMana,
    /// It would have to be tapped, and it is tapped already (107.5).
    IsTapped,
    /// It came under this player's control this turn and cannot use `{T}` or `{Q}` yet (302.6).
    TooNew,
}

impl WhyNot {
    /// The rule that says so, by its id in the ledger.
    pub fn rule(self) -> &'static str {
        match self {
            WhyNot::NotThere | WhyNot::NoPermission => "modern:601.3",
            WhyNot::WrongKind => "modern:601.1a",
            WhyNot::NoManaCost => "modern:118.6",
            WhyNot::NotNow => "modern:117.1a",
            WhyNot::Prohibited(_) => "modern:101.2",
            WhyNot::LandsPlayed => "modern:305.2",
            WhyNot::UsedUp => "modern:602.5b",
            WhyNot::ConditionFails => "modern:602.5",
            WhyNot::NoTarget => "modern:601.2c",
            WhyNot::CannotPay | WhyNot::NotEnoughMana => "modern:118.3",
            WhyNot::IsTapped => "modern:107.5",
            WhyNot::TooNew => "modern:302.6",
        }
    }
    /// How far it got: of several reasons for several ways the one that comes last is the most telling.
    pub fn progress(self) -> u8 {
        match self {
            WhyNot::NotThere => 0,
            WhyNot::NoPermission => 1,
            WhyNot::WrongKind | WhyNot::NoManaCost => 2,
            WhyNot::NotNow => 3,
            WhyNot::LandsPlayed | WhyNot::UsedUp | WhyNot::ConditionFails => 4,
            WhyNot::Prohibited(_) => 5,
            WhyNot::NoTarget => 6,
            WhyNot::CannotPay | WhyNot::NotEnoughMana | WhyNot::IsTapped | WhyNot::TooNew => 7,
        }
    }
}
