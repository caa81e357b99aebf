//! Writes the rules text of every example of the vocabulary: `cargo run -p cardwright-text --example vocabulary [WORDS] [--classic]`.
//! WORDS are looked for in the example and in what it says.

use cardwright_engine::ability::{AbilityInstance, Origin};
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::symbol::Symbol;
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{CardScript, ScriptHost, ScriptSource};
use cardwright_text::{Edition, Lexicon, Style, joined, rules_text};
use std::path::Path;
use std::sync::Arc;

struct NoWords;

impl Lexicon for NoWords {
    fn reminder(&self, _: Symbol, _: &str) -> Option<String> {
        None
    }
    fn definition(&self, _: Symbol) -> Option<Arc<CardDef>> {
        None
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let edition = if arguments.iter().any(|word| word == "--classic") { Edition::Classic } else { Edition::Modern };
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with("--")).collect();
    let mut host = ScriptHost::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["scripts/prelude", "scripts/keywords"] {
        for file in scripts(&root.join(folder), folder) {
            if folder.ends_with("prelude") {
                host.add_prelude(&file)
            } else {
                host.add_keyword(&file)
            };
        }
    }
    for word in host.reference() {
        // What is no ability by itself stands where it is one.
        let example = word.example.trim_end_matches(';');
        let tries = [
            word.example.to_owned(),
            format!("when(upkeep.yours, draw(({example}).count));"),
            format!("spell(gain_life({example}));"),
            format!("when({example}, draw(1));"),
            format!("when(upkeep.yours, draw(1)).only_if({example});"),
            format!("spell({example});"),
            format!("always({example});"),
        ];
        let said = tries.iter().find_map(|script| said(&host, script, edition));
        let text = said.unwrap_or_else(|| "(no ability)".to_owned());
        if words.iter().all(|word| example.contains(word.as_str()) || text.contains(word.as_str())) {
            println!("   {example}\n  +{}", text.replace('\n', "\n   "));
        }
    }
}

fn scripts(folder: &Path, name: &str) -> Vec<SourceFile> {
    let paths = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut paths: Vec<_> =
        paths.filter(|path| path.to_str().is_some_and(|path| path.ends_with(".rhai") && !path.ends_with(".test.rhai"))).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).ok();
    paths
        .iter()
        .filter_map(|path| Some(SourceFile::new(&format!("{name}/{}", path.file_name()?.to_str()?), &read(path)?)))
        .collect()
}

/// What a card with that script says, if it compiles to abilities.
fn said(host: &ScriptHost, script: &str, edition: Edition) -> Option<String> {
    let file = SourceFile::new("example.rhai", script);
    let creature = ["card", "host", "loyalty"].iter().any(|word| script.contains(word)) && !script.starts_with("spell(");
    let types = cardwright_script::text::type_line(if creature { "Creature - Human" } else { "Instant" }).ok()?;
    let card = CardScript {
        name: Symbol::new("Test Card"),
        source: Some(ScriptSource::whole(&file)),
        keywords: &[],
        types: &types,
        tokens: &[],
    };
    let compiled = host.compile(&card);
    if compiled.abilities.is_empty() || compiled.diagnostics.iter().any(|trouble| trouble.is_error()) {
        return None;
    }
    let mut face = Face::default();
    face.base.name = Symbol::new("Test Card");
    face.base.types = types;
    face.base.abilities =
        compiled.abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::Printed }).collect();
    Some(joined(&rules_text(&face, &NoWords, Style { edition, ..Style::default() })))
}
