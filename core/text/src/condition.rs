//! Conditions as clauses behind "if" and "as long as".

use crate::filter::{Article, opposite};
use crate::noun::Noun;
use crate::players::{controller_in, more, without_player};
use crate::sentence::{listed, number_word};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{
    Amount, Comparison, Condition, CostChange, CostTag, Daylight, Filter, Moment, Objects, Players, Rule, Stat, StepKind,
};
use cardwright_engine::ids::Var;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    /// "you control three or more creatures", "it's your turn".
    pub(crate) fn condition(&mut self, condition: &Condition) -> String {
        self.holds(condition, true)
    }

    /// The condition, or that it does not hold.
    fn holds(&mut self, condition: &Condition, yes: bool) -> String {
        match condition {
            Condition::Always => if yes { "that's so" } else { "that isn't so" }.to_owned(),
            Condition::Never => if yes { "that isn't so" } else { "that's so" }.to_owned(),
            Condition::And(all) => self.all_hold(all, yes, if yes { "and" } else { "or" }),
            Condition::Or(any) => self.all_hold(any, yes, if yes { "or" } else { "and" }),
            Condition::Not(inner) => self.holds(inner, !yes),
            Condition::Compare(left, comparison, right) => {
                let comparison = if yes { *comparison } else { opposite(*comparison) };
                self.comparison(left, comparison, right)
            }
            Condition::Exists(filter) => {
                let comparison = if yes { Comparison::AtLeast } else { Comparison::Less };
                self.counting(filter, comparison, &Amount::Fixed(1))
            }
            Condition::Matches(objects, filter) => self.matches(objects, filter, yes),
            Condition::PlayerIs(who, others) => {
                let who = self.players(who);
                let others = self.any_player(others).object();
                format!("{} {} {others}", who.text, if yes { who.verb("is", "are") } else { who.verb("isn't", "aren't") })
            }
            Condition::Unresolved(filter) => {
                let of = self.filter(filter, Article::A).object();
                let are = if yes { "is" } else { "isn't" };
                format!("{of} {are} the source of a triggered ability that has triggered but not yet left the stack")
            }
            Condition::TurnOf(Players::Opponents) => if yes { "it's not your turn" } else { "it's your turn" }.to_owned(),
            Condition::TurnOf(players) => {
                let not = if yes { "it's" } else { "it's not" };
                format!("{not} {} turn", self.any_player(players).possessive())
            }
            Condition::During(step) => {
                let step = self.step(*step);
                if yes { format!("it's the {step}") } else { format!("it isn't the {step}") }
            }
            Condition::When(moment) => {
                let when = self.moment(*moment);
                if yes { format!("it's {when}") } else { format!("it isn't {when}") }
            }
            Condition::Daylight(daylight) => {
                let light = match daylight {
                    Daylight::Day => "day",
                    Daylight::Night => "night",
                    Daylight::Neither => "neither day nor night",
                };
                if yes { format!("it's {light}") } else { format!("it isn't {light}") }
            }
            Condition::Happened(pattern, period, least) => match (yes, *least) {
                (true, 1) => self.happened(pattern, *period),
                (true, least) => self.so_often_happened(pattern, *period, Comparison::AtLeast, &Amount::Fixed(least.into())),
                (false, 1) => self.not_happened(pattern, *period),
                (false, least) => self.so_often_happened(pattern, *period, Comparison::Less, &Amount::Fixed(least.into())),
            },
            Condition::Paid(tag) => self.was_paid(*tag, yes),
            Condition::WasCast(objects) => {
                let it = self.objects(objects).object();
                if yes { format!("you cast {it}") } else { format!("{it} wasn't cast") }
            }
            Condition::ChosenWord(_, word) => {
                if yes {
                    format!("{word} was chosen")
                } else {
                    format!("{word} wasn't chosen")
                }
            }
            Condition::Script(_) => {
                let says = if yes { "its script says so" } else { "its script doesn't say so" };
                format!("{says}{}", self.script_line())
            }
        }
    }

    fn all_hold(&mut self, all: &[Condition], yes: bool, word: &str) -> String {
        let said: Vec<String> = all.iter().map(|one| self.holds(one, yes)).collect();
        // "you control a creature and an artifact": the same beginning is said once.
        listed(&said, word)
    }

    /// "you control three or more creatures", "an opponent controls more creatures than you", "you have 10 or less life".
    pub(crate) fn comparison(&mut self, left: &Amount, comparison: Comparison, right: &Amount) -> String {
        match (left, right) {
            (Amount::Count(a), Amount::Count(b)) => {
                if let (Some(who), Some(than)) = (controller_in(a), controller_in(b))
                    && who != than
                {
                    let what = self.filter(&without_control(a), Article::Many).text;
                    let who = self.any_player(&who);
                    let than = self.players(&than).object();
                    return format!("{} {} {} {what} than {than}", who.text, who.verb("controls", "control"), more(comparison));
                }
                self.plain_comparison(left, comparison, right)
            }
            (Amount::Count(filter), _) => self.counting(filter, comparison, right),
            (Amount::CountOf(objects), _) => match &**objects {
                Objects::All(filter) => self.counting(filter, comparison, right),
                _ => self.plain_comparison(left, comparison, right),
            },
            (Amount::HandSize(players), Amount::HandSize(others)) => {
                let who = self.any_player(players);
                let than = self.players(others).object();
                format!("{} {} {} cards in hand than {than}", who.text, who.verb("has", "have"), more(comparison))
            }
            (Amount::HandSize(players), _) => {
                let who = self.any_player(players);
                let cards = self.so_many(comparison, right, "card");
                format!("{} {} {cards} in hand", who.text, who.verb("has", "have"))
            }
            (Amount::LibrarySize(players), _) => {
                let whose = self.any_player(players).possessive();
                match (comparison, right) {
                    (Comparison::Equal | Comparison::AtMost, Amount::Fixed(0)) => format!("{whose} library has no cards in it"),
                    _ => format!("{whose} library has {} in it", self.so_many(comparison, right, "card")),
                }
            }
            (Amount::Life(players), Amount::Life(others)) => {
                let who = self.any_player(players);
                let than = self.players(others).object();
                let word = match comparison {
                    Comparison::Less => "less",
                    other => more(other),
                };
                format!("{} {} {word} life than {than}", who.text, who.verb("has", "have"))
            }
            (Amount::Life(players), _) => {
                let who = self.any_player(players);
                format!("{} {} {} life", who.text, who.verb("has", "have"), self.life_compared(comparison, right))
            }
            (Amount::Counters(objects, kind), _) => {
                let noun = self.objects(objects);
                let counters = self.so_many(comparison, right, &format!("{kind} counter"));
                format!("{} {} {counters} on {}", noun.text, noun.verb("has", "have"), noun.pronoun_object())
            }
            (Amount::PlayerCounters(players, kind), _) => {
                let who = self.any_player(players);
                let counters = self.so_many(comparison, right, &format!("{kind} counter"));
                format!("{} {} {counters}", who.text, who.verb("has", "have"))
            }
            (Amount::Var(Var::RESOLVED), Amount::Fixed(number)) if comparison == Comparison::Equal => {
                format!("this is the {} time this ability has resolved this turn", ordinal(*number))
            }
            // A designation without numbers: it has it or not.
            (Amount::Total(Stat::Designation(name), objects), Amount::Fixed(0))
                if matches!(comparison, Comparison::Equal | Comparison::NotEqual | Comparison::Greater) =>
            {
                let noun = self.objects(objects);
                let is = if comparison == Comparison::Equal { noun.verb("isn't", "aren't") } else { noun.verb("is", "are") };
                format!("{} {is} {name}", noun.text)
            }
            (Amount::TimesPaid(tag), Amount::Fixed(1)) if comparison == Comparison::AtLeast => self.was_paid(*tag, true),
            (Amount::TimesPaid(tag), Amount::Fixed(0)) if matches!(comparison, Comparison::Greater | Comparison::NotEqual) => {
                self.was_paid(*tag, true)
            }
            (Amount::Happened(pattern, period), Amount::Fixed(1)) if comparison == Comparison::AtLeast => {
                self.happened(pattern, *period)
            }
            (Amount::Happened(pattern, period), Amount::Fixed(0)) if comparison == Comparison::Equal => {
                self.not_happened(pattern, *period)
            }
            (Amount::Happened(pattern, period), _) => self.so_often_happened(pattern, *period, comparison, right),
            _ => self.plain_comparison(left, comparison, right),
        }
    }

    /// "10 or more", "5 or less": life is counted in figures.
    pub(crate) fn life_compared(&mut self, comparison: Comparison, amount: &Amount) -> String {
        let said = self.compared(comparison, amount);
        match comparison {
            Comparison::AtLeast => said.replace("or greater", "or more"),
            Comparison::Greater => said.replace("greater than", "more than"),
            Comparison::Equal => format!("exactly {said}"),
            Comparison::NotEqual | Comparison::Less | Comparison::AtMost => said,
        }
    }

    fn plain_comparison(&mut self, left: &Amount, comparison: Comparison, right: &Amount) -> String {
        let left = self.value(left);
        format!("{left} is {}", self.compared(comparison, right))
    }

    /// "you control three or more creatures", "there are three or more creatures", "an opponent controls an Island".
    fn counting(&mut self, filter: &Filter, comparison: Comparison, right: &Amount) -> String {
        let zone = filter.zone();
        let owned = zone.is_some_and(ZoneKind::is_owned);
        if let Some(players) = controller_in(filter).filter(|_| !owned) {
            let who = match &players {
                Players::Opponents => Noun::player("an opponent"),
                players => self.any_player(players),
            };
            let control = if zone == Some(ZoneKind::Exile) { who.verb("owns", "own") } else { who.verb("controls", "control") };
            let what = self.so_many_such(&without_control(filter), comparison, right);
            return format!("{} {control} {what}", who.text);
        }
        let plural = !matches!(
            (comparison, right),
            (Comparison::AtLeast | Comparison::Equal, Amount::Fixed(1)) | (Comparison::Greater, Amount::Fixed(0))
        );
        let what = self.so_many_such(filter, comparison, right);
        let on = if zone.is_none() && !what.contains("attached to") { " on the battlefield" } else { "" };
        format!("there {} {what}{on}", if plural { "are" } else { "is" })
    }

    /// "three or more creatures", "no creatures", "another creature", "two or more other creatures".
    pub(crate) fn so_many_such(&mut self, filter: &Filter, comparison: Comparison, amount: &Amount) -> String {
        let one = (comparison, amount);
        if matches!(one, (Comparison::AtLeast, Amount::Fixed(1)) | (Comparison::Greater, Amount::Fixed(0))) {
            return self.filter(filter, Article::A).text;
        }
        let many = self.filter(filter, Article::Many).text;
        let number = match amount {
            Amount::Fixed(number) => number_word(*number),
            other => self.value(other),
        };
        match (comparison, amount) {
            (Comparison::Equal | Comparison::AtMost, Amount::Fixed(0)) | (Comparison::Less, Amount::Fixed(1)) => {
                format!("no {many}")
            }
            (Comparison::Equal, Amount::Fixed(1)) => {
                format!("exactly one {}", self.filter(filter, Article::One).text)
            }
            (Comparison::AtLeast, _) => format!("{number} or more {many}"),
            (Comparison::AtMost, _) => format!("{number} or fewer {many}"),
            (Comparison::Equal, _) => format!("exactly {number} {many}"),
            (Comparison::NotEqual, _) => format!("a number of {many} other than {number}"),
            (Comparison::Less, _) => format!("fewer than {number} {many}"),
            (Comparison::Greater, _) => format!("more than {number} {many}"),
        }
    }

    fn matches(&mut self, objects: &Objects, filter: &Filter, yes: bool) -> String {
        // "you control it" is said of the player.
        if let Some(players) = only_controller(filter) {
            let who = self.any_player(&players);
            let what = self.objects(objects).object();
            let control = if yes { who.verb("controls", "control") } else { who.verb("doesn't control", "don't control") };
            return format!("{} {control} {what}", who.text);
        }
        let filter = &self.without_own_type(objects, filter);
        let noun = self.objects(objects);
        let said = self.said_of(filter, &noun, yes);
        match said.strip_prefix("is ") {
            Some(rest) if noun.text == "it" => format!("it's {rest}"),
            _ => match said.strip_prefix("are ") {
                Some(rest) if noun.text == "they" => format!("they're {rest}"),
                _ => format!("{} {said}", noun.text),
            },
        }
    }

    /// "Attacking alone" rather than "a creature that's attacking alone" of what is a creature.
    fn without_own_type(&self, objects: &Objects, filter: &Filter) -> Filter {
        let own = |one: &Filter| match one {
            Filter::Permanent => true,
            Filter::Type(card_type) => match objects {
                Objects::This => self.face.base.types.is(*card_type),
                Objects::Host(_) => self.host_word().eq_ignore_ascii_case(card_type.word()),
                _ => false,
            },
            _ => false,
        };
        // Where the top card is was said.
        let is_card = match objects {
            Objects::Var(var) => self.origins.iter().any(|(name, _, zone)| name == var && *zone == Some(ZoneKind::Library)),
            objects => matches!(objects, Objects::TopOfGraveyard(_) | Objects::TopOfLibrary(..)),
        };
        if is_card {
            return Filter::Token.negate().and(crate::cost::plain_cards(filter));
        }
        match filter {
            Filter::And(all) if all.iter().any(own) && !all.iter().all(own) => {
                all.iter().filter(|one| !own(one)).cloned().fold(Filter::Any, Filter::and)
            }
            other => other.clone(),
        }
    }

    fn not_happened(
        &mut self,
        pattern: &cardwright_engine::ability::EventPattern,
        period: cardwright_engine::ability::Period,
    ) -> String {
        self.never_happened(pattern, period)
    }

    /// "this spell was kicked", "the additional cost was paid".
    fn was_paid(&mut self, tag: CostTag, yes: bool) -> String {
        let was = if yes { "was" } else { "wasn't" };
        match tag.0.as_str() {
            "kicker" => {
                let it = self.spell_itself();
                format!("{it} {was} kicked")
            }
            "flashback" | "mutate" => {
                let it = self.spell_itself();
                format!("{it} {was} cast for its {} cost", tag.0)
            }
            _ => {
                let mut optional = false;
                for instance in self.face.abilities() {
                    instance.ability.each(|rule: &Rule| {
                        if let Rule::Cost(CostChange::Optional(_, one, ..)) = rule {
                            optional |= *one == tag;
                        }
                    });
                }
                if optional { format!("the additional cost {was} paid") } else { format!("that cost {was} paid") }
            }
        }
    }

    /// "this spell" on instants and sorceries, "it" on permanents.
    fn spell_itself(&mut self) -> String {
        if self.kind_of_this() == "spell" {
            self.mentioned(Referent::This, Noun::thing("spell"));
            "this spell".to_owned()
        } else {
            self.this().text
        }
    }

    /// "during combat", "before blockers are declared".
    pub(crate) fn moment(&mut self, moment: Moment) -> String {
        match moment {
            Moment::InCombat => "during combat".to_owned(),
            Moment::Before(StepKind::DeclareAttackers) => "before attackers are declared".to_owned(),
            Moment::Before(StepKind::DeclareBlockers) => "before blockers are declared".to_owned(),
            Moment::Before(StepKind::BeginCombat) => "before combat".to_owned(),
            Moment::Before(step) => format!("before the {}", self.step(step)),
            Moment::After(StepKind::DeclareAttackers) => "after attackers are declared".to_owned(),
            Moment::After(StepKind::DeclareBlockers) => "after blockers are declared".to_owned(),
            Moment::After(StepKind::BeginCombat) => "after combat".to_owned(),
            Moment::After(step) => format!("after the {}", self.step(step)),
        }
    }

    /// When something may be done, behind "only": "during your turn", "during combat before blockers are declared", "if you
    /// control a creature".
    pub(crate) fn only_when(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::TurnOf(players) => format!("during {} turn", self.any_player(players).possessive()),
            Condition::Not(inner) => match &**inner {
                Condition::TurnOf(Players::You) => "if it's not your turn".to_owned(),
                inner => format!("if {}", self.holds(inner, false)),
            },
            Condition::During(StepKind::Upkeep) => "during an upkeep".to_owned(),
            Condition::During(step) => format!("during the {}", self.step(*step)),
            Condition::When(moment) => self.moment(*moment),
            Condition::And(all) if all.iter().all(is_time) => self.times(all),
            Condition::And(all) => {
                let (times, rest): (Vec<Condition>, Vec<Condition>) = all.iter().cloned().partition(is_time);
                let rest =
                    if rest.is_empty() { Condition::Always } else { rest.into_iter().fold(Condition::Always, Condition::and) };
                let mut said = Vec::new();
                if !times.is_empty() {
                    said.push(self.times(&times));
                }
                if rest != Condition::Always {
                    said.push(format!("if {}", self.condition(&rest)));
                }
                said.join(" and only ")
            }
            other => format!("if {}", self.condition(other)),
        }
    }

    /// "during combat before blockers are declared", "during your upkeep".
    fn times(&mut self, all: &[Condition]) -> String {
        let turn = all.iter().find_map(|one| match one {
            Condition::TurnOf(players) => Some(players.clone()),
            _ => None,
        });
        let step = all.iter().find_map(|one| match one {
            Condition::During(step) => Some(*step),
            _ => None,
        });
        let mut said = Vec::new();
        match (turn, step) {
            (Some(players), Some(step)) => {
                said.push(format!("during {} {}", self.any_player(&players).possessive(), self.step(step)));
            }
            (Some(players), None) => said.push(format!("during {} turn", self.any_player(&players).possessive())),
            (None, Some(step)) => said.push(format!("during the {}", self.step(step))),
            (None, None) => {}
        }
        let mut moments: Vec<Moment> = all
            .iter()
            .filter_map(|one| match one {
                Condition::When(moment) => Some(*moment),
                _ => None,
            })
            .collect();
        moments.sort_by_key(|moment| *moment != Moment::InCombat);
        said.extend(moments.into_iter().map(|moment| self.moment(moment)));
        let mut text = said.first().cloned().unwrap_or_default();
        for more in said.iter().skip(1) {
            text.push_str(if text == "during combat" || more.starts_with("during") { " " } else { ", " });
            text.push_str(more);
        }
        text
    }
}

/// Whether the condition is about the time of the turn.
fn is_time(condition: &Condition) -> bool {
    matches!(condition, Condition::TurnOf(_) | Condition::During(_) | Condition::When(_))
}

/// The filter without what says who controls it.
pub(crate) fn without_control(filter: &Filter) -> Filter {
    match filter {
        Filter::And(all) => all.iter().map(without_control).fold(Filter::Any, Filter::and),
        Filter::ControlledBy(_) => Filter::Any,
        other => without_player(other, Var::AFFECTED),
    }
}

/// The players, if the filter asks only who controls the thing.
fn only_controller(filter: &Filter) -> Option<Players> {
    match filter {
        Filter::ControlledBy(players) => Some((**players).clone()),
        _ => None,
    }
}

/// "second" for 2.
pub(crate) fn ordinal(number: i32) -> String {
    const WORDS: [&str; 11] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    usize::try_from(number)
        .ok()
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}
