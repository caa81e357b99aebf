//! The palette: every card of the library, found by a few letters and put where it is wanted.

use crate::room::{Room, Zone};
use cardwright_engine::definition::DefKind;
use cardwright_engine::ids::PlayerId;
use maud::{Markup, html};

use super::{player_id, symbols};

/// How many cards are shown at once.
const SHOWN: usize = 30;

/// The cards whose name, type or text has all these words, best first.
pub fn found(room: &mut Room, words: &str, player: PlayerId) -> Markup {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let library = room.library.clone();
    let mut hits: Vec<(u8, &str, usize)> = Vec::new();
    for (place, card) in library.cards().iter().enumerate() {
        if card.definition.kind != DefKind::Card {
            continue;
        }
        let front = card.definition.front();
        let name = front.base.name.as_str();
        let lower = name.to_lowercase();
        let types = front.base.types.to_string().to_lowercase();
        let weight = if words.is_empty() || lower.starts_with(&words.join(" ")) {
            0
        } else if words.iter().all(|word| lower.contains(word.as_str())) {
            1
        } else if words.iter().all(|word| lower.contains(word.as_str()) || types.contains(word.as_str())) {
            2
        } else {
            let text = room.pictures.text(&library, &card.definition, 0).to_lowercase();
            let has =
                |word: &String| lower.contains(word.as_str()) || types.contains(word.as_str()) || text.contains(word.as_str());
            if words.iter().all(has) { 3 } else { continue }
        };
        hits.push((weight, name, place));
    }
    hits.sort();
    let total = hits.len();
    html! {
        p.muted role="status" { (cardwright_play::words::count(total, "card")) @if total > SHOWN { ", the first " (SHOWN) } }
        ul.found {
            @for (_, name, place) in hits.iter().take(SHOWN) {
                @let card = &library.cards()[*place];
                @let front = card.definition.front();
                li {
                    button.name type="button" data-read=(card.key) title="Read it" { (name) }
                    @if let Some(cost) = &front.base.cost { (symbols::mana_cost(cost)) }
                    span.muted { (front.base.types) @if library.is_last_good(card.key) { " (last good version)" } }
                    span.put {
                        @for (zone, word, label) in [Zone::ALL[0], Zone::ALL[1], Zone::ALL[2], Zone::ALL[4]] {
                            button type="button" data-put=(card.key) data-zone=(word) data-player=(player_id(player))
                                aria-label=(format!("{name} to {label}")) { (short(zone)) }
                        }
                    }
                }
            }
        }
    }
}

fn short(zone: Zone) -> &'static str {
    match zone {
        Zone::Hand => "hand",
        Zone::Battlefield => "field",
        Zone::LibraryTop => "library",
        Zone::LibraryBottom => "bottom",
        Zone::Graveyard => "grave",
        Zone::Exile => "exile",
        Zone::Command => "command",
    }
}
