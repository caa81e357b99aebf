//! `mana-ability`

use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{AbilityBody, Body, Effect, EventPattern, Pattern, Timing, TriggerOn};
use cardwright_engine::ids::TargetSlot;
use cardwright_engine::payment::is_mana_ability;
use cardwright_script::trace::Made;

/// An ability that makes mana and is no mana ability, or the reverse.
pub const LINT: Lint = Lint {
    name: "mana-ability",
    family: Family::Ability,
    level: Level::Warn,
    what: "an ability adds mana but is no mana ability, or is one and is treated as if it were none",
    why: "An activated ability that adds mana is a mana ability only if it has no target and is no loyalty ability (605.1a). One that \
          is none uses the stack, can be countered, and cannot be activated while something is being paid for: its mana is hard to \
          use. A mana ability never is on the stack.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Rootbound Lender"
cost = "{1}{G}"
type = "Creature - Elf"
power = 1
toughness = 1
script = '''
activated("{T}", [add_mana("{G}"), untap(target(lands))]);
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Rootbound Lender"
cost = "{1}{G}"
type = "Creature - Elf"
power = 1
toughness = 1
script = '''
activated("{T}", add_mana("{G}"));
activated("{T}", untap(target(lands)));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let (body, uncounterable) = match &site.ability.kind {
            AbilityBody::Activated(activated) => {
                if is_mana_ability(activated) {
                    if activated.uncounterable {
                        let step = site.step_where(|step| step.word == "cant_be_countered");
                        let (file, span) = step.and_then(|step| site.face.trace?.word(step)).unwrap_or_else(|| site.statement());
                        let finding =
                            findings.add(&file, span, "this is a mana ability, which is never on the stack to be countered");
                        finding.help.push("delete `.cant_be_countered`".to_owned());
                        finding.notes.push("modern 605.3b: a mana ability resolves at once".to_owned());
                    }
                    continue;
                }
                // Who says that it takes priority knows that it is none; loyalty abilities take it anyway.
                if activated.timing == Timing::Instant || activated.loyalty {
                    continue;
                }
                (&activated.body, activated.uncounterable)
            }
            AbilityBody::Triggered(triggered) => match &triggered.on {
                TriggerOn::Event(EventPattern { any, .. }) if !any.is_empty() && any.iter().all(watches_mana) => {
                    (&triggered.body, triggered.uncounterable)
                }
                TriggerOn::Event(_) | TriggerOn::State(_) => continue,
            },
            AbilityBody::Spell(_) | AbilityBody::Static(_) => continue,
        };
        let Some((target, mana)) = targeted_mana(body).filter(|_| !uncounterable) else { continue };
        let (file, span) = site.place(&mana);
        let finding = findings.add(&file, span, "this adds mana, but the ability is no mana ability: it has a target");
        let (file, span) = site.place(&target);
        *finding = finding.clone().see(&file, span, "the target");
        finding.help.push(match &site.ability.kind {
            AbilityBody::Triggered(_) => "let another ability have the target".to_owned(),
            _ => "let another ability have the target, or write `.as_an_instant` if it is meant to use the stack".to_owned(),
        });
        finding.notes.push("modern 605.1: a mana ability has no target".to_owned());
    }
}

fn watches_mana(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::TapsForMana(_) => true,
        Pattern::Where(inner, ..) | Pattern::WherePlayer(inner, _) => watches_mana(inner),
        _ => false,
    }
}

/// A target and the mana that is added beside it.
fn targeted_mana(body: &Body) -> Option<(Made, Made)> {
    let spec = body.modes().iter().flat_map(|mode| &mode.targets).next()?;
    let mut mana = None;
    for mode in body.modes() {
        walk::each_beside(&mode.effect, |effect: &Effect| {
            if matches!(effect, Effect::AddMana(..)) {
                mana.get_or_insert_with(|| effect.clone());
            }
        });
    }
    Some((Made::Target(TargetSlot(0), Box::new(spec.clone())), Made::Effect(mana?)))
}
