//! Numbers in words: "two cards", "X cards, where X is ...", "a +1/+1 counter for each ...".

use crate::filter::Article;
use crate::sentence::{listed, number_word, with_article};
use crate::speech::Speech;
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Amount, Effect, Filter, Objects, Players, Remembered, Rounding, Stat};
use cardwright_engine::ids::{LinkKey, Var};
use cardwright_engine::symbol::Symbol;

/// A number as a sentence can use it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Quantity {
    /// A number that is known.
    Number(i32),
    /// The X of the announcement.
    X,
    /// "that many", "that much"
    That,
    /// "twice that many", "that many plus 1"...: the noun stands behind "many", which becomes "much" if it cannot be counted.
    Of(String),
    /// So many for each of these: the factor and "creature you control".
    ForEach(i32, String),
    /// "the number of creatures you control", "its power": said as "equal to ..." or "X ..., where X is ...".
    Equal(String),
}

impl Quantity {
    /// What stands before "cards" (`many`) or "life" (not `many`), with the rest that follows the noun.
    fn text(&self, many: bool) -> (String, String) {
        let that = if many { "many" } else { "much" };
        let figure = |number: i32| if many { number_word(number) } else { number.to_string() };
        match self {
            Quantity::Number(number) => (figure(*number), String::new()),
            Quantity::X => ("X".to_owned(), String::new()),
            Quantity::That => (format!("that {that}"), String::new()),
            Quantity::Of(words) => (words.replace("many", that), String::new()),
            Quantity::ForEach(factor, each) => (figure(*factor), format!(" for each {each}")),
            Quantity::Equal(value) => ("X".to_owned(), format!(", where X is {value}")),
        }
    }
}

impl Speech<'_> {
    /// What kind of number it is.
    pub(crate) fn quantity(&mut self, amount: &Amount) -> Quantity {
        match amount {
            Amount::Fixed(number) => Quantity::Number(*number),
            Amount::X => Quantity::X,
            Amount::EventAmount(var) if self.prevented == Some(*var) => Quantity::Equal(self.value(amount)),
            Amount::EventAmount(_) => Quantity::That,
            Amount::Var(var) if *var == Var::RESOLVED => {
                Quantity::Equal("the number of times this ability has resolved this turn".to_owned())
            }
            Amount::Var(_) => Quantity::That,
            Amount::Count(_)
            | Amount::CountOf(_)
            | Amount::CountPlayers(_)
            | Amount::Counters(..)
            | Amount::LastCountersAwaited(..)
            | Amount::PlayerCounters(..)
            | Amount::HandSize(_)
            | Amount::LibrarySize(_)
            | Amount::Happened(..)
            | Amount::ColorsAmong(_)
            | Amount::BasicTypesAmong(_)
            | Amount::TimesPaid(_) => match self.each(amount) {
                Some(each) => Quantity::ForEach(1, each),
                None => Quantity::Equal(self.value(amount)),
            },
            Amount::Linked(key) if self.mention(crate::speech::Referent::Linked(*key)).is_some() => Quantity::That,
            Amount::Total(Stat::X, objects) if **objects == Objects::This => Quantity::X,
            Amount::Total(..) | Amount::Greatest(..) | Amount::Life(_) | Amount::Linked(_) => Quantity::Equal(self.value(amount)),
            Amount::Sum(parts) => match parts.as_slice() {
                [Amount::EventAmount(_) | Amount::Var(_), Amount::Fixed(more)] if *more < 0 => {
                    Quantity::Of(format!("that many minus {}", -more))
                }
                [Amount::EventAmount(_) | Amount::Var(_), more] => {
                    let more = self.value(more);
                    Quantity::Of(format!("that many plus {more}"))
                }
                _ => Quantity::Equal(self.value(amount)),
            },
            Amount::Product(a, b) => match (&**a, &**b) {
                (Amount::Fixed(factor), other) | (other, Amount::Fixed(factor)) => match self.quantity(other) {
                    Quantity::ForEach(one, each) => Quantity::ForEach(factor.saturating_mul(one), each),
                    Quantity::That => Quantity::Of(format!("{} that many", times(*factor))),
                    Quantity::X => Quantity::Of(format!("{} X", times(*factor))),
                    Quantity::Number(number) => Quantity::Number(factor.saturating_mul(number)),
                    Quantity::Of(words) => Quantity::Of(format!("{} {words}", times(*factor))),
                    Quantity::Equal(value) => Quantity::Equal(format!("{} {value}", times(*factor))),
                },
                _ => Quantity::Equal(self.value(amount)),
            },
            Amount::Divided(inner, by, rounding) => match self.quantity(inner) {
                Quantity::That => Quantity::Of(format!("{} that many, rounded {}", part(*by), rounded(*rounding))),
                Quantity::X => Quantity::Of(format!("{} X, rounded {}", part(*by), rounded(*rounding))),
                Quantity::Number(_) | Quantity::Of(_) | Quantity::ForEach(..) | Quantity::Equal(_) => {
                    Quantity::Equal(self.value(amount))
                }
            },
            Amount::Negative(inner) => match self.quantity(inner) {
                Quantity::Number(number) => Quantity::Number(number.saturating_neg()),
                Quantity::ForEach(factor, each) => Quantity::ForEach(factor.saturating_neg(), each),
                Quantity::X => Quantity::Of("-X".to_owned()),
                Quantity::That | Quantity::Of(_) | Quantity::Equal(_) => Quantity::Equal(self.value(amount)),
            },
            Amount::Lowest(_) | Amount::Highest(_) | Amount::If(..) | Amount::Script(_) => Quantity::Equal(self.value(amount)),
        }
    }

    /// So many of what can be counted, with what has to follow: ("two cards", ""), ("X cards", ", where X is its power"),
    /// ("a card", " for each creature you control").
    pub(crate) fn counted(&mut self, amount: &Amount, one: &str, many: &str) -> (String, String) {
        match self.quantity(amount) {
            Quantity::Number(1) => (with_article(one), String::new()),
            Quantity::ForEach(1, each) => (with_article(one), format!(" for each {each}")),
            Quantity::Equal(value) if many == "cards" => (many.to_owned(), format!(" equal to {value}")),
            Quantity::Equal(value) => (format!("a number of {many}"), format!(" equal to {value}")),
            Quantity::Of(words) if words.contains(" plus ") => {
                let words = words.strip_suffix(" plus 1").map_or(words.clone(), |start| format!("{start} plus one"));
                (format!("{} {many}", words), String::new())
            }
            other => {
                let (number, rest) = other.text(true);
                (format!("{number} {many}"), rest)
            }
        }
    }

    /// So much of what is written in figures (life, damage): ("3", ""), ("X", ", where X is ..."), ("that much", ""), with the
    /// alternative "damage equal to ..." left to the caller through [`Speech::quantity`].
    pub(crate) fn figure(&mut self, amount: &Amount) -> (String, String) {
        self.quantity(amount).text(false)
    }

    /// So much of a noun, however it is said best: "3 life", "that much life plus 1", "life equal to its power",
    /// "2 damage for each creature you control".
    pub(crate) fn much(&mut self, amount: &Amount, noun: &str) -> (String, String) {
        if let Some((half, rounded)) = self.part_of_life(amount, noun) {
            return (half, format!(", {rounded}"));
        }
        match self.quantity(amount) {
            Quantity::Equal(value) => (noun.to_owned(), format!(" equal to {value}")),
            Quantity::Of(words) => match words.split_once("many") {
                Some((before, after)) => (format!("{before}much {noun}{after}"), String::new()),
                None => (format!("{words} {noun}"), String::new()),
            },
            other => {
                let (number, rest) = other.text(false);
                (format!("{number} {noun}"), rest)
            }
        }
    }

    /// "half your life" and "rounded up", rather than "life equal to half your life total".
    pub(crate) fn part_of_life(&mut self, amount: &Amount, noun: &str) -> Option<(String, String)> {
        let Amount::Divided(inner, by, rounding) = amount else { return None };
        let Amount::Life(players) = &**inner else { return None };
        (noun == "life").then(|| {
            let whose = self.players(players).possessive();
            // Who loses it was just named.
            let whose = if whose == "that player's" && self.who.is_some() { "their".to_owned() } else { whose };
            (format!("{} {whose} life", part(*by)), format!("rounded {}", rounded(*rounding)))
        })
    }

    /// The number as a noun, behind "is" or "equal to": "the number of creatures you control", "its power", "3".
    pub(crate) fn value(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::X => "X".to_owned(),
            Amount::Count(filter) => format!("the number of {}", somewhere(filter, self.filter(filter, Article::Many).text)),
            Amount::CountOf(objects) => match &**objects {
                Objects::All(filter) => format!("the number of {}", self.filter(filter, Article::Many).text),
                objects => match self.way(objects) {
                    Some((_, many)) => format!("the number of {many}"),
                    None => format!("the number of {}", self.objects(objects).object()),
                },
            },
            Amount::LastCountersAwaited(objects, kind) => {
                let whose = self.objects(objects).possessive();
                if kind.as_str() == "lore" {
                    format!("{whose} final chapter number")
                } else {
                    format!("{whose} last {kind} number")
                }
            }
            Amount::CountPlayers(players) => match &**players {
                Players::Opponents => "the number of opponents you have".to_owned(),
                Players::Each => "the number of players".to_owned(),
                players => {
                    let one = self.any_player(players).text;
                    format!("the number of {}", players_of(&one))
                }
            },
            Amount::Total(Stat::X, objects) if **objects == Objects::This => "X".to_owned(),
            Amount::Total(stat, objects) => self.stat_of(*stat, objects),
            Amount::Greatest(stat, objects) => {
                let among = match &**objects {
                    Objects::All(filter) => self.filter(filter, Article::Many).text,
                    other => self.objects(other).object(),
                };
                format!("the greatest {} among {among}", crate::filter::stat_word(*stat))
            }
            Amount::Counters(objects, kind) => {
                let on = self.objects(objects).object();
                format!("the number of {kind} counters on {on}")
            }
            Amount::PlayerCounters(players, kind) => {
                let who = self.all_players(players);
                format!("the number of {kind} counters {} {}", who.text, who.verb("has", "have"))
            }
            Amount::Life(players) => format!("{} life total", self.players(players).possessive()),
            Amount::HandSize(players) => format!("the number of cards in {} hand", self.players(players).possessive()),
            Amount::LibrarySize(players) => format!("the number of cards in {} library", self.players(players).possessive()),
            Amount::EventAmount(var) if self.prevented == Some(*var) => "the damage prevented this way".to_owned(),
            Amount::EventAmount(_) => "that number".to_owned(),
            Amount::Var(var) if *var == Var::RESOLVED => "the number of times this ability has resolved this turn".to_owned(),
            Amount::Var(_) => "that number".to_owned(),
            Amount::Linked(key) => self.linked_number(*key),
            Amount::Happened(pattern, period) => {
                let happening = self.happening(pattern, *period);
                format!("the number of {}", plural_head(&happening))
            }
            Amount::ColorsAmong(objects) => {
                let among = self.among_what(objects);
                format!("the number of colors among {among}")
            }
            Amount::BasicTypesAmong(objects) => {
                let among = self.among_what(objects);
                format!("the number of basic land types among {among}")
            }
            Amount::TimesPaid(tag) => match tag.0.as_str() {
                "kicker" => "the number of times it was kicked".to_owned(),
                _ => "the number of times that cost was paid".to_owned(),
            },
            Amount::Sum(parts) => match parts.as_slice() {
                [one, Amount::Fixed(less)] if *less < 0 => format!("{} minus {}", self.value(one), -less),
                [one, Amount::Negative(less)] => format!("{} minus {}", self.value(one), self.value(less)),
                parts => parts.iter().map(|part| self.value(part)).collect::<Vec<_>>().join(" plus "),
            },
            Amount::Product(a, b) => match (&**a, &**b) {
                (Amount::Fixed(factor), other) | (other, Amount::Fixed(factor)) => {
                    format!("{} {}", times(*factor), self.value(other))
                }
                (a, b) => format!("{} times {}", self.value(a), self.value(b)),
            },
            Amount::Divided(inner, by, rounding) => {
                format!("{} {}, rounded {}", part(*by), self.value(inner), rounded(*rounding))
            }
            Amount::Negative(inner) => format!("minus {}", self.value(inner)),
            Amount::Lowest(all) => self.extreme(all, "less", "least"),
            Amount::Highest(all) => self.extreme(all, "greater", "greatest"),
            Amount::If(condition, yes, no) => {
                let (yes, condition, no) = (self.value(yes), self.condition(condition), self.value(no));
                format!("{yes} if {condition}, or {no} otherwise")
            }
            Amount::Script(_) => format!("the number that its script works out{}", self.script_line()),
        }
    }

    /// "your life total or 5, whichever is less"
    fn extreme(&mut self, all: &[Amount], of_two: &str, of_many: &str) -> String {
        let values: Vec<String> = all.iter().map(|one| self.value(one)).collect();
        let word = if values.len() == 2 { of_two } else { of_many };
        format!("{}, whichever is {word}", listed(&values, "or"))
    }

    /// What is counted, behind "for each", if the number counts something.
    pub(crate) fn each(&mut self, amount: &Amount) -> Option<String> {
        Some(match amount {
            Amount::Count(filter) => somewhere(filter, self.filter(filter, Article::One).text),
            Amount::CountOf(objects) => match &**objects {
                Objects::All(filter) => self.filter(filter, Article::One).text,
                Objects::Attachments(of) => format!("Aura and Equipment attached to {}", self.objects(of).object()),
                objects => self.way(objects)?.0,
            },
            Amount::CountPlayers(players) => {
                let one = self.any_player(players).text;
                one.split_once(' ').map_or(one.clone(), |(_, noun)| noun.to_owned())
            }
            Amount::Counters(objects, kind) => {
                let on = self.objects(objects).object();
                format!("{kind} counter on {on}")
            }
            Amount::PlayerCounters(players, kind) => {
                let who = self.all_players(players);
                format!("{kind} counter {} {}", who.text, who.verb("has", "have"))
            }
            Amount::HandSize(players) => format!("card in {} hand", self.players(players).possessive()),
            Amount::LibrarySize(players) => format!("card in {} library", self.players(players).possessive()),
            Amount::Happened(pattern, period) => self.happening(pattern, *period),
            Amount::ColorsAmong(objects) => format!("color among {}", self.among_what(objects)),
            Amount::BasicTypesAmong(objects) => format!("basic land type among {}", self.among_what(objects)),
            Amount::TimesPaid(tag) => match tag.0.as_str() {
                "kicker" => "time it was kicked".to_owned(),
                _ => "time that cost was paid".to_owned(),
            },
            _ => return None,
        })
    }

    /// "creature sacrificed this way" for what an effect did, one and many.
    fn way(&mut self, objects: &Objects) -> Option<(String, String)> {
        let (kind, way) = match objects {
            Objects::Var(var) => {
                let mention = self.mention(crate::speech::Referent::Var(*var))?;
                (mention.kind.clone(), mention.way.clone()?)
            }
            Objects::Linked(key) => {
                let known = self.mention(crate::speech::Referent::Linked(*key)).cloned();
                match known.and_then(|mention| Some((mention.kind, mention.way?))) {
                    Some(known) => known,
                    None => {
                        let this = self.this().object();
                        (self.kind_of_objects(objects), format!("exiled with {this}"))
                    }
                }
            }
            _ => return None,
        };
        let one = crate::words::singular(&kind.text);
        Some((format!("{one} {way}"), format!("{} {way}", crate::words::plural(&one))))
    }

    fn among_what(&mut self, objects: &Objects) -> String {
        match objects {
            Objects::All(filter) => self.filter(filter, Article::Many).text,
            other => self.objects(other).object(),
        }
    }

    /// The number that another ability of this object chose or noted.
    fn linked_number(&mut self, key: LinkKey) -> String {
        let mut chosen = false;
        for instance in self.face.abilities() {
            instance.ability.each(|effect: &Effect| {
                if let Effect::Remember(one, Remembered::ChosenNumber(..)) = effect {
                    chosen |= *one == key;
                }
            });
        }
        if chosen { "the chosen number".to_owned() } else { "the noted number".to_owned() }
    }

    /// Counters by their kind: "+1/+1 counter", "charge counter".
    pub(crate) fn counters(&mut self, amount: &Amount, kind: Symbol) -> (String, String) {
        self.counted(amount, &format!("{kind} counter"), &format!("{kind} counters"))
    }
}

/// "creature on the battlefield": where things are of which nothing else is said.
fn somewhere(filter: &Filter, text: String) -> String {
    if filter.zone().is_none() && !text.contains(' ') { format!("{text} on the battlefield") } else { text }
}

/// "twice", "three times".
pub(crate) fn times(factor: i32) -> String {
    match factor {
        2 => "twice".to_owned(),
        other => format!("{} times", number_word(other)),
    }
}

fn part(by: u16) -> String {
    match by {
        2 => "half".to_owned(),
        3 => "a third of".to_owned(),
        4 => "a quarter of".to_owned(),
        5 => "a fifth of".to_owned(),
        10 => "a tenth of".to_owned(),
        other => format!("one part in {other} of"),
    }
}

fn rounded(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Up => "up",
        Rounding::Down => "down",
    }
}

/// "players who control a creature" of "a player who ...".
fn players_of(one: &str) -> String {
    one.replacen("a player", "players", 1).replacen("an opponent", "opponents", 1)
}

/// "creatures that died this turn" of "creature that died this turn": the noun before the relative clause.
pub(crate) fn plural_head(phrase: &str) -> String {
    let cut = [" that ", " you ", " you've ", " cast ", " drawn ", " an opponent ", " dealt ", " put "]
        .iter()
        .filter_map(|word| phrase.find(word))
        .min();
    match cut {
        Some(place) => format!("{}{}", crate::words::plural(&phrase[..place]), &phrase[place..]),
        None => crate::words::plural(phrase),
    }
}
