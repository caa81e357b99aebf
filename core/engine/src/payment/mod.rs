//! Paying costs (modern 118, 601.2f-h): the total cost, what can be paid, mana abilities, the payment solver.
//!
//! Mana is planned by [`solver`], a pure function over what [`mana_sources`] finds; the other parts of a cost are in
//! [`parts`] (can they be paid) and [`paying`] (paying them). The same data answers whether and does how, so that what is
//! offered can be paid.

mod mana_ability;
mod mana_sources;
mod parts;
mod paying;
mod potential;
mod produced;
mod replaced;
mod solver;
mod stand_ins;
mod symbols;
#[cfg(test)]
mod tests;

pub use mana_ability::{is_mana_ability, is_mana_trigger};
pub(crate) use potential::ManaPotential;

use crate::ability::{CostPart, CostTag, Filter, Rule};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::ManaCost;
use crate::object::Bindings;
use crate::run::{Beat, Run};
use paying::{Payer, Tapping};
use smallvec::SmallVec;
use solver::{Plan, Problem, covers, solve};
use symbols::{Otherwise, Requirements, Spending};

/// A locked total cost (601.2f): X and all changes are in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TotalCost {
    /// Mana. X symbols count as the X of the scope it is paid in.
    pub mana: ManaCost,
    /// Everything else, in order. Mana parts are allowed and add to `mana`.
    pub parts: Vec<CostPart>,
}

/// What is being paid for: decides which restricted mana may be spent (106.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaidFor {
    /// Casting that spell.
    Spell(ObjectId),
    /// Activating an ability of that object.
    Ability(ObjectId),
    /// Something else: a cost asked for by an effect or by combat.
    Other,
}

/// What was used to pay.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Payment {
    /// Objects sacrificed, discarded, exiled... by tag, by the ids they had before.
    pub with: Vec<(CostTag, ObjectId)>,
    /// Mana spent, by type.
    pub mana: [u16; 6],
    /// What became of objects that were moved (400.7): from and to.
    pub moved: Vec<(ObjectId, ObjectId)>,
}

/// The mana abilities that are being activated just now (605.3c).
pub(crate) type Busy = SmallVec<[(ObjectId, u16); 2]>;

/// No X is greater than this.
const GREATEST_X: u32 = 100_000;

impl Game {
    /// Whether the player could pay all of it now, with mana abilities (118.3).
    pub(crate) fn can_pay(&self, player: PlayerId, cost: &TotalCost, scope: Scope<'_>, paid_for: PaidFor) -> bool {
        self.can_pay_while(player, cost, scope, paid_for, &Busy::new())
    }

    pub(crate) fn can_pay_while(
        &self,
        player: PlayerId,
        cost: &TotalCost,
        scope: Scope<'_>,
        paid_for: PaidFor,
        busy: &Busy,
    ) -> bool {
        let need = self.mana_needed(&[], cost, scope, paid_for);
        if need.is_free() {
            return self.demands(player, &cost.parts, scope, paid_for).is_some();
        }
        let potential =
            if busy.is_empty() { self.mana_potential(player) } else { self.mana_potential_for(player, paid_for, busy) };
        self.can_pay_with(&potential, cost, scope, paid_for)
    }

    /// The same with the player's potential worked out beforehand: for asking about many costs at one decision.
    pub(crate) fn can_pay_with(
        &self,
        potential: &ManaPotential<'_>,
        cost: &TotalCost,
        scope: Scope<'_>,
        paid_for: PaidFor,
    ) -> bool {
        if let PaidFor::Spell(card) = paid_for {
            let substitutes = self.substitutes(potential.player, card);
            if !substitutes.is_empty() {
                return self.can_pay_substituting(potential.player, cost, scope, card, &substitutes);
            }
        }
        self.can_pay_just_with(potential, cost, scope, paid_for)
    }

    /// Whether there is certainly too little mana, and nothing to stand in for it.
    pub(crate) fn is_surely_short(&self, potential: &ManaPotential<'_>, card: ObjectId, cost: &TotalCost) -> bool {
        potential.is_short_of(&cost.mana) && self.substitutes(potential.player, card).is_empty()
    }

    /// The same with that potential and nothing else.
    fn can_pay_just_with(&self, potential: &ManaPotential<'_>, cost: &TotalCost, scope: Scope<'_>, paid_for: PaidFor) -> bool {
        let need = self.mana_needed(&potential.any_color, cost, scope, paid_for);
        if need.least() > potential.most {
            return false;
        }
        let Some(mut demands) = self.demands(potential.player, &cost.parts, scope, paid_for) else { return false };
        if need.is_free() {
            return true;
        }
        if let PaidFor::Spell(card) = paid_for {
            potential.reserve(card, &mut demands);
        }
        let life = if need.pips.iter().any(|pip| pip.otherwise == Otherwise::Life) {
            self.life_to_pay(potential.player).saturating_sub(demands.life)
        } else {
            0
        };
        let contested = potential.is_contested(&demands);
        let life_is_short = potential.hurts && self.takes_life(potential, &need, &demands);
        if life_is_short {
            // Mana alone may do, if nothing else takes life.
            if demands.life == 0 && !contested && need.ways(0, |settled| covers(&potential.counts, settled)) {
                return true;
            }
            if self.plan_with_life(potential.clone(), &need, &demands, scope, paid_for).is_some() {
                return true;
            }
            let mut by_mana = need.clone();
            by_mana
                .pips
                .iter_mut()
                .filter(|pip| pip.otherwise == Otherwise::Life)
                .for_each(|pip| pip.otherwise = Otherwise::Never);
            return self.plan_with_life(potential.clone(), &by_mana, &demands, scope, paid_for).is_some();
        }
        if !contested && need.ways(life, |settled| covers(&potential.counts, settled)) {
            return true;
        }
        (contested || potential.has_others) && self.plan(potential, &need, &demands, scope, paid_for).is_some()
    }

    /// The greatest X for which [`Game::can_pay`] says yes to `cost` with that much more generic mana for each of `x_count`
    /// symbols, its other parts taking the same X. The X symbols of `cost` itself are left out of account.
    pub(crate) fn greatest_x(
        &self,
        player: PlayerId,
        cost: &TotalCost,
        x_count: u32,
        scope: Scope<'_>,
        paid_for: PaidFor,
    ) -> u32 {
        let potential = self.mana_potential(player);
        let mut trial = cost.clone();
        trial.mana.symbols.retain(|symbol| *symbol != crate::mana::ManaSymbol::X);
        let fixed = trial.mana.symbols.len();
        let mut bindings: Bindings = scope.bindings.clone();
        let mut possible = |x: u32| {
            trial.mana.symbols.truncate(fixed);
            let mut generic = x.saturating_mul(x_count);
            while generic > 0 {
                let some = generic.min(u16::MAX.into());
                trial.mana.symbols.push(crate::mana::ManaSymbol::Generic(some as u16));
                generic -= some;
            }
            bindings.x = x as i32;
            self.can_pay_with(&potential, &trial, Scope { bindings: &bindings, ..scope }, paid_for)
        };
        // No more than all mana, or than all life, counters and objects there are.
        let others = if let PaidFor::Spell(card) = paid_for { self.substitutes(player, card).len() as u32 } else { 0 };
        let limit = potential.most.saturating_add(others).checked_div(x_count).unwrap_or_else(|| {
            let counters =
                self.object(scope.source).map_or(0, |object| object.counters.iter().map(|(_, count)| *count).max().unwrap_or(0));
            (self.objects.len() as u32).max(self.player(player).life.max(0) as u32).max(counters)
        });
        let (mut low, mut high) = (0, limit.min(GREATEST_X));
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if possible(middle) { low = middle } else { high = middle - 1 }
        }
        low
    }

    /// Activates mana abilities as needed and pays (601.2g-h). Asks for what must be chosen.
    pub(crate) fn pay(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        cost: &TotalCost,
        scope: Scope<'_>,
        paid_for: PaidFor,
    ) -> Beat<Payment> {
        let mut payment = Payment::default();
        let left = match paid_for {
            PaidFor::Spell(card) if !self.substitutes(player, card).is_empty() => {
                Some(self.pay_with_substitutes(run, player, cost, scope, card)?)
            }
            _ => None,
        };
        let cost = left.as_ref().unwrap_or(cost);
        self.pay_mana(run, player, cost, scope, paid_for, &Busy::new(), &mut payment)?;
        let payer = Payer { player, scope, paid_for, with: &[], tapping: Tapping::Otherwise };
        self.pay_parts(run, payer, &cost.parts, &mut payment)?;
        Ok(payment)
    }

    /// The mana part of the cost, permissions to spend mana as of any colour taken into account.
    fn mana_needed(
        &self,
        any_color: &[crate::layers::Active<'_, Rule>],
        cost: &TotalCost,
        scope: Scope<'_>,
        paid_for: PaidFor,
    ) -> Requirements {
        let mut need = Requirements::default();
        let spending = if matches!(paid_for, PaidFor::Spell(_)) && self.is_any_color(any_color, paid_for) {
            Spending::AsAnyColor
        } else {
            Spending::AsItIs
        };
        let x = scope.bindings.x.max(0) as u32;
        need.add_cost(&cost.mana, x, spending);
        for part in &cost.parts {
            match part {
                CostPart::Mana(cost) => need.add_cost(cost, x, spending),
                CostPart::GenericMana(amount) => need.generic = need.generic.saturating_add(self.positive(scope, amount)),
                _ => {}
            }
        }
        need
    }

    fn is_any_color(&self, any_color: &[crate::layers::Active<'_, Rule>], paid_for: PaidFor) -> bool {
        any_color.iter().any(|active| match active.rule {
            Rule::SpendAsAnyColor(_, filter) => self.fits_paid_for(filter, active.scope, paid_for),
            _ => false,
        })
    }

    /// Whether what is paid for matches a filter that speaks of spells or of sources of abilities (106.6). A card that is
    /// only being considered counts as the spell that it would be.
    fn fits_paid_for(&self, filter: &Filter, scope: Scope<'_>, paid_for: PaidFor) -> bool {
        match paid_for {
            PaidFor::Other => false,
            PaidFor::Ability(source) => self.eval(scope).matches(filter, source),
            PaidFor::Spell(spell) => match self.object(spell) {
                // Whoever has the mana casts it.
                Some(_) => self.eval(scope).matches_as_spell(filter, spell, scope.controller),
                None => false,
            },
        }
    }

    /// Whether life is or may be paid for any of it.
    fn takes_life(&self, potential: &ManaPotential<'_>, need: &Requirements, demands: &parts::Demands) -> bool {
        let pips = need.pips.iter().any(|pip| pip.otherwise == Otherwise::Life);
        let sources = || potential.sources().iter().any(|source| source.alternatives.iter().any(|way| way.life > 0));
        (demands.life > 0 || pips || sources()) && self.life_to_pay(potential.player) > 0
    }

    /// Plans the mana where abilities may make their player lose life: what is left pays for what is paid with life. Where no
    /// life is paid it does not matter how much is lost.
    fn plan_with_life<'a>(
        &self,
        potential: ManaPotential<'a>,
        need: &Requirements,
        demands: &parts::Demands,
        scope: Scope<'_>,
        paid_for: PaidFor,
    ) -> Option<(Plan, ManaPotential<'a>)> {
        let with = |potential: ManaPotential<'a>| {
            let plan = self.plan(&potential, need, demands, scope, paid_for)?;
            Some((plan, potential))
        };
        if !potential.hurts || !self.takes_life(&potential, need, demands) {
            return with(potential);
        }
        let pays_none = demands.life == 0 && need.pips.iter().all(|pip| pip.otherwise != Otherwise::Life);
        let free = pays_none.then(|| potential.clone().paying_no_life());
        with(potential.sparing_life()).or_else(|| free.and_then(with))
    }

    /// Plans the mana.
    fn plan(
        &self,
        potential: &ManaPotential<'_>,
        need: &Requirements,
        demands: &parts::Demands,
        scope: Scope<'_>,
        paid_for: PaidFor,
    ) -> Option<Plan> {
        let player = potential.player;
        let needs_life = need.pips.iter().any(|pip| pip.otherwise == Otherwise::Life)
            || potential.sources().iter().any(|source| source.alternatives.iter().any(|way| way.life > 0));
        let life = if needs_life { self.life_to_pay(player).saturating_sub(demands.life) } else { 0 };
        let allowed = |filter: &Filter, ability: Option<ObjectId>| {
            let what = ability.map_or(paid_for, PaidFor::Ability);
            self.fits_paid_for(filter, Scope::bare(scope.source, player, scope.origin), what)
        };
        let problem = Problem { floating: &potential.floating, sources: potential.sources(), life, demands, allowed: &allowed };
        solve(&problem, need)
    }
}
