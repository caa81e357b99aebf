//! Continuous changes with their durations.

use crate::noun::Noun;
use crate::testing::gull;
use cardwright_engine::ability::*;
use cardwright_engine::mana::Color;
use cardwright_engine::types::{CardType, Supertype};

fn number(number: i32) -> Amount {
    Amount::Fixed(number)
}
fn get(power: i32, toughness: i32) -> Change {
    Change::Pt(PtChange::Modify(number(power), number(toughness)))
}
fn base(power: i32, toughness: i32) -> Change {
    Change::Pt(PtChange::Set(Some(number(power)), Some(number(toughness))))
}
fn also(card_type: Option<CardType>, subtype: &str) -> Change {
    let subtypes = if subtype.is_empty() { Vec::new() } else { vec![subtype.into()] };
    let types = card_type.map(CardType::set).unwrap_or_default();
    Change::Types(TypeChange { add_types: types, add_subtypes: subtypes, ..TypeChange::default() })
}
fn keyword(word: &str) -> Change {
    Change::AddKeyword(word.into(), Vec::new())
}

#[test]
fn what_something_becomes_until_end_of_turn() {
    let creature = || Noun::thing("target creature");
    let land = || Noun::thing("target land you control");
    let frog = Change::Types(TypeChange { set_subtypes: Some(vec!["Frog".into()]), ..TypeChange::default() });
    let lands = Amount::Count(Box::new(Filter::Type(CardType::Land)));
    for (subject, changes, said) in [
        (creature(), vec![get(2, 0)], "target creature gets +2/+0 until end of turn"),
        (creature(), vec![get(-2, 0), keyword("haste")], "target creature gets -2/-0 and gains haste until end of turn"),
        (
            creature(),
            vec![Change::Pt(PtChange::Modify(lands.clone(), lands))],
            "target creature gets +X/+X until end of turn, where X is the number of lands on the battlefield",
        ),
        (
            creature(),
            vec![frog, Change::SetColors(Color::Blue.set()), base(1, 1), Change::RemoveAllAbilities],
            "until end of turn, target creature loses all abilities and becomes a blue Frog with base power and toughness 1/1",
        ),
        (
            land(),
            vec![also(Some(CardType::Creature), "Elemental"), base(3, 3), keyword("flying")],
            "target land you control becomes a 3/3 Elemental creature with flying until end of turn. It's still a land",
        ),
        (Noun::thing("it"), vec![Change::Control(Players::You)], "gain control of it until end of turn"),
        (creature(), vec![Change::Pt(PtChange::Switch)], "switch target creature's power and toughness until end of turn"),
        (
            Noun::things("creatures you control"),
            vec![get(1, 1), keyword("trample")],
            "creatures you control get +1/+1 and gain trample until end of turn",
        ),
    ] {
        let written = gull(|speech| speech.lasting_changes(&subject, &changes, &Duration::EndOfTurn));
        assert_eq!(written.trim_end_matches('.'), said);
    }
}

#[test]
fn what_something_is() {
    let it = Noun::thing("it");
    let not_legendary = Change::Types(TypeChange { remove_supertypes: Supertype::Legendary.set(), ..TypeChange::default() });
    for (changes, said) in [
        (vec![also(None, "Swamp")], "is a Swamp in addition to its other land types"),
        (vec![also(None, "Zombie")], "is a Zombie in addition to its other types"),
        (
            vec![also(None, "Zombie"), Change::AddColors(Color::Black.set())],
            "is a black Zombie in addition to its other colors and types",
        ),
        (vec![Change::SetColors(Color::White.set())], "is white"),
        (vec![base(2, 2)], "has base power and toughness 2/2"),
        (vec![get(1, 1), keyword("vigilance")], "gets +1/+1 and has vigilance"),
        (vec![not_legendary], "isn't legendary"),
    ] {
        assert_eq!(gull(|speech| speech.changes(&changes, &it, false)), said);
    }
}

#[test]
fn how_long_it_lasts() {
    for (duration, said) in [
        (Duration::EndOfTurn, "until end of turn"),
        (Duration::UntilTurnOf(Players::You), "until your next turn"),
        (Duration::UntilEndOfNextTurnOf(Players::You), "until the end of your next turn"),
        (
            Duration::While(Condition::Matches(Objects::This, Filter::Permanent.and(Filter::Tapped))),
            "for as long as Tin Gull remains tapped",
        ),
        (Duration::Forever, ""),
    ] {
        assert_eq!(gull(|speech| speech.duration(&duration)), said);
    }
}

#[test]
fn copies_say_what_differs() {
    let it = Noun::thing("it");
    let they = Noun::things("they");
    let not_legendary =
        CopyException::With(Change::Types(TypeChange { remove_supertypes: Supertype::Legendary.set(), ..TypeChange::default() }));
    let artifact = CopyException::With(also(Some(CardType::Artifact), ""));
    for (they, except, said) in [
        (&it, vec![], ""),
        (&it, vec![not_legendary.clone()], ", except it isn't legendary"),
        (&they, vec![not_legendary.clone()], ", except they aren't legendary"),
        (&it, vec![artifact, not_legendary], ", except it's an artifact in addition to its other types and it isn't legendary"),
    ] {
        assert_eq!(gull(|speech| speech.exceptions_of(&except, they)), said);
    }
}
