//! Announcing spells and abilities (modern 601, 602): legal actions, and doing them. Whether something may be announced is
//! answered by the same functions that announce it.

mod activate;
mod ahead;
mod cast;
mod complete;
mod costs;
mod obstacles;
mod own_graveyard;
mod reasons;
mod special;
mod targets;
mod texts;
mod ways;

pub(crate) use activate::chosen_modes;

use crate::ability::{AbilityBody, CastAs, PlayerRule, Prohibition, Timing};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::CastTime;
use crate::payment::{ManaPotential, is_mana_ability};
use crate::question::{Action, Refusal};
use crate::run::{Beat, Run};
use crate::types::CardType;
use crate::why::WhyNot;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Everything that the player could do with priority now, passing first, mana abilities by hand included. Exact: each
    /// of them can be completed.
    pub fn legal_actions(&self, player: PlayerId) -> Vec<Action> {
        self.actions(player, true)
    }

    pub(crate) fn actions(&self, player: PlayerId, with_mana_abilities: bool) -> Vec<Action> {
        let mut actions = vec![Action::Pass];
        let sorcery = self.is_sorcery_time(player);
        let potential = self.mana_potential(player);
        let seat = self.player(player);
        for &id in &seat.hand {
            self.card_actions(player, id, sorcery, &potential, &mut actions);
        }
        for &id in &seat.graveyard {
            self.outside_actions(player, id, sorcery, &potential, &mut actions);
        }
        let in_others = |active: crate::layers::Active<'_, PlayerRule>| matches!(active.rule, PlayerRule::GraveyardAsOwn(..));
        if self.cast_permissions().next().is_some() || self.player_rules().any(in_others) {
            for other in self.players() {
                if other.id != player {
                    for &id in other.graveyard.iter().chain(other.library.last()) {
                        self.outside_actions(player, id, sorcery, &potential, &mut actions);
                    }
                }
            }
            if let Some(&top) = seat.library.last() {
                self.outside_actions(player, top, sorcery, &potential, &mut actions);
            }
        }
        for &id in &self.exile {
            self.outside_actions(player, id, sorcery, &potential, &mut actions);
        }
        for list in [&self.battlefield, &self.command] {
            for &id in list {
                self.ability_actions(player, id, sorcery, &potential, &mut actions);
            }
        }
        self.special_actions(player, &potential, &mut actions);
        if with_mana_abilities {
            for (source, ability) in self.legal_mana_abilities(player) {
                actions.push(Action::Activate { source, ability });
            }
        }
        actions
    }

    fn card_actions(
        &self,
        player: PlayerId,
        id: ObjectId,
        sorcery: bool,
        potential: &ManaPotential<'_>,
        actions: &mut Vec<Action>,
    ) {
        let characteristics = self.characteristics(id);
        if characteristics.types.is(CardType::Land) {
            if sorcery && self.check_land(player, id).is_ok() {
                actions.push(Action::PlayLand(id));
            }
            // Its other face, or with it face down, it may be a spell.
            if self.has_another_face(id) || self.has_rules_elsewhere(id) {
                self.cast_actions(player, id, sorcery, potential, actions);
            }
        } else {
            self.cast_actions(player, id, sorcery, potential, actions);
        }
        self.ability_actions(player, id, sorcery, potential, actions);
    }

    fn has_another_face(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|object| self.definition(object.def).faces.len() > 1)
    }

    /// Cards that are not in hand: only with a permission of their own or another object's.
    fn outside_actions(
        &self,
        player: PlayerId,
        id: ObjectId,
        sorcery: bool,
        potential: &ManaPotential<'_>,
        actions: &mut Vec<Action>,
    ) {
        if !self.has_rules_elsewhere(id) && self.cast_permissions().next().is_none() {
            return;
        }
        let Some(object) = self.object(id) else { return };
        if self.considered(object).types.is(CardType::Land) {
            if sorcery && self.check_land(player, id).is_ok() {
                actions.push(Action::PlayLand(id));
            }
        } else {
            self.cast_actions(player, id, sorcery, potential, actions);
        }
        self.ability_actions(player, id, sorcery, potential, actions);
    }

    /// Whether the printed card has abilities that can matter where it is.
    fn has_rules_elsewhere(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|object| !object.face_down && !self.face(object).base.abilities.is_empty())
    }

    fn cast_actions(
        &self,
        player: PlayerId,
        id: ObjectId,
        sorcery: bool,
        potential: &ManaPotential<'_>,
        actions: &mut Vec<Action>,
    ) {
        for (way, index) in self.ways(player, id).iter().zip(0..) {
            if self.check_cast(player, id, way, sorcery, potential).is_ok() {
                let face = u8::from(way.manner == CastAs::OtherFace);
                actions.push(Action::Cast { card: id, way: index, face });
            }
        }
    }

    fn ability_actions(
        &self,
        player: PlayerId,
        id: ObjectId,
        sorcery: bool,
        potential: &ManaPotential<'_>,
        actions: &mut Vec<Action>,
    ) {
        for (index, instance) in self.functioning(id) {
            if let AbilityBody::Activated(ability) = &instance.ability.kind
                && !is_mana_ability(ability)
                && self.check_activate(player, id, index, instance, sorcery, potential).is_ok()
            {
                actions.push(Action::Activate { source: id, ability: index });
            }
        }
    }

    /// Main phase of the player's own turn with an empty stack (307.1).
    pub(crate) fn is_sorcery_time(&self, player: PlayerId) -> bool {
        self.turn.active == player && self.turn.in_main_phase() && self.stack.is_empty()
    }

    /// Whether a sorcery could be cast by that player now, if there were one (307.5a). What resolves is on the stack until it is
    /// done, so that nothing is cast at such a time meanwhile.
    pub(crate) fn casting_time(&self, player: PlayerId) -> CastTime {
        if self.is_sorcery_time(player) { CastTime::Sorcery } else { CastTime::Other }
    }

    pub(crate) fn is_time(&self, timing: Timing, sorcery: bool) -> bool {
        match timing {
            Timing::Instant => true,
            Timing::Sorcery | Timing::Usual => sorcery,
        }
    }

    /// Whether the player may play that land now (305.1-305.3), from where it is, the time aside; if not, why.
    pub(crate) fn check_land(&self, player: PlayerId, id: ObjectId) -> Result<(), WhyNot> {
        let Some(object) = self.object(id) else { return Err(WhyNot::NotThere) };
        let here = object.zone == ZoneKind::Hand && object.owner == player;
        if !here && !self.may_play_from(player, id) {
            return Err(WhyNot::NoPermission);
        }
        self.check_land_play(player, id)
    }

    /// Whether the player has a land play left for that land, wherever it is (305.2a-b).
    fn check_land_play(&self, player: PlayerId, id: ObjectId) -> Result<(), WhyNot> {
        let mut limit = 1;
        for active in self.player_rules() {
            if let PlayerRule::ExtraLands(players, amount) = active.rule {
                let eval = self.eval(active.scope);
                if eval.players(players).contains(&player) {
                    limit += eval.amount(amount);
                }
            }
        }
        // modern 305.2b
        if i32::from(self.player(player).lands_played) >= limit {
            return Err(WhyNot::LandsPlayed);
        }
        self.forbids_playing(player, id).map_or(Ok(()), |active| Err(WhyNot::Prohibited(active.scope.source)))
    }

    /// The rule that forbids the player to play that land (101.2).
    fn forbids_playing(&self, player: PlayerId, id: ObjectId) -> Option<Active<'_, Prohibition>> {
        self.prohibitions().find(|active| match active.rule {
            Prohibition::PlayLand(players, filter) => {
                let eval = self.eval(active.scope);
                eval.players(players).contains(&player) && eval.matches(filter, id)
            }
            _ => false,
        })
    }

    /// Does what the player chose to do with priority.
    pub(crate) fn act(&mut self, run: &mut Run<'_>, player: PlayerId, action: Action) -> Beat<()> {
        match action {
            Action::Pass => Ok(()),
            Action::PlayLand(id) => self.play_land(run, player, id),
            Action::Cast { card, way, .. } => {
                let sorcery = self.is_sorcery_time(player);
                let way = self
                    .ways(player, card)
                    .get(way as usize)
                    .map(|way| ways::OwnedWay { out_of_time: !self.is_time(way.timing, sorcery), ..way.owned() });
                let way = way.ok_or_else(|| Refusal::new("modern:601.3", "the card cannot be cast in that way"))?;
                self.cast(run, player, card, way)
            }
            Action::Activate { source, ability } => {
                let mana = self.functioning(source).any(|(index, instance)| {
                    index == ability
                        && matches!(&instance.ability.kind, AbilityBody::Activated(activated) if is_mana_ability(activated))
                });
                if mana {
                    self.activate_mana_ability(run, player, source, ability)
                } else {
                    self.activate(run, player, source, ability)
                }
            }
            Action::TurnFaceUp(id) => self.turn_up(run, player, id),
        }
    }

    /// Whether an effect that lets the player play that land now can do so (305.2b, 305.3).
    pub(crate) fn can_play_land_now(&self, player: PlayerId, id: ObjectId) -> bool {
        self.turn.active == player && self.check_land_play(player, id).is_ok()
    }

    /// modern 305.1, 116.2a: a special action, without the stack. An effect can let a player do the same as it resolves.
    pub(crate) fn play_land(&mut self, run: &mut Run<'_>, player: PlayerId, id: ObjectId) -> Beat<()> {
        if let Some(object) = self.object_mut(id) {
            object.face_down = false;
        }
        self.players[player.index()].lands_played += 1;
        let mut movement = self.movement(id, ZoneKind::Battlefield, crate::ability::MoveCause::Play, None);
        let mut enters = crate::event::Enters::under(player);
        enters.being = self.gains_as_played(player, id).map(Box::new);
        movement.enters = Some(Box::new(enters));
        movement.controller = player;
        self.happen(run, None, SmallVec::from_iter([crate::event::Event::Move(movement)]))?;
        Ok(())
    }
}
