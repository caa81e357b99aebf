//! How much things on the table are worth to a bot, in about the points of a mana each.

use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::Recipient;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

/// What the object is worth to whoever controls it.
pub fn object(game: &Game, id: ObjectId) -> i32 {
    let is = game.characteristics(id);
    let abilities = is.abilities.len() as i32;
    let mut worth = abilities + is.mana_value(0) as i32;
    if is.types.is(CardType::Creature) {
        worth += 2 * is.power.unwrap_or(0).max(0) + is.toughness.unwrap_or(0).max(0);
    } else if is.types.is(CardType::Land) {
        worth += 3;
    }
    if game.object(id).is_some_and(|object| object.zone == ZoneKind::Stack) {
        worth += 4;
    }
    worth.max(1)
}

/// What the player or object is worth: players count as something worth hurting or helping, a little less than a good
/// creature, and more the less life they have.
pub fn recipient(game: &Game, recipient: Recipient) -> i32 {
    match recipient {
        Recipient::Object(id) => object(game, id),
        Recipient::Player(player) => 5 + (20 - game.player(player).life).max(0) / 3,
    }
}

/// Whether the recipient is that player or belongs to them, or to one of their team.
pub fn belongs_to(game: &Game, recipient: Recipient, player: PlayerId) -> bool {
    let whose = match recipient {
        Recipient::Object(id) => game.controller(id),
        Recipient::Player(other) => other,
    };
    !game.are_opponents(whose, player)
}

/// Power and toughness, with the damage on it taken off the toughness.
pub fn body(game: &Game, id: ObjectId) -> (i32, i32) {
    let is = game.characteristics(id);
    let damage = game.object(id).map_or(0, |object| object.damage as i32);
    (is.power.unwrap_or(0).max(0), is.toughness.unwrap_or(0) - damage)
}
