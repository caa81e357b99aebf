//! Combat damage (modern 510).

use super::damage_options::{DamageOptions, Spread};
use crate::ability::{Amount, DamageRule, Objects, Origin, Stat, StepKind};
use crate::eval::Scope;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::Recipient;
use crate::pipeline::Batch;
use crate::question::{Answer, Ask, Choice, Purpose};
use crate::ruleset::DamageOrder;
use crate::run::{Beat, Run};
use smallvec::SmallVec;

/// The rules about damage that are in force.
type Rules<'a> = SmallVec<[Active<'a, DamageRule>; 8]>;

/// A creature with damage to assign.
#[derive(Clone, Debug)]
struct Dealer {
    id: ObjectId,
    total: u32,
    /// Who divides it.
    chooser: PlayerId,
    among: SmallVec<[Recipient; 4]>,
    spread: Spread,
    rest_to_last: bool,
    /// Whether any damage of it is lethal.
    fatal: bool,
    /// What earlier divisions count on: damage that it has to assign to its first recipient (510.1e).
    owed: u32,
}

/// What is assigned so far in a step.
#[derive(Clone, Debug, Default)]
struct Assigned {
    parts: SmallVec<[(ObjectId, Recipient, u32); 8]>,
    /// Those who were assigned damage by a source of which any is lethal.
    fatally: SmallVec<[Recipient; 4]>,
}

impl Assigned {
    fn add(&mut self, dealer: &Dealer, to: Recipient, amount: u32) {
        if amount > 0 {
            self.parts.push((dealer.id, to, amount));
            if dealer.fatal {
                self.fatally.push(to);
            }
        }
    }
    fn to(&self, recipient: Recipient) -> u32 {
        self.parts.iter().filter(|(_, to, _)| *to == recipient).fold(0, |sum, (_, _, amount)| sum.saturating_add(*amount))
    }
}

impl Game {
    /// Whether there is an additional combat damage step: some attacking or blocking creature has a rule for it (510.4).
    pub(crate) fn needs_first_damage_step(&self) -> bool {
        let Some(combat) = &self.combat else { return false };
        self.damage_rules().any(|active| match active.rule {
            DamageRule::FirstStep { what, .. } => {
                let eval = self.eval(active.scope);
                let mut fighting = combat.attackers.iter().map(|one| one.id).chain(combat.blockers.iter().map(|one| one.id));
                fighting.any(|id| eval.matches(what, id))
            }
            _ => false,
        })
    }

    /// The turn-based action of a combat damage step: damage is assigned (510.1) and dealt all at once (510.2).
    pub(crate) fn combat_damage(&mut self, run: &mut Run<'_>) -> Beat<()> {
        let rules: Rules<'_> = self.damage_rules().collect();
        let dealing = self.dealing_now(&rules);
        let assigned = self.assign_damage(run, &rules, &dealing)?;
        drop(rules);
        if self.turn.step == StepKind::FirstCombatDamage
            && let Some(combat) = &mut self.combat
        {
            combat.had_first_step = true;
            combat.dealt_first = dealing;
        }
        let damage = |(source, to, amount): (ObjectId, Recipient, u32)| Event::Damage { source, to, amount, combat: true };
        let batch: Batch = assigned.parts.into_iter().map(damage).collect();
        if !batch.is_empty() {
            self.happen(run, None, batch)?;
        }
        Ok(())
    }

    /// The attacking and blocking creatures that assign damage in this step (510.4).
    fn dealing_now(&self, rules: &Rules<'_>) -> SmallVec<[ObjectId; 4]> {
        let Some(combat) = &self.combat else { return SmallVec::new() };
        let has = |id: ObjectId, again: bool| {
            rules.iter().any(|active| match active.rule {
                DamageRule::FirstStep { what, also_regular } => {
                    (*also_regular || !again) && self.eval(active.scope).matches(what, id)
                }
                _ => false,
            })
        };
        let fighting = combat.attackers.iter().map(|one| one.id).chain(combat.blockers.iter().map(|one| one.id));
        match self.turn.step {
            StepKind::FirstCombatDamage => fighting.filter(|id| has(*id, false)).collect(),
            // Who had its turn in the first step deals again only with a rule that says so now.
            _ if combat.had_first_step => fighting.filter(|id| !combat.dealt_first.contains(id) || has(*id, true)).collect(),
            _ => fighting.collect(),
        }
    }

    /// The active player assigns the damage of the attackers, then each defending player that of the blockers (510.1).
    fn assign_damage(&self, run: &mut Run<'_>, rules: &Rules<'_>, dealing: &[ObjectId]) -> Beat<Assigned> {
        let mut assigned = Assigned::default();
        let Some(combat) = &self.combat else { return Ok(assigned) };
        let mut dealers: SmallVec<[Dealer; 4]> = SmallVec::new();
        for attacker in combat.attackers.iter().filter(|attacker| dealing.contains(&attacker.id)) {
            dealers.extend(self.attacking_dealer(run, rules, attacker)?);
        }
        self.divide(run, &mut dealers, &mut assigned)?;
        for player in self.players_from_active() {
            dealers.clear();
            for blocker in combat.blockers.iter().filter(|blocker| blocker.controller == player && dealing.contains(&blocker.id))
            {
                let total = self.combat_power(rules, blocker.id);
                if total > 0 && !blocker.attackers.is_empty() {
                    let among = blocker.attackers.iter().map(|id| Recipient::Object(*id)).collect();
                    dealers.push(self.dealer(rules, blocker.id, player, total, among));
                }
            }
            self.divide(run, &mut dealers, &mut assigned)?;
        }
        Ok(assigned)
    }

    /// What an attacker has to assign, and to whom (510.1b-c).
    fn attacking_dealer(&self, run: &mut Run<'_>, rules: &Rules<'_>, attacker: &super::Attacker) -> Beat<Option<Dealer>> {
        let total = self.combat_power(rules, attacker.id);
        let player = self.turn.active;
        if total == 0 {
            return Ok(None);
        }
        let says = |pick: fn(&DamageRule) -> Option<&crate::ability::Filter>| {
            rules
                .iter()
                .any(|active| pick(active.rule).is_some_and(|filter| self.eval(active.scope).matches(filter, attacker.id)))
        };
        let mut blocked = attacker.blocked == Some(true);
        if blocked && attacker.attacks().is_some() {
            let optional = says(|rule| if let DamageRule::AsThoughUnblocked(filter) = rule { Some(filter) } else { None });
            blocked = !(optional && self.ask_as_unblocked(run, player, attacker.id)?);
        }
        let Some(defender) = attacker.attacks().filter(|_| !blocked) else {
            // Blocked, or attacking nothing (506.4c).
            let mut among: SmallVec<[Recipient; 4]> = SmallVec::new();
            if blocked {
                among.extend(attacker.blockers.iter().map(|id| Recipient::Object(*id)));
            }
            let excess = says(|rule| if let DamageRule::ExcessToDefender(filter) = rule { Some(filter) } else { None });
            let rest = attacker.attacks().filter(|_| blocked && excess);
            if among.is_empty() && rest.is_none() {
                return Ok(None);
            }
            let mut dealer = self.dealer(rules, attacker.id, player, total, among);
            if let Some(defender) = rest {
                dealer.among.push(defender);
                dealer.rest_to_last = true;
            }
            return Ok(Some(dealer));
        };
        Ok(Some(self.dealer(rules, attacker.id, player, total, SmallVec::from_iter([defender]))))
    }

    fn dealer(&self, rules: &Rules<'_>, id: ObjectId, player: PlayerId, total: u32, among: SmallVec<[Recipient; 4]>) -> Dealer {
        let mut dealer = Dealer {
            id,
            total,
            chooser: player,
            among,
            spread: match self.ruleset.damage_order {
                DamageOrder::Ordered => Spread::InOrder,
                DamageOrder::Free => Spread::Freely,
            },
            rest_to_last: false,
            fatal: false,
            owed: 0,
        };
        for active in rules {
            let eval = self.eval(active.scope);
            match active.rule {
                DamageRule::Lethal(filter) => dealer.fatal |= eval.matches(filter, id),
                // modern 702.22j-k: that player divides as they choose, whatever the order.
                DamageRule::DividedBy(filter, players) => {
                    let faces =
                        dealer.among.iter().filter_map(|recipient| recipient.object()).any(|other| eval.matches(filter, other));
                    if let Some(chooser) = eval.players(players).first().filter(|_| faces) {
                        dealer.chooser = *chooser;
                        dealer.spread = Spread::Freely;
                    }
                }
                _ => {}
            }
        }
        dealer
    }

    /// The combat damage that the creature assigns in all (510.1a).
    fn combat_power(&self, rules: &Rules<'_>, id: ObjectId) -> u32 {
        let mut stat = Stat::Power;
        for active in rules {
            match active.rule {
                DamageRule::AssignNone(filter) if self.eval(active.scope).matches(filter, id) => return 0,
                DamageRule::AssignEqualTo(filter, other) if self.eval(active.scope).matches(filter, id) => stat = *other,
                _ => {}
            }
        }
        let amount = match stat {
            Stat::Power => self.characteristics(id).power.unwrap_or(0),
            Stat::Toughness => self.characteristics(id).toughness.unwrap_or(0),
            other => {
                let scope = Scope::bare(id, self.controller(id), Origin::Printed);
                self.eval(scope).amount(&Amount::Total(other, Box::new(Objects::This)))
            }
        };
        amount.max(0) as u32
    }

    fn ask_as_unblocked(&self, run: &mut Run<'_>, player: PlayerId, attacker: ObjectId) -> Beat<bool> {
        let options = vec![Choice::Answer(true), Choice::Answer(false)];
        let ask = Ask::Choose { purpose: Purpose::May, options, min: 1, max: 1, ordered: false };
        Ok(matches!(self.ask(run, player, Some(attacker), ask)?, Answer::Chosen(chosen) if chosen.first() == Some(&0)))
    }

    /// Divides the damage of one player's creatures. The legality of all divisions together counts (510.1e): those without
    /// a choice come first, and a division may count on a later one whose first recipient is the same.
    fn divide(&self, run: &mut Run<'_>, dealers: &mut [Dealer], assigned: &mut Assigned) -> Beat<()> {
        for dealer in dealers.iter().filter(|dealer| dealer.among.len() == 1) {
            assigned.add(dealer, dealer.among[0], dealer.total);
        }
        for index in 0..dealers.len() {
            let Some((dealer, later)) = dealers[index..].split_first_mut() else { break };
            if dealer.among.len() < 2 {
                continue;
            }
            let options = self.damage_options(dealer, later, assigned);
            let parts = match options.only_answer().filter(|_| !run.decider.asks_trivial()) {
                Some(Answer::Division(parts)) => parts,
                _ => match self.ask(run, dealer.chooser, Some(dealer.id), Ask::AssignDamage(Box::new(options.clone())))? {
                    Answer::Division(parts) => parts,
                    _ => options.default_assignment(),
                },
            };
            for (to, part) in dealer.among.iter().zip(&parts) {
                assigned.add(dealer, *to, *part);
            }
            if !options.help.is_empty() {
                count_on(later, &options, &parts);
            }
        }
        Ok(())
    }

    fn damage_options(&self, dealer: &Dealer, later: &[Dealer], assigned: &Assigned) -> DamageOptions {
        let among: Vec<(Recipient, u32)> =
            dealer.among.iter().map(|to| (*to, self.lethal_damage(*to, dealer.fatal, assigned))).collect();
        let help_for = |to: &Recipient| {
            later.iter().filter(|other| other.helps(*to)).fold(0u32, |sum, other| sum.saturating_add(other.spare()))
        };
        let mut help: SmallVec<[u32; 4]> = match dealer.spread {
            Spread::InOrder if !dealer.fatal => dealer.among.iter().map(help_for).collect(),
            _ => SmallVec::new(),
        };
        if help.iter().all(|help| *help == 0) {
            help.clear();
        }
        DamageOptions {
            total: dealer.total,
            among,
            spread: dealer.spread,
            rest_to_last: dealer.rest_to_last,
            help,
            owed: dealer.owed,
        }
    }

    /// What is lethal to it still, damage marked and damage assigned in this step taken off (510.1c).
    fn lethal_damage(&self, to: Recipient, fatal: bool, assigned: &Assigned) -> u32 {
        let Recipient::Object(id) = to else { return 0 };
        let Some(object) = self.permanent(id) else { return 0 };
        if assigned.fatally.contains(&to) {
            return 0;
        }
        let toughness = self.characteristics_of(object).toughness.unwrap_or(0).max(0) as u32;
        let left = toughness.saturating_sub(object.damage).saturating_sub(assigned.to(to));
        if fatal { left.min(1) } else { left }
    }
}

impl Dealer {
    /// Whether it can take over lethal damage to that creature: it comes first in its order, so that nothing else is
    /// needed for it.
    fn helps(&self, to: Recipient) -> bool {
        self.among.len() > 1 && self.spread == Spread::InOrder && !self.fatal && self.among[0] == to
    }
    fn spare(&self) -> u32 {
        self.total - self.owed
    }
}

/// What a division left short of lethal damage is owed by the later ones it counted on.
fn count_on(later: &mut [Dealer], options: &DamageOptions, parts: &[u32]) {
    let last = parts.iter().rposition(|part| *part > 0).unwrap_or(0);
    for (&(to, lethal), part) in options.among.iter().zip(parts).take(last) {
        let mut short = lethal.saturating_sub(*part);
        for other in later.iter_mut().filter(|other| other.helps(to)) {
            let taken = short.min(other.spare());
            other.owed += taken;
            short -= taken;
        }
    }
}
