//! The turn, the end of the game, coins, and authors' own keyword actions (modern 104, 500.7-500.11, 705).

use super::{Done, Plan, Resolving};
use crate::ability::{Effect, Objects, Players, TurnChange};
use crate::event::Event;
use crate::game::{Game, Outcome};
use crate::ids::{LinkKey, Var};
use crate::object::Value;
use crate::run::{Beat, Run};
use crate::symbol::Symbol;

impl Game {
    pub(super) fn change_turn_order(&mut self, run: &mut Run<'_>, resolving: &Resolving, change: &TurnChange) -> Beat<Done> {
        let eval = resolving.eval(self);
        let (players, amount) = match change {
            TurnChange::ExtraTurn(players, amount) | TurnChange::SkipTurn(players, amount) => {
                (Some(players), eval.amount(amount))
            }
            TurnChange::SkipStep(players, _, amount) => (Some(players), eval.amount(amount)),
            TurnChange::ExtraPhases { amount, gets, .. } | TurnChange::ExtraStep { amount, gets, .. } => {
                (gets.as_ref(), eval.amount(amount))
            }
            TurnChange::EndTurn => (None, 1),
        };
        let players = players.map(|players| self.actors(resolving, players)).unwrap_or_default();
        if amount > 0 {
            self.turn_change(run, &players, change, amount)?;
        }
        Ok(Done::nothing())
    }

    // modern 104.4c
    pub(super) fn draw_game(&mut self) -> Done {
        self.outcome = Some(Outcome::Draw);
        Done::nothing()
    }

    // modern 705.2: the call changes nothing about the chance, so it is not asked for.
    pub(super) fn flip_coin(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        var: Var,
        won: &Effect,
        lost: &Effect,
    ) -> Beat<Done> {
        let mut all = Done::nothing();
        for player in self.actors(resolving, players) {
            let flipped = self.random_index(2) == 1;
            let happened = self.happen_one(run, Some(&mut *resolving), Event::Coin { player, won: flipped })?;
            let result = happened.events.iter().find_map(|event| match event {
                Event::Coin { won, .. } => Some(*won),
                _ => None,
            });
            let result = result.unwrap_or(flipped);
            let next = if result { won } else { lost };
            let value = Value::Number(result.into());
            all.and(resolving.with(var, value, |resolving| self.perform(run, resolving, next))?);
        }
        Ok(all)
    }

    // modern 607.2h
    pub(super) fn plan_tell(&self, resolving: &Resolving, key: LinkKey, objects: &Objects, plan: &mut Plan) {
        let eval = resolving.eval(self);
        let (source, origin, player) = (resolving.source, resolving.origin, resolving.controller);
        let told = |object| Event::Told { key, source, origin, player, object };
        if *objects == Objects::None {
            return plan.push(told(None));
        }
        let now = |id| eval.current(id).unwrap_or(id);
        plan.batch.extend(eval.objects(objects).into_iter().map(|id| told(Some(now(id)))));
    }

    pub(super) fn plan_announce(
        &self,
        resolving: &Resolving,
        word: Symbol,
        players: &Players,
        objects: &Objects,
        plan: &mut Plan,
    ) {
        let objects = resolving.eval(self).objects(objects);
        for player in self.actors(resolving, players) {
            if objects.is_empty() {
                plan.push(Event::Custom { word, player, object: None });
            }
            plan.batch.extend(objects.iter().map(|object| Event::Custom { word, player, object: Some(*object) }));
        }
    }
}
