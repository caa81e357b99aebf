//! The open question as a form: every legal answer is a control with a name, and each control says which elements of the table
//! stand for it. The browser's module lets a click on such an element be a click on its control.

use super::card::Lit;
use super::{object_id, player_id, recipient_id, symbols};
use crate::room::{Eyes, Role, Room};
use cardwright_engine::ability::{AbilityBody, Body};
use cardwright_engine::combat::{AttackOptions, BlockOptions, DamageOptions};
use cardwright_engine::game::{Game, Outcome};
use cardwright_engine::ids::PlayerId;
use cardwright_engine::object::{EntryKind, Recipient};
use cardwright_engine::question::{Action, Ask, Choice, Question};
use cardwright_lint::LibraryLexicon;
use cardwright_play::table::Status;
use cardwright_play::words::{self, Names};
use cardwright_text::{Style, joined, rules_text};
use maud::{Markup, html};

/// The elements of the table that stand for legal answers.
pub(super) fn lit(room: &Room, role: Role) -> Lit {
    let mut lit = Lit::default();
    let Some((_, question)) = room.question().filter(|(_, question)| room.answers_for(role, question.player)) else { return lit };
    match &question.ask {
        Ask::Priority(actions) => lit.choices.extend(actions.iter().filter_map(action_element)),
        Ask::Choose { options, .. } => lit.choices.extend(options.iter().filter_map(choice_element)),
        Ask::Divide { among, .. } => lit.choices.extend(among.iter().map(|one| recipient_id(*one))),
        Ask::AssignDamage(options) => lit.choices.extend(options.among.iter().map(|(one, _)| recipient_id(*one))),
        Ask::Attackers(options) => {
            lit.choices.extend(options.candidates.iter().map(|(one, _)| object_id(*one)));
            lit.aims.extend(options.candidates.iter().flat_map(|(_, at)| at.iter().map(|one| recipient_id(*one))));
        }
        Ask::Blockers(options) => {
            lit.choices.extend(options.candidates.iter().map(|(one, _)| object_id(*one)));
            lit.aims.extend(options.candidates.iter().flat_map(|(_, at)| at.iter().map(|one| object_id(*one))));
        }
        Ask::Number { .. } => {}
    }
    lit
}

fn action_element(action: &Action) -> Option<String> {
    match action {
        Action::Pass => None,
        Action::PlayLand(id) | Action::Cast { card: id, .. } | Action::Activate { source: id, .. } | Action::TurnFaceUp(id) => {
            Some(object_id(*id))
        }
    }
}

fn choice_element(choice: &Choice) -> Option<String> {
    match choice {
        Choice::Object(id) | Choice::Ability { source: id, .. } => Some(object_id(*id)),
        Choice::Player(player) => Some(player_id(*player)),
        _ => None,
    }
}

/// The form for whoever is asked; for the others, who is asked.
pub(super) fn question(room: &Room, role: Role, eyes: Eyes) -> Markup {
    let names = room.names(eyes);
    if room.is_past() {
        return html! { p.muted.waiting { "This is the past. Play on from here, or go back to now." } };
    }
    match &room.status {
        Status::Over(outcome) => over(room, &names, *outcome),
        Status::Stuck(stop) => html! {
            div.stuck role="alert" {
                h2 { "The game cannot go on" }
                p { (stop) }
                p.muted { "Mend the script and save it, or go back in time." }
            }
        },
        Status::Goes => html! { p.muted.waiting { "The game goes on\u{2026}" } },
        Status::Waiting(asked) if room.answers_for(role, asked.player) => form(room, &names, asked),
        Status::Waiting(asked) => html! { p.muted.waiting { (names.player(asked.player)) " is asked\u{2026}" } },
    }
}

fn over(room: &Room, names: &Names, outcome: Outcome) -> Markup {
    let words = match outcome {
        Outcome::Won(player) => cardwright_play::words::won(room.game(), names, player),
        Outcome::Draw => "The game is a draw".to_owned(),
    };
    html! {
        div.over role="status" {
            h2 { (words) }
            p.muted { "in turn " (room.game().turn().number) }
        }
    }
}

fn form(room: &Room, names: &Names, question: &Question) -> Markup {
    let game = room.game();
    let about = question.about.map(|object| names.object(game, object));
    let kind = match &question.ask {
        Ask::Priority(_) => "action",
        Ask::Choose { .. } => "chosen",
        Ask::Number { .. } => "number",
        Ask::Divide { .. } | Ask::AssignDamage(_) => "division",
        Ask::Attackers(_) => "attacks",
        Ask::Blockers(_) => "blocks",
    };
    html! {
        form.question data-question=(room.serial) data-kind=(kind) autocomplete="off" {
            h2 {
                span.asked { (names.player(question.player)) } ": "
                (title(&question.ask))
                @if let Some(about) = &about { span.about { " (" (about) ")" } }
            }
            @match &question.ask {
                Ask::Priority(actions) => (priority(game, names, actions)),
                Ask::Choose { options, min, max, ordered, .. } => (choose(&Options { game, names, asked: question.player, modes: modes(room, question) }, options, *min, *max, *ordered)),
                Ask::Number { min, max, except, .. } => (number(*min, *max, except)),
                Ask::Divide { total, among, min_each, .. } => (divide(game, names, *total, among, *min_each)),
                Ask::Attackers(options) => (attackers(game, names, options)),
                Ask::Blockers(options) => (blockers(game, names, options)),
                Ask::AssignDamage(options) => (damage(game, names, options)),
            }
            p.refusal role="alert" hidden {}
        }
    }
}

fn title(ask: &Ask) -> String {
    match ask {
        Ask::Priority(_) => "act or pass".to_owned(),
        Ask::Choose { purpose, min, max, .. } => {
            let how_many = match (min, max) {
                (1, 1) => String::new(),
                (min, max) if min == max => format!(" ({min})"),
                (0, max) => format!(" (up to {max})"),
                (min, max) => format!(" ({min} to {max})"),
            };
            format!("{}{how_many}", words::purpose(*purpose))
        }
        Ask::Number { purpose, .. } | Ask::Divide { purpose, .. } => words::purpose(*purpose).to_owned(),
        Ask::Attackers(_) => "declare attackers".to_owned(),
        Ask::Blockers(_) => "declare blockers".to_owned(),
        Ask::AssignDamage(options) => format!("divide {} combat damage", options.total),
    }
}

fn priority(game: &Game, names: &Names, actions: &[Action]) -> Markup {
    let pass = match game.stack().last() {
        Some(top) => format!("Pass: {} resolves next", names.object(game, top.object)),
        None => "Pass: the step ends if all do".to_owned(),
    };
    html! {
        div.actions {
            @for (place, action) in actions.iter().enumerate() {
                @if *action == Action::Pass {
                    button.primary type="button" name="action" value=(place) data-main { (pass) " " kbd { "Space" } }
                } @else {
                    button type="button" name="action" value=(place) data-element=[action_element(action)] { (capital(&words::action(game, names, action))) }
                }
            }
        }
    }
}

/// How the options of a choice are said.
struct Options<'r> {
    game: &'r Game,
    names: &'r Names,
    asked: PlayerId,
    /// What the modes of the spell or ability say, in order; empty if that is not known.
    modes: Vec<String>,
}

impl Options<'_> {
    fn words(&self, option: &Choice) -> String {
        match option {
            Choice::Mode(mode) if self.modes.get(usize::from(*mode)).is_some() => self.modes[usize::from(*mode)].clone(),
            other => capital(&words::option(self.game, self.names, self.asked, other)),
        }
    }

    /// The key of a card that is only seen because it can be chosen: it lies nowhere on the table to be read.
    fn key(&self, option: &Choice) -> Option<&'static str> {
        match *option {
            Choice::Object(id) if self.names.reader == Some(self.asked) && words::is_looked_at(self.game, id) => {
                self.game.object(id).map(|object| self.game.definition(object.def).key.as_str())
            }
            _ => None,
        }
    }
}

/// What the modes of what asks say. If several of its abilities have modes, it is not known which are meant.
fn modes(room: &Room, question: &Question) -> Vec<String> {
    let game = room.game();
    let modal = |body: &AbilityBody| match body {
        AbilityBody::Spell(body) => matches!(body, Body::Modal { .. }),
        AbilityBody::Activated(activated) => matches!(activated.body, Body::Modal { .. }),
        AbilityBody::Triggered(triggered) => matches!(triggered.body, Body::Modal { .. }),
        AbilityBody::Static(_) => false,
    };
    let card = question.about.map(|about| match game.entry(about).map(|entry| &entry.kind) {
        Some(EntryKind::Ability { source, .. }) => *source,
        _ => about,
    });
    let Some(object) = card.and_then(|card| game.object(card)) else { return Vec::new() };
    let Some(face) = game.definition(object.def).faces.get(usize::from(object.face)) else { return Vec::new() };
    if face.abilities().iter().filter(|instance| modal(&instance.ability.kind)).count() != 1 {
        return Vec::new();
    }
    let text = joined(&rules_text(face, &LibraryLexicon(&room.library), Style::default()));
    text.lines().filter_map(|line| line.strip_prefix('\u{2022}')).map(|line| line.trim().to_owned()).collect()
}

fn choose(all: &Options<'_>, options: &[Choice], min: u32, max: u32, ordered: bool) -> Markup {
    let single = min == 1 && max == 1;
    html! {
        @if single {
            div.actions {
                @for (place, option) in options.iter().enumerate() {
                    button type="button" name="chosen" value=(place) data-element=[choice_element(option)] data-card=[all.key(option)] { (symbols::in_words(&all.words(option))) }
                }
            }
        } @else {
            fieldset.options data-min=(min) data-max=(max) data-ordered[ordered] {
                legend { @if ordered { "in this order, as you choose them" } @else { "choose" } }
                @for (place, option) in options.iter().enumerate() {
                    label data-card=[all.key(option)] {
                        input type="checkbox" name="chosen" value=(place) data-element=[choice_element(option)];
                        " " (symbols::in_words(&all.words(option))) span.place {}
                    }
                }
            }
            button.primary type="submit" data-main { "Done" " " kbd { "Space" } }
        }
    }
}

fn number(min: i32, max: i32, except: &[i32]) -> Markup {
    let few = max.saturating_sub(min) <= 12;
    html! {
        @if few {
            div.actions {
                @for number in (min..=max).filter(|number| !except.contains(number)) {
                    button type="button" name="number" value=(number) { (number) }
                }
            }
        } @else {
            label { "From " (min) " to " (max) (words::except(except)) ": " input type="number" name="number" min=(min) max=(max) value=(min) required; }
            button.primary type="submit" data-main { "Done" " " kbd { "Space" } }
        }
    }
}

fn exactly(game: &Game, names: &Names, recipient: Recipient) -> String {
    match recipient {
        Recipient::Object(object) => names.object_exactly(game, object),
        Recipient::Player(player) => names.player(player),
    }
}

fn divide(game: &Game, names: &Names, total: u32, among: &[Recipient], min_each: u32) -> Markup {
    let parts = even(total, among.len(), min_each);
    html! {
        fieldset.division data-total=(total) {
            legend { (total) " in all, at least " (min_each) " each" }
            @for (one, part) in among.iter().zip(parts) {
                label { (exactly(game, names, *one)) " " input type="number" name="part" min=(min_each) max=(total) value=(part) data-element=(recipient_id(*one)) required; }
            }
            p.left { "left: " output data-left { "0" } }
        }
        button.primary type="submit" data-main { "Done" " " kbd { "Space" } }
    }
}

/// A division to begin with: the least for each, the rest to the first.
fn even(total: u32, count: usize, min_each: u32) -> Vec<u32> {
    let mut parts = vec![min_each; count];
    let given = min_each.saturating_mul(count as u32);
    if let Some(first) = parts.first_mut() {
        *first += total.saturating_sub(given);
    }
    parts
}

fn damage(game: &Game, names: &Names, options: &DamageOptions) -> Markup {
    // Lethal damage to each in order, the rest to the last: what most people want.
    let mut left = options.total;
    let last = options.among.len().saturating_sub(1);
    let parts: Vec<u32> = options
        .among
        .iter()
        .enumerate()
        .map(|(place, (_, lethal))| {
            let part = if place == last { left } else { left.min(*lethal) };
            left -= part;
            part
        })
        .collect();
    html! {
        fieldset.division data-total=(options.total) {
            legend { (options.total) " in all" }
            @for ((one, lethal), part) in options.among.iter().zip(parts) {
                label {
                    (exactly(game, names, *one)) " "
                    @if matches!(one, Recipient::Object(_)) { span.muted { "(lethal: " (lethal) ") " } }
                    input type="number" name="part" min="0" max=(options.total) value=(part) data-element=(recipient_id(*one)) required;
                }
            }
            p.left { "left: " output data-left { "0" } }
        }
        button.primary type="submit" data-main { "Done" " " kbd { "Space" } }
    }
}

fn attackers(game: &Game, names: &Names, options: &AttackOptions) -> Markup {
    // What has to attack is ticked to begin with (508.1d).
    let wants = |place: usize, number: usize| {
        let wants = options.rules.as_ref().and_then(|rules| rules.wants.get(place));
        wants.map_or(0, |wants| wants.get(number).copied().unwrap_or(0))
    };
    let wanted = |place: usize, defenders: usize| {
        (0..defenders).rev().max_by_key(|number| wants(place, *number)).filter(|number| wants(place, *number) > 0)
    };
    html! {
        div.declare data-declare="attack" {
            @for (place, (one, defenders)) in options.candidates.iter().enumerate() {
                @let must = wanted(place, defenders.len());
                fieldset.pairing data-element=(object_id(*one)) data-place=(place) {
                    legend { (names.object_exactly(game, *one)) @if must.is_some() { span.muted { " has to attack if able" } } }
                    @for (number, defender) in defenders.iter().enumerate() {
                        label {
                            input type="checkbox" name="pair" value=(format!("{place}:{number}")) data-one data-aim=(recipient_id(*defender)) checked[must == Some(number)];
                            " attacks " (exactly(game, names, *defender))
                        }
                    }
                }
            }
        }
        div.actions {
            button type="button" data-all { "All attack" }
            button.primary type="submit" data-main { "Done" " " kbd { "Space" } }
        }
    }
}

fn blockers(game: &Game, names: &Names, options: &BlockOptions) -> Markup {
    html! {
        div.declare data-declare="block" {
            @for (place, (one, attackers)) in options.candidates.iter().enumerate() {
                fieldset.pairing data-element=(object_id(*one)) data-place=(place) {
                    legend { (names.object_exactly(game, *one)) }
                    @for (number, attacker) in attackers.iter().enumerate() {
                        label {
                            input type="checkbox" name="pair" value=(format!("{place}:{number}")) data-aim=(object_id(*attacker));
                            " blocks " (names.object_exactly(game, *attacker))
                        }
                    }
                }
            }
        }
        div.actions { button.primary type="submit" data-main { "Done" " " kbd { "Space" } } }
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
