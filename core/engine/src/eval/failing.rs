//! Which part of a filter or condition fails: asked when somebody wants to know why.

use super::Eval;
use super::search::{zone_bit, zones_of};
use super::seen::Seen;
use crate::ability::{Condition, Filter, Moment};
use crate::ids::ObjectId;
use crate::why::Mismatch;
use crate::zone::ZoneKind;

impl Eval<'_> {
    /// What keeps the object from matching: the first part of the filter that it fails; `None` if it matches.
    pub fn why_not_matching(&self, filter: &Filter, object: ObjectId) -> Option<Mismatch> {
        if self.matches(filter, object) {
            return None;
        }
        Some(match self.see(object) {
            None => Mismatch::Unknown,
            Some(seen) if seen.is_phased_out() => Mismatch::PhasedOut,
            Some(seen) => Mismatch::Part(self.failing(filter, &seen)),
        })
    }
    /// The same for being one of all that match, in the zones that the filter speaks of (modern 109.2).
    pub fn why_not_among(&self, filter: &Filter, object: ObjectId) -> Option<Mismatch> {
        match self.game.object(object) {
            None => Some(Mismatch::Unknown),
            Some(there) if zones_of(filter).unwrap_or(zone_bit(ZoneKind::Battlefield)) & zone_bit(there.zone) == 0 => {
                Some(Mismatch::Zone(there.zone))
            }
            Some(_) => self.why_not_matching(filter, object),
        }
    }

    /// The smallest part that fails of a filter that does.
    fn failing(&self, filter: &Filter, seen: &Seen<'_>) -> Filter {
        match filter {
            Filter::And(all) => match all.iter().find(|part| !self.test(part, seen)) {
                Some(part) => self.failing(part, seen),
                None => filter.clone(),
            },
            // With one alternative there is nothing to choose from.
            Filter::Or(any) if any.len() == 1 => self.failing(&any[0], seen),
            Filter::Not(inner) => match &**inner {
                Filter::Or(any) => match any.iter().find(|part| self.test(part, seen)) {
                    Some(part) => self.failing(&part.clone().negate(), seen),
                    None => filter.clone(),
                },
                Filter::Not(inner) => self.failing(inner, seen),
                _ => filter.clone(),
            },
            filter => filter.clone(),
        }
    }

    /// The first part of the condition that does not hold; `None` if it holds.
    pub fn why_not_holding(&self, condition: &Condition) -> Option<Condition> {
        if self.holds(condition) {
            return None;
        }
        Some(match condition {
            Condition::And(all) => {
                // modern 506.7c
                let in_combat = all.contains(&Condition::When(Moment::InCombat));
                let fails = |part: &&Condition| match part {
                    Condition::When(moment) => !self.game.is_at(*moment, in_combat),
                    part => !self.holds(part),
                };
                match all.iter().find(fails) {
                    Some(part) => self.why_not_holding(part).unwrap_or_else(|| part.clone()),
                    None => condition.clone(),
                }
            }
            Condition::Or(any) if any.len() == 1 => self.why_not_holding(&any[0]).unwrap_or_else(|| condition.clone()),
            Condition::Not(inner) => match &**inner {
                Condition::Or(any) => match any.iter().find(|part| self.holds(part)) {
                    Some(part) => part.clone().negate(),
                    None => condition.clone(),
                },
                _ => condition.clone(),
            },
            condition => condition.clone(),
        })
    }
}
