//! Spells and abilities on the stack that keep the text they were announced with, while their cards have another.

use crate::ability::{AbilityBody, AbilityInstance, Mode, Origin};
use crate::definition::CardDef;
use crate::eval::Scope;
use crate::game::{Game, Presence};
use crate::ids::{DefId, ObjectId};
use crate::object::{Bindings, EntryKind, StackEntry};
use std::mem::discriminant;

/// What an entry of the stack was announced as, and what its card says now.
#[derive(Clone, PartialEq, Debug)]
pub enum Announced {
    /// A spell: the definition that it keeps, and its card's.
    Spell(DefId, DefId),
    /// An ability: what it says, and what the card says in its place, if that still has such an ability.
    Ability(Box<AbilityInstance>, Option<Box<AbilityInstance>>),
}

/// Why an entry of the stack does not take the text that its card has now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotTake {
    /// It has the text of its card.
    #[error("it has the text that its card has now")]
    SameText,
    /// The card has nothing in its place any more.
    #[error("its card has no such ability any more")]
    NoAbility,
    /// Other modes would have to be chosen.
    #[error("the modes that were chosen for it are not those of the new text")]
    Modes,
    /// The new text has another number of targets.
    #[error("the new text takes another number of targets than were chosen")]
    TargetCount,
    /// A target that was chosen does not fit.
    #[error("a target that was chosen for it is not one that the new text allows")]
    Target,
    /// One text divides an amount among the targets and the other does not.
    #[error("the division that was chosen for it does not fit the new text")]
    Division,
}

impl Game {
    /// What the entry was announced as, if its card says something else by now.
    pub fn announced(&self, object: ObjectId) -> Option<Announced> {
        let entry = self.entry(object)?;
        match &entry.kind {
            EntryKind::Spell => {
                let spell = self.object(object)?;
                let kept = self.defs.get(spell.def);
                let differs = kept.is_as_announced() && kept.faces != self.defs.get(spell.card).faces;
                differs.then_some(Announced::Spell(spell.def, spell.card))
            }
            EntryKind::Ability { source, ability, index } => {
                // What an effect gives or takes away is not the card's text.
                if ability.origin != Origin::Printed {
                    return None;
                }
                let (def, face) = match self.presence(*source) {
                    Presence::Present(source) => (source.def, source.face),
                    Presence::Gone(last) => (last.object.def, last.object.face),
                    Presence::Forgotten => return None,
                };
                let definition = self.defs.get(def);
                if definition.is_made() {
                    return None;
                }
                let now = counterpart(definition, face, ability, usize::from(*index))?;
                Some(Announced::Ability(Box::new(ability.clone()), now.map(Box::new)))
            }
        }
    }

    /// The spell or ability takes the text that its card has now. What was chosen as it was announced stays chosen.
    ///
    /// # Errors
    /// If what was chosen does not fit the new text. Nothing has changed then.
    pub fn take_new_text(&mut self, object: ObjectId) -> Result<(), CannotTake> {
        let announced = self.announced(object).ok_or(CannotTake::SameText)?;
        let before = self.entry(object).cloned().ok_or(CannotTake::SameText)?;
        let old = self.entry_modes(&before);
        match announced {
            Announced::Spell(kept, card) => {
                self.set_definition(object, card);
                let checked = self.still_fits(&before, &old);
                if checked.is_err() {
                    self.set_definition(object, kept);
                }
                checked
            }
            Announced::Ability(_, None) => Err(CannotTake::NoAbility),
            Announced::Ability(_, Some(now)) => {
                let mut after = before;
                if let EntryKind::Ability { ability, .. } = &mut after.kind {
                    *ability = *now;
                }
                self.still_fits(&after, &old)?;
                if let Some(entry) = self.stack.iter_mut().find(|entry| entry.object == object) {
                    *entry = after;
                }
                self.unsettle();
                self.touch();
                Ok(())
            }
        }
    }

    fn set_definition(&mut self, object: ObjectId, def: DefId) {
        if let Some(object) = self.object_mut(object) {
            object.def = def;
        }
        self.unsettle();
        self.touch();
    }

    /// Whether what was chosen for the entry fits the text that it has now; `old` is what it was chosen for (601.2b-d).
    fn still_fits(&self, entry: &StackEntry, old: &[Mode]) -> Result<(), CannotTake> {
        let new = self.entry_modes(entry);
        if new.len() != old.len() {
            return Err(CannotTake::Modes);
        }
        let (source, origin) = match &entry.kind {
            EntryKind::Spell => (entry.object, Origin::Printed),
            EntryKind::Ability { source, ability, .. } => (*source, ability.origin),
        };
        let mut instance = 0;
        for (new, old) in new.iter().zip(old) {
            if new.targets.len() != old.targets.len() {
                return Err(CannotTake::TargetCount);
            }
            let bindings = Bindings { first_target: instance as u16, ..entry.bindings.clone() };
            let scope = Scope { source, controller: entry.controller, origin, bindings: &bindings };
            for (spec, before) in new.targets.iter().zip(&old.targets) {
                let Some(choice) = entry.bindings.targets.get(instance) else { return Err(CannotTake::TargetCount) };
                instance += 1;
                let (least, most) = (self.eval(scope).amount(&spec.min), self.eval(scope).amount(&spec.max));
                if !(least..=most).contains(&(choice.chosen.len() as i32)) {
                    return Err(CannotTake::TargetCount);
                }
                // modern 608.2d: a division that was announced cannot be changed.
                if spec.divided != before.divided {
                    return Err(CannotTake::Division);
                }
                let fits = |target| self.is_legal_target(spec, scope, target) || !self.is_legal_target(before, scope, target);
                if !choice.chosen.iter().all(|(target, _)| fits(*target)) {
                    return Err(CannotTake::Target);
                }
            }
        }
        Ok(())
    }
}

/// What the card says now in the place of an ability: `None` if it says the same, `Some(None)` if it says nothing.
fn counterpart(card: &CardDef, face: u8, ability: &AbilityInstance, index: usize) -> Option<Option<AbilityInstance>> {
    if card.faces.iter().any(|face| face.abilities().contains(ability)) {
        return None;
    }
    let same_sort = |other: &&AbilityInstance| {
        let keyword = |instance: &AbilityInstance| instance.ability.keyword.map(|keyword| keyword.name);
        let stacks = matches!(other.ability.kind, AbilityBody::Activated(_) | AbilityBody::Triggered(_));
        stacks && discriminant(&other.ability.kind) == discriminant(&ability.ability.kind) && keyword(other) == keyword(ability)
    };
    let abilities = card.faces.get(usize::from(face)).unwrap_or(card.front()).abilities();
    if let Some(same_place) = abilities.get(index).filter(same_sort) {
        return Some(Some(same_place.clone()));
    }
    let mut candidates = abilities.iter().filter(same_sort);
    match (candidates.next(), candidates.next()) {
        (Some(only), None) => Some(Some(only.clone())),
        _ => Some(None),
    }
}
