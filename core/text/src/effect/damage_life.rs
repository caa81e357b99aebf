//! Damage, life, and fights.

use super::act::{Act, Actor, Piece};
use crate::filter::Article;
use crate::noun::{Noun, Number};
use crate::speech::Speech;
use cardwright_engine::ability::{Amount, Objects, Players, Recipients};
use cardwright_engine::ids::TargetSlot;

impl Speech<'_> {
    pub(super) fn damage(&mut self, amount: &Amount, to: &Recipients, source: &Objects) -> Piece {
        let actor = self.doing(source);
        let measured = self.measured(amount, "damage");
        // Not "it deals damage to it".
        if actor.noun().is_pronoun() && *source != to.objects {
            for mention in &mut self.mentions {
                mention.salient &= mention.kind.person != crate::noun::Person::Thing;
            }
        }
        let whom = self.dealt_to(to);
        let mut rest = format!("{} to {whom}{}", measured.text, measured.tail);
        // "deals 3 damage to itself" is never said of something that was not named.
        if matches!(actor, Actor::Objects(..)) && *source == to.objects && to.players.is_none() {
            rest = format!("{} to itself{}", measured.text, measured.tail);
        }
        let mut act = Act::new(actor, "deals", "deal", rest.clone());
        act.again = Some(rest);
        Piece::act(act)
    }
    pub(super) fn divided_damage(&mut self, to: TargetSlot, source: &Objects) -> Piece {
        let actor = self.doing(source);
        let divided = self.divided(to);
        let measured = self.measured(&divided, "damage");
        let whom = self.among_targets(to);
        Piece::act(Act::new(
            actor,
            "deals",
            "deal",
            format!("{} divided as you choose among {whom}{}", measured.text, measured.tail),
        ))
    }
    /// The amount that is divided among the targets of an instance.
    pub(super) fn divided(&self, slot: TargetSlot) -> Amount {
        let spec = self.targets.get(usize::from(slot.0));
        spec.and_then(|spec| spec.divided.clone()).unwrap_or(Amount::Fixed(0))
    }
    pub(super) fn gain_life(&mut self, players: &Players, amount: &Amount) -> Piece {
        let actor = self.actor(players);
        let life = self.measured(amount, "life").whole();
        Piece::act(Act::regular(actor, "gain", life).saying_you())
    }
    pub(super) fn lose_life(&mut self, players: &Players, amount: &Amount) -> Piece {
        let actor = self.actor(players);
        let life = self.measured(amount, "life").whole();
        Piece::act(Act::regular(actor, "lose", life).saying_you())
    }
    pub(super) fn set_life(&mut self, players: &Players, amount: &Amount) -> Piece {
        let whose = self.players(players).possessive();
        let number = self.value(amount);
        Piece::text(format!("{whose} life total becomes {number}"))
    }
    pub(super) fn exchange_life(&mut self, one: &Players, other: &Players) -> Piece {
        match (one, other) {
            (Players::You, other) | (other, Players::You) => {
                let whom = self.players(other).object();
                Piece::act(Act::regular(Actor::You, "exchange", format!("life totals with {whom}")))
            }
            (one, other) => {
                let (one, other) = (self.players(one).text, self.players(other).text);
                Piece::text(format!("{one} and {other} exchange life totals"))
            }
        }
    }
    pub(super) fn exchange_values(&mut self, one: &Amount, other: &Amount) -> Piece {
        let (one, other) = (self.value(one), self.value(other));
        Piece::act(Act::regular(Actor::You, "exchange", format!("{one} with {other}")))
    }
    pub(super) fn fight(&mut self, one: &Objects, other: &Objects) -> Piece {
        let actor = self.doing(one);
        let whom = self.things(other, Article::Each).object();
        Piece::act(Act::regular(actor, "fight", if one == other { "each other".to_owned() } else { whom }))
    }

    /// Each of the recipients: "each creature", "each of up to two target creatures", "any target", "that player".
    pub(super) fn dealt_to(&mut self, to: &Recipients) -> String {
        let players = to.players.as_ref().filter(|players| !same_targets(&to.objects, players));
        match (&to.objects, players) {
            (Objects::None, Some(players)) => self.people(players).object(),
            (objects, None) => self.each_thing(objects),
            (Objects::Target(_), Some(Players::Target(_))) => distributed(&self.recipients(to)),
            (objects, Some(players)) => {
                let objects = self.each_thing(objects);
                let players = self.people(players).object();
                format!("{objects} and {players}")
            }
        }
    }
}

/// Whether the players are the targets that the objects are: whatever was chosen for them, it is named once.
fn same_targets(objects: &Objects, players: &Players) -> bool {
    let (Objects::Union(objects), Players::Union(players)) = (objects, players) else { return false };
    players.iter().all(|player| match player {
        Players::Target(slot) => objects.contains(&Objects::Target(*slot)),
        _ => false,
    })
}

/// "each of up to two target creatures"
pub(super) fn distributed(noun: &Noun) -> String {
    if noun.number == Number::Many && !noun.text.starts_with("each ") {
        format!("each of {}", noun.object())
    } else {
        noun.object()
    }
}
