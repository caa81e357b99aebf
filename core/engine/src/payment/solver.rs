//! The payment solver: a pure function from what is needed and what there is to a plan (modern 601.2g-h).
//!
//! Two questions, two methods. *Can it be paid* by plain sources is a counting argument (Hall's condition over the kinds of
//! mana that the symbols take), without allocation. *How* is a matching in which the units of mana are taken in the order of
//! preference: the sets of units that can be matched form a matroid, so the greedy choice is the best one. Sources that
//! compete, cost something or can make different amounts are decided by a bounded search around the matching.

use super::parts::Demands;
use super::symbols::{Kinds, Requirements, Settled};
use crate::ability::Filter;
use crate::ids::ObjectId;
use smallvec::SmallVec;

/// How many positions the search looks at before it gives up.
const SEARCH_LIMIT: u32 = 3_000;
/// How many sources that cost mana may be used one after another in one payment.
const MOST_FILTERS: u8 = 12;

/// Mana that floats in the pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floating<'a> {
    /// What it is.
    pub(crate) kinds: Kinds,
    /// How much of it.
    pub(crate) count: u32,
    /// What it may be spent on (106.6).
    pub(crate) only_for: Option<&'a Filter>,
}

/// Something that can make mana once. Several uses of one ability are several sources.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    /// The object with the ability or abilities.
    pub(crate) object: ObjectId,
    /// What it can make: one of these.
    pub(crate) alternatives: SmallVec<[Alternative<'a>; 1]>,
    /// Whether another source, or another use, needs one of the same objects.
    pub(crate) shared: bool,
}

/// One thing that a source can make, and for what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alternative<'a> {
    /// Each mana it makes, with what that can be.
    pub(crate) slots: SmallVec<[Kinds; 2]>,
    /// The abilities that make it, with the types each can make and its price, cheapest first.
    pub(crate) by: SmallVec<[By; 2]>,
    /// What it costs besides: the lower, the better.
    pub(crate) price: u8,
    /// The objects that it taps.
    pub(crate) taps: SmallVec<[ObjectId; 1]>,
    /// The objects that leave their zones for it.
    pub(crate) leaves: SmallVec<[ObjectId; 1]>,
    /// Life that it costs.
    pub(crate) life: u32,
    /// Mana that it costs.
    pub(crate) needs: Option<Box<Requirements>>,
    /// What its mana may be spent on (106.6).
    pub(crate) only_for: Option<&'a Filter>,
}

/// An ability that makes mana.
#[derive(Clone, Copy, Debug)]
pub(crate) struct By {
    /// Its place among the object's abilities.
    pub(crate) ability: u16,
    /// What the first mana it makes can be.
    pub(crate) kinds: Kinds,
    /// What using it costs besides.
    pub(crate) price: u8,
    /// Life that its player loses as it resolves: no cost, but gone before costs are paid.
    pub(crate) hurts: u32,
}

impl Source<'_> {
    /// Whether it needs no decision: it can make one thing, whose cost concerns nothing else.
    fn is_plain(&self, demands: &Demands) -> bool {
        let [only] = &self.alternatives[..] else { return false };
        !self.shared && only.needs.is_none() && only.life == 0 && !demands.contests(only)
    }
    fn most(&self) -> u32 {
        self.alternatives.iter().map(|way| way.slots.len() as u32).max().unwrap_or(0)
    }
    fn any(&self) -> Kinds {
        self.alternatives.iter().flat_map(|way| way.slots.iter()).fold(Kinds::NONE, |all, kinds| all.or(*kinds))
    }
}

impl Alternative<'_> {
    /// Whether using it when it is not needed takes nothing away from the payment.
    fn is_harmless(&self, shared: bool, demands: &Demands) -> bool {
        !shared && self.needs.is_none() && self.life == 0 && !demands.contests(self)
    }
}

/// What is to be solved.
pub(crate) struct Problem<'p, 'g> {
    /// The pool.
    pub(crate) floating: &'p [Floating<'g>],
    /// The sources, the preferred ones first.
    pub(crate) sources: &'p [Source<'g>],
    /// The life that may be paid for mana.
    pub(crate) life: u32,
    /// The objects that the rest of the cost needs.
    pub(crate) demands: &'p Demands,
    /// Whether restricted mana may be spent: on what is paid for, or on the ability of that object.
    pub(crate) allowed: &'p dyn Fn(&Filter, Option<ObjectId>) -> bool,
}

/// How to pay.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// The sources to use, in order.
    pub(crate) steps: SmallVec<[Step; 6]>,
    /// The symbols paid with life, as bits by place.
    pub(crate) with_life: u32,
    /// What the pool pays in the end, by the places of [`Problem::floating`], where all of it comes from there.
    pub(crate) from_pool: SmallVec<[u16; 8]>,
}

/// One use of a source.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Its place among the sources.
    pub(crate) source: usize,
    /// Which alternative.
    pub(crate) alternative: usize,
    /// What each mana should be; [`Kinds::NONE`] where it does not matter.
    pub(crate) wanted: SmallVec<[Kinds; 2]>,
    /// The mana that its own cost is paid with, as single kinds.
    pub(crate) pays: SmallVec<[Kinds; 1]>,
}

/// Whether so many units of these kinds cover the settled cost: for every union of the sorts asked for, there are as many
/// units that touch it as there are symbols within it (Hall's condition).
pub(crate) fn covers(units: &[(Kinds, u32)], cost: &Settled) -> bool {
    if units.iter().map(|(_, count)| u64::from(*count)).sum::<u64>() < u64::from(cost.total()) {
        return false;
    }
    let sorts = &cost.pips[..];
    if sorts.len() > 12 {
        return false;
    }
    (1u32..1 << sorts.len()).all(|chosen| {
        let union = sorts
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen & 1 << place != 0)
            .fold(Kinds::NONE, |all, (_, (kinds, _))| all.or(*kinds));
        let asked: u32 = sorts.iter().filter(|(kinds, _)| kinds.within(union)).map(|(_, count)| count).sum();
        let there: u32 = units.iter().filter(|(kinds, _)| kinds.meets(union)).map(|(_, count)| count).sum();
        asked <= there
    })
}

/// Adds to a count by kinds.
pub(crate) fn count_in(units: &mut SmallVec<[(Kinds, u32); 8]>, kinds: Kinds, count: u32) {
    match units.iter_mut().find(|(known, _)| *known == kinds) {
        Some((_, known)) => *known += count,
        None => units.push((kinds, count)),
    }
}

/// Finds a way to pay, the preferred one first: without life before with life.
pub(crate) fn solve(problem: &Problem<'_, '_>, cost: &Requirements) -> Option<Plan> {
    let mut plan = None;
    let mut budget = SEARCH_LIMIT;
    cost.ways(problem.life, |settled| {
        let mut search = Search::new(problem, settled, &mut budget);
        if search.run() {
            plan = Some(search.plan());
        }
        plan.is_some() || budget == 0
    });
    plan
}

/// One unit of mana in the matching.
#[derive(Clone, Copy, Debug)]
struct Unit {
    kinds: Kinds,
    /// There from the start (0), or after that many of the sources that cost mana.
    level: u8,
    /// What it may pay for: bit 0 the cost itself, bit k the cost of the k-th source that costs mana.
    pays_for: u32,
    /// Where it comes from.
    from: From,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum From {
    Pool(u16),
    /// The place among the used sources, and the slot.
    Used(u16, u8),
}

/// One mana that is needed.
#[derive(Clone, Copy, Debug)]
struct Need {
    /// `None` for generic mana.
    accepts: Option<Kinds>,
    /// Takes units below that level.
    level: u8,
    /// 0 for the cost itself, k for the cost of the k-th source that costs mana.
    group: u8,
}

impl Need {
    fn takes(&self, unit: &Unit) -> bool {
        unit.level < self.level
            && unit.pays_for & 1 << self.group != 0
            && self.accepts.is_none_or(|accepts| unit.kinds.meets(accepts))
    }
}

/// A source in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Use {
    source: u16,
    alternative: u8,
    /// 0, or its number among the used sources that cost mana.
    order: u8,
}

/// The matching: for each need the unit that pays it.
type Matching = SmallVec<[u16; 16]>;
const OPEN: u16 = u16::MAX;

struct Search<'p, 'g, 'b> {
    problem: &'b Problem<'p, 'g>,
    cost: &'b Settled,
    budget: &'b mut u32,
    /// Sources that need no decision.
    plain: SmallVec<[u16; 16]>,
    /// Sources that need one, the dearest first.
    others: SmallVec<[u16; 8]>,
    used: SmallVec<[Use; 8]>,
    life: u32,
    units: Vec<Unit>,
    needs: SmallVec<[Need; 16]>,
    matching: Matching,
}

impl<'p, 'g, 'b> Search<'p, 'g, 'b> {
    fn new(problem: &'b Problem<'p, 'g>, cost: &'b Settled, budget: &'b mut u32) -> Self {
        let mut plain = SmallVec::new();
        let mut others = SmallVec::<[u16; 8]>::new();
        for (place, source) in problem.sources.iter().enumerate() {
            if source.is_plain(problem.demands) {
                plain.push(place as u16);
            } else {
                others.push(place as u16);
            }
        }
        // First what costs nothing, the preferred first. Then what costs something, the dearest first, because the search
        // tries first to do without. What costs mana comes last, when it is settled what it may be paid with.
        others.sort_by_key(|&place| {
            let source = &problem.sources[place as usize];
            if source.alternatives.iter().any(|way| way.needs.is_some()) {
                (2, i32::from(place))
            } else if source.alternatives.iter().any(|way| way.is_harmless(source.shared, problem.demands)) {
                (0, i32::from(place))
            } else {
                (1, -i32::from(place))
            }
        });
        let with_life = cost.with_life.count_ones() * super::symbols::PHYREXIAN_LIFE;
        Search {
            problem,
            cost,
            budget,
            plain,
            others,
            used: SmallVec::new(),
            life: problem.life.saturating_sub(with_life),
            units: Vec::new(),
            needs: SmallVec::new(),
            matching: Matching::new(),
        }
    }

    fn source(&self, place: u16) -> &'b Source<'g> {
        &self.problem.sources[place as usize]
    }
    fn way(&self, used: Use) -> &'b Alternative<'g> {
        &self.source(used.source).alternatives[used.alternative as usize]
    }

    fn run(&mut self) -> bool {
        if self.within_reach(0) && self.matches() {
            return true;
        }
        if self.others.is_empty() || !self.decide(0) {
            return false;
        }
        self.economize();
        self.matches()
    }

    /// Decides about the sources from that place on: what they make without mana of their own.
    fn decide(&mut self, at: usize) -> bool {
        if !self.spend_budget() || !self.within_reach(at) {
            return false;
        }
        let Some(&place) = self.others.get(at) else {
            return self.matches() || self.filter();
        };
        let source = self.source(place);
        let filters = source.alternatives.iter().any(|way| way.needs.is_some());
        let harmless = source.alternatives.iter().any(|way| way.is_harmless(source.shared, self.problem.demands));
        // What costs nothing is used right away; `economize` takes back what was not needed.
        if !harmless && self.decide(at + 1) {
            return true;
        }
        for alternative in 0..source.alternatives.len() {
            let way = &source.alternatives[alternative];
            if way.needs.is_some() || !self.may_use(place, alternative) {
                continue;
            }
            self.used.push(Use { source: place, alternative: alternative as u8, order: 0 });
            self.life -= way.life;
            if self.decide(at + 1) {
                return true;
            }
            self.life += way.life;
            self.used.pop();
        }
        harmless && filters && self.decide(at + 1)
    }

    /// Tries one more source that costs mana, after those already in use.
    fn filter(&mut self) -> bool {
        let order = 1 + self.used.iter().map(|used| used.order).max().unwrap_or(0);
        if order > MOST_FILTERS || !self.within_reach(self.others.len()) {
            return false;
        }
        for at in 0..self.others.len() {
            let place = self.others[at];
            let source = self.source(place);
            if source.alternatives.iter().all(|way| way.needs.is_none()) || self.is_used(place) || self.has_unused_twin(at) {
                continue;
            }
            for alternative in 0..source.alternatives.len() {
                let way = &source.alternatives[alternative];
                if way.needs.is_none() || !self.may_use(place, alternative) {
                    continue;
                }
                if !self.spend_budget() {
                    return false;
                }
                self.used.push(Use { source: place, alternative: alternative as u8, order });
                self.life -= way.life;
                // Its own cost must be payable by what is there so far, whatever comes later.
                if self.own_costs_match() && (self.matches() || self.filter()) {
                    return true;
                }
                self.life += way.life;
                self.used.pop();
            }
        }
        false
    }

    fn spend_budget(&mut self) -> bool {
        *self.budget = self.budget.saturating_sub(1);
        *self.budget > 0
    }
    fn is_used(&self, place: u16) -> bool {
        self.used.iter().any(|used| used.source == place)
    }
    /// Whether a source before that one does just the same and is still free: then that one is tried instead.
    fn has_unused_twin(&self, at: usize) -> bool {
        let source = self.source(self.others[at]);
        self.others[..at].iter().any(|&earlier| {
            let other = self.source(earlier);
            !self.is_used(earlier)
                && !source.shared
                && !other.shared
                && source.alternatives.len() == other.alternatives.len()
                && source.alternatives.iter().zip(&other.alternatives).all(|(a, b)| {
                    a.slots == b.slots && a.needs == b.needs && a.life == b.life && a.only_for.is_none() && b.only_for.is_none()
                })
        })
    }

    /// Whether that alternative goes together with what is used already and leaves enough for the rest of the cost.
    fn may_use(&self, place: u16, alternative: usize) -> bool {
        let way = &self.source(place).alternatives[alternative];
        if way.life > self.life {
            return false;
        }
        if way.taps.is_empty() && way.leaves.is_empty() {
            return true;
        }
        let clash = self.used.iter().any(|&used| {
            let other = self.way(used);
            way.taps.iter().any(|object| other.taps.contains(object))
                || way.leaves.iter().any(|object| other.leaves.contains(object))
        });
        if clash {
            return false;
        }
        if self.problem.demands.is_empty() {
            return true;
        }
        let mut taps: SmallVec<[ObjectId; 8]> = way.taps.iter().copied().collect();
        let mut leaves: SmallVec<[ObjectId; 8]> = way.leaves.iter().copied().collect();
        for &used in &self.used {
            taps.extend(self.way(used).taps.iter().copied());
            leaves.extend(self.way(used).leaves.iter().copied());
        }
        self.problem.demands.met_without(&taps, &leaves)
    }

    /// Whether the cost could be covered if every source from that place on gave each of its mana in any type it can make.
    fn within_reach(&self, at: usize) -> bool {
        let mut units = SmallVec::<[(Kinds, u32); 8]>::new();
        for floating in self.problem.floating {
            if floating.only_for.is_none_or(|filter| (self.problem.allowed)(filter, None)) {
                count_in(&mut units, floating.kinds, floating.count);
            }
        }
        for &place in &self.plain {
            for kinds in &self.source(place).alternatives[0].slots {
                count_in(&mut units, *kinds, 1);
            }
        }
        for &used in &self.used {
            for kinds in &self.way(used).slots {
                count_in(&mut units, *kinds, 1);
            }
        }
        for (index, &place) in self.others.iter().enumerate() {
            let source = self.source(place);
            // Sources that cost mana may still be taken up later.
            if index < at && (self.is_used(place) || source.alternatives.iter().all(|way| way.needs.is_none())) {
                continue;
            }
            count_in(&mut units, source.any(), source.most());
        }
        covers(&units, self.cost)
    }

    /// Sets up units and needs and matches them all, if that is possible.
    fn matches(&mut self) -> bool {
        self.set_up(true)
    }
    /// The same for the costs of the used sources alone.
    fn own_costs_match(&mut self) -> bool {
        self.set_up(false)
    }

    fn set_up(&mut self, with_cost: bool) -> bool {
        self.needs.clear();
        if with_cost {
            for &(accepts, count) in &self.cost.pips {
                self.needs.extend((0..count).map(|_| Need { accepts: Some(accepts), level: u8::MAX, group: 0 }));
            }
        }
        for &used in self.used.iter().filter(|used| used.order > 0) {
            let Some(needs) = &self.way(used).needs else { continue };
            let need = |accepts| Need { accepts, level: used.order, group: used.order };
            self.needs.extend(needs.pips.iter().map(|pip| need(Some(pip.accepts))));
            self.needs.extend((0..needs.generic).map(|_| need(None)));
        }
        if with_cost {
            self.needs.extend((0..self.cost.generic).map(|_| Need { accepts: None, level: u8::MAX, group: 0 }));
        }
        self.gather_units();
        match assign(&self.units, &self.needs) {
            Some(matching) => {
                self.matching = matching;
                true
            }
            None => false,
        }
    }

    /// All units of mana in the order in which they are preferred.
    fn gather_units(&mut self) {
        let mut units = std::mem::take(&mut self.units);
        units.clear();
        let wanted = self.needs.len() as u32;
        // Restricted mana first: it is worth the least elsewhere.
        for restricted in [true, false] {
            for (place, floating) in self.problem.floating.iter().enumerate() {
                if floating.only_for.is_some() == restricted {
                    let pays_for = self.pays_for(floating.only_for);
                    let unit = Unit { kinds: floating.kinds, level: 0, pays_for, from: From::Pool(place as u16) };
                    units.extend((0..floating.count.min(wanted)).map(|_| unit));
                }
            }
        }
        // The sources stand in the order of preference.
        for &place in &self.plain {
            self.add_units(&mut units, Use { source: place, alternative: 0, order: 0 }, self.used.len() as u16 + place);
        }
        for (index, &used) in self.used.iter().enumerate() {
            self.add_units(&mut units, used, index as u16);
        }
        self.units = units;
    }

    fn add_units(&self, units: &mut Vec<Unit>, used: Use, index: u16) {
        let way = self.way(used);
        let pays_for = self.pays_for(way.only_for);
        for (slot, kinds) in way.slots.iter().enumerate() {
            units.push(Unit { kinds: *kinds, level: used.order, pays_for, from: From::Used(index, slot as u8) });
        }
    }

    /// What mana so restricted may pay for (106.6).
    fn pays_for(&self, only_for: Option<&Filter>) -> u32 {
        let Some(filter) = only_for else { return u32::MAX };
        let allowed = self.problem.allowed;
        let mut groups = u32::from(allowed(filter, None));
        for used in self.used.iter().filter(|used| used.order > 0) {
            groups |= u32::from(allowed(filter, Some(self.source(used.source).object))) << used.order;
        }
        groups
    }

    /// Leaves out used sources that turn out not to be needed, the dearest first.
    fn economize(&mut self) {
        let mut order: SmallVec<[Use; 8]> = self.used.clone();
        order.sort_by_key(|&used| {
            let way = self.way(used);
            std::cmp::Reverse((way.needs.is_some(), way.life, way.price, used.source))
        });
        for used in order {
            let Some(place) = self.used.iter().position(|other| *other == used) else { continue };
            self.used.remove(place);
            if !self.matches() {
                self.used.insert(place, used);
            }
        }
    }

    fn plan(&mut self) -> Plan {
        let mut plan = Plan { with_life: self.cost.with_life, ..Plan::default() };
        // Which kind each unit is spent as, and for which cost.
        let mut spent = SmallVec::<[(u16, Kinds, u8); 16]>::new();
        for (need, &unit) in self.needs.iter().zip(&self.matching) {
            let Some(found) = self.units.get(unit as usize) else { continue };
            let kinds = need.accepts.map_or(found.kinds, |accepts| accepts.and(found.kinds));
            match found.from {
                From::Pool(place) if need.group == 0 => plan.from_pool.push(place),
                From::Pool(_) => {}
                From::Used(index, _) => {
                    spent.push((unit, cheapest(self.way(self.use_at(index)), kinds), need.group));
                    continue;
                }
            }
            spent.push((unit, found.kinds, need.group));
        }
        // Plain sources that are needed, then the others in their order.
        let offset = self.used.len() as u16;
        for &place in &self.plain {
            self.add_step(&mut plan, &spent, Use { source: place, alternative: 0, order: 0 }, offset + place);
        }
        let mut order: SmallVec<[(usize, Use); 8]> = self.used.iter().copied().enumerate().collect();
        // What only taps comes before what sends objects away.
        order.sort_by_key(|(_, used)| (used.order, !self.way(*used).leaves.is_empty()));
        for (index, used) in order {
            self.add_step(&mut plan, &spent, used, index as u16);
        }
        plan
    }

    /// The use behind an index of a unit: the chosen ones first, then the plain ones by place.
    fn use_at(&self, index: u16) -> Use {
        let chosen = self.used.len() as u16;
        self.used.get(index as usize).copied().unwrap_or(Use { source: index.saturating_sub(chosen), alternative: 0, order: 0 })
    }

    fn add_step(&self, plan: &mut Plan, spent: &[(u16, Kinds, u8)], used: Use, index: u16) {
        let way = self.way(used);
        let mut wanted: SmallVec<[Kinds; 2]> = SmallVec::from_elem(Kinds::NONE, way.slots.len());
        let mut needed = false;
        for &(unit, kinds, _) in spent {
            if let From::Used(from, slot) = self.units[unit as usize].from
                && from == index
            {
                wanted[slot as usize] = kinds;
                needed = true;
            }
        }
        if !needed {
            return;
        }
        let own = |group: u8| used.order > 0 && group == used.order;
        let pays = spent.iter().filter(|(_, _, group)| own(*group)).map(|(_, kinds, _)| *kinds).collect();
        plan.steps.push(Step { source: used.source as usize, alternative: used.alternative as usize, wanted, pays });
    }
}

/// Of the kinds, one that the alternative makes at the lowest price.
fn cheapest(way: &Alternative<'_>, kinds: Kinds) -> Kinds {
    let cheap = way.by.iter().map(|by| by.kinds.and(kinds)).find(|common| *common != Kinds::NONE).unwrap_or(kinds);
    Kinds(cheap.0 & cheap.0.wrapping_neg())
}

/// Matches every need with a unit of its own, taking units from the front where there is a choice. `None` if it cannot be.
fn assign(units: &[Unit], needs: &[Need]) -> Option<Matching> {
    let mut matching: Matching = SmallVec::from_elem(OPEN, needs.len());
    if units.len() < needs.len() {
        return None;
    }
    let mut left = needs.len();
    let mut seen: SmallVec<[bool; 32]> = SmallVec::from_elem(false, needs.len());
    for unit in 0..units.len() {
        if left == 0 {
            break;
        }
        if units.len() - unit < left {
            return None;
        }
        seen.iter_mut().for_each(|flag| *flag = false);
        if augment(units, needs, unit as u16, &mut matching, &mut seen) {
            left -= 1;
        }
    }
    (left == 0).then_some(matching)
}

/// Gives the unit a need, moving others along if that helps.
fn augment(units: &[Unit], needs: &[Need], unit: u16, matching: &mut Matching, seen: &mut [bool]) -> bool {
    let what = &units[unit as usize];
    // A free need first: it saves the walk.
    for need in 0..needs.len() {
        if matching[need] == OPEN && !seen[need] && needs[need].takes(what) {
            matching[need] = unit;
            return true;
        }
    }
    for need in 0..needs.len() {
        if seen[need] || !needs[need].takes(what) {
            continue;
        }
        seen[need] = true;
        if augment(units, needs, matching[need], matching, seen) {
            matching[need] = unit;
            return true;
        }
    }
    false
}
