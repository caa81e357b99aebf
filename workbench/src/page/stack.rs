//! The stack, its top first.

use super::card::{Lit, card, may_see};
use super::frame::{CardPicture, Size, card_frame};
use super::{object_id, question, recipient_id};
use crate::room::{Eyes, Role, Room};
use cardwright_engine::ids::ObjectId;
use cardwright_engine::object::EntryKind;
use cardwright_play::table::Pinned;
use maud::{Markup, html};

/// The spells and abilities on the stack with what they are aimed at.
pub(super) fn stack(room: &mut Room, role: Role, eyes: Eyes) -> Markup {
    let lit = question::lit(room, role);
    let pinned = if room.is_past() { Vec::new() } else { room.table.pinned().to_vec() };
    let entries: Vec<ObjectId> = room.game().stack().iter().rev().map(|entry| entry.object).collect();
    html! {
        h2 { "Stack " span.count { (entries.len()) } }
        ol.entries {
            @for (place, id) in entries.iter().enumerate() { (entry(room, role, eyes, &lit, &pinned, *id, place == 0)) }
        }
    }
}

fn entry(room: &mut Room, role: Role, eyes: Eyes, lit: &Lit, pinned: &[Pinned], id: ObjectId, top: bool) -> Markup {
    let game = room.game();
    let names = room.names(eyes);
    let Some(entry) = game.entry(id) else { return html! {} };
    let controller = names.player(entry.controller);
    let targets: Vec<_> = targets(room, id);
    let aimed: Vec<String> = targets.iter().map(|target| recipient_id(*target)).collect();
    let at: Vec<String> = targets.iter().map(|target| names.recipient(game, *target)).collect();
    let source = match &entry.kind {
        EntryKind::Spell => None,
        EntryKind::Ability { source, .. } => Some(*source),
    };
    let source_name = source.map(|source| names.object(game, source)).unwrap_or_default();
    let what = if source.is_some() { source_name.clone() } else { names.object(game, id) };
    let element = object_id(id);
    // Somebody else's ability that comes again and again need not be asked about each time.
    let asked =
        room.question().filter(|(_, question)| room.answers_for(role, question.player)).map(|(_, question)| question.player);
    let yields = asked.filter(|player| source.is_some() && *player != entry.controller).and_then(|player| {
        let name = game.characteristics(source?).name;
        room.stops.get(player.index()).map(|stops| stops.yields.contains(&name))
    });
    html! {
        li.entry data-top[top] data-targets=[(!aimed.is_empty()).then(|| aimed.join(" "))] data-from=(element) {
            @match source {
                None => (card(room, eyes, lit, id)),
                Some(source) => (ability(room, eyes, lit, &element, source, &source_name)),
            }
            @if let Some(pin) = pinned.iter().find(|pin| pin.entry == id) {
                p.pinned { "Finishes by its old text: " (pin.changes.join(", ")) " "
                    @if pin.fits.is_ok() && role == Role::Designer { button type="button" data-post="text" data-body=(format!("\"{element}\"")) { "Take the new text" } }
                    @else if let Err(why) = &pin.fits { span.muted { "(" (why) ")" } }
                }
            }
            div.about {
                strong { (what) }
                p.who { (controller) @if source.is_some() { ", ability" } }
                @if !at.is_empty() { p.aim { span.sign aria-hidden="true" { "\u{2192}" } " " (at.join(", ")) } }
                @if top { p.next { "resolves next" } }
                @if let Some(yields) = yields {
                    button type="button" data-post="pass" data-body=(format!("{{\"yield\":\"{element}\"}}")) aria-pressed=(yields)
                        title="Pass without being asked while abilities of its source are on top" { "Let these through" }
                }
            }
        }
    }
}

/// An ability: the frame of its source with a ribbon over it.
fn ability(room: &mut Room, eyes: Eyes, lit: &Lit, element: &str, source: ObjectId, name: &str) -> Markup {
    let (game, library, pictures, _) = room.drawing();
    let seen = game.object(source).is_some_and(|object| may_see(game, eyes, object) && !object.face_down);
    let picture = if seen {
        pictures.object(library, game, source)
    } else {
        CardPicture { name: name.to_owned(), ..CardPicture::default() }
    };
    html! {
        div.ability id=(element) role="button" tabindex=(if lit.word(element).is_some() { "0" } else { "-1" })
            data-light=[lit.word(element)] data-source=(object_id(source)) aria-label=(format!("ability of {name}"))
        {
            (card_frame(&picture, Size::Small))
            span.ribbon { "ability" }
        }
    }
}

/// What an entry of the stack is aimed at.
fn targets(room: &Room, id: ObjectId) -> Vec<cardwright_engine::object::Recipient> {
    room.game()
        .entry(id)
        .map(|entry| entry.bindings.targets.iter().flat_map(|one| one.chosen.iter().map(|(target, _)| *target)).collect())
        .unwrap_or_default()
}
