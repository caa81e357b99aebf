//! Why something is not legal, in words.

use super::Names;
use cardwright_engine::ability::AbilityBody;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::why::WhyNot;
use cardwright_engine::zone::ZoneKind;

/// The reason: "not enough mana".
pub fn why_not(game: &Game, names: &Names, why: WhyNot) -> String {
    let words = match why {
        WhyNot::NotThere => "it is not there",
        WhyNot::NoPermission => "nothing permits it from there, for this player",
        WhyNot::WrongKind => "lands are played, other cards are cast",
        WhyNot::NoManaCost => "it has no mana cost",
        WhyNot::NotNow => "wrong timing",
        WhyNot::Prohibited(by) => return format!("prohibited by {} ({})", names.object(game, by), why.rule()),
        WhyNot::LandsPlayed => "no more lands this turn",
        WhyNot::UsedUp => "used already this turn",
        WhyNot::ConditionFails => "its own condition does not hold",
        WhyNot::NoTarget => "no legal target or mode",
        WhyNot::CannotPay => "the cost cannot be paid",
        WhyNot::NotEnoughMana => "not enough mana",
        WhyNot::IsTapped => "it is tapped",
        WhyNot::TooNew => "it came under control this turn",
    };
    format!("{words} ({})", why.rule())
}

/// Of several objects the reason that got furthest; for instance of all cards of one name.
fn best(reasons: impl Iterator<Item = WhyNot>) -> Option<WhyNot> {
    let mut best: Option<WhyNot> = None;
    for why in reasons {
        if best.is_none_or(|known| known.progress() < why.progress()) {
            best = Some(why);
        }
    }
    best
}

/// Why none of these cards may be cast, in that way or in any; nothing if one may.
pub fn why_not_cast(game: &Game, names: &Names, player: PlayerId, cards: &[ObjectId], way: Option<u8>) -> Option<String> {
    let reasons: Option<Vec<WhyNot>> = cards.iter().map(|card| game.why_not_cast(player, *card, way)).collect();
    best(reasons?.into_iter()).map(|why| why_not(game, names, why))
}

/// Why none of these lands may be played; nothing if one may.
pub fn why_not_play(game: &Game, names: &Names, player: PlayerId, cards: &[ObjectId]) -> Option<String> {
    let reasons: Option<Vec<WhyNot>> = cards.iter().map(|card| game.why_not_play(player, *card)).collect();
    best(reasons?.into_iter()).map(|why| why_not(game, names, why))
}

/// Why none of these abilities may be activated; nothing if one may.
pub fn why_not_activate(game: &Game, names: &Names, player: PlayerId, abilities: &[(ObjectId, u16)]) -> Option<String> {
    let reasons: Option<Vec<WhyNot>> =
        abilities.iter().map(|(source, place)| game.why_not_activate(player, *source, *place)).collect();
    best(reasons?.into_iter()).map(|why| why_not(game, names, why))
}

/// A line for each thing that the player could think of doing with an object: that it can be done, or why not.
fn why_object(game: &Game, names: &Names, player: PlayerId, id: ObjectId) -> Vec<String> {
    let Some(object) = game.object(id) else { return Vec::new() };
    let mut lines = Vec::new();
    let mut say = |what: &str, why: Option<WhyNot>| {
        let why = why.map_or_else(|| "can be done".to_owned(), |why| why_not(game, names, why));
        lines.push(format!("{what}: {why}"));
    };
    if !matches!(object.zone, ZoneKind::Battlefield | ZoneKind::Command) {
        let land = game.why_not_cast(player, id, None) == Some(WhyNot::WrongKind);
        say("", if land { game.why_not_play(player, id) } else { game.why_not_cast(player, id, None) });
    }
    if object.zone == ZoneKind::Battlefield {
        for (place, instance) in game.abilities(id).iter().enumerate() {
            if matches!(instance.ability.kind, AbilityBody::Activated(_)) {
                say(&super::question::which_ability(game, id, place as u16), game.why_not_activate(player, id, place as u16));
            }
        }
    }
    lines
}

/// A line for each card and ability that the player could think of using and may not, with the reason: what is in hand and
/// what is theirs on the battlefield, or whatever they may see that is called so.
pub fn why_nothing(game: &Game, names: &Names, player: PlayerId, called: &str) -> Vec<String> {
    let zones = [ZoneKind::Hand, ZoneKind::Battlefield, ZoneKind::Graveyard, ZoneKind::Exile, ZoneKind::Command];
    let reader = Names { reader: Some(player), ..names.clone() };
    let mut lines = Vec::new();
    for zone in zones {
        let usual = matches!(zone, ZoneKind::Hand | ZoneKind::Battlefield);
        for &id in game.zone(zone, player) {
            if !game.object(id).is_some_and(|object| reader.may_see(game, object)) {
                continue;
            }
            let name = reader.object(game, id);
            let meant = if called.is_empty() {
                usual && (zone == ZoneKind::Hand || game.controller(id) == player)
            } else {
                name.to_lowercase().starts_with(&called.to_lowercase())
            };
            if !meant {
                continue;
            }
            lines.extend(why_object(game, &reader, player, id).into_iter().map(|line| format!("{name}{line}")));
        }
    }
    if lines.is_empty() {
        lines.push("there is no such card that you may see".to_owned());
    }
    lines
}
