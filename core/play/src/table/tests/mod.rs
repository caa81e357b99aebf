//! Tests of the table: games of chance with the cards of the repository.

mod by_hand;
mod capsule;
mod delayed;
mod journal;
mod past;
mod pins;
mod puzzle;
mod readers;
mod rerun;
mod scripts;

use super::{Arrangement, Offered, Refused, Seat, Status, Table};
use crate::bots::{Bot, RandomBot, Rng};
use crate::catalog::{Catalog, find_root, install_host};
use crate::words::Names;
use cardwright_engine::question::{Answer, Decider};
use cardwright_engine::save::StateHash;
use std::sync::OnceLock;

/// The library of the repository, its scripts ready for this thread.
pub(super) fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    let catalog = CATALOG.get_or_init(|| Catalog::open(&find_root(None).unwrap()).unwrap());
    install_host(catalog);
    catalog
}

/// Who sits at a table.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sitting {
    /// Two people.
    People,
    /// A person and a bot.
    PersonAndBot,
}

/// A table for a game with two decks of the library.
pub(super) fn table(seed: u64, sitting: Sitting) -> Table {
    let catalog = catalog();
    let mut rng = Rng::new(seed);
    let decks = catalog.library.decks();
    let mut deck = || decks[rng.below(decks.len() as u32) as usize].clone();
    let game = catalog.game(&[deck(), deck()], "modern", seed).unwrap();
    let mut table = Table::new(game, seats(sitting), names(), seed);
    if seed % 2 == 1 {
        // Where an answer is a place in a list, the list must be known again.
        table.offer(cardwright_engine::ids::PlayerId(0), Offered::WithMana);
    }
    table
}

pub(super) fn names() -> Names {
    Names { players: vec!["Ann".to_owned(), "Ben".to_owned()], reader: None }
}

pub(super) fn seats(sitting: Sitting) -> Vec<Seat> {
    match sitting {
        Sitting::People => vec![Seat::Person, Seat::Person],
        Sitting::PersonAndBot => vec![Seat::Person, Seat::Bot(Box::new(RandomBot::new(0)))],
    }
}

/// Answers for the people at a table.
pub(super) struct Chance(RandomBot);

impl Chance {
    pub fn new(seed: u64) -> Self {
        let mut bot = RandomBot::new(seed);
        bot.reseed(seed);
        Chance(bot)
    }
    /// Plays on by one answer or one beat. False when the game is over or stuck.
    pub fn step(&mut self, table: &mut Table) -> bool {
        match table.advance() {
            Status::Goes => true,
            Status::Waiting(question) => {
                let answer: Answer = self.0.decide(table.shown(), &question).unwrap();
                table.answer(answer).unwrap();
                true
            }
            Status::Over(_) | Status::Stuck(_) => false,
        }
    }
    /// Plays until there are so many beats, or the game ends.
    pub fn play_to(&mut self, table: &mut Table, beats: usize) {
        while table.beats() < beats && self.step(table) {}
    }
}

/// Everything that somebody at the table can tell.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Facts {
    pub hash: StateHash,
    pub beats: usize,
    pub decisions: u64,
    pub logs: [Vec<String>; 3],
}

pub(super) fn facts(table: &Table) -> Facts {
    use cardwright_engine::ids::PlayerId;
    let log = |reader| {
        let played = table.line.log.iter().map(|line| line.text(reader).to_owned());
        played.collect::<Vec<_>>()
    };
    Facts {
        hash: table.game().state_hash(),
        beats: table.beats(),
        decisions: table.decisions(),
        logs: [log(None), log(Some(PlayerId(0))), log(Some(PlayerId(1)))],
    }
}

/// Something by hand that is always possible.
pub(super) fn by_hand(table: &mut Table, rng: &mut Rng) -> Result<(), Refused> {
    use cardwright_engine::ids::PlayerId;
    let player = PlayerId(rng.below(2) as u8);
    let life = rng.between(1, 40) as i32;
    table.arrange(vec![Arrangement::Life { player, life }], |_| Vec::new()).map(drop)
}
