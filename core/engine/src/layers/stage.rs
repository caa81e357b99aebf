//! The layers and sublayers in the order in which they are applied (modern 613.1, 613.2, 613.4).

use super::reads::Reads;
use crate::ability::{Change, PtChange};
use crate::why::Layer;
use bitflags::bitflags;

bitflags! {
    /// Layers and sublayers.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    pub(crate) struct Stages: u16 {
        /// 1a: copiable effects (613.2a).
        const COPY = 1;
        /// 1b: face-down status (613.2b).
        const FACE_DOWN = 1 << 1;
        /// 2: control (613.1b).
        const CONTROL = 1 << 2;
        /// 3: text (613.1c).
        const TEXT = 1 << 3;
        /// 4: types (613.1d).
        const TYPES = 1 << 4;
        /// 5: colours (613.1e).
        const COLORS = 1 << 5;
        /// 6: abilities (613.1f).
        const ABILITIES = 1 << 6;
        /// 7a: power and toughness defined by the object itself (613.4a).
        const PT_DEFINE = 1 << 7;
        /// 7b: power and toughness set (613.4b).
        const PT_SET = 1 << 8;
        /// 7c: power and toughness modified (613.4c).
        const PT_MODIFY = 1 << 9;
        /// 7d: power and toughness switched (613.4d).
        const PT_SWITCH = 1 << 10;
    }
}

/// The order of modern 613.
pub(super) const MODERN: [Stages; 11] = [
    Stages::COPY,
    Stages::FACE_DOWN,
    Stages::CONTROL,
    Stages::TEXT,
    Stages::TYPES,
    Stages::COLORS,
    Stages::ABILITIES,
    Stages::PT_DEFINE,
    Stages::PT_SET,
    Stages::PT_MODIFY,
    Stages::PT_SWITCH,
];

/// The order of classic 418.5: everything in one go, by dependency and timestamp.
pub(super) const CLASSIC: [Stages; 3] = [Stages::COPY, Stages::FACE_DOWN, Stages::COPY.union(Stages::FACE_DOWN).complement()];

impl Stages {
    /// What the stage is called where it is accounted for.
    pub(super) fn layer(self) -> Layer {
        match self {
            Stages::COPY => Layer::Copy,
            Stages::FACE_DOWN => Layer::FaceDown,
            Stages::CONTROL => Layer::Control,
            Stages::TEXT => Layer::Text,
            Stages::TYPES => Layer::Types,
            Stages::COLORS => Layer::Colors,
            Stages::ABILITIES => Layer::Abilities,
            Stages::PT_DEFINE => Layer::Defined,
            Stages::PT_SET => Layer::Set,
            Stages::PT_MODIFY => Layer::Modified,
            Stages::PT_SWITCH => Layer::Switched,
            _ => Layer::Unlayered,
        }
    }
    /// Where a change is applied.
    pub(super) fn of(change: &Change) -> Self {
        match change {
            Change::Copy(_) | Change::Become(_) => Stages::COPY,
            Change::Control(_) => Stages::CONTROL,
            Change::ReplaceColorWord(..)
            | Change::ReplaceLandType(..)
            | Change::ReplaceCreatureType(..)
            | Change::ReplaceChosenWord(_)
            | Change::SetText(_)
            | Change::AddText(_)
            | Change::AddTextOf(_)
            | Change::ExchangeText
            | Change::FullText(_)
            | Change::AddNames(_)
            | Change::AddToName(_)
            | Change::SetName(_) => Stages::TEXT,
            Change::Types(_) => Stages::TYPES,
            Change::SetColors(_) | Change::AddColors(_) | Change::SetLinkedColor(_) => Stages::COLORS,
            Change::AddAbility(_)
            | Change::AddKeyword(..)
            | Change::RemoveKeyword(_)
            | Change::RemoveAllAbilities
            | Change::AddActivatedAbilitiesOf(_) => Stages::ABILITIES,
            Change::Pt(PtChange::Define(..)) => Stages::PT_DEFINE,
            Change::Pt(PtChange::Set(..)) => Stages::PT_SET,
            Change::Pt(PtChange::Modify(..)) => Stages::PT_MODIFY,
            Change::Pt(PtChange::Switch) => Stages::PT_SWITCH,
        }
    }
    /// Where a change can make other effects vanish or read otherwise.
    pub(super) fn where_it_kills(change: &Change) -> Self {
        match change {
            Change::Copy(_)
            | Change::Become(_)
            | Change::ReplaceColorWord(..)
            | Change::ReplaceLandType(..)
            | Change::ReplaceCreatureType(..)
            | Change::SetText(_)
            | Change::FullText(_) => Stages::of(change),
            // 305.7.
            Change::Types(types) if types.set_subtypes.is_some() => Stages::TYPES,
            Change::RemoveKeyword(_) | Change::RemoveAllAbilities => Stages::ABILITIES,
            _ => Stages::empty(),
        }
    }
    /// What effects in these layers can change for other effects.
    pub(super) fn writes(self) -> Reads {
        let mut writes = Reads::empty();
        for (stage, what) in [
            (Stages::COPY | Stages::FACE_DOWN, Reads::CHARACTERISTICS),
            (Stages::CONTROL, Reads::CONTROL),
            (Stages::TEXT, Reads::CHARACTERISTICS.difference(Reads::CONTROL)),
            (Stages::TYPES, Reads::TYPES | Reads::ABILITIES),
            (Stages::COLORS, Reads::COLORS),
            (Stages::ABILITIES, Reads::ABILITIES),
            (Stages::PT_DEFINE | Stages::PT_SET | Stages::PT_MODIFY | Stages::PT_SWITCH, Reads::PT),
        ] {
            if self.intersects(stage) {
                writes |= what;
            }
        }
        writes
    }
}
