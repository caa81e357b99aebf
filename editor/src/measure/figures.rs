//! Figures about the engine.

use super::simulate::{Trouble, play_game};
use crate::bots::{Bot, RandomBot, Seats};
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, Change, Condition, Filter, Origin, Players, PtChange, Static,
    StaticPart, Zones,
};
use cardwright_engine::definition::{CardDef, Definitions, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::mana::Color;
use cardwright_engine::setup::{Arrange, Setup};
use cardwright_engine::types::{CardType, TypeLine};
use cardwright_engine::zone::ZoneKind;
use std::fmt;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A measured figure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// What is measured; the unit is part of the name where it is a time.
    pub name: &'static str,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: &'static str,
}

impl Figure {
    /// A figure.
    pub fn new(name: &'static str, value: f64, unit: &'static str) -> Self {
        Figure { name, value, unit }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.value >= 1000.0 { 0 } else { 3 };
        write!(f, "{} {:.digits$} {}", self.name, self.value, self.unit)
    }
}

/// Games and decisions a second between two random bots on this thread.
///
/// # Errors
/// If a game cannot be played.
pub fn games(setup: &Setup, budget: Duration) -> Result<[Figure; 2], Trouble> {
    let begun = Instant::now();
    let (mut games, mut decisions) = (0_u64, 0);
    while begun.elapsed() < budget || games < 10 {
        let seed = games + 1;
        let bots: Vec<Box<dyn Bot>> =
            (0..setup.decks.len() as u64).map(|seat| Box::new(RandomBot::new(seed * 31 + seat)) as Box<dyn Bot>).collect();
        decisions += play_game(Game::new(&Setup { seed, ..setup.clone() }), &mut Seats(bots), false)?.decisions;
        games += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok([
        Figure::new("games_per_second", games as f64 / seconds, "games/s"),
        Figure::new("decisions_per_second", decisions as f64 / seconds, "decisions/s"),
    ])
}

/// How long `work` takes once, in microseconds: the best of several rounds, so that what else the machine does matters little.
fn best_us(budget: Duration, mut work: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let mut best = f64::MAX;
    let mut times = 1_u32;
    while begun.elapsed() < budget || best == f64::MAX {
        let round = Instant::now();
        for _ in 0..times {
            work();
        }
        let took = round.elapsed();
        if took < Duration::from_millis(2) {
            times = times.saturating_mul(2);
            continue;
        }
        best = best.min(took.as_secs_f64() * 1e6 / f64::from(times));
    }
    best
}

/// How long a copy of the game takes.
pub fn clone(game: &Game, budget: Duration) -> Figure {
    Figure::new("clone_us", best_us(budget.min(Duration::from_secs(1)), || drop(black_box(game.clone()))), "us")
}

/// How long it takes to work out the characteristics of 40 permanents, with nothing kept from before: thirty creatures of two
/// players, and ten enchantments that have that many static abilities between them. Those are of five sorts: for all
/// creatures, those of one player, of a colour, of a type, and one that grants an ability.
pub fn characteristics(name: &'static str, effects: usize, budget: Duration) -> Figure {
    let mut definitions = Definitions::new();
    let mut creatures = Vec::new();
    for (number, (color, tribe)) in
        [(Color::Red, "Goblin"), (Color::Green, "Elf"), (Color::White, "Knight")].into_iter().enumerate()
    {
        let mut body = card(&format!("Body {number}"), Some((2, 2)), &[]);
        body.faces[0].base.colors = color.set();
        body.faces[0].base.types.subtypes.push(tribe.into());
        creatures.push(definitions.insert(Arc::new(body)));
    }
    let mut abilities: Vec<Vec<AbilityRef>> = vec![Vec::new(); 10];
    for number in 0..effects {
        abilities[number % 10].push(statics(number % 5));
    }
    let banners: Vec<_> = abilities
        .iter()
        .enumerate()
        .map(|(number, abilities)| definitions.insert(Arc::new(card(&format!("Banner {number}"), None, abilities))))
        .collect();
    let mut game = Game::empty(Arc::new(definitions), Arc::default(), 2, 1);
    let seats = [PlayerId(0), PlayerId(1)];
    for place in 0..30 {
        game.put(creatures[place % creatures.len()], seats[place % 2], ZoneKind::Battlefield);
    }
    for (place, banner) in banners.iter().enumerate() {
        game.put(*banner, seats[place % 2], ZoneKind::Battlefield);
    }
    let first = game.battlefield()[0];
    let mut more = 1;
    let took = best_us(budget.min(Duration::from_secs(1)), || {
        // A change that characteristics always depend on: what was kept is thrown away.
        more = 3 - more;
        game.arrange(Arrange::Counters(first, "charge".into(), more));
        let power: i32 = game.battlefield().iter().filter_map(|id| game.characteristics(*id).power).sum();
        black_box(power);
    });
    Figure::new(name, took, "us")
}

/// A static ability of one of five sorts.
fn statics(sort: usize) -> AbilityRef {
    let creatures = Filter::Type(CardType::Creature);
    let yours = || Filter::ControlledBy(Box::new(Players::You));
    let modify = |power, toughness| Change::Pt(PtChange::Modify(Amount::Fixed(power), Amount::Fixed(toughness)));
    let (affects, change) = match sort {
        0 => (creatures, modify(1, 0)),
        1 => (Filter::And(vec![creatures, yours()]), modify(0, 1)),
        2 => (Filter::And(vec![creatures, Filter::Color(Color::Red)]), modify(1, 1)),
        3 => (Filter::And(vec![creatures, Filter::Subtype("Elf".into())]), modify(2, 0)),
        _ => (Filter::And(vec![creatures, yours()]), Change::AddAbility(granted())),
    };
    let body = AbilityBody::Static(Static {
        condition: Condition::Always,
        parts: vec![StaticPart::Continuous { affects, changes: vec![change] }],
        characteristic_defining: false,
    });
    AbilityRef::new(Ability::new(Zones::Usual, body))
}

/// What is granted: nothing that changes anything by itself.
fn granted() -> AbilityRef {
    let body = AbilityBody::Static(Static { condition: Condition::Always, parts: Vec::new(), characteristic_defining: false });
    AbilityRef::new(Ability::new(Zones::Usual, body))
}

fn card(name: &str, pt: Option<(i32, i32)>, abilities: &[AbilityRef]) -> CardDef {
    let mut face = Face::default();
    face.base.name = name.into();
    let kind = if pt.is_some() { CardType::Creature } else { CardType::Enchantment };
    face.base.types = TypeLine { types: kind.set(), ..TypeLine::default() };
    (face.base.power, face.base.toughness) = (pt.map(|pt| pt.0), pt.map(|pt| pt.1));
    face.base.base_pt = (face.base.power, face.base.toughness);
    face.base.abilities =
        abilities.iter().map(|ability| AbilityInstance { ability: ability.clone(), origin: Origin::Printed }).collect();
    CardDef { key: name.into(), faces: vec![face], ..CardDef::default() }
}
