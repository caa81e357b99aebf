//! Why an object is what it is: everything that made its characteristics, in the order in which it applied (modern 613).

use super::difference::{Difference, State};
use super::maker::{Maker, SaidIn};
use crate::ability::{Condition, Filter, Rule};
use crate::game::{Game, Presence};
use crate::ids::{ObjectId, PlayerId, Timestamp};
use crate::object::{Object, ObjectKind};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;

/// Where in the order of modern 613 an effect applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// 1a: copiable effects.
    Copy,
    /// 1b: being face down.
    FaceDown,
    /// 2: control.
    Control,
    /// 3: text.
    Text,
    /// 4: types.
    Types,
    /// 5: colours.
    Colors,
    /// 6: abilities.
    Abilities,
    /// 7a: power and toughness that the object defines itself.
    Defined,
    /// 7b: power and toughness set.
    Set,
    /// 7c: power and toughness modified.
    Modified,
    /// 7d: power and toughness switched.
    Switched,
    /// Where there are no layers: by dependency and timestamp only (classic 418.5).
    Unlayered,
}

impl Layer {
    /// The rule, by its id in the ledger.
    pub fn rule(self) -> &'static str {
        match self {
            Layer::Copy => "modern:613.2a",
            Layer::FaceDown => "modern:613.2b",
            Layer::Control => "modern:613.1b",
            Layer::Text => "modern:613.1c",
            Layer::Types => "modern:613.1d",
            Layer::Colors => "modern:613.1e",
            Layer::Abilities => "modern:613.1f",
            Layer::Defined => "modern:613.4a",
            Layer::Set => "modern:613.4b",
            Layer::Modified => "modern:613.4c",
            Layer::Switched => "modern:613.4d",
            Layer::Unlayered => "classic:418.5c",
        }
    }
    /// Its number: "7c". Nothing where there are no layers.
    pub fn number(self) -> Option<&'static str> {
        Some(match self {
            Layer::Copy => "1a",
            Layer::FaceDown => "1b",
            Layer::Control => "2",
            Layer::Text => "3",
            Layer::Types => "4",
            Layer::Colors => "5",
            Layer::Abilities => "6",
            Layer::Defined => "7a",
            Layer::Set => "7b",
            Layer::Modified => "7c",
            Layer::Switched => "7d",
            Layer::Unlayered => return None,
        })
    }
}

/// What an object is before any continuous effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// What is printed on it (109.3).
    Printed,
    /// What the effect that created the token says (111.3).
    Token,
    /// What it copies, as it entered as a copy (707.5) or is a copy of a spell (707.10).
    CopyOf,
    /// What a face-down spell or permanent shows (708.2a).
    FaceDown,
    /// Nothing: a face-down card in exile (406.3), or an ability on the stack (113.7a).
    Nothing,
    /// What it was when it was last in its zone (608.2h); how it came to be that is not known any more.
    LastKnown,
}

/// One effect that applied.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Where it applied.
    pub layer: Layer,
    /// Whose effect it is.
    pub by: Maker,
    /// Its timestamp (613.7); none for counters that only add up, and for the rules themselves.
    pub timestamp: Option<Timestamp>,
    /// Whether a characteristic-defining ability makes it, which comes first in its layer (613.3).
    pub defining: bool,
    /// The effects for which it had to wait though its timestamp is earlier, as it depends on them (613.8).
    pub waited_for: Vec<Maker>,
    /// What it changed of this object; nothing if the object was that already.
    pub differences: Vec<Difference>,
}

/// An effect that did not apply to the object though it might be expected to.
#[derive(Clone, PartialEq, Debug)]
pub struct Missed {
    /// Whose effect it is.
    pub by: Maker,
    /// Where it would have applied first.
    pub layer: Layer,
    /// Its timestamp (613.7).
    pub timestamp: Timestamp,
    /// Why it did not.
    pub because: NotApplied,
}

/// Why an effect did not apply to an object.
#[derive(Clone, PartialEq, Debug)]
pub enum NotApplied {
    /// Its source lost the ability before it began to apply, by that effect (613.6).
    AbilityLost {
        /// The effect that took it away.
        by: Option<Maker>,
    },
    /// Its own condition does not hold: this part of it (604.2, 611.3a).
    ConditionFails(Condition),
    /// The object is none of those of which it speaks.
    NotAffected(Mismatch),
}

impl NotApplied {
    /// How near it came to applying: of several effects the ones with the highest number are the most telling. A condition is
    /// asked only of what the effect speaks of, and what an object is comes before what else is said of it.
    pub fn nearness(&self) -> u8 {
        match self {
            NotApplied::NotAffected(Mismatch::Unknown | Mismatch::PhasedOut | Mismatch::Zone(_)) => 0,
            NotApplied::NotAffected(Mismatch::Part(Filter::Type(_) | Filter::Never)) => 1,
            NotApplied::NotAffected(Mismatch::Part(_)) => 2,
            NotApplied::AbilityLost { .. } => 3,
            NotApplied::ConditionFails(_) => 4,
        }
    }
}

/// What an object lacks to match.
#[derive(Clone, PartialEq, Debug)]
pub enum Mismatch {
    /// Nothing is known of it any more (400.7).
    Unknown,
    /// It is phased out (702.26b).
    PhasedOut,
    /// It is in that zone, of which nothing is said (109.2).
    Zone(ZoneKind),
    /// This part does not fit.
    Part(Filter),
}

/// Everything that made an object what it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    /// The object.
    pub object: ObjectId,
    /// What it began as.
    pub start: Start,
    /// Where the library says that; nothing if the rules do.
    pub said_in: Option<SaidIn>,
    /// Its characteristics and controller before any effect.
    pub before: State,
    /// What applied to it, in order.
    pub steps: Vec<Step>,
    /// What did not.
    pub missed: Vec<Missed>,
    /// What came of it: what the game says that the object is.
    pub after: State,
}

impl Account {
    /// The steps that changed something of which the question says yes.
    pub fn about<'a>(&'a self, is_asked: impl Fn(&Difference) -> bool + 'a) -> impl Iterator<Item = &'a Step> {
        self.steps.iter().filter(move |step| step.differences.iter().any(&is_asked))
    }
    /// What the start and all differences come to.
    pub fn replayed(&self) -> State {
        let mut state = self.before.clone();
        self.steps.iter().flat_map(|step| &step.differences).for_each(|difference| state.apply(difference));
        state
    }
}

/// A keyword that a player has (613.10).
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerHas {
    /// The keyword.
    pub keyword: Symbol,
    /// The object whose effect gives it.
    pub source: ObjectId,
    /// The timestamp of the effect.
    pub timestamp: Timestamp,
}

/// An effect on a player's maximum hand size (402.2, 613.11).
#[derive(Clone, PartialEq, Debug)]
pub struct HandSizeStep {
    /// Whose effect it is.
    pub by: Maker,
    /// What the maximum is with it; `None` for no maximum.
    pub after: Option<i32>,
}

impl Game {
    /// What changes the player's maximum hand size, in the order in which it applies.
    pub fn why_hand_size(&self, player: PlayerId) -> Vec<HandSizeStep> {
        crate::host::aside(self, || {
            let mut steps = Vec::new();
            self.hand_size_with(player, &mut |active, after| {
                let is_it = |rule: &Rule| matches!(rule, Rule::Player(rule) if std::ptr::eq(rule, active.rule));
                steps.push(HandSizeStep { by: self.maker_of_rule(active.scope, &is_it), after });
            });
            steps
        })
    }

    /// Why the object is what it is. It is worked out anew by the very function that works out characteristics. `None` if
    /// nothing is known of the object.
    pub fn why_characteristics(&self, id: ObjectId) -> Option<Account> {
        let object = match self.presence(id) {
            Presence::Present(object) => object,
            Presence::Gone(last) => {
                let state = State { characteristics: self.characteristics(id).clone(), controller: last.controller };
                let (start, said_in) = (Start::LastKnown, self.printed_in(id));
                let before = state.clone();
                return Some(Account { object: id, start, said_in, before, steps: vec![], missed: vec![], after: state });
            }
            Presence::Forgotten => return None,
        };
        let controller = match object.zone {
            ZoneKind::Battlefield | ZoneKind::Stack | ZoneKind::Command => object.controller,
            // modern 108.4a
            _ => object.owner,
        };
        let before = State { characteristics: self.base(object).clone(), controller };
        let recorded = crate::host::aside(self, || crate::layers::recorded(self, object, before.clone()));
        let start = self.start_of(object);
        // What is face down shows what the rules say.
        let said_in = self.printed_in(id).filter(|_| !matches!(start, Start::FaceDown | Start::Nothing));
        Some(Account {
            object: id,
            start,
            said_in,
            before,
            steps: recorded.steps,
            missed: recorded.missed,
            after: recorded.state,
        })
    }

    fn start_of(&self, object: &Object) -> Start {
        let is_shown = matches!(object.zone, ZoneKind::Battlefield | ZoneKind::Stack);
        match object.kind {
            ObjectKind::Ability => Start::Nothing,
            _ if object.face_down && is_shown => Start::FaceDown,
            _ if object.face_down => Start::Nothing,
            ObjectKind::SpellCopy => Start::CopyOf,
            _ if object.def != object.card => Start::CopyOf,
            ObjectKind::Token => Start::Token,
            ObjectKind::Card | ObjectKind::Emblem => Start::Printed,
        }
    }

    /// Whence the player has keywords, in the order of their timestamps.
    pub fn why_player_keywords(&self, player: PlayerId) -> Vec<PlayerHas> {
        self.keywords_of_player(player).collect()
    }
}
