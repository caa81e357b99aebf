//! What leaves the page as a file: reports that play again, positions that can be opened.

use super::design::read_card;
use super::game::{cast_lance, click_through, done};
use super::reload::idle;
use cardwright_tests::browser::{Page, Target, selectors};
use cardwright_tests::served::{Served, library};
use cardwright_tests::{run, text};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Presses "Report this", says what was wrong, and gives back the file that comes.
fn report(page: &Page, note: &str) -> (cardwright_tests::Folder, String) {
    let kept = page.keeps_files();
    page.click(&Target::Css(selectors::REPORT.to_owned()));
    page.reply(note);
    let capsule = page.file(&kept, "report.cwcapsule");
    (kept, capsule.to_str().expect("a plain name").to_owned())
}

/// A report from the page plays again in the terminal up to what the page shows, now or in the past, and becomes a scenario.
pub fn a_report(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    assert!(cast_lance(page).contains("deals 3 damage to Bot"));
    page.wait_for("the damage", "#p1 [data-life='17']", true);
    let (kept, capsule) = report(page, "the lance should deal <four> & no more");

    let said = run(&["replay", &capsule, "--all"]);
    let words = text(&said);
    assert!(said.status.success(), "{words}");
    for wanted in ["note: the lance should deal <four> & no more", "each as it was", "Ember Lance deals 3 damage to Bot"] {
        assert!(words.contains(wanted), "`{wanted}` is not in:\n{words}");
    }
    assert!(words.contains("Player 20 life and Bot 17 life"), "{words}");

    let scenario = kept.path().join("lance.scenarios.rhai");
    let path = scenario.to_str().expect("a plain name");
    let wrote = run(&["replay", &capsule, "--scenario", path]);
    assert!(wrote.status.success(), "{}", text(&wrote));
    let test = || run(&["test", "--library", folder.text(), path]);
    assert!(text(&test()).contains("say here what you expected"), "{}", text(&test()));
    let script = fs::read_to_string(&scenario).expect("it is there");
    let line = script.lines().find(|line| line.contains("fail(")).expect("it says that nothing is expected yet");
    for (life, passes) in [(17, true), (16, false)] {
        fs::write(&scenario, script.replace(line, &format!("    expect(t.b.life, {life});"))).expect("files can be written");
        assert_eq!(test().status.success(), passes, "{life}: {}", text(&test()));
    }

    // Of the past that is looked at: the bot has its life still.
    page.js::<Option<u8>>("document.activeElement?.blur(); return null", &[]);
    for _ in 0..200 {
        if page.has("#p1 [data-life='20']") {
            break;
        }
        let version = page.version();
        page.press(',');
        page.wait_version(version);
    }
    page.wait_for("the time before the lance", "#p1 [data-life='20']", true);
    let (_kept, past) = report(page, "");
    let words = text(&run(&["replay", &past, "--all"]));
    assert!(words.contains("Player 20 life and Bot 20 life") && !words.contains("damage to Bot"), "{words}");
}

/// Opens the drawer for a player.
fn read_player(page: &Page, player: &str) {
    page.click(&Target::Id(player.to_owned()));
    let form = format!("{} .setup[data-of='{player}']", selectors::DRAWER);
    page.wait_for("what can be set up for the player", &form, true);
}

/// Puts a card of the palette onto a player's side.
fn put(page: &Page, card: &str, player: &str) -> String {
    page.click(&Target::Css(selectors::OPEN_PALETTE.to_owned()));
    page.wait_for("the palette", "#palette[open] [data-put]", true);
    page.choose("#palette-player", player);
    page.fill("#palette-words", card);
    // The list has come to rest when it has nothing else.
    page.wait("one card", "return document.querySelectorAll(arguments[0]).length === 1", &[json!(selectors::PUT)]);
    let button = format!("{}[data-player='{player}'][aria-label^='{card}']", selectors::PUT);
    page.wait_for("the card to be found", &button, true);
    page.click(&Target::Css(button));
    let side = format!("#area{} {}", &player[1..], selectors::ROW);
    page.wait_for("the card on the table", &format!("{side} .card[id][aria-label^='{card}']"), true);
    page.click(&Target::Css("#palette form button".to_owned()));
    page.wait_for("the palette to be closed", "#palette[open]", false);
    page.cards(card, &side, false).remove(0)
}

/// A board is set up by hand and saved; opened from the file it is the same board, asks the same, and can be played.
pub fn a_position(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    click_through(page, &question);
    let drawer = |what: &str| format!("{} {what}", selectors::DRAWER);

    let wolf = put(page, "Cinder Wolf", "p0");
    let bear = put(page, "Ash Bear", "p1");
    read_card(page, &wolf);
    page.wait_for("the form of the wolf", &drawer(&format!(".setup[data-of='{wolf}']")), true);
    page.fill(&drawer("[data-new-kind]"), "+1/+1");
    page.fill(&drawer("[data-new-amount]"), "2");
    page.click(&Target::Css(drawer("[data-new-counters]")));
    page.wait_words(&format!("#{wolf}"), "6/4");
    let sick = "[data-wish='sick']";
    if page.js("return document.querySelector(arguments[0]).checked", &[json!(drawer(sick))]) {
        page.click(&Target::Css(drawer(sick)));
        page.wait_for("the wolf to be ready", &format!("#{wolf}[data-sick]"), false);
    }
    read_card(page, &bear);
    page.wait_for("the form of the bear", &drawer(&format!(".setup[data-of='{bear}']")), true);
    page.click(&Target::Css(drawer("[data-wish='tapped']")));
    page.wait_for("the bear to be tapped", &format!("#{bear}[data-tapped]"), true);
    read_player(page, "p1");
    page.fill(&drawer("[data-wish='life']"), "13");
    page.wait_for("the life to be changed", "#p1 [data-life='13']", true);
    read_player(page, "p0");
    assert!(!page.has(selectors::EDITOR), "a player has no file, and the bear's is shown");
    page.fill(&drawer("[data-wish='life']"), "9");
    page.wait_for("the life to be changed", "#p0 [data-life='9']", true);
    page.choose(&drawer("[data-wish='step']"), "BeginCombat");
    page.wait_for("attackers to be declared", "#phases [data-step='DeclareAttackers'][data-now]", true);
    let asked = page.asked().unwrap_or_else(|| page.fail("nobody is asked for attackers"));
    assert_eq!(asked.kind, "attacks");
    let table = page.table();
    page.screenshot("position");

    let kept = page.keeps_files();
    page.click(&Target::Css(selectors::SAVE_POSITION.to_owned()));
    let file = page.file(&kept, "position.puzzle.toml");
    let opened = open(&folder, &file);
    page.goto(opened.link());
    let again = page.asked().unwrap_or_else(|| page.fail("nothing is asked of the position"));
    page.wait_table("the position to be the same", &table);
    let words = |question: &cardwright_tests::browser::Question| {
        question.controls.iter().map(|one| one.words.clone()).collect::<Vec<_>>()
    };
    assert_eq!((again.kind.as_str(), &again.title, words(&again)), ("attacks", &asked.title, words(&asked)));

    // It is a game like any other: the wolf attacks, the bear is tapped, and six damage come through.
    let wolf = page.cards("Cinder Wolf", selectors::ROW, true).remove(0);
    page.click(&Target::Id(wolf.clone()));
    page.wait_for("the plan to be shown", &format!("#{wolf}[data-plan]"), true);
    done(page);
    page.wait_answered(again.number);
    for _ in 0..4 {
        if page.has("#p1 [data-life='7']") {
            return;
        }
        let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
        page.answer(question.controls.iter().find(|one| one.main).map_or("Pass", |one| one.words.as_str()));
    }
    page.wait_for("the damage", "#p1 [data-life='7']", true);
}

fn open(folder: &cardwright_tests::Folder, file: &Path) -> Served {
    Served::start(folder, &["--puzzle", file.to_str().expect("a plain name"), "--seed", "3"])
}
