//! Bad input, everywhere: a clear diagnostic, exit code 1, nothing written, no panic.

use cardwright_tests::{Folder, run, text};
use std::process::Output;

/// The command must fail with code 1, say these words, and not panic.
#[track_caller]
fn refuses(output: &Output, words: &[&str]) {
    let said = text(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    for word in words {
        assert!(said.contains(word), "`{word}` is missing in:\n{said}");
    }
}

fn library(card: &str, script: &str) -> Folder {
    let folder = Folder::new();
    folder.write("cards/bad/set.toml", "name = \"Bad\"\ncode = \"BAD\"\n");
    folder.write(
        "cards/bad/good.toml",
        "name = \"Good Bear\"\ncost = \"{1}{G}\"\ntype = \"Creature - Bear\"\npower = 2\ntoughness = 2\n",
    );
    folder.write("cards/bad/card.toml", card);
    if !script.is_empty() {
        folder.write("scripts/bad/card.rhai", script);
    }
    folder
}

const LANCE: &str = "name = \"Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nscript = \"bad/card.rhai\"\n";

#[test]
fn a_missing_library_is_said_to_be_missing() {
    for command in ["test", "sim", "bench", "play"] {
        refuses(&run(&[command, "--library", "/nowhere/at/all"]), &["/nowhere/at/all"]);
    }
    // Code 1 of lint is about what it has seen.
    let output = run(&["lint", "--library", "/nowhere/at/all"]);
    assert!(output.status.code() == Some(2) && text(&output).contains("/nowhere/at/all"), "{}", text(&output));
}

#[test]
fn a_wrong_command_line_has_code_2() {
    for arguments in [&["fly"][..], &["sim", "--games", "many"], &["play", "--players", "1"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    }
}

#[test]
fn a_card_that_is_no_toml_does_not_take_the_others_with_it() {
    let folder = library("name = \"Half", "");
    refuses(&run(&["lint", "--library", folder.text()]), &["invalid-toml", "cards/bad/card.toml:1"]);
    folder.write(
        "tests/good.rhai",
        "scenario(\"the good bear is there\", |t| { expect(t.a.battlefield(\"Good Bear\").pt, \"2/2\"); });",
    );
    let output = run(&["test", "--library", folder.text(), "--json"]);
    assert!(text(&output).contains("\"passed\""), "{}", text(&output));
}

#[test]
fn a_file_that_is_no_text_is_reported() {
    let folder = library("", "");
    folder.write("cards/bad/card.toml", [0xff, 0xfe, 0x00, 0x41]);
    refuses(&run(&["lint", "--library", folder.text()]), &["cards/bad/card.toml"]);
}

#[test]
fn misspelt_words_are_answered_with_the_nearest_known_ones() {
    let folder = library("name = \"Lance\"\ncost = \"{R}\"\ntype = \"Instnt\"\n", "");
    refuses(&run(&["lint", "--library", folder.text()]), &["`Instant`", "card.toml:3"]);
    let folder = library("name = \"Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nkeywords = [\"flyng\"]\n", "");
    refuses(&run(&["lint", "--library", folder.text()]), &["`flying`", "card.toml:4"]);
    let folder = library(LANCE, "spell(damge(3, target(any_target)));\n");
    refuses(&run(&["lint", "--library", folder.text()]), &["damge", "damage", "scripts/bad/card.rhai:1"]);
}

#[test]
fn runaway_scripts_stop_at_a_limit_with_their_place() {
    let scripts =
        ["loop { }\n", "fn f(n) { f(n + 1) }\nf(1);\n", "let a = [0];\nloop { a += a; }\n", "let s = \"x\";\nloop { s += s; }\n"];
    for script in scripts {
        let folder = library(LANCE, script);
        refuses(&run(&["lint", "--library", folder.text()]), &["scripts/bad/card.rhai:"]);
    }
}

#[test]
fn an_unknown_deck_is_answered_with_the_known_ones() {
    let folder = library("name = \"Plains\"\ntype = \"Basic Land - Plains\"\n", "");
    folder.write("decks/bears.toml", "name = \"Bears\"\n[main]\n\"Good Bear\" = 30\nPlains = 30\n");
    refuses(&run(&["sim", "--library", folder.text(), "--decks", "bars,bears"]), &["bars", "bears"]);
    refuses(&run(&["sim", "--library", folder.text(), "--bots", "genius,random"]), &["genius", "random"]);
    refuses(&run(&["sim", "--library", folder.text(), "--decks", "bears", "--teams", "ac"]), &["`c` is no seat", "a to b"]);
    refuses(&run(&["play", "--terminal", "--library", folder.text(), "--bots", "--ruleset", "none"]), &["none", "modern"]);
}

#[test]
fn a_damaged_save_is_not_resumed() {
    let folder = library("name = \"Plains\"\ntype = \"Basic Land - Plains\"\n", "");
    for bytes in [&b""[..], b"hello", b"cardwright save\n", b"cardwright save\n\x01\x05\x01\x02"] {
        let save = folder.write("game.cwsave", bytes);
        let output = run(&["play", "--terminal", "--library", folder.text(), "--resume", &save.to_string_lossy()]);
        refuses(&output, &["game.cwsave"]);
        assert_eq!(std::fs::read(&save).unwrap(), bytes, "the file is left as it was");
    }
}

#[test]
fn a_new_library_takes_no_place_that_is_taken() {
    let folder = Folder::new();
    let file = folder.write("taken/notes.txt", "mine");
    refuses(&run(&["new", &folder.path().join("taken").to_string_lossy()]), &["taken"]);
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn broken_scenarios_are_reported_with_their_line() {
    let folder = library("name = \"Plains\"\ntype = \"Basic Land - Plains\"\n", "");
    for (scenario, words) in [
        ("scenario(\"x\", |t| { expect(1, 2); });", &["tests/x.rhai:1", "expected 2, found 1"][..]),
        ("scenario(\"x\", |t| {\n    t.a.battlefield(\"Good Ber\");\n});", &["tests/x.rhai:2", "Good Bear"]),
        ("scenario(\"x\", |t| {\n  loop { }\n});", &["tests/x.rhai:", "does not end"]),
        ("scenario(\"x\", #{ rule: [\"modern:601.2\"] }, |t| { });", &["rules"]),
        ("scenario(\"x\" |t| { });", &["tests/x.rhai:1"]),
        ("scenario(\"x\", |t| { t.a.will(\"yes\"); });", &["answer"]),
        ("scenario(\"x\", #{ known_gap: \"nothing\" }, |t| { });", &["known_gap"]),
    ] {
        folder.write("tests/x.rhai", scenario);
        refuses(&run(&["test", "--library", folder.text()]), words);
    }
}
