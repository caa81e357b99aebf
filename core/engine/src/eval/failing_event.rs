//! Which part of a pattern an event does not fit. Each part is tried by itself, with all others left open, by the function that
//! matches events.

use super::Eval;
use super::pattern::moves_look_back;
use crate::ability::{Condition, EventPattern, Filter, Pattern, PlayerFilter, Players};
use crate::event::Event;
use crate::ids::ObjectId;
use crate::object::Recipient;
use crate::why::{EventMismatch, Mismatch};
use derive_visitor::{DriveMut, Event as Visit, VisitorMut};
use smallvec::SmallVec;
use std::any::Any;

/// A part of a pattern that says which objects or players are meant.
enum Part {
    Objects(Filter),
    Players(Players),
}

/// Leaves open every part but one.
struct Opener {
    kept: Option<usize>,
    /// What stands for an open filter.
    open: Filter,
    parts: Vec<Part>,
    depth: u32,
}

impl VisitorMut for Opener {
    fn visit(&mut self, item: &mut dyn Any, event: Visit) {
        let is_part = item.is::<Filter>() || item.is::<Players>();
        if !is_part && !item.is::<Condition>() && !item.is::<PlayerFilter>() {
            return;
        }
        if matches!(event, Visit::Exit) {
            self.depth -= 1;
            return;
        }
        if self.depth == 0 && is_part {
            let opened = self.kept != Some(self.parts.len());
            if let Some(filter) = item.downcast_mut::<Filter>() {
                self.parts.push(Part::Objects(filter.clone()));
                if opened {
                    *filter = self.open.clone();
                }
            } else if let Some(players) = item.downcast_mut::<Players>() {
                self.parts.push(Part::Players(players.clone()));
                if opened {
                    *players = Players::Each;
                }
            }
        }
        self.depth += 1;
    }
}

/// The pattern with every part left open but one, and all parts.
fn opened(pattern: &Pattern, kept: Option<usize>, open: Filter) -> (Pattern, Vec<Part>) {
    let mut opener = Opener { kept, open, parts: Vec::new(), depth: 0 };
    let mut pattern = pattern.clone();
    pattern.drive_mut(&mut opener);
    (pattern, opener.parts)
}

/// The objects that the filters of the pattern are asked of, in their order.
fn subjects(pattern: &Pattern, event: &Event) -> SmallVec<[Option<ObjectId>; 2]> {
    let (object, source) = (event.object(), event.source());
    SmallVec::from_iter(match (pattern, event) {
        (Pattern::Moves { from, to, .. }, Event::Move(movement)) if !moves_look_back(*from, *to, movement) => {
            [movement.became.or(object), None]
        }
        (Pattern::PlaysLand(..), Event::Move(movement)) => [movement.became.or(object), None],
        (Pattern::Damage { .. } | Pattern::BlockedBy(..), Event::Damage { .. } | Event::Block { .. }) => [source, object],
        (Pattern::Reveals(..), _) => [source, object],
        (Pattern::TargetsPlayer(..) | Pattern::Activates(..) | Pattern::TapsForMana(_), _) => [source, None],
        (_, Event::Targeted { target: Recipient::Player(_), .. }) => [source, None],
        _ => [object, source],
    })
}

impl Eval<'_> {
    /// What keeps the event from matching, of one that does not: the first part that fails of the first pattern for such events.
    pub(crate) fn why_not_event(&self, pattern: &EventPattern, event: &Event) -> EventMismatch {
        let of_kind = |one: &&Pattern| EventPattern::from((*one).clone()).kinds().has(event.kind());
        match pattern.any.iter().find(of_kind) {
            Some(pattern) => self.why_not_pattern(pattern, event),
            None => EventMismatch::Kind,
        }
    }

    fn why_not_pattern(&self, pattern: &Pattern, event: &Event) -> EventMismatch {
        match (pattern, event) {
            (Pattern::Where(inner, var, condition), _) => {
                return if self.matches_pattern(inner, event) {
                    let failing = self.with_event(*var, event, |eval| eval.why_not_holding(condition));
                    EventMismatch::Condition(failing.unwrap_or_else(|| (**condition).clone()))
                } else {
                    self.why_not_pattern(inner, event)
                };
            }
            (Pattern::WherePlayer(inner, filter), _) => {
                return if self.matches_pattern(inner, event) {
                    let meant = Players::Among(Box::new(Players::Each), Box::new(filter.clone()));
                    EventMismatch::Player { player: self.event_player(event), meant }
                } else {
                    self.why_not_pattern(inner, event)
                };
            }
            (Pattern::Moves { from, to, cause, .. }, Event::Move(movement)) => {
                if from.is_some_and(|from| from != movement.from) {
                    return EventMismatch::From(movement.from);
                }
                if to.is_some_and(|to| to != movement.to) {
                    return EventMismatch::To(movement.to);
                }
                if cause.is_some_and(|cause| cause != movement.cause) {
                    return EventMismatch::Cause(movement.cause);
                }
            }
            _ => {}
        }
        // Some patterns read "anything" in a way of their own: an open filter is written in two ways.
        let fits = |kept| {
            [Filter::Any, Filter::And(Vec::new())]
                .into_iter()
                .any(|open| self.matches_pattern(&opened(pattern, kept, open).0, event))
        };
        if !fits(None) {
            return EventMismatch::Otherwise;
        }
        let (_, parts) = opened(pattern, None, Filter::Any);
        let mut subjects = subjects(pattern, event).into_iter();
        for (place, part) in parts.into_iter().enumerate() {
            let object = if matches!(part, Part::Objects(_)) { subjects.next().flatten() } else { None };
            if fits(Some(place)) {
                continue;
            }
            return match part {
                Part::Players(meant) => EventMismatch::Player { player: self.event_player(event), meant },
                Part::Objects(filter) => {
                    let lacks = object.and_then(|object| self.why_not_matching(&filter, object));
                    EventMismatch::Object { object, lacks: lacks.unwrap_or(Mismatch::Part(filter)) }
                }
            };
        }
        EventMismatch::Otherwise
    }
}
