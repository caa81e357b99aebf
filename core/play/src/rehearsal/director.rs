//! Who makes things happen on a board besides the card.

use super::board::{Directing, Scene, Stock};
use super::props::Direction;
use crate::bots::Rng;
use cardwright_engine::ability::StepKind;
use cardwright_engine::event::EventKind;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::object::EntryKind;
use cardwright_engine::zone::ZoneKind;

/// Makes things happen: one stage direction in a step, in the hand of who has priority.
pub(super) struct Director {
    /// The directions, the next one last.
    queue: Vec<DefId>,
    /// What is for when a spell is on the stack, and how often it is given then, in percent.
    responses: Vec<DefId>,
    often: u32,
    chance: Rng,
    /// The step in which the last one was given.
    given: Option<(u32, StepKind, PlayerId)>,
    wait: u32,
}

impl Director {
    /// The director of that mini-game.
    pub fn new(stock: &Stock<'_>, scene: &Scene, number: u64) -> Self {
        let wanted = |direction: &&Direction| direction.causes.iter().any(|kind| stock.wishes.events.contains(kind));
        let all = &stock.props.directions;
        let (responses, others): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.causes.contains(&EventKind::Counter));
        let often = match scene.directing {
            Directing::Nothing => 0,
            _ if responses.iter().any(wanted) => 60,
            Directing::Wanted => 0,
            Directing::All | Directing::Harsh => 15,
        };
        let (gentle, harsh): (Vec<_>, Vec<_>) = others.into_iter().partition(|direction| !direction.harsh);
        let (mut first, others): (Vec<_>, Vec<_>) = gentle.into_iter().partition(wanted);
        let harsh: Vec<_> =
            harsh.into_iter().filter(|direction| scene.directing == Directing::Harsh || wanted(direction)).collect();
        if !first.is_empty() {
            let turn = number as usize % first.len();
            first.rotate_left(turn);
        }
        let mut queue: Vec<_> = match scene.directing {
            Directing::Nothing => Vec::new(),
            Directing::Wanted => first.clone(),
            Directing::All | Directing::Harsh => first.iter().copied().chain(others).collect(),
        };
        // What was wanted comes again, then what leaves little standing.
        if scene.directing != Directing::Nothing {
            queue.extend(first);
            queue.extend(harsh);
        }
        queue.reverse();
        Director {
            queue: queue.into_iter().map(|direction| direction.card).collect(),
            responses: responses.into_iter().map(|direction| direction.card).collect(),
            often,
            chance: Rng::new(number),
            given: None,
            wait: 6,
        }
    }

    /// Gives a card to who has priority, to be cast now, if something is to happen.
    pub fn next(&mut self, game: &mut Game) -> Option<ObjectId> {
        let player = game.turn().priority?;
        let answers = game.stack().last().is_some_and(|entry| entry.kind == EntryKind::Spell);
        if answers && game.stack().len() == 1 && self.chance.below(100) < self.often {
            let card = self.responses[self.chance.below(self.responses.len() as u32) as usize];
            return Some(game.put(card, player, ZoneKind::Hand));
        }
        if self.queue.is_empty() || game.stack().len() > 2 {
            return None;
        }
        if self.wait > 0 {
            // The card comes first.
            self.wait -= 1;
            return None;
        }
        let now = (game.turn().number, game.turn().step, player);
        if self.given == Some(now) {
            return None;
        }
        self.given = Some(now);
        let card = self.queue.pop()?;
        Some(game.put(card, player, ZoneKind::Hand))
    }
}
