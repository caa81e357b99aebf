//! Script hosts: one to compile a library, one for each thread that runs games or scenarios.

use super::Catalog;
use crate::scenario::{Ground, Maker, NewFace, Runner};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_library::Library;
use cardwright_library::compile::{CardScript, Compiled, Compiler, Uses};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::text::keyword_line;
use cardwright_script::{CardScript as Script, Guest, KeywordUse, ScriptHost, ScriptSource};
use rhai::{EvalAltResult, NativeCallContext};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Compiles the scripts of a library.
pub struct LibraryCompiler {
    host: ScriptHost,
}

impl LibraryCompiler {
    /// A compiler that knows no prelude and no keyword yet.
    pub fn new() -> Self {
        LibraryCompiler { host: ScriptHost::new() }
    }
}

impl Default for LibraryCompiler {
    fn default() -> Self {
        LibraryCompiler::new()
    }
}

impl Compiler for LibraryCompiler {
    fn reset(&mut self) {
        self.host = self.host.successor();
    }
    fn add_prelude(&mut self, file: &SourceFile) -> Vec<Diagnostic> {
        self.host.add_prelude(file)
    }
    fn add_keyword(&mut self, file: &SourceFile) -> Vec<Diagnostic> {
        self.host.add_keyword(file)
    }
    fn check_keywords(&mut self) -> Vec<Diagnostic> {
        self.host.check_keywords()
    }
    fn keyword_names(&self) -> Vec<Symbol> {
        self.host.keyword_names()
    }
    fn counter(&self, kind: Symbol) -> Option<CardDef> {
        self.host.counter(kind)
    }
    fn compile(&mut self, card: &CardScript<'_>) -> Compiled {
        compile(&self.host, card)
    }
}

fn compile(host: &ScriptHost, card: &CardScript<'_>) -> Compiled {
    let keywords: Vec<KeywordUse<'_>> = card
        .keywords
        .iter()
        .map(|one| KeywordUse { name: one.name, argument: &one.argument, file: &one.file, span: one.span.clone() })
        .collect();
    // Scripts know a card's tokens by their keys.
    let tokens: Vec<Symbol> = card.tokens.iter().map(|token| Symbol::new(&format!("{}/{token}", card.key))).collect();
    let source = card.source.map(|source| ScriptSource::part(&source.file, source.span.clone()));
    let made =
        host.compile(&Script { name: Symbol::new(card.key), source, keywords: &keywords, types: card.types, tokens: &tokens });
    let own = |key: &Symbol| key.as_str().starts_with(&format!("{}/", card.key));
    Compiled {
        abilities: made.abilities,
        tokens: made.tokens,
        diagnostics: made.diagnostics,
        uses: Uses {
            keywords: made.uses.keywords,
            tokens: made.uses.tokens.into_iter().filter(|key| !own(key)).collect(),
            cards: made.uses.cards,
            prelude: !made.uses.prelude.is_empty(),
        },
        callbacks: made.callbacks,
    }
}

/// A host that knows the prelude and the keywords of the library.
fn host(library: &Library) -> ScriptHost {
    let mut host = ScriptHost::new();
    // What is wrong with these files was said when the library was loaded.
    for file in library.preludes() {
        drop(host.add_prelude(file));
    }
    for file in library.keyword_files() {
        drop(host.add_keyword(file));
    }
    host
}

thread_local! {
    /// The host of this thread. Its successors still find the callbacks of games that began with it.
    static HOST: RefCell<Option<ScriptHost>> = const { RefCell::new(None) };
}

/// Lets the scripts of the library answer the callbacks of the games that this thread runs. Callbacks of versions that were
/// installed before stay.
pub fn install_host(catalog: &Catalog) {
    let library = &catalog.library;
    let needed = library.cards().iter().any(|card| card.callbacks > 0) || !library.keyword_files().is_empty();
    if !needed {
        return;
    }
    HOST.with(|slot| {
        let mut slot = slot.borrow_mut();
        let mut host = match slot.take() {
            Some(before) => {
                let mut next = before.successor();
                library.preludes().iter().for_each(|file| drop(next.add_prelude(file)));
                library.keyword_files().iter().for_each(|file| drop(next.add_keyword(file)));
                next
            }
            None => host(library),
        };
        compile_callbacks(&mut host, library);
        cardwright_engine::host::install(host.runner());
        *slot = Some(host);
    });
}

/// Compiles the cards that have callbacks: compiling is what makes a host know them.
fn compile_callbacks(host: &mut ScriptHost, library: &Library) {
    for card in library.cards().iter().filter(|card| card.callbacks > 0) {
        let tokens: Vec<Symbol> = card.raw.tokens.iter().map(|token| Symbol::new(&token.name.value)).collect();
        for (face, script) in card.raw.faces.iter().chain(&card.raw.tokens).zip(&card.scripts) {
            drop(compile(
                host,
                &CardScript {
                    key: card.key.as_str(),
                    name: &face.name.value,
                    source: script.as_ref(),
                    keywords: &[],
                    types: &face.types.value,
                    tokens: &tokens,
                },
            ));
        }
    }
}

/// Makes cards out of closures of scenarios, with the vocabulary of the library.
struct ScenarioMaker {
    guest: Guest,
    keywords: Vec<Symbol>,
}

impl Maker for ScenarioMaker {
    fn make(
        &self,
        context: &NativeCallContext<'_>,
        face: &NewFace<'_>,
    ) -> Result<cardwright_script::Compiled, Box<EvalAltResult>> {
        let names = self.keywords.iter().map(|name| name.as_str());
        let mut lines = Vec::new();
        for text in face.keywords {
            let line = keyword_line(text, names.clone())
                .map_err(|errors| errors.iter().map(|error| format!("{error}; {}", error.help)).collect::<Vec<_>>().join("\n"))?;
            lines.push(line);
        }
        let file = &face.file;
        let keywords: Vec<KeywordUse<'_>> = lines
            .iter()
            .map(|line| KeywordUse { name: Symbol::new(&line.name), argument: &line.argument, file, span: 0..0 })
            .collect();
        let card = Script { name: face.key, source: None, keywords: &keywords, types: face.types, tokens: face.tokens };
        self.guest.compile(context, &card, face.closure, &face.ast, file, face.version)
    }
    fn explain(&self, error: &EvalAltResult) -> Option<String> {
        Guest::explain(error)
    }
    fn with_engine(&self, operations: u64, work: &mut dyn FnMut(&rhai::Engine)) {
        self.guest.allow(operations);
        work(&self.guest.engine());
    }
}

pub(super) fn runner(catalog: &Catalog) -> Runner {
    let mut host = host(&catalog.library);
    compile_callbacks(&mut host, &catalog.library);
    let keywords = host.keyword_names();
    let guest = host.host_guest(Runner::register);
    cardwright_engine::host::install(host.runner());
    let ground = Ground { definitions: Arc::new(catalog.all_definitions()), rulesets: catalog.rulesets() };
    Runner::with(ground, Rc::new(ScenarioMaker { guest, keywords }))
}
