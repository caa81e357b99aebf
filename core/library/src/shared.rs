//! The scripts that other scripts use: the prelude, the keywords and the types, with the last good version of each.

use crate::compile::Compiler;
use crate::sources::{Role, Sources};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A prelude, keyword or type file.
#[derive(Clone, Debug)]
struct SharedScript {
    role: Role,
    current: SourceFile,
    good: Option<SourceFile>,
    /// The keywords it defines; `None` if it is not known which, since another file has defined them before.
    names: Option<BTreeSet<Symbol>>,
    diagnostics: Vec<Diagnostic>,
}

/// All prelude, keyword and type files.
#[derive(Default, Debug)]
pub(crate) struct Shared {
    /// Preludes come first, types last: keywords may use the words of the former, types may speak of keywords.
    scripts: BTreeMap<(Role, Arc<str>), SharedScript>,
    names: Vec<Symbol>,
    counters: BTreeMap<Symbol, Arc<CardDef>>,
    reminders: BTreeMap<Symbol, Symbol>,
    types: Vec<Arc<CardDef>>,
}

/// Which cards must be compiled again after a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// None.
    Nobody,
    /// Those that use one of these keywords.
    Users(BTreeSet<Symbol>),
    /// All that use a keyword or the prelude.
    Everybody,
    /// All there are: every card is of some type, and those that could not be read may be of one that is known only now.
    All,
}

impl Shared {
    /// The keywords that cards can use now.
    pub fn keyword_names(&self) -> &[Symbol] {
        &self.names
    }

    /// The kinds of counters that give abilities.
    pub fn counters(&self) -> &BTreeMap<Symbol, Arc<CardDef>> {
        &self.counters
    }

    /// What is said of types.
    pub fn types(&self) -> &[Arc<CardDef>] {
        &self.types
    }

    /// The reminder texts of keywords.
    pub fn reminders(&self) -> &BTreeMap<Symbol, Symbol> {
        &self.reminders
    }

    /// The versions in use: first the preludes, then the keywords.
    pub fn in_use(&self, role: Role) -> impl Iterator<Item = &SourceFile> {
        self.scripts.values().filter(move |script| script.role == role).filter_map(|script| script.good.as_ref())
    }

    /// The file that defines a keyword.
    pub fn defining(&self, keyword: Symbol) -> Option<&SourceFile> {
        let defines = |script: &&SharedScript| script.names.as_ref().is_some_and(|names| names.contains(&keyword));
        self.scripts.values().find(defines)?.good.as_ref()
    }

    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.scripts.values().flat_map(|script| &script.diagnostics)
    }

    /// Takes over changed files and teaches the compiler everything anew, the last good version where the new one fails.
    pub fn learn(&mut self, sources: &Sources, touched: &BTreeSet<Arc<str>>, compiler: &mut impl Compiler) -> Reach {
        let mut changed: BTreeSet<(Role, Arc<str>)> =
            self.scripts.keys().filter(|(_, path)| touched.contains(path)).cloned().collect();
        let before: BTreeMap<_, _> =
            changed.iter().filter_map(|key| Some((key.clone(), self.scripts.get(key)?.clone()))).collect();
        for role in [Role::Prelude, Role::Keyword, Role::Type] {
            changed.extend(sources.of(role).filter(|(path, _)| touched.contains(*path)).map(|(path, _)| (role, path.clone())));
        }
        if changed.is_empty() {
            return Reach::Nobody;
        }
        for key in &changed {
            self.take_over(key, sources);
        }
        compiler.reset();
        let failed = self.teach(compiler, Attempt::Current);
        if failed {
            compiler.reset();
            self.teach(compiler, Attempt::Good);
        }
        self.names = compiler.keyword_names();
        let counters = self.names.iter().filter_map(|name| Some((*name, Arc::new(compiler.counter(*name)?))));
        self.counters = counters.collect();
        self.types = compiler.types().into_iter().map(Arc::new).collect();
        self.reminders = self.names.iter().filter_map(|name| Some((*name, compiler.reminder(*name)?))).collect();
        self.reach(&changed, &before)
    }

    fn take_over(&mut self, key: &(Role, Arc<str>), sources: &Sources) {
        match sources.get(&key.1) {
            None => {
                self.scripts.remove(key);
            }
            Some(source) => {
                let good = self.scripts.remove(key).and_then(|script| script.good);
                let script = SharedScript {
                    role: key.0,
                    current: source.file.clone(),
                    good,
                    names: Some(BTreeSet::new()),
                    diagnostics: source.problem.iter().cloned().collect(),
                };
                self.scripts.insert(key.clone(), script);
            }
        }
    }

    /// Whether a script failed. At the first attempt every current version is tried; the second uses what is known to be good.
    fn teach(&mut self, compiler: &mut impl Compiler, attempt: Attempt) -> bool {
        let mut known: BTreeSet<Symbol> = BTreeSet::new();
        let mut failed = false;
        let goods: Vec<Option<SourceFile>> = self.scripts.values().map(|script| script.good.clone()).collect();
        for script in self.scripts.values_mut() {
            let file = match attempt {
                Attempt::Current if script.diagnostics.iter().any(is_unreadable) => {
                    failed = true;
                    continue;
                }
                Attempt::Current => script.current.clone(),
                Attempt::Good => match &script.good {
                    Some(good) => good.clone(),
                    None => continue,
                },
            };
            let found = match script.role {
                Role::Prelude => compiler.add_prelude(&file),
                _ => compiler.add_keyword(&file),
            };
            if attempt == Attempt::Current {
                script.diagnostics = found;
                if script.diagnostics.iter().any(Diagnostic::is_error) {
                    failed = true;
                } else {
                    script.good = Some(file);
                }
            }
            let now: BTreeSet<Symbol> = compiler.keyword_names().into_iter().collect();
            let new: BTreeSet<Symbol> = now.difference(&known).copied().collect();
            script.names = (script.role != Role::Keyword || !new.is_empty()).then_some(new);
            known = now;
        }
        if attempt == Attempt::Current && !failed {
            let found = compiler.check_keywords();
            for (script, good) in self.scripts.values_mut().zip(goods) {
                let own =
                    found.iter().filter(|trouble| trouble.primary().is_some_and(|label| label.file.path == script.current.path));
                script.diagnostics.extend(own.cloned());
                if script.diagnostics.iter().any(Diagnostic::is_error) {
                    failed = true;
                    script.good = good;
                }
            }
        }
        failed
    }

    fn reach(&self, changed: &BTreeSet<(Role, Arc<str>)>, before: &BTreeMap<(Role, Arc<str>), SharedScript>) -> Reach {
        let mut users = BTreeSet::new();
        if changed.iter().any(|(role, _)| *role == Role::Type) {
            return Reach::All;
        }
        for key in changed {
            let versions = [before.get(key), self.scripts.get(key)];
            // A file that failed leaves its last good version in use: nobody notices.
            if let [Some(before), Some(now)] = versions
                && before.good == now.good
                && before.good.is_some()
            {
                continue;
            }
            if key.0 != Role::Keyword {
                return Reach::Everybody;
            }
            for version in versions.into_iter().flatten() {
                match &version.names {
                    Some(names) => users.extend(names.iter().copied()),
                    None => return Reach::Everybody,
                }
            }
        }
        Reach::Users(users)
    }
}

/// Whether a file could not be read at all.
fn is_unreadable(trouble: &Diagnostic) -> bool {
    matches!(trouble.code, "unreadable-file" | "encoding")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    Current,
    Good,
}
