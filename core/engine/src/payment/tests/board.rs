//! Payments on whole positions: what is offered can be paid, and paying does what it says.

use super::brute::Chance;
use super::*;
use crate::characteristics::Characteristics;
use crate::definition::{CardDef, DefKind, Definitions, Face};
use crate::eval::Scope;
use crate::game::Game;
use crate::ids::{DefId, PlayerId};
use crate::mana::Mana;
use crate::object::Bindings;
use crate::payment::{PaidFor, Payment, TotalCost};
use crate::question::{Answer, Ask, Choice, Decider, NotYet, Question};
use crate::ruleset::Ruleset;
use crate::run::{Beat, Run};
use crate::symbol::Symbol;
use crate::types::{CardType, Supertype, TypeLine};
use crate::zone::ZoneKind;
use std::sync::Arc;

const ONE: PlayerId = PlayerId(0);

/// Answers by chance, and remembers what was asked.
struct Dice {
    chance: Chance,
    asked: Vec<Ask>,
    /// What to answer to questions between mana and life; by chance if not said.
    life: Option<bool>,
}

impl Decider for Dice {
    fn decide(&mut self, _: &Game, question: &Question) -> Result<Answer, NotYet> {
        self.asked.push(question.ask.clone());
        Ok(match &question.ask {
            Ask::Choose { options, min, .. } => {
                if let (Some(life), Some(place)) = (self.life, options.iter().position(|option| *option == Choice::PayLife(true)))
                {
                    return Ok(Answer::Chosen(SmallVec::from_slice(&[if life { place as u32 } else { 1 - place as u32 }])));
                }
                let mut places: Vec<u32> = (0..options.len() as u32).collect();
                Answer::Chosen((0..*min).map(|_| places.remove(self.chance.below(places.len() as u32) as usize)).collect())
            }
            Ask::Number { max, .. } => Answer::Number(*max),
            _ => return Err(NotYet),
        })
    }
}

fn dice(seed: u64) -> Dice {
    Dice { chance: Chance(seed), asked: Vec::new(), life: None }
}

fn ability(parts: Vec<CostPart>, effect: Effect) -> Ability {
    let activated = Activated { cost: Cost { parts }, ..activated(effect) };
    Ability::new(Zones::Usual, AbilityBody::Activated(activated))
}

/// Creatures with so much power together.
fn together(power: i32) -> CostPart {
    CostPart::TapTotal(Filter::Type(CardType::Creature), Stat::Power, power.into(), CostTag(Symbol::new("tapped")))
}

fn add(kind: NewMana, amount: i32) -> Effect {
    Effect::AddMana(Players::You, ManaProduced { kind, amount: Amount::Fixed(amount), only_for: None })
}

fn letters(text: &str) -> Vec<ManaType> {
    text.chars().map(mana).collect()
}

struct Table {
    game: Game,
    defs: Vec<(&'static str, DefId)>,
}

impl Table {
    fn new() -> Table {
        let mut definitions = Definitions::new();
        let mut defs = Vec::new();
        let mut define = |name: &'static str, types: &[CardType], supertypes: &[Supertype], abilities: Vec<Ability>| {
            let types = TypeLine {
                types: types.iter().copied().collect(),
                supertypes: supertypes.iter().copied().collect(),
                ..TypeLine::default()
            };
            let power = types.is(CardType::Creature).then_some(1);
            let abilities = abilities
                .into_iter()
                .map(|ability| AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed })
                .collect();
            let base = Characteristics {
                name: Symbol::new(name),
                types,
                power,
                toughness: power,
                abilities,
                ..Characteristics::default()
            };
            let face = Face { base, power: None, toughness: None };
            let def = CardDef { key: Symbol::new(name), kind: DefKind::Card, faces: vec![face], version: 0, of_type: None };
            defs.push((name, definitions.insert(Arc::new(def))));
        };
        let tap = || vec![CostPart::TapThis];
        let with = |part: CostPart| vec![CostPart::TapThis, part];
        let generic = |amount| CostPart::Mana(ManaCost::generic(amount));
        let exactly = |text: &str| add(NewMana::Exactly(letters(text)), 1);
        let one_of = |text: &str, amount| add(NewMana::OneOf(letters(text)), amount);
        let hurt = Effect::LoseLife(Players::You, Amount::Fixed(1));
        let (land, artifact, creature) = (&[CardType::Land][..], &[CardType::Artifact][..], &[CardType::Creature][..]);
        define("white", land, &[], vec![ability(tap(), exactly("W"))]);
        define("blue", land, &[], vec![ability(tap(), exactly("U"))]);
        define("snow", land, &[Supertype::Snow], vec![ability(tap(), exactly("B"))]);
        define("either", land, &[], vec![ability(tap(), one_of("WU", 1))]);
        define("two abilities", land, &[], vec![ability(tap(), exactly("B")), ability(tap(), exactly("W"))]);
        define(
            "painful",
            land,
            &[],
            vec![ability(tap(), exactly("C")), ability(tap(), Effect::Sequence(vec![one_of("UB", 1), hurt]))],
        );
        define(
            "for life",
            land,
            &[],
            vec![ability(tap(), exactly("C")), ability(with(CostPart::Life(1.into())), one_of("WUB", 1))],
        );
        define("stone", artifact, &[], vec![ability(tap(), exactly("CC"))]);
        define("twice", artifact, &[], vec![ability(tap(), one_of("WU", 2))]);
        define("mixed", artifact, &[], vec![ability(tap(), add(NewMana::Combination(letters("UB")), 2))]);
        define("filter", artifact, &[], vec![ability(with(generic(1)), exactly("UB"))]);
        define("chest", artifact, &[], vec![ability(with(CostPart::SacrificeThis), one_of("WUBRG", 1))]);
        define("elf", creature, &[], vec![ability(tap(), exactly("B"))]);
        let tag = CostTag(Symbol::new("sacrificed"));
        let sacrifice = CostPart::Sacrifice(Filter::Type(CardType::Creature), 1.into(), tag);
        define("altar", artifact, &[], vec![ability(vec![sacrifice], exactly("CC"))]);
        define("plain body", creature, &[], vec![]);
        let land_filter = Filter::Type(CardType::Land);
        define("mirror", land, &[], vec![ability(tap(), add(NewMana::CouldProduce(land_filter.clone()), 1))]);
        let event = Var(0);
        let richer = Triggered {
            on: TriggerOn::Event(Pattern::TapsForMana(land_filter).into()),
            event,
            condition: Condition::Always,
            body: Body::plain(exactly("B")),
            per_turn: None,
            uncounterable: false,
        };
        let richer = Ability::new(Zones::Usual, AbilityBody::Triggered(richer));
        define("plenty", &[CardType::Enchantment], &[], vec![richer]);
        let game = Game::empty(Arc::new(definitions), Arc::new(Ruleset::default()), 2, 1);
        Table { game, defs }
    }
    fn put(&mut self, name: &str) -> ObjectId {
        let def = self.defs.iter().find(|(known, _)| *known == name).unwrap().1;
        self.game.put(def, ONE, ZoneKind::Battlefield)
    }
    fn scope(&self, source: ObjectId) -> Scope<'static> {
        Scope::bare(source, ONE, Origin::Printed)
    }
    fn can(&self, source: ObjectId, total: &TotalCost) -> bool {
        self.game.can_pay(ONE, total, self.scope(source), PaidFor::Ability(source))
    }
    fn pay(&mut self, source: ObjectId, total: &TotalCost, dice: &mut Dice) -> Beat<Payment> {
        let scope = self.scope(source);
        self.game.pay(&mut Run::new(dice), ONE, total, scope, PaidFor::Ability(source))
    }
}

fn total(text: &str, parts: Vec<CostPart>) -> TotalCost {
    TotalCost { mana: cost(text), parts }
}

fn creatures(amount: i32) -> CostPart {
    CostPart::Sacrifice(Filter::Type(CardType::Creature), amount.into(), CostTag(Symbol::new("paid")))
}

/// What can be paid is paid whatever is answered; what cannot is refused (modern 118.3, 601.2h).
#[test]
fn what_can_be_paid_is_paid() {
    let mut chance = Chance(11);
    let mut payable = 0;
    let empty = Table::new();
    for round in 0..8_000u64 {
        let mut table = Table { game: empty.game.clone(), defs: empty.defs.clone() };
        let mut board = Vec::new();
        for _ in 0..1 + chance.below(5) {
            let (name, _) = table.defs[chance.below(table.defs.len() as u32) as usize];
            board.push(name);
        }
        let permanents: Vec<ObjectId> = board.iter().map(|name| table.put(name)).collect();
        table.game.players[0].life = chance.below(6) as i32;
        let source = permanents[chance.below(permanents.len() as u32) as usize];
        let mut parts = Vec::new();
        match chance.below(8) {
            0 => parts.push(CostPart::TapThis),
            6 => parts.push(together(1 + chance.below(4) as i32)),
            7 => parts.extend([together(1 + chance.below(3) as i32), CostPart::TapThis]),
            1 => parts.push(creatures(1)),
            2 => parts.extend([CostPart::Tap(Filter::Any, 1.into()), CostPart::Life(2.into())]),
            3 => {
                parts.extend([CostPart::SacrificeThis, CostPart::Sacrifice(Filter::Any, 1.into(), CostTag(Symbol::new("paid")))])
            }
            _ => {}
        }
        let total = total(&super::brute::cost_text(&mut chance), parts);
        let what = format!("round {round}: {total:?} from {board:?} with {} life", table.game.players[0].life);
        let can = table.can(source, &total);
        let mut dice = dice(round);
        let paid = table.pay(source, &total, &mut dice);
        assert_eq!(paid.is_ok(), can, "{what}: {paid:?}");
        payable += u32::from(can);
    }
    assert!(payable > 500, "{payable}");
}

#[test]
fn mana_is_taken_from_the_right_lands() {
    let mut table = Table::new();
    let lands = ["either", "white", "blue"].map(|name| table.put(name));
    let payment = table.pay(lands[0], &total("{1}{W}", vec![]), &mut dice(1)).unwrap();
    assert_eq!(payment.mana.iter().sum::<u16>(), 2);
    assert_eq!(lands.map(|land| table.game.object(land).unwrap().is_tapped()), [false, true, true]);
    assert!(table.game.player(ONE).pool.is_empty());
}

#[test]
fn a_creature_may_be_tapped_for_mana_and_sacrificed_afterwards() {
    // modern 601.2g
    let mut table = Table::new();
    let elf = table.put("elf");
    let cost = total("{B}", vec![creatures(1)]);
    assert!(table.can(elf, &cost));
    assert!(!table.can(elf, &total("{B}", vec![CostPart::TapThis])));
    let payment = table.pay(elf, &cost, &mut dice(1)).unwrap();
    assert_eq!(payment.with.len(), 1);
    assert!(table.game.object(elf).is_none());
}

#[test]
fn one_creature_does_not_pay_twice() {
    let mut table = Table::new();
    let body = table.put("plain body");
    assert!(!table.can(body, &total("", vec![CostPart::SacrificeThis, creatures(1)])));
    let altar = table.put("altar");
    assert!(table.can(body, &total("{2}", vec![])));
    assert!(!table.can(body, &total("{2}", vec![creatures(1)])));
    assert!(!table.can(altar, &total("{4}", vec![])));
    table.put("elf");
    assert!(table.can(body, &total("{3}", vec![creatures(1)])));
    assert!(table.can(body, &total("{5}", vec![])));
    assert!(!table.can(body, &total("{5}", vec![creatures(1)])));
}

#[test]
fn triggered_mana_abilities_count_for_the_payment() {
    // modern 605.4a
    let mut table = Table::new();
    let land = table.put("white");
    table.put("plenty");
    assert!(table.can(land, &total("{W}{B}", vec![])));
    assert!(!table.can(land, &total("{W}{B}{1}", vec![])));
    table.pay(land, &total("{W}{B}", vec![]), &mut dice(1)).unwrap();
    assert!(table.game.player(ONE).pool.is_empty());
}

#[test]
fn any_type_that_a_land_could_produce() {
    // modern 106.7: two such lands together still produce nothing.
    let mut table = Table::new();
    let mirror = table.put("mirror");
    table.put("mirror");
    assert!(!table.can(mirror, &total("{1}", vec![])));
    table.put("snow");
    assert!(table.can(mirror, &total("{B}{B}{B}", vec![])));
    assert!(!table.can(mirror, &total("{W}", vec![])));
}

#[test]
fn mana_or_life_is_asked_where_both_are_possible() {
    // modern 107.4f
    for life in [false, true] {
        let mut table = Table::new();
        let land = table.put("white");
        let mut dice = Dice { life: Some(life), ..dice(1) };
        let before = table.game.player(ONE).life;
        table.pay(land, &total("{W/P}", vec![]), &mut dice).unwrap();
        assert_eq!(dice.asked.len(), 1);
        assert_eq!(before - table.game.player(ONE).life, if life { 2 } else { 0 });
        assert_eq!(table.game.object(land).unwrap().is_tapped(), !life);
    }
}

#[test]
fn the_greatest_x() {
    let mut table = Table::new();
    let land = ["white", "white", "stone", "filter"].map(|name| table.put(name))[0];
    let greatest = |table: &Table, text: &str, count| {
        table.game.greatest_x(ONE, &total(text, vec![]), count, table.scope(land), PaidFor::Other)
    };
    assert_eq!(greatest(&table, "{W}", 1), 4);
    assert_eq!(greatest(&table, "{W}", 2), 2);
    assert_eq!(greatest(&table, "{R}", 1), 0);
    let bindings = Bindings { x: 3, ..Bindings::default() };
    let scope = Scope { bindings: &bindings, ..table.scope(land) };
    assert!(table.game.can_pay(ONE, &total("{X}{W}", vec![]), scope, PaidFor::Other));
    let life = TotalCost { mana: ManaCost::default(), parts: vec![CostPart::Life(Amount::X)] };
    assert_eq!(table.game.greatest_x(ONE, &life, 0, table.scope(land), PaidFor::Other), 20);
}

#[test]
fn mana_abilities_by_hand() {
    // modern 605.3a, 605.3b
    let mut table = Table::new();
    let (either, filter) = (table.put("either"), table.put("filter"));
    assert_eq!(table.game.legal_mana_abilities(ONE).len(), 2);
    assert!(table.game.legal_mana_abilities(PlayerId(1)).is_empty());
    let mut dice = dice(1);
    table.game.activate_mana_ability(&mut Run::new(&mut dice), ONE, filter, 0).unwrap();
    assert_eq!(table.game.player(ONE).pool.plain, [0, 1, 1, 0, 0, 0]);
    assert!(table.game.object(either).unwrap().is_tapped());
    assert!(table.game.stack().is_empty());
    assert!(table.game.legal_mana_abilities(ONE).is_empty());
    assert!(table.game.activate_mana_ability(&mut Run::new(&mut dice), ONE, filter, 0).is_err());
}

#[test]
fn restricted_mana_in_the_pool() {
    // modern 106.6
    let mut table = Table::new();
    let elf = table.put("elf");
    let land = table.put("white");
    let only_for = Some(Box::new(Filter::Type(CardType::Creature)));
    table.game.players[0].pool.add(Mana { mana: mana('U'), snow: false, only_for });
    assert!(table.can(elf, &total("{U}", vec![])));
    assert!(!table.can(land, &total("{U}", vec![])));
    table.pay(elf, &total("{U}", vec![]), &mut dice(1)).unwrap();
    assert!(table.game.player(ONE).pool.is_empty());
}
