//! Why a creature cannot attack or block together with others: what ties a declaration as a whole (modern 508.1c-d, 509.1b-c).

use super::{attackers, block_options, blockers};
use crate::ability::{AttackRule, BlockRule, Filter};
use crate::game::Game;
use crate::host::aside;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Recipient;
use crate::why::{Maker, WhyNotFight};
use smallvec::SmallVec;

/// Attackers, each with what it attacks.
type Attacks = SmallVec<[(ObjectId, Recipient); 8]>;
/// Blockers, each with an attacker.
type Blocks = SmallVec<[(ObjectId, ObjectId); 8]>;

impl Game {
    /// Why the creature cannot be declared as an attacker of that player or permanent together with exactly those others: what keeps
    /// it from attacking at all ([`Game::why_not_attack`]), or what is wrong with the declaration as a whole, costs left aside.
    /// `None` if it can.
    pub fn why_not_attack_with(
        &self,
        creature: ObjectId,
        defender: Recipient,
        others: &[(ObjectId, Recipient)],
    ) -> Option<WhyNotFight> {
        self.why_not_attack(creature, defender).or_else(|| {
            let mut attacks: Attacks = others.iter().copied().filter(|(other, _)| *other != creature).collect();
            attacks.push((creature, defender));
            aside(self, || self.attacks_break(&attacks))
        })
    }

    fn attacks_break(&self, attacks: &Attacks) -> Option<WhyNotFight> {
        let rules: attackers::Rules<'_> = self.attack_rules().collect();
        let broken = rules.iter().find_map(|active| {
            let eval = self.eval(active.scope);
            let by = || self.maker_of_attack_rule(active);
            let number = |amount| eval.amount(amount).max(0) as u32;
            let meant = |filter: &Filter| attacks.iter().filter(|(id, _)| eval.matches(filter, *id)).count() as u32;
            match active.rule {
                AttackRule::CantUnlessTogether(filter, amount) if meant(filter) > 0 => {
                    too_few(number(amount), attacks.len() as u32, by)
                }
                AttackRule::AtMost(filter, amount) => too_many(number(amount), meant(filter), by),
                _ => None,
            }
        });
        broken.or_else(|| self.attack_required(&rules, attacks))
    }

    /// A requirement that the attack leaves undone, though more of them could be met (508.1d).
    fn attack_required(&self, rules: &attackers::Rules<'_>, attacks: &Attacks) -> Option<WhyNotFight> {
        let options = self.attack_options(self.turn.active);
        let refusal = options.check_declaration(attacks).err()?;
        if refusal.rule != "modern:508.1d" {
            return None;
        }
        rules.iter().find_map(|active| {
            let eval = self.eval(active.scope);
            // What it wants of a creature: which attacks meet it.
            let wants: &dyn Fn(&Filter) -> Option<ObjectId> = &|filter| {
                let meets = |against: &Recipient| match active.rule {
                    AttackRule::MustAttack(_, players) => {
                        against.player().is_some_and(|player| eval.players(players).contains(&player))
                    }
                    AttackRule::MustAttackPermanent(_, permanents) => {
                        against.object().is_some_and(|id| eval.matches(permanents, id))
                    }
                    _ => true,
                };
                let undone = |(id, defenders): &&(ObjectId, SmallVec<[Recipient; 2]>)| {
                    let due = |against: &&Recipient| {
                        options.rules.as_deref().is_some_and(|rules| rules.tolls.is_due(*id, Some(**against)))
                    };
                    eval.matches(filter, *id)
                        && defenders.iter().any(|against| meets(against) && !due(&against))
                        && !attacks.iter().any(|(attacker, against)| attacker == id && meets(against))
                };
                options.candidates.iter().find(undone).map(|(id, _)| *id)
            };
            let creature = match active.rule {
                AttackRule::Must(filter) | AttackRule::MustAttack(filter, _) | AttackRule::MustAttackPermanent(filter, _) => {
                    wants(filter)?
                }
                _ => return None,
            };
            Some(WhyNotFight::Required { by: self.maker_of_attack_rule(active), creature })
        })
    }

    /// Why the creature cannot be declared as a blocker of that attacker together with exactly those other blocks of its controller:
    /// what keeps it from blocking it at all ([`Game::why_not_block`]), or what is wrong with the declaration as a whole, costs left
    /// aside. `None` if it can.
    pub fn why_not_block_with(
        &self,
        blocker: ObjectId,
        attacker: ObjectId,
        others: &[(ObjectId, ObjectId)],
    ) -> Option<WhyNotFight> {
        self.why_not_block(blocker, attacker).or_else(|| {
            let mut blocks: Blocks = others.iter().copied().filter(|block| *block != (blocker, attacker)).collect();
            blocks.push((blocker, attacker));
            aside(self, || self.blocks_break(self.controller(blocker), &blocks))
        })
    }

    fn blocks_break(&self, player: PlayerId, blocks: &Blocks) -> Option<WhyNotFight> {
        let rules: blockers::Rules<'_> = self.block_rules().collect();
        let options = self.block_options(player);
        let blocking = block_options::distinct(blocks);
        // How many each can block: one, and what rules add to that (509.1a).
        let busy = blocking.iter().find_map(|id| {
            let place = options.candidates.iter().position(|(candidate, _)| candidate == id)?;
            let most = options.rules.as_deref().map_or(1, |rules| rules.blockers[place].capacity);
            let blocked = blocks.iter().filter(|(blocker, _)| blocker == id).count() as u32;
            (blocked > most).then_some(WhyNotFight::Busy { most })
        });
        let earlier: SmallVec<[ObjectId; 8]> =
            self.combat.iter().flat_map(|combat| &combat.blockers).map(|blocker| blocker.id).collect();
        let broken = || {
            rules.iter().find_map(|active| {
                let eval = self.eval(active.scope);
                let by = || self.maker_of_block_rule(active);
                let number = |amount| eval.amount(amount).max(0) as u32;
                // Of each attacker meant that is blocked: by how many.
                let counts = |filter: &Filter| {
                    let meant: SmallVec<[ObjectId; 8]> =
                        blocks.iter().map(|(_, attacker)| *attacker).filter(|id| eval.matches(filter, *id)).collect();
                    let count = |id: &ObjectId| meant.iter().filter(|other| *other == id).count() as u32;
                    meant.iter().map(count).collect::<SmallVec<[u32; 8]>>()
                };
                let meant = |filter: &Filter, ids: &[ObjectId]| ids.iter().filter(|id| eval.matches(filter, **id)).count() as u32;
                match active.rule {
                    BlockRule::BlockedByAtLeast(filter, amount) => {
                        counts(filter).into_iter().find_map(|count| too_few(number(amount), count, by))
                    }
                    BlockRule::BlockedByAtMost(filter, amount) => {
                        counts(filter).into_iter().find_map(|count| too_many(number(amount), count, by))
                    }
                    BlockRule::CantUnlessTogether(filter, amount) if meant(filter, &blocking) > 0 => {
                        // Blockers of other players, declared before, keep it company too (506.5).
                        too_few(number(amount), (blocking.len() + earlier.len()) as u32, by)
                    }
                    BlockRule::AtMost(filter, amount) if meant(filter, &blocking) > 0 => {
                        too_many(number(amount), meant(filter, &blocking) + meant(filter, &earlier), by)
                    }
                    _ => None,
                }
            })
        };
        busy.or_else(broken).or_else(|| self.block_required(&rules, &options, blocks))
    }

    /// A requirement that the block leaves undone, though more of them could be met (509.1c).
    fn block_required(
        &self,
        rules: &blockers::Rules<'_>,
        options: &block_options::BlockOptions,
        blocks: &Blocks,
    ) -> Option<WhyNotFight> {
        let refusal = options.check_declaration(blocks).err()?;
        if refusal.rule != "modern:509.1c" {
            return None;
        }
        let is_free = |id: ObjectId| !options.rules.as_deref().is_some_and(|rules| rules.tolls.is_due(id, None));
        let able = || options.candidates.iter().filter(|(id, attackers)| is_free(*id) && !attackers.is_empty());
        let blocks_any = |id: ObjectId| blocks.iter().any(|(blocker, _)| *blocker == id);
        let is_blocked = |id: ObjectId| blocks.iter().any(|(_, attacker)| *attacker == id);
        rules.iter().find_map(|active| {
            let eval = self.eval(active.scope);
            let creature = match active.rule {
                BlockRule::Must(filter) => able().map(|(id, _)| *id).find(|id| eval.matches(filter, *id) && !blocks_any(*id)),
                BlockRule::MustBeBlocked(filter) => {
                    let mut attackers = able().flat_map(|(_, attackers)| attackers.iter().copied());
                    attackers.find(|id| eval.matches(filter, *id) && !is_blocked(*id))
                }
                BlockRule::MustBlock(blocking, attacking) => able().find_map(|(id, attackers)| {
                    let undone =
                        |attacker: &&ObjectId| eval.matches(attacking, **attacker) && !blocks.contains(&(*id, **attacker));
                    (eval.matches(blocking, *id) && attackers.iter().any(|attacker| undone(&attacker))).then_some(*id)
                }),
                BlockRule::AllMustBlock(attacking) => able().find_map(|(id, attackers)| {
                    let undone =
                        |attacker: &&ObjectId| eval.matches(attacking, **attacker) && !blocks.contains(&(*id, **attacker));
                    attackers.iter().any(|attacker| undone(&attacker)).then_some(*id)
                }),
                _ => None,
            };
            Some(WhyNotFight::Required { by: self.maker_of_block_rule(active), creature: creature? })
        })
    }
}

fn too_few(least: u32, declared: u32, by: impl Fn() -> Maker) -> Option<WhyNotFight> {
    (declared < least).then(|| WhyNotFight::Alone { by: by(), least, declared })
}

fn too_many(most: u32, declared: u32, by: impl Fn() -> Maker) -> Option<WhyNotFight> {
    (declared > most).then(|| WhyNotFight::TooMany { by: by(), most, declared })
}
