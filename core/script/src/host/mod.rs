//! The script host: one Rhai engine with the vocabulary, for one thread.

pub(crate) mod callbacks;
mod check;
mod compile;
pub(crate) mod errors;
mod flow;
mod guest;
pub(crate) mod keywords;
pub(crate) mod lexer;
mod limits;
mod recover;
pub(crate) mod types;

pub use callbacks::ScriptRunner;
pub use compile::{CardScript, Compiled, KeywordUse, ScriptSource};
pub use guest::Guest;
pub use keywords::Takes;

use crate::diagnostic::{Diagnostic, SourceFile};
use crate::reference::WordDoc;
use crate::shop::{Work, Workshop};
use crate::value::{Piece, Value};
use crate::words::{WordKind, Words, now_called};
use cardwright_engine::ability::{AbilityInstance, Origin};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use errors::Source;
use rhai::{AST, Dynamic, Engine, Module, ParseError, Scope};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What can be written where: for finding unknown words.
pub(crate) struct Names {
    pub values: BTreeMap<&'static str, Value>,
    /// Functions and methods, with the numbers of arguments that they take, the receiver included.
    pub functions: BTreeMap<&'static str, BTreeSet<usize>>,
    pub properties: BTreeSet<&'static str>,
    /// Functions that add to the card by themselves.
    pub statements: BTreeSet<&'static str>,
    /// Functions that Rhai itself brings.
    pub rhai: BTreeSet<String>,
    /// Functions of the prelude, with their numbers of arguments.
    pub prelude: BTreeMap<String, BTreeSet<usize>>,
    signatures: BTreeMap<&'static str, Vec<&'static str>>,
}

impl Names {
    fn new(words: &Words, rhai: BTreeSet<String>) -> Self {
        let mut names = Names {
            values: BTreeMap::new(),
            functions: BTreeMap::new(),
            properties: BTreeSet::new(),
            statements: BTreeSet::new(),
            rhai,
            prelude: BTreeMap::new(),
            signatures: BTreeMap::new(),
        };
        for word in words.all() {
            names.signatures.entry(word.name).or_default().push(word.signature);
            match word.kind {
                WordKind::Value => {
                    names.values.extend(word.fixed().map(|value| (word.name, value.clone())));
                }
                WordKind::Property => {
                    names.properties.insert(word.name);
                }
                WordKind::Function | WordKind::Method => {
                    names.functions.entry(word.name).or_default().extend(word.arguments.0..=word.arguments.1);
                }
            }
            let refines = ["mode", "choose_one", "choose_one_or_more", "choose_any_number", "choose_modes"];
            if word.topic == "Abilities" && word.kind == WordKind::Function && !refines.contains(&word.name) {
                names.statements.insert(word.name);
            }
        }
        names.statements.insert("instead");
        names
    }
    /// How the word is written with arguments, in backticks.
    pub(crate) fn signatures(&self, name: &str) -> String {
        let all = self.signatures.get(name).map(Vec::as_slice).unwrap_or_default();
        all.iter()
            .filter(|signature| signature.contains('('))
            .map(|signature| format!("`{signature}`"))
            .collect::<Vec<_>>()
            .join(" or ")
    }
    fn known(&self, name: &str) -> bool {
        self.values.contains_key(name) || self.functions.contains_key(name)
    }
}

/// The content hash of a script, by which callbacks name it.
pub fn script_version(text: &str) -> u64 {
    let hash = blake3::hash(text.as_bytes());
    hash.as_bytes()[..8].iter().fold(0, |version, byte| version << 8 | u64::from(*byte))
}

/// Compiles scripts to ability data. One for each thread: it is cheap to use and takes some hundred microseconds to make.
pub struct ScriptHost {
    engine: Rc<RefCell<Engine>>,
    shop: Rc<Workshop>,
    words: Words,
    names: Rc<RefCell<Names>>,
    /// Prelude and keyword files, by the path that Rhai's errors name.
    files: BTreeMap<String, SourceFile>,
    /// The texts that every script depends on.
    common: blake3::Hasher,
    /// Whether it notes how scripts build their abilities.
    traces: bool,
}

impl Default for ScriptHost {
    fn default() -> Self {
        ScriptHost::new()
    }
}

impl ScriptHost {
    /// A host with the vocabulary alone: without prelude and keywords.
    pub fn new() -> Self {
        let shop = Rc::new(Workshop::new());
        let words = Words::standard();
        let (mut engine, rhai) = limits::engine(&shop);
        engine.register_type_with_name::<Piece>("a value of the vocabulary");
        words.register(&mut engine, &shop);
        let names = Rc::new(RefCell::new(Names::new(&words, rhai)));
        supply_values(&mut engine, &shop, &names);
        ScriptHost {
            engine: Rc::new(RefCell::new(engine)),
            shop,
            words,
            names,
            files: BTreeMap::new(),
            common: blake3::Hasher::new(),
            traces: false,
        }
    }

    /// The same host, which notes from now on how scripts build their abilities ([`Compiled::trace`]).
    #[must_use]
    pub fn tracing(mut self) -> Self {
        self.traces = true;
        self
    }

    /// A new host that still finds the callbacks of this one: for reloading prelude and keywords under a running game.
    #[must_use]
    pub fn successor(&self) -> Self {
        let mut next = ScriptHost::new();
        next.traces = self.traces;
        *next.shop.callbacks.borrow_mut() = self.shop.callbacks.borrow().clone();
        next
    }

    /// Makes the functions of a prelude file known to all scripts that are compiled from now on.
    pub fn add_prelude(&mut self, file: &SourceFile) -> Vec<Diagnostic> {
        let source = whole(file);
        let ast = match self.parse(&source) {
            Ok(ast) => ast,
            Err(error) => return vec![errors::syntax(error.err_type(), &source, error.position())],
        };
        {
            let mut names = self.names.borrow_mut();
            for function in ast.iter_functions().filter(|function| !function.name.starts_with("anon$")) {
                names.prelude.entry(function.name.to_owned()).or_default().insert(function.params.len());
            }
        }
        let (mut found, _) = check::check(&ast, &source, &self.names.borrow(), &self.shop);
        found.retain(|trouble| trouble.code != "line-without-effect");
        self.remember(file);
        self.start();
        let module = Module::eval_ast_as_new(Scope::new(), &ast, &self.engine.borrow());
        match module {
            Ok(mut module) => {
                module.build_index();
                self.engine.borrow_mut().register_global_module(module.into());
            }
            Err(error) => found.push(errors::diagnose(&error, &source, &|path| self.files.get(path).cloned())),
        }
        found
    }

    /// Makes the keywords of a file known. What they stand for is tried out by [`ScriptHost::check_keywords`], when all are known.
    pub fn add_keyword(&mut self, file: &SourceFile) -> Vec<Diagnostic> {
        let source = whole(file);
        let ast = match self.parse(&source) {
            Ok(ast) => Rc::new(ast),
            Err(error) => return vec![errors::syntax(error.err_type(), &source, error.position())],
        };
        self.remember(file);
        self.start();
        self.shop.work.replace(Work::new(Symbol::new(&file.path), 0, true));
        let result = self.engine.borrow().run_ast(&ast);
        if let Err(error) = result {
            self.shop.drain();
            let (mut found, _) = check::check(&ast, &source, &self.names.borrow(), &self.shop);
            found.retain(Diagnostic::is_error);
            if found.is_empty() {
                found.push(errors::diagnose(&error, &source, &|path| self.files.get(path).cloned()));
            }
            return found;
        }
        let (defined, types) = (self.shop.defined.take(), self.shop.defined_types.take());
        if defined.is_empty() && types.is_empty() {
            let trouble = Diagnostic::warning("no-keyword", "this file defines neither a keyword nor a type").at(file, 0..0);
            return vec![trouble.help(
                "write `keyword_ability(\"name\", || always(...))`, or `subtype(\"Name\", #{ of: \"Artifact\" }, || ...)`",
            )];
        }
        let version = self.version(&file.text);
        let mut found = Vec::new();
        for defined in types {
            let word = defined.word;
            let known = types::Type { defined, ast: Rc::clone(&ast), file: file.clone(), version };
            if let Some(first) = self.shop.types.borrow_mut().insert(word, Rc::new(known))
                && first.file.path != file.path
            {
                let trouble = Diagnostic::error("duplicate-type", format!("another file says what a `{word}` is"));
                let (here, there) = (word_span(file, word), word_span(&first.file, word));
                let trouble = trouble.at(file, here).see(&first.file, there, "the first one is here");
                found.push(trouble.help("say all of it in one file"));
            }
        }
        for defined in defined {
            let name = defined.name;
            let of_players = defined.of_players;
            let keyword = keywords::Keyword::new(defined, Rc::clone(&ast), file.clone(), version);
            if of_players {
                self.shop.player_keywords.borrow_mut().insert(name, Rc::new(keyword));
                continue;
            }
            if let Some(first) = self.shop.keywords.borrow_mut().insert(name, Rc::new(keyword))
                && first.file.path != file.path
            {
                let trouble = Diagnostic::error("duplicate-keyword", format!("another keyword is called `{name}`"));
                // What comes with the program was there before what a set adds.
                let (later, first) = if file.path.starts_with("scripts/") { (&first.file, file) } else { (file, &first.file) };
                let (here, there) = (keyword_span(later, name, false), keyword_span(first, name, false));
                let trouble = trouble.at(later, here).see(first, there, "the first one is here");
                found.push(trouble.help("give one of them another name"));
            }
        }
        found
    }

    /// Looks through all keyword files and tries out each keyword, now that all of them are known.
    pub fn check_keywords(&self) -> Vec<Diagnostic> {
        let of = |keywords: &BTreeMap<Symbol, Rc<keywords::Keyword>>, of_players: bool| {
            keywords.values().map(|keyword| (Rc::clone(keyword), of_players)).collect::<Vec<_>>()
        };
        let mut keywords = of(&self.shop.keywords.borrow(), false);
        keywords.extend(of(&self.shop.player_keywords.borrow(), true));
        let mut found = Vec::new();
        let mut looked_through = BTreeSet::new();
        for (keyword, of_players) in keywords {
            let source = whole(&keyword.file);
            if looked_through.insert(keyword.file.path.clone()) {
                found.extend(check::check(&keyword.ast, &source, &self.names.borrow(), &self.shop).0);
            }
            let of_file = |label: &crate::diagnostic::Label| label.file.path == keyword.file.path;
            if found.iter().any(|trouble| trouble.is_error() && trouble.primary().is_some_and(of_file)) {
                continue;
            }
            self.start();
            self.shop.work.replace(Work::new(keyword.name, 0, false));
            let named = keyword_span(&keyword.file, keyword.name, of_players);
            let result = keywords::of_sample(&self.shop, &self.engine.borrow(), &keyword);
            match result {
                Ok(abilities) if abilities.is_empty() => {
                    let trouble = Diagnostic::warning("empty-keyword", format!("`{}` stands for no ability", keyword.name));
                    found.push(trouble.at(&keyword.file, named).help("say `always(marker)` if other abilities only ask for it"));
                }
                Ok(_) => {}
                Err(trouble) => found.push(self.trouble(trouble, &source, named)),
            }
        }
        found
    }

    /// What is said of types, as definitions; what cannot be worked out is left out, and said by [`ScriptHost::check_types`].
    pub fn types(&self) -> Vec<CardDef> {
        let types: Vec<_> = self.shop.types.borrow().values().cloned().collect();
        let made = |one: &Rc<types::Type>| {
            self.start();
            types::definition(&self.shop, &self.engine.borrow(), one).ok()
        };
        types.iter().filter_map(made).collect()
    }

    /// Looks through all type files and works out what each says.
    pub fn check_types(&self) -> Vec<Diagnostic> {
        let types: Vec<_> = self.shop.types.borrow().values().cloned().collect();
        let mut found = Vec::new();
        for one in types {
            let source = whole(&one.file);
            let mut wrong = check::check(&one.ast, &source, &self.names.borrow(), &self.shop).0;
            if !wrong.iter().any(Diagnostic::is_error) {
                self.start();
                if let Err(trouble) = types::definition(&self.shop, &self.engine.borrow(), &one) {
                    wrong.push(self.trouble(trouble, &source, word_span(&one.file, one.defined.word)));
                }
            }
            found.extend(wrong);
        }
        found
    }

    /// The names of all keywords, in alphabetical order.
    pub fn keyword_names(&self) -> Vec<Symbol> {
        keywords::names(&self.shop)
    }

    /// What a counter of that kind gives to what it is on, if it is a keyword that takes nothing (modern 122.1b).
    pub fn counter(&self, kind: Symbol) -> Option<CardDef> {
        let version = self.shop.keywords.borrow().get(&kind).filter(|keyword| keyword.takes == Takes::Nothing)?.version;
        self.start();
        self.shop.work.replace(Work::new(kind, 0, false));
        let abilities = keywords::of_text(&self.shop, &self.engine.borrow(), kind, "").ok()?;
        let printed = abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::Printed });
        Some(CardDef::counter(kind, printed.collect(), version))
    }

    /// What a keyword takes behind its name.
    pub fn keyword_takes(&self, name: Symbol) -> Option<Takes> {
        self.shop.keywords.borrow().get(&name).map(|keyword| keyword.takes)
    }

    /// The reminder text of a keyword, with `<cost>`, `<amount>` or `<quality>` for what stands behind it; `None` if its file says none.
    pub fn keyword_reminder(&self, name: Symbol) -> Option<Symbol> {
        self.shop.keywords.borrow().get(&name).map(|keyword| keyword.reminder).filter(|text| !text.as_str().is_empty())
    }

    /// The file that defines a keyword.
    pub fn keyword_file(&self, name: Symbol) -> Option<SourceFile> {
        self.shop.keywords.borrow().get(&name).map(|keyword| keyword.file.clone())
    }

    /// Runs the callbacks of what this host has compiled and will compile.
    pub fn runner(&self) -> Rc<ScriptRunner> {
        Rc::new(ScriptRunner { engine: Rc::clone(&self.engine), shop: Rc::clone(&self.shop) })
    }

    /// The vocabulary with its documentation, in the order of the reference.
    pub fn reference(&self) -> Vec<WordDoc> {
        self.words.all().iter().map(|word| WordDoc::of(word)).collect()
    }

    fn parse(&self, source: &Source) -> Result<AST, ParseError> {
        let mut ast = self.engine.borrow().compile(source.text)?;
        ast.set_source(source.file.path.as_ref());
        Ok(ast)
    }

    fn remember(&mut self, file: &SourceFile) {
        self.common.update(file.path.as_bytes()).update(file.text.as_bytes());
        self.files.insert(file.path.to_string(), file.clone());
    }

    /// Gives the next run its operations.
    fn start(&self) {
        self.shop.operations.set(limits::OPERATIONS);
    }

    fn version(&self, text: &str) -> u64 {
        script_version(text)
    }

    /// Makes the callbacks of a keyword ready, if these are its: it makes them only when they are wanted, and a successor may know
    /// another version of the keyword. Nothing happens if they are ready, or not to be had.
    pub fn prepare(&self, owner: Symbol, version: u64) {
        if !self.shop.callbacks.borrow().contains_key(&(owner, version)) {
            keywords::instantiate_owner(&self.shop, &self.engine.borrow(), owner);
        }
    }

    fn trouble(&self, trouble: crate::call::Trouble, source: &Source, span: std::ops::Range<usize>) -> Diagnostic {
        use crate::call::Trouble;
        let file = source.file;
        match trouble {
            Trouble::Script(error) => {
                let trouble = errors::diagnose(&error, source, &|path| self.files.get(path).cloned());
                if trouble.message == errors::CLOSURE_TAKES_OTHERS {
                    // The closure of a keyword is called by nobody's word.
                    return Diagnostic { labels: Vec::new(), ..trouble }.at(file, span);
                }
                let elsewhere = trouble.primary().is_some_and(|label| label.file.path != file.path);
                if elsewhere { trouble.see(file, span, "used here") } else { trouble }
            }
            Trouble::Argument { expected, found, .. } => {
                Diagnostic::error("wrong-argument", format!("this takes {expected}, not {found}")).at(file, span)
            }
            Trouble::Text { error, .. } => error.diagnostic_at(file, span),
            Trouble::Option { trouble, .. } => self.trouble(*trouble, source, span),
            Trouble::Unknown { code, message, help, .. } | Trouble::Other { code, message, help } => {
                let trouble = Diagnostic::error(code, message).at(file, span);
                if help.is_empty() { trouble } else { trouble.help(help) }
            }
        }
    }
}

/// Where a keyword file says the name of a keyword; its beginning if it does not say it literally.
fn keyword_span(file: &SourceFile, name: Symbol, of_players: bool) -> std::ops::Range<usize> {
    let word = if of_players { "player_ability(" } else { "keyword_ability(" };
    let written = format!("\"{name}\"");
    let at = file.text.find(&format!("{word}{written}")).map(|at| at + word.len());
    at.map_or(0..0, |at| at..at + written.len())
}

/// Where a type file says the name of a type; its beginning if it does not say it literally.
fn word_span(file: &SourceFile, word: Symbol) -> std::ops::Range<usize> {
    let written = format!("\"{word}\"");
    file.text.find(&written).map_or(0..0, |at| at..at + written.len())
}

fn whole(file: &SourceFile) -> Source<'_> {
    // Some editors write a byte order mark, which Rhai does not read.
    let text = file.text.strip_prefix('\u{FEFF}').unwrap_or(&file.text);
    Source { file, offset: file.text.len() - text.len(), text }
}

/// Words that are values are variables to Rhai. A local variable of the same name hides the word.
fn supply_values(engine: &mut Engine, shop: &Rc<Workshop>, names: &Rc<RefCell<Names>>) {
    let shop = Rc::clone(shop);
    let names = Rc::clone(names);
    #[allow(deprecated)] // Rhai marks interfaces so that may still change.
    engine.on_var(move |name, _, context| {
        let names = names.borrow();
        let (word, value) = match names.values.get_key_value(name) {
            Some((word, value)) => (*word, value.clone()),
            None if let Some((word, value)) = now_called(name).and_then(|now| names.values.get_key_value(now)) => {
                (*word, value.clone())
            }
            None => {
                let keywords = shop.keywords.borrow();
                let keyword = keywords.keys().find(|keyword| is_written(keyword.as_str(), name));
                let Some(keyword) = keyword else { return Ok(None) };
                (keyword.as_str(), Value::Keyword(*keyword))
            }
        };
        // A local variable hides the word, unless it is the word itself, captured by a closure around this one. That must not
        // become a shared variable: Rhai refuses to use such a one before the point and in a closure behind it.
        let local = context.scope().get(name);
        if local.is_some_and(|local| local.read_lock::<Piece>().is_none_or(|piece| piece.word != word)) {
            return Ok(None);
        }
        Ok(Some(Dynamic::from(Piece { word, ..Piece::new(value) })))
    });
}

/// Whether a keyword is written so as a word: with underscores for spaces.
fn is_written(keyword: &str, name: &str) -> bool {
    keyword.len() == name.len() && keyword.bytes().zip(name.bytes()).all(|(a, b)| a == b || (a == b' ' && b == b'_'))
}
