//! Replacement and prevention effects as data (modern 614, 615).

use super::{Amount, Condition, CopyOf, Destination, Effect, EventPattern, Players, Recipients, TokenSpec};
use crate::ids::Var;
use crate::mana::ManaType;
use crate::symbol::Symbol;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// A replacement or prevention effect.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Replacement {
    /// The events it watches for.
    pub pattern: EventPattern,
    /// The name by which the rest refers to the event.
    pub event: Var,
    /// "If ...": must hold for the event.
    pub condition: Condition,
    /// "You may": the player who decides.
    pub optional: Option<Players>,
    /// What happens.
    pub instead: Instead,
    /// How often it can be used (615.7, 614.8).
    pub uses: Uses,
}

/// How often a replacement effect applies before it is used up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Uses {
    /// Whenever it can.
    #[default]
    Unlimited,
    /// That many events ("the next time").
    Times(Amount),
    /// Until that much damage is prevented ("prevent the next 3 damage", 615.7).
    Damage(Amount),
}

/// What a replacement effect puts in the event's place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Instead {
    /// These effects, and not the event.
    Do(Box<Effect>),
    /// The event, changed.
    Change(Vec<EventChange>),
    /// Nothing: the event is skipped (614.10) or all its damage is prevented (615).
    Nothing,
}

/// One change to an event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum EventChange {
    /// Its amount becomes this; [`Amount::EventAmount`] is the amount so far.
    Amount(Amount),
    /// The mana is of this type, as much of it.
    Mana(ManaType),
    /// These tokens are created, as many of them and in the same way.
    Tokens(Box<TokenSpec>),
    /// Prevent that much of the damage (615).
    Prevent(Amount),
    /// Prevent all of the damage (615).
    PreventAll,
    /// It goes there instead; in a zone of its owner where each player has one.
    To(Box<Destination>),
    /// It enters tapped (614.1c).
    Tapped,
    /// It enters with counters (614.1c, 122.6a).
    Counters(Symbol, Amount),
    /// It enters with as many counters as the number of that word is that is printed on the face that it shows (306.5b, 310.4b).
    PrintedCounters(Symbol),
    /// It enters under the control of that player.
    UnderControl(Players),
    /// It enters as a copy (707.5).
    AsCopy(Box<CopyOf>),
    /// A card with two faces enters with its back face up (616.1d).
    Transformed,
    /// It is dealt to these instead (614.9).
    Redirect(Recipients),
    /// "As this enters, ..." (614.1c), "as this is turned face up, ..." (614.1e): done just before, by the controller-to-be.
    /// [`Effect::ChangeEvent`] in it changes the event further.
    First(Box<Effect>),
    /// Also do this afterwards ("and you gain that much life", 615.5).
    Also(Box<Effect>),
}
