//! Filters as something that is said of a thing: "is attacking", "has flying", "is a creature you control".

use super::{Article, Head, atom};
use crate::noun::{Noun, Number};
use crate::sentence::listed;
use crate::speech::Speech;
use cardwright_engine::ability::Filter;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    /// The filter as something that is true of a thing, behind "is" or "isn't": "a creature", "tapped", "red".
    pub(crate) fn quality(&mut self, filter: &Filter) -> String {
        self.quality_of(filter, Number::One)
    }
    fn quality_of(&mut self, filter: &Filter, number: Number) -> String {
        match filter {
            Filter::Any => "there".to_owned(),
            Filter::Never => "nothing".to_owned(),
            Filter::Tapped => "tapped".to_owned(),
            Filter::Attacking => "attacking".to_owned(),
            Filter::AttackingAlone => "attacking alone".to_owned(),
            Filter::Blocking => "blocking".to_owned(),
            Filter::BlockingAlone => "blocking alone".to_owned(),
            Filter::Blocked => "blocked".to_owned(),
            Filter::Unblocked => "unblocked".to_owned(),
            Filter::FaceDown => "face down".to_owned(),
            Filter::Color(color) => color.word().to_owned(),
            Filter::Colorless => "colorless".to_owned(),
            Filter::Monocolored => "monocolored".to_owned(),
            Filter::Multicolored => "multicolored".to_owned(),
            Filter::Supertype(supertype) => supertype.word().to_lowercase(),
            Filter::ColorLinked(_) => "of the chosen color".to_owned(),
            Filter::SubtypeLinked(_) => "of the chosen type".to_owned(),
            Filter::Named(name) => format!("named {name}"),
            Filter::Zone(ZoneKind::Battlefield) => "on the battlefield".to_owned(),
            Filter::Zone(ZoneKind::Stack) => "on the stack".to_owned(),
            Filter::Zone(ZoneKind::Exile) => "in exile".to_owned(),
            Filter::Zone(zone) if zone.is_owned() => {
                format!("in {} {}", if number == Number::Many { "their owners'" } else { "its owner's" }, zone.word())
            }
            Filter::Zone(zone) => format!("in {}", atom::zone_word(*zone, false)),
            Filter::AttackingPlayer(players) => format!("attacking {}", self.any_player(players).object()),
            Filter::AttackingOne(recipients) => format!("attacking {}", self.any_recipient(recipients).object()),
            Filter::InCombatWith(objects) => format!("blocking or blocked by {}", self.objects(objects).object()),
            Filter::AttachedTo(objects) => format!("attached to {}", self.objects(objects).object()),
            Filter::Is(objects) => {
                let noun = self.objects(objects);
                if noun.number == Number::Many { format!("one of {}", noun.object()) } else { noun.object() }
            }
            Filter::This => self.name(),
            Filter::Or(any) if any.iter().all(is_adjective) => {
                let all: Vec<String> = any.iter().map(|filter| self.quality_of(filter, number)).collect();
                listed(&all, "or")
            }
            Filter::Not(inner) if is_adjective(inner) => match &**inner {
                Filter::Tapped => "untapped".to_owned(),
                Filter::FaceDown => "face up".to_owned(),
                inner => format!("not {}", self.quality_of(inner, number)),
            },
            other => {
                let article = if number == Number::Many { Article::Many } else { Article::A };
                self.filter_of(other, article, Head::Permanent).text
            }
        }
    }

    /// That the filter holds of what the noun names, as the verb and all behind it: "is tapped", "has flying".
    pub(crate) fn said_of(&mut self, filter: &Filter, noun: &Noun, holds: bool) -> String {
        let has = |holds: bool| match (holds, noun.verb("one", "many")) {
            (true, "one") => "has",
            (true, _) => "have",
            (false, "one") => "doesn't have",
            (false, _) => "don't have",
        };
        let it = noun.pronoun_object();
        let is = noun.verb("is", "are");
        let was = noun.verb("was", "were");
        match filter {
            Filter::Not(inner) => self.said_of(inner, noun, !holds),
            Filter::Keyword(keyword) => format!("{} {keyword}", has(holds)),
            Filter::Stat(stat, comparison, amount) => {
                let comparison = if holds { *comparison } else { atom::opposite(*comparison) };
                format!("{} {} {}", has(true), atom::stat_word(*stat), self.compared(comparison, amount))
            }
            Filter::Counters(kind, comparison, amount) => {
                let comparison = if holds { *comparison } else { atom::opposite(*comparison) };
                let counters = self.so_many(comparison, amount, &format!("{kind} counter"));
                format!("{} {counters} on {it}", has(true))
            }
            Filter::AnyCounter if holds => format!("{} a counter on {it}", has(true)),
            Filter::AnyCounter => format!("{} no counters on {it}", has(true)),
            Filter::HasAttached(attached) => {
                let article = if holds { Article::A } else { Article::Many };
                let attached = self.filter(attached, article).text;
                if holds {
                    format!("{} {attached} attached to {it}", has(true))
                } else {
                    format!("{} no {attached} attached to {it}", has(true))
                }
            }
            Filter::ControlledBy(players) => {
                let who = self.any_player(players);
                let not = if holds { "" } else { "not " };
                format!("{is} {not}controlled by {}", who.object())
            }
            Filter::AttackedThisTurn if holds => "attacked this turn".to_owned(),
            Filter::AttackedThisTurn => "didn't attack this turn".to_owned(),
            Filter::EnteredThisTurn if holds => "entered this turn".to_owned(),
            Filter::EnteredThisTurn => "didn't enter this turn".to_owned(),
            Filter::DamagedThisTurn if holds => format!("{was} dealt damage this turn"),
            Filter::DamagedThisTurn => format!("{} dealt damage this turn", noun.verb("wasn't", "weren't")),
            Filter::CastFrom(zone) => {
                let from = atom::zone_word(*zone, false);
                format!("{} cast from {from}", if holds { was } else { noun.verb("wasn't", "weren't") })
            }
            Filter::CastOffTime => {
                format!("{} cast {}", if holds { was } else { noun.verb("wasn't", "weren't") }, atom::OFF_TIME)
            }
            Filter::And(all) if all.iter().all(|one| is_adjective(one) || is_clause(one)) && holds => {
                let clauses: Vec<String> = all.iter().map(|one| self.said_of(one, noun, true)).collect();
                listed(&clauses, "and")
            }
            other => {
                let quality = self.quality_of(other, noun.number);
                if holds { format!("{is} {quality}") } else { format!("{} {quality}", noun.verb("isn't", "aren't")) }
            }
        }
    }
}

fn is_adjective(filter: &Filter) -> bool {
    match filter {
        Filter::Not(inner) => is_adjective(inner),
        filter => matches!(
            filter,
            Filter::Tapped
                | Filter::Attacking
                | Filter::AttackingAlone
                | Filter::AttackingPlayer(_)
                | Filter::AttackingOne(_)
                | Filter::Blocking
                | Filter::BlockingAlone
                | Filter::Blocked
                | Filter::Unblocked
                | Filter::FaceDown
                | Filter::Color(_)
                | Filter::Colorless
                | Filter::Monocolored
                | Filter::Multicolored
                | Filter::Supertype(_)
                | Filter::Zone(_)
                | Filter::AttachedTo(_)
                | Filter::InCombatWith(_)
        ),
    }
}

fn is_clause(filter: &Filter) -> bool {
    matches!(filter, Filter::Keyword(_) | Filter::Stat(..) | Filter::Counters(..) | Filter::AnyCounter | Filter::HasAttached(_))
}
