//! Cards change on disk while the game goes on in the browser.

use super::game::{against_bot, aim_and_resolve, cast_lance, click_through, until_castable, wish};
use cardwright_tests::Folder;
use cardwright_tests::browser::{Page, Target, selectors};
use cardwright_tests::served::{BEAR, LANCE, Served, bear, lance, library};
use serde_json::json;

pub fn idle(page: &Page, folder: &Folder) -> Served {
    let served = Served::start(folder, &["--decks", "embers,idle", "--seed", "3"]);
    page.goto(served.link());
    served
}

/// Casts creatures until an Ash Bear lies on the table; gives back its element.
pub fn bear_on_table(page: &Page) -> String {
    let row = format!("#area0 {}", selectors::ROW);
    for _ in 0..100 {
        if let Some(id) = page.cards("Ash Bear", &row, false).into_iter().next() {
            return id;
        }
        let question = page.asked().unwrap_or_else(|| page.fail("the game is over"));
        match wish(&question, &["Play", "Cast Ash Bear"]) {
            Some(control) => {
                page.click(&Target::Control(control.place));
                page.wait_answered(question.number);
            }
            None if question.kind == "action" => page.answer("Pass"),
            None => click_through(page, &question),
        }
    }
    page.fail("no Ash Bear enters");
}

/// The next casting does what the file says now, and a permanent changes in place: in the same element, at once.
pub fn a_saved_script(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    let id = bear_on_table(page);
    let shown = |numbers: &str| page.wait_words(&format!("#{id}"), numbers);
    shown("2/2");
    folder.write(BEAR, bear(5, 7));
    shown("5/7");
    page.wait_words(selectors::TOAST, "Ash Bear");
    page.wait_for("the changed card to glow", &format!("#{id}[data-glow]"), true);
    page.screenshot("toast");
    // As many editors save: another file takes the place of the old one.
    folder.replace(BEAR, &bear(6, 8));
    shown("6/8");
    // In halves: whatever is read between them, the end is the whole file.
    let whole = bear(3, 9);
    folder.write(BEAR, &whole[..20]);
    folder.write(BEAR, &whole);
    shown("3/9");
    page.wait_for("the errors to be gone", selectors::TROUBLE, false);

    assert!(cast_lance(page).contains("deals 3 damage to Bot"));
    folder.write(LANCE, lance(4));
    page.wait_words(selectors::TOAST, "Ember Lance: damage 3 -> 4");
    assert!(cast_lance(page).contains("deals 4 damage to Bot"));
}

/// The target of a spell is being chosen while its script is saved: the choice stays open and can be made, and nothing is lost.
pub fn while_a_choice_is_open(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    until_castable(page, "Ember Lance");
    let before = page.log().len();
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    page.click_card("Ember Lance", selectors::HAND);
    page.wait_answered(question.number);
    let open = page.asked().unwrap_or_else(|| page.fail("no target is asked for"));
    assert_eq!(open.kind, "chosen");
    let version = page.version();
    folder.write(LANCE, lance(6));
    page.wait_words(selectors::TOAST, "Ember Lance: damage 3 -> 6");
    page.wait_version(version);
    // The half-cast spell is taken back, or goes on with the new text: in either case the table is whole and the spell can be cast.
    let now = page.asked().unwrap_or_else(|| page.fail("nothing is asked any more"));
    let said = if now.kind == "chosen" { aim_and_resolve(page, before) } else { cast_lance(page) };
    assert!(said.contains("deals 6 damage to Bot"), "{said}");
}

/// The message of lint with the right place, over a game that can be played; it goes when the file is mended.
pub fn a_broken_file(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    until_castable(page, "Ember Lance");
    folder.write(LANCE, "// One line before.\nspell(damage(9, targt(any_target)));\n");
    page.wait_for("the errors", selectors::TROUBLE, true);
    let words = page.texts(selectors::TROUBLE).join("\n");
    for wanted in ["targt", "ember-lance.rhai:2", "target"] {
        assert!(words.contains(wanted), "`{wanted}` is not in:\n{words}");
    }
    page.screenshot("broken");
    // Half a file is an error of another kind, and the game goes on with the last good version.
    folder.write(LANCE, &lance(9)[..12]);
    page.wait(
        "the other error",
        "return !document.querySelector(arguments[0])?.textContent.includes('targt')",
        &[json!(selectors::TROUBLE)],
    );
    assert!(page.has(selectors::TROUBLE));
    assert!(cast_lance(page).contains("deals 3 damage to Bot"));
    folder.write(LANCE, lance(5));
    page.wait_for("the errors to be gone", selectors::TROUBLE, false);
    assert!(cast_lance(page).contains("deals 5 damage to Bot"));
}

/// A card whose file has had errors from its first day is in no palette: it is opened from the message.
pub fn a_card_that_never_was(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    folder.write("cards/embers/tin-oath.toml", "name = \"Tin Oath\"\ntype = \"Enchantmnt\"\ncost = \"{1}\"\n");
    page.wait_for("the errors", selectors::TROUBLE, true);
    page.click(&Target::Css(format!("{} [data-file]", selectors::TROUBLE)));
    page.wait_for("its text", selectors::EDITOR, true);
    page.wait(
        "the text of the file",
        "return document.querySelector(arguments[0])?.value.includes('Enchantmnt')",
        &[json!(selectors::EDITOR)],
    );
}

/// The game keeps a card whose file is gone.
pub fn a_deleted_file(page: &Page) {
    let folder = library();
    let _served = against_bot(page, &folder, &["--decks", "embers,idle"][..0]);
    let id = bear_on_table(page);
    std::fs::remove_file(folder.path().join(BEAR)).expect("files can be removed");
    page.wait_words(selectors::TOAST, "Ash Bear is gone from the disk");
    assert!(page.has(&format!("#{id}")), "the card has left the table");
    page.wait_words(&format!("#{id}"), "2/2");
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked any more"));
    click_through(page, &question);
    assert!(page.complaints().is_empty());
}

/// The same answers are given again with the text that a card has now: the first difference is said, the game stays as it is until
/// somebody decides, and goes on as it came out.
pub fn again_with_the_new_text(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    assert!(cast_lance(page).contains("deals 3 damage to Bot"));
    page.wait_for("the damage", "#p1 [data-life='17']", true);
    let again = || {
        page.click(&Target::Css(selectors::AGAIN.to_owned()));
        page.wait_for("what comes of it", selectors::RERUN, true);
    };
    // With the cards as they were there is nothing to go on with.
    again();
    page.wait_words(selectors::RERUN, "Everything happens as it did");
    assert!(!page.has(selectors::KEEP_RERUN), "a game that is the same can be taken in place of itself");
    page.click(&Target::Css(selectors::DROP_RERUN.to_owned()));
    page.wait_for("it to be forgotten", selectors::RERUN, false);

    folder.write(LANCE, lance(4));
    page.wait_words(selectors::TOAST, "Ember Lance: damage 3 -> 4");
    let before = page.table();
    again();
    let columns: Vec<String> = page.texts(&format!("{} .columns > div", selectors::RERUN));
    let [then, now] = &columns[..] else { page.fail(&format!("then and now are not two: {columns:?}")) };
    assert!(then.contains("Then") && then.contains("deals 3 damage to Bot") && !then.contains("deals 4"), "{then}");
    assert!(now.contains("Now") && now.contains("deals 4 damage to Bot") && !now.contains("deals 3"), "{now}");
    page.screenshot("difference");
    assert_eq!(page.table(), before, "the game has changed before anybody said so");
    // To close it leaves the game; it can be asked for again.
    page.click(&Target::Css(selectors::DROP_RERUN.to_owned()));
    page.wait_for("it to be forgotten", selectors::RERUN, false);
    assert_eq!(page.table(), before, "the game has changed though nobody wanted it");
    again();
    page.click(&Target::Css(selectors::KEEP_RERUN.to_owned()));
    page.wait_for("the other damage", "#p1 [data-life='16']", true);
    page.wait_for("it to be closed", selectors::RERUN, false);
    let log = page.log().join("\n");
    assert!(log.contains("deals 4 damage to Bot") && !log.contains("deals 3 damage to Bot"), "{log}");
    // It is a game that goes on, and the one that was is a line beside it.
    page.wait_for("two lines of play", selectors::LINES, true);
    assert!(cast_lance(page).contains("deals 4 damage to Bot"));
    page.wait_for("the damage", "#p1 [data-life='12']", true);
}
