//! The log.

use crate::room::{Eyes, Room};
use cardwright_play::table::is_step;
use maud::{Markup, html};

/// How many lines are on the page.
const LINES: usize = 200;

/// The last lines of the log.
pub(super) fn log(room: &Room, _eyes: Eyes) -> Markup {
    let lines: Vec<&str> = room.table.log().collect();
    let skipped = lines.len().saturating_sub(LINES);
    html! {
        h2 { "Log" }
        ol.lines aria-label="What happened" {
            @for (place, line) in lines.iter().enumerate().skip(skipped) { (one(place, line)) }
        }
    }
}

fn one(place: usize, line: &str) -> Markup {
    let kind = kind(line);
    let words = line.trim_start_matches(['=', '-', '*', ' ']).trim_end_matches(['=', ' ']);
    html! {
        li id=(format!("l{place}")) class=(kind) {
            @match kind {
                // A heading for whoever jumps from one to the next.
                "turn" => h3 { (words) },
                "changed" => { span.sign aria-hidden="true" { "\u{270e}" } " " (super::symbols::in_words(words)) }
                _ => (super::symbols::in_words(words)),
            }
        }
    }
}

fn kind(line: &str) -> &'static str {
    match line {
        line if line.starts_with("== ") => "turn",
        line if is_step(line) => "step",
        line if line.starts_with("* ") => "changed",
        _ => "happened",
    }
}
