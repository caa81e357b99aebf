//! Changes of zones: "dies", "enters", "is put into a graveyard from anywhere", "you discard a card".

use super::verb::{self, Happening, Mood};
use super::{is_batch, is_this};
use crate::filter::Head;
use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ability::{Filter, MoveCause, Occurrence, Players};
use cardwright_engine::ids::Var;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

/// A move that a pattern waits for.
pub(super) struct Moving<'p> {
    pub what: &'p Filter,
    pub from: Option<ZoneKind>,
    pub to: Option<ZoneKind>,
    pub cause: Option<MoveCause>,
}

impl Speech<'_> {
    pub(super) fn moves_event(&mut self, moving: &Moving, mood: Mood, occurrence: Occurrence, event: Option<Var>) -> Happening {
        let Moving { what, from, to, cause } = *moving;
        match cause {
            Some(MoveCause::Sacrifice) => self.deed(what, verb::SACRIFICE, Head::Permanent, mood, occurrence, event),
            Some(MoveCause::Discard) => self.deed(what, verb::DISCARD, Head::Card, mood, occurrence, event),
            Some(MoveCause::Draw) => self.deed(what, verb::DRAW, Head::Card, mood, occurrence, event),
            Some(MoveCause::Play) => self.deed(what, verb::PLAY, Head::Card, mood, occurrence, event),
            Some(MoveCause::Cast) => self.deed(what, verb::CAST, Head::Spell, mood, occurrence, event),
            Some(MoveCause::Destroy) => self.happens(what, Head::Permanent, verb::BE, "destroyed", mood, occurrence, event),
            Some(MoveCause::Counter) => self.happens(what, Head::Spell, verb::BE, "countered", mood, occurrence, event),
            Some(MoveCause::Mill | MoveCause::Effect | MoveCause::Resolve | MoveCause::StateBased | MoveCause::LeftGame)
            | None => self.moves_between(moving, mood, occurrence, event),
        }
        .because(match cause {
            Some(MoveCause::Resolve) => "as it resolves",
            Some(MoveCause::LeftGame) => "as its owner leaves the game",
            Some(MoveCause::StateBased) => "as a state-based action",
            _ if from == Some(ZoneKind::Battlefield) && to == Some(ZoneKind::Hand) => "",
            _ => "",
        })
    }
    fn moves_between(&mut self, moving: &Moving, mood: Mood, occurrence: Occurrence, event: Option<Var>) -> Happening {
        let Moving { what, from, to, .. } = *moving;
        use ZoneKind::{Battlefield, Exile, Graveyard, Hand, Stack};
        let head = match (from, to) {
            (Some(Battlefield), _) | (None, Some(Battlefield)) => Head::Permanent,
            (Some(Stack), _) => Head::Spell,
            _ => Head::Card,
        };
        let (verb, rest) = match (from, to) {
            (Some(Battlefield), Some(Graveyard)) if self.is_creature(what) && !self.is_classic() => (verb::DIE, String::new()),
            (Some(Battlefield), Some(Graveyard)) if self.is_classic() => (verb::BE, "put into a graveyard from play".to_owned()),
            (Some(Battlefield), None) if self.is_classic() => (verb::LEAVE, "play".to_owned()),
            (Some(Battlefield), None) => (verb::LEAVE, "the battlefield".to_owned()),
            (None, Some(Battlefield)) if self.is_classic() => (verb::COME, "into play".to_owned()),
            (None, Some(Battlefield)) => (verb::ENTER, String::new()),
            (Some(from), Some(Battlefield)) => {
                let place = self.place_of(from, &Filter::Any, "from");
                let under = self.under_control(what, mood);
                if mood == Mood::Cant && from.is_owned() {
                    (verb::ENTER, "the battlefield".to_owned())
                } else {
                    (verb::ENTER, format!("the battlefield {place}{under}"))
                }
            }
            (Some(Battlefield), Some(Hand)) => (verb::BE, "returned to its owner's hand".to_owned()),
            (Some(Battlefield), Some(Exile)) => (verb::BE, "exiled from the battlefield".to_owned()),
            (None, Some(Exile)) => (verb::BE, "exiled".to_owned()),
            (Some(from), Some(Exile)) => (verb::BE, format!("exiled {}", self.place_of(from, what, "from"))),
            (None, Some(to)) => (verb::BE, format!("put {} from anywhere", self.place_of(to, what, "into"))),
            (Some(from), Some(to)) => {
                let into = self.place_of(to, what, "into");
                (verb::BE, format!("put {into} {}", self.place_of(from, what, "from")))
            }
            (Some(Stack), None) => (verb::LEAVE, "the stack".to_owned()),
            (Some(from), None) => (verb::LEAVE, self.place_of(from, what, "").trim_start().to_owned()),
            (None, None) => (verb::CHANGE, "zones".to_owned()),
        };
        let place_says_owner = [from, to].into_iter().flatten().any(ZoneKind::is_owned) && head == Head::Card;
        let narrower = match from {
            Some(zone) if zone.is_owned() && mood == Mood::Cant => what.clone().and(Filter::Zone(zone)),
            _ if place_says_owner => without_owner(what),
            _ => what.clone(),
        };
        self.happens(&narrower, head, verb, &rest, mood, occurrence, event)
    }
    /// "from your graveyard", "into a graveyard".
    fn place_of(&mut self, zone: ZoneKind, what: &Filter, preposition: &str) -> String {
        let whose = match owner(what) {
            _ if !zone.is_owned() => "the".to_owned(),
            Some(Players::You) => "your".to_owned(),
            Some(Players::Opponents) if *what != Filter::This => "an opponent's".to_owned(),
            Some(Players::Each) | None => "a".to_owned(),
            Some(players) => self.players(&players).possessive(),
        };
        match zone {
            ZoneKind::Exile => format!("{preposition} exile"),
            ZoneKind::Outside => format!("{preposition} outside the game"),
            zone => format!("{preposition} {whose} {}", zone.word()),
        }
    }
    fn under_control(&mut self, what: &Filter, mood: Mood) -> String {
        match owner(what) {
            _ if mood == Mood::Cant => String::new(),
            Some(Players::You) => " under your control".to_owned(),
            Some(Players::Opponents) => " under an opponent's control".to_owned(),
            _ => String::new(),
        }
    }
    /// What a player does with a thing of theirs: "you sacrifice a permanent", "a player discards a card".
    fn deed(
        &mut self,
        what: &Filter,
        verb: verb::Verb,
        head: Head,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let who = if is_this(what) { Players::You } else { owner(what).unwrap_or(Players::Each) };
        let what = without_owner(what);
        let subject = self.somebody(&who, mood, event);
        let object = self.acted_on(&what, head, &subject, occurrence, event);
        Happening::new(subject, verb, object)
    }
    /// Whether "dies" can be said of it.
    fn is_creature(&self, what: &Filter) -> bool {
        match what {
            Filter::Type(card_type) => matches!(card_type, CardType::Creature | CardType::Planeswalker),
            filter if is_this(filter) => self.called.map_or_else(
                || [CardType::Creature, CardType::Planeswalker].iter().any(|one| self.face.base.types.is(*one)),
                |called| called.contains("creature") || called.contains("token"),
            ),
            Filter::And(all) => all.iter().any(|filter| self.is_creature(filter)),
            Filter::Or(any) => any.iter().all(|filter| self.is_creature(filter)),
            Filter::Is(objects) => match &**objects {
                cardwright_engine::ability::Objects::Host(_) => self.enchants_creature(),
                _ => true,
            },
            _ => false,
        }
    }
    fn enchants_creature(&self) -> bool {
        use cardwright_engine::ability::{AbilityBody, Rule, StaticPart, TargetRule};
        self.face.abilities().iter().all(|instance| match &instance.ability.kind {
            AbilityBody::Static(fixed) => fixed.parts.iter().all(|part| match part {
                StaticPart::Rule(Rule::Target(TargetRule::AttachesTo(what, _))) => self.is_creature(what),
                _ => true,
            }),
            _ => true,
        })
    }
    /// One of these, some of these or all of these, as the mood of the sentence wants it.
    pub(super) fn participant(&mut self, what: &Filter, head: Head, mood: Mood, batch: bool) -> Noun {
        use crate::filter::Article;
        match mood {
            _ if is_this(what) => self.filter_of(what, Article::A, head),
            Mood::Cant => self.filter_of(what, Article::Many, head),
            Mood::Counted => self.filter_of(what, Article::One, head),
            Mood::Never => {
                let many = self.filter_of(what, Article::Many, head);
                Noun { text: format!("no {}", many.text), ..many }
            }
            Mood::Now | Mood::Would | Mood::Past | Mood::Ing if batch => {
                let many = self.filter_of(what, Article::Many, head);
                Noun { text: format!("one or more {}", many.text), ..many }
            }
            Mood::Now | Mood::Would | Mood::Past | Mood::Ing => self.filter_of(what, Article::A, head),
        }
    }
    /// Something happens to what matches; it is known under the name of the event.
    #[allow(clippy::too_many_arguments)] // The parts of a clause.
    pub(super) fn happens(
        &mut self,
        what: &Filter,
        head: Head,
        verb: verb::Verb,
        rest: &str,
        mood: Mood,
        occurrence: Occurrence,
        event: Option<Var>,
    ) -> Happening {
        let batch = is_batch(occurrence);
        let subject = self.participant(what, head, mood, batch);
        self.known(what, head, batch, event);
        let rest = super::happening::nth_time(rest, occurrence);
        let rest = if subject.number == crate::noun::Number::Many {
            rest.replace("its owner's hand", "their owners' hands")
        } else {
            rest
        };
        Happening::new(subject, verb, rest)
    }
}

impl Happening {
    fn because(mut self, why: &str) -> Self {
        self.rest = verb::with(&self.rest, why).trim_start().to_owned();
        self
    }
}

/// Whose the objects are that match, if the filter says so.
pub(crate) fn owner(what: &Filter) -> Option<Players> {
    match what {
        Filter::ControlledBy(players) | Filter::OwnedBy(players) => Some((**players).clone()),
        Filter::And(all) => all.iter().find_map(owner),
        Filter::Or(any) => {
            let first = any.first().and_then(owner)?;
            any.iter().all(|filter| owner(filter).as_ref() == Some(&first)).then_some(first)
        }
        _ => None,
    }
}

/// The filter without whose the objects are, and without "nontoken", which a card always is.
pub(crate) fn without_owner(what: &Filter) -> Filter {
    match what {
        Filter::ControlledBy(_) | Filter::OwnedBy(_) => Filter::Any,
        Filter::And(all) => all.iter().map(without_owner).fold(Filter::Any, Filter::and),
        Filter::Or(any) => Filter::Or(any.iter().map(without_owner).collect()),
        other => other.clone(),
    }
}
