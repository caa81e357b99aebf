//! Starting a game (modern 103), and setting up any position for a scenario.

use crate::ability::StepKind;
use crate::definition::{DefKind, Definitions};
use crate::game::Game;
use crate::history::History;
use crate::ids::{DefId, ObjectId, PlayerId, Timestamp};
use crate::mana::{Mana, ManaPool, ManaType};
use crate::object::{EntryKind, ObjectKind, Recipient, TapState};
use crate::player::{Player, TeamId};
use crate::ruleset::Ruleset;
use crate::symbol::Symbol;
use crate::turn::{Stage, Turn};
use crate::zone::ZoneKind;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cell::OnceCell;
use std::sync::Arc;

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The definitions that the game can use: cards of the decks, tokens.
    pub definitions: Arc<Definitions>,
    /// The edition of the rules.
    pub ruleset: Arc<Ruleset>,
    /// One deck for each player, in turn order.
    pub decks: Vec<Vec<DefId>>,
    /// The teams (102.3); who is in none plays for themselves.
    pub teams: Vec<Vec<PlayerId>>,
    /// All chance of the game follows from it.
    pub seed: u64,
}

impl Game {
    /// A game ready for its first beat: decks shuffled, hands drawn, mulligans to come (103.5). Who begins is decided by
    /// the seed (103.1).
    pub fn new(setup: &Setup) -> Game {
        let players = setup.decks.len().clamp(2, 32) as u8;
        let mut game = Game::empty(setup.definitions.clone(), setup.ruleset.clone(), players, setup.seed);
        for (deck, seat) in setup.decks.iter().zip(0..) {
            for &def in deck {
                game.put(def, PlayerId(seat), ZoneKind::Library);
            }
        }
        game.make_teams(&setup.teams);
        game.start(None);
        game
    }

    fn make_teams(&mut self, teams: &[Vec<PlayerId>]) {
        for player in &mut self.players {
            let team = teams.iter().find(|team| team.contains(&player.id)).and_then(|team| team.first());
            player.team = TeamId(team.unwrap_or(&player.id).0);
        }
    }

    /// The game begins from its very start, with the cards in libraries as decks. Who begins is random if it is not said.
    fn start(&mut self, first: Option<PlayerId>) {
        let players = self.players.len() as u8;
        let starting = |game: &mut Game| first.unwrap_or_else(|| PlayerId(game.random_index(u32::from(players)) as u8));
        if self.has_before_game() {
            let first = starting(self);
            self.turn = Turn::before_first(first, players);
            self.turn.stage = Stage::BeforeGame(first);
            return;
        }
        for seat in 0..players {
            self.shuffle_library(PlayerId(seat));
        }
        let first = starting(self);
        self.turn = Turn::before_first(first, players);
        for seat in 0..players {
            self.draw_opening_hand(PlayerId(seat));
        }
    }

    /// An empty table for a position to be set up by hand: nobody has cards, it is the first player's precombat main
    /// phase of turn 1 and that player is about to receive priority.
    pub fn empty(definitions: Arc<Definitions>, ruleset: Arc<Ruleset>, players: u8, seed: u64) -> Game {
        let life = ruleset.starting_life;
        let mut game = Game {
            defs: definitions,
            ruleset,
            players: (0..players).map(|seat| Player::new(PlayerId(seat), life)).collect(),
            objects: Vec::new(),
            free: Vec::new(),
            battlefield: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            stack: Vec::new(),
            turn: Turn::before_first(PlayerId(0), players),
            combat: None,
            lasting: Vec::new(),
            waiting: Vec::new(),
            history: History::default(),
            last_known: Vec::new(),
            clock: Timestamp::default(),
            rng: ChaCha8Rng::seed_from_u64(seed),
            outcome: None,
            ceasing: Vec::new(),
            entering: smallvec::SmallVec::new(),
            before_game: Vec::new(),
            settled: false,
            derived: OnceCell::new(),
        };
        game.turn.place(PlayerId(0), 1, StepKind::PrecombatMain);
        game
    }

    /// Puts a new object into a zone without any event; for setting up positions. Cards put into a library go on top;
    /// permanents count as controlled since before the turn.
    pub fn put(&mut self, def: DefId, owner: PlayerId, zone: ZoneKind) -> ObjectId {
        let kind = match self.defs.get(def).kind {
            DefKind::Card => ObjectKind::Card,
            DefKind::Token | DefKind::Counter | DefKind::Type => ObjectKind::Token,
            DefKind::Emblem => ObjectKind::Emblem,
        };
        let id = self.create_object(kind, def, owner, zone);
        let object = &mut self.objects[id.slot()];
        object.summoning_sick = false;
        object.entered_turn = 0;
        if zone == ZoneKind::Battlefield {
            self.give_printed_counters(id);
        }
        self.unsettle();
        id
    }

    /// What was put onto the battlefield without an event has the counters that its printed numbers stand for (306.5b, 310.4b).
    pub(crate) fn give_printed_counters(&mut self, id: ObjectId) {
        let Some(object) = self.object(id).filter(|object| !object.face_down) else { return };
        let numbers = self.face(object).base.numbers.clone();
        if let Some(object) = self.object_mut(id) {
            for (kind, number) in numbers.iter() {
                if let Some(amount) = u32::try_from(number).ok().filter(|amount| *amount > 0) {
                    object.counters.push((kind, amount));
                }
            }
        }
    }

    /// Changes what a position needs; for setting up.
    pub fn arrange(&mut self, change: Arrange) {
        match change {
            Arrange::Life(player, life) => self.players[player.index()].life = life,
            Arrange::Counters(id, kind, amount) => {
                if let Some(object) = self.object_mut(id) {
                    object.counters.retain(|(known, _)| *known != kind);
                    if amount > 0 {
                        object.counters.push((kind, amount));
                    }
                }
            }
            Arrange::PlayerCounters(player, kind, amount) => {
                let counters = &mut self.players[player.index()].counters;
                counters.retain(|(known, _)| *known != kind);
                if amount > 0 {
                    counters.push((kind, amount));
                }
            }
            Arrange::Tapped(id, tapped) => {
                if let Some(object) = self.object_mut(id) {
                    object.tapped = if tapped { TapState::Tapped } else { TapState::Untapped };
                }
            }
            Arrange::SummoningSick(id, sick) => {
                if let Some(object) = self.object_mut(id) {
                    object.summoning_sick = sick;
                }
            }
            Arrange::Attached(id, to) => {
                if let Some(object) = self.object_mut(id) {
                    object.attached_to = Some(to);
                }
            }
            Arrange::Unattached(id) => {
                if let Some(object) = self.object_mut(id) {
                    object.attached_to = None;
                }
            }
            Arrange::Damage(id, damage) => {
                if let Some(object) = self.object_mut(id) {
                    object.damage = damage;
                }
            }
            Arrange::Controller(id, player) => {
                if let Some(object) = self.object_mut(id) {
                    object.controller = player;
                    object.held_by = player;
                }
            }
            Arrange::Protector(id, player) => self.set_protector(id, player),
            Arrange::FaceDown(id, face_down) => {
                if let Some(object) = self.object_mut(id) {
                    object.face_down = face_down;
                }
            }
            Arrange::Mana(player, mana) => {
                for mana in mana {
                    self.players[player.index()].pool.add(Mana { mana, snow: false, only_for: None });
                }
            }
            Arrange::Pool(player, mana) => {
                let pool = &mut self.players[player.index()].pool;
                *pool = ManaPool::default();
                mana.into_iter().for_each(|mana| pool.add(Mana { mana, snow: false, only_for: None }));
            }
            Arrange::Step(player, number, step) => {
                self.turn.place(player, number, step);
                if !self.turn.in_combat() {
                    self.end_combat();
                }
                if self.turn.in_combat() && self.combat.is_none() {
                    self.begin_combat();
                }
            }
            Arrange::NewGame(first) => self.start(Some(first)),
            Arrange::Teams(teams) => self.make_teams(&teams),
            Arrange::LandsPlayed(player, count) => self.players[player.index()].lands_played = count,
            Arrange::Definitions(definitions) => self.defs = definitions,
        }
        self.unsettle();
        self.touch();
    }

    /// Adopts new definitions between beats (a reload). Ids are matched by key: the new table must keep the ids of this
    /// one, as [`Definitions::insert`] does. What is on the stack finishes as it was announced: abilities there are kept with
    /// their text, spells whose card changes are given a definition of their own with the text that they were cast with, until
    /// they leave the stack. Effects that were created go on.
    pub fn adopt(&mut self, mut definitions: Arc<Definitions>) {
        let spells: Vec<ObjectId> =
            self.stack.iter().filter(|entry| matches!(entry.kind, EntryKind::Spell)).map(|entry| entry.object).collect();
        for spell in spells {
            let Some(def) = self.object(spell).map(|object| object.def) else { continue };
            let announced = self.defs.get(def);
            if def.index() < definitions.len() && definitions.get(def).faces == announced.faces {
                continue;
            }
            let pinned = Arc::new(announced.as_announced());
            let pinned = Arc::make_mut(&mut definitions).insert(pinned);
            if let Some(object) = self.object_mut(spell) {
                object.def = pinned;
            }
        }
        self.defs = definitions;
        self.unsettle();
        self.touch();
    }
}

/// A change to a position that is being set up.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Arrange {
    Life(PlayerId, i32),
    Counters(ObjectId, Symbol, u32),
    PlayerCounters(PlayerId, Symbol, u32),
    Tapped(ObjectId, bool),
    /// Whether it came under control this turn (302.6); objects put on the battlefield by hand did not.
    SummoningSick(ObjectId, bool),
    Attached(ObjectId, Recipient),
    /// Attached to nothing.
    Unattached(ObjectId),
    Damage(ObjectId, u32),
    Controller(ObjectId, PlayerId),
    FaceDown(ObjectId, bool),
    /// Who protects a battle (310.8).
    Protector(ObjectId, PlayerId),
    /// Floating mana.
    Mana(PlayerId, Vec<ManaType>),
    /// Exactly this floating mana.
    Pool(PlayerId, Vec<ManaType>),
    /// Whose turn it is, the turn's number and the step; its turn-based actions are taken as done, its active player is
    /// about to receive priority.
    Step(PlayerId, u32, StepKind),
    LandsPlayed(PlayerId, u8),
    /// The teams (102.3); who is in none plays for themselves.
    Teams(Vec<Vec<PlayerId>>),
    /// The game begins from its very start with the libraries as decks, that player first.
    NewGame(PlayerId),
    /// Replaces the table of definitions (a scenario that defines cards on the spot, a reload).
    Definitions(Arc<Definitions>),
}
