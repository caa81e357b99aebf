//! Why an action is not legal, asked only when somebody wants to know (modern 601.3, 602.5, 305.2).

use super::costs::CostChoices;
use crate::ability::{AbilityBody, CostPart, Origin};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::payment::{PaidFor, TotalCost, is_mana_ability};
use crate::types::CardType;
use crate::why::WhyNot;
use crate::zone::ZoneKind;

impl Game {
    /// Why the player may not cast the card now, in that way or in any; `None` if they may, once they have priority.
    pub fn why_not_cast(&self, player: PlayerId, card: ObjectId, wanted: Option<u8>) -> Option<WhyNot> {
        self.nearest_way(player, card, wanted).map(|(why, _)| why)
    }
    /// The same with the way that comes nearest, by its place.
    pub(super) fn nearest_way(&self, player: PlayerId, card: ObjectId, wanted: Option<u8>) -> Option<(WhyNot, Option<u8>)> {
        let Some(object) = self.object(card) else { return Some((WhyNot::NotThere, None)) };
        let is = self.considered(object);
        let ways = self.ways(player, card);
        if ways.is_empty() {
            let in_hand = object.zone == ZoneKind::Hand && object.owner == player;
            let why = if is.types.is(CardType::Land) {
                WhyNot::WrongKind
            } else if in_hand && is.cost.is_none() {
                WhyNot::NoManaCost
            } else {
                WhyNot::NoPermission
            };
            return Some((why, None));
        }
        let sorcery = self.is_sorcery_time(player);
        let potential = self.mana_potential(player);
        let mut nearest: Option<(WhyNot, Option<u8>)> = None;
        for (way, place) in ways.iter().zip(0..).filter(|(_, place)| wanted.is_none_or(|wanted| wanted == *place)) {
            let Err(why) = self.check_cast(player, card, way, sorcery, &potential) else { return None };
            let why = if why == WhyNot::CannotPay {
                let cost = self.spell_cost(player, card, way.cost, &CostChoices::of(way));
                self.what_is_lacking(player, &cost, Scope::bare(card, player, Origin::Printed), PaidFor::Spell(card))
            } else {
                why
            };
            if nearest.is_none_or(|(known, _)| known.progress() < why.progress()) {
                nearest = Some((why, Some(place)));
            }
        }
        nearest.or(Some((WhyNot::NoPermission, None)))
    }

    /// Why the player may not play the land now; `None` if they may, once they have priority.
    pub fn why_not_play(&self, player: PlayerId, card: ObjectId) -> Option<WhyNot> {
        let Some(object) = self.object(card) else { return Some(WhyNot::NotThere) };
        if !self.considered(object).types.is(CardType::Land) {
            return Some(WhyNot::WrongKind);
        }
        match self.check_land(player, card) {
            Err(why) => Some(why),
            Ok(()) if !self.is_sorcery_time(player) => Some(WhyNot::NotNow),
            Ok(()) => None,
        }
    }

    /// Why the player may not activate that ability now, by its place among those of the object; `None` if they may, once
    /// they have priority.
    pub fn why_not_activate(&self, player: PlayerId, source: ObjectId, ability: u16) -> Option<WhyNot> {
        let found = self.functioning(source).find(|(index, _)| *index == ability);
        let Some((index, instance)) = found else { return Some(WhyNot::NotThere) };
        let AbilityBody::Activated(activated) = &instance.ability.kind else { return Some(WhyNot::NotThere) };
        let potential = self.mana_potential(player);
        let result = self.check_activate(player, source, index, instance, self.is_sorcery_time(player), &potential);
        let scope = Scope::bare(source, player, instance.origin);
        match result {
            Err(WhyNot::CannotPay) => {
                let keyword = instance.ability.keyword.map(|keyword| keyword.name);
                let cost = self.ability_cost(player, source, keyword, activated, &[], scope);
                Some(self.what_is_lacking(player, &cost, scope, PaidFor::Ability(source)))
            }
            Err(why) => Some(why),
            Ok(()) if is_mana_ability(activated) && !self.can_activate_mana(player, source, index) => Some(WhyNot::CannotPay),
            Ok(()) => None,
        }
    }

    /// Which sort of cost it is that cannot be paid (118.3).
    fn what_is_lacking(&self, player: PlayerId, cost: &TotalCost, scope: Scope<'_>, paid_for: PaidFor) -> WhyNot {
        if let Some(object) = self.permanent(scope.source).filter(|_| cost.parts.contains(&CostPart::TapThis)) {
            if object.is_tapped() {
                return WhyNot::IsTapped;
            }
            if self.is_too_new(object) {
                return WhyNot::TooNew;
            }
        }
        let without_mana = TotalCost { parts: cost.parts.clone(), ..TotalCost::default() };
        let rest = self.can_pay(player, &without_mana, scope, paid_for);
        if rest && !cost.mana.symbols.is_empty() { WhyNot::NotEnoughMana } else { WhyNot::CannotPay }
    }
}
