//! How fast a game goes on where nobody has to answer: what bots do is shown one thing after the other.

use std::time::{Duration, Instant};

/// The pace of a game.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long something that happened stays before the next happens.
    pub each: Duration,
    /// Nothing goes on by itself.
    pub paused: bool,
    /// One beat is let through though it is paused.
    step: bool,
    last: Option<Instant>,
}

impl Pace {
    /// That much time for each thing that happens; none for as fast as possible.
    pub fn new(each: Duration) -> Self {
        Pace { each, paused: false, step: false, last: None }
    }

    /// Lets one thing happen though the game is paused.
    pub fn step(&mut self) {
        self.step = true;
    }

    /// Something has happened that is to be seen.
    pub(super) fn shown(&mut self, now: Instant) {
        self.last = Some(now);
        self.step = false;
    }

    /// Whether the game has to wait.
    pub(super) fn holds(&self, now: Instant) -> bool {
        if self.paused {
            return !self.step;
        }
        self.last.is_some_and(|last| now < last + self.each)
    }

    /// How long it has to wait; `None` for until somebody does something.
    pub(super) fn wait(&self, now: Instant) -> Option<Duration> {
        match (self.paused, self.last) {
            (true, _) => None,
            (false, Some(last)) => Some((last + self.each).saturating_duration_since(now)),
            (false, None) => Some(Duration::ZERO),
        }
    }
}
