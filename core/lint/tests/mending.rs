//! Fixes over all broken cards of `tests/lint`: no card does anything else afterwards, and what they leave of a file is as it was.

mod common;

use cardwright_library::{LibraryCompiler, Workspace};
use cardwright_lint::{Family, Linter, Settings, mend};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files of a case, as far as they are text.
fn files(case: &Path) -> Vec<(String, String)> {
    let Ok(text) = fs::read_to_string(case) else { return Vec::new() };
    let name = case.file_name().unwrap().to_string_lossy();
    if name.ends_with(".toml") {
        return vec![(format!("cards/example/{name}"), text)];
    }
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix("==> "), files.last_mut()) {
            (Some(path), _) => files.push((path.trim().to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    files
}

#[test]
fn fixes_change_no_card_and_keep_every_other_line() {
    let mut applied = 0;
    let root = common::repository().join("tests/lint");
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut cases: Vec<_> = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())).collect();
    cases.retain(|case| case.extension().is_some_and(|extension| extension == "toml" || extension == "txt"));
    cases.sort();
    for case in cases {
        let files: BTreeMap<String, String> = files(&case).into_iter().collect();
        let texts = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        let mut workspace = Workspace::in_memory(texts, LibraryCompiler::tracing());
        let before = workspace.library().clone();
        let mended =
            mend(&mut workspace, &mut Linter::new(Settings { families: Family::ALL.to_vec(), ..Settings::default() }), |_| true);
        applied += mended.applied;
        // What mending compares itself is asked anew: nothing else vouches for it.
        for card in before.cards() {
            let after =
                mended.after.card_by_key(card.key).unwrap_or_else(|| panic!("{}: `{}` is gone", case.display(), card.key));
            assert!(!mended.after.is_last_good(card.key), "{}: `{}` is broken", case.display(), card.key);
            let abilities = |card: &cardwright_library::LibraryCard| {
                let definitions = [&card.definition].into_iter().chain(&card.tokens);
                definitions.map(|definition| definition.faces.clone()).collect::<Vec<_>>()
            };
            assert_eq!(abilities(card), abilities(after), "{}", case.display());
        }
        for (path, text) in &mended.texts {
            let comments = |text: &str| {
                let lines = text.lines().filter(|line| line.trim_start().starts_with(['#', '/']) && !line.contains("lint:"));
                lines.map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(comments(&files[&**path]), comments(text), "{}: {path}", case.display());
        }
        assert!(mended.refused.is_empty(), "{}: {:?}", case.display(), mended.refused);
    }
    assert!(applied > 10, "only {applied} fixes were applied");
}

#[test]
fn what_begins_a_line_keeps_its_capital() {
    let root = common::repository().join("tests/lint/text-differs/begins-a-line.toml");
    let files = files(&root);
    let texts = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let mut workspace = Workspace::in_memory(texts, LibraryCompiler::tracing());
    let mended = mend(&mut workspace, &mut Linter::new(Settings::default()), |_| true);
    let text = mended.texts.values().next().expect("the text is mended");
    assert!(text.contains(r#"text = "Creatures you control get +1/+0.""#), "{text}");
}
