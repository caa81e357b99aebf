//! Targets, costs, conditions, numbers and what is named again, as tables.

use crate::filter::Head;
use crate::noun::Noun;
use crate::speech::{Referent, Speech};
use crate::testing::gull;
use cardwright_engine::ability::{
    Amount, Comparison, Condition, Cost, CostPart, CostTag, Filter, Keyword, Moment, Objects, Players, Stat, StepKind, TargetSpec,
};
use cardwright_engine::ids::{TargetSlot, Var};
use cardwright_engine::mana::{ManaCost, ManaSymbol};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

const CREATURE: Filter = Filter::Type(CardType::Creature);
const FIRST: TargetSlot = TargetSlot(0);
const SECOND: TargetSlot = TargetSlot(1);

fn yours(filter: Filter) -> Filter {
    filter.and(Filter::ControlledBy(Box::new(Players::You)))
}
fn count(filter: Filter) -> Amount {
    Amount::Count(Box::new(filter))
}
fn any_target() -> Filter {
    CREATURE.or(Filter::Type(CardType::Planeswalker)).or(Filter::Type(CardType::Battle))
}
fn targeting<T>(targets: Vec<TargetSpec>, says: impl FnOnce(&mut Speech) -> T) -> T {
    gull(|speech| {
        speech.targets = targets;
        says(speech)
    })
}

#[test]
fn targets_are_said_in_full_once() {
    let one = |objects: Filter, players: Players| TargetSpec::one(objects, players);
    let some = |min: i32, max: Amount, objects: Filter| TargetSpec {
        min: Amount::Fixed(min),
        max,
        ..TargetSpec::one(objects, Players::None)
    };
    let divided = |number: i32| TargetSpec { divided: Some(Amount::Fixed(number)), ..some(1, Amount::Fixed(number), CREATURE) };
    for (spec, said) in [
        (one(CREATURE, Players::None), "target creature"),
        (one(Filter::Never, Players::Opponents), "target opponent"),
        (one(Filter::Never, Players::TeammatesOf(Box::new(Players::You))), "target teammate"),
        (one(any_target(), Players::Each), "any target"),
        (one(CREATURE, Players::Each), "target creature or player"),
        (one(CREATURE.and(Filter::Other), Players::None), "another target creature"),
        (some(0, Amount::Fixed(2), CREATURE), "up to two target creatures"),
        (some(0, Amount::Fixed(1), CREATURE), "up to one target creature"),
        (some(0, Amount::X, yours(CREATURE)), "up to X target creatures you control"),
        (some(0, Amount::Fixed(i32::MAX), CREATURE), "any number of target creatures"),
        (divided(3), "one, two, or three target creatures"),
        (divided(5), "any number of target creatures"),
        (TargetSpec { chooser: Players::Opponents, ..one(CREATURE, Players::None) }, "target creature of an opponent's choice"),
    ] {
        assert_eq!(targeting(vec![spec], |speech| speech.target(FIRST).text), said);
    }
}

#[test]
fn what_was_named_last_is_it() {
    let one = |objects: Filter| TargetSpec::one(objects, Players::None);
    let land = Filter::Type(CardType::Land);
    targeting(vec![one(CREATURE), one(land)], |speech| {
        assert_eq!(speech.target(FIRST).text, "target creature");
        assert_eq!(speech.target(FIRST).text, "it");
        assert_eq!(speech.target(SECOND).text, "target land");
        assert_eq!(speech.target(FIRST).text, "that creature");
        assert_eq!(speech.this().text, "Tin Gull");
        assert_eq!(speech.target(SECOND).text, "that land");
    });
    let player = TargetSpec::one(Filter::Never, Players::Opponents);
    targeting(vec![player, one(CREATURE)], |speech| {
        assert_eq!(speech.players(&Players::Target(FIRST)).text, "target opponent");
        assert_eq!(speech.target(SECOND).text, "target creature");
        assert_eq!(speech.players(&Players::Target(FIRST)).text, "that player");
        // A player does not come between a thing and "it".
        assert_eq!(speech.target(SECOND).text, "it");
        assert_eq!(speech.players(&Players::ControllerOf(Box::new(Objects::Target(SECOND)))).text, "its controller");
    });
}

#[test]
fn names_can_stand_for_each_other() {
    gull(|speech| {
        let event = Var(4);
        speech.same_as(Referent::Var(event), Referent::This);
        assert_eq!(speech.objects(&Objects::EventObject(event)).text, "Tin Gull");
        assert_eq!(speech.this().text, "it");
        speech.implied(Referent::EventSource(event), Noun::thing("source"));
        assert_eq!(speech.objects(&Objects::EventSource(event)).text, "that source");
        speech.done(Referent::Var(Var(5)), Noun::things("cards"), "discarded this way");
        assert_eq!(speech.value(&Amount::CountOf(Box::new(Objects::Var(Var(5))))), "the number of cards discarded this way");
    });
}

#[test]
fn costs_are_listed_before_the_colon() {
    let tag = CostTag("paid".into());
    let mana = |symbols: &[ManaSymbol]| CostPart::Mana(ManaCost { symbols: symbols.to_vec() });
    let two = mana(&[ManaSymbol::Generic(2)]);
    let zone = Filter::Zone(ZoneKind::Graveyard);
    for (parts, said, inside) in [
        (vec![], "{0}", "pay {0}"),
        (vec![CostPart::TapThis, two.clone()], "{2}, {T}", "pay {2} and tap Tin Gull"),
        (vec![two.clone(), CostPart::GenericMana(Amount::X)], "{X}{2}", "pay {X}{2}"),
        (vec![CostPart::Life(Amount::Fixed(2))], "Pay 2 life", "pay 2 life"),
        (
            vec![CostPart::Sacrifice(yours(CREATURE).and(Filter::Other), Amount::Fixed(1), tag), CostPart::SacrificeThis],
            "Sacrifice another creature, Sacrifice Tin Gull",
            "sacrifice another creature and sacrifice Tin Gull",
        ),
        (
            vec![CostPart::Exile(ZoneKind::Graveyard, yours(CREATURE).and(zone), Amount::Fixed(2), tag)],
            "Exile two creature cards from your graveyard",
            "exile two creature cards from your graveyard",
        ),
        (
            vec![CostPart::Tap(yours(CREATURE), Amount::Fixed(2))],
            "Tap two untapped creatures you control",
            "tap two untapped creatures you control",
        ),
        (
            vec![CostPart::TapTotal(yours(CREATURE).and(Filter::Other), Stat::Power, Amount::Fixed(2), tag)],
            "Tap any number of other untapped creatures you control with total power 2 or greater",
            "tap any number of other untapped creatures you control with total power 2 or greater",
        ),
        (
            vec![CostPart::RemoveCounters("charge".into(), Amount::Fixed(3))],
            "Remove three charge counters from Tin Gull",
            "remove three charge counters from Tin Gull",
        ),
    ] {
        let cost = Cost { parts };
        assert_eq!(gull(|speech| speech.cost(&cost)), said);
        assert_eq!(gull(|speech| speech.paying(&cost)), inside);
    }
}

#[test]
fn conditions_are_clauses() {
    use Comparison::{AtLeast, AtMost, Equal, Greater, Less};
    let lands = || yours(Filter::Type(CardType::Land));
    let theirs = CREATURE.and(Filter::ControlledBy(Box::new(Players::Opponents)));
    let compare = |left: Amount, comparison: Comparison, right: i32| Condition::Compare(left, comparison, Amount::Fixed(right));
    let you = || Box::new(Players::You);
    let strong = CREATURE.and(Filter::Stat(Stat::Power, AtLeast, Box::new(Amount::Fixed(4))));
    for (condition, said) in [
        (compare(count(lands()), AtLeast, 3), "you control three or more lands"),
        (compare(count(lands()), AtLeast, 1), "you control a land"),
        (compare(count(lands()), Equal, 0), "you control no lands"),
        (compare(count(lands()), Less, 2), "you control fewer than two lands"),
        (compare(count(yours(CREATURE).and(Filter::Other)), AtLeast, 2), "you control two or more other creatures"),
        (Condition::Exists(yours(strong)), "you control a creature with power 4 or greater"),
        (Condition::Exists(yours(CREATURE)).negate(), "you control no creatures"),
        (Condition::Compare(count(theirs), Greater, count(yours(CREATURE))), "an opponent controls more creatures than you"),
        (compare(Amount::HandSize(you()), AtMost, 1), "you have one or fewer cards in hand"),
        (compare(Amount::LibrarySize(you()), Equal, 0), "your library has no cards in it"),
        (compare(Amount::Life(you()), AtLeast, 30), "you have 30 or more life"),
        (compare(Amount::Var(Var::RESOLVED), Equal, 2), "this is the second time this ability has resolved this turn"),
        (Condition::TurnOf(Players::You), "it's your turn"),
        (Condition::TurnOf(Players::You).negate(), "it's not your turn"),
        (Condition::Matches(Objects::This, Filter::Tapped), "Tin Gull is tapped"),
        (Condition::Matches(Objects::This, CREATURE.and(Filter::AttackingAlone)), "Tin Gull is attacking alone"),
        (Condition::Matches(Objects::This, Filter::Keyword("flying".into())).negate(), "Tin Gull doesn't have flying"),
        (Condition::WasCast(Objects::This), "you cast Tin Gull"),
        (Condition::Paid(CostTag("kicker".into())), "Tin Gull was kicked"),
    ] {
        assert_eq!(gull(|speech| speech.condition(&condition)), said);
    }
}

#[test]
fn times_of_the_turn_are_put_together() {
    let combat = || Condition::When(Moment::InCombat);
    let before = || Condition::When(Moment::Before(StepKind::DeclareBlockers));
    let turn = || Condition::TurnOf(Players::You);
    for (condition, said) in [
        (combat(), "during combat"),
        (before().and(combat()), "during combat before blockers are declared"),
        (turn().and(before()), "during your turn, before blockers are declared"),
        (turn().and(Condition::During(StepKind::Upkeep)), "during your upkeep"),
        (Condition::Exists(yours(CREATURE)).and(turn()), "during your turn and only if you control a creature"),
    ] {
        assert_eq!(gull(|speech| speech.only_when(&condition)), said);
    }
}

#[test]
fn numbers_stand_before_what_they_count() {
    let that = || Amount::EventAmount(Var(1));
    let twice = Amount::Product(Box::new(that()), Box::new(Amount::Fixed(2)));
    let power = || Amount::Total(Stat::Power, Box::new(Objects::This));
    for (amount, cards, life) in [
        (Amount::Fixed(1), "a card", "1 life"),
        (Amount::Fixed(2), "two cards", "2 life"),
        (Amount::X, "X cards", "X life"),
        (that(), "that many cards", "that much life"),
        (twice, "twice that many cards", "twice that much life"),
        (that().plus(Amount::Fixed(1)), "that many plus one cards", "that much life plus 1"),
        (count(yours(CREATURE)), "a card for each creature you control", "1 life for each creature you control"),
        (power(), "cards equal to Tin Gull's power", "life equal to Tin Gull's power"),
        (
            Amount::Lowest(vec![power(), Amount::Fixed(5)]),
            "cards equal to Tin Gull's power or 5, whichever is less",
            "life equal to Tin Gull's power or 5, whichever is less",
        ),
    ] {
        let whole = |(front, rest): (String, String)| format!("{front}{rest}");
        assert_eq!(gull(|speech| whole(speech.counted(&amount, "card", "cards"))), cards);
        assert_eq!(gull(|speech| whole(speech.much(&amount, "life"))), life);
    }
}

#[test]
fn keywords_take_their_arguments() {
    for (name, argument, said) in [
        ("flying", "", "flying"),
        ("ward", "{2}", "ward {2}"),
        ("ward", "pay 2 life", "ward—Pay 2 life"),
        ("protection", "black", "protection from black"),
        ("enchant", "creature", "enchant creature"),
    ] {
        let keyword = Keyword { name: name.into(), argument: argument.into() };
        assert_eq!(gull(|speech| speech.keyword(keyword)), said);
    }
}

#[test]
fn players_are_who_they_are() {
    let hand = |comparison: Comparison, number: i32| {
        let filter = cardwright_engine::ability::PlayerFilter::Compare(
            Var(1),
            Box::new(Amount::HandSize(Box::new(Players::Var(Var(1))))),
            comparison,
            Box::new(Amount::Fixed(number)),
        );
        Players::Among(Box::new(Players::Opponents), Box::new(filter))
    };
    for (players, each, any) in [
        (Players::You, "you", "you"),
        (Players::Each, "each player", "a player"),
        (Players::Opponents, "each opponent", "an opponent"),
        (Players::OwnerOf(Box::new(Objects::This)), "Tin Gull's owner", "Tin Gull's owner"),
        (Players::Except(Box::new(Players::Each), Box::new(Players::You)), "each player other than you", "another player"),
        (
            hand(Comparison::AtLeast, 4),
            "each opponent who has four or more cards in hand",
            "an opponent who has four or more cards in hand",
        ),
    ] {
        assert_eq!(gull(|speech| speech.players(&players).text), each);
        assert_eq!(gull(|speech| speech.any_player(&players).text), any);
    }
    assert_eq!(gull(|speech| speech.filter_of(&Filter::Any, crate::filter::Article::A, Head::Source).text), "a source");
}
