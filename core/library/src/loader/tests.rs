use super::*;
use crate::testing::{LineCompiler, TestFolder};
use cardwright_engine::definition::DefKind;
use cardwright_engine::symbol::Symbol;

fn open(folder: &TestFolder) -> Arc<Library> {
    load(folder.path(), LineCompiler::default()).unwrap()
}

fn lines(library: &Library) -> Vec<String> {
    library.diagnostics().iter().map(Diagnostic::one_line).collect()
}

fn spell(name: &str, rest: &str) -> String {
    format!("name = \"{name}\"\ncost = \"{{R}}\"\ntype = \"Instant\"\n{rest}")
}

#[test]
fn a_folder_without_any_of_the_folders_is_no_library() {
    let folder = TestFolder::new();
    let error = load(folder.path(), LineCompiler::default()).unwrap_err();
    assert!(matches!(&error, LibraryError::NotALibrary(_)), "{error}");
    let error = load(&folder.path().join("nowhere"), LineCompiler::default()).unwrap_err();
    assert!(matches!(&error, LibraryError::Unreadable { .. }), "{error}");
}

#[test]
fn a_library_of_cards_alone_loads() {
    let folder = TestFolder::new();
    folder.write("cards/a/one.toml", &spell("One", "script = \"draw 1;\"\n"));
    let library = open(&folder);
    assert_eq!(lines(&library), [""; 0]);
    let card = library.card("One").unwrap();
    assert_eq!((&*card.set, card.definition.key.as_str(), card.definition.faces.len()), ("a", "One", 1));
    assert_eq!(card.definition.front().abilities().len(), 1);
    assert_eq!(library.set("a").unwrap().facts.ruleset, "modern");
}

#[test]
fn one_broken_card_does_not_take_its_set_with_it() {
    let folder = TestFolder::new();
    folder.write("cards/a/one.toml", "name = ");
    folder.write("cards/a/two.toml", &spell("Two", "script = \"a/two.rhai\"\n"));
    folder.write("cards/a/three.toml", &spell("Three", ""));
    let library = open(&folder);
    assert_eq!(library.cards().iter().map(|card| card.key.as_str()).collect::<Vec<_>>(), ["Three"]);
    let codes: Vec<&str> = library.diagnostics().iter().map(|trouble| trouble.code).collect();
    assert_eq!(codes, ["invalid-toml", "missing-script"]);
}

#[test]
fn names_and_numbers_are_taken_once_and_both_places_are_told() {
    let folder = TestFolder::new();
    folder.write("cards/a/one.toml", &spell("Twin", "number = 7\n"));
    folder.write("cards/a/two.toml", &spell("Twin", "number = 8\n"));
    folder.write("cards/a/three.toml", &spell("Three", "number = 7\n"));
    folder.write("cards/b/four.toml", &spell("Four", "number = 7\n"));
    let library = open(&folder);
    assert_eq!(
        lines(&library),
        [
            "error[duplicate-number]: another card of this set has number 7\n  cards/a/three.toml:4:10   give one of them a number that is free",
            "error[duplicate-name]: another card is called `Twin`\n  cards/a/two.toml:1:8   a card is known by its name: give this one another",
        ]
        .map(str::to_owned)
    );
    let others: Vec<&str> = library.diagnostics().iter().map(|trouble| &*trouble.labels[1].file.path).collect();
    assert_eq!(others, ["cards/a/one.toml", "cards/a/one.toml"]);
    assert_eq!(&**library.card("Twin").unwrap().path(), "cards/a/one.toml");
}

#[test]
fn scripts_are_missed_and_superfluous() {
    let folder = TestFolder::new();
    folder.write("cards/a/one.toml", &spell("One", "script = \"a/oen.rhai\"\n"));
    folder.write("scripts/a/one.rhai", "draw 1");
    folder.write("scripts/a/one.test.rhai", "a scenario");
    assert_eq!(
        lines(&open(&folder)),
        [
            "error[missing-script]: there is no file `scripts/a/oen.rhai`\n  cards/a/one.toml:4:11   did you mean `a/one.rhai`?",
            "warning[unused-script]: no card uses this script\n  scripts/a/one.rhai:1:1   name it in a card file: `script = \"a/one.rhai\"`, or delete it",
        ]
    );
}

#[test]
fn errors_in_inline_scripts_and_keywords_point_into_the_card_file() {
    let folder = TestFolder::new();
    folder.write("scripts/keywords/smoulder.rhai", "smoulder burns");
    folder
        .write("cards/a/one.toml", &spell("One", "keywords = [\"smoulder {2}\", \"smolder\"]\nscript = '''\ndraw 1\n  !\n'''\n"));
    assert_eq!(
        lines(&open(&folder)),
        [
            "error[unknown-keyword]: no keyword is called `smolder`\n  cards/a/one.toml:4:30   did you mean `smoulder`?",
            "error[script-error]: this is not a script\n  cards/a/one.toml:7:3",
        ]
    );
}

#[test]
fn tokens_have_keys_below_their_card() {
    let folder = TestFolder::new();
    let token = "[[token]]\nname = \"Spark\"\ntype = \"Creature - Elemental\"\npower = 1\ntoughness = 1\ncolors = [\"red\"]\n";
    folder.write(
        "cards/a/one.toml",
        &spell("One", &format!("script = \"token Spark;\\ntoken Sprak\"\n{token}").replace("Spark;", "Spark")),
    );
    folder.write("cards/a/two.toml", &spell("Two", "script = \"card One\\ncard Oen\"\n"));
    let library = open(&folder);
    let spark = library.definition(Symbol::new("One/Spark")).unwrap();
    assert_eq!((spark.kind, spark.front().base.power), (DefKind::Token, Some(1)));
    let codes: Vec<(&str, &str)> =
        library.diagnostics().iter().map(|trouble| (trouble.code, trouble.help.first().map_or("", String::as_str))).collect();
    assert_eq!(codes, [("unknown-token", "did you mean `Spark`?"), ("unknown-card", "did you mean `One`?")]);
    let keys: Vec<&str> =
        library.definitions_for([Symbol::new("Two")]).iter().map(|definition| definition.key.as_str()).collect();
    assert_eq!(keys, ["One", "One/Spark", "Two"]);
}

#[test]
fn decks_know_their_cards() {
    let folder = TestFolder::new();
    folder.write("cards/a/one.toml", &spell("Ember Lance", ""));
    folder.write("cards/a/two.toml", &spell("Ash", "oops = 1\n"));
    folder.write("decks/d.toml", "name = \"D\"\n[main]\n\"Ember Lanse\" = 4\n\"Ember Lance\" = 4\nAsh = 1\n");
    let library = open(&folder);
    assert_eq!(
        lines(&library)[1..],
        [
            "error[unknown-card]: no card is called `Ember Lanse`\n  decks/d.toml:3:1   did you mean `Ember Lance`?",
            "error[broken-card]: `Ash` has errors, so there is no such card\n  decks/d.toml:5:1   mend that card first",
        ]
    );
    assert!(!library.is_playable(library.deck("d").unwrap()));
}

#[test]
fn unknown_rulesets_are_told() {
    let folder = TestFolder::new();
    folder.write("cards/a/set.toml", "name = \"A\"\nruleset = \"clasic\"\n");
    folder.write("scripts/rulesets/classic.toml", "name = \"classic\"\n");
    let line = "error[unknown-ruleset]: there is no ruleset `clasic`\n  cards/a/set.toml:2:12   did you mean `classic`?";
    assert_eq!(lines(&open(&folder)), [line]);
}

#[test]
fn files_that_are_not_text_are_told() {
    let folder = TestFolder::new();
    let path = folder.write("cards/a/one.toml", "");
    std::fs::write(path, [0xff, 0xfe]).unwrap();
    let library = open(&folder);
    let line = "error[encoding]: this file is not UTF-8 text\n  cards/a/one.toml:1:1   save it as UTF-8; it was probably saved as \
                Latin-1 or Windows-1252";
    assert_eq!(lines(&library), [line]);
}

#[test]
fn files_that_are_too_large_are_told_with_their_size() {
    let folder = TestFolder::new();
    let filled = |card: &str, size: usize| format!("{}{}", spell(card, "number = 1\n"), "#".repeat(size))[..size].to_owned();
    folder.write("cards/a/largest.toml", &filled("Largest", 1_048_576));
    folder.write("cards/a/larger.toml", &filled("Larger", 1_048_577));
    let library = open(&folder);
    let line = "error[unreadable-file]: `cards/a/larger.toml` is too large to be read: it has 1048577 bytes, and a file of a \
                library has at most 1048576\n  cards/a/larger.toml   take out what does not belong in it, or split it into \
                several files: each card can have one of its own";
    assert_eq!(lines(&library), [line]);
    let cards: Vec<&str> = library.cards().iter().map(|card| card.key.as_str()).collect();
    assert_eq!(cards, ["Largest"]);
}

#[test]
fn of_a_thousand_cards_one_is_compiled_again() {
    let folder = TestFolder::new();
    for number in 0..1_000 {
        folder.write(
            &format!("cards/big/card-{number}.toml"),
            &spell(&format!("Card {number}"), &format!("number = {number}\nscript = \"big/card-{number}.rhai\"\n")),
        );
        folder.write(&format!("scripts/big/card-{number}.rhai"), "damage 3\n");
    }
    let mut workspace = Workspace::open(folder.path(), LineCompiler::default()).unwrap();
    assert_eq!(workspace.library().cards().len(), 1_000);
    let changed = folder.write("scripts/big/card-500.rhai", "damage 4\n");
    let report = workspace.reload([changed]).unwrap();
    assert_eq!(report.compiled, 1);
}
