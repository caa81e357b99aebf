//! `self-replacement`

use super::walk::{self, Site, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{
    Amount, Destination, Effect, EventChange, Instead, LibraryPosition, Objects, Pattern, Players, Replacement,
};
use cardwright_engine::ids::Var;
use cardwright_engine::zone::ZoneKind;
use cardwright_script::trace::Step;

/// A replacement by the same.
pub const LINT: Lint = Lint {
    name: "self-replacement",
    family: Family::Ability,
    level: Level::Deny,
    what: "a replacement effect puts the same event in the event's place",
    why: "What happens instead is just what would have happened. A replacement effect applies to an event once (614.5), so nothing \
          comes of it: usually an amount, a zone or a change was forgotten.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Hollow Reliquary"
cost = "{2}{W}"
type = "Enchantment"
script = '''
instead(creatures.yours.dying, goes(to_graveyard));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Hollow Reliquary"
cost = "{2}{W}"
type = "Enchantment"
script = '''
instead(creatures.yours.dying, goes(to_exile));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(&'static str, &'static str, Option<&Step>)> = Vec::new();
        walk::each(site.ability, |replacement: &Replacement| {
            if replacement.pattern.any.is_empty() {
                return;
            }
            let same = replacement.pattern.any.iter().map(|pattern| same(replacement, pattern)).collect::<Option<Vec<_>>>();
            if let Some((message, help)) = same.and_then(|all| all.into_iter().next()) {
                found.push((message, help, step(&site)));
            }
        });
        for (message, help, step) in found {
            let argument = step.and_then(|step| site.face.trace?.argument(step, 1));
            let (file, span) = argument.unwrap_or_else(|| site.whole(step));
            let finding = findings.add(&file, span, message);
            finding.help.push(help.to_owned());
            finding.notes.push("modern 614.5: a replacement effect applies to an event once".to_owned());
        }
    }
}

fn step<'l>(site: &Site<'l>) -> Option<&'l Step> {
    site.step_where(|step| step.word == "instead")
}

/// What is the same about what happens instead of such an event, and what to do.
fn same(replacement: &Replacement, pattern: &Pattern) -> Option<(&'static str, &'static str)> {
    let event = replacement.event;
    match &replacement.instead {
        Instead::Nothing => None,
        Instead::Do(effect) => repeats(effect, pattern, event).then_some((
            "what happens instead is what would have happened anyway",
            "say something else, or use `and_also(...)` to add to the event",
        )),
        Instead::Change(changes) if changes.is_empty() => {
            Some(("the event is changed by nothing", "say what changes: `amount_becomes(...)`, `goes(...)`, `arriving_tapped`"))
        }
        Instead::Change(changes) => {
            let all = changes.iter().map(|change| unchanged(change, pattern, event)).collect::<Option<Vec<_>>>();
            all.and_then(|all| all.into_iter().next())
        }
    }
}

/// What a change leaves as it is.
fn unchanged(change: &EventChange, pattern: &Pattern, event: Var) -> Option<(&'static str, &'static str)> {
    match change {
        EventChange::Amount(amount) => (*amount == Amount::EventAmount(event))
            .then_some(("the amount becomes what it was", "change it: `amount_becomes(e.amount * 2)`, `e.amount + 1`")),
        EventChange::To(destination) => (is_plain(destination) && goes_to(pattern) == Some(destination.zone))
            .then_some(("it goes where it would have gone anyway", "name another zone: `goes(to_exile)`, `goes(to_hand)`")),
        _ => None,
    }
}

fn is_plain(destination: &Destination) -> bool {
    destination.position == LibraryPosition::Top && !destination.face_down && destination.remember.is_none()
}

fn goes_to(pattern: &Pattern) -> Option<ZoneKind> {
    match pattern {
        Pattern::Moves { to, .. } => *to,
        Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) => goes_to(inner),
        _ => None,
    }
}

/// Whether the effect makes the same event happen.
fn repeats(effect: &Effect, pattern: &Pattern, event: Var) -> bool {
    let by = |said: &Players, whose: &Players| said == whose || *said == Players::EventPlayer(event);
    match (effect, pattern) {
        (_, Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _)) => repeats(effect, inner, event),
        (Effect::Draw(players, amount), Pattern::Draws(whose)) => *amount == Amount::Fixed(1) && by(players, whose),
        (Effect::GainLife(players, amount), Pattern::GainsLife(whose))
        | (Effect::LoseLife(players, amount), Pattern::LosesLife(whose)) => {
            *amount == Amount::EventAmount(event) && by(players, whose)
        }
        (Effect::Move(Objects::EventObject(object), destination, _), Pattern::Moves { to, .. }) => {
            *object == event
                && is_plain(destination)
                && *to == Some(destination.zone)
                && destination.entering == cardwright_engine::ability::Entering::default()
        }
        _ => false,
    }
}
