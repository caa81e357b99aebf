//! `unused-target`

use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Amount, Mode, TargetSpec};
use cardwright_engine::ids::TargetSlot;
use cardwright_script::trace::Made;

/// A target that nothing is done with.
pub const LINT: Lint = Lint {
    name: "unused-target",
    family: Family::Ability,
    level: Level::Deny,
    what: "a target is asked for, but no effect uses it",
    why: "Only what an ability's effect speaks of becomes its target. A target that goes nowhere is never chosen: the card asks for \
          nothing, and whatever was to happen to the target does not happen.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Distracted Marksman"
cost = "{2}{R}"
type = "Creature - Human Archer"
power = 2
toughness = 2
script = '''
let victim = target(creatures.opponents);
when(card.enters, damage(2, card));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Distracted Marksman"
cost = "{2}{R}"
type = "Creature - Human Archer"
power = 2
toughness = 2
script = '''
let victim = target(creatures.opponents);
when(card.enters, damage(2, victim));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for face in card.faces() {
        let Some(trace) = face.trace else { continue };
        for step in trace.steps.iter().filter(|step| !step.used && matches!(step.made, Made::Target(..))) {
            let Some((file, span)) = trace.whole(step) else { continue };
            let finding = findings.add(&file, span, "this target is asked for, but nothing is done with it");
            finding.help.push("hand it to an effect: `let t = target(...); spell(destroy(t));`, or delete it".to_owned());
            finding.notes.push("a target that no effect speaks of is never chosen".to_owned());
        }
    }
    for site in sites(card) {
        let mut found: Vec<TargetSpec> = Vec::new();
        walk::each(site.ability, |mode: &Mode| {
            let specs = mode.targets.iter().enumerate();
            let only_avoided = specs.filter(|(place, _)| !speaks_of(mode, TargetSlot(*place as u16)));
            for (_, spec) in only_avoided {
                if !found.contains(spec) {
                    found.push(spec.clone());
                }
            }
        });
        for spec in found {
            let (file, span) = site.place(&Made::Target(TargetSlot(0), Box::new(spec)));
            let finding = findings.add(&file, span, "nothing is done with this target but to choose another one");
            finding.help.push("hand it to an effect too, or delete it and write `target(...)` for the other".to_owned());
        }
    }
}

/// Whether a mode says anything of a target but that another one must differ.
fn speaks_of(mode: &Mode, slot: TargetSlot) -> bool {
    let is_it = |found: &TargetSlot| *found == slot;
    let described = |spec: &TargetSpec| {
        let numbers = [&spec.min, &spec.max].into_iter().chain(&spec.divided);
        walk::any(&spec.objects, is_it)
            || walk::any(&spec.players, is_it)
            || walk::any(&spec.chooser, is_it)
            || numbers.into_iter().any(|number: &Amount| walk::any(number, is_it))
    };
    walk::any(&mode.effect, is_it)
        || walk::any(&mode.condition, is_it)
        || mode.cost.as_ref().is_some_and(|cost| walk::any(cost, is_it))
        || mode.targets.iter().any(described)
}
