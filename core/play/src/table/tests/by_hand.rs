//! The sandbox: whatever is wished for, the game stays a possible one or the wish is refused.

use super::{Chance, Sitting, catalog, facts, table};
use crate::bots::Rng;
use crate::table::{Arrangement, Placement, Refused, Side, Since, Table, Text};
use cardwright_engine::ability::StepKind;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::{Recipient, TapState};
use cardwright_engine::symbol::Symbol;
use cardwright_engine::zone::ZoneKind;

const ZONES: [ZoneKind; 8] = [
    ZoneKind::Library,
    ZoneKind::Hand,
    ZoneKind::Battlefield,
    ZoneKind::Graveyard,
    ZoneKind::Stack,
    ZoneKind::Exile,
    ZoneKind::Command,
    ZoneKind::Outside,
];

/// Any wish, sensible or not.
fn wish(table: &Table, rng: &mut Rng) -> Arrangement {
    let game = table.game();
    let seats = if rng.below(12) == 0 { 5 } else { 2 };
    let player = PlayerId(rng.below(seats) as u8);
    let mut objects: Vec<ObjectId> = game.battlefield().to_vec();
    objects.extend(game.players().iter().flat_map(|player| player.hand.iter().chain(&player.library).chain(&player.graveyard)));
    objects.extend(game.exile());
    objects.extend(game.stack().iter().map(|entry| entry.object));
    let object = if game.battlefield().is_empty() || rng.below(3) == 0 {
        objects[rng.below(objects.len() as u32) as usize]
    } else {
        game.battlefield()[rng.below(game.battlefield().len() as u32) as usize]
    };
    let other = objects[rng.below(objects.len() as u32) as usize];
    let zone = ZONES[rng.below(8) as usize];
    let place = [Placement::Top, Placement::Bottom, Placement::Below(3)][rng.below(3) as usize];
    let cards = catalog().library.cards();
    let card = cards[rng.below(cards.len() as u32) as usize].key;
    let amount = rng.below(5);
    match rng.below(15) {
        0..=2 => Arrangement::Put { card, owner: player, zone, controller: (amount == 1).then_some(PlayerId(1)), place },
        3 | 4 => Arrangement::Move { object, zone, place },
        5 => Arrangement::Remove { object },
        6 => Arrangement::Life { player, life: amount as i32 * 4 - 1 },
        7 => Arrangement::Counters { object, kind: Symbol::new("+1/+1"), amount },
        8 => Arrangement::PlayerCounters { player, kind: Symbol::new("poison"), amount },
        9 => Arrangement::Tapped { object, state: [TapState::Tapped, TapState::Untapped][amount as usize % 2] },
        10 => Arrangement::Controlled { object, since: [Since::ThisTurn, Since::Before][amount as usize % 2] },
        11 => Arrangement::Damage { object, damage: amount },
        12 => Arrangement::Attached {
            object,
            to: [Some(Recipient::Object(other)), Some(Recipient::Player(player)), None][amount as usize % 3],
        },
        13 => Arrangement::Turned { object, side: [Side::FaceDown, Side::FaceUp][amount as usize % 2] },
        _ => {
            let steps = crate::words::STEPS;
            Arrangement::Step { player, turn: 1 + amount, step: steps[rng.below(steps.len() as u32) as usize].0 }
        }
    }
}

#[test]
fn every_wish_leaves_a_possible_game_or_is_refused() {
    let library = |key| catalog().library.definitions_for([key]);
    let (mut granted, mut refused) = (0, 0);
    for seed in 0..8 {
        let mut table = table(seed, Sitting::People);
        let mut chance = Chance::new(seed);
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let further = table.beats() + 4;
            chance.play_to(&mut table, further);
            let before = facts(&table);
            let wish = wish(&table, &mut rng);
            match table.arrange(vec![wish.clone()], library) {
                Ok(_) => {
                    granted += 1;
                    table.game().check_invariants().unwrap_or_else(|broken| panic!("{wish:?}: {broken}"));
                    assert_eq!(table.lines().last().unwrap().kind, crate::table::LineKind::Arranged);
                }
                Err(reason) => {
                    refused += 1;
                    assert!(!reason.to_string().is_empty());
                    assert_eq!(facts(&table), before, "{wish:?}");
                    if reason == Refused::Over {
                        break;
                    }
                }
            }
        }
        // All of it plays again.
        let (end, beats) = (facts(&table), table.beats());
        if beats > 0 {
            table.go_to(0, Text::AsItWas).unwrap();
            table.switch_to(crate::table::BranchId(0), Text::AsItWas).unwrap();
            assert_eq!(facts(&table), end, "seed {seed}");
        }
    }
    assert!(granted > 80 && refused > 20, "{granted} {refused}");
}

#[test]
fn wishes_do_what_they_say() {
    let library = |key| catalog().library.definitions_for([key]);
    let mut table = table(1, Sitting::People);
    let (ann, ben) = (PlayerId(0), PlayerId(1));
    let swamp = Symbol::new("Swamp");
    let creature = catalog().library.cards().iter().find(|card| {
        let base = &card.definition.front().base;
        base.types.is(cardwright_engine::types::CardType::Creature)
            && base.abilities.is_empty()
            && base.toughness.is_some_and(|it| it > 1)
    });
    let bear = creature.unwrap().key;
    let step = Arrangement::Step { player: ann, turn: 3, step: StepKind::PrecombatMain };
    let put = |card, zone, place| Arrangement::Put { card, owner: ann, zone, controller: None, place };
    let wishes = vec![
        step,
        put(bear, ZoneKind::Battlefield, Placement::Top),
        put(swamp, ZoneKind::Library, Placement::Bottom),
        Arrangement::Life { player: ben, life: 7 },
    ];
    let touched = table.arrange(wishes, library).unwrap();
    let id = touched[1].unwrap();
    assert_eq!(table.game().player(ann).library.first(), touched[2].as_ref());
    let wishes = vec![
        Arrangement::Tapped { object: id, state: TapState::Tapped },
        Arrangement::Controlled { object: id, since: Since::ThisTurn },
        Arrangement::Damage { object: id, damage: 1 },
        Arrangement::Counters { object: id, kind: Symbol::new("+1/+1"), amount: 2 },
        Arrangement::Controller { object: id, player: ben },
    ];
    table.arrange(wishes, library).unwrap();
    let game = table.game();
    let object = game.object(id).unwrap();
    assert!(object.is_tapped() && object.summoning_sick && object.damage == 1 && object.counter(Symbol::new("+1/+1")) == 2);
    assert_eq!((game.controller(id), object.owner), (ben, ann));
    assert_eq!((game.player(ben).life, game.turn().number, game.turn().step), (7, 3, StepKind::PrecombatMain));
    let top = *game.player(ann).library.last().unwrap();
    let mut order: Vec<ObjectId> = game.player(ann).library.clone();
    table.arrange(vec![Arrangement::Library { player: ann, top_first: order.clone() }], library).unwrap();
    assert_eq!(table.game().player(ann).library.first(), Some(&top), "the order is turned over");
    order.pop();
    let short = table.arrange(vec![Arrangement::Library { player: ann, top_first: order }], library);
    assert_eq!(short, Err(Refused::NotTheLibrary));
    // All or nothing.
    let wishes =
        vec![Arrangement::Life { player: ann, life: 1 }, Arrangement::Remove { object: id }, Arrangement::Remove { object: id }];
    let before = facts(&table);
    assert_eq!(table.arrange(wishes, library), Err(Refused::NoObject(id)));
    assert_eq!(facts(&table), before);
    let moved =
        table.arrange(vec![Arrangement::Move { object: id, zone: ZoneKind::Hand, place: Placement::Top }], library).unwrap();
    assert!(table.game().player(ann).hand.contains(&moved[0].unwrap()), "to its owner's hand");
    assert!(matches!(
        table.arrange(vec![put(bear, ZoneKind::Stack, Placement::Top)], library),
        Err(Refused::CannotBeThere { .. })
    ));
}
