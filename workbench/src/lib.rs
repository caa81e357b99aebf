//! The workbench: a game in the browser while its cards change.
//!
//! One thread, the [`room`], owns the table and everything that happens at it. The [`server`] brings it requests and carries away what
//! changed, as pieces of a [`page`] made for one pair of eyes. Beside it the [`edit`] service opens, checks and saves the files of cards.

pub mod edit;
pub mod page;
pub mod room;
pub mod server;

pub use room::{Role, Room, RoomHandle, SeatKind};
pub use server::{Address, ServeError, Server};
