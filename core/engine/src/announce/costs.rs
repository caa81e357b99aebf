//! Ways to cast, and what things cost (modern 601.2b, 601.2f, 118.7-118.9).

use crate::ability::{CastPermission, Cost, CostChange, CostPart, CostTag, Replacement, Rule, Timing};
use crate::eval::Scope;
use crate::event::Being;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::mana::{ManaCost, ManaSymbol};
use crate::payment::TotalCost;
use crate::symbol::Symbol;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// One way to cast a card: where the permission comes from, when, and for what cost.
#[derive(Clone, Debug)]
pub(crate) struct Way<'a> {
    /// When it may be cast so.
    pub timing: Timing,
    /// For what.
    pub cost: WayCost<'a>,
    /// What applies to the spell while it is on the stack.
    pub then: Option<&'a Replacement>,
    /// What the spell gains by it, for good (611.3d).
    pub gains: Option<Being>,
}

/// What a way costs before changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WayCost<'a> {
    /// The card's mana cost.
    Printed,
    /// An alternative cost with its tag (118.9).
    Alternative(CostTag, &'a Cost),
}

/// A way that no longer borrows the game.
#[derive(Clone, Debug)]
pub(crate) struct OwnedWay {
    /// An alternative cost with its tag; the printed mana cost if none.
    pub cost: Option<(CostTag, Cost)>,
    /// What applies to the spell while it is on the stack.
    pub then: Option<Replacement>,
    /// What the spell gains by it, for good (611.3d).
    pub gains: Option<Being>,
}

impl Way<'_> {
    pub(crate) fn owned(&self) -> OwnedWay {
        OwnedWay {
            cost: match self.cost {
                WayCost::Printed => None,
                WayCost::Alternative(tag, cost) => Some((tag, cost.clone())),
            },
            then: self.then.cloned(),
            gains: self.gains.clone(),
        }
    }
}

/// What is cast or played by the permission gains (611.3d).
fn gains_by(permission: &CastPermission, scope: Scope<'_>) -> Option<Being> {
    let Scope { source, controller, origin, .. } = scope;
    let changes = permission.gains.clone();
    (!changes.is_empty()).then_some(Being { changes, source, controller, origin })
}

/// What was chosen about the costs of a spell (601.2b).
#[derive(Clone, Debug, Default)]
pub(crate) struct CostChoices {
    /// Chosen X.
    pub x: u32,
    /// Costs added by choice: optional additional costs, one of several, those of modes.
    pub added: Vec<Cost>,
}

impl Game {
    /// The ways in which the player may cast the card from where it is, whatever the time and the price (601.3).
    pub(crate) fn ways(&self, player: PlayerId, id: ObjectId) -> SmallVec<[Way<'_>; 2]> {
        let mut ways = SmallVec::new();
        let Some(object) = self.object(id) else { return ways };
        let characteristics = self.characteristics_of(object);
        if characteristics.types.is(CardType::Land) {
            // modern 300.2a
            return ways;
        }
        let usual = if characteristics.types.is(CardType::Instant) { Timing::Instant } else { Timing::Sorcery };
        if object.zone == ZoneKind::Hand && object.owner == player && characteristics.cost.is_some() {
            // modern 118.6: what has no mana cost cannot be cast for it.
            ways.push(Way { timing: usual, cost: WayCost::Printed, then: None, gains: None });
        }
        let own = self.own_rules(id).filter_map(|active| match active.rule {
            Rule::Cast(permission) => Some(Active { rule: permission, scope: active.scope }),
            _ => None,
        });
        for active in own {
            self.add_way(player, id, object.zone, usual, active, &mut ways);
        }
        for active in self.cast_permissions() {
            self.add_way(player, id, object.zone, usual, active, &mut ways);
        }
        ways
    }

    fn add_way<'a>(
        &'a self,
        player: PlayerId,
        id: ObjectId,
        zone: ZoneKind,
        usual: Timing,
        active: Active<'a, CastPermission>,
        ways: &mut SmallVec<[Way<'a>; 2]>,
    ) {
        let Active { rule: permission, scope } = active;
        if !self.permits(player, id, zone, active) {
            return;
        }
        let timing = if permission.timing == Timing::Usual { usual } else { permission.timing };
        match (&permission.cost, permission.from) {
            (Some((tag, cost)), _) => {
                let (cost, then) = (WayCost::Alternative(*tag, cost), permission.then.as_ref());
                ways.push(Way { timing, cost, then, gains: gains_by(permission, scope) })
            }
            (None, None) => {
                // modern 601.3b: only the time changes, for every way.
                for way in ways.iter_mut().filter(|_| permission.timing == Timing::Instant) {
                    way.timing = Timing::Instant;
                }
            }
            (None, Some(_)) => {
                let (cost, then) = (WayCost::Printed, permission.then.as_ref());
                ways.push(Way { timing, cost, then, gains: gains_by(permission, scope) })
            }
        }
    }

    fn permits(&self, player: PlayerId, id: ObjectId, zone: ZoneKind, active: Active<'_, CastPermission>) -> bool {
        let permission = active.rule;
        if permission.from.is_none() && permission.cost.is_none() {
            // modern 601.3b: only the time changes, from wherever the spell may be cast.
            let eval = self.eval(active.scope);
            return eval.players(&permission.who).contains(&player)
                && eval.matches_as_spell(&permission.what, id, player)
                && eval.holds(&permission.condition);
        }
        if permission.from.unwrap_or(ZoneKind::Hand) != zone {
            return false;
        }
        if self.permits_as_own(player, id, &active) {
            return true;
        }
        if permission.top_only && !self.players().iter().any(|player| player.library.last() == Some(&id)) {
            return false;
        }
        let eval = self.eval(active.scope);
        eval.players(&permission.who).contains(&player) && eval.matches(&permission.what, id) && eval.holds(&permission.condition)
    }

    /// Whether a permission lets the player play the land from where it is.
    pub(crate) fn may_play_from(&self, player: PlayerId, id: ObjectId) -> bool {
        let Some(zone) = self.object(id).map(|object| object.zone) else { return false };
        let own = self.own_rules(id).filter_map(|active| match active.rule {
            Rule::Cast(permission) => Some(Active { rule: permission, scope: active.scope }),
            _ => None,
        });
        own.chain(self.cast_permissions()).any(|active| active.rule.lands && self.permits(player, id, zone, active))
    }

    /// What a land that is played from elsewhere gains by the permission to play it (611.3d).
    pub(crate) fn gains_as_played(&self, player: PlayerId, id: ObjectId) -> Option<Being> {
        let object = self.object(id)?;
        if object.zone == ZoneKind::Hand && object.owner == player {
            return None;
        }
        let own = self.own_rules(id).filter_map(|active| match active.rule {
            Rule::Cast(permission) => Some(Active { rule: permission, scope: active.scope }),
            _ => None,
        });
        let mut all = own.chain(self.cast_permissions()).filter(|active| active.rule.lands);
        all.find_map(|Active { rule, scope }| {
            self.permits(player, id, object.zone, Active { rule, scope }).then(|| gains_by(rule, scope)).flatten()
        })
    }

    /// All changes to the spell's cost, its own included, with the scopes in which to read them.
    fn changes_of(&self, id: ObjectId) -> impl Iterator<Item = Active<'_, CostChange>> {
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
        let mut builder = Builder::new(choices.x);
        let scope = Scope::bare(id, player, crate::ability::Origin::Printed);
        match base {
            WayCost::Printed => {
                if let Some(cost) = &self.characteristics(id).cost {
                    builder.mana(cost);
                }
            }
            WayCost::Alternative(_, cost) => builder.cost(self, scope, cost),
        }
        for cost in &choices.added {
            builder.cost(self, scope, cost);
        }
        let mut least = 0;
        let mut reductions = 0;
        let mut reduced = ManaCost::default();
        for active in self.changes_of(id) {
            let eval = self.eval(active.scope);
            let speaks = |players: &crate::ability::Players, filter: &crate::ability::Filter| {
                eval.players(players).contains(&player) && eval.matches_as_spell(filter, id, player)
            };
            match active.rule {
                CostChange::Additional(filter, cost) if eval.matches_as_spell(filter, id, player) => {
                    builder.cost(self, active.scope, cost)
                }
                CostChange::Increase(players, filter, cost) if speaks(players, filter) => builder.cost(self, active.scope, cost),
                CostChange::Reduce(players, filter, amount) if speaks(players, filter) => {
                    reductions += eval.amount(amount).max(0)
                }
                CostChange::ReduceMana(players, filter, mana) if speaks(players, filter) => reduced.symbols.extend(&mana.symbols),
                CostChange::AtLeast(players, filter, amount) if speaks(players, filter) => least = least.max(eval.amount(amount)),
                _ => {}
            }
        }
        builder.reduce(reductions as u32, &reduced);
        builder.at_least(least.max(0) as u32);
        builder.done()
    }

    /// The total cost of activating an ability (602.2b, 601.2f).
    pub(crate) fn ability_cost(
        &self,
        player: PlayerId,
        source: ObjectId,
        keyword: Option<Symbol>,
        cost: &Cost,
        added: &[Cost],
        scope: Scope<'_>,
    ) -> TotalCost {
        let mut builder = Builder::new(scope.bindings.x.max(0) as u32);
        builder.cost(self, scope, cost);
        for cost in added {
            builder.cost(self, scope, cost);
        }
        let mut reductions = 0;
        for active in self.cost_changes() {
            let eval = self.eval(active.scope);
            match active.rule {
                CostChange::IncreaseAbilities(players, filter, more)
                    if eval.players(players).contains(&player) && eval.matches(filter, source) =>
                {
                    builder.cost(self, active.scope, more);
                }
                CostChange::ReduceAbilities(players, filter, word, amount)
                    if word.is_none_or(|word| keyword == Some(word))
                        && eval.players(players).contains(&player)
                        && eval.matches(filter, source) =>
                {
                    reductions += eval.amount(amount).max(0);
                }
                _ => {}
            }
        }
        builder.reduce(reductions as u32, &ManaCost::default());
        builder.done()
    }
}

/// Adds up a total cost.
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
    fn at_least(&mut self, least: u32) {
        let now: u32 = self.generic + self.symbols.iter().map(|symbol| symbol.mana_value(0)).sum::<u32>();
        self.generic += least.saturating_sub(now);
    }
    fn done(mut self) -> TotalCost {
        if self.generic > 0 {
            self.symbols.insert(0, ManaSymbol::Generic(u16::try_from(self.generic).unwrap_or(u16::MAX)));
        }
        TotalCost { mana: ManaCost::new(self.symbols), parts: self.parts }
    }
}
