//! The lints of the family `script`, each in a file of its own.

mod bad_mana;
mod duplicate_keyword;
mod duplicate_type;
mod duration_of_ability;
mod empty_keyword;
mod keyword_in_card;
mod line_without_effect;
mod no_duration;
mod no_keyword;
mod old_word;
mod script_error;
mod script_limit;
mod shadowed_word;
mod spell_on_permanent;
mod syntax_error;
mod unknown_option;
mod unknown_token;
mod unknown_word;
mod unreachable_code;
mod unused_value;
mod wrong_argument;

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[
    bad_mana::LINT,
    duplicate_keyword::LINT,
    duplicate_type::LINT,
    duration_of_ability::LINT,
    empty_keyword::LINT,
    keyword_in_card::LINT,
    line_without_effect::LINT,
    no_duration::LINT,
    no_keyword::LINT,
    old_word::LINT,
    script_error::LINT,
    script_limit::LINT,
    shadowed_word::LINT,
    spell_on_permanent::LINT,
    syntax_error::LINT,
    unknown_option::LINT,
    unknown_token::LINT,
    unknown_word::LINT,
    unreachable_code::LINT,
    unused_value::LINT,
    wrong_argument::LINT,
];
