//! Going back and forth.

use super::{Chance, Facts, Sitting, by_hand, catalog, facts, table};
use crate::bots::Rng;
use crate::table::{BranchId, MarkKind, PastError, Status, Table, Text};
use cardwright_engine::definition::CardDef;
use cardwright_engine::ids::PlayerId;
use std::sync::Arc;

/// Plays to so many beats and says what was before each.
fn recorded(table: &mut Table, chance: &mut Chance, beats: usize) -> Vec<Facts> {
    let mut all = vec![facts(table)];
    while table.beats() < beats && chance.step(table) {
        if table.beats() == all.len() {
            all.push(facts(table));
        }
    }
    table.take_back();
    all
}

#[test]
fn every_position_of_the_past_is_as_it_was() {
    for seed in 0..3 {
        let mut table = table(seed, Sitting::PersonAndBot);
        let mut chance = Chance::new(seed);
        let all = recorded(&mut table, &mut chance, 700);
        let mut rng = Rng::new(seed);
        for _ in 0..12 {
            let beat = rng.below(all.len() as u32) as usize;
            let position = table.position(beat).unwrap();
            assert_eq!(position.game.state_hash(), all[beat].hash, "seed {seed}, beat {beat}");
            assert_eq!(position.log_length, all[beat].logs[0].len(), "seed {seed}, beat {beat}");
        }
        assert_eq!(facts(&table), all[all.len() - 1], "looking changes nothing");
        assert!(matches!(table.position(all.len()), Err(PastError::NoSuchBeat { .. })));
    }
}

#[test]
fn going_back_and_forth_comes_to_the_same_game() {
    for seed in 10..13 {
        let mut table = table(seed, Sitting::PersonAndBot);
        let mut chance = Chance::new(seed);
        let all = recorded(&mut table, &mut chance, 300);
        let end = all.len() - 1;
        let mut rng = Rng::new(seed);
        let beat = rng.below(end as u32) as usize;
        table.go_to(beat, Text::AsItWas).unwrap();
        assert_eq!(facts(&table), all[beat], "seed {seed}, beat {beat}");
        // Another line from there, with other answers.
        let mut other = Chance::new(seed + 1000);
        other.play_to(&mut table, beat + 40);
        table.take_back();
        let there = facts(&table);
        let branches = table.branches();
        assert_eq!(branches.iter().filter(|branch| branch.is_current).count(), 1);
        let first = branches.iter().find(|branch| !branch.is_current).unwrap();
        assert_eq!((first.id, first.beats), (BranchId(0), end));
        let second = branches.iter().find(|branch| branch.is_current).unwrap().id;
        table.switch_to(first.id, Text::AsItWas).unwrap();
        assert_eq!(facts(&table), all[end]);
        table.switch_to(second, Text::AsItWas).unwrap();
        assert_eq!(facts(&table), there);
        assert_eq!(table.switch_to(BranchId(99), Text::AsItWas), Err(PastError::NoSuchBranch(99)));
    }
}

#[test]
fn stepping_back_many_times_keeps_one_line() {
    let mut table = table(5, Sitting::People);
    let mut chance = Chance::new(5);
    let all = recorded(&mut table, &mut chance, 120);
    for beat in (20..100).rev() {
        table.go_to(beat, Text::AsItWas).unwrap();
        assert_eq!(facts(&table), all[beat]);
    }
    assert_eq!(table.branches().len(), 2, "what is only a part of another line is none of its own");
    table.rename(BranchId(0), "the long one").unwrap();
    assert!(table.branches().iter().any(|branch| branch.name == "the long one" && branch.beats == all.len() - 1));
}

#[test]
fn undo_asks_the_last_question_again() {
    let mut table = table(15, Sitting::PersonAndBot);
    let mut chance = Chance::new(15);
    let (mut questions, mut answers) = (Vec::new(), 0);
    while answers < 60 {
        match table.advance() {
            Status::Goes => {}
            Status::Waiting(question) => {
                let (_, next) = table.next_question().unwrap();
                assert_eq!(next, question);
                questions.push((question, table.game().state_hash()));
                answers += 1;
                assert!(chance.step(&mut table));
            }
            _ => break,
        }
    }
    assert!(answers > 20);
    while let Some((question, hash)) = questions.pop() {
        table.undo(None, Text::AsItWas).unwrap();
        assert_eq!(table.advance_all(), Status::Waiting(question));
        assert_eq!(table.game().state_hash(), hash);
    }
    assert_eq!(table.undo(None, Text::AsItWas), Err(PastError::NothingBefore));
}

/// A card of the game with other numbers: a cheap change that is a change.
fn changed(table: &Table, player: PlayerId) -> Arc<CardDef> {
    let game = table.game();
    let card = game.player(player).library.first().and_then(|id| game.object(*id)).unwrap();
    let mut definition = game.definition(card.card).clone();
    let charge = "charge".into();
    let more = definition.faces[0].base.numbers.get(charge).unwrap_or(0) + 1;
    definition.faces[0].base.numbers.set(charge, more);
    Arc::new(definition)
}

#[test]
fn the_text_goes_back_or_stays_as_one_wishes() {
    let mut table = table(3, Sitting::People);
    let mut chance = Chance::new(3);
    chance.play_to(&mut table, 30);
    let new = changed(&table, PlayerId(0));
    let has_new = |table: &Table| {
        let definitions = table.game().definitions();
        definitions.get(definitions.find(new.key).unwrap()).faces[0].base.numbers == new.faces[0].base.numbers
    };
    table.adopt([&new]);
    assert!(has_new(&table));
    chance.play_to(&mut table, 60);
    table.go_to(10, Text::AsItWas).unwrap();
    assert!(!has_new(&table), "the text of then");
    table.switch_to(BranchId(0), Text::AsItWas).unwrap();
    assert!(has_new(&table));
    table.go_to(10, Text::AsOfNow).unwrap();
    assert!(has_new(&table), "the text of now");
    assert_eq!(table.beats(), 10);
    table.rewind(4).unwrap();
    assert!(has_new(&table), "rewinding keeps the text of now");
}

#[test]
fn changes_by_hand_are_marked_and_undone() {
    let mut table = table(6, Sitting::People);
    let mut chance = Chance::new(6);
    chance.play_to(&mut table, 40);
    table.take_back();
    let before = facts(&table);
    by_hand(&mut table, &mut Rng::new(6)).unwrap();
    assert_ne!(facts(&table).hash, before.hash);
    let last = table.marks().last().unwrap();
    assert_eq!((last.kind, last.beat), (MarkKind::Arranged, 40));
    assert!(last.label(None).starts_with("by hand: "), "{}", last.label(None));
    table.undo(None, Text::AsOfNow).unwrap();
    assert_eq!(facts(&table), before);
}

#[test]
fn marks_say_what_beats_were_about() {
    let mut table = table(1, Sitting::People);
    Chance::new(1).play_to(&mut table, 400);
    let marks: Vec<_> = table.marks().collect();
    assert_eq!(marks.len(), table.beats());
    assert!(marks.iter().enumerate().all(|(place, mark)| mark.beat == place));
    for mark in &marks {
        if mark.kind == MarkKind::Turn {
            assert!(mark.label(None).starts_with("Turn "), "{}", mark.label(None));
        }
        if mark.kind == MarkKind::Resolved {
            let label = mark.label(None);
            assert!(label.contains("resolves") || label.contains("does nothing"), "{label}");
        }
    }
    let kinds = |kind| marks.iter().filter(|mark| mark.kind == kind).count();
    assert!(kinds(MarkKind::Turn) > 2 && kinds(MarkKind::Acted) > 3 && kinds(MarkKind::Resolved) > 1);
}

#[test]
fn the_past_takes_bounded_memory() {
    catalog();
    let mut table = table(8, Sitting::People);
    Chance::new(8).play_to(&mut table, 1500);
    let memory = table.memory();
    let per_beat = memory.copy_bytes / table.beats().max(1);
    println!("{} beats: {memory:?}, {per_beat} bytes a beat", table.beats());
    assert!(memory.copies <= 2 + 33 + memory.entries / 64, "{memory:?}");
}

#[test]
fn a_table_may_go_to_another_thread() {
    fn goes<T: Send>(_: &T) {}
    goes(&table(1, Sitting::PersonAndBot));
}
