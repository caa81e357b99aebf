//! `docs/lints.md` is what the registry of lints says.

use cardwright_lint::{ALL, Family, index, markdown, page};
use std::path::Path;

#[test]
fn the_page_of_all_lints_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lints.md");
    let page = markdown();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, page).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == page, "docs/lints.md is out of date: run `UPDATE=1 cargo test -p cardwright-lint --test docs`");
}

#[test]
fn names_are_kebab_case_and_taken_once() {
    let names: Vec<&str> = ALL.iter().flat_map(|lints| lints.iter()).map(|lint| lint.name).collect();
    for name in &names {
        let is_kebab = name.split('-').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()));
        assert!(is_kebab, "`{name}`");
        assert!(Family::ALL.iter().all(|family| family.word() != *name), "`{name}` is also a family");
        assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "`{name}` is there twice");
        assert!(index().contains(&format!("  {name} ")), "`{name}` is not in the list");
    }
}

#[test]
fn pages_say_everything() {
    for lint in ALL.iter().flat_map(|lints| lints.iter()) {
        let page = page(lint, 1);
        assert!(page.starts_with(&format!("# {}\n", lint.name)) && page.contains(lint.what) && page.contains(lint.why), "{page}");
        assert_eq!(page.contains("` mends it"), lint.fix.is_some(), "{page}");
        assert!(page.contains("cannot be silenced") || page.contains(&format!("allow({})", lint.name)), "{page}");
        assert!(!lint.what.ends_with('.'), "{page}");
    }
}
