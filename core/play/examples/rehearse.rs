//! Rehearses the cards of a library and says what it found and how long it took: `cargo run -p cardwright --example rehearse
//! [FOLDER] [WORDS]`. For work on rehearsal; authors use `cardwright lint --rehearse`.

use cardwright_library::render::{Style, render};
use cardwright_play::catalog::{Catalog, LibraryCompiler};
use cardwright_play::rehearsal::{Limits, Rehearser};
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().filter(|root| root != "-");
    let root = root.map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".."), PathBuf::from);
    let words: Vec<String> = arguments.collect();
    let library = cardwright_library::load(&root, LibraryCompiler::tracing()).expect("a library");
    let catalog = Catalog { library };
    let rehearser = Rehearser::new(&catalog, Limits::default()).expect("the props compile");
    let mut times = Vec::new();
    let mut count = 0;
    for card in catalog.library.cards() {
        if !words.is_empty() && !words.iter().any(|word| card.key.as_str().contains(word.as_str())) {
            continue;
        }
        let begun = Instant::now();
        let found = rehearser.rehearse(card);
        times.push((begun.elapsed().as_secs_f64() * 1e3, card.key));
        count += found.len();
        for one in &found {
            println!("{}\n", render(one, Style::Plain));
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1))).map_or(0.0, |one| one.0);
    println!("{} cards, {count} findings; ms: 50 % {:.1}, 90 % {:.1}, 99 % {:.1}", times.len(), at(50), at(90), at(99));
    println!("slowest: {:?}", times.iter().rev().take(5).collect::<Vec<_>>());
}
