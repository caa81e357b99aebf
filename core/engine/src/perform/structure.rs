//! Effects that order, choose, bind and repeat others (modern 608.2c-f, 118.12).

use super::{Done, LIMIT, Plan, Resolving};
use crate::ability::{Amount, Callback, ChooseFrom, ChooseHow, Cost, CostPart, Effect, Objects, Players};
use crate::eval::ObjectList;
use crate::game::Game;
use crate::host;
use crate::ids::{PlayerId, Var};
use crate::mana::{ManaCost, ManaSymbol};
use crate::object::Value;
use crate::payment::{PaidFor, TotalCost};
use crate::question::{Choice, Purpose};
use crate::run::{Beat, Run, Stop};
use smallvec::SmallVec;

impl Resolving {
    /// Does something while the value is bound to the name.
    pub(super) fn with<T>(&mut self, var: Var, value: Value, act: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.bindings.values.len();
        self.bindings.values.push((var, value));
        let result = act(self);
        self.bindings.values.truncate(known);
        result
    }
}

/// Objects as a bound value.
pub(super) fn bound(objects: &[crate::ids::ObjectId]) -> Value {
    Value::Objects(SmallVec::from_slice(objects))
}

impl Game {
    pub(super) fn sequence(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, effects: &[Effect]) -> Beat<Done> {
        let mut all = Done::nothing();
        for effect in effects {
            all.and(self.perform(run, resolving, effect)?);
        }
        Ok(all)
    }

    /// Parts that cannot be gathered in one batch come after it, in the order written.
    pub(super) fn together(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, effects: &[Effect]) -> Beat<Done> {
        let mut plan = Plan::default();
        for effect in effects.iter().filter(|effect| super::is_batchable(effect)) {
            self.prepare(run, resolving, effect, &mut plan)?;
        }
        let mut all = self.carry_out(run, resolving, plan)?;
        for effect in effects.iter().filter(|effect| !super::is_batchable(effect)) {
            all.and(self.perform(run, resolving, effect)?);
        }
        Ok(all)
    }

    /// The structural effects over batchable bodies.
    pub(super) fn prepare_structure(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        effect: &Effect,
        plan: &mut Plan,
    ) -> Beat<()> {
        match effect {
            Effect::Together(effects) => {
                for effect in effects {
                    self.prepare(run, resolving, effect, plan)?;
                }
            }
            Effect::If(condition, yes, no) => {
                let chosen = if resolving.eval(self).holds(condition) { yes } else { no };
                self.prepare(run, resolving, chosen, plan)?;
            }
            Effect::May(players, yes, no) => {
                let willing = self.who_may(run, resolving, players, yes)?.is_some();
                plan.lacks(!willing);
                self.prepare(run, resolving, if willing { yes } else { no }, plan)?;
            }
            Effect::ForEach(objects, var, body) => {
                for object in self.each_object(resolving, objects, body) {
                    let value = bound(&[object]);
                    resolving.with(*var, value, |resolving| self.prepare(run, resolving, body, plan))?;
                }
            }
            Effect::ForEachPlayer(players, var, body) => {
                for player in self.actors(resolving, players) {
                    let value = Value::Players(SmallVec::from_slice(&[player]));
                    resolving.with(*var, value, |resolving| self.prepare(run, resolving, body, plan))?;
                }
            }
            Effect::Choose(choice, var, body) => {
                let (chosen, enough) = self.chosen_objects(run, resolving, choice)?;
                plan.lacks(!enough);
                resolving.with(*var, bound(&chosen), |resolving| self.prepare(run, resolving, body, plan))?;
            }
            Effect::ChoosePlayer(chooser, among, var, body) => {
                let chosen = self.chosen_player(run, resolving, chooser, among)?;
                plan.lacks(chosen.is_none());
                let value = Value::Players(chosen.into_iter().collect());
                resolving.with(*var, value, |resolving| self.prepare(run, resolving, body, plan))?;
            }
            Effect::ChooseEffect(chooser, effects) => match self.chosen_effect(run, resolving, chooser, effects)? {
                Some(chosen) => self.prepare(run, resolving, chosen, plan)?,
                None => plan.lacks(true),
            },
            Effect::Let(var, amount, body) => {
                let value = Value::Number(resolving.eval(self).amount(amount));
                resolving.with(*var, value, |resolving| self.prepare(run, resolving, body, plan))?;
            }
            Effect::LetObjects(var, objects, body) => {
                let value = bound(&resolving.eval(self).objects(objects));
                resolving.with(*var, value, |resolving| self.prepare(run, resolving, body, plan))?;
            }
            // Not batchable: `prepare` is not called for them.
            _ => {}
        }
        Ok(())
    }

    // modern 608.2d: what is impossible cannot be chosen, so nobody is asked.
    fn who_may(
        &mut self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        players: &Players,
        effect: &Effect,
    ) -> Beat<Option<PlayerId>> {
        let players = self.actors(resolving, players);
        if !self.could_be_done(resolving, effect) {
            return Ok(None);
        }
        for player in players {
            if self.yes_no(run, player, resolving.about(), Purpose::May)? {
                return Ok(Some(player));
            }
        }
        Ok(None)
    }

    pub(super) fn may(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        yes: &Effect,
        no: &Effect,
    ) -> Beat<Done> {
        if self.who_may(run, resolving, players, yes)?.is_some() {
            return self.perform(run, resolving, yes);
        }
        let mut done = self.perform(run, resolving, no)?;
        done.fully = false;
        Ok(done)
    }

    // modern 118.12, 608.2g: mana abilities may be activated for it. Several players are asked in turn order; one may pay.
    pub(super) fn may_pay(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        cost: &Cost,
        paid: &Effect,
        unpaid: &Effect,
    ) -> Beat<Done> {
        for player in self.actors(resolving, players) {
            let free = self.locked_cost(resolving, cost, 0);
            if !self.can_pay(player, &free, resolving.scope(), PaidFor::Other) {
                continue;
            }
            if !self.yes_no(run, player, resolving.about(), Purpose::MayPay)? {
                continue;
            }
            let mut total = free;
            if cost.has_x() {
                let x = self.x_to_pay(run, resolving, player, cost, &total)?;
                resolving.bindings.x = x as i32;
                total = self.locked_cost(resolving, cost, x);
            }
            let payment = self.pay(run, player, &total, resolving.scope(), PaidFor::Other)?;
            resolving.bindings.paid_with.extend(payment.with);
            return self.perform(run, resolving, paid);
        }
        let mut done = self.perform(run, resolving, unpaid)?;
        done.fully = false;
        Ok(done)
    }

    fn x_to_pay(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        player: PlayerId,
        cost: &Cost,
        without_x: &TotalCost,
    ) -> Beat<u32> {
        let symbols: u32 = cost.parts.iter().map(|part| if let CostPart::Mana(mana) = part { mana.x_count() } else { 0 }).sum();
        let greatest = if symbols > 0 {
            self.greatest_x(player, without_x, symbols, resolving.scope(), PaidFor::Other)
        } else {
            let payable =
                |x: &u32| self.can_pay(player, &self.locked_cost(resolving, cost, *x), resolving.scope(), PaidFor::Other);
            (1..=LIMIT).take_while(payable).last().unwrap_or(0)
        };
        let x = self.choose_number(run, player, resolving.about(), Purpose::X, 0, greatest as i32)?;
        Ok(x.max(0) as u32)
    }

    /// A cost that an effect asks for, with its amounts worked out. Effects do not increase or reduce it.
    pub(crate) fn locked_cost(&self, resolving: &Resolving, cost: &Cost, x: u32) -> TotalCost {
        let mut bindings = resolving.bindings.clone();
        bindings.x = x as i32;
        let scope = crate::eval::Scope { bindings: &bindings, ..resolving.scope() };
        let eval = self.eval(scope);
        let number = |amount: &Amount| Amount::Fixed(eval.amount(amount).max(0));
        let mut generic = 0_u32;
        let mut symbols = Vec::new();
        let mut parts = Vec::new();
        for part in &cost.parts {
            parts.push(match part {
                CostPart::Mana(mana) => {
                    for symbol in &mana.symbols {
                        match symbol {
                            ManaSymbol::Generic(amount) => generic = generic.saturating_add((*amount).into()),
                            ManaSymbol::X => generic = generic.saturating_add(x),
                            other => symbols.push(*other),
                        }
                    }
                    continue;
                }
                CostPart::GenericMana(amount) => {
                    generic = generic.saturating_add(eval.amount(amount).max(0) as u32);
                    continue;
                }
                CostPart::Life(amount) => CostPart::Life(number(amount)),
                CostPart::Tap(filter, amount) => CostPart::Tap(filter.clone(), number(amount)),
                CostPart::TapTotal(filter, stat, amount, tag) => CostPart::TapTotal(filter.clone(), *stat, number(amount), *tag),
                CostPart::Sacrifice(filter, amount, tag) => CostPart::Sacrifice(filter.clone(), number(amount), *tag),
                CostPart::Discard(filter, amount, tag) => CostPart::Discard(filter.clone(), number(amount), *tag),
                CostPart::DiscardAtRandom(amount) => CostPart::DiscardAtRandom(number(amount)),
                CostPart::Exile(zone, filter, amount, tag) => CostPart::Exile(*zone, filter.clone(), number(amount), *tag),
                CostPart::ReturnToHand(filter, amount, tag) => CostPart::ReturnToHand(filter.clone(), number(amount), *tag),
                CostPart::Reveal(filter, amount, tag) => CostPart::Reveal(filter.clone(), number(amount), *tag),
                CostPart::RemoveCounters(kind, amount) => CostPart::RemoveCounters(*kind, number(amount)),
                CostPart::PutCounters(kind, amount) => CostPart::PutCounters(*kind, number(amount)),
                CostPart::Mill(amount) => CostPart::Mill(number(amount)),
                CostPart::TapThis
                | CostPart::UntapThis
                | CostPart::SacrificeThis
                | CostPart::DiscardThis
                | CostPart::ExileThis
                | CostPart::ReturnThis
                | CostPart::Do(_) => part.clone(),
            });
        }
        if generic > 0 {
            symbols.insert(0, ManaSymbol::Generic(u16::try_from(generic).unwrap_or(u16::MAX)));
        }
        TotalCost { mana: ManaCost { symbols }, parts }
    }

    pub(super) fn for_each(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        objects: &Objects,
        var: Var,
        body: &Effect,
    ) -> Beat<Done> {
        let mut all = Done::nothing();
        for object in self.each_object(resolving, objects, body) {
            let value = bound(&[object]);
            all.and(resolving.with(var, value, |resolving| self.perform(run, resolving, body))?);
        }
        Ok(all)
    }

    // Gone objects are among them: their last-known information may be all that is asked for. modern 608.2f, 101.4: where
    // players choose, those of the active player's objects come first.
    fn each_object(&self, resolving: &Resolving, objects: &Objects, body: &Effect) -> ObjectList {
        let mut objects = resolving.eval(self).objects(objects);
        if asks(body) {
            let count = self.players.len();
            let active = self.turn.active.index();
            objects.sort_by_key(|object| (self.controller(*object).index() + count - active) % count);
        }
        objects
    }

    pub(super) fn for_each_player(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        players: &Players,
        var: Var,
        body: &Effect,
    ) -> Beat<Done> {
        let mut all = Done::nothing();
        for player in self.actors(resolving, players) {
            let value = Value::Players(SmallVec::from_slice(&[player]));
            all.and(resolving.with(var, value, |resolving| self.perform(run, resolving, body))?);
        }
        Ok(all)
    }

    pub(super) fn repeat(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, amount: &Amount, body: &Effect) -> Beat<Done> {
        let mut all = Done::nothing();
        for _ in 0..self.times_of(resolving, amount)? {
            all.and(self.perform(run, resolving, body)?);
        }
        Ok(all)
    }

    /// Both the objects and the amount are bound to the one name: whoever asks for a number finds the number.
    pub(super) fn first_then(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        first: &Effect,
        var: Var,
        second: &Effect,
    ) -> Beat<Done> {
        let done = self.perform(run, resolving, first)?;
        let known = resolving.bindings.values.len();
        resolving.bindings.values.push((var, Value::Number(done.amount)));
        resolving.bindings.values.push((var, bound(&done.objects)));
        let result = self.then_also(run, resolving, done, second);
        resolving.bindings.values.truncate(known);
        result
    }

    /// Performs what comes after something done; together they did both.
    pub(super) fn then_also(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        mut done: Done,
        next: &Effect,
    ) -> Beat<Done> {
        done.and(self.perform(run, resolving, next)?);
        Ok(done)
    }

    pub(super) fn choose_then(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        choice: &ChooseFrom,
        var: Var,
        body: &Effect,
    ) -> Beat<Done> {
        let (chosen, enough) = self.chosen_objects(run, resolving, choice)?;
        let mut done = resolving.with(var, bound(&chosen), |resolving| self.perform(run, resolving, body))?;
        done.fully &= enough;
        Ok(done)
    }

    /// The objects chosen, and whether there were as many as it takes.
    fn chosen_objects(&mut self, run: &mut Run<'_>, resolving: &Resolving, choice: &ChooseFrom) -> Beat<(ObjectList, bool)> {
        // modern 609.7a: a source of damage may be gone already.
        let options = match &choice.from {
            Objects::DamageSources => resolving.eval(self).objects(&choice.from),
            Objects::Among(of, _) if **of == Objects::DamageSources => resolving.eval(self).objects(&choice.from),
            from => self.acted_on(resolving, from),
        };
        let min = self.count_of(resolving, &choice.min) as usize;
        let max = self.count_of(resolving, &choice.max) as usize;
        let chooser = match choice.how {
            ChooseHow::Choose => self.actors(resolving, &choice.chooser).first().copied(),
            ChooseHow::ControllerChooses => Some(resolving.controller),
            ChooseHow::Random => {
                let chosen = self.random_pick(&options, max);
                let enough = chosen.len() >= min;
                return Ok((chosen, enough));
            }
        };
        let Some(chooser) = chooser else { return Ok((ObjectList::new(), false)) };
        let chosen = self.choose_among(run, chooser, resolving.about(), Purpose::Objects, &options, min, max)?;
        let enough = chosen.len() >= min;
        Ok((chosen, enough))
    }

    pub(super) fn choose_player_then(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        chooser: &Players,
        among: &Players,
        var: Var,
        body: &Effect,
    ) -> Beat<Done> {
        let chosen = self.chosen_player(run, resolving, chooser, among)?;
        let value = Value::Players(chosen.into_iter().collect());
        let mut done = resolving.with(var, value, |resolving| self.perform(run, resolving, body))?;
        done.fully &= chosen.is_some();
        Ok(done)
    }

    pub(super) fn chosen_player(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        chooser: &Players,
        among: &Players,
    ) -> Beat<Option<PlayerId>> {
        let Some(&chooser) = self.actors(resolving, chooser).first() else { return Ok(None) };
        self.choose_player(run, chooser, resolving.about(), &self.actors(resolving, among))
    }

    pub(super) fn choose_effect(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        chooser: &Players,
        effects: &[Effect],
    ) -> Beat<Done> {
        match self.chosen_effect(run, resolving, chooser, effects)? {
            Some(effect) => self.perform(run, resolving, effect),
            None => Ok(Done::failed()),
        }
    }

    // modern 608.2d: only what is possible can be chosen; with nothing possible, as much as possible of any (609.3).
    fn chosen_effect<'a>(
        &self,
        run: &mut Run<'_>,
        resolving: &Resolving,
        chooser: &Players,
        effects: &'a [Effect],
    ) -> Beat<Option<&'a Effect>> {
        let Some(&chooser) = self.actors(resolving, chooser).first() else { return Ok(None) };
        let mut places: SmallVec<[usize; 4]> =
            (0..effects.len()).filter(|place| self.could_be_done(resolving, &effects[*place])).collect();
        if places.is_empty() {
            places = (0..effects.len()).collect();
        }
        let options = places.iter().map(|place| Choice::Mode(*place as u8)).collect();
        let chosen = self.choose_one(run, chooser, resolving.about(), Purpose::Effect, options)?;
        Ok(chosen.map(|chosen| &effects[places[chosen]]))
    }

    pub(super) fn let_amount(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        var: Var,
        amount: &Amount,
        body: &Effect,
    ) -> Beat<Done> {
        let value = Value::Number(resolving.eval(self).amount(amount));
        resolving.with(var, value, |resolving| self.perform(run, resolving, body))
    }

    pub(super) fn let_objects(
        &mut self,
        run: &mut Run<'_>,
        resolving: &mut Resolving,
        var: Var,
        objects: &Objects,
        body: &Effect,
    ) -> Beat<Done> {
        let value = bound(&resolving.eval(self).objects(objects));
        resolving.with(var, value, |resolving| self.perform(run, resolving, body))
    }

    pub(super) fn script(&mut self, run: &mut Run<'_>, resolving: &mut Resolving, callback: &Callback) -> Beat<Done> {
        let effect = host::ask(callback, |host| host.effect(self, resolving.scope(), callback));
        match host::take_failure() {
            Some(error) => Err(Stop::Host(error)),
            None => self.perform(run, resolving, &effect),
        }
    }
}

/// Whether players are asked something for each object that the effect is done for.
fn asks(effect: &Effect) -> bool {
    match effect {
        Effect::May(..)
        | Effect::Pay(..)
        | Effect::PayTimes(..)
        | Effect::Choose(..)
        | Effect::ChoosePlayer(..)
        | Effect::ChooseEffect(..)
        | Effect::SacrificeChoice(..)
        | Effect::Discard(..) => true,
        Effect::Sequence(effects) | Effect::Together(effects) => effects.iter().any(asks),
        Effect::If(_, yes, no) => asks(yes) || asks(no),
        Effect::Then(first, _, second) | Effect::IfDone(first, second, _) => asks(first) || asks(second),
        Effect::Let(_, _, body) | Effect::LetObjects(_, _, body) | Effect::SelfReplacing(body, _) => asks(body),
        _ => false,
    }
}
