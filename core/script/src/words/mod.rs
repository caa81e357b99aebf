//! The vocabulary: every word that authors can write, in one registry, with its documentation.
//!
//! A word is registered once, with a signature that says how it is written: `creatures` is a value, `damage(amount, to)` a
//! function, `filter.tapped` a property of filters, `cost.life(amount)` a method of costs. Parameters in brackets may be left out.
//! Where several words share name and number of arguments, the kind of the receiver decides.
//!
//! To add a word: write one `words.add(signature, meaning, example, build)` in the file of its topic, then run
//! `UPDATE=1 cargo test -p cardwright-script --test script`. The example is compiled by the tests.

mod abilities;
mod amounts;
mod attacks;
mod choices;
mod combat;
mod conditions;
mod costs;
mod durations;
mod effects;
mod entering;
mod events;
mod filters;
mod game;
mod mana;
mod modify;
mod old;
mod operators;
mod patterns;
mod permanents;
mod permissions;
mod players;
mod replacements;
mod rules;
mod structure;
mod text;
mod tokens;
mod turn;
mod types;
mod zones;

pub(crate) use old::now_called;

use crate::call::{Call, Made, Thrown, Trouble};
use crate::shop::Workshop;
use crate::value::{Piece, Value, measure};
use rhai::{Dynamic, Engine, EvalAltResult, NativeCallContext, Position};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How a word is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WordKind {
    /// `creatures`
    Value,
    /// `draw(1)`
    Function,
    /// `creatures.tapped`
    Property,
    /// `creatures.of("Goblin")`
    Method,
}

/// One word of the vocabulary.
pub(crate) struct Word {
    pub name: &'static str,
    pub kind: WordKind,
    /// What stands before the point, for properties and methods.
    pub receiver: Option<Receiver>,
    pub signature: &'static str,
    pub meaning: &'static str,
    pub example: &'static str,
    pub topic: &'static str,
    /// The fewest and most arguments, the receiver included.
    pub arguments: (usize, usize),
    build: Build,
}

enum Build {
    Fixed(Value),
    Call(Box<dyn Fn(&mut Call) -> Made>),
}

/// What may stand before the point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Receiver {
    /// A filter.
    Filter,
    /// A filter, or particular objects.
    Things,
    Players,
    Amount,
    Condition,
    Cost,
    Effect,
    Event,
    Pattern,
    Step,
    Statement,
    Ability,
    Modes,
    Token,
    Copy,
    Destination,
    Done,
    Game,
}

impl Receiver {
    fn from_word(word: &str) -> Option<Receiver> {
        Some(match word {
            "filter" => Receiver::Filter,
            "things" => Receiver::Things,
            "players" => Receiver::Players,
            "amount" => Receiver::Amount,
            "condition" => Receiver::Condition,
            "cost" => Receiver::Cost,
            "effect" => Receiver::Effect,
            "event" => Receiver::Event,
            "pattern" => Receiver::Pattern,
            "step" => Receiver::Step,
            "statement" => Receiver::Statement,
            "ability" => Receiver::Ability,
            "modes" => Receiver::Modes,
            "token" => Receiver::Token,
            "copy" => Receiver::Copy,
            "destination" => Receiver::Destination,
            "done" => Receiver::Done,
            "game" => Receiver::Game,
            _ => return None,
        })
    }
    /// How messages call it.
    fn said(self) -> &'static str {
        match self {
            Receiver::Filter => "a filter like `creatures`",
            Receiver::Things => "objects like `card` or `creatures.yours`",
            Receiver::Players => "players like `you`",
            Receiver::Amount => "a number",
            Receiver::Condition => "a condition",
            Receiver::Cost => "a cost",
            Receiver::Effect => "an effect",
            Receiver::Event => "an event that happened",
            Receiver::Pattern => "an event pattern like `card.enters`",
            Receiver::Step => "a step like `upkeep`",
            Receiver::Statement => "a statement for `always`",
            Receiver::Ability => "an ability like `when(...)`",
            Receiver::Modes => "a choice of modes",
            Receiver::Token => "a token",
            Receiver::Copy => "a copy",
            Receiver::Destination => "a destination like `to_battlefield`",
            Receiver::Done => "what an effect did",
            Receiver::Game => "the game",
        }
    }
    fn takes(self, value: &Dynamic) -> bool {
        let Some(piece) = value.read_lock::<Piece>() else {
            return self == Receiver::Amount && value.is_int()
                || value.read_lock::<rhai::Array>().is_some_and(|list| list.first().is_some_and(|first| self.takes(first)));
        };
        match &piece.value {
            Value::Filter(_) => matches!(self, Receiver::Filter | Receiver::Things),
            Value::Objects(_) => matches!(self, Receiver::Things | Receiver::Filter),
            Value::Target(_) => matches!(self, Receiver::Things | Receiver::Players),
            Value::Linked(_) => matches!(self, Receiver::Things | Receiver::Players | Receiver::Amount),
            Value::Players(_) => self == Receiver::Players,
            Value::Amount(_) => self == Receiver::Amount,
            Value::Condition(_) => self == Receiver::Condition,
            Value::Cost(_) => self == Receiver::Cost,
            Value::Effect(_) => self == Receiver::Effect,
            Value::Event(_) => self == Receiver::Event,
            Value::Pattern(_) => self == Receiver::Pattern,
            Value::Step(..) => matches!(self, Receiver::Step | Receiver::Pattern),
            Value::Statement(_) => matches!(self, Receiver::Statement),
            Value::Ability(_) => self == Receiver::Ability,
            Value::Modes(_) => self == Receiver::Modes,
            Value::Token(_) => self == Receiver::Token,
            Value::Copy(_) => matches!(self, Receiver::Copy | Receiver::Token),
            Value::Destination(_) => self == Receiver::Destination,
            Value::Done(_) => matches!(self, Receiver::Done | Receiver::Things | Receiver::Players),
            Value::Game => self == Receiver::Game,
            Value::Either(..)
            | Value::Compare(..)
            | Value::Changes(_)
            | Value::Mode(_)
            | Value::Keyword(_)
            | Value::Color(_)
            | Value::Plain(_)
            | Value::Script(..) => false,
        }
    }
}

/// All words.
pub(crate) struct Words {
    all: Vec<Rc<Word>>,
    topic: &'static str,
}

impl Words {
    pub(crate) fn standard() -> Words {
        let mut words = Words { all: Vec::with_capacity(600), topic: "" };
        type Topic = (&'static str, fn(&mut Words));
        let topics: [Topic; 27] = [
            ("Abilities", abilities::words),
            ("Filters", filters::words),
            ("Objects and events", events::words),
            ("Players", players::words),
            ("Numbers", amounts::words),
            ("Conditions", conditions::words),
            ("Event patterns", patterns::words),
            ("Costs", costs::words),
            ("Effects: order and choice", structure::words),
            ("Effects: choosing and remembering", choices::words),
            ("Effects: damage, life, cards", effects::words),
            ("Effects: moving between zones", zones::words),
            ("Effects: permanents", permanents::words),
            ("Effects: mana", mana::words),
            ("Effects: the turn and the game", turn::words),
            ("Tokens and copies", tokens::words),
            ("Continuous changes", modify::words),
            ("Text changes", text::words),
            ("Durations and conditions of statements", durations::words),
            ("Rules: attacking, blocking, combat damage", combat::words),
            ("Rules: targets, limits, prohibitions", rules::words),
            ("Rules: casting and costs", permissions::words),
            ("Replacement and prevention", replacements::words),
            ("How permanents enter", entering::words),
            ("Card types", types::words),
            ("Operators", operators::words),
            ("Callbacks", game::words),
        ];
        for (topic, add) in topics {
            words.topic = topic;
            add(&mut words);
        }
        words
    }

    /// Registers a word.
    pub(crate) fn add(
        &mut self,
        signature: &'static str,
        meaning: &'static str,
        example: &'static str,
        build: impl Fn(&mut Call) -> Made + 'static,
    ) {
        self.push(signature, meaning, example, Build::Call(Box::new(build)));
    }

    fn push(&mut self, signature: &'static str, meaning: &'static str, example: &'static str, build: Build) {
        let (head, parameters) = match signature.split_once('(') {
            Some((head, rest)) => (head, Some(rest.trim_end_matches(')'))),
            None => (signature, None),
        };
        let (receiver, name) = match head.split_once('.') {
            Some((receiver, name)) => (Receiver::from_word(receiver), name),
            None => (None, head),
        };
        let dotted = head.contains('.');
        debug_assert!(!dotted || receiver.is_some(), "unknown receiver in {signature}");
        let parameters: Vec<&str> =
            parameters.map(|text| text.split(',').map(str::trim).filter(|text| !text.is_empty()).collect()).unwrap_or_default();
        let optional = parameters.iter().filter(|parameter| parameter.starts_with('[')).count();
        let before = usize::from(dotted);
        let kind = match (dotted, signature.contains('(')) {
            (false, false) => WordKind::Value,
            (false, true) => WordKind::Function,
            (true, false) => WordKind::Property,
            (true, true) => WordKind::Method,
        };
        self.all.push(Rc::new(Word {
            name,
            kind,
            receiver,
            signature,
            meaning,
            example,
            topic: self.topic,
            arguments: (before + parameters.len() - optional, before + parameters.len()),
            build,
        }));
    }

    /// A value that is always the same.
    pub(crate) fn value(&mut self, name: &'static str, meaning: &'static str, example: &'static str, value: Value) {
        self.push(name, meaning, example, Build::Fixed(value));
    }

    pub(crate) fn all(&self) -> &[Rc<Word>] {
        &self.all
    }

    /// Makes the words known to a Rhai engine. Values are not registered: the host supplies them as variables.
    pub(crate) fn register(&self, engine: &mut Engine, shop: &Rc<Workshop>) {
        let mut groups: BTreeMap<(String, usize), Vec<Rc<Word>>> = BTreeMap::new();
        for word in &self.all {
            let name = match word.kind {
                WordKind::Value => continue,
                WordKind::Property => format!("get${}", word.name),
                WordKind::Function | WordKind::Method => word.name.to_owned(),
            };
            let old = old::once_called(word.name).map(|old| name.replace(word.name, old));
            for name in old.into_iter().chain([name]) {
                for count in word.arguments.0..=word.arguments.1 {
                    groups.entry((name.clone(), count)).or_default().push(Rc::clone(word));
                }
            }
        }
        for ((name, count), mut words) in groups {
            // Words with a receiver first: a plain function takes what they leave.
            words.sort_by_key(|word| word.receiver.is_none());
            let shop = Rc::clone(shop);
            let types = vec![TypeId::of::<Dynamic>(); count];
            engine.register_raw_fn(name, types, move |context, args| dispatch(&words, &shop, &context, args));
        }
        operators::register(engine, shop);
    }
}

fn dispatch(
    words: &[Rc<Word>],
    shop: &Workshop,
    context: &NativeCallContext,
    args: &mut [&mut Dynamic],
) -> Result<Dynamic, Box<EvalAltResult>> {
    shop.line.set(context.call_position().line().unwrap_or(0) as u32);
    let fits = |word: &&Rc<Word>| match (word.receiver, args.first()) {
        (Some(receiver), Some(first)) => receiver.takes(first),
        _ => true,
    };
    let Some(word) = words.iter().find(fits) else {
        let first = &words[0];
        let found = args.first().map_or("nothing", |first| crate::value::Given::from((**first).clone()).kind());
        let taken: Vec<&str> = words.iter().filter_map(|word| word.receiver).map(Receiver::said).collect();
        let trouble = Trouble::other(format!("`{}` is said of {}, not of {found}", first.name, taken.join(" or ")), "");
        return Err(thrown(first, trouble, context.call_position()));
    };
    let outer = shop.position.replace(context.call_position());
    let built = build(word, shop, context, args);
    shop.position.set(outer);
    built
}

/// No card needs more. Every limit of a script is here or in `host/limits.rs`.
const LARGEST_WEIGHT: u32 = 4_000;
const DEEPEST: u8 = 120;

fn build(
    word: &Word,
    shop: &Workshop,
    context: &NativeCallContext,
    args: &mut [&mut Dynamic],
) -> Result<Dynamic, Box<EvalAltResult>> {
    let (weight, depth) = args
        .iter()
        .map(|arg| measure(arg))
        .fold((1u32, 0), |(weight, depth), (more, deep)| (weight.saturating_add(more), depth.max(deep)));
    let mut from = Vec::new();
    if shop.traces() {
        args.iter().for_each(|arg| crate::trace::steps_in(arg, &mut from));
    }
    let mut call = Call { word, shop, context, args, weight, depth, from };
    let made = match &word.build {
        Build::Fixed(value) => Ok(value.clone()),
        Build::Call(build) => build(&mut call),
    };
    let value = made.map_err(|trouble| thrown(word, trouble, context.call_position()))?;
    let (weight, depth, from) = (call.weight, call.depth, call.from);
    if weight > LARGEST_WEIGHT || depth > DEEPEST {
        return Err(EvalAltResult::ErrorDataTooLarge("the ability data that it builds".into(), context.call_position()).into());
    }
    finished(word.name, shop, context, value, (weight, depth, from))
}

/// The value for Rhai. While a callback runs, numbers and conditions are worked out at once.
fn finished(
    word: &'static str,
    shop: &Workshop,
    context: &NativeCallContext,
    value: Value,
    (weight, depth, from): (u32, u8, Vec<u16>),
) -> Result<Dynamic, Box<EvalAltResult>> {
    let live = shop.live.borrow().clone();
    let value = match live {
        Some(live) => live.worked_out(value),
        None => value,
    };
    let value = match value {
        Value::Statement(mut statement) if statement.at.is_none() => {
            statement.at = Some(context.call_position());
            Value::Statement(statement)
        }
        other => other,
    };
    let step = shop.step(word, &value, from, context);
    Ok(match value {
        Value::Plain(plain) => plain,
        value => Dynamic::from(Piece { value, weight: weight as u16, depth: depth + 1, word: "", step }),
    })
}

/// A trouble as Rhai carries it.
pub(crate) fn thrown(word: &Word, trouble: Trouble, position: Position) -> Box<EvalAltResult> {
    match trouble {
        // It has its own place inside the closure.
        Trouble::Script(error) => error,
        trouble => {
            let thrown = Thrown { trouble: Rc::new(trouble), word: word.name.to_owned(), method: word.receiver.is_some() };
            Box::new(EvalAltResult::ErrorRuntime(Dynamic::from(thrown), position))
        }
    }
}

impl Word {
    /// What the word stands for, for values.
    pub(crate) fn fixed(&self) -> Option<&Value> {
        match &self.build {
            Build::Fixed(value) => Some(value),
            Build::Call(_) => None,
        }
    }
}
