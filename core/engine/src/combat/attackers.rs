//! Declaring attackers (modern 508.1).

use super::costs::{CombatCost, Toll};
use super::why::Unable;
use super::{AtMost, AttackConstraints, AttackOptions, Attacker, Combat};
use crate::ability::{AbilityBody, AttackRule, Cost, Filter, Recipients, Rule, StaticPart};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Active;
use crate::object::{Object, Recipient};
use crate::pipeline::Batch;
use crate::question::{Answer, Ask};
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use smallvec::SmallVec;

/// The rules about attacking that are in force.
pub(super) type Rules<'a> = SmallVec<[Active<'a, AttackRule>; 8]>;
pub(super) type Candidates = Vec<(ObjectId, SmallVec<[Recipient; 2]>)>;

impl Game {
    /// The turn-based action of the declare attackers step (508.1). If nothing attacks, combat has no attackers after it
    /// (508.8).
    pub(crate) fn declare_attackers(&mut self, run: &mut Run<'_>) -> Beat<()> {
        if self.combat.is_none() {
            self.begin_combat();
        }
        let player = self.turn.active;
        let had_to_attack = self.required_to_attack(player);
        if let Some(combat) = &mut self.combat {
            combat.had_to_attack = had_to_attack;
        }
        let options = self.attack_options(player);
        let tolls = options.rules.as_ref().map(|rules| rules.tolls.clone()).unwrap_or_default();
        let Answer::Attacks(attacks) = self.ask(run, player, None, Ask::Attackers(Box::new(options)))? else { return Ok(()) };
        if attacks.is_empty() {
            return Ok(());
        }
        let bands = self.choose_bands(run, player, &attacks)?;
        // modern 508.1f: tapping is a consequence of attacking, and comes before costs.
        let tapped = self.tapped_by_attacking(attacks.iter().map(|(creature, _)| *creature));
        if !tapped.is_empty() {
            let taps: Batch = tapped.iter().map(|object| Event::Tap { object: *object, for_mana: false }).collect();
            self.happen(run, None, taps)?;
        }
        // modern 508.1h-j
        let mut bill = tolls.bill(attacks.iter().map(|(creature, against)| (*creature, Some(*against))));
        let paid = self.choose_attack_costs(run, player, &attacks, &mut bill)?;
        self.pay_bill(run, player, &bill, "modern:508.1j")?;
        if !paid.is_empty() {
            self.happen(run, None, paid)?;
        }
        self.begin_attacking(run, player, &attacks, bands)
    }

    /// The declared creatures that are still there become attacking creatures (508.1k), and that triggers (508.1m).
    fn begin_attacking(
        &mut self,
        run: &mut Run<'_>,
        player: PlayerId,
        attacks: &[(ObjectId, Recipient)],
        bands: super::bands::Bands,
    ) -> Beat<()> {
        let mut events = Batch::new();
        for (id, defender) in attacks {
            if !self.fights_for(*id, player) {
                continue;
            }
            let attacker = Attacker {
                id: *id,
                defender: *defender,
                defender_gone: false,
                defending_player: self.defending_player_of(*defender),
                blocked: None,
                blockers: SmallVec::new(),
            };
            if let Some(combat) = &mut self.combat {
                combat.attackers.push(attacker);
            }
            events.push(Event::Attack { attacker: *id, defender: *defender });
        }
        if let Some(combat) = &mut self.combat {
            combat.bands = bands;
            let Combat { bands, attackers, .. } = combat;
            bands.iter_mut().for_each(|band| band.retain(|id| attackers.iter().any(|attacker| attacker.id == *id)));
        }
        self.touch_lightly();
        if events.is_empty() {
            return Ok(());
        }
        // modern 506.5
        if let [Event::Attack { attacker, .. }] = *events {
            events.push(Event::AttacksAlone { attacker });
        }
        // modern 508.3b, 508.3e: once for each player and permanent that is attacked.
        let mut attacked: SmallVec<[(Recipient, u32); 4]> = SmallVec::new();
        for event in &events {
            let Event::Attack { defender, .. } = event else { continue };
            match attacked.iter_mut().find(|(what, _)| what == defender) {
                Some((_, count)) => *count += 1,
                None => attacked.push((*defender, 1)),
            }
        }
        let count = attacked.iter().map(|(_, count)| *count).sum();
        events.extend(attacked.into_iter().map(|(what, count)| Event::Attacked { what, by: player, count }));
        // modern 508.3d: once for all of them.
        events.push(Event::AttackDeclared { player, count });
        self.happen(run, None, events)?;
        Ok(())
    }

    /// The player's creatures that some effect requires to attack, whether or not they could (506.6).
    fn required_to_attack(&self, player: PlayerId) -> SmallVec<[ObjectId; 2]> {
        let mut found = SmallVec::new();
        for active in self.attack_rules() {
            let (AttackRule::Must(filter) | AttackRule::MustAttack(filter, _) | AttackRule::MustAttackPermanent(filter, _)) =
                active.rule
            else {
                continue;
            };
            let eval = self.eval(active.scope);
            for object in self.permanents() {
                if self.controller_of(object) == player && !found.contains(&object.id) && eval.matches(filter, object.id) {
                    found.push(object.id);
                }
            }
        }
        found
    }

    /// Those of these attackers which attacking taps (508.1f).
    pub(super) fn tapped_by_attacking(&self, attackers: impl Iterator<Item = ObjectId>) -> SmallVec<[ObjectId; 8]> {
        let untapped: SmallVec<[_; 8]> = self
            .attack_rules()
            .filter_map(|active| match active.rule {
                AttackRule::StaysUntapped(filter) => Some((active.scope, filter)),
                _ => None,
            })
            .collect();
        attackers.filter(|id| !untapped.iter().any(|(scope, filter)| self.eval(*scope).matches(filter, *id))).collect()
    }

    /// What that player, whose turn it is, can declare as an attack now.
    pub(crate) fn attack_options(&self, player: PlayerId) -> AttackOptions {
        let mut candidates = self.able_to_attack(player);
        if candidates.is_empty() {
            return AttackOptions::default();
        }
        let rules: Rules<'_> = self.attack_rules().collect();
        if rules.is_empty() {
            return AttackOptions::free(candidates);
        }
        for active in &rules {
            self.restrict(&rules, active, &mut candidates);
        }
        let constraints = self.attack_constraints(&rules, player, &mut candidates);
        match constraints {
            Some(constraints) => AttackOptions::constrained(candidates, constraints),
            None => AttackOptions::free(candidates),
        }
    }

    /// The untapped creatures of the player that have been there long enough (508.1a), and what there is to attack (508.1b).
    fn able_to_attack(&self, player: PlayerId) -> Candidates {
        let mut candidates = Candidates::new();
        let mut defenders = None;
        for object in self.permanents() {
            if self.unable_to_attack(object, player).is_some() {
                continue;
            }
            let defenders = defenders.get_or_insert_with(|| self.attackable(player));
            if defenders.is_empty() {
                break;
            }
            candidates.push((object.id, defenders.clone()));
        }
        candidates
    }

    /// What keeps a permanent from attacking for that player, effects that forbid it aside (508.1a).
    pub(super) fn unable_to_attack(&self, object: &Object, player: PlayerId) -> Option<Unable> {
        if object.is_tapped() {
            return Some(Unable::Tapped);
        }
        if self.controller_of(object) != player {
            return Some(Unable::OfAnother);
        }
        if !self.is_fighter(object) {
            return Some(Unable::NoCreature);
        }
        // What an effect made attack before is no choice any more.
        if self.combat.as_ref().is_some_and(|combat| combat.is_attacking(object.id)) {
            return Some(Unable::Already);
        }
        (object.summoning_sick && !self.ignores_sickness(object.id)).then_some(Unable::TooNew)
    }

    /// Whether a rule lets the creature attack though it came under control this turn (302.6).
    fn ignores_sickness(&self, creature: ObjectId) -> bool {
        self.rules().any(|active| match active.rule {
            Rule::IgnoreSummoningSickness(filter) => self.eval(active.scope).matches(filter, creature),
            _ => false,
        })
    }

    /// Applies a restriction on single creatures (508.1c).
    pub(super) fn restrict(&self, rules: &Rules<'_>, active: &Active<'_, AttackRule>, candidates: &mut Candidates) {
        let eval = self.eval(active.scope);
        if let AttackRule::CantUnlessDefender(filter, var, condition) = active.rule {
            // modern 508.5a: each defending player for themselves.
            candidates.retain_mut(|(id, defenders)| {
                if eval.matches(filter, *id) && !self.is_excused(rules, active, *id) {
                    defenders.retain(|defender| {
                        eval.with_player(*var, self.defending_player_of(*defender), |eval| eval.holds(condition))
                    });
                }
                !defenders.is_empty()
            });
            return;
        }
        let (filter, only) = match active.rule {
            AttackRule::Cant(filter, only) => (filter, only.as_ref()),
            AttackRule::CantUnless(filter, condition) if !eval.holds(condition) => (filter, None),
            _ => return,
        };
        let protected = only.map(|recipients| eval.recipients(recipients));
        candidates.retain_mut(|(id, defenders)| {
            if !eval.matches(filter, *id) || self.is_excused(rules, active, *id) {
                return true;
            }
            match &protected {
                None => return false,
                Some(protected) => defenders.retain(|defender| !protected.contains(defender)),
            }
            !defenders.is_empty()
        });
    }

    /// Whether the creature may attack as though it lacked the keyword that brings this restriction.
    fn is_excused(&self, rules: &Rules<'_>, restriction: &Active<'_, AttackRule>, creature: ObjectId) -> bool {
        if restriction.scope.source != creature {
            return false;
        }
        rules.iter().any(|active| match active.rule {
            AttackRule::AsThoughWithout(filter, keyword) => {
                self.eval(active.scope).matches(filter, creature)
                    && self.is_of_keyword(
                        creature,
                        *keyword,
                        |rule| matches!(rule, Rule::Attack(rule) if std::ptr::eq(rule, restriction.rule)),
                    )
            }
            _ => false,
        })
    }

    /// Whether that rule belongs to an ability which stands behind the keyword on the object.
    pub(super) fn is_of_keyword(&self, object: ObjectId, keyword: Symbol, is_it: impl Fn(&Rule) -> bool) -> bool {
        self.abilities(object).iter().any(|instance| {
            let ability = &*instance.ability;
            ability.keyword.is_some_and(|word| word.name == keyword)
                && match &ability.kind {
                    AbilityBody::Static(static_ability) => {
                        static_ability.parts.iter().any(|part| matches!(part, StaticPart::Rule(rule) if is_it(rule)))
                    }
                    _ => false,
                }
        })
    }

    /// What ties the declaration as a whole: restrictions on sets, requirements, costs. Takes away what costs that cannot
    /// be paid forbid.
    fn attack_constraints(&self, rules: &Rules<'_>, player: PlayerId, candidates: &mut Candidates) -> Option<AttackConstraints> {
        let ties = |rule: &AttackRule| {
            matches!(
                rule,
                AttackRule::CantUnlessTogether(..)
                    | AttackRule::AtMost(..)
                    | AttackRule::Must(_)
                    | AttackRule::MustAttack(..)
                    | AttackRule::MustAttackPermanent(..)
                    | AttackRule::Cost(..)
            )
        };
        if !rules.iter().any(|active| ties(active.rule)) {
            return None;
        }
        let tolls = self.attack_tolls(rules, player, candidates);
        let mut constraints = AttackConstraints::new(candidates);
        constraints.tolls = tolls;
        for active in rules {
            self.constrain(active, candidates, &mut constraints);
        }
        Some(constraints)
    }

    fn constrain(&self, active: &Active<'_, AttackRule>, candidates: &Candidates, constraints: &mut AttackConstraints) {
        let eval = self.eval(active.scope);
        let matching = |filter| (0..candidates.len()).filter(move |index| eval.matches(filter, candidates[*index].0));
        match active.rule {
            AttackRule::CantUnlessTogether(filter, amount) => {
                let needed = eval.amount(amount).max(0) as u32;
                for index in matching(filter) {
                    constraints.together[index] = constraints.together[index].max(needed);
                }
            }
            AttackRule::AtMost(filter, amount) => {
                let members = matching(filter).map(|index| index as u32).collect();
                constraints.at_most.push(AtMost { members, at_most: eval.amount(amount).max(0) as u32 });
            }
            // modern 508.1d: every effect that requires something of a creature is a requirement of its own.
            AttackRule::Must(filter) => {
                for index in matching(filter) {
                    constraints.wants[index].iter_mut().for_each(|want| *want += 1);
                }
            }
            AttackRule::MustAttack(filter, players) => {
                let players = eval.players(players);
                for index in matching(filter) {
                    for (want, defender) in constraints.wants[index].iter_mut().zip(&candidates[index].1) {
                        *want += u32::from(defender.player().is_some_and(|player| players.contains(&player)));
                    }
                }
            }
            AttackRule::MustAttackPermanent(filter, permanents) => {
                for index in matching(filter) {
                    for (want, defender) in constraints.wants[index].iter_mut().zip(&candidates[index].1) {
                        *want += u32::from(defender.object().is_some_and(|id| eval.matches(permanents, id)));
                    }
                }
            }
            AttackRule::Cant(..)
            | AttackRule::CantUnless(..)
            | AttackRule::CantUnlessDefender(..)
            | AttackRule::Cost(..)
            | AttackRule::MayPay(..)
            | AttackRule::Bands(..)
            | AttackRule::StaysUntapped(_)
            | AttackRule::CanBeAttacked(_)
            | AttackRule::AsThoughWithout(..) => {}
        }
    }

    /// The costs of attacking (508.1h).
    pub(super) fn attack_tolls(&self, rules: &Rules<'_>, player: PlayerId, candidates: &mut Candidates) -> super::Tolls {
        let mut tolls = super::Tolls::default();
        for active in rules {
            let AttackRule::Cost(filter, whom, cost) = active.rule else { continue };
            self.add_toll(active, (filter, whom.as_ref(), cost), candidates, &mut tolls);
        }
        if tolls.tolls.is_empty() {
            return tolls;
        }
        let tapped = self.tapped_by_attacking(candidates.iter().map(|(id, _)| *id));
        let unpayable = tolls.settle(self, player, &tapped);
        candidates.retain_mut(|(id, defenders)| {
            defenders.retain(|defender| !unpayable.contains(&(*id, Some(*defender))));
            !defenders.is_empty()
        });
        tolls
    }

    fn add_toll(
        &self,
        active: &Active<'_, AttackRule>,
        (filter, whom, cost): (&Filter, Option<&Recipients>, &Cost),
        candidates: &Candidates,
        tolls: &mut super::Tolls,
    ) {
        let eval = self.eval(active.scope);
        let whom = whom.map(|whom| eval.recipients(whom));
        let place = tolls.costs.len() as u32;
        let before = tolls.tolls.len();
        for (creature, defenders) in candidates {
            if !eval.matches(filter, *creature) {
                continue;
            }
            for defender in defenders.iter().filter(|defender| whom.as_ref().is_none_or(|whom| whom.contains(defender))) {
                tolls.tolls.push(Toll { creature: *creature, against: Some(*defender), cost: place, sure: false });
            }
        }
        if tolls.tolls.len() > before {
            tolls.costs.push(CombatCost::lock(eval, cost));
        }
    }
}
