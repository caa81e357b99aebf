//! Particular players.

use super::{Eval, LocalValue, PlayerList};
use crate::ability::{PlayerFilter, Players};
use crate::event::Event;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Memory, Recipient, Value};

impl Eval<'_> {
    /// The players still in the game, in turn order from the active player, each once (modern 101.4).
    pub fn players(&self, players: &Players) -> PlayerList {
        match players {
            Players::None => PlayerList::new(),
            Players::You if self.is_playing(self.scope.controller) => PlayerList::from_iter([self.scope.controller]),
            _ => self.game.players_from_active().filter(|&player| self.is_player_in(players, player)).collect(),
        }
    }
    fn is_playing(&self, player: PlayerId) -> bool {
        self.game.players.get(player.index()).is_some_and(|player| player.is_playing())
    }

    /// Whether the player is one of these.
    pub(crate) fn is_player_in(&self, players: &Players, player: PlayerId) -> bool {
        let you = self.scope.controller;
        match players {
            Players::You => player == you,
            Players::None => false,
            Players::Each => true,
            Players::Opponents => self.game.are_opponents(you, player),
            Players::Active => player == self.game.turn.active,
            Players::Target(slot) => self.targets(*slot).any(|target| target == Recipient::Player(player)),
            Players::Var(var) => match self.local(*var) {
                Some(LocalValue::Player(bound)) => bound == player,
                _ => self
                    .bound(*var)
                    .find_map(|value| if let Value::Players(players) = value { Some(players) } else { None })
                    .is_some_and(|players| players.contains(&player)),
            },
            Players::EventPlayer(var) => self.events(*var).into_iter().any(|event| self.event_player(event) == Some(player)),
            Players::ControllerOf(objects) => {
                self.objects(objects).into_iter().any(|id| self.controller_by_id(id) == Some(player))
            }
            Players::OwnerOf(objects) => {
                self.objects(objects).into_iter().any(|id| self.see(id).is_some_and(|seen| seen.object.owner == player))
            }
            Players::DefendingPlayer(objects) => {
                self.objects(objects).into_iter().any(|id| self.defending_player(id) == Some(player))
            }
            Players::ProtectorOf(objects) => self
                .objects(objects)
                .into_iter()
                .any(|id| self.see(id).is_some_and(|seen| seen.object.protector() == Some(player))),
            Players::Linked(key) => match self.memory(*key) {
                Some(Memory::Players(players)) => players.contains(&player),
                _ => false,
            },
            Players::Host(objects) => self
                .objects(objects)
                .into_iter()
                .any(|id| self.see(id).is_some_and(|seen| seen.object.attached_to == Some(Recipient::Player(player)))),
            Players::Union(all) => all.iter().any(|players| self.is_player_in(players, player)),
            Players::Among(players, filter) => self.is_player_in(players, player) && self.player_matches(filter, player),
            Players::Except(players, without) => self.is_player_in(players, player) && !self.is_player_in(without, player),
            Players::TeammatesOf(of) => self
                .game
                .players()
                .iter()
                .any(|other| self.game.are_teammates(other.id, player) && self.is_player_in(of, other.id)),
            Players::NextAfter(of) => self
                .game
                .players_from_active()
                .any(|before| self.is_player_in(of, before) && self.game.players_from(before).nth(1) == Some(player)),
            Players::Most(of, var, amount, which) => {
                let number = |player| self.with(*var, LocalValue::Player(player), |eval| eval.amount(amount));
                // modern 609.5: all that are tied.
                self.is_player_in(of, player) && which.of(self.players(of).into_iter().map(number)) == Some(number(player))
            }
        }
    }

    /// The player of an event ("that player"): the one it names, or the controller of its object.
    pub(crate) fn event_player(&self, event: &Event) -> Option<PlayerId> {
        event.player().or_else(|| event.object().and_then(|id| self.controller_by_id(id)))
    }
    /// Who defends against an attacking creature, or did before that was removed from combat (modern 508.5); also as last
    /// known.
    fn defending_player(&self, id: ObjectId) -> Option<PlayerId> {
        let now = self.game.combat().and_then(|combat| combat.defending_player(id));
        now.or_else(|| self.see(id)?.last?.defending)
    }
    /// Whether one of the player's creatures attacks one of these players (modern 508.6).
    fn is_attacking(&self, player: PlayerId, whom: &Players) -> bool {
        let attackers = self.game.combat.iter().flat_map(|combat| &combat.attackers);
        let mut attacked = attackers.filter_map(|attacker| attacker.attacks()?.player());
        player == self.game.turn.active && attacked.any(|attacked| self.is_player_in(whom, attacked))
    }
    /// Whether the player matches.
    pub(super) fn player_matches(&self, filter: &PlayerFilter, player: PlayerId) -> bool {
        match filter {
            PlayerFilter::Compare(var, amount, comparison, other) => {
                self.with(*var, LocalValue::Player(player), |eval| comparison.holds(eval.amount(amount), eval.amount(other)))
            }
            PlayerFilter::Is(players) => self.is_player_in(players, player),
            PlayerFilter::Attacking(whom) => self.is_attacking(player, whom),
            PlayerFilter::Not(filter) => !self.player_matches(filter, player),
        }
    }
}
