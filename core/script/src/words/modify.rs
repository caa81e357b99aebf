//! Continuous changes: what objects are and have (modern 613). Chained words belong to one effect.

use super::Words;
use super::abilities::who;
use super::filters::link;
use crate::call::{Call, Made, Trouble};
use crate::text::TextError;
use crate::value::{Given, Part, Value, Who};
use cardwright_engine::ability::{
    Ability, AbilityBody, Change, Filter, Objects, Players, PtChange, StaticPart, TypeChange, Zones,
};
use cardwright_engine::ids::Var;
use cardwright_engine::mana::{Color, ColorSet};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, CardTypes, Supertype, Supertypes};

/// Registers a change of things, and the same as a further change in a chain.
macro_rules! changes {
    ($words:ident, $($name:literal, $arguments:literal, $meaning:literal, $example:literal, $build:expr;)*) => {
        $(
            $words.add(concat!("things.", $name, $arguments), $meaning, $example, |call| changed_by(call, $build));
            $words.add(concat!("statement.", $name, $arguments), concat!("Also: ", $meaning), $example, |call| changed_by(call, $build));
        )*
    };
}

pub(super) fn words(words: &mut Words) {
    words.add(
        "next_spell([filter])",
        "The next spell that you cast, or the next that matches; what follows is said of it.",
        "spell(next_spell(creatures).gains(\"haste\").until_end_of_turn);",
        |call| {
            let filter = if call.has(0) { call.filter(0)? } else { Filter::Any };
            let who = Who::NextSpell(Players::You, filter);
            Ok(Value::statement(vec![Part::Continuous { who, changes: vec![] }]))
        },
    );
    power_and_toughness(words);
    types_and_colors(words);
    abilities(words);
    words.add("things.each(closure)", "Changes that differ from object to object; the closure is called once, with a stand-in for each of them, and says them of it.", "always(enchantments.each(|e| e.base_pt(e.mana_value, e.mana_value)));", each);
    words.add(
        "statement.each(closure)",
        "Also: changes that differ from object to object.",
        "always(enchantments.becomes_also(\"Creature\").each(|e| e.base_pt(e.mana_value, e.mana_value)));",
        each,
    );
    words.add(
        "gain_control(things)",
        "You gain control of these.",
        "spell(gain_control(target(creatures)).until_end_of_turn);",
        |call| {
            let who = who(call, 0)?;
            Ok(Value::statement(vec![Part::Continuous { who, changes: vec![Change::Control(Players::You)] }]))
        },
    );
    words.add(
        "become_colors(colors, things)",
        "These have these colours and no others.",
        "spell(become_colors([white], target(creatures)));",
        |call| {
            let colors = colors(call, 0)?;
            let who = who(call, 1)?;
            Ok(Value::statement(vec![Part::Continuous { who, changes: vec![Change::SetColors(colors)] }]))
        },
    );
}

fn each(call: &mut Call) -> Made {
    let changes = changes_of_each(call, 1)?;
    changed(call, changes)
}

/// The changes that a closure says of its stand-in, the object that is changed.
pub(super) fn changes_of_each(call: &mut Call, place: usize) -> Result<Vec<Change>, Trouble> {
    let each = Objects::Var(Var::AFFECTED);
    let given = call.bound(place, vec![Value::Objects(each.clone())])?;
    let Given::Value(Value::Statement(statement)) = given else {
        return Err(Trouble::argument(place, "a closure that says changes, like `|c| c.base_pt(1, 1)`", given.kind()));
    };
    let mut changes = Vec::new();
    for part in statement.parts {
        match part {
            Part::Continuous { who: Who::These(objects), changes: more } if objects == each => changes.extend(more),
            _ => {
                return Err(Trouble::other(
                    "the closure may only say changes of its own object",
                    "write it like `|c| c.base_pt(1, 1)`",
                ));
            }
        }
    }
    Ok(changes)
}

fn changed_by(call: &mut Call, build: fn(&mut Call) -> Result<Change, Trouble>) -> Made {
    let change = build(call)?;
    changed(call, vec![change])
}

/// The things before the point with these changes, or the statement with these changes too.
pub(super) fn changed(call: &Call, changes: Vec<Change>) -> Made {
    let Given::Value(Value::Statement(mut statement)) = call.given(0) else {
        return Ok(Value::statement(vec![Part::Continuous { who: who(call, 0)?, changes }]));
    };
    match statement.parts.last_mut() {
        Some(Part::Continuous { changes: known, .. }) => known.extend(changes),
        _ => {
            return Err(Trouble::other(
                "this statement speaks of no objects that could change",
                "write two statements in a list",
            ));
        }
    }
    Ok(Value::Statement(statement))
}

fn power_and_toughness(words: &mut Words) {
    changes! { words,
        "get", "(power, toughness)", "They get that much power and toughness.", "spell(target(creatures).get(+2, +2).until_end_of_turn);", |call| Ok(Change::Pt(PtChange::Modify(call.amount(1)?, call.amount(2)?)));
        "base_pt", "(power, toughness)", "They have that base power and toughness.", "always(creatures.opponents.base_pt(1, 1));", |call| Ok(Change::Pt(PtChange::Set(Some(call.amount(1)?), Some(call.amount(2)?))));
        "set_base_power", "(power)", "They have that base power.", "spell(target(creatures).set_base_power(0).until_end_of_turn);", |call| Ok(Change::Pt(PtChange::Set(Some(call.amount(1)?), None)));
        "set_base_toughness", "(toughness)", "They have that base toughness.", "spell(target(creatures).set_base_toughness(5).until_end_of_turn);", |call| Ok(Change::Pt(PtChange::Set(None, Some(call.amount(1)?))));
    }
    words.add(
        "things.switch_pt",
        "Their power and toughness are switched.",
        "spell(target(creatures).switch_pt.until_end_of_turn);",
        |call| changed(call, vec![Change::Pt(PtChange::Switch)]),
    );
}

fn types_and_colors(words: &mut Words) {
    changes! { words,
        "becomes", "(types)", "They are of these types and no others; subtypes alone replace subtypes of their sort.", "always(lands.nonbasic.becomes(\"Mountain\"));", |call| {
            let (supertypes, types, subtypes) = types(call, 1)?;
            Ok(Change::Types(TypeChange {
                set_types: (!types.is_empty()).then_some(types),
                add_supertypes: supertypes,
                set_subtypes: (!subtypes.is_empty() || !types.is_empty()).then_some(subtypes),
                ..TypeChange::default()
            }))
        };
        "becomes_also", "(types)", "They are of these types too.", "always(lands.becomes_also(\"Swamp\"));", |call| {
            let (add_supertypes, add_types, add_subtypes) = types(call, 1)?;
            Ok(Change::Types(TypeChange { add_supertypes, add_types, add_subtypes, ..TypeChange::default() }))
        };
        "loses_type", "(types)", "They are not of these types or supertypes.", "always(host.loses_type(\"Legendary\"));", |call| {
            let (remove_supertypes, remove_types, _) = types(call, 1)?;
            Ok(Change::Types(TypeChange { remove_supertypes, remove_types, ..TypeChange::default() }))
        };
        "becomes_chosen_type", "([name])", "They are of the chosen creature type too.", "always(card.as_enters(choose_creature_type())); always(creatures.yours.becomes_chosen_type());", |call| {
            Ok(Change::Types(TypeChange { add_linked_subtype: Some(link(call, 1, "type")?), ..TypeChange::default() }))
        };
        "becomes_color", "(colors)", "They have these colours and no others.", "always(creatures.becomes_color(black));", |call| Ok(Change::SetColors(colors(call, 1)?));
        "becomes_color_also", "(colors)", "They have these colours too.", "spell(target(creatures).becomes_color_also(red));", |call| Ok(Change::AddColors(colors(call, 1)?));
        "becomes_chosen_color", "([name])", "They have the chosen colour and no other.", "always(card.as_enters(choose_color())); always(creatures.becomes_chosen_color());", |call| Ok(Change::SetLinkedColor(link(call, 1, "color")?));
        "becomes_named", "(name)", "They have that name.", "spell(target(creatures).becomes_named(\"Pale Twin\"));", |call| Ok(Change::SetName(call.text(1)?));
        "color_word_becomes", "(from, to)", "Every instance of the one colour word in their text becomes the other.", "spell(target(permanents).color_word_becomes(red, blue));", |call| Ok(Change::ReplaceColorWord(color(call, 1)?, color(call, 2)?));
        "land_type_becomes", "(from, to)", "Every instance of the one basic land type in their text becomes the other.", "spell(target(permanents).land_type_becomes(\"Swamp\", \"Island\"));", |call| Ok(Change::ReplaceLandType(call.text(1)?, call.text(2)?));
    }
    words.add(
        "things.is_every_creature_type",
        "They are every creature type.",
        "defines(card.is_every_creature_type);",
        |call| changed(call, vec![Change::Types(TypeChange { every_creature_type: true, ..TypeChange::default() })]),
    );
    words.add(
        "things.loses_creature_types",
        "They have no creature types.",
        "spell(target(creatures).loses_creature_types);",
        |call| changed(call, vec![Change::Types(TypeChange { remove_creature_types: true, ..TypeChange::default() })]),
    );
    words.add("things.becomes_colorless", "They have no colour.", "always(card.becomes_colorless);", |call| {
        changed(call, vec![Change::SetColors(ColorSet::empty())])
    });
}

fn color(call: &Call, place: usize) -> Result<Color, Trouble> {
    match call.given(place) {
        Given::Value(Value::Color(color)) => Ok(color),
        other => Err(Trouble::argument(place, "a colour like `red`", other.kind())),
    }
}

fn colors(call: &Call, place: usize) -> Result<ColorSet, Trouble> {
    match call.given(place) {
        Given::Value(Value::Color(color)) => Ok(color.set()),
        Given::List(list) => list
            .into_iter()
            .map(|item| match item {
                Given::Value(Value::Color(color)) => Ok(color),
                other => Err(Trouble::argument(place, "a list of colours like `[white, blue]`", other.kind())),
            })
            .collect(),
        other => Err(Trouble::argument(place, "a colour like `red`, or a list of colours", other.kind())),
    }
}

/// The words of a type line, which may lack card types: "Artifact Creature - Golem", "Swamp".
fn types(call: &Call, place: usize) -> Result<(Supertypes, CardTypes, Vec<Symbol>), Trouble> {
    let text = call.text(place)?.as_str();
    let (mut supertypes, mut types, mut subtypes) = (Supertypes::empty(), CardTypes::empty(), Vec::new());
    for word in text.split_whitespace().filter(|word| !matches!(*word, "-" | "—" | "–")) {
        if let Some(supertype) = Supertype::from_word(word) {
            supertypes |= supertype.set();
        } else if let Some(card_type) = CardType::from_word(word) {
            types |= card_type.set();
        } else if word.starts_with(char::is_uppercase) {
            subtypes.push(Symbol::new(word));
        } else {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let message = format!("`{word}` is no type; subtypes begin with a capital");
            let error =
                TextError::new("bad-type-line", start..start + word.len(), message, "write like `\"Creature - Elemental\"`");
            return Err(Trouble::Text { place, error });
        }
    }
    Ok((supertypes, types, subtypes))
}

fn abilities(words: &mut Words) {
    words.add(
        "things.gains(ability, [argument])",
        "They have that keyword, or that ability made by `when`, `activated` or `always`; or all of a list.",
        "always(creatures.yours.gains(activated(\"{T}\", add_mana(\"{G}\"))));",
        gains,
    );
    words.add(
        "statement.gains(ability, [argument])",
        "Also: they have that keyword or ability.",
        "spell(target(creatures).get(+1, +1).gains(\"flying\").until_end_of_turn);",
        gains,
    );
    changes! { words,
        "loses", "(keyword)", "They lose that keyword.", "spell(target(creatures).loses(\"flying\").until_end_of_turn);", |call| {
            let keyword = super::filters::keywords(call, 1)?;
            Ok(Change::RemoveKeyword(keyword.first().copied().unwrap_or_default()))
        };
        "gains_activated_abilities_of", "(things)", "They have all activated abilities of these.", "always(card.gains_activated_abilities_of(creatures.in_graveyard));", |call| {
            let objects: Objects = call.objects(1)?;
            Ok(Change::AddActivatedAbilitiesOf(objects))
        };
    }
    words.add("things.loses_all_abilities", "They lose all abilities.", "always(creatures.loses_all_abilities);", |call| {
        changed(call, vec![Change::RemoveAllAbilities])
    });
    words.add(
        "statement.loses_all_abilities",
        "Also: they lose all abilities.",
        "always(creatures.base_pt(1, 1).loses_all_abilities);",
        |call| changed(call, vec![Change::RemoveAllAbilities]),
    );
    words.add(
        "statement.is_every_creature_type",
        "Also: they are every creature type.",
        "spell(target(creatures).get(+1, +1).is_every_creature_type.until_end_of_turn);",
        |call| changed(call, vec![Change::Types(TypeChange { every_creature_type: true, ..TypeChange::default() })]),
    );
}

fn gains(call: &mut Call) -> Made {
    let added = gained(call)?;
    changed(call, added)
}

/// The abilities that are given, as changes.
pub(super) fn gained(call: &mut Call) -> Result<Vec<Change>, Trouble> {
    let argument = call.has(2).then_some(2);
    gained_at(call, 1, argument)
}

/// Those in that place, with what a keyword takes in another.
pub(super) fn gained_at(call: &mut Call, place: usize, argument: Option<usize>) -> Result<Vec<Change>, Trouble> {
    let items = match call.given(place) {
        Given::List(list) => list,
        one => vec![one],
    };
    let mut added = Vec::new();
    for item in items {
        match item {
            Given::Text(name) => added.push(keyword(call, Symbol::new(&name), argument)?),
            Given::Value(Value::Keyword(name)) => added.push(keyword(call, name, argument)?),
            Given::Value(Value::Ability(handle)) => {
                if let Some(behind) = argument {
                    let found = call.given(behind).kind();
                    return Err(Trouble::argument(behind, "nothing behind an ability", found));
                }
                let mut draft =
                    call.shop.take_draft(handle).ok_or_else(|| Trouble::other("this ability is not of this script", ""))?;
                define_no_more(&mut draft.ability);
                // A keyword statement stands for its word.
                added.push(match draft.ability.keyword {
                    Some(keyword) => Change::AddKeyword(keyword.name, vec![call.shop.finish(draft)]),
                    None => Change::AddAbility(call.shop.finish(draft)),
                });
            }
            other => {
                return Err(Trouble::argument(
                    place,
                    "a keyword like `\"flying\"`, or an ability like `when(...)`",
                    other.kind(),
                ));
            }
        }
    }
    Ok(added)
}

/// An ability that an effect grants defines no characteristics: it sets them, where what sets is applied (modern 604.3a, 613.4b).
fn define_no_more(ability: &mut Ability) {
    let AbilityBody::Static(says) = &mut ability.kind else { return };
    if !std::mem::take(&mut says.characteristic_defining) {
        return;
    }
    ability.zones = Zones::Usual;
    for part in &mut says.parts {
        let StaticPart::Continuous { changes, .. } = part else { continue };
        for change in changes {
            if let Change::Pt(PtChange::Define(power, toughness)) = change {
                *change = Change::Pt(PtChange::Set(power.take(), toughness.take()));
            }
        }
    }
}

fn keyword(call: &mut Call, name: Symbol, argument: Option<usize>) -> Result<Change, Trouble> {
    let abilities = crate::host::keywords::instantiate(call, name, 1, argument)?;
    Ok(Change::AddKeyword(name, abilities))
}
