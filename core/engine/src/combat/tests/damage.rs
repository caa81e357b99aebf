use super::super::{DamageOptions, Spread};
use super::{Legal, Refused, Verdict, chance, id};
use crate::ids::PlayerId;
use crate::object::Recipient;
use crate::question::Answer;
use smallvec::SmallVec;

/// Creatures with so much lethal damage each.
fn among(lethal: &[u32]) -> Vec<(Recipient, u32)> {
    lethal.iter().enumerate().map(|(index, lethal)| (Recipient::Object(id(index)), *lethal)).collect()
}

fn in_order(total: u32, lethal: &[u32]) -> DamageOptions {
    DamageOptions { total, among: among(lethal), ..DamageOptions::default() }
}

fn with_defender(mut options: DamageOptions) -> DamageOptions {
    options.among.push((Recipient::Player(PlayerId(1)), 0));
    options.rest_to_last = true;
    options
}

fn check_damage(options: &DamageOptions, table: &[(&[u32], Verdict)]) {
    for (parts, verdict) in table {
        let result = options.check(parts);
        assert_eq!(Verdict::from(result.clone()), *verdict, "{options:?}: {parts:?}: {result:?}");
    }
    let legal = |parts: &[u32]| options.check(parts).unwrap_or_else(|refusal| panic!("{options:?}: {parts:?}: {refusal}"));
    legal(&options.default_assignment());
    let mut next = chance(u64::from(options.total));
    for _ in 0..100 {
        legal(&options.random(&mut next));
    }
    // The only answer is legal, and then no other is.
    let mut found = Vec::new();
    divisions(options.total, options.among.len(), &mut Vec::new(), &mut |parts| {
        if options.check(parts).is_ok() {
            found.push(SmallVec::<[u32; 4]>::from_slice(parts));
        }
    });
    assert_eq!(options.only_answer(), (found.len() == 1).then(|| Answer::Division(found[0].clone())), "{options:?}: {found:?}");
}

fn divisions(total: u32, count: usize, parts: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
    if count == 1 {
        parts.push(total);
        visit(parts);
        parts.pop();
        return;
    }
    for part in 0..=total {
        parts.push(part);
        divisions(total - part, count - 1, parts, visit);
        parts.pop();
    }
}

#[test]
fn lethal_damage_in_order() {
    // modern 510.1c
    check_damage(
        &in_order(5, &[3, 1]),
        &[(&[3, 2], Legal), (&[4, 1], Legal), (&[5, 0], Legal), (&[2, 3], Refused), (&[3, 1], Refused)],
    );
    check_damage(&in_order(5, &[6, 1]), &[(&[5, 0], Legal), (&[4, 1], Refused)]);
    check_damage(&in_order(4, &[4, 1]), &[(&[4, 0], Legal), (&[3, 1], Refused)]);
    check_damage(
        &in_order(3, &[0, 2, 1]),
        &[(&[0, 2, 1], Legal), (&[0, 3, 0], Legal), (&[0, 1, 2], Refused), (&[3, 0, 0], Legal)],
    );
    check_damage(&in_order(3, &[2]), &[(&[3], Legal), (&[2], Refused), (&[2, 1], Refused)]);
}

#[test]
fn what_is_left_goes_to_what_is_attacked() {
    // modern 702.19b
    check_damage(&with_defender(in_order(5, &[3])), &[(&[3, 2], Legal), (&[5, 0], Legal), (&[2, 3], Refused)]);
    check_damage(&with_defender(in_order(6, &[3, 1])), &[(&[3, 1, 2], Legal), (&[3, 0, 3], Refused), (&[4, 2, 0], Legal)]);
    check_damage(&with_defender(in_order(2, &[3])), &[(&[2, 0], Legal), (&[1, 1], Refused)]);
    check_damage(&with_defender(in_order(2, &[])), &[(&[2], Legal)]);
}

#[test]
fn freely_divided() {
    let free = |total, lethal: &[u32]| DamageOptions { spread: Spread::Freely, ..in_order(total, lethal) };
    check_damage(&free(4, &[3, 3]), &[(&[2, 2], Legal), (&[0, 4], Legal), (&[4, 0], Legal)]);
    check_damage(
        &with_defender(free(5, &[2, 2])),
        &[(&[2, 2, 1], Legal), (&[1, 3, 1], Refused), (&[0, 5, 0], Legal), (&[3, 1, 1], Refused), (&[0, 0, 5], Refused)],
    );
    check_damage(&with_defender(free(2, &[3])), &[(&[2, 0], Legal), (&[0, 2], Refused)]);
}

#[test]
fn divisions_that_count_on_each_other() {
    // modern 510.1e: the first attacker leaves three to the second, which then owes them.
    let first = DamageOptions { help: SmallVec::from_slice(&[0, 4, 0]), ..in_order(7, &[1, 4, 5]) };
    check_damage(&first, &[(&[1, 1, 5], Legal), (&[1, 4, 2], Legal), (&[0, 2, 5], Refused), (&[1, 0, 6], Legal)]);
    let second = DamageOptions { owed: 3, ..in_order(4, &[3, 1]) };
    check_damage(&second, &[(&[3, 1], Legal), (&[4, 0], Legal), (&[2, 2], Refused)]);
    let nearly = DamageOptions { owed: 3, ..in_order(4, &[2, 1]) };
    check_damage(&nearly, &[(&[3, 1], Legal), (&[2, 2], Refused)]);
}

#[test]
fn large_divisions_by_chance() {
    let mut next = chance(5);
    let lethal: Vec<u32> = (0..60).map(|index| index % 7).collect();
    for spread in [Spread::InOrder, Spread::Freely] {
        let options = with_defender(DamageOptions { spread, ..in_order(1_000_000, &lethal) });
        for _ in 0..200 {
            assert_eq!(options.check(&options.random(&mut next)), Ok(()));
        }
    }
}
