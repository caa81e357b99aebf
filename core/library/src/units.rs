//! Cards on their way from file to definition: each with its last good version and what is wrong with the newest.

use crate::compile::{CardScript, Compiler, KeywordUse, ScriptText, Uses};
use crate::files::{DecodedCard, RawCard, RawFace, RawScript, Text};
use crate::library::LibraryCard;
use crate::shared::Shared;
use crate::sources::{Source, Sources, set_folder};
use cardwright_engine::ability::{AbilityInstance, Origin};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, DefKind, Face};
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::text::keyword_line;
use cardwright_script::trace::Trace;
use std::sync::Arc;

/// A card of a card file.
#[derive(Clone, Default, Debug)]
pub(crate) struct Unit {
    /// Its name, as far as known.
    pub name: Option<String>,
    /// What the file says now, as far as that can be read.
    pub raw: Option<Arc<RawCard>>,
    /// What reading the file found.
    pub decoding: Vec<Diagnostic>,
    /// What compiling found.
    pub compiling: Vec<Diagnostic>,
    /// What the newest attempt uses.
    pub uses: Uses,
    /// The newest version that was without errors.
    pub good: Option<Arc<LibraryCard>>,
    /// Whether that is what the files say now.
    pub current: bool,
}

impl Unit {
    /// What is wrong with it.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.decoding.iter().chain(&self.compiling)
    }

    /// Whether it names the script file.
    pub fn uses_script(&self, path: &str) -> bool {
        let Some(path) = path.strip_prefix("scripts/") else { return false };
        let names = |raw: &RawCard| raw.script_files().any(|file| file.value == path);
        // While the card file cannot be read, what it last named still belongs to it.
        let last = || self.good.as_ref().is_some_and(|card| names(&card.raw));
        self.raw.as_ref().map_or_else(last, |raw| names(raw))
    }

    /// Compiles what the file says now. What has errors leaves the last good version.
    pub fn compile(&mut self, sources: &Sources, shared: &Shared, compiler: &mut impl Compiler) {
        self.compiling.clear();
        self.current = false;
        let Some(raw) = self.raw.clone() else { return };
        let mut build = Build {
            raw: &raw,
            sources,
            shared,
            compiler,
            uses: Uses::default(),
            found: Vec::new(),
            hash: blake3::Hasher::new(),
            callbacks: 0,
            scripts: Vec::new(),
            traces: Vec::new(),
            scripted: Vec::new(),
        };
        let card = build.card();
        let Build { uses, found, .. } = build;
        self.uses = uses;
        self.compiling = found;
        // A card file with errors is compiled all the same: its author wants to hear of all mistakes at once.
        if self.diagnostics().any(Diagnostic::is_error) {
            return;
        }
        self.current = true;
        self.good = Some(Arc::new(card.sharing_with(self.good.as_deref())));
    }
}

/// The cards of one file.
#[derive(Clone, Default, Debug)]
pub(crate) struct CardFile {
    pub units: Vec<Unit>,
    /// What is wrong with the file as a whole.
    pub diagnostics: Vec<Diagnostic>,
}

impl CardFile {
    /// Takes over what a file says now, keeping the last good version of each card that is still there.
    pub fn decode(&mut self, source: &Source) {
        if let Some(problem) = &source.problem {
            return self.keep(vec![problem.clone()]);
        }
        let decoded = crate::files::decode_card_file(&source.file);
        if decoded.cards.is_empty() && !decoded.diagnostics.is_empty() {
            return self.keep(decoded.diagnostics);
        }
        self.diagnostics = decoded.diagnostics;
        if set_folder(&source.file.path).is_empty() {
            self.diagnostics.push(Diagnostic::outside_a_set(&source.file));
        }
        let mut before = std::mem::take(&mut self.units);
        let same_count = before.len() == decoded.cards.len();
        self.units =
            decoded.cards.into_iter().enumerate().map(|(index, card)| unit(card, index, same_count, &mut before)).collect();
    }

    /// The file cannot be used: its cards stay what they were.
    fn keep(&mut self, diagnostics: Vec<Diagnostic>) {
        self.diagnostics = diagnostics;
        if self.units.is_empty() {
            self.units.push(Unit::default());
        }
        for unit in &mut self.units {
            *unit =
                Unit { name: unit.name.take(), good: unit.good.take(), uses: std::mem::take(&mut unit.uses), ..Unit::default() };
        }
    }
}

/// The unit of a decoded card, with the last good version of the one that has its name, or else of the one in its place, as long
/// as that has not moved elsewhere.
fn unit(card: DecodedCard, index: usize, same_count: bool, before: &mut [Unit]) -> Unit {
    let by_name = before.iter().position(|unit| unit.name.is_some() && unit.name == card.name);
    let by_place =
        || (same_count && !card.is_sound() && before.get(index).is_some_and(|unit| unit.good.is_some())).then_some(index);
    let last = by_name.or_else(by_place).map(|index| &mut before[index]);
    let (last_name, good) = last.map_or((None, None), |unit| (unit.name.clone(), unit.good.take()));
    Unit { name: card.name.or(last_name), raw: card.card.map(Arc::new), decoding: card.diagnostics, good, ..Unit::default() }
}

/// One card being compiled.
struct Build<'a, C> {
    raw: &'a Arc<RawCard>,
    sources: &'a Sources,
    shared: &'a Shared,
    compiler: &'a mut C,
    uses: Uses,
    found: Vec<Diagnostic>,
    hash: blake3::Hasher,
    callbacks: usize,
    scripts: Vec<Option<ScriptText>>,
    traces: Vec<Option<Arc<Trace>>>,
    /// Tokens that scripts define.
    scripted: Vec<CardDef>,
}

impl<C: Compiler> Build<'_, C> {
    fn card(&mut self) -> LibraryCard {
        let raw = self.raw;
        let key = Symbol::new(&raw.name().value);
        let token_names: Vec<Symbol> = raw.tokens.iter().map(|token| Symbol::new(&token.name.value)).collect();
        self.hash.update(raw.file.text.as_bytes());
        let faces: Vec<Face> = raw.faces.iter().map(|face| self.face(face, key, &token_names)).collect();
        let tokens: Vec<(Symbol, Face)> = raw
            .tokens
            .iter()
            .map(|token| {
                let key = token_key(key, &token.name.value);
                (key, self.face(token, key, &token_names))
            })
            .collect();
        let version = self.version();
        let scripted = std::mem::take(&mut self.scripted);
        let definition = CardDef { key, kind: DefKind::Card, faces, version, of_type: None };
        let token = |(key, face)| Arc::new(CardDef { key, kind: DefKind::Token, faces: vec![face], version, of_type: None });
        LibraryCard {
            key,
            set: set_folder(&raw.file.path).into(),
            definition: Arc::new(definition),
            tokens: tokens
                .into_iter()
                .map(token)
                .chain(scripted.into_iter().map(|token| Arc::new(CardDef { version, ..token })))
                .collect(),
            raw: raw.clone(),
            scripts: std::mem::take(&mut self.scripts),
            traces: std::mem::take(&mut self.traces),
            uses: self.uses.clone(),
            callbacks: self.callbacks,
        }
    }

    fn face(&mut self, raw: &RawFace, key: Symbol, tokens: &[Symbol]) -> Face {
        crate::files::numbers_fit(&self.raw.file, raw, self.shared.types(), &mut self.found);
        let keywords = self.keywords(raw);
        let source = raw.script.as_ref().and_then(|script| self.script(script));
        let compiled = self.compiler.compile(&CardScript {
            key: key.as_str(),
            name: &raw.name.value,
            source: source.as_ref(),
            keywords: &keywords,
            types: &raw.types.value,
            tokens,
        });
        self.scripts.push(source);
        self.traces.push(compiled.trace);
        self.found.extend(compiled.diagnostics);
        self.uses.extend(compiled.uses);
        for token in compiled.tokens {
            if !self.scripted.iter().any(|known| known.key == token.key) {
                self.scripted.push(token);
            }
        }
        self.uses.keywords.extend(keywords.iter().map(|keyword| keyword.name));
        self.callbacks += compiled.callbacks;
        let cost = raw.cost.as_ref().map(|cost| cost.value.clone());
        let power = raw.power.as_ref().map(|power| power.value);
        let toughness = raw.toughness.as_ref().map(|toughness| toughness.value);
        let pt = (power.map(|power| power.value), toughness.map(|toughness| toughness.value));
        let base = Characteristics {
            name: Symbol::new(&raw.name.value),
            colors: cost.as_ref().map_or(raw.colors, |cost| cost.colors() | raw.colors),
            cost,
            types: raw.types.value.clone(),
            power: pt.0,
            toughness: pt.1,
            numbers: raw.numbers(),
            abilities: compiled
                .abilities
                .into_iter()
                .map(|ability| AbilityInstance { ability, origin: Origin::Printed })
                .collect(),
            base_pt: pt,
            valued_as: None,
            also_named: None,
        };
        Face { base, power, toughness }
    }

    fn keywords(&mut self, raw: &RawFace) -> Vec<KeywordUse> {
        let file = &self.raw.file;
        let known = self.shared.keyword_names().iter().map(|name| name.as_str());
        let mut uses = Vec::new();
        for text in &raw.keywords {
            match keyword_line(&text.value, known.clone()) {
                Ok(line) => uses.push(KeywordUse {
                    name: Symbol::new(&line.name),
                    argument: line.argument,
                    file: file.clone(),
                    span: text.part(line.name_span),
                    argument_span: text.part(line.argument_span),
                }),
                Err(errors) => self.found.extend(errors.iter().map(|error| text.mistake(file, error))),
            }
        }
        uses
    }

    fn script(&mut self, script: &RawScript) -> Option<ScriptText> {
        match script {
            RawScript::Inline(text) => Some(inline(&self.raw.file, text)),
            RawScript::File(named) => {
                let Some(source) = self.sources.get(&format!("scripts/{}", named.value)) else {
                    let known = self.sources.of(crate::sources::Role::Script);
                    let known = known.filter_map(|(path, _)| path.strip_prefix("scripts/"));
                    self.found.push(Diagnostic::missing_script(&self.raw.file, named.inside(), &named.value, known));
                    return None;
                };
                self.hash.update(source.hash.as_bytes());
                self.found.extend(source.problem.clone());
                source.problem.is_none().then(|| ScriptText::whole(source.file.clone()))
            }
        }
    }

    /// Everything that the definition was made of.
    fn version(&mut self) -> u64 {
        for keyword in &self.uses.keywords {
            let defining = self.shared.defining(*keyword);
            self.hash.update(defining.map_or(keyword.as_str(), |file| &file.text).as_bytes());
        }
        if self.uses.prelude {
            for file in self.shared.in_use(crate::sources::Role::Prelude) {
                self.hash.update(file.text.as_bytes());
            }
        }
        let hash = self.hash.finalize();
        let (first, _) = hash.as_bytes().split_at(8);
        first.iter().fold(0, |version, byte| version << 8 | u64::from(*byte))
    }
}

/// The key of a token that a card defines.
pub(crate) fn token_key(card: Symbol, token: &str) -> Symbol {
    Symbol::new(&format!("{card}/{token}"))
}

/// A script in a card file. Where escapes blur the places, positions count from the beginning of the script.
fn inline(file: &SourceFile, text: &Text) -> ScriptText {
    if text.content.is_some() {
        return ScriptText { file: file.clone(), span: text.inside() };
    }
    ScriptText::whole(SourceFile::new(&format!("{} (script)", file.path), &text.value))
}
