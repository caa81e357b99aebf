//! `encoding`

use crate::{Check, Example, Family, Level, Lint};

/// A file that is no UTF-8.
pub const LINT: Lint = Lint {
    name: "encoding",
    family: Family::File,
    level: Level::Deny,
    what: "a file that is not UTF-8 text",
    why: "Files of a library are UTF-8. In another encoding every letter with an accent would be read as something else, so \
          such a file is not read at all.",
    bad: Example(&[]),
    instead: Example(&[]),
    fix: None,
    check: Check::Loading,
};
