//! `templating`

use super::compare::edition;
use super::said::texts;
use super::word::words;
use super::wordings;
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::{Assumes, Fix};
use cardwright_text::Edition;

/// Another edition's wording.
pub const LINT: Lint = Lint {
    name: "templating",
    family: Family::Text,
    level: Level::Warn,
    what: "the rules text uses the wording of another edition",
    why: "Wordings changed over the years, some with their meaning. A set reads well if all its cards speak as its edition does: \
          today's \"enters\" was \"comes into play\" in 1999.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Meadow Clerk"
cost = "{1}{G}"
type = "Creature - Human Druid"
power = 1
toughness = 1
text = "{T}: Add {G} to your mana pool."
script = 'activated("{T}", add_mana("{G}"));'
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Meadow Clerk"
cost = "{1}{G}"
type = "Creature - Human Druid"
power = 1
toughness = 1
text = "{T}: Add {G}."
script = 'activated("{T}", add_mana("{G}"));'
"#,
    )]),
    fix: Some(Remedy {
        does: "writes what this edition says, where one wording stands for the other",
        assumes: Assumes::Nothing,
    }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let edition = edition(card.ruleset);
    let says = match edition {
        Edition::Modern => "today's texts",
        Edition::Classic => "classic texts",
    };
    for said in texts(card) {
        for (start, line) in said.paragraphs() {
            let words = words(line, &[said.name()]);
            for found in wordings::found(&words, edition) {
                let span = found.span(&words);
                let (old, new) = (&line[span.clone()], found.wording.new.replace('…', "..."));
                let message = match (new.as_str(), found.wording.old.contains('…')) {
                    ("", _) => format!("{says} leave out `{old}`"),
                    (new, false) => format!("{says} say `{new}`, not `{}`", old.to_lowercase()),
                    (new, true) => format!("{says} say `{new}`, not `{}`", found.wording.old.replace('…', "...")),
                };
                let finding = findings.add(said.file(), said.place(start + span.start..start + span.end), message);
                let updated = found.updated(&words, line);
                finding.help.push(match updated.as_str() {
                    "" => "delete it".to_owned(),
                    _ if !found.wording.safe => format!("write `{new}`"),
                    updated => format!("write `{updated}`"),
                });
                if found.wording.safe {
                    let edits = found.edits(&words, line).into_iter();
                    let edits: Option<Vec<_>> =
                        edits.map(|(part, with)| said.edit(start + part.start..start + part.end, &with)).collect();
                    finding.fix =
                        edits.map(|edits| Fix { title: format!("say it as {says} do"), edits, assumes: Assumes::Nothing });
                }
            }
        }
    }
}
