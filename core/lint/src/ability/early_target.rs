//! `early-target`

use super::walk::{self, Site, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::AbilityBody;
use cardwright_engine::ids::TargetSlot;
use cardwright_script::trace::{Made, is_unplaced};

/// A target where none is ever chosen.
pub const LINT: Lint = Lint {
    name: "early-target",
    family: Family::Ability,
    level: Level::Deny,
    what: "a target is used where none has been chosen",
    why: "Targets are chosen as a spell or ability goes on the stack. A static ability never does; a trigger condition, an \
          \"only if\" and a cost are looked at without one. A target there is nothing at all, so that part of the card does nothing.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Banner of Envy"
cost = "{3}"
type = "Artifact"
script = '''
always(target(creatures.yours).get(+1, +1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Banner of Envy"
cost = "{3}"
type = "Artifact"
script = '''
always(creatures.yours.get(+1, +1));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<TargetSlot> = Vec::new();
        walk::each(site.ability, |slot: &TargetSlot| {
            if is_unplaced(*slot) && !found.contains(slot) {
                found.push(*slot);
            }
        });
        for slot in found {
            let (place, help) = used_in(&site, slot);
            let step = site.step_where(|step| matches!(&step.made, Made::Target(made, _) if *made == slot));
            let (file, span) = site.whole(step);
            let finding = findings.add(&file, span, format!("a target is used {place}, where none is chosen"));
            finding.help.push(help.to_owned());
            finding.notes.push("modern 115.1, 601.2c: targets are chosen as a spell or ability is put on the stack".to_owned());
            let (file, span) = site.statement();
            let labelled = std::mem::replace(finding, finding.clone()).see(&file, span, "in this ability");
            *finding = labelled;
        }
    }
}

/// Where in the ability the target stands, and what to write there.
fn used_in(site: &Site<'_>, slot: TargetSlot) -> (&'static str, &'static str) {
    let is_it = |found: &TargetSlot| *found == slot;
    match &site.ability.kind {
        AbilityBody::Static(_) => (
            "in a static ability",
            "say with a filter what it affects, like `creatures.yours`, or make it `when(...)` or `activated(...)`",
        ),
        AbilityBody::Activated(activated) if walk::any(&activated.cost, is_it) => {
            ("in a cost", "pay with what matches a filter, like `.sacrifice(creatures.yours)`, or move it into the effect")
        }
        AbilityBody::Activated(activated) if walk::any(&activated.condition, is_it) => {
            ("in a condition of activating", "move it into the effect: `if_(t.are(...), ...)`")
        }
        AbilityBody::Triggered(triggered) if walk::any(&triggered.on, is_it) => {
            ("in what an ability waits for", "wait for what matches a filter, like `creatures.dies`, or for `card`")
        }
        AbilityBody::Triggered(triggered) if walk::any(&triggered.condition, is_it) => {
            ("in a condition of triggering", "move it into the effect: `if_(t.are(...), ...)`")
        }
        AbilityBody::Spell(_) | AbilityBody::Activated(_) | AbilityBody::Triggered(_) => {
            ("in a part of an effect", "choose it where it is used: `choose(creatures, |c| ...)`")
        }
    }
}
