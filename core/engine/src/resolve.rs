//! Resolving spells and abilities (modern 608).

use crate::ability::{AbilityBody, Body, Effect, Mode, MoveCause, Origin, TriggerOn};
use crate::eval::Scope;
use crate::event::{Enters, Event, EventKind};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Bindings, EntryKind, ObjectKind, StackEntry};
use crate::perform::Resolving;
use crate::run::{Beat, Note, Run};
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Resolves the top entry of the stack (608.2).
    pub(crate) fn resolve_top(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let Some(mut entry) = self.stack.last().cloned() else { return Ok(()) };
        if matches!(entry.kind, EntryKind::Spell) {
            // modern 112.2: its controller may have changed since it was cast.
            entry.controller = self.controller(entry.object);
        }
        match entry.kind.clone() {
            EntryKind::Spell => self.resolve_spell(run, entry),
            EntryKind::Ability { source, ability, index } => {
                let body = match &ability.ability.kind {
                    AbilityBody::Activated(activated) => &activated.body,
                    AbilityBody::Triggered(triggered) => &triggered.body,
                    AbilityBody::Spell(_) | AbilityBody::Static(_) => return Ok(()),
                };
                let mut resolving =
                    Resolving::new(source, entry.controller, ability.origin, Some(entry.object), entry.bindings.clone());
                if let AbilityBody::Triggered(triggered) = &ability.ability.kind {
                    // modern 603.4: checked again as it resolves; state triggers are not (603.8).
                    let holds = match &triggered.on {
                        TriggerOn::Event(_) => resolving.eval(self).holds(&triggered.condition),
                        TriggerOn::State(_) => true,
                    };
                    if !holds {
                        run.note(self, Note::Fizzles(entry.object));
                        self.end_object(entry.object);
                        return Ok(());
                    }
                }
                let modes = crate::announce::chosen_modes(body, &entry.modes);
                if !self.recheck_targets(&modes, &mut resolving) {
                    run.note(self, Note::Fizzles(entry.object));
                    self.end_object(entry.object);
                    return Ok(());
                }
                run.note(self, Note::Resolves(entry.object));
                // modern 603.7h
                if crate::perform::asks_how_often(body) {
                    let times = self.count_resolution(source, ability.origin, index);
                    resolving.bindings.values.push((crate::ids::Var::RESOLVED, crate::object::Value::Number(times.into())));
                }
                self.follow_modes(&modes, run, &mut resolving)?;
                self.has_resolved(run, &entry)?;
                // modern 608.2n
                self.end_object(entry.object);
                self.unsettle();
                Ok(())
            }
        }
    }

    fn resolve_spell(&mut self, run: &mut Run<'_>, entry: StackEntry) -> Beat<()> {
        let spell = entry.object;
        let bodies = self.spell_bodies(spell);
        let modes = spell_modes(&bodies, &entry.modes);
        let mut resolving = Resolving::new(spell, entry.controller, Origin::Printed, Some(spell), entry.bindings.clone());
        let merging = self.merge_mode(spell).is_some();
        let legal = self.recheck_targets(&modes, &mut resolving);
        if merging {
            run.note(self, Note::Resolves(spell));
            return match self.merges_with(&entry).filter(|_| legal) {
                // modern 608.3d
                Some(onto) => {
                    self.merge(run, &entry, onto)?;
                    self.has_resolved(run, &entry)
                }
                // modern 608.3b: with nothing to merge with it is a creature spell like any other.
                None => {
                    resolving.bindings.targets.clear();
                    self.resolve_permanent(run, entry, &resolving)
                }
            };
        }
        if !legal {
            // modern 608.2b
            run.note(self, Note::Fizzles(spell));
            return self.leave_stack(run, spell, MoveCause::Resolve);
        }
        run.note(self, Note::Resolves(spell));
        let is_permanent = self.characteristics(spell).types.types.members().any(|card_type| card_type.is_permanent());
        if is_permanent {
            return self.resolve_permanent(run, entry, &resolving);
        }
        self.follow_modes(&modes, run, &mut resolving)?;
        // Nothing is known any more of a copy that is gone; what waits for it sees it before.
        let copy = self.object(spell).is_some_and(|object| object.kind == ObjectKind::SpellCopy);
        if copy {
            self.has_resolved(run, &entry)?;
        }
        // modern 608.2n: as the final part of its resolution.
        if self.object(spell).is_some() {
            self.leave_stack(run, spell, MoveCause::Resolve)?;
        }
        if !copy {
            self.has_resolved(run, &entry)?;
        }
        Ok(())
    }

    /// modern 608.2p: when all is done, what waits for it to have resolved triggers. It is no event to anything else.
    fn has_resolved(&mut self, run: &mut Run<'_>, entry: &StackEntry) -> Beat<()> {
        let kind = EventKind::Resolved;
        if !self.triggers(kind).is_empty() || !self.lasting.is_empty() || self.defs.asked().has(kind) {
            self.happen_one(run, None, Event::Resolved { object: entry.object, player: entry.controller })?;
        }
        Ok(())
    }

    /// A spell leaves the stack for its owner's graveyard; a copy ceases to exist (707.10a).
    fn leave_stack(&mut self, run: &mut Run<'_>, spell: ObjectId, cause: MoveCause) -> Beat<()> {
        if self.object(spell).is_some_and(|object| object.kind == ObjectKind::SpellCopy) {
            self.end_object(spell);
            self.unsettle();
            return Ok(());
        }
        let movement = self.movement(spell, ZoneKind::Graveyard, cause, None);
        self.happen_one(run, None, Event::Move(movement))?;
        Ok(())
    }

    /// modern 608.3: a permanent spell enters the battlefield under its controller's control.
    fn resolve_permanent(&mut self, run: &mut Run<'_>, entry: StackEntry, resolving: &Resolving) -> Beat<()> {
        let mut movement = self.movement(entry.object, ZoneKind::Battlefield, MoveCause::Resolve, None);
        let mut enters = Enters::under(entry.controller);
        // modern 708.4, 712.14: what was cast face down enters face down, what was cast with its other face up with that face up.
        (enters.face_down, enters.face) = self.object(entry.object).map_or((false, 0), |object| (object.face_down, object.face));
        // modern 608.3c: an Aura enters attached to what it targeted.
        enters.attached_to =
            resolving.bindings.targets.first().and_then(|choice| choice.chosen.first()).map(|(target, _)| *target);
        movement.enters = Some(Box::new(enters));
        movement.controller = entry.controller;
        let happened = self.happen_one(run, None, Event::Move(movement))?;
        for event in &happened.events {
            if let Event::Move(movement) = event
                && movement.object == entry.object
                && let Some(permanent) = movement.became
            {
                self.follow_resolved(entry.object, permanent);
            }
        }
        if !happened.fully && self.object(entry.object).is_some() {
            // modern 608.3e: what cannot enter goes to the graveyard.
            self.leave_stack(run, entry.object, MoveCause::Resolve)?;
        }
        self.has_resolved(run, &entry)
    }

    /// What a permission to cast set up for the spell finds the permanent that it becomes (modern 603.7g, 400.7): whoever
    /// has followed the card onto the stack.
    fn follow_resolved(&mut self, spell: ObjectId, permanent: ObjectId) {
        for lasting in &mut self.lasting {
            if lasting.bindings.moved.iter().any(|(_, to)| *to == spell) {
                lasting.bindings.moved.push((spell, permanent));
            }
        }
    }

    /// Checks the targets again as an entry starts to resolve (608.2b). Says whether it goes on: not if it has targets and
    /// all of them are illegal.
    fn recheck_targets(&self, modes: &[&Mode], resolving: &mut Resolving) -> bool {
        if resolving.bindings.targets.is_empty() {
            return true;
        }
        let mut any = false;
        let mut legal = false;
        let mut instance = 0;
        let mut illegal: SmallVec<[(usize, u8); 4]> = SmallVec::new();
        for mode in modes {
            let bindings = Bindings { first_target: instance as u16, ..resolving.bindings.clone() };
            let scope = Scope { bindings: &bindings, ..resolving.scope() };
            for spec in &mode.targets {
                let Some(choice) = resolving.bindings.targets.get(instance) else { break };
                for ((target, _), place) in choice.chosen.iter().zip(0..) {
                    any = true;
                    if self.is_legal_target(spec, scope, *target) {
                        legal = true;
                    } else {
                        illegal.push((instance, place));
                    }
                }
                instance += 1;
            }
        }
        for (instance, place) in illegal {
            resolving.bindings.targets[instance].illegal.push(place);
        }
        legal || !any
    }

    /// Follows the instructions in the order written (608.2c).
    fn follow_modes(&mut self, modes: &[&Mode], run: &mut Run<'_>, resolving: &mut Resolving) -> Beat<()> {
        let mut first = 0;
        for mode in modes {
            resolving.bindings.first_target = first;
            if mode.effect != Effect::Nothing {
                self.perform(run, resolving, &mode.effect)?;
            }
            first += mode.targets.len() as u16;
        }
        Ok(())
    }

    /// New targets for an entry on the stack, where its player wants them (115.7, 707.10c). An instance keeps its targets
    /// if nothing else is legal.
    pub(crate) fn entry_modes(&self, entry: &StackEntry) -> Vec<Mode> {
        match &entry.kind {
            EntryKind::Spell => {
                let bodies = self.spell_bodies(entry.object);
                spell_modes(&bodies, &entry.modes).into_iter().cloned().collect()
            }
            EntryKind::Ability { ability, .. } => match &ability.ability.kind {
                AbilityBody::Activated(activated) => {
                    crate::announce::chosen_modes(&activated.body, &entry.modes).into_iter().cloned().collect()
                }
                AbilityBody::Triggered(triggered) => {
                    crate::announce::chosen_modes(&triggered.body, &entry.modes).into_iter().cloned().collect()
                }
                AbilityBody::Spell(_) | AbilityBody::Static(_) => Vec::new(),
            },
        }
    }

    /// The player whose spell or ability it is, for an object on the stack.
    pub fn stack_controller(&self, object: ObjectId) -> Option<PlayerId> {
        self.entry(object).map(|entry| entry.controller)
    }
}

/// The modes that a spell follows: all plain bodies, and of modal ones those chosen. Modes are counted over all bodies.
fn spell_modes<'a>(bodies: &'a [Body], chosen: &[u8]) -> Vec<&'a Mode> {
    let mut found = Vec::new();
    let mut first = 0u8;
    for body in bodies {
        match body {
            Body::Plain(mode) => found.push(mode),
            Body::Modal { modes, .. } => {
                let last = first + modes.len() as u8;
                found.extend(
                    chosen.iter().filter(|&&index| index >= first && index < last).map(|&index| &modes[(index - first) as usize]),
                );
            }
        }
        first += body.modes().len() as u8;
    }
    found
}
