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
        ol.lines aria-label="What happened" {
            @for (place, line) in lines.iter().enumerate().skip(skipped) {
                li id=(format!("l{place}")) class=(kind(line)) { (line.trim_start_matches(['=', '-', '*', ' ']).trim_end_matches(['=', ' '])) }
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
