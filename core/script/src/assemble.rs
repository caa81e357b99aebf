//! Puts abilities together: each mode gets its own list of targets, numbered from 0 in the order in which the script
//! made them. Until then every `target(...)` of a script is a stand-in slot.

use crate::value::STAND_IN;
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{
    Ability, AbilityBody, Body, Effect, Mode, Objects, Players, Replacement, TargetSpec, Triggered,
};
use cardwright_engine::ids::{TargetSlot, Var};
use derive_visitor::{Drive, DriveMut, Visitor, visitor_enter_fn_mut};

/// Whether the effect says how the event changes before which it is done ([`Effect::ChangeEvent`]): it makes no sense elsewhere.
pub(crate) fn changes_event(effect: &Effect) -> bool {
    #[derive(Default, Visitor)]
    #[visitor(Effect(enter), Replacement(enter, exit))]
    struct Changes {
        inside: u32,
        found: bool,
    }
    impl Changes {
        fn enter_effect(&mut self, effect: &Effect) {
            self.found |= self.inside == 0 && matches!(effect, Effect::ChangeEvent(_));
        }
        fn enter_replacement(&mut self, _: &Replacement) {
            self.inside += 1;
        }
        fn exit_replacement(&mut self, _: &Replacement) {
            self.inside -= 1;
        }
    }
    let mut changes = Changes::default();
    effect.drive(&mut changes);
    changes.found
}

fn is_stand_in(slot: TargetSlot) -> bool {
    slot.0 >= STAND_IN
}

/// The stand-ins in a piece of data, each once, in the order of their making.
pub(crate) fn stand_ins(data: &impl Walk) -> Vec<u16> {
    let mut found = Vec::new();
    data.each(|slot: &TargetSlot| {
        if is_stand_in(*slot) {
            found.push(slot.0);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// Puts the ability together. Only stand-ins for which `own` holds become its targets.
pub(crate) fn assemble(ability: &mut Ability, specs: &[TargetSpec], own: &dyn Fn(u16) -> bool) {
    match &mut ability.kind {
        AbilityBody::Spell(body) => assemble_body(body, specs, own),
        AbilityBody::Activated(activated) => assemble_body(&mut activated.body, specs, own),
        AbilityBody::Triggered(triggered) => assemble_body(&mut triggered.body, specs, own),
        AbilityBody::Static(_) => {}
    }
}

/// Puts a body together.
pub(crate) fn assemble_body(body: &mut Body, specs: &[TargetSpec], own: &dyn Fn(u16) -> bool) {
    match body {
        Body::Plain(mode) => assemble_mode(mode, specs, own),
        Body::Modal { modes, .. } => modes.iter_mut().for_each(|mode| assemble_mode(mode, specs, own)),
    }
}

fn assemble_mode(mode: &mut Mode, specs: &[TargetSpec], own: &dyn Fn(u16) -> bool) {
    let mut slots: Vec<u16> = stand_ins(mode).into_iter().filter(|slot| own(*slot)).collect();
    if slots.is_empty() {
        return;
    }
    // A target may be described in terms of another one that no effect speaks of.
    let mut next = 0;
    while next < slots.len() {
        if let Some(spec) = spec_of(slots[next], specs) {
            let more = stand_ins(spec).into_iter().filter(|slot| own(*slot) && !slots.contains(slot)).collect::<Vec<_>>();
            slots.extend(more);
        }
        next += 1;
    }
    slots.sort_unstable();
    mode.targets = slots.iter().filter_map(|slot| spec_of(*slot, specs).cloned()).collect();
    mode.drive_mut(&mut visitor_enter_fn_mut(|slot: &mut TargetSlot| {
        if let Some(place) = slots.iter().position(|known| *known == slot.0) {
            *slot = TargetSlot(place as u16);
        }
    }));
}

fn spec_of(slot: u16, specs: &[TargetSpec]) -> Option<&TargetSpec> {
    specs.get(usize::from(slot & !STAND_IN))
}

/// A delayed triggered ability as an effect. Targets of the ability that creates it are bound to names first: the delayed
/// ability has none of them itself (modern 603.7).
pub(crate) fn delayed(
    mut triggered: Triggered,
    duration: Option<cardwright_engine::ability::Duration>,
    specs: &[TargetSpec],
    own: &dyn Fn(u16) -> bool,
    var: &mut dyn FnMut() -> Var,
) -> Effect {
    assemble_body(&mut triggered.body, specs, own);
    let outer = stand_ins(&triggered);
    bind_outer(outer, triggered, var, |triggered| Effect::Delayed(Box::new(triggered), duration))
}

/// A reflexive triggered ability as an effect (modern 603.12). Stand-ins for which `own` holds are its own targets.
pub(crate) fn reflexive(
    first: Effect,
    mut body: Body,
    specs: &[TargetSpec],
    own: &dyn Fn(u16) -> bool,
    var: &mut dyn FnMut() -> Var,
) -> Effect {
    assemble_body(&mut body, specs, own);
    let outer = stand_ins(&body);
    bind_outer(outer, body, var, |body| Effect::WhenDone(Box::new(first), Box::new(body)))
}

fn bind_outer<T: DriveMut>(outer: Vec<u16>, mut data: T, var: &mut dyn FnMut() -> Var, make: impl FnOnce(T) -> Effect) -> Effect {
    let mut wraps: Vec<(TargetSlot, Option<Var>, Option<Var>)> = Vec::new();
    for slot in outer {
        let slot = TargetSlot(slot);
        let mut objects = None;
        data.drive_mut(&mut visitor_enter_fn_mut(|found: &mut Objects| {
            if *found == Objects::Target(slot) {
                *found = Objects::Var(*objects.get_or_insert_with(&mut *var));
            }
        }));
        let mut players = None;
        data.drive_mut(&mut visitor_enter_fn_mut(|found: &mut Players| {
            if *found == Players::Target(slot) {
                *found = Players::Var(*players.get_or_insert_with(&mut *var));
            }
        }));
        wraps.push((slot, objects, players));
    }
    wraps.into_iter().fold(make(data), |effect, (slot, objects, players)| {
        // A target that may be either is bound as an object: looping over no player would skip the effect.
        let effect = match players.filter(|_| objects.is_none()) {
            Some(name) => Effect::ForEachPlayer(Players::Target(slot), name, Box::new(effect)),
            None => effect,
        };
        match objects {
            Some(name) => Effect::LetObjects(name, Objects::Target(slot), Box::new(effect)),
            None => effect,
        }
    })
}
