//! One card to be read: as it is now, as it is printed, what the program says it does, and why it cannot be used.

use super::card::may_see;
use super::frame::{CardPicture, Size, card_frame};
use super::{object_id, setup, symbols, why};
use crate::room::{Eyes, Role, Room};
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::symbol::Symbol;
use cardwright_lint::LibraryLexicon;
use cardwright_play::words::{self, Names};
use cardwright_text::{Style, joined, rules_text};
use maud::{Markup, html};

/// What is inspected, and by whom.
pub(super) struct Subject {
    /// The object.
    pub id: ObjectId,
    /// Names as whoever looks reads them.
    pub names: Names,
    /// The player who would use it.
    pub player: Option<PlayerId>,
}

/// An object of the game. `None` if there is none that those eyes may see.
pub fn object(room: &mut Room, role: Role, eyes: Eyes, element: &str) -> Option<Markup> {
    let id = room.object_of(element)?;
    let game = room.game();
    let object = game.object(id).filter(|object| may_see(game, eyes, object))?;
    let key = game.definition(object.def).key;
    let (zone, face, face_down) = (object.zone, object.face, object.face_down);
    let names = room.names(eyes);
    let controller = names.player(game.controller(id));
    let owner = names.player(object.owner);
    let now = if face_down {
        CardPicture::of(game.characteristics(id), "".into())
    } else {
        let (game, library, pictures, _) = room.drawing();
        pictures.object(library, game, id)
    };
    let player = match (eyes, room.question()) {
        (Eyes::Of(player), _) => Some(player),
        (_, Some((_, question))) if room.answers_for(role, question.player) => Some(question.player),
        _ => None,
    };
    let subject = Subject { id, names: room.names(eyes), player };
    Some(html! {
        div.inspected data-object=(object_id(id)) data-key=(key) {
            (heading(&now.name))
            (card_frame(&now, Size::Full))
            p.muted { (zone.word()) ", " (controller) @if controller != owner { " (owned by " (owner) ")" } }
            (why::now(room, role, &subject))
            (why::made(room, &subject))
            (printed(room, key, face))
            @if role == Role::Designer { (setup::object(room, id)) }
        }
    })
}

/// A player.
pub fn player(room: &Room, role: Role, element: &str) -> Option<Markup> {
    let player = room.player_of(element)?;
    let game = room.game();
    let state = game.player(player);
    let keywords = game.player_keywords(player);
    Some(html! {
        div.inspected data-object=(element) {
            (heading(&room.table.names().player(player)))
            p { (state.life) " life, " (words::count(state.hand.len(), "card")) " in hand, " (state.library.len()) " in the library" }
            @if !keywords.is_empty() { p { "Has " (keywords.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(", ")) } }
            @if role == Role::Designer { (setup::player(room, player)) }
        }
    })
}

/// A card of the game or the library, by its key.
pub fn card(room: &mut Room, key: &str) -> Option<Markup> {
    let key = Symbol::new(key);
    let definition = definition(room, key)?;
    let faces: Vec<CardPicture> = (0_u8..)
        .zip(&definition.faces)
        .map(|(place, face)| CardPicture::of_face(face, room.pictures.text(&room.library, &definition, place)))
        .collect();
    Some(html! {
        div.inspected data-key=(key) {
            (heading(definition.name().as_str()))
            @for picture in &faces { (card_frame(picture, Size::Full)) }
            (printed(room, key, 0))
        }
    })
}

fn heading(name: &str) -> Markup {
    html! {
        header.drawer {
            h2 { (if name.is_empty() { "Face-down card" } else { name }) }
            button type="button" data-close="card" aria-label="Close the card" { "\u{00d7}" }
        }
    }
}

fn definition(room: &Room, key: Symbol) -> Option<std::sync::Arc<cardwright_engine::definition::CardDef>> {
    let definitions = room.game().definitions();
    definitions.find(key).map(|id| definitions.get(id).clone()).or_else(|| room.library.definition(key).cloned())
}

/// What is printed, and what the program says that it does.
fn printed(room: &mut Room, key: Symbol, face: u8) -> Markup {
    let Some(definition) = definition(room, key) else { return html! {} };
    let Some(front) = definition.faces.get(usize::from(face)) else { return html! {} };
    let written = joined(&rules_text(front, &LibraryLexicon(&room.library), Style::default()));
    let text = room.pictures.text(&room.library, &definition, face);
    let path = room.library.card_by_key(key).map(|card| card.path().clone());
    html! {
        @if !written.is_empty() && *written != *text {
            section.written aria-label="What it does, as the program says it" {
                h3 { "What it does" }
                (symbols::rules_text(&written))
            }
        }
        @if let Some(path) = path { p.muted.path { (path) } }
    }
}
