//! What players do: "you gain life", "a player casts a creature spell", "an opponent draws a card".

use super::happening::{nth_time, ordinal};
use super::is_batch;
use super::moves::without_owner;
use super::verb::{self, Happening, Mood, Verb, with};
use crate::filter::{Article, Head};
use crate::noun::{Noun, Number};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{AbilitySort, Effect, Filter, Occurrence, Players};
use cardwright_engine::definition::Face;
use cardwright_engine::ids::{LinkKey, Var};

impl Speech<'_> {
    /// The player of an event, known under its name from then on.
    pub(super) fn somebody(&mut self, who: &Players, mood: Mood, event: Option<Var>) -> Noun {
        let noun = match (mood, who) {
            (Mood::Cant, who) => self.all_players(who),
            (Mood::Never, Players::Each) => Noun::player("no player"),
            (Mood::Never, Players::Opponents) => Noun::player("no opponent"),
            (Mood::Counted, Players::Each) => Noun::player("player"),
            (Mood::Counted, Players::Opponents) => Noun::player("opponent"),
            (_, who) => self.any_player(who),
        };
        if let Some(event) = event {
            let kind = if noun.is_you() { Noun::you() } else { Noun::player("player") };
            self.mentioned(Referent::EventPlayer(event), kind);
        }
        noun
    }
    pub(super) fn act(
        &mut self,
        who: &Players,
        verb: Verb,
        rest: &str,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let subject = self.somebody(who, mood, event);
        Happening::new(subject, verb, nth_time(rest, occurrence))
    }
    /// What a player does with a thing.
    #[allow(clippy::too_many_arguments)] // The parts of a clause.
    pub(super) fn act_on(
        &mut self,
        who: &Players,
        verb: Verb,
        what: &Filter,
        head: Head,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let subject = self.somebody(who, mood, event);
        let object = match mood {
            Mood::Cant => self.filter_of(what, Article::Many, head).object(),
            _ => self.acted_on(what, head, &subject, occurrence, event),
        };
        Happening::new(subject, verb, object)
    }
    /// The thing that a player does something with: "a card", "their second spell each turn".
    pub(super) fn acted_on(
        &mut self,
        what: &Filter,
        head: Head,
        subject: &Noun,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> String {
        let batch = is_batch(occurrence);
        let whose = if subject.is_you() { "your" } else { "their" };
        let they = if subject.is_you() { "you" } else { "they" };
        let particular = crate::filter::particular(what).is_some();
        let said = match occurrence {
            _ if particular => nth_time(&self.filter_of(what, Article::A, head).object(), occurrence),
            Occurrence::Each => self.filter_of(what, Article::A, head).object(),
            Occurrence::Batch => format!("one or more {}", self.filter_of(what, Article::Many, head).text),
            Occurrence::Nth(number) => {
                let what = self.filter_of(what, Article::One, head).text;
                format!("{whose} {} {what} each turn", ordinal(i32::from(number)))
            }
            Occurrence::ExceptFirstOfStep => {
                let what = self.filter_of(what, Article::A, head).object();
                format!("{what} except the first one {they} draw in each of {whose} draw steps")
            }
        };
        self.known(what, head, batch, event);
        said
    }
    pub(super) fn cast_event(
        &mut self,
        who: &Players,
        what: &Filter,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let what = as_spells(&without_owner(what));
        if *who == Players::Each && mood == Mood::Never {
            return self.happens(&what, Head::Spell, verb::BE, "cast", mood, occurrence, event);
        }
        let mut happening = self.act_on(who, verb::CAST, &what, Head::Spell, mood, occurrence, event);
        happening.rest = crate::filter::cast_so(&happening.rest);
        happening
    }
    pub(super) fn activation_event(
        &mut self,
        who: &Players,
        what: &Filter,
        sort: AbilitySort,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let ability = match sort {
            AbilitySort::Any => "an ability".to_owned(),
            AbilitySort::Keyword(word) => crate::sentence::with_article(&format!("{word} ability")),
            AbilitySort::Loyalty => "a loyalty ability".to_owned(),
            AbilitySort::Mana => "a mana ability".to_owned(),
            AbilitySort::NotMana => "an ability".to_owned(),
            AbilitySort::TurningUp => "the turning face up".to_owned(),
        };
        let of = match (&what, sort) {
            (Filter::Any, _) => String::new(),
            (what, _) => {
                let noun = self.filter(what, Article::A).object();
                self.known(what, Head::Permanent, false, event);
                format!(" of {noun}")
            }
        };
        let unless = if sort == AbilitySort::NotMana { " that isn't a mana ability" } else { "" };
        self.act(who, verb::ACTIVATE, &format!("{ability}{of}{unless}"), mood, occurrence, event)
    }
    /// An action of an author's own making: "you brew", "goad on Kettle Rat".
    pub(super) fn own_act(
        &mut self,
        word: &str,
        who: &Players,
        what: &Filter,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let subject = self.somebody(who, mood, event);
        let mut words = word.split(' ');
        let first = words.next().unwrap_or_default();
        let bent = match mood {
            Mood::Now if subject.number == Number::One && !subject.is_you() => format!("{first}s"),
            Mood::Past | Mood::Counted | Mood::Never => format!("{}ed", first.trim_end_matches('e')),
            Mood::Ing => format!("{}ing", first.trim_end_matches('e')),
            _ => first.to_owned(),
        };
        let mut act = words.fold(bent, |act, word| format!("{act} {word}"));
        if *what != Filter::Any {
            let object = self.filter(what, Article::A).object();
            self.known(what, Head::Permanent, false, event);
            act = with(&act, &object);
        }
        Happening::own(subject, act, nth_time("", occurrence))
    }
}

/// Cards that are cast are spells.
fn as_spells(filter: &Filter) -> Filter {
    match filter {
        Filter::And(all) => all.iter().map(as_spells).fold(Filter::Any, Filter::and),
        Filter::Not(inner) if **inner == Filter::Token => Filter::Any,
        other => other.clone(),
    }
}

/// What an ability of the face does right before it tells of it under that link.
pub(super) fn teller(face: &Face, link: LinkKey) -> Verb {
    let mut found = verb::DO;
    let mut look = |effect: &Effect| {
        if let Effect::Sequence(all) | Effect::Together(all) = effect {
            for pair in all.windows(2) {
                if let [before, Effect::Tell(key, _)] = pair
                    && *key == link
                {
                    found = deed_of(before).unwrap_or(found);
                }
            }
        }
    };
    for instance in face.abilities() {
        instance.ability.each(&mut look);
    }
    found
}

fn deed_of(effect: &Effect) -> Option<Verb> {
    match effect {
        Effect::Reveal(_) => Some(verb::REVEAL),
        Effect::Draw(..) => Some(verb::DRAW),
        Effect::Discard(..) => Some(verb::DISCARD),
        Effect::Sacrifice(..) | Effect::SacrificeChoice(..) => Some(verb::SACRIFICE),
        _ => None,
    }
}
