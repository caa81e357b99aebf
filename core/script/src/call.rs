//! One call of a word: its arguments, coerced to what the word needs, and what is wrong with them.

use crate::coerce;
use crate::shop::{At, Workshop};
use crate::text::TextError;
use crate::value::{Given, Modes, Piece, Value};
use crate::words::Word;
use cardwright_engine::ability::{
    Amount, Body, Condition, Cost, Destination, Effect, EventPattern, Filter, Mode, Objects, Players, Recipients,
};
use cardwright_engine::symbol::Symbol;
use rhai::{Dynamic, EvalAltResult, FnPtr, NativeCallContext};

/// What a word yields.
pub(crate) type Made = Result<Value, Trouble>;

/// Why a word yields nothing.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The argument in that place is not what is taken.
    Argument { place: usize, expected: String, found: String },
    /// A text argument has a mistake in its own small language.
    Text { place: usize, error: TextError },
    /// A name that nothing has.
    Unknown { place: usize, code: &'static str, message: String, help: String },
    /// Anything else.
    Other { code: &'static str, message: String, help: String },
    /// A closure failed.
    Script(Box<EvalAltResult>),
}

impl Trouble {
    pub(crate) fn other(message: impl Into<String>, help: impl Into<String>) -> Trouble {
        Trouble::Other { code: "wrong-argument", message: message.into(), help: help.into() }
    }
    pub(crate) fn argument(place: usize, expected: impl Into<String>, found: impl Into<String>) -> Trouble {
        Trouble::Argument { place, expected: expected.into(), found: found.into() }
    }
}

/// A [`Trouble`] on its way through Rhai, with the word that it happened in.
#[derive(Clone, Debug)]
pub(crate) struct Thrown {
    pub trouble: std::rc::Rc<Trouble>,
    pub word: String,
    /// Whether the word is one that stands behind a point.
    pub method: bool,
}

/// One call of a word.
pub(crate) struct Call<'c, 'a> {
    pub word: &'c Word,
    pub shop: &'c Workshop,
    pub context: &'c NativeCallContext<'c>,
    pub args: &'c mut [&'a mut Dynamic],
    /// What closures that it called have built.
    pub weight: u32,
    pub depth: u8,
    /// The steps whose values went into this one, while a trace is kept.
    pub from: Vec<u16>,
}

impl Call<'_, '_> {
    /// How many arguments there are, the receiver of a method included.
    pub(crate) fn len(&self) -> usize {
        self.args.len()
    }
    pub(crate) fn has(&self, place: usize) -> bool {
        place < self.args.len()
    }
    /// The argument as it is.
    pub(crate) fn given(&self, place: usize) -> Given {
        self.args.get(place).map_or(Given::Nothing, |value| Given::from((**value).clone()))
    }
    fn coerced<T>(&self, place: usize, expected: &str, coerce: impl FnOnce(&Workshop, Given) -> Option<T>) -> Result<T, Trouble> {
        let given = self.given(place);
        let found = given.kind();
        coerce(self.shop, given).ok_or_else(|| Trouble::argument(place, expected, found))
    }
    pub(crate) fn filter(&self, place: usize) -> Result<Filter, Trouble> {
        self.coerced(place, "a filter like `creatures.yours`", |_, given| coerce::filter(given))
    }
    pub(crate) fn objects(&self, place: usize) -> Result<Objects, Trouble> {
        self.coerced(place, "objects like `card`, `target(creatures)` or `creatures.yours`", |_, given| coerce::objects(given))
    }
    pub(crate) fn players(&self, place: usize) -> Result<Players, Trouble> {
        self.coerced(place, "players like `you`, `opponents` or `target(players)`", |_, given| coerce::players(given))
    }
    pub(crate) fn recipients(&self, place: usize) -> Result<Recipients, Trouble> {
        self.coerced(place, "objects or players like `target(any_target)` or `opponents`", |_, given| coerce::recipients(given))
    }
    pub(crate) fn amount(&self, place: usize) -> Result<Amount, Trouble> {
        self.coerced(place, "a number like `3`, `x` or `creatures.yours.count`", |_, given| coerce::amount(given))
    }
    /// The number in that place, or another if it is left out.
    pub(crate) fn amount_or(&self, place: usize, otherwise: i32) -> Result<Amount, Trouble> {
        if self.has(place) { self.amount(place) } else { Ok(Amount::Fixed(otherwise)) }
    }
    pub(crate) fn condition(&self, place: usize) -> Result<Condition, Trouble> {
        self.coerced(place, "a condition like `creatures.yours.count >= 3`", |_, given| coerce::condition(given))
    }
    pub(crate) fn pattern(&self, place: usize) -> Result<EventPattern, Trouble> {
        self.coerced(place, "an event pattern like `card.enters`", |_, given| coerce::pattern(given))
    }
    pub(crate) fn effect(&self, place: usize) -> Result<Effect, Trouble> {
        self.effect_of(place, self.given(place))
    }
    pub(crate) fn effect_of(&self, place: usize, given: Given) -> Result<Effect, Trouble> {
        let found = given.kind();
        let argument = place.checked_sub(usize::from(self.word.receiver.is_some()));
        coerce::effect(self.shop, At { position: self.context.call_position(), argument }, given)
            .ok_or_else(|| Trouble::argument(place, "an effect like `draw(1)`", found))
    }
    pub(crate) fn destination(&self, place: usize) -> Result<Destination, Trouble> {
        self.coerced(place, "a destination like `to_hand` or `to_battlefield.tapped`", |_, given| coerce::destination(given))
    }
    /// A cost: made by `cost(...)`, or its symbols as a text.
    pub(crate) fn cost(&self, place: usize) -> Result<Cost, Trouble> {
        match self.given(place) {
            Given::Value(Value::Cost(cost)) => Ok(cost),
            Given::Text(text) => coerce::cost_text(&text).map_err(|error| Trouble::Text { place, error }),
            other => Err(Trouble::argument(place, "a cost like `cost(\"{1}{R}, {T}\")`", other.kind())),
        }
    }
    pub(crate) fn text(&self, place: usize) -> Result<Symbol, Trouble> {
        match self.given(place) {
            Given::Text(text) => Ok(Symbol::new(&text)),
            Given::Value(Value::Keyword(keyword)) => Ok(keyword),
            other => Err(Trouble::argument(place, "a text like `\"Goblin\"`", other.kind())),
        }
    }
    /// A text, or a list of them.
    pub(crate) fn texts(&self, place: usize) -> Result<Vec<Symbol>, Trouble> {
        match self.given(place) {
            Given::List(list) => list
                .into_iter()
                .map(|item| match item {
                    Given::Text(text) => Ok(Symbol::new(&text)),
                    Given::Value(Value::Keyword(keyword)) => Ok(keyword),
                    other => Err(Trouble::argument(place, "a list of texts like `[\"Goblin\", \"Elf\"]`", other.kind())),
                })
                .collect(),
            _ => self.text(place).map(|text| vec![text]),
        }
    }
    /// A whole number from 0 to 255 that is known while the script runs.
    pub(crate) fn small_number(&self, place: usize) -> Result<u8, Trouble> {
        match self.given(place) {
            Given::Number(number) if (0..=255).contains(&number) => Ok(number as u8),
            other => Err(Trouble::argument(place, "a plain number from 0 to 255", other.kind())),
        }
    }

    /// Calls a closure with stand-ins. A closure without parameters is content without them.
    pub(crate) fn run(&mut self, closure: &FnPtr, stand_ins: Vec<Value>) -> Result<Given, Trouble> {
        let result = run_closure(self.context, closure, stand_ins).map_err(Trouble::Script)?;
        let (weight, depth) = crate::value::measure(&result);
        self.weight = self.weight.saturating_add(weight);
        self.depth = self.depth.max(depth);
        if self.shop.traces() {
            crate::trace::steps_in(&result, &mut self.from);
        }
        Ok(Given::from(result))
    }
    /// The argument, or what it yields if it is a closure, which is called now, once, with the stand-ins.
    pub(crate) fn bound(&mut self, place: usize, stand_ins: Vec<Value>) -> Result<Given, Trouble> {
        let Given::Closure(closure) = self.given(place) else { return Ok(self.given(place)) };
        let taken = match stand_ins.len() {
            0 => "a closure without parameters: `|| ...`".to_owned(),
            1 => "a closure with one parameter, like `|it| ...`, or none".to_owned(),
            count => format!("a closure with {count} parameters or none"),
        };
        self.run(&closure, stand_ins).map_err(|trouble| match trouble {
            Trouble::Script(error) if is_arity_error(&error, &closure) => {
                Trouble::argument(place, taken, "one with other parameters")
            }
            other => other,
        })
    }
    /// An effect, or a closure that yields one.
    pub(crate) fn bound_effect(&mut self, place: usize, stand_ins: Vec<Value>) -> Result<Effect, Trouble> {
        let given = self.bound(place, stand_ins)?;
        self.effect_of(place, given)
    }
    /// A number, or a closure that yields one.
    pub(crate) fn bound_amount(&mut self, place: usize, stand_ins: Vec<Value>) -> Result<Amount, Trouble> {
        let given = self.bound(place, stand_ins)?;
        let found = given.kind();
        coerce::amount(given).ok_or_else(|| Trouble::argument(place, "a number", found))
    }
    /// A condition, or a closure that yields one.
    pub(crate) fn bound_condition(&mut self, place: usize, stand_ins: Vec<Value>) -> Result<Condition, Trouble> {
        let given = self.bound(place, stand_ins)?;
        let found = given.kind();
        coerce::condition(given).ok_or_else(|| Trouble::argument(place, "a condition", found))
    }
    /// What an ability does: an effect, a choice of modes, or a closure that yields one of them; with the stand-in targets
    /// that the closure made.
    pub(crate) fn body(&mut self, place: usize, stand_ins: Vec<Value>) -> Result<(Body, std::ops::Range<u16>), Trouble> {
        let from = self.shop.target_mark();
        let closure = matches!(self.given(place), Given::Closure(_));
        let given = self.bound(place, stand_ins)?;
        let own = if closure { from..self.shop.target_mark() } else { from..from };
        let body = match given {
            Given::Value(Value::Modes(modes)) => {
                let Modes { min, max, repeat, chooser, modes } = *modes;
                Body::Modal { min, max, repeat, chooser, modes }
            }
            Given::Value(Value::Mode(mode)) => Body::Plain(*mode),
            given => Body::Plain(Mode { effect: self.effect_of(place, given)?, ..Mode::default() }),
        };
        if body.modes().iter().any(|mode| crate::assemble::changes_event(&mode.effect)) {
            let help = "say it in `card.as_enters(...)` or `instead(...)`; of a permanent write like `tap(card)`";
            return Err(Trouble::other("nothing is about to happen that this could change", help));
        }
        Ok((body, own))
    }

    /// The options map in that place, if it is there.
    pub(crate) fn options(&self, place: usize, known: &'static [&'static str]) -> Result<Options, Trouble> {
        match self.given(place) {
            Given::Nothing => Ok(Options { map: rhai::Map::new(), place }),
            Given::Options(map) => {
                if let Some(stranger) = map.keys().find(|key| !known.contains(&key.as_str())) {
                    let nearest = crate::diagnostic::nearest(stranger, known.iter().copied());
                    return Err(Trouble::Unknown {
                        place,
                        code: "unknown-option",
                        message: format!("`{}` has no option `{stranger}`", self.word.name),
                        help: nearest.map_or_else(
                            || format!("the options are {}", known.join(", ")),
                            |word| format!("did you mean `{word}`?"),
                        ),
                    });
                }
                Ok(Options { map, place })
            }
            other => {
                Err(Trouble::argument(place, format!("options like `#{{{}: ...}}`", known.first().unwrap_or(&"")), other.kind()))
            }
        }
    }
}

/// Named options: `#{ up_to: 2 }`.
pub(crate) struct Options {
    map: rhai::Map,
    place: usize,
}

impl Options {
    pub(crate) fn get(&self, name: &str) -> Option<Given> {
        self.map.get(name).cloned().map(Given::from)
    }
    fn coerced<T>(&self, name: &str, expected: &str, coerce: impl FnOnce(Given) -> Option<T>) -> Result<Option<T>, Trouble> {
        let Some(given) = self.get(name) else { return Ok(None) };
        let found = given.kind();
        coerce(given).map(Some).ok_or_else(|| Trouble::argument(self.place, format!("{expected} for `{name}`"), found))
    }
    pub(crate) fn amount(&self, name: &str) -> Result<Option<Amount>, Trouble> {
        self.coerced(name, "a number", coerce::amount)
    }
    pub(crate) fn players(&self, name: &str) -> Result<Option<Players>, Trouble> {
        self.coerced(name, "players", coerce::players)
    }
    pub(crate) fn filter(&self, name: &str) -> Result<Option<Filter>, Trouble> {
        self.coerced(name, "a filter", coerce::filter)
    }
    pub(crate) fn destination(&self, name: &str) -> Result<Option<Destination>, Trouble> {
        self.coerced(name, "a destination", coerce::destination)
    }
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Trouble> {
        let flag = self.coerced(name, "true or false", |given| match given {
            Given::Bool(flag) => Some(flag),
            _ => None,
        })?;
        Ok(flag.unwrap_or(false))
    }
    pub(crate) fn text(&self, name: &str) -> Result<Option<Symbol>, Trouble> {
        self.coerced(name, "a text", |given| match given {
            Given::Text(text) => Some(Symbol::new(&text)),
            _ => None,
        })
    }
}

/// Calls a closure with as many of the stand-ins as it takes: all or none.
pub(crate) fn run_closure(
    context: &NativeCallContext,
    closure: &FnPtr,
    stand_ins: Vec<Value>,
) -> Result<Dynamic, Box<EvalAltResult>> {
    let values: Vec<Dynamic> = stand_ins.into_iter().map(|value| Dynamic::from(Piece::new(value))).collect();
    let some = !values.is_empty();
    match closure.call_raw(context, None, values) {
        Err(error) if some && is_arity_error(&error, closure) => closure.call_raw(context, None, []),
        result => result,
    }
}

fn is_arity_error(error: &EvalAltResult, closure: &FnPtr) -> bool {
    matches!(error, EvalAltResult::ErrorFunctionNotFound(signature, _) if signature.starts_with(closure.fn_name()))
}
