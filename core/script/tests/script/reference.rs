//! The reference: every example works, and the page is current.

use crate::{compile, host, root, said};
use cardwright_script::diagnostic::SourceFile;
use cardwright_script::{ScriptHost, WordKind};

/// Not every example is a statement: a value alone is put where it does no harm.
#[test]
fn every_example_compiles() {
    let host = host();
    let mut failures = Vec::new();
    for word in host.reference() {
        if ["keyword_ability", "card_type", "subtype"].iter().any(|defines| word.example.starts_with(defines)) {
            let mut host = ScriptHost::new();
            let file = SourceFile::new("keywords/example.rhai", word.example);
            let mut found = host.add_keyword(&file);
            found.extend(host.check_keywords());
            found.extend(host.check_types());
            if !found.is_empty() {
                failures.push(format!("{}: {}", word.signature, said(&found)));
            }
            continue;
        }
        let compiled = compile(&host, word.example);
        let found: Vec<_> =
            compiled.diagnostics.iter().filter(|trouble| trouble.is_error() || trouble.code == "no-duration").cloned().collect();
        let value = compiled.diagnostics.iter().any(|trouble| trouble.code == "line-without-effect");
        if !found.is_empty() || (compiled.abilities.is_empty() && !value) {
            failures.push(format!("{}: {}\n  {}", word.signature, word.example, said(&found)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_example_uses_its_word() {
    for word in ScriptHost::new().reference() {
        let needed = match word.kind {
            WordKind::Property | WordKind::Method => format!(".{}", word.name),
            WordKind::Value | WordKind::Function => word.name.to_owned(),
        };
        assert!(word.example.contains(&needed), "{}: {}", word.signature, word.example);
        assert!(word.meaning.ends_with('.'), "{}: {}", word.signature, word.meaning);
    }
}

/// Run with `UPDATE=1` to write the page anew.
#[test]
fn the_page_is_current() {
    let path = root().join("docs/vocabulary.md");
    let page = cardwright_script::markdown(&ScriptHost::new().reference());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/vocabulary.md is old: run `UPDATE=1 cargo test -p cardwright-script --test script`");
}
