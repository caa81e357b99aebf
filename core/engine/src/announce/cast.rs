//! Casting spells (modern 601.2).

use super::ahead::x_symbols;
use super::complete::{has_mode_costs, one_of_each};
use super::costs::{CostChoices, alternatives};
use super::ways::{OwnedWay, Way, WayCost};
use crate::ability::{
    AbilityBody, Body, CastAs, Condition, Cost, CostTag, Duration, Filter, Mode, MoveCause, Objects, Origin, PlayerRule, Players,
    Prohibition, Rule, TargetRule, TargetSpec,
};
use crate::continuous::{Lasting, LastingEffect};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::{Bindings, CastInfo, EntryKind, ObjectKind, StackEntry, Value};
use crate::payment::{ManaPotential, PaidFor};
use crate::perform::Resolving;
use crate::question::{Answer, Ask, Choice, Purpose, Refusal};
use crate::run::{Beat, Run};
use crate::symbol::known;
use crate::types::CardType;
use crate::why::WhyNot;
use crate::zone::ZoneKind;
use smallvec::SmallVec;

impl Game {
    /// Whether the player may begin and complete casting the card in that way now (601.2, 601.3), and if not, why.
    pub(crate) fn check_cast(
        &self,
        player: PlayerId,
        id: ObjectId,
        way: &Way<'_>,
        sorcery: bool,
        potential: &ManaPotential<'_>,
    ) -> Result<(), WhyNot> {
        let hidden = self.object(id).is_some_and(|object| object.face_down);
        if way.manner != CastAs::ItIs || hidden {
            // modern 601.3e: only what it would be counts.
            return self.look_ahead(player, id, way, sorcery);
        }
        match self.check_as_it_lies(player, id, way, sorcery, potential) {
            Ok(()) if self.forbids_casting() && self.changes_as_spell(id) => self.look_ahead(player, id, way, sorcery),
            Err(why) if self.has_choices(player, id, way, why) => self.look_ahead(player, id, way, sorcery),
            result => result,
        }
    }

    /// The same with nothing chosen, for a card that is as a spell what it is now.
    fn check_as_it_lies(
        &self,
        player: PlayerId,
        id: ObjectId,
        way: &Way<'_>,
        sorcery: bool,
        potential: &ManaPotential<'_>,
    ) -> Result<(), WhyNot> {
        if !self.is_time(way.timing, sorcery) {
            return Err(WhyNot::NotNow);
        }
        self.casting_prohibited(player, id).map_or(Ok(()), Err)?;
        let scope = Scope::bare(id, player, Origin::Printed);
        let choices = CostChoices::of(way);
        // What costs too much is put aside before targets are looked for.
        let cost = self.spell_cost(player, id, way.cost, &choices);
        if self.is_surely_short(potential, id, &cost) {
            return Err(WhyNot::NotEnoughMana);
        }
        if !self.spell_has_targets(id, scope) {
            return Err(WhyNot::NoTarget);
        }
        if let WayCost::Alternative(tag, _) = way.cost
            && !self.merge_has_targets(id, tag, scope)
        {
            return Err(WhyNot::NoTarget);
        }
        self.check_costs(player, id, way.cost, &cost, &choices, scope, potential)
    }

    fn forbids_casting(&self) -> bool {
        self.definitions().concerns().forbids_casting
            && self.prohibitions().any(|active| matches!(active.rule, Prohibition::Cast(..)))
    }

    pub(super) fn is_casting_prohibited(&self, player: PlayerId, id: ObjectId) -> bool {
        self.casting_prohibited(player, id).is_some()
    }

    /// What forbids the player to cast the card or spell (601.3): another object, or itself.
    pub(super) fn casting_prohibited(&self, player: PlayerId, id: ObjectId) -> Option<WhyNot> {
        let any = self.definitions().concerns().forbids_casting;
        if any && let Some(active) = self.forbids_casting_it(player, id) {
            return Some(WhyNot::Prohibited(active.scope.source));
        }
        // modern 604.6: what a card says of its own casting works wherever it is.
        if any && self.forbids_own_casting(player, id).is_some() {
            return Some(WhyNot::ConditionFails);
        }
        self.limits_casting(player).map(|active| WhyNot::Prohibited(active.scope.source))
    }

    fn forbids_it(&self, rule: &Prohibition, scope: Scope<'_>, player: PlayerId, id: ObjectId) -> bool {
        match rule {
            Prohibition::Cast(players, filter) => {
                let eval = self.eval(scope);
                eval.players(players).contains(&player) && eval.matches_as_spell(filter, id, player)
            }
            _ => false,
        }
    }
    /// The rule that forbids the player to cast the card or spell (601.3).
    pub(super) fn forbids_casting_it(&self, player: PlayerId, id: ObjectId) -> Option<Active<'_, Prohibition>> {
        self.prohibitions().find(|active| self.forbids_it(active.rule, active.scope, player, id))
    }
    /// What the card itself says against its casting (604.6).
    pub(super) fn forbids_own_casting(&self, player: PlayerId, id: ObjectId) -> Option<Active<'_, Rule>> {
        self.own_rules(id).find(|active| match active.rule {
            Rule::Cant(prohibition) => self.forbids_it(prohibition, Scope { controller: player, ..active.scope }, player, id),
            _ => false,
        })
    }
    /// The rule by which the player has cast all the spells that they may this turn.
    pub(super) fn limits_casting(&self, player: PlayerId) -> Option<Active<'_, PlayerRule>> {
        self.player_rules().find(|active| match active.rule {
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
    pub(super) fn aura_mode(&self, id: ObjectId) -> Option<Mode> {
        let types = &self.characteristics(id).types;
        if !types.is(CardType::Enchantment) || !types.has_subtype(*known::AURA) {
            return None;
        }
        // modern 702.5c: the target fits all of them.
        let mut found: Option<(Filter, Players)> = None;
        for active in self.own_rules(id) {
            let Rule::Target(TargetRule::AttachesTo(filter, players)) = active.rule else { continue };
            found = Some(match found {
                None => (filter.clone(), players.clone().unwrap_or(Players::None)),
                Some((known, who)) => (known.and(filter.clone()), players.as_ref().map_or(Players::None, |_| who)),
            });
        }
        let (filter, players) = found?;
        Some(Mode { targets: vec![TargetSpec::one(filter, players)], ..Mode::default() })
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
        let from = self.object(card).map(|object| object.zone);
        let time = self.casting_time(player);
        let spell = self.put_spell_on_stack(run, player, card, &way)?;
        let mut paid: SmallVec<[(CostTag, u8); 1]> = SmallVec::new();
        paid.extend(way.cost.iter().chain(&way.extra).map(|(tag, _)| (*tag, 1)));
        if let Some(more) = self.more_of(spell) {
            more.cast = Some(CastInfo { from, paid: paid.clone(), time, ..CastInfo::default() });
        }
        // modern 604.3: what the spell says of itself applies from here on.
        self.touch();
        self.touch_lightly();
        if let Some(gains) = &way.gains {
            // modern 611.3d: for good, whatever becomes of what allowed it.
            self.be(spell, gains);
        }
        self.begin_on_spell(run, spell, player)?;
        let texts = self.add_texts(run, player, spell, &way)?;
        let bodies = self.spell_bodies(spell);
        // modern 601.2b: modes, additional and alternative costs, X.
        let (entry_modes, chosen) = self.choose_spell_modes(run, player, spell, &way, &bodies, (&paid, &texts))?;
        let mut choices = CostChoices { added: texts, ..CostChoices::default() };
        choices.added.extend(way.extra.iter().map(|(_, cost)| cost.clone()));
        choices.added.extend(chosen.iter().filter_map(|mode| mode.cost.clone()));
        self.choose_added_costs(run, player, spell, &way, &mut choices, &mut paid, (&bodies, &entry_modes))?;
        let x = self.choose_spell_x(run, player, spell, &way, &mut choices, &chosen)?;
        self.entry_mut(spell, |entry| {
            entry.modes = entry_modes;
            entry.bindings.x = x;
            entry.bindings.paid = paid.to_vec();
        });
        if let Some(more) = self.more_of(spell) {
            more.cast = Some(CastInfo { from, x, paid, time, ..CastInfo::default() });
        }
        self.touch_lightly();
        // modern 601.2c-d
        let mut bindings = self.entry(spell).map(|entry| entry.bindings.clone()).unwrap_or_default();
        self.choose_targets(run, player, spell, spell, Origin::Printed, &chosen, &mut bindings)?;
        self.entry_mut(spell, |entry| entry.bindings.targets.clone_from(&bindings.targets));
        // modern 601.2e, 601.4: what was announced may have made the spell one that cannot be cast.
        if self.is_casting_prohibited(player, spell) {
            return Err(Refusal::new("modern:601.2e", "the spell, as it was announced, cannot be cast").into());
        }
        if way.out_of_time && !self.has_instant_time(player, spell) {
            return Err(Refusal::new("modern:601.2e", "the spell, as it was announced, cannot be cast at this time").into());
        }
        // modern 601.2f-h
        let cost = self.spell_cost(player, spell, way.base(), &choices);
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
        if let Some(after) = way.after {
            // modern 603.7g: whoever controls the object with the permission now.
            let mut bindings = Bindings::default();
            bindings.values.push((after.event, Value::Event(Box::new(Event::Cast { spell, player }))));
            bindings.moved.push((card, spell));
            let mut resolving = Resolving::new(after.source, after.controller, after.origin, None, bindings);
            self.perform(run, &mut resolving, &after.effect)?;
        }
        Ok(())
    }

    /// modern 601.2a: with the characteristics that it is cast with.
    fn put_spell_on_stack(&mut self, run: &mut Run<'_>, player: PlayerId, card: ObjectId, way: &OwnedWay) -> Beat<ObjectId> {
        if let Some(object) = self.object_mut(card) {
            // A face-down card in exile is shown as it is cast.
            object.face_down = false;
            if way.manner == CastAs::OtherFace {
                object.face ^= 1;
            }
        }
        let mut movement = self.movement(card, ZoneKind::Stack, MoveCause::Cast, None);
        movement.controller = player;
        movement.face_down = way.manner == CastAs::FaceDown;
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
        Ok(spell)
    }

    /// Notes what is paid for the spell while it is being announced: conditions may ask for it.
    fn set_paid(&mut self, spell: ObjectId, paid: &[(CostTag, u8)]) {
        if let Some(cast) = self.more_of(spell).and_then(|more| more.cast.as_mut()) {
            cast.paid = paid.iter().copied().collect();
        }
        self.touch();
    }

    /// Chooses modes, numbered over all bodies. Choices that come later count where they allow more (601.5).
    fn choose_spell_modes<'b>(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        spell: ObjectId,
        way: &OwnedWay,
        bodies: &'b [Body],
        (paid, texts): (&[(CostTag, u8)], &[Cost]),
    ) -> Beat<(SmallVec<[u8; 2]>, Vec<&'b Mode>)> {
        let scope = Scope::bare(spell, player, Origin::Printed);
        let mut entry_modes: SmallVec<[u8; 2]> = SmallVec::new();
        let mut chosen: Vec<&Mode> = Vec::new();
        let mut first = 0u8;
        for body in bodies {
            match body {
                Body::Plain(mode) => chosen.push(mode),
                Body::Modal { modes, .. } => {
                    let mut range = self.mode_range(body, scope);
                    if super::targets::asks_what_was_paid(body) {
                        for (tags, added) in self.combinations(player, spell) {
                            let trial = CostChoices { x: 0, added };
                            let with: Vec<_> = paid.iter().copied().chain(tags).collect();
                            self.set_paid(spell, &with);
                            let total = self.spell_cost(player, spell, way.base(), &trial);
                            if self.can_pay(player, &total, scope, PaidFor::Spell(spell)) {
                                range = range.or(self.mode_range(body, scope));
                            }
                        }
                        self.set_paid(spell, paid);
                    }
                    let before: Vec<Cost> = chosen.iter().filter_map(|mode| mode.cost.clone()).collect();
                    let mut payable = |game: &Game, picked: &[u8]| {
                        let mut trial = CostChoices { x: 0, added: texts.to_vec() };
                        trial.added.extend(way.extra.iter().map(|(_, cost)| cost.clone()));
                        trial.added.extend(before.iter().cloned());
                        trial.added.extend(picked.iter().filter_map(|mode| modes[usize::from(*mode)].cost.clone()));
                        game.can_add_one_of_each(player, spell, way, trial)
                    };
                    let payable: Option<&mut dyn FnMut(&Game, &[u8]) -> bool> =
                        if has_mode_costs(body) { Some(&mut payable) } else { None };
                    for index in self.choose_modes(run, player, spell, body, scope, range, payable)? {
                        entry_modes.push(first + index);
                        chosen.push(&modes[index as usize]);
                    }
                }
            }
            first += body.modes().len() as u8;
        }
        Ok((entry_modes, chosen))
    }

    /// Combinations of optional costs, each paid once: their tags, and what they cost. None of them is not among these.
    fn combinations(&self, player: PlayerId, spell: ObjectId) -> Vec<(Vec<(CostTag, u8)>, Vec<Cost>)> {
        let mut options = self.optional_costs(player, spell);
        options.truncate(4);
        (1..1_u32 << options.len())
            .map(|chosen| {
                let picked = || options.iter().enumerate().filter(move |(place, _)| chosen & 1 << place != 0);
                (picked().map(|(_, (tag, _, _))| (*tag, 1)).collect(), picked().map(|(_, (_, cost, _))| cost.clone()).collect())
            })
            .collect()
    }

    /// Whether the chosen modes are still as many, and such, as may be chosen with what is paid now (601.5).
    fn modes_fit(&self, spell: ObjectId, player: PlayerId, bodies: &[Body], chosen: &[u8]) -> bool {
        let scope = Scope::bare(spell, player, Origin::Printed);
        let mut first = 0u8;
        bodies.iter().all(|body| {
            let last = first + body.modes().len() as u8;
            let of_body: SmallVec<[u8; 4]> =
                chosen.iter().filter(|mode| (first..last).contains(*mode)).map(|mode| mode - first).collect();
            first = last;
            !matches!(body, Body::Modal { .. }) || self.mode_range(body, scope).allows(&of_body)
        })
    }

    fn entry_mut(&mut self, object: ObjectId, change: impl FnOnce(&mut StackEntry)) {
        if let Some(entry) = self.stack.iter_mut().find(|entry| entry.object == object) {
            change(entry);
        }
    }

    /// Optional additional costs and choices among additional costs, as far as they can be paid (601.2b). What the chosen
    /// modes ask for has to be paid (601.5).
    #[allow(clippy::too_many_arguments)] // the parts of an announcement
    fn choose_added_costs(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        spell: ObjectId,
        way: &OwnedWay,
        choices: &mut CostChoices,
        paid: &mut SmallVec<[(CostTag, u8); 1]>,
        (bodies, modes): (&[Body], &[u8]),
    ) -> Beat<()> {
        let groups = self.alternatives_to_add(player, spell);
        for (place, group) in groups.iter().enumerate() {
            let later = alternatives(groups[place + 1..].to_vec());
            let possible: Vec<(usize, &Cost)> = group
                .iter()
                .enumerate()
                .filter(|(_, cost)| {
                    let mut trial = choices.clone();
                    trial.added.push((*cost).clone());
                    self.can_pay_one_of_each(player, spell, way, trial, &later)
                })
                .collect();
            let options = possible.iter().map(|(index, _)| Choice::Mode(*index as u8)).collect();
            let ask = Ask::Choose { purpose: Purpose::AdditionalCost, options, min: 1, max: 1, ordered: false };
            if let Answer::Chosen(chosen) = self.ask(run, player, Some(spell), ask)?
                && let Some((_, cost)) = chosen.first().and_then(|&index| possible.get(index as usize))
            {
                choices.added.push((*cost).clone());
            }
        }
        let options = self.optional_costs(player, spell);
        for (place, (tag, cost, times)) in options.iter().enumerate() {
            let limit = times.unwrap_or(20);
            let mut most = 0u8;
            let mut trial = choices.clone();
            while most < limit {
                let mut with = paid.to_vec();
                with.push((*tag, most + 1));
                self.set_paid(spell, &with);
                if !self.could_add(player, spell, way, &trial, cost) {
                    break;
                }
                trial.added.push(cost.clone());
                most += 1;
            }
            self.set_paid(spell, paid);
            if most == 0 {
                continue;
            }
            let later = &options[place + 1..];
            let may_skip = self.could_complete(player, spell, way, choices, paid, later, (bodies, modes));
            let count = if limit == 1 && may_skip {
                u8::from(self.yes_no(run, player, Some(spell), Purpose::OptionalCost)?)
            } else if limit == 1 {
                // It has to be paid: what was chosen before, or the rest of the cost, asks for it.
                let options = vec![Choice::Answer(true)];
                let ask = Ask::Choose { purpose: Purpose::OptionalCost, options, min: 1, max: 1, ordered: false };
                self.ask(run, player, Some(spell), ask)?;
                1
            } else {
                let min = i32::from(!may_skip);
                let ask = Ask::number(Purpose::OptionalCost, min, i32::from(most));
                match self.ask(run, player, Some(spell), ask)? {
                    Answer::Number(number) => number as u8,
                    _ => 0,
                }
            };
            if count > 0 {
                paid.push((*tag, count));
                choices.added.extend(std::iter::repeat_n(cost.clone(), usize::from(count)));
                self.set_paid(spell, paid);
            }
        }
        if !modes.is_empty() && !self.modes_fit(spell, player, bodies, modes) {
            return Err(Refusal::new("modern:601.5", "the modes are not allowed with what is paid").into());
        }
        Ok(())
    }

    /// Whether the announcement can go on with what has been chosen, some of the later options paid or none of them: the
    /// modes are allowed and the cost can be paid.
    #[allow(clippy::too_many_arguments)] // the parts of an announcement
    fn could_complete(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        way: &OwnedWay,
        choices: &CostChoices,
        paid: &[(CostTag, u8)],
        later: &[(CostTag, Cost, Option<u8>)],
        (bodies, modes): (&[Body], &[u8]),
    ) -> bool {
        let later = &later[..later.len().min(4)];
        let found = (0..1_u32 << later.len()).any(|chosen| {
            let mut trial = choices.clone();
            let mut with = paid.to_vec();
            for (tag, cost, _) in later.iter().enumerate().filter(|(place, _)| chosen & 1 << place != 0).map(|(_, one)| one) {
                with.push((*tag, 1));
                trial.added.push(cost.clone());
            }
            self.set_paid(spell, &with);
            let total = self.spell_cost(player, spell, way.base(), &trial);
            let scope = Scope::bare(spell, player, Origin::Printed);
            self.modes_fit(spell, player, bodies, modes) && self.can_pay(player, &total, scope, PaidFor::Spell(spell))
        });
        self.set_paid(spell, paid);
        found
    }

    /// Whether it can be paid with these choices and one of each group of additional costs (601.2b).
    fn can_add_one_of_each(&self, player: PlayerId, spell: ObjectId, way: &OwnedWay, choices: CostChoices) -> bool {
        let groups = alternatives(self.alternatives_to_add(player, spell));
        self.can_pay_one_of_each(player, spell, way, choices, &groups)
    }

    fn can_pay_one_of_each(
        &self,
        player: PlayerId,
        spell: ObjectId,
        way: &OwnedWay,
        choices: CostChoices,
        groups: &[Vec<Vec<Cost>>],
    ) -> bool {
        let CostChoices { x, mut added } = choices;
        let scope = Scope::bare(spell, player, Origin::Printed);
        one_of_each(groups, &mut added, &|added| {
            let total = self.spell_cost(player, spell, way.base(), &CostChoices { x, added: added.to_vec() });
            self.can_pay(player, &total, scope, PaidFor::Spell(spell))
        })
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
        let total = self.spell_cost(player, spell, way.base(), &trial);
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
        modes: &[&Mode],
    ) -> Beat<i32> {
        let printed = match &way.cost {
            Some((_, cost)) => cost.clone(),
            None => self.characteristics(spell).cost.clone().map(Cost::mana).unwrap_or_default(),
        };
        let required = self.required_costs(player, spell);
        let costs = std::iter::once(&printed).chain(&choices.added).chain(&required);
        let has_x = costs.clone().any(Cost::has_x);
        if !has_x {
            return Ok(0);
        }
        let symbols: u32 = costs.map(x_symbols).sum();
        let values = self.spell_x_values(player, spell, (way.base(), choices), symbols, modes, way.out_of_time);
        if values.is_empty() {
            return Err(Refusal::new("modern:601.2b", "there is no value of X with which it can be cast").into());
        }
        let x = match self.ask(run, player, Some(spell), Ask::one_of(Purpose::X, &values))? {
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

    /// Casts a card while a spell or ability resolves (608.2g), for that cost or for nothing, in that manner.
    /// Says whether it was cast.
    pub(crate) fn cast_during_resolution(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        card: ObjectId,
        cost: Option<Cost>,
        manner: CastAs,
    ) -> Beat<bool> {
        // modern 118.9: without paying its mana cost is an alternative cost of nothing.
        let cost = cost.unwrap_or_default();
        let tag = CostTag(*known::FREE);
        if !self.may_be_cast_now(player, card, WayCost::Alternative(tag, &cost), manner) {
            return Ok(false);
        }
        self.cast(run, player, card, OwnedWay { cost: Some((tag, cost)), manner, ..OwnedWay::default() })?;
        Ok(true)
    }

    fn may_be_cast_now(&self, player: PlayerId, card: ObjectId, cost: WayCost<'_>, manner: CastAs) -> bool {
        let Some(object) = self.object(card) else { return false };
        // modern 111.8: a token that has left the battlefield is no card to cast.
        if object.kind == ObjectKind::Token {
            return false;
        }
        let turned = match manner {
            CastAs::ItIs => None,
            // modern 310.11b, 712.4a: what has no other face cannot be cast with it up.
            CastAs::OtherFace if self.other_face(object).is_none() => return false,
            _ => {
                let way = super::ways::Way { timing: crate::ability::Timing::Instant, cost, manner, by: None };
                Some(self.as_if_cast(player, card, &way, &super::ahead::Announced::default()))
            }
        };
        // modern 601.3e: only what it will be counts.
        let there = turned.as_ref().unwrap_or(self);
        let will_be = turned.as_ref().map_or_else(|| self.considered(object), |there| there.characteristics(card));
        if will_be.types.is(CardType::Land) || there.is_casting_prohibited(player, card) {
            return false;
        }
        let scope = Scope::bare(card, player, Origin::Printed);
        let choices = CostChoices::default();
        let total = there.spell_cost(player, card, cost, &choices);
        there.spell_has_targets(card, scope)
            && there.check_costs(player, card, cost, &total, &choices, scope, &there.mana_potential(player)).is_ok()
    }
}
