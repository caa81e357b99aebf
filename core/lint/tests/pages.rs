//! The pages of the lints: what they show is so, and everything that can be reported has one.

mod common;

use cardwright_lint::{Check, Example, Lint};
use cardwright_script::diagnostic::Diagnostic;
use common::Bench;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn lints() -> impl Iterator<Item = &'static Lint> {
    cardwright_lint::ALL.iter().flat_map(|family| family.iter())
}

fn said(found: &[Diagnostic]) -> String {
    found.iter().map(|finding| finding.one_line()).collect::<Vec<_>>().join("\n")
}

/// Found by looking at cards and sets: only what needs a game or the command line is tested elsewhere, and what the operating
/// system refuses no example shows.
fn is_looked_for(lint: &Lint) -> bool {
    !matches!(lint.check, Check::Rehearsal | Check::Runner) && !lint.bad.0.is_empty()
}

#[test]
fn every_page_shows_what_it_says() {
    let mut bench = Bench::new("pages");
    let mut wrong: Vec<String> = Vec::new();
    let files = |example: Example| example.0.iter().map(|(path, text)| (*path, text.as_bytes()));
    for lint in lints().filter(|lint| is_looked_for(lint)) {
        let bad = bench.findings(lint, files(lint.bad));
        if !bad.iter().any(|finding| finding.code == lint.name) {
            wrong.push(format!("`{}`: `bad` is not found:\n{}", lint.name, said(&bad)));
        }
        let others: Vec<Diagnostic> =
            bad.iter().filter(|finding| finding.is_error() && finding.code != lint.name).cloned().collect();
        // What is wrong while loading may have consequences.
        if !others.is_empty() && !matches!(lint.check, Check::Loading) {
            wrong.push(format!("`{}`: `bad` has other mistakes:\n{}", lint.name, said(&others)));
        }
        let good = bench.findings(lint, files(lint.instead));
        let left: Vec<Diagnostic> =
            good.iter().filter(|finding| finding.is_error() || finding.code == lint.name).cloned().collect();
        if !left.is_empty() {
            wrong.push(format!("`{}`: `instead` is not right:\n{}", lint.name, said(&left)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn pages_are_written_alike() {
    let mut names = BTreeSet::new();
    for lint in lints() {
        let kebab = lint.name.split('-').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()));
        assert!(kebab, "`{}` is not kebab-case", lint.name);
        assert!(names.insert(lint.name), "two lints are called `{}`", lint.name);
        let one_line = !lint.what.is_empty() && !lint.what.contains('\n') && !lint.what.ends_with('.');
        assert!(one_line, "`{}`: `what` is one line without a full stop", lint.name);
        assert!(lint.why.ends_with(['.', '?']), "`{}`: `why` is sentences", lint.name);
    }
}

/// A name that a diagnostic can have, where it is made.
#[test]
fn everything_that_can_be_reported_has_a_page() {
    let mut made: BTreeMap<String, PathBuf> = BTreeMap::new();
    for folder in ["core/library/src", "core/script/src"] {
        codes_under(&common::repository().join(folder), &mut made);
    }
    assert!(made.contains_key("unknown-word") && made.contains_key("bad-cost"), "the sources are read wrongly: {made:?}");
    let without: Vec<String> = made
        .iter()
        .filter(|(code, _)| cardwright_lint::by_name(code).is_none())
        .map(|(code, path)| format!("{code} ({})", path.display()))
        .collect();
    assert!(without.is_empty(), "no page explains:\n{}", without.join("\n"));
    let never: Vec<&str> = lints()
        .filter(|lint| matches!(lint.check, Check::Loading) && !made.contains_key(lint.name))
        .map(|lint| lint.name)
        .collect();
    assert!(never.is_empty(), "nothing reports while loading: {never:?}");
}

/// What stands before the name of a diagnostic in the sources.
const MAKERS: [&str; 8] = [
    "Diagnostic::error(",
    "Diagnostic::warning(",
    "Diagnostic::new(",
    "TextError::new(",
    ".remark(",
    "code: ",
    "CODE: &str = ",
    "refuse_long(",
];

fn codes_under(folder: &Path, made: &mut BTreeMap<String, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes_under(&path, made);
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") || path.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
        for maker in MAKERS {
            for (at, _) in text.match_indices(maker) {
                let rest = &text[at + maker.len()..];
                // The name is the first text in the call, and near.
                let near: String = rest.chars().take(60).collect();
                let Some(code) = near.split('"').nth(1).filter(|_| near.matches('"').count() >= 2) else { continue };
                if !code.is_empty() && code.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()) {
                    made.entry(code.to_owned()).or_insert_with(|| path.clone());
                }
            }
        }
    }
}
