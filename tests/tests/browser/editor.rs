//! The editor while somebody types: what could stand there, what is wrong and how it is mended, and undo.

use super::design::read_card;
use super::game::until_castable;
use super::reload::idle;
use cardwright_tests::browser::{CONTROL, ENTER, Page, Target, selectors};
use cardwright_tests::served::{LANCE, lance, library};
use serde_json::json;

const ESCAPE: char = '\u{e00c}';
const DOWN: char = '\u{e015}';
const UP: char = '\u{e013}';
const END: char = '\u{e010}';

/// The text in the editor.
fn written(page: &Page) -> String {
    page.js("return document.querySelector(arguments[0]).value", &[json!(selectors::EDITOR)])
}

/// Waits until the editor has that text, and what is seen in colours is the same.
fn wait_written(page: &Page, what: &str, wanted: &str) {
    page.wait(
        &format!("{what}: {wanted:?}"),
        "const area = document.querySelector(arguments[0]), seen = document.querySelector(arguments[1]);
         return area.value === arguments[2] && seen.textContent.trimEnd() === area.value.trimEnd()",
        &[json!(selectors::EDITOR), json!(selectors::COLOURS), json!(wanted)],
    );
}

/// What is offered, and which of it is chosen.
fn offered(page: &Page) -> (Vec<String>, Option<usize>) {
    page.js(
        "const all = [...document.querySelectorAll(arguments[0])];
         const chosen = all.findIndex((one) => one.getAttribute('aria-selected') === 'true');
         return [all.map((one) => one.firstElementChild.textContent), chosen < 0 ? null : chosen]",
        &[json!(selectors::OFFERED)],
    )
}

/// Chooses a part of the text.
fn select(page: &Page, part: &str) {
    let script = "const area = document.querySelector(arguments[0]); area.focus();
        const at = area.value.indexOf(arguments[1]); area.setSelectionRange(at, at + arguments[1].length); return at >= 0";
    assert!(page.js::<bool>(script, &[json!(selectors::EDITOR), json!(part)]), "`{part}` is not in the text");
}

/// Takes typing back until the text is that again, at most so often.
fn undo_to(page: &Page, wanted: &str, most: usize) {
    for _ in 0..most {
        if written(page) == wanted {
            break;
        }
        let before = written(page);
        page.chord(&[CONTROL, 'z']);
        page.wait(
            "something to be taken back",
            "return document.querySelector(arguments[0]).value !== arguments[1]",
            &[json!(selectors::EDITOR), json!(before)],
        );
    }
    wait_written(page, "typing is taken back", wanted);
}

/// Words are completed with the keyboard, mistakes are said and mended by a click while somebody types, and undo takes it all back.
pub fn while_somebody_types(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    until_castable(page, "Ember Lance");
    let card = page.cards("Ember Lance", selectors::HAND, false).remove(0);
    read_card(page, &card);
    page.wait_for("the script's tab", selectors::SECOND_FILE, true);
    page.click(&Target::Css(selectors::SECOND_FILE.to_owned()));
    wait_written(page, "the script is shown", &lance(3));
    let file = || std::fs::read_to_string(folder.path().join(LANCE)).expect("it is there");

    // The first of what fits is taken with Enter: nothing is typed but a part of the word.
    page.click(&Target::Css(selectors::EDITOR.to_owned()));
    page.chord(&[CONTROL, END]);
    page.type_text("dam");
    page.wait_for("what could stand there", selectors::OFFERED, true);
    page.wait(
        "the word to be the first offer",
        "return document.querySelector(arguments[0])?.firstElementChild.textContent === 'damage'",
        &[json!(selectors::OFFERED)],
    );
    assert_eq!(offered(page).1, Some(0), "the first is chosen to begin with");
    page.screenshot("offered");
    page.press(ENTER);
    page.wait_for("the list to be closed", selectors::OFFERED, false);
    let completed = written(page);
    assert!(completed.starts_with(&format!("{}damage(", lance(3))), "{completed:?}");
    undo_to(page, &format!("{}dam", lance(3)), 1);
    undo_to(page, &lance(3), 8);

    // Another of them is chosen with the arrows.
    select(page, "any_target");
    page.type_text("any");
    page.wait("several offers", "return document.querySelectorAll(arguments[0]).length > 2", &[json!(selectors::OFFERED)]);
    let typed = lance(3).replace("any_target", "any");
    wait_written(page, "what is typed", &typed);
    page.press(DOWN);
    page.press(DOWN);
    page.press(UP);
    page.wait(
        "the second to be chosen",
        "return document.querySelectorAll(arguments[0])[1]?.getAttribute('aria-selected') === 'true'",
        &[json!(selectors::OFFERED)],
    );
    let (labels, chosen) = offered(page);
    assert_eq!(chosen, Some(1));
    page.press(ENTER);
    page.wait_for("the list to be closed", selectors::OFFERED, false);
    let taken = written(page);
    assert!(taken.contains(&format!("target({}", labels[1])), "`{}` was chosen: {taken:?}", labels[1]);
    undo_to(page, &lance(3), 8);

    // A mistake is said while it is typed, with what mends it; nothing of this is on the disk yet.
    select(page, "any_target");
    page.type_text("any_targt");
    page.press(ESCAPE);
    let wrong = lance(3).replace("any_target", "any_targt");
    wait_written(page, "the mistake", &wrong);
    page.wait_words(selectors::FINDINGS, "any_targt");
    page.wait_words(selectors::FIX, "any_target");
    page.screenshot("mistake");
    page.click(&Target::Css(selectors::FIX.to_owned()));
    wait_written(page, "the mistake is mended", &lance(3));
    page.wait_words(selectors::FINDINGS, "none");
    page.chord(&[CONTROL, 'z']);
    wait_written(page, "the mending is taken back", &wrong);
    page.wait_words(selectors::FINDINGS, "any_targt");
    page.chord(&[CONTROL, '\u{e008}', 'z']);
    wait_written(page, "the mending is done again", &lance(3));
    assert_eq!(file(), lance(3), "typing has changed the disk");

    // What is typed is what is saved, and what the card does from then on.
    select(page, "damage(3");
    page.type_text("damage(5");
    page.press(ESCAPE);
    wait_written(page, "the new text", &lance(5));
    page.chord(&[CONTROL, 's']);
    page.wait_words(selectors::TOAST, "Ember Lance: damage 3 -> 5");
    assert_eq!(file(), lance(5));
}
