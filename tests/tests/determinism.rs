//! A game is its seed and its answers: same seed and answers, same game to the bit; saving, loading and playing beats again
//! change nothing.

use cardwright::bots::{Bot, RandomBot, Seats};
use cardwright::catalog::{Catalog, install_host};
use cardwright_engine::game::Game;
use cardwright_engine::question::{Answer, Decider, NotYet, Question};
use cardwright_engine::run::Run;
use cardwright_engine::setup::Setup;

/// The decks of the repository against each other.
fn setups() -> (Catalog, Vec<Setup>) {
    let catalog = Catalog::open(cardwright_tests::repository()).unwrap();
    install_host(&catalog);
    let ruleset = catalog.ruleset("modern").unwrap();
    let decks = catalog.library.decks().to_vec();
    assert!(!decks.is_empty(), "the repository has decks");
    let pairs = (0..decks.len()).map(|one| [decks[one].clone(), decks[(one + 1) % decks.len()].clone()]);
    let setups = pairs.map(|pair| catalog.setup(&pair, ruleset.clone(), 1)).collect();
    (catalog, setups)
}

fn bots(seed: u64, players: usize) -> Seats {
    Seats((0..players as u64).map(|seat| Box::new(RandomBot::new(seed * 7 + seat)) as Box<dyn Bot>).collect())
}

fn play(mut game: Game, seats: &mut Seats) -> String {
    let mut run = Run::new(seats);
    let mut beats = 0;
    while game.outcome().is_none() {
        game.beat(&mut run).unwrap();
        beats += 1;
        assert!(beats < 500_000, "the game does not end");
    }
    game.state_hash().to_string()
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let (_catalog, setups) = setups();
    for (setup, seed) in setups.iter().zip(10..) {
        let game = || Game::new(&Setup { seed, ..setup.clone() });
        let once = play(game(), &mut bots(seed, setup.decks.len()));
        let again = play(game(), &mut bots(seed, setup.decks.len()));
        assert_eq!(once, again, "seed {seed}");
        let other = play(Game::new(&Setup { seed: seed + 1000, ..setup.clone() }), &mut bots(seed, setup.decks.len()));
        assert_ne!(once, other, "another seed is another game");
    }
}

/// Bots of which a copy can be made at any moment.
#[derive(Clone)]
struct Pair(Vec<RandomBot>);

impl Decider for Pair {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        self.0[question.player.index()].decide(game, question)
    }
}

#[test]
fn a_saved_game_goes_on_as_if_nothing_had_been() {
    let (_catalog, setups) = setups();
    let mut saves = 0;
    for (setup, seed) in setups.iter().cycle().zip(1..).take(100) {
        let mut game = Game::new(&Setup { seed, ..setup.clone() });
        let mut pair = Pair((0..setup.decks.len() as u64).map(|seat| RandomBot::new(seed * 13 + seat)).collect());
        let mut copies = Vec::new();
        let mut beat = 0_u64;
        while game.outcome().is_none() {
            if beat % 97 == seed % 97 && copies.len() < 5 {
                copies.push((game.save(), pair.clone()));
            }
            game.beat(&mut Run::new(&mut pair)).unwrap();
            beat += 1;
        }
        let end = game.state_hash();
        for (save, mut pair) in copies {
            let mut loaded = Game::load(&save).unwrap();
            while loaded.outcome().is_none() {
                loaded.beat(&mut Run::new(&mut pair)).unwrap();
            }
            assert_eq!(loaded.state_hash(), end, "seed {seed}");
            saves += 1;
        }
    }
    assert!(saves >= 40, "only {saves} games were saved in the middle");
}

/// Passes questions on and writes the answers down.
struct Recorder<'a>(&'a mut Pair, Vec<Answer>);

impl Decider for Recorder<'_> {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        let answer = self.0.decide(game, question)?;
        self.1.push(answer.clone());
        Ok(answer)
    }
}

/// Gives answers that were written down, at most so many; then nobody answers.
struct Replay(std::vec::IntoIter<Answer>);

impl Decider for Replay {
    fn decide(&mut self, _: &Game, _: &Question) -> Result<Answer, NotYet> {
        self.0.next().ok_or(NotYet)
    }
}

#[test]
fn a_beat_played_again_with_the_same_answers_is_the_same_beat() {
    let (_catalog, setups) = setups();
    for (setup, seed) in setups.iter().cycle().zip(100..).take(100) {
        let mut game = Game::new(&Setup { seed, ..setup.clone() });
        let mut pair = Pair((0..setup.decks.len() as u64).map(|seat| RandomBot::new(seed * 17 + seat)).collect());
        while game.outcome().is_none() {
            let before = game.clone();
            let mut recorder = Recorder(&mut pair, Vec::new());
            game.beat(&mut Run::new(&mut recorder)).unwrap();
            let answers = recorder.1;
            // As at a table: the beat is begun with too few answers, then again with all of them.
            for known in 0..=answers.len() {
                let mut again = before.clone();
                let first: Vec<Answer> = answers.iter().take(known).cloned().collect();
                let result = again.beat(&mut Run::new(&mut Replay(first.into_iter())));
                if known == answers.len() {
                    result.unwrap();
                    assert_eq!(again.state_hash(), game.state_hash(), "seed {seed}, turn {}", game.turn().number);
                } else {
                    assert!(result.is_err(), "a missing answer stops the beat");
                }
            }
        }
    }
}
