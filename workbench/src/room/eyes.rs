//! Who looks at the table, and what they may see and do.

use super::{Room, SeatKind};
use cardwright_engine::ids::PlayerId;
use cardwright_play::words::ONLOOKER;

/// What somebody's key lets them do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Everything: plays all seats of people that nobody joined, edits cards, goes through time, sets up boards.
    Designer,
    /// Plays one seat.
    Player(PlayerId),
    /// Looks on.
    Watcher,
}

/// Through whose eyes a page is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Sees what that player may see.
    Of(PlayerId),
    /// Sees what everybody may see, and no hand.
    Public,
    /// Sees everything.
    All,
}

impl Eyes {
    /// The player who looks; `None` sees everything. Of nobody's eyes there is a seat that does not exist: it owns no hidden card.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Eyes::Of(player) => Some(player),
            Eyes::Public => Some(ONLOOKER),
            Eyes::All => None,
        }
    }
}

impl Room {
    /// The eyes of somebody in that role. A designer who plays several seats sees through those of the one that is asked; one who
    /// plays none sees everything. `open_hands` is what a designer may ask for as long as nobody else plays.
    pub(crate) fn eyes(&self, role: Role, open_hands: bool, before: Option<Eyes>) -> Eyes {
        match role {
            Role::Player(player) => Eyes::Of(player),
            Role::Watcher => Eyes::Public,
            Role::Designer => {
                let guests = self.seats.contains(&SeatKind::Guest);
                let own = |seat: &PlayerId| self.answers_for(Role::Designer, *seat);
                let mut seats = (0..self.seats.len() as u8).map(PlayerId).filter(own);
                match (seats.next(), seats.next()) {
                    _ if open_hands && !guests => Eyes::All,
                    (None, _) if guests => Eyes::Public,
                    (None, _) => Eyes::All,
                    (Some(only), None) => Eyes::Of(only),
                    (Some(first), Some(_)) => match self.question() {
                        Some((_, question)) if own(&question.player) => Eyes::Of(question.player),
                        _ => before.unwrap_or(Eyes::Of(first)),
                    },
                }
            }
        }
    }
}
