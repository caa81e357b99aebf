//! What each ability contributes to the index of functioning abilities. Worked out once for each definition, and anew only
//! for objects whose abilities were changed.

use super::reads::EffectInfo;
use crate::ability::{Ability, AbilityBody, DamageRule, Rule, StaticPart, TargetRule, TriggerOn, Zones};
use crate::characteristics::Characteristics;
use crate::definition::{CardDef, DefKind};
use crate::eval::{EventKinds, zone_bit};
use crate::object::{Object, ObjectKind};
use crate::type_rules::TypeTable;
use crate::types::{CardType, CardTypes};
use crate::zone::ZoneKind;

/// A set of zones, by [`zone_bit`].
pub(crate) type ZoneBits = u8;

/// Something that an ability puts into the index while it functions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Entry {
    /// The ability's place on its object.
    pub ability: u16,
    /// The part's place in a static ability.
    pub part: u16,
    /// The zones in which it functions.
    pub zones: ZoneBits,
    /// What it is.
    pub what: Indexed,
}

/// Kinds of entries.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Indexed {
    /// A triggered ability that waits for such events.
    Trigger(EventKinds),
    /// A triggered ability that waits for a state (603.8).
    StateTrigger,
    /// A rule.
    Rule(RuleGroup),
    /// A replacement or prevention effect for such events.
    Replacement(EventKinds),
    /// A static ability with effects on characteristics or control; one entry for all its parts.
    Effect(EffectInfo),
}

/// Rules by who asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuleGroup {
    Attack,
    Block,
    Damage,
    Target,
    Player,
    Cast,
    Cost,
    Cant,
    /// What is to be done by the game itself.
    Action,
    Other,
}

impl RuleGroup {
    /// How many there are.
    pub const COUNT: usize = RuleGroup::Other as usize + 1;

    /// The group of a rule; `None` for a rule that is only asked of its own object.
    pub fn of(rule: &Rule) -> Option<Self> {
        Some(match rule {
            Rule::Marker | Rule::BeforeGame(_) | Rule::Merges(_) | Rule::NeverFights => return None,
            Rule::Damage(DamageRule::RemovesCounters(_)) => return None,
            Rule::StateBased(..) | Rule::TurnBased(..) | Rule::ProtectedBy(_) => RuleGroup::Action,
            Rule::Attack(_) => RuleGroup::Attack,
            Rule::Block(_) => RuleGroup::Block,
            Rule::Damage(_) => RuleGroup::Damage,
            Rule::Target(TargetRule::AttachesTo(..) | TargetRule::AttachesNowhere | TargetRule::AttachesAsCreature) => {
                return None;
            }
            Rule::Target(_) => RuleGroup::Target,
            Rule::Player(_) => RuleGroup::Player,
            Rule::Cast(_) => RuleGroup::Cast,
            Rule::Cost(_) => RuleGroup::Cost,
            Rule::Cant(_) => RuleGroup::Cant,
            _ => RuleGroup::Other,
        })
    }
}

/// The entries of one face.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct FaceIndex {
    /// The zones in which any of them functions.
    pub zones: ZoneBits,
    /// The zones in which any effect on characteristics functions.
    pub effects: ZoneBits,
    /// All of them, in the order of the abilities.
    pub entries: Vec<Entry>,
}

impl FaceIndex {
    /// Of these abilities, those that say nothing else functioning in `usual`.
    pub fn new(types: &TypeTable, characteristics: &Characteristics, usual: ZoneBits) -> Self {
        let mut index = FaceIndex::default();
        each_entry(types, characteristics, usual, |entry| {
            index.zones |= entry.zones;
            if matches!(entry.what, Indexed::Effect(_)) {
                index.effects |= entry.zones;
            }
            index.entries.push(entry);
        });
        index
    }
    /// The entries of all faces of a definition.
    pub fn of(definition: &CardDef, types: &TypeTable) -> Vec<FaceIndex> {
        let usual = |characteristics: &Characteristics| match definition.kind {
            DefKind::Emblem => zone_bit(ZoneKind::Command),
            DefKind::Card | DefKind::Token | DefKind::Counter | DefKind::Type => usual_zone(characteristics),
        };
        if matches!(definition.kind, DefKind::Counter | DefKind::Type) {
            // What a counter gives is found on the object that it is on, what a type brings on the objects that have it.
            return definition.faces.iter().map(|_| FaceIndex::default()).collect();
        }
        definition.faces.iter().map(|face| FaceIndex::new(types, &face.base, usual(&face.base))).collect()
    }
}

/// Every zone.
pub(crate) const EVERYWHERE: ZoneBits = ZoneBits::MAX;

/// Where abilities function if nothing else is said (modern 113.6).
fn usual_zone(characteristics: &Characteristics) -> ZoneBits {
    let types = characteristics.types.types;
    let of_spells = types.has(CardType::Instant) || types.has(CardType::Sorcery);
    // What stays in the command zone all the time works there (modern 113.6, 309, 311 to 315).
    if types.intersects(CardTypes::COMMAND) {
        return zone_bit(ZoneKind::Command);
    }
    if of_spells && !types.intersects(CardTypes::PERMANENT) { zone_bit(ZoneKind::Stack) } else { zone_bit(ZoneKind::Battlefield) }
}
/// The same for an object with these characteristics.
pub(super) fn usual_zone_of(object: &Object, characteristics: &Characteristics) -> ZoneBits {
    if object.kind == ObjectKind::Emblem { zone_bit(ZoneKind::Command) } else { usual_zone(characteristics) }
}
/// Where an ability functions (modern 113.6).
pub(super) fn zones_of(ability: &Ability, usual: ZoneBits) -> ZoneBits {
    match ability.zones {
        Zones::Usual => usual,
        Zones::Only(zone) => zone_bit(zone),
        Zones::Everywhere => EVERYWHERE,
    }
}

/// Calls with each entry of the abilities, in their order, and then of the laws of the types.
pub(super) fn each_entry(types: &TypeTable, characteristics: &Characteristics, usual: ZoneBits, mut found: impl FnMut(Entry)) {
    let abilities = characteristics.abilities.iter().enumerate().map(|(place, instance)| (place as u16, instance));
    for (index, instance) in abilities.chain(types.laws_for(&characteristics.types)) {
        let ability = &*instance.ability;
        let zones = zones_of(ability, usual);
        let mut add = |part: usize, what| found(Entry { ability: index, part: part as u16, zones, what });
        match &ability.kind {
            AbilityBody::Triggered(triggered) => match &triggered.on {
                TriggerOn::Event(pattern) => add(0, Indexed::Trigger(pattern.kinds())),
                TriggerOn::State(_) => add(0, Indexed::StateTrigger),
            },
            AbilityBody::Static(effect) => {
                if let Some(info) = EffectInfo::of_static(effect) {
                    add(0, Indexed::Effect(info));
                }
                for (part, what) in effect.parts.iter().enumerate() {
                    match what {
                        // What an object says of itself everywhere is asked of it alone (113.6d-e).
                        StaticPart::Rule(rule) if ability.zones != Zones::Everywhere => {
                            if let Some(group) = RuleGroup::of(rule) {
                                add(part, Indexed::Rule(group));
                            }
                        }
                        StaticPart::Replacement(replacement) => add(part, Indexed::Replacement(replacement.pattern.kinds())),
                        StaticPart::Rule(_) | StaticPart::Continuous { .. } => {}
                    }
                }
            }
            AbilityBody::Spell(_) | AbilityBody::Activated(_) => {}
        }
    }
}
