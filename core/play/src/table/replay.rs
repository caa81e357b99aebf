//! Playing a beat again with the answers it had.

use super::line::{Given, Offered};
use cardwright_engine::game::Game;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::question::{Answer, Decider, NotYet, Question};
use cardwright_engine::run::{Run, Stop};

/// Gives the answers in order.
pub struct Replay<'a> {
    answers: std::slice::Iter<'a, Given>,
}

impl<'a> Replay<'a> {
    /// A decider that gives these answers.
    pub fn new(answers: &'a [Given]) -> Self {
        Replay { answers: answers.iter() }
    }
    /// Whether all of them have been given.
    pub fn is_done(&self) -> bool {
        self.answers.len() == 0
    }
}

impl Decider for Replay<'_> {
    fn decide(&mut self, _game: &Game, _question: &Question) -> Result<Answer, NotYet> {
        self.answers.next().map(|given| given.answer.clone()).ok_or(NotYet)
    }
    fn offers_mana_abilities(&self, _player: PlayerId) -> bool {
        self.answers.as_slice().first().is_some_and(|given| given.offered == Offered::WithMana)
    }
}

/// Plays one beat with these answers.
pub fn beat(game: &mut Game, answers: &[Given]) -> Result<(), Stop> {
    game.beat(&mut Run::new(&mut Replay::new(answers))).map(|_| ())
}

/// Gives the answers in order and keeps the first question that has none.
pub struct Peek<'a> {
    answers: std::slice::Iter<'a, Given>,
    offers: &'a [Offered],
    /// That question.
    pub open: Option<Question>,
}

impl<'a> Peek<'a> {
    /// A decider that gives these answers; each seat is offered that.
    pub fn new(answers: &'a [Given], offers: &'a [Offered]) -> Self {
        Peek { answers: answers.iter(), offers, open: None }
    }
}

impl Decider for Peek<'_> {
    fn decide(&mut self, _game: &Game, question: &Question) -> Result<Answer, NotYet> {
        if let Some(given) = self.answers.next() {
            return Ok(given.answer.clone());
        }
        self.open.get_or_insert_with(|| question.clone());
        Err(NotYet)
    }
    fn offers_mana_abilities(&self, player: PlayerId) -> bool {
        let offered = match self.answers.as_slice().first() {
            Some(given) => given.offered,
            None => self.offers.get(player.index()).copied().unwrap_or_default(),
        };
        offered == Offered::WithMana
    }
}
