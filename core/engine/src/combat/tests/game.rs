//! Combat in positions set up by hand.

use crate::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, AttackRule, BlockRule, Condition, Cost, DamageRule, Filter, Keyword,
    Objects, Origin, Players, Recipients, Rule, Static, StaticPart, StepKind, Zones,
};
use crate::characteristics::Characteristics;
use crate::definition::{CardDef, DefKind, Definitions, Face};
use crate::game::Game;
use crate::ids::{ObjectId, PlayerId};
use crate::mana::{ManaCost, ManaType};
use crate::object::Recipient;
use crate::question::{Answer, Ask, Decider, NotYet, Question};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::setup::Arrange;
use crate::symbol::Symbol;
use crate::type_rules::TypeFacts;
use crate::types::{CardType, TypeLine};
use crate::zone::ZoneKind;
use std::collections::VecDeque;
use std::sync::Arc;

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);
const C: PlayerId = PlayerId(2);

/// Answers in order, with the player who is to be asked.
#[derive(Default)]
struct Plan {
    answers: VecDeque<(PlayerId, Answer)>,
    asked: Vec<Question>,
}

impl Decider for Plan {
    fn decide(&mut self, _: &Game, question: &Question) -> Result<Answer, NotYet> {
        self.asked.push(question.clone());
        let (player, answer) = self.answers.pop_front().ok_or(NotYet)?;
        assert_eq!(player, question.player, "{question:?}");
        Ok(answer)
    }
}

struct Table {
    game: Game,
    plan: Plan,
}

/// A permanent with these rules, each of them an ability (of the keyword, if one is said).
fn definition(name: &str, types: &[CardType], pt: Option<(i32, i32)>, keyword: Option<&str>, rules: Vec<Rule>) -> Arc<CardDef> {
    let static_ability = |rule| {
        let body = Static { condition: Condition::Always, parts: vec![StaticPart::Rule(rule)], characteristic_defining: false };
        let keyword = keyword.map(|word| Keyword { name: Symbol::new(word), argument: Symbol::default() });
        let ability = Ability { keyword, ..Ability::new(Zones::Usual, AbilityBody::Static(body)) };
        AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed }
    };
    let base = Characteristics {
        name: Symbol::new(name),
        types: TypeLine { types: types.iter().copied().collect(), ..TypeLine::default() },
        power: pt.map(|pt| pt.0),
        toughness: pt.map(|pt| pt.1),
        numbers: types.contains(&CardType::Planeswalker).then(|| (Symbol::new("loyalty"), 5)).into(),
        abilities: rules.into_iter().map(static_ability).collect(),
        ..Characteristics::default()
    };
    Arc::new(CardDef {
        key: Symbol::new(name),
        kind: DefKind::Card,
        faces: vec![Face { base, ..Face::default() }],
        version: 0,
        of_type: None,
    })
}

/// What the rules say of planeswalkers in combat (506.2, 306.8), as `scripts/types` says it.
fn planeswalkers() -> Arc<CardDef> {
    let law = |rule| {
        let body = Static { condition: Condition::Always, parts: vec![StaticPart::Rule(rule)], characteristic_defining: false };
        AbilityRef::new(Ability::new(Zones::Usual, AbilityBody::Static(body)))
    };
    let loyalty = Symbol::new("loyalty");
    let defended = Rule::Attack(AttackRule::CanBeAttacked(Players::ControllerOf(Box::new(Objects::This))));
    let wounded = Rule::Damage(DamageRule::RemovesCounters(loyalty));
    let facts = TypeFacts { number: Some(loyalty), laws: vec![law(defended), law(wounded)], ..TypeFacts::default() };
    Arc::new(CardDef::of_type(Symbol::new("Planeswalker"), vec![], facts, 0))
}

impl Table {
    fn new(players: u8) -> Self {
        let mut definitions = Definitions::new();
        definitions.insert(planeswalkers());
        let mut game = Game::empty(Arc::new(definitions), Arc::new(Ruleset::default()), players, 1);
        game.arrange(Arrange::Step(A, 1, StepKind::DeclareAttackers));
        game.begin_combat();
        Table { game, plan: Plan::default() }
    }
    fn put(&mut self, owner: PlayerId, def: Arc<CardDef>) -> ObjectId {
        let mut definitions = (*self.game.defs).clone();
        let def = definitions.insert(def);
        self.game.arrange(Arrange::Definitions(Arc::new(definitions)));
        self.game.put(def, owner, ZoneKind::Battlefield)
    }
    fn creature(&mut self, owner: PlayerId, power: i32, toughness: i32, rules: Vec<Rule>) -> ObjectId {
        let name = format!("Body {}", self.game.objects.len());
        self.put(owner, definition(&name, &[CardType::Creature], Some((power, toughness)), None, rules))
    }
    fn planeswalker(&mut self, owner: PlayerId) -> ObjectId {
        let name = format!("Walker {}", self.game.objects.len());
        self.put(owner, definition(&name, &[CardType::Planeswalker], None, None, vec![]))
    }
    fn will(&mut self, player: PlayerId, answer: Answer) -> &mut Self {
        self.plan.answers.push_back((player, answer));
        self
    }
    fn attack(&mut self, attacks: &[(ObjectId, Recipient)]) {
        self.will(A, Answer::Attacks(attacks.to_vec()));
        self.game.declare_attackers(&mut Run::new(&mut self.plan)).expect("a legal attack");
    }
    fn block(&mut self) {
        self.game.arrange(Arrange::Step(A, 1, StepKind::DeclareBlockers));
        self.game.declare_blockers(&mut Run::new(&mut self.plan)).expect("a legal block");
    }
    fn damage(&mut self, step: StepKind) {
        self.game.arrange(Arrange::Step(A, 1, step));
        self.game.combat_damage(&mut Run::new(&mut self.plan)).expect("legal damage");
    }
    fn marked(&self, id: ObjectId) -> u32 {
        self.game.object(id).map_or(0, |object| object.damage)
    }
    fn life(&self, player: PlayerId) -> i32 {
        self.game.player(player).life
    }
}

fn blocks(pairs: &[(ObjectId, ObjectId)]) -> Answer {
    Answer::Blocks(pairs.to_vec())
}
fn chosen(places: &[u32]) -> Answer {
    Answer::Chosen(places.iter().copied().collect())
}
fn parts(parts: &[u32]) -> Answer {
    Answer::Division(parts.iter().copied().collect())
}
fn at(player: PlayerId) -> Recipient {
    Recipient::Player(player)
}

fn your_planeswalkers() -> Objects {
    let yours = Filter::ControlledBy(Box::new(Players::You));
    Objects::All(Box::new(Filter::Type(CardType::Planeswalker).and(yours)))
}

#[test]
fn candidates_and_what_they_can_attack() {
    // modern 508.1a, 508.1b, 302.6
    let mut table = Table::new(3);
    let ready = table.creature(A, 2, 2, vec![]);
    let tapped = table.creature(A, 2, 2, vec![]);
    let new = table.creature(A, 2, 2, vec![]);
    let new_but_quick = table.creature(A, 2, 2, vec![Rule::IgnoreSummoningSickness(Filter::This)]);
    let still = table.creature(A, 2, 2, vec![Rule::Attack(AttackRule::Cant(Filter::This, None))]);
    table.creature(
        B,
        2,
        2,
        vec![Rule::Attack(AttackRule::Cant(
            Filter::Not(Box::new(Filter::ControlledBy(Box::new(Players::You)))),
            Some(Recipients { objects: your_planeswalkers(), players: Some(Players::You) }),
        ))],
    );
    let walker = table.planeswalker(C);
    table.planeswalker(A);
    table.planeswalker(B);
    table.game.arrange(Arrange::Tapped(tapped, true));
    table.game.arrange(Arrange::SummoningSick(new, true));
    table.game.arrange(Arrange::SummoningSick(new_but_quick, true));
    let options = table.game.attack_options(A);
    let ids: Vec<_> = options.candidates.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [ready, new_but_quick]);
    assert!(!ids.contains(&still));
    assert_eq!(options.candidates[0].1.to_vec(), [at(C), Recipient::Object(walker)]);
}

#[test]
fn as_though_without_a_keyword() {
    let mut table = Table::new(2);
    let cant = || vec![Rule::Attack(AttackRule::Cant(Filter::This, None))];
    let wall = table.put(A, definition("Wall", &[CardType::Creature], Some((0, 4)), Some("rooted"), cant()));
    let other = table.put(A, definition("Other", &[CardType::Creature], Some((0, 4)), None, cant()));
    assert!(table.game.attack_options(A).candidates.is_empty());
    table.creature(B, 1, 1, vec![Rule::Attack(AttackRule::AsThoughWithout(Filter::Any, Symbol::new("rooted")))]);
    let ids: Vec<_> = table.game.attack_options(A).candidates.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [wall]);
    assert!(!ids.contains(&other));
}

#[test]
fn attackers_tap_and_combat_is_set() {
    // modern 508.1f, 508.1k
    let mut table = Table::new(2);
    let plain = table.creature(A, 2, 2, vec![]);
    let alert = table.creature(A, 2, 2, vec![Rule::Attack(AttackRule::StaysUntapped(Filter::This))]);
    table.attack(&[(plain, at(B)), (alert, at(B))]);
    assert!(table.game.object(plain).unwrap().is_tapped());
    assert!(!table.game.object(alert).unwrap().is_tapped());
    let combat = table.game.combat().unwrap();
    assert!(combat.is_attacking(plain) && combat.is_attacking(alert));
    assert_eq!(combat.defending_player(plain), Some(B));
    assert_eq!(combat.attacker(plain).unwrap().blocked, None);
}

#[test]
fn costs_to_attack() {
    // modern 508.1d, 508.1h-j
    let mut table = Table::new(2);
    let must = table.creature(A, 2, 2, vec![Rule::Attack(AttackRule::Must(Filter::This))]);
    let second = table.creature(A, 2, 2, vec![]);
    let tax = AttackRule::Cost(Filter::Any, Some(Recipients::players(Players::You)), Cost::mana(ManaCost::generic(2)));
    table.creature(B, 1, 1, vec![Rule::Attack(tax)]);
    assert!(table.game.attack_options(A).candidates.is_empty(), "nobody can pay");
    table.game.arrange(Arrange::Mana(A, vec![ManaType::Colorless; 3]));
    let options = table.game.attack_options(A);
    assert_eq!(options.candidates.len(), 2);
    assert!(options.check(&table.game, &[]).is_ok(), "nobody has to pay");
    assert!(options.check(&table.game, &[(second, at(B))]).is_ok());
    assert_eq!(options.check(&table.game, &[(must, at(B)), (second, at(B))]).unwrap_err().rule, "modern:508.1j");
    table.attack(&[(must, at(B))]);
    assert_eq!(table.game.player(A).pool.total(), 1);
}

#[test]
fn who_may_block_whom() {
    // modern 509.1a, 509.1b
    let mut table = Table::new(3);
    let wings = Symbol::new("winged");
    let evasive = || vec![Rule::Block(BlockRule::BlockedOnlyBy(Filter::This, Filter::Keyword(wings)))];
    let kite = table.put(A, definition("Kite", &[CardType::Creature], Some((1, 1)), Some("winged"), evasive()));
    let ground = table.creature(A, 2, 2, vec![]);
    let elsewhere = table.creature(A, 2, 2, vec![]);
    let bear = table.creature(B, 2, 2, vec![]);
    let bird = table.put(B, definition("Bird", &[CardType::Creature], Some((1, 1)), Some("winged"), evasive()));
    let shy = table.creature(B, 2, 2, vec![Rule::Block(BlockRule::Cant(Filter::This, Filter::Any))]);
    let tapped = table.creature(B, 2, 2, vec![]);
    let tapped_but_able = table.creature(B, 2, 2, vec![Rule::Block(BlockRule::CanBlockTapped(Filter::This))]);
    table.game.arrange(Arrange::Tapped(tapped, true));
    table.game.arrange(Arrange::Tapped(tapped_but_able, true));
    table.attack(&[(kite, at(B)), (ground, at(B)), (elsewhere, at(C))]);
    let can = |table: &Table| -> Vec<(ObjectId, Vec<ObjectId>)> {
        table.game.block_options(B).candidates.into_iter().map(|(id, attackers)| (id, attackers.to_vec())).collect()
    };
    let expected = vec![(bear, vec![ground]), (bird, vec![kite, ground]), (tapped_but_able, vec![ground])];
    assert_eq!(can(&table), expected);
    assert!(!can(&table).iter().any(|(id, _)| *id == shy));
    assert!(table.game.block_options(C).candidates.is_empty());
    table.creature(B, 1, 1, vec![Rule::Block(BlockRule::AsThoughWithout(Filter::This, Filter::Any, wings))]);
    assert_eq!(can(&table).last().unwrap().1, [kite, ground]);
}

#[test]
fn blocks_and_orders() {
    // modern 509.1h, 509.2, 509.3
    let mut table = Table::new(2);
    let first = table.creature(A, 5, 6, vec![]);
    let second = table.creature(A, 2, 2, vec![]);
    let third = table.creature(A, 2, 2, vec![]);
    let wide = table.creature(B, 4, 4, vec![Rule::Block(BlockRule::Additional(Filter::This, 1.into()))]);
    let small = table.creature(B, 1, 1, vec![]);
    table.attack(&[(first, at(B)), (second, at(B)), (third, at(B))]);
    table.will(B, blocks(&[(wide, first), (wide, second), (small, first)]));
    table.will(A, chosen(&[1, 0])).will(B, chosen(&[1, 0]));
    table.block();
    let combat = table.game.combat().unwrap();
    assert_eq!(combat.blocked_by(first), [small, wide]);
    assert_eq!(combat.blocked_with(wide), [second, first]);
    assert_eq!(combat.attacker(third).unwrap().blocked, Some(false));
    assert_eq!(combat.attacker(second).unwrap().blocked, Some(true));
    // modern 509.2a, 509.1h: a blocker leaves; what it blocked alone stays blocked.
    table.game.remove_from_combat(wide);
    let combat = table.game.combat().unwrap();
    assert_eq!(combat.blocked_by(first), [small]);
    assert_eq!(combat.attacker(second).unwrap().blocked, Some(true));
    // modern 509.1g: a blocker without attackers left goes on blocking.
    table.game.remove_from_combat(first);
    let combat = table.game.combat().unwrap();
    assert!(combat.is_blocking(small) && combat.blocked_with(small).is_empty());
    assert_eq!(combat.defending_player(first), Some(B));
}

#[test]
fn damage_is_dealt_at_once() {
    // modern 510.1b-d, 510.2
    let mut table = Table::new(2);
    let free = table.creature(A, 3, 3, vec![]);
    let blocked = table.creature(A, 5, 6, vec![]);
    let wall = table.creature(B, 0, 3, vec![]);
    let small = table.creature(B, 1, 5, vec![]);
    table.attack(&[(free, at(B)), (blocked, at(B))]);
    table.will(B, blocks(&[(wall, blocked), (small, blocked)])).will(A, chosen(&[0, 1])).will(A, parts(&[3, 2]));
    table.block();
    table.damage(StepKind::CombatDamage);
    assert_eq!((table.life(B), table.marked(wall), table.marked(small), table.marked(blocked)), (17, 3, 2, 1));
}

#[test]
fn divisions_of_one_player_count_together() {
    // modern 510.1e
    let mut table = Table::new(2);
    let seven = table.creature(A, 7, 7, vec![]);
    let four = table.creature(A, 4, 4, vec![]);
    let a = table.creature(B, 3, 3, vec![]);
    let b = table.creature(B, 2, 4, vec![Rule::Block(BlockRule::Additional(Filter::This, 1.into()))]);
    let c = table.creature(B, 5, 5, vec![]);
    let d = table.creature(B, 2, 1, vec![]);
    table.game.arrange(Arrange::Damage(a, 2));
    table.attack(&[(seven, at(B)), (four, at(B))]);
    table.will(B, blocks(&[(a, seven), (b, seven), (b, four), (c, seven), (d, four)]));
    table.will(A, chosen(&[0, 1, 2])).will(A, chosen(&[0, 1])).will(B, chosen(&[0, 1]));
    table.block();
    let before = table.game.clone();
    // The two others are lethal to the first attacker already, so that b may divide as it likes.
    table.will(A, parts(&[1, 1, 5])).will(A, parts(&[3, 1])).will(B, parts(&[2, 0]));
    table.damage(StepKind::CombatDamage);
    let marked: Vec<u32> = [a, b, c, d, seven].iter().map(|id| table.marked(*id)).collect();
    assert_eq!(marked, [3, 4, 5, 1, 10]);
    table.game = before;
    table.plan.answers.clear();
    table.will(A, parts(&[1, 1, 5])).will(A, parts(&[2, 2]));
    table.game.arrange(Arrange::Step(A, 1, StepKind::CombatDamage));
    assert!(table.game.combat_damage(&mut Run::new(&mut table.plan)).is_err());
}

#[test]
fn two_damage_steps() {
    // modern 510.4
    let mut table = Table::new(2);
    let first = |also_regular| vec![Rule::Damage(DamageRule::FirstStep { what: Filter::This, also_regular })];
    let quick = table.creature(A, 2, 2, first(false));
    let both = table.creature(A, 3, 3, first(true));
    let plain = table.creature(A, 1, 1, vec![]);
    let blocker = table.creature(B, 1, 5, vec![]);
    assert!(!table.game.needs_first_damage_step());
    table.attack(&[(quick, at(B)), (both, at(B)), (plain, at(B))]);
    table.will(B, blocks(&[(blocker, quick)]));
    table.block();
    assert!(table.game.needs_first_damage_step());
    table.damage(StepKind::FirstCombatDamage);
    assert_eq!((table.life(B), table.marked(blocker), table.marked(quick)), (17, 2, 0));
    table.damage(StepKind::CombatDamage);
    assert_eq!((table.life(B), table.marked(blocker), table.marked(quick)), (13, 2, 1));
}

#[test]
fn rules_about_assigning() {
    let mut table = Table::new(2);
    let excess = table.creature(
        A,
        6,
        6,
        vec![Rule::Damage(DamageRule::ExcessToDefender(Filter::This)), Rule::Damage(DamageRule::Lethal(Filter::This))],
    );
    let none = table.creature(A, 6, 6, vec![Rule::Damage(DamageRule::AssignNone(Filter::This))]);
    let thick =
        table.creature(A, 0, 4, vec![Rule::Damage(DamageRule::AssignEqualTo(Filter::This, crate::ability::Stat::Toughness))]);
    let through = table.creature(A, 2, 2, vec![Rule::Damage(DamageRule::AsThoughUnblocked(Filter::This))]);
    let wall = table.creature(B, 0, 8, vec![]);
    let other = table.creature(B, 0, 8, vec![]);
    table.attack(&[(excess, at(B)), (none, at(B)), (thick, at(B)), (through, at(B))]);
    table.will(B, blocks(&[(wall, excess), (other, through)]));
    table.block();
    // One is lethal to the wall; five go through.
    table.will(A, chosen(&[0])).will(A, parts(&[1, 5]));
    table.damage(StepKind::CombatDamage);
    assert_eq!((table.life(B), table.marked(wall), table.marked(other)), (20 - 5 - 4 - 2, 1, 0));
}

#[test]
fn attacked_planeswalkers_that_leave() {
    // modern 506.4c
    let mut table = Table::new(2);
    let attacker = table.creature(A, 3, 3, vec![]);
    let walker = table.planeswalker(B);
    table.attack(&[(attacker, Recipient::Object(walker))]);
    table.game.remove_from_combat(walker);
    assert_eq!(table.game.combat().unwrap().attacks(attacker), None);
    table.block();
    table.damage(StepKind::CombatDamage);
    assert_eq!(table.life(B), 20);
}

#[test]
fn leaving_and_entering_combat() {
    // modern 506.3, 506.4, 508.4
    let mut table = Table::new(3);
    let attacker = table.creature(A, 3, 3, vec![]);
    let token = table.creature(A, 1, 1, vec![]);
    let theirs = table.creature(B, 1, 1, vec![]);
    let walker = table.planeswalker(B);
    table.attack(&[(attacker, Recipient::Object(walker))]);
    assert!(table.game.put_attacking(token, at(C)));
    assert!(!table.game.put_attacking(token, at(B)), "it attacks already");
    assert!(!table.game.put_attacking(theirs, at(C)));
    assert!(!table.game.put_attacking(walker, at(C)));
    table.game.arrange(Arrange::Controller(walker, C));
    table.game.check_combat();
    let combat = table.game.combat().unwrap();
    assert_eq!(combat.attacks(attacker), None);
    assert_eq!(combat.defending_player(attacker), Some(B));
    table.game.arrange(Arrange::Controller(token, C));
    table.game.check_combat();
    assert!(!table.game.combat().unwrap().is_attacking(token));
    // modern 509.1h
    assert!(table.game.become_blocked(attacker).is_some());
    assert!(table.game.become_blocked(attacker).is_none());
    table.game.end_combat();
    assert!(table.game.combat().is_none());
}

#[test]
fn several_defending_players() {
    let mut table = Table::new(3);
    let one = table.creature(A, 1, 1, vec![]);
    let two = table.creature(A, 2, 2, vec![]);
    let b = table.creature(B, 1, 1, vec![]);
    let c = table.creature(C, 1, 1, vec![]);
    table.attack(&[(one, at(B)), (two, at(C))]);
    table.will(B, blocks(&[(b, one)])).will(C, blocks(&[(c, two)]));
    table.block();
    table.damage(StepKind::CombatDamage);
    assert_eq!([b, c, one, two].map(|id| table.marked(id)), [1, 2, 1, 1]);
    assert!(matches!(table.plan.asked[1].ask, Ask::Blockers(_)));
}
