//! Effects that outlast the resolution (modern 603.7, 603.12, 610.3, 611.2, 614, 615).

use super::{Done, Resolving};
use crate::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, Body, Change, Condition, Duration, Effect, EventPattern, Filter,
    Objects, Occurrence, Players, PtChange, Replacement, Rule, TriggerOn, Triggered, Uses, Zones,
};
use crate::continuous::{Lasting, LastingEffect, WaitingTrigger};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Var};
use crate::object::{Bindings, Memory, Value};
use crate::run::{Beat, Run};
use derive_visitor::{Drive, Visitor};
use smallvec::SmallVec;

/// The name of the player to whom a lasting effect gives control. No script makes it.
const NEW_CONTROLLER: Var = Var(u16::MAX - 2);
/// The name of the event of an ability that waits for none.
const NO_EVENT: Var = Var(u16::MAX - 3);
/// The place of an ability that is not among the abilities of its source.
const NOT_AMONG_ABILITIES: u16 = u16::MAX;

/// A player fixed as the one who gains control, with the value to bind.
pub(super) fn control_of(player: PlayerId) -> (Players, (Var, Value)) {
    (Players::Var(NEW_CONTROLLER), (NEW_CONTROLLER, Value::Players(SmallVec::from_slice(&[player]))))
}

impl Game {
    /// A new lasting effect, with its timestamp (613.7b).
    pub(super) fn push_lasting(&mut self, resolving: &Resolving, what: Lasting, bindings: Bindings, duration: Duration) {
        let timestamp = self.tick();
        self.lasting.push(LastingEffect {
            what,
            source: resolving.source,
            controller: resolving.controller,
            origin: resolving.origin,
            bindings,
            timestamp,
            duration,
            turn: self.turn.number,
        });
        self.touch();
    }
    // modern 611.2b: "for as long as" something that is not so never begins.
    fn begins(&self, resolving: &Resolving, duration: &Duration) -> bool {
        match duration {
            Duration::While(condition) => resolving.eval(self).goes_on(condition),
            _ => true,
        }
    }

    // modern 611.2c: on the objects that it affects as it begins, and on no others.
    pub(super) fn continuous(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        objects: &Objects,
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        let affected = self.acted_on(resolving, objects);
        self.lasting_change(run, resolving, &affected, changes, duration)
    }
    // Every kind of change is of characteristics or control, so the set is always locked.
    pub(super) fn continuous_all(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        filter: &Filter,
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        let affected = resolving.eval(self).all(filter);
        self.lasting_change(run, resolving, &affected, changes, duration)
    }

    fn lasting_change(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        affected: &[ObjectId],
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        if affected.is_empty() || !self.begins(resolving, duration) {
            return Ok(Done::failed());
        }
        if affected.len() > 1 && speak_of_affected(changes) {
            // What is determined now differs from object to object.
            let mut all = Done::nothing();
            for object in affected {
                all.and(self.lasting_change_on(run, resolving, &[*object], changes, duration)?);
            }
            return Ok(all);
        }
        self.lasting_change_on(run, resolving, affected, changes, duration)
    }

    fn lasting_change_on(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        affected: &[ObjectId],
        changes: &[Change],
        duration: &Duration,
    ) -> Beat<Done> {
        let mut bindings = Bindings::default();
        let mut frozen = Vec::with_capacity(changes.len());
        let mut before = SmallVec::<[(ObjectId, PlayerId); 4]>::new();
        for change in changes {
            let what = super::structure::bound(affected);
            let change = resolving.with(Var::AFFECTED, what, |resolving| self.frozen(run, resolving, change, &mut bindings))?;
            if let Some(change) = change {
                if matches!(change, Change::Control(_)) {
                    before = affected.iter().map(|id| (*id, self.controller(*id))).collect();
                }
                frozen.push(change);
            }
        }
        if frozen.is_empty() {
            return Ok(Done::failed());
        }
        if needs_bindings(&frozen, duration) {
            let mut all = resolving.bindings.clone();
            all.values.append(&mut bindings.values);
            bindings = all;
        }
        let what = Lasting::Objects { affected: SmallVec::from_slice(affected), changes: frozen };
        self.push_lasting(resolving, what, bindings, duration.clone());
        self.control_changed(run, resolving, &before)?;
        Ok(Done { fully: true, objects: SmallVec::from_slice(affected), amount: affected.len() as i32 })
    }

    /// Says which of these objects have another controller than before (110.2, 302.6, 506.4).
    pub(super) fn control_changed(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        before: &[(ObjectId, PlayerId)],
    ) -> Beat<()> {
        let changed = before.iter().filter_map(|&(object, from)| {
            let to = self.controller(object);
            (to != from && self.permanent(object).is_some()).then_some(Event::ControlChanged { object, from, to })
        });
        let batch: crate::pipeline::Batch = changed.collect();
        if !batch.is_empty() {
            for event in &batch {
                if let Event::ControlChanged { object, to, .. } = event {
                    self.change_hands(*object, *to);
                }
            }
            self.happen(run, Some(resolving), batch)?;
        }
        Ok(())
    }

    /// The change with what is determined now and only once in it (611.2d, 608.2h). `None` if it changes nothing.
    fn frozen(&self, run: &mut Run<'_>, resolving: &Resolving, change: &Change, bindings: &mut Bindings) -> Beat<Option<Change>> {
        let number = |amount: &Amount| Amount::Fixed(resolving.eval(self).amount(amount));
        let perhaps = |amount: &Option<Amount>| amount.as_ref().map(number);
        Ok(Some(match change {
            Change::Pt(PtChange::Define(power, toughness)) => Change::Pt(PtChange::Define(perhaps(power), perhaps(toughness))),
            Change::Pt(PtChange::Set(power, toughness)) => Change::Pt(PtChange::Set(perhaps(power), perhaps(toughness))),
            Change::Pt(PtChange::Modify(power, toughness)) => Change::Pt(PtChange::Modify(number(power), number(toughness))),
            Change::Copy(copy) => match self.copy_values(run, resolving, copy)? {
                Some(values) => Change::Become(Box::new(values)),
                None => return Ok(None),
            },
            Change::Control(players) => match self.actors(resolving, players).first() {
                Some(player) => {
                    let (players, value) = control_of(*player);
                    bindings.values.push(value);
                    Change::Control(players)
                }
                None => return Ok(None),
            },
            Change::SetLinkedColor(key) => match self.memory_of(resolving.source, resolving.origin, *key) {
                Some(Memory::Color(color)) => Change::SetColors(color.set()),
                _ => return Ok(None),
            },
            Change::Types(types) => {
                let mut types = types.clone();
                if let Some(key) = types.add_linked_subtype.take()
                    && let Some(Memory::Word(word)) = self.memory_of(resolving.source, resolving.origin, key)
                {
                    types.add_subtypes.push(*word);
                }
                Change::Types(types)
            }
            other => other.clone(),
        }))
    }

    pub(super) fn lasting_rule(&mut self, resolving: &Resolving, rule: &Rule, duration: &Duration) -> Done {
        if !self.begins(resolving, duration) {
            return Done::failed();
        }
        self.push_lasting(resolving, Lasting::Rule(Box::new(rule.clone())), resolving.bindings.clone(), duration.clone());
        Done::nothing()
    }

    // modern 614.8, 615.7: a shield of size 0 is none.
    pub(super) fn lasting_replacement(&mut self, resolving: &Resolving, replacement: &Replacement, duration: &Duration) -> Done {
        let left = match &replacement.uses {
            Uses::Unlimited => None,
            Uses::Times(amount) | Uses::Damage(amount) => Some(self.count_of(resolving, amount)),
        };
        if left == Some(0) || !self.begins(resolving, duration) {
            return Done::failed();
        }
        let what = Lasting::Replacement { replacement: Box::new(replacement.clone()), left };
        self.push_lasting(resolving, what, resolving.bindings.clone(), duration.clone());
        Done::nothing()
    }

    /// modern 603.7: once, the next time, unless it says how long it waits.
    pub(super) fn delayed(&mut self, resolving: &Resolving, trigger: &Triggered, duration: Option<&Duration>) -> Done {
        if duration.is_some_and(|duration| !self.begins(resolving, duration)) {
            return Done::failed();
        }
        let bindings = handed_on(&resolving.bindings, &trigger.body);
        let what = Lasting::Delayed { trigger: Box::new(trigger.clone()), once: duration.is_none() };
        self.push_lasting(resolving, what, bindings, duration.cloned().unwrap_or(Duration::Forever));
        Done::nothing()
    }

    /// modern 603.12: triggers at once; its targets are chosen as it is put on the stack.
    pub(super) fn when_done(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, first: &Effect, body: &Body) -> Beat<Done> {
        let done = self.perform(run, resolving, first)?;
        if done.fully {
            let known = resolving.bindings.values.len();
            resolving.bindings.values.push((Var::DONE, Value::Number(done.amount)));
            resolving.bindings.values.push((Var::DONE, super::structure::bound(&done.objects)));
            self.reflexive(resolving, body);
            resolving.bindings.values.truncate(known);
        }
        Ok(done)
    }

    /// An ability that has triggered by being made (603.12).
    pub(super) fn reflexive(&mut self, resolving: &Resolving, body: &Body) {
        let trigger = Triggered {
            on: TriggerOn::Event(EventPattern { any: Vec::new(), occurrence: Occurrence::Each }),
            event: NO_EVENT,
            condition: Condition::Always,
            body: body.clone(),
            per_turn: None,
            uncounterable: false,
        };
        let ability = Ability::new(Zones::Usual, AbilityBody::Triggered(trigger));
        self.waiting.push(WaitingTrigger {
            source: resolving.source,
            controller: resolving.controller,
            ability: AbilityInstance { ability: AbilityRef::new(ability), origin: resolving.origin },
            index: NOT_AMONG_ABILITIES,
            bindings: handed_on(&resolving.bindings, body),
        });
    }

    /// modern 610.3: the pipeline brings them back right after the event.
    pub(super) fn return_when(&mut self, resolving: &Resolving, exiled: crate::eval::ObjectList, until: EventPattern) {
        if !exiled.is_empty() {
            let what = Lasting::Return { objects: SmallVec::from_slice(&exiled), until };
            self.push_lasting(resolving, what, resolving.bindings.clone(), Duration::Forever);
        }
    }
}

/// What a later ability knows of this one: everything, but that its own targets stand in the place of this one's.
fn handed_on(bindings: &Bindings, body: &Body) -> Bindings {
    let mut bindings = bindings.clone();
    let first = usize::from(std::mem::take(&mut bindings.first_target)).min(bindings.targets.len());
    if body.modes().iter().any(|mode| !mode.targets.is_empty()) {
        bindings.targets.clear();
    } else {
        bindings.targets.drain(..first);
    }
    bindings
}

/// Whether what is left of the effect still asks for targets, X or names.
fn needs_bindings(changes: &[Change], duration: &Duration) -> bool {
    !matches!(duration, Duration::EndOfTurn | Duration::EndOfCombat | Duration::Forever)
        || changes.iter().any(|change| matches!(change, Change::AddActivatedAbilitiesOf(_)))
}

/// Whether the changes speak of the object that they change.
fn speak_of_affected(changes: &[Change]) -> bool {
    #[derive(Visitor)]
    #[visitor(Var(enter))]
    struct Mentions(bool);
    impl Mentions {
        fn enter_var(&mut self, var: &Var) {
            self.0 |= *var == Var::AFFECTED;
        }
    }
    let mut mentions = Mentions(false);
    changes.iter().for_each(|change| change.drive(&mut mentions));
    mentions.0
}
