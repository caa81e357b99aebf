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

/// Every way to choose some of these.
fn subsets<T: Copy>(of: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..1_u32 << of.len()).map(|mask| (0..of.len()).filter(|place| mask >> place & 1 == 1).map(|place| of[place]).collect())
}

/// A creature with a rule, ready to attack.
fn fighter(game: &mut Game, name: &str, player: crate::ids::PlayerId, own: Option<Rule>) -> ObjectId {
    let card = own.into_iter().fold(creature(name, 2, 2), |card, own| card.ability(rule(own)));
    let id = game.place(card, player, ZoneKind::Battlefield);
    game.objects[id.slot()].summoning_sick = false;
    game.touch();
    id
}

// modern:508.1c, 508.1d
#[test]
fn why_a_creature_cannot_attack_with_these_others() {
    let mut game = game(3);
    attack(&mut game);
    let shy = fighter(&mut game, "Shy", A, Some(Rule::Attack(AttackRule::CantUnlessTogether(Filter::This, Amount::Fixed(2)))));
    let bear = fighter(&mut game, "Bear", A, None);
    let wild = fighter(&mut game, "Wild", A, Some(Rule::Attack(AttackRule::Must(Filter::This))));
    let at = |id, player| (id, Recipient::Player(player));
    let why = |game: &Game, id, others: &[(ObjectId, Recipient)]| game.why_not_attack_with(id, Recipient::Player(B), others);
    let Some(WhyNotFight::Alone { by, least: 2, declared: 1 }) = why(&game, shy, &[]) else { panic!("it is alone") };
    assert_eq!(by.source, Some(shy));
    let Some(WhyNotFight::Required { by, creature: of }) = why(&game, bear, &[]) else { panic!("another one is required") };
    assert_eq!((by.source, of), (Some(wild), wild));
    assert_eq!(why(&game, bear, &[at(wild, C)]), None);
    assert_eq!(why(&game, shy, &[at(wild, B)]), None);
    assert_eq!(why(&game, wild, &[]), None);
    // Two at most, and one of them against a certain player.
    let (all, two) = (creatures(), Amount::Fixed(2));
    let narrow =
        game.place(enchantment("Narrow").ability(rule(Rule::Attack(AttackRule::AtMost(all, two)))), B, ZoneKind::Battlefield);
    game.touch();
    let Some(WhyNotFight::TooMany { by, most: 2, declared: 3 }) = why(&game, bear, &[at(wild, B), at(shy, B)]) else {
        panic!("they are too many")
    };
    assert_eq!(by.source, Some(narrow));
    let whom = AttackRule::MustAttack(Filter::Keyword("feuding".into()), Players::You);
    let taunt = game.place(enchantment("Taunt").ability(rule(Rule::Attack(whom))), C, ZoneKind::Battlefield);
    let feud = game.permanent_of(creature("Feud", 2, 2).ability(word("feuding")));
    game.objects[feud.slot()].summoning_sick = false;
    game.touch();
    let Some(WhyNotFight::Required { by, creature: of }) = why(&game, feud, &[at(wild, B)]) else { panic!("it attacks another") };
    assert_eq!((by.source, of), (Some(taunt), feud));
    // A reason is told exactly where the declaration is not legal.
    let options = game.attack_options(A);
    let single: Vec<_> = [shy, bear, wild, feud].into_iter().flat_map(|id| [at(id, B), at(id, C)]).collect();
    let mut illegal = 0;
    for others in subsets(&single) {
        let twice = others.iter().enumerate().any(|(place, (id, _))| others[..place].iter().any(|(other, _)| other == id));
        for (creature, against) in single.iter().filter(|_| !twice) {
            if others.iter().any(|(other, _)| other == creature) {
                continue;
            }
            let whole = [&others[..], &[(*creature, *against)]].concat();
            let why = game.why_not_attack_with(*creature, *against, &others);
            let legal = options.check_declaration(&whole);
            assert_eq!(why.is_none(), legal.is_ok(), "{whole:?}: {why:?}, {legal:?}");
            if let (Some(why), Err(refusal)) = (why, legal) {
                assert_eq!(why.rule(crate::why::Fight::Attack), refusal.rule, "{whole:?}");
                illegal += 1;
            }
        }
    }
    assert!(illegal > 20, "{illegal}");
}

// modern:509.1b, 509.1c
#[test]
fn why_a_creature_cannot_block_with_these_others() {
    let mut game = game(3);
    attack(&mut game);
    let own = |own: BlockRule| Some(Rule::Block(own));
    let vast = fighter(&mut game, "Vast", A, own(BlockRule::BlockedByAtLeast(Filter::This, Amount::Fixed(2))));
    let lure = fighter(&mut game, "Lure", A, own(BlockRule::MustBeBlocked(Filter::This)));
    let plain = fighter(&mut game, "Plain", A, own(BlockRule::BlockedByAtMost(Filter::This, Amount::Fixed(1))));
    let shy = fighter(&mut game, "Shy", B, own(BlockRule::CantUnlessTogether(Filter::This, Amount::Fixed(2))));
    let bear = fighter(&mut game, "Bear", B, None);
    let wide = fighter(&mut game, "Wide", B, own(BlockRule::Additional(Filter::This, Amount::Fixed(1))));
    let attacker = |id| Attacker {
        id,
        defender: Recipient::Player(B),
        defender_gone: false,
        defending_player: B,
        blocked: None,
        blockers: SmallVec::new(),
    };
    game.combat = Some(Combat { attackers: [vast, lure, plain].map(attacker).into_iter().collect(), ..Combat::default() });
    game.touch();
    let why = |game: &Game, id, attacker, others: &[(ObjectId, ObjectId)]| game.why_not_block_with(id, attacker, others);
    let source = |why: Option<WhyNotFight>| why.as_ref().and_then(WhyNotFight::by).and_then(|by| by.source);
    let alone = why(&game, bear, vast, &[(wide, lure)]);
    assert!(matches!(alone, Some(WhyNotFight::Alone { least: 2, declared: 1, .. })), "{alone:?}");
    assert_eq!(source(alone), Some(vast));
    let lonely = why(&game, shy, lure, &[]);
    assert!(matches!(lonely, Some(WhyNotFight::Alone { least: 2, declared: 1, .. })), "{lonely:?}");
    assert_eq!(source(lonely), Some(shy));
    let many = why(&game, bear, plain, &[(wide, plain), (wide, lure)]);
    assert!(matches!(many, Some(WhyNotFight::TooMany { most: 1, declared: 2, .. })), "{many:?}");
    assert_eq!(source(many), Some(plain));
    assert_eq!(why(&game, bear, plain, &[(bear, lure)]), Some(WhyNotFight::Busy { most: 1 }));
    assert_eq!(why(&game, wide, plain, &[(wide, lure)]), None);
    let Some(WhyNotFight::Required { creature, by }) = why(&game, bear, plain, &[]) else { panic!("another must be blocked") };
    assert_eq!((creature, by.source), (lure, Some(lure)));
    let narrow = Rule::Block(BlockRule::AtMost(creatures(), Amount::Fixed(2)));
    let narrow = game.place(enchantment("Narrow").ability(rule(narrow)), A, ZoneKind::Battlefield);
    game.touch();
    let crowd = why(&game, bear, vast, &[(wide, vast), (wide, lure), (shy, vast)]);
    assert!(matches!(crowd, Some(WhyNotFight::TooMany { most: 2, declared: 3, .. })), "{crowd:?}");
    assert_eq!(source(crowd), Some(narrow));
    let options = game.block_options(B);
    let single: Vec<_> =
        [shy, bear, wide].into_iter().flat_map(|id| [vast, lure, plain].map(|attacker| (id, attacker))).collect();
    let mut illegal = 0;
    for others in subsets(&single) {
        for (blocker, attacker) in &single {
            if others.contains(&(*blocker, *attacker)) {
                continue;
            }
            let whole = [&others[..], &[(*blocker, *attacker)]].concat();
            let why = game.why_not_block_with(*blocker, *attacker, &others);
            let legal = options.check_declaration(&whole);
            assert_eq!(why.is_none(), legal.is_ok(), "{whole:?}: {why:?}, {legal:?}");
            illegal += u32::from(legal.is_err());
        }
    }
    assert!(illegal > 20, "{illegal}");
}
