//! The lints of the family `file`, each in a file of its own.

mod bad_cost;
mod bad_keyword;
mod bad_number;
mod bad_type_line;
mod bad_value;
mod broken_card;
mod contradiction;
mod duplicate_name;
mod duplicate_number;
mod duplicate_set;
mod encoding;
mod file_name;
mod invalid_toml;
mod invisible_character;
mod look_alike_letter;
mod missing_face;
mod missing_key;
mod missing_script;
mod name_clash;
mod no_mana_cost;
mod not_a_library;
mod outside_a_set;
mod script_of_another;
pub(crate) mod slug;
mod unknown_card;
mod unknown_key;
mod unknown_keyword;
mod unknown_ruleset;
mod unreadable_file;
mod unused_script;
mod unused_token;
mod wrong_type;

use crate::Lint;

/// All of them.
pub static LINTS: &[Lint] = &[
    bad_cost::LINT,
    bad_keyword::LINT,
    bad_number::LINT,
    bad_type_line::LINT,
    bad_value::LINT,
    broken_card::LINT,
    contradiction::LINT,
    duplicate_name::LINT,
    duplicate_number::LINT,
    duplicate_set::LINT,
    encoding::LINT,
    file_name::LINT,
    invalid_toml::LINT,
    invisible_character::LINT,
    look_alike_letter::LINT,
    missing_face::LINT,
    missing_key::LINT,
    missing_script::LINT,
    name_clash::LINT,
    no_mana_cost::LINT,
    not_a_library::LINT,
    outside_a_set::LINT,
    script_of_another::LINT,
    unknown_card::LINT,
    unknown_key::LINT,
    unknown_keyword::LINT,
    unknown_ruleset::LINT,
    unreadable_file::LINT,
    unused_script::LINT,
    unused_token::LINT,
    wrong_type::LINT,
];
