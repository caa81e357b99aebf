use super::super::{AtMost, AttackConstraints, AttackOptions, CombatCost, Toll};
use super::{Legal, Refused, Verdict, chance, id};
use crate::ability::Origin;
use crate::ids::PlayerId;
use crate::object::{Bindings, Recipient};
use crate::payment::TotalCost;
use crate::question::Answer;
use smallvec::SmallVec;

fn player(number: usize) -> Recipient {
    Recipient::Player(PlayerId(number as u8))
}

/// Options for creatures described in words. They can attack players 1 and 2 if any of them says "players", player 1
/// otherwise; "must attack 2" asks for one of them.
fn options(creatures: &[&str], limits: &[AtMost]) -> AttackOptions {
    let several = creatures.iter().any(|words| words.contains("player"));
    let defenders: SmallVec<[Recipient; 2]> =
        if several { [player(1), player(2)].into_iter().collect() } else { [player(1)].into_iter().collect() };
    let candidates: Vec<_> = (0..creatures.len()).map(|index| (id(index), defenders.clone())).collect();
    let mut rules = AttackConstraints::new(&candidates);
    rules.at_most = limits.to_vec();
    for (index, words) in creatures.iter().enumerate() {
        for word in words.split(", ") {
            match word {
                "must attack" => rules.wants[index].iter_mut().for_each(|want| *want += 1),
                "must attack player 2" => rules.wants[index][1] += 1,
                "must attack player 1" => rules.wants[index][0] += 1,
                "cannot attack alone" => rules.together[index] = 2,
                "only three together" => rules.together[index] = 3,
                "pays" => {
                    let cost = rules.tolls.costs.len() as u32;
                    let total = TotalCost::default();
                    rules.tolls.costs.push(CombatCost {
                        source: id(index),
                        origin: Origin::Printed,
                        bindings: Bindings::default(),
                        total,
                    });
                    let toll = |against| Toll { creature: id(index), against: Some(against), cost, sure: true };
                    rules.tolls.tolls.extend(defenders.iter().copied().map(toll));
                }
                "plain" | "players" => {}
                other => panic!("{other}"),
            }
        }
    }
    AttackOptions::constrained(candidates, rules)
}

/// A declaration in words: "0 2>2" is creature 0 attacking player 1 and creature 2 attacking player 2.
fn declaration(words: &str) -> Vec<(crate::ids::ObjectId, Recipient)> {
    let one = |word: &str| {
        let (creature, against) = word.split_once('>').unwrap_or((word, "1"));
        (id(creature.parse().unwrap()), player(against.parse().unwrap()))
    };
    words.split_whitespace().map(one).collect()
}

fn check_limited(creatures: &[&str], limits: &[AtMost], table: &[(&str, Verdict)]) {
    let options = options(creatures, limits);
    for (words, verdict) in table {
        let result = options.check_declaration(&declaration(words));
        assert_eq!(Verdict::from(result.clone()), *verdict, "{creatures:?}: \"{words}\": {result:?}");
    }
    let legal = |attacks: &[_]| {
        options.check_declaration(attacks).unwrap_or_else(|refusal| panic!("{creatures:?}: {attacks:?}: {refusal}"))
    };
    legal(&options.none_or_minimal());
    let mut next = chance(creatures.len() as u64);
    for _ in 0..100 {
        legal(&options.random(&mut next));
    }
}

fn check_attacks(creatures: &[&str], table: &[(&str, Verdict)]) {
    check_limited(creatures, &[], table);
}

fn at_most(at_most: u32, members: &[u32]) -> AtMost {
    AtMost { members: members.to_vec(), at_most }
}

#[test]
fn declarations_name_candidates_once() {
    // modern 508.1a, 508.1b
    check_attacks(
        &["plain", "plain"],
        &[("", Legal), ("0", Legal), ("1 0", Legal), ("0 0", Refused), ("2", Refused), ("0>2", Refused)],
    );
}

#[test]
fn requirements_are_met_as_far_as_restrictions_allow() {
    // modern 508.1c, 508.1d
    check_attacks(
        &["must attack, cannot attack alone", "plain"],
        &[("", Refused), ("0", Refused), ("1", Refused), ("0 1", Legal)],
    );
    check_attacks(&["must attack, cannot attack alone"], &[("", Legal), ("0", Refused)]);
    check_attacks(
        &["cannot attack alone", "cannot attack alone"],
        &[("", Legal), ("0", Refused), ("1", Refused), ("0 1", Legal)],
    );
    check_attacks(&["must attack", "plain"], &[("", Refused), ("0", Legal), ("1", Refused), ("0 1", Legal)]);
    check_attacks(&["must attack, only three together", "plain"], &[("", Legal), ("1", Legal), ("0 1", Refused)]);
    check_attacks(
        &["must attack, only three together", "plain", "cannot attack alone"],
        &[("", Refused), ("1 2", Refused), ("0 1 2", Legal)],
    );
}

#[test]
fn limits_on_sets_of_attackers() {
    // modern 508.1d: one attacker at most, and one creature that has to attack.
    let one = [at_most(1, &[0, 1])];
    check_limited(&["must attack", "plain"], &one, &[("0", Legal), ("1", Refused), ("0 1", Refused), ("", Refused)]);
    check_limited(&["must attack", "must attack"], &one, &[("0", Legal), ("1", Legal), ("0 1", Refused), ("", Refused)]);
    check_limited(&["must attack, must attack", "must attack"], &one, &[("0", Legal), ("1", Refused), ("", Refused)]);
    check_limited(
        &["must attack, cannot attack alone", "plain"],
        &one,
        &[("", Legal), ("1", Legal), ("0", Refused), ("0 1", Refused)],
    );
    check_limited(
        &["must attack", "must attack", "must attack, cannot attack alone"],
        &[at_most(1, &[0, 1])],
        &[("0 2", Legal), ("1 2", Legal), ("2", Refused), ("0", Refused), ("0 1", Refused)],
    );
}

#[test]
fn overlapping_limits_are_searched() {
    let limits = [at_most(1, &[0, 1]), at_most(1, &[1, 2])];
    check_limited(
        &["must attack", "must attack", "must attack"],
        &limits,
        &[("0 2", Legal), ("1", Refused), ("0", Refused), ("0 1", Refused)],
    );
    check_limited(
        &["must attack", "must attack, must attack, must attack", "must attack"],
        &limits,
        &[("1", Legal), ("0 2", Refused)],
    );
}

#[test]
fn requirements_to_attack_a_player() {
    check_attacks(
        &["must attack player 2", "players"],
        &[("", Refused), ("0", Refused), ("0>2", Legal), ("0>2 1", Legal), ("1>2", Refused)],
    );
    // Two requirements of which one creature can meet only one.
    check_attacks(&["must attack player 1, must attack player 2"], &[("", Refused), ("0", Legal), ("0>2", Legal)]);
    // To attack, and to attack somebody in particular, are two requirements.
    check_attacks(&["must attack, must attack player 2"], &[("0", Refused), ("0>2", Legal)]);
}

#[test]
fn nobody_has_to_pay() {
    // modern 508.1d
    check_attacks(&["must attack, pays"], &[("", Legal), ("0", Legal)]);
    check_attacks(&["must attack, pays", "must attack"], &[("", Refused), ("1", Legal), ("0 1", Legal), ("0", Refused)]);
    check_attacks(&["pays", "must attack, cannot attack alone"], &[("", Legal), ("0", Refused), ("0 1", Legal), ("1", Refused)]);
    check_attacks(&["must attack, pays", "must attack, pays"], &[("", Legal), ("0", Legal), ("0 1", Legal)]);
}

#[test]
fn the_only_attack_is_known() {
    let only = |creatures: &[&str]| options(creatures, &[]).only_answer();
    assert_eq!(AttackOptions::default().only_answer(), Some(Answer::Attacks(Vec::new())));
    assert_eq!(only(&["plain"]), None);
    assert_eq!(only(&["cannot attack alone"]), Some(Answer::Attacks(Vec::new())));
    assert_eq!(only(&["must attack"]), Some(Answer::Attacks(declaration("0"))));
    assert_eq!(only(&["must attack, players"]), None);
    assert_eq!(only(&["must attack, pays"]), None);
}

#[test]
fn as_few_attackers_as_possible() {
    let minimal = |creatures: &[&str]| options(creatures, &[]).none_or_minimal();
    assert_eq!(minimal(&["plain", "cannot attack alone"]), declaration(""));
    assert_eq!(minimal(&["plain", "must attack", "plain"]), declaration("1"));
    assert_eq!(minimal(&["plain", "must attack, cannot attack alone", "plain"]).len(), 2);
}

/// The greatest number of requirements that any legal declaration meets, by trying all.
fn by_trial(options: &AttackOptions) -> Vec<Vec<(crate::ids::ObjectId, Recipient)>> {
    let mut all = vec![Vec::new()];
    for (creature, defenders) in &options.candidates {
        let mut more = Vec::new();
        for attacks in &all {
            for defender in defenders {
                let mut attacks: Vec<_> = attacks.clone();
                attacks.push((*creature, *defender));
                more.push(attacks);
            }
        }
        all.extend(more);
    }
    all
}

#[test]
fn the_maximum_agrees_with_trying_everything() {
    let mut next = chance(7);
    for _ in 0..300 {
        let count = 1 + next(5) as usize;
        let kinds =
            ["plain", "must attack", "must attack player 2", "cannot attack alone", "only three together", "players", "pays"];
        let creatures: Vec<String> = (0..count)
            .map(|_| format!("{}, {}", kinds[next(7) as usize], kinds[next(7) as usize]))
            .map(|words| words.replace("pays, pays", "pays"))
            .collect();
        let mut creatures: Vec<&str> = creatures.iter().map(String::as_str).collect();
        creatures.push("players");
        let limits: Vec<AtMost> =
            (0..next(3)).map(|_| at_most(next(3), &(0..=count as u32).filter(|_| next(2) == 0).collect::<Vec<_>>())).collect();
        let options = options(&creatures, &limits);
        let rules = options.rules.as_deref().unwrap();
        let met = |attacks: &[(crate::ids::ObjectId, Recipient)]| {
            let want = |(creature, against): &(crate::ids::ObjectId, Recipient)| {
                rules.wants[creature.slot()][usize::from(*against == player(2))]
            };
            attacks.iter().map(want).sum::<u32>()
        };
        let restricted = |attacks: &[(crate::ids::ObjectId, Recipient)]| {
            attacks.iter().all(|(creature, _)| rules.together[creature.slot()] as usize <= attacks.len())
                && rules.at_most.iter().all(|limit| {
                    attacks.iter().filter(|(creature, _)| limit.members.contains(&(creature.slot() as u32))).count()
                        <= limit.at_most as usize
                })
        };
        let pays = |attacks: &[(crate::ids::ObjectId, Recipient)]| {
            let due = attacks.iter().filter(|(creature, against)| rules.tolls.is_due(*creature, Some(*against)));
            due.copied().collect::<Vec<_>>()
        };
        let all: Vec<_> = by_trial(&options).into_iter().filter(|attacks| restricted(attacks)).collect();
        for attacks in by_trial(&options) {
            let paid = pays(&attacks);
            let best =
                all.iter().filter(|other| pays(other).iter().all(|pair| paid.contains(pair))).map(|other| met(other)).max();
            let legal = restricted(&attacks) && Some(met(&attacks)) == best;
            let result = options.check_declaration(&attacks);
            assert_eq!(result.is_ok(), legal, "{creatures:?} {limits:?}: {attacks:?}: {result:?}, best {best:?}");
        }
        for _ in 0..20 {
            let attacks = options.random(&mut next);
            assert!(options.check_declaration(&attacks).is_ok(), "{creatures:?} {limits:?}: {attacks:?}");
        }
        let minimal = options.none_or_minimal();
        assert!(options.check_declaration(&minimal).is_ok(), "{creatures:?} {limits:?}: {minimal:?}");
    }
}

#[test]
fn large_attacks_can_be_declared() {
    let kinds = ["must attack", "plain", "must attack player 2", "cannot attack alone"];
    let creatures: Vec<&str> = (0..40).map(|index| kinds[index % 4]).collect();
    let limits: Vec<AtMost> = (0..6).map(|step| at_most(10, &(step * 5..step * 5 + 15).collect::<Vec<u32>>())).collect();
    let options = options(&creatures, &limits);
    let mut next = chance(1);
    for _ in 0..10 {
        assert!(options.check_declaration(&options.random(&mut next)).is_ok());
    }
}
