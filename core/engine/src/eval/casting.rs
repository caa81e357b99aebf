//! A card that is only being considered, as the spell that it would be (modern 601.3, 601.2f).

use super::Eval;
use super::seen::Seen;
use crate::ability::Filter;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{CastInfo, ObjectKind};
use crate::zone::ZoneKind;

impl Eval<'_> {
    /// Whether the card matches as though that player owned it (modern 609.4).
    pub(crate) fn matches_as_owned(&self, filter: &Filter, card: ObjectId, player: PlayerId) -> bool {
        let Some(object) = self.game.object(card) else { return false };
        let characteristics = self.game.characteristics_of(object);
        let mut owned = object.clone();
        owned.owner = player;
        owned.controller = player;
        self.test(filter, &Seen { id: card, object: &owned, last: None, pretend: Some((characteristics, player)) })
    }
    /// Whether the card matches where it is, or as the spell that it would be.
    pub(crate) fn matches_there(&self, filter: &Filter, card: ObjectId) -> bool {
        self.matches(filter, card) || self.matches_as_spell(filter, card, self.scope.controller)
    }
    /// Whether the card matches as the spell that it is, or would be if that player cast it from where it is now
    /// (modern 601.2a). What may be cast and what it costs is asked before it is on the stack, of filters that speak of spells.
    pub(crate) fn matches_as_spell(&self, filter: &Filter, card: ObjectId, caster: PlayerId) -> bool {
        let Some(object) = self.game.object(card).filter(|object| object.zone != ZoneKind::Stack) else {
            return self.matches(filter, card);
        };
        if object.kind == ObjectKind::Ability {
            return self.matches(filter, card);
        }
        let characteristics = self.game.characteristics_of(object);
        let mut spell = object.clone();
        spell.zone = ZoneKind::Stack;
        spell.controller = caster;
        // modern 400.7: a new object, of which only where it was cast from is known yet.
        spell.more = Some(Box::default());
        if let Some(more) = &mut spell.more {
            let time = self.game.casting_time(caster);
            more.cast = Some(CastInfo { from: Some(object.zone), time, ..CastInfo::default() });
        }
        self.test(filter, &Seen { id: card, object: &spell, last: None, pretend: Some((characteristics, caster)) })
    }
}
