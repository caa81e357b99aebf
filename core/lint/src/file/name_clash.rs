//! `name-clash`

use super::slug::slug;
use crate::{Check, Example, Family, Findings, Level, Lint, SetView};
use cardwright_library::files::RawFace;
use cardwright_script::diagnostic::SourceFile;
use std::collections::BTreeMap;

/// Two names that differ hardly.
pub const LINT: Lint = Lint {
    name: "name-clash",
    family: Family::File,
    level: Level::Warn,
    what: "two cards whose names differ only in capitals, accents or signs, or a face called like another card",
    why: "A deck finds cards by their exact names. Two that read the same are taken for each other by players, and by \
          authors of decks.",
    bad: Example(&[
        (
            "cards/example/cinder-imp.toml",
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
        (
            "cards/example/second.toml",
            r#"
name = "Cinder-Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
    ]),
    instead: Example(&[
        (
            "cards/example/cinder-imp.toml",
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
        (
            "cards/example/ashen-imp.toml",
            r#"
name = "Ashen Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
"#,
        ),
    ]),
    fix: None,
    check: Check::Set(check),
};

fn check(set: &SetView<'_>, findings: &mut Findings) {
    // The first of that name in the whole library: the second is told, wherever the first is.
    let mut first: BTreeMap<String, (&SourceFile, &RawFace)> = BTreeMap::new();
    for card in set.library.cards() {
        for face in &card.raw.faces {
            let Some((file, other)) = first.get(&slug(&face.name.value)).copied() else {
                first.insert(slug(&face.name.value), (&card.raw.file, face));
                continue;
            };
            if card.set != set.set.folder {
                continue;
            }
            let message = if face.name.value == other.name.value {
                format!("another face is called `{}` too", face.name.value)
            } else {
                format!("`{}` differs hardly from `{}`", face.name.value, other.name.value)
            };
            let finding = findings.add(&card.raw.file, face.name.span.clone(), message);
            finding.help.push("give it a name that nobody takes for the other".to_owned());
            *finding = finding.clone().see(file, other.name.span.clone(), "the first one is here");
        }
    }
}
