//! The page as a whole: the places of its parts.

use crate::room::{Eyes, Role, Room};
use maud::{DOCTYPE, Markup, html};

/// The whole page, with its parts as they are now.
pub fn page(room: &mut Room, role: Role, eyes: Eyes) -> Markup {
    let parts = super::parts(room, role, eyes);
    let part = |id: &str| maud::PreEscaped(parts.get(id).cloned().unwrap_or_default());
    let role_word = match role {
        Role::Designer => "designer",
        Role::Player(_) => "player",
        Role::Watcher => "watcher",
    };
    html! {
        (DOCTYPE)
        html lang="en" data-role=(role_word) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Cardwright" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href="assets/table.css";
                @if role == Role::Designer { link rel="stylesheet" href="assets/edit.css"; }
                script type="module" src="assets/table.js" {}
                script type="module" src="assets/card.js" {}
                @if role == Role::Designer { script type="module" src="assets/designer.js" {} }
            }
            body {
                a.skip href="#question" { "To the question" }
                header #top { h1 { "Cardwright" } nav #phases aria-label="Steps of the turn" { (part("phases")) } div #link role="status" {} }
                main #table {
                    div #board { (part("board")) }
                    svg #arrows aria-hidden="true" {}
                }
                aside #side aria-label="Stack, question and log" {
                    section #stack aria-label="Stack" { (part("stack")) }
                    section #question aria-label="Question" tabindex="-1" { (part("question")) }
                    section #log aria-label="Log" tabindex="0" { (part("log")) }
                }
                aside #card aria-label="Card" hidden {}
                div #bar {
                    section #controls aria-label="Controls" { (part("controls")) }
                    footer #time aria-label="Time" { (part("time")) }
                }
                @if role == Role::Designer {
                    dialog #palette aria-label="Cards of the library" {
                        form method="dialog" { button aria-label="Close the palette" { "\u{00d7}" } }
                        label { "Find a card " input #palette-words type="search" placeholder="name, type or text" autocomplete="off"; }
                        label { " for " select #palette-player {
                            @for player in room.game().players() { option value=(super::player_id(player.id)) { (room.table.names().player(player.id)) } }
                        } }
                        div #palette-found {}
                        p { label { "A new card: " input #new-card type="text" placeholder="its name" autocomplete="off"; } " "
                            select #new-set aria-label="Its set" { @for set in room.library.sets() { option value=(set.folder) { (set.folder) } } } " "
                            button #new-make type="button" { "Write its file" } }
                    }
                }
                (help(role))
                div #trouble { (part("trouble")) }
                div #toasts role="status" aria-live="polite" {}
            }
        }
    }
}

/// A short message.
pub fn toast(words: &str) -> String {
    html! { div.toast { (words) } }.into_string()
}

/// The keys, for whoever asks with `?`.
fn help(role: Role) -> Markup {
    let everybody = [
        ("Space", "pass, or the main button"),
        ("1 \u{2026} 9", "the choices of the question, in order"),
        ("Arrows", "walk over the cards"),
        ("Enter", "use the card that has the focus"),
        ("i", "read it; right-click or Shift-click do the same"),
        ("Esc", "close what is open"),
        ("e, m", "pass to the end of turn, to your own turn"),
        ("f", "full control: be asked whenever you can do anything"),
        ("h", "mana by hand"),
        ("?", "this list"),
    ];
    let designers = [
        ("c", "find any card and put it onto the table"),
        ("z", "undo the last decision"),
        (", and .", "one beat back, one on"),
        ("p, n", "hold the bots, one thing more"),
        ("Ctrl+S", "save the file in the editor"),
    ];
    let own = if role == Role::Designer { &designers[..] } else { &[] };
    html! {
        dialog #help aria-label="Keys" {
            form method="dialog" { button aria-label="Close the list of keys" { "\u{00d7}" } }
            h2 { "Keys" }
            dl { @for (key, does) in everybody.iter().chain(own) { dt { kbd { (key) } } dd { (does) } } }
            p { "What glows can be clicked. Drag attackers to what they attack, blockers to what they block." }
        }
    }
}
