//! Operators: `a | b`, `a & b`, `!a`, sums and comparisons of numbers.

use super::{Word, WordKind, Words, thrown};
use crate::call::Trouble;
use crate::coerce;
use crate::shop::Workshop;
use crate::value::{Given, Piece, Value, measure};
use cardwright_engine::ability::{Amount, Comparison, Condition, EventPattern, Filter, Players};
use rhai::{Dynamic, Engine, EvalAltResult, NativeCallContext};
use std::any::TypeId;
use std::rc::Rc;

pub(super) fn words(_: &mut Words) {}

type Operator = fn(Given, Given) -> Option<Value>;

const BINARY: [(&str, Operator); 11] = [
    ("|", either),
    ("&", both),
    ("+", plus),
    ("-", minus),
    ("*", times),
    ("==", |a, b| compare(a, Comparison::Equal, b)),
    ("!=", |a, b| compare(a, Comparison::NotEqual, b)),
    ("<", |a, b| compare(a, Comparison::Less, b)),
    ("<=", |a, b| compare(a, Comparison::AtMost, b)),
    (">", |a, b| compare(a, Comparison::Greater, b)),
    (">=", |a, b| compare(a, Comparison::AtLeast, b)),
];

/// Makes Rhai's operators work on pieces of ability data.
pub(super) fn register(engine: &mut Engine, shop: &Rc<Workshop>) {
    let piece = TypeId::of::<Piece>();
    let others = [piece, TypeId::of::<i64>(), TypeId::of::<bool>()];
    for (name, operator) in BINARY {
        for other in others {
            let shops = (Rc::clone(shop), Rc::clone(shop));
            engine.register_raw_fn(name, [piece, other], move |context: NativeCallContext, args: &mut [&mut Dynamic]| {
                apply(name, operator, &shops.0, &context, args)
            });
            if other != piece {
                engine.register_raw_fn(name, [other, piece], move |context: NativeCallContext, args: &mut [&mut Dynamic]| {
                    apply(name, operator, &shops.1, &context, args)
                });
            }
        }
    }
    for (name, operator) in [("!", not as fn(Given) -> Option<Value>), ("-", negative)] {
        let shop = Rc::clone(shop);
        engine.register_raw_fn(name, [piece], move |context: NativeCallContext, args: &mut [&mut Dynamic]| {
            apply(name, move |given, _| operator(given), &shop, &context, args)
        });
    }
}

fn apply(
    name: &'static str,
    operator: impl Fn(Given, Given) -> Option<Value>,
    shop: &Workshop,
    context: &NativeCallContext,
    args: &mut [&mut Dynamic],
) -> Result<Dynamic, Box<EvalAltResult>> {
    let (weight, depth) =
        args.iter().map(|arg| measure(arg)).fold((1u32, 0), |(weight, depth), (more, deep)| (weight + more, depth.max(deep)));
    if weight > super::LARGEST_WEIGHT || depth > super::DEEPEST {
        return Err(EvalAltResult::ErrorDataTooLarge("the ability data that it builds".into(), context.call_position()).into());
    }
    let given = |place: usize| args.get(place).map_or(Given::Nothing, |arg| Given::from((**arg).clone()));
    let (a, b) = (given(0), given(1));
    let (first, second) = (a.kind(), b.kind());
    match operator(a, b) {
        Some(value) => {
            let mut from = Vec::new();
            if shop.traces() {
                args.iter().for_each(|arg| crate::trace::steps_in(arg, &mut from));
            }
            super::finished(name, shop, context, value, (weight, depth, from))
        }
        None => {
            let between = if args.len() == 1 { format!("for {first}") } else { format!("between {first} and {second}") };
            let trouble = Trouble::other(format!("`{name}` has no meaning {between}"), "");
            Err(thrown(&Word::operator(name), trouble, context.call_position()))
        }
    }
}

impl Word {
    fn operator(name: &'static str) -> Word {
        Word {
            name,
            kind: WordKind::Function,
            receiver: None,
            signature: name,
            meaning: "",
            example: "",
            topic: "",
            arguments: (1, 2),
            build: super::Build::Fixed(Value::Condition(Condition::Always)),
        }
    }
}

/// Objects or players, as a filter and a set of players.
fn sides(given: Given) -> Option<(Filter, Option<Players>)> {
    match given {
        Given::Value(Value::Players(players)) => Some((Filter::Never, Some(players))),
        Given::Value(Value::Either(filter, players)) => Some((filter, Some(players))),
        other => coerce::filter(other).map(|filter| (filter, None)),
    }
}

fn either(a: Given, b: Given) -> Option<Value> {
    match (a, b) {
        (Given::Value(Value::Pattern(a)), Given::Value(Value::Pattern(b))) => {
            Some(Value::Pattern(EventPattern { any: a.any.into_iter().chain(b.any).collect(), occurrence: a.occurrence }))
        }
        (Given::Value(Value::Players(a)), Given::Value(Value::Players(b))) => Some(Value::Players(Players::Union(vec![a, b]))),
        (a @ Given::Value(Value::Condition(_)), b) | (a, b @ Given::Value(Value::Condition(_))) => {
            Some(Value::Condition(coerce::condition(a)?.or(coerce::condition(b)?)))
        }
        (a, b) => {
            let ((a, p), (b, q)) = (sides(a)?, sides(b)?);
            let filter = a.or(b);
            Some(match (p, q) {
                (None, None) => Value::Filter(filter),
                (Some(players), None) | (None, Some(players)) => Value::Either(filter, players),
                (Some(p), Some(q)) => Value::Either(filter, Players::Union(vec![p, q])),
            })
        }
    }
}

fn both(a: Given, b: Given) -> Option<Value> {
    match (a, b) {
        (a @ Given::Value(Value::Condition(_)), b) | (a, b @ Given::Value(Value::Condition(_))) => {
            Some(Value::Condition(coerce::condition(a)?.and(coerce::condition(b)?)))
        }
        (a, b) => Some(Value::Filter(coerce::filter(a)?.and(coerce::filter(b)?))),
    }
}

fn plus(a: Given, b: Given) -> Option<Value> {
    match (a, b) {
        (Given::Value(Value::Cost(a)), Given::Value(Value::Cost(b))) => Some(Value::Cost(a.and(b))),
        (a, b) => Some(Value::Amount(coerce::amount(a)?.plus(coerce::amount(b)?))),
    }
}

fn minus(a: Given, b: Given) -> Option<Value> {
    Some(Value::Amount(coerce::amount(a)?.plus(coerce::amount(b)?.negate())))
}

fn times(a: Given, b: Given) -> Option<Value> {
    Some(Value::Amount(Amount::Product(Box::new(coerce::amount(a)?), Box::new(coerce::amount(b)?))))
}

fn compare(a: Given, comparison: Comparison, b: Given) -> Option<Value> {
    Some(Value::Condition(Condition::Compare(coerce::amount(a)?, comparison, coerce::amount(b)?)))
}

fn not(given: Given) -> Option<Value> {
    match given {
        given @ Given::Value(Value::Condition(_)) => Some(Value::Condition(coerce::condition(given)?.negate())),
        other => Some(Value::Filter(coerce::filter(other)?.negate())),
    }
}

fn negative(given: Given) -> Option<Value> {
    Some(Value::Amount(coerce::amount(given)?.negate()))
}
