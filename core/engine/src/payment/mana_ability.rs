//! Mana abilities (modern 605): which abilities are, activating them, and making mana.

use super::mana_sources::{Moment, used_this_turn};
use super::paying::{Payer, Tapping};
use super::symbols::Kinds;
use super::{Busy, PaidFor, Payment, TotalCost};
use crate::ability::{
    AbilityBody, AbilityInstance, Activated, Body, CostPart, Effect, EventPattern, ManaProduced, NewMana, Pattern, Players,
    TriggerOn, Triggered,
};
use crate::eval::Scope;
use crate::event::{Event, EventKind};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::{Mana, ManaCost, ManaSymbol, ManaType};
use crate::object::Bindings;
use crate::perform::Resolving;
use crate::question::{Answer, Ask, Choice, Purpose, Refusal};
use crate::run::{Beat, Run};
use crate::types::Supertype;
use smallvec::{SmallVec, smallvec};

/// Whether an activated ability is a mana ability: no target, could add mana, not a loyalty ability (605.1a). Callbacks do
/// not count as adding mana: nobody can look into them.
pub fn is_mana_ability(ability: &Activated) -> bool {
    !ability.loyalty && adds_mana_untargeted(&ability.body)
}

/// Whether a triggered ability is a mana ability: no target, could add mana, and it triggers from tapping for mana or from
/// mana being added (605.1b).
pub fn is_mana_trigger(ability: &Triggered) -> bool {
    let TriggerOn::Event(EventPattern { any, .. }) = &ability.on else { return false };
    !any.is_empty() && any.iter().all(watches_mana) && adds_mana_untargeted(&ability.body)
}

fn watches_mana(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::TapsForMana(_) | Pattern::AddsMana(_) => true,
        Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) => watches_mana(inner),
        _ => false,
    }
}

fn adds_mana_untargeted(body: &Body) -> bool {
    let modes = body.modes();
    modes.iter().any(|mode| could_add_mana(&mode.effect)) && modes.iter().all(|mode| mode.targets.is_empty())
}

/// Whether the effect could add mana as it is performed; what it leaves behind for later does not count.
fn could_add_mana(effect: &Effect) -> bool {
    if matches!(effect, Effect::AddMana(..)) {
        return true;
    }
    let mut adds = false;
    each_inner(effect, &mut |inner| adds |= could_add_mana(inner));
    adds
}

/// The effects that are performed as parts of this one.
pub(crate) fn each_inner(effect: &Effect, visit: &mut dyn FnMut(&Effect)) {
    match effect {
        Effect::Sequence(all) | Effect::Together(all) | Effect::ChooseEffect(_, all) => all.iter().for_each(visit),
        Effect::If(_, a, b)
        | Effect::May(_, a, b)
        | Effect::Pay(_, _, a, b)
        | Effect::FlipCoin(_, _, a, b)
        | Effect::Then(a, _, b) => {
            visit(a);
            visit(b);
        }
        Effect::IfDone(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        Effect::ForEach(_, _, inner)
        | Effect::ForEachPlayer(_, _, inner)
        | Effect::Repeat(_, inner)
        | Effect::Choose(_, _, inner)
        | Effect::ChoosePlayer(_, _, _, inner)
        | Effect::Let(_, _, inner)
        | Effect::LetObjects(_, _, inner)
        | Effect::WhenDone(inner, _)
        | Effect::SelfReplacing(inner, _)
        | Effect::WhenEach(inner, _, _)
        | Effect::PayTimes(_, _, _, inner) => visit(inner),
        _ => {}
    }
}

/// The types that the mana to be made should have, in the order in which it is made; used up from the front.
/// [`Kinds::NONE`] where it does not matter. `None`: ask.
pub(crate) type Wanted = Option<SmallVec<[Kinds; 2]>>;

/// A use of a mana ability that the solver has planned.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    /// The object.
    pub(crate) source: ObjectId,
    /// The place of the ability.
    pub(crate) index: u16,
    /// The types of mana wanted.
    pub(crate) wanted: SmallVec<[Kinds; 2]>,
    /// The mana to pay its own cost with.
    pub(crate) pays: SmallVec<[Kinds; 1]>,
    /// Objects to pay its own cost with.
    pub(crate) with: SmallVec<[ObjectId; 1]>,
}

impl Game {
    /// The mana abilities that the player may activate now by hand, with priority (605.3a).
    pub(crate) fn legal_mana_abilities(&self, player: PlayerId) -> SmallVec<[(ObjectId, u16); 8]> {
        let mut legal = SmallVec::new();
        let owned = self.player(player);
        let elsewhere = owned.hand.iter().chain(&owned.graveyard).chain(&self.command).chain(&self.exile);
        for &id in self.battlefield.iter().chain(elsewhere) {
            for (index, instance) in self.functioning(id) {
                if let AbilityBody::Activated(activated) = &instance.ability.kind
                    && is_mana_ability(activated)
                    && self.can_activate_instance(player, id, index, instance, activated)
                {
                    legal.push((id, index));
                }
            }
        }
        legal
    }

    /// Whether the player, who has priority, may activate that mana ability by hand (602.5, 605.3a).
    pub(crate) fn can_activate_mana(&self, player: PlayerId, source: ObjectId, index: u16) -> bool {
        self.functioning(source).any(|(place, instance)| {
            place == index
                && matches!(&instance.ability.kind, AbilityBody::Activated(activated)
                    if is_mana_ability(activated) && self.can_activate_instance(player, source, index, instance, activated))
        })
    }

    fn can_activate_instance(
        &self,
        player: PlayerId,
        source: ObjectId,
        index: u16,
        instance: &AbilityInstance,
        activated: &Activated,
    ) -> bool {
        let Some(object) = self.object(source).filter(|object| !object.phased_out) else { return false };
        if activated.by == Players::You && self.controller_of(object) != player
            || activated.cost.parts[..] == [CostPart::TapThis] && (object.is_tapped() || self.is_too_new(object))
            || !self.is_activatable(player, object, index, instance, activated, Moment::Priority)
        {
            return false;
        }
        let scope = Scope::bare(source, player, instance.origin);
        let changed = self.changed_mana_cost(player, source, instance, activated, scope);
        let parts = changed.as_deref().unwrap_or(&activated.cost.parts);
        let (mana, rest) = split_mana(parts);
        if mana.is_empty() && !rest {
            return true;
        }
        let cost = TotalCost { mana: ManaCost::new(mana), parts: parts.iter().filter(|part| !is_mana(part)).cloned().collect() };
        self.can_pay_while(player, &cost, scope, PaidFor::Ability(source), &smallvec![(source, index)])
    }

    /// Activates a mana ability (605.3): pays, and resolves at once.
    pub(crate) fn activate_mana_ability(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        source: ObjectId,
        index: u16,
    ) -> Beat<()> {
        if !self.can_activate_mana(player, source, index) {
            return Err(Refusal::new("modern:605.3a", "that mana ability cannot be activated now").into());
        }
        self.use_mana_ability(run, player, source, index, None, &Busy::new())
    }

    /// Pays for and resolves a mana ability, by hand or as planned.
    pub(crate) fn use_mana_ability(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        source: ObjectId,
        index: u16,
        planned: Option<&Planned>,
        busy: &Busy,
    ) -> Beat<()> {
        let Some(instance) = self.abilities(source).get(index as usize).cloned() else { return Ok(()) };
        let AbilityBody::Activated(activated) = &instance.ability.kind else { return Ok(()) };
        let mut bindings = Bindings::default();
        let tapped = activated.cost.parts.contains(&CostPart::TapThis);
        let modes = self.choose_mana_modes(run, player, source, &activated.body)?;
        let scope = Scope::bare(source, player, instance.origin);
        let changed = self.changed_mana_cost(player, source, &instance, activated, scope);
        let parts = changed.as_deref().unwrap_or(&activated.cost.parts);
        if parts[..] == [CostPart::TapThis] {
            let happened = self.happen_one(run, None, Event::Tap { object: source, for_mana: true })?;
            if !happened.fully {
                return Err(Refusal::new("modern:605.3", "it cannot be tapped for mana").into());
            }
        } else {
            self.pay_for_mana_ability(run, player, (source, index), &instance, parts, planned, busy, &mut bindings)?;
        }
        if activated.per_turn.is_some() {
            self.note_use(source, &instance, index);
        }
        if !self.triggers(EventKind::Activated).is_empty() {
            // There is no object on the stack: the source stands for the ability.
            let event =
                Event::Activated { ability: source, source, player, keyword: instance.ability.keyword.map(|word| word.name) };
            self.happen_one(run, None, event)?;
        }
        let mut resolving = Resolving::new(source, player, instance.origin, None, bindings);
        let mut wanted: Wanted = planned.map(|planned| planned.wanted.clone());
        for mode in modes {
            if let Some(mode) = activated.body.modes().get(mode as usize) {
                self.resolve_mana(run, &mut resolving, &mode.effect, tapped, &mut wanted)?;
            }
        }
        Ok(())
    }

    /// The parts of the total cost of a mana ability where effects change what such abilities cost (602.2b, 118.7); X stays
    /// to be chosen. `None` where nothing changes costs.
    pub(crate) fn changed_mana_cost(
        &self,
        player: PlayerId,
        source: ObjectId,
        instance: &AbilityInstance,
        activated: &Activated,
        scope: Scope<'_>,
    ) -> Option<Vec<CostPart>> {
        if !self.mana_costs_change() || activated.cost.has_x() {
            return None;
        }
        let keyword = instance.ability.keyword.map(|keyword| keyword.name);
        let total = self.ability_cost(player, source, keyword, activated, &[], scope);
        let mana = (!total.mana.symbols.is_empty()).then_some(CostPart::Mana(total.mana));
        Some(mana.into_iter().chain(total.parts).collect())
    }

    #[allow(clippy::too_many_arguments)]
    fn pay_for_mana_ability(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        (source, index): (ObjectId, u16),
        instance: &AbilityInstance,
        parts: &[CostPart],
        planned: Option<&Planned>,
        busy: &Busy,
        bindings: &mut Bindings,
    ) -> Beat<()> {
        let (mana, _) = split_mana(parts);
        let has_x = crate::ability::Cost { parts: parts.to_vec() }.has_x();
        let parts: Vec<CostPart> = parts.iter().filter(|part| !matches!(part, CostPart::Mana(_))).cloned().collect();
        let mut cost = TotalCost { mana: ManaCost::new(mana), parts };
        let paid_for = PaidFor::Ability(source);
        let mut payment = Payment::default();
        let mut busy = busy.clone();
        busy.push((source, index));
        if has_x && planned.is_none() {
            let x_count = cost.mana.x_count();
            let scope = Scope::bare(source, player, instance.origin);
            let max = self.greatest_x(player, &cost, x_count, scope, paid_for);
            let ask = Ask::number(Purpose::X, 0, max as i32);
            if let Answer::Number(x) = self.ask(run, player, Some(source), ask)? {
                bindings.x = x;
            }
        }
        let paid_by = bindings.clone();
        let scope = Scope { source, controller: player, origin: instance.origin, bindings: &paid_by };
        match planned {
            Some(planned) if self.spend_exactly(player, &planned.pays, paid_for, &mut payment) => {}
            _ => self.pay_mana(run, player, &cost, scope, paid_for, &busy, &mut payment)?,
        }
        cost.mana.symbols.clear();
        let with = planned.map_or(&[][..], |planned| &planned.with[..]);
        let payer = Payer { player, scope, paid_for, with, tapping: Tapping::ForMana };
        self.pay_parts(run, payer, &cost.parts, &mut payment)?;
        bindings.paid_with = payment.with;
        bindings.moved = payment.moved;
        Ok(())
    }

    fn choose_mana_modes(&self, run: &mut Run<'_>, player: PlayerId, source: ObjectId, body: &Body) -> Beat<SmallVec<[u32; 4]>> {
        let Body::Modal { min, max, modes, .. } = body else { return Ok(smallvec![0]) };
        let scope = Scope::bare(source, player, crate::ability::Origin::Printed);
        let open: SmallVec<[u32; 4]> =
            (0..modes.len() as u32).filter(|mode| self.eval(scope).holds(&modes[*mode as usize].condition)).collect();
        let most = open.len() as u32;
        let (min, max) = (self.positive(scope, min).min(most), self.positive(scope, max).min(most));
        let options = open.iter().map(|mode| Choice::Mode(*mode as u8)).collect();
        let ask = Ask::Choose { purpose: Purpose::Modes, options, min, max, ordered: false };
        let mut chosen = match self.ask(run, player, Some(source), ask)? {
            Answer::Chosen(chosen) => chosen,
            _ => SmallVec::new(),
        };
        chosen.sort_unstable();
        Ok(chosen.iter().filter_map(|place| open.get(*place as usize).copied()).collect())
    }

    /// Counts a use for "only once each turn" (602.5b).
    fn note_use(&mut self, source: ObjectId, instance: &AbilityInstance, index: u16) {
        let Some(object) = self.object_mut(source) else { return };
        let times = used_this_turn(object, instance, index);
        let used = &mut object.more_mut().used;
        match used.iter_mut().find(|(origin, place, _)| *origin == instance.origin && *place == index) {
            Some(entry) => entry.2 = times.saturating_add(1),
            None => used.push((instance.origin, index, 1)),
        }
    }

    /// Performs the effect of a mana ability (605.3b). Mana is made here, so that its type can be as planned.
    fn resolve_mana(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        effect: &Effect,
        tapped: bool,
        wanted: &mut Wanted,
    ) -> Beat<()> {
        match effect {
            Effect::AddMana(who, produced) => {
                self.add_mana(run, resolving, who, produced, tapped, wanted)?;
            }
            Effect::Sequence(all) | Effect::Together(all) => {
                for effect in all {
                    self.resolve_mana(run, resolving, effect, tapped, wanted)?;
                }
            }
            Effect::If(condition, yes, no) => {
                let holds = resolving.eval(self).holds(condition);
                self.resolve_mana(run, resolving, if holds { yes } else { no }, tapped, wanted)?;
            }
            Effect::Repeat(times, effect) => {
                for _ in 0..self.positive(resolving.scope(), times) {
                    self.resolve_mana(run, resolving, effect, tapped, wanted)?;
                }
            }
            Effect::Nothing => {}
            effect => {
                self.perform(run, resolving, effect)?;
            }
        }
        Ok(())
    }

    /// Adds mana to players' pools (106.3, 106.4), asking for its type where there is a choice and nothing is wanted.
    /// `tapped` says whether its source was tapped for it (106.12). Returns how much was proposed.
    pub(crate) fn add_mana(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        who: &Players,
        produced: &ManaProduced,
        tapped: bool,
        wanted: &mut Wanted,
    ) -> Beat<u32> {
        let players = match who {
            Players::You => smallvec![resolving.controller],
            who => resolving.eval(self).players(who),
        };
        let amount = self.positive(resolving.scope(), &produced.amount) as usize;
        let snow = self.characteristics(resolving.source).types.supertypes.contains(Supertype::Snow.set());
        let source = resolving.source;
        let mut total = 0;
        for player in players {
            let types = self.types_to_add(run, resolving, player, &produced.kind, amount, wanted)?;
            if types.is_empty() {
                continue;
            }
            let only_for = produced.only_for.as_ref();
            let make = |mana: ManaType| Mana { mana, snow, only_for: only_for.map(|filter| Box::new(filter.clone())) };
            let mana: SmallVec<[Mana; 1]> = types.into_iter().map(make).collect();
            total += mana.len() as u32;
            self.happen_one(run, Some(resolving), Event::AddMana { player, source, mana, tapped })?;
        }
        Ok(total)
    }

    fn types_to_add(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        player: PlayerId,
        kind: &NewMana,
        amount: usize,
        wanted: &mut Wanted,
    ) -> Beat<SmallVec<[ManaType; 4]>> {
        let mut made = SmallVec::new();
        match kind {
            NewMana::Exactly(types) => {
                for _ in 0..amount {
                    made.extend(types.iter().copied());
                }
                for _ in &made {
                    next_wanted(wanted);
                }
            }
            NewMana::Combination(_) => {
                let types = self.mana_types(resolving.scope(), kind);
                for _ in 0..amount {
                    made.extend(self.choose_type(run, resolving, player, types, next_wanted(wanted))?);
                }
            }
            NewMana::OneOf(_) | NewMana::Linked(_) | NewMana::CouldProduce(_) => {
                let types = self.mana_types(resolving.scope(), kind);
                let mut wish = None;
                for _ in 0..amount {
                    let next = next_wanted(wanted);
                    wish = wish.filter(|kinds| *kinds != Kinds::NONE).or(next);
                }
                if amount > 0
                    && let Some(mana) = self.choose_type(run, resolving, player, types, wish)?
                {
                    made.extend(std::iter::repeat_n(mana, amount));
                }
            }
        }
        Ok(made)
    }

    fn choose_type(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        player: PlayerId,
        types: u8,
        wish: Option<Kinds>,
    ) -> Beat<Option<ManaType>> {
        let possible = Kinds::of_types(types, false);
        if let Some(wish) = wish {
            let wished = Kinds::of_types(types & wish.types(), false);
            return Ok(wished.first_type().or(possible.first_type()));
        }
        if types.count_ones() < 2 {
            return Ok(possible.first_type());
        }
        let open: SmallVec<[ManaType; 6]> = ManaType::ALL.into_iter().filter(|mana| types & 1 << mana.index() != 0).collect();
        let options = open.iter().map(|mana| Choice::Mana(*mana)).collect();
        let ask = Ask::Choose { purpose: Purpose::ManaType, options, min: 1, max: 1, ordered: false };
        match self.ask(run, player, Some(resolving.source), ask)? {
            Answer::Chosen(chosen) => Ok(chosen.first().and_then(|place| open.get(*place as usize)).copied()),
            _ => Ok(possible.first_type()),
        }
    }
}

/// The next wish, if wishes are made at all.
fn next_wanted(wanted: &mut Wanted) -> Option<Kinds> {
    let wishes = wanted.as_mut()?;
    Some(if wishes.is_empty() { Kinds::NONE } else { wishes.remove(0) })
}

fn is_mana(part: &CostPart) -> bool {
    matches!(part, CostPart::Mana(_))
}

/// The mana symbols of the parts, and whether there are parts that need a closer look than a tap.
fn split_mana(parts: &[CostPart]) -> (Vec<ManaSymbol>, bool) {
    let mut mana = Vec::new();
    for part in parts {
        if let CostPart::Mana(cost) = part {
            mana.extend(cost.symbols.iter().copied());
        }
    }
    (mana, parts[..] != [CostPart::TapThis])
}
