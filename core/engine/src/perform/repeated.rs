//! What is done several times and noticed (modern 603.7h, 603.12a, 118.12): paying any number of times, a reflexive ability
//! for each occurrence, the count of resolutions.

use super::{Done, LIMIT, Resolving};
use crate::ability::Walk;
use crate::ability::{Body, Cost, Effect, Origin, Players};
use crate::game::Game;
use crate::ids::{ObjectId, Var};
use crate::object::Value;
use crate::payment::PaidFor;
use crate::question::Purpose;
use crate::run::{Beat, Run};

impl Game {
    /// A player pays a cost any number of times; the number is bound to the name for what follows, once, if it is not 0.
    pub(super) fn pay_times(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        cost: &Cost,
        var: Var,
        then: &Effect,
    ) -> Beat<Done> {
        let total = self.locked_cost(resolving, cost, 0);
        let mut times = 0;
        'players: for player in self.actors(resolving, players) {
            while times < LIMIT as i32 && self.can_pay(player, &total, resolving.scope(), PaidFor::Other) {
                if !self.yes_no(run, player, resolving.about(), Purpose::MayPay)? {
                    break;
                }
                let payment = self.pay(run, player, &total, resolving.scope(), PaidFor::Other)?;
                resolving.bindings.paid_with.extend(payment.with);
                times += 1;
            }
            if times > 0 {
                break 'players;
            }
        }
        if times == 0 {
            return Ok(Done::failed());
        }
        let mut done = resolving.with(var, Value::Number(times), |resolving| self.perform(run, resolving, then))?;
        // "Pays this cost one or more times" happens once, and reads how often (603.12a).
        done.amount = times;
        Ok(done)
    }

    /// modern 603.12a: a reflexive ability for each of the things that it was done to, bound to the name.
    pub(super) fn when_each(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        first: &Effect,
        var: Var,
        body: &Body,
    ) -> Beat<Done> {
        let done = self.perform(run, resolving, first)?;
        for object in &done.objects {
            let value = super::structure::bound(&[*object]);
            resolving.with(var, value, |resolving| self.reflexive(resolving, body));
        }
        Ok(done)
    }

    /// Counts a resolution of an ability of that object this turn (603.7h); says the how-manieth it is.
    pub(crate) fn count_resolution(&mut self, source: ObjectId, origin: Origin, index: u16) -> u16 {
        let Some(more) = self.more_of(source) else { return 0 };
        match more.resolved.iter_mut().find(|(of, place, _)| *of == origin && *place == index) {
            Some((_, _, count)) => {
                *count = count.saturating_add(1);
                *count
            }
            None => {
                more.resolved.push((origin, index, 1));
                1
            }
        }
    }
}

/// Whether the ability asks how often it has resolved (603.7h).
pub(crate) fn asks_how_often(body: &Body) -> bool {
    let mut asks = false;
    body.each(|var: &Var| asks |= *var == Var::RESOLVED);
    asks
}
