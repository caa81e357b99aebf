//! What scenarios hand over: prepared answers, and values to compare.

use super::fail::Fail;
use super::language::{CardRef, Seat};
use super::stage::Handle;
use cardwright_engine::ids::PlayerId;
use rhai::{Array, Dynamic, Map};

/// An answer that was prepared, or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub enum Prepared {
    /// Yes or no.
    Answer(bool),
    /// A number: a value, an amount, or the place of an option, from 1.
    Number(i64),
    /// A word that an option is called by.
    Word(String),
    /// A card, wherever it is now.
    Card(Handle),
    /// A player.
    Player(PlayerId),
    /// Several, in order.
    List(Vec<Prepared>),
}

impl Prepared {
    /// The answer that a script's value stands for.
    pub fn from(value: &Dynamic) -> Result<Self, Fail> {
        if let Some(yes) = value.clone().try_cast::<bool>() {
            return Ok(Prepared::Answer(yes));
        }
        if let Ok(number) = value.as_int() {
            return Ok(Prepared::Number(number));
        }
        if value.is_string() {
            let word = value.clone().into_string().unwrap_or_default();
            return Ok(match word.as_str() {
                "yes" => Prepared::Answer(true),
                "no" => Prepared::Answer(false),
                _ => Prepared::Word(word),
            });
        }
        if let Some(card) = value.clone().try_cast::<CardRef>() {
            return Ok(Prepared::Card(card.handle));
        }
        if let Some(seat) = value.clone().try_cast::<Seat>() {
            return Ok(Prepared::Player(seat.player));
        }
        if let Some(prepared) = value.clone().try_cast::<Prepared>() {
            return Ok(prepared);
        }
        if let Some(items) = value.clone().try_cast::<Array>() {
            return Ok(Prepared::List(items.iter().map(Prepared::from).collect::<Result<_, _>>()?));
        }
        if value.is_unit() {
            return Ok(Prepared::List(Vec::new()));
        }
        Err(Fail::wrong(format!("a {} answers no question", value.type_name())))
    }

    /// Its parts: those of a list, or itself.
    pub fn parts(&self) -> &[Prepared] {
        match self {
            Prepared::List(items) => items,
            one => std::slice::from_ref(one),
        }
    }
}

/// Whether two values of a script are the same to a scenario: cards by their physical card, arrays piece by piece.
pub fn same(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Some(one), Some(other)) = (a.clone().try_cast::<CardRef>(), b.clone().try_cast::<CardRef>()) {
        return one.is_same(&other);
    }
    if let (Some(one), Some(other)) = (a.clone().try_cast::<Seat>(), b.clone().try_cast::<Seat>()) {
        return one.player == other.player;
    }
    if let (Some(one), Some(other)) = (a.clone().try_cast::<Array>(), b.clone().try_cast::<Array>()) {
        return one.len() == other.len() && one.iter().zip(&other).all(|(a, b)| same(a, b));
    }
    if let (Some(one), Some(other)) = (a.clone().try_cast::<Map>(), b.clone().try_cast::<Map>()) {
        return one.len() == other.len() && one.iter().all(|(key, a)| other.get(key).is_some_and(|b| same(a, b)));
    }
    if let (Ok(one), Ok(other)) = (a.as_int(), b.as_int()) {
        return one == other;
    }
    if let (Ok(one), Ok(other)) = (a.as_bool(), b.as_bool()) {
        return one == other;
    }
    if a.is_string() && b.is_string() {
        return a.to_string() == b.to_string();
    }
    // A card or player is also known by its name.
    if (a.is::<CardRef>() || a.is::<Seat>()) && b.is_string() || (b.is::<CardRef>() || b.is::<Seat>()) && a.is_string() {
        return show(a).trim_matches('"') == show(b).trim_matches('"');
    }
    a.is_unit() && b.is_unit()
}

/// A value as a failure shows it.
pub fn show(value: &Dynamic) -> String {
    if let Some(card) = value.clone().try_cast::<CardRef>() {
        return card.shown();
    }
    if let Some(seat) = value.clone().try_cast::<Seat>() {
        return seat.name();
    }
    if let Some(items) = value.clone().try_cast::<Array>() {
        return format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", "));
    }
    if value.is_string() {
        return format!("{:?}", value.to_string());
    }
    if value.is_unit() {
        return "nothing".to_owned();
    }
    value.to_string()
}
