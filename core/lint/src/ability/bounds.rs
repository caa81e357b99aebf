//! What numbers can be and whether conditions can hold, as far as that shows without a game.

use cardwright_engine::ability::{Amount, Comparison, Condition, Objects, Players, Stat, StepKind};

/// The least and the greatest that a number can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub least: i64,
    pub greatest: i64,
}

/// Beyond what any number of a game comes to.
const FAR: i64 = i64::MAX / 4;

impl Range {
    const ANY: Range = Range { least: -FAR, greatest: FAR };
    const NATURAL: Range = Range { least: 0, greatest: FAR };

    fn exactly(number: i64) -> Self {
        Range { least: number, greatest: number }
    }
    fn up_to(greatest: i64) -> Self {
        Range { least: 0, greatest }
    }
    fn either(self, other: Range) -> Self {
        Range { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }
    fn plus(self, other: Range) -> Self {
        let add = |a: i64, b: i64| a.saturating_add(b).clamp(-FAR, FAR);
        Range { least: add(self.least, other.least), greatest: add(self.greatest, other.greatest) }
    }
    fn times(self, other: Range) -> Self {
        let product = |a: i64, b: i64| a.saturating_mul(b).clamp(-FAR, FAR);
        let all = [
            product(self.least, other.least),
            product(self.least, other.greatest),
            product(self.greatest, other.least),
            product(self.greatest, other.greatest),
        ];
        Range { least: all.into_iter().min().unwrap_or(-FAR), greatest: all.into_iter().max().unwrap_or(FAR) }
    }
    /// The number, if there is just one.
    pub fn only(self) -> Option<i64> {
        (self.least == self.greatest).then_some(self.least)
    }
}

/// What the number can be.
pub(super) fn range(amount: &Amount) -> Range {
    match amount {
        Amount::Fixed(number) => Range::exactly(i64::from(*number)),
        Amount::CountOf(objects) if **objects == Objects::None => Range::exactly(0),
        Amount::X
        | Amount::Count(_)
        | Amount::CountOf(_)
        | Amount::CountPlayers(_)
        | Amount::Counters(..)
        | Amount::PlayerCounters(..)
        | Amount::HandSize(_)
        | Amount::LibrarySize(_)
        | Amount::EventAmount(_)
        | Amount::Happened(..)
        | Amount::LastCountersAwaited(..)
        | Amount::TimesPaid(_) => Range::NATURAL,
        Amount::ColorsAmong(_) | Amount::BasicTypesAmong(_) => Range::up_to(5),
        Amount::Total(stat, _) | Amount::Greatest(stat, _) => match stat {
            Stat::Power | Stat::Toughness | Stat::BasePower | Stat::BaseToughness | Stat::Printed(_) | Stat::Designation(_) => {
                Range::ANY
            }
            Stat::ManaValue | Stat::Number(_) | Stat::Damage | Stat::X => Range::NATURAL,
        },
        // A player who cannot lose may have less than 0 life.
        Amount::Life(_) | Amount::Var(_) | Amount::Linked(_) | Amount::Script(_) => Range::ANY,
        Amount::Sum(parts) => parts.iter().map(range).fold(Range::exactly(0), Range::plus),
        Amount::Product(a, b) => range(a).times(range(b)),
        Amount::Divided(amount, by, _) => {
            let (Range { least, greatest }, by) = (range(amount), i64::from(*by).max(1));
            match least >= 0 {
                true => Range { least: least / by, greatest: (greatest + by - 1) / by },
                false => Range::ANY,
            }
        }
        Amount::Negative(amount) => {
            let Range { least, greatest } = range(amount);
            Range { least: -greatest, greatest: -least }
        }
        Amount::Lowest(parts) => fold(parts, i64::min),
        Amount::Highest(parts) => fold(parts, i64::max),
        Amount::If(_, a, b) => range(a).either(range(b)),
    }
}

fn fold(parts: &[Amount], pick: fn(i64, i64) -> i64) -> Range {
    let pick = |a: Range, b: Range| Range { least: pick(a.least, b.least), greatest: pick(a.greatest, b.greatest) };
    parts.iter().map(range).reduce(pick).unwrap_or(Range::exactly(0))
}

/// A condition of which the answer is known, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub holds: bool,
    pub why: String,
}

fn known(holds: bool, why: impl Into<String>) -> Option<Known> {
    Some(Known { holds, why: why.into() })
}

/// Whether the condition holds always or never.
pub(super) fn truth(condition: &Condition) -> Option<Known> {
    match condition {
        Condition::Always => known(true, "it is just `true`"),
        Condition::Never => known(false, "it is just `false`"),
        Condition::And(all) => {
            if let Some(never) = all.iter().filter_map(truth).find(|known| !known.holds) {
                return Some(never);
            }
            if let Some(why) = pairs(all).find_map(|(a, b)| contradicts(a, b)) {
                return known(false, why);
            }
            if all.is_empty() {
                return known(true, "there is nothing in it");
            }
            all.iter().map(truth).collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().next())
        }
        Condition::Or(any) => {
            if let Some(always) = any.iter().filter_map(truth).find(|known| known.holds) {
                return Some(always);
            }
            if pairs(any).any(|(a, b)| opposite(a, b)) {
                return known(true, "one of it and its opposite always holds");
            }
            if any.is_empty() {
                return known(false, "there is nothing in it");
            }
            any.iter().map(truth).collect::<Option<Vec<_>>>().and_then(|any| any.into_iter().next())
        }
        Condition::Not(inner) => truth(inner).map(|known| Known { holds: !known.holds, ..known }),
        Condition::Compare(a, comparison, b) => compared(a, *comparison, b),
        Condition::PlayerIs(players, among) => match (players, among) {
            (Players::You, Players::You | Players::Each) => known(true, "you always are"),
            (Players::You, Players::Opponents) => known(false, "you are no opponent of yours"),
            (Players::Opponents, Players::You) => known(false, "no opponent is you"),
            _ => None,
        },
        Condition::TurnOf(Players::Each) => known(true, "it always is the turn of some player"),
        Condition::TurnOf(Players::None) => known(false, "it never is the turn of nobody"),
        Condition::Happened(_, _, 0) => known(true, "everything happens at least 0 times"),
        Condition::TurnOf(_)
        | Condition::Happened(..)
        | Condition::Exists(_)
        | Condition::Matches(..)
        | Condition::During(_)
        | Condition::When(_)
        | Condition::Daylight(_)
        | Condition::Paid(_)
        | Condition::Unresolved(_)
        | Condition::WasCast(_)
        | Condition::ChosenWord(..)
        | Condition::Script(_) => None,
    }
}

fn pairs(all: &[Condition]) -> impl Iterator<Item = (&Condition, &Condition)> {
    all.iter().enumerate().flat_map(|(place, a)| all[place + 1..].iter().map(move |b| (a, b)))
}

fn opposite(a: &Condition, b: &Condition) -> bool {
    a.clone().negate() == *b || b.clone().negate() == *a
}

/// Why both cannot hold at once.
fn contradicts(a: &Condition, b: &Condition) -> Option<String> {
    if opposite(a, b) {
        return Some("it demands something and its opposite".to_owned());
    }
    match (a, b) {
        (Condition::During(a), Condition::During(b)) if a != b => {
            // The word for the beginning of combat stands for all of it.
            let whole = |step: &StepKind| *step == StepKind::BeginCombat;
            (!whole(a) && !whole(b)).then(|| "no two steps go on at the same time".to_owned())
        }
        (Condition::Daylight(a), Condition::Daylight(b)) if a != b => Some("it is never day and night at once".to_owned()),
        (Condition::TurnOf(Players::You), Condition::TurnOf(Players::Opponents))
        | (Condition::TurnOf(Players::Opponents), Condition::TurnOf(Players::You)) => {
            Some("your turn is no turn of an opponent".to_owned())
        }
        (Condition::Compare(..), Condition::Compare(..)) => {
            let ((a, first), (b, second)) = (bounded(a)?, bounded(b)?);
            let apart = first.greatest < second.least || second.greatest < first.least;
            (a == b && apart).then(|| "no number is in both of these ranges".to_owned())
        }
        _ => None,
    }
}

/// What a comparison with a fixed number leaves of the other side.
fn bounded(condition: &Condition) -> Option<(&Amount, Range)> {
    let Condition::Compare(a, comparison, b) = condition else { return None };
    let (amount, comparison, number) = match (a, b) {
        (amount, Amount::Fixed(number)) => (amount, *comparison, i64::from(*number)),
        (Amount::Fixed(number), amount) => (amount, flipped(*comparison), i64::from(*number)),
        _ => return None,
    };
    let range = match comparison {
        Comparison::Equal => Range::exactly(number),
        Comparison::NotEqual => return None,
        Comparison::Less => Range { least: -FAR, greatest: number - 1 },
        Comparison::AtMost => Range { least: -FAR, greatest: number },
        Comparison::Greater => Range { least: number + 1, greatest: FAR },
        Comparison::AtLeast => Range { least: number, greatest: FAR },
    };
    Some((amount, range))
}

fn flipped(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::Equal,
        Comparison::NotEqual => Comparison::NotEqual,
        Comparison::Less => Comparison::Greater,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Greater => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
    }
}

fn compared(a: &Amount, comparison: Comparison, b: &Amount) -> Option<Known> {
    if a == b && !super::walk::any(a, |amount: &Amount| matches!(amount, Amount::Script(_))) {
        return known(comparison.holds(0, 0), "it compares a number with itself");
    }
    let (first, second) = (range(a), range(b));
    let always = match comparison {
        Comparison::Equal => first.only().is_some() && first == second,
        Comparison::NotEqual => first.greatest < second.least || second.greatest < first.least,
        Comparison::Less => first.greatest < second.least,
        Comparison::AtMost => first.greatest <= second.least,
        Comparison::Greater => first.least > second.greatest,
        Comparison::AtLeast => first.least >= second.greatest,
    };
    let never = match comparison {
        Comparison::Equal => first.greatest < second.least || second.greatest < first.least,
        Comparison::NotEqual => first.only().is_some() && first == second,
        Comparison::Less => first.least >= second.greatest,
        Comparison::AtMost => first.least > second.greatest,
        Comparison::Greater => first.greatest <= second.least,
        Comparison::AtLeast => first.greatest < second.least,
    };
    if !always && !never {
        return None;
    }
    known(always, reason(first, second))
}

fn reason(first: Range, second: Range) -> String {
    match (first.only(), second.only()) {
        (Some(a), Some(b)) => format!("it compares {a} with {b}"),
        _ if first.greatest == 5 || second.greatest == 5 => "there are 0 to 5 of these".to_owned(),
        _ => "such a number is never less than 0".to_owned(),
    }
}
