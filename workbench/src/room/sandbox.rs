//! Setting up the board by hand: whatever a designer wishes becomes a recorded change between beats.

use super::{Refused, Room};
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::mana::{Color, ManaType};
use cardwright_engine::object::{Recipient, TapState};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;
use cardwright_play::table::{Arrangement, Placement, Side, Since, Status};
use cardwright_play::words::STEPS;
use serde::Deserialize;

/// What a designer wishes, in the words of the page: objects and players by their elements.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// A card of the library comes to a player's zone.
    Put {
        /// Its key.
        card: String,
        /// The player's element.
        player: String,
        /// The zone.
        zone: Zone,
    },
    /// An object goes to another zone.
    Move {
        /// Its element.
        object: String,
        /// The zone.
        zone: Zone,
    },
    /// An object leaves the game.
    Remove {
        /// Its element.
        object: String,
    },
    /// A player has so much life.
    Life {
        /// The player's element.
        player: String,
        /// How much.
        life: i32,
    },
    /// An object or player has so many counters.
    Counters {
        /// The element.
        on: String,
        /// Which kind.
        kind: String,
        /// How many.
        amount: u32,
    },
    /// A player has this mana.
    Mana {
        /// The player's element.
        player: String,
        /// Letters: "RRG".
        mana: String,
    },
    /// A permanent is tapped or not.
    Tapped {
        /// Its element.
        object: String,
        /// Whether it is.
        on: bool,
    },
    /// A creature came under control this turn or not.
    Sick {
        /// Its element.
        object: String,
        /// Whether it did.
        on: bool,
    },
    /// A permanent has so much damage.
    Damage {
        /// Its element.
        object: String,
        /// How much.
        damage: u32,
    },
    /// A permanent has another controller.
    Controller {
        /// Its element.
        object: String,
        /// The player's element.
        player: String,
    },
    /// A permanent is attached to something, or to nothing.
    Attach {
        /// Its element.
        object: String,
        /// The element; empty for nothing.
        to: String,
    },
    /// A permanent lies face down or not.
    FaceDown {
        /// Its element.
        object: String,
        /// Whether it does.
        on: bool,
    },
    /// It is that step.
    Step {
        /// Whose turn.
        player: String,
        /// Which step, by its name.
        step: String,
    },
}

/// A zone that a card can be put into.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// The hand.
    Hand,
    /// The battlefield.
    Battlefield,
    /// On top of the library.
    LibraryTop,
    /// At the bottom of the library.
    LibraryBottom,
    /// The graveyard.
    Graveyard,
    /// Exile.
    Exile,
    /// The command zone.
    Command,
}

impl Zone {
    /// All of them with what they are called.
    pub const ALL: [(Zone, &'static str, &'static str); 7] = [
        (Zone::Hand, "hand", "hand"),
        (Zone::Battlefield, "battlefield", "battlefield"),
        (Zone::LibraryTop, "library_top", "top of library"),
        (Zone::LibraryBottom, "library_bottom", "bottom of library"),
        (Zone::Graveyard, "graveyard", "graveyard"),
        (Zone::Exile, "exile", "exile"),
        (Zone::Command, "command", "command zone"),
    ];

    fn place(self) -> (ZoneKind, Placement) {
        match self {
            Zone::Hand => (ZoneKind::Hand, Placement::Top),
            Zone::Battlefield => (ZoneKind::Battlefield, Placement::Top),
            Zone::LibraryTop => (ZoneKind::Library, Placement::Top),
            Zone::LibraryBottom => (ZoneKind::Library, Placement::Bottom),
            Zone::Graveyard => (ZoneKind::Graveyard, Placement::Top),
            Zone::Exile => (ZoneKind::Exile, Placement::Top),
            Zone::Command => (ZoneKind::Command, Placement::Top),
        }
    }
}

impl Room {
    /// Fulfils a wish.
    ///
    /// # Errors
    /// If what it names is not there, or the position cannot be so. Nothing changes then.
    pub fn wish(&mut self, wish: Wish) -> Result<(), Refused> {
        let change = self.arrangement(wish)?;
        let library = self.library.clone();
        self.looking = None;
        self.table
            .arrange(vec![change], |key| library.definitions_for([key]))
            .map_err(|refused| Refused::Illegal(refused.to_string()))?;
        self.status = Status::Goes;
        Ok(())
    }

    fn arrangement(&self, wish: Wish) -> Result<Arrangement, Refused> {
        let on = |object: &str| self.object_of(object).ok_or_else(|| gone(object));
        let who = |player: &str| self.player_of(player).ok_or_else(|| gone(player));
        Ok(match wish {
            Wish::Put { card, player, zone } => {
                let card = Symbol::new(&card);
                if self.library.definition(card).is_none() && self.table.game().definitions().find(card).is_none() {
                    return Err(Refused::Illegal(format!("no card is called `{card}`")));
                }
                let (zone, place) = zone.place();
                Arrangement::Put { card, owner: who(&player)?, zone, controller: None, place }
            }
            Wish::Move { object, zone } => {
                let (zone, place) = zone.place();
                Arrangement::Move { object: on(&object)?, zone, place }
            }
            Wish::Remove { object } => Arrangement::Remove { object: on(&object)? },
            Wish::Life { player, life } => Arrangement::Life { player: who(&player)?, life },
            Wish::Counters { on: element, kind, amount } => {
                let kind = Symbol::new(kind.trim());
                if kind.is_empty() {
                    return Err(Refused::Illegal("name the kind of counter".to_owned()));
                }
                match self.player_of(&element) {
                    Some(player) => Arrangement::PlayerCounters { player, kind, amount },
                    None => Arrangement::Counters { object: on(&element)?, kind, amount },
                }
            }
            Wish::Mana { player, mana } => Arrangement::Mana { player: who(&player)?, mana: mana_of(&mana)? },
            Wish::Tapped { object, on: tapped } => {
                Arrangement::Tapped { object: on(&object)?, state: if tapped { TapState::Tapped } else { TapState::Untapped } }
            }
            Wish::Sick { object, on: sick } => {
                Arrangement::Controlled { object: on(&object)?, since: if sick { Since::ThisTurn } else { Since::Before } }
            }
            Wish::Damage { object, damage } => Arrangement::Damage { object: on(&object)?, damage },
            Wish::Controller { object, player } => Arrangement::Controller { object: on(&object)?, player: who(&player)? },
            Wish::Attach { object, to } => {
                let to = match (to.is_empty(), self.player_of(&to)) {
                    (true, _) => None,
                    (false, Some(player)) => Some(Recipient::Player(player)),
                    (false, None) => Some(Recipient::Object(on(&to)?)),
                };
                Arrangement::Attached { object: on(&object)?, to }
            }
            Wish::FaceDown { object, on: down } => {
                Arrangement::Turned { object: on(&object)?, side: if down { Side::FaceDown } else { Side::FaceUp } }
            }
            Wish::Step { player, step } => {
                let step = STEPS.iter().map(|(step, ..)| *step).find(|known| format!("{known:?}") == step);
                let step = step.ok_or_else(|| Refused::Illegal("there is no such step".to_owned()))?;
                Arrangement::Step { player: who(&player)?, turn: self.table.game().turn().number.max(1), step }
            }
        })
    }

    /// The object that an element shows.
    pub(crate) fn object_of(&self, element: &str) -> Option<ObjectId> {
        let (slot, generation) = element.strip_prefix('o')?.split_once('-')?;
        let (slot, generation): (usize, u32) = (slot.parse().ok()?, generation.parse().ok()?);
        let game = self.game();
        let players = (0..game.players().len() as u8).map(PlayerId);
        let zones = players.flat_map(|player| {
            [ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Library].into_iter().flat_map(move |zone| game.zone(zone, player))
        });
        let entries = game.stack().iter().map(|entry| &entry.object);
        let all = zones.chain(game.battlefield()).chain(game.exile()).chain(game.command()).chain(entries);
        all.copied().find(|id| id.slot() == slot && id.generation() == generation)
    }

    /// The player that an element shows.
    pub(crate) fn player_of(&self, element: &str) -> Option<PlayerId> {
        let seat: u8 = element.strip_prefix('p')?.parse().ok()?;
        (usize::from(seat) < self.game().players().len()).then_some(PlayerId(seat))
    }
}

fn gone(element: &str) -> Refused {
    Refused::Illegal(format!("`{element}` is not on the table any more"))
}

fn mana_of(letters: &str) -> Result<Vec<ManaType>, Refused> {
    let letters = letters.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '{' | '}'));
    let one = |letter: char| {
        let upper = letter.to_ascii_uppercase();
        let color = Color::ALL.into_iter().find(|color| color.letter() == upper);
        match (color, upper) {
            (Some(color), _) => Ok(ManaType::Colored(color)),
            (None, 'C') => Ok(ManaType::Colorless),
            (None, _) => Err(Refused::Illegal(format!("`{letter}` is no mana: there are W, U, B, R, G and C"))),
        }
    };
    letters.take(200).map(one).collect()
}
