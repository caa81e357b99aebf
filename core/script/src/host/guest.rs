//! A language on top of the vocabulary, such as that of scenarios: it adds words of its own to the engine, runs its scripts there,
//! and lets closures of them define cards.

use super::{CardScript, Compiled, ScriptHost, callbacks};
use crate::call::Trouble;
use crate::diagnostic::SourceFile;
use crate::host::keywords;
use crate::shop::{Draft, Work};
use cardwright_engine::symbol::Symbol;
use rhai::{AST, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};
use std::cell::{Ref, RefCell};
use std::rc::Rc;

/// How much more a guest's scripts may do than a card's: one file of them holds many closures.
const FUNCTIONS: usize = 8_192;
const VARIABLES: usize = 1_024;

/// The way into a host for words that a guest has registered: it can be kept by them.
#[derive(Clone)]
pub struct Guest {
    engine: Rc<RefCell<Engine>>,
    shop: Rc<crate::shop::Workshop>,
}

impl ScriptHost {
    /// Adds words to the engine, and lets its scripts be as large as a guest needs.
    pub fn host_guest(&mut self, register: impl FnOnce(&mut Engine)) -> Guest {
        {
            let mut engine = self.engine.borrow_mut();
            engine.set_max_functions(FUNCTIONS);
            engine.set_max_variables(VARIABLES);
            engine.set_max_call_levels(48);
            engine.set_max_string_size(1 << 16);
            engine.set_max_array_size(8_192);
            // The count of the whole run is the one that holds.
            engine.set_max_operations(0);
            register(&mut engine);
        }
        Guest { engine: Rc::clone(&self.engine), shop: Rc::clone(&self.shop) }
    }
}

impl Guest {
    /// The engine with all words.
    pub fn engine(&self) -> Ref<'_, Engine> {
        self.engine.borrow()
    }

    /// Gives the next run so many operations.
    pub fn allow(&self, operations: u64) {
        self.shop.operations.set(operations);
        self.shop.work.replace(Work::new(Symbol::default(), 0, false));
    }

    /// Compiles a card whose script is a closure of the running script. The closure counts as part of that run. What its words
    /// answer with errors comes back as the error; the diagnostics speak of keywords only.
    ///
    /// # Errors
    /// If the closure fails.
    pub fn compile(
        &self,
        context: &NativeCallContext<'_>,
        card: &CardScript<'_>,
        closure: Option<&FnPtr>,
        ast: &Rc<AST>,
        file: &SourceFile,
        version: u64,
    ) -> Result<Compiled, Box<EvalAltResult>> {
        let mut compiled = Compiled { version, ..Compiled::default() };
        let mut work = Work::new(card.name, version, false);
        if !card.tokens.is_empty() {
            work.known_tokens = card.tokens.into();
        }
        let outer = self.shop.work.replace(work);
        let operations = self.shop.operations.get();
        for keyword in card.keywords {
            match keywords::of_text(&self.shop, &self.engine.borrow(), keyword.name, keyword.argument) {
                Ok(abilities) => compiled.abilities.extend(abilities),
                Err(trouble) => {
                    self.shop.work.replace(outer);
                    return Err(in_words(trouble));
                }
            }
        }
        let result = closure.map_or(Ok(Dynamic::UNIT), |closure| closure.call_within_context::<Dynamic>(context, ()));
        self.shop.operations.set(operations.saturating_sub(100));
        if let Err(error) = result {
            self.shop.work.replace(outer);
            return Err(error);
        }
        let drafts: Vec<Draft> = std::mem::take(&mut self.shop.work.borrow_mut().drafts);
        compiled.abilities.extend(drafts.into_iter().filter(|draft| !draft.taken).map(|draft| self.shop.finish(draft)));
        let work = self.shop.work.replace(outer);
        if !work.callbacks.is_empty() {
            compiled.callbacks = work.callbacks.len();
            callbacks::store(&self.shop, &work, ast, file, 0);
        }
        compiled.tokens = work.tokens;
        Ok(compiled)
    }

    /// An error of the vocabulary in words; others as Rhai says them.
    pub fn explain(error: &EvalAltResult) -> Option<String> {
        match error {
            EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => Guest::explain(inner),
            EvalAltResult::ErrorRuntime(value, _) => {
                let thrown = value.read_lock::<crate::call::Thrown>()?;
                Some(format!("`{}`: {}", thrown.word, words_of(&thrown.trouble)))
            }
            _ => None,
        }
    }
}

fn words_of(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Argument { place, expected, found } => format!("argument {} is {expected}, not {found}", place + 1),
        Trouble::Text { error, .. } => format!("{error}; {}", error.help),
        Trouble::Unknown { message, help, .. } | Trouble::Other { message, help, .. } => format!("{message}; {help}"),
        Trouble::Option { trouble, .. } => words_of(trouble),
        Trouble::Script(error) => error.to_string(),
    }
}

fn in_words(trouble: Trouble) -> Box<EvalAltResult> {
    match trouble {
        Trouble::Script(error) => error,
        other => words_of(&other).into(),
    }
}
