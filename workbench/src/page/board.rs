//! The players with their zones, and the steps of the turn.

use super::card::{Lit, back, card, may_see};
use super::places::{Row, Spot, attached_here, fit, host_player, lay, shares, spots};
use super::{player_id, question, symbols};
use crate::room::{Eyes, Role, Room};
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::zone::ZoneKind;
use cardwright_play::words::{self, STEPS};
use maud::{Markup, html};

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
        div.areas data-players=(players) { @for player in order { (player_area(room, eyes, &lit, player, player == near)) } }
    }
}

fn player_area(room: &mut Room, eyes: Eyes, lit: &Lit, player: PlayerId, near: bool) -> Markup {
    let game = room.game();
    let name = room.table.names().player(player);
    let state = game.player(player);
    let hand = state.hand.clone();
    let lying: Vec<ObjectId> = game
        .permanents()
        .map(|object| object.id)
        .filter(|id| game.controller(*id) == player && host_player(game, *id).is_none() && attached_here(game, *id).is_none())
        .collect();
    let of_row = |row: Row| {
        let ids: Vec<ObjectId> = lying.iter().copied().filter(|id| Row::of(game, *id) == row).collect();
        spots(game, lit, &ids)
    };
    let mut lists: Vec<(Row, Vec<Spot>)> = [Row::Creatures, Row::Others, Row::Lands].map(|row| (row, of_row(row))).into();
    let shares = shares(&lists);
    if !near {
        lists.reverse();
    }
    let turn = game.turn();
    let active = turn.active == player;
    let asked = room.question().is_some_and(|(_, question)| question.player == player);
    let out = !state.is_playing();
    let hand_area = hand_area(room, eyes, lit, player, &hand);
    html! {
        section.player id=(format!("area{}", player.0)) data-near[near] data-active[active] data-asked[asked] data-out[out] aria-label=(name) {
            (header(room, eyes, lit, player, active, asked))
            @if !near { (hand_area) }
            div.field style=(shares) {
                @for (row, spots) in &lists {
                    div.row role="group" aria-label=(format!("{name}: {}", row.word())) data-row=(format!("{row:?}").to_lowercase())
                        data-empty[spots.is_empty()] style=(fit(spots))
                    {
                        @for spot in spots { (lay(room, eyes, lit, spot)) }
                    }
                }
            }
            @if near { (hand_area) }
        }
    }
}

fn hand_area(room: &mut Room, eyes: Eyes, lit: &Lit, player: PlayerId, hand: &[ObjectId]) -> Markup {
    let name = room.table.names().player(player);
    let seen: Vec<bool> =
        hand.iter().map(|id| room.game().object(*id).is_some_and(|object| may_see(room.game(), eyes, object))).collect();
    html! {
        div.hand role="group" aria-label=(format!("{name}: hand, {}", words::count(hand.len(), "card")))
            data-open[seen.contains(&true)] style=(format!("--n:{}", hand.len()))
        {
            @for (place, (id, seen)) in hand.iter().zip(seen).enumerate() {
                div.held style=(format!("--i:{place}")) { @if seen { (card(room, eyes, lit, *id)) } @else { (back("a card")) } }
            }
        }
    }
}

fn header(room: &mut Room, eyes: Eyes, lit: &Lit, player: PlayerId, active: bool, asked: bool) -> Markup {
    let game = room.game();
    let name = room.table.names().player(player);
    let state = game.player(player);
    let element = player_id(player);
    let light = lit.word(&element);
    let (life, counters, pool) = (state.life, state.counters.clone(), state.pool.to_string());
    let (library, hand) = (state.library.len(), state.hand.len());
    let playing = state.is_playing();
    let with = team_mates(room, player);
    let attached: Vec<ObjectId> =
        game.permanents().map(|object| object.id).filter(|id| host_player(game, *id) == Some(player)).collect();
    let attached = spots(game, lit, &attached);
    let (graveyard, exile, command) =
        (state.graveyard.clone(), owned(game, game.exile(), player), owned(game, game.command(), player));
    html! {
        header.facts {
            div.who id=(element) role="button" tabindex=(if light.is_some() { "0" } else { "-1" }) data-light=[light]
                aria-label=(format!("{name}, {life} life{}{}{}", if with.is_empty() { String::new() } else { format!(", {with}") }, if active { ", takes the turn" } else { "" }, if playing { "" } else { ", out of the game" }))
            {
                span.name { (name) }
                span.life data-life=(life) data-low[life <= 5] { (life) }
                @for (kind, amount) in &counters { span.counter { b { (amount) } " " (kind) } }
                @if !playing { span.gone { "out" } }
            }
            p.states aria-hidden="true" {
                @if active { span.active { "turn" } }
                @if asked { span.asked { "asked" } }
                @if !with.is_empty() { span.team { (with) } }
            }
            ul.stocks aria-label=(format!("{name}: hidden cards")) {
                li.fact data-fact="hand" title="cards in hand" { b { (hand) } " in hand" }
                li.fact data-fact="library" title="cards in library" { b { (library) } " in library" }
            }
            @if !pool.is_empty() { div.pool role="group" aria-label=(format!("{name}: floating mana")) { (symbols::in_words(&pool)) } }
            @if !attached.is_empty() {
                div.curses role="group" aria-label=(format!("attached to {name}")) { @for spot in &attached { (lay(room, eyes, lit, spot)) } }
            }
            div.zones {
                (zone(room, eyes, lit, player, ZoneKind::Graveyard, &graveyard))
                (zone(room, eyes, lit, player, ZoneKind::Exile, &exile))
                (zone(room, eyes, lit, player, ZoneKind::Command, &command))
            }
        }
    }
}

/// With whom the player plays: "with b and c"; nothing for who plays alone.
fn team_mates(room: &Room, player: PlayerId) -> String {
    let game = room.game();
    let mates = game.players().iter().filter(|other| game.are_teammates(player, other.id));
    let mates: Vec<String> = mates.map(|other| room.table.names().player(other.id)).collect();
    if mates.is_empty() { String::new() } else { format!("with {}", words::list(&mates)) }
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
            summary { span.word { (kind.word()) } " " span.count { (ids.len()) } }
            div.cards role="group" aria-label=(kind.word()) {
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
        strong.turn { span.number { "Turn " (turn.number) } " " span.whose { (room.table.names().player(turn.active)) } }
        ol.steps {
            @for (step, name, _) in STEPS {
                @let stop = stops.is_some_and(|stops| if own { &stops.own } else { &stops.others }.contains(&step));
                @let now = step == turn.step;
                li data-step=(format!("{step:?}")) data-now[now] data-stop[stop] aria-current=[now.then_some("step")] {
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
