//! The legal declarations of attackers as data (modern 508.1a-d).

use super::costs::Tolls;
use super::solver::{best_attack, drop_lonely};
use crate::game::Game;
use crate::ids::ObjectId;
use crate::object::Recipient;
use crate::question::{Answer, Refusal};
use smallvec::SmallVec;

/// The legal declarations of attackers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AttackOptions {
    /// The creatures that can attack, each with what it can attack.
    pub candidates: Vec<(ObjectId, SmallVec<[Recipient; 2]>)>,
    /// What ties the declaration as a whole, if any rule does.
    pub rules: Option<Box<AttackConstraints>>,
}

/// Restrictions, requirements and costs of an attack. Creatures are named by their place among the candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AttackConstraints {
    /// For each candidate, with how many attackers in all it can attack at least; 0 and 1 say nothing.
    pub together: Vec<u32>,
    /// Sets of creatures of which only so many can attack.
    pub at_most: Vec<AtMost>,
    /// For each candidate and each of its defenders, how many requirements are met if it attacks that.
    pub wants: Vec<SmallVec<[u32; 2]>>,
    /// Costs. A requirement never makes anybody pay (508.1d).
    pub tolls: Tolls,
    /// The most requirements that can be met without paying, and how.
    best: u32,
    base: Choices,
}

/// A set of creatures of which only so many can attack (508.1c).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AtMost {
    /// Their places, ascending.
    pub members: Vec<u32>,
    /// How many.
    pub at_most: u32,
}

/// For each candidate the place of what it attacks, or [`NONE`].
type Choices = SmallVec<[u16; 16]>;
const NONE: u16 = u16::MAX;

impl AtMost {
    pub(super) fn holds(&self, index: usize) -> bool {
        self.members.binary_search(&(index as u32)).is_ok()
    }
}

impl AttackConstraints {
    /// Constraints that say nothing yet about these candidates.
    pub fn new(candidates: &[(ObjectId, SmallVec<[Recipient; 2]>)]) -> Self {
        AttackConstraints {
            together: vec![0; candidates.len()],
            wants: candidates.iter().map(|(_, defenders)| SmallVec::from_elem(0, defenders.len())).collect(),
            ..AttackConstraints::default()
        }
    }
}

impl AttackOptions {
    /// Free choice among these.
    pub fn free(candidates: Vec<(ObjectId, SmallVec<[Recipient; 2]>)>) -> Self {
        AttackOptions { candidates, rules: None }
    }

    /// Choice tied by the constraints. Works out how many requirements can be met.
    pub fn constrained(candidates: Vec<(ObjectId, SmallVec<[Recipient; 2]>)>, rules: AttackConstraints) -> Self {
        let mut options = AttackOptions { candidates, rules: Some(Box::new(rules)) };
        let (best, base) = options.best_with(&[]);
        if let Some(rules) = options.rules.as_deref_mut() {
            rules.best = best;
            rules.base = base;
        }
        options
    }

    /// The only legal declaration, if there is exactly one. Tied declarations are looked through only where they are few;
    /// otherwise there is none.
    pub fn only_answer(&self) -> Option<Answer> {
        if self.candidates.is_empty() {
            return Some(Answer::Attacks(Vec::new()));
        }
        let rules = self.rules.as_deref()?;
        let count = self
            .candidates
            .iter()
            .try_fold(1u32, |count, (_, defenders)| Some(count * (defenders.len() as u32 + 1)).filter(|count| *count <= 64))?;
        let mut only = None;
        for mut number in 0..count {
            let choices: Choices = self
                .candidates
                .iter()
                .map(|(_, defenders)| {
                    let base = defenders.len() as u32 + 1;
                    let choice = (number % base) as u16;
                    number /= base;
                    choice.checked_sub(1).unwrap_or(NONE)
                })
                .collect();
            if self.judge(rules, &choices).is_ok() {
                if only.is_some() {
                    return None;
                }
                only = Some(choices);
            }
        }
        Some(Answer::Attacks(self.declared(&only?)))
    }

    /// Whether the declaration is legal, and its costs can be paid (508.1).
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check(&self, game: &Game, attacks: &[(ObjectId, Recipient)]) -> Result<(), Refusal> {
        self.check_declaration(attacks)?;
        let Some(rules) = self.rules.as_deref().filter(|rules| !rules.tolls.tolls.is_empty()) else { return Ok(()) };
        let bill = rules.tolls.bill(attacks.iter().map(|(creature, against)| (*creature, Some(*against))));
        if bill.is_empty() {
            return Ok(());
        }
        // modern 508.1f: attackers are tapped before the costs are paid, so they cannot give mana for them.
        let payer = game.turn().active;
        let tapped = game.tapped_by_attacking(attacks.iter().map(|(creature, _)| *creature));
        if game.with_tapped(&tapped).can_pay_bill(payer, &bill) {
            return Ok(());
        }
        Err(Refusal::new("modern:508.1j", "the costs of this attack cannot be paid"))
    }

    /// Whether the declaration is legal, its costs left aside.
    ///
    /// # Errors
    /// Says what it breaks.
    pub fn check_declaration(&self, attacks: &[(ObjectId, Recipient)]) -> Result<(), Refusal> {
        let mut choices: Choices = SmallVec::from_elem(NONE, self.candidates.len());
        for (creature, against) in attacks {
            let Some(index) = self.candidates.iter().position(|(id, _)| id == creature) else {
                return Err(Refusal::new("modern:508.1a", format!("{creature} cannot attack")));
            };
            let Some(defender) = self.candidates[index].1.iter().position(|defender| defender == against) else {
                return Err(Refusal::new("modern:508.1b", format!("{creature} cannot attack that player or permanent")));
            };
            if choices[index] != NONE {
                return Err(Refusal::new("modern:508.1a", format!("{creature} is declared twice")));
            }
            choices[index] = defender as u16;
        }
        match self.rules.as_deref() {
            Some(rules) => self.judge(rules, &choices),
            None => Ok(()),
        }
    }

    /// A legal declaration with as few creatures as the requirements allow: leaving out any one of them would be illegal.
    pub fn none_or_minimal(&self) -> Vec<(ObjectId, Recipient)> {
        let Some(rules) = self.rules.as_deref() else { return Vec::new() };
        if rules.best == 0 {
            return Vec::new();
        }
        let mut choices = rules.base.clone();
        // Companions go first: creatures of which nothing is required.
        for wanted in [false, true] {
            for index in 0..choices.len() {
                let kept = choices[index];
                if kept != NONE && (rules.wants[index][kept as usize] > 0) == wanted {
                    choices[index] = NONE;
                    if self.judge(rules, &choices).is_err() {
                        choices[index] = kept;
                    }
                }
            }
        }
        self.declared(&choices)
    }

    /// A legal declaration by chance: `next(n)` yields a number below `n`. Costs are taken on for one creature at most,
    /// and only if they can surely be paid.
    pub fn random(&self, next: &mut dyn FnMut(u32) -> u32) -> Vec<(ObjectId, Recipient)> {
        let mut choices: Choices = SmallVec::with_capacity(self.candidates.len());
        let mut pays = false;
        for (id, defenders) in &self.candidates {
            let mut choice = NONE;
            if next(2) == 1 {
                let pick = if defenders.len() > 1 { next(defenders.len() as u32) as usize } else { 0 };
                choice = self.affordable(*id, defenders.get(pick).copied(), &mut pays).map_or(NONE, |()| pick as u16);
            }
            choices.push(choice);
        }
        match self.rules.as_deref() {
            Some(rules) => self.declared(&self.repaired(rules, choices, next)),
            None => self.declared(&choices),
        }
    }

    /// Whether the creature attacks that for nothing, or for the first sure cost of a random declaration.
    fn affordable(&self, creature: ObjectId, against: Option<Recipient>, pays: &mut bool) -> Option<()> {
        against?;
        let Some(rules) = self.rules.as_deref() else { return Some(()) };
        if !rules.tolls.is_due(creature, against) {
            return Some(());
        }
        if *pays || !rules.tolls.is_sure(creature, against) {
            return None;
        }
        *pays = true;
        Some(())
    }

    /// The nearest legal declaration found in few steps.
    fn repaired(&self, rules: &AttackConstraints, wish: Choices, next: &mut dyn FnMut(u32) -> u32) -> Choices {
        if self.judge(rules, &wish).is_ok() {
            return wish;
        }
        if rules.best > 0 {
            // From the declaration that is known to be legal towards the wish, as far as every step is legal.
            let mut choices = rules.base.clone();
            for (index, wished) in wish.iter().enumerate() {
                let kept = std::mem::replace(&mut choices[index], *wished);
                if kept != *wished && self.judge(rules, &choices).is_err() {
                    choices[index] = kept;
                }
            }
            return choices;
        }
        // Nothing is required without paying: leaving creatures out ends in a legal declaration, nobody at the latest.
        let mut choices = wish;
        for limit in &rules.at_most {
            let mut declared: SmallVec<[u32; 16]> =
                limit.members.iter().copied().filter(|member| choices[*member as usize] != NONE).collect();
            while declared.len() > limit.at_most as usize {
                let out = declared.swap_remove(next(declared.len() as u32) as usize);
                choices[out as usize] = NONE;
            }
        }
        let mut chosen: Vec<bool> = choices.iter().map(|choice| *choice != NONE).collect();
        drop_lonely(&mut chosen, &rules.together);
        for (choice, chosen) in choices.iter_mut().zip(chosen) {
            if !chosen {
                *choice = NONE;
            }
        }
        // With a paid creature among them more could be required of the others: then nobody attacks.
        if self.judge(rules, &choices).is_err() {
            choices.iter_mut().for_each(|choice| *choice = NONE);
        }
        choices
    }

    fn declared(&self, choices: &[u16]) -> Vec<(ObjectId, Recipient)> {
        let declared = self.candidates.iter().zip(choices).filter(|(_, choice)| **choice != NONE);
        declared.map(|((id, defenders), choice)| (*id, defenders[*choice as usize])).collect()
    }

    /// Restrictions and requirements of a declaration whose creatures each attack something they can (508.1c-d).
    fn judge(&self, rules: &AttackConstraints, choices: &[u16]) -> Result<(), Refusal> {
        let size = choices.iter().filter(|choice| **choice != NONE).count() as u32;
        let mut met = 0;
        for (index, choice) in choices.iter().enumerate().filter(|(_, choice)| **choice != NONE) {
            if rules.together[index] > size {
                let needed = rules.together[index];
                return Err(Refusal::new(
                    "modern:508.1c",
                    format!("{} can attack only if {needed} or more do", self.candidates[index].0),
                ));
            }
            met += rules.wants[index][*choice as usize];
        }
        for limit in &rules.at_most {
            let declared = limit.members.iter().filter(|member| choices[**member as usize] != NONE).count();
            if declared > limit.at_most as usize {
                return Err(Refusal::new(
                    "modern:508.1c",
                    format!("at most {} of {declared} of these can attack", limit.at_most),
                ));
            }
        }
        // modern 508.1d: who pays for some creatures has to do what is possible with exactly these payments.
        let best = if self.pays(rules, choices) { self.best_with(choices).0 } else { rules.best };
        if met < best {
            return Err(Refusal::new(
                "modern:508.1d",
                format!("only {met} of the {best} requirements to attack are met that can be"),
            ));
        }
        Ok(())
    }

    fn pays(&self, rules: &AttackConstraints, choices: &[u16]) -> bool {
        if rules.tolls.tolls.is_empty() {
            return false;
        }
        let mut declared = self.candidates.iter().zip(choices).filter(|(_, choice)| **choice != NONE);
        declared.any(|((id, defenders), choice)| rules.tolls.is_due(*id, Some(defenders[*choice as usize])))
    }

    /// The most requirements that can be met without any cost but those of the given choices, and how.
    fn best_with(&self, paid: &[u16]) -> (u32, Choices) {
        let Some(rules) = self.rules.as_deref() else { return (0, Choices::new()) };
        if rules.wants.iter().all(|wants| wants.iter().all(|want| *want == 0)) {
            return (0, SmallVec::from_elem(NONE, self.candidates.len()));
        }
        let mut values: Vec<Option<u32>> = Vec::with_capacity(self.candidates.len());
        let mut picks: Choices = SmallVec::with_capacity(self.candidates.len());
        for (index, (id, defenders)) in self.candidates.iter().enumerate() {
            let mut value = None;
            let mut pick = NONE;
            for (place, defender) in defenders.iter().enumerate() {
                let want = rules.wants[index][place];
                let free = paid.get(index) == Some(&(place as u16)) || !rules.tolls.is_due(*id, Some(*defender));
                if free && value.is_none_or(|known| want > known) {
                    value = Some(want);
                    pick = place as u16;
                }
            }
            values.push(value);
            picks.push(pick);
        }
        let (best, chosen) = best_attack(&values, &rules.together, &rules.at_most);
        let picked = picks.iter().zip(&chosen).map(|(pick, chosen)| if *chosen { *pick } else { NONE });
        (best, picked.collect())
    }
}
