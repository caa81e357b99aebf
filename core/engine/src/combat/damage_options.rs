//! The legal divisions of one creature's combat damage as data (modern 510.1c-e).

use crate::object::Recipient;
use crate::question::{Answer, Refusal};
use smallvec::SmallVec;

/// The legal divisions of one creature's combat damage.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DamageOptions {
    /// The damage to divide: all of it is assigned.
    pub total: u32,
    /// The recipients in order, each with what is lethal to it still: damage marked on it and assigned to it by others
    /// is taken off (510.1c).
    pub among: Vec<(Recipient, u32)>,
    /// How it may be divided.
    pub spread: Spread,
    /// Whether the last recipient is what the attacker attacks: it gets only what is left after lethal damage to all.
    pub rest_to_last: bool,
    /// For each recipient, how much of what is lethal to it creatures that assign later can take over (510.1e). Empty
    /// for nothing.
    pub help: SmallVec<[u32; 4]>,
    /// What the first recipient has to get, because an earlier division of the same player counts on it (510.1e).
    pub owed: u32,
}

/// How damage is divided among creatures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spread {
    /// Each gets some only if those before it get lethal damage (510.1c-d).
    #[default]
    InOrder,
    /// As its player likes.
    Freely,
}

impl DamageOptions {
    fn help(&self, place: usize) -> u32 {
        self.help.get(place).copied().unwrap_or(0)
    }
    /// How many recipients need lethal damage before the last may get any.
    fn before_last(&self) -> usize {
        self.among.len().saturating_sub(1)
    }

    /// The only legal division, if there is exactly one.
    pub fn only_answer(&self) -> Option<Answer> {
        let count = self.among.len();
        if count == 0 {
            return Some(Answer::Division(SmallVec::new()));
        }
        let all_to_first = || {
            let mut parts = SmallVec::from_elem(0, count);
            parts[0] = self.total;
            Some(Answer::Division(parts))
        };
        let first_takes_all = match self.spread {
            Spread::InOrder => self.total <= self.among[0].1.saturating_sub(self.help(0)),
            Spread::Freely => count == 2 && self.rest_to_last && self.total <= self.among[0].1,
        };
        if count == 1 || self.total <= self.owed || first_takes_all { all_to_first() } else { None }
    }

    /// Whether the division is legal (510.1).
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check(&self, parts: &[u32]) -> Result<(), Refusal> {
        if parts.len() != self.among.len() {
            return Err(Refusal::new("modern:510.1c", "a part for each recipient is needed"));
        }
        let sum: u64 = parts.iter().map(|part| u64::from(*part)).sum();
        if sum != u64::from(self.total) && !parts.is_empty() {
            return Err(Refusal::new("modern:510.1a", format!("the parts do not add up to {}", self.total)));
        }
        if parts.first().is_some_and(|first| *first < self.owed) {
            return Err(Refusal::new("modern:510.1e", format!("the first has to get {} for an earlier division", self.owed)));
        }
        let last = parts.iter().rposition(|part| *part > 0).unwrap_or(0);
        let in_turn = match self.spread {
            Spread::InOrder => last,
            Spread::Freely if self.rest_to_last && last == self.before_last() => last,
            Spread::Freely => 0,
        };
        for (place, (part, (_, lethal))) in parts.iter().zip(&self.among).take(in_turn).enumerate() {
            if part.saturating_add(self.help(place)) < *lethal {
                return Err(Refusal::new(
                    "modern:510.1c",
                    format!("one before another gets {part}, but {lethal} is lethal to it"),
                ));
            }
        }
        Ok(())
    }

    /// Lethal damage to each in order; what is left goes to what is attacked, or to the last creature reached.
    pub fn default_assignment(&self) -> SmallVec<[u32; 4]> {
        let mut left = self.total;
        let mut parts: SmallVec<[u32; 4]> = SmallVec::from_elem(0, self.among.len());
        let Some(last) = self.among.len().checked_sub(1) else { return parts };
        for (place, (_, lethal)) in self.among.iter().enumerate() {
            let needed = if place == 0 { (*lethal).max(self.owed) } else { *lethal };
            parts[place] = needed.min(left);
            left -= parts[place];
        }
        if self.rest_to_last {
            parts[last] += left;
        } else if let Some(reached) = parts.iter().rposition(|part| *part > 0) {
            parts[reached] += left;
        } else {
            parts[0] += left;
        }
        parts
    }

    /// A legal division by chance: `next(n)` yields a number below `n`. It counts on nobody's help.
    pub fn random(&self, next: &mut dyn FnMut(u32) -> u32) -> SmallVec<[u32; 4]> {
        let mut parts = self.default_assignment();
        if parts.len() < 2 {
            return parts;
        }
        match self.spread {
            Spread::InOrder => self.random_in_order(&mut parts, next),
            Spread::Freely => self.random_freely(&mut parts, next),
        }
        parts
    }

    fn random_in_order(&self, parts: &mut [u32], next: &mut dyn FnMut(u32) -> u32) {
        let mut left = self.total;
        parts.fill(0);
        for place in 0..parts.len() {
            let needed = if place == 0 { self.among[0].1.max(self.owed) } else { self.among[place].1 };
            let mut part = needed.min(left);
            // More than needed now and then, everything for the last.
            if place == parts.len() - 1 {
                part = left;
            } else if left > part && next(3) == 0 {
                part += next((left - part).saturating_add(1));
            }
            parts[place] = part;
            left -= part;
        }
    }

    fn random_freely(&self, parts: &mut [u32], next: &mut dyn FnMut(u32) -> u32) {
        let creatures = if self.rest_to_last { self.before_last() } else { parts.len() };
        let lethal: u64 = self.among[..creatures].iter().map(|(_, lethal)| u64::from(*lethal)).sum();
        let spare = u64::from(self.total).checked_sub(lethal);
        parts.fill(0);
        let (mut left, among) = match spare {
            // Enough for all: everybody has lethal damage, and the rest goes anywhere.
            Some(spare) if self.rest_to_last && next(2) == 0 => {
                parts.iter_mut().zip(&self.among).take(creatures).for_each(|(part, (_, lethal))| *part = *lethal);
                (spare as u32, parts.len())
            }
            _ => (self.total, creatures),
        };
        if parts[0] < self.owed {
            let owed = (self.owed - parts[0]).min(left);
            parts[0] += owed;
            left -= owed;
        }
        for place in (1..among).rev() {
            let part = next(left.saturating_add(1));
            parts[place] += part;
            left -= part;
        }
        parts[0] += left;
    }
}
