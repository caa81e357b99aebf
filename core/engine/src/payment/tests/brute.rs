//! A player who tries everything, and random positions for it.

use super::*;

/// A small generator of chance: tests need no more.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.below(options.len() as u32) as usize]
    }
}

pub(super) fn plain_source(chance: &mut Chance) -> String {
    chance.pick(&["W", "U", "B", "C", "WU", "WB", "UB", "WUB", "W+U", "C+C", "s:W", "s:U", "s:WU", "WU+WU"]).to_owned()
}

fn any_source(chance: &mut Chance) -> String {
    let odd = [
        "C|1life>W",
        "C|1life>WUB",
        "1>U+B",
        "W>U",
        "W/U>U+U",
        "C|W/U>W+W|W/U>U+U",
        "W+W|U+U",
        "W|U+U",
        "x>WUB",
        "2>W+U+B",
        "W/U>s",
        "x>C+C|W",
    ];
    if chance.below(2) == 0 { plain_source(chance) } else { chance.pick(&odd).replace(">s", ">WUB") }
}

pub(super) fn cost_text(chance: &mut Chance) -> String {
    let symbols =
        ["{1}", "{2}", "{W}", "{U}", "{B}", "{C}", "{W/U}", "{U/B}", "{2/W}", "{2/U}", "{W/P}", "{U/P}", "{W/U/P}", "{S}"];
    (0..1 + chance.below(4)).map(|_| chance.pick(&symbols)).collect()
}

/// A pool by single kinds.
type Pool = [u8; 12];

/// Whether the pool covers the symbols from that place on, and with how little life.
fn pays(pool: &mut Pool, need: &Requirements, at: usize, generic: u32, life: u32) -> bool {
    let Some(pip) = need.pips.get(at) else {
        return pool.iter().map(|count| u32::from(*count)).sum::<u32>() >= generic;
    };
    for kind in 0..12 {
        if pool[kind] > 0 && pip.accepts.0 & 1 << kind != 0 {
            pool[kind] -= 1;
            let paid = pays(pool, need, at + 1, generic, life);
            pool[kind] += 1;
            if paid {
                return true;
            }
        }
    }
    match pip.otherwise {
        Otherwise::Never => false,
        Otherwise::Generic(amount) => pays(pool, need, at + 1, generic + u32::from(amount), life),
        Otherwise::Life => life >= 2 && pays(pool, need, at + 1, generic, life - 2),
    }
}

/// Every pool that is left after paying the need.
fn after_paying(pool: &Pool, need: &Requirements, left: &mut Vec<Pool>) {
    fn go(pool: &mut Pool, need: &Requirements, at: usize, generic: u32, left: &mut Vec<Pool>) {
        let accepts = match need.pips.get(at) {
            Some(pip) => pip.accepts,
            None if generic > 0 => Kinds::ALL,
            None => {
                if !left.contains(pool) {
                    left.push(*pool);
                }
                return;
            }
        };
        for kind in 0..12 {
            if pool[kind] > 0 && accepts.0 & 1 << kind != 0 {
                pool[kind] -= 1;
                if at < need.pips.len() {
                    go(pool, need, at + 1, generic, left)
                } else {
                    go(pool, need, at, generic - 1, left)
                }
                pool[kind] += 1;
            }
        }
    }
    go(&mut pool.clone(), need, 0, need.generic, left);
}

/// Every pool after the slots have each become one of their kinds.
fn after_making(pool: &Pool, slots: &[Kinds], made: &mut Vec<Pool>) {
    let Some((first, rest)) = slots.split_first() else {
        made.push(*pool);
        return;
    };
    for kind in 0..12 {
        if first.0 & 1 << kind != 0 {
            let mut more = *pool;
            more[kind] += 1;
            after_making(&more, rest, made);
        }
    }
}

struct Player<'a> {
    sources: &'a [Source<'static>],
    demands: &'a Demands,
    need: &'a Requirements,
}

impl Player<'_> {
    fn can(&self, pool: &Pool, used: u32, life: u32, taps: &[ObjectId], leaves: &[ObjectId]) -> bool {
        if !self.demands.met_without(taps, leaves) {
            return false;
        }
        if pays(&mut pool.clone(), self.need, 0, self.need.generic, life) {
            return true;
        }
        for (place, source) in self.sources.iter().enumerate().filter(|(place, _)| used & 1 << place == 0) {
            for way in &source.alternatives {
                let clash = way.taps.iter().any(|object| taps.contains(object))
                    || way.leaves.iter().any(|object| leaves.contains(object));
                if clash || way.life > life {
                    continue;
                }
                let (taps, leaves) = ([taps, &way.taps].concat(), [leaves, &way.leaves].concat());
                let mut paid = Vec::new();
                match &way.needs {
                    Some(needs) => after_paying(pool, needs, &mut paid),
                    None => paid.push(*pool),
                }
                for pool in paid {
                    let mut made = Vec::new();
                    after_making(&pool, &way.slots, &mut made);
                    if made.iter().any(|pool| self.can(pool, used | 1 << place, life - way.life, &taps, &leaves)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Carries the plan out, step by step.
fn carries_out(
    plan: &Plan,
    start: &Pool,
    sources: &[Source<'static>],
    demands: &Demands,
    need: &Requirements,
    mut life: u32,
) -> bool {
    let mut pool = *start;
    let (mut taps, mut leaves) = (Vec::new(), Vec::new());
    for step in &plan.steps {
        let way = &sources[step.source].alternatives[step.alternative];
        if way.taps.iter().any(|object| taps.contains(object))
            || way.leaves.iter().any(|object| leaves.contains(object))
            || way.life > life
        {
            return false;
        }
        taps.extend(way.taps.iter().copied());
        leaves.extend(way.leaves.iter().copied());
        life -= way.life;
        let mut own = [0; 12];
        for kinds in &step.pays {
            let kind = kinds.0.trailing_zeros() as usize;
            if pool[kind] == 0 {
                return false;
            }
            pool[kind] -= 1;
            own[kind] += 1;
        }
        if !pays(
            &mut own,
            way.needs.as_deref().unwrap_or(&Requirements::default()),
            0,
            way.needs.as_ref().map_or(0, |needs| needs.generic),
            0,
        ) {
            return false;
        }
        for (slot, wanted) in way.slots.iter().zip(&step.wanted) {
            let kinds = if *wanted == Kinds::NONE { *slot } else { *wanted };
            if !kinds.within(*slot) || *wanted != Kinds::NONE && wanted.0.count_ones() != 1 {
                return false;
            }
            pool[kinds.0.trailing_zeros() as usize] += 1;
        }
    }
    demands.met_without(&taps, &leaves) && pays(&mut pool, need, 0, need.generic, life)
}

/// The solver finds a way exactly when there is one, and its plans work (modern 601.2g-h).
#[test]
fn the_solver_pays_whenever_a_player_could() {
    let mut chance = Chance(1);
    let mut payable = 0;
    for round in 0..6_000 {
        let board: Vec<String> = (0..chance.below(5)).map(|_| any_source(&mut chance)).collect();
        let (board, text) = (board.join(" "), cost_text(&mut chance));
        let letters: String = (0..chance.below(3)).map(|_| chance.pick(&["W", "U", "B", "C"])).collect();
        let life = chance.below(5);
        let (floating, sources, need) = (pool(&letters), sources(&board), need(&text));
        let mut demands = Demands::default();
        if chance.below(3) == 0 {
            let how = if chance.below(2) == 0 { How::Tap } else { How::Leave };
            let among = (0..sources.len() + 1).filter(|_| chance.below(2) == 0).map(object).collect::<SmallVec<[_; 8]>>();
            let count = chance.below(among.len() as u32 + 1);
            demands.objects.push(Demand { how, among, count });
        }
        let mut start = [0; 12];
        for floating in &floating {
            start[floating.kinds.0.trailing_zeros() as usize] += 1;
        }
        let expected = Player { sources: &sources, demands: &demands, need: &need }.can(&start, 0, life, &[], &[]);
        let problem = Problem { floating: &floating, sources: &sources, life, demands: &demands, allowed: &|_, _| false };
        let found = solve(&problem, &need);
        let what = format!("round {round}: {text} from {letters:?} and {board:?} with {life} life and {demands:?}");
        assert_eq!(found.is_some(), expected, "{what}");
        if let Some(plan) = found {
            payable += 1;
            assert!(carries_out(&plan, &start, &sources, &demands, &need, life), "{what}: {plan:?}");
        }
    }
    assert!(payable > 1_000, "{payable}");
}
