//! The table of a scenario: the game, the handles of its cards, prepared answers, and what was seen so far.

use super::fail::{Fail, Kind};
use super::value::Prepared;
use crate::words::Names;
use cardwright_engine::definition::{CardDef, Definitions};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, ObjectId, PlayerId};
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::setup::Arrange;
use cardwright_engine::symbol::Symbol;
use std::collections::VecDeque;
use std::sync::Arc;

/// A physical card, token or stack object that a scenario has a name for. It keeps its handle as it changes zones.
pub type Handle = usize;

/// A scenario while it runs.
pub struct Stage {
    /// The game, at rest between beats.
    pub game: Game,
    /// Players are called a, b, c...
    pub names: Names,
    /// The current id of each handle's object.
    pub(super) tracked: Vec<ObjectId>,
    /// Answers prepared with `will`, for each player, first to be used first.
    pub(super) wills: Vec<VecDeque<Prepared>>,
    /// What happened, in words.
    pub(super) log: Vec<String>,
    /// The questions that were asked and had more than one answer, with the answers, in words.
    pub(super) asked: Vec<String>,
    /// A combat declaration that more may be added to.
    pub(super) declared: Option<super::combat::Declared>,
    /// Counts what the scenario does at the table.
    pub(super) moves: u32,
}

/// What is put back when an action fails.
#[derive(Clone)]
pub struct Snapshot {
    game: Game,
    tracked: Vec<ObjectId>,
    wills: Vec<VecDeque<Prepared>>,
    log: usize,
    asked: usize,
}

impl Stage {
    /// An empty table.
    pub fn new(definitions: Arc<Definitions>, ruleset: Arc<Ruleset>, players: u8, seed: u64) -> Self {
        let players = players.max(2);
        Stage {
            game: Game::empty(definitions, ruleset, players, seed),
            names: Names::letters(players as usize),
            tracked: Vec::new(),
            wills: vec![VecDeque::new(); players as usize],
            log: Vec::new(),
            asked: Vec::new(),
            declared: None,
            moves: 0,
        }
    }

    /// The object of a handle, as it is now or last was.
    pub fn id(&self, handle: Handle) -> ObjectId {
        self.tracked[handle]
    }

    /// The handle of an object, made if it has none.
    pub fn handle(&mut self, id: ObjectId) -> Handle {
        if let Some(known) = self.tracked.iter().position(|tracked| *tracked == id) {
            return known;
        }
        self.tracked.push(id);
        self.tracked.len() - 1
    }

    /// The name of a handle's object.
    pub fn name(&self, handle: Handle) -> String {
        self.names.object(&self.game, self.id(handle))
    }

    /// The definition that scenarios call by that name: a card of the library, or one defined on the spot.
    pub fn definition(&self, name: &str) -> Result<DefId, Fail> {
        let definitions = self.game.definitions();
        if let Some(id) = definitions.find(Symbol::new(name)) {
            return Ok(id);
        }
        // Tokens are called `card/token`; the last part is enough where only one is called so.
        let suffix = format!("/{name}");
        let mut tokens = definitions.iter().filter(|(_, definition)| definition.key.as_str().ends_with(&suffix));
        match (tokens.next(), tokens.next()) {
            (Some((id, _)), None) => Ok(id),
            _ => {
                let names = definitions.iter().map(|(_, definition)| definition.key.as_str());
                let hint = cardwright_script::diagnostic::nearest(name, names);
                Err(Fail::wrong(match hint {
                    Some(hint) => format!("no card is called `{name}`; did you mean `{hint}`?"),
                    None => format!("no card is called `{name}`"),
                }))
            }
        }
    }

    /// Adds or replaces a definition.
    pub fn define(&mut self, definition: CardDef) {
        let mut definitions = (**self.game.definitions()).clone();
        definitions.insert(Arc::new(definition));
        self.game.arrange(Arrange::Definitions(Arc::new(definitions)));
    }

    /// The game is that one from now on, with the definitions that this table has.
    pub fn take_game(&mut self, mut game: Game) -> Result<(), Fail> {
        if !self.tracked.is_empty() || self.moves > 0 {
            return Err(Fail::wrong("`t.replay` sets up the whole table: say it first"));
        }
        let players = game.players().len();
        if players != self.wills.len() {
            return Err(Fail::wrong(format!("the game was played by {players}: say `players: {players}` in the scenario")));
        }
        let mut definitions = (**game.definitions()).clone();
        for (_, definition) in self.game.definitions().iter() {
            definitions.insert(definition.clone());
        }
        game.adopt(Arc::new(definitions));
        self.game = game;
        Ok(())
    }

    /// Everything that an action may change.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            game: self.game.clone(),
            tracked: self.tracked.clone(),
            wills: self.wills.clone(),
            log: self.log.len(),
            asked: self.asked.len(),
        }
    }

    pub(super) fn restore(&mut self, snapshot: Snapshot) {
        self.game = snapshot.game;
        self.tracked = snapshot.tracked;
        self.wills = snapshot.wills;
        self.log.truncate(snapshot.log);
        self.asked.truncate(snapshot.asked);
    }

    /// Takes back what failed. Answers that were prepared for what the rules refuse are used up all the same.
    pub(super) fn undo(&mut self, before: Snapshot, fail: &Fail) {
        let wills = std::mem::take(&mut self.wills);
        self.restore(before);
        if fail.kind == Kind::Refused {
            self.wills = wills;
        }
    }

    /// Does something at the table; if it fails, nothing has happened.
    pub fn transact<T>(&mut self, action: impl FnOnce(&mut Self) -> Result<T, Fail>) -> Result<T, Fail> {
        let before = self.snapshot();
        let declared = self.declared.clone();
        self.moves += 1;
        let result = action(self);
        if let Err(fail) = &result {
            self.undo(before, fail);
            self.declared = declared;
            self.moves -= 1;
        }
        result
    }

    /// The last lines of the log.
    pub fn last_events(&self, count: usize) -> &[String] {
        &self.log[self.log.len().saturating_sub(count)..]
    }

    /// What the player is called.
    pub fn player_name(&self, player: PlayerId) -> String {
        self.names.player(player)
    }

    /// Whether all prepared answers have been used.
    pub fn leftover_will(&self) -> Option<String> {
        let (seat, left) = self.wills.iter().enumerate().find(|(_, queue)| !queue.is_empty())?;
        let name = self.names.player(PlayerId(seat as u8));
        Some(format!("{name} prepared {} that no question asked for", crate::words::count(left.len(), "answer")))
    }
}
