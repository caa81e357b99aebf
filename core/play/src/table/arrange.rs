//! The sandbox: what people change in a position by hand, between beats.

use crate::words::{self, Names};
use cardwright_engine::ability::StepKind;
use cardwright_engine::definition::DefKind;
use cardwright_engine::event::Place;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::mana::ManaType;
use cardwright_engine::object::{Object, ObjectKind, Recipient, TapState};
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;
use serde::{Deserialize, Serialize};

/// Since when a permanent is under its controller's control (302.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Since {
    /// Since this turn only: a creature cannot attack yet.
    ThisTurn,
    /// Since before this turn.
    Before,
}

/// Which side of a card is seen (708, 406.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Its face.
    FaceUp,
    /// Its back.
    FaceDown,
}

/// One change of a position by hand. Objects are named by their ids as they are when the change is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrangement {
    /// A new card or token comes into a zone, by the key of its definition.
    Put {
        /// The key.
        card: Symbol,
        /// Whose it is.
        owner: PlayerId,
        /// Where it comes.
        zone: ZoneKind,
        /// Who controls it on the battlefield, if not its owner.
        controller: Option<PlayerId>,
        /// Where in a library.
        place: Placement,
    },
    /// An object goes to another zone of its owner.
    Move {
        /// Which.
        object: ObjectId,
        /// Where to.
        zone: ZoneKind,
        /// Where in a library.
        place: Placement,
    },
    /// An object leaves the game.
    Remove {
        /// Which.
        object: ObjectId,
    },
    /// A player has so much life.
    Life {
        /// Who.
        player: PlayerId,
        /// How much.
        life: i32,
    },
    /// An object has so many counters of that kind.
    Counters {
        /// Which object.
        object: ObjectId,
        /// Which kind.
        kind: Symbol,
        /// How many; none at 0.
        amount: u32,
    },
    /// A player has so many counters of that kind.
    PlayerCounters {
        /// Who.
        player: PlayerId,
        /// Which kind.
        kind: Symbol,
        /// How many; none at 0.
        amount: u32,
    },
    /// A player has exactly this mana.
    Mana {
        /// Who.
        player: PlayerId,
        /// Which mana.
        mana: Vec<ManaType>,
    },
    /// A permanent is tapped or untapped.
    Tapped {
        /// Which.
        object: ObjectId,
        /// How.
        state: TapState,
    },
    /// A permanent came under its controller's control then.
    Controlled {
        /// Which.
        object: ObjectId,
        /// When.
        since: Since,
    },
    /// A permanent has so much damage marked on it.
    Damage {
        /// Which.
        object: ObjectId,
        /// How much.
        damage: u32,
    },
    /// A permanent is attached to that, or to nothing.
    Attached {
        /// Which.
        object: ObjectId,
        /// To what.
        to: Option<Recipient>,
    },
    /// A permanent or an exiled card is turned.
    Turned {
        /// Which.
        object: ObjectId,
        /// What is seen of it.
        side: Side,
    },
    /// A permanent has another controller.
    Controller {
        /// Which.
        object: ObjectId,
        /// Who.
        player: PlayerId,
    },
    /// It is that step of that turn; the active player has priority.
    Step {
        /// Whose turn.
        player: PlayerId,
        /// The turn's number.
        turn: u32,
        /// The step.
        step: StepKind,
    },
    /// A library lies in that order.
    Library {
        /// Whose.
        player: PlayerId,
        /// All its cards, the top card first.
        top_first: Vec<ObjectId>,
    },
}

/// Where in a library a card is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// On top.
    #[default]
    Top,
    /// At the bottom.
    Bottom,
    /// So many cards below the top.
    Below(u32),
}

impl From<Placement> for Place {
    fn from(placement: Placement) -> Place {
        match placement {
            Placement::Top => Place::Top,
            Placement::Bottom => Place::Bottom,
            Placement::Below(depth) => Place::FromTop(depth),
        }
    }
}

/// Why a position cannot be changed so.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refused {
    /// The game is over.
    #[error("the game is over: go back to change something")]
    Over,
    /// No such player.
    #[error("there is no {0} in the game")]
    NoPlayer(PlayerId),
    /// No such object.
    #[error("{0} is not in the game any more: it has changed zones or is gone")]
    NoObject(ObjectId),
    /// No such definition.
    #[error("no card is called `{0}`")]
    NoCard(Symbol),
    /// It is not where that would make sense.
    #[error("{what} is in the {}: only {needed} can be changed so", zone.word())]
    WrongZone {
        /// What it is called.
        what: String,
        /// Where it is.
        zone: ZoneKind,
        /// What would do.
        needed: &'static str,
    },
    /// It cannot be in that zone.
    #[error("{what} cannot be put into the {}: {why}", zone.word())]
    CannotBeThere {
        /// What it is called.
        what: String,
        /// Where it should go.
        zone: ZoneKind,
        /// Why not.
        why: &'static str,
    },
    /// It would be attached to itself.
    #[error("{0} cannot be attached to itself")]
    ToItself(String),
    /// The list of cards is not the library.
    #[error("the order does not name each card of the library once")]
    NotTheLibrary,
    /// Nobody gets priority in that step.
    #[error("nobody gets priority in the {}: choose the step after it", words::step(*.0))]
    NoPriority(StepKind),
    /// A number is too great.
    #[error("{0} is too much: {1} is the most")]
    TooMuch(u64, u64),
    /// The engine does not accept the result.
    #[error("the position would not be a possible one: {0}")]
    Impossible(String),
}

/// More than any position needs.
const MOST: u32 = 1_000_000;

/// Makes the changes, in order. Gives back for each what the object that it speaks of is now.
pub(super) fn arrange(game: &mut Game, changes: &[Arrangement]) -> Result<Vec<Option<ObjectId>>, Refused> {
    if game.outcome().is_some() {
        return Err(Refused::Over);
    }
    let touched = changes.iter().map(|change| one(game, change)).collect::<Result<Vec<_>, _>>()?;
    game.check_invariants().map_err(Refused::Impossible)?;
    Ok(touched)
}

fn player(game: &Game, player: PlayerId) -> Result<PlayerId, Refused> {
    match game.players().get(player.index()) {
        Some(found) if found.is_playing() => Ok(player),
        _ => Err(Refused::NoPlayer(player)),
    }
}

fn object(game: &Game, id: ObjectId) -> Result<&Object, Refused> {
    game.object(id).filter(|object| object.zone != ZoneKind::Outside).ok_or(Refused::NoObject(id))
}

fn called(game: &Game, id: ObjectId) -> String {
    Names::default().object(game, id)
}

fn permanent(game: &Game, id: ObjectId) -> Result<ObjectId, Refused> {
    let zone = object(game, id)?.zone;
    if zone == ZoneKind::Battlefield {
        return Ok(id);
    }
    Err(Refused::WrongZone { what: called(game, id), zone, needed: "permanents on the battlefield" })
}

fn at_most(number: u32) -> Result<u32, Refused> {
    if number > MOST { Err(Refused::TooMuch(u64::from(number), u64::from(MOST))) } else { Ok(number) }
}

/// Whether such a thing may lie in that zone (110.4, 111.7, 114.1, 400.4a).
fn may_be(game: &Game, def: DefId, zone: ZoneKind) -> Result<(), Refused> {
    let definition = game.definition(def);
    let what = definition.name().to_string();
    let refuse = |why| Err(Refused::CannotBeThere { what: what.clone(), zone, why });
    let is_permanent = definition.front().base.types.types.members().any(|card_type| card_type.is_permanent());
    match (definition.kind, zone) {
        (_, ZoneKind::Stack) => refuse("spells are cast, not put there"),
        (_, ZoneKind::Outside) => refuse("remove it instead"),
        (DefKind::Counter, _) => refuse("it is a kind of counter"),
        (DefKind::Type, _) => refuse("it is a type"),
        (DefKind::Emblem, ZoneKind::Command) => Ok(()),
        (DefKind::Emblem, _) => refuse("emblems are in the command zone only"),
        (DefKind::Token, ZoneKind::Battlefield) => Ok(()),
        (DefKind::Token, _) => refuse("tokens are on the battlefield only"),
        (DefKind::Card, ZoneKind::Battlefield) if !is_permanent => refuse("it is no permanent card"),
        (DefKind::Card, _) => Ok(()),
    }
}

fn one(game: &mut Game, change: &Arrangement) -> Result<Option<ObjectId>, Refused> {
    match change {
        Arrangement::Put { card, owner, zone, controller, place } => {
            let owner = player(game, *owner)?;
            let controller = controller.map(|controller| player(game, controller)).transpose()?;
            let def = game.definitions().find(*card).ok_or(Refused::NoCard(*card))?;
            may_be(game, def, *zone)?;
            let id = game.put(def, owner, *zone);
            if let Some(controller) = controller.filter(|_| *zone == ZoneKind::Battlefield) {
                game.arrange(Arrange::Controller(id, controller));
            }
            if *zone == ZoneKind::Library {
                place_in_library(game, owner, id, *place)?;
            }
            Ok(Some(id))
        }
        Arrangement::Move { object: id, zone, place } => {
            let moved = object(game, *id)?;
            let refuse = |why| Err(Refused::CannotBeThere { what: called(game, *id), zone: *zone, why });
            match moved.kind {
                ObjectKind::Ability | ObjectKind::SpellCopy => return refuse("it is no card: it can only be removed"),
                ObjectKind::Emblem => return refuse("emblems are in the command zone only"),
                ObjectKind::Card | ObjectKind::Token => may_be(game, moved.card, *zone)?,
            }
            let moved = game.move_by_hand(*id, *zone, (*place).into());
            Ok(Some(moved.ok_or(Refused::NoObject(*id))?))
        }
        Arrangement::Remove { object: id } => {
            object(game, *id)?;
            game.remove_by_hand(*id);
            Ok(None)
        }
        Arrangement::Life { player: who, life } => {
            let who = player(game, *who)?;
            at_most(life.unsigned_abs())?;
            game.arrange(Arrange::Life(who, *life));
            Ok(None)
        }
        Arrangement::Counters { object: id, kind, amount } => {
            object(game, *id)?;
            game.arrange(Arrange::Counters(*id, *kind, at_most(*amount)?));
            Ok(Some(*id))
        }
        Arrangement::PlayerCounters { player: who, kind, amount } => {
            let who = player(game, *who)?;
            game.arrange(Arrange::PlayerCounters(who, *kind, at_most(*amount)?));
            Ok(None)
        }
        Arrangement::Mana { player: who, mana } => {
            let who = player(game, *who)?;
            if mana.len() > 1000 {
                return Err(Refused::TooMuch(mana.len() as u64, 1000));
            }
            game.arrange(Arrange::Pool(who, mana.clone()));
            Ok(None)
        }
        Arrangement::Tapped { object: id, state } => {
            game.arrange(Arrange::Tapped(permanent(game, *id)?, *state == TapState::Tapped));
            Ok(Some(*id))
        }
        Arrangement::Controlled { object: id, since } => {
            game.arrange(Arrange::SummoningSick(permanent(game, *id)?, *since == Since::ThisTurn));
            Ok(Some(*id))
        }
        Arrangement::Damage { object: id, damage } => {
            game.arrange(Arrange::Damage(permanent(game, *id)?, at_most(*damage)?));
            Ok(Some(*id))
        }
        Arrangement::Attached { object: id, to } => {
            permanent(game, *id)?;
            match to {
                None => game.arrange(Arrange::Unattached(*id)),
                Some(Recipient::Object(host)) if host == id => return Err(Refused::ToItself(called(game, *id))),
                Some(to) => {
                    match to {
                        Recipient::Object(host) => drop(permanent(game, *host)?),
                        Recipient::Player(who) => drop(player(game, *who)?),
                    }
                    game.arrange(Arrange::Attached(*id, *to));
                }
            }
            Ok(Some(*id))
        }
        Arrangement::Turned { object: id, side } => {
            let zone = object(game, *id)?.zone;
            if !matches!(zone, ZoneKind::Battlefield | ZoneKind::Exile) {
                let needed = "permanents and exiled cards";
                return Err(Refused::WrongZone { what: called(game, *id), zone, needed });
            }
            game.arrange(Arrange::FaceDown(*id, *side == Side::FaceDown));
            Ok(Some(*id))
        }
        Arrangement::Controller { object: id, player: who } => {
            permanent(game, *id)?;
            game.arrange(Arrange::Controller(*id, player(game, *who)?));
            Ok(Some(*id))
        }
        Arrangement::Step { player: who, turn, step } => {
            let who = player(game, *who)?;
            // modern 502.4, 514.3
            if matches!(step, StepKind::Untap | StepKind::Cleanup) {
                return Err(Refused::NoPriority(*step));
            }
            game.arrange(Arrange::Step(who, at_most((*turn).max(1))?, *step));
            Ok(None)
        }
        Arrangement::Library { player: who, top_first } => {
            let who = player(game, *who)?;
            let bottom_first: Vec<ObjectId> = top_first.iter().rev().copied().collect();
            if game.order_library(who, &bottom_first) { Ok(None) } else { Err(Refused::NotTheLibrary) }
        }
    }
}

/// A card that has just come on top of a library goes to its place there.
fn place_in_library(game: &mut Game, owner: PlayerId, id: ObjectId, place: Placement) -> Result<(), Refused> {
    let mut order: Vec<ObjectId> = game.player(owner).library.iter().copied().filter(|other| *other != id).collect();
    let at = match place {
        Placement::Top => order.len(),
        Placement::Bottom => 0,
        Placement::Below(depth) => order.len().saturating_sub(depth as usize),
    };
    order.insert(at, id);
    if game.order_library(owner, &order) { Ok(()) } else { Err(Refused::NotTheLibrary) }
}

/// The objects that a change names.
pub(super) fn objects(change: &Arrangement) -> Vec<ObjectId> {
    match change {
        Arrangement::Attached { object, to } => std::iter::once(*object).chain(to.and_then(Recipient::object)).collect(),
        Arrangement::Move { object, .. }
        | Arrangement::Remove { object }
        | Arrangement::Counters { object, .. }
        | Arrangement::Tapped { object, .. }
        | Arrangement::Controlled { object, .. }
        | Arrangement::Damage { object, .. }
        | Arrangement::Turned { object, .. }
        | Arrangement::Controller { object, .. } => vec![*object],
        Arrangement::Put { .. }
        | Arrangement::Life { .. }
        | Arrangement::PlayerCounters { .. }
        | Arrangement::Mana { .. }
        | Arrangement::Step { .. }
        | Arrangement::Library { .. } => Vec::new(),
    }
}

/// A change in words; `game` is as it was before the change.
pub(super) fn in_words(game: &Game, names: &Names, change: &Arrangement) -> String {
    let what = |id: &ObjectId| names.object(game, *id);
    let who = |player: &PlayerId| names.player(*player);
    let zone_of = |zone: &ZoneKind, owner: PlayerId| {
        if zone.is_owned() { format!("{}'s {}", who(&owner), zone.word()) } else { format!("the {}", zone.word()) }
    };
    let words = match change {
        Arrangement::Put { card, owner, zone, .. } => {
            let hidden = match zone {
                ZoneKind::Library => names.reader.is_some(),
                ZoneKind::Hand => names.reader.is_some_and(|reader| reader != *owner),
                _ => false,
            };
            let name = game.definitions().find(*card).map_or(*card, |id| game.definition(id).name());
            let name = if hidden { "a card".to_owned() } else { name.to_string() };
            format!("{name} is put into {}", zone_of(zone, *owner))
        }
        Arrangement::Move { object, zone, .. } => {
            let owner = game.object(*object).map_or(PlayerId(0), |object| object.owner);
            format!("{} is put into {}", what(object), zone_of(zone, owner))
        }
        Arrangement::Remove { object } => format!("{} is removed", what(object)),
        Arrangement::Life { player, life } => format!("{} has {life} life", who(player)),
        Arrangement::Counters { object, kind, amount } => {
            format!("{} has {}", what(object), words::count(*amount as usize, &format!("{kind} counter")))
        }
        Arrangement::PlayerCounters { player, kind, amount } => {
            format!("{} has {}", who(player), words::count(*amount as usize, &format!("{kind} counter")))
        }
        Arrangement::Mana { player, mana } => {
            let mana: String = mana.iter().map(|mana| format!("{{{}}}", mana.letter())).collect();
            format!("{} has {}", who(player), if mana.is_empty() { "no mana" } else { &mana })
        }
        Arrangement::Tapped { object, state } => {
            format!("{} is {}", what(object), if *state == TapState::Tapped { "tapped" } else { "untapped" })
        }
        Arrangement::Controlled { object, since } => {
            let since = if *since == Since::ThisTurn { "this turn" } else { "before this turn" };
            format!("{} is under its controller's control since {since}", what(object))
        }
        Arrangement::Damage { object, damage } => format!("{} has {damage} damage", what(object)),
        Arrangement::Attached { object, to: Some(to) } => {
            format!("{} is attached to {}", what(object), names.recipient(game, *to))
        }
        Arrangement::Attached { object, to: None } => format!("{} is attached to nothing", what(object)),
        Arrangement::Turned { object, side } => {
            format!("{} is turned face {}", what(object), if *side == Side::FaceDown { "down" } else { "up" })
        }
        Arrangement::Controller { object, player } => format!("{} controls {}", who(player), what(object)),
        Arrangement::Step { player, turn, step } => format!("it is {}'s {}, turn {turn}", who(player), words::step(*step)),
        Arrangement::Library { player, .. } => format!("{}'s library lies in another order", who(player)),
    };
    format!("* by hand: {words}")
}
