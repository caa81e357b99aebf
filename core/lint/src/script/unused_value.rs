//! `unused-value`

use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint};
use cardwright_script::diagnostic::Diagnostic;
use cardwright_script::trace::Made;

/// A value that goes nowhere.
pub const LINT: Lint = Lint {
    name: "unused-value",
    family: Family::Script,
    level: Level::Warn,
    what: "the script builds something that no ability uses",
    why: "A word of the vocabulary does nothing by itself: it yields a piece of an ability. A piece that is never put into \
          `spell`, `when`, `activated` or `always` is not on the card, though the script looks as if it were.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Idle Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 1
toughness = 1
script = '''
let harm = damage(2, target(any_target));
when(card.enters, draw(1));
'''
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Idle Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 1
toughness = 1
script = '''
let harm = damage(2, target(any_target));
when(card.enters, [harm, draw(1)]);
'''
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for face in card.faces() {
        let Some(trace) = face.trace else { continue };
        for step in trace.steps.iter().filter(|step| !step.used) {
            // Abilities count by being made; a target of its own is told by `unused-target`.
            if matches!(step.made, Made::Ability(_) | Made::Target(..)) {
                continue;
            }
            let Some((file, span)) = trace.whole(step) else { continue };
            // A whole line that does nothing has been told.
            let told = |known: &Diagnostic| {
                let place = known.primary();
                known.code == "line-without-effect"
                    && place.is_some_and(|label| label.file.path == file.path && label.span.contains(&span.start))
            };
            if card.library.diagnostics().iter().any(told) {
                continue;
            }
            let finding = findings.add(&file, span, format!("what `{}` yields is used by no ability", step.word));
            finding
                .help
                .push("put it into `spell(...)`, `when(...)`, `activated(...)` or `always(...)`, or delete it".to_owned());
        }
    }
}
