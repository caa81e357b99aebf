//! Attacking and blocking: a reason is told exactly where a declaration cannot have it.

use super::*;
use crate::ability::{Ability, Amount, AttackRule, BlockRule, Condition, Cost, Recipients, Rule, StaticPart, StepKind, Zones};
use crate::combat::{Attacker, Combat};
use crate::mana::ManaCost;
use crate::object::Recipient;
use crate::setup::Arrange;
use crate::why::WhyNotFight;
use smallvec::SmallVec;

fn rule(rule: Rule) -> Ability {
    fixed(Zones::Usual, false, Condition::Always, StaticPart::Rule(rule))
}
fn attack(game: &mut Game) {
    game.arrange(Arrange::Step(A, 1, StepKind::DeclareAttackers));
    game.begin_combat();
}

// modern:508.1
#[test]
fn why_a_creature_cannot_attack() {
    let mut game = game(3);
    attack(&mut game);
    let ready = game.permanent_of(creature("Ready", 2, 2));
    let tapped = game.permanent_of(creature("Tapped", 2, 2));
    let new = game.permanent_of(creature("New", 2, 2));
    let rooted = game.permanent_of(creature("Rooted", 0, 4).ability(rule(Rule::Attack(AttackRule::Cant(Filter::This, None)))));
    let shy = game.permanent_of(
        creature("Shy", 1, 1).ability(rule(Rule::Attack(AttackRule::CantUnlessTogether(Filter::This, Amount::Fixed(9))))),
    );
    let wood = game.permanent_of(land("Wood"));
    let theirs = game.place(creature("Theirs", 2, 2), B, ZoneKind::Battlefield);
    let whom = Some(Recipients::players(Players::You));
    let tax = game.place(
        enchantment("Toll").ability(rule(Rule::Attack(AttackRule::Cost(creatures(), whom, Cost::mana(ManaCost::generic(2)))))),
        B,
        ZoneKind::Battlefield,
    );
    game.objects[tapped.slot()].tapped = crate::object::TapState::Tapped;
    for id in [ready, tapped, rooted, shy] {
        game.objects[id.slot()].summoning_sick = false;
    }
    game.objects[new.slot()].summoning_sick = true;
    game.touch();
    let why = |id, player| game.why_not_attack(id, Recipient::Player(player));
    assert_eq!(why(ready, C), None);
    assert_eq!(why(ready, A), Some(WhyNotFight::NotAttackable));
    assert_eq!(why(tapped, C), Some(WhyNotFight::Tapped));
    assert_eq!(why(new, C), Some(WhyNotFight::TooNew));
    assert_eq!(why(wood, C), Some(WhyNotFight::NoCreature));
    assert_eq!(why(theirs, C), Some(WhyNotFight::ControlledBy(B)));
    let Some(WhyNotFight::Forbidden(by)) = why(rooted, C) else { panic!("{:?}", why(rooted, C)) };
    assert_eq!((by.source, by.said_in.and_then(|said| said.ability)), (Some(rooted), Some(0)));
    let Some(WhyNotFight::Unpayable(by)) = why(ready, B) else { panic!("{:?}", why(ready, B)) };
    assert_eq!(by.source, Some(tax));
    let Some(WhyNotFight::NeedsCompany { least, able, .. }) = why(shy, C) else { panic!("{:?}", why(shy, C)) };
    assert_eq!((least, able), (9, 2));
    let options = game.attack_options(A).candidates;
    for id in game.battlefield.clone() {
        for player in [A, B, C] {
            let target = Recipient::Player(player);
            let can = options.iter().any(|(creature, defenders)| *creature == id && defenders.contains(&target));
            let why = game.why_not_attack(id, target);
            let together = matches!(why, Some(WhyNotFight::NeedsCompany { .. }));
            assert_eq!(why.is_none() || together, can, "{id} against {player}: {why:?}");
        }
    }
}

// modern:509.1
#[test]
fn why_a_creature_cannot_block() {
    let mut game = game(3);
    attack(&mut game);
    let only = BlockRule::BlockedOnlyBy(Filter::This, Filter::Keyword("winged".into()));
    let high = game.permanent_of(creature("High", 2, 2).ability(rule(Rule::Block(only))));
    let pair = BlockRule::BlockedByAtLeast(Filter::This, Amount::Fixed(5));
    let vast = game.permanent_of(creature("Vast", 6, 6).ability(rule(Rule::Block(pair))));
    let plain = game.permanent_of(creature("Plain", 2, 2));
    let idle = game.permanent_of(creature("Idle", 2, 2));
    let bear = game.place(creature("Bear", 2, 2), B, ZoneKind::Battlefield);
    let bird = game.place(creature("Bird", 1, 1).ability(word("winged")), B, ZoneKind::Battlefield);
    let asleep = game.place(creature("Asleep", 1, 1), B, ZoneKind::Battlefield);
    let afar = game.place(creature("Afar", 1, 1), C, ZoneKind::Battlefield);
    game.objects[asleep.slot()].tapped = crate::object::TapState::Tapped;
    let attacker = |id| Attacker {
        id,
        defender: Recipient::Player(B),
        defender_gone: false,
        defending_player: B,
        blocked: None,
        blockers: SmallVec::new(),
    };
    game.combat = Some(Combat { attackers: [high, vast, plain].map(attacker).into_iter().collect(), ..Combat::default() });
    game.touch();
    assert_eq!(game.why_not_block(bear, plain), None);
    assert_eq!(game.why_not_block(bird, high), None);
    assert_eq!(game.why_not_block(bear, idle), Some(WhyNotFight::NotAttacking));
    assert_eq!(game.why_not_block(asleep, plain), Some(WhyNotFight::Tapped));
    assert_eq!(game.why_not_block(afar, plain), Some(WhyNotFight::ControlledBy(C)));
    let Some(WhyNotFight::Forbidden(by)) = game.why_not_block(bear, high) else { panic!("it cannot block") };
    assert_eq!(by.source, Some(high));
    let Some(WhyNotFight::NeedsCompany { least, able, by }) = game.why_not_block(bear, vast) else { panic!("it is alone") };
    assert_eq!((least, able, by.source), (5, 2, Some(vast)));
    let options = game.block_options(B).candidates;
    for id in game.battlefield.clone() {
        for attacker in [high, vast, plain, idle] {
            let can = options.iter().any(|(blocker, attackers)| *blocker == id && attackers.contains(&attacker));
            let why = game.why_not_block(id, attacker);
            let together = matches!(why, Some(WhyNotFight::NeedsCompany { .. }));
            assert_eq!(why.is_none() || together, can, "{id} against {attacker}: {why:?}");
        }
    }
}
