//! Targets and modes: what is chosen while a spell or ability is announced (modern 601.2b-d, 115).

use super::{Amount, Condition, Cost, Effect, Filter, Players};
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// One instance of the word "target" (modern 115.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct TargetSpec {
    /// The objects that may be chosen; [`Filter::Never`] for players only.
    pub objects: Filter,
    /// The players that may be chosen.
    pub players: Players,
    /// The fewest ("up to" is 0; 115.6).
    pub min: Amount,
    /// The most.
    pub max: Amount,
    /// Who chooses; you, unless it says otherwise (115.1, 601.2c).
    pub chooser: Players,
    /// An amount divided among the targets as the chooser likes, at least 1 each (601.2d).
    pub divided: Option<Amount>,
    /// Must differ from what was chosen for these other instances ("another target").
    pub other_than: Vec<crate::ids::TargetSlot>,
    /// Whether all chosen objects must have the same controller.
    pub same_controller: bool,
}

impl TargetSpec {
    /// Exactly one target, an object that matches or one of the players.
    pub fn one(objects: Filter, players: Players) -> Self {
        TargetSpec {
            objects,
            players,
            min: Amount::Fixed(1),
            max: Amount::Fixed(1),
            chooser: Players::You,
            divided: None,
            other_than: Vec::new(),
            same_controller: false,
        }
    }
}

/// One thing that a spell or ability can do.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub struct Mode {
    /// Its targets, in printed order.
    pub targets: Vec<TargetSpec>,
    /// What happens on resolution.
    pub effect: Effect,
    /// An additional cost of this mode (700.2h).
    pub cost: Option<Cost>,
    /// Whether the mode may be chosen now.
    pub condition: Condition,
}

/// What a spell or ability does: one mode, or a choice among modes (modern 700.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Body {
    /// Not modal.
    Plain(Mode),
    /// "Choose one -" and its like.
    Modal {
        /// The fewest modes.
        min: Amount,
        /// The most.
        max: Amount,
        /// Whether a mode may be chosen more than once (700.2d).
        repeat: bool,
        /// Who chooses; you, unless it says otherwise (700.2e, 601.6).
        chooser: Players,
        /// The modes in printed order.
        modes: Vec<Mode>,
    },
}

impl Body {
    /// A body that does this, without targets.
    pub fn plain(effect: Effect) -> Self {
        Body::Plain(Mode { effect, ..Mode::default() })
    }
    /// All its modes.
    pub fn modes(&self) -> &[Mode] {
        match self {
            Body::Plain(mode) => std::slice::from_ref(mode),
            Body::Modal { modes, .. } => modes,
        }
    }
}
