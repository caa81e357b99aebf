//! Script callbacks. Ability data holds only references to them; the thread that runs games installs a host that resolves them.

use crate::ability::{Callback, Effect};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::ObjectId;
use std::cell::RefCell;
use std::rc::Rc;

/// A script callback that failed: which, where and why.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{owner}: {message}")]
pub struct HostError {
    /// The card or keyword whose script it is.
    pub owner: String,
    /// What went wrong, with the position.
    pub message: String,
}

/// Resolves references to script callbacks. The game is read-only to it.
pub trait Host {
    /// The number that the callback yields.
    ///
    /// # Errors
    /// If the callback is unknown, fails or reaches a limit.
    fn number(&self, game: &Game, scope: Scope<'_>, callback: &Callback) -> Result<i32, HostError>;
    /// Whether the callback says yes; `object` is the object asked about, for filters.
    ///
    /// # Errors
    /// If the callback is unknown, fails or reaches a limit.
    fn holds(&self, game: &Game, scope: Scope<'_>, callback: &Callback, object: Option<ObjectId>) -> Result<bool, HostError>;
    /// The effect that the callback yields.
    ///
    /// # Errors
    /// If the callback is unknown, fails or reaches a limit.
    fn effect(&self, game: &Game, scope: Scope<'_>, callback: &Callback) -> Result<Effect, HostError>;
}

thread_local! {
    static HOST: RefCell<Option<Rc<dyn Host>>> = const { RefCell::new(None) };
    static FAILED: RefCell<Option<HostError>> = const { RefCell::new(None) };
}

/// Makes the host resolve the callbacks of all games that this thread runs from now on.
pub fn install(host: Rc<dyn Host>) {
    HOST.with(|slot| *slot.borrow_mut() = Some(host));
}

/// The first failure since the last call. The beat in which it happened unwinds with it.
pub(crate) fn take_failure() -> Option<HostError> {
    FAILED.with(|slot| slot.borrow_mut().take())
}

/// Asks something that no beat depends on: what fails in it is forgotten, and what has failed before is kept.
pub(crate) fn aside<T>(game: &Game, ask: impl FnOnce() -> T) -> T {
    // What everything else is asked of is no part of the question.
    let _ = game.derived();
    let before = take_failure();
    let answer = ask();
    FAILED.with(|slot| *slot.borrow_mut() = before);
    answer
}

/// Asks the installed host. A failure is kept for [`take_failure`], and the answer is the default.
pub(crate) fn ask<T: Default>(callback: &Callback, question: impl FnOnce(&dyn Host) -> Result<T, HostError>) -> T {
    let host = HOST.with(|slot| slot.borrow().clone());
    let answer = match host {
        Some(host) => question(&*host),
        None => Err(HostError {
            owner: callback.owner.to_string(),
            message: "this thread has no script host to run its callback".to_owned(),
        }),
    };
    answer.unwrap_or_else(|error| {
        FAILED.with(|slot| {
            slot.borrow_mut().get_or_insert(error);
        });
        T::default()
    })
}
