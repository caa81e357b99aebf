//! Cards on the table: an object with everything that can be said of it at a glance.

use super::frame::{CardPicture, Size, card_frame};
use super::{object_id, recipient_id};
use crate::room::{Eyes, Room};
use cardwright_engine::game::Game;
use cardwright_engine::ids::ObjectId;
use cardwright_engine::object::{Object, ObjectKind, Recipient};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use cardwright_play::words::{Names, count};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// What the open question lets somebody click.
#[derive(Clone, Debug, Default)]
pub(super) struct Lit {
    /// Elements that are choices.
    pub choices: BTreeSet<String>,
    /// Elements that something else can be aimed at.
    pub aims: BTreeSet<String>,
}

impl Lit {
    /// The word that lights an element up, if anything does.
    pub fn word(&self, id: &str) -> Option<&'static str> {
        match (self.choices.contains(id), self.aims.contains(id)) {
            (true, _) => Some("choice"),
            (false, true) => Some("aim"),
            (false, false) => None,
        }
    }
}

/// Whether those eyes may see which card it is.
pub(super) fn may_see(game: &Game, eyes: Eyes, object: &Object) -> bool {
    match eyes.player() {
        None => true,
        Some(player) if player.index() < game.players().len() => game.can_see(player, object),
        // Nobody's eyes: what is open to all.
        Some(_) => match object.zone {
            ZoneKind::Hand | ZoneKind::Library => false,
            _ => !object.face_down,
        },
    }
}

/// The back of a card: nothing is known of it.
pub(super) fn back(label: &str) -> Markup {
    html! { div.card.back role="img" aria-label=(label) { div.frame data-tint="back" data-size="small" {} } }
}

/// An object that those eyes see.
pub(super) fn card(room: &mut Room, eyes: Eyes, lit: &Lit, id: ObjectId) -> Markup {
    let names = room.names(eyes);
    let (game, library, pictures, trouble) = room.drawing();
    let Some(object) = game.object(id) else { return html! {} };
    let seen = may_see(game, eyes, object);
    let picture = if seen && !object.face_down {
        pictures.object(library, game, id)
    } else {
        // A face-down permanent shows what it is face down (modern 708.2).
        CardPicture::of(game.characteristics(id), "".into())
    };
    let element = object_id(id);
    let light = lit.word(&element);
    let key = game.definition(object.def).key;
    let glow = trouble.changed.get(&key).filter(|reload| seen && **reload == trouble.reloads);
    let creature = game.characteristics(id).types.is(CardType::Creature);
    let on_table = object.zone == ZoneKind::Battlefield;
    let sick = on_table && creature && object.summoning_sick;
    let combat = game.combat();
    let attacking = combat.and_then(|combat| combat.attacks(id));
    let blocking = combat.map(|combat| combat.blocked_with(id).to_vec()).unwrap_or_default();
    let host = object.attached_to;
    let statuses = statuses(game, object, sick, attacking.is_some(), !blocking.is_empty(), &names);
    let label = label(&picture, &statuses);
    html! {
        div.card id=(element)
            role="button" tabindex=(if light.is_some() { "0" } else { "-1" })
            aria-label=(label)
            data-light=[light]
            data-slot=(id.slot())
            data-key=[(seen && object.kind != ObjectKind::Ability).then_some(key.as_str())]
            data-tapped[object.is_tapped()] data-sick[sick] data-token[object.kind == ObjectKind::Token]
            data-attacking=[attacking.map(recipient_id)]
            data-blocking=[(!blocking.is_empty()).then(|| blocking.iter().map(|one| object_id(*one)).collect::<Vec<_>>().join(" "))]
            data-attached=[host.map(recipient_id)]
            data-glow=[glow]
            data-says=[(!statuses.is_empty()).then(|| statuses.join(", "))]
        {
            (card_frame(&picture, Size::Small))
            @if on_table || !object.counters.is_empty() {
                ul.marks aria-hidden="true" {
                    @for (kind, amount) in object.counters.iter().filter(|(kind, _)| !on_table || Some(kind.as_str()) != picture.sort.counted_in()) { li.counter title=(format!("{kind} counters")) { b { (amount) } (kind) } }
                    @for (name, number) in object.designations() { li.counter title="designation" { b { (number) } (name) } }
                    @if object.damage > 0 { li.damage title="damage marked on it" { b { (object.damage) } "dmg" } }
                    @if sick { li.sick title="came under control this turn" { "new" } }
                    @if object.is_tapped() { li.tapped title="tapped" {} }
                }
            }
            @if glow.is_some() { span.changed aria-hidden="true" title="changed on disk" { "changed" } }
        }
    }
}

/// What there is to say of an object besides what is printed on it.
fn statuses(game: &Game, object: &Object, sick: bool, attacks: bool, blocks: bool, names: &Names) -> Vec<String> {
    let mut words = Vec::new();
    if object.is_tapped() {
        words.push("tapped".to_owned());
    }
    if sick {
        words.push("came under control this turn".to_owned());
    }
    if object.damage > 0 {
        words.push(format!("{} damage", object.damage));
    }
    words.extend(object.counters.iter().map(|(kind, amount)| count(*amount as usize, &format!("{kind} counter"))));
    words.extend(object.designations().iter().map(|(name, number)| format!("{name} {number}")));
    if attacks {
        words.push("attacking".to_owned());
    }
    if blocks {
        words.push("blocking".to_owned());
    }
    match object.attached_to {
        Some(Recipient::Object(host)) => words.push(format!("attached to {}", names.object(game, host))),
        Some(Recipient::Player(player)) => words.push(format!("attached to {}", names.player(player))),
        None => {}
    }
    words
}

/// What a screen reader says of the card.
fn label(picture: &CardPicture, statuses: &[String]) -> String {
    let mut parts = vec![if picture.name.is_empty() { "face-down card".to_owned() } else { picture.name.clone() }];
    parts.extend(picture.cost.as_ref().map(|cost| format!("cost {cost}")));
    parts.push(picture.types.clone());
    parts.extend(picture.power_toughness.clone());
    parts.extend_from_slice(statuses);
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}
