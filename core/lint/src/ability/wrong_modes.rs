//! `wrong-modes`

use super::bounds::range;
use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Body, Effect, Mode};
use cardwright_script::trace::{Made, Step};

/// A choice among modes that is none.
pub const LINT: Lint = Lint {
    name: "wrong-modes",
    family: Family::Ability,
    level: Level::Deny,
    what: "a choice among modes cannot be made, or is no choice",
    why: "A modal spell or ability for which not enough modes can be chosen cannot be cast or activated at all (700.2a); one with a \
          single mode, or with two that are the same, leaves nothing to choose.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Crossroads Charm"
cost = "{1}{G}"
type = "Instant"
script = '''
spell(choose_modes(3, [draw(1), gain_life(4)]));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Crossroads Charm"
cost = "{1}{G}"
type = "Instant"
script = '''
spell(choose_modes(2, [draw(1), gain_life(4), scry(2)]));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(String, &'static str, Vec<Mode>)> = Vec::new();
        walk::each(site.ability, |body: &Body| {
            let Body::Modal { min, max, repeat, modes, .. } = body else { return };
            let (least, most) = (range(min), range(max));
            let count = modes.len() as i64;
            let mut say = |message: String, help| found.push((message, help, modes.clone()));
            if modes.is_empty() {
                say("there is no mode to choose".to_owned(), "write the modes into the list");
            } else if most.greatest <= 0 {
                say("no mode can be chosen: at most 0 of them".to_owned(), "write how many modes are chosen");
            } else if !repeat && least.least > count {
                let message = format!("{} modes have to be chosen, but there are only {count}", least.least);
                say(message, "ask for fewer, add modes, or write `.repeatable`");
            } else if least.least > most.greatest {
                let message = format!("at least {} modes have to be chosen, but at most {}", least.least, most.greatest);
                say(message, "make the least number no greater than the most");
            } else if count == 1 {
                say("there is only one mode, so there is no choice".to_owned(), "write the effect alone, or add a mode");
            } else if let Some(place) = repeated(modes) {
                let message = format!("mode {} is the same as one before it", place + 1);
                say(message, "change it, or write `.repeatable` to let one mode be chosen twice");
            }
        });
        walk::each(site.ability, |effect: &Effect| {
            if let Effect::ChooseEffect(_, effects) = effect {
                let modes: Vec<Mode> = effects.iter().map(|effect| Mode { effect: effect.clone(), ..Mode::default() }).collect();
                if modes.len() == 1 {
                    let help = "write the effect alone, or add another";
                    found.push(("there is only one effect, so there is no choice".to_owned(), help, Vec::new()));
                } else if let Some(place) = repeated(&modes) {
                    let message = format!("effect {} is the same as one before it", place + 1);
                    found.push((message, "change it, or leave it out", Vec::new()));
                }
            }
        });
        for (message, help, modes) in found {
            let choice = |step: &Step| match &step.made {
                Made::Modes(made) => modes.is_empty() || made.len() == modes.len(),
                Made::Effect(Effect::ChooseEffect(..)) => modes.is_empty(),
                _ => false,
            };
            let step = site.step_where(choice);
            let (file, span) = step.and_then(|step| site.face.trace?.whole(step)).unwrap_or_else(|| site.statement());
            let finding = findings.add(&file, span, message);
            finding.help.push(help.to_owned());
            finding.notes.push("modern 700.2: modes are chosen as a spell or ability is put on the stack".to_owned());
        }
    }
}

/// The first mode that says what an earlier one says.
fn repeated(modes: &[Mode]) -> Option<usize> {
    modes.iter().enumerate().position(|(place, mode)| modes[..place].contains(mode))
}
