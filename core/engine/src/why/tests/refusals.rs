//! Targets and costs: what is told is what the rules that announce spells and abilities say.

use super::*;
use crate::ability::{
    Ability, AbilityBody, Amount, Body, Condition, Cost, CostChange, Effect, Keyword, Mode, Prohibition, Rule, StaticPart,
    TargetRule, TargetSpec, Zones,
};
use crate::mana::{ManaCost, ManaSymbol, ManaType};
use crate::object::Recipient;
use crate::setup::Arrange;
use crate::symbol::Symbol;
use crate::why::{CostStep, Fails, Mismatch, TargetPlace, WhyNot, WhyNotTarget, WrongTime};

fn spell(name: &str, types: &[CardType], cost: ManaCost, targets: Vec<TargetSpec>) -> Card {
    let mode = Mode { targets, effect: Effect::Nothing, ..Mode::default() };
    let mut card = card(name, types).ability(Ability::new(Zones::Usual, AbilityBody::Spell(Body::Plain(mode))));
    card.0.base.cost = Some(cost);
    card
}
fn rule(rule: Rule) -> Ability {
    fixed(Zones::Usual, false, Condition::Always, StaticPart::Rule(rule))
}
fn called(name: &str, mut ability: Ability) -> Ability {
    ability.keyword = Some(Keyword { name: Symbol::new(name), argument: Symbol::default() });
    ability
}
fn all_objects(game: &Game) -> Vec<ObjectId> {
    game.objects.iter().map(|object| object.id).collect()
}

// modern:115.1, 601.2c
#[test]
fn what_cannot_be_a_target_says_why_exactly_where_it_cannot() {
    let mut game = game(3);
    let veil = TargetRule::CantTarget(Filter::This, Filter::Any);
    let veiled =
        game.place(creature("Veiled", 1, 1).ability(called("veiled", rule(Rule::Target(veil)))), B, ZoneKind::Battlefield);
    let theirs = game.place(creature("Theirs", 2, 2), C, ZoneKind::Battlefield);
    let own = game.permanent_of(creature("Own", 2, 2));
    let wood = game.permanent_of(land("Wood"));
    let fallen = game.place(creature("Fallen", 1, 1), B, ZoneKind::Graveyard);
    let others = Filter::ControlledBy(Box::new(Players::Opponents));
    let specs =
        vec![TargetSpec::one(creatures().and(others.clone()), Players::Opponents), TargetSpec::one(lands(), Players::None)];
    let bolt = game.place(spell("Bolt", &[CardType::Instant], ManaCost::generic(1), specs.clone()), A, ZoneKind::Hand);
    let places = game.target_places(bolt);
    assert_eq!(places.len(), 2);
    let scope = crate::eval::Scope::bare(bolt, A, crate::ability::Origin::Printed);
    for (place, spec) in places.iter().zip(&specs) {
        let legal = game.legal_targets(spec, scope, &[]);
        let players = (0..3).map(|seat| Recipient::Player(crate::ids::PlayerId(seat)));
        for target in all_objects(&game).into_iter().map(Recipient::Object).chain(players) {
            let why = game.why_not_target(A, *place, target, &[]);
            assert_eq!(why.is_none(), legal.contains(&target), "{target:?}: {why:?}");
        }
    }
    let why = |target| game.why_not_target(A, places[0], target, &[]);
    assert_eq!(why(Recipient::Object(wood)), Some(WhyNotTarget::Object(Mismatch::Part(creatures()))));
    assert_eq!(why(Recipient::Object(own)), Some(WhyNotTarget::Object(Mismatch::Part(others))));
    assert_eq!(why(Recipient::Object(fallen)), Some(WhyNotTarget::Object(Mismatch::Zone(ZoneKind::Graveyard))));
    assert_eq!(why(Recipient::Player(A)), Some(WhyNotTarget::Player(Players::Opponents)));
    assert_eq!(why(Recipient::Object(theirs)), None);
    assert_eq!(
        game.why_not_target(A, places[0], Recipient::Object(theirs), &[Recipient::Object(theirs)]),
        Some(WhyNotTarget::Chosen)
    );
    let Some(WhyNotTarget::Forbidden(by)) = why(Recipient::Object(veiled)) else {
        panic!("{:?}", why(Recipient::Object(veiled)))
    };
    assert_eq!((by.source, by.keyword), (Some(veiled), Some("veiled".into())));
    assert_eq!(by.said_in.and_then(|said| said.ability), Some(0));
    let none = TargetPlace { instance: 5, ..places[0] };
    assert_eq!(game.why_not_target(A, none, Recipient::Object(theirs), &[]), Some(WhyNotTarget::NoSuchInstance));
}

// modern:702.11, 613.1f
#[test]
fn what_was_granted_forbids_in_the_name_of_its_giver() {
    let mut game = game(2);
    let veil = called("veiled", rule(Rule::Target(TargetRule::CantTarget(Filter::This, Filter::Any))));
    let giver = game.place(
        enchantment("Cloak").always(yours(creatures()), vec![Change::AddKeyword("veiled".into(), vec![AbilityRef::new(veil)])]),
        B,
        ZoneKind::Battlefield,
    );
    let theirs = game.place(creature("Theirs", 2, 2), B, ZoneKind::Battlefield);
    let specs = vec![TargetSpec::one(creatures(), Players::None)];
    let bolt = game.place(spell("Bolt", &[CardType::Instant], ManaCost::generic(1), specs), A, ZoneKind::Hand);
    let place = game.target_places(bolt)[0];
    let why = game.why_not_target(A, place, Recipient::Object(theirs), &[]);
    let Some(WhyNotTarget::Forbidden(by)) = why else { panic!("{why:?}") };
    assert!(matches!(by.manner, crate::why::Manner::Granted { by: Some(by), .. } if by == giver));
}

fn amount(cost: &ManaCost) -> u32 {
    cost.mana_value(0)
}

// modern:601.2f
#[test]
fn a_cost_is_made_up_in_the_order_of_the_rule() {
    let mut game = game(2);
    let says = |change| rule(Rule::Cost(change));
    let any = || Filter::Any;
    // Put there in another order than that in which they count.
    let floor =
        game.permanent_of(enchantment("Floor").ability(says(CostChange::AtLeast(Players::Each, any(), Amount::Fixed(3)))));
    let help = game.permanent_of(enchantment("Help").ability(says(CostChange::Reduce(Players::You, any(), Amount::Fixed(4)))));
    let tax = game.place(
        enchantment("Tax").ability(says(CostChange::Increase(Players::Opponents, any(), Cost::mana(ManaCost::generic(1))))),
        B,
        ZoneKind::Battlefield,
    );
    let red = ManaCost::new(vec![ManaSymbol::Generic(2), ManaSymbol::Of(ManaType::Colored(Color::Red))]);
    let charm = game.place(spell("Charm", &[CardType::Instant], red, vec![]), A, ZoneKind::Hand);
    let account = game.why_cost(A, charm, 0).expect("it can be cast for its mana cost");
    let steps: Vec<_> =
        account.lines.iter().map(|line| (line.by.as_ref().and_then(|by| by.source), amount(&line.after.mana))).collect();
    assert_eq!(steps, [(None, 3), (Some(tax), 4), (Some(help), 1), (Some(floor), 3)]);
    assert_eq!(account.lines[2].does, CostStep::Reduce(4));
    assert_eq!(account.total, account.lines[3].after);
    // A reduction takes generic mana only (118.7c).
    assert!(account.lines[2].after.mana.symbols.contains(&ManaSymbol::Of(ManaType::Colored(Color::Red))));
    let Some(way) = game.ways(A, charm).into_iter().next() else { panic!("a way") };
    assert_eq!(account.total, game.spell_cost_of(A, charm, &way));
    assert!(game.why_cost(A, charm, 9).is_none());
}

// modern:601.3, 602.5, 117.1a
#[test]
fn an_obstacle_says_what_fails() {
    let mut game = game(2);
    game.arrange(Arrange::Step(A, 1, crate::ability::StepKind::Upkeep));
    let specs = vec![TargetSpec::one(creatures(), Players::None)];
    let rite = game.place(spell("Rite", &[CardType::Sorcery], ManaCost::generic(1), specs.clone()), A, ZoneKind::Hand);
    let bolt = game.place(spell("Bolt", &[CardType::Instant], ManaCost::default(), specs), A, ZoneKind::Hand);
    let obstacle = |game: &Game, card| game.obstacle_to_casting(A, card, None).expect("it cannot be cast");
    assert_eq!(obstacle(&game, rite).what, Some(Fails::Time(WrongTime::Step(crate::ability::StepKind::Upkeep))));
    let aims = obstacle(&game, bolt);
    let Some(Fails::Targets(few)) = &aims.what else { panic!("{aims:?}") };
    assert_eq!((aims.why, few[0].needed, few[0].legal), (WhyNot::NoTarget, 1, 0));
    game.permanent_of(creature("Bear", 2, 2));
    assert!(game.obstacle_to_casting(A, bolt, None).is_none());
    game.arrange(Arrange::Step(A, 1, crate::ability::StepKind::PrecombatMain));
    let costs = obstacle(&game, rite);
    assert_eq!(costs.why, WhyNot::NotEnoughMana);
    assert!(matches!(&costs.what, Some(Fails::Cost(total)) if amount(&total.mana) == 1));
    let hush = game.place(
        enchantment("Hush").ability(rule(Rule::Cant(Prohibition::Cast(Players::Opponents, Filter::Any)))),
        B,
        ZoneKind::Battlefield,
    );
    let silent = obstacle(&game, bolt);
    let Some(Fails::Forbidden(by)) = &silent.what else { panic!("{silent:?}") };
    assert_eq!((by.source, by.said_in.and_then(|said| said.ability)), (Some(hush), Some(0)));
}
