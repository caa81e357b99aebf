//! Changes that continuous effects make, by layer (modern 613), and how long they last (611).

use super::{AbilityRef, Amount, Condition, CopyOf, Objects, Players};
use crate::characteristics::{Characteristics, NamesOf};
use crate::ids::LinkKey;
use crate::mana::{Color, ColorSet};
use crate::symbol::Symbol;
use crate::types::{CardTypes, Supertypes};
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// One change to an object's characteristics or controller. The layer follows from the kind (613.1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Change {
    /// Layer 1a: its copiable values become those of another object (707).
    Copy(Box<CopyOf>),
    /// Layer 1a: its copiable values are exactly these, frozen as the effect began.
    Become(#[drive(skip)] Box<Characteristics>),
    /// Layer 2: that player controls it.
    Control(Players),
    /// Layer 3: one colour word stands for another in its text (612.2).
    ReplaceColorWord(Color, Color),
    /// Layer 3: one basic land type stands for another in its text (612.2).
    ReplaceLandType(Symbol, Symbol),
    /// Layer 3: one creature type stands for another in its text (612.2).
    ReplaceCreatureType(Symbol, Symbol),
    /// Layer 3: a word of that sort that the controller chooses stands for another in its text. Only of a spell or ability
    /// that resolves, which turns it into one of the above.
    ReplaceChosenWord(WordSort),
    /// Layer 3: its rules text is this and no other (612.5).
    SetText(Vec<AbilityRef>),
    /// Layer 3: it has this rules text after its own (612.10).
    AddText(Vec<AbilityRef>),
    /// Layer 3: it has the rules text of these after its own (612.10). Fixed as an effect of a resolution begins.
    AddTextOf(Objects),
    /// Layer 3: two objects have each other's rules text (612.5). Only of a spell or ability that resolves, which turns it
    /// into [`Change::SetText`] of each.
    ExchangeText,
    /// Layer 3: it has the full text of another object: name, mana cost, colours, types, rules text, power and toughness
    /// (612.6). No copy effect: what copies it does not copy this.
    FullText(Box<CopyOf>),
    /// Layer 3: it also has the names of all such cards (612.7).
    AddNames(#[drive(skip)] NamesOf),
    /// Layer 3: a word is added to its name (612.9).
    AddToName(Symbol),
    /// Layer 4: its types.
    Types(TypeChange),
    /// Layer 5: it has these colours and no others.
    SetColors(ColorSet),
    /// Layer 5: it has these colours too.
    AddColors(ColorSet),
    /// Layer 5: it has the colour remembered under the link and no other.
    SetLinkedColor(LinkKey),
    /// Layer 6: it has that ability.
    AddAbility(AbilityRef),
    /// Layer 6: it has all abilities of a keyword. Kept apart from [`Change::AddAbility`] so that lint and rules text can name it.
    AddKeyword(Symbol, Vec<AbilityRef>),
    /// Layer 6: it loses that keyword.
    RemoveKeyword(Symbol),
    /// Layer 6: it loses all abilities.
    RemoveAllAbilities,
    /// Layer 6: it has all activated abilities of those objects.
    AddActivatedAbilitiesOf(Objects),
    /// Layer 7: power and toughness.
    Pt(PtChange),
    /// Layer 3: it has this name and no other (612.8).
    SetName(Symbol),
}

/// The sorts of words that text-changing effects exchange (612.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum WordSort {
    /// Colour words.
    Color,
    /// Basic land types.
    LandType,
    /// Either: a colour word for another, or a basic land type for another.
    ColorOrLandType,
    /// Creature types.
    CreatureType,
}

/// Changes to types (layer 4; modern 205.1).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub struct TypeChange {
    /// Replace all card types by these (205.1a).
    #[drive(skip)]
    pub set_types: Option<CardTypes>,
    /// Add card types (205.1b).
    #[drive(skip)]
    pub add_types: CardTypes,
    /// Take card types away.
    #[drive(skip)]
    pub remove_types: CardTypes,
    /// Add supertypes.
    #[drive(skip)]
    pub add_supertypes: Supertypes,
    /// Take supertypes away.
    #[drive(skip)]
    pub remove_supertypes: Supertypes,
    /// Replace the subtypes of the sort that these belong to (205.1a); setting a basic land type also replaces a land's abilities (305.7).
    pub set_subtypes: Option<Vec<Symbol>>,
    /// Add subtypes; adding a basic land type adds its mana ability (305.7).
    pub add_subtypes: Vec<Symbol>,
    /// Take all creature types away.
    pub remove_creature_types: bool,
    /// It is every creature type.
    pub every_creature_type: bool,
    /// Add the subtype remembered under the link.
    pub add_linked_subtype: Option<LinkKey>,
}

/// Changes to power and toughness by sublayer (modern 613.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum PtChange {
    /// 7a: a characteristic-defining ability sets them. `None` leaves one alone.
    Define(Option<Amount>, Option<Amount>),
    /// 7b: they are set to a number.
    Set(Option<Amount>, Option<Amount>),
    /// 7c: they change by a number.
    Modify(Amount, Amount),
    /// 7d: they are switched.
    Switch,
}

/// What a copy has that the original has not (modern 707.9).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum CopyException {
    /// "except it is also ..., isn't legendary": changes that become part of the copiable values.
    With(Change),
}

/// How long a continuous effect lasts (modern 611.2a).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Duration {
    /// Until the cleanup step's turn-based action (514.2).
    #[default]
    EndOfTurn,
    /// Until the end of combat (511.2).
    EndOfCombat,
    /// Until the next turn of these players begins.
    UntilTurnOf(Players),
    /// Through the next untap step of these players (502.3).
    ThroughUntapStepOf(Players),
    /// Until the end of the next turn of these players.
    UntilEndOfNextTurnOf(Players),
    /// For as long as it holds; ends for good when it stops, and never starts if it does not hold (611.2b).
    While(Condition),
    /// Until that happens.
    Until(super::EventPattern),
    /// For the rest of the game.
    Forever,
}
