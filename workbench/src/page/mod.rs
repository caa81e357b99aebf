//! The page: typed templates, made for one role and one pair of eyes.
//!
//! The page is made of parts, each an element with an `id`. The server sends the parts that have changed, and the browser's module
//! changes the elements in place. What the eyes may not see is not in the page in any form: hidden cards have neither name nor id.

mod art;
mod board;
mod card;
mod controls;
mod frame;
pub mod inspector;
mod log;
pub mod palette;
mod places;
mod question;
mod setup;
mod shell;
mod stack;
mod symbols;
mod time;
mod trouble;
mod why;

pub use art::Sort;
pub use frame::{CardPicture, Held, KeywordPicture, Pictures, Shift, Size, Stock, card_frame};
pub use shell::{page, toast};
pub use symbols::{mana_cost, rules_text, symbols};

use crate::room::{Eyes, Role, Room};
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::Recipient;
use std::collections::BTreeMap;

/// The parts of the page as they are now, by `id`.
pub fn parts(room: &mut Room, role: Role, eyes: Eyes) -> BTreeMap<&'static str, String> {
    let board = board::board(room, role, eyes);
    BTreeMap::from([
        ("board", board.into_string()),
        ("controls", controls::controls(room, role, eyes).into_string()),
        ("stack", stack::stack(room, role, eyes).into_string()),
        ("phases", board::phases(room, role, eyes).into_string()),
        ("question", question::question(room, role, eyes).into_string()),
        ("log", log::log(room, eyes).into_string()),
        ("time", time::time(room, role, eyes).into_string()),
        ("trouble", trouble::trouble(room, role).into_string()),
    ])
}

/// The `id` of the element that shows an object.
pub fn object_id(object: ObjectId) -> String {
    format!("o{}-{}", object.slot(), object.generation())
}

/// The `id` of the element that shows a player.
pub fn player_id(player: PlayerId) -> String {
    format!("p{}", player.0)
}

/// The `id` of the element that shows a player or object.
pub fn recipient_id(recipient: Recipient) -> String {
    match recipient {
        Recipient::Object(object) => object_id(object),
        Recipient::Player(player) => player_id(player),
    }
}
