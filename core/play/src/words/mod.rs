//! What people read: objects, actions, questions, answers and events in words. Nothing here changes a game or is called
//! by one.

mod card;
mod event;
mod question;
mod reason;
mod step;
mod why;

pub use card::{TextFrom, printed};
pub use event::{event, note};
pub use question::{action, answer, choice, except, is_looked_at, option, purpose, question, which_ability};
pub use reason::{why_not, why_not_activate, why_not_cast, why_not_play, why_nothing};
pub use step::{STEPS, step, step_from_word};
pub use why::{
    Reason, made_by, why_called, why_characteristics, why_cost, why_missed, why_not_declared, why_not_fight, why_not_target,
    why_obstacle, why_trigger,
};

use cardwright_engine::game::{Game, Presence};
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::{Object, ObjectKind, Recipient};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;

/// Whoever looks on without a seat: may see what everybody may see.
pub const ONLOOKER: PlayerId = PlayerId(u8::MAX);

/// What the players are called, and through whose eyes words are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// A name for each seat; seats without one are numbered.
    pub players: Vec<String>,
    /// Who reads. Cards that this player may not see are only counted. `None` sees everything.
    pub reader: Option<PlayerId>,
}

impl Names {
    /// Players called `a`, `b`, `c`... as in scenarios, seen by somebody who sees everything.
    pub fn letters(players: usize) -> Self {
        Names { players: (0..players).map(|seat| char::from(b'a' + seat.min(25) as u8).to_string()).collect(), reader: None }
    }

    /// What the player is called.
    pub fn player(&self, player: PlayerId) -> String {
        self.players.get(player.index()).cloned().unwrap_or_else(|| player.to_string())
    }

    /// What an object is called; "a card" if the reader may not see it. Copies of one name are told apart by
    /// [`Names::object_exactly`].
    pub fn object(&self, game: &Game, id: ObjectId) -> String {
        match game.presence(id) {
            Presence::Present(object) => {
                if self.may_see(game, object) {
                    self.present(game, object)
                } else {
                    unseen(object).to_owned()
                }
            }
            Presence::Gone(last) => {
                let left = &last.object;
                let was_hidden = left.zone.is_hidden() || (left.zone == ZoneKind::Exile && left.face_down);
                if let (Some(reader), true) = (self.reader, was_hidden) {
                    // What left a hidden zone is as visible as what it has become (modern 400.2, 406.3).
                    return match last.became {
                        Some(now) if game.last_known(now).is_some() || game.object(now).is_some() => self.object(game, now),
                        _ if left.owner == reader && left.zone == ZoneKind::Hand => game.definition(left.def).name().to_string(),
                        _ => unseen(left).to_owned(),
                    };
                }
                let name = if left.kind == ObjectKind::Ability { Symbol::default() } else { game.characteristics(id).name };
                match (name.is_empty(), last.became.filter(|_| left.zone.is_hidden())) {
                    (_, Some(now)) if game.object(now).is_some() => self.object(game, now),
                    (true, _) => game.definition(left.def).name().to_string(),
                    (false, _) => name.to_string(),
                }
            }
            Presence::Forgotten => "something".to_owned(),
        }
    }

    fn present(&self, game: &Game, object: &Object) -> String {
        if let Some(entry) = game.entry(object.id)
            && let cardwright_engine::object::EntryKind::Ability { source, .. } = &entry.kind
        {
            return format!("the ability of {}", self.object(game, *source));
        }
        let name = game.characteristics(object.id).name;
        if name.is_empty() { "a face-down card".to_owned() } else { name.to_string() }
    }

    /// What a player or object is called.
    pub fn recipient(&self, game: &Game, recipient: Recipient) -> String {
        match recipient {
            Recipient::Object(object) => self.object(game, object),
            Recipient::Player(player) => self.player(player),
        }
    }

    /// The object's name with whatever tells it from others for somebody who has to choose: whose it is, power and
    /// toughness, tapped.
    pub fn object_exactly(&self, game: &Game, id: ObjectId) -> String {
        let mut words = self.object(game, id);
        let Some(object) = game.object(id) else { return words };
        if !self.may_see(game, object) {
            return words;
        }
        let is = game.characteristics(id);
        if object.zone == ZoneKind::Battlefield {
            if let (Some(power), Some(toughness)) = (is.power, is.toughness) {
                words.push_str(&format!(" {power}/{toughness}"));
            }
            let whose = self.player(game.controller(id));
            words.push_str(&format!(" ({whose}{})", if object.is_tapped() { ", tapped" } else { "" }));
        } else if object.zone != ZoneKind::Hand {
            words.push_str(&format!(" ({}, {})", self.player(object.owner), object.zone.word()));
        }
        words
    }

    /// Whether the reader may see what the object is (modern 400.2, 406.3, 708.5).
    pub fn may_see(&self, game: &Game, object: &Object) -> bool {
        let Some(reader) = self.reader else { return true };
        let shown = object.more.as_ref().is_some_and(|more| more.seen_by.contains(&reader));
        match object.zone {
            ZoneKind::Library => shown,
            ZoneKind::Hand => object.owner == reader || shown,
            ZoneKind::Battlefield | ZoneKind::Stack => !object.face_down || game.controller(object.id) == reader || shown,
            ZoneKind::Exile => !object.face_down || shown,
            ZoneKind::Graveyard | ZoneKind::Command | ZoneKind::Outside => true,
        }
    }
}

fn unseen(object: &Object) -> &'static str {
    match object.zone {
        ZoneKind::Battlefield | ZoneKind::Exile | ZoneKind::Stack => "a face-down card",
        _ => "a card",
    }
}

/// Words joined for reading: "a, b and c".
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.as_ref().to_owned(),
        [head @ .., last] => {
            let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", head.join(", "), last.as_ref())
        }
    }
}

/// "1 card", "2 cards".
pub fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Who has won: "a wins", or of a team "a and c win". Where the game says nobody, the player that is named.
pub fn won(game: &Game, names: &Names, player: PlayerId) -> String {
    let winners: Vec<String> = game.winners().map(|winner| names.player(winner)).collect();
    match &winners[..] {
        [] | [_] => format!("{} wins", names.player(player)),
        team => format!("{} win", list(team)),
    }
}
