//! Boards: positions in which a card is tried.

use super::props::Props;
use super::wanted::{Side, Wishes};
use cardwright_engine::ability::StepKind;
use cardwright_engine::definition::{DefKind, Definitions};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::mana::ManaType;
use cardwright_engine::object::Recipient;
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use std::sync::Arc;

/// How a mini-game begins and how long it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scene {
    /// Where copies of the card are.
    pub places: &'static [Place],
    /// What else is there.
    pub company: Company,
    /// How many players.
    pub players: u8,
    /// Life of each player.
    pub life: i32,
    /// Whose turn it is first.
    pub first: PlayerId,
    /// How many turns it has at most.
    pub turns: u32,
    /// How much the director does.
    pub directing: Directing,
    /// Counters of each kind that the card speaks of on its copies.
    pub counters: u32,
}

/// Where a copy of the card is as a mini-game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In the hand.
    Hand,
    /// On the battlefield.
    Battlefield,
    /// In the graveyard.
    Graveyard,
    /// In exile.
    Exile,
    /// On top of the library.
    Top,
    /// In the hand of the next player.
    TheirHand,
    /// On the battlefield under the control of the next player.
    Theirs,
}

/// What else is on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Company {
    /// Something of everything, for everybody.
    Full,
    /// Nothing but lands for the others: who has the card is ahead.
    Ahead,
    /// Nothing but lands for who has the card, who is behind.
    Behind,
}

/// How much stage directions make happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directing {
    /// Nothing: whatever grows from turn to turn is left alone.
    Nothing,
    /// Only what the card waits for.
    Wanted,
    /// Everything that leaves the board standing.
    All,
    /// Everything, to the end.
    Harsh,
}

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

/// The mini-games of a card, the most telling first. Later ones are played only for what the others have not shown.
pub(super) const SCENES: &[Scene] = &[
    Scene {
        places: &[Place::Battlefield, Place::Hand, Place::Hand],
        company: Company::Full,
        players: 2,
        life: 30,
        first: A,
        turns: 3,
        directing: Directing::Wanted,
        counters: 0,
    },
    Scene {
        places: &[Place::Battlefield, Place::Hand, Place::Hand, Place::Graveyard],
        company: Company::Full,
        players: 2,
        life: 30,
        first: B,
        turns: 4,
        directing: Directing::Wanted,
        counters: 6,
    },
    Scene {
        places: &[Place::Battlefield, Place::Battlefield, Place::Hand, Place::Graveyard, Place::Exile, Place::Top],
        company: Company::Full,
        players: 3,
        life: 25,
        first: A,
        turns: 5,
        directing: Directing::All,
        counters: 2,
    },
    Scene {
        places: &[Place::Battlefield, Place::Hand, Place::Graveyard],
        company: Company::Behind,
        players: 2,
        life: 4,
        first: A,
        turns: 5,
        directing: Directing::Wanted,
        counters: 1,
    },
    Scene {
        places: &[Place::Hand, Place::Battlefield, Place::Theirs, Place::TheirHand],
        company: Company::Ahead,
        players: 2,
        life: 12,
        first: A,
        turns: 9,
        directing: Directing::Wanted,
        counters: 12,
    },
    Scene {
        places: &[Place::Hand, Place::Hand],
        company: Company::Full,
        players: 2,
        life: 200,
        first: A,
        turns: 12,
        directing: Directing::Nothing,
        counters: 0,
    },
    Scene {
        places: &[Place::Battlefield, Place::Hand, Place::Hand, Place::Graveyard, Place::Graveyard],
        company: Company::Full,
        players: 2,
        life: 60,
        first: A,
        turns: 6,
        directing: Directing::Harsh,
        counters: 3,
    },
    Scene {
        places: &[Place::Battlefield, Place::Hand, Place::Hand, Place::Hand],
        company: Company::Full,
        players: 3,
        life: 90,
        first: B,
        turns: 10,
        directing: Directing::Harsh,
        counters: 0,
    },
];

/// What boards of one card are made of.
pub(super) struct Stock<'p> {
    /// Props.
    pub props: &'p Props,
    /// All definitions.
    pub definitions: Arc<Definitions>,
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    /// The card.
    pub card: DefId,
    /// The tokens that its file defines.
    pub tokens: Vec<DefId>,
    /// What it asks for.
    pub wishes: Wishes,
    /// The definitions of those things.
    pub things: Vec<DefId>,
}

impl Stock<'_> {
    /// The board of that scene.
    pub fn board(&self, scene: &Scene, seed: u64) -> Game {
        let mut game = Game::empty(self.definitions.clone(), self.ruleset.clone(), scene.players, seed);
        game.put(self.props.keeper, A, ZoneKind::Command);
        for seat in 0..scene.players {
            let player = PlayerId(seat);
            game.arrange(Arrange::Life(player, scene.life));
            self.company(&mut game, scene.company, player);
            self.things(&mut game, scene, player);
            self.library(&mut game, player, seed as usize);
        }
        if scene.counters > 0 {
            // Loyalty and defense are what some permanents live on.
            let kinds = self.wishes.counters.iter().filter(|kind| !matches!(kind.as_str(), "loyalty" | "defense"));
            for kind in kinds {
                game.arrange(Arrange::PlayerCounters(A, *kind, scene.counters.min(5)));
                let some: Vec<ObjectId> = game.battlefield().iter().copied().step_by(3).collect();
                some.into_iter().for_each(|id| game.arrange(Arrange::Counters(id, *kind, 2)));
            }
            for token in &self.tokens {
                game.put(*token, A, ZoneKind::Battlefield);
            }
        }
        for place in scene.places {
            self.place(&mut game, *place, scene.counters);
        }
        game.arrange(Arrange::Step(scene.first, 1, StepKind::PrecombatMain));
        game
    }

    fn company(&self, game: &mut Game, company: Company, player: PlayerId) {
        let lonely = match company {
            Company::Full => false,
            Company::Ahead => player != A,
            Company::Behind => player == A,
        };
        for &def in &self.props.company {
            let land = game.definitions().get(def).front().base.types.is(CardType::Land);
            if land || !lonely {
                game.put(def, player, ZoneKind::Battlefield);
            }
        }
        if company == Company::Full {
            for &def in &self.props.baggage {
                game.put(def, player, ZoneKind::Hand);
                game.put(def, player, ZoneKind::Graveyard);
            }
        }
    }

    fn things(&self, game: &mut Game, scene: &Scene, player: PlayerId) {
        if scene.company == Company::Behind && player == A {
            return;
        }
        for (thing, &def) in self.wishes.things.iter().zip(&self.things) {
            let fits = match thing.side {
                Side::Any => true,
                Side::Yours => player == A,
                Side::Theirs => player != A,
            };
            if !fits {
                continue;
            }
            let many = if player == A || thing.side == Side::Theirs { self.wishes.copies } else { 1 };
            let permanent = thing.is.types.types.members().any(CardType::is_permanent);
            let zone = match thing.zone {
                Some(ZoneKind::Stack) => ZoneKind::Hand,
                None | Some(ZoneKind::Battlefield) if !permanent => ZoneKind::Hand,
                None | Some(ZoneKind::Outside) => ZoneKind::Battlefield,
                Some(zone) => zone,
            };
            for _ in 0..many {
                let id = game.put(def, player, zone);
                if zone == ZoneKind::Battlefield {
                    furnish(game, id, thing);
                }
            }
            if !thing.token && scene.company == Company::Full {
                for zone in [ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Library] {
                    game.put(def, player, zone);
                }
            }
        }
    }

    fn library(&self, game: &mut Game, player: PlayerId, seed: usize) {
        let all = self.things.iter().zip(&self.wishes.things).filter(|(_, thing)| !thing.token).map(|(def, _)| def);
        let cards: Vec<DefId> = self.props.baggage.iter().chain(&self.props.company).chain(all).copied().collect();
        for &def in cards.iter().cycle().skip(7 * seed % cards.len().max(1)).take(40) {
            game.put(def, player, ZoneKind::Library);
        }
    }

    fn place(&self, game: &mut Game, place: Place, counters: u32) {
        let definition = game.definitions().get(self.card).clone();
        let types = &definition.front().base.types;
        let is_permanent = types.types.members().any(CardType::is_permanent);
        let (player, zone) = match place {
            Place::Hand => (A, ZoneKind::Hand),
            Place::Battlefield => (A, ZoneKind::Battlefield),
            Place::Graveyard => (A, ZoneKind::Graveyard),
            Place::Exile => (A, ZoneKind::Exile),
            Place::Top => (A, ZoneKind::Library),
            Place::TheirHand => (B, ZoneKind::Hand),
            Place::Theirs => (B, ZoneKind::Battlefield),
        };
        let zone = if zone == ZoneKind::Battlefield && !is_permanent { ZoneKind::Hand } else { zone };
        // What enters in play only attached, or with choices made, is better cast.
        let aura = types.subtypes.iter().any(|subtype| subtype.as_str() == "Aura");
        let host = game.battlefield().iter().copied().find(|id| is_creature(game, *id));
        let id = game.put(self.card, player, zone);
        if zone != ZoneKind::Battlefield {
            return;
        }
        if let (true, Some(host)) = (aura, host) {
            game.arrange(Arrange::Attached(id, Recipient::Object(host)));
        }
        if counters > 0 {
            for kind in &self.wishes.counters {
                game.arrange(Arrange::Counters(id, *kind, counters));
            }
            if types.is(CardType::Planeswalker) {
                game.arrange(Arrange::Counters(id, Symbol::new("loyalty"), counters.max(3)));
            }
        }
    }
}

fn is_creature(game: &Game, id: ObjectId) -> bool {
    game.characteristics(id).types.is(CardType::Creature)
}

fn furnish(game: &mut Game, id: ObjectId, thing: &super::wanted::Wanted) {
    if thing.tapped {
        game.arrange(Arrange::Tapped(id, true));
    }
    if thing.face_down {
        game.arrange(Arrange::FaceDown(id, true));
    }
    if thing.damaged {
        game.arrange(Arrange::Damage(id, 1));
    }
    for (kind, number) in &thing.counters {
        game.arrange(Arrange::Counters(id, *kind, *number));
    }
}

/// Fills the pools: nothing is out of reach for want of mana.
pub(super) fn give_mana(game: &mut Game) {
    const EACH: usize = 8;
    for seat in 0..game.players().len() {
        let player = PlayerId(seat as u8);
        if game.player(player).pool.total() < 30 {
            let mana = ManaType::ALL.into_iter().flat_map(|mana| std::iter::repeat_n(mana, EACH)).collect();
            game.arrange(Arrange::Mana(player, mana));
        }
    }
}

/// Definitions for the boards of a card: props, the card with all it names, and what it asks for.
pub(super) fn definitions(
    props: &Props,
    card: impl Iterator<Item = Arc<cardwright_engine::definition::CardDef>>,
    wishes: &Wishes,
) -> (Definitions, Vec<DefId>) {
    let mut definitions = props.definitions.clone();
    for definition in card {
        definitions.insert(definition);
    }
    let things = wishes.things.iter().enumerate().map(|(number, thing)| {
        // A card that is asked for by its name is that card, if there is one.
        let known = definitions.find(thing.is.name).filter(|id| definitions.get(*id).kind == DefKind::Card);
        known.unwrap_or_else(|| definitions.insert(Arc::new(thing.definition(&format!("Rehearsal Thing {number}")))))
    });
    let things = things.collect();
    (definitions, things)
}
