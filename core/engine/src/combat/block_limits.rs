//! Restrictions on how many creatures block in all: "can't block alone", "no more than one creature can block" (modern 509.1b).

use super::AtMost;
use super::block_options::BlockConstraints;
use super::flow::{Found, Problem, best_block};
use crate::ids::ObjectId;
use crate::question::Refusal;
use smallvec::SmallVec;

/// Parts of the search for the best block under such restrictions; beyond that the best block found counts as the maximum.
const PARTS: u32 = 2_000;

/// Whether as many creatures block as each of them needs, and no more than may. `used` says how many attackers each blocks.
pub(super) fn check(rules: &BlockConstraints, used: &[u32], id: impl Fn(usize) -> ObjectId) -> Result<(), Refusal> {
    let size = used.iter().filter(|used| **used > 0).count() as u32;
    let lonely = rules.together.iter().zip(used).position(|(needed, used)| *used > 0 && *needed > size);
    if let Some(index) = lonely {
        let needed = rules.together[index];
        return Err(Refusal::new("modern:509.1b", format!("{} can block only if {needed} or more creatures do", id(index))));
    }
    for limit in &rules.at_most {
        let blocking = limit.members.iter().filter(|member| used[**member as usize] > 0).count();
        if blocking > limit.at_most as usize {
            return Err(Refusal::new("modern:509.1b", format!("at most {} of {blocking} of these can block", limit.at_most)));
        }
    }
    Ok(())
}

/// The block that meets the most requirements under these restrictions: where the best block without them breaks one, each of
/// the creatures that break it is left out in turn (branch and bound).
pub(super) fn best_limited(problem: Problem<'_>, together: &[u32], at_most: &[AtMost]) -> Found {
    let mut best = Found::default();
    let mut open: Vec<SmallVec<[bool; 32]>> = vec![SmallVec::from_slice(problem.usable)];
    let mut parts = PARTS;
    while let Some(usable) = open.pop() {
        parts -= 1;
        if parts == 0 {
            break;
        }
        let mut found = best_block(Problem { usable: &usable, ..problem });
        if found.met <= best.met {
            continue;
        }
        let mut blocking = blocking(&found, usable.len());
        let crowd = at_most.iter().find(|limit| used_of(limit, &blocking) > limit.at_most);
        if let Some(limit) = crowd {
            let over = limit.members.iter().filter(|member| blocking[**member as usize]);
            open.extend(over.map(|member| without(&usable, *member as usize)));
            continue;
        }
        let lonely = |blocking: &[bool]| {
            let size = blocking.iter().filter(|blocking| **blocking).count() as u32;
            (0..blocking.len()).find(|index| blocking[*index] && together[*index] > size)
        };
        while lonely(&blocking).is_some() && add_companion(&problem, &usable, at_most, &mut found, &mut blocking) {}
        match lonely(&blocking) {
            Some(index) => open.push(without(&usable, index)),
            None => best = found,
        }
    }
    best
}

fn blocking(found: &Found, count: usize) -> SmallVec<[bool; 32]> {
    let mut blocking = SmallVec::from_elem(false, count);
    found.blocks.iter().for_each(|(blocker, _)| blocking[*blocker as usize] = true);
    blocking
}

fn used_of(limit: &AtMost, blocking: &[bool]) -> u32 {
    limit.members.iter().filter(|member| blocking[**member as usize]).count() as u32
}

fn without(usable: &[bool], index: usize) -> SmallVec<[bool; 32]> {
    let mut usable: SmallVec<[bool; 32]> = SmallVec::from_slice(usable);
    usable[index] = false;
    usable
}

/// Adds a creature of which nothing is required, to keep others company.
fn add_companion(problem: &Problem<'_>, usable: &[bool], at_most: &[AtMost], found: &mut Found, blocking: &mut [bool]) -> bool {
    let count = |found: &Found, attacker: u32| found.blocks.iter().filter(|(_, other)| *other == attacker).count() as u32;
    for blocker in 0..usable.len() {
        if blocking[blocker] || !usable[blocker] || problem.blockers[blocker].capacity == 0 {
            continue;
        }
        let full = at_most.iter().any(|limit| limit.holds(blocker) && used_of(limit, blocking) >= limit.at_most);
        let fits = |attacker: u32| {
            let limits = &problem.attackers[attacker as usize];
            let after = count(found, attacker) + 1;
            after >= limits.at_least && after <= limits.at_most
        };
        let pair = problem.pairs[blocker].iter().find(|pair| !full && fits(pair.attacker));
        if let Some(pair) = pair {
            found.blocks.push((blocker as u32, pair.attacker));
            blocking[blocker] = true;
            return true;
        }
    }
    false
}
