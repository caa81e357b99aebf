//! Why something cannot be done, in words.

use super::cost::total;
use super::{Reason, capital, lacks, made_by, with_pieces};
use crate::words::{Names, count, step};
use cardwright_engine::ability::Players;
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::object::Recipient;
use cardwright_engine::question::Answer;
use cardwright_engine::why::{Fails, Fight, Mismatch, Obstacle, SaidIn, TargetPlace, WhyNotFight, WhyNotTarget, WrongTime};

/// Where an ability of that object is said, without the ability.
fn said_in(game: &Game, id: ObjectId) -> Option<SaidIn> {
    game.why_characteristics(id).and_then(|account| account.said_in)
}

/// Why a player may not do something with that card or permanent, with what it is that fails.
pub fn why_obstacle(game: &Game, names: &Names, about: ObjectId, obstacle: &Obstacle) -> Reason {
    let plain = crate::words::why_not(game, names, obstacle.why);
    let rule = obstacle.why.rule();
    let plain = plain.strip_suffix(&format!(" ({rule})")).unwrap_or(&plain).to_owned();
    let here = said_in(game, about);
    let at_card = |words: String| Reason { words, rule, source: Some(about), made_by: here };
    match &obstacle.what {
        None => at_card(plain),
        Some(Fails::Forbidden(by)) => Reason::by(format!("forbidden by {}", made_by(game, names, by)), rule, by),
        Some(Fails::Condition(condition)) => {
            let condition = with_pieces(game, here, |pieces| pieces.condition(condition));
            at_card(format!("only if {condition}"))
        }
        Some(Fails::Time(WrongTime::TurnOf(player))) => at_card(format!("it is {}'s turn", names.player(*player))),
        Some(Fails::Time(WrongTime::Step(now))) => at_card(format!("it is no main phase but the {}", step(*now))),
        Some(Fails::Time(WrongTime::Stack)) => at_card("the stack is not empty".to_owned()),
        Some(Fails::Targets(few)) => match few.first() {
            Some(few) if few.needed == 1 => at_card("there is no legal target".to_owned()),
            Some(few) => at_card(format!("it needs {} targets, and there are {}", few.needed, few.legal)),
            None => at_card(plain),
        },
        Some(Fails::Cost(cost)) => at_card(format!("{plain}: it costs {}", total(game, here, cost))),
    }
}

/// Why an object or player cannot be a target.
pub fn why_not_target(game: &Game, names: &Names, place: TargetPlace, target: Recipient, why: &WhyNotTarget) -> Reason {
    let here = said_in(game, place.source);
    let it = capital(&names.recipient(game, target));
    let words = match why {
        WhyNotTarget::NoSuchInstance => format!("{} has no such target", names.object(game, place.source)),
        WhyNotTarget::Itself => "a spell cannot target itself".to_owned(),
        WhyNotTarget::Chosen => format!("{it} is chosen already, and the targets have to differ"),
        WhyNotTarget::Object(mismatch @ Mismatch::Part(_)) => format!("{it} {}", lacks(game, here, mismatch)),
        WhyNotTarget::Object(mismatch) => format!("{it} {}", lacks(game, here, mismatch)),
        WhyNotTarget::Player(Players::None) => format!("{it} is a player, and no player can be chosen"),
        WhyNotTarget::Player(players) => {
            format!("{it} is not {}", with_pieces(game, here, |pieces| pieces.one_of(players)))
        }
        WhyNotTarget::Forbidden(by) => {
            return Reason::by(format!("{it} cannot be the target: {}", made_by(game, names, by)), why.rule(), by);
        }
    };
    Reason { words, rule: why.rule(), source: Some(place.source), made_by: here }
}

/// Why a declaration of attackers or blockers is not legal, costs left aside; nothing if it is, or is no declaration. It says in
/// names what the rules' own refusal says in numbers.
pub fn why_not_declared(game: &Game, names: &Names, answer: &Answer) -> Option<Reason> {
    match answer {
        Answer::Attacks(attacks) => attacks.iter().find_map(|(creature, defender)| {
            let why = game.why_not_attack_with(*creature, *defender, attacks)?;
            Some(why_not_fight(game, names, Fight::Attack, *creature, &why))
        }),
        Answer::Blocks(blocks) => blocks.iter().find_map(|(blocker, attacker)| {
            let why = game.why_not_block_with(*blocker, *attacker, blocks)?;
            Some(why_not_fight(game, names, Fight::Block, *blocker, &why))
        }),
        _ => None,
    }
}

/// Why a creature cannot attack or block.
pub fn why_not_fight(game: &Game, names: &Names, fight: Fight, about: ObjectId, why: &WhyNotFight) -> Reason {
    let it = capital(&names.object(game, about));
    let (does, done) = match fight {
        Fight::Attack => ("attack", "attacks"),
        Fight::Block => ("block", "blocks"),
    };
    let rule = why.rule(fight);
    let words = match why {
        WhyNotFight::NotThere => format!("{it} is not on the battlefield"),
        WhyNotFight::NoCreature => format!("{it} is no creature that can {does}"),
        WhyNotFight::ControlledBy(player) => match fight {
            Fight::Attack => format!("{it} is controlled by {}, whose turn it is not", names.player(*player)),
            Fight::Block => format!("nothing attacks {}, who controls {it}", names.player(*player)),
        },
        WhyNotFight::Tapped => format!("{it} is tapped"),
        WhyNotFight::Already => format!("{it} {done} already"),
        WhyNotFight::TooNew => format!("{it} came under its controller's control this turn"),
        WhyNotFight::NotAttackable => "that cannot be attacked in this combat".to_owned(),
        WhyNotFight::NotAttacking => format!("that does not attack the player who controls {it}"),
        WhyNotFight::Forbidden(by) => format!("{it} cannot {does} so: {}", made_by(game, names, by)),
        WhyNotFight::Unpayable(by) => format!("the cost cannot be paid that {} demands", made_by(game, names, by)),
        WhyNotFight::NeedsCompany { by, least, able } => {
            format!("{} demands {least} that {does} together, and only {able} can", made_by(game, names, by))
        }
        WhyNotFight::Alone { by, least, declared } => {
            let more = count((least - declared.min(least)) as usize, "more creature");
            let verb = if least - declared.min(least) == 1 { format!("{does}s") } else { does.to_owned() };
            format!("only if {more} {verb}: {}", made_by(game, names, by))
        }
        WhyNotFight::TooMany { by, most, .. } => {
            format!("only {} can {does}: {}", count(*most as usize, "such creature"), made_by(game, names, by))
        }
        WhyNotFight::Busy { most } => format!("{it} can block only {}", count(*most as usize, "attacker")),
        WhyNotFight::Required { by, creature } => {
            let (who, by) = (names.object(game, *creature), made_by(game, names, by));
            let attacks = game.combat().is_some_and(|combat| combat.is_attacking(*creature));
            match fight {
                Fight::Attack if creature == &about => format!("{it} has to attack something else: {by}"),
                Fight::Block if creature == &about => format!("{it} has to block something else: {by}"),
                Fight::Block if attacks => format!("{who} has to be blocked: {by}"),
                _ => format!("not without {who}, which has to {does}: {by}"),
            }
        }
    };
    match why.by() {
        Some(by) => Reason::by(words, rule, by),
        None => Reason { words, rule, source: Some(about), made_by: None },
    }
}
