//! The scripts in a journal: where a game has callbacks, the journal brings the scripts that answer them, as they were then. They
//! stand before whatever needs them, and each script stands there once.

use super::journal::Frame;
use crate::catalog::{FaceScript, Scripts, Shared, callbacks, install_scripts, known_scripts, prepare_callbacks};
use cardwright_engine::definition::CardDef;
use cardwright_engine::game::Game;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which scripts are in a journal.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    /// What all scripts share, as it was written last.
    shared: Arc<Shared>,
    /// The scripts by content hash.
    versions: BTreeSet<u64>,
}

impl Written {
    /// The frames with the scripts that these definitions need and that are not in the journal yet. Nothing for a script that this
    /// thread does not know: then the game cannot be played here either.
    pub fn missing<'d>(&mut self, definitions: impl IntoIterator<Item = &'d Arc<CardDef>>) -> Vec<Frame> {
        let needed: BTreeSet<u64> = callbacks(definitions).into_iter().map(|(_, version)| version).collect();
        if needed.is_subset(&self.versions) {
            return Vec::new();
        }
        let mut frames = Vec::new();
        for scripts in known_scripts() {
            let has = scripts.versions();
            if needed.iter().any(|version| has.contains(version) && !self.versions.contains(version)) {
                let shared = (self.shared != scripts.shared).then(|| scripts.shared.clone());
                frames.push(Frame::Scripts { shared, faces: scripts.faces.clone() });
                self.add(&scripts);
            }
        }
        frames
    }

    fn add(&mut self, scripts: &Scripts) {
        self.shared = scripts.shared.clone();
        self.versions.extend(scripts.versions());
    }
}

/// The scripts of a thread while a journal is read: at the end those count again that counted before.
pub(super) struct Reading {
    before: Option<Arc<Scripts>>,
    pub written: Written,
}

impl Reading {
    pub fn new() -> Self {
        Reading { before: known_scripts().pop(), written: Written::default() }
    }

    /// What a frame brings answers from now on.
    pub fn install(&mut self, shared: Option<Arc<Shared>>, faces: Vec<FaceScript>, game: &Game) {
        let shared = shared.unwrap_or_else(|| self.written.shared.clone());
        let scripts = Arc::new(Scripts { shared, faces });
        install_scripts(&scripts);
        self.written.add(&scripts);
        prepare_callbacks(game.definitions().iter().map(|(_, definition)| definition));
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(before) = self.before.take()
            && !self.written.versions.is_empty()
        {
            install_scripts(&before);
        }
    }
}
