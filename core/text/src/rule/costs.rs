//! What spells and abilities cost.

use super::{About, Form, Statement};
use crate::amount::Quantity;
use crate::filter::{Article, Head};
use crate::noun::{Noun, Number};
use crate::sentence::{capital, listed, number_word};
use crate::speech::Speech;
use cardwright_engine::ability::{AbilitySort, Amount, Cost, CostChange, CostPart, Filter, Players, StandIn};

impl Speech<'_> {
    pub(super) fn cost_change(&mut self, change: &CostChange) -> Statement {
        match change {
            CostChange::Increase(_, what, cost) if crate::pattern::is_this(what) && !is_mana(cost) => {
                Statement::whole(format!("as an additional cost to cast this spell, {}", self.paying(cost)))
            }
            CostChange::Increase(who, what, cost) => {
                let cost = self.more(cost);
                self.of_spells(who, what, |it| format!("{} {cost} to cast", it.verb("costs", "cost")))
            }
            CostChange::Reduce(who, what, amount) => {
                let subject = self.spells_of(who, what);
                let (less, tail) = self.less(amount);
                let does = format!("{} {less} less to cast{tail}", subject.verb("costs", "cost"));
                Statement { about: About::things(what), subject, form: Form::Does(does) }
            }
            CostChange::ReduceMana(who, what, mana) => {
                let mana = self.cost(&Cost::mana(mana.clone()));
                self.of_spells(who, what, |it| format!("{} {mana} less to cast", it.verb("costs", "cost")))
            }
            CostChange::AtLeast(who, what, amount) => {
                let mana = self.so_much_mana(amount);
                let spell = self.spells_of(who, what);
                let one = if crate::pattern::is_this(what) { spell.text.clone() } else { self.each_spell(who, what) };
                let that = if crate::pattern::is_this(what) {
                    return Statement::whole(format!("{one} costs at least {mana} to cast"));
                } else {
                    format!("{one} that would cost less than {mana} to cast costs {mana} to cast")
                };
                Statement::whole(that)
            }
            CostChange::ReduceAbilities(who, what, sort, amount) => {
                let subject = self.abilities_of(who, what, *sort);
                let (less, tail) = self.less(amount);
                let act = activating(*sort);
                Statement::whole(format!("{} {} {less} less{act}{tail}", subject.text, subject.verb("costs", "cost")))
            }
            CostChange::IncreaseAbilities(who, what, sort, cost) => {
                let subject = self.abilities_of(who, what, *sort);
                let more = match (sort, loyalty_more(cost)) {
                    (AbilitySort::Loyalty, Some(more)) => more,
                    _ => self.more(cost),
                };
                Statement::whole(format!("{} {} {more}{}", subject.text, subject.verb("costs", "cost"), activating(*sort)))
            }
            CostChange::AbilitiesAtLeast(who, what, sort, amount) => {
                let subject = self.abilities_of(who, what, *sort);
                let mana = self.so_much_mana(amount);
                let can = subject.verb("costs", "cost");
                Statement::whole(format!("{} {can} at least {mana}{}", subject.text, activating(*sort)))
            }
            CostChange::LifeFor(who, color, spells, sources) => {
                let symbol = color.letter();
                let of = self.in_costs_of(spells, sources);
                let who = self.any_player(who);
                Statement::whole(format!("for each {{{symbol}}} in {of}, {} may pay 2 life rather than pay that mana", who.text))
            }
            CostChange::PayWith(who, spells, with, stand_in) => Statement::whole(self.stand_in(who, spells, with, *stand_in)),
            CostChange::Additional(what, cost) => {
                let cost = self.paying(cost);
                Statement::whole(format!("as an additional cost to cast {}, {cost}", self.cast_what(what)))
            }
            CostChange::AddText(onto, cost) => {
                let onto = self.filter_of(onto, Article::A, Head::Spell).object();
                let cost = self.paying(cost);
                Statement::whole(format!(
                    "as you cast {onto}, you may reveal this card from your hand and {cost}. If you do, that spell gains this \
                     card's text after its own"
                ))
            }
            CostChange::Optional(what, _, cost, times) => {
                let cost = self.paying(cost);
                let often = match times {
                    Some(1) => String::new(),
                    Some(2) => " up to twice".to_owned(),
                    Some(times) => format!(" up to {} times", number_word(i32::from(*times))),
                    None => " any number of times".to_owned(),
                };
                Statement::whole(format!("as an additional cost to cast {}, you may {cost}{often}", self.cast_what(what)))
            }
            CostChange::OneOf(what, costs) => {
                let costs: Vec<String> = costs.iter().map(|cost| self.paying(cost)).collect();
                let costs = listed(&costs, "or");
                Statement::whole(format!("as an additional cost to cast {}, {costs}", self.cast_what(what)))
            }
        }
    }
    fn of_spells(&mut self, who: &Players, what: &Filter, says: impl FnOnce(&Noun) -> String) -> Statement {
        let subject = self.spells_of(who, what);
        let does = says(&subject);
        Statement { about: About::things(what), subject, form: Form::Does(does) }
    }
    /// "this spell", "noncreature spells", "green spells you cast".
    fn spells_of(&mut self, who: &Players, what: &Filter) -> Noun {
        if crate::pattern::is_this(what) {
            return Noun::thing("this spell");
        }
        let (what, cast) = self.cast_by(who, what);
        let noun = self.filter_of(&what, Article::Many, Head::Spell);
        Noun { text: format!("{}{cast}", noun.text), ..noun }
    }
    /// "each spell you cast"
    fn each_spell(&mut self, who: &Players, what: &Filter) -> String {
        let (what, cast) = self.cast_by(who, what);
        format!("{}{cast}", self.filter_of(&what, Article::Each, Head::Spell).text)
    }
    fn cast_by(&mut self, who: &Players, what: &Filter) -> (Filter, String) {
        let by = if *who == Players::Each { crate::pattern::owner(what) } else { Some(who.clone()) };
        match by {
            None | Some(Players::Each) => (what.clone(), String::new()),
            Some(by) => {
                let by = self.all_players(&by);
                (crate::pattern::without_owner(what), format!(" {} {}", by.text, by.verb("casts", "cast")))
            }
        }
    }
    fn cast_what(&mut self, what: &Filter) -> String {
        if crate::pattern::is_this(what) {
            "this spell".to_owned()
        } else {
            self.filter_of(what, Article::A, Head::Spell).object()
        }
    }
    /// "{1} more", "an additional 2 life" of what is not mana.
    fn more(&mut self, cost: &Cost) -> String {
        let mana = cost.parts.iter().all(|part| matches!(part, CostPart::Mana(_)));
        match cost.parts.as_slice() {
            _ if mana => format!("{} more", self.cost(cost)),
            [CostPart::GenericMana(amount)] => {
                let (less, tail) = self.less(amount);
                format!("{less} more{tail}")
            }
            [CostPart::Life(amount)] => {
                let (life, tail) = self.much(amount, "life");
                format!("an additional {life}{tail}")
            }
            _ => format!("an additional \"{}\"", capital(&self.paying(cost))),
        }
    }
    /// "{1}" and " for each creature you control".
    fn less(&mut self, amount: &Amount) -> (String, String) {
        match self.quantity(amount) {
            Quantity::Number(number) => (format!("{{{number}}}"), String::new()),
            Quantity::X => ("{X}".to_owned(), String::new()),
            Quantity::ForEach(factor, each) => (format!("{{{factor}}}"), format!(" for each {each}")),
            Quantity::That | Quantity::Of(_) | Quantity::Equal(_) => {
                ("{X}".to_owned(), format!(", where X is {}", self.value(amount)))
            }
        }
    }
    pub(crate) fn so_much_mana(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed(number) => format!("{} mana", number_word(*number)),
            amount => format!("mana equal to {}", self.value(amount)),
        }
    }
    /// "activated abilities of artifacts your opponents control"
    fn abilities_of(&mut self, who: &Players, what: &Filter, sort: AbilitySort) -> Noun {
        let of = self.many_or_one(what, Head::Permanent).object();
        let by = match who {
            Players::Each => String::new(),
            who if crate::pattern::owner(what).as_ref() == Some(who) => String::new(),
            who => {
                let who = self.all_players(who);
                format!(" that {} {}", who.text, who.verb("activates", "activate"))
            }
        };
        Noun::things(match sort {
            AbilitySort::Any => format!("activated abilities of {of}{by}"),
            AbilitySort::Keyword(word) => format!("{word} abilities of {of}{by}"),
            AbilitySort::Loyalty => format!("loyalty abilities of {of}{by}"),
            AbilitySort::Mana => format!("mana abilities of {of}{by}"),
            AbilitySort::NotMana => format!("activated abilities of {of}{by} that aren't mana abilities"),
            AbilitySort::TurningUp => {
                return Noun { number: Number::One, ..Noun::thing(format!("turning {of} face up")) };
            }
        })
    }
    fn in_costs_of(&mut self, spells: &Filter, sources: &Filter) -> String {
        match (spells, sources) {
            (Filter::Spell | Filter::Any, Filter::Any) => "a cost".to_owned(),
            (spells, sources) => {
                let mut all = Vec::new();
                if *spells != Filter::Never {
                    all.push(self.filter_of(spells, Article::Many, Head::Spell).object());
                }
                match sources {
                    Filter::Never => {}
                    Filter::Any => all.push("activated abilities".to_owned()),
                    sources => all.push(format!("activated abilities of {}", self.filter(sources, Article::Many).object())),
                }
                format!("the costs of {}", listed(&all, "and"))
            }
        }
    }
    fn stand_in(&mut self, who: &Players, spells: &Filter, with: &Filter, stand_in: StandIn) -> String {
        let (spell, who) = match crate::pattern::is_this(spells) {
            true => ("this spell".to_owned(), "you".to_owned()),
            false => {
                let by = crate::pattern::owner(spells).unwrap_or_else(|| who.clone());
                (self.spells_of(who, spells).object(), self.any_player(&by).text)
            }
        };
        let (act, what, pays) = match stand_in {
            StandIn::TapForColor => ("tap", with.clone().and(untapped()), "{1} or one mana of its color"),
            StandIn::TapForGeneric => ("tap", with.clone().and(untapped()), "{1}"),
            StandIn::ExileForGeneric => ("exile", with.clone(), "{1}"),
        };
        let what = self.filter(&what, Article::Many).object().replace(" in your graveyard", " from your graveyard");
        let act = if act == "exile" { self.exile(&what) } else { format!("{act} {what}") };
        format!("{who} may {act} to help cast {spell}. Each of them pays for {pays}")
    }
}

fn is_mana(cost: &Cost) -> bool {
    cost.parts.iter().all(|part| matches!(part, CostPart::Mana(_) | CostPart::GenericMana(_)))
}

/// "an additional [+1]": the counters that a loyalty ability puts on or removes besides its own.
fn loyalty_more(cost: &Cost) -> Option<String> {
    match cost.parts.as_slice() {
        [CostPart::PutCounters(kind, Amount::Fixed(number))] if kind.as_str() == "loyalty" => {
            Some(format!("an additional [+{number}]"))
        }
        [CostPart::RemoveCounters(kind, Amount::Fixed(number))] if kind.as_str() == "loyalty" => {
            Some(format!("an additional [−{number}]"))
        }
        _ => None,
    }
}

fn untapped() -> Filter {
    Filter::Not(Box::new(Filter::Tapped))
}

fn activating(sort: AbilitySort) -> &'static str {
    match sort {
        AbilitySort::TurningUp => "",
        AbilitySort::Any | AbilitySort::Keyword(_) | AbilitySort::Loyalty | AbilitySort::Mana | AbilitySort::NotMana => {
            " to activate"
        }
    }
}
