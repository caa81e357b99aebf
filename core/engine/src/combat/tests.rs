//! Declarations and divisions built from data, without a game.

mod attacks;
mod blocks;
mod damage;
mod game;

use crate::ids::ObjectId;

/// Whether a declaration or division is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Legal,
    Refused,
}
use Verdict::{Legal, Refused};

impl<T, E> From<Result<T, E>> for Verdict {
    fn from(result: Result<T, E>) -> Self {
        if result.is_ok() { Legal } else { Refused }
    }
}

fn id(number: usize) -> ObjectId {
    ObjectId::new(number as u32, 1)
}

/// Numbers by chance, the same each time.
fn chance(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 33) % u64::from(below.max(1))) as u32
    }
}
