//! What things cost (modern 601.2b, 601.2f, 118.7-118.9).

use super::complete::one_of_each;
use super::ways::{Way, WayCost};
use crate::ability::{AbilityBody, AbilitySort, Activated, Cost, CostChange, CostPart, CostTag, Rule};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::mana::{ManaCost, ManaSymbol, ManaType};
use crate::object::Bindings;
use crate::payment::{ManaPotential, PaidFor, TotalCost, is_mana_ability};
use crate::symbol::Symbol;
use crate::why::{CostLine, CostStep, WhyNot};
use smallvec::SmallVec;

/// What was chosen about the costs of a spell (601.2b).
#[derive(Clone, Debug, Default)]
pub(crate) struct CostChoices {
    /// Chosen X.
    pub x: u32,
    /// Costs added by choice: optional additional costs, one of several, those of modes, those of permissions.
    pub added: Vec<Cost>,
}

impl CostChoices {
    /// Nothing but what the way itself asks for.
    pub(crate) fn of(way: &Way<'_>) -> Self {
        CostChoices { x: 0, added: way.extra().map(|(_, cost)| cost.clone()).into_iter().collect() }
    }
}

impl Game {
    /// All changes to the spell's cost, its own included, with the scopes in which to read them.
    pub(crate) fn changes_of(&self, id: ObjectId) -> impl Iterator<Item = Active<'_, CostChange>> {
        let own = self.own_rules(id).filter_map(|active| match active.rule {
            Rule::Cost(change) => Some(Active { rule: change, scope: active.scope }),
            _ => None,
        });
        own.chain(self.cost_changes())
    }

    /// The optional additional costs that the spell has: tag, cost, how often (601.2b).
    pub(crate) fn optional_costs(&self, player: PlayerId, id: ObjectId) -> Vec<(CostTag, Cost, Option<u8>)> {
        self.changes_of(id)
            .filter_map(|active| match active.rule {
                CostChange::Optional(filter, tag, cost, times)
                    if self.eval(active.scope).matches_as_spell(filter, id, player) =>
                {
                    Some((*tag, cost.clone(), *times))
                }
                _ => None,
            })
            .collect()
    }

    /// Additional costs that the spell must be paid with, by what it says itself (601.2b): they may speak of X.
    pub(crate) fn required_costs(&self, player: PlayerId, id: ObjectId) -> Vec<Cost> {
        self.changes_of(id)
            .filter_map(|active| match active.rule {
                CostChange::Additional(filter, cost)
                    if active.scope.source == id && self.eval(active.scope).matches_as_spell(filter, id, player) =>
                {
                    Some(cost.clone())
                }
                _ => None,
            })
            .collect()
    }

    /// Additional costs of which one is chosen.
    pub(crate) fn alternatives_to_add(&self, player: PlayerId, id: ObjectId) -> Vec<Vec<Cost>> {
        self.changes_of(id)
            .filter_map(|active| match active.rule {
                CostChange::OneOf(filter, costs) if self.eval(active.scope).matches_as_spell(filter, id, player) => {
                    Some(costs.clone())
                }
                _ => None,
            })
            .collect()
    }

    /// The total cost of a spell (601.2f): base or alternative, increases, then reductions, then the least it can be.
    pub(crate) fn spell_cost(&self, player: PlayerId, id: ObjectId, base: WayCost<'_>, choices: &CostChoices) -> TotalCost {
        self.spell_cost_with(player, id, base, choices, &mut Log(None))
    }
    /// The same, with everything that makes it up written down if somebody asks.
    pub(super) fn spell_cost_with(
        &self,
        player: PlayerId,
        id: ObjectId,
        base: WayCost<'_>,
        choices: &CostChoices,
        log: &mut Log<'_>,
    ) -> TotalCost {
        let mut builder = Builder::new(choices.x);
        // modern 107.3a: the X that was chosen is the X of all its costs.
        let bindings = Bindings { x: choices.x as i32, ..Bindings::default() };
        let scope = Scope { source: id, controller: player, origin: crate::ability::Origin::Printed, bindings: &bindings };
        match base {
            WayCost::Printed => {
                if let Some(cost) = &self.characteristics(id).cost {
                    builder.mana(cost);
                }
                log.note(&builder, || CostStep::ManaCost);
            }
            WayCost::Alternative(tag, cost) => {
                builder.cost(self, scope, cost);
                log.note(&builder, || CostStep::Alternative(tag));
            }
        }
        for cost in &choices.added {
            builder.cost(self, scope, cost);
            log.note(&builder, || CostStep::Additional(cost.clone()));
        }
        let mut later = Later::default();
        for active in self.changes_of(id) {
            let eval = self.eval(active.scope);
            let speaks = |players: &crate::ability::Players, filter: &crate::ability::Filter| {
                eval.players(players).contains(&player) && eval.matches_as_spell(filter, id, player)
            };
            match active.rule {
                CostChange::Additional(filter, cost) if eval.matches_as_spell(filter, id, player) => {
                    let own = active.scope.source == id;
                    builder.cost(self, if own { scope } else { active.scope }, cost);
                    log.note_by(self, &builder, active, || CostStep::Additional(cost.clone()));
                }
                CostChange::Increase(players, filter, cost) if speaks(players, filter) => {
                    builder.cost(self, active.scope, cost);
                    log.note_by(self, &builder, active, || CostStep::Increase(cost.clone()));
                }
                CostChange::Reduce(players, filter, amount) if speaks(players, filter) => {
                    later.reductions.push((active, eval.amount(amount).max(0) as u32));
                }
                CostChange::ReduceMana(players, filter, mana) if speaks(players, filter) => later.reduced.push((active, mana)),
                CostChange::AtLeast(players, filter, amount) if speaks(players, filter) => {
                    later.least.push((active, eval.amount(amount).max(0) as u32));
                }
                CostChange::LifeFor(players, color, filter, _) if speaks(players, filter) => {
                    later.life_for.push((active, *color))
                }
                _ => {}
            }
        }
        later.finish(self, builder, u32::MAX, log)
    }

    /// Whether the total cost of a spell with these choices can be paid, one of each group of additional costs among them.
    #[allow(clippy::too_many_arguments)] // a cost and what it was worked out from
    pub(super) fn check_costs(
        &self,
        player: PlayerId,
        id: ObjectId,
        base: WayCost<'_>,
        cost: &TotalCost,
        choices: &CostChoices,
        scope: Scope<'_>,
        potential: &ManaPotential<'_>,
    ) -> Result<(), WhyNot> {
        let payable = |cost: &TotalCost| self.can_pay_with(potential, cost, scope, PaidFor::Spell(id));
        // One of each group of additional costs, and enough modes, must be payable together with the rest.
        let mut groups = alternatives(self.alternatives_to_add(player, id));
        let bodies = self.characteristics(id).abilities.iter().filter_map(|instance| match &instance.ability.kind {
            AbilityBody::Spell(body) => Some(body),
            _ => None,
        });
        groups.extend(self.mode_costs(bodies, scope));
        let all = if groups.is_empty() {
            payable(cost)
        } else {
            one_of_each(&groups, &mut choices.added.clone(), &|added| {
                payable(&self.spell_cost(player, id, base, &CostChoices { x: choices.x, added: added.to_vec() }))
            })
        };
        if all { Ok(()) } else { Err(WhyNot::CannotPay) }
    }

    /// The total cost of turning a face-down permanent face up, as changed by effects that speak of it (116.2b, 118.7).
    pub(crate) fn turning_cost(&self, player: PlayerId, permanent: ObjectId, cost: &Cost, scope: Scope<'_>) -> TotalCost {
        let speaks = |sort: &AbilitySort| matches!(sort, AbilitySort::TurningUp);
        self.changed_cost(player, permanent, &speaks, cost, &[], scope, &mut Log(None))
    }

    /// The total cost of activating an ability (602.2b, 601.2f), a mana ability too.
    pub(crate) fn ability_cost(
        &self,
        player: PlayerId,
        source: ObjectId,
        keyword: Option<Symbol>,
        activated: &Activated,
        added: &[Cost],
        scope: Scope<'_>,
    ) -> TotalCost {
        self.ability_cost_with(player, source, keyword, activated, added, scope, &mut Log(None))
    }
    #[allow(clippy::too_many_arguments)] // what an ability is and who asks
    pub(super) fn ability_cost_with(
        &self,
        player: PlayerId,
        source: ObjectId,
        keyword: Option<Symbol>,
        activated: &Activated,
        added: &[Cost],
        scope: Scope<'_>,
        log: &mut Log<'_>,
    ) -> TotalCost {
        let speaks = |sort: &AbilitySort| match sort {
            AbilitySort::Any => true,
            AbilitySort::Keyword(word) => keyword == Some(*word),
            AbilitySort::Loyalty => activated.loyalty,
            AbilitySort::Mana => is_mana_ability(activated),
            AbilitySort::NotMana => !is_mana_ability(activated),
            AbilitySort::TurningUp => false,
        };
        self.changed_cost(player, source, &speaks, &activated.cost, added, scope, log)
    }

    /// Whether some effect changes what the mana abilities of the object cost.
    pub(crate) fn mana_costs_change(&self) -> bool {
        self.definitions().concerns().ability_costs
            && self.cost_changes().any(|active| match active.rule {
                CostChange::ReduceAbilities(_, _, sort, _)
                | CostChange::IncreaseAbilities(_, _, sort, _)
                | CostChange::AbilitiesAtLeast(_, _, sort, _) => {
                    matches!(sort, AbilitySort::Any | AbilitySort::Mana | AbilitySort::Keyword(_))
                }
                CostChange::LifeFor(..) => true,
                _ => false,
            })
    }

    #[allow(clippy::too_many_arguments)] // what is paid for and who asks
    fn changed_cost(
        &self,
        player: PlayerId,
        source: ObjectId,
        speaks: &dyn Fn(&AbilitySort) -> bool,
        cost: &Cost,
        added: &[Cost],
        scope: Scope<'_>,
        log: &mut Log<'_>,
    ) -> TotalCost {
        let mut builder = Builder::new(scope.bindings.x.max(0) as u32);
        builder.cost(self, scope, cost);
        log.note(&builder, || CostStep::OfAbility);
        for cost in added {
            builder.cost(self, scope, cost);
            log.note(&builder, || CostStep::Additional(cost.clone()));
        }
        let mut later = Later::default();
        for active in self.cost_changes() {
            let eval = self.eval(active.scope);
            match active.rule {
                CostChange::IncreaseAbilities(players, filter, sort, more)
                    if speaks(sort) && eval.players(players).contains(&player) && eval.matches(filter, source) =>
                {
                    builder.cost(self, active.scope, more);
                    log.note_by(self, &builder, active, || CostStep::Increase(more.clone()));
                }
                CostChange::ReduceAbilities(players, filter, sort, amount)
                    if speaks(sort) && eval.players(players).contains(&player) && eval.matches(filter, source) =>
                {
                    later.reductions.push((active, eval.amount(amount).max(0) as u32));
                }
                CostChange::AbilitiesAtLeast(players, filter, sort, amount)
                    if speaks(sort) && eval.players(players).contains(&player) && eval.matches(filter, source) =>
                {
                    later.least.push((active, eval.amount(amount).max(0) as u32));
                }
                CostChange::LifeFor(players, color, _, filter)
                    if eval.players(players).contains(&player) && eval.matches(filter, source) =>
                {
                    later.life_for.push((active, *color));
                }
                _ => {}
            }
        }
        // What costs less than that anyway is not made dearer by it.
        let before = builder.mana_total();
        later.finish(self, builder, before, log)
    }
}

/// Changes that wait until everything is added up (601.2f).
#[derive(Default)]
struct Later<'a> {
    reduced: SmallVec<[(Active<'a, CostChange>, &'a ManaCost); 1]>,
    reductions: SmallVec<[(Active<'a, CostChange>, u32); 2]>,
    least: SmallVec<[(Active<'a, CostChange>, u32); 1]>,
    life_for: SmallVec<[(Active<'a, CostChange>, crate::mana::Color); 1]>,
}

impl Later<'_> {
    /// Reductions, then the least it can be, but no more than that, then what may be paid with life.
    fn finish(self, game: &Game, mut builder: Builder, most: u32, log: &mut Log<'_>) -> TotalCost {
        for (active, mana) in self.reduced {
            builder.reduce(0, mana);
            log.note_by(game, &builder, active, || CostStep::ReduceMana(mana.clone()));
        }
        for (active, amount) in self.reductions {
            builder.reduce(amount, &ManaCost::default());
            log.note_by(game, &builder, active, || CostStep::Reduce(amount));
        }
        for (active, least) in self.least {
            builder.at_least(least.min(most));
            log.note_by(game, &builder, active, || CostStep::AtLeast(least));
        }
        for (active, color) in self.life_for {
            builder.life_for(color);
            log.note_by(game, &builder, active, || CostStep::LifeFor(color));
        }
        builder.done()
    }
}

/// What makes up a cost, where somebody asks why it is what it is.
pub(super) struct Log<'l>(pub Option<&'l mut Vec<CostLine>>);

impl Log<'_> {
    fn note(&mut self, builder: &Builder, does: impl FnOnce() -> CostStep) {
        if let Some(lines) = &mut self.0 {
            lines.push(CostLine { does: does(), by: None, after: builder.clone().done() });
        }
    }
    fn note_by(&mut self, game: &Game, builder: &Builder, active: Active<'_, CostChange>, does: impl FnOnce() -> CostStep) {
        if let Some(lines) = &mut self.0 {
            lines.push(CostLine { does: does(), by: Some(game.maker_of_cost(&active)), after: builder.clone().done() });
        }
    }
}

/// Groups of single costs, as groups of lists of costs.
pub(super) fn alternatives(groups: Vec<Vec<Cost>>) -> Vec<Vec<Vec<Cost>>> {
    groups.into_iter().map(|group| group.into_iter().map(|cost| vec![cost]).collect()).collect()
}

/// Adds up a total cost.
#[derive(Clone)]
struct Builder {
    x: u32,
    generic: u32,
    symbols: Vec<ManaSymbol>,
    parts: Vec<CostPart>,
}

impl Builder {
    fn new(x: u32) -> Self {
        Builder { x, generic: 0, symbols: Vec::new(), parts: Vec::new() }
    }
    fn mana(&mut self, cost: &ManaCost) {
        for symbol in &cost.symbols {
            match symbol {
                ManaSymbol::Generic(amount) => self.generic += u32::from(*amount),
                // modern 107.3a
                ManaSymbol::X => self.generic += self.x,
                other => self.symbols.push(*other),
            }
        }
    }
    fn cost(&mut self, game: &Game, scope: Scope<'_>, cost: &Cost) {
        for part in &cost.parts {
            match part {
                CostPart::Mana(mana) => self.mana(mana),
                CostPart::GenericMana(amount) => self.generic += game.eval(scope).amount(amount).max(0) as u32,
                other => self.parts.push(other.clone()),
            }
        }
    }
    /// modern 118.7: generic reductions take generic mana only; coloured ones take that colour, and generic if none is left.
    fn reduce(&mut self, generic: u32, mana: &ManaCost) {
        for symbol in &mana.symbols {
            match self.symbols.iter().position(|other| other == symbol) {
                Some(place) => {
                    self.symbols.remove(place);
                }
                None => self.generic = self.generic.saturating_sub(symbol.mana_value(0)),
            }
        }
        self.generic = self.generic.saturating_sub(generic);
    }
    fn mana_total(&self) -> u32 {
        self.generic + self.symbols.iter().map(|symbol| symbol.mana_value(0)).sum::<u32>()
    }
    fn at_least(&mut self, least: u32) {
        self.generic += least.saturating_sub(self.mana_total());
    }
    /// modern 602.1e: symbols of the colour in the total cost, wherever they come from, may be paid with life.
    fn life_for(&mut self, color: crate::mana::Color) {
        for symbol in &mut self.symbols {
            if *symbol == ManaSymbol::Of(ManaType::Colored(color)) {
                *symbol = ManaSymbol::Phyrexian(color);
            }
        }
    }
    fn done(mut self) -> TotalCost {
        if self.generic > 0 {
            self.symbols.insert(0, ManaSymbol::Generic(u16::try_from(self.generic).unwrap_or(u16::MAX)));
        }
        TotalCost { mana: ManaCost::new(self.symbols), parts: self.parts }
    }
}
