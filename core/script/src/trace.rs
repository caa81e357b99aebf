//! How a script built its abilities: every call of a word with its place and what it yielded.
//!
//! Ability data does not say where it was written; lint has to. A host that traces notes each step while the script runs, and lint
//! asks afterwards which step yielded a part of an ability. Steps also know which others went into them, so that a value that goes
//! nowhere shows.

use crate::diagnostic::{Place, SourceFile};
use crate::host::lexer;
use crate::value::{Part, Piece, Value, Who};
use cardwright_engine::ability::{
    Amount, Condition, Cost, Destination, Effect, EventChange, EventPattern, Filter, Mode, Objects, Players, StaticPart,
    TargetSpec, TokenSpec,
};
use cardwright_engine::ids::{LinkKey, TargetSlot, Var};
use cardwright_engine::symbol::Symbol;
use derive_visitor::{DriveMut, visitor_enter_fn_mut};
use rhai::Dynamic;
use std::collections::BTreeSet;
use std::ops::Range;

/// What a word yielded, as ability data.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // The names say it.
pub enum Made {
    Amount(Amount),
    Condition(Condition),
    Filter(Filter),
    Objects(Objects),
    Players(Players),
    Pattern(EventPattern),
    Cost(Cost),
    Effect(Effect),
    /// One instance of "target", with what may be chosen.
    Target(TargetSlot, Box<TargetSpec>),
    /// A statement for `always`, with its condition.
    Statement(Vec<StaticPart>, Condition),
    Changes(Vec<EventChange>),
    Mode(Box<Mode>),
    Modes(Vec<Mode>),
    Token(Box<TokenSpec>),
    Destination(Box<Destination>),
    /// The event or the result that a name stands for.
    Bound(Var),
    /// What linked abilities remember.
    Linked(LinkKey),
    /// An ability of the script, counted in the order of their making.
    Ability(usize),
    Keyword(Symbol),
    /// Something that is no ability data by itself.
    Other(&'static str),
}

/// One call of a word.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The word; an operator as it is written.
    pub word: &'static str,
    /// What it yielded.
    pub made: Made,
    /// The steps whose values went into it.
    pub from: Vec<u16>,
    /// Whether its value went anywhere.
    pub used: bool,
    /// Where the word stands in the script; `None` for steps inside the prelude.
    pub place: Option<Place>,
}

/// Where something is written: a file and the bytes of it.
pub type Written = (SourceFile, Range<usize>);

/// How a face's script built its abilities.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// Every call of a word, in the order of running.
    pub steps: Vec<Step>,
    /// How many abilities come from the card file's list of keywords: those stand first.
    pub first_scripted: usize,
    /// Where each ability of the face is said: the word of its statement, or the keyword in the card file.
    pub abilities: Vec<Option<Written>>,
    /// For each ability of the face the number by which steps know it.
    drafts: Vec<Option<usize>>,
    /// The script, as a part of its file.
    script: Option<Written>,
}

impl Trace {
    pub(crate) fn of_script(file: &SourceFile, span: Range<usize>) -> Self {
        Trace { script: Some((file.clone(), span)), ..Trace::default() }
    }

    /// The path of the script's file.
    pub(crate) fn path(&self) -> &str {
        self.script.as_ref().map_or("", |(file, _)| &file.path)
    }

    /// Notes an ability of the card file's list of keywords.
    pub(crate) fn keyword(&mut self, file: &SourceFile, span: Range<usize>) {
        self.abilities.push(Some((file.clone(), span)));
        self.drafts.push(None);
        self.first_scripted = self.abilities.len();
    }

    /// Notes the next ability of the script.
    pub(crate) fn scripted(&mut self, draft: usize) {
        let made = Made::Ability(draft);
        // The statement is the first step with the ability; what refines it comes later.
        let statement = self.steps.iter().find(|step| step.made == made && step.place.is_some());
        self.abilities.push(statement.and_then(|step| self.word(step)));
        self.drafts.push(Some(draft));
    }

    /// Where the word of a step stands.
    pub fn word(&self, step: &Step) -> Option<Written> {
        let (file, script, at) = self.at(step)?;
        let span = lexer::token_at(script, at);
        self.written(file, span)
    }

    /// Where a step is written with what stands before its point and its arguments: `creatures.yours.get(+1, +1)`.
    pub fn whole(&self, step: &Step) -> Option<Written> {
        let (file, script, at) = self.at(step)?;
        self.written(file, lexer::expression(script, at))
    }

    /// Where an argument of a step is written, counted from 0 between the parentheses.
    pub fn argument(&self, step: &Step, place: usize) -> Option<Written> {
        let (file, script, at) = self.at(step)?;
        self.written(file, lexer::argument(script, at, place)?)
    }

    /// Where the argument of a step is written that says just this: `0`, `"+1/+1"`.
    pub fn argument_saying(&self, step: &Step, text: &str) -> Option<Written> {
        (0..8)
            .map_while(|place| self.argument(step, place))
            .find(|(file, span)| file.text.get(span.clone()).is_some_and(|argument| argument.trim() == text))
    }

    fn at<'t>(&'t self, step: &Step) -> Option<(&'t SourceFile, &'t str, usize)> {
        let (file, span) = self.script.as_ref()?;
        let script = file.text.get(span.clone())?;
        Some((file, script, crate::diagnostic::offset_in(script, step.place?)))
    }
    fn written(&self, file: &SourceFile, span: Range<usize>) -> Option<Written> {
        let start = self.script.as_ref()?.1.start;
        Some((file.clone(), start + span.start..start + span.end))
    }

    /// The steps that went into an ability of the face, in the order of running.
    pub fn steps_of(&self, ability: usize) -> Vec<&Step> {
        let Some(draft) = self.drafts.get(ability).copied().flatten() else { return Vec::new() };
        let made = Made::Ability(draft);
        let mut waiting: Vec<u16> =
            (0u16..).zip(&self.steps).filter(|(_, step)| step.made == made).map(|(index, _)| index).collect();
        let mut found = BTreeSet::new();
        while let Some(index) = waiting.pop() {
            if found.insert(index) {
                waiting.extend(self.steps.get(usize::from(index)).map_or(&[][..], |step| &step.from));
            }
        }
        found.into_iter().filter_map(|index| self.steps.get(usize::from(index))).collect()
    }

    /// The step that yielded a part of an ability, as far as one did: the last one written in the script itself.
    pub fn step(&self, ability: usize, part: &Made) -> Option<&Step> {
        let part = plain(part);
        self.steps_of(ability).into_iter().rev().find(|step| step.place.is_some() && plain(&step.made) == part)
    }

    /// Where a part of an ability is written.
    pub fn place(&self, ability: usize, part: &Made) -> Option<Written> {
        self.step(ability, part).and_then(|step| self.whole(step))
    }
}

/// Whether a target stayed without a place among those that an ability asks for: nothing chooses it where it is used.
pub fn is_unplaced(slot: TargetSlot) -> bool {
    slot.0 >= crate::value::STAND_IN
}

/// Without what assembling an ability changes: the numbers of its targets.
fn plain(made: &Made) -> Made {
    let mut made = made.clone();
    let mut slots = visitor_enter_fn_mut(|slot: &mut TargetSlot| *slot = TargetSlot(0));
    match &mut made {
        Made::Amount(data) => data.drive_mut(&mut slots),
        Made::Condition(data) => data.drive_mut(&mut slots),
        Made::Filter(data) => data.drive_mut(&mut slots),
        Made::Objects(data) => data.drive_mut(&mut slots),
        Made::Players(data) => data.drive_mut(&mut slots),
        Made::Pattern(data) => data.drive_mut(&mut slots),
        Made::Cost(data) => data.drive_mut(&mut slots),
        Made::Effect(data) => data.drive_mut(&mut slots),
        Made::Target(slot, spec) => {
            *slot = TargetSlot(0);
            spec.drive_mut(&mut slots);
        }
        Made::Statement(parts, condition) => {
            parts.drive_mut(&mut slots);
            condition.drive_mut(&mut slots);
        }
        Made::Changes(data) => data.drive_mut(&mut slots),
        Made::Mode(data) => data.drive_mut(&mut slots),
        Made::Modes(data) => data.drive_mut(&mut slots),
        Made::Token(data) => data.drive_mut(&mut slots),
        Made::Destination(data) => data.drive_mut(&mut slots),
        Made::Bound(_) | Made::Linked(_) | Made::Ability(_) | Made::Keyword(_) | Made::Other(_) => {}
    }
    made
}

impl Made {
    pub(crate) fn of(value: &Value, targets: &[TargetSpec]) -> Made {
        match value {
            Value::Amount(amount) => Made::Amount(amount.clone()),
            Value::Condition(condition) => Made::Condition(condition.clone()),
            Value::Filter(filter) => Made::Filter(filter.clone()),
            Value::Objects(objects) => Made::Objects(objects.clone()),
            Value::Players(players) => Made::Players(players.clone()),
            Value::Pattern(pattern) => Made::Pattern(pattern.clone()),
            Value::Cost(cost) => Made::Cost(cost.clone()),
            Value::Effect(effect) => Made::Effect((**effect).clone()),
            Value::Target(slot) => match targets.get(usize::from(slot.0 & !crate::value::STAND_IN)) {
                Some(spec) => Made::Target(*slot, Box::new(spec.clone())),
                None => Made::Other(value.kind()),
            },
            Value::Statement(statement) => {
                Made::Statement(statement.parts.iter().map(static_part).collect(), statement.condition.clone())
            }
            Value::Changes(changes) => Made::Changes(changes.clone()),
            Value::Mode(mode) => Made::Mode(mode.clone()),
            Value::Modes(modes) => Made::Modes(modes.modes.clone()),
            Value::Token(token) => Made::Token(token.clone()),
            Value::Destination(destination) => Made::Destination(destination.clone()),
            Value::Event(var) | Value::Done(var) => Made::Bound(*var),
            Value::Linked(link) => Made::Linked(*link),
            Value::Ability(handle) => Made::Ability(handle.0),
            Value::Keyword(keyword) => Made::Keyword(*keyword),
            Value::Either(..)
            | Value::Compare(..)
            | Value::Step(..)
            | Value::Color(_)
            | Value::Copy(_)
            | Value::Script(..)
            | Value::Game
            | Value::Plain(_) => Made::Other(value.kind()),
        }
    }
}

fn static_part(part: &Part) -> StaticPart {
    match part {
        Part::Continuous { who, changes } => {
            let affects = match who {
                Who::Matching(filter) => filter.clone(),
                Who::These(objects) => Filter::Is(Box::new(objects.clone())),
                Who::NextSpell(_, filter) => filter.clone(),
            };
            StaticPart::Continuous { affects, changes: changes.clone() }
        }
        Part::Rule(rule) => StaticPart::Rule((**rule).clone()),
        Part::Replacement(replacement) => StaticPart::Replacement((**replacement).clone()),
    }
}

/// The steps whose values are in there, as pieces know them.
pub(crate) fn steps_in(value: &Dynamic, found: &mut Vec<u16>) {
    if let Some(piece) = value.read_lock::<Piece>() {
        found.extend(piece.step.checked_sub(1));
    } else if let Some(list) = value.read_lock::<rhai::Array>() {
        list.iter().for_each(|item| steps_in(item, found));
    } else if let Some(map) = value.read_lock::<rhai::Map>() {
        map.values().for_each(|item| steps_in(item, found));
    } else if let Some(closure) = value.read_lock::<rhai::FnPtr>() {
        closure.curry().iter().for_each(|captured| steps_in(captured, found));
    }
}
