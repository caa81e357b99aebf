//! Amounts.

use super::seen::clamp;
use super::{Eval, LocalValue};
use crate::ability::{AbilityBody, AbilityInstance, Amount, Objects, Pattern, Players, Rounding, Stat, TriggerOn, Triggered};
use crate::characteristics::Characteristics;
use crate::ids::Var;
use crate::mana::ColorSet;
use crate::object::{Memory, Value};
use crate::player::Player;
use crate::symbol::Symbol;
use crate::types::BASIC_LAND_TYPES;

impl Eval<'_> {
    /// The number. Sums and products stay within the range of numbers.
    pub fn amount(&self, amount: &Amount) -> i32 {
        match amount {
            Amount::Fixed(number) => *number,
            Amount::X => self.x(),
            Amount::Count(filter) => self.count(filter) as i32,
            Amount::CountOf(objects) => self.objects(objects).len() as i32,
            Amount::CountPlayers(players) => self.players(players).len() as i32,
            Amount::Total(stat, objects) => self.stats(*stat, objects).fold(0, i32::saturating_add),
            Amount::Greatest(stat, objects) => self.stats(*stat, objects).max().unwrap_or(0),
            Amount::Counters(objects, kind) => {
                let of = |id| self.see(id).map_or(0, |seen| clamp(seen.object.counter(*kind)));
                self.objects(objects).into_iter().map(of).fold(0, i32::saturating_add)
            }
            Amount::PlayerCounters(players, kind) => self.sum_of_players(players, |player| clamp(player.counter(*kind))),
            Amount::Life(players) => self.sum_of_players(players, |player| player.life),
            Amount::HandSize(players) => self.sum_of_players(players, |player| player.hand.len() as i32),
            Amount::LibrarySize(players) => self.sum_of_players(players, |player| player.library.len() as i32),
            Amount::EventAmount(var) => self.event_amount(*var),
            Amount::Var(var) => self.number(*var).unwrap_or(0),
            Amount::Linked(key) => match self.memory(*key) {
                Some(Memory::Number(number)) => *number,
                _ => 0,
            },
            Amount::Happened(pattern, period) => self.happened(pattern, *period).count() as i32,
            Amount::ColorsAmong(objects) => {
                let colors = self.objects(objects).into_iter().filter_map(|id| self.see(id));
                colors.fold(ColorSet::empty(), |set, seen| set | self.characteristics(&seen).colors).count() as i32
            }
            Amount::BasicTypesAmong(objects) => {
                let objects = self.objects(objects);
                let is_there = |word: &str| {
                    objects
                        .iter()
                        .filter_map(|&id| self.see(id))
                        .any(|seen| self.characteristics(&seen).types.subtypes.iter().any(|subtype| subtype.as_str() == word))
                };
                BASIC_LAND_TYPES.iter().filter(|(word, _)| is_there(word)).count() as i32
            }
            Amount::LastCountersAwaited(objects, kind) => {
                let awaited = |id| self.see(id).map_or(0, |seen| last_awaited(self.characteristics(&seen), *kind));
                self.objects(objects).into_iter().map(awaited).max().unwrap_or(0)
            }
            Amount::TimesPaid(tag) => clamp(self.times_paid(*tag)),
            Amount::Sum(parts) => parts.iter().map(|part| self.amount(part)).fold(0, i32::saturating_add),
            Amount::Product(a, b) => self.amount(a).saturating_mul(self.amount(b)),
            Amount::Divided(amount, by, rounding) => divided(self.amount(amount), i32::from(*by), *rounding),
            Amount::Negative(amount) => self.amount(amount).saturating_neg(),
            Amount::Lowest(parts) => parts.iter().map(|part| self.amount(part)).min().unwrap_or(0),
            Amount::Highest(parts) => parts.iter().map(|part| self.amount(part)).max().unwrap_or(0),
            Amount::If(condition, yes, no) => self.amount(if self.holds(condition) { yes } else { no }),
            Amount::Script(callback) => self.call(callback, |host, game, scope| host.number(game, scope, callback)),
        }
    }

    /// The X of the spell or ability; of the spell that the source was, if this ability has none (modern 107.3m).
    fn x(&self) -> i32 {
        match self.scope.bindings.x {
            0 => self.source_cast().map_or(0, |cast| cast.x),
            x => x,
        }
    }
    fn stats(&self, stat: Stat, objects: &Objects) -> impl Iterator<Item = i32> {
        self.objects(objects).into_iter().filter_map(move |id| self.see(id).and_then(|seen| self.stat(&seen, stat)))
    }
    fn sum_of_players(&self, players: &Players, number: impl Fn(&Player) -> i32) -> i32 {
        self.players(players).into_iter().map(|player| number(self.game.player(player))).fold(0, i32::saturating_add)
    }
    fn number(&self, var: Var) -> Option<i32> {
        self.bound(var).find_map(|value| if let Value::Number(number) = value { Some(*number) } else { None })
    }
    fn event_amount(&self, var: Var) -> i32 {
        let events = self.events(var);
        match self.local(var) {
            None if events.is_empty() => self.number(var).unwrap_or(0),
            Some(LocalValue::Object(_) | LocalValue::Player(_)) => 0,
            _ => events.iter().map(|event| clamp(event.amount())).fold(0, i32::saturating_add),
        }
    }
}

/// Divided and rounded (modern 107.1a); by nothing: nothing.
fn divided(number: i32, by: i32, rounding: Rounding) -> i32 {
    if by == 0 {
        return 0;
    }
    let down = number.div_euclid(by);
    match rounding {
        Rounding::Up if number.rem_euclid(by) != 0 => down.saturating_add(1),
        _ => down,
    }
}

/// The highest number of counters of the kind that an ability waits for (modern 714.2d): it triggers when there are that many.
fn last_awaited(is: &Characteristics, kind: Symbol) -> i32 {
    let of_pattern = |pattern: &Pattern| match pattern {
        Pattern::CountersReach(_, awaited, number) if *awaited == kind => Some(i32::from(*number)),
        _ => None,
    };
    let of_ability = |instance: &AbilityInstance| match &instance.ability.kind {
        AbilityBody::Triggered(Triggered { on: TriggerOn::Event(pattern), .. }) => {
            pattern.any.iter().filter_map(of_pattern).max()
        }
        _ => None,
    };
    is.abilities.iter().filter_map(of_ability).max().unwrap_or(0)
}
