//! What fuzzing has kept: every input of `fuzz/corpus` is tried again.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use cardwright_tests::repository;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// No input takes longer, on whatever machine runs the tests.
const LONGEST: Duration = Duration::from_secs(10);

fn replay(target: &str, run: fn(&[u8])) {
    let folder = repository().join("fuzz/corpus").join(target);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        let begun = Instant::now();
        let data = std::fs::read(&file).unwrap();
        // The name of the input belongs to whatever it says as it fails.
        let tried = std::panic::catch_unwind(|| run(&data));
        assert!(tried.is_ok(), "{} fails", file.display());
        assert!(begun.elapsed() < LONGEST, "{} takes {:?}", file.display(), begun.elapsed());
    }
}

#[test]
fn card_file() {
    replay("card_file", targets::card_file);
}

#[test]
fn cost() {
    replay("cost", targets::cost);
}

#[test]
fn type_line() {
    replay("type_line", targets::type_line);
}

#[test]
fn keyword_line() {
    replay("keyword_line", targets::keyword_line);
}

#[test]
fn text() {
    replay("text", targets::text);
}

#[test]
fn script() {
    replay("script", targets::script);
}

#[test]
fn card() {
    replay("card", targets::card);
}
