//! Runs all lints over a library and prints what they find: `cargo run -p cardwright-lint --example lint [FOLDER]`. For work on
//! lints; authors use `cardwright lint`.

use cardwright_library::LibraryCompiler;
use cardwright_library::render::{Style, render_all};
use std::path::PathBuf;

fn main() {
    let root = std::env::args().nth(1).map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.."), PathBuf::from);
    let library = cardwright_library::load(&root, LibraryCompiler::tracing()).expect("a library");
    print!("{}", render_all(&cardwright_lint::run(&library), Style::Plain));
}
