//! Script hosts: one to compile a library, one for each thread that runs games or scenarios.

use super::Catalog;
use crate::scenario::Runner;
use cardwright_library::compile::{CardScript, Compiled, Compiler};
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};

/// Compiles the scripts of a library.
pub struct LibraryCompiler;

impl LibraryCompiler {
    /// A compiler that knows no prelude and no keyword yet.
    pub fn new() -> Self {
        LibraryCompiler
    }
}
impl Default for LibraryCompiler {
    fn default() -> Self {
        Self::new()
    }
}
impl Compiler for LibraryCompiler {
    fn reset(&mut self) {}
    fn add_prelude(&mut self, _file: &SourceFile) -> Vec<Diagnostic> {
        Vec::new()
    }
    fn add_keyword(&mut self, _file: &SourceFile) -> Vec<Diagnostic> {
        Vec::new()
    }
    fn keyword_names(&self) -> Vec<Symbol> {
        Vec::new()
    }
    fn compile(&mut self, _card: &CardScript<'_>) -> Compiled {
        Compiled::default()
    }
}

/// Makes the scripts of the library answer the callbacks of the games that this thread runs.
pub fn install_host(_catalog: &Catalog) {}

pub(super) fn runner(catalog: &Catalog) -> Runner {
    let ground = crate::scenario::Ground { definitions: std::sync::Arc::new(catalog.all_definitions()), rulesets: catalog.rulesets() };
    Runner::with(rhai::Engine::new(), ground, std::rc::Rc::new(crate::scenario::NoWords))
}
