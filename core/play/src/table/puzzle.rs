//! Puzzle files: a position as text that people read and write, `*.puzzle.toml`.

use super::arrange;
use super::{Arrangement, Placement};
use crate::catalog::{Catalog, CatalogError};
use crate::words::{self, count};
use cardwright_engine::ability::StepKind;
use cardwright_engine::definition::{DefKind, Definitions};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::mana::{ManaSymbol, ManaType};
use cardwright_engine::object::{Object, ObjectKind, Recipient};
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How the names of puzzle files end.
pub const EXTENSION: &str = "puzzle.toml";

/// A position in words. Players are counted from 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The edition of the rules.
    #[serde(default = "modern")]
    pub ruleset: String,
    /// The turn's number.
    #[serde(default = "one")]
    pub turn: u32,
    /// Whose turn it is.
    #[serde(default = "one")]
    pub active: u32,
    /// The step.
    #[serde(default = "main_phase")]
    pub step: String,
    /// The players, in turn order.
    #[serde(rename = "player")]
    pub players: Vec<PuzzlePlayer>,
    /// The permanents, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub battlefield: Vec<PuzzlePermanent>,
}

fn modern() -> String {
    "modern".to_owned()
}
fn one() -> u32 {
    1
}
fn main_phase() -> String {
    "precombat main phase".to_owned()
}
fn is_zero(number: &u32) -> bool {
    *number == 0
}
fn is_off(flag: &bool) -> bool {
    !flag
}

/// A player and the zones that are theirs. Cards are named by their keys.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzlePlayer {
    /// Life.
    pub life: i32,
    /// Their team: players of one number play together (102.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u32>,
    /// Lands played this turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lands_played: u32,
    /// Floating mana: "{R}{G}".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mana: String,
    /// The hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<String>,
    /// The graveyard, the oldest card first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graveyard: Vec<String>,
    /// Cards in exile, face up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exile: Vec<String>,
    /// Cards in exile, face down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exile_face_down: Vec<String>,
    /// Cards in the command zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The library, its top card first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library: Vec<String>,
    /// Counters by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u32>,
}

/// A permanent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzlePermanent {
    /// The key of its card.
    pub card: String,
    /// Whose it is.
    pub owner: u32,
    /// Who controls it, if not its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<u32>,
    /// A name for it, where something is attached to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it is attached to: the `id` of a permanent, or "player 1".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<String>,
    /// Tapped.
    #[serde(default, skip_serializing_if = "is_off")]
    pub tapped: bool,
    /// Under its controller's control only since this turn.
    #[serde(default, skip_serializing_if = "is_off")]
    pub sick: bool,
    /// Face down.
    #[serde(default, skip_serializing_if = "is_off")]
    pub face_down: bool,
    /// Damage marked on it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damage: u32,
    /// Who protects it, if it is a battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protector: Option<u32>,
    /// Counters by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u32>,
}

/// Why a puzzle cannot be set up.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// It is no TOML, or not what a puzzle says.
    #[error("{0}")]
    Syntax(String),
    /// The ruleset is missing or broken.
    #[error("{0}")]
    Ruleset(String),
    /// There are too few players, or too many.
    #[error("a puzzle has 2 to 8 players, not {0}")]
    Players(usize),
    /// A player who is not there.
    #[error("there is no player {0}: players are counted from 1 to {1}")]
    NoPlayer(u32, usize),
    /// A step that is none.
    #[error("no step is called `{0}`")]
    NoStep(String),
    /// A card that is not in the library.
    #[error("no card is called `{0}`")]
    NoCard(String),
    /// A name that is no permanent's.
    #[error("`{0}` is attached to `{1}`, but no permanent has that `id`")]
    NoHost(String, String),
    /// Two permanents have one name.
    #[error("two permanents have the `id` {0}")]
    SameId(String),
    /// It is no mana.
    #[error("`{0}` is no mana that a pool can hold")]
    Mana(String),
    /// It cannot be so.
    #[error(transparent)]
    Refused(#[from] super::Refused),
}

impl Puzzle {
    /// What a puzzle file can say of the game, and what it cannot, in words.
    pub fn of(game: &Game) -> (Puzzle, Vec<String>) {
        let mut left_out = Vec::new();
        let key = |object: &Object| game.definition(object.card).key.to_string();
        let counters = |all: &[(Symbol, u32)]| all.iter().map(|(kind, amount)| (kind.to_string(), *amount)).collect();
        let players = game.players().iter().map(|player| {
            let list = |ids: &[ObjectId]| -> Vec<String> {
                ids.iter().filter_map(|id| game.object(*id)).filter(|object| is_card(game, object)).map(key).collect()
            };
            let of_theirs = |ids: &[ObjectId], face_down: bool| -> Vec<String> {
                let theirs = ids.iter().filter_map(|id| game.object(*id)).filter(|object| object.owner == player.id);
                theirs.filter(|object| object.face_down == face_down && is_card(game, object)).map(key).collect()
            };
            let plain = player.pool.plain.iter().zip(ManaType::ALL);
            PuzzlePlayer {
                life: player.life,
                team: game.has_teams().then_some(u32::from(player.team.0) + 1),
                lands_played: u32::from(player.lands_played),
                mana: plain.map(|(amount, mana)| format!("{{{}}}", mana.letter()).repeat(usize::from(*amount))).collect(),
                counters: counters(&player.counters),
                hand: list(&player.hand),
                graveyard: list(&player.graveyard),
                exile: of_theirs(game.exile(), false),
                exile_face_down: of_theirs(game.exile(), true),
                command: of_theirs(game.command(), false),
                library: list(&player.library.iter().rev().copied().collect::<Vec<_>>()),
            }
        });
        let players = players.collect();
        let mut battlefield = Vec::new();
        let permanents: Vec<&Object> = game.permanents().filter(|object| can_be_put(game, object)).collect();
        let hosts: Vec<ObjectId> =
            permanents.iter().filter_map(|object| object.attached_to.and_then(Recipient::object)).collect();
        let id = |object: ObjectId| {
            let place = permanents.iter().position(|other| other.id == object).filter(|_| hosts.contains(&object));
            place.map(|place| format!("{}", place + 1))
        };
        for object in &permanents {
            let attached_to = match object.attached_to {
                Some(Recipient::Object(host)) => id(host),
                Some(Recipient::Player(player)) => Some(player.to_string()),
                None => None,
            };
            battlefield.push(PuzzlePermanent {
                card: key(object),
                owner: u32::from(object.owner.0) + 1,
                controller: (object.controller != object.owner).then(|| u32::from(object.controller.0) + 1),
                id: id(object.id),
                attached_to,
                tapped: object.is_tapped(),
                sick: object.summoning_sick,
                face_down: object.face_down,
                damage: object.damage,
                protector: object.protector().map(|player| u32::from(player.0) + 1),
                counters: counters(&object.counters),
            });
        }
        omissions(game, &mut left_out);
        let turn = game.turn();
        let attackers = game.combat().map_or(0, |combat| combat.attackers.len());
        let step = match turn.step {
            // A position is opened with the actions of its step done (508.1): one in which attackers are still to be declared begins
            // before them.
            StepKind::DeclareAttackers if turn.priority.is_none() && attackers == 0 && game.stack().is_empty() => {
                StepKind::BeginCombat
            }
            step => step,
        };
        let puzzle = Puzzle {
            ruleset: game.ruleset().name.clone(),
            turn: turn.number,
            active: u32::from(turn.active.0) + 1,
            step: words::step(step).to_owned(),
            players,
            battlefield,
        };
        (puzzle, left_out)
    }

    /// The text of a file. What the position holds that a puzzle cannot say stands above it as a comment.
    pub fn to_text(&self, left_out: &[String]) -> String {
        let mut text = String::new();
        if !left_out.is_empty() {
            text.push_str("# Not in this file, though it was in the position:\n");
            left_out.iter().for_each(|line| text.push_str(&format!("# - {line}\n")));
            text.push('\n');
        }
        // Every value of this type can be written.
        text.push_str(&toml::to_string(self).unwrap_or_default());
        text
    }

    /// A puzzle from the text of a file.
    ///
    /// # Errors
    /// If it is no TOML, or says what a puzzle does not have.
    pub fn read(text: &str) -> Result<Puzzle, PuzzleError> {
        toml::from_str(text).map_err(|error| PuzzleError::Syntax(error.to_string()))
    }

    /// The position, with the cards of the catalog. All chance follows from the seed.
    ///
    /// # Errors
    /// If it names what there is not, or the position cannot be.
    pub fn open(&self, catalog: &Catalog, seed: u64) -> Result<Game, PuzzleError> {
        let seats = self.players.len();
        if !(2..=8).contains(&seats) {
            return Err(PuzzleError::Players(seats));
        }
        let player = |number: u32| match number {
            1.. if number as usize <= seats => Ok(PlayerId(number as u8 - 1)),
            _ => Err(PuzzleError::NoPlayer(number, seats)),
        };
        let ruleset = catalog.ruleset(&self.ruleset).map_err(|error: CatalogError| PuzzleError::Ruleset(error.to_string()))?;
        let mut keys: Vec<Symbol> = Vec::new();
        for own in &self.players {
            let zones = [&own.hand, &own.graveyard, &own.exile, &own.exile_face_down, &own.command, &own.library];
            keys.extend(zones.into_iter().flatten().map(|name| Symbol::new(name)));
        }
        keys.extend(self.battlefield.iter().map(|permanent| Symbol::new(&permanent.card)));
        let mut definitions = Definitions::new();
        for definition in catalog.library.definitions_for(keys.iter().copied()) {
            definitions.insert(definition);
        }
        if let Some(missing) = keys.iter().find(|key| definitions.find(**key).is_none()) {
            return Err(PuzzleError::NoCard(missing.to_string()));
        }
        let step = words::step_from_word(&self.step).ok_or_else(|| PuzzleError::NoStep(self.step.clone()))?;
        let mut game = Game::empty(Arc::new(definitions), ruleset, seats as u8, seed);
        let mut teams: Vec<(u32, Vec<PlayerId>)> = Vec::new();
        for (own, seat) in self.players.iter().zip(0..) {
            let Some(number) = own.team else { continue };
            match teams.iter_mut().find(|(known, _)| *known == number) {
                Some((_, team)) => team.push(PlayerId(seat)),
                None => teams.push((number, vec![PlayerId(seat)])),
            }
        }
        game.arrange(Arrange::Teams(teams.into_iter().map(|(_, team)| team).collect()));
        let mut changes = vec![Arrangement::Step { player: player(self.active)?, turn: self.turn, step }];
        for (own, seat) in self.players.iter().zip(0..) {
            let owner = PlayerId(seat);
            let put = |card: &String, zone| Arrangement::Put {
                card: Symbol::new(card),
                owner,
                zone,
                controller: None,
                place: Placement::Top,
            };
            changes.push(Arrangement::Life { player: owner, life: own.life });
            changes.push(Arrangement::Mana { player: owner, mana: mana(&own.mana)? });
            changes.extend(own.counters.iter().map(|(kind, amount)| Arrangement::PlayerCounters {
                player: owner,
                kind: Symbol::new(kind),
                amount: *amount,
            }));
            changes.extend(own.library.iter().rev().map(|card| put(card, ZoneKind::Library)));
            for (cards, zone) in [
                (&own.hand, ZoneKind::Hand),
                (&own.graveyard, ZoneKind::Graveyard),
                (&own.exile, ZoneKind::Exile),
                (&own.command, ZoneKind::Command),
            ] {
                changes.extend(cards.iter().map(|card| put(card, zone)));
            }
        }
        arrange::arrange(&mut game, &changes)?;
        for (own, seat) in self.players.iter().zip(0..) {
            let owner = PlayerId(seat);
            game.arrange(Arrange::LandsPlayed(owner, u8::try_from(own.lands_played).unwrap_or(u8::MAX)));
            for card in &own.exile_face_down {
                let put = Arrangement::Put {
                    card: Symbol::new(card),
                    owner,
                    zone: ZoneKind::Exile,
                    controller: None,
                    place: Placement::Top,
                };
                for id in arrange::arrange(&mut game, &[put])?.into_iter().flatten() {
                    game.arrange(Arrange::FaceDown(id, true));
                }
            }
        }
        self.permanents(&mut game, &player)?;
        game.check_invariants().map_err(super::Refused::Impossible)?;
        Ok(game)
    }

    fn permanents(&self, game: &mut Game, player: &dyn Fn(u32) -> Result<PlayerId, PuzzleError>) -> Result<(), PuzzleError> {
        let mut named: BTreeMap<&str, ObjectId> = BTreeMap::new();
        let mut made = Vec::new();
        for permanent in &self.battlefield {
            let put = Arrangement::Put {
                card: Symbol::new(&permanent.card),
                owner: player(permanent.owner)?,
                zone: ZoneKind::Battlefield,
                controller: permanent.controller.map(player).transpose()?,
                place: Placement::Top,
            };
            let Some(id) = arrange::arrange(game, &[put])?.into_iter().flatten().next() else { continue };
            if let Some(name) = permanent.id.as_deref()
                && named.insert(name, id).is_some()
            {
                return Err(PuzzleError::SameId(name.to_owned()));
            }
            made.push(id);
        }
        for (permanent, id) in self.battlefield.iter().zip(made) {
            let host = match permanent.attached_to.as_deref() {
                None => None,
                Some(name) => match (named.get(name), name.strip_prefix("player ").map(str::parse::<u32>)) {
                    (Some(host), _) => Some(Recipient::Object(*host)),
                    (None, Some(Ok(number))) => Some(Recipient::Player(player(number)?)),
                    _ => return Err(PuzzleError::NoHost(permanent.card.clone(), name.to_owned())),
                },
            };
            let printed: Vec<Symbol> =
                game.object(id).into_iter().flat_map(|object| &object.counters).map(|(kind, _)| *kind).collect();
            let mut changes: Vec<Arrangement> =
                printed.into_iter().map(|kind| Arrangement::Counters { object: id, kind, amount: 0 }).collect();
            changes.extend(permanent.counters.iter().map(|(kind, amount)| Arrangement::Counters {
                object: id,
                kind: Symbol::new(kind),
                amount: *amount,
            }));
            changes.push(Arrangement::Damage { object: id, damage: permanent.damage });
            if host.is_some() {
                changes.push(Arrangement::Attached { object: id, to: host });
            }
            arrange::arrange(game, &changes)?;
            game.arrange(Arrange::Tapped(id, permanent.tapped));
            game.arrange(Arrange::SummoningSick(id, permanent.sick));
            game.arrange(Arrange::FaceDown(id, permanent.face_down));
            if let Some(protector) = permanent.protector {
                game.arrange(Arrange::Protector(id, player(protector)?));
            }
        }
        Ok(())
    }
}

/// Mana as it is written: "{R}{2}".
fn mana(text: &str) -> Result<Vec<ManaType>, PuzzleError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let wrong = || PuzzleError::Mana(text.to_owned());
    let cost = cardwright_script::text::mana_cost(text).map_err(|_| wrong())?;
    let mut found = Vec::new();
    for symbol in &cost.symbols {
        match symbol {
            ManaSymbol::Of(one) => found.push(*one),
            ManaSymbol::Generic(amount) => found.extend(std::iter::repeat_n(ManaType::Colorless, usize::from(*amount))),
            _ => return Err(wrong()),
        }
    }
    Ok(found)
}

/// Whether no library has such a card: a copy of something, an emblem.
fn is_made(game: &Game, object: &Object) -> bool {
    let made = |def: DefId| game.definition(def).is_made();
    made(object.card)
}

/// Whether it is a card that a library can have.
fn is_card(game: &Game, object: &Object) -> bool {
    object.kind == ObjectKind::Card && !is_made(game, object)
}

/// Whether it can be put onto the battlefield as what its front face says.
fn can_be_put(game: &Game, object: &Object) -> bool {
    let definition = game.definition(object.card);
    let is_permanent = definition.front().base.types.types.members().any(|card_type| card_type.is_permanent());
    !is_made(game, object) && (is_permanent || definition.kind == DefKind::Token)
}

/// What a puzzle cannot say of the game.
fn omissions(game: &Game, out: &mut Vec<String>) {
    let mut say = |number: usize, what: &str| {
        if number > 0 {
            out.push(count(number, what));
        }
    };
    let everything = || game.battlefield().iter().chain(game.exile()).chain(game.command()).filter_map(|id| game.object(*id));
    let which = |wanted: &dyn Fn(&Object) -> bool| everything().filter(|object| wanted(object)).count();
    say(game.stack().len(), "spell or ability on the stack");
    say(game.lasting_effects(), "lasting effect");
    say(game.waiting_triggers(), "triggered ability that waits");
    say(which(&|object| is_made(game, object)), "copy or emblem");
    let put = game.permanents().filter(|object| !is_made(game, object) && !can_be_put(game, object)).count();
    say(put, "permanent whose front face is none");
    say(which(&|object| object.def != object.card && !is_made(game, object)), "permanent that is a copy, given as its own card");
    say(which(&|object| object.phased_out), "permanent that is phased out");
    say(which(&|object| object.face != 0), "permanent with its other face up, given with its front face");
    let more =
        |object: &Object, wanted: &dyn Fn(&cardwright_engine::object::More) -> bool| object.more.as_deref().is_some_and(wanted);
    say(which(&|object| more(object, &|more| !more.memory.is_empty())), "object that remembers something");
    say(which(&|object| more(object, &|more| more.cast.is_some())), "permanent that knows how it was cast");
    say(which(&|object| more(object, &|more| !more.merged.is_empty())), "merged permanent");
    say(which(&|object| more(object, &|more| !more.seen_by.is_empty())), "card that somebody may look at");
    say(game.players().iter().map(|player| player.pool.special.len()).sum(), "mana with conditions");
    say(game.players().iter().filter(|player| !player.is_playing()).count(), "player who has left the game");
    say(usize::from(game.combat().is_some_and(|combat| !combat.attackers.is_empty())), "combat with attackers");
    say(usize::from(game.turn().daylight() != cardwright_engine::ability::Daylight::Neither), "day or night");
}
