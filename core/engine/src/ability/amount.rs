//! Numbers in ability data.

use super::{Callback, Condition, EventPattern, Filter, Objects, Period, Players};
use crate::ids::{LinkKey, Var};
use crate::symbol::Symbol;
use derive_visitor::{Drive, DriveMut};
use serde::{Deserialize, Serialize};

/// A number, worked out when the ability needs it. Negative results count as 0 where the rules say so (modern 107.1b).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Amount {
    /// Always this.
    Fixed(i32),
    /// The X of the spell or ability (modern 107.3).
    X,
    /// How many objects match.
    Count(Box<Filter>),
    /// How many objects these are.
    CountOf(Box<Objects>),
    /// How many players these are.
    CountPlayers(Box<Players>),
    /// The sum of a number that these objects have; last-known where they are gone (608.2h).
    Total(Stat, Box<Objects>),
    /// The greatest of a number that these objects have; 0 for none.
    Greatest(Stat, Box<Objects>),
    /// How many counters of the kind these have.
    Counters(Box<Objects>, Symbol),
    /// How many counters of the kind these players have.
    PlayerCounters(Box<Players>, Symbol),
    /// The sum of these players' life.
    Life(Box<Players>),
    /// The number of cards in these players' hands.
    HandSize(Box<Players>),
    /// The number of cards in these players' libraries.
    LibrarySize(Box<Players>),
    /// The amount of the event bound to the name ("that much").
    EventAmount(Var),
    /// The number bound to the name.
    Var(Var),
    /// The number that this object's linked ability remembered.
    Linked(LinkKey),
    /// How many matching events there were.
    Happened(Box<EventPattern>, Period),
    /// How many different colours are among these objects.
    ColorsAmong(Box<Objects>),
    /// How many basic land types are among these objects.
    BasicTypesAmong(Box<Objects>),
    /// How often the tagged optional cost was paid (a kicked spell: 1).
    TimesPaid(super::CostTag),
    /// The sum.
    Sum(Vec<Amount>),
    /// The product.
    Product(Box<Amount>, Box<Amount>),
    /// Divided and rounded as it says (107.1a).
    Divided(Box<Amount>, u16, Rounding),
    /// The negative.
    Negative(Box<Amount>),
    /// The lowest.
    Lowest(Vec<Amount>),
    /// The highest.
    Highest(Vec<Amount>),
    /// The highest number of counters of that kind whose coming triggers an ability of the object: a Saga's final chapter (714.2d).
    LastCountersAwaited(Objects, Symbol),
    /// One or the other.
    If(Box<Condition>, Box<Amount>, Box<Amount>),
    /// The callback says.
    Script(Callback),
}

impl Amount {
    /// The sum of both.
    pub fn plus(self, other: Amount) -> Amount {
        match (self, other) {
            (Amount::Fixed(a), Amount::Fixed(b)) => Amount::Fixed(a.saturating_add(b)),
            (Amount::Sum(mut parts), other) => {
                parts.push(other);
                Amount::Sum(parts)
            }
            (a, b) => Amount::Sum(vec![a, b]),
        }
    }
    /// The negative.
    pub fn negate(self) -> Amount {
        match self {
            Amount::Fixed(number) => Amount::Fixed(number.saturating_neg()),
            Amount::Negative(inner) => *inner,
            other => Amount::Negative(Box::new(other)),
        }
    }
}
impl From<i32> for Amount {
    fn from(number: i32) -> Self {
        Amount::Fixed(number)
    }
}

/// Which way to round (modern 107.1a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Rounding {
    /// Away from zero... upwards.
    Up,
    /// Downwards.
    Down,
}

/// A number that an object has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Drive, DriveMut)]
pub enum Stat {
    /// Power (208).
    Power,
    /// Toughness (208).
    Toughness,
    /// Base power (208.4b).
    BasePower,
    /// Base toughness (208.4b).
    BaseToughness,
    /// Mana value (202.3).
    ManaValue,
    /// A number that its type gives it: on the battlefield the counters of that word on it, elsewhere what is printed (306.5,
    /// 310.4).
    Number(Symbol),
    /// The number of that word printed on it, wherever it is (209, 210).
    Printed(Symbol),
    /// The number of that designation of it; 0 without it (716.2d).
    Designation(Symbol),
    /// Damage marked on it (120.3e).
    Damage,
    /// The X chosen for it as it was cast (107.3m).
    X,
}
