//! Where permanents lie: rows, and in the rows spots of one card, of cards that are alike, or of a card with what is attached to it.
//!
//! The style sheet makes the cards of a row as large as they fit; what it has to know for that is said in custom properties.

use super::card::{Lit, card};
use super::object_id;
use crate::room::{Eyes, Room};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::object::{Object, ObjectKind, Recipient};
use cardwright_engine::types::CardType;
use maud::{Markup, html};

/// The rows in which permanents lie, the nearest to the middle of the table first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Creatures,
    Others,
    Lands,
}

impl Row {
    pub fn of(game: &Game, id: ObjectId) -> Row {
        let types = &game.characteristics(id).types;
        if types.is(CardType::Creature) {
            Row::Creatures
        } else if types.is(CardType::Land) {
            Row::Lands
        } else {
            Row::Others
        }
    }
    pub fn word(self) -> &'static str {
        match self {
            Row::Creatures => "creatures",
            Row::Others => "other permanents",
            Row::Lands => "lands",
        }
    }
}

/// What lies in one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    /// One card, or several that are alike and overlap.
    Alike(Vec<ObjectId>),
    /// What is attached, the farthest first, and in front of it what it is attached to.
    Host(Vec<ObjectId>, ObjectId),
}

/// How many cards that are alike overlap in one spot: each must still be clicked.
const ALIKE: usize = 6;

impl Spot {
    /// How much of a card's width each overlapping card shows, in hundredths.
    fn step(&self) -> u32 {
        match self {
            Spot::Alike(ids) if ids.len() > 1 => (110 / (ids.len() as u32 - 1)).min(27),
            _ => 0,
        }
    }
    /// How many cards wide it is, in hundredths.
    fn width(&self) -> u32 {
        match self {
            Spot::Alike(ids) => 100 + self.step() * (ids.len().saturating_sub(1) as u32),
            Spot::Host(..) => 100,
        }
    }
}

/// How far attachments of attachments are followed.
const DEEPEST: usize = 16;

/// What cards have in common that lie in one spot.
#[derive(PartialEq, Eq)]
struct Look {
    def: DefId,
    face: u8,
    name: &'static str,
    numbers: (Option<i32>, Option<i32>),
    tapped: bool,
    sick: bool,
    light: Option<&'static str>,
}

/// The spots of the permanents of one row, in order; lands and tokens that are alike share one.
pub(super) fn spots(game: &Game, lit: &Lit, ids: &[ObjectId]) -> Vec<Spot> {
    let mut spots: Vec<(Spot, Option<Look>)> = Vec::new();
    for id in ids.iter().copied() {
        let attached = attached_to(game, id);
        if !attached.is_empty() {
            spots.push((Spot::Host(attached, id), None));
            continue;
        }
        let look = game.object(id).and_then(|object| look(game, lit, object));
        let same = spots.iter_mut().find_map(|(spot, other)| match spot {
            Spot::Alike(known) if look.is_some() && *other == look && known.len() < ALIKE => Some(known),
            _ => None,
        });
        match same {
            Some(known) => known.push(id),
            None => spots.push((Spot::Alike(vec![id]), look)),
        }
    }
    spots.into_iter().map(|(spot, _)| spot).collect()
}

/// What others must be like to lie with it; `None` if it lies alone.
fn look(game: &Game, lit: &Lit, object: &Object) -> Option<Look> {
    let id = object.id;
    let is = game.characteristics(id);
    let common = object.kind == ObjectKind::Token || is.types.is(CardType::Land);
    let fights = game.combat().is_some_and(|combat| combat.attacks(id).is_some() || !combat.blocked_with(id).is_empty());
    (common && !fights && object.counters.is_empty() && object.damage == 0 && !object.face_down).then(|| Look {
        def: object.def,
        face: object.face,
        name: is.name.as_str(),
        numbers: (is.power, is.toughness),
        tapped: object.is_tapped(),
        sick: object.summoning_sick && is.types.is(CardType::Creature),
        light: lit.word(&object_id(id)),
    })
}

/// Everything that lies with a permanent, what lies with that first.
fn attached_to(game: &Game, host: ObjectId) -> Vec<ObjectId> {
    let direct = game.permanents().map(|object| object.id).filter(|id| attached_here(game, *id) == Some(host));
    direct.flat_map(|id| attached_to(game, id).into_iter().chain([id])).collect()
}

/// The permanent that it lies with, if that is there. Of two that are attached to each other neither lies with the other.
pub(super) fn attached_here(game: &Game, id: ObjectId) -> Option<ObjectId> {
    let host_of = |id: ObjectId| match game.permanent(id)?.attached_to {
        Some(Recipient::Object(host)) if game.permanent(host).is_some() => Some(host),
        _ => None,
    };
    let host = host_of(id)?;
    let mut above = Some(host);
    for _ in 0..DEEPEST {
        match above {
            Some(one) if one == id => return None,
            Some(one) => above = host_of(one),
            None => break,
        }
    }
    Some(host)
}

/// The player that it is attached to.
pub(super) fn host_player(game: &Game, id: ObjectId) -> Option<PlayerId> {
    match game.permanent(id)?.attached_to {
        Some(Recipient::Player(player)) => Some(player),
        _ => None,
    }
}

/// What is in a spot.
pub(super) fn lay(room: &mut Room, eyes: Eyes, lit: &Lit, spot: &Spot) -> Markup {
    let style = format!("--step:.{:02}", spot.step());
    match spot {
        Spot::Alike(ids) => html! {
            div.spot data-alike[ids.len() > 1] style=[(ids.len() > 1).then_some(style)] {
                @for id in ids { (card(room, eyes, lit, *id)) }
                @if ids.len() > 1 { span.times aria-hidden="true" { "\u{00d7}" (ids.len()) } }
            }
        },
        Spot::Host(attached, host) => html! {
            div.spot data-host style=(format!("--k:{}", attached.len())) {
                @for id in attached { (card(room, eyes, lit, *id)) }
                (card(room, eyes, lit, *host))
            }
        },
    }
}

/// For the style sheet: how many cards wide the row is, in one, two, three and four lines.
pub(super) fn fit(spots: &[Spot]) -> String {
    let widths: Vec<u32> = spots.iter().map(Spot::width).collect();
    (1..=4).map(|lines| format!("--n{lines}:{:.2}", f64::from(width_in(&widths, lines)) / 100.0)).collect::<Vec<_>>().join(";")
}

/// The least width at which those in order need no more lines than that.
fn width_in(widths: &[u32], lines: usize) -> u32 {
    let widest = widths.iter().copied().max().unwrap_or(100);
    let mut width = widest.max(widths.iter().sum::<u32>() / lines as u32);
    while needed(widths, width) > lines {
        width += 1;
    }
    width
}

fn needed(widths: &[u32], width: u32) -> usize {
    let (mut lines, mut used) = (1, 0);
    for one in widths {
        if used + one > width {
            lines += 1;
            used = 0;
        }
        used += one;
    }
    lines
}

/// For the style sheet: how the rows of a player share the room.
pub(super) fn shares(lists: &[(Row, Vec<Spot>)]) -> String {
    let width =
        |row: Row| -> u32 { lists.iter().filter(|(one, _)| *one == row).flat_map(|(_, spots)| spots).map(Spot::width).sum() };
    let (front, lands, others) = (width(Row::Creatures), width(Row::Lands), width(Row::Others));
    // A row of more cards than lie well in one line is given more height, up to twice as much.
    let height = |width: u32| 100 + width.saturating_sub(900).min(1800) / 18;
    format!(
        "--front:{}fr;--rear:{}fr;--lands:{}fr;--others:{}fr",
        height(front) + 10,
        height(lands + others),
        lands.max(if others == 0 { 100 } else { 0 }),
        others
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(count: usize) -> Spot {
        let id: ObjectId = serde_json::from_value(serde_json::json!({ "slot": 0, "generation": 0 })).unwrap();
        Spot::Alike(vec![id; count])
    }

    #[test]
    fn lines_are_filled_in_order() {
        let nine = [100; 9];
        assert_eq!([1, 2, 3, 4].map(|lines| width_in(&nine, lines)), [900, 500, 300, 300]);
        // Two wide spots never share a line that is as wide as one and a half of them.
        assert_eq!(width_in(&[200, 200, 200], 2), 400);
        assert_eq!(width_in(&[], 2), 100);
    }

    #[test]
    fn overlapping_cards_take_less_room_than_cards_in_a_line() {
        let of = |count: usize| alike(count).width();
        assert_eq!(of(1), 100);
        assert!((2..=ALIKE).all(|count| of(count) > of(count - 1) || count > 5) && of(ALIKE) < 220);
    }

    #[test]
    fn a_crowded_row_is_given_more_height() {
        let row = |row: Row, count: usize| (row, vec![alike(1); count]);
        let few = shares(&[row(Row::Creatures, 4), row(Row::Others, 0), row(Row::Lands, 4)]);
        assert_eq!(few, "--front:110fr;--rear:100fr;--lands:400fr;--others:0fr");
        let many = shares(&[row(Row::Creatures, 27), row(Row::Others, 1), row(Row::Lands, 4)]);
        assert_eq!(many, "--front:210fr;--rear:100fr;--lands:400fr;--others:100fr");
    }
}
