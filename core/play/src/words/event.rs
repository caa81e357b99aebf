//! Events in words: the lines of a game's log.

use super::{Names, action, count, list, step};
use cardwright_engine::ability::{Daylight, MoveCause};
use cardwright_engine::event::{Act, Event, LossReason, Move, Place};
use cardwright_engine::game::Game;
use cardwright_engine::object::EntryKind;
use cardwright_engine::question::{Action, Answer, Ask};
use cardwright_engine::run::Note;
use cardwright_engine::zone::ZoneKind;

/// A note of the engine as a line of the log; `None` for what only repeats other lines.
pub fn note(game: &Game, names: &Names, note: &Note<'_>) -> Option<String> {
    match note {
        Note::Happened(happened) => event(game, names, happened),
        Note::Resolves(object) => Some(format!("{} resolves", capital(&names.object(game, *object)))),
        Note::Fizzles(object) => Some(format!("{} does nothing: its targets are illegal", capital(&names.object(game, *object)))),
        Note::Triggered(object) => {
            let targets = targets_of(game, names, *object);
            let whose = match game.entry(*object).map(|entry| &entry.kind) {
                Some(EntryKind::Ability { source, .. }) => names.object(game, *source),
                _ => names.object(game, *object),
            };
            Some(format!("{whose}'s ability triggers{targets}"))
        }
        Note::Answered(question, answer) => match (&question.ask, answer) {
            (Ask::Priority(actions), Answer::Action(index)) => match actions.get(*index as usize) {
                // The rest shows itself in its events.
                Some(turned @ Action::TurnFaceUp(_)) => {
                    Some(format!("{}: {}", names.player(question.player), action(game, names, turned)))
                }
                _ => None,
            },
            _ => None,
        },
        Note::Loop(parts) => {
            let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
            Some(format!("the game is a draw: this goes on for ever and nobody has a choice in it: {}", parts.join(", then ")))
        }
        Note::Mulligan(player) => Some(format!("{} takes a mulligan", names.player(*player))),
    }
}

/// What a stack entry aims at, as " targeting ...".
fn targets_of(game: &Game, names: &Names, object: cardwright_engine::ids::ObjectId) -> String {
    let Some(entry) = game.entry(object) else { return String::new() };
    let targets: Vec<_> = entry
        .bindings
        .targets
        .iter()
        .flat_map(|choice| choice.chosen.iter().map(|(target, _)| names.recipient(game, *target)))
        .collect();
    if targets.is_empty() { String::new() } else { format!(" targeting {}", list(&targets)) }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// An event as a line of the log; `None` for those that only repeat another.
pub fn event(game: &Game, names: &Names, event: &Event) -> Option<String> {
    let object = |id| names.object(game, id);
    let player = |id| names.player(id);
    Some(match event {
        Event::Move(movement) => return moved(game, names, movement),
        Event::Destroy { object: id, .. } => format!("{} is destroyed", object(*id)),
        Event::Damage { source, to, amount, combat } => {
            let kind = if *combat { " combat" } else { "" };
            format!("{} deals {amount}{kind} damage to {}", object(*source), names.recipient(game, *to))
        }
        Event::GainLife { player: who, amount } => format!("{} gains {amount} life ({})", player(*who), game.player(*who).life),
        Event::LoseLife { player: who, amount } => format!("{} loses {amount} life ({})", player(*who), game.player(*who).life),
        // The loss or the moves that follow say it.
        Event::PayLife { .. } | Event::Act { act: Act::Mill, .. } => return None,
        Event::Act { act, player: who, amount, .. } => {
            format!("{} {} {amount}", player(*who), if *act == Act::Scry { "scries" } else { "surveils" })
        }
        Event::Prevented { effect, .. } => format!("{} prevents {} damage", object(*effect), event.amount()),
        Event::Draw { .. } => return None,
        Event::Tap { object: id, for_mana: false } => format!("{} becomes tapped", object(*id)),
        Event::Tap { .. } | Event::Untap { .. } | Event::AddMana { .. } => return None,
        Event::PutCounters { on, kind, amount } => {
            format!("{} is put on {}", count(*amount as usize, &format!("{kind} counter")), names.recipient(game, *on))
        }
        Event::RemoveCounters { on, kind, amount, .. } => {
            format!("{} is removed from {}", count(*amount as usize, &format!("{kind} counter")), names.recipient(game, *on))
        }
        Event::Designate { object: id, name, number: 1 } => format!("{} becomes {name}", object(*id)),
        Event::Designate { object: id, name, number } => format!("{} now has {name} {number}", object(*id)),
        Event::CreateTokens { player: who, def, amount, .. } => {
            format!("{} creates {}", player(*who), count(*amount as usize, &format!("{} token", game.definition(*def).name())))
        }
        Event::Attach { object: id, to } => format!("{} is attached to {}", object(*id), names.recipient(game, *to)),
        Event::Unattach { object: id, .. } => format!("{} is no longer attached", object(*id)),
        Event::Cast { spell, player: who } => {
            format!("{} casts {}{}", player(*who), object(*spell), targets_of(game, names, *spell))
        }
        Event::Activated { ability, source, player: who, keyword } => {
            let keyword = keyword.map(|word| format!(" ({word})")).unwrap_or_default();
            format!("{} activates {}{keyword}{}", player(*who), object(*source), targets_of(game, names, *ability))
        }
        Event::Targeted { .. }
        | Event::AttackDeclared { .. }
        | Event::Attacked { .. }
        | Event::AttacksAlone { .. }
        | Event::BlocksAlone { .. }
        | Event::BlockCount { .. } => return None,
        Event::Counter { object: id, by } => format!("{} is countered by {}", object(*id), object(*by)),
        Event::Attack { attacker, defender } => format!("{} attacks {}", object(*attacker), names.recipient(game, *defender)),
        Event::Block { blocker, attacker } | Event::BlockedBy { blocker, attacker } => {
            format!("{} blocks {}", object(*blocker), object(*attacker))
        }
        Event::BecomeBlocked { .. } | Event::BecomeUnblocked { .. } => return None,
        Event::Begin { step: begins, .. } => format!("- {}", step(*begins)),
        Event::RollToVisit { player: who, result } => format!("{} rolls {result} to visit Attractions", player(*who)),
        Event::Daylight { now } => match now {
            Daylight::Day => "it becomes day".to_owned(),
            Daylight::Night => "it becomes night".to_owned(),
            Daylight::Neither => return None,
        },
        Event::TurnBegin { player: who } => format!("== Turn {}: {}", game.turn().number, player(*who)),
        Event::ControlChanged { object: id, to, .. } => format!("{} gains control of {}", player(*to), object(*id)),
        Event::Turned { object: id, face_down } => {
            format!("{} is turned face {}", object(*id), if *face_down { "down" } else { "up" })
        }
        Event::Transform { object: id } => format!("it transforms into {}", object(*id)),
        Event::Phase { object: id, out, .. } => format!("{} phases {}", object(*id), if *out { "out" } else { "in" }),
        Event::Shuffle { player: who } => format!("{} shuffles", player(*who)),
        Event::Search { player: who, whose, .. } => {
            format!(
                "{} searches {}",
                player(*who),
                if who == whose { "their library".to_owned() } else { format!("{}'s library", player(*whose)) }
            )
        }
        Event::Reveal { object: id, .. } => format!("{} is revealed", Names { reader: None, ..names.clone() }.object(game, *id)),
        Event::Lose { player: who, why } => format!("{} loses the game{}", player(*who), loss(*why)),
        Event::Win { player: who } => format!("{} wins the game", player(*who)),
        Event::Resolved { .. } | Event::Told { .. } => return None,
        Event::Coin { player: who, won } => format!("{} {} the flip", player(*who), if *won { "wins" } else { "loses" }),
        Event::Custom { word, player: who, object: id } => {
            let with = id.map(|id| format!(" ({})", object(id))).unwrap_or_default();
            format!("{}: {word}{with}", player(*who))
        }
    })
}

fn loss(why: LossReason) -> &'static str {
    match why {
        LossReason::Life => " with no life left",
        LossReason::EmptyLibrary => ", having no card to draw",
        LossReason::Poison => " to poison",
        LossReason::Effect => "",
        LossReason::Concession => " by conceding",
    }
}

fn moved(game: &Game, names: &Names, movement: &Move) -> Option<String> {
    let id = movement.became.filter(|now| game.object(*now).is_some()).unwrap_or(movement.object);
    let it = names.object(game, id);
    let owner = game.object(id).map_or(movement.controller, |object| object.owner);
    let who = names.player(movement.controller);
    Some(match (movement.cause, movement.to) {
        (MoveCause::Draw, _) => format!("{} draws {it}", names.player(owner)),
        (MoveCause::Cast, _) => return None,
        (MoveCause::Play, _) => format!("{} plays {it}", names.player(owner)),
        (MoveCause::Sacrifice, _) => format!("{who} sacrifices {it}"),
        (MoveCause::Discard, _) => format!("{} discards {it}", names.player(owner)),
        (MoveCause::Mill, _) => format!("{} mills {it}", names.player(owner)),
        (MoveCause::Resolve, ZoneKind::Graveyard) | (MoveCause::Counter, ZoneKind::Graveyard) => return None,
        // That the player has lost says it of all that is theirs.
        (MoveCause::LeftGame, ZoneKind::Outside) => return None,
        (_, ZoneKind::Outside) => format!("{it} ceases to exist"),
        (_, ZoneKind::Battlefield) => {
            let tapped = movement.enters.as_ref().is_some_and(|enters| enters.tapped);
            format!("{it} enters the battlefield{}", if tapped { " tapped" } else { "" })
        }
        (_, ZoneKind::Graveyard) if movement.from == ZoneKind::Battlefield => {
            let creature = game.characteristics(movement.object).types.is(cardwright_engine::types::CardType::Creature);
            if creature { format!("{it} dies") } else { format!("{it} is put into the graveyard") }
        }
        (_, ZoneKind::Graveyard) => format!("{it} is put into the graveyard"),
        (_, ZoneKind::Exile) => format!("{it} is exiled"),
        (_, ZoneKind::Hand) => format!("{it} goes to {}'s hand", names.player(owner)),
        (_, ZoneKind::Library) => {
            let place = match movement.place {
                Place::Top => "on top of",
                Place::Bottom => "on the bottom of",
                Place::FromTop(_) => "into",
            };
            format!("{it} is put {place} {}'s library", names.player(owner))
        }
        (_, zone) => format!("{it} is put into the {}", zone.word()),
    })
}
