//! Writes the rules text of every example of the vocabulary: `cargo run -p cardwright-text --example words [WORD]`. What reads
//! badly here will read badly on somebody's card.

use cardwright_engine::ability::{AbilityBody, AbilityInstance, Origin};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_library::{Library, LibraryCompiler};
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{CardScript, Compiled, ScriptHost, ScriptSource};
use cardwright_text::{Lexicon, Style, joined, rules_text};
use std::path::Path;
use std::sync::Arc;

struct Words<'l>(&'l Library);

impl Lexicon for Words<'_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        self.0.reminder(keyword, argument)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.0.definition(key).cloned()
    }
}

/// What an example that is no statement is put into, the first that takes it.
const FRAMES: [&str; 9] = [
    "EXAMPLE;",
    "spell(destroy(target(EXAMPLE)));",
    "spell(EXAMPLE);",
    "when(EXAMPLE, draw(1));",
    "always(EXAMPLE);",
    "spell(draw(EXAMPLE));",
    "activated(EXAMPLE, draw(1));",
    "when(card.enters, draw(1)).only_if(EXAMPLE);",
    "spell(draw(1).by(EXAMPLE));",
];

fn compile(host: &ScriptHost, line: &str, script: &str) -> (Compiled, TypeLine) {
    let file = SourceFile::new("example.rhai", script);
    let types = cardwright_script::text::type_line(line).expect("a type line");
    let source = Some(ScriptSource::whole(&file));
    let made = host.compile(&CardScript { name: Symbol::new("Test Card"), source, keywords: &[], types: &types, tokens: &[] });
    (made, types)
}

fn main() {
    let wanted = std::env::args().nth(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = cardwright_library::load(&root, LibraryCompiler::new()).expect("the repository is a library");
    let mut host = ScriptHost::new();
    library.preludes().iter().for_each(|file| drop(host.add_prelude(file)));
    library.keyword_files().iter().for_each(|file| drop(host.add_keyword(file)));
    for word in host.reference() {
        if wanted.as_ref().is_some_and(|wanted| word.name != wanted && !word.example.contains(wanted.as_str())) {
            continue;
        }
        let Some((made, types)) = FRAMES.iter().find_map(|frame| {
            let script = frame.replace("EXAMPLE", word.example.trim_end_matches(';'));
            let spell = compile(&host, "Instant", &script);
            let is_spell = spell.0.abilities.iter().any(|ability| matches!(ability.kind, AbilityBody::Spell(_)));
            let made = if is_spell { spell } else { compile(&host, "Creature - Human", &script) };
            (!made.0.abilities.is_empty() && !made.0.diagnostics.iter().any(|trouble| trouble.is_error())).then_some(made)
        }) else {
            continue;
        };
        let abilities = made.abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::Printed }).collect();
        let base = Characteristics { name: Symbol::new("Test Card"), types, abilities, ..Characteristics::default() };
        let face = Face { base, ..Face::default() };
        let text = joined(&rules_text(&face, &Words(&library), Style::default()));
        println!("{}\n    {}\n    {}", word.signature, word.example, text.replace('\n', "\n    "));
    }
}
