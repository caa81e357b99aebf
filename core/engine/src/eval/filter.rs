//! Filters: whether an object matches.

use super::Eval;
use super::seen::Seen;
use crate::ability::{AbilityBody, AbilityKind, Filter, Objects, Players, Recipients};
use crate::combat::Attacker;
use crate::event::Event;
use crate::ids::{LinkKey, ObjectId};
use crate::layers::subtypes;
use crate::object::{EntryKind, Memory, ObjectKind, Recipient};
use crate::symbol::Symbol;
use crate::types::{CardType, CardTypes, TypeLine};
use crate::zone::ZoneKind;

impl Eval<'_> {
    /// Whether the object matches. Stale ids are read through last-known information (modern 608.2h); what is phased out
    /// never matches (702.26b).
    pub fn matches(&self, filter: &Filter, object: ObjectId) -> bool {
        match self.see(object) {
            Some(seen) => !seen.is_phased_out() && self.test(filter, &seen),
            None => self.test_forgotten(filter, object),
        }
    }
    /// The same, also for what is phased out: for events of phasing themselves.
    pub(crate) fn matches_phased(&self, filter: &Filter, object: ObjectId) -> bool {
        self.see(object).map_or_else(|| self.test_forgotten(filter, object), |seen| self.test(filter, &seen))
    }

    /// Of an object of which nothing is known any more only its identity can be asked.
    fn test_forgotten(&self, filter: &Filter, id: ObjectId) -> bool {
        match filter {
            Filter::Any => true,
            Filter::This => id == self.scope.source,
            Filter::Is(objects) => self.is_one_of(objects, id),
            Filter::And(all) => all.iter().all(|filter| self.test_forgotten(filter, id)),
            Filter::Or(any) => any.iter().any(|filter| self.test_forgotten(filter, id)),
            _ => false,
        }
    }

    /// What filters are made of most; it is asked millions of times a second, so the rest is kept out of it.
    pub(super) fn test(&self, filter: &Filter, seen: &Seen<'_>) -> bool {
        match filter {
            Filter::Any => true,
            Filter::Never => false,
            Filter::And(all) => all.iter().all(|filter| self.test(filter, seen)),
            Filter::Or(any) => any.iter().any(|filter| self.test(filter, seen)),
            Filter::Not(filter) => !self.test(filter, seen),
            Filter::This => seen.id == self.scope.source,
            Filter::Other => seen.id != self.scope.source,
            Filter::Zone(zone) => seen.object.zone == *zone,
            Filter::Type(card_type) => self.characteristics(seen).types.is(*card_type),
            Filter::Color(color) => self.characteristics(seen).colors.contains(color.set()),
            Filter::ControlledBy(players) => match **players {
                Players::You => self.controller(seen) == self.scope.controller,
                Players::Opponents => self.game.are_opponents(self.scope.controller, self.controller(seen)),
                ref players => self.is_player_in(players, self.controller(seen)),
            },
            Filter::Tapped => seen.object.is_tapped(),
            Filter::Token => seen.object.kind == ObjectKind::Token,
            filter => self.test_rare(filter, seen),
        }
    }

    #[inline(never)]
    fn test_rare(&self, filter: &Filter, seen: &Seen<'_>) -> bool {
        match filter {
            Filter::Any
            | Filter::Never
            | Filter::And(_)
            | Filter::Or(_)
            | Filter::Not(_)
            | Filter::This
            | Filter::Other
            | Filter::Zone(_)
            | Filter::Type(_)
            | Filter::Color(_)
            | Filter::ControlledBy(_)
            | Filter::Tapped
            | Filter::Token => self.test(filter, seen),
            Filter::Is(objects) => self.is_one_of(objects, seen.id),
            Filter::Supertype(supertype) => self.characteristics(seen).types.supertypes.contains(supertype.set()),
            Filter::Subtype(subtype) => subtypes::has(&self.characteristics(seen).types, *subtype),
            Filter::SubtypeLinked(key) => self.has_linked_type(*key, &self.characteristics(seen).types),
            Filter::SharesSubtype(objects) => self.shares_creature_type(objects, seen),
            Filter::SharesColor(objects) => self.shares_color(objects, seen),
            Filter::Permanent => match seen.object.zone {
                ZoneKind::Battlefield => true,
                _ => {
                    seen.object.kind != ObjectKind::Ability
                        && self.characteristics(seen).types.types.intersects(CardTypes::PERMANENT)
                }
            },
            Filter::ColorLinked(key) => match self.memory(*key) {
                Some(Memory::Color(color)) => self.characteristics(seen).colors.contains(color.set()),
                _ => false,
            },
            Filter::Colorless => self.characteristics(seen).colors.is_empty(),
            Filter::Monocolored => self.characteristics(seen).colors.count() == 1,
            Filter::Multicolored => self.characteristics(seen).colors.count() >= 2,
            Filter::Named(name) => self.has_name(seen, *name),
            Filter::NameLinked(key) => match self.memory(*key) {
                Some(Memory::Word(name)) => self.has_name(seen, *name),
                Some(Memory::Objects(objects)) => objects.iter().any(|&id| self.shares_name(seen, id)),
                _ => false,
            },
            Filter::SameName(objects) => self.objects(objects).into_iter().any(|id| self.shares_name(seen, id)),
            Filter::Keyword(keyword) => self.characteristics(seen).has_keyword(*keyword),
            Filter::OwnedBy(players) => self.is_player_in(players, seen.object.owner),
            Filter::Stat(stat, comparison, amount) => {
                self.stat(seen, *stat).is_some_and(|number| comparison.holds(number, self.amount(amount)))
            }
            Filter::Counters(kind, comparison, amount) => {
                comparison.holds(super::seen::clamp(seen.object.counter(*kind)), self.amount(amount))
            }
            Filter::AnyCounter => seen.object.counters.iter().any(|(_, amount)| *amount > 0),
            Filter::Attacking => match seen.last {
                Some(last) => last.attacking.is_some(),
                None => self.attack(seen.id).is_some(),
            },
            Filter::AttackingPlayer(players) => match seen.last {
                Some(last) => last.attacking.is_some() && last.defending.is_some_and(|player| self.is_player_in(players, player)),
                None => self.attack(seen.id).is_some_and(|attack| self.is_player_in(players, attack.defending_player)),
            },
            Filter::AttackingOne(recipients) => {
                let attacked = match seen.last {
                    Some(last) => last.attacking,
                    None => self.attack(seen.id).and_then(Attacker::attacks),
                };
                match attacked {
                    Some(Recipient::Player(player)) => {
                        recipients.players.as_ref().is_some_and(|players| self.is_player_in(players, player))
                    }
                    Some(Recipient::Object(id)) => self.is_one_of(&recipients.objects, id),
                    None => false,
                }
            }
            Filter::AttackingAlone => seen.last.is_none() && self.attack(seen.id).is_some() && self.attacks().nth(1).is_none(),
            Filter::HadToAttack => self.game.combat().is_some_and(|combat| combat.had_to_attack.contains(&seen.id)),
            // modern 509.1g: it is blocking also when nothing that it blocked is left.
            Filter::Blocking => match seen.last {
                Some(last) => last.blocking,
                None => self.game.combat().is_some_and(|combat| combat.is_blocking(seen.id)),
            },
            Filter::BlockingAlone => {
                let alone = |combat: &crate::combat::Combat| combat.is_blocking(seen.id) && combat.blockers.len() == 1;
                seen.last.is_none() && self.game.combat().is_some_and(alone)
            }
            Filter::ProtectedBy(players) => {
                seen.object.protector().is_some_and(|player| self.is_player_in(players, player))
                    && self.characteristics(seen).types.is(CardType::Battle)
            }
            Filter::InCombatWith(objects) => self.attacks().any(|attack| {
                if attack.id == seen.id {
                    attack.blockers.iter().any(|&blocker| self.is_one_of(objects, blocker))
                } else {
                    attack.blockers.contains(&seen.id) && self.is_one_of(objects, attack.id)
                }
            }),
            Filter::Blocked => self.attack(seen.id).is_some_and(|attack| attack.blocked == Some(true)),
            Filter::Unblocked => self.attack(seen.id).is_some_and(|attack| attack.blocked == Some(false)),
            Filter::FaceDown => seen.object.face_down,
            Filter::AttachedTo(objects) => seen.host().is_some_and(|host| self.is_one_of(objects, host)),
            Filter::HasAttached(filter) => match seen.last {
                Some(last) => last.attachments.iter().any(|&id| self.matches(filter, id)),
                None => self.attachments(seen.id).any(|id| self.matches(filter, id)),
            },
            Filter::Spell => seen.is_spell(),
            Filter::AbilityOnStack(kind) => self.is_ability(seen, *kind),
            Filter::Targets(recipients) => self.targets_one_of(seen.id, recipients),
            Filter::TargetCount(comparison, amount) => self.game.entry(seen.id).is_some_and(|entry| {
                let count: usize = entry.bindings.targets.iter().map(|choice| choice.chosen.len()).sum();
                comparison.holds(count as i32, self.amount(amount))
            }),
            Filter::EnteredThisTurn => seen.object.entered_turn == self.game.turn.number,
            Filter::NewerThan(objects) => {
                let newer = |id| self.see(id).is_some_and(|other| seen.object.timestamp > other.object.timestamp);
                self.objects(objects).into_iter().all(newer)
            }
            Filter::EnteredBecause(cause, from) => {
                let (why, whence) = seen.object.entered;
                seen.object.entered_turn == self.game.turn.number
                    && cause.is_none_or(|cause| cause == why)
                    && from.is_none_or(|from| from == whence)
            }
            Filter::AttackedThisTurn => {
                self.happened_to(|event| matches!(event, Event::Attack { attacker, .. } if *attacker == seen.id))
            }
            Filter::DamagedThisTurn => self.happened_to(
                |event| matches!(event, Event::Damage { to: Recipient::Object(id), amount, .. } if *id == seen.id && *amount > 0),
            ),
            Filter::CastFrom(zone) => seen.object.cast().is_some_and(|cast| cast.from == Some(*zone)),
            // What was put onto the stack as a copy was not cast at all.
            Filter::CastOffTime => {
                seen.object.cast().is_some_and(|cast| cast.from.is_some() && cast.time == crate::object::CastTime::Other)
            }
            Filter::Script(callback) => self.call(callback, |host, game, scope| host.holds(game, scope, callback, Some(seen.id))),
        }
    }

    fn attacks(&self) -> impl Iterator<Item = &Attacker> {
        self.game.combat.iter().flat_map(|combat| combat.attackers.iter())
    }
    pub(super) fn attack(&self, id: ObjectId) -> Option<&Attacker> {
        self.attacks().find(|attack| attack.id == id)
    }
    /// The permanents attached to a current object.
    pub(super) fn attachments(&self, id: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.game.permanents().filter(move |object| object.attached_to == Some(Recipient::Object(id))).map(|object| object.id)
    }
    fn happened_to(&self, mut is_it: impl FnMut(&Event) -> bool) -> bool {
        self.game.history.this_turn.iter().any(|(_, event)| is_it(event))
    }

    fn has_name(&self, seen: &Seen<'_>, name: Symbol) -> bool {
        // What has no name shares none (201.2b).
        let what = self.characteristics(seen);
        !name.is_empty() && (what.name == name || (what.also_named.is_some() && self.game.is_named(what, name)))
    }
    fn shares_name(&self, seen: &Seen<'_>, id: ObjectId) -> bool {
        self.see(id).is_some_and(|other| self.game.share_a_name(self.characteristics(seen), self.characteristics(&other)))
    }
    fn has_linked_type(&self, key: LinkKey, types: &TypeLine) -> bool {
        match self.memory(key) {
            Some(Memory::Word(word)) => {
                subtypes::has(types, *word) || CardType::from_word(word.as_str()).is_some_and(|card_type| types.is(card_type))
            }
            _ => false,
        }
    }
    fn shares_creature_type(&self, objects: &Objects, seen: &Seen<'_>) -> bool {
        let mine = &self.characteristics(seen).types;
        self.objects(objects)
            .into_iter()
            .any(|id| self.see(id).is_some_and(|other| subtypes::share_creature_type(mine, &self.characteristics(&other).types)))
    }
    fn shares_color(&self, objects: &Objects, seen: &Seen<'_>) -> bool {
        let mine = self.characteristics(seen).colors;
        self.objects(objects)
            .into_iter()
            .any(|id| self.see(id).is_some_and(|other| mine.intersects(self.characteristics(&other).colors)))
    }
    fn is_ability(&self, seen: &Seen<'_>, kind: AbilityKind) -> bool {
        if seen.object.kind != ObjectKind::Ability || seen.object.zone != ZoneKind::Stack {
            return false;
        }
        let body = self.game.entry(seen.id).and_then(|entry| match &entry.kind {
            EntryKind::Ability { ability, .. } => Some(&ability.ability.kind),
            EntryKind::Spell => None,
        });
        match kind {
            AbilityKind::Any => true,
            AbilityKind::Activated => matches!(body, Some(AbilityBody::Activated(_))),
            AbilityKind::Triggered => matches!(body, Some(AbilityBody::Triggered(_))),
        }
    }
    fn targets_one_of(&self, id: ObjectId, recipients: &Recipients) -> bool {
        let Some(entry) = self.game.entry(id) else { return false };
        entry.bindings.targets.iter().flat_map(|choice| choice.chosen.iter()).any(|(target, _)| match target {
            Recipient::Object(object) => self.is_one_of(&recipients.objects, *object),
            Recipient::Player(player) => recipients.players.as_ref().is_some_and(|players| self.is_player_in(players, *player)),
        })
    }
}
