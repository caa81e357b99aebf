//! `text-differs`

use super::compare::{Difference, Kind};
use super::compared::compared;
use super::said::texts;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::{Assumes, Diagnostic, Fix};
use std::ops::Range;

/// A phrase that says something else than the ability does.
pub const LINT: Lint = Lint {
    name: "text-differs",
    family: Family::Text,
    level: Level::Warn,
    what: "a phrase of the rules text says something else than the ability does",
    why: "Players read the text, the game runs the script. Where both differ in a number, a target, a zone, a duration or a keyword, \
          the card does not do what it says. The text is compared with one that is written from the abilities; punctuation, \
          reminder text and the card's name do not count.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ledger Owl"
cost = "{2}{U}"
type = "Creature - Bird"
power = 1
toughness = 3
text = "When Ledger Owl enters, draw two cards."
script = 'when(card.enters, draw(1));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Ledger Owl"
cost = "{2}{U}"
type = "Creature - Bird"
power = 1
toughness = 3
text = "When Ledger Owl enters, draw a card."
script = 'when(card.enters, draw(1));'
"#,
    )]),
    fix: Some(Remedy { does: "writes the phrase as the abilities say it", assumes: Assumes::ScriptIsRight }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    report(card, Kind::Phrase, findings, |difference| match (difference.says.as_str(), difference.written.as_str()) {
        ("", written) => format!("the text leaves out `{written}`"),
        (says, "") => format!("the text says `{says}`, but the ability does not"),
        (says, written) => format!("the text says `{says}`, but the ability says `{written}`"),
    });
}

/// Reports the differences of one kind, those of a paragraph together, each with what the card does.
pub(super) fn report(card: &CardView<'_>, kind: Kind, findings: &mut Findings, message: impl Fn(&Difference) -> String) {
    let comparisons = compared(card);
    for (said, comparison) in texts_compared(card, &comparisons) {
        let differences: Vec<&Difference> = comparison.differences.iter().filter(|difference| difference.kind == kind).collect();
        for of_one in differences.chunk_by(|one, other| one.unit == other.unit) {
            let first = of_one[0];
            let finding = findings.add(said.file(), said.place(first.said.clone()), message(first));
            finding.help.push(format!("the card does this: {}", first.paragraph));
            for other in &of_one[1..] {
                let also = finding.clone().at_saying(said.file(), said.place(other.said.clone()), also(other));
                *finding = also;
            }
            see_ability(finding, &said, first);
            let edits = of_one.iter().map(|difference| {
                let (part, with) = capitalized(&said.text.value, difference.edit.clone()?);
                said.edit(part, &with)
            });
            let edits: Option<Vec<_>> = edits.collect();
            let assumes = match kind {
                Kind::Wording => Assumes::Nothing,
                _ => Assumes::ScriptIsRight,
            };
            finding.fix = edits.map(|edits| Fix { title: "write what the card does".to_owned(), edits, assumes });
        }
    }
}

/// A change that takes away how a sentence begins gives what follows a capital letter.
fn capitalized(text: &str, (part, with): (Range<usize>, String)) -> (Range<usize>, String) {
    let before = text.get(..part.start).unwrap_or_default().trim_end_matches(' ');
    let begins = before.is_empty() || before.ends_with(['\n', '.', '"', '\u{2022}', ':', '\u{2014}']);
    match text.get(part.end..).and_then(|rest| rest.chars().next()) {
        Some(next) if begins && with.is_empty() && next.is_lowercase() => {
            (part.start..part.end + next.len_utf8(), next.to_uppercase().collect())
        }
        _ if begins => (part, super::compare::capital(&with)),
        _ => (part, with),
    }
}

fn also(difference: &Difference) -> String {
    match (difference.says.as_str(), difference.written.as_str()) {
        ("", written) => format!("`{written}` is left out here"),
        (_, "") => "too much".to_owned(),
        (_, written) => format!("`{written}`"),
    }
}

fn see_ability(finding: &mut Diagnostic, said: &super::said::Said<'_>, difference: &Difference) {
    if let Some(ability) = difference.ability {
        let (file, span) = said.face.ability_place(ability);
        let see = finding.clone().see(&file, span, "the ability");
        *finding = see;
    }
}

/// The texts of a card with their comparisons, as far as these are reliable.
pub(super) fn texts_compared<'c, 'l>(
    card: &CardView<'l>,
    comparisons: &'c [super::compare::Comparison],
) -> impl Iterator<Item = (super::said::Said<'l>, &'c super::compare::Comparison)> {
    let faces: Vec<_> = texts(card).collect();
    let places: Vec<usize> =
        card.faces().enumerate().filter(|(_, face)| face.raw.text.is_some()).map(|(place, _)| place).collect();
    faces.into_iter().zip(places).map(|(said, place)| (said, &comparisons[place])).filter(|(_, comparison)| comparison.sure)
}
