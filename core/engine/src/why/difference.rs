//! What one effect changed of an object: its characteristics and controller, before and after.

use crate::ability::AbilityInstance;
use crate::characteristics::{Characteristics, NamesOf, Numbers};
use crate::ids::PlayerId;
use crate::mana::{ColorSet, ManaCost};
use crate::symbol::Symbol;
use crate::types::TypeLine;

/// Something as it was and as it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Changed<T> {
    /// As it was.
    pub before: T,
    /// As it is.
    pub after: T,
}

/// One thing that is different. All of them together, done in their order, make of what was what is.
#[derive(Clone, PartialEq, Debug)]
pub enum Difference {
    /// Its name (201).
    Name(Changed<Symbol>),
    /// The names that it has besides (612.7).
    MoreNames(Changed<Option<NamesOf>>),
    /// Its mana cost (202).
    Cost(Changed<Option<ManaCost>>),
    /// The mana cost that its mana value comes from (202.3b).
    ValuedAs(Changed<Option<ManaCost>>),
    /// Its colours (105).
    Colors(Changed<ColorSet>),
    /// Its types (205).
    Types(Changed<TypeLine>),
    /// Abilities that it has no more, with their places before (113).
    Loses(Vec<(u16, AbilityInstance)>),
    /// Abilities that it has now, with their places after (113).
    Gains(Vec<(u16, AbilityInstance)>),
    /// An ability whose text has changed, with its place (612).
    Text(u16, Changed<AbilityInstance>),
    /// Its power (208).
    Power(Changed<Option<i32>>),
    /// Its toughness (208).
    Toughness(Changed<Option<i32>>),
    /// Its base power and toughness (208.4b).
    Base(Changed<(Option<i32>, Option<i32>)>),
    /// The numbers printed on it besides (209, 210).
    Numbers(Changed<Numbers>),
    /// Who controls it (108.4).
    Controller(Changed<PlayerId>),
}

/// An object as a step leaves it.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Its characteristics.
    pub characteristics: Characteristics,
    /// Its controller.
    pub controller: PlayerId,
}

fn changed<T: Clone + PartialEq>(before: &T, after: &T, make: fn(Changed<T>) -> Difference, found: &mut Vec<Difference>) {
    if before != after {
        found.push(make(Changed { before: before.clone(), after: after.clone() }));
    }
}

impl State {
    /// What is different afterwards. `text` says whether abilities that read otherwise are the same ones with another text.
    pub(crate) fn differences(&self, after: &State, text: bool) -> Vec<Difference> {
        let mut found = Vec::new();
        let (one, other) = (&self.characteristics, &after.characteristics);
        changed(&one.name, &other.name, Difference::Name, &mut found);
        changed(&one.also_named, &other.also_named, Difference::MoreNames, &mut found);
        changed(&one.cost, &other.cost, Difference::Cost, &mut found);
        changed(&one.valued_as, &other.valued_as, Difference::ValuedAs, &mut found);
        changed(&one.colors, &other.colors, Difference::Colors, &mut found);
        changed(&one.types, &other.types, Difference::Types, &mut found);
        abilities(&one.abilities, &other.abilities, text, &mut found);
        changed(&one.power, &other.power, Difference::Power, &mut found);
        changed(&one.toughness, &other.toughness, Difference::Toughness, &mut found);
        changed(&one.base_pt, &other.base_pt, Difference::Base, &mut found);
        changed(&one.numbers, &other.numbers, Difference::Numbers, &mut found);
        changed(&self.controller, &after.controller, Difference::Controller, &mut found);
        found
    }

    /// Does what the difference says.
    pub fn apply(&mut self, difference: &Difference) {
        let is = &mut self.characteristics;
        match difference {
            Difference::Name(changed) => is.name = changed.after,
            Difference::MoreNames(changed) => is.also_named = changed.after,
            Difference::Cost(changed) => is.cost.clone_from(&changed.after),
            Difference::ValuedAs(changed) => is.valued_as.clone_from(&changed.after),
            Difference::Colors(changed) => is.colors = changed.after,
            Difference::Types(changed) => is.types.clone_from(&changed.after),
            Difference::Loses(lost) => {
                for place in lost.iter().rev().map(|(place, _)| usize::from(*place)) {
                    if place < is.abilities.len() {
                        is.abilities.remove(place);
                    }
                }
            }
            Difference::Gains(gained) => {
                for (place, instance) in gained {
                    is.abilities.insert(usize::from(*place).min(is.abilities.len()), instance.clone());
                }
            }
            Difference::Text(place, changed) => {
                if let Some(instance) = is.abilities.get_mut(usize::from(*place)) {
                    *instance = changed.after.clone();
                }
            }
            Difference::Power(changed) => is.power = changed.after,
            Difference::Toughness(changed) => is.toughness = changed.after,
            Difference::Base(changed) => is.base_pt = changed.after,
            Difference::Numbers(changed) => is.numbers.clone_from(&changed.after),
            Difference::Controller(changed) => self.controller = changed.after,
        }
    }
}

fn same(one: &AbilityInstance, other: &AbilityInstance) -> bool {
    one.origin == other.origin && (one.ability.same(&other.ability) || one.ability == other.ability)
}

fn abilities(before: &[AbilityInstance], after: &[AbilityInstance], text: bool, found: &mut Vec<Difference>) {
    let alike = before.len() == after.len() && before.iter().zip(after).all(|(one, other)| one.origin == other.origin);
    if text && alike {
        for (place, (one, other)) in before.iter().zip(after).enumerate().filter(|(_, (one, other))| !same(one, other)) {
            found.push(Difference::Text(place as u16, Changed { before: one.clone(), after: other.clone() }));
        }
        return;
    }
    // The longest row of abilities that are in both, in the same order.
    let (rows, columns) = (before.len(), after.len());
    let mut longest = vec![vec![0_u16; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            longest[row][column] = match same(&before[row], &after[column]) {
                true => longest[row + 1][column + 1] + 1,
                false => longest[row + 1][column].max(longest[row][column + 1]),
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    let (mut lost, mut gained) = (Vec::new(), Vec::new());
    while row < rows || column < columns {
        if row < rows && column < columns && same(&before[row], &after[column]) {
            row += 1;
            column += 1;
        } else if column == columns || row < rows && longest[row + 1][column] >= longest[row][column + 1] {
            lost.push((row as u16, before[row].clone()));
            row += 1;
        } else {
            gained.push((column as u16, after[column].clone()));
            column += 1;
        }
    }
    if !lost.is_empty() {
        found.push(Difference::Loses(lost));
    }
    if !gained.is_empty() {
        found.push(Difference::Gains(gained));
    }
}
