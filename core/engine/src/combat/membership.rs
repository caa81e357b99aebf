//! Coming into combat and leaving it other than by declaration (modern 506.3-506.4, 508.4, 509.1h, 511.3).

use super::{Attacker, Combat};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Object, Recipient};
use crate::types::CardType;
use smallvec::SmallVec;

/// What a permanent can be in combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Attacker,
    Blocker,
    Attacked,
}

impl Game {
    /// Begins a combat phase (506.1).
    pub(crate) fn begin_combat(&mut self) {
        self.combat = Some(Combat::default());
    }

    /// Ends the combat phase: everything leaves combat (511.3).
    pub(crate) fn end_combat(&mut self) {
        if let Some(combat) = self.combat.take()
            && (!combat.attackers.is_empty() || !combat.blockers.is_empty())
        {
            self.touch_lightly();
        }
    }

    /// What creatures of that player can attack: each opponent, followed by the planeswalkers they control (506.2).
    pub(crate) fn attackable(&self, by: PlayerId) -> SmallVec<[Recipient; 2]> {
        let mut planeswalkers: SmallVec<[(PlayerId, ObjectId); 4]> = SmallVec::new();
        for object in self.permanents() {
            if self.characteristics_of(object).types.is(CardType::Planeswalker) {
                planeswalkers.push((self.controller_of(object), object.id));
            }
        }
        let mut found = SmallVec::new();
        for player in self.opponents(by) {
            found.push(Recipient::Player(player));
            found.extend(
                planeswalkers.iter().filter(|(controller, _)| *controller == player).map(|(_, id)| Recipient::Object(*id)),
            );
        }
        found
    }

    /// The player who defends when that is attacked (508.5).
    pub(crate) fn defending_player_of(&self, defender: Recipient) -> PlayerId {
        match defender {
            Recipient::Player(player) => player,
            Recipient::Object(id) => self.controller(id),
        }
    }

    /// Makes a creature attack without having been declared, as it enters or by an effect (508.4). Says whether it does:
    /// a permanent that may not be in combat, or whose prey is not there any more, stays out of it.
    pub(crate) fn put_attacking(&mut self, id: ObjectId, defender: Recipient) -> bool {
        let active = self.turn.active;
        // modern 506.3a, 506.3b, 506.3e: a creature, not a battle, of the attacking player.
        if self.combat.is_none() || !self.fights_for(id, active) {
            return false;
        }
        // modern 506.3c, 508.4a: what it would attack must be there and be something to attack.
        let defending_player = self.defending_player_of(defender);
        if defending_player == active || !self.is_attackable(defender, defending_player) {
            return false;
        }
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

    /// Takes a permanent out of combat in every role that it has there (506.4).
    pub(crate) fn remove_from_combat(&mut self, id: ObjectId) {
        for role in [Role::Attacker, Role::Blocker, Role::Attacked] {
            self.leave_combat(id, role);
        }
    }

    /// Takes out of combat what can no longer be in it: what left the battlefield, phased out, changed controllers or
    /// is no longer of the type that its role needs (506.4). To be called whenever characteristics may have changed.
    pub(crate) fn check_combat(&mut self) {
        let Some(combat) = &self.combat else { return };
        let mut leaving: SmallVec<[(ObjectId, Role); 4]> = SmallVec::new();
        let mut players_gone = false;
        for attacker in &combat.attackers {
            if !self.fights_for(attacker.id, self.turn.active) {
                leaving.push((attacker.id, Role::Attacker));
            }
            if !attacker.defender_gone && !self.is_attackable(attacker.defender, attacker.defending_player) {
                match attacker.defender {
                    // modern 506.4d: an attacked planeswalker that also blocks loses only the role it can no longer have.
                    Recipient::Object(id) => leaving.push((id, Role::Attacked)),
                    Recipient::Player(_) => players_gone = true,
                }
            }
        }
        for blocker in &combat.blockers {
            if !self.fights_for(blocker.id, blocker.controller) {
                leaving.push((blocker.id, Role::Blocker));
            }
        }
        for (id, role) in leaving {
            self.leave_combat(id, role);
        }
        if players_gone {
            self.forget_players_who_left();
        }
    }

    /// What attacked a player who has left the game attacks nothing.
    fn forget_players_who_left(&mut self) {
        let Game { combat, players, .. } = self;
        for attacker in combat.iter_mut().flat_map(|combat| &mut combat.attackers) {
            if attacker.defender.player().is_some_and(|player| !players[player.index()].is_playing()) {
                attacker.defender_gone = true;
            }
        }
        self.touch_lightly();
    }

    fn leave_combat(&mut self, id: ObjectId, role: Role) {
        let Some(combat) = &mut self.combat else { return };
        let changed = match role {
            Role::Attacker => {
                let place = combat.attackers.iter().position(|attacker| attacker.id == id);
                if let Some(place) = place {
                    let attacker = combat.attackers.remove(place);
                    combat.removed.push((id, attacker.defending_player));
                    // modern 509.3a: the other attackers keep their order. A blocker left with none keeps blocking.
                    combat.blockers.iter_mut().for_each(|blocker| blocker.attackers.retain(|other| *other != id));
                }
                place.is_some()
            }
            Role::Blocker => {
                let place = combat.blockers.iter().position(|blocker| blocker.id == id);
                if let Some(place) = place {
                    combat.blockers.remove(place);
                    // modern 509.2a: the other blockers keep their order. modern 509.1h: the attacker stays blocked.
                    combat.attackers.iter_mut().for_each(|attacker| attacker.blockers.retain(|other| *other != id));
                }
                place.is_some()
            }
            Role::Attacked => {
                let mut changed = false;
                for attacker in &mut combat.attackers {
                    // modern 506.4c: its attackers go on attacking, but attack nothing.
                    if attacker.attacks() == Some(Recipient::Object(id)) {
                        attacker.defender_gone = true;
                        changed = true;
                    }
                }
                changed
            }
        };
        if changed {
            self.touch_lightly();
        }
    }

    /// Whether that is a permanent which may attack or block for that player now (506.3, 506.4).
    pub(super) fn fights_for(&self, id: ObjectId, player: PlayerId) -> bool {
        self.permanent(id).is_some_and(|object| self.controller_of(object) == player && self.is_fighter(object))
    }

    /// Creatures attack and block, unless they are battles too (506.3, 508.1a, 509.1a).
    pub(super) fn is_fighter(&self, object: &Object) -> bool {
        let types = &self.characteristics_of(object).types;
        types.is(CardType::Creature) && !types.is(CardType::Battle)
    }

    /// Whether that player or permanent is there to be attacked, with that player defending (506.3c, 506.4).
    fn is_attackable(&self, defender: Recipient, defending: PlayerId) -> bool {
        match defender {
            Recipient::Player(player) => self.players.get(player.index()).is_some_and(|player| player.is_playing()),
            Recipient::Object(id) => self.permanent(id).is_some_and(|object| {
                self.characteristics_of(object).types.is(CardType::Planeswalker) && self.controller_of(object) == defending
            }),
        }
    }
}
