//! What one player can see of a game (modern 400.2, 401.3, 402.3, 406.3, 708.5).

use crate::characteristics::Characteristics;
use crate::game::{Game, Outcome};
use crate::ids::{DefId, ObjectId, PlayerId};
use crate::mana::ManaPool;
use crate::object::{Object, Recipient};
use crate::symbol::Symbol;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// The game as one player sees it. Hidden cards are counted, never named.
#[derive(Clone, Debug)]
pub struct View {
    /// Who looks.
    pub player: PlayerId,
    /// The players in turn order.
    pub players: Vec<PlayerView>,
    /// The permanents.
    pub battlefield: Vec<ObjectView>,
    /// The stack, bottom first.
    pub stack: Vec<ObjectView>,
    /// The exiled cards; those the player may not look at without characteristics.
    pub exile: Vec<ObjectView>,
    /// The command zone.
    pub command: Vec<ObjectView>,
    /// The turn's number.
    pub turn: u32,
    /// Whose turn it is.
    pub active: PlayerId,
    /// The step.
    pub step: crate::ability::StepKind,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// A player as another sees them.
#[derive(Clone, Debug)]
pub struct PlayerView {
    /// Who.
    pub id: PlayerId,
    /// Life total.
    pub life: i32,
    /// Floating mana.
    pub pool: ManaPool,
    /// Counters on the player.
    pub counters: SmallVec<[(Symbol, u32); 1]>,
    /// Cards in hand; the cards themselves only for who looks.
    pub hand_size: usize,
    /// The cards in hand that can be seen.
    pub hand: Vec<ObjectView>,
    /// Cards in the library.
    pub library_size: usize,
    /// The graveyard.
    pub graveyard: Vec<ObjectView>,
    /// Whether they are still in the game.
    pub playing: bool,
}

/// An object as somebody sees it.
#[derive(Clone, Debug)]
pub struct ObjectView {
    /// Its id.
    pub id: ObjectId,
    /// Its definition, unless hidden.
    pub def: Option<DefId>,
    /// Its characteristics, unless hidden.
    pub characteristics: Option<Characteristics>,
    /// Who controls it.
    pub controller: PlayerId,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it came under control this turn.
    pub summoning_sick: bool,
    /// Damage marked on it.
    pub damage: u32,
    /// Counters on it.
    pub counters: SmallVec<[(Symbol, u32); 1]>,
    /// What it is attached to.
    pub attached_to: Option<Recipient>,
}

impl Game {
    /// The game as that player sees it.
    pub fn view(&self, player: PlayerId) -> View {
        let list = |ids: &[ObjectId]| {
            ids.iter().filter_map(|id| self.object(*id)).map(|object| self.object_view(player, object)).collect::<Vec<_>>()
        };
        View {
            player,
            players: self
                .players
                .iter()
                .map(|other| PlayerView {
                    id: other.id,
                    life: other.life,
                    pool: other.pool.clone(),
                    counters: other.counters.clone(),
                    hand_size: other.hand.len(),
                    hand: other
                        .hand
                        .iter()
                        .filter_map(|id| self.object(*id))
                        .filter(|object| self.can_see(player, object))
                        .map(|object| self.object_view(player, object))
                        .collect(),
                    library_size: other.library.len(),
                    graveyard: list(&other.graveyard),
                    playing: other.is_playing(),
                })
                .collect(),
            battlefield: list(&self.battlefield),
            stack: self
                .stack
                .iter()
                .filter_map(|entry| self.object(entry.object))
                .map(|object| self.object_view(player, object))
                .collect(),
            exile: list(&self.exile),
            command: list(&self.command),
            turn: self.turn.number,
            active: self.turn.active,
            step: self.turn.step,
            outcome: self.outcome,
        }
    }

    /// Whether the player may know which card the object is.
    pub fn can_see(&self, player: PlayerId, object: &Object) -> bool {
        let allowed = object.more.as_ref().is_some_and(|more| more.seen_by.contains(&player));
        match object.zone {
            ZoneKind::Hand => object.owner == player || allowed,
            ZoneKind::Library => allowed || self.is_revealed_top(object.id),
            // modern 406.3, 708.5
            ZoneKind::Exile => !object.face_down || allowed,
            ZoneKind::Battlefield | ZoneKind::Stack => !object.face_down || self.controller_of(object) == player,
            ZoneKind::Graveyard | ZoneKind::Command | ZoneKind::Outside => true,
        }
    }

    fn is_revealed_top(&self, id: ObjectId) -> bool {
        self.player_rules().any(|active| match active.rule {
            crate::ability::PlayerRule::TopCardRevealed(players) => {
                self.eval(active.scope).players(players).iter().any(|player| self.player(*player).library.last() == Some(&id))
            }
            _ => false,
        })
    }

    fn object_view(&self, player: PlayerId, object: &Object) -> ObjectView {
        let seen = self.can_see(player, object);
        let public = matches!(object.zone, ZoneKind::Battlefield | ZoneKind::Stack);
        ObjectView {
            id: object.id,
            def: seen.then_some(object.def),
            // A face-down permanent shows everybody the characteristics it has face down (708.2).
            characteristics: (seen || public).then(|| self.characteristics_of(object).clone()),
            controller: self.controller_of(object),
            tapped: object.is_tapped(),
            summoning_sick: object.summoning_sick,
            damage: object.damage,
            counters: object.counters.clone(),
            attached_to: object.attached_to,
        }
    }
}
