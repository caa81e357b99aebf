//! Writes the rules text of every example of the vocabulary: `cargo run -p cardwright-text --example words [WORDS]`. What reads
//! badly here will read badly on somebody's card. WORDS are looked for in the example and in what it says; with `--classic` in the
//! wording of 1999. `--script=SCRIPT` writes the text of a card with that script instead, `--types="Enchantment - Saga"` of that
//! type.

use cardwright_engine::ability::{AbilityBody, AbilityInstance, Origin};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_library::{Library, LibraryCompiler};
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{CardScript, Compiled, ScriptHost, ScriptSource};
use cardwright_text::{Edition, Lexicon, Style, joined, rules_text};
use std::path::Path;
use std::sync::Arc;

struct Words<'l> {
    library: &'l Library,
    /// The tokens of the script itself.
    tokens: Vec<Arc<CardDef>>,
}

impl Lexicon for Words<'_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        self.library.reminder(keyword, argument)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        let own = self.tokens.iter().find(|token| token.key == key);
        own.or_else(|| self.library.definition(key)).cloned()
    }
}

/// What an example that is no statement is put into, the first that takes it.
const FRAMES: [&str; 12] = [
    "EXAMPLE;",
    "spell(tap(EXAMPLE));",
    "spell(destroy(target(EXAMPLE)));",
    "spell(EXAMPLE);",
    "when(card.enters, draw(1)).only_if(EXAMPLE);",
    "when(EXAMPLE, draw(1));",
    "always(EXAMPLE);",
    "spell(draw(EXAMPLE));",
    "activated(EXAMPLE, draw(1));",
    "spell(draw(1).by(EXAMPLE));",
    "when(upkeep.yours, draw((EXAMPLE).count));",
    "spell(gain_life(EXAMPLE));",
];

fn compile(host: &ScriptHost, line: &str, script: &str) -> (Compiled, TypeLine) {
    let file = SourceFile::new("example.rhai", script);
    let types = cardwright_script::text::type_line(line).expect("a type line");
    let source = Some(ScriptSource::whole(&file));
    let made = host.compile(&CardScript { name: Symbol::new("Test Card"), source, keywords: &[], types: &types, tokens: &[] });
    (made, types)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| arguments.iter().find_map(|word| word.strip_prefix(name));
    let edition = if option("--classic").is_some() { Edition::Classic } else { Edition::Modern };
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with("--")).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = cardwright_library::load(&root, LibraryCompiler::new()).expect("the repository is a library");
    let mut host = ScriptHost::new();
    library.preludes().iter().for_each(|file| drop(host.add_prelude(file)));
    library.keyword_files().iter().for_each(|file| drop(host.add_keyword(file)));
    let text = |(made, types): (Compiled, TypeLine)| {
        let lexicon = Words { library: &library, tokens: made.tokens.into_iter().map(Arc::new).collect() };
        let abilities = made.abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::Printed }).collect();
        let base = Characteristics { name: Symbol::new("Test Card"), types, abilities, ..Characteristics::default() };
        let face = Face { base, ..Face::default() };
        joined(&rules_text(&face, &lexicon, Style { edition, ..Style::default() }))
    };
    if let Some(script) = option("--script=") {
        let made = compile(&host, option("--types=").unwrap_or("Creature - Human"), script);
        made.0.diagnostics.iter().for_each(|trouble| println!("{trouble:?}"));
        println!("{}", text(made));
        return;
    }
    for word in host.reference() {
        let permanent = if word.example.starts_with("chapter") { "Enchantment - Saga" } else { "Creature - Human" };
        // What is a target or a chapter already needs a frame of its own.
        let made =
            FRAMES.iter().filter(|frame| word.example.starts_with("target(") || !frame.contains("tap(")).find_map(|frame| {
                let script = frame.replace("EXAMPLE", word.example.trim_end_matches(';'));
                let spell = compile(&host, "Instant", &script);
                let is_spell = spell.0.abilities.iter().any(|ability| matches!(ability.kind, AbilityBody::Spell(_)));
                let made = if is_spell { spell } else { compile(&host, permanent, &script) };
                (!made.0.abilities.is_empty() && !made.0.diagnostics.iter().any(|trouble| trouble.is_error())).then_some(made)
            });
        let text = made.map_or_else(|| "(no ability)".to_owned(), text);
        if words.iter().all(|wanted| word.name == *wanted || word.example.contains(*wanted) || text.contains(*wanted)) {
            println!("{}\n    {}\n    {}", word.signature, word.example, text.replace('\n', "\n    "));
        }
    }
}
