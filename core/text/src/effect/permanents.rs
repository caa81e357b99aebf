//! What is done to permanents: tapping, counters, attaching, turning, combat.

use super::act::{Act, Actor, Piece};
use crate::filter::Article;
use crate::noun::Number;
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, AttackOn, Duration, Effect, EventPattern, Objects, Players, Recipients};
use cardwright_engine::ids::{TargetSlot, Var};
use cardwright_engine::symbol::Symbol;

impl Speech<'_> {
    /// An instruction about objects: "tap target creature", "untap all creatures you control".
    pub(super) fn order(&mut self, verb: &str, objects: &Objects, behind: &str) -> Piece {
        let what = self.things(objects, Article::All).object();
        Piece::act(Act::regular(Actor::You, verb, what).with(behind))
    }
    /// What objects do by themselves: "target creature phases out".
    pub(super) fn itself(&mut self, objects: &Objects, one: &str, many: &str, behind: &str) -> Piece {
        let actor = self.doing(objects);
        Piece::act(Act::new(actor, one, many, behind))
    }
    pub(super) fn put_counters(&mut self, on: &Recipients, kind: Symbol, amount: &Amount) -> Piece {
        let (one, many) = counters(kind);
        // What players get is theirs: "each opponent gets a poison counter".
        let only_players = match &on.objects {
            Objects::None => true,
            Objects::Target(slot) => self
                .targets
                .get(usize::from(slot.0))
                .is_some_and(|spec| spec.objects == cardwright_engine::ability::Filter::Never),
            _ => false,
        };
        if let (true, Some(players)) = (only_players, &on.players) {
            let actor = self.actor(players);
            let counters = self.many(amount, &one, &many).whole();
            return Piece::act(Act::regular(actor, "get", counters).saying_you());
        }
        let counters = self.number_of(amount, &one, &many);
        let whom = self.dealt_to(on);
        Piece::act(Act::regular(Actor::You, "put", format!("{} on {whom}{}", counters.text, counters.tail)))
    }
    pub(super) fn divided_counters(&mut self, to: TargetSlot, kind: Symbol) -> Piece {
        let (one, many) = counters(kind);
        let divided = self.divided(to);
        let counters = self.number_of(&divided, &one, &many);
        let whom = self.among_targets(to);
        Piece::act(Act::regular(Actor::You, "distribute", format!("{} among {whom}{}", counters.text, counters.tail)))
    }
    pub(super) fn remove_counters(&mut self, from: &Recipients, kind: Symbol, amount: &Amount) -> Piece {
        let (one, many) = counters(kind);
        // "remove all +1/+1 counters from it"
        let all = matches!(amount, Amount::Counters(of, counted) if **of == from.objects && *counted == kind);
        let counters = if all {
            super::measure::Measured { text: format!("all {many}"), tail: String::new() }
        } else {
            self.number_of(amount, &one, &many)
        };
        let whom = self.dealt_to(from);
        Piece::act(Act::regular(Actor::You, "remove", format!("{} from {whom}{}", counters.text, counters.tail)))
    }
    pub(super) fn move_counters(&mut self, from: &Objects, to: &Objects, kind: Option<Symbol>, amount: &Amount) -> Piece {
        let (one, many) = kind.map_or_else(|| ("counter".to_owned(), "counters".to_owned()), counters);
        let counters = self.number_of(amount, &one, &many);
        let from = self.things(from, Article::All).object();
        let to = self.things(to, Article::All).object();
        Piece::act(Act::regular(Actor::You, "move", format!("{} from {from} onto {to}{}", counters.text, counters.tail)))
    }
    /// "double the number of +1/+1 counters on it", if that is what happens to each.
    pub(super) fn doubled(&mut self, objects: &Objects, var: Var, each: &Effect) -> Option<Piece> {
        let Effect::PutCounters(on, kind, Amount::Counters(of, counted)) = each else { return None };
        if on.players.is_some() || on.objects != Objects::Var(var) || **of != Objects::Var(var) || kind != counted {
            return None;
        }
        let (_, many) = counters(*kind);
        let whom = self.each_thing(objects);
        Some(Piece::act(Act::regular(Actor::You, "double", format!("the number of {many} on {whom}"))))
    }
    pub(super) fn attach(&mut self, what: &Objects, to: &Recipients) -> Piece {
        let what = self.things(what, Article::All).object();
        let to = self.dealt_to(to);
        Piece::act(Act::regular(Actor::You, "attach", format!("{what} to {to}")))
    }
    pub(super) fn exchange_control(&mut self, one: &Objects, other: &Objects) -> Piece {
        let one = self.things(one, Article::All).object();
        let other = self.things(other, Article::All).object();
        Piece::act(Act::regular(Actor::You, "exchange", format!("control of {one} and {other}")))
    }
    /// What a regeneration shield does.
    pub(super) fn regenerated(&mut self, objects: &Objects) -> Piece {
        let what = self.things(objects, Article::All).object();
        let it = if what == "them" { "them" } else { "it" };
        Piece::act(Act::regular(Actor::You, "remove", format!("all damage from {what}, tap {it}, and remove {it} from combat")))
    }
    pub(super) fn remove_from_combat(&mut self, objects: &Objects) -> Piece {
        self.order("remove", objects, "from combat")
    }
    pub(super) fn skip_untap(&mut self, objects: &Objects) -> Piece {
        let actor = self.doing(objects);
        let steps = match actor.noun().number {
            Number::One => "untap during its controller's next untap step",
            Number::Many => "untap during their controllers' next untap steps",
        };
        Piece::act(Act::new(actor, "doesn't", "don't", steps))
    }
    pub(super) fn phase_out_until(&mut self, objects: &Objects, until: &EventPattern) -> Piece {
        let actor = self.doing(objects);
        let until = self.duration(&Duration::Until(until.clone()));
        Piece::act(Act::new(actor, "phases", "phase", format!("out {until}")))
    }
    pub(super) fn become_attacking(&mut self, objects: &Objects, on: &AttackOn) -> Piece {
        let actor = self.doing(objects);
        let whom = self.what_is_attacked(on);
        Piece::act(Act::new(actor, "attacks", "attack", whom))
    }
    /// "that player or a planeswalker they control"; empty for whatever can be attacked.
    pub(super) fn what_is_attacked(&mut self, on: &AttackOn) -> String {
        match on {
            AttackOn::Anything => String::new(),
            AttackOn::OneOf(recipients) => self.dealt_to(recipients),
        }
    }
    pub(super) fn become_blocking(&mut self, objects: &Objects, attackers: &Objects) -> Piece {
        let actor = self.doing(objects);
        let whom = self.things(attackers, Article::Each).object();
        Piece::act(Act::regular(actor, "block", whom))
    }
    pub(super) fn attack_instead(&mut self, players: &Players, objects: &Objects, on: &AttackOn) -> Piece {
        let actor = self.actor(players);
        let (what, verb) = {
            let noun = self.things(objects, Article::Each);
            (noun.text.clone(), noun.verb("is", "are"))
        };
        match on {
            AttackOn::Anything => {
                Piece::act(Act::regular(actor, "choose", format!("which player or planeswalker {what} {verb} attacking")))
            }
            AttackOn::OneOf(whom) => {
                let whom = self.any_recipient(whom).object();
                Piece::text(format!("{what} {verb} now attacking {whom}"))
            }
        }
    }
    pub(super) fn designate(&mut self, objects: &Objects, name: Symbol, number: &Amount) -> Piece {
        let rest = match number {
            Amount::Fixed(1) => name.to_string(),
            number => format!("{name} {}", self.value(number)),
        };
        self.itself(objects, "becomes", "become", &rest)
    }
    pub(super) fn set_protector(&mut self, objects: &Objects, players: &Players) -> Piece {
        let actor = self.actor(players);
        let what = self.things(objects, Article::Each).object();
        Piece::act(Act::regular(actor, "become", format!("the protector of {what}")).saying_you())
    }
}

/// "+1/+1 counter", "+1/+1 counters"
pub(super) fn counters(kind: Symbol) -> (String, String) {
    (format!("{kind} counter"), format!("{kind} counters"))
}
