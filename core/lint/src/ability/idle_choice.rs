//! `idle-choice`

use super::bounds::range;
use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::{Body, Effect, Mode};
use cardwright_script::trace::{Made, Step};

/// A choice that leaves nothing to choose.
pub const LINT: Lint = Lint {
    name: "idle-choice",
    family: Family::Ability,
    level: Level::Warn,
    what: "a choice among modes or effects is none",
    why: "With a single mode, or with two that are the same, nobody has anything to choose. Usually a mode was forgotten, or copied to \
          be changed.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Lonely Charm"
cost = "{1}{G}"
type = "Instant"
script = '''
spell(choose_one([gain_life(4)]));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Lonely Charm"
cost = "{1}{G}"
type = "Instant"
script = '''
spell(choose_one([gain_life(4), draw(1)]));
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for site in sites(card) {
        let mut found: Vec<(String, &'static str, Option<&Step>)> = Vec::new();
        walk::each(site.ability, |body: &Body| {
            let Body::Modal { min, repeat, modes, .. } = body else { return };
            // `wrong-modes` speaks of those.
            if !repeat && range(min).least > modes.len() as i64 {
                return;
            }
            let step = || site.step_where(|step| matches!(&step.made, Made::Modes(made) if made.len() == modes.len()));
            if modes.len() == 1 {
                let message = "there is only one mode, so there is no choice".to_owned();
                found.push((message, "write the effect alone, or add a mode", step()));
            } else if let Some(place) = repeated(modes) {
                let message = format!("mode {} is the same as one before it", place + 1);
                found.push((message, "change it, or write `.repeatable` to let one mode be chosen twice", step()));
            }
        });
        walk::each(site.ability, |effect: &Effect| {
            let Effect::ChooseEffect(_, effects) = effect else { return };
            let modes: Vec<Mode> = effects.iter().map(|effect| Mode { effect: effect.clone(), ..Mode::default() }).collect();
            let is_it = |step: &Step| match &step.made {
                Made::Effect(made) => made == effect,
                Made::Modes(made) => made.len() == modes.len(),
                _ => false,
            };
            if modes.len() == 1 {
                let message = "there is only one effect, so there is no choice".to_owned();
                found.push((message, "write the effect alone, or add another", site.step_where(is_it)));
            } else if let Some(place) = repeated(&modes) {
                let message = format!("effect {} is the same as one before it", place + 1);
                found.push((message, "change it, or leave it out", site.step_where(is_it)));
            }
        });
        for (message, help, step) in found {
            let (file, span) = site.whole(step);
            findings.add(&file, span, message).help.push(help.to_owned());
        }
    }
}

/// The first mode that says what an earlier one says.
fn repeated(modes: &[Mode]) -> Option<usize> {
    modes.iter().enumerate().position(|(place, mode)| modes[..place].contains(mode))
}
