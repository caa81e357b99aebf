//! Libraries: drawing, searching, looking at the top, revealing.

use super::act::{Act, Actor, Glue, Piece};
use crate::filter::Article;
use crate::noun::Number;
use crate::sentence::{listed, number_word};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, Destination, Filter, LibraryPosition, Objects, Pattern, Players, SearchTo, StepKind};
use cardwright_engine::zone::ZoneKind;

/// What a search looks for and where it looks.
pub(super) struct Sought<'e> {
    pub who: &'e Players,
    pub filter: &'e Filter,
    pub min: &'e Amount,
    pub max: &'e Amount,
    pub to: &'e [SearchTo],
    pub different_names: bool,
    pub reveal: bool,
    pub whose: Option<&'e Players>,
    pub also: &'e [ZoneKind],
}

/// What is done with the top cards.
pub(super) struct Dug<'e> {
    pub who: &'e Players,
    pub look: &'e Amount,
    pub filter: &'e Filter,
    pub min: &'e Amount,
    pub max: &'e Amount,
    pub to: &'e Destination,
    pub rest: &'e Destination,
    pub reveal: bool,
}

impl Speech<'_> {
    pub(super) fn draw(&mut self, players: &Players, amount: &Amount) -> Piece {
        let actor = self.actor(players);
        // "At the beginning of each player's draw step, that player draws an additional card."
        let additional = self.on.as_ref().is_some_and(|on| matches!(on.any.as_slice(), [Pattern::Begins(StepKind::Draw, _)]));
        let (one, many) = if additional { ("additional card", "additional cards") } else { ("card", "cards") };
        let cards = self.many(amount, one, many).whole();
        Piece::act(Act::regular(actor, "draw", cards))
    }
    pub(super) fn looks(&mut self, verb: &str, players: &Players, amount: &Amount) -> Piece {
        let actor = self.actor(players);
        let number = self.figure_with_tail(amount);
        Piece::act(Act::regular(actor, verb, number))
    }
    /// "2", "X, where X is the number of creatures you control".
    fn figure_with_tail(&mut self, amount: &Amount) -> String {
        use crate::amount::Quantity;
        match self.quantity(amount) {
            Quantity::Equal(text) => format!("X, where X is {text}"),
            Quantity::ForEach(1, each) => format!("1 for each {each}"),
            _ => self.value(amount),
        }
    }
    pub(super) fn reveal(&mut self, objects: &Objects) -> Piece {
        let what = self.things(objects, Article::All).object();
        Piece::act(Act::regular(Actor::You, "reveal", what))
    }

    pub(super) fn search(&mut self, sought: &Sought) -> Vec<Piece> {
        let actor = self.actor(sought.who);
        let their = match sought.whose {
            None => actor.their().to_owned(),
            Some(players) => self.people(players).possessive(),
        };
        let zones: Vec<String> =
            sought.also.iter().chain([&ZoneKind::Library]).map(|zone| super::zones::zone_word(*zone).to_owned()).collect();
        let (one, many) = self.cards_like(sought.filter);
        let single = *sought.max == Amount::Fixed(1);
        let up_to = *sought.min == Amount::Fixed(0) && *sought.max != *sought.min;
        let what = match sought.max {
            Amount::Fixed(i32::MAX) => format!("any number of {many}"),
            Amount::Fixed(1) => self.number_of(sought.max, &one, &many).whole(),
            max if up_to => format!("up to {}", self.number_of(max, &one, &many).whole()),
            max => self.number_of(max, &one, &many).whole(),
        };
        let names = if sought.different_names { " with different names" } else { "" };
        let mut steps =
            vec![Act::regular(actor.clone(), "search", format!("{their} {} for {what}{names}", listed(&zones, "and")))];
        let plain = one == "card";
        let it = match (single, plain) {
            (true, true) => "that card",
            (true, false) => "it",
            (false, true) => "those cards",
            (false, false) => "them",
        };
        let hidden = |to: &SearchTo| matches!(to.to.zone, ZoneKind::Hand | ZoneKind::Library) || to.to.face_down;
        let mut named = it;
        if sought.reveal && sought.to.iter().any(hidden) {
            steps.push(Act::regular(actor.clone(), "reveal", it));
            named = if single { "it" } else { "them" };
        }
        let owners = match sought.whose {
            None => actor.their().to_owned(),
            Some(_) => "their".to_owned(),
        };
        let (on_top, away): (Vec<&SearchTo>, Vec<&SearchTo>) =
            sought.to.iter().partition(|to| to.to.zone == ZoneKind::Library && to.to.position != LibraryPosition::Shuffled);
        if let Some((first, others)) = away.split_first() {
            let place = self.found_place(&first.to, &owners);
            let mut text = match (&first.to.zone, others.is_empty() && on_top.is_empty(), &first.count) {
                (ZoneKind::Exile, true, _) => String::new(),
                (_, true, _) => format!("{named} {place}"),
                (_, false, Some(Amount::Fixed(count))) => format!("{} {place}", number_word(*count)),
                (_, false, _) => format!("one {place}"),
            };
            for other in others {
                let place = self.found_place(&other.to, &owners);
                let rest = if *sought.max == Amount::Fixed(2) { "the other" } else { "the rest" };
                text.push_str(&format!(" and {rest} {place}"));
            }
            steps.push(if text.is_empty() {
                Act::regular(actor.clone(), "exile", named)
            } else {
                Act::regular(actor.clone(), "put", text)
            });
        }
        let shuffler = match sought.whose {
            Some(players) if players != sought.who => Actor::Players(players.clone(), self.people(players)),
            _ => actor.clone(),
        };
        let mut shuffle = Act::regular(shuffler, "shuffle", "");
        if let Some(to) = on_top.first() {
            let place = match &to.to.position {
                LibraryPosition::Top => "on top".to_owned(),
                position => self.library_place(position, &format!("{owners} library"), false),
            };
            let which = match (single, away.is_empty()) {
                (true, _) => "that card",
                (false, true) => "those cards",
                (false, false) => "the other",
            };
            shuffle = shuffle.with(&format!("and put {which} {place}"));
        }
        // One sentence: "search your library for ..., reveal it, put it into your hand, then shuffle".
        let mut first = steps.remove(0);
        for step in steps {
            let verb = if matches!(step.actor, Actor::You | Actor::Doer) { step.many } else { step.one };
            first = first.with(&format!(", {verb} {}", step.rest));
        }
        vec![Piece::act(first), Piece::act(shuffle).glued(Glue::Then)]
    }
    /// Where a found card goes: "into your hand", "onto the battlefield tapped".
    fn found_place(&mut self, to: &Destination, their: &str) -> String {
        match to.zone {
            ZoneKind::Hand => format!("into {their} hand"),
            ZoneKind::Graveyard => format!("into {their} graveyard"),
            ZoneKind::Battlefield => {
                let how = self.arriving(&to.entering);
                let control = match &to.entering.under {
                    None => String::new(),
                    Some(Players::You) if their == "your" => String::new(),
                    Some(players) => format!(" under {} control", self.players(players).possessive()),
                };
                format!("onto the battlefield{how}{control}")
            }
            ZoneKind::Exile => if to.face_down { "into exile face down" } else { "into exile" }.to_owned(),
            ZoneKind::Library => self.library_place(&to.position, &format!("{their} library"), false),
            ZoneKind::Command => "into the command zone".to_owned(),
            ZoneKind::Stack => "onto the stack".to_owned(),
            ZoneKind::Outside => "outside the game".to_owned(),
        }
    }

    pub(super) fn dig(&mut self, dug: &Dug) -> Vec<Piece> {
        let actor = self.actor(dug.who);
        let their = actor.their();
        let cards = match dug.look {
            Amount::Fixed(1) => "the top card".to_owned(),
            Amount::Fixed(number) => format!("the top {} cards", number_word(*number)),
            other => format!("the top {} cards", self.value(other)),
        };
        let again = match &actor {
            Actor::Players(players, _) => Actor::Players(players.clone(), self.people(players)),
            other => other.clone(),
        };
        let one = *dug.max == Amount::Fixed(1);
        let left = match (dug.look, dug.max) {
            (Amount::Fixed(look), Amount::Fixed(max)) => Some(look - max),
            _ => None,
        };
        let to = self.found_place(dug.to, their);
        let rest_many = left != Some(1);
        let rest = if rest_many { "the rest" } else { "the other" };
        let rest_place = match dug.rest.zone {
            ZoneKind::Library => self.library_place(&dug.rest.position, &format!("{their} library"), rest_many),
            _ => self.found_place(dug.rest, their),
        };
        let look = Act::regular(actor, "look", format!("at {cards} of {their} library"));
        if *dug.filter == Filter::Any && dug.min == dug.max {
            let which = match dug.max {
                Amount::Fixed(number) => number_word(*number),
                other => self.value(other),
            };
            let put = Act::regular(again, "put", format!("{which} of them {to} and {rest} {rest_place}"));
            return vec![Piece::act(look), Piece::act(put)];
        }
        let (name, names) = self.cards_like(dug.filter);
        let which = match (dug.min, dug.max) {
            (_, Amount::Fixed(1)) => self.number_of(dug.max, &name, &names).whole(),
            (Amount::Fixed(0), Amount::Fixed(i32::MAX)) => format!("any number of {names}"),
            (Amount::Fixed(0), max) => format!("up to {}", self.number_of(max, &name, &names).whole()),
            (_, max) => self.number_of(max, &name, &names).whole(),
        };
        let it = if one { "it" } else { "them" };
        let taken = if dug.reveal {
            Act::regular(again.clone(), "reveal", format!("{which} from among them and put {it} {to}"))
        } else {
            Act::regular(again.clone(), "put", format!("{which} from among them {to}"))
        };
        let taken = if *dug.min == Amount::Fixed(0) {
            let may = super::act::one_sentence(&[Piece::act(Act { actor: Actor::You, ..taken })], super::act::Form::Bare, false);
            Piece::text(format!("{} may {may}", again.noun().text))
        } else {
            Piece::act(taken)
        };
        let put = Act::regular(again, "put", format!("the rest {rest_place}"));
        vec![Piece::act(look), taken, Piece::act(put)]
    }
    pub(super) fn reveal_until(&mut self, who: &Players, filter: &Filter, to: &Destination, rest: &Destination) -> Vec<Piece> {
        let actor = self.actor(who);
        let their = actor.their();
        let (one, _) = self.cards_like(filter);
        let they = match actor {
            Actor::You => "you",
            _ => "they",
        };
        let until = crate::sentence::with_article(&one);
        let again = match &actor {
            Actor::Players(players, _) => Actor::Players(players.clone(), self.people(players)),
            other => other.clone(),
        };
        let text = format!("cards from the top of {their} library until {they} reveal {until}");
        let to = self.found_place(to, their);
        let rest_place = match rest.zone {
            ZoneKind::Library => self.library_place(&rest.position, &format!("{their} library"), true),
            _ => self.found_place(rest, their),
        };
        vec![
            Piece::act(Act::regular(actor, "reveal", text)),
            Piece::act(Act::regular(again, "put", format!("that card {to} and the rest {rest_place}"))),
        ]
    }
    pub(super) fn shuffle(&mut self, players: &Players) -> Piece {
        let actor = self.actor(players);
        let their = actor.their();
        let libraries = if actor.noun().number == Number::Many { "libraries" } else { "library" };
        Piece::act(Act::regular(actor, "shuffle", format!("{their} {libraries}")))
    }
}
