//! Permissions to cast spells and play cards.

use crate::filter::{Article, Head, particular};
use crate::noun::{Noun, Number};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::{CastAs, CastFrom, CastPermission, Condition, Cost, CostPart, Filter, Players, Timing};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    /// "you may cast creature spells from your graveyard"
    pub(super) fn permission(&mut self, permission: &CastPermission) -> String {
        let CastPermission { who, what, from, timing, condition, cost, extra, manner, after, then, lands, top_only, gains } =
            permission;
        let what = &super::plainly(what);
        let who_may = match who {
            Players::You => "you may".to_owned(),
            who => format!("{} may", self.any_player(who).text),
        };
        let this = crate::pattern::is_this(what);
        let noun = self.castable(what, *lands, matches!(from, CastFrom::Zone(_)) || *manner != CastAs::ItIs);
        let one = noun.number == Number::One;
        let cards = noun.object();
        let place = self.cast_place(what, *from, *top_only);
        let it = if one { Noun::thing("it") } else { Noun::things("they") };
        let verb = if *lands { "play" } else { "cast" };
        let plain = *manner == CastAs::ItIs && *timing == Timing::Usual && place.is_empty();
        let mut text = match cost {
            Some((_, cost)) if is_nothing(cost) => {
                let its = it.possessive();
                let costs = if one { "cost" } else { "costs" };
                format!("{who_may} {verb} {cards}{place} without paying {its} mana {costs}")
            }
            Some((_, cost)) if plain => {
                let rather = if this { "this spell's mana cost".to_owned() } else { format!("the mana cost of {cards}") };
                format!("{who_may} {} rather than pay {rather}", self.paying(cost))
            }
            Some((_, cost)) => {
                let manner = manner_words(*manner, one);
                format!("{who_may} {verb} {cards}{place}{manner} {}", self.price(cost))
            }
            None => format!("{who_may} {verb} {cards}{place}{}", manner_words(*manner, one)),
        };
        match timing {
            Timing::Usual => {}
            Timing::Instant => text.push_str(&format!(" as though {} had flash", it.text)),
            Timing::Sorcery => text.push_str(" only any time you could cast a sorcery"),
        }
        if let Some((_, extra)) = extra {
            let extra = self.paying(extra);
            let pronoun = it.pronoun_object();
            text.push_str(&if extra.starts_with("pay {") {
                format!(" if you {extra} more to cast {pronoun}")
            } else {
                format!(" if you {extra} in addition to paying {} other costs", it.possessive())
            });
        }
        if *condition != Condition::Always {
            text.push_str(&format!(" if {}", self.condition(condition)));
        }
        if let Some((event, effect)) = after {
            self.mentioned(Referent::Var(*event), Noun::thing("spell"));
            let effect = self.inline_effect(effect);
            text.push_str(&format!(". When you cast a spell this way, {effect}"));
        }
        if then.is_some() {
            text.push_str(if one {
                ". If you do, exile it when it would leave the stack"
            } else {
                ". If a spell cast this way would leave the stack, exile it"
            });
        }
        if !gains.is_empty() {
            let spell = Noun::thing(if *lands { "a card played this way" } else { "a spell cast this way" });
            text.push_str(&format!(
                ". {}",
                crate::sentence::capital(&format!("{} {}", spell.text, self.changes(gains, &spell, true)))
            ));
        }
        text
    }
    /// What is cast: "this spell", "creature spells", "lands", "those cards".
    fn castable(&mut self, what: &Filter, lands: bool, as_card: bool) -> Noun {
        if crate::pattern::is_this(what) {
            return match (as_card, self.called) {
                (true, None) => self.this(),
                (true, Some(_)) => Noun::thing("this card"),
                (false, _) => Noun::thing("this spell"),
            };
        }
        if particular(what).is_some() {
            return self.filter_of(what, Article::A, Head::Card);
        }
        let what = crate::pattern::without_owner(what);
        let head = if lands && is_land(&what) {
            Head::Land
        } else if lands {
            Head::Card
        } else {
            Head::Spell
        };
        self.filter_of(&what, Article::Many, head)
    }
    /// " from your graveyard", " from the top of your library".
    fn cast_place(&mut self, what: &Filter, from: CastFrom, top_only: bool) -> String {
        let CastFrom::Zone(zone) = from else { return String::new() };
        let whose = match crate::pattern::owner(what) {
            _ if crate::pattern::is_this(what) => "your".to_owned(),
            Some(Players::You) => "your".to_owned(),
            Some(Players::Opponents) => "an opponent's".to_owned(),
            Some(players) => self.any_player(&players).possessive(),
            None if zone == ZoneKind::Library => "your".to_owned(),
            None => "any".to_owned(),
        };
        match zone {
            ZoneKind::Hand | ZoneKind::Stack => String::new(),
            ZoneKind::Exile if particular(what).is_some() && !crate::pattern::is_this(what) => String::new(),
            ZoneKind::Exile => " from exile".to_owned(),
            ZoneKind::Library if top_only => format!(" from the top of {whose} library"),
            ZoneKind::Command => " from the command zone".to_owned(),
            ZoneKind::Outside => " from outside the game".to_owned(),
            ZoneKind::Library | ZoneKind::Graveyard | ZoneKind::Battlefield => format!(" from {whose} {}", zone.word()),
        }
    }
    /// "for {2}{G}", "by sacrificing" being beyond it: "by paying ... and ...".
    pub(super) fn price(&mut self, cost: &Cost) -> String {
        let mana = cost.parts.iter().all(|part| matches!(part, CostPart::Mana(_)));
        if mana {
            format!("for {}", self.cost(cost))
        } else {
            format!("if you {} rather than paying its mana cost", self.paying(cost))
        }
    }
}

fn manner_words(manner: CastAs, one: bool) -> &'static str {
    match (manner, one) {
        (CastAs::ItIs, _) => "",
        (CastAs::OtherFace, _) => " transformed",
        (CastAs::FaceDown, true) => " face down as a 2/2 creature",
        (CastAs::FaceDown, false) => " face down as 2/2 creatures",
    }
}

fn is_nothing(cost: &Cost) -> bool {
    cost.parts.iter().all(|part| matches!(part, CostPart::Mana(mana) if mana.mana_value(0) == 0 && mana.x_count() == 0))
}

fn is_land(what: &Filter) -> bool {
    match what {
        Filter::Type(card_type) => *card_type == CardType::Land,
        Filter::And(all) => all.iter().any(is_land),
        _ => false,
    }
}
