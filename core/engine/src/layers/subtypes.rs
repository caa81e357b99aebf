//! Subtypes: which card type each sort belongs to (modern 205.3), what replacing them takes away (205.1a, 305.7), and the
//! mana abilities that come with basic land types (305.6).

use crate::ability::{
    Ability, AbilityBody, AbilityRef, Activated, Amount, Body, Condition, Cost, CostPart, Effect, ManaProduced, NewMana, Players,
    Timing, TypeChange, Zones,
};
use crate::ability::{AbilityInstance, Origin};
use crate::characteristics::Characteristics;
use crate::mana::ManaType;
use crate::symbol::Symbol;
use crate::type_rules::TypeTable;
use crate::types::{BASIC_LAND_TYPES, CardType, CardTypes, TypeLine};
use std::sync::LazyLock;

/// The sorts of subtypes whose words the rules list. Every other word is a creature or planeswalker type.
const SORTS: [(CardType, &[&str]); 5] = [
    (
        CardType::Land,
        &[
            "Cave",
            "Desert",
            "Forest",
            "Gate",
            "Island",
            "Lair",
            "Locus",
            "Mine",
            "Mountain",
            "Plains",
            "Power-Plant",
            "Sphere",
            "Swamp",
            "Tower",
            "Town",
            "Urza's",
        ],
    ),
    (
        CardType::Artifact,
        &[
            "Attraction",
            "Blood",
            "Bobblehead",
            "Clue",
            "Contraption",
            "Equipment",
            "Food",
            "Fortification",
            "Gold",
            "Incubator",
            "Junk",
            "Map",
            "Powerstone",
            "Treasure",
            "Vehicle",
        ],
    ),
    (
        CardType::Enchantment,
        &["Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Room", "Rune", "Saga", "Shard", "Shrine"],
    ),
    (CardType::Instant, &["Adventure", "Arcane", "Lesson", "Trap"]),
    (CardType::Battle, &["Siege"]),
];

static LISTED: LazyLock<Vec<(Symbol, CardType)>> = LazyLock::new(|| {
    SORTS.iter().flat_map(|(card_type, words)| words.iter().map(|word| (Symbol::new(word), *card_type))).collect()
});

/// Each basic land type with its mana ability, in the order of [`BASIC_LAND_TYPES`].
static INTRINSIC: LazyLock<[(Symbol, AbilityRef); 5]> =
    LazyLock::new(|| BASIC_LAND_TYPES.map(|(word, color)| (Symbol::new(word), tap_for(ManaType::Colored(color)))));

fn tap_for(mana: ManaType) -> AbilityRef {
    let produced = ManaProduced { kind: NewMana::Exactly(vec![mana]), amount: Amount::Fixed(1), only_for: None };
    AbilityRef::new(Ability::new(
        Zones::Usual,
        AbilityBody::Activated(Activated {
            cost: Cost::one(CostPart::TapThis),
            body: Body::plain(Effect::AddMana(Players::You, produced)),
            by: Players::You,
            timing: Timing::Usual,
            condition: Condition::Always,
            per_turn: None,
            loyalty: false,
            uncounterable: false,
        }),
    ))
}

/// The sort of a subtype: the card type that it belongs to; `None` for creature and planeswalker types.
pub fn sort(subtype: Symbol) -> Option<CardType> {
    LISTED.iter().find(|(word, _)| *word == subtype).map(|(_, card_type)| *card_type)
}
/// Whether the ability comes with a basic land type (modern 305.6).
pub(super) fn is_intrinsic(ability: &AbilityRef) -> bool {
    INTRINSIC.iter().any(|(_, intrinsic)| intrinsic.same(ability))
}
/// Whether the word is a creature or planeswalker type: of a sort that the rules do not list.
pub(super) fn is_creature_type(subtype: Symbol) -> bool {
    sort(subtype).is_none()
}
/// Whether it is a basic land type (modern 305.6).
fn is_basic(subtype: Symbol) -> bool {
    INTRINSIC.iter().any(|(word, _)| *word == subtype)
}
/// Whether an object of these types can have subtypes of that sort (modern 205.3d).
fn correlates(sort: Option<CardType>, types: CardTypes) -> bool {
    match sort {
        None => types.has(CardType::Creature) || types.has(CardType::Kindred) || types.has(CardType::Planeswalker),
        Some(CardType::Instant) => types.has(CardType::Instant) || types.has(CardType::Sorcery),
        Some(card_type) => types.has(card_type),
    }
}

/// Whether the type line has the subtype, being every creature type included.
pub(crate) fn has(types: &TypeLine, subtype: Symbol) -> bool {
    types.has_subtype(subtype) || (types.every_creature_type && sort(subtype).is_none())
}
/// Whether two type lines have a creature type in common.
pub(crate) fn share_creature_type(a: &TypeLine, b: &TypeLine) -> bool {
    let any = |types: &TypeLine| types.every_creature_type || types.subtypes.iter().any(|&subtype| sort(subtype).is_none());
    match (a.every_creature_type, b.every_creature_type) {
        (true, _) => any(b),
        (_, true) => any(a),
        _ => a.subtypes.iter().any(|&subtype| sort(subtype).is_none() && b.has_subtype(subtype)),
    }
}

/// Makes the abilities that come with types agree with the type line (modern 305.6). An ability printed with the
/// same words counts.
pub(crate) fn settle_intrinsic(characteristics: &mut Characteristics, brings: &TypeTable) {
    brings.settle(characteristics);
    let is_land = characteristics.types.is(CardType::Land);
    for (word, ability) in &*INTRINSIC {
        let wanted = is_land && characteristics.types.has_subtype(*word);
        let has = characteristics.abilities.iter().any(|instance| instance.ability.same(ability));
        if wanted && !characteristics.abilities.iter().any(|instance| instance.ability == *ability) {
            characteristics.abilities.push(AbilityInstance { ability: ability.clone(), origin: Origin::Printed });
        } else if has && !wanted {
            characteristics.abilities.retain(|instance| !instance.ability.same(ability));
        }
    }
}
/// Whether [`settle_intrinsic`] would change something.
pub(crate) fn needs_intrinsic(characteristics: &Characteristics, brings: &TypeTable) -> bool {
    !brings.is_settled(characteristics)
        || characteristics.types.is(CardType::Land)
            && INTRINSIC.iter().any(|(word, ability)| {
                characteristics.types.has_subtype(*word)
                    && !characteristics.abilities.iter().any(|instance| instance.ability == *ability)
            })
}

/// Applies a change of types (layer 4, or as part of a copy). Says whether the object lost its printed abilities.
pub(super) fn change(
    characteristics: &mut Characteristics,
    change: &TypeChange,
    linked: Option<Symbol>,
    brings: &TypeTable,
) -> bool {
    let line = &mut characteristics.types;
    if let Some(types) = change.set_types {
        line.types = types;
    }
    line.types.remove(change.remove_types);
    line.types.insert(change.add_types);
    line.supertypes.remove(change.remove_supertypes);
    line.supertypes.insert(change.add_supertypes);
    if change.set_types.is_some() || !change.remove_types.is_empty() {
        // Subtypes go with the last card type that they belong to (205.1a).
        let types = line.types;
        line.subtypes.retain(|subtype| correlates(sort(*subtype), types));
        line.every_creature_type &= correlates(None, types);
    }
    let mut lost_printed = false;
    if let Some(set) = &change.set_subtypes {
        let sorts: smallvec::SmallVec<[Option<CardType>; 2]> = set.iter().map(|&subtype| sort(subtype)).collect();
        line.subtypes.retain(|subtype| !sorts.contains(&sort(*subtype)));
        line.every_creature_type &= !sorts.contains(&None);
        set.iter().for_each(|&subtype| line.add_subtype(subtype));
        // A land set to basic land types loses the abilities of its text and of its old types (305.7).
        lost_printed = line.is(CardType::Land) && set.iter().any(|&subtype| is_basic(subtype));
    }
    if change.remove_creature_types {
        line.subtypes.retain(|subtype| sort(*subtype).is_some());
        line.every_creature_type = false;
    }
    change.add_subtypes.iter().copied().chain(linked).for_each(|subtype| line.add_subtype(subtype));
    line.every_creature_type |= change.every_creature_type;
    if lost_printed {
        characteristics.abilities.retain(|instance| !instance.origin.is_copiable());
    }
    settle_intrinsic(characteristics, brings);
    lost_printed
}
