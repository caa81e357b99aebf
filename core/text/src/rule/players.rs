//! Limits and permissions of players.

use super::{About, Form, Span, Statement};
use crate::filter::{Article, Head};
use crate::noun::Number;
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, Filter, PlayerRule, Players};

impl Speech<'_> {
    pub(super) fn player_rule(&mut self, rule: &PlayerRule, span: Span) -> Statement {
        match rule {
            PlayerRule::HandSize(who, amount) => {
                let (word, amount) = match amount {
                    Amount::Fixed(number) if *number < 0 => ("reduced", Amount::Fixed(-number)),
                    Amount::Negative(inner) => ("reduced", (**inner).clone()),
                    amount => ("increased", amount.clone()),
                };
                let by = match amount {
                    Amount::Fixed(number) => crate::sentence::number_word(number),
                    amount => self.value(&amount),
                };
                self.their(who, "maximum hand size", &format!("{word} by {by}"))
            }
            PlayerRule::SetHandSize(who, amount) => {
                let size = match amount {
                    Amount::Fixed(number) => crate::sentence::number_word(*number),
                    amount => format!("equal to {}", self.value(amount)),
                };
                self.their(who, "maximum hand size", &size)
            }
            PlayerRule::NoHandSize(who) => {
                self.of_players(who, |who| format!("{} no maximum hand size", who.verb("has", "have")))
            }
            PlayerRule::ExtraLands(who, amount) => {
                let (lands, rest) = self.counted(amount, "additional land", "additional lands");
                self.each_alone(who, |who| {
                    let whose = if who.is_you() { "your" } else { "their" };
                    match span {
                        Span::Always => format!("may play {lands} on each of {whose} turns{rest}"),
                        Span::ThisTurn => format!("may play {lands} this turn{rest}"),
                    }
                })
            }
            PlayerRule::SkipStep(who, step) => {
                let step = self.whole_step(*step);
                match who {
                    Players::You => Statement::whole(format!("skip your {step}")),
                    who => self.of_players(who, |who| match who.number {
                        Number::Many => format!("skip their {}", crate::words::plural(step)),
                        Number::One => format!("skips their {step}"),
                    }),
                }
            }
            PlayerRule::CantPayLife(who) => self.of_players(who, |_| "can't pay life".to_owned()),
            PlayerRule::TopCardRevealed(who) => match who {
                Players::You => Statement::whole("play with the top card of your library revealed"),
                who => self.of_players(who, |who| match who.number {
                    Number::Many => "play with the top card of their libraries revealed".to_owned(),
                    Number::One => "plays with the top card of their library revealed".to_owned(),
                }),
            },
            PlayerRule::SpellsPerTurn(who, amount) => {
                let (spells, rest) = self.counted(amount, "spell", "spells");
                let spells = if spells == "a spell" { "one spell".to_owned() } else { spells };
                let turn = if span == Span::ThisTurn { "this turn" } else { "each turn" };
                self.each_alone(who, |_| format!("can't cast more than {spells} {turn}{rest}"))
            }
            PlayerRule::UntapsAtMost(who, amount, what) => {
                let (one, many) = (self.filter(what, Article::One).text, self.filter(what, Article::Many).text);
                let (number, rest) = match amount {
                    Amount::Fixed(1) => (format!("one {one}"), String::new()),
                    amount => self.counted(amount, &one, &many),
                };
                self.of_players(who, |who| {
                    let steps = match (who.is_you(), who.number) {
                        (true, _) => "your untap step",
                        (_, Number::Many) => "their untap steps",
                        _ => "their untap step",
                    };
                    format!("can't untap more than {number} during {steps}{rest}")
                })
            }
            PlayerRule::Has(who, keyword, abilities) => {
                let keyword = self.keyword_given(*keyword, abilities);
                self.of_players(who, |who| match span {
                    Span::Always => format!("{} {keyword}", who.verb("has", "have")),
                    Span::ThisTurn => format!("{} {keyword} until end of turn", who.verb("gains", "gain")),
                })
            }
            PlayerRule::Loses(who, keyword) => self.of_players(who, |who| match span {
                Span::Always => format!("{} {keyword}", who.verb("loses", "lose")),
                Span::ThisTurn => format!("{} {keyword} until end of turn", who.verb("loses", "lose")),
            }),
            PlayerRule::GraveyardAsOwn(who, what) => {
                let cards = self.filter_of(&Filter::clone(what), Article::Many, Head::Card).object();
                self.of_players(who, |who| {
                    let whose = if who.is_you() { "your" } else { "their" };
                    format!("may play {cards} in other players' graveyards as though they were in {whose} own graveyard")
                })
            }
        }
    }
    /// "your maximum hand size is four", "each opponent's maximum hand size is reduced by two".
    fn their(&mut self, who: &Players, what: &str, is: &str) -> Statement {
        let subject = match who {
            Players::Each => crate::noun::Noun::player("each player"),
            Players::Opponents => crate::noun::Noun::player("each opponent"),
            who => self.players(who),
        };
        Statement { about: About::Players(who.clone()), subject, form: Form::Its(format!("{what} is {is}")) }
    }
    /// "each player", where each is meant alone.
    fn each_alone(&mut self, who: &Players, says: impl FnOnce(&crate::noun::Noun) -> String) -> Statement {
        let subject = self.players(who);
        let does = says(&subject);
        Statement { about: About::Players(who.clone()), subject, form: Form::Does(does) }
    }
}
