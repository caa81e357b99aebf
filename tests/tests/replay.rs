//! A game is reported, played again, and made a scenario of, through the real binary.

use cardwright_tests::{Folder, Terminal, run, text};
use std::fs;

fn lance(damage: u32) -> String {
    format!("spell(damage({damage}, target(any_target)));\n")
}

const LANCE: &str = "scripts/embers/ember-lance.rhai";

fn library() -> Folder {
    let folder = Folder::new();
    folder.write("cards/embers/set.toml", "name = \"Embers\"\ncode = \"EMB\"\n");
    folder.write("cards/embers/mountain.toml", "name = \"Mountain\"\ntype = \"Basic Land - Mountain\"\n");
    folder.write(
        "cards/embers/ember-lance.toml",
        "name = \"Ember Lance\"\ncost = \"{0}\"\ntype = \"Instant\"\nscript = \"embers/ember-lance.rhai\"\n",
    );
    folder.write(LANCE, lance(3));
    folder.write("decks/embers.toml", "name = \"Embers\"\n[main]\nMountain = 20\n\"Ember Lance\" = 40\n");
    folder.write("decks/idle.toml", "name = \"Idle\"\n[main]\nMountain = 60\n");
    folder
}

/// The number of the choice with these words in the question that was asked last.
fn choice(asked: &str, words: &str) -> Option<String> {
    let line = asked.lines().rfind(|line| line.starts_with("  ") && line.contains(words))?;
    line.split_whitespace().next().map(str::to_owned)
}

/// Plays until a lance has dealt its damage, and reports it.
fn reported(folder: &Folder) -> String {
    let mut terminal =
        Terminal::start(&["play", "--terminal", "--library", folder.text(), "--decks", "embers,idle", "--seed", "3", "--quiet"]);
    let mut asked = terminal.question();
    let mut has_cast = false;
    for _ in 0..200 {
        if asked.contains("damage to Bot") {
            break;
        }
        let answer = if asked.contains("keep this hand?") {
            "1".to_owned()
        } else if let Some(number) = choice(&asked, "cast Ember Lance").filter(|_| !has_cast) {
            has_cast = true;
            number
        } else if asked.contains("choose targets") {
            choice(&asked, "Bot").unwrap()
        } else if asked.contains("choose cards to discard") {
            "1".to_owned()
        } else {
            String::new()
        };
        terminal.type_line(&answer);
        asked = terminal.question();
    }
    assert!(asked.contains("deals 3 damage to Bot"), "{asked}");
    let capsule = folder.path().join("report.cwcapsule");
    terminal.type_line(&format!("report {} the lance should deal four", capsule.display()));
    terminal.wait_for("plays it again");
    capsule.to_str().unwrap().to_owned()
}

#[test]
fn a_report_is_played_again_and_becomes_a_scenario() {
    let folder = library();
    let capsule = reported(&folder);

    let output = run(&["replay", &capsule]);
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("note: the lance should deal four"), "{said}");
    assert!(said.contains("each as it was"), "{said}");
    assert!(said.contains("Ember Lance deals 3 damage to Bot"), "{said}");
    assert!(said.contains("Player 20 life and Bot 17 life"), "{said}");

    // All of the log, and an earlier moment.
    let all = text(&run(&["replay", &capsule, "--all"]));
    assert!(all.contains("Seed 3, modern rules"), "{all}");
    let early = run(&["replay", &capsule, "--at", "0", "--all"]);
    assert!(early.status.success() && !text(&early).contains("deals 3 damage"), "{}", text(&early));
    let late = run(&["replay", &capsule, "--at", "99999"]);
    assert_eq!(late.status.code(), Some(1));
    assert!(text(&late).contains("there is no beat 99999"), "{}", text(&late));

    // The same answers with the cards as they are: the same, then another number.
    let same = run(&["replay", &capsule, "--with-library", "--library", folder.text()]);
    assert!(same.status.success(), "{}", text(&same));
    assert!(text(&same).contains("everything happens as it did"), "{}", text(&same));
    folder.write(LANCE, lance(4));
    let other = run(&["replay", &capsule, "--with-library", "--library", folder.text()]);
    let said = text(&other);
    assert_eq!(other.status.code(), Some(1), "{said}");
    assert!(said.contains("Ember Lance: damage 3 -> 4"), "{said}");
    assert!(said.contains("Ember Lance deals 3 damage to Bot") && said.contains("Ember Lance deals 4 damage to Bot"), "{said}");

    // The scenario fails until it says what was expected.
    let tests = folder.path().join("tests");
    fs::create_dir_all(&tests).unwrap();
    let scenario = tests.join("lance.scenarios.rhai");
    let scenario = scenario.to_str().unwrap();
    let wrote = run(&["replay", &capsule, "--scenario", scenario]);
    assert!(wrote.status.success(), "{}", text(&wrote));
    assert!(tests.join("report.cwcapsule").exists(), "the capsule lies beside it");
    let test = |file: &str| run(&["test", "--library", folder.text(), file]);
    let failed = test(scenario);
    assert!(!failed.status.success() && text(&failed).contains("say here what you expected"), "{}", text(&failed));
    let script = fs::read_to_string(scenario).unwrap();
    let line = script.lines().find(|line| line.contains("fail(")).unwrap();
    fs::write(scenario, script.replace(line, "    expect(t.b.life, 17);\n    expect(t.a.life, 20);")).unwrap();
    let passed = test(scenario);
    assert!(passed.status.success(), "{}", text(&passed));
    fs::write(scenario, script.replace(line, "    expect(t.b.life, 16);")).unwrap();
    assert!(!test(scenario).status.success());
    // From the scenario's position on, the cards are those of now.
    let cast = "    t.a.hand(\"Ember Lance\");\n    t.a.cast(\"Ember Lance\", #{ targets: [t.b] });\n    t.resolve();\n    expect(t.b.life, 13);";
    fs::write(scenario, script.replace(line, cast)).unwrap();
    let passed = test(scenario);
    assert!(passed.status.success(), "{}", text(&passed));
    // Nothing is written over.
    assert_eq!(run(&["replay", &capsule, "--scenario", scenario]).status.code(), Some(1));
}

#[test]
fn what_is_no_capsule_is_refused_in_words() {
    let folder = library();
    let nonsense = folder.write("nonsense.cwcapsule", "nothing of the kind");
    let output = run(&["replay", nonsense.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("this is not a capsule"), "{}", text(&output));
    let missing = run(&["replay", folder.path().join("missing.cwcapsule").to_str().unwrap()]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing).contains("missing.cwcapsule"), "{}", text(&missing));
    let capsule = reported(&folder);
    let mut bytes = fs::read(&capsule).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&capsule, bytes).unwrap();
    let damaged = run(&["replay", &capsule]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(text(&damaged).contains("the capsule is damaged"), "{}", text(&damaged));
}
