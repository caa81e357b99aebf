//! The bot that answers everything at random: each legal action, option and number alike.

use super::declare;
use super::rng::Rng;
use cardwright_engine::game::Game;
use cardwright_engine::question::{Answer, Ask, Decider, NotYet, Purpose, Question};
use smallvec::SmallVec;

/// Answers at random from a seed.
#[derive(Clone, Debug)]
pub struct RandomBot {
    rng: Rng,
}

impl RandomBot {
    /// The bot of that seed.
    pub fn new(seed: u64) -> Self {
        RandomBot { rng: Rng::new(seed) }
    }
}

impl super::Bot for RandomBot {
    fn reseed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

impl Decider for RandomBot {
    fn decide(&mut self, _game: &Game, question: &Question) -> Result<Answer, NotYet> {
        Ok(answer(&mut self.rng, &question.ask))
    }
}

/// A legal answer at random.
pub fn answer(rng: &mut Rng, ask: &Ask) -> Answer {
    match ask {
        Ask::Priority(actions) => Answer::Action(rng.below(actions.len() as u32)),
        Ask::Choose { options, min, max, .. } => {
            let all = options.len() as u32;
            let count = rng.between((*min).min(all), (*max).min(all));
            Answer::Chosen(some_of(rng, all, count))
        }
        Ask::Number { purpose, min, max, except } => {
            // A bot has no use for thousands of repetitions.
            let max = if *purpose == Purpose::Repetitions { &8 } else { max };
            let range = (i64::from(*max) - i64::from(*min)).clamp(0, i64::from(u32::MAX - 1)) as u32;
            let number = (i64::from(*min) + i64::from(rng.between(0, range))) as i32;
            Answer::Number(if except.contains(&number) { *min } else { number })
        }
        Ask::Divide { total, among, min_each, .. } => Answer::Division(divide(rng, *total, among.len(), *min_each)),
        Ask::Attackers(options) => declare::attackers(rng, options),
        Ask::Blockers(options) => declare::blockers(rng, options),
        Ask::AssignDamage(options) => declare::damage(rng, options),
    }
}

/// `count` different places out of `all`, each selection and order alike.
fn some_of(rng: &mut Rng, all: u32, count: u32) -> SmallVec<[u32; 4]> {
    if count == 1 {
        return SmallVec::from_slice(&[rng.below(all)]);
    }
    let mut places: SmallVec<[u32; 32]> = (0..all).collect();
    let mut chosen = SmallVec::new();
    for place in 0..count {
        let other = rng.between(place, all.saturating_sub(1));
        places.swap(place as usize, other as usize);
        chosen.push(places[place as usize]);
    }
    chosen
}

/// A division of `total` into `count` parts of at least `min_each`.
fn divide(rng: &mut Rng, total: u32, count: usize, min_each: u32) -> SmallVec<[u32; 4]> {
    let mut parts: SmallVec<[u32; 4]> = SmallVec::from_elem(min_each, count);
    let Some(last) = count.checked_sub(1) else { return parts };
    let mut left = total.saturating_sub(min_each.saturating_mul(count as u32));
    for part in &mut parts[..last] {
        let more = rng.between(0, left);
        *part += more;
        left -= more;
    }
    parts[last] += left;
    parts
}

#[cfg(test)]
mod tests {
    use super::{Rng, divide, some_of};

    #[test]
    fn chosen_places_are_different() {
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            let mut chosen = some_of(&mut rng, 6, 4).to_vec();
            chosen.sort_unstable();
            chosen.dedup();
            assert_eq!(chosen.len(), 4);
            assert!(chosen.iter().all(|&place| place < 6));
        }
    }

    #[test]
    fn divisions_add_up_and_give_everybody_enough() {
        let mut rng = Rng::new(2);
        for _ in 0..100 {
            let parts = divide(&mut rng, 7, 3, 1);
            assert_eq!(parts.iter().sum::<u32>(), 7);
            assert!(parts.iter().all(|&part| part >= 1));
        }
        assert!(divide(&mut rng, 0, 0, 1).is_empty());
    }
}
