//! What ability data looks at. Which effects can depend on each other (modern 613.8a), and when derived state stays good,
//! follows from it; the answers may be "perhaps" but never wrongly "no".

use super::stage::Stages;
use crate::ability::{
    AbilityRef, Amount, Callback, Change, Condition, CostChange, Duration, Effect, EventPattern, Filter, Objects, Occurrence,
    PlayerRule, Players, Prohibition, Rule, Stat, Static, StaticPart,
};
use crate::eval::EventKinds;
use crate::event::EventKind;
use crate::ids::Var;
use bitflags::bitflags;
use derive_visitor::{Drive, Event, Visitor};
use std::any::Any;

bitflags! {
    /// What an effect reads of the objects in the game.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(crate) struct Reads: u16 {
        const NAME = 1;
        const COST = 2;
        const COLORS = 4;
        const TYPES = 8;
        const ABILITIES = 16;
        const CONTROL = 32;
        const PT = 64;
        /// Something that [`crate::game::Game::touch_lightly`] speaks of.
        const LIGHT = 128;
        /// The very object that is changed.
        const AFFECTED = 256;
        /// Who controls the effect: "you".
        const YOU = 512;
        /// Whose effect it is, what it remembers, what is bound in it.
        const SOURCE = 1024;
    }
}

impl Reads {
    /// All that layers can change.
    pub(super) const CHARACTERISTICS: Reads = Reads::NAME
        .union(Reads::COST)
        .union(Reads::COLORS)
        .union(Reads::TYPES)
        .union(Reads::ABILITIES)
        .union(Reads::CONTROL)
        .union(Reads::PT);

    /// What these pieces read.
    pub(super) fn of(data: &impl Drive) -> Reads {
        let mut reader = Reader { reads: Reads::empty(), inside: 0 };
        data.drive(&mut reader);
        reader.reads
    }
}

struct Reader {
    reads: Reads,
    /// How deep in abilities that are granted: what those read is no matter of the granting effect.
    inside: u32,
}

impl Visitor for Reader {
    fn visit(&mut self, item: &dyn Any, event: Event) {
        if item.is::<AbilityRef>() {
            match event {
                Event::Enter => self.inside += 1,
                Event::Exit => self.inside -= 1,
            }
            return;
        }
        if self.inside > 0 || matches!(event, Event::Exit) {
            return;
        }
        self.reads |= if let Some(filter) = item.downcast_ref::<Filter>() {
            of_filter(filter)
        } else if let Some(players) = item.downcast_ref::<Players>() {
            of_players(players)
        } else if let Some(amount) = item.downcast_ref::<Amount>() {
            of_amount(amount)
        } else if let Some(condition) = item.downcast_ref::<Condition>() {
            of_condition(condition)
        } else if let Some(objects) = item.downcast_ref::<Objects>() {
            match objects {
                Objects::Var(Var::AFFECTED) => Reads::AFFECTED | Reads::SOURCE,
                Objects::Linked(_) => Reads::LIGHT | Reads::SOURCE,
                Objects::All(_) => Reads::empty(),
                _ => Reads::SOURCE,
            }
        } else if let Some(stat) = item.downcast_ref::<Stat>() {
            of_stat(*stat)
        } else if let Some(change) = item.downcast_ref::<Change>() {
            match change {
                Change::AddActivatedAbilitiesOf(_) => Reads::ABILITIES,
                Change::Copy(_) | Change::FullText(_) => Reads::CHARACTERISTICS,
                Change::AddTextOf(_) => Reads::ABILITIES,
                Change::SetLinkedColor(_) => Reads::LIGHT,
                Change::Types(types) if types.add_linked_subtype.is_some() => Reads::LIGHT,
                _ => Reads::empty(),
            }
        } else if item.is::<Callback>() {
            // A script may look at anything.
            Reads::all()
        } else {
            Reads::empty()
        };
    }
}

fn of_filter(filter: &Filter) -> Reads {
    match filter {
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::SharesSubtype(_) | Filter::Permanent => {
            Reads::TYPES
        }
        Filter::SubtypeLinked(_) => Reads::TYPES | Reads::LIGHT | Reads::SOURCE,
        Filter::Color(_) | Filter::SharesColor(_) | Filter::Colorless | Filter::Monocolored | Filter::Multicolored => {
            Reads::COLORS
        }
        Filter::ColorLinked(_) => Reads::COLORS | Reads::LIGHT | Reads::SOURCE,
        Filter::Named(_) | Filter::SameName(_) => Reads::NAME,
        Filter::NameLinked(_) => Reads::NAME | Reads::LIGHT | Reads::SOURCE,
        Filter::Keyword(_) => Reads::ABILITIES,
        Filter::ControlledBy(_) => Reads::CONTROL,
        Filter::ProtectedBy(_) => Reads::TYPES | Reads::LIGHT,
        Filter::Tapped
        | Filter::Attacking
        | Filter::AttackingPlayer(_)
        | Filter::AttackingOne(_)
        | Filter::AttackingAlone
        | Filter::HadToAttack
        | Filter::Blocking
        | Filter::BlockingAlone
        | Filter::InCombatWith(_)
        | Filter::Blocked
        | Filter::Unblocked
        | Filter::Targets(_)
        | Filter::TargetCount(..)
        | Filter::CastOffTime
        | Filter::EnteredThisTurn
        | Filter::NewerThan(_)
        | Filter::EnteredBecause(..)
        | Filter::AttackedThisTurn
        | Filter::DamagedThisTurn => Reads::LIGHT,
        Filter::Any
        | Filter::Never
        | Filter::And(_)
        | Filter::Or(_)
        | Filter::Not(_)
        | Filter::Zone(_)
        | Filter::Token
        | Filter::Stat(..)
        | Filter::Counters(..)
        | Filter::AnyCounter
        | Filter::FaceDown => Reads::empty(),
        _ => Reads::SOURCE,
    }
}
fn of_players(players: &Players) -> Reads {
    match players {
        Players::You | Players::Opponents => Reads::CONTROL | Reads::YOU,
        Players::TeammatesOf(of) => of_players(of),
        Players::ControllerOf(_) => Reads::CONTROL | Reads::SOURCE,
        Players::Active => Reads::LIGHT,
        Players::Linked(_) | Players::ProtectorOf(_) => Reads::LIGHT | Reads::SOURCE,
        Players::DefendingPlayer(_) => Reads::LIGHT | Reads::CONTROL | Reads::SOURCE,
        _ => Reads::SOURCE,
    }
}
fn of_amount(amount: &Amount) -> Reads {
    match amount {
        Amount::Life(_) | Amount::PlayerCounters(..) | Amount::HandSize(_) | Amount::LibrarySize(_) | Amount::Linked(_) => {
            Reads::LIGHT | Reads::SOURCE
        }
        // Events are matched against objects as they are.
        Amount::Happened(..) => Reads::LIGHT,
        Amount::ColorsAmong(_) => Reads::COLORS,
        Amount::LastCountersAwaited(..) => Reads::ABILITIES | Reads::SOURCE,
        Amount::BasicTypesAmong(_) => Reads::TYPES,
        Amount::Fixed(_) => Reads::empty(),
        _ => Reads::SOURCE,
    }
}
fn of_condition(condition: &Condition) -> Reads {
    match condition {
        Condition::TurnOf(_)
        | Condition::During(_)
        | Condition::When(_)
        | Condition::Daylight(_)
        | Condition::Happened(..)
        | Condition::Unresolved(_)
        | Condition::ChosenWord(..) => Reads::LIGHT,
        _ => Reads::empty(),
    }
}
fn of_stat(stat: Stat) -> Reads {
    match stat {
        Stat::Power | Stat::Toughness | Stat::BasePower | Stat::BaseToughness => Reads::PT | Reads::TYPES,
        Stat::ManaValue => Reads::COST,
        Stat::Number(_) | Stat::Printed(_) => Reads::COST | Reads::TYPES,
        Stat::Damage | Stat::Designation(_) => Reads::LIGHT,
        Stat::X => Reads::empty(),
    }
}

/// What the layers need to know of an effect before they look into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EffectInfo {
    /// The layers in which it changes something.
    pub stages: Stages,
    /// The layers in which it can take abilities away, and with them other effects.
    pub kills: Stages,
    /// What it reads.
    pub reads: Reads,
    /// What of it decides to which objects it applies.
    pub finds: Reads,
    /// Whether its changes are the same for every object, whatever the board.
    pub fixed: bool,
    /// Whether it comes from a characteristic-defining ability (604.3).
    pub defining: bool,
}

impl EffectInfo {
    /// Of changes alone.
    pub fn of_changes(changes: &[Change]) -> Self {
        let mut info = EffectInfo {
            stages: Stages::empty(),
            kills: Stages::empty(),
            reads: Reads::empty(),
            finds: Reads::empty(),
            fixed: true,
            defining: false,
        };
        changes.iter().for_each(|change| info.add(change));
        info
    }
    /// Of a static ability; `None` if it changes no characteristics.
    pub fn of_static(ability: &Static) -> Option<Self> {
        let mut info = EffectInfo::of_changes(&[]);
        for part in &ability.parts {
            if let StaticPart::Continuous { affects, changes } = part {
                info.finds |= Reads::of(affects);
                changes.iter().for_each(|change| info.add(change));
            }
        }
        if info.stages.is_empty() {
            return None;
        }
        info.reads |= Reads::of(&ability.condition) | info.finds;
        info.defining = ability.characteristic_defining;
        Some(info)
    }
    fn add(&mut self, change: &Change) {
        self.stages |= Stages::of(change);
        self.kills |= Stages::where_it_kills(change);
        self.fixed &= says_fixed(change) && is_plain(change);
        if !says_fixed(change) {
            self.reads |= Reads::of(change);
        }
    }
}

/// Whether the change needs no evaluation; spares walking the data.
fn says_fixed(change: &Change) -> bool {
    use crate::ability::PtChange;
    let fixed = |amount: &Amount| matches!(amount, Amount::Fixed(_));
    let fixed_or_none = |amount: &Option<Amount>| amount.as_ref().is_none_or(fixed);
    match change {
        Change::Pt(PtChange::Modify(a, b)) => fixed(a) && fixed(b),
        Change::Pt(PtChange::Set(a, b) | PtChange::Define(a, b)) => fixed_or_none(a) && fixed_or_none(b),
        Change::Types(types) => types.add_linked_subtype.is_none(),
        Change::Copy(_)
        | Change::FullText(_)
        | Change::AddTextOf(_)
        | Change::Control(_)
        | Change::SetLinkedColor(_)
        | Change::AddActivatedAbilitiesOf(_) => false,
        Change::Pt(PtChange::Switch)
        | Change::Become(_)
        | Change::ReplaceColorWord(..)
        | Change::ReplaceLandType(..)
        | Change::ReplaceCreatureType(..)
        | Change::ReplaceChosenWord(_)
        | Change::SetText(_)
        | Change::AddText(_)
        | Change::ExchangeText
        | Change::AddNames(_)
        | Change::AddToName(_)
        | Change::SetColors(_)
        | Change::AddColors(_)
        | Change::AddAbility(_)
        | Change::AddKeyword(..)
        | Change::RemoveKeyword(_)
        | Change::RemoveAllAbilities
        | Change::SetName(_) => true,
    }
}

/// Whether the change does no more than change the object's characteristics.
fn is_plain(change: &Change) -> bool {
    matches!(
        change,
        Change::Pt(_)
            | Change::Types(_)
            | Change::SetColors(_)
            | Change::AddColors(_)
            | Change::AddAbility(_)
            | Change::AddKeyword(..)
            | Change::RemoveKeyword(_)
            | Change::RemoveAllAbilities
            | Change::SetName(_)
    )
}

/// What a game has to look out for because some ability speaks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Concerns {
    /// The kinds of past events that are asked about: what history has to keep.
    pub history: EventKinds,
    /// Whether something says that objects can't have a keyword.
    pub denied_keywords: bool,
    /// Whether something gives objects abilities that replace events, which then count as the objects enter (614.12).
    pub granted_replacements: bool,
    /// Whether something gives abilities to players, or takes them away (613.10).
    pub abilities_of_players: bool,
    /// Whether something forbids casting spells.
    pub forbids_casting: bool,
    /// Whether something may stand in for mana.
    pub stands_in: bool,
    /// Whether something changes the costs of activated abilities.
    pub ability_costs: bool,
    /// Whether something lets face-down permanents be turned face up.
    pub turns_up: bool,
}

impl Concerns {
    /// Of these abilities.
    pub fn of(data: &impl Drive) -> Self {
        let mut concerns = Concerns::default();
        data.drive(&mut concerns);
        concerns
    }
    /// Both together.
    pub fn and(self, other: Concerns) -> Self {
        Concerns {
            history: self.history.union(other.history),
            denied_keywords: self.denied_keywords || other.denied_keywords,
            granted_replacements: self.granted_replacements || other.granted_replacements,
            abilities_of_players: self.abilities_of_players || other.abilities_of_players,
            forbids_casting: self.forbids_casting || other.forbids_casting,
            stands_in: self.stands_in || other.stands_in,
            ability_costs: self.ability_costs || other.ability_costs,
            turns_up: self.turns_up || other.turns_up,
        }
    }
}

/// What has to be remembered to tell whether something has ended before it could begin (610.3a-b). That its own source has
/// left can be seen.
fn asked_until(until: &EventPattern) -> EventKinds {
    if until.is_leaving_of_this() { EventKinds::NONE } else { until.kinds() }
}

impl Visitor for Concerns {
    fn visit(&mut self, item: &dyn Any, event: Event) {
        if matches!(event, Event::Exit) {
            return;
        }
        if let Some(change) = item.downcast_ref::<Change>() {
            let grants = |ability: &AbilityRef| match &ability.kind {
                crate::ability::AbilityBody::Static(effect) => {
                    effect.parts.iter().any(|part| matches!(part, StaticPart::Replacement(_)))
                }
                _ => false,
            };
            self.granted_replacements |= match change {
                Change::AddAbility(ability) => grants(ability),
                Change::AddKeyword(_, abilities) => abilities.iter().any(grants),
                _ => false,
            };
        }
        let asked = if let Some(Condition::Happened(pattern, ..)) = item.downcast_ref::<Condition>() {
            pattern.kinds()
        } else if let Some(Amount::Happened(pattern, _)) = item.downcast_ref::<Amount>() {
            pattern.kinds()
        } else if let Some(pattern) = item.downcast_ref::<EventPattern>() {
            match pattern.occurrence {
                Occurrence::Nth(_) | Occurrence::ExceptFirstOfStep => pattern.kinds(),
                Occurrence::Each | Occurrence::Batch => EventKinds::NONE,
            }
        } else if let Some(filter) = item.downcast_ref::<Filter>() {
            match filter {
                Filter::AttackedThisTurn => EventKinds::of(EventKind::Attack),
                Filter::DamagedThisTurn => EventKinds::of(EventKind::Damage),
                _ => EventKinds::NONE,
            }
        } else if let Some(Effect::ExileUntil(_, until) | Effect::PhaseOutUntil(_, until)) = item.downcast_ref::<Effect>() {
            asked_until(until)
        } else if let Some(Duration::Until(until)) = item.downcast_ref::<Duration>() {
            asked_until(until)
        } else if let Some(Prohibition::HaveKeyword(..)) = item.downcast_ref::<Prohibition>() {
            self.denied_keywords = true;
            EventKinds::NONE
        } else if let Some(PlayerRule::Has(..) | PlayerRule::Loses(..)) = item.downcast_ref::<PlayerRule>() {
            self.abilities_of_players = true;
            EventKinds::NONE
        } else if let Some(Prohibition::Cast(..)) = item.downcast_ref::<Prohibition>() {
            self.forbids_casting = true;
            EventKinds::NONE
        } else if let Some(change) = item.downcast_ref::<CostChange>() {
            match change {
                CostChange::PayWith(..) => self.stands_in = true,
                CostChange::IncreaseAbilities(..)
                | CostChange::ReduceAbilities(..)
                | CostChange::AbilitiesAtLeast(..)
                | CostChange::LifeFor(..) => self.ability_costs = true,
                _ => {}
            }
            EventKinds::NONE
        } else if let Some(Rule::TurnUp(..)) = item.downcast_ref::<Rule>() {
            self.turns_up = true;
            EventKinds::NONE
        } else if item.is::<Callback>() {
            // A script may ask about and yield anything.
            self.denied_keywords = true;
            self.granted_replacements = true;
            self.abilities_of_players = true;
            self.forbids_casting = true;
            self.stands_in = true;
            self.ability_costs = true;
            EventKinds::ALL
        } else {
            EventKinds::NONE
        };
        self.history = self.history.union(asked);
    }
}
