//! What a designer does while playing: edits the card beside the board, goes back in time, puts cards where they are wanted.

use super::game::click_through;
use super::reload::{bear_on_table, idle};
use cardwright_tests::browser::{CONTROL, Page, Target, selectors};
use cardwright_tests::served::{BEAR, library};
use serde_json::json;

const ESCAPE: char = '\u{e00c}';

/// Reads the card of an element: it gets the focus, and the key is pressed.
pub fn read_card(page: &Page, id: &str) {
    page.js::<Option<u8>>("document.getElementById(arguments[0]).focus(); return null", &[json!(id)]);
    page.press('i');
    page.wait("the drawer to open", "return !document.querySelector(arguments[0]).hidden", &[json!(selectors::DRAWER)]);
}

/// A number is typed over in the editor and saved with the keyboard: the permanent changes, and so does the file, and nothing else in it.
pub fn edit_beside_the_board(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    let id = bear_on_table(page);
    read_card(page, &id);
    page.wait_words(selectors::WHY, "2/2");
    page.wait_for("the editor", selectors::EDITOR, true);
    let before = std::fs::read_to_string(folder.path().join(BEAR)).expect("it is there");
    let shown: String = page.js("return document.querySelector(arguments[0]).value", &[json!(selectors::EDITOR)]);
    assert_eq!(shown, before, "the editor shows the file");
    let select = "const area = document.querySelector(arguments[0]); area.focus();
        const at = area.value.indexOf('power = ') + 'power = '.length; area.setSelectionRange(at, at + 1); return null";
    page.js::<Option<u8>>(select, &[json!(selectors::EDITOR)]);
    page.press('6');
    page.press(ESCAPE);
    let typed: String = page.js("return document.querySelector(arguments[0])?.value ?? ''", &[json!(selectors::EDITOR)]);
    assert_eq!(typed, before.replace("power = 2", "power = 6"), "what is typed is in the editor");
    page.js::<Option<u8>>("document.querySelector(arguments[0]).focus(); return null", &[json!(selectors::EDITOR)]);
    page.chord(&[CONTROL, 's']);
    page.wait_words(&format!("#{id}"), "6/2");
    assert_eq!(std::fs::read_to_string(folder.path().join(BEAR)).expect("it is there"), typed);
    page.screenshot("edited");
    // Typing is for the editor: nothing of it was an answer.
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked any more"));
    click_through(page, &question);
}

/// What the table shows of the game.
fn table(page: &Page) -> String {
    page.js(
        "return [...document.querySelectorAll('#board .card[id], #board .who')].map((one) => one.id + one.getAttribute('aria-label')).sort().join()",
        &[],
    )
}

/// Looking back changes nothing; playing on from there begins another line, and the first one can be gone on with.
pub fn through_time(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    let _bear = bear_on_table(page);
    for _ in 0..3 {
        let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
        click_through(page, &question);
    }
    let asked = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    let now = table(page);
    let blur = || page.js::<Option<u8>>("document.activeElement?.blur(); return null", &[]);

    let words = |question: &cardwright_tests::browser::Question| {
        question.controls.iter().map(|one| one.words.clone()).collect::<Vec<_>>()
    };

    // Back beat by beat, until the table differs.
    blur();
    let mut past = now.clone();
    for _ in 0..60 {
        let before: String = page.texts(selectors::WHEN).join("");
        page.press(',');
        page.wait(
            "the beat before",
            "return document.querySelector(arguments[0]).textContent !== arguments[1]",
            &[json!(selectors::WHEN), json!(before)],
        );
        past = table(page);
        if past != now && page.log().len() < 20 {
            break;
        }
    }
    assert_ne!(past, now, "the past is the same as the present");
    page.screenshot("past");
    let button = |words: &str| {
        let script = "const all = [...document.querySelectorAll('#time button')]; const one = all.find((one) => one.textContent.includes(arguments[0]));
            if (one) one.id = 'wanted'; return Boolean(one)";
        assert!(page.js::<bool>(script, &[json!(words)]), "there is no `{words}`");
        page.click(&Target::Id("wanted".to_owned()));
    };
    button("Back to now");
    page.wait_words(selectors::WHEN, "Now");
    assert_eq!(table(page), now, "looking back has changed the game");

    // And on from the past.
    blur();
    for _ in 0..30 {
        let before: String = page.texts(selectors::WHEN).join("");
        page.press(',');
        page.wait(
            "the beat before",
            "return document.querySelector(arguments[0]).textContent !== arguments[1]",
            &[json!(selectors::WHEN), json!(before)],
        );
    }
    button("Play on from here");
    page.wait_for("two lines of play", selectors::LINES, true);
    page.wait_words(selectors::WHEN, "Now");
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    click_through(page, &question);
    let switch = "const list = document.querySelector(arguments[0]); list.value = [...list.options].find((one) => !one.selected).value; list.dispatchEvent(new Event('change', { bubbles: true })); return null";
    page.js::<Option<u8>>(switch, &[json!(selectors::LINES)]);
    page.wait(
        "the first line",
        "return [...document.querySelectorAll('#board .card[id], #board .who')].map((one) => one.id + one.getAttribute('aria-label')).sort().join() === arguments[0]",
        &[json!(now)],
    );
    let back = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    assert_eq!(words(&back), words(&asked), "the first line asks something else now");

    // A decision is taken back: the same is asked again, of the same table.
    click_through(page, &asked);
    let after = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    blur();
    page.press('z');
    page.wait_answered(after.number);
    let again = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    assert_eq!(words(&again), words(&asked), "something else is asked after the decision was taken back");
    assert_eq!(table(page), now, "the table is another after the decision was taken back");
}

/// A few letters, a click, and the card lies on the table; in the drawer it is tapped.
pub fn from_the_palette(page: &Page) {
    let folder = library();
    let _served = idle(page, &folder);
    let hand = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    click_through(page, &hand);
    page.asked();
    page.click(&Target::Css(selectors::OPEN_PALETTE.to_owned()));
    page.wait_for("the palette", "#palette[open] [data-put]", true);
    for letter in "wolf".chars() {
        page.press(letter);
    }
    page.wait("one card", "return document.querySelectorAll(arguments[0]).length === 1", &[json!(selectors::PUT)]);
    page.screenshot("palette");
    page.click(&Target::Css(selectors::PUT.to_owned()));
    let row = format!("#area0 {}", selectors::ROW);
    page.wait_for("the wolf on the table", &format!("{row} .card[id][aria-label^='Cinder Wolf']"), true);
    // What is pressed now is for the palette, and nothing for the table behind it: nobody passes by chance.
    let turn = page.table()["turn"].clone();
    page.js::<Option<u8>>("document.activeElement.blur(); return null", &[]);
    page.type_text("m e");
    page.press(ESCAPE);
    let id = page.cards("Cinder Wolf", &row, false).remove(0);
    read_card(page, &id);
    let tapped = format!("{} [data-wish='tapped']", selectors::DRAWER);
    page.wait_for("what can be set up", &tapped, true);
    page.click(&Target::Css(tapped));
    page.wait_for("the wolf to be tapped", &format!("#{id}[data-tapped]"), true);
    assert_eq!(page.table()["turn"], turn, "keys went through the palette to the table");
    // The game goes on from there.
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    click_through(page, &question);
}
