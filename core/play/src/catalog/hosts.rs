//! Script hosts: one to compile a library, one for each thread that runs games or scenarios.

use super::Catalog;
use crate::scenario::{Ground, Maker, NewFace, Runner};
use cardwright_engine::symbol::Symbol;
use cardwright_library::Library;
use cardwright_library::compile::CardScript;
use cardwright_library::scripted::compile;
use cardwright_script::text::keyword_line;
use cardwright_script::{CardScript as Script, Guest, KeywordUse, ScriptHost};
use rhai::{EvalAltResult, NativeCallContext};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

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
            .map(|line| KeywordUse {
                name: Symbol::new(&line.name),
                argument: &line.argument,
                file,
                span: 0..0,
                argument_span: 0..0,
            })
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
