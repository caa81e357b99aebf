//! Setting up the board by hand: a form for one object or player. Each control is a wish of its own.

use super::{object_id, player_id};
use crate::room::{Room, Zone};
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::Recipient;
use cardwright_engine::zone::ZoneKind;
use cardwright_play::words::STEPS;
use maud::{Markup, html};

/// The form for an object.
pub(super) fn object(room: &Room, id: ObjectId) -> Markup {
    let game = room.game();
    let Some(object) = game.object(id) else { return html! {} };
    let element = object_id(id);
    let names = room.table.names();
    let on_field = object.zone == ZoneKind::Battlefield;
    let controller = game.controller(id);
    html! {
        section.setup aria-label="Set up" data-of=(element) {
            h3 { "Set up" }
            p {
                label { "Move to " select data-wish="move" data-arg="zone" {
                    option value="" { "\u{2026}" }
                    @for (_, word, label) in Zone::ALL { option value=(word) { (label) } }
                } }
                button type="button" data-wish="remove" { "Remove" }
            }
            @if on_field {
                p {
                    label { input type="checkbox" data-wish="tapped" checked[object.is_tapped()]; " tapped" }
                    label { input type="checkbox" data-wish="sick" checked[object.summoning_sick]; " new this turn" }
                    label { input type="checkbox" data-wish="face_down" checked[object.face_down]; " face down" }
                }
                p {
                    label { "Damage " input type="number" min="0" max="999" value=(object.damage) data-wish="damage" data-arg="damage"; }
                    label { "Controller " select data-wish="controller" data-arg="player" {
                        @for player in game.players() { option value=(player_id(player.id)) selected[player.id == controller] { (names.player(player.id)) } }
                    } }
                }
                p {
                    label { "Attached to " select data-wish="attach" data-arg="to" {
                        option value="" { "nothing" }
                        @for other in game.permanents().filter(|other| other.id != id) {
                            option value=(object_id(other.id)) selected[object.attached_to == Some(Recipient::Object(other.id))] { (names.object_exactly(game, other.id)) }
                        }
                    } }
                }
            }
            (counters(&element, &object.counters.iter().map(|(kind, amount)| (kind.to_string(), *amount)).collect::<Vec<_>>()))
        }
    }
}

/// The form for a player.
pub(super) fn player(room: &Room, player: PlayerId) -> Markup {
    let game = room.game();
    let state = game.player(player);
    let element = player_id(player);
    html! {
        section.setup aria-label="Set up" data-of=(element) {
            h3 { "Set up" }
            p {
                label { "Life " input type="number" min="-999" max="99999" value=(state.life) data-wish="life" data-arg="life"; }
                label { "Mana " input type="text" size="8" placeholder="RRG" value="" data-wish="mana" data-arg="mana"; }
            }
            p {
                label { "Step of their turn " select data-wish="step" data-arg="step" {
                    option value="" { "\u{2026}" }
                    @for (step, name, _) in STEPS { option value=(format!("{step:?}")) { (name) } }
                } }
            }
            (counters(&element, &state.counters.iter().map(|(kind, amount)| (kind.to_string(), *amount)).collect::<Vec<_>>()))
        }
    }
}

fn counters(element: &str, known: &[(String, u32)]) -> Markup {
    html! {
        @for (kind, amount) in known {
            p { label { (kind) " counters " input type="number" min="0" max="9999" value=(amount) data-wish="counters" data-arg="amount" data-kind=(kind); } }
        }
        p {
            label { "New counters " input type="text" size="8" placeholder="+1/+1" data-new-kind aria-label="Kind of counter"; }
            label { input type="number" min="0" max="9999" value="1" data-new-amount aria-label="How many"; }
            button type="button" data-new-counters=(element) { "Add" }
        }
    }
}
