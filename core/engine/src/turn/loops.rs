//! Loops (modern 104.4b, 732): what goes on by itself for ever ends in a draw; what a player keeps going by choosing the same
//! again and again is shortcut by a number of repetitions. Whatever is left over meets a limit.

use crate::ability::{AbilityInstance, Line};
use crate::game::{Game, Outcome};
use crate::ids::{ObjectId, PlayerId};
use crate::object::EntryKind;
use crate::question::{Answer, Ask, Purpose};
use crate::run::{Beat, Note, Run, Stop};
use crate::symbol::Symbol;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Stack entries that may resolve in one step with nobody doing anything but pass, before it counts as a loop of
/// mandatory actions (104.4b).
const MANDATORY: u32 = 1_000;
/// After so many of them it is written down what resolves.
const QUIET: u32 = 8;
/// How much is written down.
const TRAIL: usize = 192;
/// The longest cycle that is looked for.
const LONGEST: usize = 24;
/// How often a cycle with a choice in it is seen before its player is asked how often more (732.2a).
const TIMES_SEEN: usize = 8;
/// The most repetitions that a player may name.
const MOST_REPETITIONS: i32 = 10_000;
/// Actions in one step, passes not counted, before a game is stopped.
const ACTIONS: u32 = 20_000;

/// Something that takes part in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoopPart {
    /// The name of the spell, or of the source of the ability.
    pub name: Symbol,
    /// The keyword that the ability stands for, if any.
    pub keyword: Option<Symbol>,
    /// The place of the ability among the source's abilities.
    pub index: u16,
    /// Where its script says it.
    pub line: Line,
}

impl fmt::Display for LoopPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        match (self.keyword, self.line) {
            (Some(keyword), _) => write!(f, " ({keyword})"),
            (None, Line(0)) => Ok(()),
            (None, Line(line)) => write!(f, " (line {line})"),
        }
    }
}

/// A number of repetitions that a player has named (732.2a).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Shortcut {
    player: PlayerId,
    about: Symbol,
    left: i32,
}

/// What has been going on in a step since a player last did anything but pass.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Unbroken {
    /// Stack entries resolved.
    count: u32,
    /// The latest of them, with the size of the stack under each.
    trail: Vec<(LoopPart, u32)>,
    /// Who has chosen to do something that was optional, what asked, and after how many entries.
    willing: Option<(PlayerId, Symbol, u32)>,
    shortcut: Option<Shortcut>,
}

impl Unbroken {
    /// Whose choice is part of a cycle of that length: one that was made before it is not.
    fn chooser(&self, length: usize) -> Option<(PlayerId, Symbol)> {
        let (player, about, at) = self.willing?;
        (self.count - at <= length as u32).then_some((player, about))
    }
    fn push(&mut self, part: LoopPart, below: u32) {
        if self.trail.len() >= TRAIL {
            self.trail.drain(..TRAIL / 2);
        }
        self.trail.push((part, below));
    }

    /// The shortest cycle that the latest entries repeat at least so many times, while the stack has not become smaller.
    fn cycle(&self, times: usize) -> Option<&[(LoopPart, u32)]> {
        let trail = &self.trail[..];
        (1..=LONGEST).take_while(|length| length * times <= trail.len()).find_map(|length| {
            let window = &trail[trail.len() - length * times..];
            let (first, last) = (&window[..length], &window[window.len() - length..]);
            let repeats = window.iter().zip(&window[length..]).all(|((one, _), (other, _))| one == other);
            (repeats && last[0].1 >= first[0].1).then_some(last)
        })
    }
    /// The cycle, or else whatever resolved lately, each once.
    fn parts(&self) -> Vec<LoopPart> {
        match self.cycle(3) {
            Some(cycle) => cycle.iter().map(|(part, _)| *part).collect(),
            None => {
                let mut parts: Vec<LoopPart> = Vec::new();
                for (part, _) in self.trail.iter().rev().take(LONGEST) {
                    if !parts.contains(part) {
                        parts.push(*part);
                    }
                }
                parts.reverse();
                parts
            }
        }
    }
}

impl Game {
    /// Called before the top of the stack resolves. Ends the game if that goes on for ever by itself (104.4b); asks who
    /// keeps it going how often more (732.2a). Says whether the entry is still to resolve.
    pub(super) fn look_for_loops(&mut self, run: &mut Run<'_>) -> Beat<bool> {
        self.turn.unbroken.count += 1;
        if self.turn.unbroken.count <= QUIET {
            return Ok(true);
        }
        let below = self.stack.len() as u32;
        if let Some(part) = self.stack.last().map(|entry| self.loop_part(entry.object)) {
            self.turn.unbroken.push(part, below);
        }
        let unbroken = &self.turn.unbroken;
        let shortened = unbroken.shortcut.is_some();
        if !shortened
            && unbroken.willing.is_some()
            && let Some(length) = unbroken.cycle(TIMES_SEEN).map(<[_]>::len)
            && let Some((player, about)) = unbroken.chooser(length)
        {
            let ask = Ask::number(Purpose::Repetitions, 0, MOST_REPETITIONS);
            let source = self.stack.last().map(|entry| entry.object);
            if let Answer::Number(left) = self.ask(run, player, source, ask)? {
                self.turn.unbroken.shortcut = Some(Shortcut { player, about, left });
            }
            return Ok(true);
        }
        let (count, chosen) = (unbroken.count, unbroken.chooser(LONGEST).is_some());
        if count > MANDATORY && !chosen {
            let parts = unbroken.parts();
            run.note(self, Note::Loop(&parts));
            self.outcome = Some(Outcome::Draw);
            return Ok(false);
        }
        if count > MANDATORY + 2 * LONGEST as u32 * MOST_REPETITIONS as u32 {
            return Err(self.loop_limit("the stack does not come to an end"));
        }
        Ok(true)
    }

    /// An optional action of a player: what a shortcut says about it, if one was named. When its repetitions are used up, the
    /// player has to choose otherwise (732.3).
    pub(super) fn shortcut_answer(&mut self, player: PlayerId, about: Option<ObjectId>) -> Option<bool> {
        self.turn.unbroken.shortcut.as_ref()?;
        let name = self.loop_part(about?).name;
        let shortcut = self.turn.unbroken.shortcut.as_mut()?;
        if shortcut.player != player || shortcut.about != name {
            return None;
        }
        shortcut.left -= 1;
        let willing = shortcut.left >= 0;
        if willing {
            self.note_willing(player, about);
        }
        Some(willing)
    }
    /// A player did what was optional.
    pub(super) fn note_willing(&mut self, player: PlayerId, about: Option<ObjectId>) {
        if self.turn.unbroken.count > QUIET
            && let Some(about) = about
        {
            self.turn.unbroken.willing = Some((player, self.loop_part(about).name, self.turn.unbroken.count));
        }
    }

    /// A player acted. Too many actions in one step end the beat.
    pub(super) fn count_action(&mut self) -> Beat<()> {
        self.turn.unbroken = Unbroken::default();
        self.turn.actions += 1;
        if self.turn.actions > ACTIONS - TRAIL as u32 {
            self.turn.unbroken.trail = std::mem::take(&mut self.turn.acted);
            if let Some(part) = self.stack.last().map(|entry| self.loop_part(entry.object)) {
                self.turn.unbroken.push(part, 0);
            }
            if self.turn.actions > ACTIONS {
                return Err(self.loop_limit("the actions of this step do not come to an end"));
            }
            self.turn.acted = std::mem::take(&mut self.turn.unbroken.trail);
        }
        Ok(())
    }

    /// A limit, with what takes part.
    fn loop_limit(&self, what: &str) -> Stop {
        let parts: Vec<String> = self.turn.unbroken.parts().iter().map(ToString::to_string).collect();
        Stop::Limit(format!("{what}: {}", parts.join(", ")))
    }

    /// State-based actions that go on for ever: a draw (104.4b), named after the objects that they are about.
    pub(crate) fn endless_state_based_actions(&mut self, run: &mut Run<'_>, about: &[ObjectId]) {
        let mut parts: Vec<LoopPart> = Vec::new();
        for id in about {
            let part = self.loop_part(*id);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        run.note(self, Note::Loop(&parts));
        self.outcome = Some(Outcome::Draw);
    }

    /// The object as part of a loop: a spell, an ability on the stack, or anything else.
    pub(crate) fn loop_part(&self, id: ObjectId) -> LoopPart {
        let entry = self.entry(id).map(|entry| &entry.kind);
        let says = |instance: &AbilityInstance| (instance.ability.keyword.map(|keyword| keyword.name), instance.ability.line);
        match entry {
            Some(EntryKind::Ability { source, ability, index }) => {
                let (keyword, line) = says(ability);
                LoopPart { name: self.characteristics(*source).name, keyword, index: *index, line }
            }
            _ => LoopPart { name: self.characteristics(id).name, keyword: None, index: 0, line: Line(0) },
        }
    }
}
