//! The words of scenarios, as Rhai knows them: the table `t`, the players `t.a`, `t.b`..., cards, and `expect`.
//!
//! The words of card scripts are there too; these come on top.

mod card;
mod expect;
mod player;
mod table;

use super::cards::Facts;
use super::fail::Fail;
use super::stage::{Handle, Stage};
use cardwright_engine::ability::AbilityRef;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::object::Recipient;
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};
use std::cell::RefCell;
use std::rc::Rc;

/// What a word gives back to Rhai.
type Answered<T> = Result<T, Box<EvalAltResult>>;

/// Makes abilities out of the closures of cards that are defined on the spot.
pub(crate) trait Maker {
    /// The abilities of a face: of its keywords first, then those that the closure makes.
    fn abilities(&self, context: &NativeCallContext<'_>, key: &str, facts: &Facts, closure: Option<FnPtr>) -> Result<Vec<AbilityRef>, Box<EvalAltResult>>;
}

/// The table of a scenario: `t`.
#[derive(Clone)]
pub(super) struct TableRef {
    pub stage: Rc<RefCell<Stage>>,
    pub maker: Rc<dyn Maker>,
}

/// A player at the table: `t.a`.
#[derive(Clone)]
pub struct Seat {
    pub(super) stage: Rc<RefCell<Stage>>,
    /// Which.
    pub player: PlayerId,
}

/// A card that the scenario has a name for.
#[derive(Clone)]
pub struct CardRef {
    pub(super) stage: Rc<RefCell<Stage>>,
    /// Which.
    pub handle: Handle,
}

impl Seat {
    /// What the player is called.
    pub fn name(&self) -> String {
        self.stage.borrow().player_name(self.player)
    }
}

impl CardRef {
    /// Whether both are the same physical card.
    pub fn is_same(&self, other: &CardRef) -> bool {
        self.handle == other.handle || self.stage.borrow().id(self.handle) == other.stage.borrow().id(other.handle)
    }
    /// How a failure shows it.
    pub fn shown(&self) -> String {
        self.stage.borrow().name(self.handle)
    }
}

/// Registers all words of scenarios.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<TableRef>("Table");
    engine.register_type_with_name::<Seat>("Player at the table");
    engine.register_type_with_name::<CardRef>("Card at the table");
    table::register(engine);
    player::register(engine);
    card::register(engine);
    expect::register(engine);
}

/// A text argument.
fn text(value: &Dynamic, what: &str) -> Result<String, Fail> {
    value.clone().into_string().map_err(|kind| Fail::wrong(format!("{what} is a text, not a {kind}")))
}

/// A card argument.
fn card(value: &Dynamic, what: &str) -> Result<Handle, Fail> {
    match value.clone().try_cast::<CardRef>() {
        Some(card) => Ok(card.handle),
        None => Err(Fail::wrong(format!("{what} is a card, not a {}", value.type_name()))),
    }
}

/// A card or player argument.
fn recipient(stage: &Stage, value: &Dynamic) -> Result<Recipient, Fail> {
    if let Some(seat) = value.clone().try_cast::<Seat>() {
        return Ok(Recipient::Player(seat.player));
    }
    card(value, "this").map(|handle| Recipient::Object(stage.id(handle)))
}

/// One value, or the values of an array.
fn several(value: &Dynamic) -> Array {
    value.clone().try_cast::<Array>().unwrap_or_else(|| vec![value.clone()])
}
