//! What is wrong with the files on disk: the lint's message, over the table, until it is mended.

use crate::room::{Role, Room};
use cardwright_library::render::{Style, render};
use cardwright_script::diagnostic::Diagnostic;
use maud::{Markup, html};

/// The messages that are shown; there may be thousands.
const SHOWN: usize = 5;

/// The errors, for the designer.
pub(super) fn trouble(room: &Room, role: Role) -> Markup {
    let errors = &room.trouble.errors;
    html! {
        @if role == Role::Designer && !errors.is_empty() {
            div.trouble-box role="alert" aria-label="Errors in the files" {
                header {
                    strong { (cardwright_play::words::count(errors.len(), "error")) " on disk" }
                    span.muted { " The game goes on with the last good version." }
                    button type="button" data-fold="trouble" aria-label="Fold the errors" { "\u{2013}" }
                }
                @for error in errors.iter().take(SHOWN) { (message(error)) }
                @if errors.len() > SHOWN { p.muted { "and " (errors.len() - SHOWN) " more" } }
            }
        }
    }
}

/// One message, as the terminal shows it.
fn message(error: &Diagnostic) -> Markup {
    html! { pre.diagnostic { (render(error, Style::Plain)) } }
}
