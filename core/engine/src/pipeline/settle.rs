//! Prohibitions, replacement and prevention effects (modern 101.2, 614-616), and what events consist of.

use super::replace::Fate;
use super::{Applied, Flow, bound};
use crate::ability::{EventChange, Instead, MoveCause, Occurrence, Origin, Prohibition, Rule};
use crate::event::{Event, Move};
use crate::game::Game;
use crate::ids::{PlayerId, Var};
use crate::layers::{ActiveReplacement, ReplacementKey};
use crate::object::{Bindings, Recipient};
use crate::perform::Resolving;
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::run::{Beat, Run};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// A replacement effect that could apply, copied out of the state so that the state can change.
#[derive(Clone, Debug)]
pub(super) struct Applicable {
    pub(super) key: ReplacementKey,
    pub(super) replacement: crate::ability::Replacement,
    pub(super) resolving: Resolving,
    pub(super) left: Option<u32>,
    /// Whether it prevents damage, so that what else it does is done once for all of it (615.5).
    pub(super) prevents: bool,
}

impl Game {
    /// Whether nothing prohibits the event now (614.17, 101.2).
    pub(crate) fn may_happen(&self, event: &Event) -> bool {
        let kind = event.kind();
        // modern 602.1b, 603.1a: an ability's own instructions.
        if let Event::Counter { object, .. } = event
            && self.entry(*object).is_some_and(crate::object::StackEntry::is_uncounterable)
        {
            return false;
        }
        // modern 113.6g: a spell itself says so on the stack.
        if let Event::Counter { object, .. } = event
            && self.own_rules(*object).any(|active| match active.rule {
                Rule::Cant(Prohibition::Countered(filter)) => self.eval(active.scope).matches(filter, *object),
                _ => false,
            })
        {
            return false;
        }
        !self.prohibitions().any(|active| match active.rule {
            Prohibition::Event(pattern) => pattern.kinds().has(kind) && self.eval(active.scope).matches_event(pattern, event),
            Prohibition::Sacrifice(filter) => match event {
                Event::Move(movement) if movement.cause == MoveCause::Sacrifice => {
                    self.eval(active.scope).matches(filter, movement.object)
                }
                _ => false,
            },
            Prohibition::Countered(filter) => match event {
                Event::Counter { object, .. } => self.eval(active.scope).matches(filter, *object),
                _ => false,
            },
            Prohibition::Lose(players) => match event {
                Event::Lose { player, .. } => self.eval(active.scope).players(players).contains(player),
                _ => false,
            },
            Prohibition::Win(players) => match event {
                Event::Win { player } => self.eval(active.scope).players(players).contains(player),
                _ => false,
            },
            Prohibition::Search(players) => match event {
                Event::Search { player, .. } => self.eval(active.scope).players(players).contains(player),
                _ => false,
            },
            _ => false,
        })
    }

    /// Takes one proposed event through prohibitions and replacements into `flow.ready`.
    pub(super) fn settle_event(
        &mut self,
        run: &mut Run<'_>,
        mut event: Event,
        mut applied: Applied,
        flow: &mut Flow,
    ) -> Beat<()> {
        loop {
            // modern 614.17c: what cannot happen is replaced by self-replacement effects only.
            let mut applicable = self.self_replacements(&event, &applied, flow);
            if applicable.is_empty() {
                if !self.event_is_possible(&event) || !self.may_happen(&event) {
                    flow.failed = true;
                    return Ok(());
                }
                applicable = self.applicable(&event, &applied);
            }
            let chooser = self.affected_player(&event);
            let Some(chosen) = self.choose_replacement(run, chooser, &event, applicable)? else { break };
            applied.push(chosen.key);
            let proposed = self.defs.asked().has(event.kind()).then(|| event.clone());
            let fate = self.apply_replacement(run, &mut event, chosen, &applied, flow)?;
            if let Some(copy) = flow.as_itself.take() {
                // modern 614.5: its own abilities, which it still has then, apply once.
                let again = |key: &ReplacementKey| match *key {
                    ReplacementKey::Entering(id, _, place, part) => Some(ReplacementKey::Entering(id, copy, place, part)),
                    _ => None,
                };
                let again: Applied = applied.iter().filter_map(again).collect();
                applied.extend(again);
            }
            if fate == Fate::Gone {
                self.history.replaced.extend(proposed);
                return Ok(());
            }
        }
        self.take_apart(run, event, applied, flow)
    }

    /// The same for counters that something enters with: what applies sees it as it would be there (614.12). Says how many
    /// are put.
    pub(super) fn settle_on_arrival(
        &mut self,
        run: &mut Run<'_>,
        mut event: Event,
        movement: &Move,
        mut applied: Applied,
        flow: &mut Flow,
    ) -> Beat<u32> {
        loop {
            let there = self.as_if_entered(movement);
            if event.amount() == 0 || !there.may_happen(&event) {
                return Ok(0);
            }
            let applicable = there.applicable(&event, &applied);
            let chooser = there.affected_player(&event);
            let Some(chosen) = self.choose_replacement(run, chooser, &event, applicable)? else { return Ok(event.amount()) };
            applied.push(chosen.key);
            if self.apply_replacement(run, &mut event, chosen, &applied, flow)? == Fate::Gone {
                return Ok(0);
            }
        }
    }

    /// Whether the event makes sense now; what cannot happen does not (609.3).
    fn event_is_possible(&self, event: &Event) -> bool {
        match event {
            Event::Move(movement) => self.object(movement.object).is_some_and(|object| object.zone == movement.from),
            Event::Destroy { object, .. } => self.permanent(*object).is_some(),
            Event::Tap { object, .. } => self.permanent(*object).is_some_and(|object| !object.is_tapped()),
            Event::Untap { object } => self.permanent(*object).is_some_and(|object| object.is_tapped()),
            Event::Damage { to, amount, .. } => *amount > 0 && self.is_damageable(*to),
            Event::GainLife { player, amount }
            | Event::LoseLife { player, amount }
            | Event::PayLife { player, amount }
            | Event::Act { player, amount, .. } => *amount > 0 && self.player(*player).is_playing(),
            Event::PutCounters { on, amount, .. } => *amount > 0 && self.is_there(*on),
            Event::RemoveCounters { on, kind, amount, .. } => {
                *amount > 0
                    && match on {
                        Recipient::Object(id) => self.object(*id).is_some_and(|object| object.counter(*kind) > 0),
                        Recipient::Player(player) => self.player(*player).counter(*kind) > 0,
                    }
            }
            Event::Designate { object, name, number } => {
                self.permanent(*object).is_some_and(|object| object.designation(*name) != Some(*number))
            }
            Event::Draw { player } | Event::Lose { player, .. } | Event::Win { player } => self.player(*player).is_playing(),
            Event::Attach { object, to } => self.permanent(*object).is_some() && self.is_there(*to),
            Event::CreateTokens { amount, .. } => *amount > 0,
            // modern 702.26d: only what is in phases out, only what is out phases in.
            Event::Phase { object, out, .. } => {
                self.object(*object).is_some_and(|object| object.zone == ZoneKind::Battlefield && object.phased_out != *out)
            }
            _ => true,
        }
    }

    fn is_there(&self, recipient: Recipient) -> bool {
        match recipient {
            Recipient::Object(id) => self.object(id).is_some(),
            Recipient::Player(player) => self.player(player).is_playing(),
        }
    }

    /// The replacement effects that could apply to the event and have not (616.1, 614.5).
    fn applicable(&self, event: &Event, applied: &Applied) -> SmallVec<[Applicable; 1]> {
        let mut found = SmallVec::new();
        let mut add = |active: ActiveReplacement<'_>| found.extend(self.fits(event, applied, active));
        self.replacements(event.kind(), None).for_each(&mut add);
        match event {
            // modern 614.12: what enters is looked at as it would be there.
            Event::Move(movement) => self.each_replacement_on_entering(movement, &mut add),
            // modern 614.1e: what is turned face up, too.
            Event::Turned { object, face_down: false } => self.each_replacement_on_turning_up(*object, &mut add),
            _ => {}
        }
        found
    }

    /// The self-replacement effects of what causes the event (614.15, 616.1a).
    fn self_replacements(&self, event: &Event, applied: &Applied, flow: &Flow) -> SmallVec<[Applicable; 1]> {
        let Some(cause) = &flow.own else { return SmallVec::new() };
        let active = cause.own.iter().map(|(key, replacement)| ActiveReplacement {
            key: *key,
            replacement,
            scope: cause.scope(),
            left: None,
        });
        active
            .filter(|active| active.replacement.pattern.kinds().has(event.kind()))
            .filter_map(|active| self.fits(event, applied, active))
            .collect()
    }

    fn fits(&self, event: &Event, applied: &Applied, active: ActiveReplacement<'_>) -> Option<Applicable> {
        if applied.contains(&active.key) || active.left == Some(0) {
            return None;
        }
        let eval = self.eval(active.scope);
        let pattern = &active.replacement.pattern;
        let earlier = match pattern.occurrence {
            Occurrence::Nth(_) => &self.history.replaced[..],
            _ => &[],
        };
        if !eval.matches_event(pattern, event) || !eval.occurrence_to_come(pattern, event, earlier) {
            return None;
        }
        if let Event::Destroy { object, regenerable, .. } = event {
            // modern 701.19c: "can't be regenerated" makes shields not apply.
            if Game::is_regeneration(active.replacement) && (!regenerable || !self.can_be_regenerated(*object)) {
                return None;
            }
        }
        let bindings = with_event(active.scope.bindings, active.replacement.event, event);
        let resolving = Resolving::new(active.scope.source, active.scope.controller, active.scope.origin, None, bindings);
        if !resolving.eval(self).holds(&active.replacement.condition) {
            return None;
        }
        Some(Applicable {
            key: active.key,
            replacement: active.replacement.clone(),
            resolving,
            left: active.left,
            prevents: false,
        })
    }

    /// The affected player, or the controller of the affected object, decides which applies first (616.1).
    fn choose_replacement(
        &mut self,
        run: &mut Run<'_>,
        chooser: PlayerId,
        event: &Event,
        mut applicable: SmallVec<[Applicable; 1]>,
    ) -> Beat<Option<Applicable>> {
        if applicable.is_empty() {
            return Ok(None);
        }
        let best = applicable.iter().map(rank).min().unwrap_or(Rank::Other);
        applicable.retain(|one| rank(one) == best);
        // What a type brings adds to the event and leaves the rest as it is: nobody has to say when.
        let brought = applicable.iter().position(|one| one.resolving.origin == Origin::OfType);
        if let Some(place) = brought.filter(|_| best == Rank::Other) {
            return Ok(Some(applicable.swap_remove(place)));
        }
        // Among shields that are alike in everything the choice shows nowhere.
        let alike = applicable.windows(2).all(|pair| {
            pair[0].resolving.source == pair[1].resolving.source
                && pair[0].left == pair[1].left
                && pair[0].replacement == pair[1].replacement
        });
        if applicable.len() > 1 && !alike {
            let options =
                applicable.iter().zip(0..).map(|(one, index)| Choice::Ability { source: one.resolving.source, index }).collect();
            let ask = Ask::Choose { purpose: Purpose::Replacement, options, min: 1, max: 1, ordered: false };
            let index = match self.ask(run, chooser, event.object(), ask)? {
                Answer::Chosen(chosen) => chosen.first().copied().unwrap_or(0) as usize,
                _ => 0,
            };
            applicable.swap(0, index);
        }
        applicable.truncate(1);
        Ok(applicable.pop())
    }

    /// Who is affected by an event, and so orders what replaces it (616.1).
    pub(crate) fn affected_player(&self, event: &Event) -> PlayerId {
        let player = match event {
            Event::Move(movement) => match movement.enters.as_deref() {
                Some(enters) => enters.controller,
                None => self.controller(movement.object),
            },
            Event::Damage { to, .. } | Event::PutCounters { on: to, .. } | Event::RemoveCounters { on: to, .. } => match *to {
                Recipient::Object(id) => self.controller(id),
                Recipient::Player(player) => player,
            },
            _ => match (event.player(), event.object()) {
                (Some(player), _) => player,
                (None, Some(object)) => self.controller(object),
                (None, None) => self.turn.active,
            },
        };
        if self.player(player).is_playing() { player } else { self.turn.active }
    }
}

/// The order in which sorts of replacement effects apply to one event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    /// modern 616.1a
    OfItself,
    /// modern 616.1b
    Control,
    /// modern 616.1c
    Copy,
    /// modern 616.1d
    BackFace,
    /// modern 616.1e
    Other,
}

fn rank(one: &Applicable) -> Rank {
    if matches!(one.key, ReplacementKey::Own(_)) {
        return Rank::OfItself;
    }
    let Instead::Change(changes) = &one.replacement.instead else { return Rank::Other };
    let of_change = |change: &EventChange| match change {
        EventChange::UnderControl(_) => Rank::Control,
        EventChange::AsCopy(_) => Rank::Copy,
        EventChange::Transformed => Rank::BackFace,
        _ => Rank::Other,
    };
    changes.iter().map(of_change).min().unwrap_or(Rank::Other)
}

pub(super) fn with_event(bindings: &Bindings, var: Var, event: &Event) -> Bindings {
    let mut bindings = bindings.clone();
    bindings.values.push((var, bound(event)));
    bindings
}
