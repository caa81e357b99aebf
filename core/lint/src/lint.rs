//! What a lint is.

use crate::{CardView, Findings, SetView};
use cardwright_script::diagnostic::{Assumes, Severity};
use serde::{Deserialize, Serialize};

/// What a lint looks at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Files: keys, values, names, numbers, what refers to what.
    File,
    /// Scripts as programs: words, arguments, values that go nowhere.
    Script,
    /// What abilities say: targets, conditions, amounts, costs, events.
    Ability,
    /// Rules text against what the card does, and against the genre's templating.
    Text,
    /// A set as a whole.
    Set,
    /// What happens when a card is played in small games.
    Rehearsal,
    /// Lint itself: its comments, keys and configuration.
    Lint,
}

/// How seriously a finding is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Not at all.
    Allow,
    /// Shown; the exit code stays 0.
    Note,
    /// Shown as a warning; the exit code stays 0.
    Warn,
    /// Shown as an error; the exit code is 1.
    Deny,
}

impl Family {
    /// All, in the order of the registry.
    pub const ALL: [Family; 7] =
        [Family::File, Family::Script, Family::Ability, Family::Text, Family::Set, Family::Rehearsal, Family::Lint];

    /// The word in configurations.
    pub fn word(self) -> &'static str {
        match self {
            Family::File => "file",
            Family::Script => "script",
            Family::Ability => "ability",
            Family::Text => "text",
            Family::Set => "set",
            Family::Rehearsal => "rehearsal",
            Family::Lint => "lint",
        }
    }
}

impl Level {
    /// All, the mildest first.
    pub const ALL: [Level; 4] = [Level::Allow, Level::Note, Level::Warn, Level::Deny];

    /// The word in configurations.
    pub fn word(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Note => "note",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }

    /// The level that a word means.
    pub fn of_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// How a finding at this level is shown; one that is allowed is not.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Level::Allow => None,
            Level::Note => Some(Severity::Note),
            Level::Warn => Some(Severity::Warning),
            Level::Deny => Some(Severity::Error),
        }
    }

    /// The level at which findings of that severity are shown.
    pub fn of_severity(severity: Severity) -> Level {
        match severity {
            Severity::Note => Level::Note,
            Severity::Warning => Level::Warn,
            Severity::Error => Level::Deny,
        }
    }
}

/// A small library that shows a lint at work: its files by path. A card alone is [`Example::card`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example(pub &'static [(&'static str, &'static str)]);

/// Where the only file of an example lies.
pub const EXAMPLE_CARD: &str = "cards/example/card.toml";

/// What a fix does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remedy {
    /// What it does: "adds the full stop".
    pub does: &'static str,
    /// What it takes for granted: whether it is applied without asking.
    pub assumes: Assumes,
}

/// One thing that lint knows to look for.
#[derive(Clone, Copy)]
pub struct Lint {
    /// The stable kebab-case name: what suppressions, configuration and machines call it.
    pub name: &'static str,
    /// Its family.
    pub family: Family,
    /// Its level where no configuration says another.
    pub level: Level,
    /// What it finds, in one line without a full stop.
    pub what: &'static str,
    /// Why that is bad: what the author, or a player, would suffer.
    pub why: &'static str,
    /// A case that fires.
    pub bad: Example,
    /// What to write instead: a case that does not fire.
    pub instead: Example,
    /// What can be done about it without the author, if anything.
    pub fix: Option<Remedy>,
    /// How it is found.
    pub check: Check,
}

/// How a lint is found.
#[derive(Clone, Copy)]
pub enum Check {
    /// While files are read and scripts are run; only its page is here.
    Loading,
    /// By looking at a card.
    Card(fn(&CardView<'_>, &mut Findings)),
    /// By looking at a set with all its cards.
    Set(fn(&SetView<'_>, &mut Findings)),
    /// By playing the card in small games.
    Rehearsal,
    /// By the runner itself, which knows configuration and suppressions.
    Runner,
}
