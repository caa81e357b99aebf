//! Merging with permanents: one permanent that several cards stand for (modern 608.3d).
//!
//! The permanent stays the object that it was. The other cards are parts of it: they are in no zone of their own, and go
//! where it goes when it leaves. It has the characteristics of its topmost part and the abilities of all of them.

use crate::ability::{AbilityBody, CostTag, Mode, Origin, Players, Rule, StaticPart, TargetSpec};
use crate::definition::{DefKind, Face};
use crate::eval::Scope;
use crate::event::{Event, Move};
use crate::game::Game;
use crate::ids::{DefId, ObjectId};
use crate::object::{Bindings, EntryKind, ObjectKind, StackEntry};
use crate::question::{Choice, Purpose};
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use serde::{Deserialize, Serialize};

/// A part of a merged permanent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The card or token; `None` for the permanent's own.
    pub object: Option<ObjectId>,
    /// What it is.
    pub def: DefId,
    /// Which of its faces.
    pub face: u8,
}

impl Game {
    /// What the spell targets because it merges with it, if it was cast so.
    pub(crate) fn merge_mode(&self, spell: ObjectId) -> Option<Mode> {
        self.own_rules(spell).find_map(|active| match active.rule {
            Rule::Merges(filter) => {
                Some(Mode { targets: vec![TargetSpec::one(filter.clone(), Players::None)], ..Mode::default() })
            }
            _ => None,
        })
    }

    /// Whether a card that would merge with something if it were cast for the cost with that tag finds something.
    pub(crate) fn merge_has_targets(&self, card: ObjectId, tag: CostTag, scope: Scope<'_>) -> bool {
        let bindings = Bindings { paid: vec![(tag, 1)], ..Bindings::default() };
        self.abilities(card).iter().all(|instance| {
            let AbilityBody::Static(says) = &instance.ability.kind else { return true };
            says.parts.iter().all(|part| match part {
                StaticPart::Rule(Rule::Merges(filter)) => {
                    let paid = Scope { origin: instance.origin, bindings: &bindings, ..scope };
                    let spec = TargetSpec::one(filter.clone(), Players::None);
                    !self.eval(paid).holds(&says.condition) || !self.legal_targets(&spec, scope, &[]).is_empty()
                }
                _ => true,
            })
        })
    }

    /// The spell becomes part of the permanent; its controller says whether over or under the other parts.
    pub(crate) fn merge(&mut self, run: &mut Run<'_>, entry: &StackEntry, onto: ObjectId) -> Beat<()> {
        let words = [Symbol::new("over"), Symbol::new("under")];
        let options = words.into_iter().map(Choice::Word).collect();
        let chosen = self.choose_one(run, entry.controller, Some(entry.object), Purpose::Word, options)?;
        let (Some(spell), Some(permanent)) = (self.object(entry.object), self.object(onto)) else { return Ok(()) };
        let (def, face) = (spell.def, spell.face);
        let own = Part { object: None, def: permanent.def, face: permanent.face };
        let part = Part { object: self.absorb(entry.object, onto), def, face };
        let mut parts = self.more_of(onto).map(|more| std::mem::take(&mut more.merged)).unwrap_or_default();
        if parts.is_empty() {
            parts.push(own);
        }
        let place = if chosen == Some(1) { parts.len() } else { 0 };
        parts.insert(place, part);
        let merged = self.made_definition(DefKind::Card, self.face_of_parts(&parts));
        if let Some(object) = self.object_mut(onto) {
            object.def = merged;
            object.face = 0;
            object.more_mut().merged = parts;
        }
        self.unsettle();
        self.touch();
        let word = Symbol::new("merge");
        self.happen_one(run, None, Event::Custom { word, player: entry.controller, object: Some(onto) })?;
        Ok(())
    }

    /// The topmost part's face with the abilities of all parts.
    fn face_of_parts(&self, parts: &[Part]) -> Face {
        let face = |part: &Part| {
            let faces = &self.defs.get(part.def).faces;
            faces.get(usize::from(part.face)).unwrap_or(&faces[0])
        };
        let mut parts = parts.iter();
        let mut top = parts.next().map(face).cloned().unwrap_or_default();
        for part in parts {
            top.base.abilities.extend(face(part).base.abilities.iter().cloned());
        }
        let said = top.base.abilities.iter_mut().filter(|instance| instance.origin != Origin::OfType);
        said.for_each(|instance| instance.origin = Origin::Printed);
        top
    }

    /// The parts of a merged permanent that has left go where it has gone, each to that zone of its owner.
    pub(crate) fn part_ways(&mut self, parts: &[Part], movement: &Move) {
        for object in parts.iter().filter_map(|part| part.object) {
            let part = Move { object, became: None, from: ZoneKind::Outside, enters: None, ..movement.clone() };
            self.relocate(&part);
        }
    }

    /// Whether the entry is a spell that merges, and with what it would.
    pub(crate) fn merges_with(&self, entry: &StackEntry) -> Option<ObjectId> {
        if entry.kind != EntryKind::Spell || self.merge_mode(entry.object).is_none() {
            return None;
        }
        let target = entry.bindings.targets.last()?.chosen.first()?.0.object()?;
        self.permanent(target).map(|object| object.id)
    }

    /// Takes a spell off the stack to be part of a permanent. A copy is a token from then on (608.3f).
    fn absorb(&mut self, spell: ObjectId, into: ObjectId) -> Option<ObjectId> {
        let part = self.leave_for(spell, into)?;
        if let Some(object) = self.object_mut(part)
            && object.kind == ObjectKind::SpellCopy
        {
            object.kind = ObjectKind::Token;
        }
        Some(part)
    }
}
