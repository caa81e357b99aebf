use super::*;
use crate::testing::{LineCompiler, TestFolder, meanings};
use std::fs;

const LANCE: &str = "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nscript = \"ember/lance.rhai\"\n";

fn plain(name: &str) -> String {
    format!("name = \"{name}\"\ncost = \"{{R}}\"\ntype = \"Creature - Dog\"\npower = 1\ntoughness = 1\n")
}

/// A library of two cards, a keyword, a prelude and a deck.
fn embers() -> (TestFolder, Workspace<LineCompiler>) {
    let folder = TestFolder::new();
    folder.write("cards/ember/set.toml", "name = \"Embers\"\n");
    folder.write("cards/ember/lance.toml", LANCE);
    folder.write("cards/ember/pup.toml", &format!("{}keywords = [\"smoulder {{2}}\"]\n", plain("Cinder Pup")));
    folder.write("scripts/ember/lance.rhai", "damage 3\n");
    folder.write("cards/ember/keywords/smoulder.rhai", "smoulder burns");
    folder.write("scripts/prelude/words.rhai", "words");
    folder.write("decks/embers.toml", "name = \"Embers\"\n[main]\n\"Ember Lance\" = 4\n\"Cinder Pup\" = 4\n");
    let workspace = Workspace::open(folder.path(), LineCompiler::default()).unwrap();
    assert_eq!(codes(workspace.library()), [""; 0]);
    (folder, workspace)
}

fn codes(library: &Library) -> Vec<&'static str> {
    library.diagnostics().iter().map(|trouble| trouble.code).collect()
}

fn kinds(report: &ReloadReport) -> Vec<(&str, ChangeKind)> {
    report.changed.iter().map(|change| (change.name.as_str(), change.kind)).collect()
}

fn lance(workspace: &Workspace<LineCompiler>) -> Vec<&'static str> {
    meanings(&workspace.library().card("Ember Lance").unwrap().definition)
}

#[test]
fn a_changed_script_changes_its_card_alone() {
    let (folder, mut workspace) = embers();
    let before = workspace.library().clone();
    let report = workspace.reload([folder.write("scripts/ember/lance.rhai", "damage 4\n")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Changed)]);
    assert_eq!((report.compiled, report.library.version()), (1, 2));
    assert_eq!(lance(&workspace), ["damage 4"]);
    let versions = |library: &Library| library.card("Ember Lance").unwrap().definition.version;
    assert_ne!(versions(&before), versions(workspace.library()));
    let pup = |library: &Library| library.card("Cinder Pup").unwrap().clone();
    assert!(Arc::ptr_eq(&pup(&before), &pup(workspace.library())), "the other card is shared");
}

#[test]
fn the_same_content_is_no_change() {
    let (folder, mut workspace) = embers();
    assert!(workspace.reload([folder.write("scripts/ember/lance.rhai", "damage 3\n")]).is_none());
    assert!(workspace.reload([folder.path().join("cards")]).is_none());
    assert!(workspace.reload_all().is_none());
    let report = workspace.reload([folder.write("scripts/ember/lance.rhai", "// why\ndamage 3\n")]).unwrap();
    assert_eq!(kinds(&report), [], "a comment changes no card");
}

#[test]
fn a_file_that_takes_the_place_of_another_is_read() {
    let (folder, mut workspace) = embers();
    let report = workspace.reload([folder.replace("scripts/ember/lance.rhai", "damage 5\n")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Changed)]);
    let pup = folder.path().join("cards/ember/pup.toml");
    let hound = folder.path().join("cards/ember/hound.toml");
    fs::rename(&pup, &hound).unwrap();
    let report = workspace.reload([pup, hound]).unwrap();
    assert_eq!(kinds(&report), [], "the card lies elsewhere and is the same");
    assert_eq!(&**workspace.library().card("Cinder Pup").unwrap().path(), "cards/ember/hound.toml");
}

#[test]
fn a_half_written_card_file_leaves_the_card_until_it_is_whole() {
    let (folder, mut workspace) = embers();
    let report = workspace.reload([folder.write("cards/ember/lance.toml", "name = \"Ember La")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Broken)]);
    assert_eq!(lance(&workspace), ["damage 3"]);
    assert_eq!(codes(workspace.library()), ["invalid-toml"]);
    assert!(workspace.library().is_last_good(Symbol::new("Ember Lance")));
    // Its script still belongs to it, and the trouble stands whatever else happens.
    let report = workspace.reload([folder.write("scripts/prelude/words.rhai", "more")]).unwrap();
    assert_eq!(report.diagnostics.iter().map(|trouble| trouble.code).collect::<Vec<_>>(), ["invalid-toml"]);
    let report = workspace.reload([folder.write("cards/ember/lance.toml", LANCE)]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Mended)]);
    assert!(Arc::ptr_eq(report.changed[0].before.as_ref().unwrap(), report.changed[0].after.as_ref().unwrap()));
    assert_eq!(codes(workspace.library()), [""; 0]);
}

#[test]
fn an_empty_file_is_half_written_too() {
    let (folder, mut workspace) = embers();
    let report = workspace.reload([folder.write("cards/ember/lance.toml", "")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Broken)]);
    assert_eq!(lance(&workspace), ["damage 3"]);
}

#[test]
fn a_broken_script_leaves_the_card_until_it_is_mended() {
    let (folder, mut workspace) = embers();
    let report = workspace.reload([folder.write("scripts/ember/lance.rhai", "damage 4\n!")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Broken)]);
    assert_eq!(report.diagnostics[0].one_line(), "error[script-error]: this is not a script\n  scripts/ember/lance.rhai:2:1");
    assert_eq!(lance(&workspace), ["damage 3"]);
    let report = workspace.reload([folder.write("scripts/ember/lance.rhai", "damage 4\n")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Mended)]);
    assert_eq!(lance(&workspace), ["damage 4"]);
}

#[test]
fn a_deleted_script_is_missed_and_a_deleted_card_is_gone() {
    let (folder, mut workspace) = embers();
    let report = workspace.reload([folder.delete("scripts/ember/lance.rhai")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Broken)]);
    assert_eq!(codes(workspace.library()), ["missing-script"]);
    let report = workspace.reload([folder.delete("cards/ember/lance.toml")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Removed)]);
    assert_eq!(codes(workspace.library()), ["unknown-card"], "the deck misses it");
    let deck = workspace.library().deck("embers").unwrap().clone();
    assert!(!workspace.library().is_playable(&deck));
    fs::remove_dir_all(folder.path().join("cards/ember")).unwrap();
    let report = workspace.reload([folder.path().join("cards/ember")]).unwrap();
    assert_eq!(kinds(&report), [("Cinder Pup", ChangeKind::Removed)], "a deleted folder takes its files with it");
}

#[test]
fn a_changed_keyword_reaches_its_users() {
    let (folder, mut workspace) = embers();
    let path = "cards/ember/keywords/smoulder.rhai";
    let report = workspace.reload([folder.write(path, "smoulder freezes")]).unwrap();
    assert_eq!(kinds(&report), [("Cinder Pup", ChangeKind::Changed)]);
    assert_eq!(report.compiled, 1);
    assert_eq!(meanings(report.changed[0].after.as_ref().unwrap()), ["smoulder {2} = freezes"]);
    let report = workspace.reload([folder.write(path, "smoulder !")]).unwrap();
    assert_eq!(kinds(&report), [], "a broken keyword stays what it was");
    assert_eq!((codes(workspace.library()), report.compiled), (vec!["script-error"], 0));
    let report = workspace.reload([folder.delete(path)]).unwrap();
    assert_eq!(kinds(&report), [("Cinder Pup", ChangeKind::Broken)]);
    assert_eq!(codes(workspace.library()), ["unknown-keyword"]);
    let report = workspace.reload([folder.write("scripts/keywords/smoulder.rhai", "smoulder burns")]).unwrap();
    assert_eq!(kinds(&report), [("Cinder Pup", ChangeKind::Mended)]);
}

#[test]
fn a_changed_prelude_reaches_its_users() {
    let (folder, mut workspace) = embers();
    workspace.reload([folder.write("scripts/ember/lance.rhai", "prelude")]).unwrap();
    let report = workspace.reload([folder.write("scripts/prelude/words.rhai", "other words")]).unwrap();
    assert_eq!(kinds(&report), [("Ember Lance", ChangeKind::Changed)]);
    assert_eq!(lance(&workspace), ["other words"]);
}

#[test]
fn new_files_are_found_with_their_folder() {
    let (folder, mut workspace) = embers();
    folder.write("cards/frost/owl.toml", &plain("Frost Owl"));
    let report = workspace.reload([folder.path().join("cards/frost")]).unwrap();
    assert_eq!(kinds(&report), [("Frost Owl", ChangeKind::Added)]);
    assert_eq!(workspace.library().sets().iter().map(|set| &*set.folder).collect::<Vec<_>>(), ["ember", "frost"]);
}

#[test]
fn a_new_broken_card_is_told_and_then_mended() {
    let (folder, mut workspace) = embers();
    let report = workspace.reload([folder.write("cards/ember/owl.toml", "name = \"Ash Owl\"\ntype = \"Brid\"\n")]).unwrap();
    assert_eq!(kinds(&report), [("Ash Owl", ChangeKind::Broken)]);
    let report = workspace.reload([folder.write("cards/ember/owl.toml", &plain("Ash Owl"))]).unwrap();
    assert_eq!(kinds(&report), [("Ash Owl", ChangeKind::Mended)]);
}

#[test]
fn a_renamed_card_is_another_card() {
    let (folder, mut workspace) = embers();
    let report = workspace.reload([folder.write("cards/ember/pup.toml", &plain("Cinder Hound"))]).unwrap();
    assert_eq!(kinds(&report), [("Cinder Hound", ChangeKind::Added), ("Cinder Pup", ChangeKind::Removed)]);
}

#[test]
fn one_broken_card_of_a_file_leaves_the_others() {
    let (folder, mut workspace) = embers();
    let card = |name: &str, rest: &str| format!("[[card]]\n{}{rest}", plain(name));
    let path = "cards/ember/pack.toml";
    workspace.reload([folder.write(path, &(card("Ash Owl", "") + &card("Ash Cat", "")))]).unwrap();
    let report =
        workspace.reload([folder.write(path, &(card("Ash Owl", "oops = 1\n") + &card("Ash Cat", "number = 1\n")))]).unwrap();
    assert_eq!(kinds(&report), [("Ash Owl", ChangeKind::Broken)]);
    assert!(workspace.library().card("Ash Owl").is_some());
    let report = workspace.reload([folder.write(path, &card("Ash Cat", ""))]).unwrap();
    assert_eq!(kinds(&report), [("Ash Owl", ChangeKind::Removed)]);
}

#[test]
fn what_is_supposed_no_more_is_what_the_disk_says() {
    let (folder, mut workspace) = embers();
    workspace.suppose_only([("scripts/ember/lance.rhai", "damage 4\n"), ("cards/ember/new.toml", &*plain("New Pup"))]);
    assert_eq!(lance(&workspace), ["damage 4"]);
    assert!(workspace.library().card("New Pup").is_some());
    let report = workspace.suppose_only([("cards/ember/pup.toml", &*plain("Cinder Pup"))]).unwrap();
    assert_eq!(lance(&workspace), ["damage 3"]);
    assert!(workspace.library().card("New Pup").is_none(), "a file that is nowhere is gone");
    assert_eq!(
        kinds(&report),
        [("Cinder Pup", ChangeKind::Changed), ("Ember Lance", ChangeKind::Changed), ("New Pup", ChangeKind::Removed)]
    );
    // While a file is supposed to say something, saving it changes nothing; afterwards the disk counts.
    assert!(workspace.reload([folder.write("cards/ember/pup.toml", &plain("Ash Pup"))]).is_none());
    workspace.suppose_only([]);
    assert!(workspace.library().card("Ash Pup").is_some());
    assert!(workspace.suppose_only([]).is_none(), "nothing more to take back");
}
