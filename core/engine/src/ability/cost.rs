//! Costs in ability data (modern 118).

use super::{Amount, Effect, Filter, Stat};
use crate::mana::ManaCost;
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// A name for an optional, alternative or remembered cost: "sacrificed".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct CostTag(pub Symbol);

/// Everything that has to be paid, all of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub struct Cost {
    /// The parts; several mana parts add up.
    pub parts: Vec<CostPart>,
}

/// One part of a cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum CostPart {
    /// Mana (118.1).
    Mana(ManaCost),
    /// That much more generic mana ("{1} for each ...").
    GenericMana(Amount),
    /// `{T}` (107.5): tap this; a creature must not have come under control this turn (302.6).
    TapThis,
    /// `{Q}` (107.6): untap this.
    UntapThis,
    /// Pay life (119.4).
    Life(Amount),
    /// Tap that many untapped objects that match.
    Tap(Filter, Amount),
    /// Tap any number of untapped objects that match, so that the sum of that number of theirs is at least so much; what was
    /// tapped is known under the tag.
    TapTotal(Filter, Stat, Amount, CostTag),
    /// Sacrifice that many (701.21); what was sacrificed is known under the tag.
    Sacrifice(Filter, Amount, CostTag),
    /// Discard that many cards from hand that match.
    Discard(Filter, Amount, CostTag),
    /// Discard cards at random.
    DiscardAtRandom(Amount),
    /// Exile that many cards that match from a zone of yours.
    Exile(ZoneKind, Filter, Amount, CostTag),
    /// Return that many permanents to their owners' hands.
    ReturnToHand(Filter, Amount, CostTag),
    /// Reveal that many cards from hand.
    Reveal(Filter, Amount, CostTag),
    /// Remove counters of the kind from this.
    RemoveCounters(Symbol, Amount),
    /// Put counters of the kind on this (606.4 for loyalty).
    PutCounters(Symbol, Amount),
    /// Sacrifice this.
    SacrificeThis,
    /// Discard this card.
    DiscardThis,
    /// Exile this from where it is.
    ExileThis,
    /// Return this to its owner's hand.
    ReturnThis,
    /// Put cards from the top of the library into the graveyard.
    Mill(Amount),
    /// Anything else an effect can do to or for the payer.
    Do(Box<Effect>),
}

impl Cost {
    /// A cost of one part.
    pub fn one(part: CostPart) -> Self {
        Cost { parts: vec![part] }
    }
    /// A mana cost.
    pub fn mana(cost: ManaCost) -> Self {
        Cost::one(CostPart::Mana(cost))
    }
    /// Nothing to pay.
    pub fn is_free(&self) -> bool {
        self.parts.is_empty()
    }
    /// Both together.
    pub fn and(mut self, other: Cost) -> Self {
        self.parts.extend(other.parts);
        self
    }
    /// Whether it says X.
    pub fn has_x(&self) -> bool {
        self.parts.iter().any(|part| match part {
            CostPart::Mana(cost) => cost.x_count() > 0,
            CostPart::GenericMana(amount)
            | CostPart::Life(amount)
            | CostPart::Tap(_, amount)
            | CostPart::TapTotal(_, _, amount, _)
            | CostPart::Sacrifice(_, amount, _)
            | CostPart::Discard(_, amount, _)
            | CostPart::Exile(_, _, amount, _)
            | CostPart::RemoveCounters(_, amount)
            | CostPart::PutCounters(_, amount)
            | CostPart::Mill(amount) => *amount == Amount::X,
            _ => false,
        })
    }
}
