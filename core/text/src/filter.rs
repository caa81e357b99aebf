//! Filters as nouns ("creatures you control") and as qualities ("is attacking").

mod atom;
mod describe;
mod quality;
#[cfg(test)]
mod tests;

use crate::noun::{Noun, Number};
use crate::sentence::{listed, with_article};
use crate::speech::Speech;
pub(crate) use atom::{any_of, opposite, stat_word};
use cardwright_engine::ability::{Filter, Objects};

/// What stands before a noun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Article {
    /// "a creature you control", "another creature"
    A,
    /// "creature you control": something else stands before it ("target", "each", "that many").
    One,
    /// "creatures you control", "other creatures"
    Many,
    /// "each creature you control", "each other creature"
    Each,
    /// "all creatures you control", "all other creatures"
    All,
}

/// What a filter is about when it says no type: its place knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Head {
    Permanent,
    Card,
    Spell,
    Creature,
    Land,
    /// A source of damage.
    Source,
    /// What can target something.
    SpellOrAbility,
}

impl Article {
    fn is_many(self) -> bool {
        matches!(self, Article::Many | Article::All)
    }
}

impl Speech<'_> {
    /// What the filter describes, as a noun. Permanents on the battlefield unless the filter names another zone.
    pub(crate) fn filter(&mut self, filter: &Filter, article: Article) -> Noun {
        self.filter_of(filter, article, Head::Permanent)
    }
    /// The same where the place says what it is about.
    pub(crate) fn filter_of(&mut self, filter: &Filter, article: Article, head: Head) -> Noun {
        if let Some(objects) = particular(filter) {
            return self.objects(&objects);
        }
        let many = article.is_many();
        let described = self.describe(filter, many, head);
        let text = match article {
            Article::A if described.other => format!("another {}", described.text),
            Article::A if described.each_with_article.len() > 1 => listed(&described.each_with_article, "or"),
            Article::A => with_article(&described.text),
            Article::One | Article::Many if described.other => format!("other {}", described.text),
            Article::One | Article::Many => described.text,
            Article::Each if described.other => format!("each other {}", described.text),
            Article::Each => format!("each {}", described.text),
            Article::All if described.other => format!("all other {}", described.text),
            Article::All => format!("all {}", described.text),
        };
        // "all creature cards in all graveyards"
        let text = if article == Article::All { of_all_zones(&text) } else { text };
        if many { Noun::things(text) } else { Noun::thing(text) }
    }
    /// All that match as the subject of a sentence: "creatures you control", but "all creatures".
    pub(crate) fn group(&mut self, filter: &Filter) -> Noun {
        self.filter(filter, if self.narrows_players(filter) { Article::Many } else { Article::All })
    }
    fn narrows_players(&self, filter: &Filter) -> bool {
        match filter {
            Filter::And(all) => all.iter().any(|filter| self.narrows_players(filter)),
            Filter::Or(any) => any.iter().all(|filter| self.narrows_players(filter)),
            filter => matches!(
                filter,
                Filter::ControlledBy(_)
                    | Filter::OwnedBy(_)
                    | Filter::Is(_)
                    | Filter::This
                    | Filter::Attacking
                    | Filter::AttackingPlayer(_)
                    | Filter::Blocking
                    | Filter::Blocked
                    | Filter::Unblocked
            ),
        }
    }
    /// What such a thing is called when the text comes back to it: "creature", "card", "spells".
    pub(crate) fn kind(&mut self, filter: &Filter, number: Number) -> Noun {
        self.kind_of(filter, number, Head::Permanent)
    }
    /// The same where the place says what it is about.
    pub(crate) fn kind_of(&mut self, filter: &Filter, number: Number, head: Head) -> Noun {
        if let Some(objects) = particular(filter) {
            return self.kind_of_objects(&objects);
        }
        let described = self.describe(filter, number == Number::Many, head);
        Noun { number, ..Noun::thing(described.kind) }
    }
}

/// The same said of what somebody casts: "a spell at a time ..." in place of "a spell cast at a time ...".
pub(crate) fn cast_so(spells: &str) -> String {
    spells.replacen(&format!(" cast {}", atom::OFF_TIME), &format!(" {}", atom::OFF_TIME), 1)
}

/// "has a number that is 4 or greater", where a number has no verb of its own.
pub(crate) fn so_many_text(number: &str, compared: &str) -> String {
    format!("makes {number} {compared}")
}

/// "in all graveyards" of "in graveyards".
pub(crate) fn of_all_zones(text: &str) -> String {
    ["graveyards", "hands", "libraries"].iter().fold(text.to_owned(), |text, zone| {
        ["in", "from"].iter().fold(text, |text, word| text.replace(&format!(" {word} {zone}"), &format!(" {word} all {zone}")))
    })
}

/// The particular objects that a filter asks for, if that is (almost) all it says.
pub(crate) fn particular(filter: &Filter) -> Option<Objects> {
    match filter {
        Filter::This => Some(Objects::This),
        Filter::Is(objects) => Some((**objects).clone()),
        // "this card in your graveyard", "enchanted creature": the rest says nothing new.
        Filter::And(all) => all
            .iter()
            .find_map(particular)
            .filter(|_| all.iter().all(|filter| particular(filter).is_some() || is_whereabouts(filter))),
        _ => None,
    }
}

/// Whether it only says where particular objects are, or that they are cards there.
fn is_whereabouts(filter: &Filter) -> bool {
    match filter {
        Filter::Zone(_) => true,
        Filter::Not(inner) => **inner == Filter::Token,
        _ => false,
    }
}
