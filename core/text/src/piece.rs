//! Single pieces of ability data in words, for telling somebody why something does not fit.

use crate::noun::Noun;
use crate::speech::Speech;
use crate::{Lexicon, Style};
use cardwright_engine::ability::{Condition, Cost, Filter, Players};
use cardwright_engine::definition::Face;

/// Writes pieces of the abilities of a face. "You" is whoever controls the ability, its source is called by its name.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    /// The face that has the ability.
    pub face: &'a Face,
    /// What the writer has to look up.
    pub lexicon: &'a dyn Lexicon,
    /// How text is written.
    pub style: Style,
}

impl Pieces<'_> {
    fn speech(&self) -> Speech<'_> {
        Speech::new(self.face, self.lexicon, self.style)
    }
    /// That the filter holds of something, or does not, as the verb and all behind it: "is a creature", "doesn't have haste".
    pub fn said_of(&self, filter: &Filter, holds: bool) -> String {
        self.speech().said_of(filter, &Noun::thing("it"), holds)
    }
    /// The condition as a clause behind "if": "it's your turn".
    pub fn condition(&self, condition: &Condition) -> String {
        self.speech().condition(condition)
    }
    /// The players, as those of whom somebody is one: "an opponent", "you".
    pub fn one_of(&self, players: &Players) -> String {
        self.speech().any_player(players).object()
    }
    /// The cost, as before a colon: "{2}, Sacrifice a creature".
    pub fn cost(&self, cost: &Cost) -> String {
        self.speech().cost(cost)
    }
}
