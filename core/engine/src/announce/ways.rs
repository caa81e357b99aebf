//! Ways to cast a card: by which permission, when, for what, with which characteristics (modern 601.3, 118.9).

use crate::ability::{CastAs, CastFrom, CastPermission, Cost, CostTag, Effect, Filter, Origin, Replacement, Rule, Timing};
use crate::eval::Scope;
use crate::event::Being;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Var};
use crate::layers::Active;
use crate::object::Object;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// One way to cast a card: where the permission comes from, when, and for what cost.
#[derive(Clone, Debug)]
pub(crate) struct Way<'a> {
    /// When it may be cast so.
    pub timing: Timing,
    /// For what.
    pub cost: WayCost<'a>,
    /// With which characteristics.
    pub manner: CastAs,
    /// By which permission, if it needs one.
    pub by: Option<Active<'a, CastPermission>>,
}

/// What is cast or played by the permission gains (611.3d).
fn gains_by(permission: &CastPermission, scope: Scope<'_>) -> Option<Being> {
    let Scope { source, controller, origin, .. } = scope;
    let changes = permission.gains.clone();
    (!changes.is_empty()).then_some(Being { changes, source, controller, origin })
}

/// What a way costs before changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WayCost<'a> {
    /// The card's mana cost.
    Printed,
    /// An alternative cost with its tag (118.9).
    Alternative(CostTag, &'a Cost),
}

/// A way that no longer borrows the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnedWay {
    /// An alternative cost with its tag; the printed mana cost if none.
    pub cost: Option<(CostTag, Cost)>,
    /// What has to be paid besides.
    pub extra: Option<(CostTag, Cost)>,
    /// With which characteristics.
    pub manner: CastAs,
    /// What applies to the spell while it is on the stack.
    pub then: Option<Replacement>,
    /// What happens once it has been cast so.
    pub after: Option<AfterCast>,
    /// What the spell gains by it, for good (611.3d).
    pub gains: Option<Being>,
    /// Whether only a choice made in announcing it makes this its time (601.3b).
    pub out_of_time: bool,
}

/// What a permission does once it was used, and whose it is (603.7g).
#[derive(Clone, Debug)]
pub(crate) struct AfterCast {
    /// The name of the casting.
    pub event: Var,
    /// What happens.
    pub effect: Effect,
    /// The object with the permission.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// Where it has the permission from.
    pub origin: Origin,
}

impl<'a> Way<'a> {
    /// What has to be paid besides for the permission (601.3c).
    pub(crate) fn extra(&self) -> Option<(CostTag, &'a Cost)> {
        self.by.as_ref().and_then(|active| active.rule.extra.as_ref()).map(|(tag, cost)| (*tag, cost))
    }

    pub(crate) fn owned(&self) -> OwnedWay {
        let after = |active: &Active<'_, CastPermission>| {
            let (event, effect) = active.rule.after.as_ref()?;
            let Scope { source, controller, origin, .. } = active.scope;
            Some(AfterCast { event: *event, effect: (**effect).clone(), source, controller, origin })
        };
        OwnedWay {
            cost: match self.cost {
                WayCost::Printed => None,
                WayCost::Alternative(tag, cost) => Some((tag, cost.clone())),
            },
            extra: self.extra().map(|(tag, cost)| (tag, cost.clone())),
            manner: self.manner,
            then: self.by.as_ref().and_then(|active| active.rule.then.clone()),
            after: self.by.as_ref().and_then(after),
            gains: self.by.as_ref().and_then(|active| gains_by(active.rule, active.scope)),
            out_of_time: false,
        }
    }

    /// The tags of what is paid by casting it so.
    pub(crate) fn tags(&self) -> SmallVec<[(CostTag, u8); 1]> {
        let alternative = match self.cost {
            WayCost::Printed => None,
            WayCost::Alternative(tag, _) => Some(tag),
        };
        alternative.into_iter().chain(self.extra().map(|(tag, _)| tag)).map(|tag| (tag, 1)).collect()
    }
}

impl OwnedWay {
    /// The same, borrowed.
    pub(crate) fn base(&self) -> WayCost<'_> {
        self.cost.as_ref().map_or(WayCost::Printed, |(tag, cost)| WayCost::Alternative(*tag, cost))
    }
}

/// Whether the permission says only when, of what may be cast anyway.
pub(super) fn is_only_timing(permission: &CastPermission) -> bool {
    permission.from == CastFrom::Usual
        && permission.cost.is_none()
        && permission.extra.is_none()
        && permission.manner == CastAs::ItIs
        && permission.timing == Timing::Instant
}

/// Whether cards can be cast or played from there at all.
fn is_castable_zone(zone: ZoneKind) -> bool {
    !matches!(zone, ZoneKind::Battlefield | ZoneKind::Stack)
}

impl Game {
    /// The ways in which the player may cast the card from where it is, whatever the time and the price (601.3).
    pub(crate) fn ways(&self, player: PlayerId, id: ObjectId) -> SmallVec<[Way<'_>; 2]> {
        let mut ways = SmallVec::new();
        let Some(object) = self.object(id) else { return ways };
        if object.face_down && !self.may_look_at(player, object) {
            // modern 601.3f: nobody casts a face-down card without being allowed to look at it.
            return ways;
        }
        let characteristics = self.considered(object);
        // modern 300.2a: what is a land is no spell; with another face up, or face down, it is none.
        let is_land = characteristics.types.is(CardType::Land);
        let usual = if characteristics.types.is(CardType::Instant) { Timing::Instant } else { Timing::Sorcery };
        let in_hand = object.zone == ZoneKind::Hand && object.owner == player;
        if in_hand && characteristics.cost.is_some() && !is_land {
            // modern 118.6: what has no mana cost cannot be cast for it.
            ways.push(Way { timing: usual, cost: WayCost::Printed, manner: CastAs::ItIs, by: None });
        }
        let mut timings: SmallVec<[Active<'_, CastPermission>; 2]> = SmallVec::new();
        for active in self.permissions_for(id) {
            let permission = active.rule;
            if is_land && permission.manner == CastAs::ItIs {
                continue;
            }
            if is_only_timing(permission) {
                timings.push(active);
                continue;
            }
            if permission.cost.is_none()
                && permission.extra.is_none()
                && permission.from == CastFrom::Usual
                && permission.manner == CastAs::ItIs
            {
                continue;
            }
            if !self.permits(player, id, object, &active) {
                continue;
            }
            let face = if permission.manner == CastAs::OtherFace { self.other_face(object) } else { None };
            if permission.manner == CastAs::OtherFace && face.is_none_or(|face| face.base.types.is(CardType::Land)) {
                continue;
            }
            let own_time = match (permission.manner, face) {
                (_, Some(face)) if face.base.types.is(CardType::Instant) => Timing::Instant,
                (CastAs::ItIs, _) => usual,
                _ => Timing::Sorcery,
            };
            let cost = match &permission.cost {
                Some((tag, cost)) => WayCost::Alternative(*tag, cost),
                None => WayCost::Printed,
            };
            let has_cost = face.map_or(characteristics.cost.is_some(), |face| face.base.cost.is_some());
            if matches!(cost, WayCost::Printed) && !has_cost {
                continue;
            }
            ways.push(Way {
                timing: if permission.timing == Timing::Usual { own_time } else { permission.timing },
                cost,
                manner: permission.manner,
                by: Some(active),
            });
        }
        for active in timings {
            let eval = self.eval(active.scope);
            let permission = active.rule;
            if eval.players(&permission.who).contains(&player) && eval.holds(&permission.condition) {
                // modern 601.3b: only the time changes, for every way of what matches as it is.
                for way in ways.iter_mut().filter(|way| way.manner == CastAs::ItIs) {
                    if self.is_permitted(&permission.what, active.scope, id, player) {
                        way.timing = Timing::Instant;
                    }
                }
            }
        }
        ways
    }

    /// Permissions to cast or play that the card has itself and that others give.
    fn permissions_for(&self, id: ObjectId) -> impl Iterator<Item = Active<'_, CastPermission>> {
        let own = self.own_rules(id).filter_map(|active| match active.rule {
            Rule::Cast(permission) => Some(Active { rule: permission, scope: active.scope }),
            _ => None,
        });
        own.chain(self.cast_permissions())
    }

    /// The face of a card that is not up, if it has another one.
    pub(crate) fn other_face(&self, object: &Object) -> Option<&crate::definition::Face> {
        self.definition(object.def).faces.get(usize::from(object.face ^ 1))
    }

    /// What a card is looked at as by somebody who may look at it: a card that is face down in exile is what it is (601.3f).
    pub(crate) fn considered<'a>(&'a self, object: &'a Object) -> &'a crate::characteristics::Characteristics {
        if object.face_down && object.zone == ZoneKind::Exile { &self.face(object).base } else { self.characteristics_of(object) }
    }

    /// Whether the player may look at a card that is face down (406.3, 601.3f).
    fn may_look_at(&self, player: PlayerId, object: &Object) -> bool {
        object.more.as_ref().is_some_and(|more| more.seen_by.contains(&player))
    }

    /// Whether a card matches what a permission speaks of: as the card that it is, or as a spell if it speaks of spells.
    pub(crate) fn is_permitted(&self, what: &Filter, scope: Scope<'_>, id: ObjectId, player: PlayerId) -> bool {
        let eval = self.eval(scope);
        let as_spell = what.zone() == Some(ZoneKind::Stack);
        match self.object(id).filter(|object| object.face_down && object.zone == ZoneKind::Exile) {
            Some(_) => self.as_if_shown(id).eval(scope).matches(what, id),
            None if as_spell => eval.matches_as_spell(what, id, player),
            None => eval.matches(what, id),
        }
    }

    /// The game with a face-down card turned face up where it is, to look at it.
    fn as_if_shown(&self, id: ObjectId) -> Game {
        let mut game = self.clone();
        if let Some(object) = game.object_mut(id) {
            object.face_down = false;
        }
        game.touch();
        game
    }

    fn permits(&self, player: PlayerId, id: ObjectId, object: &Object, active: &Active<'_, CastPermission>) -> bool {
        let permission = active.rule;
        if self.permits_as_own(player, id, active) {
            return true;
        }
        let eval = self.eval(active.scope);
        if !eval.players(&permission.who).contains(&player) || !eval.holds(&permission.condition) {
            return false;
        }
        if !self.is_permitted(&permission.what, active.scope, id, player) {
            return false;
        }
        match permission.from {
            CastFrom::Zone(from) => from == object.zone && self.is_where_said(id, permission),
            CastFrom::Anywhere => is_castable_zone(object.zone) && self.is_where_said(id, permission),
            CastFrom::Usual => self.has_access(player, id, object, permission.manner),
        }
    }

    fn is_where_said(&self, id: ObjectId, permission: &CastPermission) -> bool {
        !permission.top_only || self.players().iter().any(|player| player.library.last() == Some(&id))
    }

    /// Whether the player may cast the card from where it is in some way that leaves open for what and as what: it is in
    /// hand, or a permission speaks of what it is in that manner (601.3e).
    fn has_access(&self, player: PlayerId, id: ObjectId, object: &Object, manner: CastAs) -> bool {
        if object.zone == ZoneKind::Hand && object.owner == player {
            return true;
        }
        self.permissions_for(id).any(|active| {
            let permission = active.rule;
            let from = match permission.from {
                CastFrom::Zone(zone) => zone == object.zone,
                CastFrom::Anywhere => is_castable_zone(object.zone),
                CastFrom::Usual => false,
            };
            let plain = from && permission.cost.is_none() && permission.extra.is_none();
            if !plain || permission.manner != CastAs::ItIs || !self.is_where_said(id, permission) {
                return false;
            }
            let eval = self.eval(active.scope);
            if !eval.players(&permission.who).contains(&player) || !eval.holds(&permission.condition) {
                return false;
            }
            match manner {
                CastAs::ItIs => self.is_permitted(&permission.what, active.scope, id, player),
                // modern 601.3e: only the characteristics in that manner count.
                _ => {
                    let way = Way { timing: Timing::Usual, cost: WayCost::Printed, manner, by: None };
                    let there = self.as_if_cast(player, id, &way, &super::ahead::Announced::default());
                    there.eval(active.scope).matches(&permission.what, id)
                }
            }
        })
    }

    /// Whether a permission lets the player play the land from where it is.
    pub(crate) fn may_play_from(&self, player: PlayerId, id: ObjectId) -> bool {
        let Some(object) = self.object(id) else { return false };
        if object.face_down && !self.may_look_at(player, object) {
            return false;
        }
        self.permissions_for(id)
            .any(|active| active.rule.lands && active.rule.from != CastFrom::Usual && self.permits(player, id, object, &active))
    }

    /// What a land that is played from elsewhere gains by the permission to play it (611.3d).
    pub(crate) fn gains_as_played(&self, player: PlayerId, id: ObjectId) -> Option<Being> {
        let object = self.object(id)?;
        if object.zone == ZoneKind::Hand && object.owner == player {
            return None;
        }
        let mut all = self.permissions_for(id).filter(|active| active.rule.lands);
        all.find_map(|active| self.permits(player, id, object, &active).then(|| gains_by(active.rule, active.scope)).flatten())
    }
}
