//! The lints of the family `set`, each in a file of its own: a report about a set as a whole, off by default. A small set is no set
//! yet: most of these wait until there are enough cards to speak of balance.

mod color_balance;
mod complex_common;
mod creature_size;
mod duplicate_effect;
mod facts;
mod mana_curve;
mod missing_cycle_member;
mod rarity_balance;
mod unplayable_mana;

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[
    color_balance::LINT,
    rarity_balance::LINT,
    mana_curve::LINT,
    missing_cycle_member::LINT,
    complex_common::LINT,
    unplayable_mana::LINT,
    duplicate_effect::LINT,
    creature_size::LINT,
];
