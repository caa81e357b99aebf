//! Buttons about the game as a whole: passing for a while, the pace of bots, open hands.

use crate::room::{Eyes, PassUntil, Role, Room, SeatKind};
use cardwright_engine::ids::PlayerId;
use cardwright_play::table::Offered;
use maud::{Markup, html};

/// What somebody in that role can set.
pub(super) fn controls(room: &Room, role: Role, eyes: Eyes) -> Markup {
    let seat = match eyes {
        Eyes::Of(player) if room.answers_for(role, player) => Some(player),
        _ => (0..room.seats.len() as u8).map(PlayerId).find(|seat| room.answers_for(role, *seat)),
    };
    let stops = seat.and_then(|seat| room.stops.get(seat.index()));
    let designer = role == Role::Designer;
    let bots = room.seats.iter().any(|seat| matches!(seat, SeatKind::Bot(_)));
    let guests = room.seats.contains(&SeatKind::Guest);
    html! {
        @if let Some(stops) = stops {
            div.group role="group" aria-label="Passing" {
                @let until = stops.until.is_some();
                (button("pass", "\"end_of_turn\"", "To the end of turn", "Pass until the turn ends or somebody else does something (e)", matches!(stops.until, Some(PassUntil::EndOfTurn(_))), Some("e")))
                (button("pass", "\"own_turn\"", "To my turn", "Pass until your own next turn (m)", matches!(stops.until, Some(PassUntil::OwnTurn(_))), Some("m")))
                @if until { (button("pass", "\"stop\"", "Stop passing", "Ask me again", false, None)) }
                (button("pass", &format!("{{\"full_control\":{}}}", !stops.full_control), "Full control", "Ask me whenever I can do anything (f)", stops.full_control, Some("f")))
                @let by_hand = seat.is_some_and(|seat| room.table.offered(seat) == Offered::WithMana);
                (button("pass", &format!("{{\"mana_by_hand\":{}}}", !by_hand), "Mana by hand", "Offer mana abilities too: what is made is used first, the rest is paid by itself (h)", by_hand, Some("h")))
            }
        }
        @if designer && bots {
            div.group role="group" aria-label="Pace" {
                (button("pace", &format!("{{\"pause\":{}}}", !room.pace.paused), if room.pace.paused { "Go on" } else { "Pause" }, "Hold the bots (p)", room.pace.paused, Some("p")))
                @if room.pace.paused { (button("pace", "\"step\"", "Step", "One thing more (n)", false, Some("n"))) }
                label.pace {
                    "Pace " select data-post="pace" aria-label="How long each thing is shown" {
                        @for (milliseconds, words) in [(0, "at once"), (150, "quick"), (400, "normal"), (1200, "slow")] {
                            option value=(format!("{{\"milliseconds\":{milliseconds}}}")) selected[room.pace.each.as_millis() == milliseconds] { (words) }
                        }
                    }
                }
            }
        }
        @if designer {
            button type="button" data-open="palette" data-shortcut="c" title="Put any card of the library onto the table (c)" { "Cards" }
        }
        @if designer && !guests && seat.is_some() {
            @if eyes == Eyes::All { a.toggle href="?" aria-pressed="true" { "Hide hands" } } @else { a.toggle href="?open=true" { "Open hands" } }
        }
        button type="button" data-open="help" title="The keys (?)" aria-label="Keys" { "?" }
    }
}

fn button(post: &str, body: &str, words: &str, title: &str, on: bool, key: Option<&str>) -> Markup {
    html! { button type="button" data-post=(post) data-body=(body) title=(title) aria-pressed=(on) data-shortcut=[key] { (words) } }
}
