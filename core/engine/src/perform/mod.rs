//! Effects at work: each kind proposes events, which the pipeline lets happen (modern 608.2, 609, 610).

use crate::ability::{Effect, Origin};
use crate::eval::{Eval, Scope};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::ManaType;
use crate::object::Bindings;
use crate::pipeline::Applied;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// A spell or ability while it resolves, or whatever else performs an effect.
#[derive(Clone, Debug)]
pub struct Resolving {
    /// Its source.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// Where the source has the ability from.
    pub origin: Origin,
    /// Its entry on the stack, if it has one.
    pub entry: Option<ObjectId>,
    /// Targets, X, bound names. Performing binds more.
    pub bindings: Bindings,
    /// Replacement effects already applied to the event that this stands in for (614.5).
    pub applied: Applied,
    /// The type of mana that the payment solver wants, where the ability leaves a choice.
    pub planned_mana: Option<ManaType>,
}

impl Resolving {
    /// As a scope for evaluation.
    pub fn scope(&self) -> Scope<'_> {
        Scope { source: self.source, controller: self.controller, origin: self.origin, bindings: &self.bindings }
    }
    /// As an evaluation.
    pub fn eval<'a>(&'a self, game: &'a Game) -> Eval<'a> {
        game.eval(self.scope())
    }
}

/// What an effect did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Done {
    /// Whether all of it could be done ("if you do").
    pub fully: bool,
    /// The objects it affected, by the ids they had before.
    pub objects: SmallVec<[ObjectId; 4]>,
    /// The amount: damage dealt, life gained, cards drawn...
    pub amount: i32,
}

impl Game {
    /// Performs an effect.
    pub(crate) fn perform(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, effect: &Effect) -> Beat<Done> {
        let _ = (run, resolving, effect);
        Ok(Done::default())
    }
}
