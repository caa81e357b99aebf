//! Why a creature cannot attack or block: asked of the functions that work out the legal declarations (modern 508.1, 509.1).

use super::{attackers, blockers};
use crate::ability::{AttackRule, BlockRule, Rule};
use crate::game::Game;
use crate::host::aside;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::{Object, Recipient};
use crate::why::{Maker, WhyNotFight};
use smallvec::SmallVec;

/// What keeps a permanent from attacking or blocking, effects that forbid it aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unable {
    Tapped,
    OfAnother,
    NoCreature,
    Already,
    TooNew,
}

impl Game {
    fn said(&self, object: &Object, unable: Unable) -> WhyNotFight {
        match unable {
            Unable::Tapped => WhyNotFight::Tapped,
            Unable::OfAnother => WhyNotFight::ControlledBy(self.controller_of(object)),
            Unable::NoCreature => WhyNotFight::NoCreature,
            Unable::Already => WhyNotFight::Already,
            Unable::TooNew => WhyNotFight::TooNew,
        }
    }
    pub(super) fn maker_of_attack_rule(&self, active: &Active<'_, AttackRule>) -> Maker {
        self.maker_of_rule(active.scope, &|rule| matches!(rule, Rule::Attack(rule) if std::ptr::eq(rule, active.rule)))
    }
    pub(super) fn maker_of_block_rule(&self, active: &Active<'_, BlockRule>) -> Maker {
        self.maker_of_rule(active.scope, &|rule| matches!(rule, Rule::Block(rule) if std::ptr::eq(rule, active.rule)))
    }

    /// Why the creature cannot be declared as an attacker of that player or permanent now, were it time for it; `None` if it
    /// can. What an attack requires of other creatures is not asked.
    pub fn why_not_attack(&self, creature: ObjectId, defender: Recipient) -> Option<WhyNotFight> {
        aside(self, || self.attack_fails(creature, defender))
    }
    fn attack_fails(&self, creature: ObjectId, defender: Recipient) -> Option<WhyNotFight> {
        let Some(object) = self.permanent(creature) else { return Some(WhyNotFight::NotThere) };
        let player = self.turn.active;
        if self.controller_of(object) != player {
            return Some(self.said(object, Unable::OfAnother));
        }
        if let Some(unable) = self.unable_to_attack(object, player) {
            return Some(self.said(object, unable));
        }
        if !self.attackable(player).contains(&defender) {
            return Some(WhyNotFight::NotAttackable);
        }
        let rules: attackers::Rules<'_> = self.attack_rules().collect();
        let alone = || vec![(creature, SmallVec::from_iter([defender]))];
        for active in &rules {
            let mut left: attackers::Candidates = alone();
            self.restrict(&rules, active, &mut left);
            if left.is_empty() {
                return Some(WhyNotFight::Forbidden(self.maker_of_attack_rule(active)));
            }
        }
        self.attack_toll_too_high(&rules, player, &alone).or_else(|| self.attacks_too_lonely(&rules, player, creature))
    }

    /// The cost of attacking that cannot be paid: all of them together; the first one alone that cannot be paid is named, or
    /// else the last.
    fn attack_toll_too_high(
        &self,
        rules: &attackers::Rules<'_>,
        player: PlayerId,
        alone: &dyn Fn() -> attackers::Candidates,
    ) -> Option<WhyNotFight> {
        let pays = |rules: &attackers::Rules<'_>| {
            let mut left = alone();
            let tolls = self.attack_tolls(rules, player, &mut left);
            (!left.is_empty(), !tolls.tolls.is_empty())
        };
        if pays(rules).0 {
            return None;
        }
        let single = |active: &&Active<'_, AttackRule>| !pays(&SmallVec::from_iter([**active])).0;
        let owed = |active: &&Active<'_, AttackRule>| pays(&SmallVec::from_iter([**active])).1;
        let by = rules.iter().find(single).or_else(|| rules.iter().rfind(owed))?;
        Some(WhyNotFight::Unpayable(self.maker_of_attack_rule(by)))
    }

    fn attacks_too_lonely(&self, rules: &attackers::Rules<'_>, player: PlayerId, creature: ObjectId) -> Option<WhyNotFight> {
        let able = self.attack_options(player).candidates.len() as u32;
        rules.iter().find_map(|active| {
            let eval = self.eval(active.scope);
            match active.rule {
                AttackRule::CantUnlessTogether(filter, amount) if eval.matches(filter, creature) => {
                    let least = eval.amount(amount).max(0) as u32;
                    let by = || self.maker_of_attack_rule(active);
                    (least > able).then(|| WhyNotFight::NeedsCompany { by: by(), least, able })
                }
                AttackRule::AtMost(filter, amount) if eval.matches(filter, creature) && eval.amount(amount) <= 0 => {
                    Some(WhyNotFight::Forbidden(self.maker_of_attack_rule(active)))
                }
                _ => None,
            }
        })
    }

    /// Why the creature cannot be declared as a blocker of that attacker now, were it time for it; `None` if it can. What a
    /// block requires of other creatures is not asked.
    pub fn why_not_block(&self, blocker: ObjectId, attacker: ObjectId) -> Option<WhyNotFight> {
        aside(self, || self.block_fails(blocker, attacker))
    }
    fn block_fails(&self, blocker: ObjectId, attacker: ObjectId) -> Option<WhyNotFight> {
        let Some(object) = self.permanent(blocker) else { return Some(WhyNotFight::NotThere) };
        let player = self.controller_of(object);
        let defending = self.attackers_of(player);
        if !self.is_fighter(object) {
            return Some(WhyNotFight::NoCreature);
        }
        if defending.is_empty() {
            return Some(WhyNotFight::ControlledBy(player));
        }
        if !defending.contains(&attacker) {
            return Some(WhyNotFight::NotAttacking);
        }
        let rules: blockers::Rules<'_> = self.block_rules().collect();
        if let Some(unable) = self.unable_to_block(&rules, object, player) {
            return Some(self.said(object, unable));
        }
        for active in &rules {
            let mut allowed = [true];
            self.forbid_pairs(&rules, active, &[blocker], &[attacker], &mut allowed);
            if !allowed[0] {
                return Some(WhyNotFight::Forbidden(self.maker_of_block_rule(active)));
            }
        }
        let alone = || vec![(blocker, SmallVec::from_iter([attacker]))];
        self.block_toll_too_high(&rules, player, &alone).or_else(|| self.blocks_too_lonely(&rules, player, blocker, attacker))
    }

    fn block_toll_too_high(
        &self,
        rules: &blockers::Rules<'_>,
        player: PlayerId,
        alone: &dyn Fn() -> blockers::Candidates,
    ) -> Option<WhyNotFight> {
        let pays = |rules: &blockers::Rules<'_>| {
            let mut left = alone();
            let tolls = self.block_tolls(rules, player, &mut left);
            (!left.is_empty(), !tolls.tolls.is_empty())
        };
        if pays(rules).0 {
            return None;
        }
        let single = |active: &&Active<'_, BlockRule>| !pays(&SmallVec::from_iter([**active])).0;
        let owed = |active: &&Active<'_, BlockRule>| pays(&SmallVec::from_iter([**active])).1;
        let by = rules.iter().find(single).or_else(|| rules.iter().rfind(owed))?;
        Some(WhyNotFight::Unpayable(self.maker_of_block_rule(by)))
    }

    fn blocks_too_lonely(
        &self,
        rules: &blockers::Rules<'_>,
        player: PlayerId,
        blocker: ObjectId,
        attacker: ObjectId,
    ) -> Option<WhyNotFight> {
        let options = self.block_options(player).candidates;
        let others = self.combat.as_ref().map_or(0, |combat| combat.blockers.len() as u32);
        rules.iter().find_map(|active| {
            let eval = self.eval(active.scope);
            let by = || self.maker_of_block_rule(active);
            match active.rule {
                BlockRule::BlockedByAtLeast(filter, amount) if eval.matches(filter, attacker) => {
                    let least = eval.amount(amount).max(0) as u32;
                    let able = options.iter().filter(|(_, attackers)| attackers.contains(&attacker)).count() as u32;
                    (least > able).then(|| WhyNotFight::NeedsCompany { by: by(), least, able })
                }
                BlockRule::BlockedByAtMost(filter, amount) if eval.matches(filter, attacker) && eval.amount(amount) <= 0 => {
                    Some(WhyNotFight::Forbidden(by()))
                }
                BlockRule::CantUnlessTogether(filter, amount) if eval.matches(filter, blocker) => {
                    let (least, able) = (eval.amount(amount).max(0) as u32, options.len() as u32 + others);
                    (least > able).then(|| WhyNotFight::NeedsCompany { by: by(), least, able })
                }
                BlockRule::AtMost(filter, amount) if eval.matches(filter, blocker) && eval.amount(amount) <= 0 => {
                    Some(WhyNotFight::Forbidden(by()))
                }
                _ => None,
            }
        })
    }
}
