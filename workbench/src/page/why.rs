//! Why: what made an object what it is, what it costs, and why it cannot do what it cannot do.

use super::inspector::Subject;
use crate::room::{Role, Room};
use cardwright_engine::ability::AbilityBody;
use cardwright_engine::game::Game;
use cardwright_engine::ids::{ObjectId, PlayerId};
use cardwright_engine::object::Recipient;
use cardwright_engine::question::{Ask, Purpose};
use cardwright_engine::why::{Fight, Obstacle, SaidIn};
use cardwright_engine::zone::ZoneKind;
use cardwright_library::Library;
use cardwright_play::words::{self, Names, Reason};
use maud::{Markup, html};

/// How many beats back a trigger is looked for: about a turn or two.
const BEATS: usize = 80;
/// How many things that happened are shown of a trigger.
const EVENTS: usize = 8;
/// How many delayed triggered abilities are shown of a card, the latest.
const DELAYED: usize = 3;
/// How many of the effects that do not apply are shown at once.
const UNFOLDED: usize = 3;

/// What can be done with it now, or why not.
pub(super) fn now(room: &Room, role: Role, subject: &Subject) -> Markup {
    let reasons = abilities_now(room, role, subject);
    html! {
        @if !reasons.is_empty() {
            section.why.now aria-label="Now" {
                h3 { "Now" }
                ul { @for (what, reason) in &reasons { li { @if !what.is_empty() { strong { (what) ": " } } @match reason { Some(reason) => (one(room, reason)), None => "possible" } } } }
            }
        }
    }
}

/// Everything that made it what it is.
pub(super) fn made(room: &Room, subject: &Subject) -> Markup {
    let (game, id) = (room.game(), subject.id);
    let Some(account) = game.why_characteristics(id) else { return html! {} };
    let steps = words::why_characteristics(game, &subject.names, &account);
    let missed = words::why_missed(game, &subject.names, &account);
    html! {
        section.why aria-label="Why it is what it is" {
            h3 { "Why it is what it is" }
            ol { @for reason in &steps { li { (one(room, reason)) } } }
            @if !missed.is_empty() {
                (folded("missed", "What does not apply", &missed, room))
            }
        }
        (cost(room, subject))
        (triggers(room, subject))
    }
}

/// A list that is long on a full board: the first of it, and the others where one asks for them.
fn folded(id: &str, title: &str, reasons: &[Reason], room: &Room) -> Markup {
    let (first, others) = reasons.split_at(reasons.len().min(UNFOLDED));
    html! {
        h4 { (title) }
        ul { @for reason in first { li { (one(room, reason)) } } }
        @if !others.is_empty() {
            details.more id=(format!("why-{id}")) {
                summary { (others.len()) " more" }
                ul { @for reason in others { li { (one(room, reason)) } } }
            }
        }
    }
}

/// One sentence, with the rule and where the library says it.
fn one(room: &Room, reason: &Reason) -> Markup {
    let place = reason.made_by.and_then(|said| place(&room.library, said));
    html! {
        (reason.words)
        @if !reason.rule.is_empty() { " " span.rule { (reason.rule.trim_start_matches("modern:")) } }
        @if let (Some(said), Some((file, line))) = (reason.made_by, place) {
            " " button.link.place type="button" data-read=(said.key) data-file=(file) data-line=(line) title=(format!("{file}:{line}")) { (said.key) ":" (line) }
        }
    }
}

/// The file and line of an ability; the card's first line if it is not known which.
fn place(library: &Library, said: SaidIn) -> Option<(String, u32)> {
    let card = library.card_by_key(said.key)?;
    let face = usize::from(said.face);
    let line = said
        .ability
        .and_then(|ability| card.definition.faces.get(face)?.abilities().get(usize::from(ability)))
        .map_or(0, |instance| instance.ability.line.0);
    match card.scripts.get(face) {
        Some(Some(script)) if line > 0 => {
            // A script in a card file begins somewhere in it.
            let before = script.file.text.get(..script.span.start)?.matches('\n').count() as u32;
            Some((script.file.path.to_string(), before + line))
        }
        _ => Some((card.path().to_string(), 1)),
    }
}

/// Of each thing that the player could think of doing with it: that it is possible, or the reason why not.
fn abilities_now(room: &Room, role: Role, subject: &Subject) -> Vec<(String, Option<Reason>)> {
    let (game, id, names) = (room.game(), subject.id, &subject.names);
    let Some(player) = subject.player else { return Vec::new() };
    let Some(object) = game.object(id) else { return Vec::new() };
    let said = |obstacle: Option<Obstacle>| obstacle.map(|obstacle| words::why_obstacle(game, names, id, &obstacle));
    let mut all = Vec::new();
    let own = game.controller(id) == player;
    if matches!(object.zone, ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Exile | ZoneKind::Command) && object.owner == player
    {
        let land = game.characteristics(id).types.is(cardwright_engine::types::CardType::Land);
        if land {
            all.push(("Play it".to_owned(), said(game.obstacle_to_playing(player, id))));
        } else {
            all.push(("Cast it".to_owned(), said(game.obstacle_to_casting(player, id, None))));
        }
    }
    if object.zone == ZoneKind::Battlefield && own {
        for (place, instance) in game.abilities(id).iter().enumerate() {
            if matches!(instance.ability.kind, AbilityBody::Activated(_)) {
                let place = place as u16;
                let what = format!("Activate{}", words::which_ability(game, id, place));
                all.push((what, said(game.obstacle_to_activating(player, id, place))));
            }
        }
    }
    all.extend(asked(room, role, subject, player, own));
    all
}

/// Why it is not among what can be chosen now.
fn asked(room: &Room, role: Role, subject: &Subject, player: PlayerId, own: bool) -> Vec<(String, Option<Reason>)> {
    let (game, id, names) = (room.game(), subject.id, &subject.names);
    let Some((_, question)) = room.question().filter(|(_, question)| room.answers_for(role, question.player)) else {
        return Vec::new();
    };
    match &question.ask {
        Ask::Attackers(_) if own => {
            let players = game.opponents(player).map(Recipient::Player);
            let fight = |defender: Recipient| {
                let why = game.why_not_attack_with(id, defender, &[]);
                (
                    format!("Attack {}", names.recipient(game, defender)),
                    why.map(|why| words::why_not_fight(game, names, Fight::Attack, id, &why)),
                )
            };
            players.map(fight).collect()
        }
        Ask::Blockers(_) if own => {
            let attackers = game
                .combat()
                .map(|combat| combat.attackers.iter().map(|attacker| attacker.id).collect::<Vec<_>>())
                .unwrap_or_default();
            let fight = |attacker: ObjectId| {
                let why = game.why_not_block_with(id, attacker, &[]);
                (
                    format!("Block {}", names.object(game, attacker)),
                    why.map(|why| words::why_not_fight(game, names, Fight::Block, id, &why)),
                )
            };
            attackers.into_iter().map(fight).collect()
        }
        Ask::Choose { purpose: Purpose::Targets(_), .. } => {
            let Some(about) = question.about else { return Vec::new() };
            let target = Recipient::Object(id);
            let why = |place| {
                let why = game.why_not_target(question.player, place, target, &[])?;
                Some((
                    format!("Target of {}", names.object(game, about)),
                    Some(words::why_not_target(game, names, place, target, &why)),
                ))
            };
            game.target_places(about).into_iter().filter_map(why).take(2).collect()
        }
        _ => Vec::new(),
    }
}

/// What it costs and why.
fn cost(room: &Room, subject: &Subject) -> Markup {
    let (game, id) = (room.game(), subject.id);
    let castable = game
        .object(id)
        .is_some_and(|object| matches!(object.zone, ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Exile | ZoneKind::Command));
    let account = subject.player.filter(|_| castable).and_then(|player| game.why_cost(player, id, 0));
    let reasons = account.map(|account| words::why_cost(game, &subject.names, &account)).unwrap_or_default();
    html! {
        @if !reasons.is_empty() {
            section.why aria-label="What it costs" {
                h3 { "What it costs" }
                ol { @for reason in &reasons { li { (one(room, reason)) } } }
            }
        }
    }
}

/// Of each of its triggered abilities, what happened lately that it waits for, and whether it triggered.
fn triggers(room: &Room, subject: &Subject) -> Markup {
    let (game, id) = (room.game(), subject.id);
    let to = room.looking.as_ref().filter(|_| room.is_past()).map(|looking| looking.beat);
    let from = to.unwrap_or(room.table.beats()).saturating_sub(BEATS);
    let triggered = |(place, instance): (usize, &cardwright_engine::ability::AbilityInstance)| {
        matches!(instance.ability.kind, AbilityBody::Triggered(_)).then_some(place as u16)
    };
    let on_field = game.permanent(id).is_some();
    let abilities: Vec<u16> =
        if on_field { game.abilities(id).iter().enumerate().filter_map(triggered).collect() } else { Vec::new() };
    let several = abilities.len() > 1;
    let title = |number: usize| if several { format!("Triggered ability {number}") } else { String::new() };
    let answers = abilities.into_iter().zip(1..).filter_map(|(ability, number)| {
        let inquiry = room.table.why_triggered(game, (id, ability), from, to).ok()??;
        Some((title(number), lately(game, &subject.names, &inquiry)))
    });
    let mut answers: Vec<(String, Vec<Reason>)> = answers.collect();
    let delayed = room.table.why_delayed(game, id, from, to).unwrap_or_default();
    let skipped = delayed.len().saturating_sub(DELAYED);
    for inquiry in &delayed[skipped..] {
        answers.push(("Delayed triggered ability".to_owned(), lately(game, &subject.names, inquiry)));
    }
    html! {
        @if !answers.is_empty() {
            section.why aria-label="Whether it triggered" {
                h3 { "Whether it triggered" }
                @for (title, reasons) in &answers {
                    @if !title.is_empty() { h4 { (title) } }
                    ul { @for reason in reasons { li { (one(room, reason)) } } }
                }
            }
        }
    }
}

fn lately(game: &Game, names: &Names, inquiry: &cardwright_engine::why::TriggerInquiry) -> Vec<Reason> {
    let mut reasons = words::why_trigger(game, names, inquiry);
    let skipped = reasons.len().saturating_sub(EVENTS);
    reasons.drain(..skipped);
    reasons
}
