//! Casting spells (modern 601.2).

use super::costs::{CostChoices, OwnedWay, Way, WayCost};
use crate::ability::{
    AbilityBody, Body, Condition, Cost, CostTag, Duration, Filter, Mode, MoveCause, Objects, Origin, PlayerRule, Players,
    Prohibition, Rule, TargetRule, TargetSpec,
};
use crate::continuous::{Lasting, LastingEffect};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::object::{Bindings, CastInfo, EntryKind, StackEntry};
use crate::payment::{ManaPotential, PaidFor};
use crate::question::{Answer, Ask, Choice, Purpose, Refusal};
use crate::run::{Beat, Run};
use crate::symbol::known;
use crate::types::CardType;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Whether the player may begin and complete casting the card in that way now (601.2, 601.3).
    pub(crate) fn may_cast(
        &self,
        player: PlayerId,
        id: ObjectId,
        way: &Way<'_>,
        sorcery: bool,
        potential: &ManaPotential<'_>,
    ) -> bool {
        if !self.is_time(way.timing, sorcery) || self.is_casting_prohibited(player, id) {
            return false;
        }
        let choices = CostChoices { x: 0, added: Vec::new() };
        let scope = Scope::bare(id, player, Origin::Printed);
        let cost = self.spell_cost(player, id, way.cost, &choices);
        if potential.is_short_of(&cost.mana) {
            return false;
        }
        if !self.spell_has_targets(id, scope) {
            return false;
        }
        if let WayCost::Alternative(tag, _) = way.cost
            && !self.merge_has_targets(id, tag, scope)
        {
            return false;
        }
        let alternatives = self.alternatives_to_add(player, id);
        let payable = |cost: &crate::payment::TotalCost| self.can_pay_with(potential, cost, scope, PaidFor::Spell(id));
        if alternatives.is_empty() {
            return payable(&cost);
        }
        // One of each group of additional costs must be payable together with the rest.
        alternatives.iter().all(|group| {
            group.iter().any(|added| {
                let choices = CostChoices { x: 0, added: vec![added.clone()] };
                payable(&self.spell_cost(player, id, way.cost, &choices))
            })
        })
    }

    fn is_casting_prohibited(&self, player: PlayerId, id: ObjectId) -> bool {
        // modern 604.6: what a card says of its own casting works wherever it is.
        if self.own_rules(id).any(|active| match active.rule {
            Rule::Cant(Prohibition::Cast(players, filter)) => {
                let eval = self.eval(Scope { controller: player, ..active.scope });
                eval.players(players).contains(&player) && eval.matches_as_spell(filter, id, player)
            }
            _ => false,
        }) {
            return true;
        }
        if self.prohibitions().any(|active| match active.rule {
            Prohibition::Cast(players, filter) => {
                let eval = self.eval(active.scope);
                eval.players(players).contains(&player) && eval.matches_as_spell(filter, id, player)
            }
            _ => false,
        }) {
            return true;
        }
        self.player_rules().any(|active| match active.rule {
            PlayerRule::SpellsPerTurn(players, amount) => {
                let eval = self.eval(active.scope);
                let cast = self
                    .history
                    .this_turn
                    .iter()
                    .filter(|(_, event)| matches!(event, Event::Cast { player: by, .. } if *by == player))
                    .count();
                eval.players(players).contains(&player) && cast as i32 >= eval.amount(amount)
            }
            _ => false,
        })
    }

    pub(super) fn spell_has_targets(&self, id: ObjectId, scope: Scope<'_>) -> bool {
        let characteristics = self.characteristics(id);
        let bodies = characteristics.abilities.iter().filter_map(|instance| match &instance.ability.kind {
            AbilityBody::Spell(body) => Some(body),
            _ => None,
        });
        for body in bodies {
            if !self.can_choose_modes(body, scope) {
                return false;
            }
        }
        self.aura_mode(id).is_none_or(|mode| self.mode_has_targets(&mode, scope))
    }

    /// An Aura spell has a target, which its attaching rule defines (303.4a).
    fn aura_mode(&self, id: ObjectId) -> Option<Mode> {
        let types = &self.characteristics(id).types;
        if !types.is(CardType::Enchantment) || !types.has_subtype(*known::AURA) {
            return None;
        }
        self.own_rules(id).find_map(|active| match active.rule {
            Rule::Target(TargetRule::AttachesTo(filter, players)) => {
                let players = players.clone().unwrap_or(Players::None);
                Some(Mode { targets: vec![TargetSpec::one(filter.clone(), players)], ..Mode::default() })
            }
            _ => None,
        })
    }

    /// Everything a spell does as it resolves, in printed order.
    pub(crate) fn spell_bodies(&self, id: ObjectId) -> Vec<Body> {
        let mut bodies: Vec<Body> = self
            .characteristics(id)
            .abilities
            .iter()
            .filter_map(|instance| match &instance.ability.kind {
                AbilityBody::Spell(body) => Some(body.clone()),
                _ => None,
            })
            .collect();
        bodies.extend(self.aura_mode(id).map(Body::Plain));
        bodies.extend(self.merge_mode(id).map(Body::Plain));
        bodies
    }

    /// Casts a card (601.2a-i).
    pub(crate) fn cast(&mut self, run: &mut Run<'_>, player: PlayerId, card: ObjectId, way: OwnedWay) -> Beat<()> {
        // modern 601.2a
        let from = self.object(card).map(|object| object.zone);
        let mut movement = self.movement(card, ZoneKind::Stack, MoveCause::Cast, None);
        movement.controller = player;
        let happened = self.happen_one(run, None, Event::Move(movement))?;
        let spell = happened.events.iter().find_map(|event| match event {
            Event::Move(movement) => movement.became,
            _ => None,
        });
        let Some(spell) = spell else {
            return Err(Refusal::new("modern:601.2a", "the card cannot be put onto the stack").into());
        };
        self.stack.push(StackEntry {
            object: spell,
            controller: player,
            kind: EntryKind::Spell,
            modes: SmallVec::new(),
            bindings: Bindings { since: Some(self.moment()), ..Bindings::default() },
        });
        // modern 604.3: what the spell says of itself applies from here on.
        self.touch();
        self.touch_lightly();
        if let Some(gains) = &way.gains {
            // modern 611.3d: for good, whatever becomes of what allowed it.
            self.be(spell, gains);
        }
        self.begin_on_spell(run, spell, player)?;
        let texts = self.add_texts(run, player, spell, &way)?;
        if let (Some((tag, _)), Some(more)) = (&way.cost, self.more_of(spell)) {
            // For what it is cast may say what it targets.
            more.cast = Some(CastInfo { from, paid: SmallVec::from_slice(&[(*tag, 1)]), ..CastInfo::default() });
        }
        let scope = Scope::bare(spell, player, Origin::Printed);
        let bodies = self.spell_bodies(spell);
        // modern 601.2b: modes, additional and alternative costs, X.
        let mut entry_modes: SmallVec<[u8; 2]> = SmallVec::new();
        let mut chosen: Vec<&Mode> = Vec::new();
        let mut first = 0u8;
        for body in &bodies {
            match body {
                Body::Plain(mode) => chosen.push(mode),
                Body::Modal { modes, .. } => {
                    for index in self.choose_modes(run, player, spell, body, scope)? {
                        entry_modes.push(first + index);
                        chosen.push(&modes[index as usize]);
                    }
                }
            }
            first += body.modes().len() as u8;
        }
        let mut choices = CostChoices { added: texts, ..CostChoices::default() };
        choices.added.extend(chosen.iter().filter_map(|mode| mode.cost.clone()));
        let mut paid: SmallVec<[(CostTag, u8); 1]> = SmallVec::new();
        if let Some((tag, _)) = &way.cost {
            paid.push((*tag, 1));
        }
        self.choose_added_costs(run, player, spell, &way, &mut choices, &mut paid)?;
        let x = self.choose_spell_x(run, player, spell, &way, &mut choices)?;
        self.entry_mut(spell, |entry| {
            entry.modes = entry_modes;
            entry.bindings.x = x;
            entry.bindings.paid = paid.to_vec();
        });
        if let Some(more) = self.more_of(spell) {
            more.cast = Some(CastInfo { from, x, paid, ..CastInfo::default() });
        }
        // modern 601.2c-d
        let mut bindings = self.entry(spell).map(|entry| entry.bindings.clone()).unwrap_or_default();
        self.choose_targets(run, player, spell, spell, Origin::Printed, &chosen, &mut bindings)?;
        self.entry_mut(spell, |entry| entry.bindings.targets.clone_from(&bindings.targets));
        // modern 601.2e: what was announced may have made the spell one that cannot be cast.
        if self.is_casting_prohibited(player, spell) {
            return Err(Refusal::new("modern:601.2e", "the spell, as it was announced, cannot be cast").into());
        }
        // modern 601.2f-h
        let base = match &way.cost {
            Some((tag, cost)) => WayCost::Alternative(*tag, cost),
            None => WayCost::Printed,
        };
        let cost = self.spell_cost(player, spell, base, &choices);
        let scope = Scope { source: spell, controller: player, origin: Origin::Printed, bindings: &bindings };
        let payment = self.pay(run, player, &cost, scope, PaidFor::Spell(spell))?;
        let became = |id: &ObjectId| payment.moved.iter().find(|(from, _)| from == id).map(|(_, to)| *to);
        let with = payment.with.iter().map(|(tag, id)| (*tag, *id, became(id))).collect();
        self.entry_mut(spell, |entry| {
            entry.bindings.paid_with = payment.with;
            entry.bindings.moved = payment.moved;
        });
        if let Some(cast) = self.more_of(spell).and_then(|more| more.cast.as_mut()) {
            cast.mana_spent = payment.mana;
            cast.with = with;
        }
        if let Some(then) = way.then {
            self.apply_while_on_stack(spell, player, then);
        }
        // modern 601.2i
        let mut batch = self.targeted_events(spell, &bindings);
        batch.insert(0, Event::Cast { spell, player });
        self.happen(run, None, batch)?;
        Ok(())
    }

    fn entry_mut(&mut self, object: ObjectId, change: impl FnOnce(&mut StackEntry)) {
        if let Some(entry) = self.stack.iter_mut().find(|entry| entry.object == object) {
            change(entry);
        }
    }

    /// Optional additional costs and choices among additional costs, as far as they can be paid (601.2b).
    fn choose_added_costs(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        spell: ObjectId,
        way: &OwnedWay,
        choices: &mut CostChoices,
        paid: &mut SmallVec<[(CostTag, u8); 1]>,
    ) -> Beat<()> {
        for group in self.alternatives_to_add(player, spell) {
            let possible: Vec<(usize, &Cost)> =
                group.iter().enumerate().filter(|(_, cost)| self.could_add(player, spell, way, choices, cost)).collect();
            let options = possible.iter().map(|(index, _)| Choice::Mode(*index as u8)).collect();
            let ask = Ask::Choose { purpose: Purpose::AdditionalCost, options, min: 1, max: 1, ordered: false };
            if let Answer::Chosen(chosen) = self.ask(run, player, Some(spell), ask)?
                && let Some((_, cost)) = chosen.first().and_then(|&index| possible.get(index as usize))
            {
                choices.added.push((*cost).clone());
            }
        }
        for (tag, cost, times) in self.optional_costs(player, spell) {
            let limit = times.unwrap_or(20);
            let mut most = 0u8;
            let mut trial = choices.clone();
            while most < limit && self.could_add(player, spell, way, &trial, &cost) {
                trial.added.push(cost.clone());
                most += 1;
            }
            if most == 0 {
                continue;
            }
            let count = if limit == 1 {
                u8::from(self.yes_no(run, player, Some(spell), Purpose::OptionalCost)?)
            } else {
                let ask = Ask::Number { purpose: Purpose::OptionalCost, min: 0, max: i32::from(most) };
                match self.ask(run, player, Some(spell), ask)? {
                    Answer::Number(number) => number as u8,
                    _ => 0,
                }
            };
            if count > 0 {
                paid.push((tag, count));
                choices.added.extend(std::iter::repeat_n(cost, usize::from(count)));
            }
        }
        Ok(())
    }

    pub(super) fn could_add(
        &self,
        player: PlayerId,
        spell: ObjectId,
        way: &OwnedWay,
        choices: &CostChoices,
        cost: &Cost,
    ) -> bool {
        let mut trial = choices.clone();
        trial.added.push(cost.clone());
        let base = way.cost.as_ref().map_or(WayCost::Printed, |(tag, cost)| WayCost::Alternative(*tag, cost));
        let total = self.spell_cost(player, spell, base, &trial);
        self.can_pay(player, &total, Scope::bare(spell, player, Origin::Printed), PaidFor::Spell(spell))
    }

    /// The value of X (601.2b, 107.3a-b).
    fn choose_spell_x(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        spell: ObjectId,
        way: &OwnedWay,
        choices: &mut CostChoices,
    ) -> Beat<i32> {
        let printed = match &way.cost {
            Some((_, cost)) => cost.clone(),
            None => self.characteristics(spell).cost.clone().map(Cost::mana).unwrap_or_default(),
        };
        let costs = std::iter::once(&printed).chain(&choices.added);
        let has_x = costs.clone().any(Cost::has_x);
        if !has_x {
            return Ok(0);
        }
        let symbols: u32 = costs
            .flat_map(|cost| &cost.parts)
            .map(|part| if let crate::ability::CostPart::Mana(mana) = part { mana.x_count() } else { 0 })
            .sum();
        let base = way.cost.as_ref().map_or(WayCost::Printed, |(tag, cost)| WayCost::Alternative(*tag, cost));
        let total = self.spell_cost(player, spell, base, choices);
        let scope = Scope::bare(spell, player, Origin::Printed);
        let most = self.most_x(player, &total, symbols, scope, PaidFor::Spell(spell));
        let ask = Ask::Number { purpose: Purpose::X, min: 0, max: most as i32 };
        let x = match self.ask(run, player, Some(spell), ask)? {
            Answer::Number(number) => number,
            _ => 0,
        };
        choices.x = x as u32;
        Ok(x)
    }

    /// The greatest X that can be paid: by mana symbols, or by other parts of the cost.
    pub(super) fn most_x(
        &self,
        player: PlayerId,
        total: &crate::payment::TotalCost,
        symbols: u32,
        scope: Scope<'_>,
        paid_for: PaidFor,
    ) -> u32 {
        let by_mana = if symbols > 0 { self.greatest_x(player, total, symbols, scope, paid_for) } else { 99 };
        let mut most = 0;
        while most < by_mana {
            let bindings = Bindings { x: most as i32 + 1, ..scope.bindings.clone() };
            let scope = Scope { bindings: &bindings, ..scope };
            let mut trial = total.clone();
            if symbols > 0 {
                trial.mana.symbols.push(crate::mana::ManaSymbol::Generic(((most + 1) * symbols) as u16));
            }
            if !self.can_pay(player, &trial, scope, paid_for) {
                break;
            }
            most += 1;
        }
        most
    }

    /// A replacement effect that applies to the spell for as long as it is on the stack.
    fn apply_while_on_stack(&mut self, spell: ObjectId, player: PlayerId, replacement: crate::ability::Replacement) {
        let timestamp = self.tick();
        self.lasting.push(LastingEffect {
            what: Lasting::Replacement { replacement: Box::new(replacement), left: None },
            source: spell,
            controller: player,
            origin: Origin::Printed,
            bindings: Bindings::default(),
            timestamp,
            duration: Duration::While(Condition::Matches(Objects::This, Filter::Zone(ZoneKind::Stack))),
            turn: self.turn.number,
        });
        self.touch();
    }

    /// Casts a card while a spell or ability resolves (608.2g), for that cost or its mana cost if `None` stands for free.
    /// Says whether it was cast.
    pub(crate) fn cast_during_resolution(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        card: ObjectId,
        cost: Option<Cost>,
    ) -> Beat<bool> {
        let Some(object) = self.object(card) else { return Ok(false) };
        if self.characteristics_of(object).types.is(CardType::Land) || self.is_casting_prohibited(player, card) {
            return Ok(false);
        }
        let scope = Scope::bare(card, player, Origin::Printed);
        if !self.spell_has_targets(card, scope) {
            return Ok(false);
        }
        // modern 118.9: without paying its mana cost is an alternative cost of nothing.
        let cost = cost.unwrap_or_default();
        let tag = CostTag(*known::FREE);
        let total = self.spell_cost(player, card, WayCost::Alternative(tag, &cost), &CostChoices::default());
        if !self.can_pay(player, &total, scope, PaidFor::Spell(card)) {
            return Ok(false);
        }
        self.cast(run, player, card, OwnedWay { cost: Some((tag, cost)), then: None, gains: None })?;
        Ok(true)
    }
}
