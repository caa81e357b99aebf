//! Why a scenario, or an action in it, does not go as written.

use rhai::{EvalAltResult, Position};

/// What kind of trouble it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The rules do not allow it: what `refuses` waits for.
    Refused,
    /// Everything else: the scenario is wrong, or the engine is.
    Wrong,
}

/// A failure in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fail {
    /// What kind.
    pub kind: Kind,
    /// What happened.
    pub message: String,
}

impl Fail {
    /// The rules do not allow it.
    pub fn refused(message: impl Into<String>) -> Self {
        Fail { kind: Kind::Refused, message: message.into() }
    }
    /// The scenario cannot go on.
    pub fn wrong(message: impl Into<String>) -> Self {
        Fail { kind: Kind::Wrong, message: message.into() }
    }
}

/// Marks refusals on their way through the script engine.
#[derive(Clone, Debug)]
pub struct Thrown(pub Fail);

impl From<Fail> for Box<EvalAltResult> {
    fn from(fail: Fail) -> Self {
        Box::new(EvalAltResult::ErrorRuntime(rhai::Dynamic::from(Thrown(fail)), Position::NONE))
    }
}

/// The failure in a script error, if it is one of ours, and where it was thrown: the innermost place.
pub fn unpack(error: &EvalAltResult) -> (Fail, Position) {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, position) => {
            let (fail, inner_position) = unpack(inner);
            let position = if inner_position.is_none() { *position } else { inner_position };
            (fail, position)
        }
        EvalAltResult::ErrorRuntime(value, position) => match value.read_lock::<Thrown>() {
            Some(thrown) => (thrown.0.clone(), *position),
            None => (Fail::wrong(value.to_string()), *position),
        },
        EvalAltResult::ErrorTerminated(_, position) => {
            (Fail::wrong("the script does not end: it was stopped at its limit of operations"), *position)
        }
        other => {
            let position = other.position();
            let mut bare = other.to_string();
            // The place is said apart from the message.
            if let Some(at) = bare.rfind(" (line ") {
                bare.truncate(at);
            }
            (Fail::wrong(bare), position)
        }
    }
}
