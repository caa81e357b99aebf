//! How permanents enter: "enters tapped", "enters with three charge counters on it", "As ... enters, choose a color".

use super::and_sentence;
use crate::filter::{Article, particular};
use crate::noun::Noun;
use crate::rule::{About, Form, Statement};
use crate::sentence::listed;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{Condition, CopySource, Effect, EventChange, Filter, Objects, Players, Replacement};

impl Speech<'_> {
    pub(super) fn enters_so(&mut self, what: &Filter, changes: &[EventChange], replacement: &Replacement) -> Statement {
        let subject = self.entering(what, changes);
        let this = crate::pattern::is_this(what);
        match particular(what) {
            Some(_) if this => self.same_as(Referent::Var(replacement.event), Referent::This),
            _ => {
                let kind = self.kind(what, crate::noun::Number::One);
                self.mentioned(Referent::Var(replacement.event), kind);
            }
        }
        let firsts: Vec<&Effect> = changes
            .iter()
            .filter_map(|change| match change {
                EventChange::First(effect) => Some(&**effect),
                _ => None,
            })
            .collect();
        let may = replacement.optional.is_some()
            || changes
                .iter()
                .any(|change| matches!(change, EventChange::AsCopy(copy) if matches!(copy.original, CopySource::Choose(_))));
        let mut lead = format!("as {} {},", subject.text, subject.verb("enters", "enter"));
        // With nothing else to be said of how it enters, the condition is one of what is done first.
        let only_first =
            !firsts.is_empty() && changes.iter().all(|one| matches!(one, EventChange::First(_) | EventChange::Also(_)));
        let conditional = only_first && !matches!(&replacement.condition, Condition::Always | Condition::Not(_));
        if conditional {
            lead = format!("{lead} if {},", self.condition(&replacement.condition));
        }
        let firsts = firsts.iter().map(|effect| self.first(effect, &lead)).collect::<Vec<_>>().join(". ");
        let how = self.how_it_enters(changes, &subject, this);
        let only = if conditional { String::new() } else { self.only_if(&replacement.condition) };
        let mut text = String::new();
        if !firsts.is_empty() {
            text = firsts.trim_end_matches('.').to_owned();
            if !how.is_empty() {
                text = and_sentence(&text, &format!("it enters {how}{only}"));
            } else {
                text.push_str(&only);
            }
        } else if may {
            let who = match &replacement.optional {
                None | Some(Players::You) => "you".to_owned(),
                Some(who) => self.players(who).text,
            };
            text = format!("{who} may have {} enter {how}{only}", subject.object());
        }
        let also: Vec<String> = changes
            .iter()
            .filter_map(|change| match change {
                EventChange::Also(effect) => Some(self.inline_effect(effect)),
                _ => None,
            })
            .collect();
        if text.is_empty() && also.is_empty() {
            let does = format!("{} {how}{only}", subject.verb("enters", "enter"));
            return Statement { about: About::things(what), subject, form: Form::Does(does) };
        }
        if text.is_empty() {
            text = format!("{} {} {how}{only}", subject.text, subject.verb("enters", "enter"));
        }
        for effect in also {
            text = and_sentence(&text, &format!("when it does, {effect}"));
        }
        Statement::whole(text)
    }
    /// Who enters: "Galvanic Jar", "each other green creature you control", "creatures your opponents control".
    fn entering(&mut self, what: &Filter, changes: &[EventChange]) -> Noun {
        if particular(what).is_some() {
            return self.filter(what, Article::A);
        }
        let each = changes
            .iter()
            .any(|change| matches!(change, EventChange::Counters(..) | EventChange::AsCopy(_) | EventChange::First(_)));
        self.filter(what, if each { Article::Each } else { Article::Many })
    }
    /// Behind "enters": "tapped", "with two +1/+1 counters on it".
    fn how_it_enters(&mut self, changes: &[EventChange], subject: &Noun, this: bool) -> String {
        let mut ways = Vec::new();
        let mut counters = Vec::new();
        let mut rests = String::new();
        for change in changes {
            match change {
                EventChange::Tapped => ways.push("tapped".to_owned()),
                EventChange::Transformed => ways.push("transformed".to_owned()),
                EventChange::UnderControl(who) => {
                    let whose = self.any_player(who).possessive();
                    ways.push(format!("under {whose} control"));
                }
                EventChange::AsCopy(copy) => {
                    let copied = self.copy(copy);
                    let itself = this && copy.original == CopySource::Object(Objects::This);
                    let copied = if itself { copied.replacen("copy of it", "copy of itself", 1) } else { copied };
                    ways.push(format!("as {copied}"));
                }
                EventChange::Counters(kind, amount) => {
                    let additional = if this { "" } else { "additional " };
                    let (one, many) = (format!("{additional}{kind} counter"), format!("{additional}{kind} counters"));
                    let (counted, rest) = self.counted(amount, &one, &many);
                    counters.push(counted);
                    rests.push_str(&rest);
                }
                EventChange::PrintedCounters(word) => {
                    counters.push(format!("a number of {word} counters"));
                    rests.push_str(&format!(" equal to its printed {word}"));
                }
                EventChange::First(_)
                | EventChange::Also(_)
                | EventChange::Amount(_)
                | EventChange::Mana(_)
                | EventChange::Tokens(_)
                | EventChange::Prevent(_)
                | EventChange::PreventAll
                | EventChange::To(_)
                | EventChange::Redirect(_) => {}
            }
        }
        let mut how = ways.join(" and ");
        if !counters.is_empty() {
            let on = format!("with {} on {}{rests}", listed(&counters, "and"), subject.pronoun_object());
            how = if how.is_empty() { on } else { format!("{how} {on}") };
        }
        how
    }
    /// What is done before it enters: a choice, a payment.
    fn first(&mut self, effect: &Effect, lead: &str) -> String {
        if let Effect::Pay(who, cost, paid, otherwise) = effect
            && **paid == Effect::Nothing
            && let Effect::ChangeEvent(changes) = &**otherwise
        {
            let who = self.players(who);
            let cost = self.paying(cost);
            let how = self.how_it_enters(changes, &Noun::thing("it"), true);
            let dont = who.verb("doesn't", "don't");
            return format!("{lead} {} may {cost}. If {} {dont}, it enters {how}", who.text, who.pronoun().text);
        }
        self.effect_after(lead, effect)
    }
    /// " unless you control two or more other lands", " if ...".
    fn only_if(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Always => String::new(),
            Condition::Not(inner) => format!(" unless {}", self.condition(inner)),
            condition => format!(" if {}", self.condition(condition)),
        }
    }
}
