//! The words of scenarios, as Rhai knows them: the table `t`, the players `t.a`, `t.b`..., cards, and `expect`.
//!
//! The words of card scripts are there too; these come on top.

mod card;
mod expect;
mod player;
mod table;

use super::fail::Fail;
use super::stage::{Handle, Stage};
use cardwright_engine::ids::PlayerId;
use cardwright_engine::object::Recipient;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::TypeLine;
use cardwright_script::Compiled;
use cardwright_script::diagnostic::SourceFile;
use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// What a word gives back to Rhai.
type Answered<T> = Result<T, Box<EvalAltResult>>;

/// What is needed to make a face that a scenario defines on the spot.
pub(crate) struct NewFace<'a> {
    /// The key of the definition.
    pub key: Symbol,
    /// Its keywords, as written.
    pub keywords: &'a [String],
    /// Its type line.
    pub types: &'a TypeLine,
    /// The keys of the card's tokens.
    pub tokens: &'a [Symbol],
    /// The closure that makes its abilities.
    pub closure: Option<&'a FnPtr>,
    /// The scenario file, as it was read and compiled.
    pub file: SourceFile,
    /// The same, compiled.
    pub ast: Rc<AST>,
    /// Tells cards of one name in a file apart.
    pub version: u64,
}

/// The way to the script host, for scenarios.
pub(crate) trait Maker {
    /// The abilities of a face: of its keywords first, then those that the closure makes.
    fn make(&self, context: &NativeCallContext<'_>, face: &NewFace<'_>) -> Result<Compiled, Box<EvalAltResult>>;
    /// An error that a word of the vocabulary answered with, in words.
    fn explain(&self, error: &EvalAltResult) -> Option<String>;
    /// Runs something with the engine that knows all words, for so many operations.
    fn with_engine(&self, operations: u64, work: &mut dyn FnMut(&Engine));
}

/// The table of a scenario: `t`.
#[derive(Clone)]
pub(super) struct TableRef {
    pub stage: Rc<RefCell<Stage>>,
    pub maker: Rc<dyn Maker>,
    pub file: SourceFile,
    /// The folder of the scenario file.
    pub folder: PathBuf,
    pub ast: Rc<AST>,
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
