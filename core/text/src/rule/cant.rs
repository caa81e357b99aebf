//! What cannot happen or be done.

use super::{About, Form, Statement};
use crate::filter::{Article, Head, cast_so};
use crate::pattern::Mood;
use crate::speech::Speech;
use cardwright_engine::ability::{DamageKind, EventPattern, Filter, Pattern, Players, Prohibition};
use cardwright_engine::types::CardType;

impl Speech<'_> {
    pub(super) fn prohibition(&mut self, prohibition: &Prohibition) -> Statement {
        match prohibition {
            Prohibition::Event(pattern) => match &pattern.any[..] {
                [Pattern::Destroyed(what)] => self.of_things(what, |_| "can't be destroyed".to_owned()),
                [Pattern::GainsLife(who)] => self.of_players(who, |_| "can't gain life".to_owned()),
                [Pattern::LosesLife(who)] => self.of_players(who, |_| "can't lose life".to_owned()),
                [Pattern::Draws(who)] => self.of_players(who, |_| "can't draw cards".to_owned()),
                [Pattern::PaysLife(who)] => self.of_players(who, |_| "can't pay life".to_owned()),
                [Pattern::Acts(act, who)] => {
                    use cardwright_engine::event::Act;
                    let does = match act {
                        Act::Scry => "can't scry",
                        Act::Surveil => "can't surveil",
                        Act::Mill => "can't mill cards",
                    };
                    self.of_players(who, |_| does.to_owned())
                }
                [Pattern::Shuffles(who)] => self.of_players(who, |_| "can't shuffle libraries".to_owned()),
                [Pattern::Taps(what)] => self.of_things(what, |_| "can't become tapped".to_owned()),
                [Pattern::Untaps(what)] => self.of_things(what, |_| "can't become untapped".to_owned()),
                _ => Statement::whole(self.cant_happen(pattern)),
            },
            Prohibition::Cast(who, what) => {
                let spells = self.many_or_one_spell(what);
                if *who == Players::Each && (names(what) || spells.text.starts_with("this ")) {
                    let form = Form::Does("can't be cast".to_owned());
                    return Statement { about: About::things(what), subject: spells, form };
                }
                let spells = cast_so(&spells.object());
                self.of_players(who, |_| format!("can't cast {spells}"))
            }
            Prohibition::PlayLand(who, what) => {
                let lands = Filter::Type(CardType::Land).and(what.clone());
                let lands = self.filter_of(&without_twice(lands), Article::Many, Head::Land).object();
                self.of_players(who, |_| format!("can't play {lands}"))
            }
            Prohibition::Activate(who, what, spared) => self.cant_activate(who, what, *spared),
            Prohibition::Countered(what) => {
                let subject = self.many_or_one_spell(what);
                Statement { about: About::things(what), subject, form: Form::Does("can't be countered".to_owned()) }
            }
            Prohibition::Regenerate(what) => self.of_things(what, |_| "can't be regenerated".to_owned()),
            Prohibition::PreventDamage(pattern) => Statement::whole(format!("{} can't be prevented", self.damage_of(pattern))),
            Prohibition::Sacrifice(what) => self.of_things(what, |_| "can't be sacrificed".to_owned()),
            Prohibition::HaveKeyword(what, keyword) => self.of_things(what, |_| format!("can't have or gain {keyword}")),
            Prohibition::Win(who) => self.of_players(who, |_| "can't win the game".to_owned()),
            Prohibition::Lose(who) => self.of_players(who, |_| "can't lose the game".to_owned()),
            Prohibition::Search(who) => self.of_players(who, |_| "can't search libraries".to_owned()),
        }
    }
    fn cant_activate(&mut self, who: &Players, what: &Filter, spared: bool) -> Statement {
        let unless = if spared { " unless they're mana abilities" } else { "" };
        let theirs = crate::pattern::owner(what).as_ref() == Some(who);
        if *who != Players::Each && !theirs {
            let of = match what {
                Filter::Any => String::new(),
                what => format!(" of {}", self.many_or_one(what, Head::Permanent).object()),
            };
            return self.of_players(who, |_| format!("can't activate abilities{of}{unless}"));
        }
        let subject = self.many_or_one(what, Head::Permanent);
        if super::joined::is_particular(what) {
            let form = Form::Its(format!("activated abilities can't be activated{unless}"));
            return Statement { about: About::things(what), subject, form };
        }
        match what {
            Filter::Any => Statement::whole(format!("activated abilities can't be activated{unless}")),
            _ => Statement::whole(format!("activated abilities of {} can't be activated{unless}", subject.object())),
        }
    }
    /// "this spell", "creature spells", "instant and sorcery spells you control".
    pub(super) fn many_or_one_spell(&mut self, what: &Filter) -> crate::noun::Noun {
        if crate::pattern::is_this(what) {
            return crate::noun::Noun::thing("this spell");
        }
        self.many_or_one(what, Head::Spell)
    }
    /// "damage", "combat damage that would be dealt by creatures you control".
    fn damage_of(&mut self, pattern: &EventPattern) -> String {
        let [Pattern::Damage { by, to_objects, to_players, kind }] = &pattern.any[..] else {
            return "damage".to_owned();
        };
        let mut text = match kind {
            DamageKind::Any => "damage",
            DamageKind::Combat => "combat damage",
            DamageKind::Noncombat => "noncombat damage",
        }
        .to_owned();
        let everything = *to_objects == Filter::Any && *to_players == Players::Each;
        let mut behind = String::new();
        if *by != Filter::Any {
            behind.push_str(&format!(" by {}", self.many_or_one(by, Head::Source).object()));
        }
        if !everything {
            behind.push_str(&format!(" to {}", self.damaged(to_objects, to_players, Mood::Cant, None)));
        }
        if !behind.is_empty() {
            text.push_str(&format!(" that would be dealt{behind}"));
        }
        text
    }
}

/// Whether it asks for a name.
fn names(what: &Filter) -> bool {
    match what {
        Filter::Named(_) | Filter::NameLinked(_) | Filter::SameName(_) => true,
        Filter::And(all) => all.iter().any(names),
        _ => false,
    }
}

/// What is asked twice is asked once.
fn without_twice(filter: Filter) -> Filter {
    match filter {
        Filter::And(mut all) => {
            let mut once: Vec<Filter> = Vec::new();
            for one in all.drain(..) {
                if !once.contains(&one) {
                    once.push(one);
                }
            }
            Filter::And(once)
        }
        filter => filter,
    }
}
