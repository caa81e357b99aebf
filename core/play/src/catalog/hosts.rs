//! Script hosts: one to compile a library, one for each thread that runs games or scenarios.

use super::Catalog;
use super::scripts::{Scripts, callbacks};
use crate::scenario::{Ground, Maker, NewFace, Runner};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_script::text::keyword_line;
use cardwright_script::{CardScript as Script, Guest, KeywordUse, ScriptHost};
use rhai::{EvalAltResult, NativeCallContext};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What answers the callbacks of the games of a thread.
struct Installed {
    /// Its successors still find the callbacks of games that began with it.
    host: ScriptHost,
    /// The scripts that it knows, and all that its predecessors knew, the oldest first.
    scripts: Vec<Arc<Scripts>>,
}

thread_local! {
    static INSTALLED: RefCell<Option<Installed>> = const { RefCell::new(None) };
}

/// Lets the scripts of the library answer the callbacks of the games that this thread runs. Callbacks of versions that were
/// installed before stay.
pub fn install_host(catalog: &Catalog) {
    let scripts = Scripts::from(catalog);
    if !scripts.are_silent() {
        install_scripts(&Arc::new(scripts));
    }
}

/// Lets these scripts answer the callbacks of the games that this thread runs, as [`install_host`] does.
pub fn install_scripts(scripts: &Arc<Scripts>) {
    INSTALLED.with(|slot| {
        let mut slot = slot.borrow_mut();
        let (mut host, mut known) = match slot.take() {
            Some(before) => (before.host.successor(), before.scripts),
            None => (ScriptHost::new(), Vec::new()),
        };
        scripts.add_to(&mut host);
        cardwright_engine::host::install(host.runner());
        // What is the newest is last, and nothing is kept twice.
        known.retain(|other| other != scripts);
        known.push(scripts.clone());
        *slot = Some(Installed { host, scripts: known });
    });
}

/// All scripts that this thread knows, the newest last.
pub fn known_scripts() -> Vec<Arc<Scripts>> {
    INSTALLED.with(|slot| slot.borrow().as_ref().map(|installed| installed.scripts.clone()).unwrap_or_default())
}

/// Makes the callbacks that these definitions refer to ready, before the scripts change: a keyword makes its own only when they
/// are wanted.
pub fn prepare_callbacks<'d>(definitions: impl IntoIterator<Item = &'d Arc<CardDef>>) {
    INSTALLED.with(|slot| {
        if let Some(installed) = &*slot.borrow() {
            callbacks(definitions).into_iter().for_each(|(owner, version)| installed.host.prepare(owner, version));
        }
    });
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
    let mut host = ScriptHost::new();
    Scripts::from(catalog).add_to(&mut host);
    let keywords = host.keyword_names();
    let guest = host.host_guest(Runner::register);
    cardwright_engine::host::install(host.runner());
    let ground = Ground { definitions: Arc::new(catalog.all_definitions()), rulesets: catalog.rulesets() };
    Runner::with(ground, Rc::new(ScenarioMaker { guest, keywords }))
}
