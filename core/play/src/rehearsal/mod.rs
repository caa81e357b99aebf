//! Rehearsal: every card is put through seeded mini-games that cast, activate and trigger each of its abilities on varied boards.
//!
//! What errs, never fires or changes nothing is reported with the place where the script says it. A [`Rehearser`] belongs to one
//! library. Boards are furnished with what a card's filters ask for (`wanted`); stage directions (`props`, given by the
//! `director`) make things happen to what is there; an actor plays for all seats; a ledger keeps what was seen of each ability.
//! Everything follows from fixed seeds, and what a card may cost is counted in beats: the clock only ends what has gone wrong.

mod actor;
mod board;
mod director;
mod ledger;
mod props;
mod report;
mod wanted;

use crate::catalog::Catalog;
use crate::caught::caught;
use actor::Actor;
use board::{SCENES, Scene, Stock};
use cardwright_engine::definition::CardDef;
use cardwright_engine::event::EventKind;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::run::{Run, Stop};
use cardwright_engine::symbol::Symbol;
use cardwright_library::LibraryCard;
use cardwright_script::diagnostic::Diagnostic;
use director::Director;
use ledger::Ledger;
use props::Props;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wanted::Wishes;

/// How much a card may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Beats, over all its mini-games.
    pub beats: u32,
    /// After that much time a card is given up, whatever is left of its beats.
    pub net: Duration,
}

impl Limits {
    /// About that many milliseconds, on a machine of the usual sort.
    pub fn of_ms(ms: u32) -> Self {
        const BEATS_PER_MS: u32 = 120;
        Limits {
            beats: ms.saturating_mul(BEATS_PER_MS),
            net: Duration::from_millis(u64::from(ms).saturating_mul(100).max(2_000)),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::of_ms(50)
    }
}

/// Rehearses the cards of a library on one thread.
pub struct Rehearser<'c> {
    catalog: &'c Catalog,
    props: Props,
    rulesets: BTreeMap<Symbol, Arc<Ruleset>>,
    limits: Limits,
}

/// Something that went wrong in a mini-game.
#[derive(Clone, PartialEq, Debug)]
enum Fault {
    /// A callback failed, or a limit was reached.
    Stopped(Stop),
    /// The engine failed.
    Panicked(String),
    /// A turn went on and on, with these abilities: their places in the ledger.
    Endless(Vec<usize>),
}

/// What the mini-games of a card have shown.
struct Shown {
    ledger: Ledger,
    faults: Vec<Fault>,
    /// Whether all of them were played as far as they were needed.
    complete: bool,
}

impl<'c> Rehearser<'c> {
    /// A rehearser for that library; this thread's script host then answers its callbacks.
    ///
    /// # Errors
    /// If the props do not compile.
    pub fn new(catalog: &'c Catalog, limits: Limits) -> Result<Self, String> {
        crate::catalog::install_host(catalog);
        let rulesets = catalog.rulesets().into_iter().map(|ruleset| (Symbol::new(&ruleset.name), ruleset)).collect();
        Ok(Rehearser { catalog, props: Props::new()?, rulesets, limits })
    }

    /// What is wrong with the card as it plays.
    pub fn rehearse(&self, card: &LibraryCard) -> Vec<Diagnostic> {
        let shown = self.play(card);
        report::report(card, &shown)
    }

    fn play(&self, card: &LibraryCard) -> Shown {
        let library = &self.catalog.library;
        let all =
            |definition: &Arc<CardDef>| definition.faces.iter().flat_map(|face| face.abilities().to_vec()).collect::<Vec<_>>();
        let abilities: Vec<_> = std::iter::once(&card.definition).chain(&card.tokens).flat_map(all).collect();
        let wishes = Wishes::of(abilities.iter().map(|instance| &*instance.ability));
        let (definitions, things) = board::definitions(&self.props, library.definitions_for([card.key]).into_iter(), &wishes);
        let id = |definition: &Arc<CardDef>| definitions.find(definition.key);
        let tokens: Vec<_> = card.tokens.iter().filter_map(id).collect();
        let own = std::iter::once(&card.definition).chain(&card.tokens).filter_map(|one| Some((id(one)?, &**one)));
        let ledger = Ledger::new(own);
        let mut shown = Shown { ledger, faults: Vec::new(), complete: true };
        let Some(id) = id(&card.definition) else { return shown };
        let ruleset = library.set(&card.set).and_then(|set| self.rulesets.get(&Symbol::new(&set.facts.ruleset)));
        let stock = Stock {
            props: &self.props,
            card: id,
            tokens,
            definitions: Arc::new(definitions),
            ruleset: ruleset.cloned().unwrap_or_default(),
            wishes,
            things,
        };
        let mut left = Left { beats: self.limits.beats, until: Instant::now() + self.limits.net };
        let mut done = actor::Done::new();
        // What runs while a game goes on can fail on one board and not on another.
        let fewest = if card.callbacks > 0 { SCENES.len() } else { FEWEST_SCENES };
        for (number, scene) in SCENES.iter().cycle().enumerate().take(ROUNDS * SCENES.len()) {
            if shown.ledger.is_done() && number >= fewest {
                break;
            }
            if left.is_over() {
                // What was not seen in a whole round counts as not to be seen.
                shown.complete = number > SCENES.len();
                break;
            }
            if let Err(fault) = play_scene(&stock, scene, number as u64, &mut shown.ledger, &mut done, &mut left)
                && !shown.faults.contains(&fault)
            {
                shown.faults.push(fault);
            }
        }
        shown
    }
}

/// Every card is seen on so many boards.
const FEWEST_SCENES: usize = 2;

/// How often all boards are tried, with other seeds, while something is still to be seen.
const ROUNDS: usize = 3;

/// What a card may still cost.
struct Left {
    beats: u32,
    until: Instant,
}

impl Left {
    fn is_over(&self) -> bool {
        self.beats == 0 || (self.beats.is_multiple_of(64) && Instant::now() >= self.until)
    }
}

/// A turn of a mini-game has no more beats than that.
const BEATS_OF_A_TURN: u32 = 1_500;

fn play_scene(
    stock: &Stock<'_>,
    scene: &Scene,
    number: u64,
    ledger: &mut Ledger,
    done: &mut actor::Done,
    left: &mut Left,
) -> Result<(), Fault> {
    let seed = number + 1;
    let mut game = stock.board(scene, seed);
    let round = number as usize / SCENES.len();
    let mood = actor::Mood::of(number as usize, round);
    let waits = stock.wishes.events.contains(&EventKind::AddMana);
    let mana_abilities = waits || ledger.abilities.iter().any(ledger::Tracked::makes_mana);
    let own = ledger.own.iter().map(|(id, _)| *id).collect();
    let mut actor = Actor::new(seed, own, mana_abilities, PlayerId(0), mood, std::mem::take(done));
    let mut director = Director::new(stock, scene, number);
    let (mut turn, mut beats, mut fired) = (0, 0, ledger.fired());
    let result = loop {
        if game.outcome().is_some() || game.turn().number > scene.turns || left.is_over() {
            break Ok(());
        }
        if turn != game.turn().number {
            (turn, beats) = (game.turn().number, 0);
            fired = ledger.fired();
            if ledger.is_done() && turn > 2 {
                break Ok(());
            }
        }
        if beats > BEATS_OF_A_TURN {
            break Err(Fault::Endless(ledger.busy_since(&fired)));
        }
        (left.beats, beats) = (left.beats - 1, beats + 1);
        board::give_mana(&mut game);
        actor.directed = director.next(&mut game);
        let entry = ledger.about_to_resolve(&game);
        let before = entry.map(|entry| (entry, ledger.abilities_of(&game, entry), game.position_bytes(entry)));
        ledger.begin(&game, entry);
        let played = caught(|| {
            let result = game.beat(&mut Run::new(&mut actor).watched(ledger));
            result.map(drop)
        });
        match played {
            Err(said) => break Err(Fault::Panicked(said)),
            Ok(Err(stop)) => break Err(Fault::Stopped(stop)),
            Ok(Ok(())) => {}
        }
        if let Some((entry, abilities, position)) = before {
            ledger.end(&abilities, entry, game.position_bytes(entry) != position);
        }
        match beats % 8 {
            1 => ledger.look_at(&game),
            5 => ledger.ask_why(&game),
            _ => {}
        }
    };
    *done = actor.into_done();
    result
}
