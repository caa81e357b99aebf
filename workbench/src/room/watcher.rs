//! Who looks on, and what they have been told: only what changed for their eyes is sent.

use super::{Eyes, Role, Room};
use crate::page;
use serde::Serialize;
use std::collections::BTreeMap;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many messages may wait for somebody who reads slowly; then the stream ends, and the page opens a new one.
const WAITING: usize = 64;

/// Parts of the page that are new.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Update {
    /// Grows with every change of the table.
    pub version: u64,
    /// The new contents, by the `id` of the part.
    pub parts: BTreeMap<&'static str, String>,
}

/// What is sent to somebody.
#[derive(Clone, Debug)]
pub enum Sent {
    /// Parts of the page.
    Update(Update),
    /// A short message, as a piece of page.
    Toast(String),
}

#[derive(Debug)]
pub(super) struct Watcher {
    role: Role,
    open_hands: bool,
    eyes: Option<Eyes>,
    parts: BTreeMap<&'static str, String>,
    to: Sender<Sent>,
}

impl Room {
    /// Somebody looks on from now: everything is sent, then whatever changes.
    pub fn watch(&mut self, role: Role, open_hands: bool) -> Receiver<Sent> {
        let (to, from) = channel(WAITING);
        self.watchers.push(Watcher { role, open_hands, eyes: None, parts: BTreeMap::new(), to });
        from
    }

    /// Tells everybody what has changed for them.
    pub(super) fn publish(&mut self) {
        if self.watchers.is_empty() {
            return;
        }
        self.version += 1;
        let version = self.version;
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain_mut(|watcher| {
            let eyes = self.eyes(watcher.role, watcher.open_hands, watcher.eyes);
            watcher.eyes = Some(eyes);
            let parts = self.seen_as(watcher.role, |room| page::parts(room, watcher.role, eyes));
            let changed: BTreeMap<_, _> = parts
                .iter()
                .filter(|(id, html)| watcher.parts.get(*id) != Some(html))
                .map(|(id, html)| (*id, html.clone()))
                .collect();
            watcher.parts = parts;
            changed.is_empty() || watcher.to.try_send(Sent::Update(Update { version, parts: changed })).is_ok()
        });
        self.watchers = watchers;
    }

    /// A short message for everybody.
    pub(crate) fn say_all(&mut self, words: &str) {
        let toast = page::toast(words);
        self.watchers.retain(|watcher| watcher.to.try_send(Sent::Toast(toast.clone())).is_ok());
    }

    /// A short message for the designer.
    pub(crate) fn say_to_designer(&mut self, toast: &str) {
        let toast = toast.to_owned();
        self.watchers.retain(|watcher| watcher.role != Role::Designer || watcher.to.try_send(Sent::Toast(toast.clone())).is_ok());
    }
}
