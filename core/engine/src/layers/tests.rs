//! Rule by rule, on tiny boards.

use super::subtypes;
use crate::ability::{
    AbilityRef, Amount, Change, Comparison, Condition, CopyOf, CopySource, Filter, Objects, Players, Prohibition, PtChange, Rule,
    Stat, StaticPart, TypeChange, Zones,
};
use crate::eval::testing::*;
use crate::event::EventKind;
use crate::game::Game;
use crate::ids::{ObjectId, Timestamp, Var};
use crate::mana::{Color, ColorSet};
use crate::types::{CardType, Supertype};
use crate::zone::ZoneKind;

fn enchantment(name: &str) -> Card {
    card(name, &[CardType::Enchantment])
}
fn land(name: &str) -> Card {
    card(name, &[CardType::Land])
}
fn lands() -> Filter {
    Filter::Type(CardType::Land)
}
fn mine(filter: Filter) -> Filter {
    filter.and(Filter::ControlledBy(Box::new(Players::You)))
}
fn become_type(subtype: &str) -> Change {
    Change::Types(TypeChange { set_subtypes: Some(vec![subtype.into()]), ..TypeChange::default() })
}
fn also_type(subtype: &str) -> Change {
    Change::Types(TypeChange { add_subtypes: vec![subtype.into()], ..TypeChange::default() })
}
fn is(game: &Game, id: ObjectId, subtype: &str) -> bool {
    subtypes::has(&game.characteristics(id).types, subtype.into())
}
fn older(game: &mut Game, id: ObjectId) {
    game.objects[id.slot()].timestamp = Timestamp(0);
    game.touch();
}

#[test]
fn a_plain_board_has_an_index_only() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    assert_eq!(game.pt(bear), (2, 2));
    assert!(game.derived().changed.altered.is_empty());
    assert!(!game.derived().changed.sensitive);
}

// modern:613.5
#[test]
fn an_anthem_follows_the_colour() {
    let mut game = game(2);
    game.permanent_of(enchantment("Honor").always(mine(creatures()).and(Filter::Color(Color::White)), vec![grow(1, 1)]));
    let bear = game.permanent_of(creature("Bear", 2, 2).colors(ColorSet::BLACK));
    let theirs = game.place(creature("Their bear", 2, 2).colors(ColorSet::WHITE), B, ZoneKind::Battlefield);
    assert_eq!(game.pt(bear), (2, 2));
    game.lasts(&[bear], vec![Change::SetColors(ColorSet::WHITE)]);
    assert_eq!(game.pt(bear), (3, 3));
    assert_eq!(game.pt(theirs), (2, 2));
    game.lasts(&[bear], vec![Change::SetColors(ColorSet::RED)]);
    assert_eq!(game.pt(bear), (2, 2));
}

// modern:613.5
#[test]
fn the_gray_ogre() {
    let mut game = game(2);
    let ogre = game.permanent_of(creature("Ogre", 2, 2));
    game.counter(ogre, "+1/+1", 1);
    assert_eq!(game.pt(ogre), (3, 3));
    game.lasts(&[ogre], vec![grow(4, 4)]);
    assert_eq!(game.pt(ogre), (7, 7));
    game.permanent_of(enchantment("Wall of words").always(mine(creatures()), vec![grow(0, 2)]));
    assert_eq!(game.pt(ogre), (7, 9));
    game.lasts(&[ogre], vec![set(0, 1)]);
    assert_eq!(game.pt(ogre), (5, 8));
    assert_eq!(game.characteristics(ogre).base_pt, (Some(0), Some(1)));
}

// modern:613.4c
#[test]
fn uneven_counters() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.counter(bear, "+1/+1", 1);
    game.counter(bear, "-0/-1", 1);
    game.counter(bear, "loyalty", 3);
    game.lasts(&[bear], vec![grow(2, -1)]);
    assert_eq!(game.pt(bear), (5, 1));
}

// modern:613.4d
#[test]
fn switching_comes_last() {
    let mut game = game(2);
    let wall = game.permanent_of(creature("Wall", 1, 3));
    let growth = game.lasts(&[wall], vec![grow(0, 1)]);
    game.lasts(&[wall], vec![Change::Pt(PtChange::Switch)]);
    assert_eq!(game.pt(wall), (4, 1));
    let mut later = game.clone();
    later.lasts(&[wall], vec![grow(5, 0)]);
    assert_eq!(later.pt(wall), (4, 6));
    let mut ended = game.clone();
    ended.lasting.retain(|lasting| lasting.timestamp != growth);
    ended.touch();
    assert_eq!(ended.pt(wall), (3, 1));
    game.lasts(&[wall], vec![Change::Pt(PtChange::Switch)]);
    assert_eq!(game.pt(wall), (1, 4));
}

// modern:613.7
#[test]
fn the_later_timestamp_decides() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.lasts(&[bear], vec![Change::SetColors(ColorSet::RED)]);
    let blue = game.lasts(&[bear], vec![Change::SetColors(ColorSet::BLUE)]);
    assert_eq!(game.characteristics(bear).colors, ColorSet::BLUE);
    game.lasting.retain(|lasting| lasting.timestamp != blue);
    game.touch();
    assert_eq!(game.characteristics(bear).colors, ColorSet::RED);
}

// modern:613.8a
#[test]
fn a_land_that_says_something_depends_on_what_silences_it() {
    for older_first in [true, false] {
        let mut game = game(2);
        let nonbasic = lands().and(Filter::Supertype(Supertype::Basic).negate());
        let tomb = game.permanent_of(land("Tomb").always(lands(), vec![also_type("Swamp")]));
        let moon = game.permanent_of(enchantment("Moon").always(nonbasic, vec![become_type("Mountain")]));
        let other = game.permanent_of(land("Gatehouse"));
        older(&mut game, if older_first { tomb } else { moon });
        for id in [tomb, other] {
            assert!(is(&game, id, "Mountain") && !is(&game, id, "Swamp"));
            assert_eq!(game.abilities(id).len(), 1, "only the mana ability of its type is left (305.7)");
        }
    }
}

// modern:613.8
#[test]
fn an_effect_waits_for_the_one_that_changes_what_it_applies_to() {
    let mut game = game(2);
    let swamps = lands().and(Filter::Subtype("Swamp".into()));
    game.permanent_of(enchantment("Older").always(swamps, vec![become_type("Forest")]));
    game.permanent_of(enchantment("Newer").always(lands(), vec![become_type("Swamp")]));
    let land = game.permanent_of(land("Gatehouse"));
    assert!(is(&game, land, "Forest") && !is(&game, land, "Swamp"));
}

// modern:613.8b
#[test]
fn a_loop_of_dependencies_falls_back_to_timestamps() {
    for swap in [false, true] {
        let mut game = game(2);
        let red = creatures().and(Filter::Color(Color::Red));
        let blue = creatures().and(Filter::Color(Color::Blue));
        let first = enchantment("A").always(red, vec![Change::SetColors(ColorSet::BLUE)]);
        let second = enchantment("B").always(blue, vec![Change::SetColors(ColorSet::RED)]);
        let (first, second, result) = if swap { (second, first, ColorSet::BLUE) } else { (first, second, ColorSet::RED) };
        game.permanent_of(first);
        game.permanent_of(second);
        let one = game.permanent_of(creature("One", 1, 1).colors(ColorSet::RED));
        let two = game.permanent_of(creature("Two", 1, 1).colors(ColorSet::BLUE));
        assert_eq!(game.characteristics(one).colors, result);
        assert_eq!(game.characteristics(two).colors, result);
    }
}

// modern:613.8c
#[test]
fn dependency_is_found_anew_after_each_effect() {
    let mut game = game(2);
    let turns =
        |name: &str, from, to| enchantment(name).always(creatures().and(Filter::Color(from)), vec![Change::SetColors(to)]);
    game.permanent_of(turns("E1", Color::Blue, ColorSet::RED));
    game.permanent_of(turns("E2", Color::White, ColorSet::BLACK));
    game.permanent_of(turns("E3", Color::Red, ColorSet::WHITE));
    let bird = game.permanent_of(creature("Bird", 1, 1).colors(ColorSet::BLUE));
    assert_eq!(game.characteristics(bird).colors, ColorSet::BLACK);
}

// modern:613.6, hard card 30
#[test]
fn silenced_creatures_and_living_enchantments() {
    let its_value = || Amount::Total(Stat::ManaValue, Box::new(Objects::Var(Var::AFFECTED)));
    for silence_first in [true, false] {
        let mut game = game(2);
        let silence = enchantment("Silence").always(creatures(), vec![Change::RemoveAllAbilities, set(1, 1)]);
        let mut awake = enchantment("Awakening").always(
            Filter::Type(CardType::Enchantment).and(Filter::Other),
            vec![
                Change::Types(TypeChange { add_types: CardType::Creature.set(), ..TypeChange::default() }),
                Change::Pt(PtChange::Set(Some(its_value()), Some(its_value()))),
            ],
        );
        awake.0.base.cost = Some(crate::mana::ManaCost::generic(4));
        let mut anthem = enchantment("Anthem").always(creatures(), vec![grow(1, 1)]);
        anthem.0.base.cost = Some(crate::mana::ManaCost::generic(3));
        let ids: Vec<_> = if silence_first { [silence, awake, anthem] } else { [awake, silence, anthem] }
            .into_iter()
            .map(|card| game.permanent_of(card))
            .collect();
        let bear = game.permanent_of(creature("Bear", 2, 2).ability(word("marked")));
        assert!(game.abilities(bear).is_empty());
        // The anthem is a creature without abilities by layer 6, so it gives nothing in layer 7c.
        assert_eq!(game.pt(bear), (1, 1));
        // Both set power and toughness in 7b: the later one decides, for enchantments.
        assert_eq!(game.pt(ids[2]), if silence_first { (3, 3) } else { (1, 1) });
        // Silence is a creature itself and loses its ability in layer 6, but goes on in 7b.
        let silence = if silence_first { ids[0] } else { ids[1] };
        assert!(game.characteristics(silence).types.is(CardType::Creature));
        assert!(game.abilities(silence).is_empty());
    }
}

// modern:613.6
#[test]
fn an_effect_goes_on_with_the_same_objects() {
    let mut game = game(2);
    let what = Filter::Type(CardType::Artifact).and(creatures().negate());
    game.permanent_of(enchantment("March").always(
        what,
        vec![Change::Types(TypeChange { add_types: CardType::Creature.set(), ..TypeChange::default() }), set(2, 2)],
    ));
    let stone = game.permanent_of(card("Stone", &[CardType::Artifact]));
    let golem = game.permanent_of(Card({
        let mut golem = creature("Golem", 5, 5).0;
        golem.base.types.types |= CardType::Artifact.set();
        golem
    }));
    assert_eq!(game.pt(stone), (2, 2));
    assert!(game.characteristics(stone).types.is(CardType::Creature));
    assert_eq!(game.pt(golem), (5, 5));
}

// modern:613.3, 613.4a, 707.2
#[test]
fn a_characteristic_defining_ability_works_everywhere_and_is_copied() {
    let hand = || Some(Amount::HandSize(Box::new(Players::You)));
    let scholar = || creature("Scholar", 0, 0).ability(defining(vec![Change::Pt(PtChange::Define(hand(), hand()))]));
    let mut game = game(2);
    let scholar_id = game.permanent_of(scholar());
    let in_hand = game.place(scholar(), A, ZoneKind::Hand);
    game.place(creature("Bear", 2, 2), A, ZoneKind::Hand);
    assert_eq!(game.pt(scholar_id), (2, 2));
    assert_eq!(game.pt(in_hand), (2, 2));
    let shape = game.place(creature("Shape", 1, 1), B, ZoneKind::Battlefield);
    let values = game.copiable(scholar_id);
    assert_eq!(values.power, Some(0), "the number is not copiable, the ability is");
    game.lasts(&[shape], vec![Change::Become(Box::new(values)), grow(1, 1)]);
    assert_eq!(game.pt(shape), (1, 1), "it counts the hand of its own controller");
    game.place(creature("Bear", 2, 2), B, ZoneKind::Hand);
    assert_eq!(game.pt(shape), (2, 2));
    assert_eq!(game.copiable(shape).name, "Scholar".into());
    game.lasts(&[scholar_id], vec![set(1, 1)]);
    assert_eq!(game.pt(scholar_id), (1, 1));
}

// modern:613.1a
#[test]
fn a_copy_of_a_copy_and_a_face_down_permanent() {
    let mut game = game(2);
    game.permanent_of(creature("Angel", 4, 4).ability(word("marked")));
    let shape = game.permanent_of(creature("Shape", 1, 1));
    let copy = CopyOf { original: CopySource::Object(Objects::All(Box::new(Filter::Named("Angel".into())))), except: vec![] };
    game.lasts(&[shape], vec![Change::RemoveAllAbilities]);
    game.lasts(&[shape], vec![Change::Copy(Box::new(copy))]);
    assert_eq!(game.pt(shape), (4, 4));
    assert!(game.abilities(shape).is_empty());
    assert_eq!(game.copiable(shape).abilities.len(), 1);
    // modern:613.2b, 708.2
    game.objects[shape.slot()].face_down = true;
    game.touch();
    assert_eq!(game.pt(shape), (2, 2));
    assert!(game.characteristics(shape).name.is_empty());
    assert_eq!(game.copiable(shape).power, Some(2));
}

// modern:613.1b
#[test]
fn control_comes_before_colour() {
    let mut game = game(2);
    game.permanent_of(enchantment("Dye").always(mine(creatures()), vec![Change::SetColors(ColorSet::BLACK)]));
    game.place(enchantment("Banner").always(mine(creatures()), vec![grow(1, 1)]), B, ZoneKind::Battlefield);
    let bear = game.place(creature("Bear", 2, 2), B, ZoneKind::Battlefield);
    assert_eq!((game.controller(bear), game.pt(bear)), (B, (3, 3)));
    game.lasts(&[bear], vec![Change::Control(Players::You)]);
    assert_eq!((game.controller(bear), game.pt(bear)), (A, (2, 2)));
    assert_eq!(game.characteristics(bear).colors, ColorSet::BLACK);
}

// modern:613.1c
#[test]
fn text_comes_before_types() {
    let mut game = game(2);
    let forests = lands().and(Filter::Subtype("Forest".into()));
    let says = game.permanent_of(enchantment("Says").always(forests, vec![become_type("Plains")]));
    let forest = game.permanent_of(land("Wood").subtype("Forest"));
    assert!(is(&game, forest, "Plains"));
    game.lasts(&[says], vec![Change::ReplaceLandType("Plains".into(), "Swamp".into())]);
    assert!(is(&game, forest, "Swamp") && !is(&game, forest, "Plains"));
    game.lasts(&[forest], vec![Change::ReplaceLandType("Forest".into(), "Island".into())]);
    assert!(is(&game, forest, "Island") && !is(&game, forest, "Swamp"));
}

// modern:305.6, 305.7
#[test]
fn lands_have_the_mana_abilities_of_their_types() {
    let mut game = game(2);
    let taiga = game.permanent_of(land("Taiga").subtype("Forest").subtype("Island"));
    assert_eq!(game.abilities(taiga).len(), 2);
    let hall = game.permanent_of(land("Hall").ability(word("printed")));
    let given = AbilityRef::new(word("given"));
    game.lasts(&[hall], vec![Change::AddAbility(given)]);
    game.lasts(&[hall], vec![also_type("Swamp")]);
    assert_eq!(game.abilities(hall).len(), 3);
    game.lasts(&[hall], vec![become_type("Island")]);
    assert_eq!(game.abilities(hall).len(), 2, "what was given and the mana ability");
    assert!(is(&game, hall, "Island") && !is(&game, hall, "Swamp"));
    assert!(!game.characteristics(hall).has_keyword("printed".into()));
    assert!(game.characteristics(hall).has_keyword("given".into()));
    // A nonland with the type has none.
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.lasts(&[bear], vec![also_type("Forest")]);
    assert!(game.abilities(bear).is_empty());
}

// modern:205.1a
#[test]
fn subtypes_go_with_their_card_type() {
    let mut game = game(2);
    let golem = game.permanent_of(creature("Golem", 3, 3).subtype("Golem").subtype("Equipment"));
    let only_artifact = TypeChange { set_types: Some(CardType::Artifact.set()), ..TypeChange::default() };
    game.lasts(&[golem], vec![Change::Types(only_artifact)]);
    assert!(is(&game, golem, "Equipment") && !is(&game, golem, "Golem"));
    let every = TypeChange { every_creature_type: true, add_types: CardType::Creature.set(), ..TypeChange::default() };
    game.lasts(&[golem], vec![Change::Types(every)]);
    assert!(is(&game, golem, "Elf") && !is(&game, golem, "Forest"));
}

// modern:613.1f
#[test]
fn what_cannot_have_a_keyword_never_has_it() {
    let mut game = game(2);
    let cant = StaticPart::Rule(Rule::Cant(Prohibition::HaveKeyword(creatures(), "marked".into())));
    let ban = enchantment("Ban").ability(fixed(Zones::Usual, false, Condition::Always, cant));
    game.permanent_of(ban);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.lasts(&[bear], vec![Change::AddKeyword("marked".into(), vec![AbilityRef::new(word("marked"))])]);
    assert!(!game.characteristics(bear).has_keyword("marked".into()));
}

// modern:613.9
#[test]
fn gaining_and_losing_a_keyword_go_by_timestamp() {
    for gains_last in [true, false] {
        let mut game = game(2);
        let bear = game.permanent_of(creature("Bear", 2, 2));
        let gain = Change::AddKeyword("marked".into(), vec![AbilityRef::new(word("marked"))]);
        let lose = Change::RemoveKeyword("marked".into());
        let (first, last) = if gains_last { (lose, gain) } else { (gain, lose) };
        game.permanent_of(enchantment("First").always(creatures(), vec![first]));
        game.permanent_of(enchantment("Last").always(creatures(), vec![last]));
        assert_eq!(game.characteristics(bear).has_keyword("marked".into()), gains_last);
    }
}

// modern:611.3a, 613.7a
#[test]
fn granted_static_abilities_work_too() {
    let mut game = game(2);
    let lord = AbilityRef::new(always(creatures().and(Filter::Other), vec![grow(1, 1)]));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let cub = game.permanent_of(creature("Cub", 1, 1));
    game.permanent_of(enchantment("Coronation").always(creatures(), vec![Change::AddAbility(lord)]));
    assert_eq!((game.pt(bear), game.pt(cub)), ((3, 3), (2, 2)));
}

// modern:604.2
#[test]
fn a_condition_turns_an_ability_on() {
    let mut game = game(2);
    let rich = Condition::Compare(Amount::Life(Box::new(Players::You)), Comparison::AtLeast, Amount::Fixed(25));
    let part = StaticPart::Continuous { affects: creatures(), changes: vec![grow(2, 0)] };
    game.permanent_of(enchantment("Comfort").ability(fixed(Zones::Usual, false, rich, part)));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    assert_eq!(game.pt(bear), (2, 2));
    assert!(game.derived().changed.sensitive);
    game.players[0].life = 25;
    game.touch_lightly();
    assert_eq!(game.pt(bear), (4, 2));
}

#[test]
fn each_its_controllers_lands() {
    let mut game = game(2);
    let controller = Players::ControllerOf(Box::new(Objects::Var(Var::AFFECTED)));
    let its_lands = || Some(Amount::Count(Box::new(lands().and(Filter::ControlledBy(Box::new(controller.clone()))))));
    game.permanent_of(enchantment("Roots").always(creatures(), vec![Change::Pt(PtChange::Set(its_lands(), its_lands()))]));
    let mine = game.permanent_of(creature("Mine", 5, 5));
    let theirs = game.place(creature("Theirs", 5, 5), B, ZoneKind::Battlefield);
    game.permanent_of(land("Field"));
    game.permanent_of(land("Field"));
    game.counter(mine, "+1/+1", 1);
    assert_eq!((game.pt(mine), game.pt(theirs)), ((3, 3), (0, 0)));
}

// modern:113.6
#[test]
fn abilities_function_where_they_say() {
    use crate::ability::{Pattern, Zones};
    let mut game = game(2);
    let draws = || when(Pattern::Draws(Players::You));
    game.permanent_of(creature("Here", 1, 1).ability(draws()));
    game.place(creature("Hand", 1, 1).ability(draws()), A, ZoneKind::Hand);
    let mut there = draws();
    there.zones = Zones::Only(ZoneKind::Graveyard);
    let grave = game.place(creature("Grave", 1, 1).ability(there), B, ZoneKind::Graveyard);
    assert_eq!(game.triggers(EventKind::Draw).len(), 2);
    assert_eq!(game.triggers(EventKind::Draw)[1].source, grave);
    assert_eq!(game.triggers(EventKind::Draw)[1].controller, B);
    assert!(game.triggers(EventKind::Move).is_empty());
    // Loses its abilities: waits for nothing any more.
    let here = game.battlefield[0];
    game.lasts(&[here], vec![Change::RemoveAllAbilities]);
    assert_eq!(game.triggers(EventKind::Draw).len(), 1);
}

// classic:418.5c
#[test]
fn the_classic_edition_has_no_layers() {
    use crate::ruleset::{ContinuousEffects, Ruleset};
    let mut game = game(2);
    game.ruleset = std::sync::Arc::new(Ruleset { continuous_effects: ContinuousEffects::Classic, ..Ruleset::default() });
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.counter(bear, "+1/+1", 1);
    game.lasts(&[bear], vec![set(0, 1)]);
    assert_eq!(game.pt(bear), (0, 1), "counters come first, then effects by timestamp");
    // An effect that another decides about waits for it, whatever their timestamps.
    game.permanent_of(enchantment("Honor").always(creatures().and(Filter::Color(Color::White)), vec![grow(1, 1)]));
    game.permanent_of(enchantment("Wash").always(creatures(), vec![Change::SetColors(ColorSet::WHITE)]));
    assert_eq!(game.pt(bear), (1, 2));
}

// modern:614.12, 305.7
#[test]
fn a_land_that_enters_as_another_loses_its_own_replacements() {
    use crate::ability::{EventChange, Instead, MoveCause, Pattern, Replacement, Uses};
    use crate::event::{Enters, Move, Place};
    let mut game = game(2);
    let tapped = Replacement {
        pattern: Pattern::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield), cause: None }.into(),
        event: Var(0),
        condition: Condition::Always,
        optional: None,
        instead: Instead::Change(vec![EventChange::Tapped]),
        uses: Uses::Unlimited,
    };
    let hall = land("Hall").ability(fixed(Zones::Usual, false, Condition::Always, StaticPart::Replacement(tapped)));
    let hall = game.place(hall, A, ZoneKind::Hand);
    let movement = Move {
        object: hall,
        became: None,
        from: ZoneKind::Hand,
        to: ZoneKind::Battlefield,
        cause: MoveCause::Play,
        by: None,
        place: Place::Top,
        enters: Some(Box::new(Enters::under(A))),
        face_down: false,
        controller: A,
    };
    assert_eq!(game.replacements(EventKind::Move, Some(hall)).count(), 1);
    assert_eq!(game.replacements(EventKind::Move, None).count(), 0);
    let applying = |game: &Game| {
        let event = crate::event::Event::Move(movement.clone());
        let mut own = 0;
        game.each_replacement_on_entering(&movement, &mut |active| {
            own += usize::from(game.eval(active.scope).matches_event(&active.replacement.pattern, &event));
        });
        own
    };
    assert_eq!(applying(&game), 1);
    game.permanent_of(enchantment("Moon").always(lands(), vec![become_type("Mountain")]));
    assert_eq!(applying(&game), 0);
}

// modern:613.11
#[test]
fn rules_are_in_order_of_timestamps_and_ask_their_condition() {
    use crate::ability::PlayerRule;
    let mut game = game(2);
    let limit = |number: i32| {
        let when = Condition::Compare(Amount::Life(Box::new(Players::You)), Comparison::AtLeast, Amount::Fixed(number));
        let part = StaticPart::Rule(Rule::Player(PlayerRule::HandSize(Players::You, Amount::Fixed(number))));
        enchantment("Limit").ability(fixed(Zones::Usual, false, when, part))
    };
    let first = game.permanent_of(limit(3));
    let second = game.permanent_of(limit(5));
    let order = |game: &Game| game.player_rules().map(|active| active.scope.source).collect::<Vec<_>>();
    assert_eq!(order(&game), vec![first, second]);
    game.objects[first.slot()].timestamp = Timestamp(99);
    game.touch();
    assert_eq!(order(&game), vec![second, first]);
    game.players[0].life = 4;
    assert_eq!(order(&game), vec![first], "no light change makes the index stale");
    game.lasts(&[first], vec![Change::RemoveAllAbilities]);
    assert!(order(&game).is_empty());
}
