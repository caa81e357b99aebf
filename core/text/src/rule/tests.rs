//! Rules as static abilities and as what effects make true for a while.

use crate::testing::gull;
use cardwright_engine::ability::*;
use cardwright_engine::mana::ManaCost;
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

fn creatures() -> Filter {
    Filter::Type(CardType::Creature)
}
fn of(players: Players) -> Filter {
    Filter::ControlledBy(Box::new(players))
}
fn attack(rule: AttackRule) -> StaticPart {
    StaticPart::Rule(Rule::Attack(rule))
}
fn block(rule: BlockRule) -> StaticPart {
    StaticPart::Rule(Rule::Block(rule))
}
fn player(rule: PlayerRule) -> StaticPart {
    StaticPart::Rule(Rule::Player(rule))
}
fn cant(prohibition: Prohibition) -> StaticPart {
    StaticPart::Rule(Rule::Cant(prohibition))
}
fn cost(change: CostChange) -> StaticPart {
    StaticPart::Rule(Rule::Cost(change))
}
fn gets(affects: Filter, power: i32, toughness: i32) -> StaticPart {
    let modify = Change::Pt(PtChange::Modify(Amount::Fixed(power), Amount::Fixed(toughness)));
    StaticPart::Continuous { affects, changes: vec![modify] }
}
fn cast(what: Filter, from: CastFrom, timing: Timing) -> StaticPart {
    StaticPart::Rule(Rule::Cast(CastPermission {
        who: Players::You,
        what,
        from,
        timing,
        condition: Condition::Always,
        cost: None,
        extra: None,
        manner: CastAs::ItIs,
        after: None,
        then: None,
        lands: false,
        top_only: false,
        gains: Vec::new(),
    }))
}
fn says(condition: Condition, parts: Vec<StaticPart>) -> String {
    gull(|speech| speech.static_ability(&Static { condition, parts, characteristic_defining: false }))
}

#[test]
fn static_abilities_say_their_parts_as_one() {
    let yours = || creatures().and(of(Players::You));
    let two = || Cost::mana(ManaCost::generic(2));
    for (parts, said) in [
        (vec![attack(AttackRule::Must(Filter::This))], "Tin Gull attacks each combat if able."),
        (
            vec![StaticPart::Rule(Rule::Target(TargetRule::AttachesAsCreature))],
            "Tin Gull can be attached even though it's a creature.",
        ),
        (vec![attack(AttackRule::Must(yours()))], "Creatures you control attack each combat if able."),
        (
            vec![attack(AttackRule::Cant(Filter::This, None)), block(BlockRule::Cant(Filter::This, Filter::Any))],
            "Tin Gull can't attack or block.",
        ),
        (
            vec![gets(yours(), 2, 0), cant(Prohibition::Sacrifice(yours()))],
            "Creatures you control get +2/+0 and can't be sacrificed.",
        ),
        (vec![gets(creatures(), -1, 0)], "All creatures get -1/-0."),
        (vec![block(BlockRule::BlockedOnlyBy(Filter::This, Filter::Never))], "Tin Gull can't be blocked."),
        (
            vec![block(BlockRule::BlockedByAtLeast(Filter::This, Amount::Fixed(2)))],
            "Tin Gull can't be blocked except by two or more creatures.",
        ),
        (
            vec![block(BlockRule::Additional(Filter::This, Amount::Fixed(1)))],
            "Tin Gull can block an additional creature each combat.",
        ),
        (vec![player(PlayerRule::HandSize(Players::You, Amount::Fixed(-2)))], "Your maximum hand size is reduced by two."),
        (vec![player(PlayerRule::SkipStep(Players::Each, StepKind::Upkeep))], "Players skip their upkeep steps."),
        (
            vec![cant(Prohibition::Lose(Players::You)), cant(Prohibition::Win(Players::Opponents))],
            "You can't lose the game and your opponents can't win the game.",
        ),
        (vec![cost(CostChange::Reduce(Players::Each, Filter::This, Amount::Fixed(1)))], "This spell costs {1} less to cast."),
        (
            vec![cost(CostChange::Increase(Players::Each, Filter::Spell.and(of(Players::Opponents)), two()))],
            "Spells your opponents cast cost {2} more to cast.",
        ),
        (
            vec![
                cost(CostChange::ReduceAbilities(Players::Each, yours(), AbilitySort::Any, Amount::Fixed(2))),
                cost(CostChange::AbilitiesAtLeast(Players::Each, yours(), AbilitySort::Any, Amount::Fixed(1))),
            ],
            "Activated abilities of creatures you control cost {2} less to activate. This effect can't reduce the mana in that \
             cost to less than one mana.",
        ),
        (vec![cast(Filter::This, CastFrom::Usual, Timing::Instant)], "You may cast this spell as though it had flash."),
        (
            vec![cast(yours(), CastFrom::Zone(ZoneKind::Graveyard), Timing::Usual)],
            "You may cast creature spells from your graveyard.",
        ),
    ] {
        assert_eq!(says(Condition::Always, parts), said);
    }
}

#[test]
fn conditions_stand_where_the_genre_puts_them() {
    let tapped = || Condition::Matches(Objects::This, Filter::Tapped);
    for (condition, part, said) in [
        (tapped(), gets(Filter::This, 1, 1), "As long as Tin Gull is tapped, it gets +1/+1."),
        (Condition::TurnOf(Players::You), gets(Filter::This, 1, 1), "During your turn, Tin Gull gets +1/+1."),
        (
            tapped(),
            block(BlockRule::BlockedOnlyBy(Filter::This, Filter::Never)),
            "Tin Gull can't be blocked as long as it's tapped.",
        ),
        (
            Condition::TurnOf(Players::You),
            cant(Prohibition::Event(Pattern::Draws(Players::Opponents).into())),
            "Your opponents can't draw cards during your turn.",
        ),
        (
            Condition::Not(Box::new(Condition::When(Moment::InCombat))),
            cant(Prohibition::Cast(Players::Each, Filter::This)),
            "Cast this spell only during combat.",
        ),
    ] {
        assert_eq!(says(condition, vec![part]), said);
    }
}

#[test]
fn rules_that_last_say_how_long() {
    let must = Rule::Attack(AttackRule::Must(Filter::This));
    let attack = Rule::Attack(AttackRule::Cant(Filter::This, None));
    let block = Rule::Block(BlockRule::Cant(Filter::This, Filter::Any));
    let haste = Rule::IgnoreSummoningSickness(Filter::This);
    for (rules, duration, said) in [
        (vec![&block], Duration::EndOfTurn, "Tin Gull can't block this turn"),
        (vec![&attack, &block], Duration::EndOfTurn, "Tin Gull can't attack or block this turn"),
        (vec![&must], Duration::EndOfTurn, "Tin Gull attacks this turn if able"),
        (vec![&haste], Duration::EndOfTurn, "this turn, Tin Gull can attack and can use {T} as though it had haste"),
        (vec![&attack], Duration::UntilTurnOf(Players::You), "until your next turn, Tin Gull can't attack"),
        (vec![&attack], Duration::Forever, "Tin Gull can't attack"),
    ] {
        assert_eq!(gull(|speech| speech.lasting_rules(&rules, &duration)), said);
    }
}
