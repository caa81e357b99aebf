//! `ability-without-text`

use super::compare::Kind;
use super::compared::compared;
use super::text_differs::texts_compared;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::{Assumes, Fix};

/// An ability that the text says nothing about.
pub const LINT: Lint = Lint {
    name: "ability-without-text",
    family: Family::Text,
    level: Level::Warn,
    what: "the card has an ability that its rules text does not say",
    why: "A player cannot know what no text says. Either the text was not kept up to date, or the ability is left over from a copy.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cellar Adder"
cost = "{1}{B}"
type = "Creature - Snake"
power = 1
toughness = 1
keywords = ["deathtouch"]
text = "Deathtouch"
script = 'when(card.dies, draw(1));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Cellar Adder"
cost = "{1}{B}"
type = "Creature - Snake"
power = 1
toughness = 1
keywords = ["deathtouch"]
text = """
Deathtouch
When Cellar Adder dies, draw a card."""
script = 'when(card.dies, draw(1));'
"#,
    )]),
    fix: Some(Remedy { does: "adds what the ability does to the text", assumes: Assumes::ScriptIsRight }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let comparisons = compared(card);
    for (said, comparison) in texts_compared(card, &comparisons) {
        for difference in comparison.differences.iter().filter(|difference| difference.kind == Kind::NotSaid) {
            let place = difference.ability.map(|ability| said.face.ability_place(ability));
            let (file, span) = place.unwrap_or_else(|| (said.file().clone(), said.text.span.clone()));
            let finding = findings.add(&file, span, "the text does not say what this ability does");
            // The words of a sentence come without their full stop.
            let stop = if difference.paragraph.contains(&format!("{}.", difference.written)) { "." } else { "" };
            finding.help.push(format!("add to the text: {}{stop}", difference.written));
            let see = finding.clone().see(said.file(), said.place(difference.said.clone()), "the text");
            *finding = see;
            let edit = difference.edit.as_ref().and_then(|(part, with)| said.edit(part.clone(), with));
            finding.fix = edit.map(|edit| Fix {
                title: "add what the ability does to the text".to_owned(),
                edits: vec![edit],
                assumes: Assumes::ScriptIsRight,
            });
        }
    }
}
