//! How many requirements of a block can be met at most (modern 509.1c).
//!
//! Without attackers that need several blockers this is a flow of greatest gain from blockers to attackers, exact in
//! polynomial time: the first block of a creature, the first blocker of an attacker and single pairs may be worth
//! something. Attackers that need several blockers are decided one by one, blocked by enough or by none (branch and
//! bound, the flow that ignores the need as the bound). The work is limited to [`WORK`] steps over arcs; when it runs out,
//! the best block found so far counts as the maximum, on boards too large for a single flow a greedy one.

use super::block_options::{AttackerLimits, BlockPair, BlockerLimits};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// How many arcs the search looks at before it makes do.
const WORK: u64 = 4_000_000;
/// Worth more than all requirements together.
const ENOUGH: i64 = 1 << 32;

/// The data of a block. Pairs name attackers by their place.
#[derive(Clone, Copy)]
pub(super) struct Problem<'a> {
    pub blockers: &'a [BlockerLimits],
    pub pairs: &'a [SmallVec<[BlockPair; 4]>],
    pub attackers: &'a [AttackerLimits],
    /// Whether each blocker may be used.
    pub usable: &'a [bool],
}

/// Blocks found: how many requirements they meet, and blocker and attacker by their places.
#[derive(Clone, Default)]
pub(super) struct Found {
    pub met: u32,
    pub blocks: Vec<(u32, u32)>,
}

/// How an attacker may be blocked in a part of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// By any number, also less than it needs.
    Open,
    /// By as many as it needs.
    Enough,
    /// By nobody.
    Closed,
}

/// The block that meets the most requirements.
pub(super) fn best_block(problem: Problem<'_>) -> Found {
    let mut work = WORK;
    let mut best: Option<Found> = None;
    let mut open: Vec<Vec<Mode>> = vec![problem.first_modes()];
    while let Some(modes) = open.pop() {
        let Some(relaxed) = problem.flow(&modes, &mut work) else { break };
        let Some(relaxed) = relaxed else { continue };
        if best.as_ref().is_some_and(|best| relaxed.met <= best.met) {
            continue;
        }
        match problem.short_of_blockers(&relaxed) {
            None => best = Some(relaxed),
            Some(attacker) => {
                for mode in [Mode::Closed, Mode::Enough] {
                    let mut modes = modes.clone();
                    modes[attacker] = mode;
                    open.push(modes);
                }
            }
        }
    }
    let greedy = (work == 0).then(|| problem.greedy());
    match (best, greedy) {
        (Some(best), Some(greedy)) if greedy.met > best.met => greedy,
        (Some(best), _) => best,
        (None, greedy) => greedy.unwrap_or_default(),
    }
}

impl Problem<'_> {
    fn usable_pairs(&self) -> impl Iterator<Item = (usize, &BlockPair)> {
        let usable = (0..self.pairs.len()).filter(|blocker| self.usable[*blocker]);
        usable.flat_map(|blocker| self.pairs[blocker].iter().map(move |pair| (blocker, pair)))
    }

    /// Attackers that cannot get as many blockers as they need are closed, and so are those that need several where no
    /// requirement could be met by blocking them.
    fn first_modes(&self) -> Vec<Mode> {
        let mut able = vec![0u32; self.attackers.len()];
        let mut wanted: Vec<bool> = self.attackers.iter().map(|attacker| attacker.wants > 0).collect();
        for (blocker, pair) in self.usable_pairs() {
            able[pair.attacker as usize] += 1;
            wanted[pair.attacker as usize] |= pair.wants > 0 || self.blockers[blocker].wants > 0;
        }
        let mode = |(index, attacker): (usize, &AttackerLimits)| {
            let needed = attacker.at_least.max(1);
            let useless = needed > 1 && !wanted[index];
            if able[index] < needed || attacker.at_most < needed || useless { Mode::Closed } else { Mode::Open }
        };
        self.attackers.iter().enumerate().map(mode).collect()
    }

    /// An attacker that is blocked, but by fewer than it needs.
    fn short_of_blockers(&self, found: &Found) -> Option<usize> {
        let mut count = vec![0u32; self.attackers.len()];
        found.blocks.iter().for_each(|(_, attacker)| count[*attacker as usize] += 1);
        (0..count.len()).find(|index| count[*index] > 0 && count[*index] < self.attackers[*index].at_least)
    }

    /// The best block in these modes; `Some(None)` if some attacker cannot get enough, `None` if the work ran out.
    fn flow(&self, modes: &[Mode], work: &mut u64) -> Option<Option<Found>> {
        let blockers = self.pairs.len();
        let sink = blockers + self.attackers.len() + 1;
        let mut graph = Graph::new(sink + 1);
        let mut demanded = 0;
        for (index, limits) in self.blockers.iter().enumerate() {
            if self.usable[index] && !self.pairs[index].is_empty() && limits.capacity > 0 {
                graph.arc(0, index + 1, 1, i64::from(limits.wants));
                graph.arc(0, index + 1, limits.capacity - 1, 0);
            }
        }
        let mut arcs: Vec<(u32, u32, u32)> = Vec::new();
        for (blocker, pair) in self.usable_pairs() {
            if modes[pair.attacker as usize] != Mode::Closed {
                arcs.push((graph.to.len() as u32, blocker as u32, pair.attacker));
                graph.arc(blocker + 1, blockers + 1 + pair.attacker as usize, 1, i64::from(pair.wants));
            }
        }
        for (index, limits) in self.attackers.iter().enumerate() {
            let node = blockers + 1 + index;
            match modes[index] {
                Mode::Closed => {}
                Mode::Open => {
                    graph.arc(node, sink, 1, i64::from(limits.wants));
                    graph.arc(node, sink, limits.at_most.saturating_sub(1), 0);
                }
                Mode::Enough => {
                    demanded += i64::from(limits.at_least);
                    graph.arc(node, sink, 1, ENOUGH + i64::from(limits.wants));
                    graph.arc(node, sink, limits.at_least - 1, ENOUGH);
                    graph.arc(node, sink, limits.at_most - limits.at_least, 0);
                }
            }
        }
        graph.finish();
        let gain = graph.greatest_gain(0, sink, work)?;
        if gain < demanded * ENOUGH {
            return Some(None);
        }
        let used = arcs.iter().filter(|(arc, ..)| graph.capacity[*arc as usize] == 0);
        let blocks = used.map(|(_, blocker, attacker)| (*blocker, *attacker)).collect();
        Some(Some(Found { met: (gain - demanded * ENOUGH) as u32, blocks }))
    }

    /// Each blocker in turn takes what is worth most. Only attackers that one creature may block.
    fn greedy(&self) -> Found {
        let mut found = Found::default();
        let mut count = vec![0u32; self.attackers.len()];
        for (blocker, limits) in self.blockers.iter().enumerate().filter(|(blocker, _)| self.usable[*blocker]) {
            let mut taken: SmallVec<[u32; 4]> = SmallVec::new();
            while (taken.len() as u32) < limits.capacity {
                let worth = |pair: &&BlockPair| {
                    let attacker = &self.attackers[pair.attacker as usize];
                    let first = if count[pair.attacker as usize] == 0 { attacker.wants } else { 0 };
                    pair.wants + first + if taken.is_empty() { limits.wants } else { 0 }
                };
                let open = |pair: &&BlockPair| {
                    let attacker = &self.attackers[pair.attacker as usize];
                    attacker.at_least <= 1 && count[pair.attacker as usize] < attacker.at_most && !taken.contains(&pair.attacker)
                };
                // `rev`: the first of several equals.
                let best = self.pairs[blocker].iter().rev().filter(open).max_by_key(worth);
                let Some(pair) = best.filter(|pair| worth(pair) > 0) else { break };
                found.met += worth(&pair);
                found.blocks.push((blocker as u32, pair.attacker));
                count[pair.attacker as usize] += 1;
                taken.push(pair.attacker);
            }
        }
        found
    }
}

/// A network. Arcs lie in pairs: the arc and its reverse.
struct Graph {
    to: Vec<u32>,
    from: Vec<u32>,
    capacity: Vec<u32>,
    gain: Vec<i64>,
    /// The arcs of node `n` are `arcs[first[n]..first[n + 1]]`.
    first: Vec<u32>,
    arcs: Vec<u32>,
}

impl Graph {
    fn new(nodes: usize) -> Self {
        Graph {
            to: Vec::new(),
            from: Vec::new(),
            capacity: Vec::new(),
            gain: Vec::new(),
            first: vec![0; nodes + 1],
            arcs: Vec::new(),
        }
    }

    fn arc(&mut self, from: usize, to: usize, capacity: u32, gain: i64) {
        for (from, to, capacity, gain) in [(from, to, capacity, gain), (to, from, 0, -gain)] {
            self.from.push(from as u32);
            self.to.push(to as u32);
            self.capacity.push(capacity);
            self.gain.push(gain);
        }
    }

    /// Sorts the arcs by node.
    fn finish(&mut self) {
        self.from.iter().for_each(|from| self.first[*from as usize + 1] += 1);
        for node in 1..self.first.len() {
            self.first[node] += self.first[node - 1];
        }
        let mut next = self.first.clone();
        self.arcs = vec![0; self.from.len()];
        for (arc, from) in self.from.iter().enumerate() {
            self.arcs[next[*from as usize] as usize] = arc as u32;
            next[*from as usize] += 1;
        }
    }

    /// Pushes flow along the path of greatest gain as long as there is any to be had. `None` if the work ran out.
    fn greatest_gain(&mut self, source: usize, sink: usize, work: &mut u64) -> Option<i64> {
        let nodes = self.first.len() - 1;
        let mut total = 0;
        let mut best = vec![i64::MIN; nodes];
        let mut by = vec![u32::MAX; nodes];
        let mut waiting = vec![false; nodes];
        let mut queue = VecDeque::new();
        loop {
            best.fill(i64::MIN);
            best[source] = 0;
            queue.push_back(source);
            while let Some(node) = queue.pop_front() {
                waiting[node] = false;
                let arcs = self.first[node] as usize..self.first[node + 1] as usize;
                *work = work.saturating_sub(arcs.len() as u64);
                if *work == 0 {
                    return None;
                }
                for &arc in &self.arcs[arcs] {
                    let arc = arc as usize;
                    let to = self.to[arc] as usize;
                    let reached = best[node] + self.gain[arc];
                    if self.capacity[arc] > 0 && reached > best[to] {
                        best[to] = reached;
                        by[to] = arc as u32;
                        if to != sink && !waiting[to] {
                            waiting[to] = true;
                            queue.push_back(to);
                        }
                    }
                }
            }
            if best[sink] <= 0 {
                return Some(total);
            }
            total += best[sink];
            let mut node = sink;
            while node != source {
                let arc = by[node] as usize;
                self.capacity[arc] -= 1;
                self.capacity[arc ^ 1] = self.capacity[arc ^ 1].saturating_add(1);
                node = self.from[arc] as usize;
            }
        }
    }
}
