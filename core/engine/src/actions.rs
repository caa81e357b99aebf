//! What the game does of itself because a type says so: state-based and turn-based actions (modern 703, 704).

use crate::ability::{Effect, MoveCause, Players, Rule};
use crate::eval::PlayerList;
use crate::event::Event;
use crate::game::Game;
use crate::object::Bindings;
use crate::perform::{Plan, Resolving, is_batchable};
use crate::pipeline::Batch;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// Something that is to be done now.
pub(crate) struct Action {
    /// Whose law says so.
    pub resolving: Resolving,
    /// What.
    pub effect: Effect,
    /// Whose step it is done in, if that is said.
    pub of: Option<PlayerList>,
}

impl Game {
    /// The actions that laws in force ask for now, of those that are picked.
    pub(crate) fn due_actions<'r>(
        &'r self,
        pick: impl Fn(&'r Rule) -> Option<(Option<&'r Players>, &'r Effect)>,
    ) -> SmallVec<[Action; 2]> {
        let mut due = SmallVec::new();
        for law in self.action_rules() {
            let eval = self.eval(law.scope);
            let holds = match law.rule {
                Rule::StateBased(condition, _) => eval.holds(condition),
                _ => true,
            };
            let Some((players, effect)) = pick(law.rule).filter(|_| holds) else { continue };
            let (source, controller, origin) = (law.scope.source, law.scope.controller, law.scope.origin);
            let resolving = Resolving::new(source, controller, origin, None, Bindings::default());
            due.push(Action { resolving, effect: effect.clone(), of: players.map(|players| eval.players(players)) });
        }
        due
    }

    /// Does them, together with what else happens at the same time: choices first, then all events at once; what is no single
    /// event follows. Says whether anything was done.
    pub(crate) fn take_actions(&mut self, run: &mut Run<'_>, due: SmallVec<[Action; 2]>, batch: &mut Batch) -> Beat<bool> {
        let mut later: SmallVec<[Action; 1]> = SmallVec::new();
        for mut action in due {
            let source = action.resolving.source;
            // What happens to it anyway, happens once.
            if batch.iter().any(|event| event.object() == Some(source)) {
                continue;
            }
            if !is_batchable(&action.effect) {
                later.push(action);
                continue;
            }
            let mut plan = Plan::default();
            self.prepare(run, &mut action.resolving, &action.effect, &mut plan)?;
            batch.extend(plan.batch.into_iter().map(of_the_game));
        }
        let mut acted = !batch.is_empty();
        if acted {
            self.happen(run, None, std::mem::take(batch))?;
        }
        for mut action in later {
            acted |= self.perform(run, &mut action.resolving, &action.effect)?.fully;
        }
        Ok(acted)
    }

    /// Whether a triggered ability of such an object has triggered and has not left the stack (309.6, 310.7).
    pub(crate) fn has_unresolved(&self, is_source: impl Fn(crate::ids::ObjectId) -> bool) -> bool {
        self.waiting.iter().any(|waiting| is_source(waiting.source))
            || self.stack.iter().any(|entry| match &entry.kind {
                crate::object::EntryKind::Ability { source, ability, .. } => {
                    matches!(ability.ability.kind, crate::ability::AbilityBody::Triggered(_)) && is_source(*source)
                }
                crate::object::EntryKind::Spell => false,
            })
    }
}

/// No effect does it, but the game.
fn of_the_game(event: Event) -> Event {
    match event {
        Event::Move(mut movement) if movement.cause == MoveCause::Effect => {
            movement.cause = MoveCause::StateBased;
            movement.by = None;
            Event::Move(movement)
        }
        event => event,
    }
}
