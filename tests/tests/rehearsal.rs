//! What rehearsals find: the cases in `tests/lint` whose lints need games, the pages of these lints, and that the same is found
//! every time. Run with `UPDATE=1` to write the `.out` files anew, and read what changed.

use cardwright::catalog::{Catalog, LibraryCompiler};
use cardwright::rehearsal::{Limits, Rehearser};
use cardwright_library::render::{Style, render_all};
use cardwright_lint::{Check, Example, Lint};
use cardwright_script::diagnostic::Diagnostic;
use cardwright_tests::{Folder, repository, run, text};
use std::fs;
use std::path::{Path, PathBuf};

fn lints() -> impl Iterator<Item = &'static Lint> {
    let all = cardwright_lint::ALL.iter().flat_map(|family| family.iter());
    all.filter(|lint| matches!(lint.check, Check::Rehearsal))
}

/// What lint finds in these files with rehearsal.
fn findings(files: &[(String, String)]) -> Vec<Diagnostic> {
    let folder = Folder::new();
    for (path, said) in files {
        folder.write(path, said);
    }
    let library = cardwright_library::load(folder.path(), LibraryCompiler::tracing()).unwrap();
    let mut found = cardwright_lint::run(&library);
    let catalog = Catalog { library };
    let rehearser = Rehearser::new(&catalog, Limits::default()).unwrap();
    found.extend(catalog.library.cards().iter().flat_map(|card| rehearser.rehearse(card)));
    found.sort_by_key(Diagnostic::sort_key);
    found.dedup();
    found
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_case_is_reported_as_written_beside_it() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong: Vec<String> = Vec::new();
    for lint in lints() {
        let folder = repository().join("tests/lint").join(lint.name);
        let is_case = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
        let cases: Vec<PathBuf> = sorted(&folder).into_iter().filter(is_case).collect();
        assert!(cases.len() >= 3, "{} has {} cases", lint.name, cases.len());
        for case in cases {
            let name = case.file_name().unwrap().to_string_lossy().into_owned();
            let found = findings(&[(format!("cards/example/{name}"), fs::read_to_string(&case).unwrap())]);
            let said = render_all(&found, Style::Plain);
            if !found.iter().any(|finding| finding.code == lint.name) {
                wrong.push(format!("{name}: `{}` does not find it:\n{said}", lint.name));
            }
            let beside = case.with_extension("out");
            if update {
                fs::write(&beside, &said).unwrap();
            }
            let expected = fs::read_to_string(&beside).unwrap_or_default();
            if expected != said {
                wrong.push(format!("{name}: it says\n{said}\nbut should say\n{expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_page_shows_what_it_says() {
    let files = |example: Example| -> Vec<(String, String)> {
        example.0.iter().map(|(path, said)| ((*path).to_owned(), (*said).to_owned())).collect()
    };
    for lint in lints() {
        let bad = findings(&files(lint.bad));
        assert!(bad.iter().any(|finding| finding.code == lint.name), "`{}`: `bad` is not found:\n{bad:?}", lint.name);
        let good = findings(&files(lint.instead));
        let left: Vec<&Diagnostic> = good.iter().filter(|one| one.is_error() || one.code == lint.name).collect();
        assert!(left.is_empty(), "`{}`: `instead` is not right:\n{left:?}", lint.name);
    }
}

#[test]
fn the_same_is_found_every_time() {
    let case = repository().join("tests/lint/changes-nothing/never-enough.toml");
    let files = [("cards/example/card.toml".to_owned(), fs::read_to_string(case).unwrap())];
    let first = findings(&files);
    assert_eq!(render_all(&first, Style::Plain), render_all(&findings(&files), Style::Plain));
}

#[test]
fn the_command_rehearses_what_needs_it() {
    let folder = Folder::new();
    let case = |path: &str| fs::read_to_string(repository().join("tests/lint").join(path)).unwrap();
    folder.write("cards/e/shares.toml", case("rehearsal-error/shares-of-nobody.toml"));
    folder.write("cards/e/rested.toml", case("changes-nothing/rested-already.toml"));
    let lint = |arguments: &[&str]| {
        let output = run(&[&["lint", "--library", folder.text(), "--only", "rehearsal"], arguments].concat());
        let said = text(&output);
        (output.status.code(), said.contains("rehearsal-error"), said.contains("changes-nothing"))
    };
    // By itself it plays the cards that nothing else can judge.
    assert_eq!(lint(&[]), (Some(1), true, false));
    assert_eq!(lint(&["cards/e/rested.toml"]), (Some(0), false, true));
    assert_eq!(lint(&["--rehearse"]), (Some(1), true, true));
    assert_eq!(lint(&["--no-rehearse"]), (Some(0), false, false));
}

#[test]
fn shipped_cards_play_without_findings() {
    let library = cardwright_library::load(repository(), LibraryCompiler::tracing()).unwrap();
    let catalog = Catalog { library };
    let rehearser = Rehearser::new(&catalog, Limits::default()).unwrap();
    // Every ninth card here; all of them are rehearsed by `cardwright lint --rehearse`.
    let some = catalog.library.cards().iter().step_by(9);
    let found: Vec<Diagnostic> = some.flat_map(|card| rehearser.rehearse(card)).collect();
    assert!(found.is_empty(), "{}", render_all(&found, Style::Plain));
}
