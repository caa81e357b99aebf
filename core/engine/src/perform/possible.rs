//! Whether an effect could be done at all: what cannot be done cannot be chosen (modern 608.2d, 118.3).

use super::Resolving;
use crate::ability::{CastAs, Effect, MoveCause};
use crate::event::{Event, Move};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::types::CardType;
use crate::zone::ZoneKind;

impl Game {
    /// Whether the player asked may choose to have it done. In doubt yes: an effect then does as much as it can (609.3).
    pub(super) fn could_be_done(&self, resolving: &Resolving, effect: &Effect) -> bool {
        match effect {
            // modern 701.21a, 608.2d: all of them must be there.
            Effect::SacrificeChoice(players, filter, amount) => {
                let wanted = self.count_of(resolving, amount) as usize;
                let candidates = resolving.eval(self).all(filter);
                self.actors(resolving, players).iter().all(|player| self.sacrificeable(&candidates, *player).len() >= wanted)
            }
            Effect::Sacrifice(players, objects) => {
                let players = self.actors(resolving, players);
                self.permanents_of(resolving, objects)
                    .iter()
                    .any(|object| players.contains(&self.controller(*object)) && self.may_be_sacrificed(resolving, *object))
            }
            Effect::Discard(players, amount, filter, _) => {
                let wanted = self.count_of(resolving, amount) as usize;
                self.actors(resolving, players).iter().all(|player| {
                    let eval = resolving.eval(self);
                    self.player(*player).hand.iter().filter(|card| eval.matches(filter, **card)).take(wanted).count() >= wanted
                })
            }
            Effect::Move(objects, ..) => !self.acted_on(resolving, objects).is_empty(),
            Effect::Destroy(objects, _)
            | Effect::ExileUntil(objects, _)
            | Effect::PhaseOut(objects)
            | Effect::PhaseOutUntil(objects, _)
            | Effect::Tap(objects)
            | Effect::Untap(objects)
            | Effect::TurnFaceUp(objects)
            | Effect::TurnFaceDown(objects)
            | Effect::Transform(objects) => !self.permanents_of(resolving, objects).is_empty(),
            Effect::CastNow(_, objects, _, manner) => self.acted_on(resolving, objects).iter().any(|id| {
                let turned = || self.object(*id).is_some_and(|object| self.other_face(object).is_some());
                *manner != CastAs::OtherFace || turned()
            }),
            Effect::CopyStack(objects, ..) | Effect::Counter(objects) => !self.acted_on(resolving, objects).is_empty(),
            // modern 305.2b: a land that cannot be played is not offered.
            Effect::PlayNow(players, objects, _) => {
                let player = self.actors(resolving, players).first().copied();
                let is_land =
                    |card: &ObjectId| self.object(*card).is_some_and(|card| self.considered(card).types.is(CardType::Land));
                let can = |card: &ObjectId| !is_land(card) || player.is_some_and(|player| self.can_play_land_now(player, *card));
                self.acted_on(resolving, objects).iter().any(can)
            }
            Effect::Choose(choice, _, _) => {
                let wanted = self.count_of(resolving, &choice.min) as usize;
                self.acted_on(resolving, &choice.from).len() >= wanted
            }
            Effect::Sequence(effects) => effects.first().is_none_or(|first| self.could_be_done(resolving, first)),
            Effect::Together(effects) => effects.iter().all(|effect| self.could_be_done(resolving, effect)),
            Effect::Then(first, _, _)
            | Effect::IfDone(first, _, _)
            | Effect::WhenDone(first, _)
            | Effect::SelfReplacing(first, _)
            | Effect::WhenEach(first, _, _) => self.could_be_done(resolving, first),
            Effect::ChooseEffect(_, effects) => effects.iter().any(|effect| self.could_be_done(resolving, effect)),
            _ => true,
        }
    }

    /// The sacrifice of a permanent, as an event to propose or to ask about.
    pub(crate) fn sacrifice_of(&self, object: ObjectId, by: Option<ObjectId>) -> Event {
        Event::Move(Move {
            object,
            became: None,
            from: ZoneKind::Battlefield,
            to: ZoneKind::Graveyard,
            cause: MoveCause::Sacrifice,
            by,
            place: crate::event::Place::Top,
            enters: None,
            face_down: false,
            controller: self.controller(object),
        })
    }
    pub(super) fn may_be_sacrificed(&self, resolving: &Resolving, object: ObjectId) -> bool {
        self.may_happen(&self.sacrifice_of(object, Some(resolving.source)))
    }
    /// Those of the candidates that the player can sacrifice: permanents under their control that nothing protects.
    pub(crate) fn sacrificeable(&self, candidates: &[ObjectId], player: PlayerId) -> crate::eval::ObjectList {
        let can = |object: &ObjectId| {
            self.permanent(*object).is_some()
                && self.controller(*object) == player
                && self.may_happen(&self.sacrifice_of(*object, None))
        };
        candidates.iter().copied().filter(can).collect()
    }
}
