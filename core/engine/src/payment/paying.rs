//! Paying: mana first, then the other parts (modern 601.2g-h).

use super::mana_ability::Planned;
use super::parts::{Candidates, Demand, Demands, How};
use super::potential::PoolPlace;
use super::solver::Plan;
use super::symbols::{Kinds, Otherwise, PHYREXIAN_LIFE, Requirements};
use super::{Busy, PaidFor, Payment, TotalCost};
use crate::ability::{CostPart, MoveCause, Stat};
use crate::eval::Scope;
use crate::event::{Event, Move, Place};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::ManaType;
use crate::object::Recipient;
use crate::perform::Resolving;
use crate::pipeline::Batch;
use crate::question::{Answer, Ask, Choice, Purpose, Refusal};
use crate::run::{Beat, Run, Stop};
use crate::zone::ZoneKind;
use rand_chacha::rand_core::Rng;
use smallvec::SmallVec;

/// How often a payment is planned anew when mana abilities made something else than planned.
const REPLANS: u32 = 8;

/// Whether a permanent that is tapped as a cost is tapped for mana (106.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tapping {
    /// The cost is that of a mana ability.
    ForMana,
    /// It is not.
    Otherwise,
}

/// Who pays, and for what.
#[derive(Clone, Copy)]
pub(crate) struct Payer<'a> {
    /// Who pays.
    pub(crate) player: PlayerId,
    /// Whose cost it is.
    pub(crate) scope: Scope<'a>,
    /// What is paid for.
    pub(crate) paid_for: PaidFor,
    /// Objects to use where there is a choice.
    pub(crate) with: &'a [ObjectId],
    /// Whether the cost is that of a mana ability.
    pub(crate) tapping: Tapping,
}

fn unpayable(why: &str) -> Stop {
    // modern 118.3: a cost that can only be paid in part cannot be paid.
    Refusal::new("modern:601.2h", why).into()
}

impl Game {
    /// Activates mana abilities and pays the mana part (601.2g-h).
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn pay_mana(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        cost: &TotalCost,
        scope: Scope<'_>,
        paid_for: PaidFor,
        busy: &Busy,
        payment: &mut Payment,
    ) -> Beat<()> {
        let any_color = self.pool_potential(player).any_color;
        let mut need = self.mana_needed(&any_color, cost, scope, paid_for);
        drop(any_color);
        if need.is_free() {
            return Ok(());
        }
        let with_life = self.settle_phyrexian(run, player, cost, scope, paid_for, busy, &mut need)?;
        for _ in 0..REPLANS {
            let Some((plan, steps)) = self.plan_steps(player, cost, scope, paid_for, busy, &need, with_life) else {
                return Err(unpayable("there is not enough mana"));
            };
            if steps.is_empty() {
                self.spend_plan(player, &plan, payment);
                for _ in 0..with_life {
                    self.pay_life(run, player, PHYREXIAN_LIFE)?;
                }
                return Ok(());
            }
            for step in &steps {
                self.use_mana_ability(run, player, step.source, step.index, Some(step), busy)?;
            }
        }
        Err(unpayable("mana abilities did not make the mana that was needed"))
    }

    /// The plan, with its steps as they can be carried out.
    #[allow(clippy::too_many_arguments)]
    fn plan_steps(
        &self,
        player: PlayerId,
        cost: &TotalCost,
        scope: Scope<'_>,
        paid_for: PaidFor,
        busy: &Busy,
        need: &Requirements,
        with_life: u32,
    ) -> Option<(Plan, SmallVec<[Planned; 6]>)> {
        let mut demands =
            if Game::has_other_parts(cost) { self.demands(player, &cost.parts, scope, paid_for)? } else { Demands::default() };
        // modern 601.2h: life for symbols is paid after mana abilities have been used.
        demands.life += with_life * PHYREXIAN_LIFE;
        // What the pool alone can pay needs no look at the board.
        let pool = self.pool_potential(player);
        if need.least() <= pool.most
            && let Some(plan) = self.plan(&pool, need, &demands, scope, paid_for)
            && plan.with_life == 0
        {
            return Some((plan, SmallVec::new()));
        }
        let potential = self.mana_potential_for(player, paid_for, busy);
        let (plan, potential) = self.plan_with_life(potential, need, &demands, scope, paid_for)?;
        let steps = plan.steps.iter().filter_map(|step| {
            let source = potential.sources().get(step.source)?;
            let way = source.alternatives.get(step.alternative)?;
            let wish = step.wanted.first().copied().unwrap_or(Kinds::NONE);
            let by = way.by.iter().find(|by| wish == Kinds::NONE || by.kinds.meets(wish)).or(way.by.first())?;
            let others = way.taps.iter().chain(&way.leaves).copied().filter(|object| *object != source.object);
            Some(Planned {
                source: source.object,
                index: by.ability,
                wanted: step.wanted.clone(),
                pays: step.pays.clone(),
                with: others.collect(),
            })
        });
        let steps = steps.collect();
        Some((plan, steps))
    }

    /// Settles for each phyrexian symbol whether mana or life is paid, asking where both are possible (107.4f). Returns how
    /// many are paid with life; they are taken out of `need`.
    #[allow(clippy::too_many_arguments)]
    fn settle_phyrexian(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        cost: &TotalCost,
        scope: Scope<'_>,
        paid_for: PaidFor,
        busy: &Busy,
        need: &mut Requirements,
    ) -> Beat<u32> {
        let mut with_life = 0;
        if need.pips.iter().all(|pip| pip.otherwise != Otherwise::Life) {
            return Ok(0);
        }
        let Some(mut demands) = self.demands(player, &cost.parts, scope, paid_for) else {
            return Err(unpayable("the cost cannot be paid"));
        };
        let potential = self.mana_potential_for(player, paid_for, busy);
        while let Some(place) = need.pips.iter().position(|pip| pip.otherwise == Otherwise::Life) {
            let mut by_mana = need.clone();
            by_mana.pips[place].otherwise = Otherwise::Never;
            let mut by_life = need.clone();
            by_life.pips.remove(place);
            let mut less = demands.clone();
            less.life += PHYREXIAN_LIFE;
            let mana_does = self.plan_with_life(potential.clone(), &by_mana, &demands, scope, paid_for).is_some();
            let life_does = less.life <= self.life_to_pay(player)
                && self.plan_with_life(potential.clone(), &by_life, &less, scope, paid_for).is_some();
            let life = match (mana_does, life_does) {
                (false, false) => return Err(unpayable("there is neither mana nor life enough")),
                (true, true) => {
                    let options = vec![Choice::PayLife(false), Choice::PayLife(true)];
                    let ask = Ask::Choose { purpose: Purpose::PhyrexianMana, options, min: 1, max: 1, ordered: false };
                    matches!(self.ask(run, player, Some(scope.source), ask)?, Answer::Chosen(chosen) if chosen[..] == [1])
                }
                (_, life) => life,
            };
            if life {
                *need = by_life;
                demands = less;
                with_life += 1;
            } else {
                *need = by_mana;
            }
        }
        Ok(with_life)
    }

    /// Takes what the plan says from the pool.
    fn spend_plan(&mut self, player: PlayerId, plan: &Plan, payment: &mut Payment) {
        let places = self.pool_potential(player).places;
        let pool = &mut self.players[player.index()].pool;
        let mut special = SmallVec::<[u16; 8]>::new();
        for from in &plan.from_pool {
            match places.get(*from as usize) {
                Some(PoolPlace::Plain(mana)) => {
                    let count = &mut pool.plain[mana.index()];
                    *count = count.saturating_sub(1);
                    payment.mana[mana.index()] += 1;
                }
                Some(PoolPlace::Special(place)) => special.push(*place),
                None => {}
            }
        }
        special.sort_unstable_by(|a, b| b.cmp(a));
        for place in special {
            let mana = pool.special.remove(place as usize);
            payment.mana[mana.mana.index()] += 1;
        }
    }

    /// Takes mana of exactly these kinds from the pool, as planned for a mana ability's own cost. Nothing is taken if some of
    /// it is not there.
    pub(crate) fn spend_exactly(&mut self, player: PlayerId, kinds: &[Kinds], paid_for: PaidFor, payment: &mut Payment) -> bool {
        let mut pool = self.player(player).pool.clone();
        let mut spent = SmallVec::<[ManaType; 4]>::new();
        for &wish in kinds {
            let fits = |mana: ManaType, snow: bool| wish == Kinds::NONE || Kinds::made(mana, snow).meets(wish);
            let scope = match paid_for {
                PaidFor::Ability(source) | PaidFor::Spell(source) => Scope::bare(source, player, crate::ability::Origin::Printed),
                PaidFor::Other => return false,
            };
            let special = pool.special.iter().position(|mana| {
                fits(mana.mana, mana.snow)
                    && mana.only_for.as_deref().is_none_or(|filter| self.fits_paid_for(filter, scope, paid_for))
            });
            if let Some(place) = special {
                spent.push(pool.special.remove(place).mana);
                continue;
            }
            let plain = ManaType::ALL.into_iter().find(|mana| pool.plain[mana.index()] > 0 && fits(*mana, false));
            let Some(mana) = plain else { return false };
            pool.plain[mana.index()] -= 1;
            spent.push(mana);
        }
        for mana in spent {
            payment.mana[mana.index()] += 1;
        }
        self.players[player.index()].pool = pool;
        true
    }

    fn pay_life(&mut self, run: &mut Run<'_>, player: PlayerId, amount: u32) -> Beat<()> {
        // modern 119.4: paying 0 life is always possible and changes nothing.
        if amount == 0 {
            return Ok(());
        }
        if self.life_to_pay(player) < amount {
            return Err(unpayable("there is not enough life"));
        }
        self.happen_one(run, None, Event::PayLife { player, amount })?;
        Ok(())
    }

    /// Pays the parts that are not mana.
    pub(crate) fn pay_parts(
        &mut self,
        run: &mut Run<'_>,
        payer: Payer<'_>,
        parts: &[CostPart],
        payment: &mut Payment,
    ) -> Beat<()> {
        self.pay_counters(run, parts, payer.scope)?;
        let mut order: SmallVec<[&CostPart; 4]> = parts.iter().filter(|part| rank(part) > 0).collect();
        order.sort_by_key(|part| rank(part));
        for (place, part) in order.iter().copied().enumerate() {
            self.pay_part(run, payer, part, &order[place + 1..], payment)?;
        }
        Ok(())
    }

    /// All changes to counters of one kind are one event (606.5).
    fn pay_counters(&mut self, run: &mut Run<'_>, parts: &[CostPart], scope: Scope<'_>) -> Beat<()> {
        for (kind, change) in self.counter_changes(parts, scope) {
            let on = Recipient::Object(scope.source);
            let amount = u32::try_from(change.unsigned_abs()).unwrap_or(u32::MAX);
            let event = match change {
                0 => continue,
                ..0 => {
                    if self.object(scope.source).is_none_or(|object| object.counter(kind) < amount) {
                        return Err(unpayable("there are not enough counters"));
                    }
                    Event::RemoveCounters { on, kind, amount, left: None }
                }
                _ => Event::PutCounters { on, kind, amount },
            };
            let happened = self.happen_one(run, None, event)?;
            if !happened.fully {
                return Err(unpayable("the counters cannot be changed"));
            }
        }
        Ok(())
    }

    fn pay_part(
        &mut self,
        run: &mut Run<'_>,
        payer: Payer<'_>,
        part: &CostPart,
        later: &[&CostPart],
        payment: &mut Payment,
    ) -> Beat<()> {
        let Payer { player, scope, paid_for, .. } = payer;
        let amount = part.amount().map_or(1, |amount| self.positive(scope, amount));
        let objects: Candidates = match part {
            CostPart::Life(_) => return self.pay_life(run, player, amount),
            CostPart::Do(effect) => {
                let mut bindings = scope.bindings.clone();
                bindings.paid_with.extend(payment.with.iter().copied());
                bindings.moved.extend(payment.moved.iter().copied());
                let mut resolving = Resolving::new(scope.source, player, scope.origin, None, bindings);
                let done = self.perform(run, &mut resolving, effect)?;
                return if done.fully { Ok(()) } else { Err(unpayable("it could not be done in full")) };
            }
            CostPart::Mill(_) => {
                let library = &self.player(player).library;
                let rest = library.len().checked_sub(amount as usize).ok_or_else(|| unpayable("there are not enough cards"))?;
                library[rest..].iter().rev().copied().collect()
            }
            CostPart::TapThis => {
                let ready = self.permanent(scope.source).is_some_and(|object| !object.is_tapped() && !self.is_too_new(object));
                if !ready {
                    return Err(unpayable("it cannot be tapped"));
                }
                SmallVec::from_slice(&[scope.source])
            }
            CostPart::UntapThis => {
                let ready = self.permanent(scope.source).is_some_and(|object| object.is_tapped() && !self.is_too_new(object));
                if !ready {
                    return Err(unpayable("it cannot be untapped"));
                }
                SmallVec::from_slice(&[scope.source])
            }
            CostPart::DiscardAtRandom(_) => {
                let (_, cards) = self.candidates(player, part, scope, paid_for);
                self.pick_at_random(cards, amount as usize)?
            }
            CostPart::TapTotal(_, stat, ..) => self.choose_total(run, payer, part, *stat, amount)?,
            _ => self.choose_to_pay(run, payer, part, amount, later)?,
        };
        if let Some(tag) = part.tag() {
            payment.with.extend(objects.iter().map(|object| (tag, *object)));
        }
        self.use_objects(run, payer, part, &objects, payment)
    }

    /// Asks which objects to pay with, leaving enough for the parts that are paid later.
    fn choose_to_pay(
        &self,
        run: &mut Run<'_>,
        payer: Payer<'_>,
        part: &CostPart,
        amount: u32,
        later: &[&CostPart],
    ) -> Beat<Candidates> {
        let Payer { player, scope, paid_for, with, .. } = payer;
        if amount == 0 {
            return Ok(Candidates::new());
        }
        let (how, mut among) = self.candidates(player, part, scope, paid_for);
        if (among.len() as u64) < u64::from(amount) {
            return Err(unpayable("there is not enough to pay with"));
        }
        let preset: Candidates = with.iter().copied().filter(|object| among.contains(object)).take(amount as usize).collect();
        if preset.len() == amount as usize {
            return Ok(preset);
        }
        let mut rest = Demands::default();
        for part in later {
            let count = part.amount().map_or(1, |amount| self.positive(scope, amount));
            if let CostPart::TapTotal(_, stat, ..) = part {
                let (later_how, later_among) = self.candidates(player, part, scope, paid_for);
                if later_how == how {
                    rest.totals.push(self.total_demand(scope, later_how, &later_among, *stat, count));
                }
                continue;
            }
            let (later_how, later_among) = match part {
                CostPart::TapThis => (How::Tap, SmallVec::from_slice(&[scope.source])),
                CostPart::Life(_) | CostPart::Do(_) | CostPart::Mill(_) | CostPart::UntapThis => continue,
                part => self.candidates(player, part, scope, paid_for),
            };
            let touches = later_how == how || how == How::Leave;
            if count > 0 && touches && later_among.iter().any(|object| among.contains(object)) {
                rest.objects.push(Demand { how: later_how, among: later_among, count });
            }
        }
        if rest.is_empty() {
            return self.ask_for_objects(run, player, scope.source, &among, amount);
        }
        // One by one, so that what is left is always enough.
        let mut chosen = Candidates::new();
        while (chosen.len() as u32) < amount {
            let missing = amount - chosen.len() as u32 - 1;
            let keeps = |object: ObjectId| {
                let mut used = chosen.clone();
                used.push(object);
                let mut after = rest.clone();
                if missing > 0 {
                    after.objects.push(Demand { how, among: among.clone(), count: missing });
                }
                let none: &[ObjectId] = &[];
                if how == How::Tap { after.met_without(&used, none) } else { after.met_without(none, &used) }
            };
            let open: Candidates = among.iter().copied().filter(|object| keeps(*object)).collect();
            let next = self.ask_for_objects(run, player, scope.source, &open, 1)?;
            let Some(&object) = next.first() else { return Err(unpayable("there is not enough to pay with")) };
            chosen.push(object);
            among.retain(|other| *other != object);
        }
        Ok(chosen)
    }

    /// Asks which objects to pay with until they have enough of what is asked for: at first any number of them, then more as
    /// long as they fall short.
    fn choose_total(&self, run: &mut Run<'_>, payer: Payer<'_>, part: &CostPart, stat: Stat, least: u32) -> Beat<Candidates> {
        let Payer { player, scope, paid_for, .. } = payer;
        let mut chosen = Candidates::new();
        if least == 0 {
            return Ok(chosen);
        }
        let (how, among) = self.candidates(player, part, scope, paid_for);
        let mut left = self.total_demand(scope, how, &among, stat, least).among;
        // What counts against it is left out where it could leave too little.
        let (more, less) = left.iter().fold((0, 0), |(more, less), (_, number)| (more + number.max(&0), less + number.min(&0)));
        if more + less < i64::from(least) {
            left.retain(|(_, number)| *number >= 0);
        }
        let mut missing = i64::from(least);
        while missing > 0 {
            if left.is_empty() {
                return Err(unpayable("there is not enough to pay with"));
            }
            let options = left.iter().map(|(object, _)| Choice::Object(*object)).collect();
            let ask = Ask::Choose { purpose: Purpose::PayCost, options, min: 1, max: left.len() as u32, ordered: false };
            let Answer::Chosen(places) = self.ask(run, player, Some(scope.source), ask)? else {
                return Err(unpayable("nothing was chosen"));
            };
            let picked: Candidates =
                places.iter().filter_map(|place| left.get(*place as usize)).map(|(object, _)| *object).collect();
            missing -= left.iter().filter(|(object, _)| picked.contains(object)).map(|(_, number)| *number).sum::<i64>();
            left.retain(|(object, _)| !picked.contains(object));
            chosen.extend(picked);
        }
        Ok(chosen)
    }

    fn ask_for_objects(
        &self,
        run: &mut Run<'_>,
        player: PlayerId,
        about: ObjectId,
        among: &[ObjectId],
        count: u32,
    ) -> Beat<Candidates> {
        if (among.len() as u64) < u64::from(count) {
            return Err(unpayable("there is not enough to pay with"));
        }
        let options = among.iter().map(|object| Choice::Object(*object)).collect();
        let ask = Ask::Choose { purpose: Purpose::PayCost, options, min: count, max: count, ordered: false };
        match self.ask(run, player, Some(about), ask)? {
            Answer::Chosen(chosen) => Ok(chosen.iter().filter_map(|place| among.get(*place as usize).copied()).collect()),
            _ => Err(unpayable("nothing was chosen")),
        }
    }

    /// Lets what the part does to the objects happen, as one batch.
    fn use_objects(
        &mut self,
        run: &mut Run<'_>,
        payer: Payer<'_>,
        part: &CostPart,
        objects: &[ObjectId],
        payment: &mut Payment,
    ) -> Beat<()> {
        if objects.is_empty() {
            return Ok(());
        }
        let (to, cause) = match part {
            CostPart::Sacrifice(..) | CostPart::SacrificeThis => (ZoneKind::Graveyard, MoveCause::Sacrifice),
            CostPart::Discard(..) | CostPart::DiscardAtRandom(_) | CostPart::DiscardThis => {
                (ZoneKind::Graveyard, MoveCause::Discard)
            }
            CostPart::Mill(_) => (ZoneKind::Graveyard, MoveCause::Mill),
            CostPart::ReturnToHand(..) | CostPart::ReturnThis => (ZoneKind::Hand, MoveCause::Effect),
            _ => (ZoneKind::Exile, MoveCause::Effect),
        };
        let event = |object: ObjectId| match part {
            CostPart::TapThis => Event::Tap { object, for_mana: payer.tapping == Tapping::ForMana },
            CostPart::Tap(..) | CostPart::TapTotal(..) => Event::Tap { object, for_mana: false },
            CostPart::UntapThis => Event::Untap { object },
            CostPart::Reveal(..) => Event::Reveal { object, by: None },
            _ => Event::Move(Move {
                object,
                became: None,
                from: self.object(object).map_or(ZoneKind::Outside, |object| object.zone),
                to,
                cause,
                by: Some(payer.scope.source),
                place: Place::Top,
                enters: None,
                face_down: false,
                controller: self.controller(object),
            }),
        };
        let batch: Batch = objects.iter().copied().map(event).collect();
        let happened = self.happen(run, None, batch)?;
        if !happened.fully {
            return Err(unpayable("something cannot be done to pay"));
        }
        for event in &happened.events {
            if let Event::Move(Move { object, became: Some(became), .. }) = event {
                payment.moved.push((*object, *became));
            }
        }
        Ok(())
    }

    /// That many of the cards at random.
    fn pick_at_random(&mut self, mut cards: Candidates, count: usize) -> Beat<Candidates> {
        if cards.len() < count {
            return Err(unpayable("there are not enough cards"));
        }
        let mut picked = Candidates::new();
        for _ in 0..count {
            let place = random_below(&mut self.rng, cards.len() as u32) as usize;
            picked.push(cards.remove(place));
        }
        Ok(picked)
    }
}

/// The order in which parts are paid; 0 for those paid elsewhere. What taps comes before what leaves, what is chosen before
/// what is certain, and chance and the library come last (601.2h).
fn rank(part: &CostPart) -> u8 {
    match part {
        CostPart::Mana(_) | CostPart::GenericMana(_) => 0,
        CostPart::TapThis => 1,
        CostPart::UntapThis => 2,
        CostPart::Tap(..) => 3,
        CostPart::TapTotal(..) | CostPart::Reveal(..) => 4,
        CostPart::Life(_) => 5,
        CostPart::RemoveCounters(..) | CostPart::PutCounters(..) => 0,
        CostPart::Sacrifice(..) | CostPart::Discard(..) | CostPart::Exile(..) | CostPart::ReturnToHand(..) => 7,
        CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis | CostPart::ReturnThis => 8,
        CostPart::Do(_) => 9,
        CostPart::DiscardAtRandom(_) => 10,
        CostPart::Mill(_) => 11,
    }
}

/// A number below `bound`, every one as likely as the others.
fn random_below(rng: &mut impl Rng, bound: u32) -> u32 {
    if bound < 2 {
        return 0;
    }
    let fair = u32::MAX - u32::MAX % bound;
    loop {
        let number = rng.next_u32();
        if number < fair {
            return number % bound;
        }
    }
}
