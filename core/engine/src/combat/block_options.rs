//! The legal declarations of blockers as data (modern 509.1a-c).

use super::AtMost;
use super::block_limits;
use super::costs::Tolls;
use super::flow::{Found, Problem, best_block};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::question::{Answer, Refusal};
use smallvec::SmallVec;

/// The legal declarations of blockers of one defending player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BlockOptions {
    /// The creatures that can block, each with the attackers it can block.
    pub candidates: Vec<(ObjectId, SmallVec<[ObjectId; 4]>)>,
    /// What ties the declaration as a whole, if any rule does. Without it each creature blocks one attacker at most.
    pub rules: Option<Box<BlockConstraints>>,
}

/// Restrictions, requirements and costs of a block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BlockConstraints {
    /// The attackers with what is said of each.
    pub attackers: Vec<(ObjectId, AttackerLimits)>,
    /// What is said of each candidate.
    pub blockers: Vec<BlockerLimits>,
    /// For each candidate and each attacker it can block, what is said of the two.
    pub pairs: Vec<SmallVec<[BlockPair; 4]>>,
    /// For each candidate, with how many blockers in all it can block at least; 0 and 1 say nothing.
    pub together: Vec<u32>,
    /// Sets of candidates of which only so many can block.
    pub at_most: Vec<AtMost>,
    /// Costs. A requirement never makes anybody pay (509.1c).
    pub tolls: Tolls,
    /// The most requirements that can be met without paying, and how (places of blocker and attacker).
    best: u32,
    base: Vec<(u32, u32)>,
}

/// What rules say of one attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackerLimits {
    /// It can be blocked only by that many creatures or more.
    pub at_least: u32,
    /// And by at most that many.
    pub at_most: u32,
    /// How many requirements are met if it is blocked at all.
    pub wants: u32,
}

/// What rules say of one creature that can block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockerLimits {
    /// How many attackers it can block (509.1a).
    pub capacity: u32,
    /// How many requirements are met if it blocks at all.
    pub wants: u32,
}

/// A creature that can block an attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlockPair {
    /// The attacker, by its place among [`BlockConstraints::attackers`].
    pub attacker: u32,
    /// How many requirements are met if just this creature blocks just this attacker.
    pub wants: u32,
}

impl Default for AttackerLimits {
    fn default() -> Self {
        AttackerLimits { at_least: 1, at_most: u32::MAX, wants: 0 }
    }
}
impl Default for BlockerLimits {
    fn default() -> Self {
        BlockerLimits { capacity: 1, wants: 0 }
    }
}

/// Blocks by places of blocker and attacker.
type Blocks = SmallVec<[(u32, u32); 16]>;

impl BlockConstraints {
    /// Constraints that say nothing yet about these candidates and attackers.
    pub fn new(candidates: &[(ObjectId, SmallVec<[ObjectId; 4]>)], attackers: &[ObjectId]) -> Self {
        let pair = |attacker: &ObjectId| {
            let place = attackers.iter().position(|other| other == attacker)?;
            Some(BlockPair { attacker: place as u32, wants: 0 })
        };
        BlockConstraints {
            attackers: attackers.iter().map(|id| (*id, AttackerLimits::default())).collect(),
            blockers: vec![BlockerLimits::default(); candidates.len()],
            together: vec![0; candidates.len()],
            pairs: candidates.iter().map(|(_, attackers)| attackers.iter().filter_map(pair).collect()).collect(),
            ..BlockConstraints::default()
        }
    }
    fn requires_nothing(&self) -> bool {
        self.blockers.iter().all(|blocker| blocker.wants == 0)
            && self.attackers.iter().all(|(_, attacker)| attacker.wants == 0)
            && self.pairs.iter().all(|pairs| pairs.iter().all(|pair| pair.wants == 0))
    }
}

impl BlockOptions {
    /// Free choice among these.
    pub fn free(candidates: Vec<(ObjectId, SmallVec<[ObjectId; 4]>)>) -> Self {
        BlockOptions { candidates, rules: None }
    }

    /// Choice tied by the constraints. Works out how many requirements can be met.
    pub fn constrained(candidates: Vec<(ObjectId, SmallVec<[ObjectId; 4]>)>, rules: BlockConstraints) -> Self {
        let mut options = BlockOptions { candidates, rules: Some(Box::new(rules)) };
        let found = options.best_with(&[]);
        if let Some(rules) = options.rules.as_deref_mut() {
            rules.best = found.met;
            rules.base = found.blocks;
        }
        options
    }

    /// The only legal declaration, if there is exactly one. Tied declarations are looked through only where they are few;
    /// otherwise there is none.
    pub fn only_answer(&self) -> Option<Answer> {
        if self.candidates.is_empty() {
            return Some(Answer::Blocks(Vec::new()));
        }
        let rules = self.rules.as_deref()?;
        let pairs: SmallVec<[(u32, u32); 6]> = rules
            .pairs
            .iter()
            .zip(0..)
            .flat_map(|(pairs, blocker)| pairs.iter().map(move |pair| (blocker, pair.attacker)))
            .collect();
        if pairs.len() > 6 {
            return None;
        }
        let mut only = None;
        for subset in 0u32..1 << pairs.len() {
            let blocks: Blocks = pairs.iter().zip(0..).filter(|(_, bit)| subset >> bit & 1 == 1).map(|(pair, _)| *pair).collect();
            if self.judge(rules, &blocks).is_ok() {
                if only.is_some() {
                    return None;
                }
                only = Some(blocks);
            }
        }
        Some(Answer::Blocks(self.declared(rules, &only?)))
    }

    /// Whether the declaration is legal, and its costs can be paid (509.1).
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check(&self, game: &Game, blocks: &[(ObjectId, ObjectId)]) -> Result<(), Refusal> {
        self.check_declaration(blocks)?;
        let Some(rules) = self.rules.as_deref().filter(|rules| !rules.tolls.tolls.is_empty()) else { return Ok(()) };
        let bill = rules.tolls.bill(distinct(blocks).into_iter().map(|blocker| (blocker, None)));
        let payer: Option<PlayerId> = blocks.first().map(|(blocker, _)| game.controller(*blocker));
        match payer {
            Some(payer) if !game.can_pay_bill(payer, &bill) => {
                Err(Refusal::new("modern:509.1f", "the costs of this block cannot be paid"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the declaration is legal, its costs left aside.
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check_declaration(&self, blocks: &[(ObjectId, ObjectId)]) -> Result<(), Refusal> {
        let mut declared = Blocks::with_capacity(blocks.len());
        let mut blocking: SmallVec<[bool; 32]> = SmallVec::from_elem(false, self.candidates.len());
        for (blocker, attacker) in blocks {
            let Some(index) = self.candidates.iter().position(|(id, _)| id == blocker) else {
                return Err(Refusal::new("modern:509.1a", format!("{blocker} cannot block")));
            };
            let Some(place) = self.candidates[index].1.iter().position(|id| id == attacker) else {
                return Err(Refusal::new("modern:509.1b", format!("{blocker} cannot block {attacker}")));
            };
            match self.rules.as_deref() {
                Some(rules) => declared.push((index as u32, rules.pairs[index][place].attacker)),
                None if blocking[index] => {
                    return Err(Refusal::new("modern:509.1a", format!("{blocker} can block only one attacker")));
                }
                None => blocking[index] = true,
            }
        }
        match self.rules.as_deref() {
            Some(rules) => self.judge(rules, &declared),
            None => Ok(()),
        }
    }

    /// A legal declaration with as few blocks as the requirements allow: leaving out any one of them would be illegal.
    pub fn none_or_minimal(&self) -> Vec<(ObjectId, ObjectId)> {
        let Some(rules) = self.rules.as_deref() else { return Vec::new() };
        if rules.best == 0 {
            return Vec::new();
        }
        let mut blocks: Blocks = rules.base.iter().copied().collect();
        let mut index = 0;
        while index < blocks.len() {
            let kept = blocks.remove(index);
            if self.judge(rules, &blocks).is_err() {
                blocks.insert(index, kept);
                index += 1;
            }
        }
        self.declared(rules, &blocks)
    }

    /// A legal declaration by chance: `next(n)` yields a number below `n`. Costs are taken on for one creature at most,
    /// and only if they can surely be paid.
    pub fn random(&self, next: &mut dyn FnMut(u32) -> u32) -> Vec<(ObjectId, ObjectId)> {
        let mut pays = false;
        let Some(rules) = self.rules.as_deref() else {
            let mut blocks = Vec::new();
            for (id, attackers) in &self.candidates {
                if next(2) == 1 {
                    let pick = if attackers.len() > 1 { next(attackers.len() as u32) as usize } else { 0 };
                    blocks.extend(attackers.get(pick).map(|attacker| (*id, *attacker)));
                }
            }
            return blocks;
        };
        let mut wish = Blocks::new();
        for (index, pairs) in rules.pairs.iter().enumerate() {
            if pairs.is_empty() || next(2) == 0 || !self.affordable(rules, index, &mut pays) {
                continue;
            }
            let first = next(pairs.len() as u32);
            wish.push((index as u32, pairs[first as usize].attacker));
            // A creature that can block more takes each further attacker as often as not.
            let mut room = rules.blockers[index].capacity.saturating_sub(1);
            for step in 1..pairs.len() as u32 {
                if room == 0 {
                    break;
                }
                if next(2) == 1 {
                    let place = (first + step) as usize % pairs.len();
                    wish.push((index as u32, pairs[place].attacker));
                    room -= 1;
                }
            }
        }
        self.declared(rules, &self.repaired(rules, wish))
    }

    fn affordable(&self, rules: &BlockConstraints, index: usize, pays: &mut bool) -> bool {
        let creature = self.candidates[index].0;
        if !rules.tolls.is_due(creature, None) {
            return true;
        }
        let affordable = !*pays && rules.tolls.is_sure(creature, None);
        *pays |= affordable;
        affordable
    }

    /// The nearest legal declaration found in few steps.
    fn repaired(&self, rules: &BlockConstraints, wish: Blocks) -> Blocks {
        if self.judge(rules, &wish).is_ok() {
            return wish;
        }
        if rules.best > 0 {
            // From the declaration that is known to be legal towards the wish, as far as every step is legal.
            let mut blocks: Blocks = rules.base.iter().copied().collect();
            for blocker in 0..rules.pairs.len() as u32 {
                let mut changed = blocks.clone();
                changed.retain(|(index, _)| *index != blocker);
                changed.extend(wish.iter().copied().filter(|(index, _)| *index == blocker));
                if self.judge(rules, &changed).is_ok() {
                    blocks = changed;
                }
            }
            return blocks;
        }
        // Nothing is required without paying: leaving blocks out ends in a legal declaration, none at the latest.
        let mut blocks = wish;
        for (place, (_, limits)) in rules.attackers.iter().enumerate() {
            let place = place as u32;
            let count = blocks.iter().filter(|(_, attacker)| *attacker == place).count();
            let mut keep = (limits.at_most as usize).min(count);
            if keep < limits.at_least as usize {
                keep = 0;
            }
            let mut seen = 0;
            blocks.retain(|(_, attacker)| {
                seen += usize::from(*attacker == place);
                *attacker != place || seen <= keep
            });
        }
        // With a paid creature among them more could be required of the others: then nobody blocks.
        if self.judge(rules, &blocks).is_err() {
            blocks.clear();
        }
        blocks
    }

    fn declared(&self, rules: &BlockConstraints, blocks: &[(u32, u32)]) -> Vec<(ObjectId, ObjectId)> {
        let ids =
            |(blocker, attacker): &(u32, u32)| (self.candidates[*blocker as usize].0, rules.attackers[*attacker as usize].0);
        blocks.iter().map(ids).collect()
    }

    /// Restrictions and requirements of a declaration of allowed pairs (509.1b-c).
    fn judge(&self, rules: &BlockConstraints, blocks: &[(u32, u32)]) -> Result<(), Refusal> {
        let mut count: SmallVec<[u32; 32]> = SmallVec::from_elem(0, rules.attackers.len());
        let mut used: SmallVec<[u32; 32]> = SmallVec::from_elem(0, rules.blockers.len());
        let mut met = 0;
        for (place, (blocker, attacker)) in blocks.iter().enumerate() {
            if blocks[..place].contains(&(*blocker, *attacker)) {
                return Err(Refusal::new("modern:509.1a", "a block is declared twice"));
            }
            count[*attacker as usize] += 1;
            used[*blocker as usize] += 1;
            let pair = rules.pairs[*blocker as usize].iter().find(|pair| pair.attacker == *attacker);
            met += pair.map_or(0, |pair| pair.wants);
        }
        for ((limits, used), (id, _)) in rules.blockers.iter().zip(&used).zip(&self.candidates) {
            if *used > limits.capacity {
                return Err(Refusal::new("modern:509.1a", format!("{id} can block at most {} attackers", limits.capacity)));
            }
            met += if *used > 0 { limits.wants } else { 0 };
        }
        for ((id, limits), count) in rules.attackers.iter().zip(&count).filter(|(_, count)| **count > 0) {
            if *count < limits.at_least {
                return Err(Refusal::new("modern:509.1b", format!("{id} can be blocked only by {} or more", limits.at_least)));
            }
            if *count > limits.at_most {
                return Err(Refusal::new("modern:509.1b", format!("{id} can be blocked by at most {}", limits.at_most)));
            }
            met += limits.wants;
        }
        block_limits::check(rules, &used, |index| self.candidates[index].0)?;
        // modern 509.1c: who pays for some creatures has to do what is possible with exactly these payments.
        let best = if self.pays(rules, &used) { self.best_with(&used).met } else { rules.best };
        if met < best {
            return Err(Refusal::new(
                "modern:509.1c",
                format!("only {met} of the {best} requirements to block are met that can be"),
            ));
        }
        Ok(())
    }

    fn pays(&self, rules: &BlockConstraints, used: &[u32]) -> bool {
        let mut blocking = self.candidates.iter().zip(used).filter(|(_, used)| **used > 0);
        !rules.tolls.tolls.is_empty() && blocking.any(|((id, _), _)| rules.tolls.is_due(*id, None))
    }

    /// The most requirements that can be met if no other creatures than those used are paid for.
    fn best_with(&self, used: &[u32]) -> Found {
        let Some(rules) = self.rules.as_deref().filter(|rules| !rules.requires_nothing()) else { return Found::default() };
        let free = |(index, (id, _)): (usize, &(ObjectId, _))| {
            used.get(index).is_some_and(|used| *used > 0) || !rules.tolls.is_due(*id, None)
        };
        let usable: SmallVec<[bool; 32]> = self.candidates.iter().enumerate().map(free).collect();
        let attackers: SmallVec<[AttackerLimits; 16]> = rules.attackers.iter().map(|(_, limits)| *limits).collect();
        let problem = Problem { blockers: &rules.blockers, pairs: &rules.pairs, attackers: &attackers, usable: &usable };
        if rules.at_most.is_empty() && rules.together.iter().all(|needed| *needed < 2) {
            return best_block(problem);
        }
        block_limits::best_limited(problem, &rules.together, &rules.at_most)
    }
}

/// The blockers of a declaration, each once.
pub(super) fn distinct(blocks: &[(ObjectId, ObjectId)]) -> SmallVec<[ObjectId; 8]> {
    let mut found: SmallVec<[ObjectId; 8]> = SmallVec::new();
    for (blocker, _) in blocks {
        if !found.contains(blocker) {
            found.push(*blocker);
        }
    }
    found
}
