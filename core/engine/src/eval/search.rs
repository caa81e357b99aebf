//! Going through the objects that a filter can speak of.

use super::seen::Seen;
use super::{Eval, ObjectList};
use crate::ability::Filter;
use crate::ids::ObjectId;
use crate::zone::ZoneKind;
use std::ops::ControlFlow;

/// A set of zones, by bit.
pub(crate) const fn zone_bit(zone: ZoneKind) -> u8 {
    1 << zone as u8
}

impl Eval<'_> {
    /// Everything that matches, in the zone that the filter names, the battlefield if it names none (modern 109.2).
    pub fn all(&self, filter: &Filter) -> ObjectList {
        let mut found = ObjectList::new();
        let _ = self.search(filter, |id| {
            found.push(id);
            ControlFlow::Continue(())
        });
        found
    }
    /// How many match, in the same zones.
    pub fn count(&self, filter: &Filter) -> usize {
        let mut count = 0;
        let _ = self.search(filter, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
    /// Whether anything matches, in the same zones.
    pub fn exists(&self, filter: &Filter) -> bool {
        self.search(filter, |_| ControlFlow::Break(())).is_break()
    }
    /// Whether [`Eval::all`] would find the object.
    pub(super) fn is_among_all(&self, filter: &Filter, id: ObjectId) -> bool {
        let zones = zones_of(filter).unwrap_or(zone_bit(ZoneKind::Battlefield));
        self.game.object(id).is_some_and(|object| zones & zone_bit(object.zone) != 0) && self.matches(filter, id)
    }

    /// Visits what matches, in the order of the zones: permanents in the order in which they came, cards of players in
    /// turn order.
    fn search(&self, filter: &Filter, mut visit: impl FnMut(ObjectId) -> ControlFlow<()>) -> ControlFlow<()> {
        let zones = zones_of(filter).unwrap_or(zone_bit(ZoneKind::Battlefield));
        match narrow(filter) {
            Some(Filter::Never) => return ControlFlow::Continue(()),
            Some(Filter::This) => return self.visit_one(filter, zones, self.scope.source, &mut visit),
            Some(Filter::Is(objects)) => {
                for id in self.objects(objects) {
                    // modern 400.7j: what this ability moved itself is looked for where it is now.
                    self.visit_one(filter, zones, self.current(id).unwrap_or(id), &mut visit)?;
                }
                return ControlFlow::Continue(());
            }
            _ => {}
        }
        let game = self.game;
        let mut visit_all = |ids: &[ObjectId]| {
            for &id in ids {
                if let Some(object) = game.object(id)
                    && !object.phased_out
                    && self.test(filter, &Seen::now(object))
                {
                    visit(id)?;
                }
            }
            ControlFlow::Continue(())
        };
        for zone in [ZoneKind::Battlefield, ZoneKind::Exile, ZoneKind::Command] {
            if zones & zone_bit(zone) != 0 {
                visit_all(game.zone(zone, self.scope.controller))?;
            }
        }
        for zone in [ZoneKind::Hand, ZoneKind::Graveyard, ZoneKind::Library] {
            if zones & zone_bit(zone) != 0 {
                for player in game.players_from_active() {
                    visit_all(game.zone(zone, player))?;
                }
            }
        }
        if zones & zone_bit(ZoneKind::Stack) != 0 {
            for entry in game.stack() {
                visit_all(&[entry.object])?;
            }
        }
        ControlFlow::Continue(())
    }
    fn visit_one(
        &self,
        filter: &Filter,
        zones: u8,
        id: ObjectId,
        visit: &mut impl FnMut(ObjectId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.game.object(id) {
            Some(object) if zones & zone_bit(object.zone) != 0 && !object.phased_out && self.test(filter, &Seen::now(object)) => {
                visit(id)
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The zones that the filter names; `None` if it names none.
pub(super) fn zones_of(filter: &Filter) -> Option<u8> {
    match filter {
        Filter::Zone(zone) => Some(zone_bit(*zone)),
        Filter::Spell | Filter::AbilityOnStack(_) => Some(zone_bit(ZoneKind::Stack)),
        Filter::And(all) => all.iter().filter_map(zones_of).reduce(|a, b| a & b),
        Filter::Or(any) => {
            let named = any.iter().filter_map(zones_of).reduce(|a, b| a | b)?;
            let rest = any.iter().any(|filter| zones_of(filter).is_none() && *filter != Filter::Never);
            Some(if rest { named | zone_bit(ZoneKind::Battlefield) } else { named })
        }
        _ => None,
    }
}

/// The part of the filter that leaves only a few objects to look at, if there is one.
pub(super) fn narrow(filter: &Filter) -> Option<&Filter> {
    match filter {
        Filter::Never | Filter::This => Some(filter),
        Filter::Is(objects) if !matches!(**objects, crate::ability::Objects::All(_)) => Some(filter),
        Filter::And(all) => all.iter().find_map(narrow),
        _ => None,
    }
}
