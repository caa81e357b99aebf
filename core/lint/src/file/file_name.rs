//! `file-name`

use super::slug::{slug, stem};
use crate::{CardView, Check, Example, Family, Findings, Level, Lint};
use cardwright_script::diagnostic::nearest;

/// A file called after another card.
pub const LINT: Lint = Lint {
    name: "file-name",
    family: Family::File,
    level: Level::Note,
    what: "the file of a card is called almost like the card, or like another card",
    why: "Files are found by their names. One that is named after another card, or after a misspelt one, is looked for in vain.",
    bad: Example(&[(
        "cards/example/cinder-ipm.toml",
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
    )]),
    instead: Example(&[(
        "cards/example/cinder-imp.toml",
        r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
    )]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    let named = stem(card.card.path());
    let own: Vec<String> = card.card.raw.faces.iter().map(|face| slug(&face.name.value)).collect();
    // A file of several cards, or of several faces, has any name.
    let [own] = &own[..] else { return };
    if own == named || own.starts_with(named) || named.starts_with(own.as_str()) {
        return;
    }
    let cards = card.library.get().cards();
    if cards.iter().filter(|other| other.path() == card.card.path()).count() > 1 {
        return;
    }
    let other = card.library.called(named).filter(|other| other.key != card.card.key);
    let name = &card.card.raw.name().value;
    let message = match other {
        Some(other) => format!("the file is called after `{}`, and the card is `{name}`", other.raw.name().value),
        None if nearest(named, [own.as_str()]).is_some() => format!("the file is called `{named}`, and the card is `{name}`"),
        None => return,
    };
    let finding = findings.add(&card.card.raw.file, card.card.raw.name().span.clone(), message);
    finding.help.push(format!("call the file `{own}.toml`, or mend the name of the card"));
}
