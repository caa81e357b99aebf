//! Damage that is prevented or dealt elsewhere.

use super::and_sentence;
use crate::filter::{Article, Head};
use crate::pattern::{Mood, with};
use crate::sentence::{listed, number_word};
use crate::speech::Speech;
use cardwright_engine::ability::{
    Amount, DamageKind, EventChange, Filter, Instead, Pattern, Players, Recipients, Replacement, Uses,
};
use cardwright_engine::ids::Var;

impl Speech<'_> {
    /// Prevention and redirection; `None` if the replacement does something else to the damage.
    pub(super) fn damage_prevented(
        &mut self,
        (by, to_objects, to_players, kind): (&Filter, &Filter, &Players, DamageKind),
        replacement: &Replacement,
        time: &str,
    ) -> Option<String> {
        let nothing = [EventChange::PreventAll];
        let changes: &[EventChange] = match &replacement.instead {
            Instead::Change(changes) => changes,
            Instead::Nothing => &nothing,
            Instead::Do(_) => return None,
        };
        let (first, others) = changes.split_first()?;
        let also: Vec<&cardwright_engine::ability::Effect> = others
            .iter()
            .filter_map(|change| match change {
                EventChange::Also(effect) => Some(&**effect),
                _ => None,
            })
            .collect();
        if also.len() != others.len() {
            return None;
        }
        let event = Some(replacement.event);
        let may = match &replacement.optional {
            None => String::new(),
            Some(Players::You) => "you may ".to_owned(),
            Some(who) => format!("{} may ", self.players(who).text),
        };
        let text = match (first, &replacement.uses) {
            (EventChange::PreventAll, Uses::Damage(amount)) => {
                let amount = self.value(amount);
                let where_to = self.would_be_dealt(by, to_objects, to_players, event);
                let dealt = format!("{}{}", with(&where_to, time), self.while_it_holds(&replacement.condition));
                format!("{may}prevent the next {amount} {} that would be dealt{dealt}", word(kind))
            }
            (EventChange::Redirect(to), Uses::Damage(amount)) => {
                let amount = self.value(amount);
                let where_to = self.would_be_dealt(by, to_objects, to_players, event);
                let to = self.recipients(to).object();
                let dealt = format!("{}{}", with(&where_to, time), self.while_it_holds(&replacement.condition));
                format!("the next {amount} {} that would be dealt{dealt} is dealt to {to} instead", word(kind))
            }
            (EventChange::PreventAll, Uses::Unlimited)
                if also.is_empty() && replacement.condition == cardwright_engine::ability::Condition::Always =>
            {
                let where_to = self.would_be_dealt_in_all(by, to_objects, to_players);
                format!("{may}prevent all {} that would be dealt{}", word(kind), with(&where_to, time))
            }
            (EventChange::PreventAll | EventChange::Prevent(_) | EventChange::Redirect(_), uses) => {
                let would = self.would(&replacement.pattern, replacement.event);
                let would = format!("{}{}", with(&would, time), self.while_it_holds(&replacement.condition));
                let head = match uses {
                    Uses::Unlimited | Uses::Damage(_) => format!("if {would}"),
                    Uses::Times(Amount::Fixed(1)) => format!("the next time {would}"),
                    Uses::Times(Amount::Fixed(times)) => format!("the next {} times {would}", number_word(*times)),
                    Uses::Times(times) => format!("the next {} times {would}", self.value(times)),
                };
                let what = match first {
                    EventChange::Prevent(amount) => format!("prevent {} of that damage", self.value(amount)),
                    EventChange::Redirect(to) => format!("that damage is dealt to {} instead", self.redirected(to)),
                    _ => "prevent that damage".to_owned(),
                };
                format!("{head}, {may}{what}")
            }
            _ => return None,
        };
        Some(self.with_more(text, &also, replacement.event, &replacement.uses))
    }
    /// "prevent all damage that would be dealt to and dealt by target creature this turn"
    pub(super) fn all_damage_of(&mut self, replacement: &Replacement, time: &str) -> Option<String> {
        let [
            Pattern::Damage { by: Filter::Any, to_objects: to, to_players: Players::None | Players::Target(_), kind },
            Pattern::Damage { by, to_objects: Filter::Any, to_players: Players::Each, kind: same },
        ] = &replacement.pattern.any[..]
        else {
            return None;
        };
        let all = matches!(&replacement.instead, Instead::Change(changes) if changes[..] == [EventChange::PreventAll])
            || replacement.instead == Instead::Nothing;
        let plain = replacement.uses == Uses::Unlimited
            && replacement.optional.is_none()
            && replacement.condition == cardwright_engine::ability::Condition::Always;
        if !(all && plain && to == by && kind == same) {
            return None;
        }
        let what = self.many_or_one(to, Head::Permanent).object();
        let dealt = format!("prevent all {} that would be dealt to and dealt by {what}", word(*kind));
        Some(with(&dealt, time))
    }
    fn redirected(&mut self, to: &Recipients) -> String {
        self.recipients(to).object()
    }
    /// What is also done: in the same sentence, or in one of its own behind what happens only once.
    fn with_more(&mut self, text: String, also: &[&cardwright_engine::ability::Effect], event: Var, uses: &Uses) -> String {
        let mut effects = Vec::new();
        self.prevented = (*uses != Uses::Unlimited).then_some(event);
        for effect in also {
            effects.push(self.inline_effect(effect));
        }
        self.prevented = None;
        match (effects.as_slice(), uses) {
            ([], _) => text,
            (effects, Uses::Unlimited) => format!("{text} and {}", listed(effects, "and")),
            (effects, Uses::Times(_) | Uses::Damage(_)) => and_sentence(&text, &listed(effects, "and")),
        }
    }
    /// " to any target", " to you by red sources".
    fn would_be_dealt(
        &mut self,
        by: &Filter,
        to_objects: &Filter,
        to_players: &Players,
        event: Option<cardwright_engine::ids::Var>,
    ) -> String {
        let mut text = String::new();
        if !(*to_objects == Filter::Any && *to_players == Players::Each) {
            text.push_str(&format!(" to {}", self.damaged(to_objects, to_players, Mood::Would, event)));
        }
        if *by != Filter::Any {
            text.push_str(&format!(" by {}", self.filter_of(by, Article::A, Head::Source).object()));
        }
        text
    }
    fn would_be_dealt_in_all(&mut self, by: &Filter, to_objects: &Filter, to_players: &Players) -> String {
        let mut text = String::new();
        if !(*to_objects == Filter::Any && *to_players == Players::Each) {
            text.push_str(&format!(" to {}", self.damaged(to_objects, to_players, Mood::Cant, None)).replace(" or ", " and "));
        }
        if *by != Filter::Any {
            text.push_str(&format!(" by {}", self.many_or_one(by, Head::Source).object()));
        }
        text
    }
}

fn word(kind: DamageKind) -> &'static str {
    match kind {
        DamageKind::Any => "damage",
        DamageKind::Combat => "combat damage",
        DamageKind::Noncombat => "noncombat damage",
    }
}
