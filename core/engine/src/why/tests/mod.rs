//! Why, from the rules.

mod characteristics;
mod combat;
mod matching;
mod refusals;
mod triggers;

use crate::ability::{AbilityRef, Change, CopyOf, CopySource, Filter, Objects, Players, TypeChange};
use crate::eval::testing::*;
use crate::game::Game;
use crate::ids::{ObjectId, Timestamp};
use crate::mana::{Color, ColorSet};
use crate::types::CardType;
use crate::zone::ZoneKind;

const C: crate::ids::PlayerId = crate::ids::PlayerId(2);

fn enchantment(name: &str) -> Card {
    card(name, &[CardType::Enchantment])
}
fn land(name: &str) -> Card {
    card(name, &[CardType::Land])
}
fn lands() -> Filter {
    Filter::Type(CardType::Land)
}
fn yours(filter: Filter) -> Filter {
    filter.and(Filter::ControlledBy(Box::new(Players::You)))
}
fn become_type(subtype: &str) -> Change {
    Change::Types(TypeChange { set_subtypes: Some(vec![subtype.into()]), ..TypeChange::default() })
}
