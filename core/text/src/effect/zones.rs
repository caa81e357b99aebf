//! Moving between zones: destroying, sacrificing, exiling, returning, discarding.

use super::act::{Act, Actor, Piece};
use super::permanents::counters;
use crate::filter::{Article, Head};
use crate::noun::{Noun, Number};
use crate::sentence::{listed, number_word};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{
    Amount, AttackOn, ChooseHow, Destination, Duration, Effect, Entering, EventPattern, Filter, LibraryPosition, MoveCause,
    Objects, Players,
};
use cardwright_engine::ids::LinkKey;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    pub(super) fn destroy(&mut self, objects: &Objects, for_good: bool) -> Vec<Piece> {
        let noun = self.things(objects, Article::All);
        let mut pieces = vec![Piece::act(Act::regular(Actor::You, "destroy", noun.object()))];
        if for_good {
            let they = if noun.number == Number::Many { "they" } else { "it" };
            pieces.push(Piece::text(format!("{they} can't be regenerated")));
        }
        pieces
    }
    pub(super) fn sacrifice(&mut self, players: &Players, objects: &Objects) -> Piece {
        // What its controller sacrifices is said as "sacrifice it" only of you: "that creature's controller sacrifices it".
        let actor = self.actor(players);
        let what = self.things(objects, Article::All).object();
        if let Objects::Var(var) = objects
            && let Some(mention) = self.mention(Referent::Var(*var))
        {
            let kind = mention.kind.clone();
            self.done(Referent::Var(*var), kind, "sacrificed this way");
        }
        Piece::act(Act::regular(actor, "sacrifice", what))
    }
    pub(super) fn sacrifice_choice(&mut self, players: &Players, filter: &Filter, amount: &Amount) -> Piece {
        let actor = self.actor(players);
        let filter = without_controller(filter);
        let what = match amount {
            Amount::Fixed(1) => self.filter(&filter, Article::A).text,
            amount => {
                let (one, many) = (self.filter(&filter, Article::One).text, self.filter(&filter, Article::Many).text);
                self.number_of(amount, &one, &many).whole()
            }
        };
        let choice = if *amount != Amount::Fixed(1) && actor != Actor::You { " of their choice" } else { "" };
        Piece::act(Act::regular(actor, "sacrifice", format!("{what}{choice}")))
    }
    pub(super) fn discard(&mut self, players: &Players, amount: &Amount, filter: &Filter, how: ChooseHow) -> Vec<Piece> {
        let actor = self.actor(players);
        let (one, many) = self.cards_like(filter);
        if matches!(amount, Amount::HandSize(whose) if **whose == *players) && *filter == Filter::Any {
            let hand = format!("{} hand", self.their_own(&actor));
            return vec![Piece::act(Act::regular(actor, "discard", hand))];
        }
        match how {
            ChooseHow::ControllerChooses if actor != Actor::You => {
                let chosen = self.number_of(amount, &one, &many);
                let it = if *amount == Amount::Fixed(1) { "that card" } else { "those cards" };
                let again = Actor::Players(players.clone(), self.people(players));
                vec![
                    Piece::act(Act::regular(actor, "reveal", "their hand")),
                    Piece::act(
                        Act::regular(Actor::You, "choose", format!("{} from it{}", chosen.text, chosen.tail)).saying_you(),
                    ),
                    Piece::act(Act::regular(again, "discard", it)),
                ]
            }
            how => {
                let cards = self.many(amount, &one, &many);
                let random = if how == ChooseHow::Random { " at random" } else { "" };
                vec![Piece::act(Act::regular(actor, "discard", format!("{}{random}{}", cards.text, cards.tail)))]
            }
        }
    }
    pub(super) fn mill(&mut self, players: &Players, amount: &Amount) -> Piece {
        let actor = self.actor(players);
        if self.is_classic() {
            let their = self.their_own(&actor);
            let cards = match amount {
                Amount::Fixed(1) => "top card".to_owned(),
                Amount::Fixed(number) => format!("top {} cards", number_word(*number)),
                other => format!("top {} cards", self.value(other)),
            };
            return Piece::act(Act::regular(actor, "put", format!("the {cards} of {their} library into {their} graveyard")));
        }
        let cards = self.many(amount, "card", "cards").whole();
        Piece::act(Act::regular(actor, "mill", cards))
    }
    pub(super) fn exile_until(&mut self, objects: &Objects, until: &EventPattern) -> Piece {
        let what = self.moving_things(objects).object();
        let until = self.duration(&Duration::Until(until.clone()));
        let (verb, rest) = self.exiling(&what);
        Piece::act(Act::regular(Actor::You, verb, format!("{rest} {until}")))
    }
    pub(super) fn exchange_zones(&mut self, players: &Players, one: ZoneKind, other: ZoneKind) -> Piece {
        let actor = self.actor(players);
        let their = self.their_own(&actor);
        Piece::act(Act::regular(actor, "exchange", format!("{their} {} and {}", zone_word(one), zone_word(other))))
    }

    /// "a basic land card": what such a card in a hidden zone is called, one and many, without article.
    pub(super) fn cards_like(&mut self, filter: &Filter) -> (String, String) {
        let filter = without_controller(&without_zone(filter));
        if filter == Filter::Any {
            return ("card".to_owned(), "cards".to_owned());
        }
        (self.filter_of(&filter, Article::One, Head::Card).text, self.filter_of(&filter, Article::Many, Head::Card).text)
    }

    /// Objects moved from one zone to another.
    pub(super) fn move_objects(&mut self, objects: &Objects, to: &Destination, cause: MoveCause) -> Vec<Piece> {
        let owner = self.owner_of(objects);
        let from = self.zone_of(objects);
        let noun = self.moving_things(objects);
        let what = noun.object();
        let whose = match (&owner, noun.number) {
            (Some(owner), _) => self.players(owner).possessive(),
            (None, Number::One) => "its owner's".to_owned(),
            (None, Number::Many) => "their owners'".to_owned(),
        };
        if let Some(key) = to.remember {
            let kind = if noun.number == Number::Many { Noun::things("cards") } else { Noun::thing("card") };
            self.done(
                Referent::Linked(key),
                kind,
                if to.zone == ZoneKind::Exile { "exiled this way" } else { "chosen this way" },
            );
            if let Some(mention) = self.mentions.last_mut() {
                mention.salient = false;
            }
        }
        let verb = match cause {
            MoveCause::Destroy => Some("destroy"),
            MoveCause::Sacrifice => Some("sacrifice"),
            MoveCause::Discard => Some("discard"),
            MoveCause::Mill => Some("mill"),
            MoveCause::Counter => Some("counter"),
            MoveCause::Effect
            | MoveCause::Draw
            | MoveCause::Play
            | MoveCause::Cast
            | MoveCause::Resolve
            | MoveCause::StateBased
            | MoveCause::LeftGame => None,
        };
        if let Some(verb) = verb.filter(|_| to.zone == ZoneKind::Graveyard) {
            return vec![Piece::act(Act::regular(Actor::You, verb, what))];
        }
        let order = |verb: &str, rest: String| Piece::act(Act::regular(Actor::You, verb, rest));
        match to.zone {
            ZoneKind::Exile => {
                let down = if to.face_down { " face down" } else { "" };
                let (verb, rest) = self.exiling(&what);
                vec![order(verb, format!("{rest}{down}"))]
            }
            ZoneKind::Hand => {
                let plural = if noun.number == Number::Many && owner.is_none() { "hands" } else { "hand" };
                let own = owner == Some(Players::You) && from == Some(ZoneKind::Exile);
                let verb = if from == Some(ZoneKind::Library) || own { "put" } else { "return" };
                let into = if verb == "put" { "into" } else { "to" };
                vec![order(verb, format!("{what} {into} {whose} {plural}"))]
            }
            ZoneKind::Graveyard => {
                let plural = if noun.number == Number::Many && owner.is_none() { "graveyards" } else { "graveyard" };
                vec![order("put", format!("{what} into {whose} {plural}"))]
            }
            ZoneKind::Library => vec![self.put_in_library(&noun, owner.is_some(), &whose, &to.position)],
            ZoneKind::Battlefield => self.onto_battlefield(objects, &noun, owner.as_ref(), from, &to.entering),
            ZoneKind::Command => vec![order("put", format!("{what} into the command zone"))],
            ZoneKind::Stack => vec![order("put", format!("{what} onto the stack"))],
            ZoneKind::Outside => vec![order("remove", format!("{what} from the game"))],
        }
    }

    fn put_in_library(&mut self, noun: &Noun, one_owner: bool, whose: &str, position: &LibraryPosition) -> Piece {
        let what = noun.object();
        let many = noun.number == Number::Many;
        let libraries = if many && !one_owner { "libraries" } else { "library" };
        let order = |verb: &str, rest: String| Piece::act(Act::regular(Actor::You, verb, rest));
        match position {
            LibraryPosition::Shuffled => order("shuffle", format!("{what} into {whose} {libraries}")),
            position => {
                let place = self.library_place(position, &format!("{whose} {libraries}"), many);
                order("put", format!("{what} {place}"))
            }
        }
    }

    /// "on top of your library", "on the bottom of its owner's library in any order".
    pub(super) fn library_place(&mut self, position: &LibraryPosition, library: &str, many: bool) -> String {
        let any_order = if many { " in any order" } else { "" };
        match position {
            LibraryPosition::Top => format!("on top of {library}{any_order}"),
            LibraryPosition::Bottom => format!("on the bottom of {library}{any_order}"),
            LibraryPosition::BottomRandom => {
                format!("on the bottom of {library}{}", if many { " in a random order" } else { "" })
            }
            LibraryPosition::Shuffled => format!("into {library}"),
            LibraryPosition::FromTop(Amount::Fixed(number)) => {
                format!("into {library} just beneath the top {}", cards_word(*number))
            }
            LibraryPosition::FromTop(amount) => {
                let number = self.many(amount, "card", "cards").whole();
                format!("into {library} just beneath the top {number}")
            }
        }
    }

    fn onto_battlefield(
        &mut self,
        objects: &Objects,
        noun: &Noun,
        owner: Option<&Players>,
        from: Option<ZoneKind>,
        entering: &Entering,
    ) -> Vec<Piece> {
        let many = noun.number == Number::Many;
        let known =
            matches!(objects, Objects::Var(_) | Objects::EventObject(_) | Objects::Linked(_) | Objects::This | Objects::Paid(_));
        let own_graveyard = from == Some(ZoneKind::Graveyard) && owner == Some(&Players::You);
        let returns = own_graveyard || known && from != Some(ZoneKind::Hand) && from != Some(ZoneKind::Library);
        let control = match (&entering.under, owner) {
            (Some(Players::You), Some(Players::You)) => String::new(),
            (Some(Players::You), _) => " under your control".to_owned(),
            (Some(players), _) => format!(" under {} control", self.players(players).possessive()),
            (None, Some(_)) => String::new(),
            (None, None) if many => " under their owners' control".to_owned(),
            (None, None) => " under its owner's control".to_owned(),
        };
        let how = self.arriving(entering, &control);
        let (verb, place) = if returns { ("return", "to the battlefield") } else { ("put", "onto the battlefield") };
        let mut pieces = vec![Piece::act(Act::regular(Actor::You, verb, format!("{} {place}{how}", noun.object())))];
        if !entering.being.is_empty() {
            let it = Noun { text: if many { "they" } else { "it" }.to_owned(), ..noun.clone() };
            let changes = self.changes(&entering.being, &it, false);
            pieces.push(Piece::text(contracted(&format!("{} {changes}", it.text))));
        }
        pieces
    }

    /// How something enters: " tapped and attacking", " with a +1/+1 counter on it", " attached to target creature".
    /// `control` is " under your control" or empty.
    pub(super) fn arriving(&mut self, entering: &Entering, control: &str) -> String {
        let mut text = String::new();
        let states = self.states(entering);
        if !states.is_empty() {
            text = format!(" {}", listed(&states, "and"));
        }
        text.push_str(control);
        if !entering.counters.is_empty() {
            text.push_str(&format!(" with {} on it", self.entering_counters(entering)));
        }
        if let Some(to) = &entering.attached_to {
            text.push_str(&format!(" attached to {}", self.any_recipient(to).object()));
        }
        text
    }
    /// "two +1/+1 counters and a shield counter"
    pub(super) fn entering_counters(&mut self, entering: &Entering) -> String {
        let counters: Vec<String> = entering
            .counters
            .iter()
            .map(|(kind, amount)| {
                let (one, many) = counters(*kind);
                self.number_of(amount, &one, &many).whole()
            })
            .collect();
        listed(&counters, "and")
    }
    /// "tapped", "attacking", "blocking target attacking creature", "face down", "transformed".
    pub(super) fn states(&mut self, entering: &Entering) -> Vec<String> {
        let mut states = Vec::new();
        if entering.face_down {
            states.push("face down".to_owned());
        }
        if entering.transformed {
            states.push("transformed".to_owned());
        }
        if entering.tapped {
            states.push("tapped".to_owned());
        }
        match &entering.attacking {
            None => {}
            // Whoever is an opponent can be attacked anyway.
            Some(AttackOn::Anything) => states.push("attacking".to_owned()),
            Some(AttackOn::OneOf(whom)) if whom.players == Some(Players::Opponents) => states.push("attacking".to_owned()),
            Some(on) => states.push(format!("attacking {}", self.what_is_attacked(on))),
        }
        match &entering.blocking {
            None => {}
            Some(Objects::All(filter)) => {
                states.push(format!("blocking {}", self.filter(&without_zone(filter), Article::A).text))
            }
            Some(attackers) => states.push(format!("blocking {}", self.things(attackers, Article::A).object())),
        }
        states
    }

    /// In whose zones the objects are, as far as it is known from what they are.
    pub(super) fn owner_of(&self, objects: &Objects) -> Option<Players> {
        match objects {
            Objects::Target(slot) => owner_in(&self.targets.get(usize::from(slot.0))?.objects),
            Objects::All(filter) => owner_in(filter),
            Objects::Among(of, filter) => owner_in(filter).or_else(|| self.owner_of(of)),
            Objects::TopOfLibrary(players, _) | Objects::TopOfGraveyard(players) => Some((**players).clone()),
            Objects::Var(var) => self.origins.iter().find(|(name, ..)| name == var).and_then(|(_, owner, _)| owner.clone()),
            Objects::Linked(key) => self.origin_of_linked(*key),
            Objects::This if self.zone_of(objects).is_some_and(|zone| zone != ZoneKind::Battlefield) => Some(Players::You),
            _ => None,
        }
    }
    /// Whose cards are remembered: those whose library or hand they came from.
    fn origin_of_linked(&self, key: LinkKey) -> Option<Players> {
        let mut from = None;
        for instance in self.face.abilities() {
            instance.ability.each(|effect: &Effect| match effect {
                Effect::Move(objects, to, _) if to.remember == Some(key) => from = Some(objects.clone()),
                _ => {}
            });
        }
        match from? {
            Objects::Target(_) | Objects::Var(_) | Objects::Linked(_) => None,
            objects => self.owner_of(&objects),
        }
    }
    /// In which zone they are, as far as it is known.
    pub(super) fn zone_of(&self, objects: &Objects) -> Option<ZoneKind> {
        use cardwright_engine::ability::Zones;
        match objects {
            Objects::Target(slot) => Some(self.targets.get(usize::from(slot.0))?.objects.zone().unwrap_or(ZoneKind::Battlefield)),
            Objects::All(filter) => Some(filter.zone().unwrap_or(ZoneKind::Battlefield)),
            Objects::Among(of, filter) => filter.zone().or_else(|| self.zone_of(of)),
            Objects::TopOfLibrary(..) => Some(ZoneKind::Library),
            Objects::Linked(_) => Some(ZoneKind::Exile),
            Objects::TopOfGraveyard(_) => Some(ZoneKind::Graveyard),
            Objects::Var(var) => self.origins.iter().find(|(name, ..)| name == var).and_then(|(_, _, zone)| *zone),
            Objects::This => match self.zones {
                Zones::Only(zone) => Some(zone),
                Zones::Usual | Zones::Everywhere => None,
            },
            _ => None,
        }
    }
}

/// The one owner whom a filter asks for, of cards outside the battlefield.
fn owner_in(filter: &Filter) -> Option<Players> {
    fn owner(filter: &Filter) -> Option<Players> {
        match filter {
            Filter::ControlledBy(players) | Filter::OwnedBy(players) if is_one(players) => Some((**players).clone()),
            Filter::And(all) => all.iter().find_map(owner),
            Filter::Or(any) => {
                let first = owner(any.first()?)?;
                any.iter().all(|one| owner(one).as_ref() == Some(&first)).then_some(first)
            }
            _ => None,
        }
    }
    filter.zone().filter(|zone| !matches!(zone, ZoneKind::Battlefield | ZoneKind::Stack)).and_then(|_| owner(filter))
}

fn is_one(players: &Players) -> bool {
    !matches!(
        players,
        Players::Each | Players::Opponents | Players::Union(_) | Players::Among(..) | Players::Except(..) | Players::None
    )
}

/// The filter without its words on who controls or owns: what "sacrifices a creature" need not say.
pub(super) fn without_controller(filter: &Filter) -> Filter {
    pruned(filter, &|one| matches!(one, Filter::ControlledBy(_) | Filter::OwnedBy(_)))
}
/// The filter without its words on the zone.
pub(super) fn without_zone(filter: &Filter) -> Filter {
    pruned(filter, &|one| matches!(one, Filter::Zone(_)))
}
fn pruned(filter: &Filter, gone: &dyn Fn(&Filter) -> bool) -> Filter {
    match filter {
        one if gone(one) => Filter::Any,
        Filter::And(all) => all.iter().map(|one| pruned(one, gone)).fold(Filter::Any, Filter::and),
        Filter::Or(any) => Filter::Or(any.iter().map(|one| pruned(one, gone)).collect()),
        other => other.clone(),
    }
}

pub(super) fn zone_word(zone: ZoneKind) -> &'static str {
    match zone {
        ZoneKind::Library => "library",
        ZoneKind::Hand => "hand",
        ZoneKind::Battlefield => "battlefield",
        ZoneKind::Graveyard => "graveyard",
        ZoneKind::Stack => "stack",
        ZoneKind::Exile => "exile",
        ZoneKind::Command => "command zone",
        ZoneKind::Outside => "place outside the game",
    }
}

fn cards_word(number: i32) -> String {
    if number == 1 { "card".to_owned() } else { format!("{} cards", number_word(number)) }
}

/// "it's" for "it is".
pub(super) fn contracted(text: &str) -> String {
    match text.strip_prefix("it is ") {
        Some(rest) => format!("it's {rest}"),
        None => text.strip_prefix("they are ").map_or_else(|| text.to_owned(), |rest| format!("they're {rest}")),
    }
}
