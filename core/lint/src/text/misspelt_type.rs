//! `misspelt-type`

use super::said::texts;
use super::{name, spelling};
use crate::{CardView, Check, EXAMPLE_CARD, Example, FaceView, Family, Findings, Level, Lint, Remedy};
use cardwright_engine::ability::Filter;
use cardwright_engine::ability::Walk;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, TypeLine};
use cardwright_script::diagnostic::Assumes;
use cardwright_script::trace::Made;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A creature type with a slip of the pen.
pub const LINT: Lint = Lint {
    name: "misspelt-type",
    family: Family::Text,
    level: Level::Warn,
    what: "a creature type is a misspelling of a known one",
    why: "A creature of a type that only looks like another is not counted by anything that counts the other. Types that two cards \
          of the library share are taken for meant.",
    bad: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Kiln Imp"
cost = "{1}{R}"
type = "Creature - Gobiln"
power = 2
toughness = 1
"#,
    )]),
    instead: Example(&[(
        EXAMPLE_CARD,
        r#"
name = "Kiln Imp"
cost = "{1}{R}"
type = "Creature - Goblin"
power = 2
toughness = 1
"#,
    )]),
    fix: Some(Remedy {
        does: "writes the known type in texts; on type lines and in scripts it would change the card",
        assumes: Assumes::Nothing,
    }),
    check: Check::Card(check),
};

fn check(card: &CardView<'_>, findings: &mut Findings) {
    for face in card.faces() {
        type_line(card, &face, findings);
        script(card, &face, findings);
    }
    for said in texts(card) {
        let own: Vec<&str> =
            card.card.raw.faces.iter().chain(&card.card.raw.tokens).map(|face| face.name.value.as_str()).collect();
        let misspelt_names = name::misspelt(said.value(), said.name());
        for span in capitals(said.value()) {
            let word = &said.value()[span.clone()];
            let in_name = own.iter().any(|name| has_word(name, word));
            let in_misspelt = misspelt_names.iter().any(|name| name.contains(&span.start));
            if in_name || in_misspelt || !spelling::maybe_type(word) || names_something(card, word) {
                continue;
            }
            let Some(meant) = misspelt(card, word) else { continue };
            let meant = as_written(&meant, word);
            let finding = findings.add(said.file(), said.place(span.clone()), format!("no creature type is called `{word}`"));
            finding.help.push(format!("did you mean `{meant}`?"));
            finding.fix = said.fix(format!("write `{meant}`"), span, &meant);
        }
    }
}

fn type_line(card: &CardView<'_>, face: &FaceView<'_>, findings: &mut Findings) {
    let types = &face.raw.types;
    if !types.value.is(CardType::Creature) && !types.value.is(CardType::Kindred) {
        return;
    }
    let file = &card.card.raw.file;
    for subtype in types.value.subtypes.iter().filter(|subtype| spelling::maybe_type(subtype.as_str())) {
        let Some(meant) = misspelt(card, subtype.as_str()) else { continue };
        let meant = as_written(&meant, subtype.as_str());
        let line = file.text.get(types.span.clone()).unwrap_or_default();
        let Some(at) = line.rfind(subtype.as_str()) else { continue };
        let span = types.span.start + at..types.span.start + at + subtype.as_str().len();
        let finding = findings.add(file, span, format!("no other creature has the type `{subtype}`"));
        finding.help.push(format!("did you mean `{meant}`?"));
        finding.notes.push("a type of your own needs a second card that has it, or `allow = [\"misspelt-type\"]`".to_owned());
    }
}

fn script(card: &CardView<'_>, face: &FaceView<'_>, findings: &mut Findings) {
    for (place, ability) in face.scripted() {
        let mut found: Vec<Symbol> = Vec::new();
        ability.each(|filter: &Filter| {
            if let Filter::Subtype(subtype) = filter
                && spelling::maybe_type(subtype.as_str())
                && !found.contains(subtype)
            {
                found.push(*subtype);
            }
        });
        for subtype in found {
            let Some(meant) = misspelt(card, subtype.as_str()) else { continue };
            let meant = as_written(&meant, subtype.as_str());
            let steps = face.trace.map(|trace| trace.steps_of(place)).unwrap_or_default();
            let argument = steps.into_iter().rev().find_map(|step| face.trace?.argument_saying(step, &format!("\"{subtype}\"")));
            let (file, span) = argument.unwrap_or_else(|| face.place(place, &Made::Filter(Filter::Subtype(subtype))));
            let finding = findings.add(&file, span, format!("no creature has the type `{subtype}`"));
            finding.help.push(format!("did you mean `{meant}`?"));
        }
    }
}

/// The known type that a word is a misspelling of, with all types that the library uses for sure.
fn misspelt(card: &CardView<'_>, word: &str) -> Option<String> {
    let mut users: BTreeMap<&str, usize> = BTreeMap::new();
    for other in card.library.cards() {
        for face in other.raw.faces.iter().chain(&other.raw.tokens) {
            let creature = face.types.value.is(CardType::Creature) || face.types.value.is(CardType::Kindred);
            let types: &TypeLine = &face.types.value;
            for subtype in types.subtypes.iter().filter(|_| creature) {
                *users.entry(subtype.as_str()).or_default() += 1;
            }
        }
    }
    let shared: BTreeSet<&str> = users.into_iter().filter(|(_, count)| *count > 1).map(|(subtype, _)| subtype).collect();
    spelling::creature_type(word, &shared).map(str::to_owned)
}

/// Whether the word occurs in the name of a card or keyword, or in a type line other than as a creature type.
fn names_something(card: &CardView<'_>, word: &str) -> bool {
    card.library.cards().iter().any(|other| {
        other.raw.faces.iter().chain(&other.raw.tokens).any(|face| {
            let in_name = !std::ptr::eq(other.as_ref(), card.card) && has_word(&face.name.value, word);
            in_name || face.types.value.subtypes.iter().any(|subtype| subtype.as_str() == word)
        })
    }) || card.library.keywords().iter().any(|keyword| keyword.as_str().eq_ignore_ascii_case(word))
}

fn has_word(name: &str, word: &str) -> bool {
    name.split(|letter: char| !letter.is_alphabetic()).any(|part| part == word)
}

/// The words with a capital that do not begin a sentence.
fn capitals(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for piece in text.split(|letter: char| !letter.is_alphabetic()) {
        let span = at..at + piece.len();
        at = span.end + text[span.end..].chars().next().map_or(0, char::len_utf8);
        let before = text[..span.start].trim_end_matches([' ', '"', '“']);
        let begins = before.is_empty() || before.ends_with(['.', ':', '\n', '—', '•', '(']);
        if piece.starts_with(char::is_uppercase) && !begins {
            found.push(span);
        }
    }
    found
}

/// With the capital and the plural of the word in whose place it stands.
fn as_written(meant: &str, word: &str) -> String {
    let mut said = meant[..1].to_uppercase() + &meant[1..];
    if word.ends_with('s') && !meant.ends_with('s') {
        said.push('s');
    }
    said
}
