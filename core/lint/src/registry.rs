//! The list of all lints.

use crate::{Lint, ability, file, rehearsal, script, set, text};

/// All lints, family by family.
pub static ALL: &[&[Lint]] = &[file::LINTS, script::LINTS, ability::LINTS, text::LINTS, set::LINTS, rehearsal::LINTS];

/// The lint of that name.
pub fn by_name(name: &str) -> Option<&'static Lint> {
    ALL.iter().flat_map(|family| family.iter()).find(|lint| lint.name == name)
}
