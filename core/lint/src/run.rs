//! Running the lints over a library.

use crate::{ALL, CardView, Check, Findings, Level, Lint, SetView};
use cardwright_engine::ruleset::Ruleset;
use cardwright_library::{CardSet, Library, LibraryCard};
use cardwright_script::diagnostic::{Diagnostic, Severity};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What lint has to say about a library: what loading found, and what the lints found, each at its default level. In the order of
/// files and places.
pub fn run(library: &Library) -> Vec<Diagnostic> {
    run_with(library, |lint| lint.level)
}

/// The same, with each lint at the level that `level` says.
pub fn run_with(library: &Library, level: impl Fn(&Lint) -> Level) -> Vec<Diagnostic> {
    let rulesets = Rulesets::of(library);
    let mut found: Vec<Diagnostic> = library.diagnostics().to_vec();
    for card in library.cards() {
        let view = CardView { library, card, ruleset: rulesets.of_card(card) };
        for lint in lints() {
            if let Check::Card(check) = lint.check
                && level(lint) > Level::Allow
            {
                let mut findings = Findings::of(lint);
                check(&view, &mut findings);
                found.extend(findings.into_vec().into_iter().map(|finding| at_level(finding, level(lint))));
            }
        }
    }
    for set in library.sets() {
        let cards: Vec<Arc<LibraryCard>> = library.cards().iter().filter(|card| card.set == set.folder).cloned().collect();
        let view = SetView { library, set, cards: &cards, ruleset: rulesets.of_set(set) };
        for lint in lints() {
            if let Check::Set(check) = lint.check
                && level(lint) > Level::Allow
            {
                let mut findings = Findings::of(lint);
                check(&view, &mut findings);
                found.extend(findings.into_vec().into_iter().map(|finding| at_level(finding, level(lint))));
            }
        }
    }
    found.sort_by_key(Diagnostic::sort_key);
    found.dedup();
    found
}

fn lints() -> impl Iterator<Item = &'static Lint> {
    ALL.iter().flat_map(|family| family.iter())
}

fn at_level(finding: Diagnostic, level: Level) -> Diagnostic {
    let severity = match level {
        Level::Allow | Level::Note => Severity::Note,
        Level::Warn => Severity::Warning,
        Level::Deny => Severity::Error,
    };
    Diagnostic { severity, ..finding }
}

/// The rulesets of a library's sets. One that cannot be read counts as the default: loading says what is wrong with it.
struct Rulesets {
    by_name: BTreeMap<String, Ruleset>,
    by_set: BTreeMap<Arc<str>, String>,
    default: Ruleset,
}

impl Rulesets {
    fn of(library: &Library) -> Self {
        let read = |name: &str| toml::from_str(&library.ruleset(name)?.text).ok().map(|ruleset| (name.to_owned(), ruleset));
        Rulesets {
            by_name: library.ruleset_names().filter_map(read).collect(),
            by_set: library.sets().iter().map(|set| (set.folder.clone(), set.facts.ruleset.clone())).collect(),
            default: Ruleset::default(),
        }
    }
    fn named(&self, name: &str) -> &Ruleset {
        self.by_name.get(name).unwrap_or(&self.default)
    }
    fn of_set(&self, set: &CardSet) -> &Ruleset {
        self.named(&set.facts.ruleset)
    }
    fn of_card(&self, card: &LibraryCard) -> &Ruleset {
        self.by_set.get(&card.set).map_or(&self.default, |name| self.named(name))
    }
}
