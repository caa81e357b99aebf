//! The players with their zones, and the steps of the turn.

use super::card::{Lit, back, card, may_see};
use super::{player_id, question, symbols};
use crate::room::{Eyes, Role, Room};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;
use cardwright_play::words::{self, STEPS};
use maud::{Markup, html};

/// The rows in which permanents lie, the nearest to the middle of the table first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Creatures,
    Others,
    Lands,
}

impl Row {
    fn of(game: &Game, id: ObjectId) -> Row {
        let types = &game.characteristics(id).types;
        if types.is(CardType::Creature) {
            Row::Creatures
        } else if types.is(CardType::Land) {
            Row::Lands
        } else {
            Row::Others
        }
    }
    fn word(self) -> &'static str {
        match self {
            Row::Creatures => "creatures",
            Row::Others => "other permanents",
            Row::Lands => "lands",
        }
    }
}

/// Everybody's zones: the others first, then whoever looks.
pub(super) fn board(room: &mut Room, role: Role, eyes: Eyes) -> Markup {
    let lit = question::lit(room, role);
    let players = room.game().players().len() as u8;
    let near = match eyes {
        Eyes::Of(player) => player,
        Eyes::Public | Eyes::All => PlayerId(0),
    };
    // The next in turn order sits at the left, and so on round the table.
    let order: Vec<PlayerId> = (1..players).map(|step| PlayerId((near.0 + step) % players)).chain([near]).collect();
    html! {
        @for player in order { (player_area(room, eyes, &lit, player, player == near)) }
    }
}

fn player_area(room: &mut Room, eyes: Eyes, lit: &Lit, player: PlayerId, near: bool) -> Markup {
    let game = room.game();
    let name = room.table.names().player(player);
    let state = game.player(player);
    let hand = state.hand.clone();
    let permanents: Vec<ObjectId> = game
        .permanents()
        .map(|object| object.id)
        .filter(|id| game.controller(*id) == player && host_player(game, *id).is_none())
        .collect();
    let rows = [Row::Creatures, Row::Others, Row::Lands];
    let of_row = |row: Row| {
        permanents
            .iter()
            .copied()
            .filter(|id| Row::of(game, *id) == row && attached_here(game, *id).is_none())
            .collect::<Vec<_>>()
    };
    let mut lists: Vec<(Row, Vec<ObjectId>)> = rows.into_iter().map(|row| (row, of_row(row))).collect();
    if !near {
        lists.reverse();
    }
    let turn = game.turn();
    let active = turn.active == player;
    let asked = room.question().is_some_and(|(_, question)| question.player == player);
    let hand_area = hand_area(room, eyes, lit, player, &hand);
    html! {
        section.player id=(format!("area{}", player.0)) data-near[near] data-active[active] data-asked[asked] aria-label=(name) {
            (header(room, eyes, lit, player))
            @if !near { (hand_area) }
            div.field {
                @for (row, ids) in &lists {
                    div.row role="group" aria-label=(format!("{name}: {}", row.word())) data-row=(format!("{row:?}").to_lowercase()) {
                        @for id in ids { (pile(room, eyes, lit, *id)) }
                    }
                }
            }
            @if near { (hand_area) }
        }
    }
}

/// A permanent with what is attached to it behind it.
fn pile(room: &mut Room, eyes: Eyes, lit: &Lit, id: ObjectId) -> Markup {
    let game = room.game();
    let attached: Vec<ObjectId> =
        game.permanents().map(|object| object.id).filter(|other| attached_here(game, *other) == Some(id)).collect();
    if attached.is_empty() {
        return card(room, eyes, lit, id);
    }
    html! {
        div.pile { @for other in attached { (pile(room, eyes, lit, other)) } (card(room, eyes, lit, id)) }
    }
}

/// The permanent that it lies with, if that is there.
fn attached_here(game: &Game, id: ObjectId) -> Option<ObjectId> {
    use cardwright_engine::object::Recipient;
    match game.permanent(id)?.attached_to {
        Some(Recipient::Object(host)) if host != id && game.permanent(host).is_some() => Some(host),
        _ => None,
    }
}

fn host_player(game: &Game, id: ObjectId) -> Option<PlayerId> {
    use cardwright_engine::object::Recipient;
    match game.permanent(id)?.attached_to {
        Some(Recipient::Player(player)) => Some(player),
        _ => None,
    }
}

fn hand_area(room: &mut Room, eyes: Eyes, lit: &Lit, player: PlayerId, hand: &[ObjectId]) -> Markup {
    let name = room.table.names().player(player);
    html! {
        div.hand role="group" aria-label=(format!("{name}: hand, {}", words::count(hand.len(), "card"))) {
            @for id in hand {
                @if room.game().object(*id).is_some_and(|object| may_see(room.game(), eyes, object)) { (card(room, eyes, lit, *id)) }
                @else { (back("a card")) }
            }
        }
    }
}

fn header(room: &mut Room, eyes: Eyes, lit: &Lit, player: PlayerId) -> Markup {
    let game = room.game();
    let name = room.table.names().player(player);
    let state = game.player(player);
    let element = player_id(player);
    let light = lit.word(&element);
    let (life, counters, pool) = (state.life, state.counters.clone(), state.pool.to_string());
    let (library, hand) = (state.library.len(), state.hand.len());
    let playing = state.is_playing();
    let attached: Vec<ObjectId> =
        game.permanents().map(|object| object.id).filter(|id| host_player(game, *id) == Some(player)).collect();
    let (graveyard, exile, command) =
        (state.graveyard.clone(), owned(game, game.exile(), player), owned(game, game.command(), player));
    html! {
        header.facts {
            div.who id=(element) role="button" tabindex=(if light.is_some() { "0" } else { "-1" }) data-light=[light]
                aria-label=(format!("{name}, {life} life{}", if playing { "" } else { ", out of the game" }))
            {
                span.name { (name) }
                span.life data-life=(life) { (life) }
                @for (kind, amount) in &counters { span.counter { (amount) " " (kind) } }
                @if !playing { span.gone { "out" } }
            }
            span.fact title="cards in hand" data-fact="hand" { (hand) }
            span.fact title="cards in library" data-fact="library" { (library) }
            @if !pool.is_empty() { span.pool aria-label="floating mana" { (symbols::rules_text(&pool)) } }
            @for id in attached { (pile(room, eyes, lit, id)) }
            (zone(room, eyes, lit, player, ZoneKind::Graveyard, &graveyard))
            (zone(room, eyes, lit, player, ZoneKind::Exile, &exile))
            (zone(room, eyes, lit, player, ZoneKind::Command, &command))
        }
    }
}

fn owned(game: &Game, ids: &[ObjectId], player: PlayerId) -> Vec<ObjectId> {
    ids.iter().copied().filter(|id| game.object(*id).is_some_and(|object| object.owner == player)).collect()
}

/// A zone whose cards lie on each other: a count that opens.
fn zone(room: &mut Room, eyes: Eyes, lit: &Lit, player: PlayerId, kind: ZoneKind, ids: &[ObjectId]) -> Markup {
    if ids.is_empty() && kind != ZoneKind::Graveyard {
        return html! {};
    }
    let id = format!("z{}-{}", player.0, kind.word().replace(' ', "-"));
    let lit_inside = ids.iter().any(|id| lit.word(&super::object_id(*id)).is_some());
    html! {
        details.zone id=(id) data-zone=(kind.word()) data-lit[lit_inside] {
            summary { (kind.word()) " " span.count { (ids.len()) } }
            div.cards {
                @for id in ids.iter().rev() {
                    @if room.game().object(*id).is_some_and(|object| may_see(room.game(), eyes, object)) { (card(room, eyes, lit, *id)) }
                    @else { (back("a face-down card")) }
                }
            }
        }
    }
}

/// The steps of the turn, with the stops of whoever looks.
pub(super) fn phases(room: &Room, role: Role, eyes: Eyes) -> Markup {
    let game = room.game();
    let turn = game.turn();
    let seat = match (role, eyes) {
        (Role::Watcher, _) => None,
        (Role::Designer | Role::Player(_), Eyes::Of(player)) => Some(player).filter(|player| room.answers_for(role, *player)),
        (Role::Designer | Role::Player(_), _) => None,
    };
    let stops = seat.and_then(|seat| room.stops.get(seat.index()));
    let own = seat == Some(turn.active);
    html! {
        strong.turn { "Turn " (turn.number) ", " (room.table.names().player(turn.active)) }
        ol.steps {
            @for (step, name, _) in STEPS {
                @let stop = stops.is_some_and(|stops| if own { &stops.own } else { &stops.others }.contains(&step));
                @let now = step == turn.step;
                li data-now[now] data-stop[stop] aria-current=[now.then_some("step")] {
                    @if stops.is_some() {
                        button type="button" data-post="stop" data-own=(own) data-step=(format!("{step:?}")) aria-pressed=(stop)
                            title=(format!("stop in the {name} of {} turns", if own { "your" } else { "others'" })) { (short(name)) }
                    } @else { span { (short(name)) } }
                }
            }
        }
    }
}

fn short(name: &str) -> String {
    let name = name.trim_end_matches(" step").trim_end_matches(" phase");
    match name {
        "precombat main" => "main 1".to_owned(),
        "postcombat main" => "main 2".to_owned(),
        "beginning of combat" => "combat".to_owned(),
        "declare attackers" => "attackers".to_owned(),
        "declare blockers" => "blockers".to_owned(),
        "first combat damage" => "first damage".to_owned(),
        "combat damage" => "damage".to_owned(),
        other => other.to_owned(),
    }
}
