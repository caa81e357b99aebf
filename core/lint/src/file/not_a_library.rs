//! `not-a-library`

use crate::{Check, Example, Family, Level, Lint};

/// A folder that is no library.
pub const LINT: Lint = Lint {
    name: "not-a-library",
    family: Family::File,
    level: Level::Deny,
    what: "the folder is no library",
    why: "A library is a folder with `cards`, `scripts` or `decks` in it. In any other folder there is nothing to check, and nothing \
          wrong would be found.",
    bad: Example(&[]),
    instead: Example(&[]),
    fix: None,
    check: Check::Runner,
};
