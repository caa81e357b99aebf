//! The scrubber: every beat of the game, lines of play, undo.

use crate::room::{Eyes, Role, Room};
use cardwright_engine::ids::PlayerId;
use cardwright_play::table::{MarkKind, Rerun};
use cardwright_play::words::{count, step};
use maud::{Markup, html};

/// Time, for the designer.
pub(super) fn time(room: &Room, role: Role, eyes: Eyes) -> Markup {
    if role != Role::Designer {
        return html! {};
    }
    let beats = room.table.beats();
    let at = room.looking.as_ref().map_or(beats, |looking| looking.beat);
    let branches = room.table.branches();
    let reader = eyes.player();
    let mut turns: Vec<(usize, u32)> = Vec::new();
    let mut label = String::new();
    let mut edits: Vec<usize> = Vec::new();
    for mark in room.table.marks() {
        if turns.last().is_none_or(|(_, turn)| *turn != mark.turn) {
            turns.push((mark.beat, mark.turn));
        }
        if matches!(mark.kind, MarkKind::Edited | MarkKind::Arranged) {
            edits.push(mark.beat);
        }
        if mark.beat == at && label.is_empty() {
            let said = mark.label(reader);
            label = format!("turn {}, {}{}{said}", mark.turn, step(mark.step), if said.is_empty() { "" } else { ": " });
        }
    }
    let percent = |beat: usize| format!("left:{:.2}%", beat as f64 * 100.0 / beats.max(1) as f64);
    let past = room.looking.is_some();
    html! {
        div.scrubber data-past[past] {
            button type="button" data-post="time" data-body="\"undo\"" data-shortcut="z" title="Take back the last decision (z)" { "Undo" }
            button type="button" data-post="time" data-body="{\"step\":-1}" data-shortcut="," title="One beat back (,)" aria-label="One beat back" { "\u{2039}" }
            div.track {
                input #beat type="range" min="0" max=(beats) value=(at) aria-label="Beat of the game" aria-valuetext=(if past { format!("beat {at}: {label}") } else { "now".to_owned() });
                @for (beat, turn) in &turns { span.tick style=(percent(*beat)) data-turn=(turn) {} }
                @for beat in &edits { span.tick.edit style=(percent(*beat)) {} }
            }
            button type="button" data-post="time" data-body="{\"step\":1}" data-shortcut="." title="One beat on (.)" aria-label="One beat on" { "\u{203a}" }
            output.when { @if past { "Beat " (at) " of " (beats) @if !label.is_empty() { ": " (label) } } @else { "Now, beat " (beats) } }
            @if past {
                button.primary type="button" data-post="time" data-body=(format!("{{\"play_on\":{{\"beat\":{at},\"text\":\"as_of_now\"}}}}")) title="Go on from here with the cards as they are now; the game so far is kept as a line" { "Play on from here" }
                button type="button" data-post="time" data-body=(format!("{{\"play_on\":{{\"beat\":{at},\"text\":\"as_it_was\"}}}}")) title="Go on from here with the texts that the cards had then" { "with the old texts" }
                button type="button" data-post="time" data-body="\"now\"" { "Back to now" }
            }
            button type="button" data-post="time" data-body=(format!("{{\"again\":{}}}", if past { at } else { 0 }))
                title="Give the same answers again with the cards as they are now, and see where it first differs" { "Again with the new text" }
            button type="button" data-report title="A file with which this moment can be played again" { "Report this" }
            a.button href="puzzle" download="position.puzzle.toml" title="The position as a text file: cardwright play --puzzle opens it" { "Save position" }
            @if branches.len() > 1 {
                label.lines { "Line "
                    select data-post="time" aria-label="Line of play" {
                        @for branch in &branches {
                            option value=(format!("{{\"switch\":{}}}", branch.id.0)) selected[branch.is_current] { (branch.name) " (turn " (branch.turn) ")" }
                        }
                    }
                }
                @if let Some(current) = branches.iter().find(|branch| branch.is_current) {
                    button type="button" data-rename=(current.id.0) data-name=(current.name) title="Give this line a name" { "Name it" }
                }
            }
        }
        @if let Some(rerun) = &room.rerun { (again(rerun, reader)) }
    }
}

/// What came of giving the same answers again.
fn again(rerun: &Rerun, reader: Option<PlayerId>) -> Markup {
    html! {
        section.rerun role="dialog" aria-label="Again with the new text" {
            h2 { "Again with the new text" }
            @match &rerun.difference {
                None => p { "Everything happens as it did, in " (count(rerun.beats, "beat")) "." },
                Some(difference) => {
                    p { "Beat " (difference.beat) ", turn " (difference.turn) ", is the first that differs." }
                    div.columns {
                        div { h3 { "Then" } ul { @for line in difference.then_for(reader) { li { (line) } } } }
                        div { h3 { "Now" } ul { @for line in difference.now_for(reader) { li { (line) } } } }
                    }
                }
            }
            p.muted { (rerun.ending(reader)) }
            @if !rerun.is_the_same() { button.primary type="button" data-post="time" data-body="\"keep_again\"" { "Go on with this game" } }
            button type="button" data-post="time" data-body="\"drop_again\"" { "Close" }
        }
    }
}
