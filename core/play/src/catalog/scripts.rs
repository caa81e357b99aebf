//! The scripts that answer callbacks while a game runs, as texts: what a record needs to be played again after they have changed.

use super::Catalog;
use cardwright_engine::ability::{Callback, Walk};
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_library::Library;
use cardwright_library::compile::{CardScript, ScriptText};
use cardwright_library::scripted::compile;
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{ScriptHost, script_version};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Text {
    path: Arc<str>,
    text: Arc<str>,
}

impl Text {
    fn of(file: &SourceFile) -> Self {
        Text { path: file.path.clone(), text: file.text.clone() }
    }
    fn file(&self) -> SourceFile {
        SourceFile { path: self.path.clone(), text: self.text.clone() }
    }
}

/// What all scripts share.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Shared {
    preludes: Vec<Text>,
    keywords: Vec<Text>,
}

/// A script with callbacks: of a face of a card, or of a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaceScript {
    key: Symbol,
    name: String,
    types: TypeLine,
    tokens: Vec<Symbol>,
    file: Text,
    /// Where in the file it stands.
    start: usize,
    end: usize,
}

impl FaceScript {
    fn script(&self) -> ScriptText {
        ScriptText { file: self.file.file(), span: self.start..self.end }
    }
    fn version(&self) -> u64 {
        script_version(self.script().text())
    }
}

/// The scripts of a library that answer callbacks, as they are at one time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scripts {
    /// Preludes and keywords.
    pub shared: Arc<Shared>,
    /// The scripts of cards that have callbacks.
    pub faces: Vec<FaceScript>,
}

impl Scripts {
    /// Those of a library.
    pub fn of(library: &Library) -> Self {
        let texts = |files: &[SourceFile]| files.iter().map(Text::of).collect();
        let shared = Shared { preludes: texts(library.preludes()), keywords: texts(library.keyword_files()) };
        let mut faces = Vec::new();
        for card in library.cards().iter().filter(|card| card.callbacks > 0) {
            let tokens: Vec<Symbol> = card.raw.tokens.iter().map(|token| Symbol::new(&token.name.value)).collect();
            for (face, script) in card.raw.faces.iter().chain(&card.raw.tokens).zip(&card.scripts) {
                let Some(script) = script else { continue };
                faces.push(FaceScript {
                    key: card.key,
                    name: face.name.value.to_string(),
                    types: face.types.value.clone(),
                    tokens: tokens.clone(),
                    file: Text::of(&script.file),
                    start: script.span.start,
                    end: script.span.end,
                });
            }
        }
        Scripts { shared: Arc::new(shared), faces }
    }

    /// Whether no callback can come from them.
    pub fn are_silent(&self) -> bool {
        self.faces.is_empty() && self.shared.keywords.is_empty()
    }

    /// The content hashes of the scripts, by which callbacks name them.
    pub fn versions(&self) -> BTreeSet<u64> {
        let keywords = self.shared.keywords.iter().map(|keyword| script_version(&keyword.text));
        keywords.chain(self.faces.iter().map(FaceScript::version)).collect()
    }

    /// Makes them known to a host that knows none yet. What is wrong with them was said when they were loaded.
    pub(super) fn add_to(&self, host: &mut ScriptHost) {
        self.shared.preludes.iter().for_each(|text| drop(host.add_prelude(&text.file())));
        self.shared.keywords.iter().for_each(|text| drop(host.add_keyword(&text.file())));
        for face in &self.faces {
            // Compiling is what makes a host know callbacks.
            let script = face.script();
            drop(compile(
                host,
                &CardScript {
                    key: face.key.as_str(),
                    name: &face.name,
                    source: Some(&script),
                    keywords: &[],
                    types: &face.types,
                    tokens: &face.tokens,
                },
            ));
        }
    }
}

impl From<&Catalog> for Scripts {
    fn from(catalog: &Catalog) -> Self {
        Scripts::of(&catalog.library)
    }
}

/// The callbacks that these definitions refer to, by owner and content hash of the script.
pub fn callbacks<'d>(definitions: impl IntoIterator<Item = &'d Arc<CardDef>>) -> BTreeSet<(Symbol, u64)> {
    let mut found = BTreeSet::new();
    let faces = definitions.into_iter().flat_map(|definition| &definition.faces);
    for instance in faces.flat_map(|face| face.abilities()) {
        instance.ability.each(|callback: &Callback| {
            found.insert((callback.owner, callback.version));
        });
    }
    found
}
