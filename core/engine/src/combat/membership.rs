//! Coming into combat and leaving it other than by declaration (modern 506.3-506.4, 508.4, 509.1h, 511.3).

use super::Combat;
use crate::ability::{AttackRule, Players, Rule};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
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

    /// What creatures of that player can attack: each defending player, followed by the planeswalkers they control and the
    /// battles they protect (506.2).
    pub(crate) fn attackable(&self, by: PlayerId) -> SmallVec<[Recipient; 2]> {
        let mut permanents: SmallVec<[(PlayerId, ObjectId); 4]> = SmallVec::new();
        for active in self.attack_rules() {
            let id = active.scope.source;
            let known = permanents.iter().any(|(_, known)| *known == id);
            if matches!(active.rule, AttackRule::CanBeAttacked(_)) && !known && self.permanent(id).is_some() {
                permanents.push((self.defending_player_of(Recipient::Object(id)), id));
            }
        }
        // In the order in which they came, whatever the order of what is said of them.
        permanents.sort_by_key(|(_, id)| self.battlefield.iter().position(|there| there == id));
        let mut found = SmallVec::new();
        for player in self.opponents(by).filter(|player| self.is_defending(*player) && self.is_in_range(by, *player)) {
            found.push(Recipient::Player(player));
            // modern 508.7e: of a battle, both who protects it and who controls it have to be in range.
            let theirs =
                |(defending, id): &&(PlayerId, ObjectId)| *defending == player && self.is_in_range(by, self.controller(*id));
            found.extend(permanents.iter().filter(theirs).map(|(_, id)| Recipient::Object(*id)));
        }
        found
    }

    /// Whether an opponent of the attacking player is a defending player in this combat (506.2a).
    fn is_defending(&self, opponent: PlayerId) -> bool {
        self.combat.as_ref().and_then(|combat| combat.defending).is_none_or(|chosen| chosen == opponent)
    }

    /// The player who defends when that is attacked: of a battle its protector, of a planeswalker its controller (508.5,
    /// 310.8d).
    pub(crate) fn defending_player_of(&self, defender: Recipient) -> PlayerId {
        match defender {
            Recipient::Player(player) => player,
            Recipient::Object(id) => {
                let defends = |law: Active<'_, Rule>| match law.rule {
                    Rule::Attack(AttackRule::CanBeAttacked(players)) => self.eval(law.scope).players(players).first().copied(),
                    _ => None,
                };
                self.laws(id).find_map(defends).unwrap_or_else(|| self.controller(id))
            }
        }
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
                    combat.bands.iter_mut().for_each(|band| band.retain(|other| *other != id));
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
    pub(crate) fn fights_for(&self, id: ObjectId, player: PlayerId) -> bool {
        self.permanent(id).is_some_and(|object| self.controller_of(object) == player && self.is_fighter(object))
    }

    /// Creatures attack and block, unless they are battles too (506.3, 508.1a, 509.1a).
    pub(super) fn is_fighter(&self, object: &Object) -> bool {
        self.characteristics_of(object).types.is(CardType::Creature)
            && !self.laws(object.id).any(|law| matches!(law.rule, Rule::NeverFights))
    }

    /// Whether that player or permanent is there to be attacked, with that player defending (506.3c, 506.4). What is a
    /// planeswalker and a battle stays attacked as long as it is one of them, as a planeswalker only under control of the
    /// player who protected it (506.4e).
    pub(super) fn is_attackable(&self, defender: Recipient, defending: PlayerId) -> bool {
        match defender {
            Recipient::Player(player) => self.players.get(player.index()).is_some_and(|player| player.is_playing()),
            Recipient::Object(id) => {
                self.permanent(id).is_some()
                    && self.laws(id).any(|law| match law.rule {
                        // Another protector changes nothing for those that attack it.
                        Rule::Attack(AttackRule::CanBeAttacked(Players::ProtectorOf(_))) => true,
                        Rule::Attack(AttackRule::CanBeAttacked(players)) => {
                            self.eval(law.scope).players(players).contains(&defending)
                        }
                        _ => false,
                    })
            }
        }
    }
}
