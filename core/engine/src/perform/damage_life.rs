//! Damage and life (modern 119, 120, 701.14).

use super::{Done, Plan, Resolving};
use crate::ability::{Amount, DamageRule, Objects, Players, Recipients, Rule};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, TargetSlot};
use crate::layers::Active;
use crate::object::Recipient;
use crate::run::{Beat, Run};
use crate::types::CardType;
use smallvec::SmallVec;

impl Game {
    // modern 608.2h: the object deals the damage, with its last-known information if it is gone; so it is not followed.
    pub(super) fn plan_damage(&self, resolving: &Resolving, amount: &Amount, to: &Recipients, source: &Objects, plan: &mut Plan) {
        let amount = self.count_of(resolving, amount);
        let recipients = self.damageable(resolving, to);
        plan.lacks(recipients.is_empty());
        for source in self.damage_sources(resolving, source) {
            for &to in &recipients {
                self.plan_hit(source, to, amount, plan);
            }
        }
    }

    // modern 601.2d, 608.2d: what was assigned to a target that is illegal now is not dealt.
    pub(super) fn plan_divided_damage(&self, resolving: &Resolving, slot: TargetSlot, source: &Objects, plan: &mut Plan) {
        let bindings = &resolving.bindings;
        let Some(choice) = bindings.targets.get(usize::from(bindings.first_target) + usize::from(slot.0)) else { return };
        for source in self.damage_sources(resolving, source) {
            for (place, &(to, amount)) in choice.chosen.iter().enumerate() {
                let legal = !choice.illegal.contains(&(place as u8)) && self.is_damageable(to);
                plan.lacks(!legal);
                if legal {
                    self.plan_hit(source, to, amount, plan);
                }
            }
        }
    }

    fn damage_sources(&self, resolving: &Resolving, source: &Objects) -> SmallVec<[ObjectId; 4]> {
        match source {
            Objects::This => SmallVec::from_slice(&[resolving.source]),
            other => resolving.eval(self).objects(other),
        }
    }
    fn damageable(&self, resolving: &Resolving, to: &Recipients) -> SmallVec<[Recipient; 4]> {
        let objects = self.acted_on(resolving, &to.objects).into_iter().map(Recipient::Object);
        let players = to.players.as_ref().map(|players| self.actors(resolving, players)).unwrap_or_default();
        let all = objects.chain(players.into_iter().map(Recipient::Player));
        all.filter(|recipient| self.is_damageable(*recipient)).collect()
    }
    /// Whether damage can be dealt to it: to players in the game, creatures, planeswalkers and battles (120.1).
    pub(crate) fn is_damageable(&self, to: Recipient) -> bool {
        match to {
            Recipient::Player(player) => self.player(player).is_playing(),
            Recipient::Object(id) => self.permanent(id).is_some_and(|object| {
                let loses_counters = |law: Active<'_, Rule>| matches!(law.rule, Rule::Damage(DamageRule::RemovesCounters(_)));
                self.characteristics_of(object).types.is(CardType::Creature) || self.laws(id).any(loses_counters)
            }),
        }
    }
    // modern 120.8: a source that would deal 0 damage deals none.
    fn plan_hit(&self, source: ObjectId, to: Recipient, amount: u32, plan: &mut Plan) {
        if amount > 0 {
            plan.push(Event::Damage { source, to, amount, combat: false });
        }
    }

    /// One creature each. If either is not on the battlefield or no creature any more, no damage is dealt (701.14b).
    pub(super) fn plan_fight(&self, resolving: &Resolving, one: &Objects, other: &Objects, plan: &mut Plan) {
        let creature = |objects: &Objects| {
            let mut objects = self.permanents_of(resolving, objects);
            objects.retain(|id| self.characteristics(*id).types.is(CardType::Creature));
            objects.first().copied()
        };
        let (Some(one), Some(other)) = (creature(one), creature(other)) else {
            plan.lacks(true);
            return;
        };
        let power = |id: ObjectId| self.characteristics(id).power.unwrap_or(0).max(0) as u32;
        if one == other {
            // modern 701.14c
            self.plan_hit(one, Recipient::Object(one), power(one).saturating_mul(2), plan);
        } else {
            self.plan_hit(one, Recipient::Object(other), power(one), plan);
            self.plan_hit(other, Recipient::Object(one), power(other), plan);
        }
    }

    pub(super) fn plan_gain_life(&self, resolving: &Resolving, players: &Players, amount: &Amount, plan: &mut Plan) {
        let amount = self.count_of(resolving, amount);
        for player in self.actors(resolving, players) {
            plan.batch.extend(self.life_change(player, i64::from(amount)));
        }
    }
    pub(super) fn plan_lose_life(&self, resolving: &Resolving, players: &Players, amount: &Amount, plan: &mut Plan) {
        let amount = self.count_of(resolving, amount);
        for player in self.actors(resolving, players) {
            plan.batch.extend(self.life_change(player, -i64::from(amount)));
        }
    }
    // modern 119.5: by gaining or losing the difference. A life total can become negative (107.1b).
    pub(super) fn plan_set_life(&self, resolving: &Resolving, players: &Players, amount: &Amount, plan: &mut Plan) {
        let total = resolving.eval(self).amount(amount);
        for player in self.actors(resolving, players) {
            let change = i64::from(total) - i64::from(self.player(player).life);
            plan.batch.extend(self.life_change(player, change));
        }
    }
    pub(super) fn life_change(&self, player: PlayerId, change: i64) -> Option<Event> {
        let amount = u32::try_from(change.unsigned_abs()).unwrap_or(u32::MAX);
        match change {
            0 => None,
            1.. => Some(Event::GainLife { player, amount }),
            _ => Some(Event::LoseLife { player, amount }),
        }
    }

    // modern 119.7, 701.12c: all or nothing.
    pub(super) fn exchange_life(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        one: &Players,
        other: &Players,
    ) -> Beat<Done> {
        let first = |players: &Players| self.actors(resolving, players).first().copied();
        let (Some(one), Some(other)) = (first(one), first(other)) else { return Ok(Done::failed()) };
        let difference = i64::from(self.player(other).life) - i64::from(self.player(one).life);
        let mut plan = Plan::default();
        plan.batch.extend(self.life_change(one, difference));
        plan.batch.extend(self.life_change(other, -difference));
        if !plan.batch.iter().all(|event| self.may_happen(event)) {
            return Ok(Done::failed());
        }
        self.carry_out(run, resolving, plan)
    }
}
