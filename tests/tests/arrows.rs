//! Habits that the compiler does not hold: the arrows between crates, the size of files, what the engine may not know, and
//! that every rule that is cited exists.

use cardwright_tests::repository;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each crate with what it may use of the workspace.
const ARROWS: [(&str, &str, &[&str]); 9] = [
    ("core/engine", "cardwright-engine", &[]),
    ("core/script", "cardwright-script", &["cardwright-engine"]),
    ("core/library", "cardwright-library", &["cardwright-engine", "cardwright-script"]),
    // The library is for its example alone, which writes the texts of real cards.
    ("core/text", "cardwright-text", &["cardwright-engine", "cardwright-library", "cardwright-script"]),
    ("core/lint", "cardwright-lint", &["cardwright-engine", "cardwright-script", "cardwright-library", "cardwright-text"]),
    (
        "core/play",
        "cardwright-play",
        &["cardwright-engine", "cardwright-script", "cardwright-library", "cardwright-text", "cardwright-lint"],
    ),
    (
        "workbench",
        "cardwright-workbench",
        &[
            "cardwright-engine",
            "cardwright-script",
            "cardwright-library",
            "cardwright-text",
            "cardwright-lint",
            "cardwright-play",
        ],
    ),
    (
        "editor",
        "cardwright",
        &[
            "cardwright-engine",
            "cardwright-script",
            "cardwright-library",
            "cardwright-text",
            "cardwright-lint",
            "cardwright-play",
            "cardwright-workbench",
        ],
    ),
    (
        "tests",
        "cardwright-tests",
        &[
            "cardwright-engine",
            "cardwright-script",
            "cardwright-library",
            "cardwright-text",
            "cardwright-lint",
            "cardwright-play",
            "cardwright-workbench",
            "cardwright",
        ],
    ),
];

/// What the engine must not even be able to reach.
const NOT_IN_THE_ENGINE: [&str; 6] = ["rhai", "toml", "notify", "logos", "clap", "anyhow"];

fn manifest(folder: &str) -> toml::Table {
    let path = repository().join(folder).join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn dependencies(folder: &str) -> Vec<String> {
    let manifest = manifest(folder);
    let tables = ["dependencies", "build-dependencies", "dev-dependencies"];
    tables.iter().filter_map(|table| manifest.get(*table)?.as_table()).flat_map(|table| table.keys().cloned()).collect()
}

#[test]
fn dependencies_point_one_way() {
    for (folder, name, may_use) in ARROWS {
        for used in dependencies(folder) {
            let of_the_workspace = ARROWS.iter().any(|(_, known, _)| *known == used);
            assert!(
                !of_the_workspace || may_use.contains(&used.as_str()),
                "{name} must not use {used}: see the arrows in ARCHITECTURE.md"
            );
        }
    }
    for used in dependencies("core/engine") {
        assert!(!NOT_IN_THE_ENGINE.contains(&used.as_str()), "core/engine must not know {used}: it runs data, whoever made it");
    }
}

#[test]
fn only_the_binary_knows_anyhow() {
    for (folder, name, _) in ARROWS {
        if name != "cardwright" {
            let uses = dependencies(folder).iter().any(|used| used == "anyhow");
            assert!(!uses, "{name} has typed errors; anyhow belongs to the commands of the binary");
        }
    }
    for file in files("editor/src", "rs") {
        let is_command = file.components().any(|part| part.as_os_str() == "commands");
        assert!(is_command || !read(&file).contains("anyhow"), "{}: anyhow belongs to the commands", file.display());
    }
}

/// All files with that ending under a folder of the repository, sorted.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
            if path.is_dir() {
                if path.file_name().is_none_or(|name| name != "target" && !name.to_string_lossy().starts_with('.')) {
                    walk(&path, ending, found);
                }
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&repository().join(folder), ending, &mut found);
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn files_of_the_engine_can_be_held_in_mind() {
    for file in files("core/engine/src", "rs") {
        let lines = read(&file).lines().count();
        assert!(lines <= 800, "{} has {lines} lines: it usually holds two sections of the rules; split it", file.display());
    }
}

#[test]
fn every_folder_says_what_lives_there() {
    let entries = fs::read_dir(repository()).unwrap_or_else(|error| panic!("{error}"));
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| path.is_dir()).collect();
    folders.retain(|folder| folder.file_name().is_some_and(|name| name != "target" && !name.to_string_lossy().starts_with('.')));
    for folder in ["core/engine", "core/script", "core/library", "core/lint", "scripts/keywords", "tests"] {
        folders.push(repository().join(folder));
    }
    for folder in folders {
        assert!(
            folder.join("README.md").is_file(),
            "{} needs a README.md: what lives here, what may not, how to add the usual thing",
            folder.display()
        );
    }
}

/// Words of keyword abilities that are also plain English or names of something else in the rules.
const ALSO_ENGLISH: [&str; 7] = ["reach", "defender", "flash", "ward", "enchant", "equip", "phasing"];

/// Keywords that no file defines yet, and that the engine must not know either.
const MORE_KEYWORDS: [&str; 12] = [
    "flying",
    "trample",
    "lifelink",
    "deathtouch",
    "vigilance",
    "banding",
    "protection",
    "first strike",
    "double strike",
    "hexproof",
    "kicker",
    "flashback",
];

#[test]
fn no_keyword_is_named_in_the_engine() {
    let mut keywords: BTreeSet<String> = MORE_KEYWORDS.iter().map(|word| (*word).to_owned()).collect();
    for file in files("scripts/keywords", "rhai") {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default().replace(['-', '_'], " ");
        keywords.insert(stem);
    }
    for file in files("core/engine/src", "rs") {
        for (number, line) in read(&file).lines().enumerate() {
            let line = line.to_lowercase();
            for keyword in &keywords {
                let found = if ALSO_ENGLISH.contains(&keyword.as_str()) {
                    line.contains(&format!("\"{keyword}\""))
                } else {
                    has_word(&line, keyword) || has_word(&line, &keyword.replace(' ', "_"))
                };
                assert!(
                    !found,
                    "{}:{} names the keyword `{keyword}`: keywords are made of the engine's hooks, in scripts/keywords",
                    file.display(),
                    number + 1
                );
            }
        }
    }
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// The ids of the ledger. Chapters 3, 5 and 6 of the modern edition, and the classic one, are complete in it.
fn ledger() -> BTreeSet<&'static str> {
    include_str!("../data/rules.txt").lines().filter_map(|line| line.split(' ').next().filter(|rule| !rule.is_empty())).collect()
}

/// The rules that a text cites: `modern 603.10a`, `modern:603.10`, `classic:310.4`, and those after a comma.
fn citations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for edition in ["modern", "classic"] {
        for (at, _) in text.match_indices(edition) {
            let mut rest = &text[at + edition.len()..];
            let Some(first) = rest.strip_prefix([' ', ':']) else { continue };
            rest = first;
            while let Some((rule, after)) = rule_number(rest) {
                found.push(format!("{edition}:{rule}"));
                match after.strip_prefix(", ") {
                    Some(next) => rest = next,
                    None => break,
                }
            }
        }
    }
    found
}

/// A rule's number at the beginning of a text, like `603.10a`, and what follows it.
fn rule_number(text: &str) -> Option<(&str, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let chapter = digits(text);
    if chapter != 3 {
        return None;
    }
    let mut end = chapter;
    if let Some(rest) = text[end..].strip_prefix('.') {
        let number = digits(rest);
        if number > 0 {
            end += 1 + number;
            if text[end..].starts_with(|letter: char| letter.is_ascii_lowercase()) {
                let single = !text[end + 1..].starts_with(|letter: char| letter.is_ascii_alphanumeric());
                end += usize::from(single);
            }
        }
    }
    Some((&text[..end], &text[end..]))
}

#[test]
fn citations_are_found() {
    let text = "(modern 603.10a, 608.2b), modern:613.8. And modern magic; classic:310.4; // modern 510";
    assert_eq!(citations(text), ["modern:603.10a", "modern:608.2b", "modern:613.8", "modern:510", "classic:310.4"]);
}

fn exists(ledger: &BTreeSet<&str>, rule: &str) -> bool {
    if ledger.contains(rule) {
        return true;
    }
    let Some((edition, number)) = rule.split_once(':') else { return false };
    let chapter = number.as_bytes().first().copied().unwrap_or_default();
    if edition == "modern" && !matches!(chapter, b'3' | b'5' | b'6') {
        return true;
    }
    // A section as a whole, or a rule whose parts are listed one by one.
    let (dotted, lettered) = (format!("{rule}."), |known: &str| {
        known.strip_prefix(rule).is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_lowercase()))
    });
    ledger.iter().any(|known| known.starts_with(&dotted) || lettered(known))
}

#[test]
fn every_cited_rule_is_in_the_ledger() {
    let ledger = ledger();
    let mut wrong = Vec::new();
    let sources = ["core", "editor", "tests", "scripts", "cards"];
    for file in sources.iter().flat_map(|folder| ["rs", "rhai", "toml"].iter().flat_map(|ending| files(folder, ending))) {
        if file.ends_with("tests/tests/arrows.rs") || file.ends_with("new_set") {
            continue;
        }
        for (number, line) in read(&file).lines().enumerate() {
            for rule in citations(line) {
                if !exists(&ledger, &rule) {
                    wrong.push(format!("{}:{}: {rule}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these rules are not in the ledger (tests/data/rules.txt):\n{}", wrong.join("\n"));
}
