//! Characteristics as a function of the game (modern 613), and the index of abilities that function now.
//!
//! Both are worked out together when first asked for, and thrown away by [`Game::touch`]. A board without continuous
//! effects has the index only: its objects are read straight from their definitions.

mod change;
mod derived;
pub(crate) mod entries;
mod index;
mod live;
pub(crate) mod reads;
mod record;
mod run;
mod scan;
mod stage;
pub(crate) mod subtypes;
#[cfg(test)]
mod tests;
mod text;

use derived::Changed;
pub use derived::Derived;
pub(crate) use record::recorded;
pub use subtypes::sort as sort_of_subtype;

use crate::ability::{
    AbilityBody, AbilityInstance, AttackRule, BlockRule, CastPermission, Condition, CostChange, DamageRule, Filter, Origin,
    Pattern, PlayerRule, Prohibition, Replacement, Rule, StaticPart, TargetRule, Zones,
};
use crate::characteristics::Characteristics;
use crate::eval::{Scope, zone_bit};
use crate::event::{EventKind, Move};
use crate::game::{Game, Presence};
use crate::ids::{DefId, ObjectId, PlayerId, Timestamp};
use crate::object::Object;
use crate::symbol::Symbol;
use crate::type_rules::FIRST_LAW;
use crate::types::TypeLine;
use crate::zone::ZoneKind;
use entries::RuleGroup;

/// A rule in force, with whose it is.
#[derive(Debug)]
pub struct Active<'a, T> {
    /// The rule.
    pub rule: &'a T,
    /// The object and player that have it.
    pub scope: Scope<'a>,
}

impl<T> Clone for Active<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Active<'_, T> {}

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
    /// Of an object that enters, with the definition that it enters as: what it copies has abilities of its own.
    Entering(ObjectId, DefId, u16, u16),
    /// Of an ability that a player has: the player, the source of the effect that gives it, the part's place (613.10).
    Player(PlayerId, ObjectId, u16),
    /// A lasting one.
    Lasting(Timestamp),
    /// A self-replacement effect of what is being done (614.15).
    Own(Timestamp),
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
    #[inline]
    pub(crate) fn derived(&self) -> &Derived {
        match self.derived.get() {
            Some(derived) => derived,
            None => self.derive(),
        }
    }
    #[cold]
    #[inline(never)]
    fn derive(&self) -> &Derived {
        let fresh = derived::derive(self);
        self.derived.get_or_init(|| fresh)
    }
    /// Something changed that abilities that function, control or characteristics always depend on: zones, attachments,
    /// control, faces, phasing, counters, timestamps, lasting effects, players who leave.
    pub(crate) fn touch(&mut self) {
        if let Some(derived) = self.derived.take() {
            derived::keep_for_reuse(derived);
        }
    }
    /// Something changed that matters only if some functioning ability asks for it: life, hand sizes, tapping, damage,
    /// history, combat, the turn and its steps, memory, counters on players.
    pub(crate) fn touch_lightly(&mut self) {
        if self.derived.get().is_some_and(|derived| derived.changed.sensitive) {
            self.touch();
        }
    }

    /// The characteristics of a current object.
    #[inline]
    pub(crate) fn characteristics_of<'a>(&'a self, object: &'a Object) -> &'a Characteristics {
        self.derived().characteristics(self, object)
    }
    /// The controller of a current object; its owner in zones without control (108.4a).
    #[inline]
    pub(crate) fn controller_of(&self, object: &Object) -> PlayerId {
        self.derived().controller(object)
    }
    /// What an object is before any continuous effect: its printed face, a 2/2 creature if it is face down (708.2a),
    /// nothing for an ability on the stack or a card exiled face down (406.3).
    #[inline]
    pub(crate) fn base<'a>(&'a self, object: &'a Object) -> &'a Characteristics {
        if object.face_down || object.kind == crate::object::ObjectKind::Ability {
            return self.hidden(object);
        }
        &self.face(object).base
    }
    #[inline(never)]
    fn hidden(&self, object: &Object) -> &Characteristics {
        match object.zone {
            ZoneKind::Battlefield | ZoneKind::Stack if object.kind != crate::object::ObjectKind::Ability => derived::face_down(),
            _ => self.layers_nothing(),
        }
    }
    /// The copiable values of an object (707.2): its own as changed by copy effects and by being face down.
    pub fn copiable(&self, id: ObjectId) -> Characteristics {
        match self.presence(id) {
            Presence::Present(object) if self.derived().changed.copying && !object.face_down => derived::copiable(self, object),
            Presence::Present(object) => self.base(object).clone(),
            Presence::Gone(last) => self.base(&last.object).clone(),
            Presence::Forgotten => self.layers_nothing().clone(),
        }
    }
    /// The rules text that the object has: what is printed or copied, as text-changing effects have it (612.5). What it was
    /// granted is no text.
    pub(crate) fn rules_text(&self, id: ObjectId) -> Vec<crate::ability::AbilityRef> {
        match self.object(id) {
            Some(object) => change::text_among(&derived::with_text(self, object).abilities).collect(),
            None => change::text_among(self.abilities(id)).collect(),
        }
    }
    /// Whether something with these characteristics has that name (201.2). What has no name has none in common.
    pub(crate) fn is_named(&self, what: &Characteristics, name: Symbol) -> bool {
        if name.is_empty() {
            return false;
        }
        what.name == name || what.also_named.is_some_and(|names| self.knows_as(&names, name))
    }
    /// modern 612.7: a card of that sort is called so.
    fn knows_as(&self, names: &crate::characteristics::NamesOf, name: Symbol) -> bool {
        let cards = self.defs.iter().filter(|(_, definition)| definition.kind == crate::definition::DefKind::Card);
        cards.flat_map(|(_, card)| &card.faces).any(|face| face.base.name == name && names.covers(&face.base))
    }
    /// Whether two objects with these characteristics have a name in common (201.2a).
    pub(crate) fn share_a_name(&self, one: &Characteristics, other: &Characteristics) -> bool {
        self.is_named(one, other.name)
            || self.is_named(other, one.name)
            || (one.also_named.is_some() && one.also_named == other.also_named)
    }
    /// The characteristics of what is forgotten: none.
    pub(crate) fn layers_nothing(&self) -> &Characteristics {
        static NOTHING: std::sync::OnceLock<Characteristics> = std::sync::OnceLock::new();
        NOTHING.get_or_init(Characteristics::default)
    }
    /// Whether an object already changed to be on the battlefield has there, as far as the filter asks, its own
    /// characteristics: nothing that exists or that it brings changes any (614.12).
    pub(crate) fn enters_unchanged(&self, object: &Object, asked: &Filter) -> bool {
        let mut writes = self.derived().changed.writes | run::own_writes(self, object);
        if run::counters(object) != (0, 0) {
            writes |= reads::Reads::PT;
        }
        if object.counters.iter().any(|(kind, _)| self.defs.counter_gives(*kind).is_some()) {
            writes |= reads::Reads::ABILITIES;
        }
        writes.is_empty() || !reads::Reads::of(asked).intersects(writes)
    }

    /// The keywords that the player has, in the order of their timestamps (613.10).
    pub fn player_keywords(&self, player: PlayerId) -> Vec<Symbol> {
        let mut words = Vec::new();
        for has in self.derived().index.of_players.iter().filter(|has| has.player == player) {
            if !words.contains(&has.keyword) {
                words.push(has.keyword);
            }
        }
        words
    }

    /// Whence the player has them.
    pub(crate) fn keywords_of_player(&self, player: PlayerId) -> impl Iterator<Item = crate::why::PlayerHas> {
        self.derived().index.of_players.iter().filter(move |has| has.player == player).map(|has| crate::why::PlayerHas {
            keyword: has.keyword,
            source: has.source,
            timestamp: has.timestamp,
        })
    }
    /// The static abilities that players have (613.10).
    pub(crate) fn abilities_of_players(&self) -> impl Iterator<Item = (PlayerId, &crate::ability::Ability)> {
        self.derived().index.of_players.iter().map(|has| (has.player, &*has.ability))
    }

    /// All rules in force, of every kind: of functioning static abilities and of lasting effects.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Active<'_, Rule>> {
        self.derived().index.rules.iter().flatten().filter_map(|said| said.rule(self))
    }
    fn rules_of<T: 'static>(&self, group: RuleGroup, pick: fn(&Rule) -> Option<&T>) -> impl Iterator<Item = Active<'_, T>> {
        self.derived().index.rules[group as usize].iter().filter_map(move |said| {
            let active = said.rule(self)?;
            Some(Active { rule: pick(active.rule)?, scope: active.scope })
        })
    }
    /// The rules about attacking.
    pub(crate) fn attack_rules(&self) -> impl Iterator<Item = Active<'_, AttackRule>> {
        self.rules_of(RuleGroup::Attack, |rule| if let Rule::Attack(rule) = rule { Some(rule) } else { None })
    }
    /// The rules about blocking.
    pub(crate) fn block_rules(&self) -> impl Iterator<Item = Active<'_, BlockRule>> {
        self.rules_of(RuleGroup::Block, |rule| if let Rule::Block(rule) = rule { Some(rule) } else { None })
    }
    /// The rules about damage.
    pub(crate) fn damage_rules(&self) -> impl Iterator<Item = Active<'_, DamageRule>> {
        self.rules_of(RuleGroup::Damage, |rule| if let Rule::Damage(rule) = rule { Some(rule) } else { None })
    }
    /// The rules about damage that the source deals: those in force, and what a source that is no permanent now says of itself,
    /// in whatever zone it is or as it last was (modern 113.7a, 608.2h).
    pub(crate) fn damage_rules_for(&self, source: ObjectId) -> impl Iterator<Item = Active<'_, DamageRule>> {
        let absent = if self.permanent(source).is_none() { self.abilities(source) } else { &[] };
        let own = absent.iter().flat_map(move |instance| {
            let parts = match &instance.ability.kind {
                AbilityBody::Static(effect) if effect.condition == Condition::Always => effect.parts.as_slice(),
                _ => &[],
            };
            parts.iter().filter_map(move |part| match part {
                StaticPart::Rule(Rule::Damage(rule)) if rule.of_sources() == Some(&Filter::This) => {
                    Some(Active { rule, scope: self.scope_of(source, instance) })
                }
                _ => None,
            })
        });
        self.damage_rules().chain(own)
    }
    /// The rules about targets and attaching, but for those that are asked of their object: [`TargetRule::AttachesTo`] and its like.
    pub(crate) fn target_rules(&self) -> impl Iterator<Item = Active<'_, TargetRule>> {
        self.rules_of(RuleGroup::Target, |rule| if let Rule::Target(rule) = rule { Some(rule) } else { None })
    }
    /// The rules about players.
    pub(crate) fn player_rules(&self) -> impl Iterator<Item = Active<'_, PlayerRule>> {
        self.rules_of(RuleGroup::Player, |rule| if let Rule::Player(rule) = rule { Some(rule) } else { None })
    }
    /// Permissions to cast and play given by other objects than the card itself.
    pub(crate) fn cast_permissions(&self) -> impl Iterator<Item = Active<'_, CastPermission>> {
        self.rules_of(RuleGroup::Cast, |rule| if let Rule::Cast(rule) = rule { Some(rule) } else { None })
    }
    /// Changes to costs made by other objects than the spell itself.
    pub(crate) fn cost_changes(&self) -> impl Iterator<Item = Active<'_, CostChange>> {
        self.rules_of(RuleGroup::Cost, |rule| if let Rule::Cost(rule) = rule { Some(rule) } else { None })
    }
    /// What cannot happen or be done.
    pub(crate) fn prohibitions(&self) -> impl Iterator<Item = Active<'_, Prohibition>> {
        self.rules_of(RuleGroup::Cant, |rule| if let Rule::Cant(rule) = rule { Some(rule) } else { None })
    }
    /// What the game itself is to do, and who protects what.
    pub(crate) fn action_rules(&self) -> impl Iterator<Item = Active<'_, Rule>> {
        self.rules_of(RuleGroup::Action, |rule| Some(rule))
    }
    /// The laws of the object's types (see [`crate::type_rules`]).
    pub(crate) fn laws(&self, id: ObjectId) -> impl Iterator<Item = Active<'_, Rule>> {
        self.laws_of(&self.characteristics(id).types, id, self.controller(id))
    }
    /// The laws of an object that has these types and that controller.
    pub(crate) fn laws_of<'a>(
        &'a self,
        types: &'a TypeLine,
        source: ObjectId,
        controller: PlayerId,
    ) -> impl Iterator<Item = Active<'a, Rule>> {
        let scope = Scope::bare(source, controller, Origin::OfType);
        self.defs.types().laws_for(types).flat_map(move |(_, law)| {
            let parts = match &law.ability.kind {
                AbilityBody::Static(effect) => {
                    let holds = effect.condition == Condition::Always || self.eval(scope).holds(&effect.condition);
                    if holds { effect.parts.as_slice() } else { &[] }
                }
                _ => &[],
            };
            parts.iter().filter_map(move |part| match part {
                StaticPart::Rule(rule) => Some(Active { rule, scope }),
                _ => None,
            })
        })
    }
    /// The rules that a card or spell has about itself wherever it is: casting permissions, costs, what it attaches to.
    /// Those of static abilities with `Zones::Everywhere`, whose condition holds.
    pub(crate) fn own_rules(&self, id: ObjectId) -> impl Iterator<Item = Active<'_, Rule>> {
        let is = self.characteristics(id);
        let laws = self.defs.types().laws_for(&is.types).map(|(_, law)| law);
        is.abilities.iter().chain(laws).flat_map(move |instance| {
            let ability = &*instance.ability;
            let effect = match &ability.kind {
                AbilityBody::Static(effect) if ability.zones == Zones::Everywhere => Some(effect),
                _ => None,
            };
            let says_rule = |part: &StaticPart| matches!(part, StaticPart::Rule(_));
            let scope = effect.filter(|effect| effect.parts.iter().any(says_rule)).map(|_| self.scope_of(id, instance));
            let effect = effect.filter(|effect| {
                effect.condition == Condition::Always || scope.is_some_and(|scope| self.eval(scope).holds(&effect.condition))
            });
            let parts = effect.map_or(&[][..], |effect| effect.parts.as_slice());
            parts.iter().filter_map(move |part| match (part, scope) {
                (StaticPart::Rule(rule), Some(scope)) => Some(Active { rule, scope }),
                _ => None,
            })
        })
    }
    /// The ability in that place of an object with these, or the law of a type in it.
    pub(crate) fn ability_at<'a>(&'a self, abilities: &'a [AbilityInstance], place: u16) -> Option<&'a AbilityInstance> {
        if place < FIRST_LAW { abilities.get(usize::from(place)) } else { self.defs.types().law(place) }
    }
    /// The triggered abilities that wait for events of that kind. Conditions of static abilities are not checked here.
    pub(crate) fn triggers(&self, kind: EventKind) -> &[ActiveTrigger] {
        &self.derived().index.triggers[kind as usize]
    }
    /// The state triggers (603.8).
    pub(crate) fn state_triggers(&self) -> &[ActiveTrigger] {
        &self.derived().index.state_triggers
    }
    /// The replacement and prevention effects for events of that kind: of functioning static abilities whose condition
    /// holds, and lasting ones. For a move onto the battlefield, `entering` adds those of the entering object itself (614.12).
    pub(crate) fn replacements(
        &self,
        kind: EventKind,
        entering: Option<ObjectId>,
    ) -> impl Iterator<Item = ActiveReplacement<'_>> {
        let own = entering.into_iter().flat_map(move |id| {
            let instances = self.abilities(id).iter().enumerate();
            let def = self.object(id).map_or(DefId(0), |object| object.def);
            instances.flat_map(move |(place, instance)| self.replacements_on_entering(kind, (id, def), place, instance, None))
        });
        self.replacements_in_force(kind).chain(own)
    }
    /// Visits those of the entering object itself, with the abilities that it will have: as the copy, face or face-down
    /// permanent that the event says, under the controller that it says, without abilities that it would lose there and with
    /// those that it would be given, or was given as a spell (614.12).
    pub(crate) fn each_replacement_on_entering(&self, movement: &Move, visit: &mut dyn FnMut(ActiveReplacement<'_>)) {
        let Some(object) = self.object(movement.object).filter(|_| movement.to == ZoneKind::Battlefield) else { return };
        if object.kind == crate::object::ObjectKind::Ability {
            return;
        }
        let (face_down, face, copy, controller) = match movement.enters.as_deref() {
            Some(how) => (how.face_down, how.face, how.copy, how.controller),
            None => (false, 0, None, movement.controller),
        };
        let def = copy.unwrap_or(object.def);
        let mut each = |abilities: &[AbilityInstance], from: usize| {
            for (place, instance) in abilities.iter().enumerate() {
                let as_what = (movement.object, def);
                self.replacements_on_entering(EventKind::Move, as_what, from + place, instance, Some(controller))
                    .for_each(&mut *visit);
            }
        };
        let faces = &self.defs.get(def).faces;
        let printed = if face_down { &[] } else { faces.get(usize::from(face)).unwrap_or(&faces[0]).abilities() };
        // Effects on the battlefield may give abilities and take them away as it enters (305.7, 614.12).
        let given = self.defs.grant_replacements();
        if self.derived().changed.writes.contains(reads::Reads::ABILITIES) && (given || printed.iter().any(replaces)) {
            let there = self.as_if_entered(movement);
            let abilities = there.abilities(movement.object);
            each(abilities, 0);
            if given && object.zone == ZoneKind::Stack {
                // modern 400.7a: what a spell was given goes for the permanent that it becomes.
                let granted: smallvec::SmallVec<[AbilityInstance; 2]> = self
                    .abilities(movement.object)
                    .iter()
                    .filter(|instance| instance.origin != crate::ability::Origin::Printed && !abilities.contains(instance))
                    .cloned()
                    .collect();
                each(&granted, abilities.len());
            }
        } else {
            each(printed, 0);
        }
    }
    /// Visits those of a face-down permanent about turning it face up, with the abilities that it will have (614.1e).
    pub(crate) fn each_replacement_on_turning_up(&self, id: ObjectId, visit: &mut dyn FnMut(ActiveReplacement<'_>)) {
        let Some(object) = self.object(id).filter(|object| object.face_down) else { return };
        if !self.face(object).abilities().iter().any(replaces) {
            return;
        }
        let turned = self.as_if_turned_up(id);
        for (place, instance) in turned.abilities(id).iter().enumerate() {
            self.replacements_on_entering(EventKind::Turned, (id, object.def), place, instance, None).for_each(&mut *visit);
        }
    }
    fn replacements_in_force(&self, kind: EventKind) -> impl Iterator<Item = ActiveReplacement<'_>> {
        self.derived().index.replacements[kind as usize].iter().filter_map(|said| {
            let (active, left) = said.replacement(self)?;
            let key = match said.place {
                index::Place::Ability(ability, part) => ReplacementKey::Ability(said.source, ability, part),
                index::Place::OfPlayer(_, part) => ReplacementKey::Player(said.controller, said.source, part),
                index::Place::Lasting(_) => ReplacementKey::Lasting(said.timestamp),
            };
            Some(ActiveReplacement { key, replacement: active.rule, scope: active.scope, left })
        })
    }
    /// The replacement effects of one ability of an entering object: those that function on the battlefield. What functions
    /// where the object is now is in the index.
    fn replacements_on_entering<'a>(
        &'a self,
        kind: EventKind,
        (id, def): (ObjectId, DefId),
        place: usize,
        instance: &'a AbilityInstance,
        controller: Option<PlayerId>,
    ) -> impl Iterator<Item = ActiveReplacement<'a>> {
        let scope = Scope::bare(id, controller.unwrap_or_else(|| self.controller(id)), instance.origin);
        let there = matches!(instance.ability.zones, Zones::Usual | Zones::Only(ZoneKind::Battlefield));
        let parts = match &instance.ability.kind {
            AbilityBody::Static(effect) if there => {
                let has = effect.parts.iter().any(|part| matches!(part, StaticPart::Replacement(_)));
                let holds = has && (effect.condition == Condition::Always || self.eval(scope).holds(&effect.condition));
                if holds { effect.parts.as_slice() } else { &[] }
            }
            _ => &[],
        };
        parts.iter().enumerate().filter_map(move |(part, what)| match what {
            // Of its own abilities only those count that speak of it, not of a set that it belongs to (614.12).
            StaticPart::Replacement(replacement)
                if replacement.pattern.kinds().has(kind) && replacement.pattern.any.iter().any(speaks_of_itself) =>
            {
                Some(ActiveReplacement {
                    key: ReplacementKey::Entering(id, def, place as u16, part as u16),
                    replacement,
                    scope,
                    left: None,
                })
            }
            _ => None,
        })
    }
    /// The object's abilities that function where it is now (113.6).
    pub(crate) fn functioning(&self, id: ObjectId) -> impl Iterator<Item = (u16, &AbilityInstance)> {
        let object = match self.presence(id) {
            Presence::Present(object) if !object.phased_out => Some(object),
            Presence::Gone(last) => Some(&last.object),
            _ => None,
        };
        let characteristics = self.characteristics(id);
        let abilities = if object.is_some() { characteristics.abilities.as_slice() } else { &[] };
        let (usual, bit) =
            object.map_or((0, 0), |object| (entries::usual_zone_of(object, characteristics), zone_bit(object.zone)));
        abilities
            .iter()
            .enumerate()
            .filter(move |(_, instance)| entries::zones_of(&instance.ability, usual) & bit != 0)
            .map(|(index, instance)| (index as u16, instance))
    }
    /// The scope of an ability that an object has, for its current controller.
    pub(crate) fn scope_of(&self, id: ObjectId, instance: &AbilityInstance) -> Scope<'static> {
        Scope::bare(id, self.controller(id), instance.origin)
    }
}

/// Whether the ability is about replacing something.
fn replaces(instance: &AbilityInstance) -> bool {
    match &instance.ability.kind {
        AbilityBody::Static(effect) => effect.parts.iter().any(|part| matches!(part, StaticPart::Replacement(_))),
        _ => false,
    }
}

/// Whether a pattern speaks of the object that has it, and of no others, as it enters or is turned face up.
fn speaks_of_itself(pattern: &Pattern) -> bool {
    fn this(filter: &Filter) -> bool {
        match filter {
            Filter::This => true,
            Filter::And(all) => all.iter().any(this),
            _ => false,
        }
    }
    matches!(pattern, Pattern::Moves { what, .. } | Pattern::TurnsFaceUp(what) if this(what))
}
