//! What is fuzzed, one function for each target: it takes any bytes and panics only where there is a mistake of ours.
//!
//! The fuzzers in `fuzz_targets/` call these; the test `corpus` of the workspace includes this file and replays `corpus/`.

use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_library::files::decode_card_file;
use cardwright_library::render::{Style, render_all};
use cardwright_library::{Library, LibraryCompiler, Workspace};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use cardwright_script::text::{self, Parsed};
use cardwright_text::{Edition, Lexicon, joined, rules_text};
use std::cell::RefCell;
use std::fmt::{Debug, Display};
use std::path::PathBuf;
use std::sync::Arc;

/// A card file as it is decoded: `corpus/card_file`.
pub fn card_file(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let decoded = decode_card_file(&SourceFile::new("cards/fuzz/card.toml", text));
    shown(&decoded.diagnostics);
    for card in &decoded.cards {
        shown(&card.diagnostics);
        assert!(card.card.is_some() || card.diagnostics.iter().any(Diagnostic::is_error), "no card, and no word why: {text:?}");
    }
}

/// Costs, and power and toughness: `corpus/cost`.
pub fn cost(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    parsed_again(text, text::mana_cost);
    parsed_again(text, text::printed_number);
    spans_lie_within(text, &text::ability_cost(text));
    spans_lie_within(text, &text::power_toughness(text));
}

/// Type lines: `corpus/type_line`.
pub fn type_line(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    parsed_again(text, text::type_line);
}

/// Lines of the list of keywords: `corpus/keyword_line`.
pub fn keyword_line(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let known = ["flying", "first strike", "ward", "protection", "equip", "forestwalk", "kicker", "cycling"];
    spans_lie_within(text, &text::keyword_line(text, known));
}

/// The rules text of a card that does something: `corpus/text`.
pub fn text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let card = "name = \"Ember Imp\"\ncost = \"{1}{R}\"\ntype = \"Creature - Imp\"\npower = 2\ntoughness = 1\nkeywords = [\"flying\"]\n\
                script = '''\nwhen(card.enters, damage(1, target(any_target)));\nactivated(\"{2}, {T}\", draw(1));\n'''\n";
    pipeline(&[("cards/fuzz/card.toml", &format!("{card}text = {}\n", quoted(text)))]);
}

/// A script, of a creature with a token, from the file to its findings and its rules text: `corpus/script`.
pub fn script(data: &[u8]) {
    let Ok(script) = str::from_utf8(data) else { return };
    let card = "name = \"Odd Thing\"\ncost = \"{X}{1}{G}\"\ntype = \"Creature - Goblin\"\npower = 2\ntoughness = 2\n\
                script = \"fuzz/card.rhai\"\n[[token]]\nname = \"Imp\"\ntype = \"Creature - Imp\"\ncolors = [\"red\"]\npower = 1\n\
                toughness = 1\n";
    pipeline(&[("cards/fuzz/card.toml", card), ("scripts/fuzz/card.rhai", script)]);
}

/// A card file with all that it says, from the file to its findings and its rules text: `corpus/card`.
pub fn card(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    pipeline(&[("cards/fuzz/card.toml", text)]);
}

/// What was read is written so that it is read again as the same, and what was not is marked within the text.
fn parsed_again<T: Display + PartialEq + Debug>(text: &str, parse: fn(&str) -> Parsed<T>) {
    let parsed = parse(text);
    spans_lie_within(text, &parsed);
    if let Ok(value) = parsed {
        let again = parse(&value.to_string());
        assert_eq!(again.as_ref(), Ok(&value), "`{text}` is written as `{value}`");
    }
}

fn spans_lie_within<T>(text: &str, parsed: &Parsed<T>) {
    let Err(errors) = parsed else { return };
    assert!(!errors.is_empty(), "{text:?} is wrong for no reason");
    for error in errors {
        assert!(text.get(error.span.clone()).is_some(), "{error:?} marks no part of {text:?}");
    }
}

/// Every finding can be shown, whatever it marks.
fn shown(found: &[Diagnostic]) {
    for label in found.iter().flat_map(|one| &one.labels) {
        assert!(label.file.text.get(label.span.clone()).is_some(), "{label:?} marks no part of its file");
    }
    let _ = render_all(found, Style::Plain);
}

/// The text as a TOML value: literally, where it can be written so.
fn quoted(text: &str) -> String {
    let plain = !text.contains("''") && !text.ends_with('\'') && text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control());
    if plain {
        return format!("'''\n{text}'''");
    }
    let escaped: String = text.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
    format!("\"{escaped}\"")
}

/// Loads the files as a library's, lints it and writes the rules text of its cards.
fn pipeline(files: &[(&str, &str)]) {
    BENCH.with_borrow_mut(|slot| {
        // Hosts keep the callbacks of what they have compiled: a fresh one now and then.
        if slot.as_ref().is_none_or(|bench| bench.runs >= 1_000) {
            *slot = None;
            *slot = Some(Bench::new());
        }
        if let Some(bench) = slot {
            bench.run(files);
        }
    });
}

thread_local! {
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

/// A library with nothing but the scripts of the program, in which one card after the other is tried.
struct Bench {
    root: PathBuf,
    workspace: Workspace<LibraryCompiler>,
    runs: usize,
}

impl Bench {
    fn new() -> Self {
        let memory = PathBuf::from("/dev/shm");
        let parent = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let thread = format!("{:?}", std::thread::current().id()).replace(|c: char| !c.is_ascii_alphanumeric(), "");
        let root = parent.join(format!("cardwright-fuzz-{}-{thread}", std::process::id()));
        for folder in ["cards/fuzz", "scripts/fuzz"] {
            std::fs::create_dir_all(root.join(folder)).expect("the folder can be made");
        }
        let root = root.canonicalize().expect("it was made");
        let workspace = Workspace::open(&root, LibraryCompiler::tracing()).expect("it is a library");
        Bench { root, workspace, runs: 0 }
    }

    fn run(&mut self, files: &[(&str, &str)]) {
        self.runs += 1;
        let paths: Vec<PathBuf> = files.iter().map(|(path, _)| self.root.join(path)).collect();
        for (path, (_, text)) in paths.iter().zip(files) {
            std::fs::write(path, text).expect("the file can be written");
        }
        self.workspace.reload(paths.iter().cloned());
        let library = self.workspace.library();
        shown(&cardwright_lint::run(library));
        for face in library.cards().iter().flat_map(|card| &card.definition.faces) {
            for edition in [Edition::Modern, Edition::Classic] {
                let style = cardwright_text::Style { edition, reminders: true };
                let _ = joined(&rules_text(face, &Words(library), style));
            }
        }
        // The next card must not find the last good version of this one.
        for path in &paths {
            std::fs::remove_file(path).expect("the file is there");
        }
        self.workspace.reload(paths);
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.root));
    }
}

struct Words<'l>(&'l Library);

impl Lexicon for Words<'_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        Some(format!("{keyword} {argument}"))
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.0.definition(key).cloned()
    }
}
