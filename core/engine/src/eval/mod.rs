//! Evaluation of ability data against a game: filters, objects, players, amounts, conditions, event patterns.

use crate::ability::{Amount, Condition, CopyException, EventPattern, Filter, Objects, Origin, Players, Recipients};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Derived;
use crate::object::{Bindings, Recipient};
use smallvec::SmallVec;

/// Objects found.
pub type ObjectList = SmallVec<[ObjectId; 4]>;
/// Players found.
pub type PlayerList = SmallVec<[PlayerId; 4]>;

/// Whose ability it is that asks: what "this", "you" and the bound names mean.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The ability's source ("this").
    pub source: ObjectId,
    /// The ability's controller ("you").
    pub controller: PlayerId,
    /// Where the source has the ability from, for links (607).
    pub origin: Origin,
    /// Targets, X, bound names.
    pub bindings: &'a Bindings,
}

impl Scope<'_> {
    /// A scope in which nothing is bound.
    pub fn bare(source: ObjectId, controller: PlayerId, origin: Origin) -> Scope<'static> {
        Scope { source, controller, origin, bindings: Bindings::EMPTY }
    }
}

/// An evaluation. `board` is the working state while layers are being applied; otherwise the game's own is used.
#[derive(Clone, Copy, Debug)]
pub struct Eval<'a> {
    /// The game.
    pub game: &'a Game,
    /// Whose question.
    pub scope: Scope<'a>,
    /// Characteristics in the making (613), if any.
    pub board: Option<&'a Derived>,
}

impl Game {
    /// Evaluates ability data for that scope.
    pub fn eval<'a>(&'a self, scope: Scope<'a>) -> Eval<'a> {
        Eval { game: self, scope, board: None }
    }
}

impl Eval<'_> {
    /// Whether the object matches. Stale ids are read through last-known information.
    pub fn matches(&self, filter: &Filter, object: ObjectId) -> bool {
        let _ = (filter, object);
        false
    }
    /// The objects.
    pub fn objects(&self, objects: &Objects) -> ObjectList {
        let _ = objects;
        ObjectList::new()
    }
    /// The objects as an effect can act on them now: by their current ids, followed where the ability may follow them
    /// (400.7); without those that are gone.
    pub fn objects_now(&self, objects: &Objects) -> ObjectList {
        self.objects(objects)
    }
    /// The copiable values of an object with exceptions worked into them (707.2, 707.9).
    pub(crate) fn copied_values_of(&self, original: ObjectId, except: &[CopyException]) -> crate::characteristics::Characteristics {
        let _ = except;
        self.game.copiable(original)
    }
    /// Everything that matches, in the zone that the filter names, the battlefield if it names none.
    pub fn all(&self, filter: &Filter) -> ObjectList {
        let _ = filter;
        ObjectList::new()
    }
    /// The players, in turn order from the active player.
    pub fn players(&self, players: &Players) -> PlayerList {
        let _ = players;
        PlayerList::new()
    }
    /// Objects and players.
    pub fn recipients(&self, recipients: &Recipients) -> SmallVec<[Recipient; 4]> {
        let _ = recipients;
        SmallVec::new()
    }
    /// Whether the event matches. Before it has happened, its object is read as it is (for something about to enter the
    /// battlefield: as it would be there, 614.12); after it, as it is now for arrivals and as it was for departures (603.10).
    pub fn matches_event(&self, pattern: &EventPattern, event: &Event) -> bool {
        let _ = (pattern, event);
        false
    }
    /// The number.
    pub fn amount(&self, amount: &Amount) -> i32 {
        let _ = amount;
        0
    }
    /// Whether it holds.
    pub fn holds(&self, condition: &Condition) -> bool {
        let _ = condition;
        false
    }
}
