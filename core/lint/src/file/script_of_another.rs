//! `script-of-another`

use super::slug::{slug, stem};
use crate::{CardView, Check, Example, Family, Findings, Level, Lint};
use cardwright_library::LibraryCard;
use cardwright_library::files::{RawFace, RawScript};

/// A script that belongs to another card.
pub const LINT: Lint = Lint {
    name: "script-of-another",
    family: Family::File,
    level: Level::Warn,
    what: "the card names a script that is named after another card",
    why: "A card file that was copied often keeps the script of the card that it was copied from: then the card does what \
          the other one does.",
    bad: Example(&[
        (
            "cards/example/cinder-imp.toml",
            r#"
name = "Cinder Imp"
cost = "{1}{R}"
type = "Creature - Imp"
power = 2
toughness = 1
script = "example/cinder-imp.rhai"
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
script = "example/cinder-imp.rhai"
"#,
        ),
        (
            "scripts/example/cinder-imp.rhai",
            r#"when(card.enters, draw(1));
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
script = "example/cinder-imp.rhai"
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
script = "example/ashen-imp.rhai"
"#,
        ),
        (
            "scripts/example/cinder-imp.rhai",
            r#"when(card.enters, draw(1));
"#,
        ),
        (
            "scripts/example/ashen-imp.rhai",
            r#"when(card.enters, gain_life(1));
"#,
        ),
    ]),
    fix: None,
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for face in card.faces() {
        let Some(RawScript::File(path)) = &face.raw.script else { continue };
        let named = stem(&path.value);
        if is_called(card.card, named) {
            continue;
        }
        let Some(other) = card.library.called(named) else { continue };
        let message = format!("this script is named after `{}`", other.raw.name().value);
        let finding = findings.add(&card.card.raw.file, path.inside(), message);
        let folder = path.value.rsplit_once('/').map_or("", |(folder, _)| folder);
        finding.help.push(format!("name the script of this card, like `{folder}/{}.rhai`", slug(&face.raw.name.value)));
        *finding = finding.clone().see(&other.raw.file, other.raw.name().span.clone(), "the card that it is named after");
    }
}

/// Whether a card, one of its faces or tokens, or its file has that name.
fn is_called(card: &LibraryCard, named: &str) -> bool {
    let of_face = |face: &RawFace| slug(&face.name.value) == named;
    stem(card.path()) == named || card.raw.faces.iter().chain(&card.raw.tokens).any(of_face)
}
