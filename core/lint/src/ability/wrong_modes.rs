//! `wrong-modes`

use super::bounds::range;
use super::walk::{self, sites};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_engine::ability::Body;
use cardwright_script::trace::Made;

/// A choice among modes that cannot be made.
pub const LINT: Lint = Lint {
    name: "wrong-modes",
    family: Family::Ability,
    level: Level::Deny,
    what: "a choice among modes cannot be made",
    why: "A modal spell or ability for which not enough modes can be chosen cannot be cast or activated at all (700.2a), \
          and a triggered ability with such a choice does nothing.",
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
        let mut found: Vec<(String, &'static str, usize)> = Vec::new();
        walk::each(site.ability, |body: &Body| {
            let Body::Modal { min, max, repeat, modes, .. } = body else { return };
            let (least, most) = (range(min), range(max));
            let count = modes.len() as i64;
            let mut say = |message: String, help| found.push((message, help, modes.len()));
            if modes.is_empty() {
                say("there is no mode to choose".to_owned(), "write the modes into the list");
            } else if most.greatest <= 0 {
                say("no mode can be chosen: at most 0 of them".to_owned(), "write how many modes are chosen");
            } else if !repeat && least.least > count {
                let message = match count {
                    1 => format!("{} modes have to be chosen, but there is only one", least.least),
                    _ => format!("{} modes have to be chosen, but there are only {count}", least.least),
                };
                say(message, "ask for fewer, add modes, or write `.repeatable`");
            } else if least.least > most.greatest {
                let message = format!("at least {} modes have to be chosen, but at most {}", least.least, most.greatest);
                say(message, "make the least number no greater than the most");
            }
        });
        for (message, help, modes) in found {
            let step = site.step_where(|step| matches!(&step.made, Made::Modes(made) if made.len() == modes));
            let (file, span) = site.whole(step);
            let finding = findings.add(&file, span, message);
            finding.help.push(help.to_owned());
            finding.notes.push("modern 700.2: modes are chosen as a spell or ability is put on the stack".to_owned());
        }
    }
}
