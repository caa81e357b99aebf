//! For tests: a folder that is deleted afterwards, and a compiler of a language of one-line abilities.

use crate::compile::{CardScript, Compiled, Compiler};
use cardwright_engine::ability::{Ability, AbilityBody, AbilityRef, Condition, Keyword, Static, Zones};
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

static FOLDERS: AtomicUsize = AtomicUsize::new(0);

/// A folder of its own for each test.
pub struct TestFolder(PathBuf);

impl TestFolder {
    pub fn new() -> Self {
        let count = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("cardwright-library-{}-{count}", process::id()));
        fs::create_dir_all(&path).unwrap();
        TestFolder(path.canonicalize().unwrap())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the folders it needs, and returns its path.
    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Saves as many editors do: another file takes the place.
    pub fn replace(&self, path: &str, text: &str) -> PathBuf {
        let other = self.write(&format!("{path}.new~"), text);
        let path = self.0.join(path);
        fs::rename(other, &path).unwrap();
        path
    }

    pub fn delete(&self, path: &str) -> PathBuf {
        let path = self.0.join(path);
        fs::remove_file(&path).unwrap();
        path
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Every line of a script is an ability. `keyword x` uses a keyword, `prelude` the prelude, `card X` a card, `token X` a token;
/// a line with `!` is an error. A keyword file is a line `name meaning`.
#[derive(Default)]
pub struct LineCompiler {
    pub prelude: String,
    pub keywords: BTreeMap<Symbol, String>,
    pub compiled: Vec<String>,
}

impl Compiler for LineCompiler {
    fn reset(&mut self) {
        self.prelude.clear();
        self.keywords.clear();
    }

    fn add_prelude(&mut self, file: &SourceFile) -> Vec<Diagnostic> {
        if shipped(file).is_some() {
            return Vec::new();
        }
        let errors = errors(file, &file.text, 0);
        self.prelude.push_str(&file.text);
        errors
    }

    fn add_keyword(&mut self, file: &SourceFile) -> Vec<Diagnostic> {
        if let Some(name) = shipped(file) {
            self.keywords.insert(Symbol::new(&name), String::new());
            return Vec::new();
        }
        let (name, meaning) = file.text.trim().split_once(' ').unwrap_or((file.text.trim(), ""));
        self.keywords.insert(Symbol::new(name), meaning.to_owned());
        errors(file, &file.text, 0)
    }

    fn keyword_names(&self) -> Vec<Symbol> {
        self.keywords.keys().copied().collect()
    }

    fn compile(&mut self, card: &CardScript<'_>) -> Compiled {
        self.compiled.push(card.name.to_owned());
        let mut compiled = Compiled::default();
        for keyword in card.keywords {
            let meaning = &self.keywords[&keyword.name];
            compiled.abilities.push(ability(&format!("{} {} = {meaning}", keyword.name, keyword.argument)));
        }
        let Some(source) = card.source else { return compiled };
        compiled.diagnostics = errors(&source.file, source.text(), source.span.start);
        for line in source.text().lines().filter(|line| !line.starts_with("//")) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let mut meaning = line.to_owned();
            match word {
                "keyword" => {
                    let name = Symbol::new(rest);
                    compiled.uses.keywords.insert(name);
                    meaning = self.keywords.get(&name).cloned().unwrap_or_default();
                }
                "prelude" => {
                    compiled.uses.prelude = true;
                    meaning = self.prelude.clone();
                }
                "card" => drop(compiled.uses.cards.insert(Symbol::new(rest))),
                "token" => {
                    let own = card.tokens.contains(&Symbol::new(rest));
                    let key = if own { format!("{}/{rest}", card.key) } else { rest.to_owned() };
                    compiled.uses.tokens.insert(Symbol::new(&key));
                }
                _ => {}
            }
            compiled.abilities.push(ability(&meaning));
        }
        compiled
    }
}

/// The name of a file that is part of the program: a real script, of which the double understands no more.
fn shipped(file: &SourceFile) -> Option<String> {
    let path = file.path.strip_suffix(" (built in)")?.strip_suffix(".rhai")?;
    Some(path.rsplit('/').next()?.replace('-', " "))
}

fn errors(file: &SourceFile, text: &str, offset: usize) -> Vec<Diagnostic> {
    let at = text.find('!').map(|at| offset + at);
    at.map(|at| Diagnostic::script_error(file, at..at + 1, "this is not a script")).into_iter().collect()
}

fn ability(meaning: &str) -> AbilityRef {
    AbilityRef::new(Ability {
        keyword: Some(Keyword { name: Symbol::new("line"), argument: Symbol::new(meaning) }),
        ..Ability::new(
            Zones::Usual,
            AbilityBody::Static(Static { condition: Condition::Always, parts: Vec::new(), characteristic_defining: false }),
        )
    })
}

/// The abilities of a card of the line language.
pub fn meanings(definition: &cardwright_engine::definition::CardDef) -> Vec<&'static str> {
    let meaning = |keyword: Keyword| keyword.argument.as_str();
    definition.front().abilities().iter().filter_map(|instance| instance.ability.keyword.map(meaning)).collect()
}
