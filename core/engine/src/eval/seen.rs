//! An object as a question sees it: as it is, as it was last known, or as it would be.

use super::Eval;
use crate::ability::Stat;
use crate::characteristics::Characteristics;
use crate::game::Presence;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{LastKnown, Object, ObjectKind, Recipient};
use crate::types::CardType;
use crate::zone::ZoneKind;

/// An object seen.
#[derive(Clone, Copy)]
pub(super) struct Seen<'s> {
    /// The id asked about; its own, or a stale one.
    pub id: ObjectId,
    /// Its state.
    pub object: &'s Object,
    /// What else is known of it if it has left.
    pub last: Option<&'s LastKnown>,
    /// For something that is not there yet (614.12): its characteristics and controller.
    pub pretend: Option<(&'s Characteristics, PlayerId)>,
}

impl<'a> Eval<'a> {
    /// The object, or what is last known of it (modern 608.2h).
    pub(super) fn see(&self, id: ObjectId) -> Option<Seen<'a>> {
        let mut seen = self.see_now(id)?;
        if let Some(look) = self.looks.iter().find(|look| look.object == id) {
            seen.pretend = Some((&look.characteristics, look.controller));
        }
        Some(seen)
    }
    fn see_now(&self, id: ObjectId) -> Option<Seen<'a>> {
        match self.game.presence(id) {
            Presence::Present(object) => Some(Seen::now(object)),
            Presence::Gone(last) => Some(Seen { id, object: &last.object, last: Some(last), pretend: None }),
            // Nothing is kept of what came from a hidden zone: what it has become is looked at, if that can be found (400.7j).
            Presence::Forgotten => {
                let object = self.game.object(self.current(id)?)?;
                Some(Seen { id, object, last: None, pretend: None })
            }
        }
    }
    /// Its characteristics, on the board in the making if there is one.
    #[inline]
    pub(super) fn characteristics<'s>(&self, seen: &Seen<'s>) -> &'s Characteristics
    where
        'a: 's,
    {
        if let Some((characteristics, _)) = seen.pretend {
            return characteristics;
        }
        if let Some(last) = seen.last {
            return last.characteristics.as_deref().unwrap_or_else(|| self.game.base(&last.object));
        }
        match self.board {
            Some(board) => board.characteristics(self.game, seen.object),
            None => self.game.characteristics_of(seen.object),
        }
    }
    /// Its controller; in zones without control, its owner (108.4a).
    #[inline]
    pub(super) fn controller(&self, seen: &Seen<'_>) -> PlayerId {
        if let Some((_, controller)) = seen.pretend {
            return controller;
        }
        if let Some(last) = seen.last {
            return last.controller;
        }
        match self.board {
            Some(board) => board.controller(seen.object),
            None => self.game.controller_of(seen.object),
        }
    }
    /// The controller of an object by id; `None` if nothing is known of it.
    pub(super) fn controller_by_id(&self, id: ObjectId) -> Option<PlayerId> {
        self.see(id).map(|seen| self.controller(&seen))
    }

    /// The abilities of an object by id.
    pub(crate) fn abilities_of(&self, id: ObjectId) -> &'a [crate::ability::AbilityInstance] {
        self.see(id).map_or(&[], |seen| &self.characteristics(&seen).abilities)
    }

    /// A number that an object has by id, 0 if it has none.
    pub(crate) fn stat_of(&self, id: ObjectId, stat: Stat) -> i32 {
        self.see(id).and_then(|seen| self.stat(&seen, stat)).unwrap_or(0)
    }

    /// A number that the object has, if it has one.
    pub(super) fn stat(&self, seen: &Seen<'_>, stat: Stat) -> Option<i32> {
        let object = seen.object;
        let has_pt = |characteristics: &Characteristics| {
            // A permanent that is no creature has neither power nor toughness, whatever is printed (modern 208.3).
            object.zone != ZoneKind::Battlefield || characteristics.types.is(CardType::Creature)
        };
        match stat {
            Stat::Damage => Some(clamp(object.damage)),
            Stat::Designation(name) => Some(object.designation(name).unwrap_or(0)),
            Stat::X => Some(object.cast().map_or(0, |cast| cast.x)),
            Stat::ManaValue => {
                // X counts as chosen on the stack only (202.3e).
                let x = if object.zone == ZoneKind::Stack { object.cast().map_or(0, |cast| cast.x.max(0)) } else { 0 };
                Some(clamp(self.characteristics(seen).mana_value(x as u32)))
            }
            Stat::Number(word) => {
                let is = self.characteristics(seen);
                if !self.game.defs.has_number(&is.types, word) {
                    // Only what is of the type has the number (306.5, 310.4).
                    return None;
                }
                match object.zone {
                    ZoneKind::Battlefield => Some(clamp(object.counter(word))),
                    _ => is.numbers.get(word).map(i32::from),
                }
            }
            Stat::Printed(word) => self.characteristics(seen).numbers.get(word).map(i32::from),
            Stat::Power | Stat::Toughness | Stat::BasePower | Stat::BaseToughness => {
                let characteristics = self.characteristics(seen);
                if !has_pt(characteristics) {
                    return None;
                }
                match stat {
                    Stat::Power => characteristics.power,
                    Stat::Toughness => characteristics.toughness,
                    Stat::BasePower => characteristics.base_pt.0,
                    _ => characteristics.base_pt.1,
                }
            }
        }
    }
}

impl<'s> Seen<'s> {
    /// A current object as it is.
    pub(super) fn now(object: &'s Object) -> Self {
        Seen { id: object.id, object, last: None, pretend: None }
    }
    /// Whether it is treated as though it did not exist (modern 702.26b).
    pub(super) fn is_phased_out(&self) -> bool {
        self.object.phased_out && self.last.is_none()
    }
    /// Whether it is a spell (112.1).
    pub(super) fn is_spell(&self) -> bool {
        self.object.zone == ZoneKind::Stack && matches!(self.object.kind, ObjectKind::Card | ObjectKind::SpellCopy)
    }
    /// The object that it is attached to.
    pub(super) fn host(&self) -> Option<ObjectId> {
        self.object.attached_to.and_then(Recipient::object)
    }
}

/// A count as an amount.
pub(super) fn clamp(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
