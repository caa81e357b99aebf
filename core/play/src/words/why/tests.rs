//! Sentences, as people read them.

use super::*;
use cardwright_engine::ability::{
    Ability, AbilityBody, AbilityInstance, AbilityRef, Amount, AttackRule, Body, Change, Condition, CostChange, Effect, Filter,
    Keyword, Mode, Origin, Pattern, Players, Prohibition, PtChange, Rule, Static, StaticPart, TargetRule, TargetSpec, TriggerOn,
    Triggered, Zones,
};
use cardwright_engine::characteristics::Characteristics;
use cardwright_engine::definition::{DefKind, Definitions};
use cardwright_engine::event::Event;
use cardwright_engine::ids::Var;
use cardwright_engine::mana::{Color, ManaCost};
use cardwright_engine::object::Recipient;
use cardwright_engine::question::Answer;
use cardwright_engine::ruleset::Ruleset;
use cardwright_engine::setup::Arrange;
use cardwright_engine::types::{CardType, TypeLine};
use cardwright_engine::why::{EventMismatch, Fight, Finding, Heard, Maker, Manner, WhyNotFight, WhyNotTriggered};
use cardwright_engine::zone::ZoneKind;

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

fn fixed(part: StaticPart) -> Ability {
    let body = Static { condition: Condition::Always, parts: vec![part], characteristic_defining: false };
    Ability::new(Zones::Usual, AbilityBody::Static(body))
}
fn grows(affects: Filter) -> Ability {
    let change = Change::Pt(PtChange::Modify(Amount::Fixed(1), Amount::Fixed(1)));
    fixed(StaticPart::Continuous { affects, changes: vec![change] })
}

struct Cards(Definitions);

impl Cards {
    fn card(&mut self, name: &str, types: &[CardType], cost: u16, abilities: Vec<Ability>) -> cardwright_engine::ids::DefId {
        let power = types.contains(&CardType::Creature).then_some(2);
        let abilities =
            abilities.into_iter().map(|ability| AbilityInstance { ability: AbilityRef::new(ability), origin: Origin::Printed });
        let base = Characteristics {
            name: name.into(),
            types: TypeLine { types: types.iter().copied().collect(), ..TypeLine::default() },
            power,
            toughness: power,
            cost: Some(ManaCost::generic(cost)),
            abilities: abilities.collect(),
            ..Characteristics::default()
        };
        let faces = vec![Face { base, ..Face::default() }];
        self.0.insert(Arc::new(CardDef { key: name.into(), kind: DefKind::Card, faces, version: 0 }))
    }
    fn game(self) -> Game {
        Game::empty(Arc::new(self.0), Arc::new(Ruleset::default()), 2, 1)
    }
}

fn texts(reasons: &[Reason]) -> Vec<String> {
    reasons.iter().map(Reason::to_string).collect()
}

#[test]
fn an_account_is_read_line_by_line() {
    let mut cards = Cards(Definitions::new());
    let bear = cards.card("Bear", &[CardType::Creature], 2, vec![]);
    let yours = Filter::Type(CardType::Creature).and(Filter::ControlledBy(Box::new(Players::You)));
    let banner = cards.card("Banner", &[CardType::Enchantment], 2, vec![grows(yours)]);
    let white = Filter::Type(CardType::Creature).and(Filter::Color(Color::White));
    let honor = cards.card("Honor", &[CardType::Enchantment], 2, vec![grows(white)]);
    let mut game = cards.game();
    let bear = game.put(bear, A, ZoneKind::Battlefield);
    let banner = game.put(banner, A, ZoneKind::Battlefield);
    game.put(honor, A, ZoneKind::Battlefield);
    let names = Names::letters(2);
    let account = game.why_characteristics(bear).expect("it is there");
    let reasons = why_characteristics(&game, &names, &account);
    assert_eq!(
        texts(&reasons),
        [
            "printed: Bear, 2/2 Creature (modern:109.3)",
            "layer 7c: Banner: power 2 -> 3, toughness 2 -> 3 (modern:613.4c)",
            "so it is Bear, 3/3 Creature, controlled by a",
        ]
    );
    let said = reasons[1].made_by.expect("the library says it");
    assert_eq!((said.key.as_str(), said.face, said.ability), ("Banner", 0, Some(0)));
    assert_eq!(reasons[1].source, Some(banner));
    let missed = texts(&why_missed(&game, &names, &account));
    assert_eq!(missed, ["Honor does not apply: Bear isn't white (modern:611.3a)"]);
    let called = why_called(&game, &names, B, "bea");
    assert_eq!(called.len(), 1);
    assert_eq!(called[0].1.len(), 4);
}

#[test]
fn what_nearly_applies_comes_first() {
    let mut cards = Cards(Definitions::new());
    let bear = cards.card("Bear", &[CardType::Creature], 2, vec![]);
    let creatures = || Filter::Type(CardType::Creature);
    let artifacts = cards.card("Artifacts", &[CardType::Enchantment], 2, vec![grows(Filter::Type(CardType::Artifact))]);
    let white = cards.card("White", &[CardType::Enchantment], 2, vec![grows(creatures().and(Filter::Color(Color::White)))]);
    let change = Change::Pt(PtChange::Modify(Amount::Fixed(1), Amount::Fixed(1)));
    let rich = Static {
        condition: Condition::Exists(Filter::Type(CardType::Artifact)),
        parts: vec![StaticPart::Continuous { affects: creatures(), changes: vec![change] }],
        characteristic_defining: false,
    };
    let rich = cards.card("Rich", &[CardType::Enchantment], 2, vec![Ability::new(Zones::Usual, AbilityBody::Static(rich))]);
    let mut game = cards.game();
    let bear = game.put(bear, A, ZoneKind::Battlefield);
    for card in [artifacts, white, rich] {
        game.put(card, A, ZoneKind::Battlefield);
    }
    let account = game.why_characteristics(bear).expect("it is there");
    let missed = texts(&why_missed(&game, &Names::letters(2), &account));
    let first: Vec<&str> = missed.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(first, ["Rich", "White", "Artifacts"], "{missed:?}");
}

#[test]
fn a_declaration_as_a_whole() {
    let mut cards = Cards(Definitions::new());
    let alone = Rule::Attack(AttackRule::CantUnlessTogether(Filter::This, Amount::Fixed(2)));
    let shy = cards.card("Shy", &[CardType::Creature], 2, vec![fixed(StaticPart::Rule(alone))]);
    let wild =
        cards.card("Wild", &[CardType::Creature], 2, vec![fixed(StaticPart::Rule(Rule::Attack(AttackRule::Must(Filter::This))))]);
    let mut game = cards.game();
    let [shy, wild] = [shy, wild].map(|card| game.put(card, A, ZoneKind::Battlefield));
    let told = |why| why_not_fight(&game, &Names::letters(2), Fight::Attack, shy, &why).to_string();
    let by = |source| Maker { source: Some(source), manner: Manner::Printed, ..Maker::rules() };
    assert_eq!(
        told(WhyNotFight::Alone { by: by(shy), least: 2, declared: 1 }),
        "only if 1 more creature attacks: Shy (modern:508.1c)"
    );
    assert_eq!(
        told(WhyNotFight::TooMany { by: by(wild), most: 1, declared: 2 }),
        "only 1 such creature can attack: Wild (modern:508.1c)"
    );
    assert_eq!(
        told(WhyNotFight::Required { by: by(wild), creature: wild }),
        "not without Wild, which has to attack: Wild (modern:508.1d)"
    );
    game.arrange(Arrange::Step(A, 1, cardwright_engine::ability::StepKind::DeclareAttackers));
    for id in [shy, wild] {
        game.arrange(Arrange::SummoningSick(id, false));
    }
    let at = |id| (id, Recipient::Player(B));
    let declared =
        |attacks: Vec<_>| why_not_declared(&game, &Names::letters(2), &Answer::Attacks(attacks)).map(|reason| reason.to_string());
    assert_eq!(declared(vec![at(shy), at(wild)]), None);
    assert_eq!(declared(vec![at(shy)]).as_deref(), Some("only if 1 more creature attacks: Shy (modern:508.1c)"));
}

#[test]
fn what_is_face_down_is_not_told() {
    let mut cards = Cards(Definitions::new());
    let secret = cards.card("Secret", &[CardType::Creature], 2, vec![grows(Filter::This)]);
    let mut game = cards.game();
    let secret = game.put(secret, A, ZoneKind::Battlefield);
    game.arrange(Arrange::FaceDown(secret, true));
    let account = game.why_characteristics(secret).expect("it is there");
    let reasons = why_characteristics(&game, &Names::letters(2), &account);
    assert_eq!(texts(&reasons), ["face down: 2/2 Creature (modern:708.2a)"]);
    assert!(reasons.iter().all(|reason| reason.made_by.is_none()));
    assert!(why_called(&game, &Names::letters(2), B, "secret").is_empty());
}

#[test]
fn targets_and_costs_and_prohibitions() {
    let mut cards = Cards(Definitions::new());
    let creatures = || Filter::Type(CardType::Creature);
    let rule = |rule| fixed(StaticPart::Rule(rule));
    let veil = Rule::Target(TargetRule::CantTarget(Filter::This, Filter::Any));
    let veil = Ability { keyword: Some(Keyword { name: "veiled".into(), argument: "".into() }), ..rule(veil) };
    let veiled = cards.card("Veiled", &[CardType::Creature], 2, vec![veil]);
    let bear = cards.card("Bear", &[CardType::Creature], 2, vec![]);
    let tax = Rule::Cost(CostChange::Increase(
        Players::Each,
        Filter::Any,
        cardwright_engine::ability::Cost::mana(ManaCost::generic(1)),
    ));
    let tax = cards.card("Tax", &[CardType::Enchantment], 2, vec![rule(tax)]);
    let mode = Mode {
        targets: vec![TargetSpec::one(creatures().and(Filter::Tapped), Players::None)],
        effect: Effect::Nothing,
        ..Mode::default()
    };
    let bolt = Ability::new(Zones::Usual, AbilityBody::Spell(Body::Plain(mode)));
    let bolt = cards.card("Bolt", &[CardType::Instant], 1, vec![bolt]);
    let hush = Rule::Cant(Prohibition::Cast(Players::Each, Filter::Any));
    let hush = cards.card("Hush", &[CardType::Enchantment], 1, vec![rule(hush)]);
    let mut game = cards.game();
    let bear = game.put(bear, B, ZoneKind::Battlefield);
    let veiled = game.put(veiled, B, ZoneKind::Battlefield);
    game.put(tax, B, ZoneKind::Battlefield);
    let bolt = game.put(bolt, A, ZoneKind::Hand);
    game.arrange(Arrange::Tapped(veiled, true));
    let names = Names::letters(2);
    let place = game.target_places(bolt)[0];
    let told = |game: &Game, target| {
        let why = game.why_not_target(A, place, target, &[]).expect("it cannot be");
        why_not_target(game, &names, place, target, &why).to_string()
    };
    assert_eq!(told(&game, Recipient::Object(bear)), "Bear isn't tapped (modern:601.2c)");
    assert_eq!(told(&game, Recipient::Object(veiled)), "Veiled cannot be the target: veiled of Veiled (modern:101.2)");
    assert_eq!(told(&game, Recipient::Player(B)), "B is a player, and no player can be chosen (modern:601.2c)");
    let account = game.why_cost(A, bolt, 0).expect("a way");
    assert_eq!(
        texts(&why_cost(&game, &names, &account)),
        ["the mana cost -> {1} (modern:601.2f)", "Tax: costs {1} more -> {2} (modern:118.7)",]
    );
    let obstacle = |game: &Game| {
        let obstacle = game.obstacle_to_casting(A, bolt, None).expect("it cannot be cast");
        why_obstacle(game, &names, bolt, &obstacle).to_string()
    };
    game.arrange(Arrange::Step(A, 1, cardwright_engine::ability::StepKind::PrecombatMain));
    assert_eq!(obstacle(&game), "not enough mana: it costs {2} (modern:118.3)");
    let hush = game.put(hush, B, ZoneKind::Battlefield);
    assert_eq!(obstacle(&game), "forbidden by Hush (modern:101.2)");
    let _: ObjectId = hush;
    let why = game.why_not_attack(bear, Recipient::Player(A)).expect("it is not its turn");
    assert_eq!(
        why_not_fight(&game, &names, Fight::Attack, bear, &why).to_string(),
        "Bear is controlled by b, whose turn it is not (modern:508.1a)"
    );
}

#[test]
fn a_trigger_that_did_not_come() {
    let mut cards = Cards(Definitions::new());
    let triggered = Triggered {
        on: TriggerOn::Event(Pattern::Draws(Players::You).into()),
        event: Var(0),
        condition: Condition::Exists(Filter::Type(CardType::Artifact)),
        body: Body::plain(Effect::Nothing),
        per_turn: None,
        uncounterable: false,
    };
    let ability = Ability::new(Zones::Usual, AbilityBody::Triggered(triggered));
    let reader = cards.card("Reader", &[CardType::Creature], 2, vec![ability]);
    let mut game = cards.game();
    let reader = game.put(reader, A, ZoneKind::Battlefield);
    let mut inquiry = game.trigger_inquiry(reader, 0).expect("a triggered ability");
    let names = Names::letters(2);
    inquiry.others = 3;
    assert_eq!(
        texts(&why_trigger(&game, &names, &inquiry)),
        ["nothing happened of the kind that it waits for, in 3 events (modern:603.2)"]
    );
    let step = game.turn().step;
    let finding = |player, heard| Finding { event: Event::Draw { player }, turn: 1, step, heard };
    let mismatch = EventMismatch::Player { player: Some(B), meant: Players::You };
    inquiry.findings = vec![
        finding(B, Heard::Not(WhyNotTriggered::Event(mismatch))),
        finding(A, Heard::Not(WhyNotTriggered::Condition(Condition::Exists(Filter::Type(CardType::Artifact))))),
        finding(A, Heard::Triggered(1)),
    ];
    let told = texts(&why_trigger(&game, &names, &inquiry));
    assert!(told[0].ends_with("b is not you (modern:603.2)"), "{told:?}");
    assert!(told[1].contains("it is not so that") && told[1].ends_with("(modern:603.4)"), "{told:?}");
    assert!(told[2].ends_with("it triggered (modern:603.2)"), "{told:?}");
}
