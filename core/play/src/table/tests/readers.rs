//! Nobody learns from the log what they may not know (modern 400.2, 701.23, 708.5).

use super::{Chance, catalog, names};
use crate::bots::Rng;
use crate::table::{LineKind, Seat, Table, replay::Replay};
use cardwright_engine::event::Event;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::mana::Color;
use cardwright_engine::run::{Note, Observer, Run};
use cardwright_engine::setup::Setup;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The names that each player has been shown: of what lies open, of what is revealed, of what is theirs.
struct Witness {
    shown: [BTreeSet<String>; 2],
}

impl Witness {
    fn look(&mut self, game: &Game) {
        let public = game.battlefield().iter().chain(game.exile()).chain(game.command()).copied();
        let stack = game.stack().iter().map(|entry| entry.object);
        let own =
            game.players().iter().flat_map(|player| player.graveyard.iter().chain(&player.hand).chain(&player.library)).copied();
        for id in public.chain(stack).chain(own) {
            let Some(object) = game.object(id) else { continue };
            for player in [PlayerId(0), PlayerId(1)] {
                if game.can_see(player, object) {
                    self.show(game, player, id);
                }
            }
        }
    }
    fn show(&mut self, game: &Game, player: PlayerId, id: ObjectId) {
        let Some(object) = game.object(id) else { return };
        for def in [object.def, object.card] {
            for face in &game.definition(def).faces {
                self.shown[player.index()].insert(face.base.name.to_string());
            }
        }
    }
}

impl Observer for Witness {
    fn note(&mut self, game: &Game, note: Note<'_>) {
        self.look(game);
        if let Note::Happened(Event::Reveal { object, .. }) = note {
            for player in [PlayerId(0), PlayerId(1)] {
                self.show(game, player, *object);
            }
        }
    }
}

/// A game in which every card is there once, so that its name says whose it is.
fn singletons(seed: u64) -> (Table, [BTreeSet<String>; 2]) {
    let catalog = catalog();
    let definitions = Arc::new(catalog.all_definitions());
    let mut rng = Rng::new(seed);
    let mut cards: Vec<_> = catalog.library.cards().iter().filter_map(|card| definitions.find(card.key)).collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, rng.below(last as u32 + 1) as usize);
    }
    // Two colours each, so that what is drawn can be cast.
    let colors: Vec<Color> = (0..4).map(|place| Color::ALL[(seed as usize + place) % 5]).collect();
    let deck = |own: &[Color], from: usize| -> Vec<DefId> {
        let fits = |def: &&DefId| {
            let base = &definitions.get(**def).front().base;
            !base.types.is(CardType::Land) && base.colors.colors().all(|color| own.contains(&color))
        };
        let basic = |color: &Color| {
            let name = ["Plains", "Island", "Swamp", "Mountain", "Forest"][*color as usize];
            definitions.find(Symbol::new(name)).unwrap()
        };
        let lands = own.iter().cycle().map(basic).take(24);
        lands.chain(cards.iter().filter(fits).skip(from).step_by(2).take(36).copied()).collect()
    };
    let mut decks = vec![deck(&colors[..2], 0), deck(&colors[2..], 1)];
    let first = decks[0].clone();
    decks[1].retain(|def| definitions.get(*def).front().base.types.is(CardType::Land) || !first.contains(def));
    let named = |deck: &[DefId]| -> BTreeSet<String> {
        let faces = deck.iter().flat_map(|def| definitions.get(*def).faces.iter());
        faces.map(|face| face.base.name.to_string()).collect()
    };
    let whose = [named(&decks[0]), named(&decks[1])];
    let setup =
        Setup { definitions: definitions.clone(), ruleset: catalog.ruleset("modern").unwrap(), decks, teams: Vec::new(), seed };
    (Table::new(Game::new(&setup), vec![Seat::Person, Seat::Person], names(), seed), whose)
}

#[test]
fn no_line_names_a_card_that_its_reader_was_never_shown() {
    let (mut told, mut differ) = (0, 0);
    for seed in 0..6 {
        let (mut table, whose) = singletons(seed);
        let mut chance = Chance::new(seed);
        let mut witness = Witness { shown: [BTreeSet::new(), BTreeSet::new()] };
        let mut read = 0;
        while table.beats() < 500 {
            let (before, beats) = (table.game().clone(), table.beats());
            if !chance.step(&mut table) {
                break;
            }
            if table.beats() == beats {
                continue;
            }
            witness.look(&before);
            let entry = table.line.entries.last().unwrap().clone();
            let mut replay = Replay::new(entry.answers());
            let mut again = before;
            drop(again.beat(&mut Run::new(&mut replay).watched(&mut witness)));
            witness.look(&again);
            for line in table.line.log.iter().skip(read) {
                for (reader, other) in [(0, 1), (1, 0)] {
                    let player = PlayerId(reader as u8);
                    let mut text = line.text(Some(player)).to_owned();
                    differ += usize::from(text != line.text(None));
                    // Names may stand in other names.
                    let mut shown: Vec<&String> = witness.shown[reader].iter().filter(|name| !name.is_empty()).collect();
                    shown.sort_by_key(|name| std::cmp::Reverse(name.len()));
                    shown.iter().for_each(|name| text = text.replace(name.as_str(), "*"));
                    for hidden in whose[other].iter().filter(|name| !witness.shown[reader].contains(*name)) {
                        told += 1;
                        assert!(
                            !text.contains(hidden.as_str()),
                            "seed {seed}: player {reader} reads `{}`",
                            line.text(Some(player))
                        );
                        let keys = line.keys(Some(player));
                        assert!(keys.iter().all(|key| key.as_str() != hidden), "seed {seed}: {line:?} links {hidden}");
                    }
                }
            }
            read = table.line.log.len().saturating_sub(1);
        }
    }
    assert!(told > 1000 && differ > 20, "the games hid too little: {told} {differ}");
}

#[test]
fn who_draws_reads_which_card_and_the_others_that_there_was_one() {
    let (mut table, _) = singletons(9);
    Chance::new(9).play_to(&mut table, 60);
    let draws: Vec<_> = table.lines().filter(|line| line.text(None).contains(" draws ")).collect();
    assert!(!draws.is_empty());
    for line in draws {
        let drawer = u8::from(line.text(None).starts_with("Ben"));
        assert_eq!(line.text(Some(PlayerId(drawer))), line.text(None));
        assert!(line.text(Some(PlayerId(1 - drawer))).ends_with("draws a card"), "{line:?}");
        assert_eq!(line.keys(Some(PlayerId(drawer))).len(), 1, "{line:?}");
        assert!(line.keys(Some(PlayerId(1 - drawer))).is_empty(), "{line:?}");
    }
}

#[test]
fn what_is_cast_can_be_linked_by_all() {
    let (mut table, _) = singletons(4);
    Chance::new(4).play_to(&mut table, 200);
    let casts: Vec<_> =
        table.lines().filter(|line| line.text(None).contains(" casts ") && line.kind == LineKind::Event).collect();
    assert!(!casts.is_empty());
    for line in casts.iter().filter(|line| !line.text(None).contains("face-down")) {
        for reader in [None, Some(PlayerId(0)), Some(PlayerId(1))] {
            let named = line.keys(reader).iter().any(|key| line.text(reader).contains(key.as_str()));
            assert!(named, "{line:?}");
        }
    }
}
