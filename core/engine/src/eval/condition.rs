//! Conditions and questions about history.

use super::Eval;
use crate::ability::{Condition, EventPattern, Moment, Period, StepKind};
use crate::event::Event;
use crate::object::Memory;

impl<'a> Eval<'a> {
    /// Whether it holds.
    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::And(all) => {
                // modern 506.7c: a point of the turn said along with "during combat" is one of that combat phase.
                let in_combat = all.contains(&Condition::When(Moment::InCombat));
                all.iter().all(|condition| match condition {
                    Condition::When(moment) => self.game.is_at(*moment, in_combat),
                    condition => self.holds(condition),
                })
            }
            Condition::Or(any) => any.iter().any(|condition| self.holds(condition)),
            Condition::Not(condition) => !self.holds(condition),
            Condition::Compare(a, comparison, b) => comparison.holds(self.amount(a), self.amount(b)),
            Condition::Exists(filter) => self.exists(filter),
            Condition::Matches(objects, filter) => {
                let objects = self.objects(objects);
                !objects.is_empty() && objects.iter().all(|&id| self.matches(filter, self.traced(id)))
            }
            Condition::PlayerIs(players, among) => {
                let players = self.players(players);
                !players.is_empty() && players.iter().all(|&player| self.is_player_in(among, player))
            }
            Condition::TurnOf(players) => self.is_player_in(players, self.game.turn.active),
            Condition::During(step) => {
                let now = self.game.turn.step;
                // Both combat damage steps are combat damage steps (510.4).
                now == *step || (*step == StepKind::CombatDamage && now == StepKind::FirstCombatDamage)
            }
            Condition::When(moment) => self.game.is_at(*moment, false),
            Condition::Daylight(daylight) => self.game.turn.daylight == *daylight,
            Condition::Happened(pattern, period, times) => {
                let times = usize::from(*times);
                self.happened(pattern, *period).take(times).count() == times
            }
            Condition::Paid(tag) => self.times_paid(*tag) > 0,
            Condition::WasCast(objects) => {
                let objects = self.objects(objects);
                let was_cast = |id| self.see(id).is_some_and(|seen| seen.object.cast().is_some());
                !objects.is_empty() && objects.iter().all(|&id| was_cast(id))
            }
            Condition::ChosenWord(key, word) => matches!(self.memory(*key), Some(Memory::Word(known)) if known == word),
            Condition::Unresolved(filter) => self.game.has_unresolved(|source| self.matches(filter, source)),
            Condition::Script(callback) => self.call(callback, |host, game, scope| host.holds(game, scope, callback, None)),
        }
    }

    /// Whether "for as long as" this goes on (modern 611.2b). What is gone is nothing any more, whatever it was last.
    pub fn goes_on(&self, condition: &Condition) -> bool {
        match condition {
            Condition::And(all) => all.iter().all(|condition| self.goes_on(condition)),
            Condition::Or(any) => any.iter().any(|condition| self.goes_on(condition)),
            Condition::Matches(objects, filter) => {
                let objects = self.objects(objects);
                !objects.is_empty() && objects.iter().all(|&id| self.game.object(id).is_some() && self.matches(filter, id))
            }
            condition => self.holds(condition),
        }
    }

    /// The events of that stretch of history that match, each counted by itself.
    pub(super) fn happened<'e>(&'e self, pattern: &'e EventPattern, period: Period) -> impl Iterator<Item = &'a Event> + 'e {
        let history = &self.game.history;
        let (events, looks, step) = match period {
            Period::ThisTurn => (&history.this_turn, &history.looks_this_turn, None),
            Period::LastTurn => (&history.last_turn, &history.looks_last_turn, None),
            Period::ThisStep => (&history.this_turn, &history.looks_this_turn, Some(history.step)),
        };
        events
            .iter()
            .enumerate()
            .filter(move |(place, (mark, event))| {
                step.is_none_or(|step| step == *mark) && {
                    // modern 608.2i: things are looked at as they were then.
                    let first = looks.partition_point(|look| (look.event as usize) < *place);
                    let last = looks.partition_point(|look| (look.event as usize) <= *place);
                    Eval { looks: &looks[first..last], ..*self }.matches_event(pattern, event)
                }
            })
            .map(|(_, (_, event))| event)
    }
}
