//! Why something cannot be a target.

use super::account::Mismatch;
use super::maker::Maker;
use crate::ability::Players;
use crate::ids::ObjectId;

/// One instance of the word "target" (115.3): which object's, which ability's, which mode's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TargetPlace {
    /// The card or spell, or the source of the ability.
    pub source: ObjectId,
    /// The ability, by its place among those of the object. Of an Aura, the one that says what it attaches to (303.4a).
    pub ability: u16,
    /// The mode, in printed order; 0 where there is only one.
    pub mode: u8,
    /// The instance within the mode, in printed order.
    pub instance: u16,
}

/// Why an object or player cannot be chosen as a target: the first thing that fails.
#[derive(Clone, PartialEq, Debug)]
pub enum WhyNotTarget {
    /// There is no such instance of "target".
    NoSuchInstance,
    /// A spell or ability cannot target itself (115.5).
    Itself,
    /// It was chosen for another instance from which this one must differ (601.2c).
    Chosen,
    /// The object is none of those that can be chosen (115.1, 601.2c).
    Object(Mismatch),
    /// The player is none of those who can be chosen; [`Players::None`] if no player can.
    Player(Players),
    /// An effect forbids it (101.2).
    Forbidden(Maker),
}

impl WhyNotTarget {
    /// The rule that says so, by its id in the ledger.
    pub fn rule(&self) -> &'static str {
        match self {
            WhyNotTarget::NoSuchInstance => "modern:115.1",
            WhyNotTarget::Itself => "modern:115.5",
            WhyNotTarget::Object(Mismatch::Unknown) => "modern:400.7",
            WhyNotTarget::Object(Mismatch::PhasedOut) => "modern:702.26b",
            WhyNotTarget::Object(Mismatch::Zone(_)) => "modern:109.2",
            WhyNotTarget::Chosen | WhyNotTarget::Object(Mismatch::Part(_)) | WhyNotTarget::Player(_) => "modern:601.2c",
            WhyNotTarget::Forbidden(_) => "modern:101.2",
        }
    }
}
