//! Costs: "{1}{R}, {T}, Sacrifice another creature".

use crate::filter::{Article, Head};
use crate::sentence::{capital, listed, number_word};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, Comparison, Cost, CostPart, Filter, Zones};
use cardwright_engine::mana::ManaSymbol;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    /// Before the colon of an activated ability: each part with a capital.
    pub(crate) fn cost(&mut self, cost: &Cost) -> String {
        if cost.parts.is_empty() {
            return "{0}".to_owned();
        }
        let parts: Vec<String> = in_order(cost).iter().map(|part| self.cost_part(part)).collect();
        parts.iter().map(|part| capital(part)).collect::<Vec<_>>().join(", ")
    }

    /// Inside a sentence, as what somebody does: "pay {2}", "sacrifice a creature", "pay {1} and discard a card".
    pub(crate) fn paying(&mut self, cost: &Cost) -> String {
        if cost.parts.is_empty() {
            return "pay {0}".to_owned();
        }
        let parts: Vec<String> = in_order(cost)
            .iter()
            .map(|part| match part {
                CostPart::Mana(_) | CostPart::GenericMana(_) => format!("pay {}", self.cost_part(part)),
                CostPart::TapThis => format!("tap {}", self.this().object()),
                CostPart::UntapThis => format!("untap {}", self.this().object()),
                _ => self.cost_part(part),
            })
            .collect();
        // "pay {1} and 2 life"
        if parts.iter().all(|part| part.starts_with("pay ")) {
            let paid: Vec<String> = parts.iter().map(|part| part.trim_start_matches("pay ").to_owned()).collect();
            return format!("pay {}", listed(&paid, "and"));
        }
        listed(&parts, "and")
    }

    fn cost_part(&mut self, part: &CostPart) -> String {
        match part {
            CostPart::Mana(mana) => mana.to_string(),
            CostPart::GenericMana(amount) => match self.quantity(amount) {
                crate::amount::Quantity::Number(number) => format!("{{{number}}}"),
                crate::amount::Quantity::X => "{X}".to_owned(),
                crate::amount::Quantity::ForEach(factor, each) => format!("{{{factor}}} for each {each}"),
                crate::amount::Quantity::That | crate::amount::Quantity::Of(_) | crate::amount::Quantity::Equal(_) => {
                    format!("{{X}}, where X is {}", self.value(amount))
                }
            },
            CostPart::TapThis => "{T}".to_owned(),
            CostPart::UntapThis => "{Q}".to_owned(),
            CostPart::Life(amount) => {
                let (life, rest) = self.much(amount, "life");
                format!("pay {life}{rest}")
            }
            CostPart::Tap(filter, amount) => {
                let untapped = filter.clone().and(Filter::Tapped.negate());
                format!("tap {}", self.some(&untapped, amount, Head::Permanent))
            }
            CostPart::TapTotal(filter, stat, amount, _) => {
                let untapped = filter.clone().and(Filter::Tapped.negate());
                let what = self.some(&untapped, &Amount::Fixed(i32::MAX), Head::Permanent);
                let enough = self.compared(Comparison::AtLeast, amount);
                format!("tap {what} with total {} {enough}", crate::filter::stat_word(*stat))
            }
            CostPart::Sacrifice(filter, amount, _) => {
                format!("sacrifice {}", self.some(&without_yours(filter), amount, Head::Permanent))
            }
            CostPart::Discard(filter, amount, _) => {
                format!("discard {}", self.some(&plain_cards(filter), amount, Head::Card))
            }
            CostPart::DiscardAtRandom(amount) => {
                let (cards, rest) = self.counted(amount, "card", "cards");
                format!("discard {cards} at random{rest}")
            }
            CostPart::Exile(zone, filter, amount, _) => {
                let from = match zone {
                    ZoneKind::Battlefield => {
                        let filter = filter.clone().and(Filter::ControlledBy(Box::default()));
                        let what = self.some(&filter, amount, Head::Permanent);
                        return self.exile(&what);
                    }
                    ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Library => format!("your {}", zone.word()),
                    ZoneKind::Stack | ZoneKind::Command => format!("the {}", zone.word()),
                    ZoneKind::Exile => "exile".to_owned(),
                    ZoneKind::Outside => "outside the game".to_owned(),
                };
                let what = self.some(&plain_cards(filter), amount, Head::Card);
                if self.is_classic() { self.exile(&format!("{what} in {from}")) } else { format!("exile {what} from {from}") }
            }
            CostPart::ReturnToHand(filter, amount, _) => {
                let filter = filter.clone().and(Filter::ControlledBy(Box::default()));
                let what = self.some(&filter, amount, Head::Permanent);
                let whose = if *amount == Amount::Fixed(1) { "its owner's hand" } else { "their owner's hand" };
                format!("return {what} to {whose}")
            }
            CostPart::Reveal(filter, amount, ..) => {
                format!("reveal {} from your hand", self.some(&plain_cards(filter), amount, Head::Card))
            }
            CostPart::RemoveCounters(kind, amount) => {
                let (counters, rest) = self.counters(amount, *kind);
                let this = self.this().object();
                format!("remove {counters} from {this}{rest}")
            }
            CostPart::PutCounters(kind, amount) => {
                let (counters, rest) = self.counters(amount, *kind);
                let this = self.this().object();
                format!("put {counters} on {this}{rest}")
            }
            CostPart::SacrificeThis => format!("sacrifice {}", self.this().object()),
            CostPart::DiscardThis => format!("discard {}", self.this().object()),
            CostPart::ExileThis => {
                let this = self.this().object();
                let from = match self.zones {
                    Zones::Only(zone) if zone.is_owned() => format!(" from your {}", zone.word()),
                    Zones::Only(_) | Zones::Usual | Zones::Everywhere => String::new(),
                };
                if self.is_classic() { self.exile(&this) } else { format!("exile {this}{from}") }
            }
            CostPart::ReturnThis => format!("return {} to its owner's hand", self.this().object()),
            CostPart::Mill(amount) => {
                let (cards, rest) = self.counted(amount, "card", "cards");
                format!("mill {cards}{rest}")
            }
            CostPart::Do(effect) => self.bare_effect(effect),
        }
    }

    /// "a creature", "another creature", "two untapped creatures you control", "X cards".
    pub(crate) fn some(&mut self, filter: &Filter, amount: &Amount, head: Head) -> String {
        match amount {
            Amount::Fixed(1) => self.filter_of(filter, Article::A, head).text,
            Amount::Fixed(i32::MAX) => format!("any number of {}", self.filter_of(filter, Article::Many, head).text),
            Amount::Fixed(number) => {
                format!("{} {}", number_word(*number), self.filter_of(filter, Article::Many, head).text)
            }
            amount => {
                let one = self.filter_of(filter, Article::One, head).text;
                let many = self.filter_of(filter, Article::Many, head).text;
                let (text, rest) = self.counted(amount, &one, &many);
                format!("{text}{rest}")
            }
        }
    }
}

/// The parts as costs are written: mana, then symbols, then what is done. "{X}{R}" is one part.
fn in_order(cost: &Cost) -> Vec<CostPart> {
    let order = |part: &CostPart| match part {
        CostPart::Mana(_) | CostPart::GenericMana(_) => 0,
        CostPart::TapThis | CostPart::UntapThis => 1,
        _ => 2,
    };
    let mut parts: Vec<CostPart> = cost.parts.clone();
    if let Some(x) = parts.iter().position(|part| *part == CostPart::GenericMana(Amount::X))
        && let Some(CostPart::Mana(mana)) = parts.iter_mut().find(|part| matches!(part, CostPart::Mana(_)))
    {
        mana.symbols.insert(0, ManaSymbol::X);
        parts.remove(x);
    }
    parts.sort_by_key(order);
    parts
}

/// Only what one controls can be sacrificed, so that needs no words.
pub(crate) fn without_yours(filter: &Filter) -> Filter {
    match filter {
        Filter::And(all) => all.iter().map(without_yours).fold(Filter::Any, Filter::and),
        Filter::ControlledBy(players) if **players == cardwright_engine::ability::Players::You => Filter::Any,
        other => other.clone(),
    }
}

/// Cards of a zone that the sentence names itself.
pub(crate) fn plain_cards(filter: &Filter) -> Filter {
    match filter {
        Filter::And(all) => all.iter().map(plain_cards).fold(Filter::Any, Filter::and),
        Filter::Zone(_) => Filter::Any,
        Filter::Not(inner) if **inner == Filter::Token => Filter::Any,
        other => without_yours(other),
    }
}
