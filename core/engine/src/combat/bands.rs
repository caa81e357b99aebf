//! Attackers declared as one group (modern 508.1e): what blocks one of them blocks them all (702.22h).

use super::Combat;
use crate::ability::AttackRule;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Recipient;
use crate::question::Purpose;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// Groups of attackers.
pub(super) type Bands = SmallVec<[SmallVec<[ObjectId; 4]>; 1]>;

/// What lets a creature attack in a band.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// With others that can, and one more.
    Any,
    /// With whatever matches the filter of the rule in that place.
    Matching(usize),
}

impl Game {
    /// The active player says which of the attackers attack in bands. Every answer is legal: for each creature that can lead a
    /// band, which others like it join, and which one that is not (702.22c).
    pub(super) fn choose_bands(&self, run: &mut Run<'_>, player: PlayerId, attacks: &[(ObjectId, Recipient)]) -> Beat<Bands> {
        let mut bands = Bands::new();
        if attacks.len() < 2 {
            return Ok(bands);
        }
        let rules: SmallVec<[_; 2]> = self.attack_rules().filter(|active| matches!(active.rule, AttackRule::Bands(..))).collect();
        if rules.is_empty() {
            return Ok(bands);
        }
        let has = |id: ObjectId, way: Way| {
            rules.iter().enumerate().any(|(place, active)| match active.rule {
                AttackRule::Bands(what, with) => {
                    let this_way = match way {
                        Way::Any => with.is_none(),
                        Way::Matching(wanted) => wanted == place && with.is_some(),
                    };
                    this_way && self.eval(active.scope).matches(what, id)
                }
                _ => false,
            })
        };
        let ways = |id: ObjectId| {
            let matching = (0..rules.len()).map(Way::Matching);
            std::iter::once(Way::Any).chain(matching).filter(move |way| has(id, *way)).collect::<SmallVec<[Way; 2]>>()
        };
        let joins = |id: ObjectId, way: Way| match way {
            Way::Any => has(id, Way::Any),
            Way::Matching(place) => match rules[place].rule {
                AttackRule::Bands(_, Some(with)) => self.eval(rules[place].scope).matches(with, id),
                _ => false,
            },
        };
        for (leader, against) in attacks {
            for way in ways(*leader) {
                let banded = |id: ObjectId| bands.iter().any(|band| band.contains(&id));
                if banded(*leader) {
                    break;
                }
                let free: SmallVec<[ObjectId; 8]> = attacks
                    .iter()
                    .filter(|(id, whom)| id != leader && whom == against && !banded(*id))
                    .map(|(id, _)| *id)
                    .collect();
                let (like, unlike): (SmallVec<[ObjectId; 8]>, SmallVec<[ObjectId; 8]>) =
                    free.into_iter().partition(|id| joins(*id, way));
                let mut band: SmallVec<[ObjectId; 4]> = SmallVec::from_iter([*leader]);
                band.extend(self.choose_band(run, player, *leader, &like, like.len())?);
                if way == Way::Any {
                    band.extend(self.choose_band(run, player, *leader, &unlike, 1)?);
                }
                if band.len() > 1 {
                    bands.push(band);
                }
            }
        }
        Ok(bands)
    }

    /// Up to so many of these attack in a band with the first.
    fn choose_band(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        leader: ObjectId,
        others: &[ObjectId],
        most: usize,
    ) -> Beat<crate::eval::ObjectList> {
        if others.is_empty() {
            return Ok(crate::eval::ObjectList::new());
        }
        self.choose_among(run, player, Some(leader), Purpose::Band, others, 0, most)
    }
}

impl Combat {
    /// What blocks an attacker blocks each other creature of its band too (702.22h). The events of that.
    pub(super) fn block_band(&mut self, blocker: ObjectId, attacker: ObjectId) -> SmallVec<[Event; 2]> {
        let mut events = SmallVec::new();
        let Some(band) = self.bands.iter().find(|band| band.contains(&attacker)).cloned() else { return events };
        for other in band {
            let Some(other) = self.attackers.iter_mut().find(|one| one.id == other && !one.blockers.contains(&blocker)) else {
                continue;
            };
            other.blockers.push(blocker);
            if let Some(known) = self.blockers.iter_mut().find(|one| one.id == blocker) {
                known.attackers.push(other.id);
            }
            events.push(Event::BlockedBy { attacker: other.id, blocker });
        }
        events
    }
}
