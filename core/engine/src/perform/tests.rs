//! Effects performed on small tables that are set up by hand.

use super::{Done, Resolving};
use crate::ability::{
    Amount, Change, ChooseHow, Destination, Duration, Effect, Entering, EventPattern, Filter, LibraryPosition, MoveCause,
    Objects, Origin, Pattern, Players, PtChange, Recipients, SearchTo, Stat, TokenSpec,
};
use crate::characteristics::Characteristics;
use crate::continuous::Lasting;
use crate::definition::{CardDef, DefKind, Definitions, Face};
use crate::game::Game;
use crate::ids::{DefId, LinkKey, ObjectId, PlayerId, Var};
use crate::object::{Bindings, EntryKind, Memory, Recipient, StackEntry, TargetChoice};
use crate::question::{Answer, Ask, Decider, NotYet, Purpose, Question};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::symbol::Symbol;
use crate::types::{CardType, TypeLine};
use crate::zone::ZoneKind;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::sync::Arc;

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);
const IT: Var = Var(7);

/// Answers as told, then with the first that is legal; keeps who was asked what.
#[derive(Default)]
struct Told {
    answers: VecDeque<Vec<u32>>,
    asked: Vec<(PlayerId, Purpose)>,
}

impl Decider for Told {
    fn decide(&mut self, _: &Game, question: &Question) -> Result<Answer, NotYet> {
        match &question.ask {
            Ask::Choose { purpose, min, .. } => {
                self.asked.push((question.player, *purpose));
                let first = || (0..*min).collect();
                Ok(Answer::Chosen(self.answers.pop_front().map_or_else(first, SmallVec::from_vec)))
            }
            Ask::Number { purpose, max, .. } => {
                self.asked.push((question.player, *purpose));
                Ok(Answer::Number(self.answers.pop_front().map_or(*max, |told| told[0] as i32)))
            }
            _ => Err(NotYet),
        }
    }
}

struct Table {
    game: Game,
    told: Told,
    source: ObjectId,
    bear: DefId,
    land: DefId,
}

fn card(name: &str, card_type: CardType, pt: Option<i32>) -> Arc<CardDef> {
    let types = TypeLine { types: card_type.set(), ..TypeLine::default() };
    let name = Symbol::new(name);
    let base = Characteristics { name, types, power: pt, toughness: pt, base_pt: (pt, pt), ..Characteristics::default() };
    Arc::new(CardDef { key: name, kind: DefKind::Card, faces: vec![Face { base, ..Face::default() }], version: 0, of_type: None })
}

impl Table {
    fn new() -> Table {
        let mut definitions = Definitions::new();
        let bear = definitions.insert(card("Marsh Bear", CardType::Creature, Some(2)));
        let land = definitions.insert(card("Quiet Field", CardType::Land, None));
        let relic = definitions.insert(card("Old Relic", CardType::Artifact, None));
        let mut game = Game::empty(Arc::new(definitions), Arc::new(Ruleset::default()), 2, 1);
        let source = game.put(relic, A, ZoneKind::Battlefield);
        Table { game, told: Told::default(), source, bear, land }
    }
    fn put(&mut self, def: DefId, owner: PlayerId, zone: ZoneKind) -> ObjectId {
        self.game.put(def, owner, zone)
    }
    fn will(&mut self, answer: &[u32]) {
        self.told.answers.push_back(answer.to_vec());
    }
    fn resolving(&self) -> Resolving {
        Resolving {
            source: self.source,
            controller: A,
            origin: Origin::Printed,
            entry: None,
            bindings: Bindings::default(),
            applied: SmallVec::new(),
            own: SmallVec::new(),
            changes: Vec::new(),
            turning_up: None,
        }
    }
    fn perform(&mut self, effect: &Effect) -> Done {
        let mut resolving = self.resolving();
        let mut run = Run::new(&mut self.told);
        self.game.perform(&mut run, &mut resolving, effect).expect("it can be performed")
    }
}

fn creatures() -> Filter {
    Filter::Type(CardType::Creature)
}
fn all_creatures() -> Objects {
    Objects::All(Box::new(creatures()))
}
fn nothing() -> Box<Effect> {
    Box::new(Effect::Nothing)
}

#[test]
fn a_shuffle_is_a_permutation_that_follows_from_the_seed() {
    let shuffled = || {
        let mut table = Table::new();
        let mut cards: Vec<u32> = (0..60).collect();
        table.game.shuffle(&mut cards);
        cards
    };
    let cards = shuffled();
    assert_eq!(cards, shuffled());
    assert_ne!(cards, (0..60).collect::<Vec<_>>());
    let mut sorted = cards;
    sorted.sort_unstable();
    assert_eq!(sorted, (0..60).collect::<Vec<_>>());
}

#[test]
fn random_indexes_are_even() {
    let mut table = Table::new();
    let mut counts = [0_u32; 6];
    for _ in 0..6_000 {
        counts[table.game.random_index(6) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    assert_eq!(table.game.random_index(0), 0);
    assert_eq!(table.game.random_index(1), 0);
}

#[test]
fn each_player_draws_and_an_empty_library_is_noted() {
    let mut table = Table::new();
    for _ in 0..3 {
        table.put(table.bear, A, ZoneKind::Library);
    }
    table.put(table.bear, B, ZoneKind::Library);
    let done = table.perform(&Effect::Draw(Players::Each, Amount::Fixed(2)));
    assert_eq!((done.amount, done.fully), (3, false));
    assert_eq!((table.game.player(A).hand.len(), table.game.player(B).hand.len()), (2, 1));
    assert!(table.game.player(B).drew_from_empty && !table.game.player(A).drew_from_empty);
}

// modern 101.4, 608.2e
#[test]
fn players_choose_in_turn_order_and_sacrifice_at_once() {
    let mut table = Table::new();
    let own: Vec<_> = (0..2).map(|_| table.put(table.bear, A, ZoneKind::Battlefield)).collect();
    let theirs: Vec<_> = (0..2).map(|_| table.put(table.bear, B, ZoneKind::Battlefield)).collect();
    table.will(&[1]);
    table.will(&[0]);
    let done = table.perform(&Effect::SacrificeChoice(Players::Each, creatures(), Amount::Fixed(1)));
    assert_eq!(table.told.asked, [(A, Purpose::Sacrifice), (B, Purpose::Sacrifice)]);
    assert_eq!(done.objects[..], [own[1], theirs[0]]);
    assert!(done.fully);
    assert_eq!(table.game.player(A).graveyard.len() + table.game.player(B).graveyard.len(), 2);
    assert!(table.game.object(own[0]).is_some() && table.game.object(theirs[1]).is_some());
}

// modern 608.2d
#[test]
fn what_is_impossible_is_not_offered() {
    let mut table = Table::new();
    let sacrifice = Effect::SacrificeChoice(Players::You, creatures(), Amount::Fixed(1));
    let lose = Effect::LoseLife(Players::You, Amount::Fixed(4));
    let effect = Effect::May(Players::You, Box::new(sacrifice), Box::new(lose));
    table.perform(&effect);
    assert!(table.told.asked.is_empty());
    assert_eq!(table.game.player(A).life, 16);
    let bear = table.put(table.bear, A, ZoneKind::Battlefield);
    table.perform(&effect);
    assert_eq!(table.told.asked, [(A, Purpose::May)]);
    assert!(table.game.object(bear).is_none());
    assert_eq!(table.game.player(A).life, 16);
}

// modern 609.3
#[test]
fn a_discard_takes_what_there_is() {
    let mut table = Table::new();
    table.put(table.bear, B, ZoneKind::Hand);
    table.put(table.land, B, ZoneKind::Hand);
    let discard = |amount, filter| Effect::Discard(Players::Opponents, Amount::Fixed(amount), filter, ChooseHow::Choose);
    let done = table.perform(&discard(2, creatures()));
    assert_eq!((done.amount, done.fully), (1, false));
    assert_eq!(table.game.player(B).hand.len(), 1);
    let then =
        Effect::IfDone(Box::new(discard(1, Filter::Any)), Box::new(Effect::GainLife(Players::You, Amount::Fixed(3))), nothing());
    table.perform(&then);
    assert_eq!(table.game.player(A).life, 23);
    table.perform(&then);
    assert_eq!(table.game.player(A).life, 23);
}

#[test]
fn damage_goes_to_creatures_and_players_only() {
    let mut table = Table::new();
    let bear = table.put(table.bear, B, ZoneKind::Battlefield);
    table.put(table.land, B, ZoneKind::Battlefield);
    let to = Recipients { objects: Objects::All(Box::new(Filter::Any)), players: Some(Players::Opponents) };
    let damage = |amount| Effect::Damage { amount: Amount::Fixed(amount), to: to.clone(), source: Objects::This };
    let done = table.perform(&damage(3));
    assert_eq!(done.amount, 6);
    assert_eq!(table.game.player(B).life, 17);
    assert_eq!(table.game.object(bear).map(|bear| bear.damage), Some(3));
    // modern 120.8
    assert_eq!(table.perform(&damage(0)).amount, 0);
    assert_eq!(table.perform(&damage(-2)).amount, 0);
    assert_eq!(table.game.player(B).life, 17);
}

#[test]
fn fighters_hit_each_other_or_nobody_does() {
    let mut table = Table::new();
    let one = table.put(table.bear, A, ZoneKind::Battlefield);
    let other = table.put(table.bear, B, ZoneKind::Battlefield);
    let yours = creatures().and(Filter::ControlledBy(Box::default()));
    let fight = |other| Effect::Fight(Objects::All(Box::new(yours.clone())), other);
    let theirs = Objects::All(Box::new(creatures().and(Filter::ControlledBy(Box::new(Players::Opponents)))));
    assert!(table.perform(&fight(theirs)).fully);
    assert_eq!(table.game.object(one).map(|bear| bear.damage), Some(2));
    assert_eq!(table.game.object(other).map(|bear| bear.damage), Some(2));
    assert!(!table.perform(&fight(Objects::None)).fully);
    assert_eq!(table.game.object(one).map(|bear| bear.damage), Some(2));
}

// modern 119.7
#[test]
fn life_totals_are_exchanged() {
    let mut table = Table::new();
    table.perform(&Effect::LoseLife(Players::You, Amount::Fixed(12)));
    assert!(table.perform(&Effect::ExchangeLife(Players::You, Players::Opponents)).fully);
    assert_eq!((table.game.player(A).life, table.game.player(B).life), (20, 8));
    table.perform(&Effect::SetLife(Players::Each, Amount::Fixed(5)));
    assert_eq!((table.game.player(A).life, table.game.player(B).life), (5, 5));
}

// modern 401.4: the first in the order is the highest.
#[test]
fn cards_are_put_on_a_library_in_the_order_of_their_owner() {
    for (position, from_top) in
        [(LibraryPosition::Top, 0), (LibraryPosition::Bottom, 1), (LibraryPosition::FromTop(Amount::Fixed(1)), 1)]
    {
        let mut table = Table::new();
        table.put(table.land, A, ZoneKind::Library);
        for _ in 0..3 {
            table.put(table.bear, A, ZoneKind::Graveyard);
        }
        let graveyard = table.game.player(A).graveyard.clone();
        table.will(&[2, 0, 1]);
        let cards = Objects::All(Box::new(Filter::Zone(ZoneKind::Graveyard)));
        let to = Destination { position, ..Destination::to(ZoneKind::Library) };
        table.perform(&Effect::Move(cards, to, MoveCause::Effect));
        let slots: Vec<usize> = table.game.top_cards(A, 4).iter().skip(from_top).take(3).map(|card| card.slot()).collect();
        assert_eq!(slots, [graveyard[2].slot(), graveyard[0].slot(), graveyard[1].slot()]);
    }
}

#[test]
fn scrying_parts_the_top_of_the_library() {
    let mut table = Table::new();
    let cards: Vec<_> = (0..5).map(|_| table.put(table.bear, A, ZoneKind::Library)).collect();
    // Of the top three (the cards 4, 3 and 2) the middle one goes to the bottom and the others change places.
    table.will(&[1]);
    table.will(&[1, 0]);
    table.perform(&Effect::Scry(Players::You, Amount::Fixed(3)));
    assert_eq!(table.game.player(A).library, [cards[3], cards[0], cards[1], cards[4], cards[2]]);
}

// modern 701.23b
#[test]
fn a_search_for_a_quality_may_fail() {
    let mut table = Table::new();
    let (land, bear) = (table.land, table.bear);
    for def in [land, bear, land, bear] {
        table.put(def, A, ZoneKind::Library);
    }
    let search = |to| Effect::Search {
        who: Players::You,
        filter: Filter::Type(CardType::Land),
        min: Amount::Fixed(1),
        max: Amount::Fixed(1),
        to: vec![SearchTo { count: None, to }],
        different_names: false,
        reveal: true,
        whose: None,
        also: Vec::new(),
    };
    table.will(&[]);
    assert!(!table.perform(&search(Destination::to(ZoneKind::Hand))).fully);
    assert_eq!(table.game.player(A).library.len(), 4);
    table.will(&[0]);
    assert!(table.perform(&search(Destination::to(ZoneKind::Hand))).fully);
    assert_eq!(table.game.player(A).hand.len(), 1);
    // A card that is put on top of the library is there after the shuffle.
    table.will(&[0]);
    table.perform(&search(Destination::to(ZoneKind::Library)));
    let top = table.game.top_cards(A, 1);
    assert!(table.game.characteristics(top[0]).types.is(CardType::Land));
}

#[test]
fn revealing_stops_at_the_first_that_matches() {
    let mut table = Table::new();
    let (land, bear) = (table.land, table.bear);
    for def in [land, bear, land, land] {
        table.put(def, A, ZoneKind::Library);
    }
    let rest = Destination { position: LibraryPosition::BottomRandom, ..Destination::to(ZoneKind::Library) };
    let done = table.perform(&Effect::RevealUntil {
        who: Players::You,
        filter: creatures(),
        to: Destination::to(ZoneKind::Battlefield),
        rest,
    });
    assert_eq!((done.amount, done.fully), (1, true));
    assert_eq!(table.game.permanents().count(), 2);
    assert_eq!(table.game.player(A).library.len(), 3);
}

#[test]
fn what_was_done_is_bound_for_what_follows() {
    let mut table = Table::new();
    let face = Face {
        base: Characteristics {
            name: Symbol::new("Sprout"),
            types: TypeLine { types: CardType::Creature.set(), ..TypeLine::default() },
            power: Some(1),
            toughness: Some(1),
            ..Characteristics::default()
        },
        ..Face::default()
    };
    let tokens = Effect::CreateTokens {
        who: Players::You,
        token: TokenSpec::Inline(Box::new(face)),
        amount: Amount::Fixed(2),
        entering: Entering { tapped: true, ..Entering::default() },
    };
    let follow = Effect::Sequence(vec![Effect::Untap(Objects::Var(IT)), Effect::GainLife(Players::You, Amount::Var(IT))]);
    let effect = Effect::Then(Box::new(tokens), IT, Box::new(follow));
    table.perform(&effect);
    assert_eq!(table.game.player(A).life, 22);
    let tokens: Vec<_> = table.game.permanents().filter(|object| object.id != table.source).collect();
    assert_eq!(tokens.len(), 2);
    assert!(tokens.iter().all(|token| !token.is_tapped() && token.controller == A));
    let defs = table.game.definitions().len();
    table.perform(&effect);
    assert_eq!(table.game.definitions().len(), defs, "the same token is defined once");
}

// modern 611.2c-d
#[test]
fn a_lasting_change_locks_its_objects_and_numbers() {
    let mut table = Table::new();
    let bears: Vec<_> = (0..2).map(|_| table.put(table.bear, A, ZoneKind::Battlefield)).collect();
    let counted = Amount::Count(Box::new(creatures()));
    let change = Change::Pt(PtChange::Modify(counted, Amount::Fixed(0)));
    table.perform(&Effect::ContinuousAll(creatures(), vec![change], Duration::EndOfTurn));
    let fixed = Change::Pt(PtChange::Modify(Amount::Fixed(2), Amount::Fixed(0)));
    let expected = Lasting::Objects { affected: SmallVec::from_vec(bears), changes: vec![fixed] };
    assert_eq!(table.game.lasting.iter().map(|lasting| &lasting.what).collect::<Vec<_>>(), [&expected]);

    // What speaks of the affected object is determined for each of them.
    let own_power = Amount::Total(Stat::Power, Box::new(Objects::Var(Var::AFFECTED)));
    let change = Change::Pt(PtChange::Modify(own_power, Amount::Fixed(0)));
    table.perform(&Effect::Continuous(all_creatures(), vec![change], Duration::EndOfTurn));
    assert_eq!(table.game.lasting.len(), 3);
}

// modern 611.2b
#[test]
fn for_as_long_as_something_untrue_never_begins() {
    let mut table = Table::new();
    table.put(table.bear, B, ZoneKind::Battlefield);
    let tapped = crate::ability::Condition::Matches(Objects::This, Filter::Tapped);
    let control = Effect::Continuous(all_creatures(), vec![Change::Control(Players::You)], Duration::While(tapped));
    assert!(!table.perform(&control).fully);
    assert!(table.game.lasting.is_empty());
}

// modern 610.3
#[test]
fn exile_until_the_source_leaves() {
    let mut table = Table::new();
    let bear = table.put(table.bear, B, ZoneKind::Battlefield);
    let leaves = Pattern::Moves { what: Filter::This, from: Some(ZoneKind::Battlefield), to: None, cause: None };
    let exile = Effect::ExileUntil(all_creatures(), Box::new(EventPattern::from(leaves)));
    assert!(table.perform(&exile).fully);
    assert!(table.game.object(bear).is_none());
    assert_eq!(table.game.exile().len(), 1);
    table.perform(&Effect::Sacrifice(Players::You, Objects::This));
    assert_eq!(table.game.exile().len(), 0);
    assert_eq!(table.game.permanents().filter(|object| object.owner == B).count(), 1);
    // modern 610.3a: the source has left, so nothing moves.
    assert!(!table.perform(&exile).fully);
    assert_eq!(table.game.exile().len(), 0);
}

// modern 607.2a
#[test]
fn exiled_cards_are_remembered_one_after_another() {
    let mut table = Table::new();
    let key = LinkKey(1);
    for _ in 0..2 {
        table.put(table.bear, A, ZoneKind::Hand);
        let cards = Objects::All(Box::new(Filter::Zone(ZoneKind::Hand)));
        let to = Destination { face_down: true, remember: Some(key), ..Destination::to(ZoneKind::Exile) };
        table.perform(&Effect::Move(cards, to, MoveCause::Effect));
    }
    let exiled = table.game.exile().to_vec();
    let memory = table.game.memory_of(table.source, Origin::Printed, key);
    assert_eq!(memory, Some(&Memory::Objects(SmallVec::from_vec(exiled.clone()))));
    let card = table.game.object(exiled[0]).expect("it is in exile");
    assert!(card.face_down);
    assert_eq!(card.more.as_ref().map(|more| more.seen_by[..].to_vec()), Some(vec![A]));
    table.perform(&Effect::Forget(key));
    assert_eq!(table.game.memory_of(table.source, Origin::Printed, key), None);
}

// modern 707.10
#[test]
fn a_copy_of_a_spell_has_its_choices() {
    let mut table = Table::new();
    let target = Recipient::Player(B);
    let spell = table.game.create_object(crate::object::ObjectKind::Card, table.bear, B, ZoneKind::Stack);
    let choice = TargetChoice { chosen: SmallVec::from_slice(&[(target, 0)]), ..TargetChoice::default() };
    let bindings = Bindings { x: 4, targets: vec![choice], ..Bindings::default() };
    table.game.stack.push(StackEntry { object: spell, controller: B, kind: EntryKind::Spell, modes: SmallVec::new(), bindings });
    let spells = Objects::All(Box::new(Filter::Spell));
    let done = table.perform(&Effect::CopyStack(spells, Players::You, Amount::Fixed(1), false, Vec::new(), None));
    assert_eq!((done.amount, done.fully), (1, true));
    let copy = table.game.stack().last().expect("there are two spells");
    assert_eq!((copy.object, copy.controller, copy.bindings.x), (done.objects[0], A, 4));
    assert_eq!(copy.bindings.targets[0].chosen[0].0, target);
}

#[test]
fn each_player_chooses_and_then_all_is_done_at_once() {
    let mut table = Table::new();
    for owner in [A, B] {
        for _ in 0..2 {
            table.put(table.bear, owner, ZoneKind::Battlefield);
        }
    }
    let who = Var(1);
    let own = creatures().and(Filter::ControlledBy(Box::new(Players::Var(who))));
    let choice = crate::ability::ChooseFrom {
        chooser: Players::Var(who),
        from: Objects::All(Box::new(own)),
        min: Amount::Fixed(1),
        max: Amount::Fixed(1),
        how: ChooseHow::Choose,
    };
    let body = Effect::Choose(Box::new(choice), IT, Box::new(Effect::Destroy(Objects::Var(IT), false)));
    let done = table.perform(&Effect::ForEachPlayer(Players::Each, who, Box::new(body)));
    assert_eq!(done.objects.len(), 2);
    assert_eq!(table.told.asked, [(A, Purpose::Objects), (B, Purpose::Objects)]);
    assert_eq!(table.game.permanents().count(), 3);
}
