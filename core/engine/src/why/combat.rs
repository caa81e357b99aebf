//! Why a creature cannot attack or block.

use super::maker::Maker;
use crate::ids::{ObjectId, PlayerId};

/// Which declaration is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fight {
    /// Of attackers (508.1).
    Attack,
    /// Of blockers (509.1).
    Block,
}

/// Why a creature cannot attack that player or permanent, or block that attacker: the first thing that keeps it from doing so.
#[derive(Clone, PartialEq, Debug)]
pub enum WhyNotFight {
    /// It is no permanent, or phased out (506.3).
    NotThere,
    /// It is no creature, or is a battle as well (508.1a, 509.1a).
    NoCreature,
    /// It is controlled by that player, who does not attack or does not defend now (508.1a, 509.1a).
    ControlledBy(PlayerId),
    /// It is tapped (508.1a, 509.1a).
    Tapped,
    /// It attacks or blocks already.
    Already,
    /// It came under its controller's control this turn (302.6).
    TooNew,
    /// That is nothing that the attacking player's creatures can attack (506.2, 508.1b).
    NotAttackable,
    /// That creature does not attack this player, or what they control or protect (509.1a).
    NotAttacking,
    /// An effect forbids it (508.1c, 509.1b).
    Forbidden(Maker),
    /// An effect demands a cost that cannot be paid (508.1d, 508.1h, 509.1d).
    Unpayable(Maker),
    /// An effect forbids it with fewer creatures than that, and there are only so many that could (508.1c, 509.1b).
    NeedsCompany {
        /// Whose effect it is.
        by: Maker,
        /// How many have to.
        least: u32,
        /// How many could.
        able: u32,
    },
    /// An effect forbids it with fewer creatures than that, and with it so many are declared (508.1c, 509.1b).
    Alone {
        /// Whose effect it is.
        by: Maker,
        /// How many have to.
        least: u32,
        /// How many are declared.
        declared: u32,
    },
    /// An effect allows only so many of the creatures that it speaks of, and with it more are declared (508.1c, 509.1b).
    TooMany {
        /// Whose effect it is.
        by: Maker,
        /// How many may.
        most: u32,
        /// How many are declared.
        declared: u32,
    },
    /// It is declared to block more attackers than it can (509.1a).
    Busy {
        /// How many it can block.
        most: u32,
    },
    /// The declaration leaves undone what is required of that creature and could be done: to attack, to block, or to be blocked
    /// (508.1d, 509.1c).
    Required {
        /// Whose effect it is.
        by: Maker,
        /// Of which creature.
        creature: ObjectId,
    },
}

impl WhyNotFight {
    /// The rule that says so, by its id in the ledger.
    pub fn rule(&self, fight: Fight) -> &'static str {
        match (self, fight) {
            (WhyNotFight::TooNew, _) => "modern:302.6",
            (WhyNotFight::NotAttackable, _) => "modern:508.1b",
            (WhyNotFight::Forbidden(_) | WhyNotFight::NeedsCompany { .. }, Fight::Attack) => "modern:508.1c",
            (WhyNotFight::Forbidden(_) | WhyNotFight::NeedsCompany { .. }, Fight::Block) => "modern:509.1b",
            (WhyNotFight::Alone { .. } | WhyNotFight::TooMany { .. }, Fight::Attack) => "modern:508.1c",
            (WhyNotFight::Alone { .. } | WhyNotFight::TooMany { .. }, Fight::Block) => "modern:509.1b",
            (WhyNotFight::Required { .. }, Fight::Attack) => "modern:508.1d",
            (WhyNotFight::Required { .. }, Fight::Block) => "modern:509.1c",
            (WhyNotFight::Unpayable(_), Fight::Attack) => "modern:508.1h",
            (WhyNotFight::Unpayable(_), Fight::Block) => "modern:509.1d",
            (_, Fight::Attack) => "modern:508.1a",
            (_, Fight::Block) => "modern:509.1a",
        }
    }
    /// Whose effect it is, if it is one.
    pub fn by(&self) -> Option<&Maker> {
        match self {
            WhyNotFight::Forbidden(by)
            | WhyNotFight::Unpayable(by)
            | WhyNotFight::NeedsCompany { by, .. }
            | WhyNotFight::Alone { by, .. }
            | WhyNotFight::TooMany { by, .. }
            | WhyNotFight::Required { by, .. } => Some(by),
            _ => None,
        }
    }
}
