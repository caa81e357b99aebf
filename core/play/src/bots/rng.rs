//! A small generator of chance for bots: fast, seeded, and apart from the game's own.

/// Chance that follows from a seed.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator of that seed. Neighbouring seeds give unrelated numbers.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng(seed ^ 0x9e37_79b9_7f4a_7c15);
        rng.roll();
        rng
    }

    /// The next 64 bits (splitmix64).
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 for a bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        // Multiply and shift instead of a remainder: even enough, and cheaper.
        (((self.roll() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `min` to `max`, both included.
    pub fn between(&mut self, min: u32, max: u32) -> u32 {
        min + self.below(max.saturating_sub(min).saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_stay_below_their_bound_and_reach_it() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[rng.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| times > 120), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.between(3, 3), 3);
    }
}
