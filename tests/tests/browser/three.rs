//! A table of three.

use super::game::{click_through, done};
use cardwright_tests::browser::{Page, Question, Target, selectors};
use cardwright_tests::http::{Request, place};
use cardwright_tests::served::{Served, library};
use serde_json::json;
use std::collections::BTreeSet;

const MANY: usize = 500;

/// Every attacker is clicked, and then the player that it attacks.
fn attack(page: &Page, question: &Question, player: &str) {
    let mut creatures: Vec<&String> = question
        .controls
        .iter()
        .filter(|one| one.aim.as_deref() == Some(player))
        .filter_map(|one| one.element.as_ref())
        .collect();
    creatures.dedup();
    for creature in creatures {
        page.click(&Target::Id(creature.clone()));
        // With one player to attack the click on the creature is enough.
        if !page.has(&format!("#{creature}[data-plan]")) {
            page.wait_for("the creature to be armed", &format!("#{creature}[data-armed]"), true);
            page.click(&Target::Id(player.to_owned()));
        }
        page.wait_for("the plan to be shown", &format!("#{creature}[data-plan='{player}']"), true);
    }
    done(page);
    page.wait_answered(question.number);
    let name: String = page.js("return document.querySelector(`#${arguments[0]} .name`).textContent", &[json!(player)]);
    page.wait_words(selectors::LOG_LINE, &format!("attacks {name}"));
}

/// Whether the areas of all players are on the page, large enough to be read, and none lies over another.
fn boards_lie_apart(page: &Page) {
    let script = "const boxes = [...document.querySelectorAll('.player')].map((one) => one.getBoundingClientRect());
        const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
        return boxes.length === 3 && boxes.every((one, place) => one.width > 200 && one.height > 120 && one.left >= 0 && one.top >= 0
          && one.right <= innerWidth && one.bottom <= innerHeight && boxes.every((other, more) => more === place || apart(one, other)))";
    assert!(page.js::<bool>(script, &[]), "the three boards do not lie beside each other");
}

/// Each opponent is attacked by clicks; one leaves, the game goes on against the other, to its end.
pub fn a_whole_game(page: &Page) {
    let folder = library();
    let served = Served::start(&folder, &["--players", "3", "--decks", "embers,calm,idle", "--seed", "3"]);
    // A game like any other, only shorter.
    let (server, path) = place(served.link());
    for player in ["p1", "p2"] {
        let wish = json!({ "life": { "player": player, "life": 11 } });
        assert_eq!(Request::post(format!("{path}wish"), wish.to_string()).send(server).status, 204);
    }
    page.goto(served.link());
    boards_lie_apart(page);
    let (mut attacked, mut kinds, mut rounds) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut left_before_the_end = false;
    for _ in 0..MANY {
        let Some(question) = page.asked() else { break };
        kinds.insert(question.kind.clone());
        let gone: Vec<String> =
            page.js("return [...document.querySelectorAll('.player[data-out] .who')].map((one) => one.id)", &[]);
        left_before_the_end |= !gone.is_empty();
        if question.kind != "attacks" {
            click_through(page, &question);
            continue;
        }
        // One is attacked first, and the other in the next turn; then the one is attacked until it has lost.
        let wanted = if rounds == 1 { ["p1", "p2"] } else { ["p2", "p1"] };
        rounds += 1;
        let aims: BTreeSet<String> = question.controls.iter().filter_map(|one| one.aim.clone()).collect();
        assert!(gone.iter().all(|one| !aims.contains(one)), "{gone:?} have left and can be attacked: {aims:?}");
        assert_eq!(aims.len() + gone.len(), 2, "{aims:?} can be attacked, {gone:?} have left");
        let player = wanted.into_iter().find(|player| aims.contains(*player)).unwrap_or_else(|| page.fail("nobody is left"));
        attack(page, &question, player);
        attacked.insert(player);
        if rounds == 3 {
            boards_lie_apart(page);
            page.screenshot("attack");
        }
    }
    if !page.has(selectors::OVER) {
        page.fail("the game does not end");
    }
    assert_eq!(attacked, BTreeSet::from(["p1", "p2"]), "not everybody was attacked");
    assert!(left_before_the_end, "nobody left while the game went on");
    let over: Vec<bool> = page.js(
        "return ['p0', 'p1', 'p2'].map((id) => document.getElementById(id).closest('.player').hasAttribute('data-out'))",
        &[],
    );
    assert_eq!(over.iter().filter(|out| **out).count(), 2, "one is left at the end: {over:?}");
    page.screenshot("end");
}
