//! What fuzzing has kept: every input of `fuzz/corpus` is tried again; and its words are those of today.

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

/// The words by which scripts are fuzzed; `UPDATE=1` adds those that are new.
#[test]
fn the_dictionary_has_the_vocabulary() {
    let path = repository().join("fuzz/dictionaries/script.dict");
    let mut text = std::fs::read_to_string(&path).unwrap();
    let words = cardwright_script::ScriptHost::new().reference();
    let mut missing: Vec<String> = words.iter().map(|word| format!("\"{}\"\n", word.name)).collect();
    missing.retain(|line| !text.lines().any(|known| known == line.trim_end()));
    missing.sort();
    missing.dedup();
    if std::env::var_os("UPDATE").is_some() && !missing.is_empty() {
        text.extend(missing.drain(..));
        std::fs::write(&path, text).unwrap();
    }
    assert!(missing.is_empty(), "script.dict lacks words of the vocabulary, `UPDATE=1` adds them:\n{}", missing.concat());
}
