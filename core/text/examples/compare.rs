//! Compares the written rules text with what card files say: `cargo run -p cardwright-text --example compare [FOLDER] [WORDS]`.
//! FOLDER is the folder of a set like `starter`; WORDS are looked for in what differs. With `--all` also what is the same.

use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_library::{Library, LibraryCompiler};
use cardwright_text::{Lexicon, Style, joined, rules_text};
use std::path::Path;
use std::sync::Arc;

struct Words<'l>(&'l Library);

impl Lexicon for Words<'_> {
    fn reminder(&self, _: Symbol, _: &str) -> Option<String> {
        None
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.0.definition(key).cloned()
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let all = arguments.iter().any(|word| word == "--all");
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with("--")).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = cardwright_library::load(&root, LibraryCompiler::new()).expect("the repository is a library");
    let lexicon = Words(&library);
    let (mut same, mut different) = (0, 0);
    for card in library.cards() {
        if words.first().is_some_and(|folder| **folder != "all" && ***folder != *card.set) {
            continue;
        }
        for (face, raw) in card.definition.faces.iter().zip(&card.raw.faces) {
            let written = joined(&rules_text(face, &lexicon, Style::default()));
            let said = raw.text.as_ref().map_or("", |text| text.value.trim());
            if normal(&written) == normal(said) {
                same += 1;
                if !all {
                    continue;
                }
            } else {
                different += 1;
            }
            let wanted = |word: &&&String| {
                written.contains(word.as_str()) || said.contains(word.as_str()) || face.base.name.as_str().contains(word.as_str())
            };
            if words.len() < 2 || words[1..].iter().all(|word| wanted(&word)) {
                println!(
                    "== {} ({})\n   {}\n  -{}\n  +{}",
                    face.base.name,
                    card.path(),
                    script(card),
                    said.replace('\n', "\n   "),
                    written.replace('\n', "\n   ")
                );
            }
        }
    }
    println!(
        "{same} of {} faces are the same ({:.1} %)",
        same + different,
        100.0 * f64::from(same) / f64::from(same + different)
    );
}

fn script(card: &cardwright_library::LibraryCard) -> String {
    card.scripts
        .iter()
        .flatten()
        .map(|script| script.text().trim().replace('\n', "\n   "))
        .collect::<Vec<_>>()
        .join("\n   -- \n   ")
}

/// Without what is a matter of taste: white space, curly quotation marks, kinds of dashes, reminder text.
fn normal(text: &str) -> String {
    let (mut plain, mut depth) = (String::new(), 0_u32);
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '\u{201c}' | '\u{201d}' => plain.push('"'),
            '\u{2018}' | '\u{2019}' => plain.push('\''),
            '\u{2212}' => plain.push('-'),
            letter => plain.push(letter),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
