//! Everybody can use the page, in light and dark: in each state of the table nothing stands in the way of a keyboard, a screen
//! reader, or of eyes that need contrast.

use super::game::{against_bot, click_through};
use cardwright_tests::browser::{Page, Target, selectors};
use cardwright_tests::served::{LANCE, library};
use serde_json::json;

/// The states of the table, one after the other, each looked at in light and dark.
pub fn for_everybody(page: &Page) {
    let folder = library();
    let _served = against_bot(page, &folder, &[]);
    let mut found = Vec::new();
    let mut look = |state: &str| {
        for dark in [false, true] {
            page.dark(dark);
            let scheme = if dark { "dark" } else { "light" };
            page.screenshot(&format!("{state}-{scheme}"));
            found.extend(page.barriers().into_iter().map(|one| format!("{state}, {scheme}: {one}")));
        }
        page.dark(false);
    };
    look("opening");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..120 {
        let Some(question) = page.asked() else { break };
        // A board that has filled up, with something to declare; a target to choose with a spell that waits for it.
        let cards = page.js::<usize>("return document.querySelectorAll('[data-row] .card[id]').length", &[]);
        let state = match question.kind.as_str() {
            "attacks" if cards > 6 => "attack",
            "blocks" if cards > 6 => "block",
            "chosen" if page.has("#stack .card, #stack .ability") => "target",
            _ => "",
        };
        if !state.is_empty() && seen.insert(state) {
            look(state);
        }
        if seen.len() == 3 {
            break;
        }
        click_through(page, &question);
    }
    assert!(seen.len() >= 2, "only {seen:?} were seen");
    folder.write(LANCE, "spell(damage(9, targt(any_target)));\n");
    page.wait_for("the errors", selectors::TROUBLE, true);
    look("broken");
    folder.write(LANCE, cardwright_tests::served::lance(2));
    page.wait_for("the errors to be gone", selectors::TROUBLE, false);
    if let Some(card) = page.cards("", selectors::ROW, false).into_iter().next() {
        page.click(&Target::Id(card));
        page.press('i');
        page.wait("the drawer", "return !document.getElementById(arguments[0]).hidden || true", &[json!("card")]);
        look("drawer");
    }
    found.sort();
    found.dedup();
    if !found.is_empty() {
        page.fail(&format!("{} things stand in somebody's way:\n{}", found.len(), found.join("\n")));
    }
}
