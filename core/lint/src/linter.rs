//! Running the lints: over a whole library, and again over what changed.

use crate::control::{Config, Selector, stated};
use crate::judge::Judge;
use crate::view::{Called, LibraryView, Looked};
use crate::{CardView, Check, Family, Findings, Level, Lint, SetView, registry};
use cardwright_engine::ruleset::Ruleset;
use cardwright_library::{CardSet, Library, LibraryCard};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a run is wanted, whatever the library's own configuration says.
#[derive(Clone, Default, Debug)]
pub struct Settings {
    /// Levels: a later one counts more, one about a lint more than one about its family. They count more than the configuration, and
    /// less than what a card says of itself.
    pub levels: Vec<(Selector, Level)>,
    /// If there are any: only these are looked for.
    pub only: Vec<Selector>,
    /// These are not.
    pub skip: Vec<Selector>,
    /// Families whose lints are at least noted, though some are allowed by default.
    pub families: Vec<Family>,
    /// What becomes of warnings.
    pub warnings: Warnings,
}

/// What becomes of warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Warnings {
    /// They are shown as warnings.
    #[default]
    Shown,
    /// They count as errors.
    Denied,
}

impl Settings {
    /// Whether a lint is looked for at all.
    pub fn wants(&self, lint: &Lint) -> bool {
        let covers = |selector: &Selector| selector.covers(lint);
        (self.only.is_empty() || self.only.iter().any(covers)) && !self.skip.iter().any(covers)
    }

    /// The level of a lint where no card says another; `None` if it has its default.
    pub(crate) fn level(&self, config: &Config, lint: &Lint) -> Option<Level> {
        let said = stated(&self.levels, lint).or_else(|| stated(&config.levels, lint));
        let is_raised = lint.level == Level::Allow && self.families.contains(&lint.family);
        said.or(is_raised.then_some(Level::Note))
    }
}

/// A finding that was not reported, and why.
#[derive(Clone, Debug)]
pub struct Silenced {
    /// The finding, as it would have been shown.
    pub finding: Diagnostic,
    /// What silenced it.
    pub by: SilencedBy,
    /// The author's reason, if there is one.
    pub reason: Option<String>,
}

/// What silences a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SilencedBy {
    /// A comment.
    Comment,
    /// A key of the card.
    Card,
}

/// What a run says.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// What is reported, in the order of files and places.
    pub findings: Vec<Diagnostic>,
    /// What was found and silenced, in the same order.
    pub silenced: Vec<Silenced>,
}

/// What lint has to say about a library, with the library's own configuration only.
pub fn run(library: &Library) -> Vec<Diagnostic> {
    Linter::new(Settings::default()).run(library, None).findings
}

/// The same, with the levels of lints as that function says them.
pub fn run_with(library: &Library, level: impl Fn(&Lint) -> Level) -> Vec<Diagnostic> {
    let other = registry::lints().map(|lint| (lint, level(lint))).filter(|(lint, level)| *level != lint.level);
    let levels = other.map(|(lint, level)| (Selector::Lint(lint.name), level)).collect();
    Linter::new(Settings { levels, ..Settings::default() }).run(library, None).findings
}

/// Runs lints, and keeps what was found about cards and sets for the next version of the library.
#[derive(Default)]
pub struct Linter {
    settings: Settings,
    /// By the address of the card, which lives as long as the entry.
    cards: BTreeMap<usize, Known<Arc<LibraryCard>>>,
    sets: BTreeMap<Arc<str>, Known<(Arc<CardSet>, Vec<Arc<LibraryCard>>)>>,
    /// The configuration by which these were found.
    config: Option<SourceFile>,
    /// The version that was looked at, and its keywords.
    version: u64,
    keywords: Vec<SourceFile>,
    run: usize,
}

/// What is known about a card or a set.
struct Known<T> {
    subject: T,
    /// The text of the ruleset by which it was looked at.
    ruleset: Arc<str>,
    /// What each lint found: the number of the lint, and its finding.
    found: Vec<(u16, Diagnostic)>,
    /// The lints that looked at more than it, and at what.
    looked: Vec<(u16, Looked)>,
}

impl Linter {
    /// A linter that has not looked at anything yet.
    pub fn new(settings: Settings) -> Self {
        Linter { settings, ..Linter::default() }
    }

    /// How many cards were looked at as if new in the last run.
    pub fn looked_at(&self) -> usize {
        self.run
    }

    /// Looks at a library: at all of it, or at what is new since the last time. `rehearsed` is what rehearsals found, if there were any.
    pub fn run(&mut self, library: &Library, rehearsed: Option<&[Diagnostic]>) -> Report {
        self.run_with(library, rehearsed.unwrap_or_default(), rehearsed.is_some())
    }

    /// The same, where only some of the cards were rehearsed: what is silenced of rehearsals may be about the others.
    pub fn run_partly_rehearsed(&mut self, library: &Library, rehearsed: &[Diagnostic]) -> Report {
        self.run_with(library, rehearsed, false)
    }

    fn run_with(&mut self, library: &Library, rehearsed: &[Diagnostic], all_rehearsed: bool) -> Report {
        if self.config.as_ref() != library.config() {
            // Another configuration looks for other things.
            self.cards.clear();
            self.sets.clear();
            self.config = library.config().cloned();
        }
        let rulesets = Rulesets::of(library);
        let settings = self.settings.clone();
        let mut judge = Judge::new(library, &settings, all_rehearsed);
        for finding in library.diagnostics() {
            judge.loaded(finding.clone());
        }
        let keywords: Vec<SourceFile> = library.preludes().iter().chain(library.keyword_files()).cloned().collect();
        let same = match (self.version == library.version(), self.keywords == keywords) {
            (true, _) => Looked::Anything,
            (false, true) => Looked::Keywords,
            (false, false) => Looked::Nothing,
        };
        let called = Called::default();
        self.look_at_cards(library, &rulesets, &called, same, &mut judge);
        self.look_at_sets(library, &rulesets, &called, same, &mut judge);
        for finding in rehearsed {
            judge.found(finding.clone(), None);
        }
        (self.version, self.keywords) = (library.version(), keywords);
        judge.report()
    }

    fn look_at_cards(&mut self, library: &Library, rulesets: &Rulesets, called: &Called, same: Looked, judge: &mut Judge<'_>) {
        self.run = 0;
        let mut before = std::mem::take(&mut self.cards);
        for card in library.cards() {
            // What a broken card was before is not what its file says now.
            if library.is_last_good(card.key) {
                continue;
            }
            let (ruleset, text) = rulesets.of_set(&card.set);
            let known = before
                .remove(&Arc::as_ptr(card).addr())
                .filter(|known| Arc::ptr_eq(&known.ruleset, text) || known.ruleset == *text);
            self.run += usize::from(known.is_none());
            let look = |lint: &Lint, looked: &Cell<Looked>, findings: &mut Findings| {
                if let Check::Card(check) = lint.check {
                    check(&CardView { library: LibraryView::new(library, looked, called), card, ruleset }, findings);
                }
            };
            let wanted = |lint: &Lint| matches!(lint.check, Check::Card(_)) && judge.is_looked_for(lint, Some(card.path()));
            let known = update(known, card.clone(), text, same, wanted, look);
            for (_, finding) in &known.found {
                judge.found(finding.clone(), Some(card));
            }
            self.cards.insert(Arc::as_ptr(card).addr(), known);
        }
    }

    fn look_at_sets(&mut self, library: &Library, rulesets: &Rulesets, called: &Called, same: Looked, judge: &mut Judge<'_>) {
        let mut before = std::mem::take(&mut self.sets);
        if !registry::lints().any(|lint| matches!(lint.check, Check::Set(_)) && judge.is_looked_for(lint, None)) {
            return;
        }
        let mut by_set: BTreeMap<&str, Vec<Arc<LibraryCard>>> = BTreeMap::new();
        for card in library.cards() {
            by_set.entry(&card.set).or_default().push(card.clone());
        }
        for set in library.sets() {
            let cards = by_set.remove(&*set.folder).unwrap_or_default();
            let (ruleset, text) = rulesets.of_set(&set.folder);
            let is_same = |known: &Known<(Arc<CardSet>, Vec<Arc<LibraryCard>>)>| {
                let (old_set, old_cards) = &known.subject;
                let same_cards =
                    old_cards.len() == cards.len() && old_cards.iter().zip(&cards).all(|(old, new)| Arc::ptr_eq(old, new));
                old_set == set && same_cards && known.ruleset == *text
            };
            let known = before.remove(&set.folder).filter(is_same);
            let look = |lint: &Lint, looked: &Cell<Looked>, findings: &mut Findings| {
                if let Check::Set(check) = lint.check {
                    check(&SetView { library: LibraryView::new(library, looked, called), set, cards: &cards, ruleset }, findings);
                }
            };
            let wanted = |lint: &Lint| matches!(lint.check, Check::Set(_)) && judge.is_looked_for(lint, None);
            let known = update(known, (set.clone(), cards.clone()), text, same, wanted, look);
            for (_, finding) in &known.found {
                judge.found(finding.clone(), None);
            }
            self.sets.insert(set.folder.clone(), known);
        }
    }
}

/// What is known of a subject now: found anew where it is new, or where a lint looked at something of the library that may have changed.
/// `same` is what has not.
fn update<T>(
    known: Option<Known<T>>,
    subject: T,
    ruleset: &Arc<str>,
    same: Looked,
    wanted: impl Fn(&Lint) -> bool,
    look: impl Fn(&'static Lint, &Cell<Looked>, &mut Findings),
) -> Known<T> {
    let is_new = known.is_none();
    let mut known = known.unwrap_or(Known { subject, ruleset: ruleset.clone(), found: Vec::new(), looked: Vec::new() });
    let stale: Vec<u16> = known.looked.extract_if(.., |(_, looked)| *looked > same).map(|(lint, _)| lint).collect();
    if !is_new && stale.is_empty() {
        return known;
    }
    known.found.retain(|(lint, _)| !stale.contains(lint));
    for (number, lint) in (0..).zip(registry::lints()) {
        if !(is_new || stale.contains(&number)) || !wanted(lint) {
            continue;
        }
        let looked = Cell::default();
        let mut findings = Findings::of(lint);
        look(lint, &looked, &mut findings);
        known.found.extend(findings.into_vec().into_iter().map(|finding| (number, finding)));
        if looked.get() > Looked::Nothing {
            known.looked.push((number, looked.get()));
        }
    }
    known
}

/// The rulesets of a library's sets. One that cannot be read counts as the default: loading says what is wrong with it.
struct Rulesets {
    by_name: BTreeMap<String, (Ruleset, Arc<str>)>,
    by_set: BTreeMap<Arc<str>, String>,
    default: (Ruleset, Arc<str>),
}

impl Rulesets {
    fn of(library: &Library) -> Self {
        let read = |name: &str| {
            let text = library.ruleset(name)?.text.clone();
            toml::from_str(&text).ok().map(|ruleset| (name.to_owned(), (ruleset, text)))
        };
        Rulesets {
            by_name: library.ruleset_names().filter_map(read).collect(),
            by_set: library.sets().iter().map(|set| (set.folder.clone(), set.facts.ruleset.clone())).collect(),
            default: (Ruleset::default(), "".into()),
        }
    }
    fn of_set(&self, folder: &str) -> (&Ruleset, &Arc<str>) {
        let named = self.by_set.get(folder).and_then(|name| self.by_name.get(name));
        let (ruleset, text) = named.unwrap_or(&self.default);
        (ruleset, text)
    }
}

#[cfg(test)]
mod tests;
