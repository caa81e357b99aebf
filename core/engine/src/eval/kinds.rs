//! Which kinds of events a pattern can match: what indexes of triggers and replacement effects are sorted by.

use crate::ability::{EventPattern, Pattern};
use crate::event::EventKind;
use serde::{Deserialize, Serialize};

/// A set of kinds of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EventKinds(u64);

const _: () = assert!(EventKind::COUNT <= 64, "a set of kinds is one word");

impl EventKinds {
    /// No kind.
    pub const NONE: EventKinds = EventKinds(0);
    /// Every kind.
    pub const ALL: EventKinds = EventKinds((1 << EventKind::COUNT) - 1);

    /// The set with this kind alone.
    pub const fn of(kind: EventKind) -> Self {
        EventKinds(1 << kind as u64)
    }
    /// Whether the kind is in it.
    pub const fn has(self, kind: EventKind) -> bool {
        self.0 & (1 << kind as u64) != 0
    }
    /// Both together.
    #[must_use]
    pub const fn union(self, other: EventKinds) -> Self {
        EventKinds(self.0 | other.0)
    }
    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The places of its kinds in indexes by kind, in order.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (place < u64::BITS).then_some(place as usize)
        })
    }
}

impl EventPattern {
    /// The kinds of events that it can match.
    pub fn kinds(&self) -> EventKinds {
        self.any.iter().fold(EventKinds::NONE, |kinds, pattern| kinds.union(pattern.kinds()))
    }
}

impl Pattern {
    /// The kinds of events that it can match.
    pub fn kinds(&self) -> EventKinds {
        EventKinds::of(match self {
            // modern 701.3d: ceasing to be attached, whatever happens for it.
            Pattern::Unattached(..) => {
                return EventKinds::of(EventKind::Unattach)
                    .union(EventKinds::of(EventKind::Move))
                    .union(EventKinds::of(EventKind::Attach));
            }
            Pattern::LosesControl(..) => EventKind::ControlChanged,
            Pattern::Reveals(..) => EventKind::Reveal,
            Pattern::Moves { .. } | Pattern::PlaysLand(..) => EventKind::Move,
            Pattern::Destroyed(_) => EventKind::Destroy,
            Pattern::Damage { .. } => EventKind::Damage,
            Pattern::Prevented(_) => EventKind::Prevented,
            Pattern::PaysLife(_) => EventKind::PayLife,
            Pattern::Acts(..) => EventKind::Act,
            Pattern::GainsLife(_) => EventKind::GainLife,
            Pattern::LosesLife(_) => EventKind::LoseLife,
            Pattern::Draws(_) => EventKind::Draw,
            Pattern::Casts(..) => EventKind::Cast,
            Pattern::Activates(..) => EventKind::Activated,
            Pattern::Attacks(..) => EventKind::Attack,
            Pattern::AttacksPermanent(..) => EventKind::Attack,
            Pattern::AttacksAlone(_) => EventKind::AttacksAlone,
            Pattern::AttacksWith(_) => EventKind::AttackDeclared,
            Pattern::IsAttacked(..) => EventKind::Attacked,
            Pattern::Blocks(..) => EventKind::Block,
            Pattern::BlocksAlone(_) => EventKind::BlocksAlone,
            Pattern::BlocksCount(..) | Pattern::BlockedByCount(..) => EventKind::BlockCount,
            Pattern::BlockedBy(..) => return EventKinds::of(EventKind::Block).union(EventKinds::of(EventKind::BlockedBy)),
            Pattern::BecomesBlocked(_) => EventKind::BecomeBlocked,
            Pattern::BecomesUnblocked(_) => EventKind::BecomeUnblocked,
            Pattern::Taps(_) => EventKind::Tap,
            Pattern::Untaps(_) => EventKind::Untap,
            Pattern::TapsForMana(_) | Pattern::AddsMana(_) => EventKind::AddMana,
            Pattern::PutsCounters(..) | Pattern::PutsPlayerCounters(..) => EventKind::PutCounters,
            Pattern::RemovesCounters(..) | Pattern::LastCounterRemoved(..) => EventKind::RemoveCounters,
            Pattern::Designated(..) => EventKind::Designate,
            Pattern::CreatesToken(..) => EventKind::CreateTokens,
            Pattern::Begins(..) => EventKind::Begin,
            Pattern::TurnBegins(_) => EventKind::TurnBegin,
            Pattern::DaylightBecomes(_) => EventKind::Daylight,
            Pattern::CountersReach(..) => EventKind::PutCounters,
            Pattern::Targeted(..) | Pattern::TargetsPlayer(..) => EventKind::Targeted,
            // What enters attached becomes attached by it.
            Pattern::Attached(..) => return EventKinds::of(EventKind::Attach).union(EventKinds::of(EventKind::Move)),
            Pattern::Countered(_) => EventKind::Counter,
            Pattern::TurnsFaceUp(_) => EventKind::Turned,
            Pattern::ChangesControl(_) => EventKind::ControlChanged,
            Pattern::PhasesOut(_) | Pattern::PhasesIn(_) => EventKind::Phase,
            Pattern::Shuffles(_) => EventKind::Shuffle,
            Pattern::Searches(_) => EventKind::Search,
            Pattern::RollsToVisit(..) => EventKind::RollToVisit,
            Pattern::Loses(_) => EventKind::Lose,
            Pattern::Resolves(_) => EventKind::Resolved,
            Pattern::Told(..) => EventKind::Told,
            Pattern::Custom(..) => EventKind::Custom,
            Pattern::Where(pattern, ..) | Pattern::WherePlayer(pattern, _) => return pattern.kinds(),
        })
    }
}
