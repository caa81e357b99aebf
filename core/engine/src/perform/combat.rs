//! Attacks and blocks by effect (modern 508.4, 508.7, 509.6, 509.7), and who protects battles (310.8).

use super::{Done, Plan, Resolving};
use crate::ability::{AttackOn, Objects, Players};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Recipient;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

impl Game {
    /// What a creature attacks by this: whatever can be attacked, or those of what was named that can (506.3c, 508.4a-b).
    pub(super) fn what_to_attack(&self, resolving: &Resolving, on: &AttackOn) -> SmallVec<[Recipient; 1]> {
        if self.combat.is_none() {
            return SmallVec::new();
        }
        let mut options: SmallVec<[Recipient; 1]> = self.attackable(self.turn.active).into_iter().collect();
        if let AttackOn::OneOf(recipients) = on {
            let named = self.hosts(resolving, recipients);
            options.retain(|option| named.contains(option));
        }
        options
    }

    /// A player chooses one of these to be attacked.
    pub(crate) fn choose_attacked(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        attacker: ObjectId,
        options: &[Recipient],
    ) -> Beat<Option<Recipient>> {
        let choices = options.iter().map(|option| super::zones::option_of(*option)).collect();
        let chosen = self.choose_one(run, player, Some(attacker), Purpose::Attack, choices)?;
        Ok(chosen.map(|place| options[place]))
    }

    // modern 508.4: their controller chooses what they attack; they never "attacked".
    pub(super) fn become_attacking(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        objects: &Objects,
        on: &AttackOn,
    ) -> Beat<Done> {
        let options = self.what_to_attack(resolving, on);
        let mut done = Done::nothing();
        for id in self.permanents_of(resolving, objects) {
            let attacking = self.combat.as_ref().is_some_and(|combat| combat.is_attacking(id));
            if attacking || !self.fights_for(id, self.turn.active) {
                continue;
            }
            if let Some(defender) = self.choose_attacked(run, self.controller(id), id, &options)?
                && self.put_attacking(id, defender)
            {
                done.objects.push(id);
            }
        }
        done.fully = !done.objects.is_empty();
        done.amount = done.objects.len() as i32;
        Ok(done)
    }

    // modern 508.7
    pub(super) fn choose_other_attack(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        players: &Players,
        objects: &Objects,
        on: &AttackOn,
    ) -> Beat<Done> {
        let options = self.what_to_attack(resolving, on);
        let mut done = Done::nothing();
        let Some(&player) = self.actors(resolving, players).first() else { return Ok(Done::failed()) };
        for id in self.permanents_of(resolving, objects) {
            if self.combat.as_ref().is_none_or(|combat| !combat.is_attacking(id)) {
                continue;
            }
            if let Some(defender) = self.choose_attacked(run, player, id, &options)?
                && self.attack_instead(id, defender)
            {
                done.objects.push(id);
            }
        }
        done.fully = !done.objects.is_empty();
        done.amount = done.objects.len() as i32;
        Ok(done)
    }

    // modern 509.6: each of the creatures blocks one of the attackers, as its controller chooses.
    pub(super) fn become_blocking(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        objects: &Objects,
        attackers: &Objects,
    ) -> Beat<Done> {
        let attackers = self.permanents_of(resolving, attackers);
        let mut plan = Plan::default();
        let mut did = SmallVec::new();
        for id in self.permanents_of(resolving, objects) {
            let possible: SmallVec<[ObjectId; 4]> =
                attackers.iter().copied().filter(|attacker| self.may_be_made_to_block(id, *attacker)).collect();
            if let Some(attacker) = self.choose_blocked(run, self.controller(id), id, &possible)? {
                plan.batch.extend(self.make_block(run, id, attacker)?);
                did.push(id);
            }
        }
        self.carry_out(run, resolving, plan)?;
        Ok(Done { fully: !did.is_empty(), amount: did.len() as i32, objects: did })
    }

    /// A player chooses one of these attackers to be blocked.
    pub(crate) fn choose_blocked(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        blocker: ObjectId,
        attackers: &[ObjectId],
    ) -> Beat<Option<ObjectId>> {
        let options = attackers.iter().map(|id| super::zones::option_of(Recipient::Object(*id))).collect();
        let chosen = self.choose_one(run, player, Some(blocker), Purpose::Block, options)?;
        Ok(chosen.map(|place| attackers[place]))
    }

    // modern 509.1h
    pub(super) fn make_unblocked(&mut self, resolving: &Resolving, objects: &Objects) -> Done {
        let mut objects = self.permanents_of(resolving, objects);
        objects.retain(|id| self.combat.as_ref().is_some_and(|combat| combat.is_attacking(*id)));
        objects.iter().for_each(|id| self.become_unblocked(*id));
        Done { fully: !objects.is_empty(), amount: objects.len() as i32, objects }
    }

    // modern 310.8f
    pub(super) fn change_protector(&mut self, resolving: &Resolving, objects: &Objects, players: &Players) -> Done {
        let Some(&player) = self.actors(resolving, players).first() else { return Done::failed() };
        let objects = self.permanents_of(resolving, objects);
        objects.iter().for_each(|id| self.set_protector(*id, player));
        Done { fully: !objects.is_empty(), amount: objects.len() as i32, objects }
    }
}
