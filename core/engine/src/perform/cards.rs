//! Drawing, discarding, milling, destroying, sacrificing (modern 121, 701.8, 701.9, 701.17, 701.21).

use super::{Done, Plan, Resolving};
use crate::ability::{Amount, ChooseHow, Filter, MoveCause, Objects, Players};
use crate::eval::ObjectList;
use crate::event::{Act, Event};
use crate::game::Game;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use crate::zone::ZoneKind;

impl Game {
    // modern 121.2: one card at a time; several players in turn order, each drawing all of theirs.
    pub(super) fn draw(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        amount: &Amount,
    ) -> Beat<Done> {
        let times = self.times_of(resolving, amount)?;
        let mut all = Done::nothing();
        for player in self.actors(resolving, players) {
            for _ in 0..times {
                if !self.player(player).is_playing() || self.outcome.is_some() {
                    break;
                }
                let mut plan = Plan::default();
                plan.push(Event::Draw { player });
                all.and(self.carry_out(run, resolving, plan)?);
            }
        }
        Ok(all)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn plan_discard(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        players: &Players,
        amount: &Amount,
        filter: &Filter,
        how: ChooseHow,
        plan: &mut Plan,
    ) -> Beat<()> {
        let amount = self.count_of(resolving, amount) as usize;
        for player in self.actors(resolving, players) {
            let mut cards = ObjectList::from_slice(&self.player(player).hand);
            if *filter != Filter::Any {
                let eval = resolving.eval(self);
                cards.retain(|card| eval.matches(filter, *card));
            }
            plan.lacks(cards.len() < amount);
            let chosen = match how {
                ChooseHow::Random => self.random_pick(&cards, amount),
                ChooseHow::Choose => {
                    self.choose_among(run, player, resolving.about(), Purpose::Discard, &cards, amount, amount)?
                }
                ChooseHow::ControllerChooses => {
                    let chooser = resolving.controller;
                    self.choose_among(run, chooser, resolving.about(), Purpose::Discard, &cards, amount, amount)?
                }
            };
            for card in chosen {
                plan.push(self.plain_move(resolving, card, ZoneKind::Graveyard, MoveCause::Discard));
            }
        }
        Ok(())
    }

    // modern 701.17b: as many as there are.
    pub(super) fn plan_mill(&self, resolving: &Resolving, players: &Players, amount: &Amount, plan: &mut Plan) {
        let amount = self.count_of(resolving, amount) as usize;
        for player in self.actors(resolving, players) {
            plan.lacks(self.player(player).library.len() < amount);
            plan.push(Event::Act { act: Act::Mill, player, amount: amount as u32, by: resolving.source });
        }
    }

    pub(super) fn plan_destroy(&self, resolving: &Resolving, objects: &Objects, regenerable: bool, plan: &mut Plan) {
        let objects = self.permanents_of(resolving, objects);
        plan.lacks(objects.is_empty());
        let source = Some(resolving.source);
        plan.batch.extend(objects.into_iter().map(|object| Event::Destroy { object, source, regenerable }));
    }

    // modern 701.21a
    // modern 701.21a: nobody sacrifices what somebody else controls.
    pub(super) fn plan_sacrifice(&self, resolving: &Resolving, players: &Players, objects: &Objects, plan: &mut Plan) {
        let players = self.actors(resolving, players);
        let mut objects = self.permanents_of(resolving, objects);
        objects.retain(|object| players.contains(&self.controller(*object)));
        plan.lacks(objects.is_empty());
        for object in objects {
            plan.push(self.sacrifice_of(object, Some(resolving.source)));
        }
    }

    // modern 101.4, 608.2e: the players choose in turn order, knowing what was chosen; then all is sacrificed at once.
    pub(super) fn plan_sacrifice_choice(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        players: &Players,
        filter: &Filter,
        amount: &Amount,
        plan: &mut Plan,
    ) -> Beat<()> {
        let amount = self.count_of(resolving, amount) as usize;
        let candidates = resolving.eval(self).all(filter);
        for player in self.actors(resolving, players) {
            let own = self.sacrificeable(&candidates, player);
            plan.lacks(own.len() < amount);
            for object in self.choose_among(run, player, resolving.about(), Purpose::Sacrifice, &own, amount, amount)? {
                plan.push(self.sacrifice_of(object, Some(resolving.source)));
            }
        }
        Ok(())
    }
}
