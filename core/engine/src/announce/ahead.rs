//! Looking ahead: a player may begin to cast a spell if some choice to be made in announcing it makes it legal (modern
//! 601.3a-c, 601.3e, 601.5). Looked at only where the card as it lies does not decide it.

use super::costs::CostChoices;
use super::ways::{Way, WayCost, is_only_timing};
use crate::ability::{AbilityBody, Amount, CastAs, Cost, CostPart, CostTag, Rule, StaticPart, Timing, Zones};
use crate::eval::{Scope, zone_bit};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Bindings, CastInfo, EntryKind, StackEntry};
use crate::types::CardType;
use crate::why::WhyNot;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

/// No more optional costs than this are tried in all combinations, and no greater X.
const MOST_OPTIONS: usize = 4;
const MOST_X: u32 = 24;

/// Choices that could be made in announcing a spell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Announced {
    /// X.
    pub x: u32,
    /// Optional costs, by tag, with how often.
    pub paid: SmallVec<[(CostTag, u8); 1]>,
    /// What these cost.
    pub added: Vec<Cost>,
}

impl Game {
    /// Whether some choice lets the spell be cast: each is looked at on the game as it would be with the spell on the stack.
    pub(super) fn look_ahead(&self, player: PlayerId, id: ObjectId, way: &Way<'_>, sorcery: bool) -> Result<(), WhyNot> {
        let mut nearest: Option<WhyNot> = None;
        for announced in self.announcements(player, id, way) {
            let there = self.as_if_cast(player, id, way, &announced);
            match there.check_announced(player, id, way, &announced, sorcery) {
                Ok(()) => return Ok(()),
                Err(why) => {
                    if nearest.is_none_or(|known| known.progress() < why.progress()) {
                        nearest = Some(why);
                    }
                }
            }
        }
        Err(nearest.unwrap_or(WhyNot::NoPermission))
    }

    /// Whether a choice is left that could change what the spell is or costs.
    pub(super) fn has_choices(&self, player: PlayerId, id: ObjectId, way: &Way<'_>, why: WhyNot) -> bool {
        let has_any = || self.has_x(id, way) || !way.tags().is_empty() || !self.optional_costs(player, id).is_empty();
        match why {
            // Most spells are only too late or too early: nothing says that some may be cast at any time.
            WhyNot::NotNow => self.has_timing_permission(id) && has_any(),
            WhyNot::Prohibited(_) => has_any(),
            // An optional cost that makes it cheaper or payable otherwise.
            WhyNot::CannotPay | WhyNot::NotEnoughMana => {
                self.has_conditional_cost(id) && !self.optional_costs(player, id).is_empty()
                    || self.has_x(id, way) && self.cost_needs_x(id)
            }
            // Another X than 0 may have targets.
            WhyNot::NoTarget => self.has_x(id, way) && self.targets_need_x(&self.spell_bodies(id)),
            _ => false,
        }
    }

    /// Whether anything says of some spells that they may be cast at any time, the card itself under whatever condition.
    fn has_timing_permission(&self, id: ObjectId) -> bool {
        let own = self.abilities(id).iter().any(|instance| match &instance.ability.kind {
            AbilityBody::Static(fixed) => fixed
                .parts
                .iter()
                .any(|part| matches!(part, StaticPart::Rule(Rule::Cast(permission)) if is_only_timing(permission))),
            _ => false,
        });
        own || self.cast_permissions().any(|active| is_only_timing(active.rule))
    }

    fn has_x(&self, id: ObjectId, way: &Way<'_>) -> bool {
        let in_base = match way.cost {
            WayCost::Printed => self.characteristics(id).cost.as_ref().is_some_and(|cost| cost.x_count() > 0),
            WayCost::Alternative(_, cost) => cost.has_x(),
        };
        in_base || way.extra().is_some_and(|(_, cost)| cost.has_x())
    }

    /// Whether the card says of its own cost that it depends on something.
    fn has_conditional_cost(&self, id: ObjectId) -> bool {
        self.abilities(id).iter().any(|instance| match &instance.ability.kind {
            AbilityBody::Static(fixed) => {
                fixed.condition != crate::ability::Condition::Always
                    && fixed.parts.iter().any(|part| matches!(part, StaticPart::Rule(Rule::Cost(_))))
            }
            _ => false,
        })
    }

    /// Whether the card says something of itself that holds on the stack only.
    pub(super) fn changes_as_spell(&self, id: ObjectId) -> bool {
        let Some(object) = self.object(id) else { return false };
        if self.definitions().zones(object.def).effects & zone_bit(ZoneKind::Stack) == 0 {
            return false;
        }
        self.abilities(id).iter().any(|instance| match &instance.ability.kind {
            AbilityBody::Static(fixed) => {
                !fixed.characteristic_defining
                    && matches!(instance.ability.zones, Zones::Only(ZoneKind::Stack) | Zones::Everywhere)
                    && fixed.parts.iter().any(|part| matches!(part, StaticPart::Continuous { .. }))
            }
            _ => false,
        })
    }

    /// The choices worth looking at: nothing chosen first, then each X and each combination of optional costs that can be
    /// paid for.
    fn announcements(&self, player: PlayerId, id: ObjectId, way: &Way<'_>) -> Vec<Announced> {
        let mut options = self.optional_costs(player, id);
        options.truncate(MOST_OPTIONS);
        if way.manner == CastAs::FaceDown {
            // What is face down has no costs of its own.
            options.clear();
        }
        let most_x = if self.has_x(id, way) && way.manner == CastAs::ItIs {
            let scope = Scope::bare(id, player, crate::ability::Origin::Printed);
            let symbols = match way.cost {
                WayCost::Printed => self.characteristics(id).cost.as_ref().map_or(0, |cost| cost.x_count()),
                WayCost::Alternative(_, cost) => x_symbols(cost),
            };
            (self.x_limit(player, id, symbols, scope) as u32).min(MOST_X)
        } else {
            0
        };
        let mut found = Vec::new();
        for chosen in 0..1_u32 << options.len() {
            let picked = options.iter().enumerate().filter(|(place, _)| chosen & 1 << place != 0);
            let mut paid = way.tags();
            let mut added = Vec::new();
            for (_, (tag, cost, _)) in picked {
                paid.push((*tag, 1));
                added.push(cost.clone());
            }
            for x in 0..=most_x {
                found.push(Announced { x, paid: paid.clone(), added: added.clone() });
            }
        }
        found
    }

    /// The game as it would be with the card on the stack, announced so, its id kept (601.2a, 601.3e). Continuous effects
    /// that would apply to it there do.
    pub(crate) fn as_if_cast(&self, player: PlayerId, id: ObjectId, way: &Way<'_>, announced: &Announced) -> Game {
        let mut game = self.clone();
        let Some(object) = self.object(id) else { return game };
        let (from, owner) = (object.zone, object.owner);
        game.leave_zone(id, owner, from);
        let timestamp = game.tick();
        let time = self.casting_time(player);
        let bindings = Bindings { x: announced.x as i32, paid: announced.paid.to_vec(), ..Bindings::default() };
        if let Some(object) = game.object_mut(id) {
            object.zone = ZoneKind::Stack;
            object.controller = player;
            object.held_by = player;
            object.timestamp = timestamp;
            object.face_down = way.manner == CastAs::FaceDown;
            if way.manner == CastAs::OtherFace {
                object.face ^= 1;
            }
            object.more_mut().cast = Some(CastInfo {
                from: Some(from),
                x: announced.x as i32,
                paid: announced.paid.clone(),
                time,
                ..CastInfo::default()
            });
        }
        game.stack.push(StackEntry { object: id, controller: player, kind: EntryKind::Spell, modes: SmallVec::new(), bindings });
        game.touch();
        game
    }

    /// Whether the spell, announced so on this game, may go on (601.2e, 601.2h).
    fn check_announced(
        &self,
        player: PlayerId,
        id: ObjectId,
        way: &Way<'_>,
        announced: &Announced,
        sorcery: bool,
    ) -> Result<(), WhyNot> {
        let own_time = way.timing == Timing::Instant && way.manner == CastAs::ItIs;
        let granted = way.timing == Timing::Instant && way.manner != CastAs::ItIs;
        if !sorcery && !own_time && !granted && !self.has_instant_time(player, id) {
            return Err(WhyNot::NotNow);
        }
        self.casting_prohibited(player, id).map_or(Ok(()), Err)?;
        let bindings = Bindings { x: announced.x as i32, paid: announced.paid.to_vec(), ..Bindings::default() };
        let scope = Scope { source: id, controller: player, origin: crate::ability::Origin::Printed, bindings: &bindings };
        if !self.spell_has_targets(id, scope) {
            return Err(WhyNot::NoTarget);
        }
        let mut choices = CostChoices { x: announced.x, added: announced.added.clone() };
        choices.added.extend(way.extra().map(|(_, cost)| cost.clone()));
        let potential = self.mana_potential(player);
        let cost = self.spell_cost(player, id, way.cost, &choices);
        if self.is_surely_short(&potential, id, &cost) {
            return Err(WhyNot::NotEnoughMana);
        }
        self.check_costs(player, id, way.cost, &cost, &choices, scope, &potential)
    }

    /// Whether the spell on the stack may be cast at any time: its type, or a permission for what it is now (601.3b).
    pub(super) fn has_instant_time(&self, player: PlayerId, spell: ObjectId) -> bool {
        if self.characteristics(spell).types.is(CardType::Instant) {
            return true;
        }
        let own = self.own_rules(spell).filter_map(|active| match active.rule {
            Rule::Cast(permission) => Some(crate::layers::Active { rule: permission, scope: active.scope }),
            _ => None,
        });
        own.chain(self.cast_permissions()).any(|active| {
            let eval = self.eval(active.scope);
            is_only_timing(active.rule)
                && eval.players(&active.rule.who).contains(&player)
                && eval.matches(&active.rule.what, spell)
                && eval.holds(&active.rule.condition)
        })
    }
}

/// How many X symbols are in a cost.
pub(super) fn x_symbols(cost: &Cost) -> u32 {
    let symbols = |part: &CostPart| match part {
        CostPart::Mana(mana) => mana.x_count(),
        CostPart::GenericMana(Amount::X) => 1,
        _ => 0,
    };
    cost.parts.iter().map(symbols).sum()
}
