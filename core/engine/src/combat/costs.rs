//! Costs to attack and to block (modern 508.1h-j, 509.1d-f). Declaring a creature that has one is the promise to pay it;
//! what cannot be paid is not a legal declaration.

use crate::ability::{Amount, AttackRule, Cost, CostPart, Origin};
use crate::eval::{Eval, Scope};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::{ManaCost, ManaSymbol};
use crate::object::{Bindings, Recipient, TapState};
use crate::payment::{PaidFor, TotalCost};
use crate::pipeline::Batch;
use crate::question::{Purpose, Refusal};
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use smallvec::SmallVec;

/// A cost that a rule asks for, locked in (508.1h).
#[derive(Clone, PartialEq, Debug)]
pub struct CombatCost {
    /// The object whose rule it is.
    pub source: ObjectId,
    /// Where that object has the rule from.
    pub origin: Origin,
    /// What the rule's ability knows.
    pub bindings: Bindings,
    /// What is to be paid.
    pub total: TotalCost,
}

/// One creature's share in the costs of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toll {
    /// The creature.
    pub creature: ObjectId,
    /// What it has to attack for the cost to be due; for blockers nothing.
    pub against: Option<Recipient>,
    /// The cost, by its place among [`Tolls::costs`].
    pub cost: u32,
    /// Whether all costs of this creature could be paid even if every creature that can attack were tapped, and nothing
    /// else were paid for.
    pub sure: bool,
}

/// The costs that a declaration may bring.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tolls {
    /// The costs, one for each rule.
    pub costs: Vec<CombatCost>,
    /// Which creatures have to pay which.
    pub tolls: Vec<Toll>,
}

impl CombatCost {
    /// Locks in what the cost is now, for the scope of its rule.
    pub(super) fn lock(eval: Eval<'_>, cost: &Cost) -> Self {
        let mut total = TotalCost::default();
        for part in &cost.parts {
            match part {
                CostPart::Mana(mana) => add_mana(&mut total.mana, mana),
                CostPart::GenericMana(amount) => add_generic(&mut total.mana, eval.amount(amount)),
                other => total.parts.push(lock_amounts(eval, other)),
            }
        }
        let Scope { source, origin, bindings, .. } = eval.scope;
        CombatCost { source, origin, bindings: bindings.clone(), total }
    }
    /// The scope in which it is paid: "you" is who pays.
    fn scope(&self, payer: PlayerId) -> Scope<'_> {
        Scope { source: self.source, controller: payer, origin: self.origin, bindings: &self.bindings }
    }
}

impl Tolls {
    /// Whether the creature has to pay for that.
    pub fn is_due(&self, creature: ObjectId, against: Option<Recipient>) -> bool {
        self.tolls.iter().any(|toll| toll.creature == creature && toll.against == against)
    }
    /// Whether the creature's costs for that can be paid whatever else attacks.
    pub fn is_sure(&self, creature: ObjectId, against: Option<Recipient>) -> bool {
        self.tolls.iter().all(|toll| toll.creature != creature || toll.against != against || toll.sure)
    }
    /// Everything that these creatures have to pay. All mana is in the first cost, so that it is paid together.
    pub fn bill(&self, declared: impl Iterator<Item = (ObjectId, Option<Recipient>)>) -> Vec<CombatCost> {
        let mut bill: Vec<CombatCost> = Vec::new();
        for (creature, against) in declared {
            for toll in self.tolls.iter().filter(|toll| toll.creature == creature && toll.against == against) {
                self.charge(&mut bill, toll.cost);
            }
        }
        bill
    }
    fn charge(&self, bill: &mut Vec<CombatCost>, cost: u32) {
        let cost = &self.costs[cost as usize];
        let Some(first) = bill.first_mut() else {
            bill.push(cost.clone());
            return;
        };
        add_mana(&mut first.total.mana, &cost.total.mana);
        if cost.total.parts.is_empty() {
            return;
        }
        match bill.iter_mut().find(|known| known.source == cost.source && known.origin == cost.origin) {
            Some(known) => known.total.parts.extend(cost.total.parts.iter().cloned()),
            None => {
                let total = TotalCost { parts: cost.total.parts.clone(), ..TotalCost::default() };
                bill.push(CombatCost { total, ..cost.clone() });
            }
        }
    }

    /// Works out for each toll whether it can be paid: those that cannot are returned, the others know whether they are
    /// sure. `tapped` are the creatures that the declaration could tap.
    pub(super) fn settle(&mut self, game: &Game, payer: PlayerId, tapped: &[ObjectId]) -> Vec<(ObjectId, Option<Recipient>)> {
        let strained = game.with_tapped(tapped);
        let mut unpayable = Vec::new();
        // Creatures mostly owe the same: each distinct set of costs is judged once.
        let mut judged: Vec<(SmallVec<[u32; 2]>, bool, bool)> = Vec::new();
        for index in 0..self.tolls.len() {
            let Toll { creature, against, .. } = self.tolls[index];
            let of_it = |toll: &&Toll| toll.creature == creature && toll.against == against;
            let owed: SmallVec<[u32; 2]> = self.tolls.iter().filter(of_it).map(|toll| toll.cost).collect();
            let known = judged.iter().find(|(costs, ..)| *costs == owed).map(|(_, payable, sure)| (*payable, *sure));
            let (payable, sure) = known.unwrap_or_else(|| {
                let bill = self.bill([(creature, against)].into_iter());
                let payable = game.can_pay_bill(payer, &bill);
                let sure = payable && strained.can_pay_bill(payer, &bill);
                judged.push((owed, payable, sure));
                (payable, sure)
            });
            self.tolls[index].sure = sure;
            if !payable && !unpayable.contains(&(creature, against)) {
                unpayable.push((creature, against));
            }
        }
        unpayable
    }
}

impl Game {
    /// The game with these permanents tapped, for asking what could still be paid.
    pub(super) fn with_tapped(&self, creatures: &[ObjectId]) -> Game {
        let mut game = self.clone();
        for id in creatures {
            if let Some(object) = game.object_mut(*id) {
                object.tapped = TapState::Tapped;
            }
        }
        game.touch_lightly();
        game
    }

    /// Whether every cost of the bill could be paid. Costs other than mana are looked at rule by rule.
    pub(super) fn can_pay_bill(&self, payer: PlayerId, bill: &[CombatCost]) -> bool {
        bill.iter().all(|cost| self.can_pay(payer, &cost.total, cost.scope(payer), PaidFor::Other))
    }

    /// The player chooses optional costs to attack, of those that can be paid with all the rest (508.1g); they join the bill.
    /// Gives back what happens by their being paid.
    pub(super) fn choose_attack_costs(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        attacks: &[(ObjectId, Recipient)],
        bill: &mut Vec<CombatCost>,
    ) -> Beat<Batch> {
        let mut offered: SmallVec<[(ObjectId, Symbol, CombatCost); 2]> = SmallVec::new();
        for active in self.attack_rules() {
            let AttackRule::MayPay(filter, cost, word) = active.rule else { continue };
            let eval = self.eval(active.scope);
            let matching = attacks.iter().filter(|(creature, _)| eval.matches(filter, *creature));
            offered.extend(matching.map(|(creature, _)| (*creature, *word, CombatCost::lock(eval, cost))));
        }
        let mut paid = Batch::new();
        for (creature, word, cost) in offered {
            let mut with = bill.clone();
            // All mana is paid together.
            match with.first_mut() {
                Some(first) => add_mana(&mut first.total.mana, &cost.total.mana),
                None => with.push(CombatCost { total: TotalCost { parts: Vec::new(), ..cost.total.clone() }, ..cost.clone() }),
            }
            if !cost.total.parts.is_empty() {
                with.push(CombatCost { total: TotalCost { parts: cost.total.parts.clone(), ..TotalCost::default() }, ..cost });
            }
            if self.can_pay_bill(player, &with) && self.yes_no(run, player, Some(creature), Purpose::CombatCost)? {
                *bill = with;
                paid.push(Event::Custom { word, player, object: Some(creature) });
            }
        }
        Ok(paid)
    }

    /// Pays all of it (508.1i-j, 509.1e-f).
    pub(super) fn pay_bill(&mut self, run: &mut Run<'_>, payer: PlayerId, bill: &[CombatCost], rule: &'static str) -> Beat<()> {
        for cost in bill {
            if !self.can_pay(payer, &cost.total, cost.scope(payer), PaidFor::Other) {
                return Err(Refusal::new(rule, "the costs of the declaration cannot be paid").into());
            }
            self.pay(run, payer, &cost.total, cost.scope(payer), PaidFor::Other)?;
        }
        Ok(())
    }
}

fn add_mana(total: &mut ManaCost, more: &ManaCost) {
    for symbol in &more.symbols {
        match symbol {
            ManaSymbol::Generic(amount) => add_generic(total, i32::from(*amount)),
            other => total.symbols.push(*other),
        }
    }
}

fn add_generic(total: &mut ManaCost, amount: i32) {
    let amount = u16::try_from(amount.max(0)).unwrap_or(u16::MAX);
    let generic = total.symbols.iter_mut().find_map(|symbol| match symbol {
        ManaSymbol::Generic(known) => Some(known),
        _ => None,
    });
    match generic {
        Some(known) => *known = known.saturating_add(amount),
        None if amount > 0 => total.symbols.push(ManaSymbol::Generic(amount)),
        None => {}
    }
}

/// The part with its number as it is now: later changes are ignored (508.1h).
fn lock_amounts(eval: Eval<'_>, part: &CostPart) -> CostPart {
    let fixed = |amount: &Amount| Amount::Fixed(eval.amount(amount));
    match part {
        CostPart::Life(amount) => CostPart::Life(fixed(amount)),
        CostPart::Tap(filter, amount) => CostPart::Tap(filter.clone(), fixed(amount)),
        CostPart::TapTotal(filter, stat, amount, tag) => CostPart::TapTotal(filter.clone(), *stat, fixed(amount), *tag),
        CostPart::Sacrifice(filter, amount, tag) => CostPart::Sacrifice(filter.clone(), fixed(amount), *tag),
        CostPart::Discard(filter, amount, tag) => CostPart::Discard(filter.clone(), fixed(amount), *tag),
        CostPart::DiscardAtRandom(amount) => CostPart::DiscardAtRandom(fixed(amount)),
        CostPart::Exile(zone, filter, amount, tag) => CostPart::Exile(*zone, filter.clone(), fixed(amount), *tag),
        CostPart::ReturnToHand(filter, amount, tag) => CostPart::ReturnToHand(filter.clone(), fixed(amount), *tag),
        CostPart::Mill(amount) => CostPart::Mill(fixed(amount)),
        other => other.clone(),
    }
}
