//! What a card's abilities ask for, read from their filters: a Goblin where Goblins are spoken of, a card in a graveyard where
//! one is returned. Boards are furnished with it.

use super::props::definition;
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityRef, Amount, Comparison, Condition, CostPart, EventPattern, Filter, Keyword, Players, Rule,
    Stat, Static, StaticPart, Zones,
};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, DefKind};
use cardwright_engine::event::EventKind;
use cardwright_engine::mana::{Color, ColorSet, ManaCost, ManaSymbol, ManaType};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, Supertype};
use cardwright_engine::zone::ZoneKind;
use derive_visitor::{Drive, Event, Visitor};
use std::any::Any;
use std::collections::BTreeSet;

/// Something that a filter matches.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Wanted {
    /// What it is.
    pub is: Characteristics,
    /// Which types it must not have.
    not: Vec<CardType>,
    /// Colours that it must not have.
    off: ColorSet,
    /// Where it is; wherever it can be if that is not said.
    pub zone: Option<ZoneKind>,
    /// Whose it is.
    pub side: Side,
    /// Whether it is a token.
    pub token: bool,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it is face down.
    pub face_down: bool,
    /// Its counters.
    pub counters: Vec<(Symbol, u32)>,
    /// Whether damage is marked on it.
    pub damaged: bool,
}

/// Whose something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Side {
    /// Anybody's.
    #[default]
    Any,
    /// Of the player who has the card.
    Yours,
    /// Of their opponents.
    Theirs,
}

/// What abilities ask for.
#[derive(Default)]
pub(super) struct Wishes {
    /// Things that match their filters.
    pub things: Vec<Wanted>,
    /// How many of each thing.
    pub copies: usize,
    /// Kinds of counters that they speak of.
    pub counters: BTreeSet<Symbol>,
    /// Kinds of events that they wait for or count.
    pub events: Vec<EventKind>,
    depth: usize,
}

/// No board has more of a thing, or more sorts of things, or more of all together.
const MOST_COPIES: usize = 20;
const MOST_THINGS: usize = 12;
const MOST_OF_ALL: usize = 48;

impl Wishes {
    /// What these abilities ask for.
    pub fn of<'a>(abilities: impl Iterator<Item = &'a Ability>) -> Self {
        let mut wishes = Wishes { copies: 2, ..Wishes::default() };
        for ability in abilities {
            ability.drive(&mut wishes);
        }
        let most = MOST_OF_ALL / wishes.things.len().max(1);
        wishes.copies = wishes.copies.min(most).max(1);
        wishes
    }

    fn filter(&mut self, filter: &Filter) {
        for mut thing in alternatives(filter) {
            thing.settle();
            if thing != Wanted::default() && self.things.len() < MOST_THINGS && !self.things.contains(&thing) {
                self.things.push(thing);
            }
        }
    }

    fn copies(&mut self, amount: &Amount, more: i32) {
        if let Amount::Fixed(number) = amount {
            let number = usize::try_from(number.saturating_add(more)).unwrap_or(0);
            self.copies = self.copies.max(number.min(MOST_COPIES));
        }
    }
}

impl Visitor for Wishes {
    fn visit(&mut self, item: &dyn Any, event: Event) {
        if let Some(filter) = item.downcast_ref::<Filter>() {
            match event {
                Event::Enter => {
                    if self.depth == 0 {
                        self.filter(filter);
                    }
                    if let Filter::Counters(kind, ..) = filter {
                        self.counters.insert(*kind);
                    }
                    self.depth += 1;
                }
                Event::Exit => self.depth -= 1,
            }
        }
        if matches!(event, Event::Exit) {
            return;
        }
        if let Some(pattern) = item.downcast_ref::<EventPattern>() {
            let kinds = pattern.kinds();
            self.events.extend(ALL_KINDS.iter().copied().filter(|kind| kinds.has(*kind)));
        } else if let Some(condition) = item.downcast_ref::<Condition>() {
            if let Condition::Compare(_, comparison, number) = condition {
                self.copies(number, i32::from(*comparison == Comparison::Greater));
            }
        } else if let Some(part) = item.downcast_ref::<CostPart>() {
            match part {
                CostPart::Tap(_, amount)
                | CostPart::Sacrifice(_, amount, _)
                | CostPart::Discard(_, amount, _)
                | CostPart::Exile(_, _, amount, _)
                | CostPart::ReturnToHand(_, amount, _)
                | CostPart::Reveal(_, amount, _) => self.copies(amount, 0),
                CostPart::RemoveCounters(kind, _) => {
                    self.counters.insert(*kind);
                }
                _ => {}
            }
        } else if let Some(Amount::Counters(_, kind) | Amount::PlayerCounters(_, kind)) = item.downcast_ref::<Amount>() {
            self.counters.insert(*kind);
        }
    }
}

/// Kinds of events that stage directions bring about.
const ALL_KINDS: &[EventKind] = {
    use EventKind as E;
    &[
        E::Move,
        E::Destroy,
        E::Damage,
        E::Prevented,
        E::GainLife,
        E::LoseLife,
        E::Act,
        E::Draw,
        E::Tap,
        E::Untap,
        E::PutCounters,
        E::RemoveCounters,
        E::CreateTokens,
        E::Attach,
        E::Unattach,
        E::Targeted,
        E::Counter,
        E::Daylight,
        E::ControlChanged,
        E::Turned,
        E::Transform,
        E::Phase,
        E::Shuffle,
        E::Search,
        E::Reveal,
        E::Lose,
        E::Coin,
        E::AddMana,
    ]
};

/// Different things that match the filter; none if no plain thing does.
fn alternatives(filter: &Filter) -> Vec<Wanted> {
    let mut found = vec![Wanted::default()];
    add(&mut found, filter, true);
    found
}

/// Makes the things match the filter too, or not match it.
fn add(things: &mut Vec<Wanted>, filter: &Filter, holds: bool) {
    match (filter, holds) {
        (Filter::And(all), true) | (Filter::Or(all), false) => all.iter().for_each(|one| add(things, one, holds)),
        (Filter::Or(any), true) | (Filter::And(any), false) => {
            let before = std::mem::take(things);
            for one in any.iter().take(4) {
                let mut some = before.clone();
                add(&mut some, one, holds);
                things.extend(some);
            }
            things.truncate(6);
        }
        (Filter::Not(inner), _) => add(things, inner, !holds),
        _ => things.iter_mut().for_each(|thing| if holds { thing.be(filter) } else { thing.be_not(filter) }),
    }
}

impl Wanted {
    fn be(&mut self, filter: &Filter) {
        let is = &mut self.is;
        match filter {
            Filter::Zone(zone) => self.zone = Some(*zone),
            Filter::Spell => self.zone = Some(ZoneKind::Stack),
            Filter::Type(card_type) => is.types.types |= card_type.set(),
            Filter::Supertype(supertype) => is.types.supertypes |= supertype.set(),
            Filter::Subtype(subtype) => is.types.add_subtype(*subtype),
            Filter::Color(color) => is.colors |= color.set(),
            Filter::Monocolored if is.colors.count() == 0 => is.colors = Color::Red.set(),
            Filter::Multicolored => is.colors |= Color::Red.set() | Color::Green.set(),
            Filter::Colorless => self.off = ColorSet::all(),
            Filter::Named(name) => is.name = *name,
            Filter::Keyword(name) => is.abilities.push(super::props::printed(marker(*name))),
            Filter::ControlledBy(players) | Filter::OwnedBy(players) => {
                self.side = match **players {
                    Players::You => Side::Yours,
                    Players::Opponents => Side::Theirs,
                    _ => self.side,
                }
            }
            Filter::Stat(stat, comparison, amount) => {
                let number = if let Amount::Fixed(number) = **amount { number } else { 2 };
                self.number(*stat, *comparison, number);
            }
            Filter::Counters(kind, _, amount) => {
                let number = if let Amount::Fixed(number) = **amount { number.clamp(1, 20) as u32 } else { 2 };
                self.counters.push((*kind, number));
            }
            Filter::AnyCounter => self.counters.push((Symbol::new("charge"), 1)),
            Filter::Tapped => self.tapped = true,
            Filter::Token => self.token = true,
            Filter::FaceDown => self.face_down = true,
            Filter::DamagedThisTurn => self.damaged = true,
            _ => {}
        }
    }

    fn be_not(&mut self, filter: &Filter) {
        match filter {
            Filter::Type(card_type) => self.not.push(*card_type),
            Filter::Color(color) => self.off |= color.set(),
            Filter::Colorless if self.is.colors.is_empty() => self.is.colors = Color::Red.set(),
            Filter::Stat(stat, comparison, amount) => {
                let number = if let Amount::Fixed(number) = **amount { number } else { 2 };
                let opposite = match comparison {
                    Comparison::Equal => Comparison::NotEqual,
                    Comparison::NotEqual => Comparison::Equal,
                    Comparison::Less => Comparison::AtLeast,
                    Comparison::AtMost => Comparison::Greater,
                    Comparison::Greater => Comparison::AtMost,
                    Comparison::AtLeast => Comparison::Less,
                };
                self.number(*stat, opposite, number);
            }
            _ => {}
        }
    }

    fn number(&mut self, stat: Stat, comparison: Comparison, number: i32) {
        let number = match comparison {
            Comparison::Equal | Comparison::AtMost | Comparison::AtLeast => number,
            Comparison::NotEqual | Comparison::Greater => number + 1,
            Comparison::Less => number - 1,
        };
        match stat {
            Stat::Power | Stat::BasePower => self.is.power = Some(number),
            Stat::Toughness | Stat::BaseToughness => self.is.toughness = Some(number.max(1)),
            Stat::ManaValue => self.is.cost = Some(ManaCost::generic(number.clamp(0, 16) as u16)),
            Stat::Damage => self.damaged = true,
            Stat::Number(_) | Stat::Printed(_) | Stat::Designation(_) | Stat::X => {}
        }
    }

    /// Fills in what a card needs besides: a type, a cost of its colours, power and toughness, a name.
    fn settle(&mut self) {
        if *self == Wanted::default() {
            return;
        }
        if self.is.types.types.is_empty() {
            let likely = self.likely_type();
            self.is.types.types = likely.set();
        }
        let is = &mut self.is;
        is.colors = is.colors.difference(self.off);
        let creature = is.types.is(CardType::Creature);
        if creature {
            is.power = is.power.or(Some(2));
            is.toughness = is.toughness.or(Some(2));
            if is.types.subtypes.is_empty() {
                is.types.subtypes.push(Symbol::new("Bear"));
            }
        } else {
            (is.power, is.toughness) = (None, None);
        }
        if is.types.is(CardType::Planeswalker) {
            is.numbers.set(Symbol::new("loyalty"), 4);
        }
        if is.types.is(CardType::Battle) {
            is.numbers.set(Symbol::new("defense"), 4);
        }
        if !is.types.is(CardType::Land) && !self.token {
            let colored = is.colors.colors().map(|color| ManaSymbol::Of(ManaType::Colored(color)));
            let mut cost = is.cost.take().unwrap_or_else(|| ManaCost::generic(1));
            let many = is.colors.count();
            let generic = cost.mana_value(0).saturating_sub(many);
            cost = ManaCost::generic(generic as u16);
            cost.symbols.extend(colored);
            is.cost = Some(cost);
        }
    }

    fn likely_type(&self) -> CardType {
        let subtype = |name: &str| self.is.types.subtypes.iter().any(|known| known.as_str() == name);
        let lands = ["Plains", "Island", "Swamp", "Mountain", "Forest", "Gate", "Desert", "Cave"];
        let artifacts =
            ["Equipment", "Vehicle", "Treasure", "Clue", "Food", "Blood", "Attraction", "Contraption", "Fortification"];
        let enchantments = ["Aura", "Saga", "Shrine", "Curse", "Class", "Background", "Room", "Role"];
        let first = if lands.into_iter().any(subtype) || self.is.types.supertypes.contains(Supertype::Basic.set()) {
            CardType::Land
        } else if artifacts.into_iter().any(subtype) {
            CardType::Artifact
        } else if enchantments.into_iter().any(subtype) {
            CardType::Enchantment
        } else {
            CardType::Creature
        };
        let others = [CardType::Creature, CardType::Artifact, CardType::Enchantment, CardType::Sorcery, CardType::Land];
        [first].into_iter().chain(others).find(|one| !self.not.contains(one)).unwrap_or(first)
    }

    /// The definition, with that name unless it has one.
    pub fn definition(&self, name: &str) -> CardDef {
        let mut is = self.is.clone();
        let key = Symbol::new(name);
        if is.name.is_empty() {
            is.name = key;
        }
        let kind = if self.token { DefKind::Token } else { DefKind::Card };
        CardDef { key, ..definition(is, kind) }
    }
}

/// A keyword that does nothing: for things that must have it.
fn marker(name: Symbol) -> AbilityRef {
    let parts = vec![StaticPart::Rule(Rule::Marker)];
    let body = Static { condition: Condition::Always, parts, characteristic_defining: false };
    let keyword = Some(Keyword { name, argument: Symbol::new("") });
    AbilityRef::new(Ability { keyword, ..Ability::new(Zones::Usual, AbilityBody::Static(body)) })
}
