//! The table as text: what the reader may see of it, and no more.

use crate::table::Table;
use crate::words::{count, step};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::Recipient;
use cardwright_engine::types::CardType;
use std::fmt::Write;

/// The table as the person who plays sees it.
pub fn draw(table: &Table) -> String {
    let (game, names) = (table.shown(), table.names());
    let mut text = String::new();
    let turn = game.turn();
    // Writing to a string does not fail.
    let _ = writeln!(text, "\n-- turn {} ({}), {}", turn.number, names.player(turn.active), step(turn.step));
    let reader = names.reader.unwrap_or(PlayerId(0));
    let others = game.players().iter().filter(|player| player.id != reader);
    for player in others.chain(game.players().iter().filter(|player| player.id == reader)) {
        let mut facts = vec![
            format!("{} life", player.life),
            count(player.hand.len(), "card"),
            format!("library {}", player.library.len()),
            format!("graveyard {}", player.graveyard.len()),
        ];
        facts.extend(player.counters.iter().map(|(kind, amount)| format!("{amount} {kind}")));
        if !player.pool.is_empty() {
            facts.push(format!("mana {}", player.pool));
        }
        let gone = if player.is_playing() { "" } else { " (has lost)" };
        let _ = writeln!(text, "{}{gone}: {}", names.player(player.id), facts.join(", "));
        for line in permanents(table, game, player.id) {
            let _ = writeln!(text, "    {line}");
        }
    }
    if !game.stack().is_empty() {
        let stack: Vec<String> = game.stack().iter().rev().map(|entry| names.object(game, entry.object)).collect();
        let _ = writeln!(text, "stack, top first: {}", stack.join("; "));
    }
    let hand: Vec<String> = game.player(reader).hand.iter().map(|id| card(table, game, *id)).collect();
    if names.reader.is_some() && !hand.is_empty() {
        let _ = writeln!(text, "hand: {}", hand.join(", "));
    }
    text
}

fn card(table: &Table, game: &Game, id: ObjectId) -> String {
    let name = table.names().object(game, id);
    let is = game.characteristics(id);
    match &is.cost {
        Some(cost) => format!("{name} {cost}"),
        None => name,
    }
}

/// A player's permanents: lands counted together, others one by one with what is attached to them.
fn permanents(table: &Table, game: &Game, player: PlayerId) -> Vec<String> {
    let names = table.names();
    let mut lands: Vec<(String, usize, usize)> = Vec::new();
    let mut lines = Vec::new();
    for object in game.permanents().filter(|object| game.controller(object.id) == player) {
        let is = game.characteristics(object.id);
        let name = names.object(game, object.id);
        if is.types.is(CardType::Land) && !is.types.is(CardType::Creature) && object.counters.is_empty() {
            let place = lands.iter().position(|(known, ..)| *known == name).unwrap_or_else(|| {
                lands.push((name, 0, 0));
                lands.len() - 1
            });
            lands[place].1 += 1;
            lands[place].2 += usize::from(object.is_tapped());
            continue;
        }
        lines.push(permanent(table, game, object.id));
    }
    let lands: Vec<String> = lands
        .into_iter()
        .map(|(name, all, tapped)| match (all, tapped) {
            (1, 0) => name,
            (1, _) => format!("{name} (tapped)"),
            (all, 0) => format!("{name} x{all}"),
            (all, tapped) => format!("{name} x{all} ({tapped} tapped)"),
        })
        .collect();
    if !lands.is_empty() {
        lines.insert(0, lands.join(", "));
    }
    lines
}

fn permanent(table: &Table, game: &Game, id: ObjectId) -> String {
    let names = table.names();
    let is = game.characteristics(id);
    let mut text = names.object(game, id);
    if let (Some(power), Some(toughness)) = (is.power, is.toughness) {
        text.push_str(&format!(" {power}/{toughness}"));
    }
    let mut words: Vec<String> = Vec::new();
    let Some(object) = game.object(id) else { return text };
    let mut keywords: Vec<&str> =
        is.abilities.iter().filter_map(|one| one.ability.keyword).map(|keyword| keyword.name.as_str()).collect();
    keywords.dedup();
    words.extend(keywords.into_iter().map(str::to_owned));
    if object.is_tapped() {
        words.push("tapped".to_owned());
    }
    if object.summoning_sick && is.types.is(CardType::Creature) {
        words.push("new".to_owned());
    }
    if object.damage > 0 {
        words.push(format!("{} damage", object.damage));
    }
    words.extend(object.counters.iter().map(|(kind, amount)| count(*amount as usize, &format!("{kind} counter"))));
    match object.attached_to {
        Some(Recipient::Object(host)) => words.push(format!("on {}", names.object(game, host))),
        Some(Recipient::Player(player)) => words.push(format!("on {}", names.player(player))),
        None => {}
    }
    if let Some(combat) = game.combat()
        && let Some(attacker) = combat.attackers.iter().find(|attacker| attacker.id == id)
    {
        words.push(format!("attacks {}", names.recipient(game, attacker.defender)));
    }
    if !words.is_empty() {
        text.push_str(&format!(" ({})", words.join(", ")));
    }
    text
}
