//! The lints of the family `ability`, each in a file of its own.

mod bounds;
mod links;
mod satisfy;
mod walk;

mod constant_condition;
mod duplicate_ability;
mod early_target;
mod ended_duration;
mod free_loop;
mod idle_choice;
mod impossible_ability;
mod impossible_filter;
mod impossible_trigger;
mod mana_ability;
mod misfit_change;
mod missing_ability;
mod never_paid;
mod never_read;
mod never_remembered;
mod no_effect;
mod redundant_keyword;
mod self_replacement;
mod unaffected_static;
mod unasked_cost;
mod unknown_counters;
mod unpayable_cost;
mod unsupported_by_ruleset;
mod unused_target;
mod unused_x;
mod wrong_division;
mod wrong_modes;
mod wrong_zone;
mod x_without_cost;
mod zero_amount;

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[
    constant_condition::LINT,
    duplicate_ability::LINT,
    early_target::LINT,
    ended_duration::LINT,
    free_loop::LINT,
    idle_choice::LINT,
    impossible_ability::LINT,
    impossible_filter::LINT,
    impossible_trigger::LINT,
    mana_ability::LINT,
    misfit_change::LINT,
    missing_ability::LINT,
    never_paid::LINT,
    never_read::LINT,
    never_remembered::LINT,
    no_effect::LINT,
    redundant_keyword::LINT,
    self_replacement::LINT,
    unaffected_static::LINT,
    unasked_cost::LINT,
    unknown_counters::LINT,
    unpayable_cost::LINT,
    unsupported_by_ruleset::LINT,
    unused_target::LINT,
    unused_x::LINT,
    wrong_division::LINT,
    wrong_modes::LINT,
    wrong_zone::LINT,
    x_without_cost::LINT,
    zero_amount::LINT,
];
