//! `self-name`

use super::compare::Kind;
use super::compared::compared;
use super::name;
use super::said::{Said, texts};
use super::text_differs::texts_compared;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;
use std::ops::Range;

/// The card under a name that it does not have.
pub const LINT: Lint = Lint {
    name: "self-name",
    family: Family::Text,
    level: Level::Warn,
    what: "the rules text calls the card by a name that it does not have",
    why: "A text that speaks of another name speaks of another card: after renaming one, or copying it, the text is often forgotten.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Rook of the Bells"
cost = "{2}{W}"
type = "Creature - Bird"
power = 2
toughness = 2
text = "When Rook of the Bell enters, draw a card."
script = 'when(card.enters, draw(1));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Rook of the Bells"
cost = "{2}{W}"
type = "Creature - Bird"
power = 2
toughness = 2
text = "When Rook of the Bells enters, draw a card."
script = 'when(card.enters, draw(1));'
"#,
    )]),
    fix: Some(Remedy { does: "writes the card's name", assumes: Assumes::Nothing }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let own = |said: &Said<'_>, part: Range<usize>| {
        let says = &said.value()[part];
        card.card.raw.faces.iter().chain(&card.card.raw.tokens).any(|face| face.name.value == says)
    };
    for said in texts(card) {
        for part in name::misspelt(said.value(), said.name()) {
            if !own(&said, part.clone()) && card.library.card(&said.value()[part.clone()]).is_none() {
                let message = format!("the card is called `{}`", said.name());
                report(&said, part, message, "the name is spelt otherwise", findings);
            }
        }
        for (part, mark) in name::stand_ins(said.value()) {
            let message = format!("`{mark}` is not filled in here");
            report(&said, part, message, "card files write the name of the card", findings);
        }
    }
    let comparisons = compared(card);
    for (said, comparison) in texts_compared(card, &comparisons) {
        for difference in comparison.differences.iter().filter(|difference| difference.kind == Kind::Name) {
            if own(&said, difference.said.clone()) {
                continue;
            }
            let other = match card.library.card(&difference.says) {
                Some(_) => "that is another card",
                None => "no card is called so",
            };
            let message = format!("the text calls the card `{}`", difference.says);
            report(&said, difference.said.clone(), message, other, findings);
        }
    }
}

fn report(said: &Said<'_>, part: Range<usize>, message: String, reason: &str, findings: &mut Findings) {
    let finding = findings.add(said.file(), said.place(part.clone()), message);
    finding.help.push(format!("write `{}`", said.name()));
    finding.notes.push(reason.to_owned());
    let see = finding.clone().see(said.file(), said.face.raw.name.span.clone(), "its name");
    *finding = see;
    finding.fix = said.fix(format!("write `{}`", said.name()), part, said.name());
}
