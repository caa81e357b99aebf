//! The compiler of real libraries: the script host.

use crate::compile::{CardScript, Compiled, Compiler, Uses};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::{CardScript as Script, KeywordUse, ScriptHost, ScriptSource};
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

    /// The same, which also notes how scripts build their abilities: what lint needs.
    pub fn tracing() -> Self {
        LibraryCompiler { host: ScriptHost::new().tracing() }
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
        let mut found = self.host.check_keywords();
        found.extend(self.host.check_types());
        found
    }
    fn keyword_names(&self) -> Vec<Symbol> {
        self.host.keyword_names()
    }
    fn counter(&self, kind: Symbol) -> Option<CardDef> {
        self.host.counter(kind)
    }
    fn types(&self) -> Vec<CardDef> {
        self.host.types()
    }
    fn reminder(&self, keyword: Symbol) -> Option<Symbol> {
        self.host.keyword_reminder(keyword)
    }
    fn compile(&mut self, card: &CardScript<'_>) -> Compiled {
        compile(&self.host, card)
    }
}

/// Compiles one face with that host.
pub fn compile(host: &ScriptHost, card: &CardScript<'_>) -> Compiled {
    let keywords: Vec<KeywordUse<'_>> = card
        .keywords
        .iter()
        .map(|one| KeywordUse {
            name: one.name,
            argument: &one.argument,
            file: &one.file,
            span: one.span.clone(),
            argument_span: one.argument_span.clone(),
        })
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
        trace: made.trace.map(Arc::new),
    }
}
