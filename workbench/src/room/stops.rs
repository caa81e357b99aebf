//! When a player wants to be asked. Passing priority at every chance by hand would be a chore: a player is asked where they have a
//! stop, and when somebody else puts something on the stack.

use cardwright_engine::ability::StepKind;
use cardwright_engine::game::Game;
use cardwright_engine::question::{Ask, Question};
use cardwright_engine::symbol::Symbol;

/// Until when a player passes whatever comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassUntil {
    /// As long as this turn lasts, unless somebody else uses the stack.
    EndOfTurn(u32),
    /// Until the player's own next turn begins, whatever is put on the stack.
    OwnTurn(u32),
    /// Until the stack is empty.
    StackEmpty,
}

/// What a player has said about when to be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stops {
    /// Steps of the player's own turns in which to be asked.
    pub own: Vec<StepKind>,
    /// Steps of others' turns in which to be asked.
    pub others: Vec<StepKind>,
    /// Ask whenever the player gets priority and can do anything at all.
    pub full_control: bool,
    /// Pass until then.
    pub until: Option<PassUntil>,
    /// Sources whose abilities are let through: name of the source.
    pub yields: Vec<Symbol>,
}

impl Default for Stops {
    fn default() -> Self {
        Stops {
            own: vec![StepKind::PrecombatMain, StepKind::PostcombatMain],
            others: vec![StepKind::DeclareAttackers, StepKind::End],
            full_control: false,
            until: None,
            yields: Vec::new(),
        }
    }
}

impl Stops {
    /// Sets or takes away a stop.
    pub fn toggle(&mut self, own: bool, step: StepKind) {
        let list = if own { &mut self.own } else { &mut self.others };
        match list.iter().position(|known| *known == step) {
            Some(place) => drop(list.remove(place)),
            None => list.push(step),
        }
    }

    /// Whether the player passes without being asked. Only priority is ever passed by itself (modern 117.3d).
    pub fn passes(&self, game: &Game, question: &Question) -> bool {
        if !matches!(question.ask, Ask::Priority(_)) || self.full_control {
            return false;
        }
        let (turn, player) = (game.turn(), question.player);
        let top = game.stack().last();
        let strange = top.is_some_and(|entry| entry.controller != player && !self.yields_to(game, entry.object));
        match self.until {
            Some(PassUntil::EndOfTurn(number)) if turn.number == number && !strange => return true,
            Some(PassUntil::OwnTurn(number)) if turn.number == number || turn.active != player => return true,
            Some(PassUntil::StackEmpty) if top.is_some() => return true,
            _ => {}
        }
        match top {
            Some(_) => !strange,
            None => {
                let list = if turn.active == player { &self.own } else { &self.others };
                !list.contains(&turn.step)
            }
        }
    }

    fn yields_to(&self, game: &Game, object: cardwright_engine::ids::ObjectId) -> bool {
        use cardwright_engine::object::EntryKind;
        match game.entry(object).map(|entry| &entry.kind) {
            Some(EntryKind::Ability { source, .. }) => self.yields.contains(&game.characteristics(*source).name),
            _ => false,
        }
    }
}
