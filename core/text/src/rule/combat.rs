//! Rules of attacking and blocking.

use super::{About, Form, Span, Statement};
use crate::filter::{Article, Head, particular};
use crate::noun::Noun;
use crate::sentence::listed;
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{Amount, AttackRule, BlockRule, Filter, Objects, Recipients};

impl Speech<'_> {
    pub(super) fn attack_rule(&mut self, rule: &AttackRule, span: Span) -> Statement {
        match rule {
            AttackRule::Cant(what, whom) => {
                let whom = whom.as_ref().map_or(String::new(), |whom| format!(" {}", self.attack_whom(whom)));
                self.of_creatures(what, |_| format!("can't attack{whom}"))
            }
            AttackRule::CantUnless(what, condition) => {
                let subject = self.many_or_one(what, Head::Creature);
                let does = format!("can't attack unless {}", self.condition(condition));
                Statement { about: About::things(what), subject, form: Form::Does(does) }
            }
            AttackRule::CantUnlessDefender(what, defender, condition) => {
                let subject = self.many_or_one(what, Head::Creature);
                self.mentioned(Referent::Var(*defender), Noun::player("defending player"));
                let condition = self.condition(condition).replace("that defending player", "defending player");
                let does = format!("can't attack unless {}", condition.replace("that player", "defending player"));
                Statement { about: About::things(what), subject, form: Form::Does(does) }
            }
            AttackRule::CantUnlessTogether(what, amount) => {
                let alone = self.not_together(amount);
                self.of_creatures(what, |_| format!("can't attack {alone}"))
            }
            AttackRule::CanBeAttacked(players) => {
                let who = self.any_player(players).object();
                self.of_things(&Filter::This, |_| format!("can be attacked, with {who} as the defending player"))
            }
            AttackRule::AtMost(what, amount) => Statement::whole(self.at_most(what, amount, "attack", span)),
            AttackRule::Must(what) => {
                self.of_creatures(what, |it| format!("{} {} if able", it.verb("attacks", "attack"), each_combat(span)))
            }
            AttackRule::MustAttack(what, whom) => {
                let whom = self.any_player(whom).object();
                self.of_creatures(what, |it| format!("{} {whom} {} if able", it.verb("attacks", "attack"), each_combat(span)))
            }
            AttackRule::MustAttackPermanent(what, whom) => {
                let whom = self.filter(whom, Article::A).object();
                self.of_creatures(what, |it| format!("{} {whom} {} if able", it.verb("attacks", "attack"), each_combat(span)))
            }
            AttackRule::Cost(what, whom, cost) => {
                let whom = whom.as_ref().map_or(String::new(), |whom| format!(" {}", self.attack_whom(whom)));
                self.toll(what, &format!("attack{whom}"), cost)
            }
            AttackRule::MayPay(what, cost, word) => {
                let cost = self.paying(cost);
                let what = self.filter_of(what, Article::A, Head::Creature);
                let attacks = what.verb("attacks", "attack");
                let controller = if what.text == self.face.base.name.as_str() { "you" } else { "its controller" };
                Statement::whole(format!("as {} {attacks}, {controller} may {cost} to {word} it", what.text))
            }
            AttackRule::Bands(what, None) => {
                let what = self.many_or_one(what, Head::Creature);
                let others = "any creatures that can do so and up to one that can't";
                Statement::whole(format!("{} can attack in a band with {others}", what.text))
            }
            AttackRule::Bands(what, Some(with)) => {
                let with = self.filter_of(with, Article::Many, Head::Creature).object();
                self.of_creatures(what, |_| format!("can attack in a band with {with}"))
            }
            AttackRule::StaysUntapped(what) => {
                let what = self.many_or_one(what, Head::Creature);
                Statement::whole(format!("attacking doesn't cause {} to tap", what.object()))
            }
            AttackRule::AsThoughWithout(what, keyword) => {
                self.of_creatures(what, |it| format!("can attack as though {} didn't have {keyword}", it.pronoun().text))
            }
        }
    }
    pub(super) fn block_rule(&mut self, rule: &BlockRule, span: Span) -> Statement {
        match rule {
            BlockRule::BlockedOnlyBy(what, Filter::Never) => self.of_creatures(what, |_| "can't be blocked".to_owned()),
            BlockRule::BlockedOnlyBy(what, by) => {
                let by = self.any_of_these(by);
                self.of_creatures(what, |_| format!("can't be blocked except by {by}"))
            }
            BlockRule::BlockedByAtLeast(what, amount) => {
                let (number, rest) = self.counted(amount, "creature", "creatures");
                let number = number.replace(" creatures", " or more creatures").replace("a creature", "one or more creatures");
                self.of_creatures(what, |_| format!("can't be blocked except by {number}{rest}"))
            }
            BlockRule::BlockedByAtMost(what, amount) => {
                let (number, rest) = self.counted(amount, "creature", "creatures");
                let number = if number == "a creature" { "one creature".to_owned() } else { number };
                self.of_creatures(what, |_| format!("can't be blocked by more than {number}{rest}"))
            }
            BlockRule::Cant(what, Filter::Any) => self.of_creatures(what, |_| "can't block".to_owned()),
            BlockRule::Cant(what, attackers)
                if super::joined::is_particular(attackers) && !super::joined::is_particular(what) =>
            {
                let by = self.filter_of(what, Article::Many, Head::Creature).object();
                self.of_creatures(attackers, |_| format!("can't be blocked by {by}"))
            }
            BlockRule::Cant(what, Filter::Not(only)) => {
                let only = self.filter_of(only, Article::Many, Head::Creature).object();
                self.of_creatures(what, |_| format!("can block only {only}"))
            }
            BlockRule::Cant(what, attackers) => {
                let attackers = self.many_or_one(attackers, Head::Creature).object();
                self.of_creatures(what, |_| format!("can't block {attackers}"))
            }
            BlockRule::CantUnless(what, condition) => {
                let subject = self.many_or_one(what, Head::Creature);
                let does = format!("can't block unless {}", self.condition(condition));
                Statement { about: About::things(what), subject, form: Form::Does(does) }
            }
            BlockRule::CantUnlessTogether(what, amount) => {
                let alone = self.not_together(amount);
                self.of_creatures(what, |_| format!("can't block {alone}"))
            }
            BlockRule::AtMost(what, amount) => Statement::whole(self.at_most(what, amount, "block", span)),
            BlockRule::Must(what) => {
                self.of_creatures(what, |it| format!("{} {} if able", it.verb("blocks", "block"), each_combat(span)))
            }
            BlockRule::MustBlock(what, attackers) => {
                let article = if particular(attackers).is_some() { Article::A } else { Article::Many };
                let attackers = self.filter_of(attackers, article, Head::Creature).object();
                self.of_creatures(what, |it| format!("{} {attackers} {} if able", it.verb("blocks", "block"), each_combat(span)))
            }
            BlockRule::MustBeBlocked(what) => self.of_creatures(what, |_| match span {
                Span::Always => "must be blocked if able".to_owned(),
                Span::ThisTurn => "must be blocked this turn if able".to_owned(),
            }),
            BlockRule::AllMustBlock(what) => {
                let what = self.many_or_one(what, Head::Creature).object();
                match span {
                    Span::Always => Statement::whole(format!("all creatures able to block {what} do so")),
                    Span::ThisTurn => Statement::whole(format!("all creatures able to block {what} this turn do so")),
                }
            }
            BlockRule::Additional(what, amount) => {
                let (number, rest) = self.counted(amount, "additional creature", "additional creatures");
                self.of_creatures(what, |_| format!("can block {number} {}{rest}", each_combat(span)))
            }
            BlockRule::Cost(what, cost) => self.toll(what, "block", cost),
            BlockRule::AsThoughWithout(what, attackers, keyword) => {
                let such = attackers.clone().and(Filter::Keyword(*keyword));
                let attackers = self.filter_of(&such, Article::Many, Head::Creature).object();
                self.of_creatures(what, |_| format!("can block {attackers} as though they didn't have {keyword}"))
            }
            BlockRule::CanBlockTapped(what) => {
                self.of_creatures(what, |it| format!("can block as though {} were untapped", it.pronoun().text))
            }
        }
    }
    fn of_creatures(&mut self, what: &Filter, says: impl FnOnce(&Noun) -> String) -> Statement {
        self.of_heads(what, Head::Creature, says)
    }
    /// "you or planeswalkers you control"
    fn attack_whom(&mut self, whom: &Recipients) -> String {
        let mut all = Vec::new();
        if let Some(players) = &whom.players {
            all.push(self.all_players(players).object());
        }
        let parts = match &whom.objects {
            Objects::Union(parts) => parts.clone(),
            objects => vec![objects.clone()],
        };
        for part in &parts {
            match part {
                Objects::None => {}
                Objects::All(filter) => all.push(self.filter(filter, Article::Many).object()),
                objects => all.push(self.objects(objects).object()),
            }
        }
        listed(&all, "or")
    }
    /// "alone", "unless at least two other creatures do".
    fn not_together(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed(2) => "alone".to_owned(),
            Amount::Fixed(number) => {
                format!("unless at least {} other creatures do", crate::sentence::number_word(number - 1))
            }
            other => format!("unless at least {} creatures do", self.value(other)),
        }
    }
    /// "no more than one creature can attack each combat"
    fn at_most(&mut self, what: &Filter, amount: &Amount, verb: &str, span: Span) -> String {
        let one = self.filter_of(what, Article::One, Head::Creature).text;
        let many = self.filter_of(what, Article::Many, Head::Creature).text;
        let (number, rest) = match amount {
            Amount::Fixed(0) => return format!("{many} can't {verb}"),
            Amount::Fixed(1) => (format!("one {one}"), String::new()),
            amount => self.counted(amount, &one, &many),
        };
        format!("no more than {number} can {verb} {}{rest}", each_combat(span))
    }
    /// "can't attack you unless their controller pays {1} for each of those creatures"
    fn toll(&mut self, what: &Filter, verb: &str, cost: &cardwright_engine::ability::Cost) -> Statement {
        let cost = self.paying(cost);
        self.of_creatures(what, |it| {
            let (its, each) = match it.number {
                crate::noun::Number::One => ("its", ""),
                crate::noun::Number::Many => ("their", " for each of those creatures"),
            };
            format!("can't {verb} unless {its} controller {}{each}", third_person(&cost))
        })
    }
    /// "artifact creatures and/or black creatures"
    fn any_of_these(&mut self, by: &Filter) -> String {
        let Filter::Or(any) = by else { return self.filter_of(by, Article::Many, Head::Creature).object() };
        let nouns: Vec<String> = any.iter().map(|one| self.filter_of(one, Article::Many, Head::Creature).object()).collect();
        listed(&nouns, "and/or")
    }
}

fn each_combat(span: Span) -> &'static str {
    match span {
        Span::Always => "each combat",
        Span::ThisTurn => "this turn",
    }
}

/// "pay {1}" as "pays {1}": the first word of each part.
pub(super) fn third_person(clause: &str) -> String {
    let bend = |part: &str| match part.split_once(' ') {
        _ if !part.starts_with(char::is_lowercase) => part.to_owned(),
        Some((verb, rest)) => format!("{verb}s {rest}"),
        None => format!("{part}s"),
    };
    clause.split(" and ").map(bend).collect::<Vec<_>>().join(" and ")
}
