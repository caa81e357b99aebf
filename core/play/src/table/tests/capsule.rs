//! Capsules: what is reported is what was played, anywhere.

use super::{Chance, Sitting, by_hand, catalog, facts, table};
use crate::bots::Rng;
use crate::table::{Capsule, CapsuleError};

#[test]
fn a_capsule_plays_as_it_was_played() {
    for seed in 0..3 {
        let mut table = table(seed, Sitting::PersonAndBot);
        let mut chance = Chance::new(seed);
        chance.play_to(&mut table, 80);
        by_hand(&mut table, &mut Rng::new(seed)).unwrap();
        chance.play_to(&mut table, 160);
        let bots = [None, Some("random".to_owned())];
        let capsule = Capsule::of(&table, &bots, &catalog().library, "the lance\nhits twice", None).unwrap();
        let read = Capsule::from_bytes(&capsule.to_bytes()).unwrap();
        assert_eq!(read, capsule);
        let (again, _) = read.replay().unwrap();
        assert_eq!(facts(&again), facts(&table));
        assert_eq!(again.given, table.given);
        // Up to a beat of the past.
        let early = Capsule::of(&table, &bots, &catalog().library, "", Some(40)).unwrap();
        let (again, _) = early.replay().unwrap();
        assert_eq!((again.beats(), again.game().state_hash()), (40, table.position(40).unwrap().game.state_hash()));
        assert!(Capsule::of(&table, &bots, &catalog().library, "", Some(4000)).is_err());
    }
}

#[test]
fn the_cards_of_a_capsule_are_a_library() {
    let table = table(1, Sitting::People);
    let capsule = Capsule::of(&table, &[None, None], &catalog().library, "", None).unwrap();
    let library = capsule.library().unwrap();
    for key in &capsule.cards {
        let (then, now) = (library.library.definition(*key), catalog().library.definition(*key));
        let faces =
            |definition: Option<&std::sync::Arc<cardwright_engine::definition::CardDef>>| definition.map(|it| it.faces.clone());
        assert_eq!(faces(then), faces(now), "{key}");
    }
}

#[test]
fn damaged_capsules_are_refused_in_words() {
    let table = table(2, Sitting::People);
    let capsule = Capsule::of(&table, &[None, None], &catalog().library, "a note", None).unwrap();
    let bytes = capsule.to_bytes();
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        match rng.below(2) {
            0 => damaged.truncate(rng.below(bytes.len() as u32) as usize),
            _ => {
                let at = rng.below(bytes.len() as u32) as usize;
                damaged[at] ^= 1 << rng.below(8);
            }
        }
        let error = Capsule::from_bytes(&damaged).unwrap_err();
        assert!(!error.to_string().is_empty());
    }
    assert!(matches!(Capsule::from_bytes(b"{}"), Err(CapsuleError::NotACapsule)));
    // A path that leads out of the library, with everything else right.
    let mut outside = capsule.clone();
    outside.sources[0].path = "../outside.toml".to_owned();
    let read = Capsule::from_bytes(&outside.to_bytes()).unwrap();
    assert!(matches!(read.library(), Err(CapsuleError::Damaged(_))));
    // A record that says something else than what was seen.
    let mut other = capsule;
    other.sources[0].text.push('x');
    assert!(matches!(Capsule::from_bytes(&other.to_bytes()), Err(CapsuleError::Damaged(_))));
}
