//! What may stand in for mana in the cost of a spell: permanents that are tapped, cards that are exiled (modern 601.2g-h,
//! 702.51, 702.66). It is neither mana nor a change of the cost.

use super::parts::How;
use super::potential::ManaPotential;
use super::solver::{Alternative, By, Source};
use super::symbols::Kinds;
use super::{Busy, PaidFor, TotalCost};
use crate::ability::{CostChange, Filter, MoveCause, StandIn};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::{ManaSymbol, ManaType};
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::run::{Beat, Run};
use crate::zone::ZoneKind;
use smallvec::{SmallVec, smallvec};

/// The place of no ability: what stands in is used by the rules themselves.
const NO_ABILITY: u16 = u16::MAX;
/// The price of a stand-in in plans: mana that only lands make is used up first.
const PRICE: u8 = 20;
/// It pays for the spell alone, not for mana abilities on the way.
static SPELLS: Filter = Filter::Spell;

/// An object that may be used for one symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substitute {
    object: ObjectId,
    /// The colours that it stands in for; none for generic mana only.
    kinds: Kinds,
    how: How,
}

impl Game {
    /// What could stand in for mana in casting that card or spell now.
    pub(crate) fn substitutes(&self, player: PlayerId, card: ObjectId) -> SmallVec<[Substitute; 4]> {
        let mut found: SmallVec<[Substitute; 4]> = SmallVec::new();
        if !self.definitions().concerns().stands_in {
            return found;
        }
        for active in self.changes_of(card) {
            let CostChange::PayWith(players, spells, what, how) = active.rule else { continue };
            let eval = self.eval(active.scope);
            if !eval.players(players).contains(&player) || !eval.matches_as_spell(spells, card, player) {
                continue;
            }
            let eval = self.eval(Scope { controller: player, ..active.scope });
            for object in eval.all(what) {
                if object != card && !found.iter().any(|known| known.object == object) {
                    found.extend(self.substitute(player, object, *how));
                }
            }
        }
        found
    }

    fn substitute(&self, player: PlayerId, id: ObjectId, how: StandIn) -> Option<Substitute> {
        let object = self.object(id)?;
        let colors = || {
            let colors = self.characteristics(id).colors;
            let types = colors.colors().fold(0_u8, |all, color| all | 1 << ManaType::Colored(color).index());
            Kinds::of_types(types, false)
        };
        match how {
            StandIn::TapForColor | StandIn::TapForGeneric => {
                // It is no cost with {T}: a creature may be tapped for it in its first turn (302.6).
                let able = self.permanent(id).is_some_and(|object| !object.is_tapped() && self.controller_of(object) == player)
                    && self.may_happen(&Event::Tap { object: id, for_mana: false });
                let kinds = if how == StandIn::TapForColor { colors() } else { Kinds::NONE };
                able.then_some(Substitute { object: id, kinds, how: How::Tap })
            }
            StandIn::ExileForGeneric => (object.owner == player && object.zone != ZoneKind::Exile).then_some(Substitute {
                object: id,
                kinds: Kinds::NONE,
                how: How::Leave,
            }),
        }
    }

    /// The player's potential with what may stand in, one object left out.
    fn potential_with(
        &self,
        player: PlayerId,
        card: ObjectId,
        substitutes: &[Substitute],
        without: Option<ObjectId>,
    ) -> ManaPotential<'_> {
        let mut sources = self.mana_sources(player, PaidFor::Spell(card), &Busy::new());
        for one in substitutes {
            let mut way = Alternative {
                slots: smallvec![one.kinds],
                by: smallvec![By { ability: NO_ABILITY, kinds: one.kinds, price: PRICE, hurts: 0 }],
                price: PRICE,
                only_for: Some(&SPELLS),
                ..Alternative::default()
            };
            match one.how {
                How::Tap => way.taps.push(one.object),
                How::Leave | How::Show => way.leaves.push(one.object),
            }
            sources.push(Source { object: card, alternatives: smallvec![way], shared: false });
        }
        if let Some(gone) = without {
            for source in &mut sources {
                source.alternatives.retain(|way| !way.taps.contains(&gone) && !way.leaves.contains(&gone));
            }
        }
        self.potential_of(player, sources)
    }

    /// Whether the cost of a spell can be paid where something may stand in for mana.
    pub(super) fn can_pay_substituting(
        &self,
        player: PlayerId,
        cost: &TotalCost,
        scope: Scope<'_>,
        card: ObjectId,
        substitutes: &[Substitute],
    ) -> bool {
        let potential = self.potential_with(player, card, substitutes, None);
        self.can_pay_just_with(&potential, cost, scope, PaidFor::Spell(card))
    }

    /// Lets the player use what may stand in for mana, one after another, as long as the rest can be paid. What is left of
    /// the cost is returned.
    pub(super) fn pay_with_substitutes(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        cost: &TotalCost,
        scope: Scope<'_>,
        card: ObjectId,
    ) -> Beat<TotalCost> {
        let mut cost = cost.clone();
        loop {
            let substitutes = self.substitutes(player, card);
            let mut usable: Vec<(Substitute, TotalCost)> = Vec::new();
            for one in &substitutes {
                let others: SmallVec<[Substitute; 4]> =
                    substitutes.iter().copied().filter(|other| other.object != one.object).collect();
                let potential = self.potential_with(player, card, &others, Some(one.object));
                let rest = reductions(&cost, one.kinds)
                    .into_iter()
                    .find(|rest| self.can_pay_just_with(&potential, rest, scope, PaidFor::Spell(card)));
                usable.extend(rest.map(|rest| (*one, rest)));
            }
            if usable.is_empty() {
                return Ok(cost);
            }
            let mana_alone = self.mana_potential_for(player, PaidFor::Spell(card), &Busy::new());
            let min = u32::from(!self.can_pay_just_with(&mana_alone, &cost, scope, PaidFor::Spell(card)));
            drop(mana_alone);
            let options = usable.iter().map(|(one, _)| Choice::Object(one.object)).collect();
            let ask = Ask::Choose { purpose: Purpose::PayWith, options, min, max: 1, ordered: false };
            let chosen = match self.ask(run, player, Some(card), ask)? {
                Answer::Chosen(chosen) => chosen.first().copied(),
                _ => None,
            };
            let Some((one, rest)) = chosen.and_then(|place| usable.into_iter().nth(place as usize)) else {
                return Ok(cost);
            };
            match one.how {
                How::Tap => {
                    self.happen_one(run, None, Event::Tap { object: one.object, for_mana: false })?;
                }
                How::Leave | How::Show => {
                    let movement = self.movement(one.object, ZoneKind::Exile, MoveCause::Effect, Some(card));
                    self.happen_one(run, None, Event::Move(movement))?;
                }
            }
            cost = rest;
        }
    }
}

/// What is left of the cost if one symbol is paid for: one of these colours first, then generic mana.
fn reductions(cost: &TotalCost, kinds: Kinds) -> SmallVec<[TotalCost; 2]> {
    let mut found = SmallVec::new();
    let accepts = |symbol: &ManaSymbol| match *symbol {
        ManaSymbol::Of(mana) => Kinds::of(mana),
        ManaSymbol::Hybrid(a, b) => Kinds::of(a).or(Kinds::of(b)),
        ManaSymbol::MonoHybrid(_, color) | ManaSymbol::Phyrexian(color) => Kinds::of(ManaType::Colored(color)),
        ManaSymbol::HybridPhyrexian(a, b) => Kinds::of(ManaType::Colored(a)).or(Kinds::of(ManaType::Colored(b))),
        ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => Kinds::NONE,
    };
    for (place, symbol) in cost.mana.symbols.iter().enumerate() {
        let mut rest = cost.clone();
        match *symbol {
            ManaSymbol::Generic(amount) if amount > 0 => {
                if amount == 1 {
                    rest.mana.symbols.remove(place);
                } else {
                    rest.mana.symbols[place] = ManaSymbol::Generic(amount - 1);
                }
                found.push(rest);
            }
            _ if accepts(symbol).meets(kinds) => {
                rest.mana.symbols.remove(place);
                found.insert(0, rest);
            }
            _ => {}
        }
    }
    found
}
