//! The mutations still fit the engine; whether scenarios notice them, `--example mutations` says.

use cardwright_tests::{mutations, repository};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[test]
fn every_mutation_has_its_place_in_the_engine() {
    let rules = fs::read_to_string(repository().join("tests/data/rules.txt")).unwrap();
    let rules: BTreeSet<&str> = rules.lines().filter_map(|line| line.split(' ').next()).collect();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut wrong = Vec::new();
    let all = mutations::all();
    for (number, mutation) in (1..).zip(&all) {
        let path = repository().join(mutations::ENGINE).join(&mutation.file);
        let text = files.entry(mutation.file.clone()).or_insert_with(|| fs::read_to_string(&path).unwrap_or_default());
        if !mutation.apply(text, number) {
            wrong.push(format!("{}: its text is not there exactly once in {}", mutation.what, mutation.file));
        }
        let chapter = mutation.rule.split('.').next().unwrap_or_default();
        let in_ledger = rules.iter().any(|rule| rule.trim_start_matches("modern:").starts_with(chapter));
        if in_ledger && !rules.contains(format!("modern:{}", mutation.rule).as_str()) {
            wrong.push(format!("{}: there is no rule {}", mutation.what, mutation.rule));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
