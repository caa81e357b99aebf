//! The list of all lints.

use crate::{Lint, ability, file, rehearsal, runner, script, set, text};

/// All lints, family by family.
pub static ALL: &[&[Lint]] =
    &[file::LINTS, script::LINTS, ability::LINTS, text::LINTS, set::LINTS, rehearsal::LINTS, runner::LINTS];

/// All lints, one after another.
pub(crate) fn lints() -> impl Iterator<Item = &'static Lint> {
    ALL.iter().flat_map(|family| family.iter())
}

/// The lint of that name.
pub fn by_name(name: &str) -> Option<&'static Lint> {
    lints().find(|lint| lint.name == name)
}
