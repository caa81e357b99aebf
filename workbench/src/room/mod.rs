//! The room: one table, who looks at it, and the thread on which all of it happens.
//!
//! Whoever wants something of the table sends a piece of work; the room does one after the other, lets the game go on, and
//! tells every watcher what has changed for their eyes. Nothing else touches the table.

mod eyes;
mod pace;
mod reload;
mod sandbox;
mod stops;
mod time;
mod watcher;

pub use eyes::{Eyes, Role};
pub use pace::Pace;
pub use reload::Trouble;
pub use sandbox::{Wish, Zone};
pub use stops::{PassUntil, Stops};
pub use time::{Journey, Looking};
pub use watcher::{Sent, Update};

use crate::page;
use cardwright_engine::game::Game;
use cardwright_engine::ids::PlayerId;
use cardwright_engine::object::EntryKind;
use cardwright_engine::question::{Answer, Ask, Question};
use cardwright_library::{Library, LiveLibrary};
use cardwright_play::catalog::{Catalog, install_host};
use cardwright_play::caught::caught;
use cardwright_play::table::{Rerun, Status, Table};
use cardwright_play::words::{self, Names};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use watcher::Watcher;

/// Who answers for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatKind {
    /// The designer.
    Person,
    /// Somebody who joined by a link of their own.
    Guest,
    /// The bot of that name.
    Bot(String),
}

/// Why an answer, or something else that was asked for, was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The question has been answered, taken back, or replaced.
    #[error("that question is not open any more: the page shows the one that is")]
    OldQuestion,
    /// Somebody else is asked.
    #[error("{0} is asked, not you")]
    NotYours(String),
    /// Nobody is asked anything.
    #[error("nobody is asked anything now")]
    NothingOpen,
    /// The answer is not legal.
    #[error("{0}")]
    Illegal(String),
    /// It is not for this role.
    #[error("only the designer's page may do this")]
    NotAllowed,
    /// The program failed while doing it; the game stands where it stood.
    #[error("the program failed here, which is a fault of ours; the game stands where it stood: {0}")]
    Failed(String),
}

type Work = Box<dyn FnOnce(&mut Room) + Send>;

/// The way to a room.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    inbox: Sender<Work>,
}

/// The room has closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the table is closed")]
pub struct Closed;

impl RoomHandle {
    /// Does something in the room and waits for what came of it.
    ///
    /// # Errors
    /// If the room has closed.
    pub async fn with<R: Send + 'static>(&self, work: impl FnOnce(&mut Room) -> R + Send + 'static) -> Result<R, Closed> {
        let (reply, answer) = oneshot::channel();
        self.tell(move |room| drop(reply.send(work(room))))?;
        answer.await.map_err(|_| Closed)
    }

    /// Does something in the room without waiting.
    ///
    /// # Errors
    /// If the room has closed.
    pub fn tell(&self, work: impl FnOnce(&mut Room) + Send + 'static) -> Result<(), Closed> {
        self.inbox.send(Box::new(work)).map_err(|_| Closed)
    }
}

/// One table with everybody around it.
pub struct Room {
    pub(crate) table: Table,
    pub(crate) library: Arc<Library>,
    pub(crate) seats: Vec<SeatKind>,
    /// What each seat has said about when it wants to be asked.
    pub(crate) stops: Vec<Stops>,
    pub(crate) pace: Pace,
    pub(crate) trouble: Trouble,
    pub(crate) status: Status,
    /// Counts the questions: an answer names the one it is meant for.
    pub(crate) serial: u64,
    open: Option<Question>,
    /// The past, while the designer looks at it.
    pub(crate) looking: Option<Looking>,
    /// Whether a page is being made of that.
    in_past: bool,
    /// The game played again with the cards as they are now, until somebody decides what becomes of it.
    pub(crate) rerun: Option<Rerun>,
    pub(crate) pictures: page::Pictures,
    watchers: Vec<Watcher>,
    version: u64,
    closed: bool,
}

impl Room {
    /// Opens a room on a thread of its own, where the table is made.
    ///
    /// # Errors
    /// If the table cannot be made, or the system gives no thread.
    pub fn open<E: Send + From<std::io::Error> + 'static>(
        live: Arc<LiveLibrary>,
        seats: Vec<SeatKind>,
        pace: Duration,
        table: impl FnOnce() -> Result<Table, E> + Send + 'static,
    ) -> Result<RoomHandle, E> {
        let (inbox, work) = channel::<Work>();
        let (opened, begun) = channel();
        let library = live.current();
        let alive = Arc::new(());
        reload::follow(live, inbox.clone(), Arc::downgrade(&alive))?;
        std::thread::Builder::new().name("table".to_owned()).spawn(move || {
            // Callbacks of scripts are answered by a host of the thread that plays.
            install_host(&Catalog { library: library.clone() });
            let table = match table() {
                Ok(mut table) => {
                    // A game that goes on may meet newer cards.
                    let keys: Vec<_> = table.game().definitions().iter().map(|(_, definition)| definition.key).collect();
                    table.adopt(&library.definitions_for(keys));
                    table
                }
                Err(error) => return drop(opened.send(Err(error))),
            };
            drop(opened.send(Ok(())));
            let players = seats.len();
            let mut room = Room {
                table,
                pictures: page::Pictures::default(),
                trouble: Trouble::of(&library),
                library,
                stops: vec![Stops::default(); players],
                seats,
                pace: Pace::new(pace),
                status: Status::Goes,
                serial: 0,
                open: None,
                looking: None,
                in_past: false,
                rerun: None,
                watchers: Vec::new(),
                version: 0,
                closed: false,
            };
            room.run(&work);
            drop(alive);
        })?;
        let gone = |_| std::io::Error::other("the thread of the table ended");
        begun.recv().map_err(gone)??;
        Ok(RoomHandle { inbox })
    }

    fn run(&mut self, inbox: &Receiver<Work>) {
        while !self.closed {
            self.go_on();
            self.publish();
            let next = match self.pace.wait(Instant::now()) {
                Some(wait) if self.status == Status::Goes => inbox.recv_timeout(wait),
                _ => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match next {
                Ok(work) => {
                    self.work(work);
                    while let Ok(work) = inbox.try_recv() {
                        // An answer is played before anything else comes: a saved card takes a half-played beat back.
                        self.go_on();
                        self.work(work);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn work(&mut self, work: Work) {
        // The reply of work that panics is never sent: whoever asked is told that the table is closed for it.
        if let Err(why) = caught(|| work(self)) {
            self.say_all(&format!("The program failed here, which is a fault of ours: {why}"));
        }
    }

    /// Lets the game go on as far as it goes by itself.
    fn go_on(&mut self) {
        loop {
            if self.pace.holds(Instant::now()) {
                self.status = Status::Goes;
                return;
            }
            let lines = self.table.log_length();
            match caught(|| self.table.advance()) {
                Ok(status) => self.status = status,
                Err(why) => {
                    self.table.take_back();
                    self.status = Status::Stuck(cardwright_engine::run::Stop::Limit(format!("the program failed here: {why}")));
                }
            }
            self.open_question();
            match &self.status {
                Status::Goes => {
                    if self.table.log_length() != lines {
                        self.pace.shown(Instant::now());
                        if self.pace.holds(Instant::now()) {
                            return;
                        }
                    }
                }
                Status::Waiting(question) => {
                    let stops = &self.stops[question.player.index().min(self.stops.len() - 1)];
                    if !stops.passes(self.table.shown(), question) || self.table.answer(Answer::Action(0)).is_err() {
                        return;
                    }
                }
                Status::Over(_) | Status::Stuck(_) => return,
            }
        }
    }

    fn open_question(&mut self) {
        let now = match &self.status {
            Status::Waiting(question) => Some(question),
            _ => None,
        };
        if now != self.open.as_ref() || now.is_none() {
            self.serial += 1;
            self.open = now.cloned();
        }
    }

    /// The game to look at: of the past while a page is made of that.
    pub(crate) fn game(&self) -> &Game {
        match &self.looking {
            Some(looking) if self.in_past => &looking.game,
            _ => self.table.shown(),
        }
    }

    /// The game to look at, with what cards are drawn with.
    pub(crate) fn drawing(&mut self) -> (&Game, &Library, &mut page::Pictures, &Trouble) {
        let game = match &self.looking {
            Some(looking) if self.in_past => &looking.game,
            _ => self.table.shown(),
        };
        (game, &self.library, &mut self.pictures, &self.trouble)
    }

    /// Whether a page is being made of the past.
    pub(crate) fn is_past(&self) -> bool {
        self.in_past && self.looking.is_some()
    }

    /// How many lines of the log there were in the past that a page is being made of.
    pub(crate) fn past_log(&self) -> Option<usize> {
        self.looking.as_ref().filter(|_| self.in_past).map(|looking| looking.log_length)
    }

    /// Does something as somebody in that role sees the table.
    pub fn seen_as<R>(&mut self, role: Role, work: impl FnOnce(&mut Room) -> R) -> R {
        self.in_past = role == Role::Designer;
        let result = work(self);
        self.in_past = false;
        result
    }

    /// Names as somebody reads them.
    pub(crate) fn names(&self, eyes: Eyes) -> Names {
        Names { players: self.table.names().players.clone(), reader: eyes.player() }
    }

    /// The question that is open, with its number.
    pub(crate) fn question(&self) -> Option<(u64, &Question)> {
        match &self.status {
            Status::Waiting(question) if !self.is_past() => Some((self.serial, question)),
            _ => None,
        }
    }

    /// Whether somebody in that role answers for the player.
    pub(crate) fn answers_for(&self, role: Role, player: PlayerId) -> bool {
        match (role, self.seats.get(player.index())) {
            (Role::Designer, Some(SeatKind::Person)) => true,
            (Role::Player(seat), Some(SeatKind::Guest)) => seat == player,
            _ => false,
        }
    }

    /// Takes an answer to the question of that number.
    ///
    /// # Errors
    /// If another question is open, somebody else is asked, or it is not legal. Nothing has changed then.
    pub fn answer(&mut self, role: Role, serial: u64, answer: Answer) -> Result<(), Refused> {
        let (open, question) = self.question().ok_or(Refused::NothingOpen)?;
        let player = question.player;
        if !self.answers_for(role, player) {
            return Err(Refused::NotYours(self.table.names().player(player)));
        }
        if open != serial {
            return Err(Refused::OldQuestion);
        }
        let passed = matches!((&question.ask, &answer), (Ask::Priority(_), Answer::Action(0)));
        // Asked before the answer is given away; looked at only if it is refused.
        let declared = matches!(question.ask, Ask::Attackers(_) | Ask::Blockers(_)).then(|| answer.clone());
        if let Err(refusal) = self.table.answer(answer) {
            let names = self.names(Eyes::Of(player));
            let reason = declared.and_then(|declared| words::why_not_declared(self.table.shown(), &names, &declared));
            return Err(Refused::Illegal(reason.map_or_else(|| refusal.to_string(), |reason| reason.to_string())));
        }
        self.looking = None;
        if !passed && let Some(stops) = self.stops.get_mut(player.index()) {
            stops.until = None;
        }
        self.status = Status::Goes;
        Ok(())
    }

    /// Abilities of what is called like the source of that one are let through by the player from now, or not any more.
    ///
    /// # Errors
    /// If it is no ability on the stack.
    pub(crate) fn toggle_yield(&mut self, player: PlayerId, element: &str) -> Result<(), Refused> {
        let source = self.object_of(element).and_then(|id| match self.game().entry(id).map(|entry| &entry.kind) {
            Some(EntryKind::Ability { source, .. }) => Some(self.game().characteristics(*source).name),
            _ => None,
        });
        let source = source.ok_or_else(|| Refused::Illegal("that ability is not on the stack any more".to_owned()))?;
        if let Some(stops) = self.stops.get_mut(player.index()) {
            match stops.yields.iter().position(|known| *known == source) {
                Some(place) => drop(stops.yields.remove(place)),
                None => stops.yields.push(source),
            }
        }
        self.asks_anew();
        Ok(())
    }

    /// The game is asked again what comes next.
    pub(crate) fn asks_anew(&mut self) {
        self.status = Status::Goes;
    }

    /// Closes the room.
    pub fn close(&mut self) {
        self.closed = true;
    }
}
