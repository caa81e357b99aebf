//! Puzzle files: what they say is what they read.

use super::{Chance, Sitting, catalog, table};
use crate::bots::Rng;
use crate::table::{Puzzle, PuzzleError};
use cardwright_engine::ability::StepKind;
use cardwright_engine::zone::ZoneKind;

#[test]
fn what_a_puzzle_says_is_what_it_reads() {
    let mut positions = 0;
    for seed in 0..6 {
        let mut table = table(seed, Sitting::People);
        let mut chance = Chance::new(seed);
        for beats in (50..900).step_by(7) {
            chance.play_to(&mut table, beats);
            let game = table.game();
            if game.outcome().is_some() || !game.stack().is_empty() || game.turn().step != StepKind::PrecombatMain {
                continue;
            }
            positions += 1;
            let (puzzle, left_out) = Puzzle::of(game);
            let text = puzzle.to_text(&left_out);
            let read = Puzzle::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read, puzzle, "{text}");
            let opened = puzzle.open(catalog(), 1).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(Puzzle::of(&opened).0, puzzle, "{text}");
            for (then, now) in game.players().iter().zip(opened.players()) {
                assert_eq!(then.life, now.life);
                for zone in [ZoneKind::Hand, ZoneKind::Library] {
                    assert_eq!(game.zone(zone, then.id).len(), opened.zone(zone, then.id).len(), "{text}");
                }
            }
            if left_out.is_empty() {
                assert_eq!(game.battlefield().len(), opened.battlefield().len(), "{text}");
            }
            // It can be played on.
            let seats = super::seats(Sitting::People);
            let mut on = crate::table::Table::new(opened, seats, super::names(), 1);
            chance.step(&mut on);
        }
    }
    assert!(positions > 20, "{positions}");
}

#[test]
fn a_puzzle_is_read_by_people() {
    let text = r#"
[[player]]
life = 20
hand = ["Swamp"]
mana = "{B}{B}"
[[player]]
life = 3
counters = { poison = 2 }
[[battlefield]]
card = "Swamp"
owner = 1
tapped = true
"#;
    let game = Puzzle::read(text).unwrap().open(catalog(), 1).unwrap();
    assert_eq!(game.turn().step, StepKind::PrecombatMain);
    let player = game.player(cardwright_engine::ids::PlayerId(1));
    assert_eq!((player.life, player.counter("poison".into())), (3, 2));
    assert!(game.permanents().all(|object| object.is_tapped()));
    assert_eq!(game.player(cardwright_engine::ids::PlayerId(0)).pool.total(), 2);
}

#[test]
fn teams_of_a_puzzle_play_together() {
    let text = "[[player]]\nlife = 20\nteam = 1\n[[player]]\nlife = 20\nteam = 2\n[[player]]\nlife = 9\nteam = 1\n";
    let puzzle = Puzzle::read(text).unwrap();
    let game = puzzle.open(catalog(), 1).unwrap();
    let seat = cardwright_engine::ids::PlayerId;
    assert_eq!(game.opponents(seat(0)).collect::<Vec<_>>(), [seat(1)]);
    assert_eq!(game.opponents(seat(1)).collect::<Vec<_>>(), [seat(2), seat(0)]);
    assert_eq!(Puzzle::of(&game).0.players, puzzle.players);
}

#[test]
fn wrong_puzzles_are_refused_in_words() {
    let two = "[[player]]\nlife = 1\n[[player]]\nlife = 1\n";
    for (text, expected) in [
        ("life = 3", "unknown field"),
        ("[[player]]\nlife = 1\n", "2 to 8 players"),
        (&format!("step = \"tea\"\n{two}"), "no step is called `tea`"),
        (&format!("active = 3\n{two}"), "there is no player 3"),
        (&format!("{two}hand = [\"No Such Card\"]\n"), "no card is called `No Such Card`"),
        (&format!("{two}mana = \"{{Q}}\"\n"), "no mana"),
        (&format!("{two}[[battlefield]]\ncard = \"Swamp\"\nowner = 1\nattached_to = \"x\"\n"), "no permanent has that `id`"),
        (&format!("ruleset = \"none\"\n{two}"), "no ruleset `none`"),
    ] {
        let error = Puzzle::read(text).and_then(|puzzle| puzzle.open(catalog(), 1).map(drop)).unwrap_err();
        assert!(error.to_string().contains(expected), "{text}\n{error}");
    }
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let mut bytes = two.as_bytes().to_vec();
        for _ in 0..rng.between(1, 4) {
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = rng.below(128) as u8;
        }
        let text = String::from_utf8_lossy(&bytes);
        let read: Result<(), PuzzleError> = Puzzle::read(&text).and_then(|puzzle| puzzle.open(catalog(), 1).map(drop));
        drop(read);
    }
}
