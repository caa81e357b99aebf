//! Effects one after another: which become one sentence, and how they are joined.

use super::act::{Glue, Line, Piece};
use crate::speech::Speech;
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{Amount, Change, Condition, Destination, Duration, Effect, Filter, Objects, Players, Rule};
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    pub(super) fn sequence(&mut self, effects: &[Effect]) -> Vec<Piece> {
        let mut all: Vec<Piece> = Vec::new();
        let mut before: Option<&Effect> = None;
        let mut rest = effects;
        while let Some((effect, after)) = rest.split_first() {
            let (pieces, after) = match effect {
                Effect::Rule(rule, duration) => {
                    let (rules, after) = rules_together(rule, duration, after);
                    (vec![Piece::text(self.lasting_rules(&rules, duration))], after)
                }
                _ => {
                    self.settle(before, effect);
                    (self.pieces(effect), after)
                }
            };
            rest = after;
            if pieces.is_empty() {
                continue;
            }
            append(&mut all, pieces, before, effect);
            before = Some(effect);
            self.subject = None;
        }
        all
    }
    /// All at once: one sentence where it can be.
    pub(super) fn at_once(&mut self, effects: &[Effect]) -> Vec<Piece> {
        let mut all: Vec<Piece> = Vec::new();
        for effect in effects {
            let mut pieces = self.pieces(effect);
            if pieces.is_empty() {
                continue;
            }
            if let (Some(Piece { line: Line::Act(before), .. }), Some(Piece { line: Line::Act(act), glue })) =
                (all.last(), pieces.first_mut())
            {
                *glue = Glue::And;
                // "deals 2 damage to each creature and each player"
                if let (Some(was), Some(is)) = (&before.again, &act.again)
                    && let (Some((was, _)), Some((is, whom))) = (was.split_once(" to "), is.split_once(" to "))
                    && was == is
                {
                    act.again = Some(whom.to_owned());
                }
            }
            all.extend(pieces);
        }
        all
    }
    /// What is "it" and what "that creature" in the second of two effects.
    pub(super) fn settle(&mut self, before: Option<&Effect>, effect: &Effect) {
        // "Gain control of target creature. Untap that creature. It gains haste."
        let control =
            matches!(before, Some(Effect::Continuous(_, changes, _)) if matches!(changes.as_slice(), [Change::Control(_)]));
        let attached = matches!(before, Some(Effect::Attach(..)));
        // "Exile target creature. Return that card ... at the beginning of the next end step."
        let exiled = matches!(before, Some(Effect::Move(_, to, _)) if to.zone == ZoneKind::Exile);
        if control && matches!(effect, Effect::Untap(_)) || attached || exiled && matches!(effect, Effect::Delayed(..)) {
            for mention in &mut self.mentions {
                mention.salient = false;
            }
        }
    }
}

/// The rules that begin here and last equally long: said in one sentence.
fn rules_together<'e>(rule: &'e Rule, duration: &Duration, mut rest: &'e [Effect]) -> (Vec<&'e Rule>, &'e [Effect]) {
    let mut rules = vec![rule];
    while let Some((Effect::Rule(rule, other), after)) = rest.split_first() {
        if other != duration {
            break;
        }
        rules.push(rule);
        rest = after;
    }
    (rules, rest)
}

/// Puts the pieces behind the others, joined as the two effects want.
pub(super) fn append(all: &mut Vec<Piece>, mut pieces: Vec<Piece>, before: Option<&Effect>, effect: &Effect) {
    if let (Some(before), Some(last), Some(first)) = (before, all.last(), pieces.first()) {
        let glue = glue(before, effect, last, first, all.len());
        pieces[0].glue = glue;
    }
    all.extend(pieces);
}

fn glue(before: &Effect, effect: &Effect, last: &Piece, first: &Piece, so_far: usize) -> Glue {
    let (before, effect) = (last_of(before), first_of(effect));
    if counts(effect) {
        return Glue::ThenSentence;
    }
    if let (Line::Act(one), Line::Act(two)) = (&last.line, &first.line) {
        let same = one.actor.same(&two.actor);
        if same && (one.again.is_some() && two.again.is_some() || matches!(one.actor, super::act::Actor::Players(..))) {
            return Glue::And;
        }
        if matter_of_life(before) && matter_of_life(effect) && (so_far == 1 || same) && !(draws(before) && draws(effect)) {
            return Glue::And;
        }
        if matches!(before, Effect::Damage { .. }) && matches!(effect, Effect::GainLife(..)) {
            return Glue::And;
        }
        if of_cards(before) && of_cards(effect) && same && last.glue != Glue::Then {
            return Glue::Then;
        }
        let gone = |to: &Destination| to.zone == ZoneKind::Exile;
        match (before, effect) {
            (Effect::Move(_, to, _), Effect::Move(Objects::Var(_), back, _))
                if gone(to) && back.zone == ZoneKind::Battlefield =>
            {
                return Glue::Then;
            }
            (_, Effect::Sacrifice(Players::You, Objects::This)) if same => return Glue::Then,
            (Effect::Sacrifice(Players::You, Objects::This), _) if same && so_far == 1 => return Glue::And,
            _ => {}
        }
    }
    match (before, effect) {
        (Effect::Scry(..) | Effect::Surveil(..) | Effect::ForEach(..), _) => Glue::ThenSentence,
        _ => Glue::Sentence,
    }
}

/// The effect that is done last.
fn last_of(effect: &Effect) -> &Effect {
    match effect {
        Effect::Sequence(all) | Effect::Together(all) => all.iter().rev().find(|one| !is_silent(one)).map_or(effect, last_of),
        Effect::Then(_, _, second) => last_of(second),
        Effect::LetObjects(_, _, inner) | Effect::Let(_, _, inner) | Effect::Choose(_, _, inner) => last_of(inner),
        effect => effect,
    }
}
/// The effect that is done first.
fn first_of(effect: &Effect) -> &Effect {
    match effect {
        Effect::Sequence(all) | Effect::Together(all) => all.iter().find(|one| !is_silent(one)).map_or(effect, first_of),
        Effect::Then(first, ..) => first_of(first),
        Effect::LetObjects(_, _, inner) | Effect::Let(_, _, inner) | Effect::Choose(_, _, inner) => first_of(inner),
        effect => effect,
    }
}
fn is_silent(effect: &Effect) -> bool {
    matches!(effect, Effect::Nothing | Effect::Tell(..) | Effect::Forget(_) | Effect::Remember(..))
}

/// Whether it asks how the game stands: what was done before may have changed that.
fn counts(effect: &Effect) -> bool {
    let amount = match effect {
        Effect::GainLife(players, amount) | Effect::LoseLife(players, amount) | Effect::Draw(players, amount) => {
            if matches!(players, Players::Among(..) | Players::Most(..)) {
                return true;
            }
            Some(amount)
        }
        Effect::CreateTokens { amount, .. } => Some(amount),
        Effect::If(condition, ..) => {
            return counts_in(condition);
        }
        _ => None,
    };
    amount.is_some_and(counts_in)
}
fn counts_in(data: &impl Walk) -> bool {
    let mut found = false;
    data.each(|amount: &Amount| found |= matches!(amount, Amount::Count(_) | Amount::Happened(..)));
    data.each(|condition: &Condition| found |= matches!(condition, Condition::Exists(_)));
    found
}

fn matter_of_life(effect: &Effect) -> bool {
    matches!(effect, Effect::GainLife(..) | Effect::LoseLife(..)) || draws(effect)
}
fn draws(effect: &Effect) -> bool {
    matches!(effect, Effect::Draw(..))
}
/// What is done with cards of hand and library.
fn of_cards(effect: &Effect) -> bool {
    match effect {
        Effect::Draw(..)
        | Effect::Discard(..)
        | Effect::Mill(..)
        | Effect::Scry(..)
        | Effect::Surveil(..)
        | Effect::Shuffle(_) => true,
        Effect::Move(Objects::Var(_), to, _) => matches!(to.zone, ZoneKind::Hand | ZoneKind::Library),
        _ => false,
    }
}

/// An effect whose number is one or the other, as two effects.
pub(super) fn split(effect: &Effect) -> Option<(Condition, Effect, Effect)> {
    let number = amount_of(effect)?;
    let Amount::If(condition, yes, no) = number else { return None };
    let (condition, yes, no) = ((**condition).clone(), (**yes).clone(), (**no).clone());
    Some((condition, with_amount(effect.clone(), yes), with_amount(effect.clone(), no)))
}
fn amount_of(effect: &Effect) -> Option<&Amount> {
    match effect {
        Effect::Damage { amount, .. }
        | Effect::GainLife(_, amount)
        | Effect::LoseLife(_, amount)
        | Effect::Draw(_, amount)
        | Effect::Discard(_, amount, ..)
        | Effect::Mill(_, amount)
        | Effect::PutCounters(_, _, amount)
        | Effect::CreateTokens { amount, .. } => Some(amount),
        _ => None,
    }
}
fn with_amount(mut effect: Effect, new: Amount) -> Effect {
    match &mut effect {
        Effect::Damage { amount, .. }
        | Effect::GainLife(_, amount)
        | Effect::LoseLife(_, amount)
        | Effect::Draw(_, amount)
        | Effect::Discard(_, amount, ..)
        | Effect::Mill(_, amount)
        | Effect::PutCounters(_, _, amount)
        | Effect::CreateTokens { amount, .. } => *amount = new,
        _ => {}
    }
    effect
}

/// Whether the objects of the choice are of a filter, with the zone they are in.
pub(super) fn zone_of_choice(from: &Objects) -> Option<(&Filter, ZoneKind)> {
    match from {
        Objects::All(filter) => Some((filter, filter.zone().unwrap_or(ZoneKind::Battlefield))),
        _ => None,
    }
}
