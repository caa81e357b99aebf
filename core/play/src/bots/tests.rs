//! Whom the sensible bot attacks, hurts and spares at a table of more than two.

use super::{Seats, by_name};
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, Body, Effect, Filter, Mode, Objects, Origin, Players, Recipients,
    StepKind, TargetSpec, Zones,
};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{CardDef, Definitions, Face};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{DefId, PlayerId, TargetSlot};
use cardwright_engine::mana::ManaCost;
use cardwright_engine::object::Recipient;
use cardwright_engine::run::Run;
use cardwright_engine::setup::Arrange;
use cardwright_engine::types::{CardType, TypeLine};
use cardwright_engine::zone::ZoneKind;
use std::sync::Arc;

const ME: PlayerId = PlayerId(0);
const NEXT: PlayerId = PlayerId(1);
const ACROSS: PlayerId = PlayerId(2);
const LAST: PlayerId = PlayerId(3);

/// Four players in the first one's beginning of combat.
struct Board {
    game: Game,
    bears: [DefId; 8],
    bolt: DefId,
}

impl Board {
    fn new() -> Self {
        let mut definitions = Definitions::new();
        let mut card = |name: String, types: CardType, size: Option<i32>, abilities: Vec<AbilityInstance>| {
            let base = Characteristics {
                name: name.as_str().into(),
                types: TypeLine { types: types.set(), ..TypeLine::default() },
                power: size,
                toughness: size,
                cost: Some(ManaCost::default()),
                abilities: abilities.into_iter().collect(),
                ..Characteristics::default()
            };
            let faces = vec![Face { base, ..Face::default() }];
            definitions.insert(Arc::new(CardDef { key: name.as_str().into(), faces, ..CardDef::default() }))
        };
        let bears = std::array::from_fn(|size| card(format!("Bear {size}"), CardType::Creature, Some(size as i32), Vec::new()));
        let target = TargetSlot(0);
        let effect = Effect::Damage { amount: Amount::Fixed(3), to: Recipients::target(target), source: Objects::This };
        let mode = Mode { targets: vec![TargetSpec::one(Filter::Never, Players::Each)], effect, ..Mode::default() };
        let spell = Ability::new(Zones::Usual, AbilityBody::Spell(Body::Plain(mode)));
        let spell = AbilityInstance { ability: AbilityRef::new(spell), origin: Origin::Printed };
        let bolt = card("Bolt".to_owned(), CardType::Instant, None, vec![spell]);
        let mut game = Game::empty(Arc::new(definitions), Arc::default(), 4, 1);
        game.arrange(Arrange::Step(ME, 3, StepKind::BeginCombat));
        Board { game, bears, bolt }
    }

    fn bear(&mut self, of: PlayerId, size: usize) {
        self.game.put(self.bears[size], of, ZoneKind::Battlefield);
    }

    /// Plays on until that holds.
    fn until(&mut self, done: impl Fn(&Game) -> bool) {
        let bots = (0..4).map(|seat| by_name("simple", seat).unwrap()).collect();
        let mut seats = Seats(bots);
        let mut run = Run::new(&mut seats);
        for _ in 0..200 {
            if done(&self.game) {
                return;
            }
            self.game.beat(&mut run).unwrap();
        }
        panic!("it never comes to that");
    }

    /// Whom the first player attacks, with how many creatures each.
    fn attacked(mut self) -> Vec<(PlayerId, usize)> {
        self.until(|game| game.turn().step == StepKind::DeclareAttackers && game.turn().priority.is_some());
        let attackers = self.game.combat().map(|combat| combat.attackers.clone()).unwrap_or_default();
        let on = |player| attackers.iter().filter(|one| one.defender == Recipient::Player(player)).count();
        [ME, NEXT, ACROSS, LAST].into_iter().map(|player| (player, on(player))).filter(|(_, count)| *count > 0).collect()
    }
}

#[test]
fn who_is_behind_a_wall_is_left_for_who_is_open() {
    let mut board = Board::new();
    board.bear(ME, 2);
    board.bear(NEXT, 4);
    board.game.arrange(Arrange::Life(NEXT, 10));
    board.game.arrange(Arrange::Life(LAST, 15));
    assert_eq!(board.attacked(), [(LAST, 1)], "the weakest would block and kill it, the next weakest cannot");
}

#[test]
fn creatures_stay_at_home_where_the_others_could_strike_back_together() {
    let mut board = Board::new();
    board.game.arrange(Arrange::Life(ME, 5));
    board.bear(ME, 4);
    board.bear(ME, 3);
    board.bear(NEXT, 3);
    board.bear(ACROSS, 3);
    assert_eq!(board.attacked(), [(NEXT, 1)], "one of them has to stay: two hits of 3 would be lethal");
}

#[test]
fn an_attack_that_takes_somebody_out_is_worth_the_risk() {
    let mut board = Board::new();
    board.game.arrange(Arrange::Life(ME, 5));
    board.game.arrange(Arrange::Life(LAST, 7));
    board.bear(ME, 4);
    board.bear(ME, 3);
    board.bear(NEXT, 3);
    board.bear(ACROSS, 3);
    assert_eq!(board.attacked(), [(LAST, 2)]);
}

#[test]
fn nobody_hurts_a_team_mate_even_one_near_death() {
    let mut board = Board::new();
    board.game.arrange(Arrange::Teams(vec![vec![ME, ACROSS], vec![NEXT, LAST]]));
    board.game.arrange(Arrange::Life(ACROSS, 3));
    board.bear(ME, 2);
    board.game.put(board.bolt, ME, ZoneKind::Hand);
    board.until(|game| game.turn().number == 4);
    let life = |player| board.game.player(player).life;
    assert_eq!((life(ME), life(ACROSS)), (20, 3));
    assert_eq!(life(NEXT) + life(LAST), 40 - 2 - 3, "both the creature and the spell went to the others");
}
