//! The broken cards in `tests/lint`: what lint says about each is what stands beside it in the `.out` file.
//!
//! Run with `UPDATE=1` to write the `.out` files anew, and read what changed.

mod common;

use cardwright_library::render::{Style, render_all};
use cardwright_lint::Check;
use common::Bench;
use std::fs;
use std::path::{Path, PathBuf};

/// Cases that every lint needs: its mistake is made in different ways.
const FEWEST: usize = 3;

/// What no files in a folder can show: that the operating system refuses to read one, and that the folder is no library.
const WITHOUT_CASES: [&str; 2] = ["unreadable-file", "not-a-library"];

#[test]
fn every_case_is_reported_as_written_beside_it() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut bench = Bench::new("fixtures");
    let mut wrong: Vec<String> = Vec::new();
    for folder in sorted(&common::repository().join("tests/lint")).into_iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let Some(lint) = cardwright_lint::by_name(&name) else {
            wrong.push(format!("tests/lint/{name}: no lint is called so"));
            continue;
        };
        // These need games: the tests of the whole play them.
        if matches!(lint.check, Check::Rehearsal) {
            continue;
        }
        let cases: Vec<PathBuf> = sorted(&folder).into_iter().filter(|path| !ends_with(path, "out")).collect();
        for case in &cases {
            let shown = format!("tests/lint/{name}/{}", case.file_name().unwrap().to_string_lossy());
            let bytes = fs::read(case).unwrap();
            let files = match case.extension().and_then(|extension| extension.to_str()) {
                Some("toml") => vec![(format!("cards/example/{}", case.file_name().unwrap().to_string_lossy()), &bytes[..])],
                Some("txt") => parts(&bytes),
                _ => {
                    wrong.push(format!("{shown}: a case is a `.toml` or a `.txt` file"));
                    continue;
                }
            };
            let found = bench.findings(lint, files.iter().map(|(path, bytes)| (path.as_str(), *bytes)));
            let said = render_all(&found, Style::Plain);
            if !found.iter().any(|finding| finding.code == lint.name) {
                wrong.push(format!("{shown}: `{name}` does not find it:\n{said}"));
            }
            let beside = case.with_extension("out");
            if update {
                fs::write(&beside, &said).unwrap();
            }
            match fs::read_to_string(&beside) {
                Ok(expected) if expected == said => {}
                Ok(expected) => wrong.push(format!("{shown}: it says\n{said}\nbut should say\n{expected}")),
                Err(_) => wrong.push(format!("{shown}: there is no `.out` beside it; it says\n{said}")),
            }
        }
        for orphan in sorted(&folder).into_iter().filter(|path| ends_with(path, "out")) {
            if !["toml", "txt"].iter().any(|extension| orphan.with_extension(extension).exists()) {
                wrong.push(format!("{}: there is no case beside it", orphan.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n\n{} wrong; `UPDATE=1` writes the `.out` files anew", wrong.join("\n\n"), wrong.len());
}

#[test]
fn every_lint_has_cases() {
    let root = common::repository().join("tests/lint");
    let few: Vec<String> = cardwright_lint::ALL
        .iter()
        .flat_map(|family| family.iter())
        .filter(|lint| !WITHOUT_CASES.contains(&lint.name))
        .map(|lint| (lint.name, sorted(&root.join(lint.name)).iter().filter(|path| !ends_with(path, "out")).count()))
        .filter(|(_, count)| *count < FEWEST)
        .map(|(name, count)| format!("{name}: {count}"))
        .collect();
    assert!(few.is_empty(), "these lints have fewer than {FEWEST} cases in tests/lint:\n{}", few.join("\n"));
}

/// The files of a `.txt` case: each follows a line `==> path`. They need not be text: a file may be wrong in just that.
fn parts(bytes: &[u8]) -> Vec<(String, &[u8])> {
    const MARK: &[u8] = b"==> ";
    let mut parts: Vec<(String, &[u8])> = Vec::new();
    let mut rest = bytes;
    while let Some(after) = rest.strip_prefix(MARK) {
        let line_end = after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
        let path = String::from_utf8_lossy(&after[..line_end]).trim().to_owned();
        let content = &after[(line_end + 1).min(after.len())..];
        let next = (0..content.len())
            .find(|&at| content[at..].starts_with(MARK) && (at == 0 || content[at - 1] == b'\n'))
            .unwrap_or(content.len());
        parts.push((path, &content[..next]));
        rest = &content[next..];
    }
    parts
}

fn ends_with(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths
}
