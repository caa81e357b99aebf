//! Questions as numbered choices, and lines typed as answers.

use crate::words::{self, Names};
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::object::Recipient;
use cardwright_engine::question::{Answer, Ask, Question};
use smallvec::SmallVec;

/// The question with its choices, numbered.
pub fn ask(game: &Game, names: &Names, question: &Question) -> String {
    let about = question.about.map(|object| format!(" for {}", names.object(game, object))).unwrap_or_default();
    let mut lines = Vec::new();
    match &question.ask {
        Ask::Priority(actions) => {
            lines.push("what do you do?".to_owned());
            for (place, action) in actions.iter().enumerate() {
                lines.push(format!("  {place} {}", words::action(game, names, action)));
            }
        }
        Ask::Choose { purpose, options, min, max, ordered } => {
            let how = match (min, max) {
                (1, 1) => "one number".to_owned(),
                (min, max) if min == max => format!("{min} numbers"),
                (min, max) => format!("{min} to {max} numbers"),
            };
            let order = if *ordered { ", in order" } else { "" };
            lines.push(format!("{}{about} ({how}{order})", words::purpose(*purpose)));
            for (place, option) in options.iter().enumerate() {
                lines.push(format!("  {} {}", place + 1, words::option(game, names, question.player, option)));
            }
        }
        Ask::Number { purpose, min, max, except } => {
            let except = words::except(except);
            lines.push(format!("{}{about} (a number from {min} to {max}{except})", words::purpose(*purpose)))
        }
        Ask::Divide { purpose, total, among, min_each } => {
            lines.push(format!(
                "{}{about}: {total} among these, at least {min_each} each (a number for each)",
                words::purpose(*purpose)
            ));
            for (place, recipient) in among.iter().enumerate() {
                lines.push(format!("  {} {}", place + 1, exactly(game, names, *recipient)));
            }
        }
        Ask::Attackers(options) => {
            lines.push("who attacks? (numbers; `2@1` attacks defender 1; `all`; nothing for nobody)".to_owned());
            for (place, (attacker, defenders)) in options.candidates.iter().enumerate() {
                let whom = if defenders.len() > 1 {
                    let list: Vec<_> = defenders
                        .iter()
                        .zip(1..)
                        .map(|(one, number)| format!("{number} {}", exactly(game, names, *one)))
                        .collect();
                    format!(" -> {}", list.join(", "))
                } else {
                    String::new()
                };
                lines.push(format!("  {} {}{whom}", place + 1, names.object_exactly(game, *attacker)));
            }
        }
        Ask::Blockers(options) => {
            lines.push("who blocks? (`1:2` lets blocker 1 block attacker 2; nothing for nobody)".to_owned());
            let attackers = attackers(game);
            for (place, (blocker, can)) in options.candidates.iter().enumerate() {
                let can: Vec<_> = can
                    .iter()
                    .filter_map(|one| {
                        Some(format!("{} {}", attackers.iter().position(|id| id == one)? + 1, names.object_exactly(game, *one)))
                    })
                    .collect();
                lines.push(format!("  {} {} -> {}", place + 1, names.object_exactly(game, *blocker), can.join(", ")));
            }
        }
        Ask::AssignDamage(options) => {
            lines.push(format!("divide {} combat damage{about} (a number for each)", options.total));
            for (place, (recipient, lethal)) in options.among.iter().enumerate() {
                lines.push(format!("  {} {} (lethal: {lethal})", place + 1, exactly(game, names, *recipient)));
            }
        }
    }
    lines.join("\n")
}

fn exactly(game: &Game, names: &Names, recipient: Recipient) -> String {
    match recipient {
        Recipient::Object(object) => names.object_exactly(game, object),
        Recipient::Player(player) => names.player(player),
    }
}

fn attackers(game: &Game) -> Vec<ObjectId> {
    game.combat().map(|combat| combat.attackers.iter().map(|attacker| attacker.id).collect()).unwrap_or_default()
}

/// The answer that a line means.
///
/// # Errors
/// If it means none, in words.
pub fn read(game: &Game, question: &Question, line: &str) -> Result<Answer, String> {
    let words: Vec<&str> = line.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| word.parse::<u32>().map_err(|_| format!("`{word}` is no number; `?` shows what you can type"));
    let numbers = || words.iter().map(|word| number(word)).collect::<Result<SmallVec<[u32; 4]>, _>>();
    match &question.ask {
        Ask::Priority(_) => match words.as_slice() {
            [] => Ok(Answer::Action(0)),
            [one] => number(one).map(Answer::Action),
            _ => Err("one number".to_owned()),
        },
        Ask::Choose { .. } => {
            let chosen = numbers()?;
            let places = chosen.iter().map(|number| number.checked_sub(1).ok_or("choices are counted from 1"));
            Ok(Answer::Chosen(places.collect::<Result<_, _>>()?))
        }
        Ask::Number { .. } => match words.as_slice() {
            [one] => one.parse::<i32>().map(Answer::Number).map_err(|_| format!("`{one}` is no number")),
            _ => Err("one number".to_owned()),
        },
        Ask::Divide { .. } | Ask::AssignDamage(_) => Ok(Answer::Division(numbers()?)),
        Ask::Attackers(options) => {
            let mut attacks = Vec::new();
            let all: Vec<String> = (1..=options.candidates.len()).map(|place| place.to_string()).collect();
            let words: Vec<&str> = if words == ["all"] { all.iter().map(String::as_str).collect() } else { words };
            for word in words {
                let (attacker, defender) = word.split_once('@').unwrap_or((word, "1"));
                let (attacker, defender) = (number(attacker)? as usize, number(defender)? as usize);
                let found = attacker.checked_sub(1).and_then(|place| options.candidates.get(place));
                let (attacker, defenders) = found.ok_or_else(|| format!("there is no attacker {attacker}"))?;
                let defender =
                    defender.checked_sub(1).and_then(|place| defenders.get(place)).ok_or("there is no such defender")?;
                attacks.push((*attacker, *defender));
            }
            Ok(Answer::Attacks(attacks))
        }
        Ask::Blockers(options) => {
            let attackers = attackers(game);
            let mut blocks = Vec::new();
            for word in words {
                let (blocker, attacker) = word.split_once(':').ok_or("blocks look like `1:2`: blocker and attacker")?;
                let (blocker, attacker) = (number(blocker)? as usize, number(attacker)? as usize);
                let found = blocker.checked_sub(1).and_then(|place| options.candidates.get(place));
                let (blocker, _) = found.ok_or_else(|| format!("there is no blocker {blocker}"))?;
                let attacker =
                    attacker.checked_sub(1).and_then(|place| attackers.get(place)).ok_or("there is no such attacker")?;
                blocks.push((*blocker, *attacker));
            }
            Ok(Answer::Blocks(blocks))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use cardwright_engine::definition::Definitions;
    use cardwright_engine::game::Game;
    use cardwright_engine::ids::PlayerId;
    use cardwright_engine::question::{Action, Answer, Ask, Choice, Purpose, Question};
    use std::sync::Arc;

    fn question(ask: Ask) -> Question {
        Question { player: PlayerId(0), about: None, ask }
    }

    #[test]
    fn lines_mean_answers() {
        let game = Game::empty(Arc::new(Definitions::new()), Arc::default(), 2, 1);
        let act = question(Ask::Priority(vec![Action::Pass]));
        assert_eq!(read(&game, &act, ""), Ok(Answer::Action(0)));
        assert_eq!(read(&game, &act, "3"), Ok(Answer::Action(3)));
        assert!(read(&game, &act, "cast").is_err());
        let options = vec![Choice::Answer(true), Choice::Answer(false)];
        let choose = question(Ask::Choose { purpose: Purpose::May, options, min: 1, max: 2, ordered: false });
        assert_eq!(read(&game, &choose, "2, 1"), Ok(Answer::Chosen([1, 0].into_iter().collect())));
        assert!(read(&game, &choose, "0").is_err());
    }
}
