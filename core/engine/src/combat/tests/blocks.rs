use super::super::{BlockConstraints, BlockOptions, CombatCost, Toll};
use super::{Legal, Refused, Verdict, chance, id};
use crate::ability::Origin;
use crate::ids::ObjectId;
use crate::object::Bindings;
use crate::payment::TotalCost;
use crate::question::Answer;
use smallvec::SmallVec;

/// Attackers are the ids from 100 on.
const ATTACKERS: usize = 100;

/// Options for attackers and blockers described in words. All can block all but for "not 1".
fn options(attackers: &[&str], blockers: &[&str]) -> BlockOptions {
    let ids: Vec<ObjectId> = (0..attackers.len()).map(|index| id(ATTACKERS + index)).collect();
    let can = |words: &str| -> SmallVec<[ObjectId; 4]> {
        let allowed = |index: &usize| !words.split(", ").any(|word| word == format!("not {index}"));
        (0..attackers.len()).filter(allowed).map(|index| ids[index]).collect()
    };
    let candidates: Vec<_> = blockers.iter().enumerate().map(|(index, words)| (id(index), can(words))).collect();
    let mut rules = BlockConstraints::new(&candidates, &ids);
    for (index, words) in attackers.iter().enumerate() {
        let limits = &mut rules.attackers[index].1;
        for word in words.split(", ") {
            match word {
                "by two" => limits.at_least = 2,
                "by three" => limits.at_least = 3,
                "by one at most" => limits.at_most = 1,
                "must be blocked" => limits.wants += 1,
                "by all" => {
                    rules
                        .pairs
                        .iter_mut()
                        .flatten()
                        .filter(|pair| pair.attacker as usize == index)
                        .for_each(|pair| pair.wants += 1);
                }
                "plain" => {}
                other => panic!("{other}"),
            }
        }
    }
    for (index, words) in blockers.iter().enumerate() {
        for word in words.split(", ") {
            match word.split_once(' ').unwrap_or((word, "")) {
                ("must", "") => rules.blockers[index].wants += 1,
                ("must", attacker) => {
                    let attacker: u32 = attacker.parse().unwrap();
                    rules.pairs[index].iter_mut().filter(|pair| pair.attacker == attacker).for_each(|pair| pair.wants += 1);
                }
                ("two", "") => rules.blockers[index].capacity = 2,
                ("any", "") => rules.blockers[index].capacity = u32::MAX,
                ("pays", "") => {
                    let cost = rules.tolls.costs.len() as u32;
                    let total = TotalCost::default();
                    rules.tolls.costs.push(CombatCost {
                        source: id(index),
                        origin: Origin::Printed,
                        bindings: Bindings::default(),
                        total,
                    });
                    rules.tolls.tolls.push(Toll { creature: id(index), against: None, cost, sure: true });
                }
                ("plain", "") | ("not", _) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    BlockOptions::constrained(candidates, rules)
}

/// A declaration in words: "0>1" is blocker 0 blocking attacker 1.
fn declaration(words: &str) -> Vec<(ObjectId, ObjectId)> {
    let one = |word: &str| {
        let (blocker, attacker) = word.split_once('>').unwrap();
        (id(blocker.parse().unwrap()), id(ATTACKERS + attacker.parse::<usize>().unwrap()))
    };
    words.split_whitespace().map(one).collect()
}

fn check_blocks(attackers: &[&str], blockers: &[&str], table: &[(&str, Verdict)]) {
    let options = options(attackers, blockers);
    for (words, verdict) in table {
        let result = options.check_declaration(&declaration(words));
        assert_eq!(Verdict::from(result.clone()), *verdict, "{attackers:?} {blockers:?}: \"{words}\": {result:?}");
    }
    let legal = |blocks: &[_]| {
        options.check_declaration(blocks).unwrap_or_else(|refusal| panic!("{attackers:?} {blockers:?}: {blocks:?}: {refusal}"))
    };
    legal(&options.none_or_minimal());
    let mut next = chance(blockers.len() as u64);
    for _ in 0..100 {
        legal(&options.random(&mut next));
    }
}

#[test]
fn a_creature_blocks_one_attacker() {
    // modern 509.1a
    check_blocks(
        &["plain", "plain"],
        &["plain", "two", "not 1"],
        &[
            ("", Legal),
            ("0>0 1>0 2>0", Legal),
            ("0>0 0>1", Refused),
            ("1>0 1>1", Legal),
            ("1>0 1>0", Refused),
            ("2>1", Refused),
            ("3>0", Refused),
        ],
    );
    let free = BlockOptions::free(vec![(id(0), [id(100), id(101)].into_iter().collect())]);
    assert!(free.check_declaration(&declaration("0>1")).is_ok());
    assert!(free.check_declaration(&declaration("0>0 0>1")).is_err());
}

#[test]
fn numbers_of_blockers() {
    // modern 509.1b
    check_blocks(&["by two"], &["plain", "plain"], &[("", Legal), ("0>0", Refused), ("0>0 1>0", Legal)]);
    check_blocks(&["by one at most"], &["plain", "plain"], &[("0>0", Legal), ("0>0 1>0", Refused)]);
    check_blocks(&["by two, by one at most"], &["plain", "plain"], &[("", Legal), ("0>0", Refused), ("0>0 1>0", Refused)]);
}

#[test]
fn a_creature_that_must_block_needs_help() {
    // modern 509.1c
    check_blocks(&["by two"], &["must", "plain"], &[("", Refused), ("0>0", Refused), ("1>0", Refused), ("0>0 1>0", Legal)]);
    check_blocks(&["by three"], &["must", "plain"], &[("", Legal), ("0>0 1>0", Refused)]);
    check_blocks(
        &["by two", "plain"],
        &["must", "plain"],
        &[("", Refused), ("0>1", Legal), ("0>0 1>0", Legal), ("1>1", Refused)],
    );
}

#[test]
fn requirements_that_conflict() {
    check_blocks(&["must be blocked", "must be blocked"], &["plain"], &[("", Refused), ("0>0", Legal), ("0>1", Legal)]);
    check_blocks(
        &["must be blocked", "must be blocked"],
        &["plain", "plain"],
        &[("0>0", Refused), ("0>0 1>1", Legal), ("0>0 1>0", Refused)],
    );
    check_blocks(&["plain", "must be blocked"], &["must 0"], &[("0>0", Legal), ("0>1", Legal), ("", Refused)]);
    check_blocks(&["plain", "must be blocked"], &["must 0, must"], &[("0>0", Legal), ("0>1", Legal)]);
    check_blocks(&["plain", "must be blocked"], &["must 0, must 0"], &[("0>0", Legal), ("0>1", Refused)]);
    // The only one that can block 1 has to, so that both are blocked.
    check_blocks(
        &["must be blocked", "must be blocked"],
        &["plain", "not 1"],
        &[("0>1 1>0", Legal), ("0>0", Refused), ("0>0 1>0", Refused), ("0>1", Refused)],
    );
}

#[test]
fn all_that_can_must_block() {
    check_blocks(
        &["by all", "plain"],
        &["plain", "plain", "not 0"],
        &[("0>0 1>0", Legal), ("0>0 1>0 2>1", Legal), ("0>0", Refused), ("0>0 1>1", Refused), ("", Refused)],
    );
    // Together with a smaller number than all.
    check_blocks(
        &["by all, by one at most"],
        &["plain", "plain"],
        &[("", Refused), ("0>0", Legal), ("1>0", Legal), ("0>0 1>0", Refused)],
    );
    check_blocks(&["by all", "by all"], &["any"], &[("0>0", Refused), ("0>0 0>1", Legal)]);
}

#[test]
fn nobody_has_to_pay() {
    check_blocks(&["plain"], &["must, pays"], &[("", Legal), ("0>0", Legal)]);
    check_blocks(&["by two"], &["must", "pays"], &[("", Legal), ("0>0 1>0", Legal), ("0>0", Refused)]);
    check_blocks(&["plain"], &["must", "must, pays"], &[("", Refused), ("0>0", Legal), ("1>0", Refused), ("0>0 1>0", Legal)]);
}

#[test]
fn the_only_block_is_known() {
    let only = |attackers: &[&str], blockers: &[&str]| options(attackers, blockers).only_answer();
    assert_eq!(BlockOptions::default().only_answer(), Some(Answer::Blocks(Vec::new())));
    assert_eq!(only(&["plain"], &["plain"]), None);
    assert_eq!(only(&["plain"], &["must"]), Some(Answer::Blocks(declaration("0>0"))));
    assert_eq!(only(&["by two"], &["plain"]), Some(Answer::Blocks(Vec::new())));
    assert_eq!(only(&["by two"], &["must", "plain"]), Some(Answer::Blocks(declaration("0>0 1>0"))));
}

/// All sets of allowed pairs.
fn all_blocks(options: &BlockOptions) -> Vec<Vec<(ObjectId, ObjectId)>> {
    let pairs: Vec<_> = options
        .candidates
        .iter()
        .flat_map(|(blocker, attackers)| attackers.iter().map(move |attacker| (*blocker, *attacker)))
        .collect();
    (0u32..1 << pairs.len())
        .map(|set| (0..pairs.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| pairs[bit]).collect())
        .collect()
}

#[test]
fn the_maximum_agrees_with_trying_everything() {
    let mut next = chance(11);
    for _ in 0..250 {
        let attacking = [
            "plain",
            "by two",
            "by three",
            "by one at most",
            "must be blocked",
            "by all",
            "by two, must be blocked",
            "by two, by all",
        ];
        let blocking = ["plain", "must", "must 0", "must 1", "two", "two, must", "not 0", "not 1", "pays", "must, pays", "any"];
        let attackers: Vec<&str> = (0..1 + next(3)).map(|_| attacking[next(8) as usize]).collect();
        let blockers: Vec<&str> = (0..1 + next(4)).map(|_| blocking[next(11) as usize]).collect();
        let options = options(&attackers, &blockers);
        let rules = options.rules.as_deref().unwrap();
        let place = |attacker: ObjectId| attacker.slot() - ATTACKERS;
        let counts = |blocks: &[(ObjectId, ObjectId)]| {
            let mut used = vec![0u32; blockers.len()];
            let mut count = vec![0u32; attackers.len()];
            for (blocker, attacker) in blocks {
                used[blocker.slot()] += 1;
                count[place(*attacker)] += 1;
            }
            (used, count)
        };
        let restricted = |blocks: &[(ObjectId, ObjectId)]| {
            let (used, count) = counts(blocks);
            used.iter().zip(&rules.blockers).all(|(used, limits)| *used <= limits.capacity)
                && count
                    .iter()
                    .zip(&rules.attackers)
                    .all(|(count, (_, limits))| *count == 0 || (limits.at_least..=limits.at_most).contains(count))
        };
        let met = |blocks: &[(ObjectId, ObjectId)]| {
            let (used, count) = counts(blocks);
            let pair = |(blocker, attacker): &(ObjectId, ObjectId)| {
                rules.pairs[blocker.slot()].iter().find(|pair| pair.attacker as usize == place(*attacker)).unwrap().wants
            };
            blocks.iter().map(pair).sum::<u32>()
                + used.iter().zip(&rules.blockers).filter(|(used, _)| **used > 0).map(|(_, limits)| limits.wants).sum::<u32>()
                + count
                    .iter()
                    .zip(&rules.attackers)
                    .filter(|(count, _)| **count > 0)
                    .map(|(_, (_, limits))| limits.wants)
                    .sum::<u32>()
        };
        let payers = |blocks: &[(ObjectId, ObjectId)]| {
            blocks.iter().map(|(blocker, _)| *blocker).filter(|blocker| rules.tolls.is_due(*blocker, None)).collect::<Vec<_>>()
        };
        let every = all_blocks(&options);
        let all: Vec<_> = every.iter().filter(|blocks| restricted(blocks)).map(|blocks| (payers(blocks), met(blocks))).collect();
        for blocks in &every {
            let paid = payers(blocks);
            let best =
                all.iter().filter(|(payers, _)| payers.iter().all(|payer| paid.contains(payer))).map(|(_, met)| *met).max();
            let legal = restricted(blocks) && Some(met(blocks)) == best;
            let result = options.check_declaration(blocks);
            assert_eq!(result.is_ok(), legal, "{attackers:?} {blockers:?}: {blocks:?}: {result:?}, best {best:?}");
        }
        for _ in 0..20 {
            let blocks = options.random(&mut next);
            assert!(options.check_declaration(&blocks).is_ok(), "{attackers:?} {blockers:?}: {blocks:?}");
        }
        let minimal = options.none_or_minimal();
        assert!(options.check_declaration(&minimal).is_ok(), "{attackers:?} {blockers:?}: {minimal:?}");
    }
}

/// Declares blocks on a board of that size, every way the options offer.
fn large(attacking: &[&str], blocking: &[&str], size: usize) {
    let attackers: Vec<&str> = (0..size).map(|index| attacking[index % attacking.len()]).collect();
    let blockers: Vec<&str> = (0..size).map(|index| blocking[index % blocking.len()]).collect();
    let options = options(&attackers, &blockers);
    let mut next = chance(3);
    for _ in 0..5 {
        assert!(options.check_declaration(&options.random(&mut next)).is_ok());
    }
    assert!(options.check_declaration(&options.none_or_minimal()).is_ok());
}

#[test]
fn blocks_on_large_boards_can_be_declared() {
    large(&["must be blocked"], &["must"], 40);
    large(&["by two, must be blocked", "plain", "must be blocked", "by three"], &["must", "plain", "two", "must 0"], 40);
    large(&["by two"], &["must", "plain"], 40);
    large(&["by all"], &["any"], 40);
    large(&["by two, must be blocked", "by all"], &["must", "plain"], 300);
}
