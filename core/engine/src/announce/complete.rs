//! Which modes and which values of X leave an announcement that can be completed: those are offered, and no others (modern
//! 601.2b-h). What does not depend on them is answered without looking at each.

use super::ahead::x_symbols;
use super::costs::CostChoices;
use super::targets::ModeRange;
use super::ways::WayCost;
use crate::ability::Walk;
use crate::ability::{Activated, Amount, Body, Cost, CostChange, Filter, Mode, Origin, Stat, TargetSpec};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Bindings;
use crate::payment::{PaidFor, TotalCost};
use crate::symbol::Symbol;
use smallvec::SmallVec;

/// No more values of X than this are looked at one by one.
const MOST_LOOKED_AT: i32 = 1000;

/// An activated ability that is being announced.
#[derive(Clone, Copy)]
pub(super) struct Announcing<'a> {
    /// Its source.
    pub source: ObjectId,
    /// Where the source has it from.
    pub origin: Origin,
    /// Its keyword.
    pub keyword: Option<Symbol>,
    /// The ability.
    pub ability: &'a Activated,
}

/// Whether what may be chosen as targets depends on X.
fn targets_speak_of_x(modes: &[&Mode]) -> bool {
    let speaks = std::cell::Cell::new(false);
    for spec in modes.iter().flat_map(|mode| &mode.targets) {
        spec.each(|amount: &Amount| speaks.set(speaks.get() || *amount == Amount::X));
    }
    speaks.get()
}

/// Whether the filter asks for a mana value, which X is part of.
fn speaks_of_mana_value(filter: &Filter) -> bool {
    let speaks = std::cell::Cell::new(false);
    filter.each(|filter: &Filter| {
        speaks.set(speaks.get() || matches!(filter, Filter::Stat(Stat::ManaValue, ..)));
    });
    speaks.get()
}

impl Game {
    /// Whether the spell's targets depend on X.
    pub(super) fn targets_need_x(&self, bodies: &[Body]) -> bool {
        bodies.iter().any(|body| targets_speak_of_x(&body.modes().iter().collect::<Vec<_>>()))
    }

    /// Whether something changes the spell's cost in a way that depends on X.
    pub(super) fn cost_needs_x(&self, spell: ObjectId) -> bool {
        self.changes_of(spell).any(|active| match active.rule {
            CostChange::Increase(_, filter, _)
            | CostChange::Reduce(_, filter, _)
            | CostChange::ReduceMana(_, filter, _)
            | CostChange::AtLeast(_, filter, _)
            | CostChange::Additional(filter, _) => active.scope.source != spell && speaks_of_mana_value(filter),
            _ => false,
        })
    }

    /// No X greater than this can be paid, whatever changes the cost.
    pub(super) fn x_limit(&self, player: PlayerId, spell: ObjectId, symbols: u32, scope: Scope<'_>) -> i32 {
        let reduced = self.changes_of(spell).map(|active| match active.rule {
            CostChange::Reduce(_, _, amount) => self.eval(active.scope).amount(amount).max(0),
            CostChange::ReduceMana(_, _, mana) => mana.symbols.len() as i32,
            _ => 0,
        });
        let reduced = reduced.fold(0, i32::saturating_add);
        let most = self.greatest_x(player, &TotalCost::default(), symbols, scope, PaidFor::Spell(spell));
        i32::try_from(most).unwrap_or(i32::MAX).saturating_add(reduced).min(MOST_LOOKED_AT)
    }

    /// The values of X with which the spell on the stack can be cast, ascending: it may be cast (601.2e), there are targets
    /// (601.2c-d), and its total cost can be paid (601.2f-h).
    pub(super) fn spell_x_values(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        (base, choices): (WayCost<'_>, &CostChoices),
        symbols: u32,
        modes: &[&Mode],
        out_of_time: bool,
    ) -> Vec<i32> {
        let scope = Scope::bare(spell, player, Origin::Printed);
        let forbidden = self.definitions().concerns().forbids_casting;
        let targets = targets_speak_of_x(modes);
        let changed = self.changes_of(spell).any(|active| {
            matches!(
                active.rule,
                CostChange::Increase(..)
                    | CostChange::Reduce(..)
                    | CostChange::ReduceMana(..)
                    | CostChange::AtLeast(..)
                    | CostChange::Additional(..)
            )
        });
        let most = if changed {
            self.x_limit(player, spell, symbols, scope)
        } else {
            let total = self.spell_cost(player, spell, base, choices);
            self.most_x(player, &total, symbols, scope, PaidFor::Spell(spell)) as i32
        };
        if !(forbidden || targets || changed || out_of_time) {
            return (0..=most).collect();
        }
        let set = |game: &mut Game, x: i32| {
            if let Some(cast) = game.more_of(spell).and_then(|more| more.cast.as_mut()) {
                cast.x = x;
            }
            game.touch_lightly();
        };
        let mut choices = choices.clone();
        let mut values = Vec::new();
        for x in 0..=most {
            set(self, x);
            let bindings = Bindings { x, ..Bindings::default() };
            let scope = Scope { bindings: &bindings, ..scope };
            choices.x = x as u32;
            let fits = !self.is_casting_prohibited(player, spell)
                && (!out_of_time || self.has_instant_time(player, spell))
                && (!targets || modes.iter().all(|mode| self.mode_has_targets(mode, scope)))
                && (!changed || {
                    let total = self.spell_cost(player, spell, base, &choices);
                    self.can_pay(player, &total, scope, PaidFor::Spell(spell))
                });
            if fits {
                values.push(x);
            }
        }
        set(self, 0);
        values
    }

    /// The same for an activated ability (602.2b).
    pub(super) fn ability_x_values(
        &self,
        player: PlayerId,
        announcing: Announcing<'_>,
        added: &[Cost],
        modes: &[&Mode],
    ) -> Vec<i32> {
        let Announcing { source, origin, keyword, ability } = announcing;
        let scope = Scope::bare(source, player, origin);
        let symbols = x_symbols(&ability.cost) + added.iter().map(x_symbols).sum::<u32>();
        let targets = targets_speak_of_x(modes);
        let changed = self.definitions().concerns().ability_costs && self.cost_changes().next().is_some();
        let paid_for = PaidFor::Ability(source);
        let most = if changed {
            let reduced = self.cost_changes().map(|active| match active.rule {
                CostChange::ReduceAbilities(_, _, _, amount) => self.eval(active.scope).amount(amount).max(0),
                _ => 0,
            });
            let reduced = reduced.fold(0, i32::saturating_add);
            let most = self.greatest_x(player, &TotalCost::default(), symbols, scope, paid_for);
            i32::try_from(most).unwrap_or(i32::MAX).saturating_add(reduced).min(MOST_LOOKED_AT)
        } else {
            let total = self.ability_cost(player, source, keyword, ability, added, scope);
            self.most_x(player, &total, symbols, scope, paid_for) as i32
        };
        let fits = |x: &i32| {
            let bindings = Bindings { x: *x, ..Bindings::default() };
            let scope = Scope { bindings: &bindings, ..scope };
            (!targets || modes.iter().all(|mode| self.mode_has_targets(mode, scope)))
                && (!changed || {
                    let total = self.ability_cost(player, source, keyword, ability, added, scope);
                    self.can_pay(player, &total, scope, paid_for)
                })
        };
        (0..=most).filter(fits).collect()
    }

    /// Whether some choice of modes, with an X that is not 0, lets the ability be activated where X = 0 leaves it without
    /// targets.
    pub(super) fn some_x_has_targets(&self, player: PlayerId, announcing: Announcing<'_>) -> bool {
        let modes: SmallVec<[&Mode; 2]> = announcing.ability.body.modes().iter().collect();
        announcing.ability.cost.has_x()
            && targets_speak_of_x(&modes)
            && modes.iter().any(|mode| {
                let added: SmallVec<[Cost; 1]> = mode.cost.iter().cloned().collect();
                !self.ability_x_values(player, announcing, &added, &[*mode]).is_empty()
            })
    }

    /// What the modes of the bodies cost: for each body with modes that cost something, the smallest choices of modes there
    /// are (700.2a), by their costs.
    pub(super) fn mode_costs<'a>(&self, bodies: impl Iterator<Item = &'a Body>, scope: Scope<'_>) -> Vec<Vec<Vec<Cost>>> {
        let mut groups = Vec::new();
        for body in bodies {
            if has_mode_costs(body) {
                let range = self.mode_range(body, scope);
                let choices = range.smallest();
                let costs = |choice: &SmallVec<[u8; 4]>| {
                    choice.iter().filter_map(|&mode| body.modes()[usize::from(mode)].cost.clone()).collect()
                };
                groups.push(choices.iter().map(costs).collect());
            }
        }
        groups
    }
}

/// Whether a mode of the body has a cost of its own (700.2h).
pub(super) fn has_mode_costs(body: &Body) -> bool {
    matches!(body, Body::Modal { modes, .. } if modes.iter().any(|mode| mode.cost.is_some()))
}

/// Whether one choice from each group can be paid for together: `payable` is asked of what they add to the cost.
pub(super) fn one_of_each(groups: &[Vec<Vec<Cost>>], added: &mut Vec<Cost>, payable: &dyn Fn(&[Cost]) -> bool) -> bool {
    let Some((first, rest)) = groups.split_first() else { return payable(added) };
    first.iter().any(|costs| {
        let before = added.len();
        added.extend(costs.iter().cloned());
        let found = one_of_each(rest, added, payable);
        added.truncate(before);
        found
    })
}

/// Whether the choice of modes can be extended to one that is large enough and can be paid for. More modes never cost less.
pub(super) fn can_go_on(range: &ModeRange, chosen: &mut SmallVec<[u8; 4]>, payable: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    if !payable(chosen) {
        return false;
    }
    if chosen.len() as u32 >= range.min {
        return true;
    }
    range.possible.iter().any(|&mode| {
        if !range.repeat && chosen.contains(&mode) {
            return false;
        }
        chosen.push(mode);
        let found = can_go_on(range, chosen, payable);
        chosen.pop();
        found
    })
}

/// Whether the instance cannot be filled because what it divides is too little for its fewest targets (601.2d).
pub(super) fn divides_too_little(spec: &TargetSpec, min: usize, amount: impl Fn(&Amount) -> i32) -> bool {
    spec.divided.as_ref().is_some_and(|divided| (amount(divided).max(0) as usize) < min)
}
