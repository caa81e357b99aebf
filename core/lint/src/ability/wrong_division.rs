//! `wrong-division`

use super::bounds::range;
use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Effect, Mode, TargetSpec};
use cardwright_engine::ids::TargetSlot;
use cardwright_script::trace::Made;

/// A division that does not come out.
pub const LINT: Lint = Lint {
    name: "wrong-division",
    family: Family::Ability,
    level: Level::Deny,
    what: "an amount is divided among targets in a way that cannot be, or is never used",
    why: "Each of the targets gets at least 1 of what is divided (601.2d), so there can be no more targets than that. What is divided by \
          `divided(...)` is dealt by `divided_damage`, `divided_counters` or `prevent_next_divided` alone, and those divide only \
          such targets.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Rain of Sparks"
cost = "{2}{R}"
type = "Sorcery"
script = '''
spell(divided_damage(target(creatures, #{ up_to: 3 })));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Rain of Sparks"
cost = "{2}{R}"
type = "Sorcery"
script = '''
spell(divided_damage(divided(3, creatures)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(TargetSpec, String, &'static str, Option<i32>)> = Vec::new();
        walk::each(site.ability, |mode: &Mode| {
            let mut divides: Vec<TargetSlot> = Vec::new();
            walk::each_beside(&mode.effect, |effect: &Effect| match effect {
                Effect::DividedDamage { to, .. } | Effect::DividedCounters { to, .. } | Effect::ReplaceDivided { to, .. } => {
                    divides.push(*to);
                }
                _ => {}
            });
            let scripted = walk::any(&mode.effect, |effect: &Effect| matches!(effect, Effect::Script(_)));
            for (place, spec) in mode.targets.iter().enumerate() {
                let used = divides.contains(&TargetSlot(place as u16));
                let Some(divided) = &spec.divided else {
                    if used {
                        let message = "nothing is divided among this target, so each gets nothing".to_owned();
                        found.push((spec.clone(), message, "write how much is divided: `divided(4, creatures)`", None));
                    }
                    continue;
                };
                let (amount, least) = (range(divided), range(&spec.min));
                if amount.greatest <= 0 {
                    let number = amount.only().unwrap_or(0);
                    let message = format!("there is nothing to divide: the amount is {number}");
                    found.push((spec.clone(), message, "write how much is divided", i32::try_from(number).ok()));
                } else if least.least > amount.greatest {
                    let message =
                        format!("{} cannot be divided among {} targets: each gets at least 1", amount.greatest, least.least);
                    found.push((spec.clone(), message, "divide more, or ask for fewer targets", None));
                } else if !used && !scripted {
                    let message = "this is divided among the targets, but nothing deals it out".to_owned();
                    let help = "use `divided_damage(...)`, `divided_counters(...)` or `prevent_next_divided(...)`, or a plain `target(...)`";
                    found.push((spec.clone(), message, help, None));
                }
            }
        });
        for (spec, message, help, number) in found {
            let part = Made::Target(TargetSlot(0), Box::new(spec));
            let (file, span) = match number {
                Some(number) => site.number(&part, number),
                None => site.place(&part),
            };
            let finding = findings.add(&file, span, message);
            finding.help.push(help.to_owned());
            finding.notes.push("modern 601.2d: the division is announced with the targets, at least 1 each".to_owned());
        }
    }
}
