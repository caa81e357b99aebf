//! How often something has happened: "you've cast two or more spells this turn".

use super::moves::without_owner;
use super::verb::with;
use crate::filter::{Article, Head};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, Comparison, EventPattern, Filter, Pattern, Period, Players};

impl Speech<'_> {
    /// "you've cast two or more spells this turn", "two or more creatures died this turn", "you gained life two or more times this
    /// turn": behind "if".
    pub(crate) fn so_often_happened(
        &mut self,
        pattern: &EventPattern,
        period: Period,
        comparison: Comparison,
        amount: &Amount,
    ) -> String {
        let number = match amount {
            Amount::Fixed(number) => crate::sentence::number_word(*number),
            other => self.value(other),
        };
        let number = match comparison {
            Comparison::AtLeast => format!("{number} or more"),
            Comparison::AtMost => format!("{number} or fewer"),
            Comparison::Equal => format!("exactly {number}"),
            Comparison::NotEqual => format!("any number other than {number}"),
            Comparison::Less => format!("fewer than {number}"),
            Comparison::Greater => format!("more than {number}"),
        };
        let when = super::in_period(period);
        if let [one] = &pattern.any[..]
            && let Some((who, verb, what, head)) = deed(one)
        {
            let what = self.filter_of(&without_owner(&what), Article::Many, head).text;
            let done = if verb == "drew" { "drawn" } else { verb };
            if *who == Players::Each {
                return format!("{number} {what} were {done} {when}");
            }
            let who = self.any_player(who);
            let did = if who.is_you() && period == Period::ThisTurn {
                format!("you've {done}")
            } else {
                format!("{} {verb}", who.text)
            };
            return format!("{did} {number} {what} {when}");
        }
        let (mentions, subject) = (self.mentions.clone(), self.subject);
        let counted = self.happening(pattern, period);
        let by_players = ["time ", "you that ", "player that ", "opponent that "].iter().any(|start| counted.starts_with(start));
        if by_players || counted.starts_with(&self.name()) || !counted.contains(" that ") {
            (self.mentions, self.subject) = (mentions, subject);
            return with(&with(&self.happened_once(pattern), &format!("{number} times")), when);
        }
        let many = crate::amount::plural_head(&counted);
        let said =
            if many.contains(" that was ") { many.replacen(" that was ", " were ", 1) } else { many.replacen(" that ", " ", 1) };
        format!("{number} {said}")
    }
    /// "spell you cast", "card you drew": what a player does is counted by its objects.
    pub(super) fn counted_act(&mut self, pattern: &Pattern) -> Option<String> {
        let (who, verb, what, head) = deed(pattern)?;
        let what = self.filter_of(&without_owner(&what), Article::One, head).text;
        Some(match who {
            Players::Each => format!("{what} {}", if verb == "drew" { "drawn" } else { verb }),
            who => format!("{what} {} {verb}", self.players(who).text),
        })
    }
}

/// Who did what with which things, of what is counted by the things.
fn deed(pattern: &Pattern) -> Option<(&Players, &'static str, Filter, Head)> {
    match pattern {
        Pattern::Draws(who) => Some((who, "drew", Filter::Any, Head::Card)),
        Pattern::Casts(who, what) => Some((who, "cast", what.clone(), Head::Spell)),
        Pattern::PlaysLand(who, what) => Some((who, "played", what.clone(), Head::Land)),
        _ => None,
    }
}
