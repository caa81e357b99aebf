//! Games in a real browser: by clicks, by keys, while cards change, by three players, on a phone, by two people, over lost connections.
//!
//! They need Chromium and its driver. Without them they are not run, and the count says so; with `CARDWRIGHT_BROWSER_TESTS=required`
//! they fail.

mod access;
mod design;
mod editor;
mod files;
mod game;
mod phone;
mod reload;
mod three;
mod two;

use cardwright_tests::browser::{Driver, Look, Missing, Page};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::sync::{Arc, Mutex, PoisonError};

/// A test: its name, how the page is looked at, and what is done with it.
type Test = (&'static str, Look, fn(&Page));

const STILL: Look = Look { dark: false, motion: false, size: None };

/// All tests.
const TESTS: &[Test] = &[
    ("a game by clicks on the table", STILL, game::by_clicks),
    ("a game by the keyboard alone", STILL, game::by_keys),
    ("a click while cards move is not lost", Look { motion: true, ..STILL }, game::a_click_while_cards_move),
    ("two people take turns at one page", STILL, game::hot_seat),
    ("a saved script changes the card on the table", STILL, reload::a_saved_script),
    ("a choice that is open outlasts a change", STILL, reload::while_a_choice_is_open),
    ("a broken file is shown over a game that goes on", STILL, reload::a_broken_file),
    ("a card with errors from its first day is opened from the message", STILL, reload::a_card_that_never_was),
    ("a deleted file leaves its card in play", STILL, reload::a_deleted_file),
    ("the same again with the new text of a card", STILL, reload::again_with_the_new_text),
    ("a card is edited beside the board", STILL, design::edit_beside_the_board),
    ("back in time, and on from there", STILL, design::through_time),
    ("cards from the palette", STILL, design::from_the_palette),
    ("words are completed and mistakes mended in the editor", STILL, editor::while_somebody_types),
    ("a report plays again and becomes a scenario", STILL, files::a_report),
    ("a position is set up, saved, and opened", STILL, files::a_position),
    ("a game of three", STILL, three::a_whole_game),
    ("a phone held across", Look { size: Some((844, 390)), ..STILL }, phone::held_across),
    ("two people at two browsers", STILL, two::two_browsers),
    ("what a host takes back the guest sees", STILL, two::undo_with_a_guest),
    ("a page that lost its connection comes back", STILL, two::lost_connection),
    ("a board of sixty permanents", STILL, two::sixty_permanents),
    ("nothing stands in anybody's way", STILL, access::for_everybody),
];

fn main() {
    let mut arguments = Arguments::from_args();
    // Each test has a browser of several processes.
    arguments.test_threads.get_or_insert(2);
    let driver =
        if arguments.list { Err(Missing { words: String::new(), required: false }) } else { Driver::start().map(Arc::new) };
    if let Err(missing) = &driver
        && !missing.words.is_empty()
    {
        eprintln!("\nTHE TESTS IN THE BROWSER ARE NOT RUN: {}\n", missing.words);
    }
    let held = Arc::new(Mutex::new(driver.ok()));
    let driver_of = |held: &Mutex<Option<Arc<Driver>>>| held.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let trials = TESTS.iter().map(|(name, look, run)| {
        let held = held.clone();
        Trial::ignorable_test(*name, move || {
            let Some(driver) = driver_of(&held) else { return without_a_browser() };
            let page = Page::open(&driver, name, *look);
            run(&page);
            let complaints = page.complaints();
            if complaints.is_empty() {
                Ok(Completion::Completed)
            } else {
                page.fail(&format!("the console complains: {complaints:#?}"))
            }
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    // The driver ends its browsers when it is dropped; `exit` drops nothing.
    drop(held.lock().unwrap_or_else(PoisonError::into_inner).take());
    conclusion.exit();
}

/// What becomes of a test if there is no browser.
fn without_a_browser() -> Result<Completion, Failed> {
    match Driver::start() {
        Err(missing) if missing.required => Err(missing.words.into()),
        Err(missing) => Ok(Completion::ignored_with(missing.words)),
        Ok(_) => Err("the driver could be started only now".into()),
    }
}
