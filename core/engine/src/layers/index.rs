//! The index of abilities that function now (modern 113.6): rules by who asks, triggers and replacements by kind of event.

use super::entries::{Entry, Indexed, RuleGroup, each_entry, usual_zone_of, zones_of};
use super::{Active, ActiveTrigger, Changed, Derived};
use crate::ability::{AbilityBody, AbilityInstance, AbilityRef, Origin, PlayerRule, Replacement, Rule, Static, StaticPart};
use crate::continuous::Lasting;
use crate::eval::{Eval, EventKinds, PlayerList, Scope, zone_bit};
use crate::event::EventKind;
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId, Timestamp};
use crate::object::{Bindings, Object};
use crate::symbol::Symbol;

/// Where a rule or replacement is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// On an object: the ability's place and the part's.
    Ability(u16, u16),
    /// Among the abilities that players have: the ability's place and the part's.
    OfPlayer(u16, u16),
    /// Among the lasting effects.
    Lasting(u32),
}

/// A rule or replacement in force, found again by its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Said {
    pub source: ObjectId,
    pub controller: PlayerId,
    pub origin: Origin,
    pub timestamp: Timestamp,
    pub place: Place,
}

/// A static ability that a player has (613.10).
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlayerAbility {
    pub player: PlayerId,
    pub keyword: Symbol,
    pub ability: AbilityRef,
    /// Of the effect that gives it.
    pub source: ObjectId,
    pub origin: Origin,
    pub timestamp: Timestamp,
}

/// The index. Its lists are kept when it is emptied.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub triggers: [Vec<ActiveTrigger>; EventKind::COUNT],
    pub state_triggers: Vec<ActiveTrigger>,
    pub rules: [Vec<Said>; RuleGroup::COUNT],
    pub replacements: [Vec<Said>; EventKind::COUNT],
    pub of_players: Vec<PlayerAbility>,
    /// The kinds of events that anything waits for.
    triggered: EventKinds,
    replaced: EventKinds,
}

impl Default for Index {
    fn default() -> Self {
        Index {
            triggers: [const { Vec::new() }; EventKind::COUNT],
            state_triggers: Vec::new(),
            rules: Default::default(),
            replacements: [const { Vec::new() }; EventKind::COUNT],
            of_players: Vec::new(),
            triggered: EventKinds::NONE,
            replaced: EventKinds::NONE,
        }
    }
}

impl Index {
    pub fn clear(&mut self) {
        std::mem::take(&mut self.triggered).places().for_each(|place| self.triggers[place].clear());
        std::mem::take(&mut self.replaced).places().for_each(|place| self.replacements[place].clear());
        self.state_triggers.clear();
        self.of_players.clear();
        self.rules.iter_mut().for_each(Vec::clear);
    }

    fn add(&mut self, game: &Game, object: &Object, controller: PlayerId, abilities: &[AbilityInstance], entry: Entry) {
        let Some(instance) = game.ability_at(abilities, entry.ability) else { return };
        let source = object.id;
        let trigger = || ActiveTrigger { source, controller, index: entry.ability, instance: instance.clone() };
        let said = || Said {
            source,
            controller,
            origin: instance.origin,
            timestamp: instance.origin.granted().map_or(object.timestamp, |granted| object.timestamp.max(granted)),
            place: Place::Ability(entry.ability, entry.part),
        };
        match entry.what {
            Indexed::Trigger(kinds) => {
                self.triggered = self.triggered.union(kinds);
                kinds.places().for_each(|place| self.triggers[place].push(trigger()));
            }
            Indexed::StateTrigger => self.state_triggers.push(trigger()),
            Indexed::Rule(group) => self.rules[group as usize].push(said()),
            Indexed::Replacement(kinds) => {
                self.replaced = self.replaced.union(kinds);
                kinds.places().for_each(|place| self.replacements[place].push(said()));
            }
            Indexed::Effect(_) => {}
        }
    }

    fn add_of_players(&mut self, of_players: Vec<PlayerAbility>) {
        for (place, has) in of_players.iter().enumerate() {
            let AbilityBody::Static(effect) = &has.ability.kind else { continue };
            for (part, what) in effect.parts.iter().enumerate() {
                let PlayerAbility { player, source, origin, timestamp, .. } = *has;
                let place = Place::OfPlayer(place as u16, part as u16);
                let said = Said { source, controller: player, origin, timestamp, place };
                match what {
                    StaticPart::Rule(rule) => {
                        if let Some(group) = RuleGroup::of(rule) {
                            self.rules[group as usize].push(said);
                        }
                    }
                    StaticPart::Replacement(replacement) => {
                        let kinds = replacement.pattern.kinds();
                        self.replaced = self.replaced.union(kinds);
                        kinds.places().for_each(|place| self.replacements[place].push(said));
                    }
                    StaticPart::Continuous { .. } => {}
                }
            }
        }
        self.of_players = of_players;
    }

    fn add_lasting(&mut self, game: &Game) {
        for (place, lasting) in game.lasting.iter().enumerate() {
            let said = Said {
                source: lasting.source,
                controller: lasting.controller,
                origin: lasting.origin,
                timestamp: lasting.timestamp,
                place: Place::Lasting(place as u32),
            };
            match &lasting.what {
                Lasting::Rule(rule) => {
                    if let Some(group) = RuleGroup::of(rule) {
                        self.rules[group as usize].push(said);
                    }
                }
                Lasting::Replacement { replacement, .. } => {
                    let kinds = replacement.pattern.kinds();
                    self.replaced = self.replaced.union(kinds);
                    kinds.places().for_each(|place| self.replacements[place].push(said));
                }
                _ => {}
            }
        }
    }
}

/// The abilities that players have: effects on players apply after the characteristics of objects are done, in the order of
/// their timestamps (613.10).
pub(super) fn abilities_of_players(game: &Game, board: &Derived) -> Vec<PlayerAbility> {
    if !game.defs.give_players_abilities() {
        return Vec::new();
    }
    let mut says: Vec<(Timestamp, ObjectId, Origin, PlayerList, &PlayerRule)> = Vec::new();
    let whom = |rule: &PlayerRule, eval: Eval<'_>| match rule {
        PlayerRule::Has(players, ..) | PlayerRule::Loses(players, _) => Some(eval.players(players)),
        _ => None,
    };
    each_static(game, &board.changed, |object, instance, effect| {
        for part in &effect.parts {
            let StaticPart::Rule(Rule::Player(rule)) = part else { continue };
            let eval = game.eval_on(Scope::bare(object.id, board.controller(object), instance.origin), board);
            if !eval.holds(&effect.condition) {
                continue;
            }
            let Some(players) = whom(rule, eval) else { continue };
            let timestamp = instance.origin.granted().map_or(object.timestamp, |granted| object.timestamp.max(granted));
            says.push((timestamp, object.id, instance.origin, players, rule));
        }
    });
    for lasting in &game.lasting {
        let Lasting::Rule(rule) = &lasting.what else { continue };
        let Rule::Player(rule) = &**rule else { continue };
        let Some(players) = whom(rule, game.eval_on(crate::turn::scope_of(lasting), board)) else { continue };
        says.push((lasting.timestamp, lasting.source, lasting.origin, players, rule));
    }
    says.sort_by_key(|(timestamp, ..)| *timestamp);
    let mut found: Vec<PlayerAbility> = Vec::new();
    for (timestamp, source, origin, players, rule) in says {
        match rule {
            PlayerRule::Has(_, keyword, abilities) => {
                for &player in &players {
                    found.extend(abilities.iter().map(|ability| PlayerAbility {
                        player,
                        keyword: *keyword,
                        ability: ability.clone(),
                        source,
                        origin,
                        timestamp,
                    }));
                }
            }
            PlayerRule::Loses(_, keyword) => found.retain(|has| has.keyword != *keyword || !players.contains(&has.player)),
            _ => {}
        }
    }
    found
}

/// Fills the index of a board whose characteristics are done.
pub(super) fn build(game: &Game, board: &Changed, of_players: Vec<PlayerAbility>, index: &mut Index) {
    game.each_with_abilities(
        game.defs.anywhere().any,
        |def| game.defs.zones(def).any,
        |object| {
            if board.altered(object).is_some_and(|altered| altered.says_otherwise(game, object)) {
                return;
            }
            let Some(face) = game.face_index(object) else { return };
            let bit = zone_bit(object.zone);
            if face.zones & bit == 0 {
                return;
            }
            let abilities = &game.base(object).abilities;
            let controller = board.controller(object);
            for entry in face.entries.iter().filter(|entry| entry.zones & bit != 0) {
                index.add(game, object, controller, abilities, *entry);
            }
        },
    );
    for altered in board.altered.iter().flatten() {
        let there = |object: &&Object| !object.phased_out && altered.says_otherwise(game, object);
        let Some(object) = game.object(altered.id).filter(there) else { continue };
        let (bit, controller) = (zone_bit(object.zone), board.controller(object));
        let abilities = &altered.characteristics.abilities;
        each_entry(game.defs.types(), &altered.characteristics, usual_zone_of(object, &altered.characteristics), |entry| {
            if entry.zones & bit != 0 {
                index.add(game, object, controller, abilities, entry);
            }
        });
    }
    index.add_lasting(game);
    index.add_of_players(of_players);
    // Effects on the rules of the game apply in timestamp order (613.11).
    for rules in &mut index.rules {
        if !rules.is_sorted_by_key(|said| said.timestamp) {
            rules.sort_by_key(|said| said.timestamp);
        }
    }
}

/// Calls with each static ability that functions on that board and says rules.
pub(super) fn each_static<'b>(
    game: &'b Game,
    board: &'b Changed,
    mut visit: impl FnMut(&'b Object, &'b AbilityInstance, &'b Static),
) {
    let mut each = |object: &'b Object| {
        let characteristics = board.characteristics(game, object);
        let usual = usual_zone_of(object, characteristics);
        for instance in &characteristics.abilities {
            if let AbilityBody::Static(effect) = &instance.ability.kind
                && zones_of(&instance.ability, usual) & zone_bit(object.zone) != 0
            {
                visit(object, instance, effect);
            }
        }
    };
    let own = |object: &Object| board.altered(object).is_none_or(|altered| !altered.abilities_changed);
    game.each_with_abilities(
        game.defs.anywhere().any,
        |def| game.defs.zones(def).any,
        |object| {
            if let Some(object) = game.object(object.id).filter(|object| own(object)) {
                each(object);
            }
        },
    );
    for altered in board.altered.iter().flatten().filter(|altered| altered.abilities_changed) {
        if let Some(object) = game.object(altered.id).filter(|object| !object.phased_out) {
            each(object);
        }
    }
}

impl Said {
    /// The part of a static ability, if that is where it is said, with its condition holding.
    fn part<'g>(&self, game: &'g Game, ability: u16, part: u16) -> Option<&'g StaticPart> {
        let instance = game.ability_at(game.abilities(self.source), ability)?;
        let AbilityBody::Static(effect) = &instance.ability.kind else { return None };
        let holds = effect.condition == crate::ability::Condition::Always
            || game.eval(Scope::bare(self.source, self.controller, self.origin)).holds(&effect.condition);
        if holds { effect.parts.get(usize::from(part)) } else { None }
    }
    /// The part of an ability that a player has.
    fn part_of_player<'g>(&self, game: &'g Game, place: u16, part: u16) -> Option<&'g StaticPart> {
        let has = game.derived().index.of_players.get(usize::from(place))?;
        let AbilityBody::Static(effect) = &has.ability.kind else { return None };
        let holds = effect.condition == crate::ability::Condition::Always
            || game.eval(Scope::bare(self.source, self.controller, self.origin)).holds(&effect.condition);
        if holds { effect.parts.get(usize::from(part)) } else { None }
    }
    fn scope<'g>(&self, bindings: &'g Bindings) -> Scope<'g> {
        Scope { source: self.source, controller: self.controller, origin: self.origin, bindings }
    }
    /// The rule.
    pub fn rule<'g>(&self, game: &'g Game) -> Option<Active<'g, Rule>> {
        match self.place {
            Place::Ability(ability, part) => match self.part(game, ability, part)? {
                StaticPart::Rule(rule) => Some(Active { rule, scope: self.scope(Bindings::EMPTY) }),
                _ => None,
            },
            Place::OfPlayer(place, part) => match self.part_of_player(game, place, part)? {
                StaticPart::Rule(rule) => Some(Active { rule, scope: self.scope(Bindings::EMPTY) }),
                _ => None,
            },
            Place::Lasting(place) => {
                let lasting = game.lasting.get(place as usize)?;
                match &lasting.what {
                    Lasting::Rule(rule) => Some(Active { rule: &**rule, scope: self.scope(&lasting.bindings) }),
                    _ => None,
                }
            }
        }
    }
    /// The replacement, with the uses left.
    pub fn replacement<'g>(&self, game: &'g Game) -> Option<(Active<'g, Replacement>, Option<u32>)> {
        match self.place {
            Place::Ability(ability, part) => match self.part(game, ability, part)? {
                StaticPart::Replacement(replacement) => {
                    Some((Active { rule: replacement, scope: self.scope(Bindings::EMPTY) }, None))
                }
                _ => None,
            },
            Place::OfPlayer(place, part) => match self.part_of_player(game, place, part)? {
                StaticPart::Replacement(replacement) => {
                    Some((Active { rule: replacement, scope: self.scope(Bindings::EMPTY) }, None))
                }
                _ => None,
            },
            Place::Lasting(place) => {
                let lasting = game.lasting.get(place as usize)?;
                match &lasting.what {
                    Lasting::Replacement { replacement, left } => {
                        Some((Active { rule: &**replacement, scope: self.scope(&lasting.bindings) }, *left))
                    }
                    _ => None,
                }
            }
        }
    }
}
