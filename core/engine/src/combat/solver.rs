//! How many requirements of an attack can be met at most (modern 508.1d).
//!
//! Which defenders the creatures attack is free for each of them; what ties creatures together are the restrictions on
//! the declared set. Without upper limits, or where the sets of the limits are nested or apart (all printed ones are),
//! the answer is exact in `O(n^2)`. Other limits are searched exactly up to [`NODES`] steps; beyond that the best
//! declaration found counts as the maximum.

use super::AtMost;

/// How many steps the search for overlapping limits takes.
const NODES: u32 = 50_000;

/// The greatest sum of `values` of a legal set of attackers, and such a set. Creatures without a value cannot attack;
/// each needs at least its number `together` of attackers in all.
pub(super) fn best_attack(values: &[Option<u32>], together: &[u32], limits: &[AtMost]) -> (u32, Vec<bool>) {
    let binding: Vec<&AtMost> = limits.iter().filter(|limit| limit.members.len() > limit.at_most as usize).collect();
    if binding.is_empty() {
        let mut chosen: Vec<bool> = values.iter().map(Option::is_some).collect();
        drop_lonely(&mut chosen, together);
        return (sum(values, &chosen), chosen);
    }
    let nested = binding.iter().enumerate().all(|(index, a)| binding[..index].iter().all(|b| nested_or_apart(a, b)));
    // The legal sets whose most demanding member needs `company` attackers are those of at least that size whose members
    // need no more.
    let mut thresholds: Vec<u32> =
        (0..values.len()).filter(|&index| values[index].is_some()).map(|index| together[index].max(1)).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    let mut best = (0, vec![false; values.len()]);
    let mut nodes = NODES;
    for company in thresholds {
        let mut order: Vec<usize> =
            (0..values.len()).filter(|&index| values[index].is_some() && together[index] <= company).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(values[index]));
        let greedy = greedy(&order, values.len(), &binding);
        let size = greedy.iter().filter(|chosen| **chosen).count();
        let found = sum(values, &greedy);
        if size >= company as usize && (found > best.0 || best.1.iter().all(|chosen| !chosen)) {
            best = (found, greedy);
        }
        if !nested {
            let mut search = Search { values, order: &order, limits: &binding, company, nodes: &mut nodes, best: &mut best };
            let mut state = State { chosen: vec![false; values.len()], used: vec![0; binding.len()] };
            search.go(0, 0, 0, &mut state);
        }
    }
    best
}

/// Takes out creatures that need more company than there is, until the rest is legal.
pub(super) fn drop_lonely(chosen: &mut [bool], together: &[u32]) {
    loop {
        let size = chosen.iter().filter(|chosen| **chosen).count() as u32;
        let mut changed = false;
        for (chosen, needed) in chosen.iter_mut().zip(together) {
            if *chosen && *needed > size {
                *chosen = false;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

fn sum(values: &[Option<u32>], chosen: &[bool]) -> u32 {
    values.iter().zip(chosen).filter(|(_, chosen)| **chosen).filter_map(|(value, _)| *value).sum()
}

fn nested_or_apart(a: &AtMost, b: &AtMost) -> bool {
    let common = a.members.iter().filter(|member| b.members.binary_search(member).is_ok()).count();
    common == 0 || common == a.members.len() || common == b.members.len()
}

/// The best creatures first, as the limits allow: for nested limits the greatest sum and the greatest number.
fn greedy(order: &[usize], count: usize, limits: &[&AtMost]) -> Vec<bool> {
    let mut chosen = vec![false; count];
    let mut used = vec![0; limits.len()];
    for &index in order {
        if has_room(index, limits, &used) {
            take(index, limits, &mut used, 1);
            chosen[index] = true;
        }
    }
    chosen
}

fn has_room(index: usize, limits: &[&AtMost], used: &[i64]) -> bool {
    limits.iter().zip(used).all(|(limit, used)| !limit.holds(index) || *used < i64::from(limit.at_most))
}

fn take(index: usize, limits: &[&AtMost], used: &mut [i64], change: i64) {
    for (limit, used) in limits.iter().zip(used) {
        if limit.holds(index) {
            *used += change;
        }
    }
}

struct State {
    chosen: Vec<bool>,
    used: Vec<i64>,
}

/// Branch and bound over overlapping limits.
struct Search<'a> {
    values: &'a [Option<u32>],
    order: &'a [usize],
    limits: &'a [&'a AtMost],
    company: u32,
    nodes: &'a mut u32,
    best: &'a mut (u32, Vec<bool>),
}

impl Search<'_> {
    fn go(&mut self, place: usize, size: u32, value: u32, state: &mut State) {
        if *self.nodes == 0 {
            return;
        }
        *self.nodes -= 1;
        if size >= self.company && value > self.best.0 {
            *self.best = (value, state.chosen.clone());
        }
        let rest = &self.order[place..];
        let hope: u32 = rest.iter().filter_map(|&index| self.values[index]).sum();
        if rest.is_empty() || value + hope <= self.best.0 || size as usize + rest.len() < self.company as usize {
            return;
        }
        let index = rest[0];
        if has_room(index, self.limits, &state.used) {
            take(index, self.limits, &mut state.used, 1);
            state.chosen[index] = true;
            self.go(place + 1, size + 1, value + self.values[index].unwrap_or(0), state);
            state.chosen[index] = false;
            take(index, self.limits, &mut state.used, -1);
        }
        self.go(place + 1, size, value, state);
    }
}
