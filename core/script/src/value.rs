//! What the words of the vocabulary yield and take: pieces of engine data, before they become abilities.

use cardwright_engine::ability::{
    Amount, Callback, Comparison, Condition, CopyOf, Cost, Destination, Duration, Effect, EventChange, EventPattern, Filter,
    Mode, Objects, Players, Replacement, Rule, StepKind, TokenSpec,
};
use cardwright_engine::ids::{LinkKey, TargetSlot, Var};
use cardwright_engine::mana::Color;
use cardwright_engine::symbol::Symbol;
use rhai::{Dynamic, FnPtr, ImmutableString};

/// Stand-in target slots count from here until an ability is put together; see [`crate::assemble`].
pub(crate) const STAND_IN: u16 = 0x8000;

/// A value in a script, with its size: a runaway script must not build data without bounds.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub value: Value,
    /// How many words it took to build it.
    pub weight: u16,
    /// How deep they are nested.
    pub depth: u8,
    /// The word that it is, if it is just that: closures hand captured words on as if they were local variables.
    pub word: &'static str,
    /// The step of the trace that yielded it, counted from 1; 0 for none.
    pub step: u16,
}

impl Piece {
    pub(crate) fn new(value: Value) -> Self {
        Piece { value, weight: 1, depth: 1, word: "", step: 0 }
    }
}

/// A piece of engine data in the making.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Amount(Amount),
    Condition(Condition),
    Filter(Filter),
    Objects(Objects),
    Players(Players),
    /// Objects or players: "any target".
    Either(Filter, Players),
    /// One instance of "target".
    Target(TargetSlot),
    /// The event that sets the ability off.
    Event(Var),
    /// What an effect did.
    Done(Var),
    /// What the object remembers under a name.
    Linked(LinkKey),
    /// "at least 3"
    Compare(Comparison, Amount),
    Pattern(EventPattern),
    Step(StepKind, Players),
    Cost(Cost),
    Effect(Box<Effect>),
    Statement(Box<Statement>),
    Changes(Vec<EventChange>),
    Mode(Box<Mode>),
    Modes(Box<Modes>),
    Ability(AbilityHandle),
    Keyword(Symbol),
    Color(Color),
    Token(Box<TokenSpec>),
    Copy(Box<CopyOf>),
    Destination(Box<Destination>),
    /// A callback, with the names that its targets are to be bound to.
    Script(Box<Callback>, Vec<(TargetSlot, Var)>),
    /// The game, in a callback.
    Game,
    /// A value of Rhai's own.
    Plain(Dynamic),
}

/// An ability of the card that is being built, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AbilityHandle(pub usize);

/// Something that is true for a while: what `always` takes, and what an effect can bring about.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Statement {
    pub parts: Vec<Part>,
    pub condition: Condition,
    pub duration: Option<Duration>,
    /// Where its first word stands.
    pub at: Option<rhai::Position>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Part {
    Continuous { who: Who, changes: Vec<cardwright_engine::ability::Change> },
    Rule(Box<Rule>),
    Replacement(Box<Replacement>),
}

/// Whom a continuous effect affects.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Who {
    Matching(Filter),
    These(Objects),
    /// The next spell that matches and that one of these players casts.
    NextSpell(Players, Filter),
}

/// "Choose one -" and its like.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Modes {
    pub min: Amount,
    pub max: Amount,
    pub repeat: bool,
    pub chooser: Players,
    pub modes: Vec<Mode>,
}

impl Value {
    pub(crate) fn effect(effect: Effect) -> Value {
        Value::Effect(Box::new(effect))
    }
    pub(crate) fn statement(parts: Vec<Part>) -> Value {
        Value::Statement(Box::new(Statement { parts, ..Statement::default() }))
    }
    pub(crate) fn replacement(replacement: Replacement) -> Value {
        Value::statement(vec![Part::Replacement(Box::new(replacement))])
    }
    pub(crate) fn rule(rule: Rule) -> Value {
        Value::statement(vec![Part::Rule(Box::new(rule))])
    }
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Amount(_) => "a number",
            Value::Condition(_) => "a condition",
            Value::Filter(_) => "a filter",
            Value::Objects(_) => "an object",
            Value::Players(_) => "players",
            Value::Either(..) => "objects or players",
            Value::Target(_) => "a target",
            Value::Event(_) => "an event that happened",
            Value::Done(_) => "what an effect did",
            Value::Linked(_) => "something remembered",
            Value::Compare(..) => "a comparison",
            Value::Pattern(_) => "an event pattern",
            Value::Step(..) => "a step",
            Value::Cost(_) => "a cost",
            Value::Effect(_) => "an effect",
            Value::Statement(_) => "a statement for `always`",
            Value::Changes(_) => "a change to an event",
            Value::Mode(_) => "a mode",
            Value::Modes(_) => "a choice of modes",
            Value::Ability(_) => "an ability",
            Value::Keyword(_) => "a keyword",
            Value::Color(_) => "a colour",
            Value::Token(_) => "a token",
            Value::Copy(_) => "a copy",
            Value::Destination(_) => "a destination",
            Value::Script(..) => "a callback",
            Value::Game => "the game",
            Value::Plain(_) => "a plain value",
        }
    }
}

/// An argument as the script gave it.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    Value(Value),
    Number(i64),
    Bool(bool),
    Text(ImmutableString),
    List(Vec<Given>),
    Options(rhai::Map),
    Closure(FnPtr),
    Nothing,
    Strange,
}

impl Given {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Given::Value(value) => value.kind(),
            Given::Number(_) => "a number",
            Given::Bool(_) => "true or false",
            Given::Text(_) => "a text",
            Given::List(_) => "a list",
            Given::Options(_) => "a map of options",
            Given::Closure(_) => "a closure",
            Given::Nothing => "nothing",
            Given::Strange => "something else",
        }
    }
}

/// The size of what was given and how deep it is nested.
pub(crate) fn measure(value: &Dynamic) -> (u32, u8) {
    if let Some(piece) = value.read_lock::<Piece>() {
        return (piece.weight.into(), piece.depth);
    }
    if let Some(list) = value.read_lock::<rhai::Array>() {
        return list
            .iter()
            .map(measure)
            .fold((1, 0), |(weight, depth), (more, deep)| (weight.saturating_add(more), depth.max(deep)));
    }
    if let Some(map) = value.read_lock::<rhai::Map>() {
        return map
            .values()
            .map(measure)
            .fold((1, 0), |(weight, depth), (more, deep)| (weight.saturating_add(more), depth.max(deep)));
    }
    (1, 0)
}

impl From<Dynamic> for Given {
    fn from(value: Dynamic) -> Given {
        let value = value.flatten();
        if value.is::<Piece>() {
            return Given::Value(value.cast::<Piece>().value);
        }
        if let Ok(number) = value.as_int() {
            return Given::Number(number);
        }
        if let Ok(flag) = value.as_bool() {
            return Given::Bool(flag);
        }
        if value.is_string() {
            return Given::Text(value.cast::<ImmutableString>());
        }
        if value.is_array() {
            return Given::List(value.cast::<rhai::Array>().into_iter().map(Given::from).collect());
        }
        if value.is_map() {
            return Given::Options(value.cast::<rhai::Map>());
        }
        if value.is_fnptr() {
            return Given::Closure(value.cast::<FnPtr>());
        }
        if value.is_unit() { Given::Nothing } else { Given::Strange }
    }
}
