//! Looks for what the text does not say: changes every piece of every card's abilities, one at a time, and writes where the text stays
//! the same: `cargo run -p cardwright-text --example unsaid [FOLDER] [KIND] [WORDS]`.

use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{
    Ability, AbilityInstance, AbilityRef, Amount, AttackOn, ChooseHow, Comparison, Condition, Destination, Duration, Filter,
    LibraryPosition, Objects, Occurrence, Origin, Players, Rounding, Stat, StepKind, Timing, Uses,
};
use cardwright_engine::definition::{CardDef, Face};
use cardwright_engine::mana::{Color, ManaCost, ManaSymbol};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use cardwright_library::{Library, LibraryCompiler};
use cardwright_text::{Lexicon, Style, joined, rules_text};
use derive_visitor::{DriveMut, visitor_enter_fn_mut};
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

struct Words<'l>(&'l Library);

impl Lexicon for Words<'_> {
    fn reminder(&self, keyword: Symbol, argument: &str) -> Option<String> {
        self.0.reminder(keyword, argument)
    }
    fn definition(&self, key: Symbol) -> Option<Arc<CardDef>> {
        self.0.definition(key).cloned()
    }
}

struct Search<'l> {
    lexicon: Words<'l>,
    face: Face,
    text: String,
    ability: Ability,
    place: usize,
    wanted: Vec<String>,
    unsaid: usize,
    tried: usize,
}

impl Search<'_> {
    fn every<T: Debug + Clone + PartialEq + 'static>(&mut self, kind: &str, change: impl Fn(&T) -> T) {
        if self.wanted.get(1).is_some_and(|wanted| wanted != kind && wanted != "all") {
            return;
        }
        let mut found: Vec<T> = Vec::new();
        self.ability.each(|piece: &T| found.push(piece.clone()));
        for (number, old) in found.iter().enumerate() {
            let new = change(old);
            if new == *old {
                continue;
            }
            let mut changed = self.ability.clone();
            let mut at = 0;
            let (mut done, value) = (false, new.clone());
            changed.drive_mut(&mut visitor_enter_fn_mut(|piece: &mut T| {
                if at == number && !done {
                    *piece = value.clone();
                    done = true;
                }
                at += 1;
            }));
            let mut face = self.face.clone();
            face.base.abilities[self.place] = AbilityInstance { ability: AbilityRef::new(changed), origin: Origin::Printed };
            self.tried += 1;
            if joined(&rules_text(&face, &self.lexicon, Style::default())) == self.text {
                self.unsaid += 1;
                let line = format!("{}: {kind} {old:?} -> {new:?}", self.face.base.name);
                if self.wanted.iter().skip(2).all(|word| line.contains(word.as_str())) {
                    println!("{line}\n     {}", self.text.replace('\n', "\n     "));
                }
            }
        }
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = cardwright_library::load(&root, LibraryCompiler::new()).expect("the repository is a library");
    let (mut unsaid, mut tried) = (0, 0);
    for card in library.cards() {
        if wanted.first().is_some_and(|folder| folder != "all" && **folder != *card.set) {
            continue;
        }
        for face in &card.definition.faces {
            let lexicon = Words(&library);
            let text = joined(&rules_text(face, &lexicon, Style::default()));
            for (place, instance) in face.abilities().iter().enumerate() {
                if instance.ability.keyword.is_some() {
                    continue;
                }
                let mut search = Search {
                    lexicon: Words(&library),
                    face: face.clone(),
                    text: text.clone(),
                    ability: (*instance.ability).clone(),
                    place,
                    wanted: wanted.clone(),
                    unsaid: 0,
                    tried: 0,
                };
                changes(&mut search);
                unsaid += search.unsaid;
                tried += search.tried;
            }
        }
    }
    println!("{unsaid} of {tried} changes are not said");
}

fn changes(search: &mut Search) {
    search.every("Amount", |old: &Amount| match old {
        Amount::Fixed(i32::MAX) => Amount::Fixed(2),
        Amount::Fixed(number) => Amount::Fixed(number + 2),
        _ => Amount::Fixed(7),
    });
    search.every("Filter", |old: &Filter| match old {
        Filter::Type(CardType::Battle) => Filter::Type(CardType::Planeswalker),
        _ => Filter::Type(CardType::Battle),
    });
    search.every("Players", |old: &Players| if *old == Players::You { Players::Opponents } else { Players::You });
    search.every(
        "Objects",
        |old: &Objects| {
            if *old == Objects::This { Objects::Host(Box::new(Objects::This)) } else { Objects::This }
        },
    );
    search.every("Condition", |old: &Condition| match old {
        Condition::Always => Condition::TurnOf(Players::You),
        old => old.clone().negate(),
    });
    search.every("Comparison", |old: &Comparison| match old {
        Comparison::AtLeast => Comparison::AtMost,
        _ => Comparison::AtLeast,
    });
    search.every("Duration", |old: &Duration| match old {
        Duration::EndOfTurn => Duration::EndOfCombat,
        _ => Duration::EndOfTurn,
    });
    search.every("ZoneKind", |old: &ZoneKind| match old {
        ZoneKind::Graveyard => ZoneKind::Exile,
        _ => ZoneKind::Graveyard,
    });
    search.every("StepKind", |old: &StepKind| match old {
        StepKind::Draw => StepKind::Cleanup,
        _ => StepKind::Draw,
    });
    search.every("Occurrence", |old: &Occurrence| match old {
        Occurrence::Each => Occurrence::Nth(3),
        _ => Occurrence::Each,
    });
    // Where something goes, and how it arrives there.
    let arriving = |old: &Destination, change: fn(&mut Destination)| {
        let mut new = old.clone();
        if old.zone == ZoneKind::Battlefield {
            change(&mut new);
        }
        new
    };
    search.every("Tapped", |old: &Destination| arriving(old, |to| to.entering.tapped = !to.entering.tapped));
    search.every("Under", |old: &Destination| arriving(old, |to| to.entering.under = Some(Players::Opponents)));
    search.every("Counters", |old: &Destination| {
        arriving(old, |to| to.entering.counters.push((Symbol::new("stun"), Amount::Fixed(1))))
    });
    search.every("FaceDown", |old: &Destination| arriving(old, |to| to.entering.face_down = true));
    search.every("Transformed", |old: &Destination| arriving(old, |to| to.entering.transformed = true));
    search.every("Attacking", |old: &Destination| arriving(old, |to| to.entering.attacking = Some(AttackOn::Anything)));
    search.every("Position", |old: &Destination| Destination {
        position: if old.zone == ZoneKind::Library { LibraryPosition::FromTop(Amount::Fixed(4)) } else { old.position.clone() },
        ..old.clone()
    });
    search.every("Hidden", |old: &Destination| Destination {
        face_down: old.face_down != (old.zone == ZoneKind::Exile),
        ..old.clone()
    });
    search.every("Timing", |old: &Timing| if *old == Timing::Sorcery { Timing::Instant } else { Timing::Sorcery });
    search.every("Uses", |old: &Uses| if *old == Uses::Unlimited { Uses::Times(Amount::Fixed(3)) } else { Uses::Unlimited });
    search.every("ChooseHow", |old: &ChooseHow| if *old == ChooseHow::Random { ChooseHow::Choose } else { ChooseHow::Random });
    search.every("Rounding", |old: &Rounding| if *old == Rounding::Up { Rounding::Down } else { Rounding::Up });
    search.every("Stat", |old: &Stat| if *old == Stat::Power { Stat::Toughness } else { Stat::Power });
    search.every("Color", |old: &Color| if *old == Color::White { Color::Green } else { Color::White });
    search.every("bool", |old: &bool| !old);
    search.every("u16", |old: &u16| old + 2);
    search.every("u8", |old: &u8| old + 2);
    search.every("Symbol", |_: &Symbol| Symbol::new("zounds"));
    search.every("ManaCost", |old: &ManaCost| {
        let mut symbols = old.symbols.clone();
        symbols.push(ManaSymbol::X);
        ManaCost { symbols }
    });
}
