//! The server: pages, answers and the stream of changes, for whoever has a key.
//!
//! Every address begins with a key (`/t/KEY/`), so that two pages in one browser can be two people, and no cookie is sent by
//! mistake. Requests for another host, or sent by another site's page, are refused before anything else.

mod answers;
mod designer;
mod events;
mod guard;
mod keys;
mod serve;

pub use keys::Keys;
pub use serve::{Address, ServeError, Server};
