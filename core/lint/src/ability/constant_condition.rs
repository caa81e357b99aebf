//! `constant-condition`

use super::bounds::{Known, truth};
use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{AbilityBody, Condition, Duration, Effect, TriggerOn};
use cardwright_script::trace::Made;

/// A condition that is no question.
pub const LINT: Lint = Lint {
    name: "constant-condition",
    family: Family::Ability,
    level: Level::Warn,
    what: "a condition always or never holds",
    why: "What depends on such a condition happens always or never, in every game. Usually a number is wrong, `&` was meant where \
          `|` stands, or `<` where `>` stands.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Patient Tally"
cost = "{1}{U}"
type = "Sorcery"
script = '''
spell(if_(creatures.yours.count >= 0, draw(2), draw(1)));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Patient Tally"
cost = "{1}{U}"
type = "Sorcery"
script = '''
spell(if_(creatures.yours.count >= 3, draw(2), draw(1)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        // `ended-duration` speaks of those.
        let mut of_durations: Vec<Condition> = Vec::new();
        walk::each(site.ability, |duration: &Duration| {
            if let Duration::While(condition) = duration {
                of_durations.push(condition.clone());
            }
        });
        let known = |condition: &Condition| match condition {
            // What says nothing about when is always so.
            Condition::Always => None,
            other if of_durations.contains(other) => None,
            other => truth(other),
        };
        let mut found: Vec<(Condition, Known)> = walk::outermost(site.ability, known);
        walk::each(site.ability, |effect: &Effect| {
            if let Effect::If(Condition::Always, ..) = effect {
                found.push((Condition::Always, Known { holds: true, why: "it is just `true`".to_owned() }));
            }
        });
        if let AbilityBody::Triggered(triggered) = &site.ability.kind
            && triggered.on == TriggerOn::State(Condition::Always)
        {
            found.push((Condition::Always, Known { holds: true, why: "it is just `true`".to_owned() }));
        }
        for (condition, Known { holds, why }) in found {
            let (file, span) = match condition {
                Condition::Always | Condition::Never => {
                    let flag = |text: &str| text == "true" || text == "false";
                    let step = site.step_where(|step| matches!(step.made, Made::Effect(_) | Made::Ability(_)));
                    step.and_then(|step| site.argument(step, flag)).unwrap_or_else(|| site.statement())
                }
                condition => site.place(&Made::Condition(condition)),
            };
            let when = if holds { "always" } else { "never" };
            let finding = findings.add(&file, span, format!("this condition {when} holds: {why}"));
            finding.help.push(match holds {
                true => "leave the condition out, or ask what can be otherwise".to_owned(),
                false => "ask what can be so, or delete what depends on it".to_owned(),
            });
        }
    }
}
