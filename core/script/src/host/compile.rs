//! From a card's script and keyword list to its abilities.

use super::{ScriptHost, check, errors, keywords};
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::shop::{Draft, Uses, Work};
use crate::trace::Trace;
use cardwright_engine::ability::{AbilityBody, AbilityRef};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, TypeLine};
use std::ops::Range;
use std::rc::Rc;

/// A script, as the part of a file that it is: all of a script file, or the text between quotes in a card file.
#[derive(Clone, Copy, Debug)]
pub struct ScriptSource<'a> {
    /// The file.
    pub file: &'a SourceFile,
    /// Where in the file the script begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl<'a> ScriptSource<'a> {
    /// The whole file.
    pub fn whole(file: &'a SourceFile) -> Self {
        ScriptSource { file, start: 0, end: file.text.len() }
    }
    /// Part of a file.
    pub fn part(file: &'a SourceFile, span: Range<usize>) -> Self {
        let span = file.clamp(span);
        ScriptSource { file, start: span.start, end: span.end }
    }
    fn text(&self) -> &'a str {
        self.file.text.get(self.start..self.end).unwrap_or_default()
    }
}

/// A keyword in the list of a card file.
#[derive(Clone, Debug)]
pub struct KeywordUse<'a> {
    /// Its name, in lower case.
    pub name: Symbol,
    /// What stands behind it; empty if nothing does.
    pub argument: &'a str,
    /// The file.
    pub file: &'a SourceFile,
    /// Where it stands there.
    pub span: Range<usize>,
}

/// What a card's file says about its abilities.
#[derive(Clone, Copy, Debug)]
pub struct CardScript<'a> {
    /// The card's name.
    pub name: Symbol,
    /// Its script, if it has one.
    pub source: Option<ScriptSource<'a>>,
    /// Its list of keywords.
    pub keywords: &'a [KeywordUse<'a>],
    /// Its type line.
    pub types: &'a TypeLine,
    /// The keys of tokens that the card's file and its set define.
    pub tokens: &'a [Symbol],
}

/// What a script has built.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The card's abilities: keywords of its list first, then in the order of the script.
    pub abilities: Vec<AbilityRef>,
    /// The tokens that the script defines.
    pub tokens: Vec<CardDef>,
    /// What is wrong or doubtful. With an error among them the abilities are not complete.
    pub diagnostics: Vec<Diagnostic>,
    /// What else the card depends on.
    pub uses: Uses,
    /// How many callbacks the script has.
    pub callbacks: usize,
    /// The content hash of the script, for callbacks.
    pub version: u64,
    /// How the abilities were built, if the host traces.
    pub trace: Option<Trace>,
}

impl ScriptHost {
    /// Compiles a card. Mistakes are in the answer; there is always one.
    pub fn compile(&self, card: &CardScript) -> Compiled {
        let mut compiled = Compiled::default();
        let text = card.source.map_or("", |source| source.text());
        compiled.version = if text.is_empty() { 0 } else { self.version(text) };
        let mut work = Work::new(card.name, compiled.version, false);
        if !card.tokens.is_empty() {
            work.known_tokens = card.tokens.into();
        }
        self.shop.work.replace(work);
        self.shop.uses.take();
        self.shop.drain();
        self.start();
        if self.traces {
            let trace = card.source.map(|source| Trace::of_script(source.file, source.start..source.end));
            self.shop.trace.replace(Some(trace.unwrap_or_default()));
        }
        self.keywords_of(card, &mut compiled);
        let mut ast = None;
        if let Some(source) = &card.source {
            let source = errors::Source { file: source.file, offset: source.start, text };
            ast = self.run(&source, &mut compiled);
            self.finish(card, &source, &mut compiled);
        }
        let work = self.shop.work.replace(Work::new(Symbol::default(), 0, false));
        if let (Some(ast), Some(source), false) = (ast, &card.source, work.callbacks.is_empty()) {
            compiled.callbacks = work.callbacks.len();
            super::callbacks::store(&self.shop, &work, &Rc::new(ast), source.file, source.start);
        }
        compiled.trace = self.shop.trace.take();
        compiled.tokens = work.tokens;
        let prelude = std::mem::take(&mut compiled.uses.prelude);
        compiled.uses = self.shop.uses.take();
        compiled.uses.prelude.extend(prelude);
        compiled
    }

    fn keywords_of(&self, card: &CardScript, compiled: &mut Compiled) {
        for keyword in card.keywords {
            let result = keywords::of_text(&self.shop, &self.engine.borrow(), keyword.name, keyword.argument);
            match result {
                Ok(abilities) => {
                    if let Some(trace) = self.shop.trace.borrow_mut().as_mut() {
                        abilities.iter().for_each(|_| trace.keyword(keyword.file, keyword.span.clone()));
                    }
                    compiled.abilities.extend(abilities);
                }
                Err(trouble) => {
                    let source = errors::Source { file: keyword.file, offset: 0, text: &keyword.file.text };
                    compiled.diagnostics.push(self.trouble(trouble, &source, keyword.span.clone()));
                }
            }
        }
    }

    fn run(&self, source: &errors::Source, compiled: &mut Compiled) -> Option<rhai::AST> {
        let ast = match self.parse(source) {
            Ok(ast) => ast,
            Err(error) => {
                compiled.diagnostics.extend(self.syntax_errors(source, &error));
                return None;
            }
        };
        let (mut found, prelude) = check::check(&ast, source, &self.names.borrow(), &self.shop);
        found.extend(super::flow::check(&ast, source, &self.names.borrow(), &self.shop));
        compiled.uses.prelude = prelude;
        let broken = found.iter().any(Diagnostic::is_error);
        compiled.diagnostics.extend(found);
        if broken {
            return None;
        }
        let ran = self.engine.borrow().run_ast(&ast);
        if let Err(error) = ran {
            compiled.diagnostics.extend(self.failures(&ast, source, error));
        }
        Some(ast)
    }

    /// Puts the abilities of the script together and looks at what fits the card.
    fn finish(&self, card: &CardScript, source: &errors::Source, compiled: &mut Compiled) {
        let drafts: Vec<Draft> = std::mem::take(&mut self.shop.work.borrow_mut().drafts);
        for (place, draft) in drafts.into_iter().enumerate().filter(|(_, draft)| !draft.taken) {
            if let Some(trace) = self.shop.trace.borrow_mut().as_mut() {
                trace.scripted(place);
            }
            if draft.duration.is_some() {
                let trouble = Diagnostic::error("duration-of-ability", "an ability of a card has no duration")
                    .at(source.file, source.span(rhai::Position::NONE));
                compiled.diagnostics.push(trouble.help("write it into an effect: `spell(instead(...).until_end_of_turn)`"));
            }
            let is_spell = matches!(draft.ability.kind, AbilityBody::Spell(_));
            if is_spell && card.types.types.members().any(CardType::is_permanent) {
                let trouble = Diagnostic::warning(
                    "spell-on-permanent",
                    format!("`spell(...)` does nothing on a card of the type {}", card.types),
                );
                compiled
                    .diagnostics
                    .push(trouble.at(source.file, source.span(rhai::Position::NONE)).help("write `when(card.enters, ...)`"));
            }
            compiled.abilities.push(self.shop.finish(draft));
        }
        if !self.shop.defined.take().is_empty() {
            let trouble = Diagnostic::error("keyword-in-card", "a keyword is defined in a file of its own");
            compiled
                .diagnostics
                .push(trouble.at(source.file, source.span(rhai::Position::NONE)).help("move it to `scripts/keywords/`"));
        }
        let remarks = std::mem::take(&mut self.shop.work.borrow_mut().remarks);
        for remark in remarks {
            let argument = remark.at.argument.and_then(|place| source.argument(remark.at.position, place));
            let span = argument.unwrap_or_else(|| source.span(remark.at.position));
            let trouble = Diagnostic::warning(remark.code, remark.message).at(source.file, span);
            compiled.diagnostics.push(trouble.help(remark.help));
        }
    }
}
