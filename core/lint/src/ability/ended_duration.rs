//! `ended-duration`

use super::bounds::truth;
use super::satisfy::zones;
use super::walk::{self, Holder, Site, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{
    AbilityBody, Condition, Duration, Effect, EventPattern, Objects, Pattern, Players, Rule, StepKind, TriggerOn,
};
use cardwright_engine::zone::ZoneKind;
use cardwright_script::trace::Step;

/// A duration that never begins, or never ends.
pub const LINT: Lint = Lint {
    name: "ended-duration",
    family: Family::Ability,
    level: Level::Deny,
    what: "a duration is over before it begins, or cannot end",
    why: "An effect that lasts \"for as long as\" something holds which never holds does nothing (611.2b). One that lasts until \
          something happens which never happens lasts for the rest of the game, though the card promises an end.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Passing Sleep"
cost = "{1}{U}"
type = "Sorcery"
script = '''
spell(exile_until(target(creatures), card.leaves));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Passing Sleep"
cost = "{1}{U}"
type = "Enchantment"
script = '''
when(card.enters, exile_until(target(creatures), card.leaves));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(String, &'static str, Option<&Step>)> = Vec::new();
        walk::each_held(site.ability, |duration: &Duration, holder| {
            if let Some((message, help)) = of_duration(&site, duration, holder) {
                found.push((message, help, duration_step(&site, duration)));
            }
        });
        walk::each_held(site.ability, |effect: &Effect, holder| match effect {
            Effect::ExileUntil(_, pattern) | Effect::PhaseOutUntil(_, pattern) if leaves_never(&site, pattern, holder) => {
                let word = if matches!(effect, Effect::ExileUntil(..)) { "exile_until" } else { "phase_out_until" };
                let step = site.step_where(|step| step.word == word);
                found.push((
                    format!("this never ends: {} is never on the battlefield to leave it", site.noun()),
                    "wait for something that will happen, or use `exile` if it is for good",
                    step,
                ));
            }
            Effect::Rule(rule, duration) => {
                if let Some((message, help)) = combat_is_over(&site, rule, duration) {
                    found.push((message, help, duration_step(&site, duration)));
                }
            }
            _ => {}
        });
        for (message, help, step) in found {
            let (file, span) = step.and_then(|step| site.face.trace?.word(step)).unwrap_or_else(|| site.statement());
            let never_begins = message.starts_with("this never begins");
            let finding = findings.add(&file, span, message);
            finding.help.push(help.to_owned());
            if never_begins {
                finding.notes.push("modern 611.2b: what lasts as long as something that is not so does nothing".to_owned());
            }
        }
    }
}

/// What is wrong with a duration, and what to do.
fn of_duration(site: &Site<'_>, duration: &Duration, holder: Holder) -> Option<(String, &'static str)> {
    match duration {
        Duration::While(condition) => {
            if let Some(known) = truth(condition) {
                return Some(match known.holds {
                    true => (format!("this never ends: {}", known.why), "write `.forever` if that is meant"),
                    false => (format!("this never begins: {}", known.why), "ask what can be so"),
                });
            }
            let here = matches!(condition, Condition::Matches(Objects::This, filter)
                if zones(filter).is_some_and(|zones| !zones.contains(&ZoneKind::Stack)));
            (here && holder == Holder::Card && site.is_only_a_spell()).then(|| {
                let message = format!("this never begins: {} is never on the battlefield", site.noun());
                (message, "say another duration, like `.until_end_of_turn`, or speak of the target: `t.are(...)`")
            })
        }
        Duration::Until(pattern) => leaves_never(site, pattern, holder).then(|| {
            let message = format!("this never ends: {} is never on the battlefield to leave it", site.noun());
            (message, "write `.forever` if it is for good, or wait for something that will happen")
        }),
        Duration::EndOfCombat => after_combat(site).then(|| {
            let message = "this lasts until the end of combat, but combat is over when it happens".to_owned();
            (message, "write `.until_end_of_turn`, or let it happen earlier in the turn")
        }),
        Duration::UntilTurnOf(Players::None) | Duration::UntilEndOfNextTurnOf(Players::None) => {
            Some(("this never ends: nobody's turn comes".to_owned(), "say whose turn ends it"))
        }
        Duration::EndOfTurn
        | Duration::UntilTurnOf(_)
        | Duration::ThroughUntapStepOf(_)
        | Duration::UntilEndOfNextTurnOf(_)
        | Duration::Forever => None,
    }
}

/// Whether it waits for an instant or sorcery to leave the battlefield.
fn leaves_never(site: &Site<'_>, pattern: &EventPattern, holder: Holder) -> bool {
    holder == Holder::Card && site.is_only_a_spell() && pattern.any.len() == 1 && pattern.is_leaving_of_this()
}

/// Whether the ability triggers at a point of the turn after combat.
fn after_combat(site: &Site<'_>) -> bool {
    let AbilityBody::Triggered(triggered) = &site.ability.kind else { return false };
    let TriggerOn::Event(pattern) = &triggered.on else { return false };
    let late =
        |pattern: &Pattern| matches!(pattern, Pattern::Begins(StepKind::PostcombatMain | StepKind::End | StepKind::Cleanup, _));
    !pattern.any.is_empty() && pattern.any.iter().all(late)
}

/// Rules of combat that are over before there can be another combat.
fn combat_is_over(site: &Site<'_>, rule: &Rule, duration: &Duration) -> Option<(String, &'static str)> {
    let AbilityBody::Triggered(triggered) = &site.ability.kind else { return None };
    let TriggerOn::Event(pattern) = &triggered.on else { return None };
    let last = |pattern: &Pattern| matches!(pattern, Pattern::Begins(StepKind::End | StepKind::Cleanup, _));
    let over = matches!(rule, Rule::Attack(_) | Rule::Block(_))
        && *duration == Duration::EndOfTurn
        && !pattern.any.is_empty()
        && pattern.any.iter().all(last);
    over.then(|| {
        let message = "this is over before anything can attack or block: the turn ends".to_owned();
        (message, "write `.until_your_next_turn`, or let it happen at `combat` or `upkeep`")
    })
}

/// The word that says the duration.
fn duration_step<'l>(site: &Site<'l>, duration: &Duration) -> Option<&'l Step> {
    let words: &[&str] = match duration {
        Duration::While(_) => &["as_long_as"],
        Duration::Until(_) => &["lasts_until"],
        Duration::EndOfCombat => &["until_end_of_combat"],
        Duration::EndOfTurn => &["until_end_of_turn"],
        Duration::UntilTurnOf(_) => &["until_turn_of", "until_your_next_turn"],
        Duration::UntilEndOfNextTurnOf(_) => &["until_end_of_your_next_turn"],
        Duration::ThroughUntapStepOf(_) | Duration::Forever => &["forever"],
    };
    site.step_where(|step| words.contains(&step.word))
}
