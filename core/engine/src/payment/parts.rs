//! The parts of a cost that are not mana: what they need, and whether all of them can be paid together (modern 118.3).

use super::solver::Alternative;
use super::{PaidFor, TotalCost};
use crate::ability::{Amount, CostPart, Effect, Filter, PlayerRule, Players, Prohibition, Rule, Stat};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Object, Recipient};
use crate::symbol::Symbol;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// How a cost uses up an object. One object can serve each way once, and tapping comes before leaving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// It becomes tapped.
    Tap,
    /// It leaves its zone.
    Leave,
    /// It is shown, and stays.
    Show,
}

/// The most objects that one cost is shared out among: far beyond what a cost can mean.
const LIMIT: usize = 10_000;

/// Candidates of one part.
pub(crate) type Candidates = SmallVec<[ObjectId; 8]>;

/// That many of these objects are needed.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    /// What for.
    pub(crate) how: How,
    /// Any of these.
    pub(crate) among: Candidates,
    /// So many.
    pub(crate) count: u32,
}

/// Enough of these objects are needed for a number of theirs to add up to so much. Objects that other demands take do not count.
#[derive(Clone, Debug)]
pub(crate) struct TotalDemand {
    /// What for.
    pub(crate) how: How,
    /// Any of these, each with its number.
    pub(crate) among: SmallVec<[(ObjectId, i64); 8]>,
    /// So much.
    pub(crate) least: i64,
}

impl TotalDemand {
    /// Whether those of the objects that are not used otherwise are enough.
    fn met_without(&self, used: &dyn Fn(&ObjectId) -> bool) -> bool {
        let left = self.among.iter().filter(|(object, number)| *number > 0 && !used(object));
        left.map(|(_, number)| *number).sum::<i64>() >= self.least
    }
    fn speaks_of(&self, object: &ObjectId) -> bool {
        self.among.iter().any(|(known, _)| known == object)
    }
}

/// What the parts of a cost need besides mana.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demands {
    /// Objects.
    pub(crate) objects: SmallVec<[Demand; 2]>,
    /// Objects that together have enough of something.
    pub(crate) totals: SmallVec<[TotalDemand; 1]>,
    /// Life (119.4).
    pub(crate) life: u32,
}

impl Demands {
    /// Whether no object is needed.
    pub(crate) fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.totals.is_empty()
    }
    /// Whether the object may have to be tapped.
    pub(crate) fn may_tap(&self, object: &ObjectId) -> bool {
        self.objects.iter().any(|demand| demand.how == How::Tap && demand.among.contains(object))
            || self.totals.iter().any(|demand| demand.how == How::Tap && demand.speaks_of(object))
    }
    /// Whether the alternative of a mana source uses an object that may be needed.
    pub(crate) fn contests(&self, way: &Alternative<'_>) -> bool {
        let contested = |how: How, among: &dyn Fn(&ObjectId) -> bool| {
            way.leaves.iter().any(among) || how == How::Tap && way.taps.iter().any(among)
        };
        self.objects.iter().any(|demand| contested(demand.how, &|object| demand.among.contains(object)))
            || self.totals.iter().any(|demand| contested(demand.how, &|object| demand.speaks_of(object)))
    }
    /// Whether there are enough different objects, if those have been tapped and those have left.
    pub(crate) fn met_without(&self, taps: &[ObjectId], leaves: &[ObjectId]) -> bool {
        [How::Tap, How::Leave, How::Show].into_iter().all(|how| {
            let gone = |object: &ObjectId| leaves.contains(object) || how == How::Tap && taps.contains(object);
            let mut same = self.objects.iter().filter(|demand| demand.how == how);
            match (same.next(), same.next()) {
                (None, _) => true,
                (Some(only), None) => only.among.iter().filter(|object| !gone(object)).count() >= only.count as usize,
                (Some(_), Some(_)) => self.can_share_out(how, &gone),
            }
        }) && self.totals.iter().all(|total| {
            let gone = |object: &ObjectId| leaves.contains(object) || total.how == How::Tap && taps.contains(object);
            let taken = self.least_taken(total, &gone);
            total.met_without(&|object| gone(object) || taken.contains(object))
        })
    }
    /// The objects that the demands of the same sort take, so that as much as possible is left for the total: those that count
    /// least for it come first, and each is taken for which the others still find a place.
    fn least_taken(&self, total: &TotalDemand, gone: &dyn Fn(&ObjectId) -> bool) -> Candidates {
        let same = self.objects.iter().filter(|demand| demand.how == total.how);
        let places: SmallVec<[&Demand; 8]> =
            same.flat_map(|demand| std::iter::repeat_n(demand, demand.count as usize)).take(LIMIT).collect();
        let counts =
            |object: &ObjectId| total.among.iter().find(|(known, _)| known == object).map_or(0, |(_, number)| (*number).max(0));
        let mut objects: Candidates = SmallVec::new();
        for object in places.iter().flat_map(|place| place.among.iter()) {
            if !gone(object) && !objects.contains(object) {
                objects.push(*object);
            }
        }
        objects.sort_by_key(counts);
        let mut holders: SmallVec<[Option<ObjectId>; 8]> = SmallVec::from_elem(None, places.len());
        for object in objects {
            let mut seen: SmallVec<[usize; 8]> = SmallVec::new();
            find_place(&places, object, &mut holders, &mut seen);
        }
        holders.into_iter().flatten().collect()
    }
    /// Whether several demands of one sort can be met with different objects: a matching.
    fn can_share_out(&self, how: How, gone: &dyn Fn(&ObjectId) -> bool) -> bool {
        let mut places: SmallVec<[&Demand; 8]> = SmallVec::new();
        for demand in self.objects.iter().filter(|demand| demand.how == how) {
            if demand.count as usize > demand.among.len() {
                return false;
            }
            places.extend((0..demand.count).map(|_| demand));
        }
        let mut taken: SmallVec<[(ObjectId, usize); 16]> = SmallVec::new();
        (0..places.len()).all(|place| {
            let mut seen = SmallVec::<[ObjectId; 16]>::new();
            give_object(&places, place, gone, &mut taken, &mut seen)
        })
    }
}

/// Gives the object a place, if need be by moving others.
fn find_place(places: &[&Demand], object: ObjectId, holders: &mut [Option<ObjectId>], seen: &mut SmallVec<[usize; 8]>) -> bool {
    for (place, demand) in places.iter().enumerate() {
        if seen.contains(&place) || !demand.among.contains(&object) {
            continue;
        }
        seen.push(place);
        let free = match holders[place] {
            None => true,
            Some(holder) => find_place(places, holder, holders, seen),
        };
        if free {
            holders[place] = Some(object);
            return true;
        }
    }
    false
}

fn give_object(
    places: &[&Demand],
    place: usize,
    gone: &dyn Fn(&ObjectId) -> bool,
    taken: &mut SmallVec<[(ObjectId, usize); 16]>,
    seen: &mut SmallVec<[ObjectId; 16]>,
) -> bool {
    for &object in places[place].among.iter().filter(|object| !gone(object)) {
        if seen.contains(&object) {
            continue;
        }
        seen.push(object);
        match taken.iter().position(|(known, _)| *known == object) {
            None => {
                taken.push((object, place));
                return true;
            }
            Some(at) => {
                let other = taken[at].1;
                if give_object(places, other, gone, taken, seen) {
                    // The other has found a new one.
                    if let Some(entry) = taken.iter_mut().find(|(known, _)| *known == object) {
                        entry.1 = place;
                    }
                    return true;
                }
            }
        }
    }
    false
}

/// What the parts change in the counters of one kind on the source, taken together (606.5).
pub(crate) type CounterChange = SmallVec<[(Symbol, i64); 1]>;

impl Game {
    /// What the parts need. `None` if one of them cannot be paid at all. Mana parts are not looked at.
    pub(crate) fn demands(&self, player: PlayerId, parts: &[CostPart], scope: Scope<'_>, paid_for: PaidFor) -> Option<Demands> {
        let mut demands = Demands::default();
        if parts.is_empty() {
            return Some(demands);
        }
        let mut cards_to_mill = 0u32;
        for part in parts {
            let amount = part.amount().map_or(1, |amount| self.positive(scope, amount));
            match part {
                CostPart::Mana(_) | CostPart::GenericMana(_) => {}
                CostPart::Life(_) => demands.life = demands.life.saturating_add(amount),
                CostPart::TapThis => {
                    let object = self.permanent(scope.source).filter(|object| !object.is_tapped() && !self.is_too_new(object))?;
                    self.tap_permitted(object.id)?;
                    demands.need(How::Tap, SmallVec::from_slice(&[object.id]), 1)?;
                }
                CostPart::UntapThis => {
                    // modern 107.6
                    self.permanent(scope.source).filter(|object| object.is_tapped() && !self.is_too_new(object))?;
                }
                CostPart::RemoveCounters(..) | CostPart::PutCounters(..) => {}
                CostPart::Mill(_) => cards_to_mill = cards_to_mill.saturating_add(amount),
                CostPart::Do(effect) => self.could_do(player, scope, effect).then_some(())?,
                CostPart::TapTotal(_, stat, _, _) => {
                    let (how, among) = self.candidates(player, part, scope, paid_for);
                    demands.totals.push(self.total_demand(scope, how, &among, *stat, amount));
                }
                _ => {
                    if amount > 0 {
                        let (how, among) = self.candidates(player, part, scope, paid_for);
                        demands.need(how, among, amount)?;
                    }
                }
            }
        }
        if !self.counters_payable(parts, scope) || cards_to_mill as usize > self.player(player).library.len() {
            return None;
        }
        if demands.life > 0 && demands.life > self.life_to_pay(player) {
            return None;
        }
        demands.met_without(&[], &[]).then_some(demands)
    }

    /// That the number of these objects adds up to so much. Below 0 none of them counts (107.1b).
    pub(crate) fn total_demand(&self, scope: Scope<'_>, how: How, among: &[ObjectId], stat: Stat, least: u32) -> TotalDemand {
        let eval = self.eval(scope);
        let number = |object: &ObjectId| (*object, i64::from(eval.stat_of(*object, stat)));
        TotalDemand { how, among: among.iter().map(number).collect(), least: i64::from(least) }
    }

    /// The amount as a number of things to pay.
    pub(crate) fn positive(&self, scope: Scope<'_>, amount: &Amount) -> u32 {
        match amount {
            Amount::Fixed(number) => (*number).max(0) as u32,
            amount => self.eval(scope).amount(amount).max(0) as u32,
        }
    }

    /// The life that the player can pay: what there is (119.4), none if paying life is ruled out.
    pub(crate) fn life_to_pay(&self, player: PlayerId) -> u32 {
        let barred = self.player_rules().any(|active| {
            matches!(active.rule, PlayerRule::CantPayLife(who) if self.eval(active.scope).players(who).contains(&player))
        });
        // modern 614.17b: what includes something that cannot happen cannot be chosen.
        let amount = 1;
        let possible =
            self.may_happen(&Event::PayLife { player, amount }) && self.may_happen(&Event::LoseLife { player, amount });
        if barred || !possible { 0 } else { self.player(player).life.max(0) as u32 }
    }

    /// Whether the creature came under control too recently for costs with the tap or untap symbol (302.6).
    pub(crate) fn is_too_new(&self, object: &Object) -> bool {
        object.summoning_sick
            && object.zone == ZoneKind::Battlefield
            && self.characteristics_of(object).types.is(CardType::Creature)
            && !self.rules().any(|active| {
                matches!(active.rule, Rule::IgnoreSummoningSickness(filter) if self.eval(active.scope).matches(filter, object.id))
            })
    }

    fn tap_permitted(&self, object: ObjectId) -> Option<()> {
        self.may_happen(&Event::Tap { object, for_mana: false }).then_some(())
    }

    /// The objects with which the part could be paid, and how it uses them.
    pub(crate) fn candidates(&self, player: PlayerId, part: &CostPart, scope: Scope<'_>, paid_for: PaidFor) -> (How, Candidates) {
        // The card being cast is on the stack by the time costs are paid (601.2a).
        let being_cast = if let PaidFor::Spell(spell) = paid_for { Some(spell) } else { None };
        let eval = self.eval(scope);
        let cards = |zone: ZoneKind, filter: &Filter| -> Candidates {
            let fits = |id: &ObjectId| Some(*id) != being_cast && eval.matches(filter, *id);
            self.zone(zone, player).iter().copied().filter(fits).collect()
        };
        let permanents = |filter: &Filter| -> Candidates {
            let mine = self.permanents().filter(|object| self.controller_of(object) == player);
            mine.map(|object| object.id).filter(|id| eval.matches(filter, *id)).collect()
        };
        let this = |fits: bool| -> Candidates { if fits { SmallVec::from_slice(&[scope.source]) } else { Candidates::new() } };
        let own = |object: &Object| self.controller_of(object) == player;
        match part {
            CostPart::Tap(filter, _) | CostPart::TapTotal(filter, ..) => {
                let mut found = permanents(filter);
                found.retain(|id| {
                    self.permanent(*id).is_some_and(|object| !object.is_tapped()) && self.tap_permitted(*id).is_some()
                });
                (How::Tap, found)
            }
            CostPart::Sacrifice(filter, ..) => {
                let mut found = permanents(filter);
                found.retain(|id| self.may_sacrifice(*id));
                (How::Leave, found)
            }
            CostPart::Discard(filter, ..) => (How::Leave, cards(ZoneKind::Hand, filter)),
            CostPart::DiscardAtRandom(_) => (How::Leave, cards(ZoneKind::Hand, &Filter::Any)),
            CostPart::Reveal(filter, ..) => (How::Show, cards(ZoneKind::Hand, filter)),
            CostPart::Exile(ZoneKind::Battlefield, filter, ..) | CostPart::ReturnToHand(filter, ..) => {
                (How::Leave, permanents(filter))
            }
            CostPart::Exile(zone, filter, ..) => {
                let mut found = cards(*zone, filter);
                found.retain(|id| self.object(*id).is_some_and(|object| object.owner == player));
                (How::Leave, found)
            }
            CostPart::SacrificeThis => {
                (How::Leave, this(self.permanent(scope.source).is_some_and(own) && self.may_sacrifice(scope.source)))
            }
            CostPart::DiscardThis => (How::Leave, this(self.zone(ZoneKind::Hand, player).contains(&scope.source))),
            CostPart::ExileThis => (How::Leave, this(self.object(scope.source).is_some())),
            CostPart::ReturnThis => (How::Leave, this(self.permanent(scope.source).is_some())),
            _ => (How::Show, Candidates::new()),
        }
    }

    /// Whether nothing keeps the permanent from being sacrificed (701.21).
    fn may_sacrifice(&self, id: ObjectId) -> bool {
        !self
            .prohibitions()
            .any(|active| matches!(active.rule, Prohibition::Sacrifice(filter) if self.eval(active.scope).matches(filter, id)))
    }

    /// The changes to counters on the source, by kind.
    pub(crate) fn counter_changes(&self, parts: &[CostPart], scope: Scope<'_>) -> CounterChange {
        let mut changes = CounterChange::new();
        for part in parts {
            let (kind, change) = match part {
                CostPart::RemoveCounters(kind, amount) => (*kind, -i64::from(self.positive(scope, amount))),
                CostPart::PutCounters(kind, amount) => (*kind, i64::from(self.positive(scope, amount))),
                _ => continue,
            };
            match changes.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, sum)) => *sum += change,
                None => changes.push((kind, change)),
            }
        }
        changes
    }

    fn counters_payable(&self, parts: &[CostPart], scope: Scope<'_>) -> bool {
        self.counter_changes(parts, scope).iter().all(|&(kind, change)| {
            let Some(object) = self.object(scope.source) else { return change == 0 };
            let amount = u32::try_from(change.unsigned_abs()).unwrap_or(u32::MAX);
            let on = Recipient::Object(object.id);
            match change {
                // modern 606.6
                ..0 => object.counter(kind) >= amount && self.may_happen(&Event::RemoveCounters { on, kind, amount, left: None }),
                0 => true,
                _ => self.may_happen(&Event::PutCounters { on, kind, amount }),
            }
        })
    }

    /// Whether what the effect says could be done in full, as far as that shows beforehand.
    fn could_do(&self, player: PlayerId, scope: Scope<'_>, effect: &Effect) -> bool {
        let eval = self.eval(scope);
        match effect {
            Effect::Sequence(all) | Effect::Together(all) => all.iter().all(|effect| self.could_do(player, scope, effect)),
            Effect::If(condition, yes, no) => self.could_do(player, scope, if eval.holds(condition) { yes } else { no }),
            Effect::Choose(from, _, _) => eval.objects(&from.from).len() >= self.positive(scope, &from.min) as usize,
            Effect::SacrificeChoice(Players::You, filter, amount) => {
                let part = CostPart::Sacrifice(filter.clone(), amount.clone(), crate::ability::CostTag(Symbol::default()));
                self.candidates(player, &part, scope, PaidFor::Other).1.len() >= self.positive(scope, amount) as usize
            }
            Effect::Tap(objects) => {
                let found = eval.objects(objects);
                !found.is_empty() && found.iter().all(|id| self.permanent(*id).is_some_and(|object| !object.is_tapped()))
            }
            Effect::Untap(objects) => {
                let found = eval.objects(objects);
                !found.is_empty() && found.iter().all(|id| self.permanent(*id).is_some_and(Object::is_tapped))
            }
            Effect::Sacrifice(_, objects) => {
                let found = eval.objects(objects);
                !found.is_empty() && self.sacrificeable(&found, player).len() == found.len()
            }
            Effect::Move(objects, ..) => {
                let found = eval.objects(objects);
                !found.is_empty() && found.iter().all(|id| self.object(*id).is_some())
            }
            Effect::RemoveCounters(from, kind, amount) => {
                let amount = self.positive(scope, amount);
                let found = eval.recipients(from);
                !found.is_empty()
                    && found.iter().all(|on| match on {
                        Recipient::Object(id) => self.object(*id).is_some_and(|object| object.counter(*kind) >= amount),
                        Recipient::Player(player) => self.player(*player).counter(*kind) >= amount,
                    })
            }
            _ => true,
        }
    }

    /// The mana and the rest of a total cost, told apart: whether it has parts other than mana.
    pub(crate) fn has_other_parts(cost: &TotalCost) -> bool {
        cost.parts.iter().any(|part| !matches!(part, CostPart::Mana(_) | CostPart::GenericMana(_)))
    }
}

impl Demands {
    fn need(&mut self, how: How, among: Candidates, count: u32) -> Option<()> {
        if (among.len() as u64) < u64::from(count) {
            return None;
        }
        self.objects.push(Demand { how, among, count });
        Some(())
    }
}

impl CostPart {
    /// How many or how much it asks for, where it says so.
    pub fn amount(&self) -> Option<&Amount> {
        match self {
            CostPart::GenericMana(amount)
            | CostPart::Life(amount)
            | CostPart::Tap(_, amount)
            | CostPart::TapTotal(_, _, amount, _)
            | CostPart::Sacrifice(_, amount, _)
            | CostPart::Discard(_, amount, _)
            | CostPart::DiscardAtRandom(amount)
            | CostPart::Exile(_, _, amount, _)
            | CostPart::ReturnToHand(_, amount, _)
            | CostPart::Reveal(_, amount, _)
            | CostPart::RemoveCounters(_, amount)
            | CostPart::PutCounters(_, amount)
            | CostPart::Mill(amount) => Some(amount),
            CostPart::Mana(_)
            | CostPart::TapThis
            | CostPart::UntapThis
            | CostPart::SacrificeThis
            | CostPart::DiscardThis
            | CostPart::ExileThis
            | CostPart::ReturnThis
            | CostPart::Do(_) => None,
        }
    }
    /// The name under which the objects used to pay are known.
    pub fn tag(&self) -> Option<crate::ability::CostTag> {
        match self {
            CostPart::Sacrifice(_, _, tag)
            | CostPart::TapTotal(_, _, _, tag)
            | CostPart::Discard(_, _, tag)
            | CostPart::Exile(_, _, _, tag)
            | CostPart::ReturnToHand(_, _, tag)
            | CostPart::Reveal(_, _, tag) => Some(*tag),
            _ => None,
        }
    }
}
