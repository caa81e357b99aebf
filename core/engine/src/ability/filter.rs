//! Sets of objects and players, as ability data: filters say what matches, [`Objects`] and [`Players`] name particular ones.

use super::{Amount, Callback, Comparison, MoveCause};
use crate::ids::{LinkKey, TargetSlot, Var};
use crate::mana::Color;
use crate::symbol::Symbol;
use crate::types::{CardType, Supertype};
use crate::zone::ZoneKind;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// A question about one object, answered yes or no. A filter without [`Filter::Zone`] speaks of permanents on the
/// battlefield (modern 109.2) unless its place says otherwise (a spell filter, a card in a zone being searched).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Filter {
    /// Anything.
    #[default]
    Any,
    /// Nothing.
    Never,
    /// All of these hold.
    And(Vec<Filter>),
    /// At least one holds.
    Or(Vec<Filter>),
    /// It does not hold.
    Not(Box<Filter>),
    /// The ability's source.
    This,
    /// Another object than the ability's source.
    Other,
    /// One of these objects.
    Is(Box<Objects>),
    /// In that zone.
    Zone(ZoneKind),
    /// Of that card type.
    Type(CardType),
    /// Of that supertype.
    Supertype(Supertype),
    /// Of that subtype.
    Subtype(Symbol),
    /// Of the subtype or card type chosen or remembered under the link.
    SubtypeLinked(LinkKey),
    /// Shares a creature type with one of these objects.
    SharesSubtype(Box<Objects>),
    /// Shares a colour with one of these objects.
    SharesColor(Box<Objects>),
    /// A permanent (or, on the stack or elsewhere, a card or spell of a permanent type; modern 110.4).
    Permanent,
    /// Of that colour.
    Color(Color),
    /// Of the colour chosen or remembered under the link.
    ColorLinked(LinkKey),
    /// Of no colour (105.2c).
    Colorless,
    /// Of exactly one colour (105.2a).
    Monocolored,
    /// Of two or more colours (105.2b).
    Multicolored,
    /// Has that name.
    Named(Symbol),
    /// Has a name chosen or remembered under the link.
    NameLinked(LinkKey),
    /// Has the same name as one of these.
    SameName(Box<Objects>),
    /// Has that keyword ability.
    Keyword(Symbol),
    /// Controlled by one of these players (in zones without control: owned, 108.4a).
    ControlledBy(Box<Players>),
    /// Owned by one of these players.
    OwnedBy(Box<Players>),
    /// Its power, toughness, mana value... compares so with the amount.
    Stat(Stat, Comparison, Box<Amount>),
    /// Has that many counters of the kind.
    Counters(Symbol, Comparison, Box<Amount>),
    /// Has any counter.
    AnyCounter,
    /// Tapped.
    Tapped,
    /// Attacking (508.1k).
    Attacking,
    /// Attacking one of these players, or what they control or protect.
    AttackingPlayer(Box<Players>),
    /// Attacking one of these players, planeswalkers and battles, and nothing else.
    AttackingOne(Box<Recipients>),
    /// Attacking while nothing else is (506.5).
    AttackingAlone,
    /// An effect required it to attack as attackers were declared in this combat phase (506.6).
    HadToAttack,
    /// Blocking (509.1g).
    Blocking,
    /// Blocking while nothing else is (506.5).
    BlockingAlone,
    /// A battle that one of these players protects (310.8).
    ProtectedBy(Box<Players>),
    /// Blocking one of these, or being blocked by one of these.
    InCombatWith(Box<Objects>),
    /// An attacking creature that was blocked (509.1h).
    Blocked,
    /// An attacking creature that was not (509.1h).
    Unblocked,
    /// A token (111).
    Token,
    /// Face down (708).
    FaceDown,
    /// Attached to one of these.
    AttachedTo(Box<Objects>),
    /// Has something attached that matches.
    HasAttached(Box<Filter>),
    /// A spell on the stack (112.1).
    Spell,
    /// An ability on the stack of that kind (113.7a).
    AbilityOnStack(AbilityKind),
    /// On the stack with a target that matches, or that is one of the players.
    Targets(Box<Recipients>),
    /// On the stack with so many targets.
    TargetCount(Comparison, Box<Amount>),
    /// It came into its zone, or was last attached or turned, later than each of these: its timestamp is newer (613.7).
    NewerThan(Box<Objects>),
    /// It came into its zone this turn.
    EnteredThisTurn,
    /// It came into its zone this turn for that reason or from that zone.
    EnteredBecause(Option<MoveCause>, Option<ZoneKind>),
    /// It attacked this turn.
    AttackedThisTurn,
    /// It was dealt damage this turn.
    DamagedThisTurn,
    /// Cast from that zone (a spell, or a permanent that was one).
    CastFrom(ZoneKind),
    /// Cast when a sorcery could not have been (307.5a), or a permanent that was so cast.
    CastOffTime,
    /// The callback says so.
    Script(Callback),
}

/// Numbers that an object has.
pub use super::amount::Stat;

/// Kinds of abilities on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum AbilityKind {
    /// Activated (113.3b).
    Activated,
    /// Triggered (113.3c).
    Triggered,
    /// Either.
    Any,
}

impl Filter {
    /// Both must hold; flattens and drops what says nothing.
    pub fn and(self, other: Filter) -> Filter {
        match (self, other) {
            (Filter::Any, filter) | (filter, Filter::Any) => filter,
            (Filter::And(mut all), Filter::And(more)) => {
                all.extend(more);
                Filter::And(all)
            }
            (Filter::And(mut all), filter) => {
                all.push(filter);
                Filter::And(all)
            }
            (filter, Filter::And(mut all)) => {
                all.insert(0, filter);
                Filter::And(all)
            }
            (a, b) => Filter::And(vec![a, b]),
        }
    }
    /// Either may hold; flattens.
    pub fn or(self, other: Filter) -> Filter {
        match (self, other) {
            (Filter::Never, filter) | (filter, Filter::Never) => filter,
            (Filter::Or(mut any), Filter::Or(more)) => {
                any.extend(more);
                Filter::Or(any)
            }
            (Filter::Or(mut any), filter) => {
                any.push(filter);
                Filter::Or(any)
            }
            (a, b) => Filter::Or(vec![a, b]),
        }
    }
    /// The opposite.
    pub fn negate(self) -> Filter {
        match self {
            Filter::Not(inner) => *inner,
            Filter::Any => Filter::Never,
            Filter::Never => Filter::Any,
            filter => Filter::Not(Box::new(filter)),
        }
    }
    /// The zone that the filter names at its top, if it names one.
    pub fn zone(&self) -> Option<ZoneKind> {
        match self {
            Filter::Zone(zone) => Some(*zone),
            Filter::Spell | Filter::AbilityOnStack(_) => Some(ZoneKind::Stack),
            Filter::And(all) => all.iter().find_map(Filter::zone),
            Filter::Or(any) => {
                let first = any.first()?.zone()?;
                any.iter().all(|filter| filter.zone() == Some(first)).then_some(first)
            }
            _ => None,
        }
    }
}

/// Particular objects, found when the ability needs them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Objects {
    /// None.
    #[default]
    None,
    /// The ability's source. Read through last-known information when it has left (modern 113.7a, 608.2h).
    This,
    /// The objects chosen for that instance of "target".
    Target(TargetSlot),
    /// The objects bound to the name.
    Var(Var),
    /// The object of the event bound to the name ("that creature").
    EventObject(Var),
    /// The source of the event ("that source", the spell that targets, the attacker that is blocked).
    EventSource(Var),
    /// Everything that matches now.
    All(Box<Filter>),
    /// What these are attached to ("enchanted creature").
    Host(Box<Objects>),
    /// What is attached to these.
    Attachments(Box<Objects>),
    /// What this object's linked ability remembered ("the exiled cards").
    Linked(LinkKey),
    /// What was sacrificed, discarded, exiled... to pay this spell's or ability's cost.
    Paid(super::CostTag),
    /// The top cards of these players' libraries.
    TopOfLibrary(Box<Players>, Box<Amount>),
    /// The top cards of these players' graveyards: those put there last.
    TopOfGraveyard(Box<Players>),
    /// The source of these abilities on the stack.
    SourceOf(Box<Objects>),
    /// What can be chosen as a source of damage: permanents, spells, face-up objects in the command zone, and what objects on
    /// the stack come from or speak of, though it may be gone (609.7a).
    DamageSources,
    /// All of these.
    Union(Vec<Objects>),
    /// Those of these that match.
    Among(Box<Objects>, Box<Filter>),
    /// What created these or put them onto the battlefield: the source of that spell or ability (modern 607.1d).
    PutBy(Box<Objects>),
    /// Those of these with the greatest or least such number, all that are tied (609.5); each is bound to the name.
    Most(Box<Objects>, Var, Box<Amount>, Extreme),
}

/// Which end of a row of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Extreme {
    /// The greatest.
    Greatest,
    /// The least.
    Least,
}

impl Extreme {
    /// That one of the numbers; `None` of none.
    pub fn of(self, numbers: impl Iterator<Item = i32>) -> Option<i32> {
        match self {
            Extreme::Greatest => numbers.max(),
            Extreme::Least => numbers.min(),
        }
    }
}

/// A question about one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum PlayerFilter {
    /// This amount, counted for that player bound to the name, compares so with the other.
    Compare(Var, Box<Amount>, Comparison, Box<Amount>),
    /// One of these players.
    Is(Box<Players>),
    /// Attacking one of these players: a creature of theirs does (508.6).
    Attacking(Box<Players>),
    /// Not so.
    Not(Box<PlayerFilter>),
}

/// Particular players, found when the ability needs them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum Players {
    /// The controller of the ability ("you", modern 109.5).
    #[default]
    You,
    /// None.
    None,
    /// Everybody still in the game.
    Each,
    /// Your opponents.
    Opponents,
    /// The players chosen for that instance of "target".
    Target(TargetSlot),
    /// The players bound to the name.
    Var(Var),
    /// The player of the event ("that player").
    EventPlayer(Var),
    /// The controllers of these objects.
    ControllerOf(Box<Objects>),
    /// The owners of these objects.
    OwnerOf(Box<Objects>),
    /// The player these creatures attack, or whose permanent they attack (508.5).
    DefendingPlayer(Box<Objects>),
    /// The players who protect these battles (310.8).
    ProtectorOf(Box<Objects>),
    /// The player whose turn it is (102.1).
    Active,
    /// What this object's linked ability remembered ("the chosen player").
    Linked(LinkKey),
    /// What these are attached to ("enchanted player").
    Host(Box<Objects>),
    /// All of these.
    Union(Vec<Players>),
    /// Those of these who match.
    Among(Box<Players>, Box<PlayerFilter>),
    /// The team mates of each of these: the other players of their team (102.3).
    TeammatesOf(Box<Players>),
    /// The next player in turn order after each of these, to their left (101.4).
    NextAfter(Box<Players>),
    /// These without those.
    Except(Box<Players>, Box<Players>),
    /// Those of these with the greatest or least such number, all that are tied (609.5); each is bound to the name.
    Most(Box<Players>, Var, Box<Amount>, Extreme),
}

/// Objects, players or both: what damage, targets and counters can point at.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub struct Recipients {
    /// The objects.
    pub objects: Objects,
    /// The players.
    pub players: Option<Players>,
}

impl Recipients {
    /// Objects only.
    pub fn objects(objects: Objects) -> Self {
        Recipients { objects, players: None }
    }
    /// Players only.
    pub fn players(players: Players) -> Self {
        Recipients { objects: Objects::None, players: Some(players) }
    }
    /// Whatever was chosen for that instance of "target".
    pub fn target(slot: TargetSlot) -> Self {
        Recipients { objects: Objects::Target(slot), players: Some(Players::Target(slot)) }
    }
}
