//! Why things are as they are, asked all through games with the decks of the repository: every account comes to what the game
//! says, a reason is given exactly where something cannot be done, and asking changes nothing.

use cardwright::bots::RandomBot;
use cardwright::catalog::{Catalog, install_host};
use cardwright::words::{self, Names};
use cardwright_engine::ability::{AbilityBody, TriggerOn};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::Recipient;
use cardwright_engine::question::{Answer, Ask, Decider, NotYet, Question};
use cardwright_engine::run::Run;
use cardwright_engine::setup::Setup;
use cardwright_engine::why::{Fight, WhyNotFight};

/// The decks of the repository against each other.
fn setups() -> (Catalog, Vec<Setup>) {
    let catalog = Catalog::open(cardwright_tests::repository()).unwrap();
    install_host(&catalog);
    let ruleset = catalog.ruleset("modern").unwrap();
    let decks = catalog.library.decks().to_vec();
    let pairs = (0..decks.len()).map(|one| [decks[one].clone(), decks[(one + 1) % decks.len()].clone()]);
    let setups = pairs.map(|pair| catalog.setup(&pair, ruleset.clone(), 1)).collect();
    (catalog, setups)
}

/// What was asked, so that a test that asks nothing is noticed.
#[derive(Default)]
struct Asked {
    changed: usize,
    refused: usize,
    costs: usize,
    aimed: usize,
    triggers: usize,
}

/// Bots that are looked over the shoulder.
struct Watched<'a> {
    bots: Vec<RandomBot>,
    asked: &'a mut Asked,
}

impl Decider for Watched<'_> {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        match &question.ask {
            Ask::Attackers(options) => {
                for object in game.permanents() {
                    for against in game.players().iter().map(|player| Recipient::Player(player.id)) {
                        let can = options.candidates.iter().any(|(id, whom)| *id == object.id && whom.contains(&against));
                        let why = game.why_not_attack(object.id, against);
                        self.judge(game, Fight::Attack, object.id, why, can);
                    }
                }
            }
            Ask::Blockers(options) => {
                let attackers: Vec<ObjectId> =
                    game.combat().iter().flat_map(|combat| &combat.attackers).map(|attacker| attacker.id).collect();
                for object in game.permanents().filter(|object| game.controller(object.id) == question.player) {
                    for attacker in &attackers {
                        let can = options.candidates.iter().any(|(id, whom)| *id == object.id && whom.contains(attacker));
                        let why = game.why_not_block(object.id, *attacker);
                        self.judge(game, Fight::Block, object.id, why, can);
                    }
                }
            }
            _ => {}
        }
        self.bots[question.player.index()].decide(game, question)
    }
}

impl Watched<'_> {
    fn judge(&mut self, game: &Game, fight: Fight, creature: ObjectId, why: Option<WhyNotFight>, can: bool) {
        // Alone it could, if there were others that could too.
        let together = matches!(why, Some(WhyNotFight::NeedsCompany { .. }));
        assert_eq!(why.is_none(), can && !together, "{:?}: {why:?}", game.characteristics(creature).name);
        if let Some(why) = why {
            let reason = words::why_not_fight(game, &Names::letters(2), fight, creature, &why);
            assert!(!reason.words.is_empty());
            self.asked.refused += 1;
        }
    }
}

fn look(game: &Game, asked: &mut Asked) {
    let names = Names::letters(2);
    let targets: Vec<Recipient> = game.permanents().map(|object| Recipient::Object(object.id)).collect();
    for object in game.permanents() {
        let account = game.why_characteristics(object.id).unwrap();
        assert_eq!(account.after.characteristics, *game.characteristics(object.id));
        assert_eq!(account.after.controller, game.controller(object.id));
        assert_eq!(account.replayed(), account.after, "{account:#?}");
        asked.changed += account.steps.len();
        assert!(words::why_characteristics(game, &names, &account).len() > account.steps.len());
        assert_eq!(words::why_missed(game, &names, &account).len(), account.missed.len());
    }
    for player in [PlayerId(0), PlayerId(1)] {
        for &card in &game.player(player).hand {
            let obstacle = game.obstacle_to_casting(player, card, None);
            assert_eq!(obstacle.as_ref().map(|obstacle| obstacle.why), game.why_not_cast(player, card, None));
            if let Some(obstacle) = obstacle {
                asked.refused += usize::from(!words::why_obstacle(game, &names, card, &obstacle).words.is_empty());
            }
            if let Some(account) = game.why_cost(player, card, 0) {
                assert_eq!(account.lines.last().map(|line| &line.after), Some(&account.total));
                asked.costs += words::why_cost(game, &names, &account).len();
            }
            for place in game.target_places(card) {
                for target in &targets {
                    if let Some(why) = game.why_not_target(player, place, *target, &[]) {
                        asked.aimed += usize::from(!words::why_not_target(game, &names, place, *target, &why).words.is_empty());
                    }
                }
            }
        }
    }
}

/// A triggered ability of a permanent that waits for events.
fn triggered(game: &Game, number: u64) -> Option<(ObjectId, u16)> {
    let waits = |(id, place): &(ObjectId, usize)| match &game.abilities(*id)[*place].ability.kind {
        AbilityBody::Triggered(triggered) => matches!(triggered.on, TriggerOn::Event(_)),
        _ => false,
    };
    let all = game.permanents().flat_map(|object| (0..game.abilities(object.id).len()).map(|place| (object.id, place)));
    let found: Vec<_> = all.filter(waits).collect();
    let (id, place) = *found.get((number % found.len().max(1) as u64) as usize)?;
    Some((id, place as u16))
}

#[test]
fn whole_games_are_accounted_for() {
    let (_catalog, setups) = setups();
    let mut asked = Asked::default();
    for (setup, seed) in setups.iter().zip(1..) {
        let mut game = Game::new(&Setup { seed, ..setup.clone() });
        let mut plain = Game::new(&Setup { seed, ..setup.clone() });
        let bots = || -> Vec<RandomBot> { (0..2).map(|seat| RandomBot::new(seed * 11 + seat)).collect() };
        let mut others = bots();
        let mut own = bots();
        let mut beat = 0_u64;
        while game.outcome().is_none() && beat < 1500 {
            if beat.is_multiple_of(7) {
                look(&game, &mut asked);
            }
            let mut inquiry = triggered(&game, beat).and_then(|(source, place)| game.trigger_inquiry(source, place));
            let mut watched = Watched { bots: std::mem::take(&mut own), asked: &mut asked };
            let mut run = Run::new(&mut watched);
            if let Some(inquiry) = &mut inquiry {
                run = run.asking(inquiry);
            }
            game.beat(&mut run).unwrap();
            own = watched.bots;
            if let Some(inquiry) = inquiry.filter(|inquiry| !inquiry.findings.is_empty()) {
                asked.triggers += words::why_trigger(&game, &Names::letters(2), &inquiry).len();
            }
            plain.beat(&mut Run::new(&mut BotsOnly(&mut others))).unwrap();
            beat += 1;
        }
        assert_eq!(game.state_hash(), plain.state_hash(), "asking changes nothing");
    }
    let Asked { changed, refused, costs, aimed, triggers } = asked;
    assert!(
        changed > 100 && refused > 100 && costs > 100 && aimed > 100 && triggers > 20,
        "{changed} {refused} {costs} {aimed} {triggers}"
    );
}

/// The same bots, not looked at.
struct BotsOnly<'a>(&'a mut Vec<RandomBot>);

impl Decider for BotsOnly<'_> {
    fn decide(&mut self, game: &Game, question: &Question) -> Result<Answer, NotYet> {
        self.0[question.player.index()].decide(game, question)
    }
}
