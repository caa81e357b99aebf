//! What a running beat has around it: who answers and who watches.

use crate::event::Event;
use crate::game::Game;
use crate::host::HostError;
use crate::ids::{ObjectId, PlayerId};
use crate::question::{Answer, Decider, Question, Refusal};
use crate::turn::LoopPart;
use crate::why::TriggerInquiry;

/// Why a beat unwinds. The state is then half-done: whoever keeps the game restores the copy from the beat's start.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Stop {
    /// A question has no answer yet.
    #[error("a question is open")]
    NotYet,
    /// An answer or an action was not legal (modern 723).
    #[error(transparent)]
    Illegal(#[from] Refusal),
    /// A script callback failed.
    #[error(transparent)]
    Host(#[from] HostError),
    /// A limit was reached: a loop that no player can end, or one too long.
    #[error("{0}")]
    Limit(String),
}

/// The result of engine code that may unwind.
pub type Beat<T> = Result<T, Stop>;

/// Something worth a line in the log of a game. Made only if somebody watches.
#[derive(Clone, PartialEq, Debug)]
pub enum Note<'a> {
    /// An event has happened.
    Happened(&'a Event),
    /// A spell or ability resolves; the object on the stack.
    Resolves(ObjectId),
    /// A spell or ability leaves the stack without effect, all its targets being illegal (608.2b).
    Fizzles(ObjectId),
    /// An ability triggered and was put on the stack.
    Triggered(ObjectId),
    /// A player answered.
    Answered(&'a Question, &'a Answer),
    /// A player acted or passed.
    Mulligan(PlayerId),
    /// These go on for ever and nobody has a choice in it: the game is a draw (104.4b).
    Loop(&'a [LoopPart]),
}

/// Watches a game. The log of a game belongs to the table, not to the state.
pub trait Observer {
    /// Called as things happen; `game` is the state right after.
    fn note(&mut self, game: &Game, note: Note<'_>);
}

/// What a beat is run with.
pub struct Run<'a> {
    /// Who answers.
    pub decider: &'a mut dyn Decider,
    /// Who watches, if anybody.
    pub observer: Option<&'a mut dyn Observer>,
    /// What is asked about a triggered ability, if anybody asks.
    pub inquiry: Option<&'a mut TriggerInquiry>,
    /// How many decisions were made with this run.
    pub decisions: u64,
}

impl<'a> Run<'a> {
    /// A run that nobody watches.
    pub fn new(decider: &'a mut dyn Decider) -> Self {
        Run { decider, observer: None, inquiry: None, decisions: 0 }
    }
    /// The same, watched.
    pub fn watched(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }
    /// The same, with the inquiry told of everything that could have triggered its ability.
    pub fn asking(mut self, inquiry: &'a mut TriggerInquiry) -> Self {
        self.inquiry = Some(inquiry);
        self
    }
    /// Tells the observer, if there is one.
    pub fn note(&mut self, game: &Game, note: Note<'_>) {
        if let Some(observer) = self.observer.as_deref_mut() {
            observer.note(game, note);
        }
    }
}
