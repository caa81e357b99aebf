//! The journal: whatever ends the program, everything that was answered is there.

use super::{Chance, Facts, Sitting, by_hand, facts, table};
use crate::bots::Rng;
use crate::table::journal::{self, Journal, JournalError};
use crate::table::{BranchId, Given, Status, Table, Text};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

/// A file of its own for a test, deleted at its end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("cardwright-journal-{name}-{}", std::process::id()));
        drop(fs::remove_file(&path));
        Place(path)
    }
}
impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

fn bots(sitting: Sitting) -> Vec<Option<String>> {
    match sitting {
        Sitting::People => vec![None, None],
        Sitting::PersonAndBot => vec![None, Some("random".to_owned())],
    }
}

type Known = (Facts, Vec<Given>, Vec<(BranchId, usize)>);

fn known(table: &Table) -> Known {
    let branches = table.branches().into_iter().map(|branch| (branch.id, branch.beats)).collect();
    (facts(table), table.given.clone(), branches)
}

/// A game with everything that can happen at a table, and what was known at each length of its journal.
fn eventful(seed: u64, sitting: Sitting, place: &Place) -> (Table, BTreeMap<u64, Known>) {
    let mut table = table(seed, sitting);
    table.say("Seed and decks");
    let journal = Journal::create(&place.0, &table, &bots(sitting)).unwrap();
    table.attach(journal);
    let mut chance = Chance::new(seed);
    let mut rng = Rng::new(seed);
    let mut lengths = BTreeMap::new();
    for step in 0..200 {
        let went_on = match rng.below(60) {
            0 => by_hand(&mut table, &mut rng).is_ok(),
            1 => {
                let beat = rng.below(table.beats() as u32 + 1) as usize;
                table.go_to(beat.max(table.beats().saturating_sub(20)), Text::AsOfNow).is_ok()
            }
            2 => table.undo(None, Text::AsItWas).is_ok() || step < 10,
            3 => {
                let branches = table.branches();
                let branch = &branches[rng.below(branches.len() as u32) as usize];
                table.switch_to(branch.id, Text::AsItWas).is_ok()
            }
            4 => {
                table.say("a remark");
                true
            }
            5 => table.rename(BranchId(table.line.id), &format!("line {step}")).is_ok(),
            6 => {
                table.take_back();
                true
            }
            _ => chance.step(&mut table) || table.undo(None, Text::AsItWas).is_ok(),
        };
        assert!(went_on, "seed {seed}, step {step}");
        lengths.insert(fs::metadata(&place.0).unwrap().len(), known(&table));
    }
    assert!(table.journal().unwrap().trouble().is_none());
    (table, lengths)
}

#[test]
fn cut_anywhere_it_opens_at_the_last_whole_frame() {
    for (seed, sitting) in [(1, Sitting::People), (2, Sitting::PersonAndBot)] {
        let place = Place::new(&format!("cut-{seed}"));
        let (table, lengths) = eventful(seed, sitting, &place);
        drop(table);
        let whole = fs::read(&place.0).unwrap();
        let last = *lengths.keys().nth_back(6).unwrap() as usize;
        let boundaries: Vec<usize> = lengths.keys().map(|length| *length as usize).collect();
        let mut compared = 0;
        for cut in last..=whole.len() {
            let read = journal::read(&whole[..cut]).unwrap_or_else(|error| panic!("seed {seed}, cut at {cut}: {error}"));
            assert!(read.used <= cut);
            if let Some(expected) = lengths.get(&(read.used as u64)) {
                compared += 1;
                assert_eq!(known(&read.table), *expected, "seed {seed}, cut at {cut}");
            } else {
                // Between the frames of one step.
                assert!(!boundaries.contains(&read.used));
            }
        }
        assert!(compared > 60, "{compared}");
        // Further back, at whole frames and just before.
        for length in boundaries.iter().step_by(29) {
            let read = journal::read(&whole[..*length]).unwrap();
            assert_eq!((read.used, known(&read.table)), (*length, lengths[&(*length as u64)].clone()));
        }
    }
}

#[test]
fn an_opened_journal_goes_on_where_it_was() {
    let place = Place::new("on");
    let (mut live, _) = eventful(3, Sitting::PersonAndBot, &place);
    let status = live.advance_all();
    let expected = known(&live);
    assert!(matches!(Journal::open(&place.0), Err(JournalError::InUse(_))), "it is being written");
    drop(live);
    // Torn by a kill in the middle of a frame.
    let mut bytes = fs::read(&place.0).unwrap();
    bytes.extend([9, 0, 0, 0, 246, 255]);
    fs::write(&place.0, &bytes).unwrap();
    let opened = Journal::open(&place.0).unwrap();
    assert_eq!(opened.torn, 6);
    let mut table = opened.table;
    table.attach(opened.journal);
    assert_eq!(table.advance_all(), status);
    assert_eq!(known(&table), expected);
    assert_eq!(opened.bots, [None, Some("random".to_owned())]);
    Chance::new(3).play_to(&mut table, expected.0.beats + 30);
    let further = known(&table);
    drop(table);
    assert_eq!(known(&Journal::open(&place.0).unwrap().table), further);
}

#[test]
fn a_journal_begun_late_has_the_present_line() {
    let place = Place::new("late");
    let mut table = table(7, Sitting::People);
    let mut chance = Chance::new(7);
    chance.play_to(&mut table, 50);
    by_hand(&mut table, &mut Rng::new(7)).unwrap();
    chance.play_to(&mut table, 90);
    while !matches!(table.advance(), Status::Waiting(_)) {}
    chance.step(&mut table);
    let journal = Journal::create(&place.0, &table, &bots(Sitting::People)).unwrap();
    table.attach(journal);
    chance.play_to(&mut table, 120);
    let expected = known(&table);
    drop(table);
    assert_eq!(known(&Journal::open(&place.0).unwrap().table), expected);
    assert!(matches!(Journal::create(&place.0, &super::table(7, Sitting::People), &[]), Err(JournalError::Disk { .. })));
}

#[test]
fn a_damaged_byte_is_found_wherever_it_is() {
    let place = Place::new("damaged");
    let mut table = table(4, Sitting::PersonAndBot);
    table.attach(Journal::create(&place.0, &table, &bots(Sitting::PersonAndBot)).unwrap());
    Chance::new(4).play_to(&mut table, 25);
    drop(table);
    let whole = fs::read(&place.0).unwrap();
    let mut rng = Rng::new(4);
    for _ in 0..150 {
        let at = rng.below(whole.len() as u32) as usize;
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << rng.below(8);
        let error = journal::read(&bytes).err().unwrap_or_else(|| panic!("a damaged byte {at} goes unnoticed"));
        assert!(!error.to_string().is_empty());
        if at > 40 {
            assert!(matches!(error, JournalError::Damaged { .. }), "{at}: {error}");
        }
    }
    // Zeros where a disk lost its last blocks are torn off.
    let mut zeros = whole.clone();
    zeros.extend([0; 512]);
    assert_eq!(journal::read(&zeros).unwrap().used, whole.len());
}

#[test]
fn nonsense_is_refused_in_words() {
    let place = Place::new("nonsense");
    let mut table = table(4, Sitting::People);
    table.attach(Journal::create(&place.0, &table, &bots(Sitting::People)).unwrap());
    let start = fs::read(&place.0).unwrap();
    Chance::new(4).play_to(&mut table, 10);
    drop(table);
    assert!(matches!(journal::read(b"").err(), Some(JournalError::NotAJournal)));
    assert!(matches!(journal::read(b"cardwright journal\n\x63").err(), Some(JournalError::OtherFormat(99))));
    let mut rng = Rng::new(11);
    for round in 0..400 {
        let mut bytes: Vec<u8> = (0..rng.below(300)).map(|_| rng.roll() as u8).collect();
        match round % 3 {
            0 => drop(journal::read(&bytes)),
            1 => {
                bytes.splice(0..0, start.iter().copied());
                drop(journal::read(&bytes));
            }
            // With checksums that are right: whatever a frame says, it is read or refused.
            _ => drop(journal::read(&journal::tests::with_frame(&start, &bytes))),
        }
    }
}

#[test]
fn opening_is_quick() {
    let place = Place::new("quick");
    let mut table = table(12, Sitting::PersonAndBot);
    table.attach(Journal::create(&place.0, &table, &bots(Sitting::PersonAndBot)).unwrap());
    let begun = std::time::Instant::now();
    Chance::new(12).play_to(&mut table, 1000);
    let beats = table.beats();
    println!("played {beats} beats in {:?}", begun.elapsed());
    drop(table);
    let begun = std::time::Instant::now();
    let opened = Journal::open(&place.0).unwrap();
    println!("opened {beats} beats in {:?}, {} bytes", begun.elapsed(), fs::metadata(&place.0).unwrap().len());
    assert_eq!(opened.table.beats(), beats);
}
