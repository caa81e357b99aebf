//! `unreadable-file`

use crate::{Check, Example, Family, Level, Lint};

/// A file that cannot be read.
pub const LINT: Lint = Lint {
    name: "unreadable-file",
    family: Family::File,
    level: Level::Deny,
    what: "the file cannot be read",
    why: "A file that may not be opened, or that has more than 1048576 bytes (a megabyte), is left out of the library, and whatever needs \
          it with it.",
    bad: Example(&[]),
    instead: Example(&[]),
    fix: None,
    check: Check::Loading,
};
