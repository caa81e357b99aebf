//! What mana abilities would make, read from their data and the game (modern 106.7, 605.2).

use super::mana_ability::is_mana_ability;
use super::symbols::Kinds;
use crate::ability::{AbilityBody, Effect, Filter, ManaProduced, NewMana, Players};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::{ColorSet, ManaType};
use crate::object::Memory;
use smallvec::{SmallVec, smallvec};

/// One thing that an effect could make: each mana with what it can be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output<'a> {
    /// Each mana, with the types it can be.
    pub(crate) slots: SmallVec<[Kinds; 2]>,
    /// What it may be spent on.
    pub(crate) only_for: Option<&'a Filter>,
}

/// The most mana of one effect that is planned with.
const MOST_MANA: u32 = 64;

/// Objects whose abilities are being looked at (106.7: an ability that asks about itself adds nothing).
type Visited = SmallVec<[ObjectId; 8]>;

impl Game {
    /// What the effect would make for the player now: one of these. Effects with choices other than of the type of mana count
    /// as making nothing, because nobody knows beforehand.
    pub(crate) fn outputs<'a>(
        &self,
        player: PlayerId,
        scope: Scope<'_>,
        effect: &'a Effect,
        snow: bool,
    ) -> SmallVec<[Output<'a>; 1]> {
        match effect {
            Effect::AddMana(who, produced) => self.output_of(player, scope, who, produced, snow),
            Effect::Sequence(all) | Effect::Together(all) => {
                let mut sum: SmallVec<[Output<'a>; 1]> = smallvec![Output::default()];
                for effect in all {
                    let next = self.outputs(player, scope, effect, snow);
                    sum = both(&sum, &next);
                }
                sum
            }
            Effect::If(condition, yes, no) => {
                self.outputs(player, scope, if self.eval(scope).holds(condition) { yes } else { no }, snow)
            }
            Effect::Repeat(times, effect) => {
                let each = self.outputs(player, scope, effect, snow);
                let mut sum: SmallVec<[Output<'a>; 1]> = smallvec![Output::default()];
                for _ in 0..self.positive(scope, times).min(MOST_MANA) {
                    sum = both(&sum, &each);
                }
                sum
            }
            _ => smallvec![Output::default()],
        }
    }

    /// The life that the player loses as the effect is performed, as far as that shows beforehand.
    pub(crate) fn hurts(&self, player: PlayerId, scope: Scope<'_>, effect: &Effect) -> u32 {
        let hits = |who: &Players| self.eval(scope).players(who).contains(&player);
        match effect {
            Effect::LoseLife(who, amount) if hits(who) => self.positive(scope, amount),
            Effect::Damage { amount, to, .. } if to.players.as_ref().is_some_and(hits) => self.positive(scope, amount),
            Effect::Sequence(all) | Effect::Together(all) => all.iter().map(|effect| self.hurts(player, scope, effect)).sum(),
            Effect::If(condition, yes, no) => self.hurts(player, scope, if self.eval(scope).holds(condition) { yes } else { no }),
            _ => 0,
        }
    }

    fn output_of<'a>(
        &self,
        player: PlayerId,
        scope: Scope<'_>,
        who: &Players,
        produced: &'a ManaProduced,
        snow: bool,
    ) -> SmallVec<[Output<'a>; 1]> {
        let theirs = match who {
            Players::You => scope.controller == player,
            who => self.eval(scope).players(who).contains(&player),
        };
        let amount = if theirs { self.positive(scope, &produced.amount).min(MOST_MANA) as usize } else { 0 };
        let only_for = produced.only_for.as_ref();
        if amount == 0 {
            return smallvec![Output::default()];
        }
        if let NewMana::Exactly(types) = &produced.kind {
            let each = types.iter().map(|mana| Kinds::made(*mana, snow));
            let slots = (0..amount).flat_map(|_| each.clone()).collect();
            return smallvec![Output { slots, only_for }];
        }
        let types = self.mana_types(scope, &produced.kind);
        if types == 0 {
            return smallvec![Output::default()];
        }
        let one_for_all = matches!(produced.kind, NewMana::OneOf(_) | NewMana::CouldProduce(_));
        if one_for_all && amount > 1 {
            let of = |mana: &ManaType| Output { slots: SmallVec::from_elem(Kinds::made(*mana, snow), amount), only_for };
            return ManaType::ALL.iter().filter(|mana| types & 1 << mana.index() != 0).map(of).collect();
        }
        smallvec![Output { slots: SmallVec::from_elem(Kinds::of_types(types, snow), amount), only_for }]
    }

    /// The types among which the mana is, as bits by [`ManaType::index`].
    pub(crate) fn mana_types(&self, scope: Scope<'_>, kind: &NewMana) -> u8 {
        self.mana_types_within(scope, kind, &mut Visited::new())
    }

    fn mana_types_within(&self, scope: Scope<'_>, kind: &NewMana, visited: &mut Visited) -> u8 {
        match kind {
            NewMana::Exactly(types) | NewMana::OneOf(types) | NewMana::Combination(types) => {
                types.iter().fold(0, |all, mana| all | 1 << mana.index())
            }
            NewMana::Linked(link) => self.linked_color(scope, *link).bits(),
            NewMana::CouldProduce(filter) => {
                let lands = self.eval(scope).all(filter);
                lands.iter().fold(0, |all, land| all | self.could_produce(*land, visited))
            }
        }
    }

    fn linked_color(&self, scope: Scope<'_>, link: crate::ids::LinkKey) -> ColorSet {
        let more = match self.presence(scope.source) {
            crate::game::Presence::Present(object) => object.more.as_deref(),
            crate::game::Presence::Gone(last) => last.object.more.as_deref(),
            crate::game::Presence::Forgotten => None,
        };
        let known = more.and_then(|more| more.memory.iter().find(|(origin, key, _)| *origin == scope.origin && *key == link));
        match known {
            Some((_, _, Memory::Color(color))) => color.set(),
            _ => ColorSet::empty(),
        }
    }

    /// The types of mana that the mana abilities of the object could make if they resolved now, whatever they cost (106.7).
    fn could_produce(&self, object: ObjectId, visited: &mut Visited) -> u8 {
        if visited.contains(&object) {
            return 0;
        }
        visited.push(object);
        let mut types = 0;
        for (_, instance) in self.functioning(object) {
            let AbilityBody::Activated(activated) = &instance.ability.kind else { continue };
            if is_mana_ability(activated) {
                let scope = Scope::bare(object, self.controller(object), instance.origin);
                for mode in activated.body.modes() {
                    types |= self.types_of_effect(scope, &mode.effect, visited);
                }
            }
        }
        visited.pop();
        types
    }

    fn types_of_effect(&self, scope: Scope<'_>, effect: &Effect, visited: &mut Visited) -> u8 {
        let eval = self.eval(scope);
        match effect {
            Effect::AddMana(_, produced) if self.positive(scope, &produced.amount) > 0 => {
                self.mana_types_within(scope, &produced.kind, visited)
            }
            Effect::If(condition, yes, no) => self.types_of_effect(scope, if eval.holds(condition) { yes } else { no }, visited),
            effect => {
                let mut types = 0;
                super::mana_ability::each_inner(effect, &mut |inner| types |= self.types_of_effect(scope, inner, visited));
                types
            }
        }
    }
}

/// Every way of the one with every way of the other.
fn both<'a>(a: &[Output<'a>], b: &[Output<'a>]) -> SmallVec<[Output<'a>; 1]> {
    let mut all = SmallVec::new();
    for first in a {
        for second in b {
            let mut slots = first.slots.clone();
            slots.extend(second.slots.iter().copied());
            all.push(Output { slots, only_for: first.only_for.or(second.only_for) });
        }
    }
    all.truncate(36);
    all
}
