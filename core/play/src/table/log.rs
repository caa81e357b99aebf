//! The log of a game in words. It belongs to the table: the game itself keeps none.
//!
//! A line is written for every pair of eyes at once, at the moment at which it happens: later nobody could say what a player
//! was able to see then (modern 400.2, 701.23, 708.5). What reads the same for all is kept once.

use crate::words::{self, Names};
use cardwright_engine::event::Event;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::{EntryKind, Recipient};
use cardwright_engine::question::{Action, Answer, Ask};
use cardwright_engine::run::{Note, Observer};
use cardwright_engine::symbol::Symbol;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a line of the log speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LineKind {
    /// A turn begins.
    Turn,
    /// A step begins. The line goes when nothing happens in the step.
    Step,
    /// Something happens in the game.
    Event,
    /// A card has a new text.
    Edit,
    /// Somebody changed the position by hand.
    Arranged,
    /// Somebody said it at the table.
    Said,
}

/// A line as one reader reads it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Told {
    text: String,
    keys: Vec<Symbol>,
}

/// A line of the log, for every reader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogLine {
    /// The beat in which it happened; what happened between beats belongs to the beat that was next.
    pub beat: u32,
    /// What it speaks of.
    pub kind: LineKind,
    /// For eyes that see everything, and for everybody who is not in `readers`.
    all: Told,
    /// The players who read something else.
    readers: Vec<(PlayerId, Told)>,
}

impl LogLine {
    /// A line that reads the same for everybody and names these definitions.
    pub fn plain(beat: u32, kind: LineKind, text: impl Into<String>, keys: Vec<Symbol>) -> Self {
        LogLine { beat, kind, all: Told { text: text.into(), keys }, readers: Vec::new() }
    }
    fn told(&self, reader: Option<PlayerId>) -> &Told {
        let own = reader.and_then(|reader| self.readers.iter().find(|(player, _)| *player == reader));
        own.map_or(&self.all, |(_, told)| told)
    }
    /// The line as that player reads it; `None` sees everything.
    pub fn text(&self, reader: Option<PlayerId>) -> &str {
        &self.told(reader).text
    }
    /// The keys of the definitions that the line names to that reader, in the order in which they were found.
    pub fn keys(&self, reader: Option<PlayerId>) -> &[Symbol] {
        &self.told(reader).keys
    }
    /// Whether it only says where the game is.
    pub fn is_place(&self) -> bool {
        matches!(self.kind, LineKind::Turn | LineKind::Step)
    }
    /// The size in memory, about.
    pub(super) fn bytes(&self) -> usize {
        let told = |told: &Told| told.text.len() + size_of_val(&told.keys[..]);
        size_of::<Self>()
            + told(&self.all)
            + self.readers.iter().map(|(_, own)| size_of::<(PlayerId, Told)>() + told(own)).sum::<usize>()
    }
}

/// What a beat was about, the weightiest of what happened in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum MarkKind {
    /// Nothing to speak of: somebody passed, or nobody was asked.
    Passed,
    /// A step began.
    Step,
    /// An ability triggered.
    Triggered,
    /// The combat of the turn: attacks, blocks, damage.
    Combat,
    /// A player decided something else.
    Decided,
    /// A spell or ability resolved.
    Resolved,
    /// A player acted: played, cast, activated.
    Acted,
    /// A turn began.
    Turn,
    /// The game ended.
    Ended,
    /// Somebody said something at the table.
    Said,
    /// Cards were given new texts.
    Edited,
    /// Somebody changed the position by hand.
    Arranged,
}

/// Writes down what happens.
#[derive(Clone, Debug)]
pub struct Narrator {
    /// What players are called, for each pair of eyes; the first sees everything.
    eyes: Vec<Names>,
    beat: u32,
    /// The lines, oldest first.
    pub lines: Vec<LogLine>,
    /// What it was about.
    pub kind: MarkKind,
    /// Which of the lines says so.
    pub label: Option<usize>,
}

impl Narrator {
    /// A narrator of that beat for so many players.
    pub fn new(names: &Names, players: usize, beat: u32) -> Self {
        Narrator { eyes: eyes(names, players), beat, lines: Vec::new(), kind: MarkKind::Passed, label: None }
    }

    fn weigh(&mut self, kind: MarkKind) {
        if kind > self.kind {
            self.kind = kind;
            self.label = None;
        }
    }
}

fn eyes(names: &Names, players: usize) -> Vec<Names> {
    let seats = (0..players).map(|seat| Some(PlayerId(seat as u8)));
    let readers = std::iter::once(None).chain(seats).chain([Some(words::ONLOOKER)]);
    readers.map(|reader| Names { reader, ..names.clone() }).collect()
}

/// A line in the words of each pair of eyes, if it has any.
pub(super) fn for_all_eyes(
    game: &Game,
    names: &Names,
    place: (u32, LineKind),
    objects: &[ObjectId],
    write: impl Fn(&Names) -> Option<String>,
) -> Option<LogLine> {
    line(game, &eyes(names, game.players().len()), place, objects, write)
}

fn line(
    game: &Game,
    eyes: &[Names],
    (beat, kind): (u32, LineKind),
    objects: &[ObjectId],
    write: impl Fn(&Names) -> Option<String>,
) -> Option<LogLine> {
    let mut all: Option<Told> = None;
    let mut readers = Vec::new();
    for names in eyes {
        // A line that there is for one is there for all: what it must not say, it leaves out.
        let Some(text) = write(names) else { continue };
        let keys = named(game, &text, objects);
        let told = Told { text, keys };
        match (names.reader, &all) {
            (Some(reader), Some(known)) if told != *known => readers.push((reader, told)),
            (_, None) => all = Some(told),
            _ => {}
        }
    }
    all.map(|all| LogLine { beat, kind, all, readers })
}

/// The definitions of those objects whose names stand in the text. What a reader may not see is not named to them, so its
/// key is not found either.
fn named(game: &Game, text: &str, objects: &[ObjectId]) -> Vec<Symbol> {
    let mut keys = Vec::new();
    for id in objects {
        let object = match game.presence(*id) {
            cardwright_engine::game::Presence::Present(object) => object,
            cardwright_engine::game::Presence::Gone(last) => &last.object,
            cardwright_engine::game::Presence::Forgotten => continue,
        };
        // A copy is made during the game; a page can only show the card that became one.
        for def in [object.def, object.card] {
            let definition = game.definition(def);
            let faces = definition.faces.iter().map(|face| face.base.name.as_str());
            if !definition.is_made()
                && faces.into_iter().any(|name| !name.is_empty() && text.contains(name))
                && !keys.contains(&definition.key)
            {
                keys.push(definition.key);
            }
        }
    }
    keys
}

/// The objects that a note speaks of.
fn objects_of(game: &Game, note: &Note<'_>) -> Vec<ObjectId> {
    let mut found = Vec::new();
    let entry = |id: ObjectId, found: &mut Vec<ObjectId>| {
        found.push(id);
        let Some(entry) = game.entry(id) else { return };
        if let EntryKind::Ability { source, .. } = &entry.kind {
            found.push(*source);
        }
        found.extend(entry.bindings.targets.iter().flat_map(|target| &target.chosen).filter_map(|(target, _)| target.object()));
    };
    match note {
        Note::Happened(event) => {
            found.extend(event.source());
            if let Some(object) = event.object() {
                entry(object, &mut found);
            }
            match event {
                Event::Move(movement) => found.extend(movement.became),
                Event::Counter { by, .. } => found.push(*by),
                Event::Attack { attacker, defender } => found.extend([Some(*attacker), defender.object()].into_iter().flatten()),
                Event::Block { blocker, attacker } | Event::BlockedBy { blocker, attacker } => {
                    found.extend([*blocker, *attacker])
                }
                Event::Attach { to: Recipient::Object(to), .. } => found.push(*to),
                Event::Prevented { effect, .. } => found.push(*effect),
                _ => {}
            }
        }
        Note::Resolves(object) | Note::Fizzles(object) | Note::Triggered(object) => entry(*object, &mut found),
        Note::Answered(question, Answer::Action(index)) => {
            if let Ask::Priority(actions) = &question.ask
                && let Some(Action::TurnFaceUp(object)) = actions.get(*index as usize)
            {
                found.push(*object);
            }
        }
        Note::Answered(..) | Note::Mulligan(_) | Note::Loop(_) => {}
    }
    found
}

impl Observer for Narrator {
    fn note(&mut self, game: &Game, note: Note<'_>) {
        let (line_kind, mark) = match &note {
            Note::Happened(Event::TurnBegin { .. }) => (LineKind::Turn, Some(MarkKind::Turn)),
            Note::Happened(Event::Begin { .. }) => (LineKind::Step, Some(MarkKind::Step)),
            Note::Happened(Event::Lose { .. } | Event::Win { .. }) | Note::Loop(_) => (LineKind::Event, Some(MarkKind::Ended)),
            Note::Happened(Event::Attack { .. } | Event::Block { .. } | Event::Damage { combat: true, .. }) => {
                (LineKind::Event, Some(MarkKind::Combat))
            }
            Note::Resolves(_) | Note::Fizzles(_) => (LineKind::Event, Some(MarkKind::Resolved)),
            Note::Triggered(_) => (LineKind::Event, Some(MarkKind::Triggered)),
            Note::Answered(question, answer) => match (&question.ask, answer) {
                (Ask::Priority(_), Answer::Action(0)) => (LineKind::Event, None),
                (Ask::Priority(_), _) => (LineKind::Event, Some(MarkKind::Acted)),
                (Ask::Attackers(_) | Ask::Blockers(_), _) => (LineKind::Event, None),
                _ => (LineKind::Event, Some(MarkKind::Decided)),
            },
            _ => (LineKind::Event, None),
        };
        if let Some(mark) = mark {
            self.weigh(mark);
        }
        let objects = objects_of(game, &note);
        let line = line(game, &self.eyes, (self.beat, line_kind), &objects, |names| words::note(game, names, &note));
        if let Some(mut line) = line {
            // A card that a token was made of is named by the token.
            if let Note::Happened(Event::CreateTokens { def, .. }) = &note
                && !game.definition(*def).is_made()
            {
                line.all.keys.push(game.definition(*def).key);
            }
            if self.label.is_none() && (self.kind == MarkKind::Passed || !line.is_place() || mark == Some(self.kind)) {
                self.label = Some(self.lines.len());
            }
            self.lines.push(line);
        }
    }
}

/// Adds a line to a log. A step in which nothing happened is not worth its line; gives back what was dropped.
pub(super) fn push(log: &mut Vec<Arc<LogLine>>, line: Arc<LogLine>) -> Option<Arc<LogLine>> {
    let dropped = if line.is_place() { log.pop_if(|last| last.kind == LineKind::Step) } else { None };
    log.push(line);
    dropped
}

/// Adds lines in words to a log. A step in which nothing happened is not worth its line.
pub fn append(log: &mut Vec<String>, lines: Vec<String>) {
    for line in lines {
        if is_step(&line) || line.starts_with("== ") {
            log.pop_if(|last| is_step(last));
        }
        log.push(line);
    }
}

/// Whether the line only says that a step begins.
pub fn is_step(line: &str) -> bool {
    line.starts_with("- ")
}
