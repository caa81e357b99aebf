//! Attacks and blocks that effects bring about, without a declaration (modern 506.3, 508.4, 508.7, 509.1h, 509.5-509.7).

use super::{Attacker, Blocker};
use crate::ability::Rule;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::Recipient;
use crate::pipeline::Batch;
use crate::question::{Answer, Ask, Purpose};
use crate::ruleset::DamageOrder;
use crate::run::{Beat, Run};
use crate::types::TypeLine;
use smallvec::SmallVec;

impl Game {
    /// Whether a creature of the attacking player could be made to attack that now. What a declaration would forbid or
    /// require does not matter (508.4c, 508.7b); what it attacks must be there, be something that can be attacked, and be
    /// defended by somebody else (506.3c, 508.4a, 508.7c-d).
    pub(crate) fn may_be_attacked(&self, defender: Recipient) -> bool {
        self.combat.is_some() && self.attackable(self.turn.active).contains(&defender)
    }

    /// Makes a creature attack without having been declared, as it enters or by an effect (508.4). Says whether it does:
    /// a permanent that may not be in combat, or whose prey is not there any more, stays out of it.
    pub(crate) fn put_attacking(&mut self, id: ObjectId, defender: Recipient) -> bool {
        // modern 506.3a, 506.3b, 506.3e, 506.3f: a creature, not a battle, of the attacking player.
        if !self.fights_for(id, self.turn.active) || !self.may_be_attacked(defender) {
            return false;
        }
        let defending_player = self.defending_player_of(defender);
        let Some(combat) = &mut self.combat else { return false };
        if combat.is_attacking(id) {
            return false;
        }
        // modern 509.1h: after blockers were declared it is simply not blocked.
        let blocked = combat.blocks_declared.then_some(false);
        combat.attackers.push(Attacker {
            id,
            defender,
            defender_gone: false,
            defending_player,
            blocked,
            blockers: SmallVec::new(),
        });
        self.touch_lightly();
        true
    }

    /// An attacker attacks something else from now on (508.7a). It does not attack again, and what blocks it goes on.
    pub(crate) fn attack_instead(&mut self, id: ObjectId, defender: Recipient) -> bool {
        if !self.may_be_attacked(defender) {
            return false;
        }
        let defending_player = self.defending_player_of(defender);
        let Some(attacker) = self.combat.as_mut().and_then(|combat| combat.attacker_mut(id)) else { return false };
        attacker.defender = defender;
        attacker.defender_gone = false;
        attacker.defending_player = defending_player;
        self.touch_lightly();
        true
    }

    /// Another player protects a battle (310.8f). Who attacks it is now up against them.
    pub(crate) fn set_protector(&mut self, id: ObjectId, player: PlayerId) {
        if let Some(object) = self.object_mut(id) {
            object.more_mut().protector = Some(player);
        }
        for attacker in self.combat.iter_mut().flat_map(|combat| &mut combat.attackers) {
            if attacker.attacks() == Some(Recipient::Object(id)) {
                attacker.defending_player = player;
            }
        }
        self.touch_lightly();
    }

    /// Whether a creature could be made to block that attacker: one of the player who is up against it (506.3d, 506.3e,
    /// 509.7a).
    pub(crate) fn may_be_made_to_block(&self, blocker: ObjectId, attacker: ObjectId) -> bool {
        let against = self.combat.as_ref().and_then(|combat| combat.attacker(attacker)).map(|attacker| attacker.defending_player);
        let blocks = self.combat.as_ref().is_some_and(|combat| combat.blocked_with(blocker).contains(&attacker));
        !blocks && against.is_some_and(|player| self.fights_for(blocker, player))
    }

    /// Makes a creature block an attacker, `place` creatures before it in the order (509.6, 509.7). Says whether it does; its
    /// events are the caller's.
    fn add_block(&mut self, blocker: ObjectId, attacker: ObjectId, place: u32, place_of_attacker: u32) -> bool {
        if !self.may_be_made_to_block(blocker, attacker) {
            return false;
        }
        let controller = self.controller(blocker);
        let Some(combat) = &mut self.combat else { return false };
        if let Some(attacked) = combat.attacker_mut(attacker) {
            let at = attacked.blockers.len().min(place as usize);
            attacked.blockers.insert(at, blocker);
        }
        match combat.blockers.iter_mut().find(|known| known.id == blocker) {
            Some(known) => {
                let at = known.attackers.len().min(place_of_attacker as usize);
                known.attackers.insert(at, attacker);
            }
            None => combat.blockers.push(Blocker { id: blocker, controller, attackers: SmallVec::from_iter([attacker]) }),
        }
        self.touch_lightly();
        true
    }

    /// A creature enters the battlefield blocking (509.7). It never "blocked", but the attacker becomes blocked (509.5c-d).
    pub(crate) fn put_blocking(&mut self, blocker: ObjectId, attacker: ObjectId, place: u32) {
        // modern 506.3d: what attacks nothing any more does not attack its controller.
        let attacks = self.combat.as_ref().and_then(|combat| combat.attacks(attacker)).is_some();
        if !attacks || !self.add_block(blocker, attacker, place, 0) {
            return;
        }
        let mut unsaid: SmallVec<[Event; 4]> = SmallVec::from_iter([Event::BlockedBy { attacker, blocker }]);
        unsaid.extend(self.become_blocked(attacker));
        unsaid.extend(self.block_band(blocker, attacker));
        if let Some(combat) = &mut self.combat {
            combat.unsaid.extend(unsaid);
        }
    }

    /// An effect makes a creature on the battlefield block (509.6). Returns what happens with it.
    pub(crate) fn make_block(&mut self, run: &mut Run<'_>, blocker: ObjectId, attacker: ObjectId) -> Beat<Batch> {
        let mut events = Batch::new();
        if !self.may_be_made_to_block(blocker, attacker) {
            return Ok(events);
        }
        let place = self.ask_block_place(run, attacker)?;
        let (before, known) = match self.combat.as_ref().and_then(|combat| combat.blocker(blocker)) {
            Some(known) => (known.attackers.len(), true),
            None => (0, false),
        };
        // modern 509.6: then the defending player puts the attacker in the order of those that the creature blocks.
        let place_of_attacker = self.ask_place(run, self.controller(blocker), blocker, before)?;
        if self.add_block(blocker, attacker, place, place_of_attacker) {
            // modern 509.5a-b, d: only if it was no blocking creature at that time.
            if !known {
                events.push(Event::Block { blocker, attacker });
            }
            events.extend(self.become_blocked(attacker));
            events.extend(self.block_band(blocker, attacker));
        }
        Ok(events)
    }

    /// What an attacker that came to be blocked by effect takes along: its band is blocked by the same creature.
    fn block_band(&mut self, blocker: ObjectId, attacker: ObjectId) -> SmallVec<[Event; 2]> {
        let Some(combat) = &mut self.combat else { return SmallVec::new() };
        let mut events = combat.block_band(blocker, attacker);
        let newly: SmallVec<[ObjectId; 4]> = events
            .iter()
            .filter_map(|event| if let Event::BlockedBy { attacker, .. } = event { Some(*attacker) } else { None })
            .collect();
        for attacker in newly {
            events.extend(self.become_blocked(attacker));
        }
        events
    }

    /// Where among the blockers of an attacker one more stands: the active player says so (509.6, 509.7).
    pub(crate) fn ask_block_place(&self, run: &mut Run<'_>, attacker: ObjectId) -> Beat<u32> {
        let blockers = self.combat.as_ref().map_or(0, |combat| combat.blocked_by(attacker).len());
        self.ask_place(run, self.turn.active, attacker, blockers)
    }

    /// A place among so many others in a damage assignment order, counted from 0. Nothing is asked where there is no order.
    fn ask_place(&self, run: &mut Run<'_>, player: PlayerId, about: ObjectId, others: usize) -> Beat<u32> {
        if others == 0 || self.ruleset.damage_order == DamageOrder::Free {
            return Ok(others as u32);
        }
        let ask = Ask::number(Purpose::DamagePlace, 1, others as i32 + 1);
        Ok(match self.ask(run, player, Some(about), ask)? {
            Answer::Number(number) => (number - 1).max(0) as u32,
            _ => others as u32,
        })
    }

    /// An effect makes an attacker become blocked (509.1h). The event that is to happen, unless it was blocked already.
    pub(crate) fn become_blocked(&mut self, attacker: ObjectId) -> Option<Event> {
        let found = self.combat.as_mut()?.attacker_mut(attacker)?;
        if found.blocked == Some(true) {
            return None;
        }
        found.blocked = Some(true);
        self.touch_lightly();
        Some(Event::BecomeBlocked { attacker })
    }

    /// An effect makes an attacker become unblocked (509.1h): no creature blocks it any more. It was blocked all the same, so
    /// that it does not attack "and is not blocked" (509.5g).
    pub(crate) fn become_unblocked(&mut self, attacker: ObjectId) {
        let Some(combat) = &mut self.combat else { return };
        if let Some(found) = combat.attacker_mut(attacker) {
            found.blocked = Some(false);
            found.blockers.clear();
            combat.blockers.iter_mut().for_each(|blocker| blocker.attackers.retain(|other| *other != attacker));
            self.touch_lightly();
        }
    }

    /// Whether there is something to say of blocks that changed since the last check: kept cheap, it is asked before every
    /// priority.
    pub(crate) fn has_news_of_blocks(&self) -> bool {
        self.combat.as_ref().is_some_and(|combat| !combat.unsaid.is_empty() || !combat.counts_are_known())
    }

    /// Says what has happened to blocks otherwise than by declaration, and how many blockers there are where the number has
    /// changed (509.5c-e).
    pub(crate) fn say_news_of_blocks(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let Some(combat) = &mut self.combat else { return Ok(()) };
        let mut events: Batch = std::mem::take(&mut combat.unsaid).into_iter().collect();
        let counts: SmallVec<[(ObjectId, bool, u32); 4]> = combat.counts().collect();
        for &(creature, blocking, now) in &counts {
            let before = combat.counted(creature, blocking);
            if before != now {
                events.push(Event::BlockCount { creature, blocking, before, now });
            }
        }
        combat.counted = counts;
        if !events.is_empty() {
            self.happen(run, None, events)?;
        }
        Ok(())
    }

    /// Who may protect something with these types, as the first of its laws says (310.8a, 310.11a); `None` if nobody protects such
    /// objects.
    pub(crate) fn possible_protectors(
        &self,
        types: &TypeLine,
        object: ObjectId,
        controller: PlayerId,
    ) -> Option<SmallVec<[PlayerId; 4]>> {
        self.laws_of(types, object, controller).find_map(|law| match law.rule {
            Rule::ProtectedBy(players) => Some(self.eval(law.scope).players(players).into_iter().collect()),
            _ => None,
        })
    }

    /// Battles whose protector is none that they can have, with those that they can (310.10).
    pub(crate) fn unprotected_battles(&self) -> SmallVec<[(ObjectId, SmallVec<[PlayerId; 4]>); 1]> {
        let mut found: SmallVec<[(ObjectId, SmallVec<[PlayerId; 4]>); 1]> = SmallVec::new();
        let mut seen: SmallVec<[ObjectId; 4]> = SmallVec::new();
        for law in self.action_rules() {
            let (Rule::ProtectedBy(players), battle) = (law.rule, law.scope.source) else { continue };
            // What its subtype says comes before what its card type says.
            if seen.contains(&battle) {
                continue;
            }
            seen.push(battle);
            let Some(object) = self.permanent(battle) else { continue };
            let possible: SmallVec<[PlayerId; 4]> = self.eval(law.scope).players(players).into_iter().collect();
            let attacked = self.combat.as_ref().is_some_and(|combat| combat.is_attacked(Recipient::Object(battle)));
            if object.protector().is_none_or(|protector| !possible.contains(&protector)) && !attacked {
                found.push((battle, possible));
            }
        }
        found
    }
}

impl super::Combat {
    /// How many creatures block each attacker, and how many each blocker blocks.
    fn counts(&self) -> impl Iterator<Item = (ObjectId, bool, u32)> {
        let attackers = self.attackers.iter().map(|one| (one.id, false, one.blockers.len() as u32));
        let blockers = self.blockers.iter().map(|one| (one.id, true, one.attackers.len() as u32));
        attackers.chain(blockers).filter(|(.., count)| *count > 0)
    }
    fn counted(&self, creature: ObjectId, blocking: bool) -> u32 {
        let known = self.counted.iter().find(|(id, role, _)| *id == creature && *role == blocking);
        known.map_or(0, |(.., count)| *count)
    }
    fn counts_are_known(&self) -> bool {
        self.counts().eq(self.counted.iter().copied())
    }
}
