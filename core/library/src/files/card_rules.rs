//! Whether the parts of a face fit together, as the rules ask (modern 208, 209, 210, 305).

use super::printed::{OWN_KEYS, Printed, RawFace};
use super::table::Table;
use cardwright_engine::definition::CardDef;
use cardwright_engine::symbol::Symbol;
use cardwright_engine::types::{CardType, TypeLine};
use cardwright_script::diagnostic::{Diagnostic, SourceFile};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Checks a face. A key that is there but wrong has been reported already and is not said to be missing.
pub(super) fn parts_fit(file: &SourceFile, table: &Table<'_>, face: &RawFace, printed: Printed, out: &mut Vec<Diagnostic>) {
    power_and_toughness(file, table, face, out);
    belongs_to(file, table, face, CardType::Vanguard, ("hand", "hand = 0"), out);
    belongs_to(file, table, face, CardType::Vanguard, ("life", "life = 0"), out);
    let is_land = face.types.value.is(CardType::Land);
    if let Some(cost) = face.cost.as_ref().filter(|_| is_land) {
        let help = "leave the cost out: lands are played, not cast";
        out.push(contradiction(file, cost.span.clone(), "a land has no mana cost", face, help));
    }
    if printed == Printed::Front && !table.has("cost") && !is_land {
        let trouble = Diagnostic::warning("no-mana-cost", format!("`{}` has no mana cost and cannot be cast", face.name.value));
        out.push(trouble.at(file, face.name.span.clone()).help("add a line like `cost = \"{1}{R}\"`; `{0}` costs nothing"));
    }
}

fn power_and_toughness(file: &SourceFile, table: &Table<'_>, face: &RawFace, out: &mut Vec<Diagnostic>) {
    let creature = face.types.value.is(CardType::Creature);
    // Vehicles are printed with power and toughness though they are no creatures yet (modern 301.7a).
    let may_have =
        creature || face.types.value.subtypes.iter().any(|subtype| matches!(subtype.as_str(), "Vehicle" | "Spacecraft"));
    let there = table.present(&["power", "toughness"]);
    for key in &there {
        if !may_have {
            let help = "leave it out, or make it a `Creature`";
            out.push(contradiction(file, table.key_span(key), &format!("only creatures have {key}"), face, help));
        }
    }
    for key in ["power", "toughness"] {
        if !there.contains(&key) && may_have && (creature || !there.is_empty()) {
            out.push(Diagnostic::missing_key(file, face.types.span.clone(), key, &format!("{key} = 2")));
        }
    }
}

fn belongs_to(
    file: &SourceFile,
    table: &Table<'_>,
    face: &RawFace,
    card_type: CardType,
    (key, example): (&str, &str),
    out: &mut Vec<Diagnostic>,
) {
    let is = face.types.value.is(card_type);
    let value = face.numbers.iter().find(|(word, _)| word.as_str() == key).map(|(_, number)| number.span.clone());
    if let Some(span) = value.filter(|_| !is) {
        let message = format!("only a {} has {key}", card_type.word().to_lowercase());
        out.push(contradiction(file, span, &message, face, &format!("leave it out, or make it a `{}`", card_type.word())));
    } else if is && !table.has(key) {
        out.push(Diagnostic::missing_key(file, face.types.span.clone(), key, example));
    }
}

/// Checks the numbers that types bring, as the types' own files say (modern 209.1, 210.1): what is of the type has the number, what
/// has the number is of such a type.
pub(crate) fn numbers_fit(file: &SourceFile, face: &RawFace, types: &[Arc<CardDef>], out: &mut Vec<Diagnostic>) {
    let line = &face.types.value;
    let bringing: Vec<(&CardDef, Symbol)> =
        types.iter().filter_map(|one| Some((&**one, one.of_type.as_deref()?.number?))).collect();
    let mut missing: Vec<Symbol> = Vec::new();
    for (_, number) in bringing.iter().filter(|(one, _)| is_of(line, one)) {
        let there = face.numbers.iter().any(|(word, _)| word == number) || face.misread.contains(number);
        if !there && !missing.contains(number) {
            missing.push(*number);
            let example = match OWN_KEYS.contains(&number.as_str()) {
                true => format!("{number} = 3"),
                false => format!("numbers = {{ {number} = 3 }}"),
            };
            out.push(Diagnostic::missing_key(file, face.types.span.clone(), number.as_str(), &example));
        }
    }
    for (word, number) in &face.numbers {
        let mut of = bringing.iter().filter(|(_, brought)| brought == word).map(|(one, _)| *one).peekable();
        let Some(first) = of.peek().copied() else { continue };
        if !of.any(|one| is_of(line, one)) {
            let name = first.name();
            let article = if name.as_str().starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
            let message = format!("only {article} {} has {word}", name.as_str().to_lowercase());
            out.push(contradiction(
                file,
                number.span.clone(),
                &message,
                face,
                &format!("leave it out, or make it {article} `{name}`"),
            ));
        }
    }
}

/// Whether that is a type of what has the type line.
fn is_of(line: &TypeLine, definition: &CardDef) -> bool {
    let of = definition.of_type.as_deref().map(|facts| facts.of).unwrap_or_default();
    match CardType::from_word(definition.name().as_str()) {
        Some(card_type) if of.is_empty() => line.is(card_type),
        _ => line.has_subtype(definition.name()) && (of.is_empty() || line.types.intersects(of)),
    }
}

fn contradiction(file: &SourceFile, span: Range<usize>, message: &str, face: &RawFace, help: &str) -> Diagnostic {
    let says = format!("this is: {}", face.types.value);
    Diagnostic::contradiction(file, span, message, face.types.span.clone(), &says, help)
}

/// Checks that each token of a card has a name of its own: it is what scripts call it.
pub(super) fn tokens_have_their_own_names<'t>(
    file: &SourceFile,
    tokens: impl Iterator<Item = &'t RawFace>,
    out: &mut Vec<Diagnostic>,
) {
    let mut names = BTreeMap::new();
    for token in tokens {
        if let Some(first) = names.insert(&token.name.value, &token.name.span) {
            out.push(Diagnostic::contradiction(
                file,
                token.name.span.clone(),
                format!("another token of this card is called `{}`", token.name.value),
                first.clone(),
                "the first one is here",
                "give this one another name",
            ));
        }
    }
}
