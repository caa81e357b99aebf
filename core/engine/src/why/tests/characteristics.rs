//! Accounts of characteristics: each is the very calculation, and says who did what in which order.

use super::*;
use crate::ability::{Amount, Comparison, Condition, Prohibition, PtChange, Rule, StaticPart, Zones};
use crate::why::{Account, Difference, Layer, Manner, Mismatch, NotApplied, Start, Step};

/// The account, checked against what the game says: the differences one after another come to the characteristics.
fn account(game: &Game, id: ObjectId) -> Account {
    let account = game.why_characteristics(id).expect("the object is known");
    assert_eq!(account.after.characteristics, *game.characteristics(id));
    assert_eq!(account.after.controller, game.controller(id));
    assert_eq!(account.replayed(), account.after, "{account:#?}");
    account
}
fn sources(steps: &[Step]) -> Vec<Option<ObjectId>> {
    steps.iter().map(|step| step.by.source).collect()
}
fn layers(account: &Account) -> Vec<Layer> {
    account.steps.iter().map(|step| step.layer).collect()
}
fn power(step: &Step) -> Option<(Option<i32>, Option<i32>)> {
    step.differences.iter().find_map(|difference| match difference {
        Difference::Power(changed) => Some((changed.before, changed.after)),
        _ => None,
    })
}

#[test]
fn a_card_that_nothing_changes_is_what_is_printed() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let account = account(&game, bear);
    assert_eq!(account.start, Start::Printed);
    assert!(account.steps.is_empty() && account.missed.is_empty());
    assert_eq!(account.said_in.map(|said| (said.face, said.ability)), Some((0, None)));
}

// modern:613.4
#[test]
fn power_goes_through_its_sublayers() {
    let mut game = game(2);
    let bear = game.permanent_of(creature("Bear", 2, 3));
    // Made in an order that is not the order of the layers.
    let switch = game.lasts(&[bear], vec![Change::Pt(PtChange::Switch)]);
    let banner = game.permanent_of(enchantment("Banner").always(yours(creatures()), vec![grow(0, 2)]));
    game.counter(bear, "+1/+1", 2);
    let shrink = game.lasts(&[bear], vec![set(0, 1)]);
    let account = account(&game, bear);
    assert_eq!(layers(&account), [Layer::Set, Layer::Modified, Layer::Modified, Layer::Switched]);
    assert_eq!(account.steps.iter().map(|step| step.timestamp.is_some()).collect::<Vec<_>>(), [true, false, true, true]);
    assert_eq!(account.steps[0].timestamp, Some(shrink));
    assert_eq!(account.steps[1].by.manner, Manner::Counters(vec![("+1/+1".into(), 2)]));
    assert_eq!(account.steps[2].by.source, Some(banner));
    assert_eq!(account.steps[3].timestamp, Some(switch));
    assert_eq!(
        account.steps.iter().map(power).collect::<Vec<_>>(),
        [Some((Some(2), Some(0))), Some((Some(0), Some(2))), None, Some((Some(2), Some(5))),]
    );
    assert_eq!(account.about(|difference| matches!(difference, Difference::Power(_))).count(), 3);
}

// modern:613.8a
#[test]
fn the_effect_that_depends_says_on_what() {
    let mut game = game(2);
    let swamps = lands().and(Filter::Subtype("Swamp".into()));
    let older = game.permanent_of(enchantment("Older").always(swamps, vec![become_type("Forest")]));
    let newer = game.permanent_of(enchantment("Newer").always(lands(), vec![become_type("Swamp")]));
    let land = game.permanent_of(land("Gatehouse"));
    let account = account(&game, land);
    assert_eq!(sources(&account.steps), [Some(newer), Some(older)]);
    assert!(account.steps[0].waited_for.is_empty());
    assert_eq!(account.steps[1].waited_for.iter().map(|on| on.source).collect::<Vec<_>>(), [Some(newer)]);
    assert!(account.steps[1].timestamp < account.steps[0].timestamp);
}

// modern:613.8b
#[test]
fn in_a_loop_nothing_waits() {
    let mut game = game(2);
    let turns = |from, to| vec![(creatures().and(Filter::Color(from)), Change::SetColors(to))];
    for (name, parts) in [("A", turns(Color::Red, ColorSet::BLUE)), ("B", turns(Color::Blue, ColorSet::RED))] {
        for (filter, change) in parts {
            game.permanent_of(enchantment(name).always(filter, vec![change]));
        }
    }
    let one = game.permanent_of(creature("One", 1, 1).colors(ColorSet::RED));
    let account = account(&game, one);
    assert_eq!(account.steps.len(), 2);
    assert!(account.steps.iter().all(|step| step.waited_for.is_empty()));
}

// modern:613.6, 305.7
#[test]
fn an_effect_whose_source_lost_its_ability_says_who_took_it() {
    let mut game = game(2);
    let tomb = game.permanent_of(
        land("Tomb")
            .always(lands(), vec![Change::Types(TypeChange { add_subtypes: vec!["Swamp".into()], ..TypeChange::default() })]),
    );
    let moon = game.permanent_of(enchantment("Moon").always(lands(), vec![become_type("Mountain")]));
    let other = game.permanent_of(land("Gatehouse"));
    let account = account(&game, other);
    assert_eq!(sources(&account.steps), [Some(moon)]);
    let [missed] = account.missed.as_slice() else { panic!("{:#?}", account.missed) };
    assert_eq!(missed.by.source, Some(tomb));
    let NotApplied::AbilityLost { by: Some(by) } = &missed.because else { panic!("{missed:?}") };
    assert_eq!(by.source, Some(moon));
}

// modern:613.1f, 613.4c
#[test]
fn an_anthem_that_lost_its_abilities_is_missed_in_its_layer() {
    let mut game = game(2);
    let lord = game.permanent_of(creature("Lord", 1, 1).always(creatures().and(Filter::Other), vec![grow(1, 1)]));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    assert_eq!(game.pt(bear), (3, 3));
    let silence = game.lasts(&[lord], vec![Change::RemoveAllAbilities]);
    let bears = account(&game, bear);
    assert!(bears.steps.is_empty());
    let [missed] = bears.missed.as_slice() else { panic!("{:#?}", bears.missed) };
    assert_eq!((missed.by.source, missed.layer), (Some(lord), Layer::Modified));
    let NotApplied::AbilityLost { by: Some(by) } = &missed.because else { panic!("{missed:?}") };
    assert_eq!(by.manner, Manner::Resolved(silence));
    let lords = account(&game, lord);
    assert!(matches!(lords.steps[0].differences.as_slice(), [Difference::Loses(lost)] if lost.len() == 1));
    assert!(lords.missed.is_empty(), "it never spoke of itself: {:#?}", lords.missed);
}

// modern:604.2, 109.2
#[test]
fn what_does_not_apply_says_which_part_fails() {
    let mut game = game(2);
    let rich = Condition::Compare(Amount::Life(Box::new(Players::You)), Comparison::AtLeast, Amount::Fixed(25));
    let part = StaticPart::Continuous { affects: creatures(), changes: vec![grow(2, 0)] };
    let comfort = game.permanent_of(enchantment("Comfort").ability(fixed(
        Zones::Usual,
        false,
        Condition::And(vec![Condition::TurnOf(Players::Each), rich.clone()]),
        part,
    )));
    let white = creatures().and(Filter::Color(Color::White));
    let honor = game.permanent_of(enchantment("Honor").always(yours(white), vec![grow(1, 1)]));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let account = account(&game, bear);
    let because = |source| account.missed.iter().find(|missed| missed.by.source == Some(source)).map(|missed| &missed.because);
    assert_eq!(because(comfort), Some(&NotApplied::ConditionFails(rich)));
    assert_eq!(because(honor), Some(&NotApplied::NotAffected(Mismatch::Part(Filter::Color(Color::White)))));
}

// modern:613.2b, 707.2, 708.2
#[test]
fn a_face_down_permanent_that_an_effect_makes_a_copy() {
    let mut game = game(2);
    let angel = game.permanent_of(creature("Angel", 4, 4).ability(word("marked")));
    let shape = game.permanent_of(creature("Shape", 1, 1));
    let copy = CopyOf { original: CopySource::Object(Objects::All(Box::new(Filter::Named("Angel".into())))), except: vec![] };
    game.lasts(&[shape], vec![Change::Copy(Box::new(copy))]);
    let up = account(&game, shape);
    assert_eq!((up.start, layers(&up)), (Start::Printed, vec![Layer::Copy]));
    game.objects[shape.slot()].face_down = true;
    game.touch();
    let down = account(&game, shape);
    assert_eq!(down.start, Start::FaceDown);
    assert_eq!(layers(&down), [Layer::Copy, Layer::FaceDown]);
    assert_eq!(down.steps[1].by.manner, Manner::Rules);
    // What copies something face down is what that shows.
    let mirror = game.permanent_of(creature("Mirror", 0, 1));
    let shows = CopyOf { original: CopySource::Object(Objects::All(Box::new(Filter::FaceDown))), except: vec![] };
    game.lasts(&[mirror], vec![Change::Copy(Box::new(shows))]);
    assert_eq!(account(&game, mirror).steps.len(), 1);
    assert!(account(&game, angel).steps.is_empty());
}

// modern:613.1b, 613.5
#[test]
fn control_comes_before_what_depends_on_it_with_three_players() {
    let mut game = game(3);
    let ours =
        game.place(enchantment("Dye").always(yours(creatures()), vec![Change::SetColors(ColorSet::BLACK)]), C, BATTLEFIELD);
    let bear = game.place(creature("Bear", 2, 2), B, BATTLEFIELD);
    let first = game.lasts(&[bear], vec![Change::Control(Players::You)]);
    let second = game.lasts(&[bear], vec![Change::Control(Players::You)]);
    for lasting in &mut game.lasting {
        lasting.controller = if lasting.timestamp == second { C } else { A };
    }
    game.touch();
    let account = account(&game, bear);
    assert_eq!(layers(&account), [Layer::Control, Layer::Control, Layer::Colors]);
    assert_eq!(account.steps[0].timestamp, Some(first));
    let whose = |step: &Step| match step.differences.as_slice() {
        [Difference::Controller(changed)] => (changed.before, changed.after),
        other => panic!("{other:?}"),
    };
    assert_eq!((whose(&account.steps[0]), whose(&account.steps[1])), ((B, A), (A, C)));
    assert_eq!(account.steps[2].by.source, Some(ours));
}
const BATTLEFIELD: ZoneKind = ZoneKind::Battlefield;

// modern:611.2c, 608.2h
#[test]
fn an_effect_goes_on_when_its_source_is_gone() {
    let mut game = game(2);
    let herald = game.permanent_of(creature("Herald", 1, 1).ability(when(crate::ability::Pattern::Draws(Players::You))));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.lasts(&[bear], vec![grow(3, 3)]);
    game.lasting[0].source = herald;
    let key = game.definition(game.object(herald).map(|object| object.def).expect("it is there")).key;
    game.bury(herald);
    let account = account(&game, bear);
    assert_eq!(account.steps[0].by.source, Some(herald));
    let said = account.steps[0].by.said_in.expect("what left is known");
    assert_eq!((said.key, said.ability), (key, Some(0)));
    // Of what has left only what it last was is told.
    let last = game.why_characteristics(herald).expect("it is known");
    assert_eq!(last.start, Start::LastKnown);
}

// modern:613.7a, 611.3a
#[test]
fn what_was_granted_says_by_whom_and_where() {
    let mut game = game(2);
    let lord = AbilityRef::new(always(creatures().and(Filter::Other), vec![grow(1, 1)]));
    let crown = game
        .permanent_of(enchantment("Crown").always(creatures().and(Filter::Named("King".into())), vec![Change::AddAbility(lord)]));
    let king = game.permanent_of(creature("King", 3, 3));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    let account = account(&game, bear);
    let [step] = account.steps.as_slice() else { panic!("{:#?}", account.steps) };
    assert_eq!(step.by.source, Some(king));
    assert!(matches!(step.by.manner, Manner::Granted { by: Some(by), .. } if by == crown));
    let crown_key = game.definition(game.object(crown).map(|object| object.def).expect("it is there")).key;
    assert_eq!(step.by.said_in.map(|said| (said.key, said.ability)), Some((crown_key, Some(0))));
}

// modern:612.2
#[test]
fn a_text_that_reads_otherwise_is_the_same_ability() {
    let mut game = game(2);
    let forests = lands().and(Filter::Subtype("Forest".into()));
    let says = game.permanent_of(enchantment("Says").always(forests, vec![become_type("Plains")]));
    let forest = game.permanent_of(land("Wood").subtype("Forest"));
    game.lasts(&[says], vec![Change::ReplaceLandType("Plains".into(), "Swamp".into())]);
    let text = account(&game, says);
    assert!(matches!(text.steps[0].differences.as_slice(), [Difference::Text(0, _)]), "{:#?}", text.steps);
    let wood = account(&game, forest);
    assert_eq!(wood.steps[0].by.said_in.map(|said| said.ability), Some(Some(0)));
}

// modern:613.3
#[test]
fn a_characteristic_defining_ability_comes_first_and_says_so() {
    let mut game = game(2);
    let hand = || Some(Amount::HandSize(Box::new(Players::You)));
    let dye = game.permanent_of(enchantment("Dye").always(creatures(), vec![set(4, 4)]));
    let scholar =
        game.permanent_of(creature("Scholar", 0, 0).ability(defining(vec![Change::Pt(PtChange::Define(hand(), hand()))])));
    game.place(creature("Bear", 2, 2), A, ZoneKind::Hand);
    let account = account(&game, scholar);
    assert_eq!(layers(&account), [Layer::Defined, Layer::Set]);
    assert!(account.steps[0].defining && !account.steps[1].defining);
    assert_eq!(account.steps[1].by.source, Some(dye));
}

// modern:613.1f
#[test]
fn who_denies_a_keyword_is_told() {
    let mut game = game(2);
    let cant = StaticPart::Rule(Rule::Cant(Prohibition::HaveKeyword(creatures(), "marked".into())));
    let ban = game.permanent_of(enchantment("Ban").ability(fixed(Zones::Usual, false, Condition::Always, cant)));
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.lasts(&[bear], vec![Change::AddKeyword("marked".into(), vec![AbilityRef::new(word("marked"))])]);
    let account = account(&game, bear);
    assert_eq!(layers(&account), [Layer::Abilities, Layer::Abilities]);
    assert_eq!(account.steps[1].by.source, Some(ban));
    assert!(matches!(account.steps[1].differences.as_slice(), [Difference::Loses(_)]));
}

// classic:418.5c
#[test]
fn the_classic_order_has_counters_first_and_then_timestamps_and_dependencies() {
    use crate::ruleset::{ContinuousEffects, Ruleset};
    let mut game = game(2);
    game.ruleset = std::sync::Arc::new(Ruleset { continuous_effects: ContinuousEffects::Classic, ..Ruleset::default() });
    let bear = game.permanent_of(creature("Bear", 2, 2));
    game.counter(bear, "+1/+1", 1);
    let honor = game.permanent_of(enchantment("Honor").always(creatures().and(Filter::Color(Color::White)), vec![grow(1, 1)]));
    let wash = game.permanent_of(enchantment("Wash").always(creatures(), vec![Change::SetColors(ColorSet::WHITE), grow(0, 1)]));
    let account = account(&game, bear);
    assert!(account.steps.iter().all(|step| step.layer == Layer::Unlayered));
    assert_eq!(sources(&account.steps), [Some(bear), Some(wash), Some(honor)]);
    assert_eq!(account.steps[2].waited_for.iter().map(|on| on.source).collect::<Vec<_>>(), [Some(wash)]);
}

/// Whatever the effects and their order, the differences come to what the game says.
#[test]
fn every_object_of_a_crowded_board_adds_up() {
    let changes: Vec<Change> = vec![
        grow(1, 1),
        set(0, 4),
        Change::SetColors(ColorSet::BLUE),
        Change::AddKeyword("marked".into(), vec![AbilityRef::new(word("marked"))]),
        Change::RemoveKeyword("marked".into()),
        Change::Types(TypeChange { add_types: CardType::Creature.set(), ..TypeChange::default() }),
        Change::Pt(PtChange::Switch),
        Change::RemoveAllAbilities,
        become_type("Swamp"),
    ];
    let whom = [creatures(), Filter::Color(Color::Blue), Filter::Keyword("marked".into()), lands(), Filter::Any];
    for round in 0..60_usize {
        let mut game = game(3);
        for step in 0..6 {
            let number = round * 7 + step * 5;
            let change = changes[number % changes.len()].clone();
            let filter = whom[(number / 3 + step) % whom.len()].clone();
            let base = if step % 2 == 0 { enchantment("E") } else { creature("C", 1, 2) };
            game.permanent_of(base.always(filter, vec![change, changes[(number / 2 + round) % changes.len()].clone()]));
        }
        let wood = game.permanent_of(land("Wood").subtype("Forest"));
        game.counter(wood, "-1/-1", 1);
        game.lasts(&[wood], vec![changes[round % changes.len()].clone()]);
        for id in game.battlefield.clone() {
            account(&game, id);
        }
    }
}

// modern:613.10
#[test]
fn a_player_has_a_keyword_from_somebody() {
    use crate::ability::PlayerRule;
    let mut game = game(2);
    let rule = Rule::Player(PlayerRule::Has(Players::You, "veiled".into(), vec![AbilityRef::new(word("veiled"))]));
    let definition = enchantment("Veil").ability(fixed(Zones::Usual, false, Condition::Always, StaticPart::Rule(rule)));
    let veil = game.permanent_of(definition);
    let [has] = game.why_player_keywords(A).try_into().expect("one keyword");
    assert_eq!((has.keyword.as_str(), has.source), ("veiled", veil));
    assert!(game.why_player_keywords(B).is_empty());
    let _: Timestamp = has.timestamp;
}

// modern:402.2, 613.11
#[test]
fn a_maximum_hand_size_is_made_up_in_the_order_of_timestamps() {
    use crate::ability::PlayerRule;
    let mut game = game(2);
    let says = |rule| fixed(Zones::Usual, false, Condition::Always, StaticPart::Rule(Rule::Player(rule)));
    let more = game.permanent_of(enchantment("More").ability(says(PlayerRule::HandSize(Players::You, Amount::Fixed(2)))));
    let set = game.place(
        enchantment("Set").ability(says(PlayerRule::SetHandSize(Players::Opponents, Amount::Fixed(4)))),
        B,
        BATTLEFIELD,
    );
    let steps: Vec<_> = game.why_hand_size(A).into_iter().map(|step| (step.by.source, step.after)).collect();
    assert_eq!(steps, [(Some(more), Some(9)), (Some(set), Some(4))]);
    assert_eq!(game.hand_size_limit(A), Some(4));
    assert!(game.why_hand_size(B).is_empty());
}
