//! Why a triggered ability has not triggered.

use super::account::Mismatch;
use super::maker::Maker;
use crate::ability::{
    AbilityBody, AbilityInstance, Condition, Effect, MoveCause, Occurrence, Players, StepKind, TriggerOn, Walk,
};
use crate::continuous::{Lasting, LastingEffect};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Timestamp};
use crate::zone::ZoneKind;

/// A question about one triggered ability. Beats that are run with it ([`crate::run::Run::asking`]) tell it of every event that
/// the ability could have triggered by; to ask about the past, the beats are run once more. It changes nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct TriggerInquiry {
    /// The object that has the ability, or whose spell or ability made it.
    pub source: ObjectId,
    /// Which of its abilities.
    pub which: WhichTrigger,
    /// The ability.
    pub instance: AbilityInstance,
    /// Who controls it.
    pub controller: PlayerId,
    /// What happened of the kinds that the ability waits for, and what came of each.
    pub findings: Vec<Finding>,
    /// How many events of other kinds there were.
    pub others: u32,
}

/// Which triggered ability of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichTrigger {
    /// One that it has, by its place among all its abilities.
    Place(u16),
    /// A delayed one (603.7), by the timestamp of its making.
    Delayed(Timestamp),
}

/// What came of one event.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The event.
    pub event: Event,
    /// The turn, by its number.
    pub turn: u32,
    /// The step or phase.
    pub step: StepKind,
    /// What came of it.
    pub heard: Heard,
}

/// What came of an event for an ability.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// It triggered, that many times (603.2, 603.2d).
    Triggered(u32),
    /// It did not.
    Not(WhyNotTriggered),
}

/// Why an ability did not trigger: the first thing that fails.
#[derive(Clone, PartialEq, Debug)]
pub enum WhyNotTriggered {
    /// The event is not what it waits for (603.2).
    Event(EventMismatch),
    /// It did not function then (113.6, 603.6, 603.10).
    NotFunctioning(Whereabouts),
    /// Its source was hidden all the time (603.2g).
    NeverSeen,
    /// It triggers once for what happens at one time, and did by another part of it (603.2c).
    Together,
    /// It was not the how-manieth such event that it waits for.
    OtherTime(Occurrence),
    /// Its "if" does not hold: this part of it (603.4).
    Condition(Condition),
    /// An effect keeps it from triggering (614.17).
    Stopped(Maker),
    /// It triggers that many times each turn, and has.
    UsedUp(u8),
    /// The state that it waits for is not there: this part of it is not (603.8).
    State(Condition),
    /// It has triggered by that state, and waits or is on the stack still (603.8).
    OnItsWay,
    /// It was over then: it had triggered, once and for all, or the time was up for which it waits (603.7b).
    Over,
    /// It is no triggered ability that the object has.
    NoSuchAbility,
}

/// What keeps an event from being what an ability waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum EventMismatch {
    /// It is another kind of event.
    Kind,
    /// The object comes from that zone, not from there.
    From(ZoneKind),
    /// The object goes to that zone, not to there.
    To(ZoneKind),
    /// It moves for that reason, and not for the right one.
    Cause(MoveCause),
    /// The object is none of those meant.
    Object {
        /// Which object, where the event tells.
        object: Option<ObjectId>,
        /// What it lacks.
        lacks: Mismatch,
    },
    /// The player is none of these.
    Player {
        /// Which player, where the event tells.
        player: Option<PlayerId>,
        /// Who is meant.
        meant: Players,
    },
    /// What it says of the event besides does not hold: this part of it.
    Condition(Condition),
    /// A word, a number or a sort is another one.
    Otherwise,
}

/// Why an ability does not function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// Its object was not there yet, or is forgotten (400.7).
    NotThere,
    /// Its object had left (603.10).
    Left,
    /// Its object was phased out (702.26b).
    PhasedOut,
    /// Its object was in that zone, where the ability does not function (113.6).
    In(ZoneKind),
    /// Its object did not have it then.
    Without,
}

impl EventMismatch {
    /// How far it got.
    fn progress(&self) -> u8 {
        match self {
            EventMismatch::Kind => 0,
            EventMismatch::From(_) | EventMismatch::To(_) => 1,
            EventMismatch::Cause(_) | EventMismatch::Otherwise => 2,
            EventMismatch::Object { .. } | EventMismatch::Player { .. } => 3,
            EventMismatch::Condition(_) => 4,
        }
    }
}

impl WhyNotTriggered {
    /// The rule that says so, by its id in the ledger.
    pub fn rule(&self) -> &'static str {
        match self {
            WhyNotTriggered::Event(_) | WhyNotTriggered::OtherTime(_) | WhyNotTriggered::UsedUp(_) => "modern:603.2",
            WhyNotTriggered::NotFunctioning(Whereabouts::PhasedOut) => "modern:702.26b",
            WhyNotTriggered::NotFunctioning(Whereabouts::Left) => "modern:603.10",
            WhyNotTriggered::NotFunctioning(Whereabouts::NotThere) => "modern:400.7",
            WhyNotTriggered::NotFunctioning(_) => "modern:113.6",
            WhyNotTriggered::NeverSeen => "modern:603.2g",
            WhyNotTriggered::Together => "modern:603.2c",
            WhyNotTriggered::Condition(_) => "modern:603.4",
            WhyNotTriggered::Stopped(_) => "modern:614.17",
            WhyNotTriggered::State(_) | WhyNotTriggered::OnItsWay => "modern:603.8",
            WhyNotTriggered::Over => "modern:603.7b",
            WhyNotTriggered::NoSuchAbility => "modern:603.1",
        }
    }
    /// How far it got: of several events the one that comes last is the most telling.
    pub fn progress(&self) -> u8 {
        match self {
            WhyNotTriggered::NoSuchAbility => 0,
            WhyNotTriggered::Event(mismatch) => 1 + mismatch.progress(),
            WhyNotTriggered::NotFunctioning(_) | WhyNotTriggered::Over => 10,
            WhyNotTriggered::NeverSeen => 11,
            WhyNotTriggered::Together | WhyNotTriggered::OtherTime(_) => 12,
            WhyNotTriggered::Condition(_) | WhyNotTriggered::State(_) => 13,
            WhyNotTriggered::Stopped(_) => 14,
            WhyNotTriggered::UsedUp(_) | WhyNotTriggered::OnItsWay => 15,
        }
    }
}

impl TriggerInquiry {
    /// Of several inquiries into the same past, whether the ability triggered in it.
    pub fn has_triggered(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding.heard, Heard::Triggered(_)))
    }
    /// The event by which it came nearest to triggering, the latest of several; nothing if there was none of its kind.
    pub fn nearest(&self) -> Option<(&Finding, &WhyNotTriggered)> {
        let failed = self.findings.iter().filter_map(|finding| match &finding.heard {
            Heard::Not(why) => Some((finding, why)),
            Heard::Triggered(_) => None,
        });
        failed.max_by_key(|(_, why)| why.progress())
    }
}

impl Game {
    /// A question about a triggered ability that waits for events, by its place among those of the object. `None` if there is no
    /// such ability.
    pub fn trigger_inquiry(&self, source: ObjectId, index: u16) -> Option<TriggerInquiry> {
        let instance = self.abilities(source).get(usize::from(index))?.clone();
        let AbilityBody::Triggered(triggered) = &instance.ability.kind else { return None };
        let TriggerOn::Event(_) = &triggered.on else { return None };
        let controller = self.controller(source);
        let which = WhichTrigger::Place(index);
        Some(TriggerInquiry { source, which, instance, controller, findings: Vec::new(), others: 0 })
    }

    /// The delayed triggered abilities that wait for an event now (603.7), the oldest first: the object whose spell or ability made
    /// each, as it was then, and when that was.
    pub fn delayed_triggers(&self) -> impl Iterator<Item = (ObjectId, Timestamp)> {
        let waits = |lasting: &&LastingEffect| matches!(&lasting.what, Lasting::Delayed { trigger, .. } if matches!(trigger.on, TriggerOn::Event(_)));
        self.lasting.iter().filter(waits).map(|lasting| (lasting.source, lasting.timestamp))
    }

    /// A question about a delayed triggered ability that waits for an event. `None` if it does not wait now.
    pub fn delayed_trigger_inquiry(&self, made: Timestamp) -> Option<TriggerInquiry> {
        let lasting = self.lasting.iter().find(|lasting| lasting.timestamp == made)?;
        let Lasting::Delayed { trigger, .. } = &lasting.what else { return None };
        let TriggerOn::Event(_) = &trigger.on else { return None };
        Some(TriggerInquiry {
            source: lasting.source,
            which: WhichTrigger::Delayed(made),
            instance: lasting.delayed_ability(trigger),
            controller: lasting.controller,
            findings: Vec::new(),
            others: 0,
        })
    }

    /// Whether the object can make delayed triggered abilities: one of its abilities says so.
    pub fn can_delay(&self, source: ObjectId) -> bool {
        let mut found = false;
        for instance in self.abilities(source) {
            instance.ability.each(|effect: &Effect| found |= matches!(effect, Effect::Delayed(..)));
        }
        found
    }

    /// Why an ability that waits for a state does not trigger now (603.8); `None` if it does, or waits for an event.
    pub fn why_not_triggered_by_state(&self, source: ObjectId, index: u16) -> Option<WhyNotTriggered> {
        let Some(instance) = self.abilities(source).get(usize::from(index)) else { return Some(WhyNotTriggered::NoSuchAbility) };
        let AbilityBody::Triggered(triggered) = &instance.ability.kind else { return Some(WhyNotTriggered::NoSuchAbility) };
        let TriggerOn::State(condition) = &triggered.on else { return None };
        if !self.state_triggers().iter().any(|active| active.source == source && active.index == index) {
            let whereabouts = self.whereabouts(source, &instance.ability);
            return Some(WhyNotTriggered::NotFunctioning(whereabouts));
        }
        if self.is_on_its_way(source, index) {
            return Some(WhyNotTriggered::OnItsWay);
        }
        let fails = || self.eval(self.scope_of(source, instance)).why_not_holding(condition);
        crate::host::aside(self, fails).map(WhyNotTriggered::State)
    }
}
