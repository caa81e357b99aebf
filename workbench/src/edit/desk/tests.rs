use super::*;
use crate::edit::EditService;
use crate::edit::testing::TestFolder;
use cardwright_library::{LiveLibrary, WatchOptions};

const LANCE: &str = "name = \"Ember Lance\"\ncost = \"{R}\"\ntype = \"Instant\"\nrarity = \"common\"\nnumber = 1\ntext = \"Ember Lance deals 3 damage to any target.\"\nscript = 'spell(damage(3, target(any_target)));'\n";

fn service(folder: &TestFolder) -> Arc<EditService> {
    let live = LiveLibrary::open(folder.path(), WatchOptions::default(), LibraryCompiler::new).unwrap();
    EditService::new(folder.path(), live).unwrap()
}

fn attempt(path: &str, text: &str) -> Attempt {
    Attempt { tab: "a".to_owned(), card: None, texts: [(path.to_owned(), text.to_owned())].into() }
}

fn codes(findings: &[Diagnostic]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code).collect()
}

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("cards/e/set.toml", "name = \"Embers\"\n");
    folder.write("cards/e/ember-lance.toml", LANCE);
    folder
}

const PATH: &str = "cards/e/ember-lance.toml";

#[test]
fn what_somebody_types_is_looked_at_without_being_saved() {
    let folder = folder();
    let service = service(&folder);
    let same = service.check(attempt(PATH, LANCE)).unwrap();
    assert_eq!((codes(&same.findings), same.changes.len()), (vec![], 0));
    let typed = LANCE.replace("damage(3,", "damage(4,");
    let checked = service.check(attempt(PATH, &typed)).unwrap();
    assert_eq!(checked.changes, [CardWords { card: "Ember Lance".into(), words: vec!["damage 3 -> 4".to_owned()] }]);
    assert_eq!(codes(&checked.findings), ["text-differs"]);
    let label = checked.findings[0].primary().unwrap();
    assert_eq!(&typed[label.span.clone()], "3");
    assert_eq!(checked.findings[0].fix.as_ref().unwrap().edits[0].with, "4");
    assert_eq!(checked.previews[0].faces[0].differences.len(), 1);
    assert_eq!(std::fs::read_to_string(folder.path().join(PATH)).unwrap(), LANCE);
    // What was typed before counts no more.
    let other = service.check(attempt("cards/e/other.toml", "name = \"Other\"\ntype = \"Land\"\n")).unwrap();
    assert_eq!(other.changes, [CardWords { card: "Other".into(), words: vec!["is new".to_owned()] }]);
    assert_eq!(codes(&other.elsewhere), [""; 0]);
}

#[test]
fn errors_show_and_the_card_stays_what_it_was() {
    let folder = folder();
    let service = service(&folder);
    // What is tried out in between does not count as what the card was.
    service.check(attempt(PATH, &LANCE.replace("damage(3,", "damage(9,"))).unwrap();
    let typed = LANCE.replace("damage(3,", "damge(9,");
    let checked = service.check(attempt(PATH, &typed)).unwrap();
    assert_eq!(codes(&checked.findings), ["unknown-word"]);
    assert_eq!(checked.changes, []);
    assert_eq!(checked.previews[0].version, Version::LastGood);
    assert_eq!(checked.previews[0].faces[0].differences, [""; 0], "the card in play deals 3, and says so");
    // A script with escapes is shown at the whole of it.
    let escaped = LANCE.replace("'spell(damage(3, target(any_target)));'", "\"spell(damge(3,\\ttarget(any_target)));\"");
    let checked = service.check(attempt(PATH, &escaped)).unwrap();
    let label = checked.findings[0].primary().unwrap();
    assert_eq!((&*label.file.path, &escaped[label.span.clone()][..7]), (PATH, "\"spell("));
}

#[test]
fn several_texts_are_tried_out_together() {
    let folder = folder();
    let service = service(&folder);
    let card = LANCE.replace("'spell(damage(3, target(any_target)));'", "\"e/lance.rhai\"");
    let script = "spell(damage(5, target(any_target)));\n";
    let texts = [(PATH.to_owned(), card), ("scripts/e/lance.rhai".to_owned(), script.to_owned())].into();
    let checked = service.check(Attempt { tab: "a".to_owned(), card: Some("Ember Lance".to_owned()), texts }).unwrap();
    assert_eq!(checked.changes[0].words, ["damage 3 -> 5"]);
    assert_eq!(checked.previews.len(), 1);
}

#[test]
fn what_is_broken_elsewhere_is_said() {
    let folder = folder();
    folder.write("cards/e/pup.toml", "name = \"Cinder Pup\"\ncost = \"{R}\"\ntype = \"Creature - Dog\"\npower = 1\ntoughness = 1\nkeywords = [\"smoulder\"]\ntext = \"Smoulder\"\n");
    let keyword = "keyword_ability(\"smoulder\", #{ reminder: \"This creature can't block.\" }, || always(card.cant_block));\n";
    folder.write("cards/e/keywords/smoulder.rhai", keyword);
    let service = service(&folder);
    let path = "cards/e/keywords/smoulder.rhai";
    let before = service.check(attempt(path, keyword)).unwrap();
    assert_eq!(codes(&before.findings), [""; 0], "{:?}", before.findings);
    let renamed = keyword.replace("smoulder", "smolder");
    let checked = service.check(attempt(path, &renamed)).unwrap();
    assert_eq!(codes(&checked.elsewhere), ["unknown-keyword"], "{:?}", checked.elsewhere);
    let stronger = keyword.replace("card.cant_block", "card.cant_attack");
    let checked = service.check(attempt(path, &stronger)).unwrap();
    assert_eq!(checked.changes.iter().map(|change| change.card.as_str()).collect::<Vec<_>>(), ["Cinder Pup"]);
}

#[test]
fn the_disk_is_followed() {
    let folder = folder();
    let live = Arc::new(LiveLibrary::open(folder.path(), WatchOptions::default(), LibraryCompiler::new).unwrap());
    let service = EditService::new(folder.path(), live.clone()).unwrap();
    assert_eq!(service.check(attempt(PATH, LANCE)).unwrap().changes, []);
    let saved = LANCE.replace("damage(3,", "damage(4,");
    folder.write(PATH, &saved);
    assert!(!live.wait_for_reports(Duration::from_secs(10)).is_empty());
    // Now the old text is the change.
    assert_eq!(service.check(attempt(PATH, LANCE)).unwrap().changes[0].words, ["damage 4 -> 3"]);
    assert_eq!(service.check(attempt(PATH, &saved)).unwrap().changes, []);
}

#[test]
fn the_newest_request_of_a_tab_wins() {
    let folder = folder();
    let service = service(&folder);
    service.check(attempt(PATH, LANCE)).unwrap();
    let texts: Vec<String> = (10..40).map(|damage| LANCE.replace("damage(3,", &format!("damage({damage},"))).collect();
    let waiting: Vec<_> = texts.iter().map(|text| service.ask(attempt(PATH, text))).collect();
    let answers: Vec<Option<Checked>> =
        waiting.into_iter().map(|one| one.blocking_recv().ok().map(|checked| checked.unwrap())).collect();
    assert_eq!(answers.last().unwrap().as_ref().unwrap().changes[0].words, ["damage 3 -> 39"]);
    let answered = answers.iter().flatten().count();
    assert!(answered < answers.len(), "{answered} of {} were answered", answers.len());
    // Tabs do not take each other's place.
    let other = Attempt { tab: "b".to_owned(), ..attempt(PATH, &texts[0]) };
    let (one, two) = (service.ask(attempt(PATH, &texts[1])), service.ask(other));
    assert!(one.blocking_recv().is_ok() && two.blocking_recv().is_ok());
}
