//! `expect`, `refuses` and the words that make prepared answers.

use super::Answered;
use crate::scenario::fail::{Fail, Kind, unpack};
use crate::scenario::value::{Prepared, same, show};
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};

pub(super) fn register(engine: &mut Engine) {
    // `expect(found, expected)`: fails unless they are the same.
    engine.register_fn("expect", |found: Dynamic, expected: Dynamic| -> Answered<()> {
        if same(&found, &expected) {
            return Ok(());
        }
        Err(Fail::wrong(format!("expected {}, found {}", show(&expected), show(&found))).into())
    });
    engine.register_fn("expect", |found: Dynamic, expected: Dynamic, why: &str| -> Answered<()> {
        if same(&found, &expected) {
            return Ok(());
        }
        Err(Fail::wrong(format!("{why}: expected {}, found {}", show(&expected), show(&found))).into())
    });
    engine.register_fn("expect_true", |found: bool| is(found, true, ""));
    engine.register_fn("expect_true", |found: bool, why: &str| is(found, true, why));
    engine.register_fn("expect_false", |found: bool| is(found, false, ""));
    engine.register_fn("expect_false", |found: bool, why: &str| is(found, false, why));
    engine.register_fn("fail", |why: &str| -> Answered<()> { Err(Fail::wrong(why).into()) });
    // `refuses(|| t.b.block(bear, kite), "reason")`: the rules must not allow it, and say so with these words.
    engine
        .register_fn("refuses", |context: NativeCallContext<'_>, action: FnPtr, reason: &str| refuses(&context, &action, reason));
    engine.register_fn("refuses", |context: NativeCallContext<'_>, action: FnPtr| refuses(&context, &action, ""));

    engine.register_fn("choose", |what: Dynamic| -> Answered<Prepared> { Ok(list(&what)?) });
    engine.register_fn("choose", |what: Array| -> Answered<Prepared> { Ok(list(&Dynamic::from(what))?) });
    engine.register_fn("order", |what: Array| -> Answered<Prepared> { Ok(list(&Dynamic::from(what))?) });
    engine.register_fn("division", |what: Array| -> Answered<Prepared> { Ok(list(&Dynamic::from(what))?) });
    engine.register_fn("number", |what: i64| Prepared::Number(what));
    engine.register_fn("nothing", || Prepared::List(Vec::new()));
}

fn is(found: bool, expected: bool, why: &str) -> Answered<()> {
    if found == expected {
        return Ok(());
    }
    let why = if why.is_empty() { String::new() } else { format!("{why}: ") };
    Err(Fail::wrong(format!("{why}expected {expected}, found {found}")).into())
}

fn list(what: &Dynamic) -> Result<Prepared, Fail> {
    Ok(match Prepared::from(what)? {
        list @ Prepared::List(_) => list,
        one => Prepared::List(vec![one]),
    })
}

fn refuses(context: &NativeCallContext<'_>, action: &FnPtr, reason: &str) -> Answered<()> {
    let error: Box<EvalAltResult> = match action.call_within_context::<Dynamic>(context, ()) {
        Ok(_) => {
            let why = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
            return Err(Fail::wrong(format!("this was allowed, but should be refused{why}")).into());
        }
        Err(error) => error,
    };
    let (fail, _) = unpack(&error);
    if fail.kind != Kind::Refused {
        return Err(error);
    }
    if !fail.message.to_lowercase().contains(&reason.to_lowercase()) {
        return Err(Fail::wrong(format!("refused, but not for \"{reason}\": {}", fail.message)).into());
    }
    Ok(())
}
