//! `misspelt-term`

use super::compared::compared;
use super::said::texts;
use super::word::words;
use super::{name, spelling};
use crate::{CardView, Check, EXAMPLE_CARD, Example, Family, Findings, Level, Lint, Remedy};
use cardwright_script::diagnostic::Assumes;

/// A rules term with a slip of the pen.
pub const LINT: Lint = Lint {
    name: "misspelt-term",
    family: Family::Text,
    level: Level::Warn,
    what: "a word of the rules text is a misspelt rules term",
    why: "It is read by every player of the card. Only words that are no English word and nearly a rules term are reported.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Furrow Ox"
cost = "{3}{G}"
type = "Creature - Ox"
power = 4
toughness = 4
keywords = ["trample"]
text = "Trampel"
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Furrow Ox"
cost = "{3}{G}"
type = "Creature - Ox"
power = 4
toughness = 4
keywords = ["trample"]
text = "Trample"
"#,
    )]),
    fix: Some(Remedy { does: "writes the term", assumes: Assumes::Nothing }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for said in texts(card) {
        let mut names = vec![said.name()];
        let misspelt = name::misspelt(said.value(), said.name());
        names.extend(misspelt.into_iter().map(|part| &said.value()[part]));
        for word in words(said.value(), &names) {
            let written = &said.value()[word.span.clone()];
            let Some(meant) = spelling::term(&word.counts_as) else { continue };
            if is_known(card, &word.counts_as, written) {
                continue;
            }
            let meant = match written.starts_with(char::is_uppercase) {
                true => meant[..1].to_uppercase() + &meant[1..],
                false => meant.to_owned(),
            };
            let finding = findings.add(said.file(), said.place(word.span.clone()), format!("there is no word `{written}`"));
            finding.help.push(format!("did you mean `{meant}`?"));
            finding.fix = said.fix(format!("write `{meant}`"), word.span.clone(), &meant);
        }
    }
}

/// Whether the word is one of the library's own: in a name, a keyword, or what the card's abilities speak of.
fn is_known(card: &CardView<'_>, word: &str, written: &str) -> bool {
    let says = |text: &str| text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).any(|one| one == word);
    card.library.keywords().iter().any(|keyword| says(keyword.as_str()))
        || compared(card).iter().any(|comparison| comparison.written.iter().any(|paragraph| says(&paragraph.text)))
        || (written.starts_with(char::is_uppercase)
            && card.library.cards().iter().any(|other| {
                let faces = other.raw.faces.iter().chain(&other.raw.tokens);
                faces.clone().any(|face| says(&face.name.value))
                    || faces.into_iter().any(|face| face.types.value.subtypes.iter().any(|subtype| says(subtype.as_str())))
            }))
}
