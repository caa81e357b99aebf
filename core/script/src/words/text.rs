//! Text-changing effects (modern 612).

use super::Words;
use super::abilities::who;
use super::modify::changed;
use crate::call::{Call, Made, Trouble};
use crate::value::{Given, Part, Value, Who};
use cardwright_engine::ability::{Change, CopyOf, CopySource, Filter, Objects, WordSort};
use cardwright_engine::characteristics::NamesOf;
use cardwright_engine::types::{CardTypes, Supertypes};

pub(super) fn words(words: &mut Words) {
    for (signature, meaning, example, sort) in [
        (
            "change_color_word(things)",
            "You choose a colour word and another; every instance of the one in their text becomes the other.",
            "spell(change_color_word(target(permanents)).until_end_of_turn);",
            WordSort::Color,
        ),
        (
            "change_land_type(things)",
            "You choose a basic land type and another; every instance of the one in their text becomes the other.",
            "spell(change_land_type(target(permanents)).forever);",
            WordSort::LandType,
        ),
        (
            "change_color_word_or_land_type(things)",
            "You choose a colour word and another, or a basic land type and another, for every instance in their text.",
            "spell(change_color_word_or_land_type(target(spells | permanents)).forever);",
            WordSort::ColorOrLandType,
        ),
        (
            "change_creature_type(things)",
            "You choose a creature type and another; every instance of the one in their text becomes the other.",
            "spell(change_creature_type(target(spells | permanents)).forever);",
            WordSort::CreatureType,
        ),
    ] {
        words.add(signature, meaning, example, move |call| {
            let who = who(call, 0)?;
            Ok(Value::statement(vec![Part::Continuous { who, changes: vec![Change::ReplaceChosenWord(sort)] }]))
        });
    }
    words.add(
        "exchange_text_boxes(things, things)",
        "Two objects exchange their rules text.",
        "let a = target(creatures); spell(exchange_text_boxes(a, another_target(creatures, a)).forever);",
        |call| {
            let second = call.objects(1)?;
            let who = Who::These(Objects::Union(vec![call.objects(0)?, second]));
            Ok(Value::statement(vec![Part::Continuous { who, changes: vec![Change::ExchangeText] }]))
        },
    );
    let creature_type = "Every instance of the one creature type in their text becomes the other.";
    let example = "spell(target(permanents).creature_type_becomes(\"Goblin\", \"Elf\").until_end_of_turn);";
    words.add("things.creature_type_becomes(from, to)", creature_type, example, creature_type_becomes);
    words.add(
        "statement.creature_type_becomes(from, to)",
        "Also: every instance of the one creature type in their text becomes the other.",
        example,
        creature_type_becomes,
    );
    words.add(
        "things.has_full_text_of(things)",
        "They have the full text of that object, or of a `copy_of(...)` with exceptions: name, cost, colour, types, rules text, power and toughness.",
        "as_long_as(top_of_graveyard().are(creatures.in_graveyard), card.has_full_text_of(top_of_graveyard()));",
        has_full_text_of,
    );
    words.add(
        "statement.has_full_text_of(things)",
        "Also: they have the full text of that object.",
        "as_long_as(top_of_graveyard().are(creatures.in_graveyard), card.get(+1, +0).has_full_text_of(top_of_graveyard()));",
        has_full_text_of,
    );
    words.add(
        "things.gains_text_of(things)",
        "They have the rules text of these after their own.",
        "spell(target(spells).gains_text_of(target(instants.yours.in_graveyard)).forever);",
        gains_text_of,
    );
    words.add(
        "statement.gains_text_of(things)",
        "Also: they have the rules text of these after their own.",
        "spell(target(spells).becomes_color(red).gains_text_of(instants.yours.in_graveyard).forever);",
        gains_text_of,
    );
    words.add(
        "things.has_all_names_of(filter)",
        "They also have the name of every card of these types, of creatures that are not legendary for instance.",
        "always(host.has_all_names_of(creatures.nonlegendary));",
        has_all_names_of,
    );
    words.add(
        "statement.has_all_names_of(filter)",
        "Also: they have the name of every card of these types.",
        "always(host.get(+1, +1).has_all_names_of(creatures.nonlegendary));",
        has_all_names_of,
    );
    words.add(
        "things.name_gains(word)",
        "That word is added to their name.",
        "spell(target(creatures).name_gains(\"Junior\").forever);",
        name_gains,
    );
    words.add(
        "statement.name_gains(word)",
        "Also: that word is added to their name.",
        "spell(target(creatures).get(+1, +1).name_gains(\"Junior\").forever);",
        name_gains,
    );
}

fn creature_type_becomes(call: &mut Call) -> Made {
    let change = Change::ReplaceCreatureType(call.text(1)?, call.text(2)?);
    changed(call, vec![change])
}

/// What a filter says of cards that only have types.
fn names_of(call: &Call, place: usize) -> Result<NamesOf, Trouble> {
    fn read(filter: &Filter, types: &mut CardTypes, without: &mut Supertypes) -> bool {
        match filter {
            Filter::Any | Filter::Permanent | Filter::Zone(_) => true,
            Filter::And(all) => all.iter().all(|one| read(one, types, without)),
            Filter::Type(card_type) => {
                *types |= card_type.set();
                true
            }
            Filter::Not(inner) => match &**inner {
                Filter::Supertype(supertype) => {
                    *without |= supertype.set();
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }
    let (mut types, mut without) = (CardTypes::empty(), Supertypes::empty());
    if read(&call.filter(place)?, &mut types, &mut without) {
        Ok(NamesOf { types, without })
    } else {
        Err(Trouble::argument(place, "card types like `creatures.nonlegendary`", "a filter that asks for more"))
    }
}

fn has_full_text_of(call: &mut Call) -> Made {
    let copy = match call.given(1) {
        Given::Value(Value::Copy(copy)) => copy,
        _ => Box::new(CopyOf { original: CopySource::Object(call.objects(1)?), except: vec![] }),
    };
    changed(call, vec![Change::FullText(copy)])
}

fn gains_text_of(call: &mut Call) -> Made {
    let of = call.objects(1)?;
    changed(call, vec![Change::AddTextOf(of)])
}

fn has_all_names_of(call: &mut Call) -> Made {
    let names = names_of(call, 1)?;
    changed(call, vec![Change::AddNames(names)])
}

fn name_gains(call: &mut Call) -> Made {
    let word = call.text(1)?;
    changed(call, vec![Change::AddToName(word)])
}
