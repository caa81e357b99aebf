//! Patterns of events: what triggers, replacements, prohibitions and questions about history wait for.

use super::{AbilitySort, Comparison, Condition, Daylight, Filter, Objects, PlayerFilter, Players};
use crate::event::Act;
use crate::ids::{LinkKey, Var};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// A pattern with how often it has to match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub struct EventPattern {
    /// Any of these kinds of events.
    pub any: Vec<Pattern>,
    /// Each matching event, or one match for a whole batch.
    pub occurrence: Occurrence,
}

impl From<Pattern> for EventPattern {
    fn from(pattern: Pattern) -> Self {
        EventPattern { any: vec![pattern], occurrence: Occurrence::Each }
    }
}

/// How matches are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Occurrence {
    /// Every matching event (modern 603.2c).
    Each,
    /// "One or more": once for all matching events of a batch.
    Batch,
    /// Only the n-th matching event of a turn ("your second spell each turn").
    Nth(u16),
    /// All but the first matching event of a step ("except the first they draw in each of their draw steps").
    ExceptFirstOfStep,
}

/// One kind of event with what it must match. Filters see the object as the event needs it: before it for events that
/// look back (603.10), after it otherwise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Pattern {
    /// An object changes zones.
    Moves {
        /// Which objects.
        what: Filter,
        /// From there; anywhere if not said.
        from: Option<ZoneKind>,
        /// To there; anywhere if not said.
        to: Option<ZoneKind>,
        /// For that reason; any if not said.
        cause: Option<MoveCause>,
    },
    /// A permanent would be or is destroyed (701.8).
    Destroyed(Filter),
    /// Damage is dealt (120).
    Damage {
        /// By these sources.
        by: Filter,
        /// To these objects.
        to_objects: Filter,
        /// Or to these players.
        to_players: Players,
        /// Of this sort.
        kind: DamageKind,
    },
    /// Damage like that is prevented (615.13): once for each effect that prevents any of what is dealt at one time.
    Prevented(Box<Pattern>),
    /// A player gains life (119.3).
    GainsLife(Players),
    /// A player loses life (119.3).
    LosesLife(Players),
    /// A player pays life (119.4).
    PaysLife(Players),
    /// A player scries, surveils or mills (701.17, 701.22, 701.25).
    Acts(Act, Players),
    /// A player draws a card (121).
    Draws(Players),
    /// A player casts a spell (601.2i).
    Casts(Players, Filter),
    /// A player plays a land (305.1).
    PlaysLand(Players, Filter),
    /// A player activates an ability of that sort of such an object (602, 605).
    Activates(Players, Filter, AbilitySort),
    /// A creature attacks (508.3a): one of these players or anything if [`Players::Each`].
    Attacks(Filter, Players),
    /// A creature attacks such a planeswalker or battle (508.3a).
    AttacksPermanent(Filter, Filter),
    /// A creature is the only one that is declared as an attacker (506.5).
    AttacksAlone(Filter),
    /// A player attacks with one or more creatures (508.3d).
    AttacksWith(Players),
    /// Such a player, planeswalker or battle is attacked by one of the last players, once for all attackers (508.3b, 508.3e).
    IsAttacked(Players, Filter, Players),
    /// A creature blocks such a creature, once for each (modern 509.5b); with [`Filter::Any`] it blocks at all, once (509.5a).
    Blocks(Filter, Filter),
    /// A creature is the only one that is declared as a blocker (506.5).
    BlocksAlone(Filter),
    /// A creature comes to block a number of attackers that compares so, when it did not before (509.5e).
    BlocksCount(Filter, Comparison, u16),
    /// An attacker becomes blocked by such a creature, once for each (509.5d).
    BlockedBy(Filter, Filter),
    /// An attacker comes to be blocked by a number of creatures that compares so, when it was not before (509.5e).
    BlockedByCount(Filter, Comparison, u16),
    /// A creature becomes blocked (509.5c).
    BecomesBlocked(Filter),
    /// A creature attacks and is not blocked (509.5g).
    BecomesUnblocked(Filter),
    /// A permanent becomes tapped (701.26).
    Taps(Filter),
    /// A permanent becomes untapped.
    Untaps(Filter),
    /// A permanent is tapped for mana (106.12).
    TapsForMana(Filter),
    /// Mana is added to a player's pool.
    AddsMana(Players),
    /// Counters are put on such an object (122.6).
    PutsCounters(Filter, Option<Symbol>),
    /// Such an object comes to have that many counters of the kind or more, when it had fewer before; also as it enters (714.2b).
    CountersReach(Filter, Symbol, u16),
    /// Counters are put on such a player.
    PutsPlayerCounters(Players, Option<Symbol>),
    /// Counters are removed from such an object.
    RemovesCounters(Filter, Option<Symbol>),
    /// The last counter of that kind is removed from such an object (310.11b).
    LastCounterRemoved(Filter, Symbol),
    /// Such a permanent gets that designation, or comes to have that number of it (701.37b, 716.2d).
    Designated(Filter, Symbol, Option<u16>),
    /// A token is created under control of such a player (111).
    CreatesToken(Players, Filter),
    /// A step or phase begins in a turn of such a player.
    Begins(StepKind, Players),
    /// A turn of such a player begins.
    TurnBegins(Players),
    /// It becomes day or night (728).
    DaylightBecomes(Daylight),
    /// Such an object becomes the target of such a spell or ability (115.10, 603.2).
    Targeted(Filter, Filter),
    /// Such a player becomes the target of such a spell or ability.
    TargetsPlayer(Players, Filter),
    /// A permanent becomes attached to such an object (701.3).
    Attached(Filter, Filter),
    /// A permanent ceases to be attached to such an object (701.3d): it moves on, leaves, or what it was attached to does.
    Unattached(Filter, Filter),
    /// A spell or ability is countered (701.6).
    Countered(Filter),
    /// A permanent is turned face up (708.8).
    TurnsFaceUp(Filter),
    /// A permanent changes its controller.
    ChangesControl(Filter),
    /// Such a player loses control of such a permanent to another player (603.10d).
    LosesControl(Players, Filter),
    /// Such an object's spell or ability reveals such a card (701.20, 607.2h).
    Reveals(Filter, Filter),
    /// A permanent phases out.
    PhasesOut(Filter),
    /// A permanent phases in.
    PhasesIn(Filter),
    /// A player shuffles a library (701.24).
    Shuffles(Players),
    /// A player searches a library (701.23).
    Searches(Players),
    /// Such a player rolls one of these numbers to visit their Attractions (701.49).
    RollsToVisit(Players, Vec<u8>),
    /// A player loses the game (104.3).
    Loses(Players),
    /// Such a spell or ability has resolved (608.2p).
    Resolves(Filter),
    /// An ability of this object, linked to this one, did what it is said to do ([`super::Effect::Tell`]; 607.2h).
    Told(LinkKey, Filter),
    /// A keyword action of an author's own making, by that word ([`super::Effect::Announce`]).
    Custom(Symbol, Players, Filter),
    /// The pattern, where the event bound to the name also meets the condition.
    Where(Box<Pattern>, Var, Box<Condition>),
    /// The pattern, where the event's player also matches.
    WherePlayer(Box<Pattern>, PlayerFilter),
}

/// Why an object changes zones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum MoveCause {
    /// An effect or rule simply moves it.
    #[default]
    Effect,
    /// Destroyed (701.8).
    Destroy,
    /// Sacrificed (701.21).
    Sacrifice,
    /// Discarded (701.9).
    Discard,
    /// Milled (701.17).
    Mill,
    /// Drawn (121).
    Draw,
    /// Played as a land (305).
    Play,
    /// Cast: put onto the stack (601.2a).
    Cast,
    /// A spell that resolved (608.2n, 608.3).
    Resolve,
    /// A countered spell (701.6).
    Counter,
    /// A state-based action (704).
    StateBased,
    /// Its owner or controller left the game (800.4).
    LeftGame,
}

/// Sorts of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Drive, DriveMut)]
pub enum DamageKind {
    /// All damage.
    #[default]
    Any,
    /// Combat damage (510).
    Combat,
    /// Other damage.
    Noncombat,
}

/// Steps and phases as ability data names them (modern 500.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Drive, DriveMut)]
#[allow(missing_docs)]
pub enum StepKind {
    Untap,
    Upkeep,
    Draw,
    /// The first main phase of the turn (505.1a).
    PrecombatMain,
    BeginCombat,
    DeclareAttackers,
    DeclareBlockers,
    /// The first of two combat damage steps, where there are two (510.4).
    FirstCombatDamage,
    CombatDamage,
    EndCombat,
    /// Every other main phase (505.1a).
    PostcombatMain,
    End,
    Cleanup,
}

impl EventPattern {
    /// Whether it waits for the ability's source to leave the battlefield.
    pub fn is_leaving_of_this(&self) -> bool {
        fn this(filter: &Filter) -> bool {
            match filter {
                Filter::This => true,
                Filter::Is(objects) => **objects == Objects::This,
                Filter::And(all) => all.iter().any(this),
                _ => false,
            }
        }
        self.any.iter().any(|pattern| match pattern {
            Pattern::Moves { what, from: Some(ZoneKind::Battlefield), .. } => this(what),
            _ => false,
        })
    }
}
