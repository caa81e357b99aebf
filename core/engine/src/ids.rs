//! Small identifiers. Each is its own type, so that they cannot be confused.

use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A player's seat: also the index into the game's list of players. Seats follow turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct PlayerId(#[drive(skip)] pub u8);

impl PlayerId {
    /// The seat as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0 + 1)
    }
}

/// One incarnation of an object (modern 400.7): a dense slot and how often that slot has been reused.
/// When the object changes zones the generation grows, and the old id goes stale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct ObjectId {
    #[drive(skip)]
    slot: u32,
    #[drive(skip)]
    generation: u32,
}

impl ObjectId {
    pub(crate) const fn new(slot: u32, generation: u32) -> Self {
        ObjectId { slot, generation }
    }
    /// What it is after the next change of zones.
    pub(crate) fn next(self) -> Self {
        ObjectId { generation: self.generation + 1, ..self }
    }
    /// The dense slot of the object.
    pub fn slot(self) -> usize {
        self.slot as usize
    }
    /// Which incarnation of the slot this is.
    pub fn generation(self) -> u32 {
        self.generation
    }
}
impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}.{}", self.slot, self.generation)
    }
}

/// A definition in the game's table of definitions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct DefId(#[drive(skip)] pub u32);

impl DefId {
    /// The index into the table of definitions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name that ability data gives to a value while it runs: "that creature", "the event", "those cards".
/// Binder closures receive stand-ins that refer to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct Var(#[drive(skip)] pub u16);

impl Var {
    /// In the changes of a continuous effect: the object that it changes ("its controller's number of lands", modern 613.4b).
    pub const AFFECTED: Var = Var(u16::MAX);
    /// In a reflexive triggered ability: what the action that it waited for did (modern 603.12).
    pub const DONE: Var = Var(u16::MAX - 4);
    /// In an ability that resolves: the how-manieth time it does so this turn (modern 603.7h).
    pub const RESOLVED: Var = Var(u16::MAX - 5);
}

/// One instance of the word "target" in an ability (modern 115.3): an index into the mode's list of targets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct TargetSlot(#[drive(skip)] pub u16);

/// A link between two abilities of one object (modern 607): what one of them remembers under it, the other reads. It is the
/// same for all that one card's script says under one name, and different for different cards and keywords: abilities of
/// different cards on one object are never linked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct LinkKey(#[drive(skip)] pub u64);

impl LinkKey {
    /// The link of that name in the script of that card or keyword.
    pub fn new(owner: &str, name: &str) -> Self {
        // FNV-1a: the same on every machine and in every version.
        let bytes = owner.bytes().chain([0]).chain(name.bytes());
        LinkKey(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }
}

/// The order in which things came about (modern 613.7). Unique within a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub struct Timestamp(#[drive(skip)] pub u64);
