//! Events: everything that happens (modern 700.1). One pipeline proposes, replaces, commits and remembers them.

use crate::ability::{Daylight, MoveCause, Origin, StepKind};
use crate::ids::{DefId, LinkKey, ObjectId, PlayerId};
use crate::mana::Mana;
use crate::object::Recipient;
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Something that is about to happen or has happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)] // The sentence of each variant says what its fields are.
pub enum Event {
    /// An object changes zones, or is put into one.
    Move(Move),
    /// A permanent is destroyed (701.8); becomes a move. `regenerable` is off for "can't be regenerated".
    Destroy { object: ObjectId, source: Option<ObjectId>, regenerable: bool },
    /// Damage is dealt (120).
    Damage { source: ObjectId, to: Recipient, amount: u32, combat: bool },
    /// A prevention effect of that source has prevented damage (615.13): all that it prevented of damage dealt at one time.
    Prevented { effect: ObjectId, hits: SmallVec<[Hit; 1]> },
    /// A player gains life.
    GainLife { player: PlayerId, amount: u32 },
    /// A player loses life.
    LoseLife { player: PlayerId, amount: u32 },
    /// A player pays life (119.4); becomes a loss.
    PayLife { player: PlayerId, amount: u32 },
    /// A player does something of that sort to so many cards; a mill becomes moves.
    Act { act: Act, player: PlayerId, amount: u32, by: ObjectId },
    /// A player draws one card (121.2); becomes a move.
    Draw { player: PlayerId },
    /// A permanent becomes tapped.
    Tap { object: ObjectId, for_mana: bool },
    /// A permanent becomes untapped.
    Untap { object: ObjectId },
    /// Counters are put on something.
    PutCounters { on: Recipient, kind: Symbol, amount: u32 },
    /// Counters are removed from something. `left` says how many of the kind are there afterwards, once it has happened: of several
    /// removals at the same time one is the last.
    RemoveCounters { on: Recipient, kind: Symbol, amount: u32, left: Option<u32> },
    /// A permanent gets a designation, or another number of one (701.37b, 716.2d): no counter, no characteristic.
    Designate { object: ObjectId, name: Symbol, number: i32 },
    /// Tokens are created (701.7); each then enters the battlefield.
    CreateTokens { player: PlayerId, def: DefId, amount: u32, how: Box<Enters> },
    /// Mana is added to a pool. `source` produced it.
    AddMana { player: PlayerId, source: ObjectId, mana: SmallVec<[Mana; 1]>, tapped: bool },
    /// A permanent is attached to something.
    Attach { object: ObjectId, to: Recipient },
    /// A permanent is no longer attached to that.
    Unattach { object: ObjectId, from: Option<Recipient> },
    /// A spell has been cast (601.2i).
    Cast { spell: ObjectId, player: PlayerId },
    /// An ability has been activated (602.2b).
    Activated { ability: ObjectId, source: ObjectId, player: PlayerId, keyword: Option<Symbol> },
    /// Something became a target.
    Targeted { target: Recipient, by: ObjectId },
    /// A spell or ability is countered; a spell then moves.
    Counter { object: ObjectId, by: ObjectId },
    /// A creature was declared as an attacker.
    Attack { attacker: ObjectId, defender: Recipient },
    /// A player attacked with one or more creatures.
    AttackDeclared { player: PlayerId, count: u32 },
    /// A player, planeswalker or battle was attacked with one or more creatures of that player (508.3b, 508.3e).
    Attacked { what: Recipient, by: PlayerId, count: u32 },
    /// A creature was the only one declared as an attacker (506.5).
    AttacksAlone { attacker: ObjectId },
    /// A creature was declared as a blocker of that attacker.
    Block { blocker: ObjectId, attacker: ObjectId },
    /// A creature was the only one declared as a blocker (506.5).
    BlocksAlone { blocker: ObjectId },
    /// A creature that never "blocked" blocks an attacker: it was put onto the battlefield so (509.5d, 509.7).
    BlockedBy { attacker: ObjectId, blocker: ObjectId },
    /// The number of attackers that a creature blocks, or of creatures that block an attacker, is another now (509.5e).
    BlockCount { creature: ObjectId, blocking: bool, before: u32, now: u32 },
    /// An attacker became blocked.
    BecomeBlocked { attacker: ObjectId },
    /// An attacker was not blocked.
    BecomeUnblocked { attacker: ObjectId },
    /// A step or phase begins.
    Begin { step: StepKind, player: PlayerId },
    /// A turn begins.
    TurnBegin { player: PlayerId },
    /// It becomes day or night (728).
    Daylight { now: Daylight },
    /// A permanent changes its controller.
    ControlChanged { object: ObjectId, from: PlayerId, to: PlayerId },
    /// A permanent is turned face up or down.
    Turned { object: ObjectId, face_down: bool },
    /// A permanent turns to its other face.
    Transform { object: ObjectId },
    /// A permanent phases out or in: directly, or with what it is attached to (702.26g).
    Phase { object: ObjectId, out: bool, with: Option<ObjectId> },
    /// A player shuffles.
    Shuffle { player: PlayerId },
    /// A player searches a library.
    Search { player: PlayerId, whose: PlayerId },
    /// A card is revealed to everybody, by an ability of that object if one says so.
    Reveal { object: ObjectId, by: Option<ObjectId> },
    /// A player loses the game.
    Lose { player: PlayerId, why: LossReason },
    /// A player wins the game.
    Win { player: PlayerId },
    /// A spell or ability has resolved (608.2p). A spell is known by the id that it had on the stack.
    Resolved { object: ObjectId, player: PlayerId },
    /// An ability of that source did something that abilities linked to it wait for (607.2h).
    Told { key: LinkKey, source: ObjectId, origin: Origin, player: PlayerId, object: Option<ObjectId> },
    /// A player rolled a die to visit their Attractions (701.49).
    RollToVisit { player: PlayerId, result: u32 },
    /// A coin was flipped.
    Coin { player: PlayerId, won: bool },
    /// A keyword action of an author's making.
    Custom { word: Symbol, player: PlayerId, object: Option<ObjectId> },
}

/// Damage from one source to one recipient.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// What would have dealt it.
    pub source: ObjectId,
    /// To that.
    pub to: Recipient,
    /// So much.
    pub amount: u32,
    /// In combat.
    pub combat: bool,
}

impl From<Hit> for Event {
    fn from(hit: Hit) -> Event {
        Event::Damage { source: hit.source, to: hit.to, amount: hit.amount, combat: hit.combat }
    }
}

/// Keyword actions about a number of cards of a library, which effects change and wait for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Act {
    /// 701.22
    Scry,
    /// 701.25
    Surveil,
    /// 701.17
    Mill,
}

/// A change of zones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// The object that moves: its old id, before and after.
    pub object: ObjectId,
    /// What it has become; set when the move has happened.
    pub became: Option<ObjectId>,
    /// From there.
    pub from: ZoneKind,
    /// To there.
    pub to: ZoneKind,
    /// Why.
    pub cause: MoveCause,
    /// The source that causes it, if any.
    pub by: Option<ObjectId>,
    /// Where in a library.
    pub place: Place,
    /// How it enters the battlefield.
    pub enters: Option<Box<Enters>>,
    /// Face down in exile.
    pub face_down: bool,
    /// Whether its owner's control was as of that player when it left (for "you control" in look-back).
    pub controller: PlayerId,
}

/// Where in a library something is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Place {
    /// On top.
    #[default]
    Top,
    /// At the bottom.
    Bottom,
    /// That many cards from the top.
    FromTop(u32),
}

/// How something enters the battlefield (614.1c-d).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Enters {
    /// Under whose control.
    pub controller: PlayerId,
    /// Tapped.
    pub tapped: bool,
    /// Attacking one of these players and permanents, as its controller chooses (508.4).
    pub attacking: SmallVec<[Recipient; 1]>,
    /// Blocking one of these, as its controller chooses (509.7).
    pub blocking: SmallVec<[ObjectId; 1]>,
    /// Its place among the blockers of that attacker, counted from 0 (509.7).
    pub block_place: u32,
    /// Who protects it (310.8a).
    pub protector: Option<PlayerId>,
    /// With counters.
    pub counters: SmallVec<[(Symbol, u32); 1]>,
    /// Attached to it.
    pub attached_to: Option<Recipient>,
    /// Face down.
    pub face_down: bool,
    /// With that face up.
    pub face: u8,
    /// As a copy with these copiable values: a definition made for it.
    pub copy: Option<DefId>,
    /// What the effect that puts it there says it is (611.2e).
    pub being: Option<Box<Being>>,
}

/// What something is from the moment it enters the battlefield, because the effect that puts it there says so (611.2e).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Being {
    /// What it is, with all numbers and choices fixed.
    pub changes: Vec<crate::ability::Change>,
    /// The source of the effect.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// Where the source has the ability from.
    pub origin: crate::ability::Origin,
}

impl Enters {
    /// In the plainest way, under that player's control.
    pub fn under(controller: PlayerId) -> Self {
        Enters {
            controller,
            tapped: false,
            attacking: SmallVec::new(),
            blocking: SmallVec::new(),
            block_place: 0,
            protector: None,
            counters: SmallVec::new(),
            attached_to: None,
            face_down: false,
            face: 0,
            copy: None,
            being: None,
        }
    }
}

/// Why a player loses (modern 104.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LossReason {
    /// Life total 0 or less (104.3b, 704.5a).
    Life,
    /// Drew from an empty library (104.3c, 704.5b).
    EmptyLibrary,
    /// Ten or more poison counters (104.3d, 704.5c).
    Poison,
    /// An effect said so (104.3e).
    Effect,
    /// Conceded (104.3a).
    Concession,
}

/// Dense kinds of events, for indexes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum EventKind {
    Move,
    Destroy,
    Damage,
    Prevented,
    GainLife,
    LoseLife,
    PayLife,
    Act,
    Draw,
    Tap,
    Untap,
    PutCounters,
    RemoveCounters,
    Designate,
    CreateTokens,
    AddMana,
    Attach,
    Unattach,
    Cast,
    Activated,
    Targeted,
    Counter,
    Attack,
    AttackDeclared,
    Attacked,
    AttacksAlone,
    Block,
    BlocksAlone,
    BlockedBy,
    BlockCount,
    BecomeBlocked,
    BecomeUnblocked,
    Begin,
    TurnBegin,
    Daylight,
    ControlChanged,
    Turned,
    Transform,
    Phase,
    Shuffle,
    Search,
    Reveal,
    Lose,
    Win,
    Resolved,
    Told,
    RollToVisit,
    Coin,
    Custom,
}

impl EventKind {
    /// How many kinds there are.
    pub const COUNT: usize = EventKind::Custom as usize + 1;
}

impl Event {
    /// Its kind.
    pub fn kind(&self) -> EventKind {
        match self {
            Event::Move(_) => EventKind::Move,
            Event::Destroy { .. } => EventKind::Destroy,
            Event::Damage { .. } => EventKind::Damage,
            Event::Prevented { .. } => EventKind::Prevented,
            Event::GainLife { .. } => EventKind::GainLife,
            Event::LoseLife { .. } => EventKind::LoseLife,
            Event::PayLife { .. } => EventKind::PayLife,
            Event::Act { .. } => EventKind::Act,
            Event::Draw { .. } => EventKind::Draw,
            Event::Tap { .. } => EventKind::Tap,
            Event::Untap { .. } => EventKind::Untap,
            Event::PutCounters { .. } => EventKind::PutCounters,
            Event::RemoveCounters { .. } => EventKind::RemoveCounters,
            Event::Designate { .. } => EventKind::Designate,
            Event::CreateTokens { .. } => EventKind::CreateTokens,
            Event::AddMana { .. } => EventKind::AddMana,
            Event::Attach { .. } => EventKind::Attach,
            Event::Unattach { .. } => EventKind::Unattach,
            Event::Cast { .. } => EventKind::Cast,
            Event::Activated { .. } => EventKind::Activated,
            Event::Targeted { .. } => EventKind::Targeted,
            Event::Counter { .. } => EventKind::Counter,
            Event::Attack { .. } => EventKind::Attack,
            Event::AttackDeclared { .. } => EventKind::AttackDeclared,
            Event::Attacked { .. } => EventKind::Attacked,
            Event::AttacksAlone { .. } => EventKind::AttacksAlone,
            Event::Block { .. } => EventKind::Block,
            Event::BlocksAlone { .. } => EventKind::BlocksAlone,
            Event::BlockedBy { .. } => EventKind::BlockedBy,
            Event::BlockCount { .. } => EventKind::BlockCount,
            Event::BecomeBlocked { .. } => EventKind::BecomeBlocked,
            Event::BecomeUnblocked { .. } => EventKind::BecomeUnblocked,
            Event::Begin { .. } => EventKind::Begin,
            Event::TurnBegin { .. } => EventKind::TurnBegin,
            Event::Daylight { .. } => EventKind::Daylight,
            Event::ControlChanged { .. } => EventKind::ControlChanged,
            Event::Turned { .. } => EventKind::Turned,
            Event::Transform { .. } => EventKind::Transform,
            Event::Phase { .. } => EventKind::Phase,
            Event::Shuffle { .. } => EventKind::Shuffle,
            Event::Search { .. } => EventKind::Search,
            Event::Reveal { .. } => EventKind::Reveal,
            Event::Lose { .. } => EventKind::Lose,
            Event::Win { .. } => EventKind::Win,
            Event::Resolved { .. } => EventKind::Resolved,
            Event::Told { .. } => EventKind::Told,
            Event::RollToVisit { .. } => EventKind::RollToVisit,
            Event::Coin { .. } => EventKind::Coin,
            Event::Custom { .. } => EventKind::Custom,
        }
    }
    /// The amount it speaks of ("that much"); 1 for events without one.
    pub fn amount(&self) -> u32 {
        match self {
            Event::Damage { amount, .. }
            | Event::GainLife { amount, .. }
            | Event::LoseLife { amount, .. }
            | Event::PayLife { amount, .. }
            | Event::Act { amount, .. }
            | Event::PutCounters { amount, .. }
            | Event::RemoveCounters { amount, .. }
            | Event::CreateTokens { amount, .. } => *amount,
            Event::Prevented { hits, .. } => hits.iter().fold(0, |sum, hit| sum.saturating_add(hit.amount)),
            Event::AddMana { mana, .. } => mana.len() as u32,
            Event::AttackDeclared { count, .. } | Event::Attacked { count, .. } => *count,
            Event::BlockCount { now, .. } => *now,
            Event::RollToVisit { result, .. } => *result,
            Event::Designate { number, .. } => u32::try_from(*number).unwrap_or(0),
            _ => 1,
        }
    }
    /// The object it happens to ("that creature"), by its id before the event.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Event::Move(movement) => Some(movement.object),
            Event::Destroy { object, .. }
            | Event::Tap { object, .. }
            | Event::Untap { object }
            | Event::Designate { object, .. }
            | Event::Attach { object, .. }
            | Event::Unattach { object, .. }
            | Event::Counter { object, .. }
            | Event::ControlChanged { object, .. }
            | Event::Turned { object, .. }
            | Event::Transform { object }
            | Event::Phase { object, .. }
            | Event::Resolved { object, .. }
            | Event::Reveal { object, .. } => Some(*object),
            Event::Damage { to, .. } | Event::PutCounters { on: to, .. } | Event::RemoveCounters { on: to, .. } => to.object(),
            Event::Prevented { hits, .. } => hits.first().and_then(|hit| hit.to.object()),
            Event::Targeted { target, .. } => target.object(),
            Event::Cast { spell, .. } => Some(*spell),
            Event::Activated { ability, .. } => Some(*ability),
            Event::Attack { attacker, .. } | Event::BecomeBlocked { attacker } | Event::BecomeUnblocked { attacker } => {
                Some(*attacker)
            }
            Event::AttacksAlone { attacker } | Event::BlockedBy { attacker, .. } => Some(*attacker),
            Event::Attacked { what, .. } => what.object(),
            Event::Block { blocker, .. } | Event::BlocksAlone { blocker } => Some(*blocker),
            Event::BlockCount { creature, .. } => Some(*creature),
            Event::AddMana { source, .. } => Some(*source),
            Event::Custom { object, .. } | Event::Told { object, .. } => *object,
            _ => None,
        }
    }
    /// The source that causes it ("that source", "that spell").
    pub fn source(&self) -> Option<ObjectId> {
        match self {
            Event::Damage { source, .. } | Event::AddMana { source, .. } | Event::Activated { source, .. } => Some(*source),
            Event::Prevented { hits, .. } => hits.first().map(|hit| hit.source),
            Event::Act { by, .. } => Some(*by),
            Event::Targeted { by, .. } | Event::Counter { by, .. } => Some(*by),
            Event::Block { attacker, .. } => Some(*attacker),
            Event::BlockedBy { blocker, .. } => Some(*blocker),
            Event::Attach { to, .. } => to.object(),
            Event::Unattach { from, .. } => from.and_then(Recipient::object),
            Event::Reveal { by, .. } => *by,
            Event::Attack { defender, .. } => defender.object(),
            Event::Move(movement) => movement.by,
            Event::Destroy { source, .. } => *source,
            Event::Told { source, .. } => Some(*source),
            _ => None,
        }
    }
    /// The player it speaks of, where the event itself says so.
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Event::GainLife { player, .. }
            | Event::LoseLife { player, .. }
            | Event::PayLife { player, .. }
            | Event::Act { player, .. }
            | Event::Draw { player }
            | Event::CreateTokens { player, .. }
            | Event::AddMana { player, .. }
            | Event::Cast { player, .. }
            | Event::Activated { player, .. }
            | Event::AttackDeclared { player, .. }
            | Event::Attacked { by: player, .. }
            | Event::Begin { player, .. }
            | Event::TurnBegin { player }
            | Event::Shuffle { player }
            | Event::Search { player, .. }
            | Event::Lose { player, .. }
            | Event::Win { player }
            | Event::Coin { player, .. }
            | Event::Resolved { player, .. }
            | Event::Told { player, .. }
            | Event::RollToVisit { player, .. }
            | Event::Custom { player, .. } => Some(*player),
            Event::Damage { to, .. } | Event::PutCounters { on: to, .. } | Event::RemoveCounters { on: to, .. } => to.player(),
            Event::Prevented { hits, .. } => hits.first().and_then(|hit| hit.to.player()),
            Event::Targeted { target, .. } => target.player(),
            Event::Attack { defender, .. } => defender.player(),
            Event::Move(movement) => Some(movement.controller),
            Event::ControlChanged { to, .. } => Some(*to),
            _ => None,
        }
    }
}
