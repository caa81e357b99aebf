//! Replacement and prevention effects: "If ... would ..., ... instead", "Prevent the next 3 damage ...", "enters tapped".

mod damage;
mod entering;
mod event;
#[cfg(test)]
mod tests;

use crate::pattern::with;
use crate::rule::Statement;
use crate::sentence::{capital, number_word};
use crate::speech::Speech;
use cardwright_engine::ability::{
    Amount, Condition, Duration, EventChange, Instead, Pattern, Players, Replacement, StepKind, Uses,
};
use cardwright_engine::event::Act;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    /// What an effect replaces or prevents for a while: "prevent all combat damage that would be dealt this turn".
    pub(crate) fn lasting_replacement(&mut self, replacement: &Replacement, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn => self.replaced(replacement, "this turn").said(),
            Duration::EndOfCombat => self.replaced(replacement, "this combat").said(),
            Duration::Forever => self.replaced(replacement, "").said(),
            duration => {
                let until = self.duration(duration);
                format!("{until}, {}", self.replaced(replacement, "").said())
            }
        }
    }
    /// The same as a statement that can be joined with others.
    pub(crate) fn replacement_statement(&mut self, replacement: &Replacement) -> Statement {
        self.replaced(replacement, "")
    }
    /// What replaces a part of the effect that it belongs to: "if that creature would die this way, exile it instead".
    pub(crate) fn self_replacement(&mut self, replacement: &Replacement) -> String {
        self.replaced(replacement, "this way").said()
    }
    /// With the time in which it has to happen: "this turn".
    fn replaced(&mut self, replacement: &Replacement, time: &str) -> Statement {
        if let Instead::Change(changes) = &replacement.instead {
            if let [Pattern::Moves { what, from: None, to: Some(ZoneKind::Battlefield), .. }] = &replacement.pattern.any[..]
                && changes.iter().all(says_how_it_enters)
                && replacement.uses == Uses::Unlimited
            {
                return self.enters_so(what, changes, replacement);
            }
            if let [Pattern::TurnsFaceUp(what)] = &replacement.pattern.any[..]
                && let [EventChange::First(effect)] = &changes[..]
            {
                let what = self.filter(what, crate::filter::Article::A).object();
                let effect = self.inline_effect(effect);
                return Statement::whole(format!("as {what} is turned face up, {effect}"));
            }
        }
        if let Some(text) = self.all_damage_of(replacement, time) {
            return Statement::whole(text);
        }
        if let [Pattern::Damage { by, to_objects, to_players, kind }] = &replacement.pattern.any[..]
            && let Some(text) = self.damage_prevented((by, to_objects, to_players, *kind), replacement, time)
        {
            return Statement::whole(text);
        }
        let would = self.would(&replacement.pattern, replacement.event);
        // "If you would scry a number of cards, scry that many cards plus one instead."
        let would = match (&replacement.pattern.any[..], &replacement.instead) {
            ([Pattern::Acts(Act::Scry | Act::Surveil, _)], Instead::Change(changes))
                if changes.iter().any(|change| matches!(change, EventChange::Amount(_))) =>
            {
                with(&would, "a number of cards")
            }
            _ => would,
        };
        let would = with(&would, time);
        let head = match &replacement.uses {
            Uses::Unlimited => format!("if {would}{}", self.while_it_holds(&replacement.condition)),
            Uses::Times(Amount::Fixed(1)) => format!("the next time {would}{}", self.while_it_holds(&replacement.condition)),
            Uses::Times(times) => {
                let times = match times {
                    Amount::Fixed(number) => number_word(*number),
                    times => self.value(times),
                };
                format!("the next {times} times {would}{}", self.while_it_holds(&replacement.condition))
            }
            Uses::Damage(amount) => {
                let amount = self.value(amount);
                format!("if {would}{} up to {amount} times", self.while_it_holds(&replacement.condition))
            }
        };
        let instead = self.instead(replacement);
        Statement::whole(format!("{head}, {instead}"))
    }
    /// " while your library has no cards in it", " other than during a draw step".
    fn while_it_holds(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Always => String::new(),
            Condition::During(step) => format!(" during {}", a_step(self.step(*step), *step)),
            Condition::TurnOf(Players::You) => " during your turn".to_owned(),
            Condition::Not(inner) => match &**inner {
                Condition::During(step) => format!(" other than during {}", a_step(self.step(*step), *step)),
                inner => format!(" unless {}", self.condition(inner)),
            },
            condition => format!(" while {}", self.condition(condition)),
        }
    }
    /// What happens in the event's place.
    fn instead(&mut self, replacement: &Replacement) -> String {
        let may = match &replacement.optional {
            None => None,
            Some(Players::You) => Some("you may".to_owned()),
            Some(who) => Some(format!("{} may", self.players(who).text)),
        };
        match &replacement.instead {
            Instead::Do(effect) => {
                let effect = if may.is_some() { self.bare_effect(effect) } else { self.inline_effect(effect) };
                let long = effect.contains(',') || effect.contains(" and ") || effect.contains(". ");
                match (may, long) {
                    (Some(may), false) => format!("{may} {effect} instead"),
                    (Some(may), true) => format!("{may} instead {effect}"),
                    (None, false) => format!("{effect} instead"),
                    (None, true) => format!("instead {effect}"),
                }
            }
            Instead::Nothing => {
                let skipped = self.skipped(&replacement.pattern);
                match may {
                    Some(may) => format!("{may} have {skipped}"),
                    None => skipped,
                }
            }
            Instead::Change(changes) => {
                let changed = self.event_changed(changes, replacement);
                match may {
                    Some(may) => format!("{may} have {changed}"),
                    None => changed,
                }
            }
        }
    }
}

/// Whether the change says how a permanent enters.
fn says_how_it_enters(change: &EventChange) -> bool {
    match change {
        EventChange::Tapped
        | EventChange::Counters(..)
        | EventChange::PrintedCounters(_)
        | EventChange::UnderControl(_)
        | EventChange::AsCopy(_)
        | EventChange::Transformed
        | EventChange::First(_)
        | EventChange::Also(_) => true,
        EventChange::Amount(_)
        | EventChange::Mana(_)
        | EventChange::Tokens(_)
        | EventChange::Prevent(_)
        | EventChange::PreventAll
        | EventChange::To(_)
        | EventChange::Redirect(_) => false,
    }
}

fn a_step(word: &str, step: StepKind) -> String {
    match step {
        StepKind::BeginCombat => "combat".to_owned(),
        _ => crate::sentence::with_article(word),
    }
}

/// Sentences behind the first: with capitals.
fn and_sentence(first: &str, second: &str) -> String {
    format!("{}. {}", first.trim_end_matches('.'), capital(second.trim_end_matches('.')))
}
