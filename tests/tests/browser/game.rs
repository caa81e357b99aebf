//! Whole games.

use cardwright_tests::browser::{Control, ENTER, Page, Question, Target, selectors};
use cardwright_tests::served::{Served, library};
use cardwright_tests::{Folder, served};
use serde_json::json;

/// More questions than any game of these decks asks.
const MANY: usize = 600;

/// A game against the bot.
pub fn against_bot(page: &Page, folder: &Folder, more: &[&str]) -> Served {
    let mut arguments = vec!["--decks", "embers,embers", "--seed", "3"];
    arguments.extend(more);
    let served = Served::start(folder, &arguments);
    page.goto(served.link());
    served
}

/// The first control that says one of these, in this order of wishes.
pub fn wish<'a>(question: &'a Question, words: &[&str]) -> Option<&'a Control> {
    words.iter().find_map(|word| question.controls.iter().find(|one| one.words.starts_with(word)))
}

/// Answers by clicks: on the table wherever something stands for the answer.
pub fn click_through(page: &Page, question: &Question) {
    let on_table = |control: &Control| match &control.element {
        Some(element) if page.has(&format!("#{element}")) => Target::Id(element.clone()),
        _ => Target::Control(control.place),
    };
    let main = question.controls.iter().find(|one| one.main);
    match question.kind.as_str() {
        "action" => {
            let control = wish(question, &["Play", "Cast"]).or(main).unwrap_or_else(|| page.fail("nothing can be done"));
            page.click(&on_table(control));
            if let Some(element) = &control.element
                && question.controls.iter().filter(|one| one.element.as_ref() == Some(element)).count() > 1
            {
                page.wait_for("the menu", selectors::MENU, true);
                page.click(&Target::Css(format!("{} button", selectors::MENU)));
            }
        }
        "chosen" => {
            // The opponent rather than oneself, where both can be chosen.
            let other = question.controls.iter().find(|one| one.element.as_deref() == Some("p1"));
            match wish(question, &["Keep", "Yes"]).or(other).or(question.controls.first()) {
                Some(first) if main.is_none() => page.click(&on_table(first)),
                first => {
                    let least = page
                        .js::<usize>("return Number(document.querySelector(arguments[0]).dataset.min)", &[json!("[data-min]")]);
                    let wanted = question.controls.iter().filter(|one| !one.main).take(least);
                    wanted.for_each(|one| page.click(&on_table(one)));
                    assert!(first.is_some());
                    done(page);
                }
            }
        }
        "attacks" => {
            // Each attacker is clicked, and then what it attacks if there is more than one thing.
            let mut creatures: Vec<&String> = question.controls.iter().filter_map(|one| one.element.as_ref()).collect();
            creatures.dedup();
            for creature in creatures {
                page.click(&Target::Id(creature.clone()));
                page.wait_for("the plan to be shown", &format!("#{creature}[data-plan]"), true);
            }
            done(page);
        }
        "blocks" => {
            if let Some(pair) = question.controls.iter().find(|one| one.aim.is_some())
                && let (Some(blocker), Some(attacker)) = (&pair.element, &pair.aim)
            {
                page.click(&Target::Id(blocker.clone()));
                // With one attacker to block, the click is enough.
                if !page.has(&format!("#{blocker}[data-plan]")) {
                    page.click(&Target::Id(attacker.clone()));
                }
                page.wait_for("the plan to be shown", &format!("#{blocker}[data-plan]"), true);
            }
            done(page);
        }
        _ => match main {
            Some(_) => done(page),
            None => page.click(&Target::Control(0)),
        },
    }
    page.wait_answered(question.number);
}

pub fn done(page: &Page) {
    page.click(&Target::Css(selectors::MAIN.to_owned()));
}

/// Whoever plays to the end by clicks has seen everything happen that a game is made of.
pub fn by_clicks(page: &Page) {
    let folder = library();
    let _served = against_bot(page, &folder, &[]);
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..MANY {
        let Some(question) = page.asked() else { break };
        kinds.insert(question.kind.clone());
        click_through(page, &question);
    }
    if !page.has(selectors::OVER) {
        page.fail("the game does not end");
    }
    for kind in ["action", "chosen", "attacks", "blocks"] {
        assert!(kinds.contains(kind), "nobody was asked for {kind}: {kinds:?}");
    }
    let log = page.log().join("\n");
    for wanted in ["Cinder Wolf", "attack", "damage"] {
        assert!(log.contains(wanted), "`{wanted}` is not in the log:\n{log}");
    }
    page.screenshot("end");
}

const TAB: char = '\u{e004}';
const RIGHT: char = '\u{e014}';

/// Walks with Tab until an element has the focus.
fn tab_to(page: &Page, id: &str) {
    for _ in 0..200 {
        if page.focus() == id {
            return;
        }
        page.press(TAB);
    }
    page.fail(&format!("Tab never comes to #{id}"));
}

/// Lands and creatures are reached with Tab and taken with Enter, attackers too; Space is the usual answer, digits are the others.
pub fn by_keys(page: &Page) {
    let folder = library();
    let _served = against_bot(page, &folder, &[]);
    let mut walked = false;
    for _ in 0..MANY {
        let Some(question) = page.asked() else { break };
        let main = question.controls.iter().find(|one| one.main);
        match question.kind.as_str() {
            "action" => match wish(&question, &["Play", "Cast"]).and_then(|one| one.element.clone()) {
                Some(element) => {
                    tab_to(page, &element);
                    let ring: bool = page.js(
                        "const s = getComputedStyle(document.activeElement); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1",
                        &[],
                    );
                    assert!(ring, "the focus on #{element} cannot be seen");
                    if !walked && page.cards("", selectors::HAND, false).len() > 2 {
                        page.press(RIGHT);
                        walked = page.focus() != element;
                        tab_to(page, &element);
                    }
                    page.press(ENTER);
                }
                None => page.press(' '),
            },
            "attacks" => {
                let creature = question.controls.iter().find_map(|one| one.element.clone());
                if let Some(creature) = creature {
                    tab_to(page, &creature);
                    page.press(ENTER);
                    page.wait_for("the plan to be shown", &format!("#{creature}[data-plan]"), true);
                }
                page.press(' ');
            }
            "chosen" if main.is_some() => {
                page.press('1');
                page.press(' ');
            }
            _ if main.is_some() => page.press(' '),
            _ => page.press('1'),
        }
        page.wait_answered(question.number);
    }
    if !page.has(selectors::OVER) {
        page.fail("the game does not end");
    }
    assert!(walked, "the arrow keys walk over no cards");
}

/// With cards in motion, whoever clicks at once is heard: pictures of cards that travel do not catch the click.
pub fn a_click_while_cards_move(page: &Page) {
    let folder = library();
    let _served = against_bot(page, &folder, &[]);
    let named = "return [...document.querySelectorAll('.card')].some((one) => one.style.viewTransitionName !== '')";
    let catches = "return getComputedStyle(document.documentElement, '::view-transition').pointerEvents";
    let mut moved = false;
    for _ in 0..14 {
        let Some(question) = page.asked() else { break };
        if page.js::<bool>(named, &[]) {
            moved = true;
            assert_eq!(page.js::<String>(catches, &[]), "none", "cards that travel catch clicks");
        }
        click_through(page, &question);
    }
    assert!(moved, "no card was ever on its way");
}

/// Each of two people sees their own hand only, and only when it is their turn to answer.
pub fn hot_seat(page: &Page) {
    let folder = library();
    let served = Served::start(&folder, &["--decks", "embers,embers", "--seed", "3", "--hot-seat"]);
    page.goto(served.link());
    let mut asked = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let Some(question) = page.asked() else { break };
        let hands: Vec<(bool, usize)> = page.js(
            "return [...document.querySelectorAll('.player')].map((one) => [one.hasAttribute('data-near'), one.querySelectorAll('.hand .card[id]').length])",
            &[],
        );
        assert_eq!(hands.iter().filter(|(near, _)| *near).count(), 1, "one player sits near: {hands:?}");
        assert!(hands.iter().all(|(near, cards)| *near || *cards == 0), "the other's hand is shown: {hands:?}");
        let near: String =
            page.js("return document.querySelector(arguments[0]).getAttribute('aria-label')", &[json!(selectors::NEAR)]);
        assert!(question.title.starts_with(&near), "{near} sits near, and the question is `{}`", question.title);
        asked.insert(near);
        click_through(page, &question);
    }
    assert_eq!(asked.len(), 2, "both are asked: {asked:?}");
    let lands = |player: &str| page.cards("Mountain", &format!("#{player} {}", selectors::ROW), false).len();
    assert!(lands("area0") > 1 && lands("area1") > 1, "both have played lands");
}

/// Plays until a card of that name is a choice in one's hand.
pub fn until_castable(page: &Page, name: &str) {
    for _ in 0..200 {
        if !page.cards(name, selectors::HAND, true).is_empty() {
            return;
        }
        let Some(question) = page.asked() else { break };
        let pass = question.controls.iter().find(|one| one.main);
        match question.kind.as_str() {
            "action" => {
                let control = wish(&question, &["Play"]).or(pass).unwrap_or_else(|| page.fail("nothing can be done"));
                page.click(&Target::Control(control.place));
                page.wait_answered(question.number);
            }
            "attacks" | "blocks" => {
                done(page);
                page.wait_answered(question.number);
            }
            _ => click_through(page, &question),
        }
    }
    page.fail(&format!("{name} can never be cast"));
}

/// Casts the spell at the bot and waits for what it does; gives back the lines about it.
pub fn cast_lance(page: &Page) -> String {
    until_castable(page, "Ember Lance");
    let before = page.log().len();
    let question = page.asked().unwrap_or_else(|| page.fail("nothing is asked"));
    page.click_card("Ember Lance", selectors::HAND);
    page.wait_answered(question.number);
    aim_and_resolve(page, before)
}

/// Aims the spell that is being cast at the bot, and lets it resolve.
pub fn aim_and_resolve(page: &Page, before: usize) -> String {
    let question = page.asked().unwrap_or_else(|| page.fail("no target is asked for"));
    page.click(&Target::Id("p1".to_owned()));
    page.wait_answered(question.number);
    for _ in 0..6 {
        let said = page.log().into_iter().skip(before).collect::<Vec<_>>().join("\n");
        if said.contains("damage to Bot") {
            return said;
        }
        let Some(question) = page.asked() else { break };
        page.answer(question.controls.iter().find(|one| one.main).map_or("Pass", |one| one.words.as_str()));
    }
    page.fail(&format!("{} deals no damage", served::LANCE));
}
