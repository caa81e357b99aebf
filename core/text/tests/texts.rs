//! What a table of scripts says (`texts.txt`), in today's wording and in that of 1999. Each entry has a type line, the script, the
//! text behind `>`, and behind `~` the text of 1999 where it is of interest. With `WRITE_TEXTS=1` the table is written anew, to be
//! read before it is committed.

use cardwright_engine::ability::{AbilityInstance, Origin};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::symbol::Symbol;
use cardwright_library::{Library, LibraryCompiler};
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{CardScript, ScriptHost, ScriptSource};
use cardwright_text::{Edition, Lexicon, Style, joined, rules_text};
use std::path::Path;
use std::sync::Arc;

const NAME: &str = "Tin Gull";
/// A table that was not read must not pass.
const AT_LEAST: usize = 40;

struct Entry {
    types: String,
    script: String,
    modern: String,
    classic: Option<String>,
}

impl Entry {
    fn read(text: &str) -> Entry {
        let mut lines = text.lines();
        let types = lines.next().unwrap_or_default().to_owned();
        let (mut script, mut modern, mut classic) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            match (line.strip_prefix("> "), line.strip_prefix("~ ")) {
                (Some(said), _) => modern.push(said),
                (_, Some(said)) => classic.push(said),
                (None, None) => script.push(line),
            }
        }
        let classic = (!classic.is_empty()).then(|| classic.join("\n"));
        Entry { types, script: script.join("\n"), modern: modern.join("\n"), classic }
    }

    fn written(&self) -> String {
        let marked = |mark: &str, text: &str| text.lines().map(|line| format!("{mark} {line}\n")).collect::<String>();
        let classic = self.classic.as_ref().map_or_else(String::new, |text| marked("~", text));
        format!("{}\n{}\n{}{classic}", self.types, self.script, marked(">", &self.modern))
    }
}

struct Words<'l> {
    library: &'l Library,
    tokens: Vec<Arc<CardDef>>,
}

impl Lexicon for Words<'_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        self.library.reminder(keyword, argument)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.tokens.iter().find(|token| token.key == key).or_else(|| self.library.definition(key)).cloned()
    }
}

/// What the entry's card says in both editions.
fn texts(host: &ScriptHost, library: &Library, entry: &Entry) -> (String, String) {
    let types = cardwright_script::text::type_line(&entry.types).expect("a type line");
    let file = SourceFile::new("texts.rhai", &entry.script);
    let source = Some(ScriptSource::whole(&file));
    let made = host.compile(&CardScript { name: Symbol::new(NAME), source, keywords: &[], types: &types, tokens: &[] });
    let wrong: Vec<_> = made.diagnostics.iter().filter(|trouble| trouble.is_error()).collect();
    assert!(wrong.is_empty(), "{}: {wrong:?}", entry.script);
    let abilities = made.abilities.into_iter().map(|ability| AbilityInstance { ability, origin: Origin::Printed }).collect();
    let base = Characteristics { name: Symbol::new(NAME), types, abilities, ..Characteristics::default() };
    let face = Face { base, ..Face::default() };
    let lexicon = Words { library, tokens: made.tokens.into_iter().map(Arc::new).collect() };
    let says = |edition: Edition| joined(&rules_text(&face, &lexicon, Style { edition, ..Style::default() }));
    (says(Edition::Modern), says(Edition::Classic))
}

#[test]
fn scripts_say_what_the_table_says() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = here.join("tests/texts.txt");
    let entries: Vec<Entry> = std::fs::read_to_string(&table)
        .expect("the table")
        .split("\n\n")
        .filter(|text| !text.trim().is_empty())
        .map(Entry::read)
        .collect();
    assert!(entries.len() >= AT_LEAST, "only {} entries", entries.len());
    let library = cardwright_library::load(&here.join("../.."), LibraryCompiler::new()).expect("the repository is a library");
    let mut host = ScriptHost::new();
    library.preludes().iter().for_each(|file| drop(host.add_prelude(file)));
    library.keyword_files().iter().for_each(|file| drop(host.add_keyword(file)));
    let (mut written, mut different) = (Vec::new(), Vec::new());
    for entry in &entries {
        let (modern, classic) = texts(&host, &library, entry);
        let said = Entry {
            types: entry.types.clone(),
            script: entry.script.clone(),
            modern,
            classic: entry.classic.as_ref().map(|_| classic),
        };
        if said.written() != entry.written() {
            different.push(format!("{}is now\n{}", entry.written(), said.written()));
        }
        written.push(said.written());
    }
    if std::env::var_os("WRITE_TEXTS").is_some() {
        std::fs::write(&table, written.join("\n")).expect("the table is written");
    } else {
        assert!(different.is_empty(), "{}", different.join("\n"));
    }
}
