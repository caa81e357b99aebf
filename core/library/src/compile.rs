//! What loading needs of the script host, as a trait: the loader and its tests know nothing else of scripts.

use cardwright_engine::ability::AbilityRef;
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::trace::Trace;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The text of a script: a whole file, or the part of a card file where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptText {
    /// The file that positions refer to.
    pub file: SourceFile,
    /// The bytes of the file that are the script.
    pub span: Range<usize>,
}

impl ScriptText {
    /// A file that is all script.
    pub fn whole(file: SourceFile) -> Self {
        // Some editors write a byte order mark, which is no part of the script.
        let start = if file.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let span = start..file.text.len();
        ScriptText { file, span }
    }

    /// The script.
    pub fn text(&self) -> &str {
        self.file.text.get(self.span.clone()).unwrap_or_default()
    }
}

/// A keyword that a card has by its card file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeywordUse {
    /// The keyword.
    pub name: Symbol,
    /// What stands behind it: `{2}`, `red`; empty for most.
    pub argument: String,
    /// The card file.
    pub file: SourceFile,
    /// Where the keyword stands in it.
    pub span: Range<usize>,
    /// Where the argument stands in it.
    pub argument_span: Range<usize>,
}

/// A face to compile.
#[derive(Clone, Copy, Debug)]
pub struct CardScript<'a> {
    /// The key of the definition that the abilities will belong to.
    pub key: &'a str,
    /// The name of the face.
    pub name: &'a str,
    /// Its script, if it has one.
    pub source: Option<&'a ScriptText>,
    /// Its keywords, in order.
    pub keywords: &'a [KeywordUse],
    /// Its type line.
    pub types: &'a TypeLine,
    /// The names of the tokens that the card file defines. Their keys are `key/name`.
    pub tokens: &'a [Symbol],
}

/// What a face turned out to use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// Keywords, by the card file or by the script.
    pub keywords: BTreeSet<Symbol>,
    /// Tokens, by key.
    pub tokens: BTreeSet<Symbol>,
    /// Other cards, by name.
    pub cards: BTreeSet<Symbol>,
    /// Whether anything of the prelude.
    pub prelude: bool,
}

impl Uses {
    /// Adds what something else uses.
    pub fn extend(&mut self, other: Uses) {
        self.keywords.extend(other.keywords);
        self.tokens.extend(other.tokens);
        self.cards.extend(other.cards);
        self.prelude |= other.prelude;
    }
}

/// What compiling a face gave.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compiled {
    /// The abilities: those of keywords first, then those of the script in its order.
    pub abilities: Vec<AbilityRef>,
    /// The tokens that the script defines.
    pub tokens: Vec<CardDef>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
    /// What it uses.
    pub uses: Uses,
    /// How many callbacks its abilities refer to.
    pub callbacks: usize,
    /// How the script built the abilities, if the compiler notes that.
    pub trace: Option<Arc<Trace>>,
}

/// Turns scripts into abilities. It stays on the thread that made it.
pub trait Compiler {
    /// Forgets every prelude and keyword file.
    fn reset(&mut self);
    /// Learns the words of a prelude file.
    fn add_prelude(&mut self, file: &SourceFile) -> Vec<Diagnostic>;
    /// Learns the keywords or types of a file.
    fn add_keyword(&mut self, file: &SourceFile) -> Vec<Diagnostic>;
    /// Tries out the keywords, when all have been learnt.
    fn check_keywords(&mut self) -> Vec<Diagnostic> {
        Vec::new()
    }
    /// The keywords that were learnt.
    fn keyword_names(&self) -> Vec<Symbol>;
    /// What a counter of that kind gives, where it is a keyword that takes nothing (modern 122.1b).
    fn counter(&self, _kind: Symbol) -> Option<CardDef> {
        None
    }
    /// What is said of types, as definitions.
    fn types(&self) -> Vec<CardDef> {
        Vec::new()
    }
    /// The reminder text of a keyword, with `<cost>`, `<amount>` or `<quality>` for what stands behind it.
    fn reminder(&self, _keyword: Symbol) -> Option<Symbol> {
        None
    }
    /// Compiles one face.
    fn compile(&mut self, card: &CardScript<'_>) -> Compiled;
}
