//! Who and what effects speak of: names that are introduced where they are used first.

use super::act::Actor;
use crate::filter::{Article, Head};
use crate::noun::{Noun, Number};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Amount, ChooseFrom, ChooseHow, Effect, Filter, Objects, Pattern, Players};
use cardwright_engine::ids::Var;
use derive_visitor::{DriveMut, visitor_enter_fn_mut};

/// What a name is called where it is used first.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Intro {
    /// As what is chosen: "a creature card from your graveyard".
    Chosen(ChooseFrom),
    /// As each of these: "each creature you control".
    Each(Objects),
    /// As these.
    Objects(Objects),
    /// As a source of damage: "a red source of your choice".
    Source(Filter),
    /// As these players, one by one if they are several: "each opponent".
    Players(Players),
}

impl Speech<'_> {
    /// The name with what it stands for, if it has not been named yet.
    pub(crate) fn introduced(&mut self, name: Referent) -> Option<Noun> {
        let place = self.intros.iter().position(|(one, _)| *one == name)?;
        let (_, intro) = self.intros.remove(place);
        let (noun, kind) = match intro {
            Intro::Chosen(from) => self.chosen(&from),
            Intro::Each(objects) => {
                let noun = self.each_object(&objects);
                let kind = Noun { number: Number::One, ..self.kind_of_each(&objects) };
                (noun, kind)
            }
            Intro::Objects(objects) => (self.objects(&objects), self.kind_of_objects(&objects)),
            Intro::Source(filter) => {
                let source = self.filter_of(&filter, Article::A, Head::Source);
                (Noun::thing(format!("{} of your choice", source.text)), Noun::thing("source"))
            }
            Intro::Players(players) => (self.players(&players), Noun::player("player")),
        };
        self.mentioned(name, kind);
        Some(noun)
    }
    /// What one of these is called.
    pub(super) fn kind_of_each(&mut self, objects: &Objects) -> Noun {
        match objects {
            Objects::All(filter) => self.kind(filter, Number::One),
            objects => match self.kind_of_objects(objects) {
                many if many.number == Number::Many => {
                    Noun { text: crate::words::singular(&many.text), number: Number::One, ..many }
                }
                one => one,
            },
        }
    }
    /// What is chosen: "a creature you control", "up to two cards from your hand".
    pub(super) fn chosen(&mut self, from: &ChooseFrom) -> (Noun, Noun) {
        let one = from.max == Amount::Fixed(1);
        let number = if one { Number::One } else { Number::Many };
        let random = if from.how == ChooseHow::Random { " at random" } else { "" };
        let how_many = match (&from.min, &from.max) {
            (Amount::Fixed(0), Amount::Fixed(i32::MAX)) => "any number of ".to_owned(),
            (Amount::Fixed(1), Amount::Fixed(i32::MAX)) => "one or more ".to_owned(),
            (_, Amount::Fixed(1)) if from.min == Amount::Fixed(0) => "up to one ".to_owned(),
            (_, Amount::Fixed(1)) => String::new(),
            (Amount::Fixed(0), max) => format!("up to {} ", self.so_many_words(max)),
            (_, max) => format!("{} ", self.so_many_words(max)),
        };
        let (text, kind) = match &from.from {
            Objects::All(filter) => {
                let article = match (one, how_many.is_empty()) {
                    (true, true) => Article::A,
                    (true, false) => Article::One,
                    (false, _) => Article::Many,
                };
                (format!("{how_many}{}", self.filter(filter, article).text), self.kind(filter, number))
            }
            objects => {
                let all = self.objects(objects).object();
                let which = if how_many.is_empty() { "one ".to_owned() } else { how_many };
                (format!("{which}of {all}"), Noun { number, ..self.kind_of_objects(objects) })
            }
        };
        let text = format!("{text}{random}");
        (Noun { number, ..Noun::thing(text) }, kind)
    }
    fn so_many_words(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed(number) => crate::sentence::number_word(*number),
            other => self.value(other),
        }
    }

    /// Objects behind a verb: "all creatures", "target creature", "it".
    pub(super) fn things(&mut self, objects: &Objects, all: Article) -> Noun {
        match objects {
            Objects::All(filter) => self.filter(filter, all),
            Objects::Union(_) if all == Article::Each => self.each_object(objects),
            objects => self.objects(objects),
        }
    }
    /// Each of them: "each creature you control", "each of up to two target creatures".
    pub(super) fn each_thing(&mut self, objects: &Objects) -> String {
        super::damage_life::distributed(&self.things(objects, Article::Each))
    }
    /// The same as what is moved: "from your graveyard" rather than "in".
    pub(super) fn moving_things(&mut self, objects: &Objects) -> Noun {
        self.moved(objects)
    }
    /// Players as a noun.
    pub(super) fn people(&mut self, players: &Players) -> Noun {
        self.players(players)
    }
    /// The players as those who do something.
    pub(super) fn actor(&mut self, players: &Players) -> Actor {
        match players {
            Players::You => Actor::You,
            players if self.doer.as_ref() == Some(players) => Actor::Doer,
            players => {
                let noun = self.players(players);
                self.who = Some(noun.clone());
                Actor::Players(players.clone(), noun)
            }
        }
    }
    /// "your", "their", "its".
    pub(super) fn their_own(&self, actor: &Actor) -> &'static str {
        match actor {
            Actor::You => "your",
            Actor::Doer => "their",
            Actor::Players(_, noun) | Actor::Objects(_, noun) if noun.number == Number::Many => "their",
            Actor::Players(..) => "their",
            Actor::Objects(..) => "its",
        }
    }
    /// The objects as those that do something.
    pub(super) fn doing(&mut self, objects: &Objects) -> Actor {
        let noun = match objects {
            Objects::All(filter) => self.group(filter),
            objects => self.objects(objects),
        };
        if *objects == Objects::This {
            self.subject = Some(Referent::This);
        }
        Actor::Objects(objects.clone(), noun)
    }

    /// Remembers what the effect was done to under the name.
    pub(super) fn bind(&mut self, var: Var, effect: &Effect) {
        if let Some((kind, way)) = self.result(effect) {
            match way {
                Some(way) => self.done(Referent::Var(var), kind, way),
                None => self.mentioned(Referent::Var(var), kind),
            }
            let origin = match effect {
                Effect::Draw(who, _) => (Some(who.clone()), None),
                // They stay where they are.
                Effect::Reveal(objects) => (self.owner_of(objects), self.zone_of(objects)),
                _ => (None, None),
            };
            self.origins.push((var, origin.0, origin.1));
        }
    }
    /// What an effect was done to, and how.
    pub(super) fn result(&mut self, effect: &Effect) -> Option<(Noun, Option<&'static str>)> {
        use cardwright_engine::zone::ZoneKind;
        let cards = |amount: &Amount| if *amount == Amount::Fixed(1) { Noun::thing("card") } else { Noun::things("cards") };
        Some(match effect {
            Effect::Move(objects, to, _) => {
                let kind = self.kind_of_objects(objects);
                let kind = if to.zone == ZoneKind::Battlefield {
                    kind
                } else if kind.number == Number::Many {
                    Noun::things("cards")
                } else {
                    Noun::thing("card")
                };
                let way = match to.zone {
                    ZoneKind::Exile => "exiled this way",
                    ZoneKind::Hand => "returned this way",
                    _ => "moved this way",
                };
                (kind, Some(way))
            }
            Effect::CreateTokens { amount, .. } => {
                let kind = if *amount == Amount::Fixed(1) { Noun::thing("token") } else { Noun::things("tokens") };
                (kind, Some("created this way"))
            }
            Effect::Draw(_, amount) => (cards(amount), Some("drawn this way")),
            Effect::Discard(_, amount, ..) => (cards(amount), Some("discarded this way")),
            Effect::Mill(_, amount) => (cards(amount), Some("milled this way")),
            Effect::SacrificeChoice(players, filter, amount) => {
                let one = *amount == Amount::Fixed(1) && !matches!(players, Players::Each | Players::Opponents);
                (self.kind(filter, if one { Number::One } else { Number::Many }), Some("sacrificed this way"))
            }
            Effect::Sacrifice(_, objects) => (self.kind_of_objects(objects), Some("sacrificed this way")),
            Effect::Destroy(objects, _) => (self.kind_of_objects(objects), Some("destroyed this way")),
            Effect::Tap(objects) => (self.kind_of_objects(objects), Some("tapped this way")),
            Effect::Reveal(objects) => (self.kind_of_objects(objects), Some("revealed this way")),
            Effect::Counter(objects) => (self.kind_of_objects(objects), Some("countered this way")),
            Effect::Search { max, .. } => (cards(max), Some("found this way")),
            Effect::Dig { max, .. } => (cards(max), None),
            Effect::RevealUntil { .. } => (Noun::thing("card"), None),
            Effect::May(_, inner, _) | Effect::Pay(_, _, inner, _) | Effect::Then(_, _, inner) => return self.result(inner),
            Effect::IfDone(inner, ..) | Effect::LetObjects(_, _, inner) | Effect::Choose(_, _, inner) => {
                return self.result(inner);
            }
            Effect::ForEach(_, _, inner) | Effect::ForEachPlayer(_, _, inner) => {
                let (kind, way) = self.result(inner)?;
                (Noun { number: Number::Many, ..kind }, way)
            }
            Effect::Sequence(all) | Effect::Together(all) => {
                return all.iter().rev().find_map(|one| self.result(one));
            }
            _ => return None,
        })
    }
}

/// How often the name is used in the effect.
pub(super) fn uses(effect: &Effect, var: Var) -> usize {
    let mut count = 0;
    effect.each(|objects: &Objects| {
        if *objects == Objects::Var(var) {
            count += 1;
        }
    });
    effect.each(|players: &Players| {
        if *players == Players::Var(var) {
            count += 1;
        }
    });
    count
}

/// What is chosen as a source of damage, and the effect with the damage of just that source; `None` if no damage is asked about.
pub(super) fn chosen_source(from: &Objects, effect: &Effect, var: Var) -> Option<(Filter, Effect)> {
    let mut effect = effect.clone();
    let mut found = false;
    effect.drive_mut(&mut visitor_enter_fn_mut(|pattern: &mut Pattern| {
        if let Pattern::Damage { by, .. } = pattern {
            let mut speaks = false;
            by.each(|objects: &Objects| speaks |= *objects == Objects::Var(var));
            if speaks {
                *by = Filter::Is(Box::new(Objects::Var(var)));
                found = true;
            }
        }
    }));
    let filter = match from {
        Objects::All(filter) => as_source(filter),
        Objects::DamageSources => Filter::Any,
        Objects::Among(of, filter) if **of == Objects::DamageSources => as_source(filter),
        _ => return None,
    };
    found.then_some((filter, effect))
}

/// What is asked of a source, where it may be a permanent or a spell.
fn as_source(filter: &Filter) -> Filter {
    match filter {
        Filter::Permanent | Filter::Spell | Filter::Zone(_) => Filter::Any,
        Filter::And(all) => all.iter().map(as_source).fold(Filter::Any, Filter::and),
        Filter::Or(any) => {
            let mut each: Vec<Filter> = Vec::new();
            for one in any.iter().map(as_source) {
                if !each.contains(&one) {
                    each.push(one);
                }
            }
            if each.contains(&Filter::Any) { Filter::Any } else { each.into_iter().fold(Filter::Never, Filter::or) }
        }
        other => other.clone(),
    }
}
