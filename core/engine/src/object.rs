//! Objects: incarnations of cards, tokens, copies, abilities and emblems (modern 109).

use crate::ability::{CostTag, MoveCause, Origin};
use crate::characteristics::Characteristics;
use crate::event::Event;
use crate::ids::{DefId, LinkKey, ObjectId, PlayerId, Timestamp, Var};
use crate::mana::Color;
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What an object is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ObjectKind {
    /// A card.
    Card,
    /// A token (111).
    Token,
    /// A copy of a spell on the stack (707.10).
    SpellCopy,
    /// An ability on the stack (113.7a).
    Ability,
    /// An emblem (114).
    Emblem,
}

/// Tapped or untapped (110.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum TapState {
    #[default]
    Untapped,
    Tapped,
}

/// What something is attached to (301.5, 303.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Recipient {
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
}

impl Recipient {
    /// The object, if it is one.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Recipient::Object(object) => Some(object),
            Recipient::Player(_) => None,
        }
    }
    /// The player, if it is one.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Recipient::Player(player) => Some(player),
            Recipient::Object(_) => None,
        }
    }
}

/// One incarnation of an object in a zone. Characteristics are not here: they are worked out when asked for (613).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Object {
    /// Its current id; an id with another generation is stale.
    pub id: ObjectId,
    /// What it is made of.
    pub kind: ObjectKind,
    /// Its definition: what it is now, before effects.
    pub def: DefId,
    /// The definition of the card itself. Another one only for a permanent that entered as a copy (707.5).
    pub card: DefId,
    /// Which face is up.
    pub face: u8,
    /// Its owner (108.3).
    pub owner: PlayerId,
    /// Its controller before control-changing effects (110.2).
    pub controller: PlayerId,
    /// Where it is.
    pub zone: ZoneKind,
    /// Tapped or untapped.
    pub tapped: TapState,
    /// Face down on the battlefield (708), or exiled face down (406.3).
    pub face_down: bool,
    /// Phased out (702.26).
    pub phased_out: bool,
    /// Came under its controller's control since that player's most recent turn began (302.6).
    pub summoning_sick: bool,
    /// Its controller as last noticed: another one now means that it has changed hands (302.6, 506.4).
    pub held_by: PlayerId,
    /// Damage marked on it (120.3e).
    pub damage: u32,
    /// Was dealt damage that destroys in any amount since the last check (704.5h).
    pub fatally_damaged: bool,
    /// What it is attached to.
    pub attached_to: Option<Recipient>,
    /// When it entered its zone, or was last attached, turned... (613.7).
    pub timestamp: Timestamp,
    /// The turn in which it entered its zone.
    pub entered_turn: u32,
    /// Why it entered its zone and from where.
    pub entered: (MoveCause, ZoneKind),
    /// Its counters (122), in the order of their first arrival.
    pub counters: SmallVec<[(Symbol, u32); 1]>,
    /// What is rarely there.
    pub more: Option<Box<More>>,
}

/// Parts of an object that few objects have.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct More {
    /// How it was cast: for spells, and permanents that were spells.
    pub cast: Option<CastInfo>,
    /// What its linked abilities remember (607), by the origin of the ability.
    pub memory: Vec<(Origin, LinkKey, Memory)>,
    /// The source of the ability that created it or put it onto the battlefield, and where that source had the ability from
    /// (607.1d).
    pub put_by: Option<(ObjectId, Origin)>,
    /// The cards and tokens that stand for it, the topmost first, if they are several (608.3d).
    pub merged: Vec<crate::merge::Part>,
    /// When it last turned to its other face (701.28f).
    pub turned_over: Option<Timestamp>,
    /// Players who may look at it though it is hidden (406.3b).
    pub seen_by: SmallVec<[PlayerId; 2]>,
    /// Who protects it, if it is a battle or was one (310.8).
    pub protector: Option<PlayerId>,
    /// How often its abilities were activated or have triggered this turn, by origin and index.
    pub used: Vec<(Origin, u16, u8)>,
    /// How it phased out, while it is out (702.26).
    #[serde(default)]
    pub phased: Option<crate::phasing::PhasedOut>,
    /// When counters were last put on it, of the kinds that give abilities (613.7c).
    #[serde(default)]
    pub counter_times: SmallVec<[(Symbol, Timestamp); 1]>,
    /// How often its abilities have resolved this turn, by origin and index (603.7h).
    #[serde(default)]
    pub resolved: Vec<(Origin, u16, u16)>,
    /// Its designations with their numbers: neither counters nor characteristics, never copied, gone with the object (716.2d).
    #[serde(default)]
    pub designations: SmallVec<[(Symbol, i32); 1]>,
}

/// Whether a sorcery could have been cast when a spell was (307.5a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum CastTime {
    /// With priority in a main phase of the caster's turn, with nothing else on the stack.
    #[default]
    Sorcery,
    /// At any other time.
    Other,
}

/// How a spell was cast (601.2), kept for the permanent that it becomes.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CastInfo {
    /// From there.
    pub from: Option<ZoneKind>,
    /// The X.
    pub x: i32,
    /// Optional and alternative costs that were paid, and how often.
    pub paid: SmallVec<[(CostTag, u8); 1]>,
    /// The mana spent by type (for abilities that ask for it).
    pub mana_spent: [u16; 6],
    /// Objects that were used to pay, by tag, as what they were and as what they have become: abilities of the permanent can
    /// speak of them (607.2q).
    pub with: Vec<(CostTag, ObjectId, Option<ObjectId>)>,
    /// When.
    #[serde(default)]
    pub time: CastTime,
}

/// Something remembered from before the game (607.2n, 607.2p). It stays, whatever zones the card goes through.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BeforeGame {
    /// The slot of the card that remembers it; objects are remembered for all cards of the same name.
    pub slot: u32,
    /// Under that link.
    pub key: LinkKey,
    /// What.
    pub memory: Memory,
}

/// Something remembered (607.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Memory {
    /// Objects; those exiled are followed by id.
    Objects(SmallVec<[ObjectId; 2]>),
    /// Players.
    Players(SmallVec<[PlayerId; 2]>),
    /// A number.
    Number(i32),
    /// A colour.
    Color(Color),
    /// A name, a type or another word.
    Word(Symbol),
}

impl Object {
    /// How many counters of that kind.
    pub fn counter(&self, kind: Symbol) -> u32 {
        self.counters.iter().find(|(known, _)| *known == kind).map_or(0, |(_, amount)| *amount)
    }
    /// When counters of that kind were last put on it (613.7c): as it came, if nothing else is known.
    pub fn counter_time(&self, kind: Symbol) -> Timestamp {
        let known = self.more.as_ref().and_then(|more| more.counter_times.iter().find(|(known, _)| *known == kind));
        known.map_or(self.timestamp, |(_, time)| *time)
    }
    /// Counters of that kind were put on it then: all of them have this timestamp (613.7c).
    pub fn set_counter_time(&mut self, kind: Symbol, time: Timestamp) {
        let times = &mut self.more_mut().counter_times;
        match times.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => *known = time,
            None => times.push((kind, time)),
        }
    }
    /// The number of that designation of it, if it has it (716.2d).
    pub fn designation(&self, name: Symbol) -> Option<i32> {
        let more = self.more.as_ref()?;
        more.designations.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
    }
    /// Its designations with their numbers, in the order in which it got them (716.2d).
    pub fn designations(&self) -> &[(Symbol, i32)] {
        self.more.as_ref().map_or(&[], |more| more.designations.as_slice())
    }
    /// It has that designation with that number from now on.
    pub fn designate(&mut self, name: Symbol, number: i32) {
        let designations = &mut self.more_mut().designations;
        match designations.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = number,
            None => designations.push((name, number)),
        }
    }
    /// The rarely used parts, made if missing.
    pub fn more_mut(&mut self) -> &mut More {
        self.more.get_or_insert_with(Box::default)
    }
    /// How it was cast, if it was.
    pub fn cast(&self) -> Option<&CastInfo> {
        self.more.as_ref().and_then(|more| more.cast.as_ref())
    }
    /// Who protects it, if it is a battle or was one (310.8).
    pub fn protector(&self) -> Option<PlayerId> {
        self.more.as_ref().and_then(|more| more.protector)
    }
    /// Whether it is tapped.
    pub fn is_tapped(&self) -> bool {
        self.tapped == TapState::Tapped
    }
}

/// What is known of an object that has changed zones (modern 608.2h, 113.7a).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LastKnown {
    /// The object as it was.
    pub object: Object,
    /// Its characteristics then, where they differed from the printed ones.
    pub characteristics: Option<Box<Characteristics>>,
    /// Its controller then.
    pub controller: PlayerId,
    /// What it became in the next zone, if anything.
    pub became: Option<ObjectId>,
    /// What was attached to it.
    pub attachments: SmallVec<[ObjectId; 1]>,
    /// Whether it was attacking or blocking, and whom it attacked.
    pub attacking: Option<Recipient>,
    /// The player who was defending against it (508.5).
    pub defending: Option<PlayerId>,
    /// Whether it was blocking.
    pub blocking: bool,
    /// The turn in which it left.
    pub turn: u32,
}

/// A value bound to a name while an ability runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Objects.
    Objects(SmallVec<[ObjectId; 2]>),
    /// Players.
    Players(SmallVec<[PlayerId; 2]>),
    /// A number.
    Number(i32),
    /// An event.
    Event(Box<Event>),
    /// The events of one batch, for "one or more".
    Events(Vec<Event>),
}

/// What one running ability knows: targets, X, paid costs, bound names. Kept on the stack with the entry.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Bindings {
    /// What was chosen for each instance of "target", in order, over all chosen modes.
    pub targets: Vec<TargetChoice>,
    /// The index in `targets` where the running mode's instances begin.
    pub first_target: u16,
    /// The X.
    pub x: i32,
    /// Tagged costs that were paid, and how often.
    pub paid: Vec<(CostTag, u8)>,
    /// Objects that were used to pay, by tag.
    pub paid_with: Vec<(CostTag, ObjectId)>,
    /// Bound names; later entries hide earlier ones.
    pub values: Vec<(Var, Value)>,
    /// Objects that this ability may follow to the zone they went to (400.7): from and to.
    pub moved: Vec<(ObjectId, ObjectId)>,
    /// When the spell or ability was put onto the stack, or triggered (610.3a-b).
    #[serde(default)]
    pub since: Option<Moment>,
}

/// A moment of a turn, by what had happened in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The turn's number.
    pub turn: u32,
    /// How many events of the turn were remembered by then.
    pub events: u32,
}

impl Bindings {
    /// Nothing bound.
    pub const EMPTY: &'static Bindings = &Bindings {
        targets: Vec::new(),
        first_target: 0,
        x: 0,
        paid: Vec::new(),
        paid_with: Vec::new(),
        values: Vec::new(),
        moved: Vec::new(),
        since: None,
    };
    /// The value bound to the name most recently.
    pub fn get(&self, var: Var) -> Option<&Value> {
        self.values.iter().rev().find(|(name, _)| *name == var).map(|(_, value)| value)
    }
}

/// What was chosen for one instance of "target".
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TargetChoice {
    /// The targets, each with the amount it gets where that is divided.
    pub chosen: SmallVec<[(Recipient, u32); 1]>,
    /// Which of them were found illegal as the entry began to resolve (608.2b), by index.
    pub illegal: SmallVec<[u8; 1]>,
}

/// An entry of the stack (405): a spell, or an activated or triggered ability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StackEntry {
    /// The object on the stack.
    pub object: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// What it is.
    pub kind: EntryKind,
    /// The chosen modes, by index; empty for a body that is not modal.
    pub modes: SmallVec<[u8; 2]>,
    /// What it knows.
    pub bindings: Bindings,
}

impl StackEntry {
    /// Whether it is an ability that says of itself that it cannot be countered (602.1b, 603.1a).
    pub fn is_uncounterable(&self) -> bool {
        use crate::ability::AbilityBody;
        match &self.kind {
            EntryKind::Spell => false,
            EntryKind::Ability { ability, .. } => match &ability.ability.kind {
                AbilityBody::Activated(activated) => activated.uncounterable,
                AbilityBody::Triggered(triggered) => triggered.uncounterable,
                AbilityBody::Spell(_) | AbilityBody::Static(_) => false,
            },
        }
    }
}

/// Kinds of stack entries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum EntryKind {
    /// A spell.
    Spell,
    /// An ability of that source.
    Ability {
        /// Its source; may have left since.
        source: ObjectId,
        /// The ability as it was when it was activated or triggered.
        ability: crate::ability::AbilityInstance,
        /// Its place among the source's abilities, for limits per turn.
        index: u16,
    },
}
