//! Whole games between random deciders over definitions made by hand: no panic, no illegal state, the same seed the same game.

use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Body, Effect, Filter, Mode, Objects, Origin, Players, Recipients,
    TargetSpec, Zones,
};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, DefKind, Definitions, Face, PrintedPt};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, TargetSlot};
use cardwright_engine::mana::{Color, ManaCost, ManaSymbol, ManaType};
use cardwright_engine::question::{Answer, Ask, Decider, NotYet, Question};
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::run::Run;
use cardwright_engine::setup::Setup;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::turn::Progress;
use cardwright_engine::types::{CardType, Supertype, TypeLine};
use std::sync::Arc;

/// Uniform answers from a small generator of its own.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if sides == 0 { 0 } else { ((self.0 >> 33) as u32) % sides }
    }
}

impl Decider for Dice {
    fn decide(&mut self, _: &Game, question: &Question) -> Result<Answer, NotYet> {
        Ok(match &question.ask {
            Ask::Priority(actions) => Answer::Action(self.roll(actions.len() as u32)),
            Ask::Choose { options, min, max, .. } => {
                let count = min + self.roll(max - min + 1);
                let mut places: Vec<u32> = (0..options.len() as u32).collect();
                let mut chosen = smallvec::SmallVec::new();
                for _ in 0..count {
                    chosen.push(places.remove(self.roll(places.len() as u32) as usize));
                }
                Answer::Chosen(chosen)
            }
            Ask::Number { min, max, except, .. } => {
                let number = min + self.roll((max - min + 1) as u32) as i32;
                Answer::Number(if except.contains(&number) { *min } else { number })
            }
            Ask::Divide { total, among, min_each, .. } => {
                let mut parts: smallvec::SmallVec<[u32; 4]> = smallvec::SmallVec::from_elem(*min_each, among.len());
                let rest = total - min_each * among.len() as u32;
                parts[0] += rest;
                Answer::Division(parts)
            }
            Ask::Attackers(options) => Answer::Attacks(options.random(&mut |sides| self.roll(sides))),
            Ask::Blockers(options) => Answer::Blocks(options.random(&mut |sides| self.roll(sides))),
            Ask::AssignDamage(options) => Answer::Division(options.random(&mut |sides| self.roll(sides)).into_iter().collect()),
        })
    }
}

fn define(name: &str, cost: Option<ManaCost>, types: TypeLine, pt: Option<(i32, i32)>, abilities: Vec<Ability>) -> Arc<CardDef> {
    let colors = cost.as_ref().map(ManaCost::colors).unwrap_or_default();
    let base = Characteristics {
        name: Symbol::new(name),
        cost,
        colors,
        types,
        power: pt.map(|pt| pt.0),
        toughness: pt.map(|pt| pt.1),
        abilities: abilities
            .into_iter()
            .map(|ability| AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed })
            .collect(),
        ..Characteristics::default()
    };
    let face = Face { base, power: pt.map(|pt| PrintedPt::number(pt.0)), toughness: pt.map(|pt| PrintedPt::number(pt.1)) };
    Arc::new(CardDef { key: Symbol::new(name), kind: DefKind::Card, faces: vec![face], version: 0, of_type: None })
}

fn line(types: &[CardType], supertypes: &[Supertype], subtypes: &[&str]) -> TypeLine {
    TypeLine {
        types: types.iter().copied().collect(),
        supertypes: supertypes.iter().copied().collect(),
        subtypes: subtypes.iter().map(|word| Symbol::new(word)).collect(),
        ..TypeLine::default()
    }
}

fn red(generic: u16) -> ManaCost {
    let mut symbols = vec![];
    if generic > 0 {
        symbols.push(ManaSymbol::Generic(generic));
    }
    symbols.push(ManaSymbol::Of(ManaType::Colored(Color::Red)));
    ManaCost::new(symbols)
}

fn setup(seed: u64) -> Setup {
    let mut table = Definitions::new();
    let mountain =
        table.insert(define("Mountain", None, line(&[CardType::Land], &[Supertype::Basic], &["Mountain"]), None, vec![]));
    let any_target = TargetSpec::one(Filter::Type(CardType::Creature), Players::Each);
    let bolt = Mode {
        targets: vec![any_target],
        effect: Effect::Damage { amount: 3.into(), to: Recipients::target(TargetSlot(0)), source: Objects::This },
        ..Mode::default()
    };
    let bolt = Ability::new(Zones::Usual, AbilityBody::Spell(Body::Plain(bolt)));
    let spell = table.insert(define("Scorch", Some(red(0)), line(&[CardType::Instant], &[], &[]), None, vec![bolt]));
    let mut deck = vec![mountain; 24];
    deck.extend([spell; 12]);
    for (index, (power, toughness)) in [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 4)].into_iter().enumerate() {
        let body = define(
            &format!("Body {index}"),
            Some(red(index as u16)),
            line(&[CardType::Creature], &[], &["Goblin"]),
            Some((power, toughness)),
            vec![],
        );
        let id: DefId = table.insert(body);
        deck.extend([id; 4]);
    }
    Setup {
        definitions: Arc::new(table),
        ruleset: Arc::new(Ruleset::default()),
        decks: vec![deck.clone(), deck],
        teams: Vec::new(),
        seed,
    }
}

fn play(seed: u64) -> (Game, u64) {
    let mut game = Game::new(&setup(seed));
    let mut dice = Dice(seed);
    let mut run = Run::new(&mut dice);
    for _ in 0..100_000 {
        match game.beat(&mut run).unwrap_or_else(|stop| panic!("seed {seed}, turn {}: {stop}", game.turn().number)) {
            Progress::Goes => {}
            Progress::Over(_) => break,
        }
        if let Err(broken) = game.check_invariants() {
            panic!("seed {seed}, turn {}: {broken}", game.turn().number);
        }
    }
    assert!(game.outcome().is_some(), "seed {seed}: the game does not end");
    let decisions = run.decisions;
    (game, decisions)
}

#[test]
fn random_games_end_and_keep_the_invariants() {
    for seed in 0..100 {
        let (game, decisions) = play(seed);
        assert!(game.turn().number > 2, "seed {seed}: a game has turns");
        assert!(decisions > 10, "seed {seed}: a game has decisions");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for seed in 0..10 {
        assert_eq!(play(seed).0.state_hash(), play(seed).0.state_hash());
    }
}

#[test]
fn a_saved_game_goes_on_as_the_game_itself() {
    for seed in 0..10 {
        let mut game = Game::new(&setup(seed));
        let mut dice = Dice(seed);
        for _ in 0..60 {
            game.beat(&mut Run::new(&mut dice)).expect("legal answers");
        }
        let mut loaded = Game::load(&game.save()).expect("a saved game can be read");
        assert_eq!(loaded.state_hash(), game.state_hash());
        let mut again = Dice(dice.0);
        for _ in 0..60 {
            game.beat(&mut Run::new(&mut dice)).expect("legal answers");
            loaded.beat(&mut Run::new(&mut again)).expect("legal answers");
        }
        assert_eq!(loaded.state_hash(), game.state_hash());
    }
}

/// Prints games and decisions a second, for the `speed` example.
#[allow(dead_code)]
pub fn measure() {
    let start = std::time::Instant::now();
    let (mut games, mut decisions, mut turns) = (0u64, 0, 0);
    while start.elapsed().as_secs() < 3 {
        let mut game = Game::new(&setup(games));
        let mut dice = Dice(games);
        let mut run = Run::new(&mut dice);
        while game.beat(&mut run).is_ok_and(|progress| progress == Progress::Goes) {}
        decisions += run.decisions;
        turns += u64::from(game.turn().number);
        games += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("games_per_second {:.0}", games as f64 / seconds);
    println!("decisions_per_second {:.0}", decisions as f64 / seconds);
    println!("turns_per_game {:.1}", turns as f64 / games as f64);
    let mut game = Game::new(&setup(7));
    let mut dice = Dice(7);
    for _ in 0..150 {
        let _ = game.beat(&mut Run::new(&mut dice));
    }
    let start = std::time::Instant::now();
    for _ in 0..10_000 {
        std::hint::black_box(game.clone());
    }
    println!("clone_us {:.2}", start.elapsed().as_secs_f64() * 100.0);
}
