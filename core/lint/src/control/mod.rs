//! What decides whether and how a finding is shown: levels in the configuration, on the command line and in cards; comments that
//! silence.

mod card;
mod config;
mod edits;
mod silence;

pub(crate) use card::CardControls;
pub(crate) use config::Config;
pub(crate) use silence::{Mention, Silence, Use, silences};

use crate::{Check, Family, Level, Lint, by_name, registry};
use cardwright_script::diagnostic::nearest;

/// What a name in a configuration stands for: a lint or a whole family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selector {
    /// One lint, by name.
    Lint(&'static str),
    /// All lints of a family.
    Family(Family),
}

impl Selector {
    /// What that name stands for. Otherwise the nearest name that stands for something, if one is near.
    ///
    /// # Errors
    /// If it is the name of nothing.
    pub fn of(name: &str) -> Result<Selector, Option<&'static str>> {
        if let Some(lint) = by_name(name) {
            return Ok(Selector::Lint(lint.name));
        }
        let families = Family::ALL.map(Family::word);
        let family = Family::ALL.into_iter().find(|family| family.word() == name);
        let lints = registry::lints().map(|lint| lint.name);
        family.map(Selector::Family).ok_or_else(|| nearest(name, lints.chain(families)))
    }

    /// Whether it speaks of that lint.
    pub fn covers(self, lint: &Lint) -> bool {
        match self {
            Selector::Lint(name) => lint.name == name,
            Selector::Family(family) => lint.family == family,
        }
    }

    /// Whether it names one lint that is found while loading and makes a card unusable: nothing silences that.
    pub fn is_fixed(self) -> bool {
        match self {
            Selector::Lint(name) => {
                by_name(name).is_some_and(|lint| matches!(lint.check, Check::Loading) && lint.level == Level::Deny)
            }
            Selector::Family(_) => false,
        }
    }

    /// The lints that it speaks of.
    pub(crate) fn lints(self) -> impl Iterator<Item = &'static Lint> {
        registry::lints().filter(move |lint| self.covers(lint))
    }
}

/// The level that one of several statements gives to a lint: one about the lint itself counts more than one about its family, a
/// later one more than an earlier.
pub(crate) fn stated(levels: &[(Selector, Level)], lint: &Lint) -> Option<Level> {
    let last = |family: bool| {
        let of_kind = |selector: Selector| matches!(selector, Selector::Family(_)) == family;
        levels.iter().rev().find(|(selector, _)| of_kind(*selector) && selector.covers(lint)).map(|(_, level)| *level)
    };
    last(false).or_else(|| last(true))
}

/// What to write for a word that is no level.
pub(crate) fn level_help(word: &str) -> String {
    let meant = match word.to_lowercase().as_str() {
        "error" | "forbid" | "fail" => Some(Level::Deny.word()),
        "warning" => Some(Level::Warn.word()),
        "info" | "hint" => Some(Level::Note.word()),
        "off" | "ignore" | "none" | "silent" => Some(Level::Allow.word()),
        other => nearest(other, Level::ALL.map(Level::word)),
    };
    match meant {
        Some(word) => format!("did you mean `{word}`?"),
        None => format!("the levels are {}", Level::ALL.map(|level| format!("`{}`", level.word())).join(", ")),
    }
}
