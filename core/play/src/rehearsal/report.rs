//! From what was seen to diagnostics, with the place where the script says it.

use super::ledger::Tracked;
use super::{Fault, Shown};
use cardwright_engine::ability::AbilityBody;
use cardwright_engine::host::HostError;
use cardwright_engine::run::Stop;
use cardwright_library::LibraryCard;
use cardwright_script::diagnostic::{Diagnostic, Place, Severity, SourceFile};
use std::ops::Range;

/// The name of what goes wrong as a card is played.
pub const ERROR: &str = "rehearsal-error";
/// The name of abilities that nothing fires.
pub const NEVER_FIRES: &str = "never-fires";
/// The name of abilities that resolve without a trace.
pub const CHANGES_NOTHING: &str = "changes-nothing";

/// An ability must have resolved so often before anything is said of its having no effect.
const OFTEN: u32 = 3;

/// What is wrong with a card by what its mini-games have shown.
pub(super) fn report(card: &LibraryCard, shown: &Shown) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = shown.faults.iter().map(|fault| of_fault(card, shown, fault)).collect();
    // What stopped a mini-game also keeps abilities from being seen.
    if !shown.faults.is_empty() {
        return found;
    }
    for tracked in &shown.ledger.abilities {
        let Some((file, span)) = place(card, tracked.face, tracked.place) else { continue };
        if tracked.can_fire() && tracked.fired == 0 && shown.complete {
            found.push(never_fires(tracked).at(&file, span));
        } else if tracked.resolves() && tracked.resolved >= OFTEN && !tracked.changed {
            found.push(changes_nothing(tracked).at(&file, span));
        }
    }
    found.dedup();
    found
}

fn never_fires(tracked: &Tracked) -> Diagnostic {
    let (what, help) = match &tracked.ability.kind {
        AbilityBody::Spell(_) => ("was never cast", "see whether its costs can be paid and its targets exist"),
        AbilityBody::Activated(_) => {
            ("was never activated", "see whether its cost can be paid, its condition can hold and its targets exist")
        }
        AbilityBody::Triggered(_) => ("has never triggered", "see whether what it waits for can happen while it works"),
        AbilityBody::Static(_) => {
            ("has never applied to anything", "see whether its condition can hold and anything can match its filter")
        }
    };
    let found = Diagnostic::new(NEVER_FIRES, Severity::Note, format!("in rehearsals this {what}")).help(help);
    match &tracked.why {
        Some((_, why)) => found.note(format!("where it came nearest: {why}")),
        None => found,
    }
}

fn changes_nothing(tracked: &Tracked) -> Diagnostic {
    let what = match &tracked.ability.kind {
        AbilityBody::Spell(_) => "this spell",
        _ => "this ability",
    };
    let message = format!("{what} changes nothing: in rehearsals it has resolved on different boards without a trace");
    Diagnostic::new(CHANGES_NOTHING, Severity::Warning, message).help("see whether its conditions and filters let it do anything")
}

/// Where an ability of a face or token is said.
fn place(card: &LibraryCard, face: usize, ability: usize) -> Option<(SourceFile, Range<usize>)> {
    let trace = card.traces.get(face).and_then(Option::as_deref);
    let said = trace.and_then(|trace| trace.abilities.get(ability)).cloned().flatten();
    let script = || card.scripts.get(face).and_then(Option::as_ref).map(|script| (script.file.clone(), script.span.clone()));
    said.or_else(script)
}

fn of_fault(card: &LibraryCard, shown: &Shown, fault: &Fault) -> Diagnostic {
    let name = (card.raw.file.clone(), card.raw.name().span.clone());
    let error = |message: String| Diagnostic::new(ERROR, Severity::Error, message);
    match fault {
        Fault::Stopped(Stop::Host(failed)) => {
            let (place, message) = of_callback(card, failed);
            let (file, span) = place.unwrap_or(name);
            error(format!("this callback fails in a game: {message}")).at(&file, span)
        }
        Fault::Stopped(stop) => error(format!("a game with this card cannot go on: {stop}")).at(&name.0, name.1),
        Fault::Panicked(said) => error(format!("the engine fails in a game with this card: {said}"))
            .at(&name.0, name.1)
            .note("this is a fault of the program, not of the card: please report it with the card"),
        Fault::Endless(busy) => {
            let abilities = busy.iter().filter_map(|place| shown.ledger.abilities.get(*place));
            let mut places: Vec<_> = abilities.filter_map(|one| place(card, one.face, one.place)).collect();
            places.dedup();
            let mut places = places.into_iter();
            let (file, span) = places.next().unwrap_or(name);
            let found = error("a turn with this card does not end: this happens again and again".to_owned()).at(&file, span);
            let found = places.fold(found, |found, (file, span)| found.see(&file, span, "and so does this"));
            found.help("let it happen once each turn, or only if something has changed")
        }
    }
}

/// The place that the message of a failed callback begins with, and the rest of the message.
fn of_callback(card: &LibraryCard, failed: &HostError) -> (Option<(SourceFile, Range<usize>)>, String) {
    let files = card.scripts.iter().flatten().map(|script| &script.file);
    for file in files {
        let Some(rest) = failed.message.strip_prefix(&*file.path).and_then(|rest| rest.strip_prefix(':')) else { continue };
        let mut parts = rest.splitn(3, ':');
        let numbers = (parts.next().and_then(|line| line.parse().ok()), parts.next().and_then(|column| column.parse().ok()));
        if let ((Some(line), Some(column)), Some(message)) = (numbers, parts.next()) {
            let start = file.offset(Place { line, column });
            let text = &file.text[start..];
            let word = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len()).max(1).min(text.len());
            return (Some((file.clone(), start..start + word)), message.trim().to_owned());
        }
    }
    // Without a place it can only be the callback as a whole: certainly, if there is only one.
    let callbacks = card.traces.iter().flatten().flat_map(|trace| {
        let written = trace.steps.iter().filter(|step| step.word == "script");
        written.filter_map(|step| trace.whole(step)).collect::<Vec<_>>()
    });
    (callbacks.into_iter().next(), failed.message.clone())
}
