//! The log.

use super::symbols::in_words;
use crate::room::{Eyes, Room};
use cardwright_engine::ids::PlayerId;
use cardwright_engine::symbol::Symbol;
use cardwright_play::table::{LineKind, LogLine};
use maud::{Markup, html};

/// How many lines are on the page.
const LINES: usize = 200;

/// The last lines of the log, in the words of whoever looks.
pub(super) fn log(room: &Room, eyes: Eyes) -> Markup {
    let reader = eyes.player();
    let end = room.past_log().unwrap_or(usize::MAX);
    let lines: Vec<&LogLine> = room.table.lines().take(end).collect();
    let skipped = lines.len().saturating_sub(LINES);
    html! {
        h2 { "Log" }
        ol.lines aria-label="What happened" {
            @for (place, line) in lines.iter().enumerate().skip(skipped) {
                li id=(format!("l{place}")) class=(kind(line.kind)) data-beat=(line.beat) {
                    @match line.kind {
                        // A heading for whoever jumps from one to the next.
                        LineKind::Turn => h3 { (linked(room, line, reader)) },
                        LineKind::Edit | LineKind::Arranged => { span.sign aria-hidden="true" { "\u{270e}" } " " (linked(room, line, reader)) }
                        LineKind::Step | LineKind::Event | LineKind::Said => (linked(room, line, reader)),
                    }
                }
            }
        }
    }
}

/// The line with the names of cards as buttons that open them.
fn linked(room: &Room, line: &LogLine, reader: Option<PlayerId>) -> Markup {
    let text = line.text(reader).trim_start_matches(['=', '-', '*', ' ']).trim_end_matches(['=', ' ']);
    let definitions = room.table.game().definitions();
    let names = line.keys(reader).iter().filter_map(|key| {
        let definition = definitions.get(definitions.find(*key)?);
        definition.faces.iter().find_map(|face| {
            let name = face.base.name.as_str();
            text.find(name).filter(|_| !name.is_empty()).map(|at| (at, name, *key))
        })
    });
    let mut places: Vec<(usize, &str, Symbol)> = names.collect();
    places.sort();
    let mut rest = 0;
    html! {
        @for (at, name, key) in places {
            @if at >= rest {
                (in_words(&text[rest..at]))
                button.link type="button" data-read=(key) { (name) }
                @let () = rest = at + name.len();
            }
        }
        (in_words(&text[rest..]))
    }
}

fn kind(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Turn => "turn",
        LineKind::Step => "step",
        LineKind::Event => "happened",
        LineKind::Edit => "changed",
        LineKind::Arranged => "arranged",
        LineKind::Said => "said",
    }
}
