//! The cookbook, `cards/rules-lab`: every card is in its table and has scenarios beside it. Callbacks are rare in all cards.

use cardwright_tests::repository;
use std::fs;
use std::path::{Path, PathBuf};

/// The card files of a set.
fn cards(set: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(set).unwrap().map(|entry| entry.unwrap().path());
    let mut cards: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml") && !path.ends_with("set.toml"))
        .collect();
    cards.sort();
    cards
}

#[test]
fn every_card_of_the_cookbook_is_in_its_table_and_has_scenarios() {
    let set = repository().join("cards/rules-lab");
    let table = fs::read_to_string(set.join("README.md")).unwrap();
    let cards = cards(&set);
    assert!(cards.len() >= 120, "{} cards", cards.len());
    let mut wrong = Vec::new();
    for card in &cards {
        let file = card.file_name().unwrap().to_string_lossy();
        if !table.contains(&format!("({file})")) {
            wrong.push(format!("{file} is not in the table of README.md"));
        }
        let scenarios = fs::read_to_string(card.with_extension("rhai")).unwrap_or_default();
        if !scenarios.contains("scenario(") || !scenarios.contains("modern:") {
            wrong.push(format!("{file} has no scenario beside it that cites a rule"));
        }
    }
    for link in table.split("](").skip(1).filter_map(|rest| rest.split(')').next()).filter(|link| link.ends_with(".toml")) {
        if !set.join(link).is_file() {
            wrong.push(format!("README.md speaks of {link}, which is not there"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fewer_than_one_card_in_fifty_needs_a_callback() {
    let sets = fs::read_dir(repository().join("cards")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let all: Vec<PathBuf> = sets.flat_map(|set| cards(&set)).collect();
    let calls = |text: &str| text.contains("script(|") || text.contains("script(\"");
    let with: Vec<_> = all
        .iter()
        .filter(|card| {
            let text = fs::read_to_string(card).unwrap();
            let script = text.lines().find_map(|line| line.strip_prefix("script")?.split('"').nth(1).map(str::to_owned));
            let script = script.map(|file| repository().join("scripts").join(file)).filter(|file| file.is_file());
            calls(&text) || script.is_some_and(|file| calls(&fs::read_to_string(file).unwrap()))
        })
        .collect();
    assert!(with.len() * 50 < all.len(), "{} of {} cards: {with:?}", with.len(), all.len());
}
