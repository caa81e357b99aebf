//! Declaring blockers (modern 509.1) and the damage assignment orders (509.2, 509.3).

use super::block_options::distinct;
use super::costs::{CombatCost, Toll};
use super::why::Unable;
use super::{AtMost, AttackerLimits, BlockConstraints, BlockOptions, Blocker, BlockerLimits, Tolls};
use crate::ability::{BlockRule, Filter, Rule};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::Object;
use crate::pipeline::Batch;
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::ruleset::DamageOrder;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// The rules about blocking that are in force.
pub(super) type Rules<'a> = SmallVec<[Active<'a, BlockRule>; 8]>;
pub(super) type Candidates = Vec<(ObjectId, SmallVec<[ObjectId; 4]>)>;
type Ids = SmallVec<[ObjectId; 8]>;
/// Blocker and attacker, for each declared block.
type Declared = SmallVec<[(ObjectId, ObjectId); 8]>;

impl Game {
    /// The turn-based actions of the declare blockers step (509.1-509.3).
    pub(crate) fn declare_blockers(&mut self, run: &mut Run<'_>) -> Beat<()> {
        // modern 802.4: each defending player declares, in turn order.
        let players: SmallVec<[PlayerId; 4]> = self.players_from_active().collect();
        let mut declared = Declared::new();
        for player in players {
            self.declare_blocks_of(run, player, &mut declared)?;
        }
        self.settle_blocks(run, &declared)?;
        // modern 509.2, 509.3; where damage is divided freely there is no order.
        match self.ruleset.damage_order {
            DamageOrder::Ordered => self.order_damage(run),
            DamageOrder::Free => Ok(()),
        }
    }

    /// One defending player declares blockers; those that are still there after costs become blocking creatures (509.1g).
    fn declare_blocks_of(&mut self, run: &mut Run<'_>, player: PlayerId, declared: &mut Declared) -> Beat<()> {
        let attackers = self.attackers_of(player);
        if attackers.is_empty() {
            return Ok(());
        }
        let options = self.block_options(player);
        let tolls = options.rules.as_ref().map(|rules| rules.tolls.clone()).unwrap_or_default();
        let Answer::Blocks(blocks) = self.ask(run, player, None, Ask::Blockers(Box::new(options)))? else { return Ok(()) };
        let blockers = distinct(&blocks);
        // modern 509.1d-f
        let bill = tolls.bill(blockers.iter().map(|blocker| (*blocker, None)));
        self.pay_bill(run, player, &bill, "modern:509.1f")?;
        for id in blockers {
            if !self.fights_for(id, player) {
                continue;
            }
            let Some(combat) = &mut self.combat else { return Ok(()) };
            let mut attackers = SmallVec::new();
            for (_, attacker) in blocks.iter().filter(|(blocker, _)| *blocker == id) {
                if let Some(attacker) = combat.attacker_mut(*attacker) {
                    attacker.blockers.push(id);
                    attackers.push(attacker.id);
                    declared.push((id, attacker.id));
                }
            }
            combat.blockers.push(Blocker { id, controller: player, attackers });
        }
        Ok(())
    }

    /// Attackers become blocked or unblocked (509.1h), and what waits for blocks triggers (509.1i).
    fn settle_blocks(&mut self, run: &mut Run<'_>, declared: &Declared) -> Beat<()> {
        let Some(combat) = &mut self.combat else { return Ok(()) };
        combat.blocks_declared = true;
        let mut events = Batch::new();
        events.extend(declared.iter().map(|(blocker, attacker)| Event::Block { blocker: *blocker, attacker: *attacker }));
        for (blocker, attacker) in declared {
            events.extend(combat.block_band(*blocker, *attacker));
        }
        // modern 506.5
        if let Some((lone, _)) = declared.first().filter(|(first, _)| declared.iter().all(|(other, _)| other == first)) {
            events.push(Event::BlocksAlone { blocker: *lone });
        }
        for attacker in &mut combat.attackers {
            // modern 509.5c: one that an effect made blocked before does not become blocked again.
            if attacker.blocked != Some(true) {
                let blocked = !attacker.blockers.is_empty();
                attacker.blocked = Some(blocked);
                events.push(match blocked {
                    true => Event::BecomeBlocked { attacker: attacker.id },
                    false => Event::BecomeUnblocked { attacker: attacker.id },
                });
            }
        }
        self.touch_lightly();
        if !events.is_empty() {
            self.happen(run, None, events)?;
        }
        Ok(())
    }

    /// First the active player orders the blockers of each attacker, then each defending player the attackers of each
    /// blocker.
    fn order_damage(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let Some(combat) = &self.combat else { return Ok(()) };
        let orders = |ids: &[ObjectId]| ids.len() > 1;
        let attackers: Ids = combat.attackers.iter().filter(|one| orders(&one.blockers)).map(|one| one.id).collect();
        let blockers: Ids = combat.blockers.iter().filter(|one| orders(&one.attackers)).map(|one| one.id).collect();
        for id in attackers {
            let against: Ids = self.combat.iter().flat_map(|combat| combat.blocked_by(id)).copied().collect();
            let order = self.ask_order(run, self.turn.active, id, &against)?;
            if let Some(attacker) = self.combat.as_mut().and_then(|combat| combat.attacker_mut(id)) {
                attacker.blockers = order;
            }
        }
        for id in blockers {
            let Some(blocker) = self.combat.as_ref().and_then(|combat| combat.blocker(id)) else { continue };
            let against: Ids = blocker.attackers.iter().copied().collect();
            let order = self.ask_order(run, blocker.controller, id, &against)?;
            let found = self.combat.iter_mut().flat_map(|combat| &mut combat.blockers).find(|blocker| blocker.id == id);
            if let Some(blocker) = found {
                blocker.attackers = order;
            }
        }
        Ok(())
    }

    fn ask_order(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        against: &[ObjectId],
    ) -> Beat<SmallVec<[ObjectId; 2]>> {
        let count = against.len() as u32;
        let options = against.iter().map(|id| Choice::Object(*id)).collect();
        let ask = Ask::Choose { purpose: Purpose::DamageOrder, options, min: count, max: count, ordered: true };
        Ok(match self.ask(run, player, Some(about), ask)? {
            Answer::Chosen(chosen) => chosen.iter().filter_map(|index| against.get(*index as usize).copied()).collect(),
            _ => against.iter().copied().collect(),
        })
    }

    /// The creatures that attack that player, their planeswalkers or nothing any more (506.4c).
    pub(super) fn attackers_of(&self, player: PlayerId) -> Ids {
        let attackers = self.combat.iter().flat_map(|combat| &combat.attackers);
        attackers.filter(|attacker| attacker.defending_player == player).map(|attacker| attacker.id).collect()
    }

    /// What that player can declare as a block now.
    pub(crate) fn block_options(&self, player: PlayerId) -> BlockOptions {
        let attackers = self.attackers_of(player);
        if attackers.is_empty() {
            return BlockOptions::default();
        }
        let rules: Rules<'_> = self.block_rules().collect();
        let blockers = self.able_to_block(&rules, player);
        if rules.is_empty() || blockers.is_empty() {
            let all = || attackers.iter().copied().collect();
            return BlockOptions::free(blockers.iter().map(|id| (*id, all())).collect());
        }
        let mut candidates = self.allowed_pairs(&rules, &blockers, &attackers);
        match self.block_constraints(&rules, player, &mut candidates, &attackers) {
            Some(constraints) => BlockOptions::constrained(candidates, constraints),
            None => BlockOptions::free(candidates),
        }
    }

    /// The player's untapped creatures, and those that a rule lets block though tapped (509.1a); not those that an effect made
    /// block before.
    fn able_to_block(&self, rules: &Rules<'_>, player: PlayerId) -> Ids {
        let able = self.permanents().filter(|object| self.unable_to_block(rules, object, player).is_none());
        able.map(|object| object.id).collect()
    }

    /// What keeps a permanent from blocking for that player, effects that forbid it aside (509.1a).
    pub(super) fn unable_to_block(&self, rules: &Rules<'_>, object: &Object, player: PlayerId) -> Option<Unable> {
        if self.controller_of(object) != player {
            return Some(Unable::OfAnother);
        }
        if !self.is_fighter(object) {
            return Some(Unable::NoCreature);
        }
        let though_tapped = |id| {
            rules.iter().any(|active| match active.rule {
                BlockRule::CanBlockTapped(filter) => self.eval(active.scope).matches(filter, id),
                _ => false,
            })
        };
        if object.is_tapped() && !though_tapped(object.id) {
            return Some(Unable::Tapped);
        }
        let blocks = self.combat.as_ref().is_some_and(|combat| combat.is_blocking(object.id));
        blocks.then_some(Unable::Already)
    }

    /// Who may block whom, restrictions on single creatures and pairs applied (509.1b).
    fn allowed_pairs(&self, rules: &Rules<'_>, blockers: &[ObjectId], attackers: &[ObjectId]) -> Candidates {
        let width = attackers.len();
        let mut allowed = vec![true; blockers.len() * width];
        for active in rules {
            self.forbid_pairs(rules, active, blockers, attackers, &mut allowed);
        }
        let row = |(row, blocker): (usize, &ObjectId)| {
            let cells = &allowed[row * width..(row + 1) * width];
            let can: SmallVec<[ObjectId; 4]> =
                attackers.iter().zip(cells).filter(|(_, allowed)| **allowed).map(|(id, _)| *id).collect();
            (!can.is_empty()).then_some((*blocker, can))
        };
        blockers.iter().enumerate().filter_map(row).collect()
    }

    /// Takes away the pairs that one rule forbids.
    pub(super) fn forbid_pairs(
        &self,
        rules: &Rules<'_>,
        active: &Active<'_, BlockRule>,
        blockers: &[ObjectId],
        attackers: &[ObjectId],
        allowed: &mut [bool],
    ) {
        let width = attackers.len();
        let eval = self.eval(active.scope);
        // The rule forbids pairs of these attackers with blockers for which the second filter says `forbids`.
        let (attacking, blocking, forbids) = match active.rule {
            BlockRule::BlockedOnlyBy(attacking, blocking) => (attacking, blocking, false),
            BlockRule::Cant(blocking, attacking) => (attacking, blocking, true),
            BlockRule::CantUnless(blocking, condition) if !eval.holds(condition) => (&Filter::Any, blocking, true),
            _ => return,
        };
        let hit: SmallVec<[usize; 16]> = (0..width).filter(|index| eval.matches(attacking, attackers[*index])).collect();
        if hit.is_empty() {
            return;
        }
        for (row, blocker) in blockers.iter().enumerate() {
            if eval.matches(blocking, *blocker) != forbids {
                continue;
            }
            for &column in &hit {
                let pair = &mut allowed[row * width + column];
                *pair = *pair && self.ignores_evasion(rules, active, *blocker, attackers[column]);
            }
        }
    }

    /// Whether the creature may block the attacker as though that lacked the keyword which brings the restriction.
    fn ignores_evasion(
        &self,
        rules: &Rules<'_>,
        restriction: &Active<'_, BlockRule>,
        blocker: ObjectId,
        attacker: ObjectId,
    ) -> bool {
        if restriction.scope.source != attacker {
            return false;
        }
        rules.iter().any(|active| match active.rule {
            BlockRule::AsThoughWithout(blocking, attacking, keyword) => {
                let eval = self.eval(active.scope);
                eval.matches(blocking, blocker)
                    && eval.matches(attacking, attacker)
                    && self.is_of_keyword(
                        attacker,
                        *keyword,
                        |rule| matches!(rule, Rule::Block(rule) if std::ptr::eq(rule, restriction.rule)),
                    )
            }
            _ => false,
        })
    }

    /// What ties the declaration as a whole: numbers of blockers and attackers, requirements, costs.
    fn block_constraints(
        &self,
        rules: &Rules<'_>,
        player: PlayerId,
        candidates: &mut Candidates,
        attackers: &[ObjectId],
    ) -> Option<BlockConstraints> {
        let ties = |rule: &BlockRule| {
            !matches!(
                rule,
                BlockRule::BlockedOnlyBy(..)
                    | BlockRule::Cant(..)
                    | BlockRule::CantUnless(..)
                    | BlockRule::AsThoughWithout(..)
                    | BlockRule::CanBlockTapped(_)
            )
        };
        if !rules.iter().any(|active| ties(active.rule)) {
            return None;
        }
        let tolls = self.block_tolls(rules, player, candidates);
        let mut constraints = BlockConstraints::new(candidates, attackers);
        constraints.tolls = tolls;
        for active in rules {
            self.constrain_blocks(active, candidates, &mut constraints);
        }
        Some(constraints)
    }

    fn constrain_blocks(&self, active: &Active<'_, BlockRule>, candidates: &Candidates, constraints: &mut BlockConstraints) {
        let eval = self.eval(active.scope);
        let BlockConstraints { attackers, blockers, pairs, together, at_most, .. } = constraints;
        let matching = |filter| (0..candidates.len()).filter(move |index| eval.matches(filter, candidates[*index].0));
        let number = |amount| eval.amount(amount).max(0) as u32;
        let limit = |attackers: &mut Vec<(ObjectId, AttackerLimits)>, filter: &Filter, change: &dyn Fn(&mut AttackerLimits)| {
            attackers.iter_mut().filter(|(id, _)| eval.matches(filter, *id)).for_each(|(_, limits)| change(limits));
        };
        let open = |blockers: &mut Vec<BlockerLimits>, filter: &Filter, change: &dyn Fn(&mut BlockerLimits)| {
            let matching = blockers.iter_mut().zip(candidates).filter(|(_, (id, _))| eval.matches(filter, *id));
            matching.for_each(|(limits, _)| change(limits));
        };
        match active.rule {
            BlockRule::BlockedByAtLeast(filter, amount) => {
                let least = number(amount);
                limit(attackers, filter, &|limits| limits.at_least = limits.at_least.max(least));
            }
            BlockRule::BlockedByAtMost(filter, amount) => {
                let most = number(amount);
                limit(attackers, filter, &|limits| limits.at_most = limits.at_most.min(most));
            }
            BlockRule::Additional(filter, amount) => {
                let more = number(amount);
                open(blockers, filter, &|limits| limits.capacity = limits.capacity.saturating_add(more));
            }
            BlockRule::CantUnlessTogether(filter, amount) => {
                // Blockers of other players, declared before, keep it company too (506.5).
                let others = self.combat.as_ref().map_or(0, |combat| combat.blockers.len() as u32);
                let needed = number(amount).saturating_sub(others);
                matching(filter).for_each(|index| together[index] = together[index].max(needed));
            }
            BlockRule::AtMost(filter, amount) => {
                let members = matching(filter).map(|index| index as u32).collect();
                let others = self.combat.iter().flat_map(|combat| &combat.blockers);
                let others = others.filter(|blocker| eval.matches(filter, blocker.id)).count() as u32;
                at_most.push(AtMost { members, at_most: number(amount).saturating_sub(others) });
            }
            // modern 509.1c: every effect that requires something of a creature is a requirement of its own.
            BlockRule::Must(filter) => open(blockers, filter, &|limits| limits.wants += 1),
            BlockRule::MustBeBlocked(filter) => limit(attackers, filter, &|limits| limits.wants += 1),
            BlockRule::MustBlock(blocking, attacking) => {
                let hit: SmallVec<[bool; 16]> = attackers.iter().map(|(id, _)| eval.matches(attacking, *id)).collect();
                for (pairs, (id, _)) in pairs.iter_mut().zip(candidates) {
                    if eval.matches(blocking, *id) {
                        pairs.iter_mut().for_each(|pair| pair.wants += u32::from(hit[pair.attacker as usize]));
                    }
                }
            }
            BlockRule::AllMustBlock(attacking) => {
                let hit: SmallVec<[bool; 16]> = attackers.iter().map(|(id, _)| eval.matches(attacking, *id)).collect();
                pairs.iter_mut().flatten().for_each(|pair| pair.wants += u32::from(hit[pair.attacker as usize]));
            }
            BlockRule::BlockedOnlyBy(..)
            | BlockRule::Cant(..)
            | BlockRule::CantUnless(..)
            | BlockRule::Cost(..)
            | BlockRule::AsThoughWithout(..)
            | BlockRule::CanBlockTapped(_) => {}
        }
    }

    /// The costs of blocking (509.1d). Creatures whose cost cannot be paid are no candidates any more.
    pub(super) fn block_tolls(&self, rules: &Rules<'_>, player: PlayerId, candidates: &mut Candidates) -> Tolls {
        let mut tolls = Tolls::default();
        for active in rules {
            let BlockRule::Cost(filter, cost) = active.rule else { continue };
            let eval = self.eval(active.scope);
            let place = tolls.costs.len() as u32;
            let before = tolls.tolls.len();
            let owing = candidates.iter().filter(|(id, _)| eval.matches(filter, *id));
            tolls.tolls.extend(owing.map(|(id, _)| Toll { creature: *id, against: None, cost: place, sure: false }));
            if tolls.tolls.len() > before {
                tolls.costs.push(CombatCost::lock(eval, cost));
            }
        }
        if !tolls.tolls.is_empty() {
            let unpayable = tolls.settle(self, player, &[]);
            candidates.retain(|(id, _)| !unpayable.contains(&(*id, None)));
        }
        tolls
    }
}
